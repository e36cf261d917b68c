// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Path pools: paths that come, change and go, against sets that are built anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/bit_compare.hpp"
#include "support/guarded_memory.hpp"
#include "support/isas.hpp"
#include "support/path_pools.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr PathPoolSize room{.paths = 40, .points = 400, .longest = 50};

/// The paths of a pool, by number.
class Model {
  public:
    struct Path {
        Points points;
        bool closed = false;
        std::vector<float> offsets;
    };
    std::map<std::uint32_t, Path> paths;

    [[nodiscard]] std::size_t points() const {
        std::size_t sum = 0;
        for (const auto& [number, path] : paths) sum += path.points.size();
        return sum;
    }
    /// A set with all numbers of the pool; those without a path get one that no agent may use.
    [[nodiscard]] PathSet build() const {
        PathSetBuilder builder;
        for (std::uint32_t number = 0; number < room.paths; ++number) {
            const auto at = paths.find(number);
            if (at == paths.end())
                builder.add(Points{{0, 0}, {1, 0}});
            else
                builder.add(at->second.points, at->second.closed, at->second.offsets);
        }
        return *builder.build();
    }
};

/// One random change of a pool and of its model; some are refused by the pool's limits.
void change(PathPool& pool, Model& model, std::uint64_t seed) {
    const auto random = [&](std::uint64_t number, std::uint64_t below) {
        return bits_of(seed, 7, number) % below;
    };
    const auto any_held = [&] {
        return std::next(model.paths.begin(), static_cast<std::ptrdiff_t>(random(0, model.paths.size())))
            ->first;
    };
    const std::size_t count = random(1, 3) == 0 ? 2 + random(2, 49) : 2 + random(2, 9);
    Model::Path path{points_of(seed, count), random(3, 4) == 0, {}};
    if (random(4, 4) == 0)
        for (std::size_t i = 0; i < count; ++i) path.offsets.push_back(signed_value(bits_of(seed, 2, i), 2));
    const bool releases = random(5, 3) == 0, replaces = random(5, 3) == 1;
    if (!model.paths.empty() && releases) {
        const std::uint32_t number = any_held();
        ASSERT_TRUE(pool.release(number).ok());
        model.paths.erase(number);
        return;
    }
    if (!model.paths.empty() && replaces) {
        const std::uint32_t number = any_held();
        const bool fits = model.points() - model.paths[number].points.size() + count <= room.points;
        ASSERT_EQ(pool.replace(number, path.points, path.closed, path.offsets).code,
                  fits ? Code::ok : Code::full_pool);
        if (fits) model.paths[number] = path;
        return;
    }
    const bool fits = model.paths.size() < room.paths && model.points() + count <= room.points;
    const Expected<std::uint32_t> number = pool.add(path.points, path.closed, path.offsets);
    ASSERT_EQ(number.status().code, fits ? Code::ok : Code::full_pool);
    if (!fits) return;
    ASSERT_EQ(model.paths.count(*number), 0u);
    model.paths[*number] = path;
}

void expect_same(const PathSet& expected, const PathSet& actual, const Model& model) {
    for (const auto& [number, path] : model.paths) {
        ASSERT_EQ(actual.node_count(number), expected.node_count(number));
        ASSERT_EQ(actual.closed(number), expected.closed(number));
        for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong}) {
            ASSERT_EQ(actual.length(number, mode), expected.length(number, mode));
            ASSERT_EQ(actual.segment_count(number, mode), expected.segment_count(number, mode));
            for (int i = 0; i < 8; ++i) {
                const double s = expected.length(number, mode) * i / 6;
                const PathLocation a = actual.locate(number, s, mode), b = expected.locate(number, s, mode);
                ASSERT_EQ(a.segment, b.segment);
                ASSERT_EQ(a.distance, b.distance);
            }
        }
        for (std::uint32_t node = 0; node < expected.node_count(number); ++node) {
            ASSERT_EQ(actual.node(number, node).x, expected.node(number, node).x);
            ASSERT_EQ(actual.segment_length(number, node), expected.segment_length(number, node));
            ASSERT_EQ(actual.segment_start(number, node), expected.segment_start(number, node));
            ASSERT_EQ(actual.segment_offset(number, node), expected.segment_offset(number, node));
        }
        for (std::size_t point = 0; point < path.points.size(); ++point)
            ASSERT_EQ(actual.node_of(number, point), expected.node_of(number, point));
    }
}

TEST(PathPool, HoldsWhatASetOfTheSamePathsHolds) {
    PathPool pool = pool_of(room);
    const PathSet paths = pool.paths();
    Model model;
    std::size_t most = 0;
    for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
        ASSERT_NO_FATAL_FAILURE(change(pool, model, seed)) << seed;
        ASSERT_EQ(pool.count(), model.paths.size());
        most = std::max(most, model.points());
        std::size_t nodes = 0;
        for (std::uint32_t number = 0; number < room.paths; ++number) {
            ASSERT_EQ(pool.holds(number), model.paths.count(number) == 1);
            nodes += paths.node_count(number);
        }
        ASSERT_EQ(paths.total_node_count(), nodes);
        if (seed % 20 == 0) {
            ASSERT_NO_FATAL_FAILURE(expect_same(model.build(), paths, model)) << seed;
        }
    }
    EXPECT_GT(most, room.points * 9 / 10);
}

/// Back to random marks, and on from there: as a pool that was never further, numbers included.
TEST(PathPool, RestoresMarks) {
    PathPoolSize size = room;
    size.undone = 150;
    PathPool pool = pool_of(size);
    Model model;
    struct Mark {
        std::uint64_t mark;
        Model model;
    };
    std::vector<Mark> marks;
    int back = 0, too_far = 0;
    for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
        if (bits_of(seed, 8, 0) % 4 != 0) {
            marks.push_back({pool.mark(), model});
            ASSERT_NO_FATAL_FAILURE(change(pool, model, seed)) << seed;
            continue;
        }
        if (marks.empty()) continue;
        const std::size_t steps = std::min(marks.size(), 1 + bits_of(seed, 8, 1) % 80);
        const Mark& to = marks[marks.size() - steps];
        const Status restored = pool.restore(to.mark);
        if (!restored) {
            ASSERT_EQ(message(restored), "the pool has no record of the changes since the mark");
            ++too_far;
        } else {
            model = to.model;
            marks.resize(marks.size() - steps);
            ++back;
        }
        ASSERT_EQ(pool.count(), model.paths.size());
        ASSERT_NO_FATAL_FAILURE(expect_same(model.build(), pool.paths(), model)) << seed;
    }
    EXPECT_GT(back, 100);
    EXPECT_GT(too_far, 10);
}

TEST(PathPool, GivesTheSameNumbersAfterAMark) {
    PathPool pool = pool_of({.paths = 8, .points = 60, .longest = 8, .undone = 200});
    for (std::uint64_t i = 0; i < 5; ++i) (void)*pool.add(points_of(i, 4));
    ASSERT_TRUE(pool.release(3).ok());
    ASSERT_TRUE(pool.release(1).ok());
    const std::uint64_t mark = pool.mark();
    const auto play = [&] {
        std::vector<std::uint32_t> seen;
        for (std::uint64_t i = 0; i < 5; ++i) {
            seen.push_back(*pool.add(points_of(i, 3)));
            seen.push_back(pool.generation(seen.back()));
            if (i == 2) {
                EXPECT_TRUE(pool.release(0).ok());
            }
        }
        return seen;
    };
    const std::vector<std::uint32_t> first = play();
    ASSERT_TRUE(pool.restore(mark).ok());
    EXPECT_EQ(pool.count(), 3u);
    EXPECT_EQ(play(), first);
    EXPECT_EQ(message(pool.restore(pool.mark() + 1)), "the mark is later than the pool's last change");
}

/// Undone one by one, a batch must fit at all times: eight long paths for eight short ones.
TEST(PathPool, RestoresBatches) {
    PathPool pool = pool_of({.paths = 9, .points = 72, .longest = 60, .undone = 400});
    std::vector<std::uint32_t> paths;
    for (std::uint64_t i = 0; i < 9; ++i) paths.push_back(*pool.add(points_of(i, i == 0 ? 56 : 2)));
    const std::uint64_t mark = pool.mark();
    for (std::uint32_t longest = 1; longest < 9; ++longest) {
        Points all;
        std::vector<std::uint32_t> ends;
        for (std::uint32_t path = 0; path < 9; ++path) {
            const Points points = points_of(path, path == longest ? 56 : 2);
            all.insert(all.end(), points.begin(), points.end());
            ends.push_back(static_cast<std::uint32_t>(all.size()));
        }
        ASSERT_TRUE(pool.replace(paths, all, ends).ok());
        ASSERT_EQ(pool.paths().node_count(longest), 56u);
        if (longest % 3 == 0) {
            ASSERT_TRUE(pool.restore(mark).ok());
            ASSERT_EQ(pool.paths().node_count(0), 56u);
            ASSERT_EQ(pool.paths().node_count(longest), 2u);
        }
    }
}

/// Paths that fit the limits fit, whatever was there before: sizes in waves, some of each wave stay.
TEST(PathPool, FitsAnyPathsWithinItsLimits) {
    PathPool pool = pool_of(room);
    std::vector<std::uint32_t> held;
    for (std::uint64_t wave = 0; wave < 400; ++wave) {
        const std::size_t count = 2 + bits_of(1, 0, wave) % 49;
        std::size_t points = 0;
        for (const std::uint32_t number : held) points += pool.paths().node_count(number);
        while (held.size() < room.paths && points + count <= room.points) {
            const Expected<std::uint32_t> number = pool.add(points_of(wave, count));
            ASSERT_TRUE(number.ok()) << message(number.status());
            held.push_back(*number);
            points += count;
        }
        std::vector<std::uint32_t> stay;
        for (const std::uint32_t number : held) {
            if (bits_of(2, wave, number) % 8 == 0)
                stay.push_back(number);
            else
                ASSERT_TRUE(pool.release(number).ok());
        }
        held = stay;
    }
}

TEST(PathPool, GenerationsTellPathsOfOneNumberApart) {
    PathPool pool = pool_of(room);
    const std::uint32_t first = *pool.add(points_of(1, 5));
    EXPECT_EQ(pool.generation(first), 1u);
    EXPECT_TRUE(pool.replace(first, points_of(2, 30)).ok());
    EXPECT_EQ(pool.generation(first), 1u);
    EXPECT_TRUE(pool.release(first).ok());
    EXPECT_EQ(pool.generation(first), 0u);
    EXPECT_EQ(*pool.add(points_of(3, 3)), first);
    EXPECT_EQ(pool.generation(first), 2u);
}

TEST(PathPool, ManyAtOnceAreReplacedAsOneByOne) {
    PathPool many = pool_of(room), single = pool_of(room);
    for (std::uint64_t i = 0; i < 8; ++i) {
        (void)*many.add(points_of(i, 4 + i));
        (void)*single.add(points_of(i, 4 + i));
    }
    const std::vector<std::uint32_t> paths{6, 1, 3};
    Points all;
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t path : paths) {
        const Points points = points_of(100 + path, 3 * path + 2);
        all.insert(all.end(), points.begin(), points.end());
        ends.push_back(static_cast<std::uint32_t>(all.size()));
        ASSERT_TRUE(single.replace(path, points).ok());
    }
    ASSERT_TRUE(many.replace(paths, all, ends).ok());
    for (std::uint32_t path = 0; path < 8; ++path) {
        ASSERT_EQ(many.paths().node_count(path), single.paths().node_count(path));
        for (std::uint32_t node = 0; node < many.paths().node_count(path); ++node)
            ASSERT_EQ(many.paths().node(path, node).x, single.paths().node(path, node).x);
    }
}

TEST(PathPool, RefusesWithNothingChanged) {
    PathPool pool = pool_of({.paths = 3, .points = 20, .longest = 8});
    for (std::uint64_t i = 0; i < 2; ++i) (void)*pool.add(points_of(i, 8));
    const auto keep = [&] {
        std::vector<double> all{static_cast<double>(pool.count())};
        for (std::uint32_t path = 0; path < 3; ++path)
            for (std::uint32_t node = 0; node < pool.paths().node_count(path); ++node)
                all.push_back(pool.paths().node(path, node).x);
        return all;
    };
    const std::vector<double> before = keep();
    const Points bad{{0, 0}, {1, std::numeric_limits<double>::quiet_NaN()}};
    const Points point{{2, 3}, {2, 3}};
    EXPECT_EQ(pool.add({}).status().code, Code::empty_path);
    EXPECT_EQ(pool.add(bad).status().code, Code::bad_point);
    EXPECT_EQ(pool.add(point).status().code, Code::too_few_points);
    EXPECT_EQ(message(pool.add(points_of(1, 9)).status()),
              "the pool's longest: 9 do not fit, it has room for 8");
    EXPECT_EQ(message(pool.add(points_of(1, 5)).status()),
              "the pool's points: 21 do not fit, it has room for 20");
    EXPECT_EQ(pool.replace(0, bad).code, Code::bad_point);
    EXPECT_EQ(pool.replace(0, points_of(1, 9)).code, Code::full_pool);
    EXPECT_EQ(message(pool.replace(2, points_of(1, 3))), "the pool has no path 2");
    EXPECT_EQ(pool.replace(7, points_of(1, 3)).code, Code::unknown_path);
    EXPECT_EQ(pool.release(2).code, Code::unknown_path);

    const Points six = points_of(5, 6);
    const auto many = [&](std::vector<std::uint32_t> paths, std::vector<std::uint32_t> ends) {
        return pool.replace(paths, six, ends).code;
    };
    EXPECT_EQ(many({0, 1}, {3}), Code::length_mismatch);
    EXPECT_EQ(many({0, 0}, {3, 6}), Code::named_twice);
    EXPECT_EQ(many({0, 2}, {3, 6}), Code::unknown_path);
    EXPECT_EQ(many({0, 1}, {3, 7}), Code::empty_path);
    EXPECT_EQ(many({0, 1}, {3, 2}), Code::empty_path);
    EXPECT_EQ(keep(), before);
    EXPECT_TRUE(pool.add(points_of(1, 4)).ok());
    EXPECT_EQ(message(pool.add(points_of(1, 2)).status()),
              "the pool's paths: 4 do not fit, it has room for 3");
}

TEST(PathPool, RefusesSizes) {
    EXPECT_EQ(PathPool::create({.paths = 0, .points = 9, .longest = 3}).status().code, Code::full_pool);
    EXPECT_EQ(PathPool::create({.paths = 1, .points = 9, .longest = 10}).status().code, Code::full_pool);
    EXPECT_EQ(PathPool::create({.paths = 1, .points = 9, .longest = 1}).status().code, Code::full_pool);
    EXPECT_EQ(PathPool::create({.paths = 1u << 27, .points = 1u << 28, .longest = 8}).status().code,
              Code::too_many_nodes);
    EXPECT_EQ(PathPool::memory_size({.paths = 0, .points = 9, .longest = 3}), 0u);
    std::vector<std::byte> memory(PathPool::memory_size(room) - 1);
    EXPECT_EQ(PathPool::create(room, memory).status().code, Code::full_pool);
}

TEST(PathPool, UsesNoOtherMemoryThanTheCallers) {
    const std::size_t size = PathPool::memory_size(room);
    for (std::size_t offset = 0; offset < 9; ++offset) {
        std::vector<std::byte> memory(size + 128, std::byte{0x5a});
        PathPool pool = *PathPool::create(room, std::span(memory).subspan(offset, size));
        Model model;
        const std::uint64_t before = allocations();
        for (std::uint64_t i = 0; i < 40; ++i) {
            const std::array<Point, 3> points{Point{0, 0}, Point{static_cast<double>(i), 1}, Point{5, 5}};
            ASSERT_TRUE(pool.add(points).ok());
            const std::array<Point, 6> longer{Point{1, 0}, Point{2, 1}, Point{3, 5},
                                              Point{1, 0}, Point{2, 1}, Point{3, 5}};
            ASSERT_TRUE(pool.replace(static_cast<std::uint32_t>(i), longer).ok());
        }
        ASSERT_TRUE(pool.release(7).ok());
        EXPECT_EQ(allocations(), before);
        for (std::uint64_t seed = 0; seed < 40; ++seed) (void)pool.add(points_of(seed, 2 + seed));
        for (std::size_t i = 0; i < memory.size(); ++i)
            if (i < offset || i >= offset + size) {
                ASSERT_EQ(memory[i], std::byte{0x5a}) << i;
            }
    }
}

constexpr std::size_t agents = 300;

std::vector<std::byte> snapshot_of(const Program& program, const AgentView& view) {
    std::vector<std::byte> bytes(snapshot_bytes(program, view));
    if (const Status saved = save(program, view, bytes); !saved) throw std::runtime_error(message(saved));
    return bytes;
}

/// Agents on paths of a pool, with records, beside the same agents on a set that is built for each tick: on
/// the caller's thread and on several. Every tenth tick all go back by four, and have the same bits again.
class Agents : public ::testing::TestWithParam<Isa> {
  protected:
    static AgentBuffer buffer_of(const Program& program) {
        AgentBuffer buffer(program);
        buffer.spawn(agents);
        for (std::size_t slot = 0; slot < agents; ++slot) {
            buffer.get<Stream::path>()[slot] = static_cast<std::int32_t>(bits_of(1, 0, slot) % room.paths);
            buffer.get<Stream::position_x>()[slot] = signed_value(bits_of(1, 3, slot), 64);
            buffer.get<Stream::position_y>()[slot] = signed_value(bits_of(1, 4, slot), 64);
        }
        return buffer;
    }

    template <class Make>
    void compare(const Make& make) {
        compare(make, serial_on(GetParam()));
        compare(make, {.isa = GetParam(), .threading = Threading::tbb, .max_threads = 3, .block = 64});
    }

    template <class Make>
    void compare(const Make& make, const Execution& execution) {
        PathPoolSize size = room;
        size.undone = 1'000;
        PathPool pool = pool_of(size);
        const Program program = make(pool.paths());
        AgentBuffer actual = buffer_of(program), expected = buffer_of(program);
        const std::vector<std::int32_t> wanted(expected.get<Stream::path>().begin(),
                                               expected.get<Stream::path>().end());
        Model model;
        std::uint64_t seed = 0;
        struct Then {
            int tick;
            std::uint64_t mark, seed;
            Model model;
            std::vector<std::byte> agents;
        } then{};
        std::vector<std::uint64_t> hashes;
        for (int tick = 0; tick < 60; ++tick) {
            if (tick % 10 == 5 && hashes.size() == static_cast<std::size_t>(tick))
                then = {tick, pool.mark(), seed, model, snapshot_of(program, actual.view())};
            if (tick % 10 == 9 && !then.agents.empty()) {
                ASSERT_TRUE(pool.restore(then.mark).ok());
                for (AgentBuffer* buffer : {&actual, &expected})
                    ASSERT_TRUE(restore(program, buffer->view(), then.agents).ok());
                tick = then.tick;
                seed = then.seed;
                model = then.model;
                then.agents.clear();
            }
            for (int changes = 0; changes < (tick == 0 ? 60 : tick % 4); ++changes)
                ASSERT_NO_FATAL_FAILURE(change(pool, model, seed++));
            // Agents of numbers without a path are on none.
            for (std::size_t slot = 0; slot < agents; ++slot)
                expected.get<Stream::path>()[slot] =
                    model.paths.count(static_cast<std::uint32_t>(wanted[slot])) == 1 ? wanted[slot] : -1;
            const Ticks ticks{.dt = 1.0f / 16};
            const Program rebuilt = make(model.build());
            const Result a = run(rebuilt, expected.view(), ticks, serial_on(Isa::reference));
            const Result b = run(program, actual.view(), ticks, execution);
            ASSERT_TRUE(a.status.ok()) << message(a.status);
            ASSERT_TRUE(same_result(a, b)) << tick;
            StreamSet compared = 0;
            for (const StreamUse& use : program.streams())
                if (use.stream != Stream::path) compared |= stream_set(use.stream);
            const auto difference = first_difference(compared, expected.view(), actual.view());
            ASSERT_TRUE(difference.ok());
            ASSERT_FALSE(*difference)
                << "tick " << tick << ", slot " << (*difference)->slot << ", " << name((*difference)->stream);
            const std::uint64_t hash = state_hash(program, actual.view());
            if (hashes.size() == static_cast<std::size_t>(tick)) hashes.push_back(hash);
            ASSERT_EQ(hash, hashes[static_cast<std::size_t>(tick)]) << tick;
        }
    }
};

TEST_P(Agents, AdvanceAsOnASet) {
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong})
        compare([&](const PathSet& paths) {
            return build({WaypointAdvance{.paths = paths, .mode = mode, .speed = 8.0f}});
        });
    compare([&](const PathSet& paths) {
        return build(
            {WaypointAdvance{.paths = paths, .mode = PathMode::loop, .speed = 8.0f, .ease = Ease::sigmoid}});
    });
}

TEST_P(Agents, FollowAsOnASet) {
    const Locomotion locomotion{.max_force = 50.0f, .max_speed = 20.0f, .mass = 1.0f};
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong})
        for (const bool swept : {false, true})
            compare([&](const PathSet& paths) {
                return build(
                    {PathFollow{.paths = paths, .mode = mode, .radius = 4, .swept = swept}, locomotion});
            });
    compare([&](const PathSet& paths) {
        return build(
            {PathFollow{.paths = paths, .mode = PathMode::once, .slowing_radius = 30.0f}, locomotion});
    });
}

TEST_P(Agents, KeepToCorridorsAsOnASet) {
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong})
        compare([&](const PathSet& paths) {
            return build({CorridorFollow{.paths = paths, .mode = mode},
                          Locomotion{.max_force = 50.0f, .max_speed = 20.0f, .mass = 1.0f}});
        });
}

/// Kernels read nothing beyond the pool's memory.
TEST_P(Agents, ReadNothingBeyondThePool) {
    const std::size_t bytes = (PathPool::memory_size(room) + 63) / 64 * 64;
    for (const Flush flush : {Flush::front, Flush::back}) {
        const GuardedMemory memory(bytes, flush);
        PathPool pool = *PathPool::create(room, std::span(memory.data(), bytes));
        const Locomotion locomotion{.max_force = 50.0f, .max_speed = 20.0f, .mass = 1.0f};
        const Program programs[] = {
            build({WaypointAdvance{.paths = pool.paths(), .mode = PathMode::loop, .speed = 400.0f}}),
            build({PathFollow{.paths = pool.paths(), .mode = PathMode::loop, .radius = 4, .swept = true},
                   locomotion}),
            build({CorridorFollow{.paths = pool.paths(), .mode = PathMode::loop}, locomotion}),
            build({PortalFollow{.paths = pool.paths()}, locomotion})};
        Model model;
        for (std::uint64_t seed = 0; seed < 300; ++seed) ASSERT_NO_FATAL_FAILURE(change(pool, model, seed));
        for (const Program& program : programs) {
            AgentBuffer buffer = buffer_of(program);
            for (const PathStart start : {PathStart::nearest, PathStart::first}) {
                ASSERT_TRUE(start_on_paths(buffer.view(), pool.paths(), PathMode::loop, start).ok());
                const Ticks ticks{.dt = 1.0f / 16, .count = 20};
                ASSERT_TRUE(run(program, buffer.view(), ticks, serial_on(GetParam())).status.ok());
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Agents, each_isa(), isa_name);

TEST(PathPool, RefusesChangesDuringACall) {
    PathPool pool = pool_of(room);
    (void)*pool.add(points_of(1, 4));
    std::vector<Code> seen;
    struct Context {
        PathPool& pool;
        std::vector<Code>& seen;
    } context{pool, seen};
    const CustomForce custom{.function =
                                 [](void* given, const CustomCall&) {
                                     auto& [of, codes] = *static_cast<Context*>(given);
                                     codes = {of.add(points_of(2, 4)).status().code,
                                              of.replace(0, points_of(2, 4)).code, of.release(0).code};
                                     return true;
                                 },
                             .context = &context};
    const Program program =
        build({PathFollow{.paths = pool.paths()}, custom, Locomotion{.max_force = 1.0f, .max_speed = 1.0f}});
    AgentBuffer buffer(program);
    buffer.spawn(1);
    ASSERT_TRUE(run(program, buffer.view(), Ticks{.dt = 1.0f}).status.ok());
    EXPECT_EQ(seen, (std::vector<Code>{Code::pool_in_use, Code::pool_in_use, Code::pool_in_use}));
    EXPECT_EQ(pool.count(), 1u);
    const PreparedRun prepared(program, buffer.view(), Ticks{.dt = 1.0f});
    EXPECT_EQ(message(pool.release(0)), "the pool is in use by a call");
}

TEST(PathPool, MayChangeBehindACall) {
    PathPool pool = pool_of(room);
    (void)*pool.add(points_of(1, 4));
    const Program program =
        build({PathFollow{.paths = pool.paths()}, Locomotion{.max_force = 1.0f, .max_speed = 1.0f}});
    AgentBuffer buffer(program);
    buffer.spawn(100);
    const std::array halves{buffer.view().slice(0, 50), buffer.view().slice(50, 50)};
    ASSERT_TRUE(run(program, buffer.view(), Ticks{.dt = 1.0f}).status.ok());
    ASSERT_TRUE(run_views(program, halves, Ticks{.dt = 1.0f}).status.ok());
    EXPECT_TRUE(pool.release(0).ok());
}

TEST(StartOnPaths, NearestIsTheNearestOfManyPlaces) {
    PathSetBuilder builder;
    for (std::uint64_t path = 0; path < room.paths; ++path)
        builder.add(points_of(path, 2 + path), path % 3 == 0);
    const PathSet paths = *builder.build();
    for (const PathMode mode : {PathMode::once, PathMode::loop}) {
        AgentBuffer buffer({Stream::path, Stream::position_x, Stream::position_y, Stream::segment,
                            Stream::segment_distance, Stream::node, Stream::direction, Stream::finished});
        buffer.spawn(agents);
        for (std::size_t slot = 0; slot < agents; ++slot) {
            buffer.get<Stream::path>()[slot] = static_cast<std::int32_t>(bits_of(1, 0, slot) % room.paths);
            buffer.get<Stream::position_x>()[slot] = signed_value(bits_of(1, 3, slot), 64);
            buffer.get<Stream::position_y>()[slot] = signed_value(bits_of(1, 4, slot), 64);
            buffer.get<Stream::direction>()[slot] = -1;
            buffer.get<Stream::finished>()[slot] = 1;
        }
        ASSERT_TRUE(start_on_paths(buffer.view(), paths, mode, PathStart::nearest).ok());
        for (std::size_t slot = 0; slot < agents; ++slot) {
            const auto path = static_cast<std::size_t>(buffer.get<Stream::path>()[slot]);
            const auto away = [&](PathLocation place) {
                const Point at = paths.at(path, place);
                return std::hypot(at.x - static_cast<double>(buffer.get<Stream::position_x>()[slot]),
                                  at.y - static_cast<double>(buffer.get<Stream::position_y>()[slot]));
            };
            const PathLocation found{buffer.get<Stream::segment>()[slot],
                                     buffer.get<Stream::segment_distance>()[slot]};
            ASSERT_LT(found.segment, paths.segment_count(path, mode));
            for (int i = 0; i <= 1'000; ++i)
                ASSERT_GE(away(paths.locate(path, paths.length(path, mode) * i / 1'000, mode)),
                          away(found) - 1e-9);
            ASSERT_EQ(buffer.get<Stream::node>()[slot], (found.segment + 1) % paths.node_count(path));
            ASSERT_EQ(buffer.get<Stream::direction>()[slot], 1);
            ASSERT_EQ(buffer.get<Stream::finished>()[slot], 0u);
        }
    }
}

TEST(StartOnPaths, AtTheNodeOfTheStream) {
    const PathSet paths =
        *PathSetBuilder().add(Points{{0, 0}, {10, 0}, {10, 10}}).add(Points{{0, 0}, {0, 5}}).build();
    AgentBuffer buffer({Stream::position_x, Stream::path, Stream::node, Stream::segment,
                        Stream::segment_distance, Stream::direction, Stream::finished});
    buffer.spawn(6);
    const std::array<std::int32_t, 6> on{0, 0, 0, 1, -1, 2};
    std::ranges::copy(on, buffer.get<Stream::path>().begin());
    const auto start = [&](PathMode mode, std::array<std::uint32_t, 6> nodes) {
        std::ranges::copy(nodes, buffer.get<Stream::node>().begin());
        std::ranges::fill(buffer.get<Stream::segment>(), 7u);
        std::ranges::fill(buffer.get<Stream::finished>(), 1u);
        return start_on_paths(buffer.view(), paths, mode, PathStart::node);
    };
    const auto expect = [&](std::array<std::uint32_t, 6> segments, std::array<double, 6> distances) {
        for (std::size_t slot = 0; slot < on.size(); ++slot) {
            EXPECT_EQ(buffer.get<Stream::segment>()[slot], segments[slot]) << slot;
            EXPECT_EQ(buffer.get<Stream::segment_distance>()[slot], distances[slot]) << slot;
            EXPECT_EQ(buffer.get<Stream::finished>()[slot], slot < 4 ? 0u : 1u) << slot;
        }
    };
    // Agents without a path keep what they have.
    ASSERT_EQ(message(start(PathMode::once, {0, 1, 2, 1, 9, 9})), "ok");
    expect({0, 1, 1, 0, 7, 7}, {0, 0, 10, 5, 0, 0});
    ASSERT_EQ(message(start(PathMode::loop, {0, 1, 2, 1, 9, 9})), "ok");
    expect({0, 1, 2, 1, 7, 7}, {0, 0, 0, 0, 0, 0});
    EXPECT_EQ(buffer.get<Stream::node>()[2], 2u);
    EXPECT_EQ(buffer.get<Stream::direction>()[2], 1);

    const Status refused = start(PathMode::once, {0, 1, 2, 2, 3, 0});
    EXPECT_EQ(message(refused), "agent 3: node is 2, must be in [0, 2)");
    EXPECT_EQ(buffer.get<Stream::segment>()[0], 7u);
    AgentBuffer without({Stream::position_x, Stream::path, Stream::segment});
    EXPECT_STREQ(start_on_paths(without.view(), paths, PathMode::once, PathStart::node).subject, "node");
}

TEST(StartOnPaths, LeavesOtherAgentsAlone) {
    const PathSet paths = *PathSetBuilder().add(Points{{0, 0}, {10, 0}, {10, 10}}).build();
    AgentBuffer buffer({Stream::path, Stream::position_x, Stream::position_y, Stream::node, Stream::segment});
    buffer.spawn(6);
    const std::array<std::int32_t, 6> on{0, 0, -1, 1, 0, 0};
    std::ranges::copy(on, buffer.get<Stream::path>().begin());
    std::ranges::fill(buffer.get<Stream::node>(), 9u);
    std::ranges::fill(buffer.get<Stream::position_x>(), 9.0f);
    buffer.get<Stream::position_x>()[4] = std::numeric_limits<float>::quiet_NaN();
    std::ranges::fill(buffer.get<Stream::position_y>(), 7.0f);
    const auto nodes = [&] {
        const auto all = buffer.get<Stream::node>();
        return std::vector<std::uint32_t>(all.begin(), all.end());
    };
    const std::array<std::uint8_t, 6> active{1, 0, 1, 1, 1, 1};
    AgentView view = buffer.view();
    ASSERT_TRUE(start_on_paths(view.only(active), paths, PathMode::once, PathStart::nearest).ok());
    EXPECT_EQ(nodes(), (std::vector<std::uint32_t>{2, 9, 9, 9, 9, 2}));
    const std::array<std::uint32_t, 2> slots{5, 1};
    ASSERT_TRUE(start_on_paths(view.only_slots(slots), paths, PathMode::once, PathStart::first).ok());
    EXPECT_EQ(nodes(), (std::vector<std::uint32_t>{2, 0, 9, 9, 9, 0}));

    EXPECT_EQ(
        start_on_paths(view.only(std::span(active).first(5)), paths, PathMode::once, PathStart::first).code,
        Code::bad_selection);
    AgentBuffer without({Stream::node, Stream::position_x});
    EXPECT_STREQ(start_on_paths(without.view(), paths, PathMode::once, PathStart::first).subject, "path");
}

}  // namespace
}  // namespace wend::test
