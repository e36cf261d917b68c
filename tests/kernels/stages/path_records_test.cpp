// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Records beside agents change no result: with random bytes, with those of another set or program, and after
// their agents were moved. skew_test has them in every mode.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr float dt = 1.0f / 16;
constexpr std::size_t size = 256;

/// Paths whose nodes differ from set to set, and nothing else does.
PathSet paths_of(std::uint64_t seed, std::size_t count = 8) {
    PathSetBuilder builder;
    for (std::size_t path = 0; path < count; ++path) {
        std::vector<Point> points;
        for (std::uint64_t node = 0; node < 6; ++node)
            points.push_back({static_cast<double>(signed_value(bits_of(seed, path, 2 * node), 64)),
                              static_cast<double>(signed_value(bits_of(seed, path, 2 * node + 1), 64))});
        builder.add(points);
    }
    return *builder.build();
}

Program advance_on(const PathSet& paths, PathMode mode = PathMode::loop) {
    return build({WaypointAdvance{.paths = paths, .mode = mode, .speed = 8.0f}});
}

Program follow_on(const PathSet& paths, std::optional<float> slowing_radius = {}) {
    return build({PathFollow{.paths = paths,
                             .mode = slowing_radius ? PathMode::once : PathMode::loop,
                             .slowing_radius = slowing_radius},
                  Locomotion{.max_force = 50.0f, .max_speed = 20.0f, .mass = 1.0f}});
}

Program follow_by_line(const PathSet& paths, PathMode mode) {
    return build({PathFollow{.paths = paths, .mode = mode, .finish_line = true},
                  Locomotion{.max_force = 50.0f, .max_speed = 20.0f, .mass = 1.0f}});
}

/// All streams of the programs, but records.
const std::vector<Stream> streams{Stream::path,       Stream::segment,    Stream::segment_distance,
                                  Stream::node,       Stream::direction,  Stream::position_x,
                                  Stream::position_y, Stream::velocity_x, Stream::velocity_y};

AgentBuffer buffer_of(bool records, std::size_t agents = size) {
    std::vector<Stream> held = streams;
    if (records)
        for (const Stream stream : record_streams) held.push_back(stream);
    AgentBuffer buffer(held);
    buffer.spawn(agents);
    for (std::size_t slot = 0; slot < agents; ++slot) {
        buffer.get<Stream::path>()[slot] = static_cast<std::int32_t>(bits_of(1, 0, slot) % 8);
        buffer.get<Stream::segment>()[slot] = static_cast<std::uint32_t>(bits_of(1, 1, slot) % 5);
        buffer.get<Stream::node>()[slot] = static_cast<std::uint32_t>(bits_of(1, 2, slot) % 6);
        buffer.get<Stream::position_x>()[slot] = signed_value(bits_of(1, 3, slot), 64);
        buffer.get<Stream::position_y>()[slot] = signed_value(bits_of(1, 4, slot), 64);
    }
    return buffer;
}

/// Two buffers with the same agents, one of them with records.
class Records : public ::testing::TestWithParam<Isa> {
  protected:
    void run_both(const Program& program, std::uint32_t count = 1) {
        const Ticks ticks{.dt = dt, .count = count};
        const Result expected = run(program, plain_.view(), ticks, serial_on(Isa::reference));
        const Result actual = run(program, recorded_.view(), ticks, serial_on(GetParam()));
        ASSERT_TRUE(expected.status.ok()) << message(expected.status);
        ASSERT_TRUE(same_result(expected, actual));
        StreamSet compared = 0;
        for (const Stream stream : streams) compared |= stream_set(stream);
        const auto difference = first_difference(compared, plain_.view(), recorded_.view());
        ASSERT_TRUE(difference.ok());
        ASSERT_FALSE(*difference) << "slot " << (*difference)->slot << ", " << name((*difference)->stream);
        ASSERT_EQ(state_hash(program, plain_.view()), state_hash(program, recorded_.view()));
    }

    template <class Change>
    void change_both(const Change& change) {
        change(plain_);
        change(recorded_);
    }

    [[nodiscard]] std::vector<std::uint32_t> keys() {
        const auto words = recorded_.get<Stream::record_place>();
        return {words.begin(), words.end()};
    }

    AgentBuffer plain_ = buffer_of(false);
    AgentBuffer recorded_ = buffer_of(true);
};

TEST_P(Records, AreKeptWhileAgentsStayAndFollowThem) {
    const Program program = advance_on(paths_of(1));
    run_both(program);
    const std::vector<std::uint32_t> first = keys();
    std::size_t changes = 0;
    for (int tick = 0; tick < 100; ++tick) {
        run_both(program);
        for (std::size_t slot = 0; slot < size; ++slot) changes += keys()[slot] != first[slot] ? 1 : 0;
    }
    EXPECT_EQ(std::ranges::count(first, 0u), 0);
    EXPECT_GT(changes, 0u);
}

TEST_P(Records, OfTwoSetsAndTwoKindsOverOneBuffer) {
    const PathSet one = paths_of(1), other = paths_of(2);
    const std::vector<Program> programs{advance_on(one),
                                        advance_on(other),
                                        advance_on(one, PathMode::once),
                                        follow_on(one),
                                        follow_on(other),
                                        follow_on(one, 40.0f),
                                        advance_on(other, PathMode::ping_pong),
                                        follow_by_line(one, PathMode::once),
                                        follow_by_line(one, PathMode::loop),
                                        follow_by_line(other, PathMode::ping_pong)};
    for (std::uint64_t call = 0; call < 200; ++call)
        ASSERT_NO_FATAL_FAILURE(
            run_both(programs[bits_of(3, 0, call) % programs.size()], bits_of(3, 1, call) % 4 == 0 ? 3 : 1))
            << "call " << call;
}

/// A path that is illegal in one set, with the key of another set's path.
TEST_P(Records, PathsBeyondASetAreFaultsThoughAnotherSetHasTheirKeys) {
    std::vector<PathSet> sets;
    for (std::uint64_t seed = 0; seed < 6; ++seed) sets.push_back(paths_of(seed));
    for (std::size_t first = 0; first < sets.size(); ++first)
        for (std::size_t then = 0; then < sets.size(); ++then) {
            ASSERT_NO_FATAL_FAILURE(run_both(advance_on(sets[first])));
            const auto away =
                static_cast<std::int32_t>(8 * (static_cast<int>(first) - static_cast<int>(then)));
            const auto move = [](std::int32_t by) {
                return [by](AgentBuffer& buffer) {
                    for (std::int32_t& path : buffer.get<Stream::path>()) path += by;
                };
            };
            change_both(move(away));
            ASSERT_NO_FATAL_FAILURE(run_both(advance_on(sets[then])));
            ASSERT_NO_FATAL_FAILURE(run_both(follow_on(sets[then])));
            change_both(move(-away));
        }
}

TEST_P(Records, FollowAgentsThatMove) {
    const PathSet paths = paths_of(1);
    const std::vector<Program> programs{advance_on(paths), follow_on(paths), follow_on(paths, 40.0f),
                                        follow_by_line(paths, PathMode::loop)};
    for (const Program& program : programs)
        for (std::uint64_t call = 0; call < 60; ++call) {
            SCOPED_TRACE(call);
            ASSERT_NO_FATAL_FAILURE(run_both(program));
            const std::size_t slot = bits_of(4, 0, call) % plain_.size();
            switch (call % 6) {
                case 0: change_both([&](AgentBuffer& buffer) { buffer.remove(slot); }); break;
                case 1: change_both([](AgentBuffer& buffer) { buffer.spawn(2); }); break;
                case 2:
                    change_both([&](AgentBuffer& buffer) {
                        buffer.get<Stream::path>()[slot] = static_cast<std::int32_t>(call % 10) - 1;
                        buffer.get<Stream::segment>()[slot] = static_cast<std::uint32_t>(call % 7);
                        buffer.get<Stream::node>()[slot] = static_cast<std::uint32_t>(call % 7);
                    });
                    break;
                case 3:
                    change_both([](AgentBuffer& buffer) {
                        std::vector<float> workspace(sort_workspace_size(buffer.size()));
                        AgentView view = buffer.view();
                        view.bind<Stream::id>(buffer.get<Stream::id>()).workspace(workspace);
                        const Status status = sort_by_cell(view, 16.0f);
                        ASSERT_TRUE(status.ok()) << message(status);
                    });
                    break;
                case 4: {
                    std::vector<std::byte> snapshot(plain_.snapshot_bytes());
                    ASSERT_EQ(recorded_.snapshot_bytes(), snapshot.size());
                    ASSERT_TRUE(plain_.save(snapshot).ok());
                    run_both(program);
                    change_both([&](AgentBuffer& buffer) { ASSERT_TRUE(buffer.restore(snapshot).ok()); });
                    break;
                }
                default: break;
            }
        }
}

TEST_P(Records, OfAgentsThatAreNotSelectedStay) {
    const Program program = follow_on(paths_of(1));
    std::vector<std::uint8_t> active(size);
    for (std::size_t slot = 0; slot < size; ++slot) active[slot] = bits_of(5, 0, slot) % 2;
    AgentView view = recorded_.view();
    view.only(active);
    ASSERT_TRUE(run(program, view, Ticks{.dt = dt}, serial_on(GetParam())).status.ok());
    for (std::size_t slot = 0; slot < size; ++slot)
        if (active[slot] == 0) {
            ASSERT_EQ(recorded_.get<Stream::record_place>()[slot], 0u) << slot;
        }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Records, each_vector_isa(), isa_name);

TEST(RecordStreams, AreHeldByTheBufferOfAProgramAndNoPartOfItsState) {
    const Program program = advance_on(paths_of(1));
    const AgentBuffer buffer(program);
    for (const Stream stream : program.records()) {
        EXPECT_TRUE(buffer.has(stream)) << name(stream);
        EXPECT_TRUE(std::ranges::none_of(program.streams(),
                                         [&](const StreamUse& use) { return use.stream == stream; }));
    }
    EXPECT_EQ(program.records().size(), 7u);
    EXPECT_TRUE(build({Seek{}, Locomotion{.max_force = 1.0f, .max_speed = 1.0f}}).records().empty());
}

TEST(RecordStreams, ShareNoMemoryAndAreNotForCustomStages) {
    const Program program = advance_on(paths_of(1));
    AgentBuffer buffer = buffer_of(true);
    AgentView view = buffer.view();
    view.bind<Stream::record_x>(buffer.get<Stream::position_x>());
    EXPECT_EQ(run(program, view, Ticks{.dt = dt}).status.code, Code::streams_overlap);
    view.bind<Stream::record_x>(buffer.get<Stream::record_x>().first(8));
    EXPECT_EQ(run(program, view, Ticks{.dt = dt}).status.code, Code::length_mismatch);
    const CustomForce custom{.function = [](void*, const CustomCall&) { return true; },
                             .reads = stream_set(Stream::record_x)};
    EXPECT_EQ(Program::build({custom, Locomotion{.max_force = 1.0f, .max_speed = 1.0f}}).status().code,
              Code::invalid_program);
}

}  // namespace
}  // namespace wend::test
