// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// AgentBuffer and views: memory, ids, and agents that are independent of the presence of others.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <new>
#include <set>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/faultless.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr std::array all_state{Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y,
                               Stream::wander_angle};

TEST(AgentBuffer, ArraysStartOnCacheLines) {
    AgentBuffer buffer{Stream::position_x, Stream::segment_distance, Stream::path};
    for (const std::size_t count : {1, 7, 1000}) {
        buffer.spawn(count);
        const AgentView view = buffer.view();
        for (const Stream stream : {Stream::position_x, Stream::segment_distance, Stream::path, Stream::id})
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(view.column(stream).data) % 64, 0u) << name(stream);
    }
}

TEST(AgentBuffer, HoldsTheRequestedStreamsAndIds) {
    AgentBuffer buffer{Stream::mass};
    EXPECT_EQ(buffer.size(), 0u);
    EXPECT_TRUE(buffer.has(Stream::mass));
    EXPECT_TRUE(buffer.has(Stream::id));
    EXPECT_FALSE(buffer.has(Stream::path));
    buffer.spawn(5);
    EXPECT_EQ(buffer.get<Stream::mass>().size(), 5u);
    EXPECT_TRUE(buffer.get<Stream::path>().empty());
    EXPECT_FALSE(buffer.view().has(Stream::path));
    EXPECT_EQ(buffer.view().column(Stream::mass).count, 5u);
}

// Under UBSan: without memory no call may require some.
TEST(AgentBuffer, SpawningNoAgentsChangesNothing) {
    AgentBuffer agents({Stream::position_x, Stream::direction});
    EXPECT_EQ(agents.spawn(0), 0u);
    EXPECT_EQ(agents.size(), 0u);
    agents.spawn(2);
    EXPECT_EQ(agents.spawn(0), 2u);
}

TEST(AgentBuffer, AnEmptyBufferHasAnEmptyViewThatRuns) {
    const ProgramCase& test = program_case("wander_world_none_values");
    AgentBuffer buffer(test.streams);
    EXPECT_EQ(buffer.view().size(), 0u);
    const Result result = run(test.program, buffer.view(), {.dt = 0.1f, .first_tick = 0});
    EXPECT_TRUE(result.status.ok()) << message(result.status);
}

TEST(AgentBuffer, SpawnedAgentsStartAtZeroWithDirectionAndMassOne) {
    AgentBuffer buffer{Stream::position_x, Stream::direction, Stream::mass, Stream::segment_distance};
    EXPECT_EQ(buffer.spawn(3), 0u);
    buffer.get<Stream::position_x>()[2] = 9;
    buffer.remove(2);
    EXPECT_EQ(buffer.spawn(2), 2u);
    for (std::size_t slot = 0; slot < buffer.size(); ++slot) {
        EXPECT_EQ(buffer.get<Stream::position_x>()[slot], 0.0f);
        EXPECT_EQ(buffer.get<Stream::segment_distance>()[slot], 0.0);
        EXPECT_EQ(buffer.get<Stream::direction>()[slot], 1);
        EXPECT_EQ(buffer.get<Stream::mass>()[slot], 1.0f);
    }
}

TEST(AgentBuffer, InitialValuesAreLegalInEveryProgram) {
    for (const ProgramCase& test : verify::program_cases()) {
        AgentBuffer agents(test.program);
        agents.spawn(3);
        EXPECT_TRUE(faultless(run(test.program, agents.view(), {.dt = test.dt, .first_tick = 0})))
            << test.name;
    }
    for (const StreamInfo& stream : stream_infos)
        EXPECT_EQ(stream.initial == -1, is_slot_stream(*find_stream(stream.name))) << stream.name;
}

TEST(AgentBuffer, GrowingKeepsContents) {
    AgentBuffer buffer{Stream::position_x, Stream::segment_distance};
    for (std::uint32_t round = 0; round < 300; ++round) {
        const std::size_t slot = buffer.spawn();
        buffer.get<Stream::position_x>()[slot] = static_cast<float>(round);
        buffer.get<Stream::segment_distance>()[slot] = round * 0.5;
    }
    buffer.reserve(100'000);
    EXPECT_GE(buffer.capacity(), 100'000u);
    ASSERT_EQ(buffer.size(), 300u);
    for (std::uint32_t slot = 0; slot < 300; ++slot) {
        EXPECT_EQ(buffer.get<Stream::position_x>()[slot], static_cast<float>(slot));
        EXPECT_EQ(buffer.get<Stream::segment_distance>()[slot], slot * 0.5);
        EXPECT_EQ(buffer.get<Stream::id>()[slot], slot);
    }
}

TEST(AgentBuffer, ReservingLessChangesNothing) {
    AgentBuffer buffer{Stream::mass};
    buffer.spawn(100);
    const std::size_t capacity = buffer.capacity();
    buffer.reserve(10);
    EXPECT_EQ(buffer.size(), 100u);
    EXPECT_EQ(buffer.capacity(), capacity);
}

TEST(AgentBuffer, RemovingMovesTheLastAgentWithItsId) {
    AgentBuffer buffer{Stream::position_x};
    buffer.spawn(10);
    for (std::size_t slot = 0; slot < 10; ++slot)
        buffer.get<Stream::position_x>()[slot] = static_cast<float>(slot);
    buffer.remove(3);
    ASSERT_EQ(buffer.size(), 9u);
    EXPECT_EQ(buffer.get<Stream::id>()[3], 9u);
    EXPECT_EQ(buffer.get<Stream::position_x>()[3], 9.0f);
    buffer.remove(8);
    EXPECT_EQ(buffer.get<Stream::id>()[7], 7u);
    buffer.spawn(1);
    EXPECT_EQ(buffer.get<Stream::id>()[8], 10u) << "ids are never reused";
    while (buffer.size() > 0) buffer.remove(0);
    EXPECT_EQ(buffer.spawn(2), 0u);
    EXPECT_EQ(buffer.get<Stream::id>()[1], 12u);
}

TEST(AgentBuffer, GivesOutNoIdOfALoadedAgent) {
    AgentBuffer buffer{Stream::position_x};
    buffer.spawn(2);
    buffer.get<Stream::id>()[0] = 2;
    buffer.get<Stream::id>()[1] = 1;
    EXPECT_EQ(buffer.next_id(), 2u);
    buffer.set_next_id(3);
    buffer.spawn();
    EXPECT_EQ(std::as_const(buffer).get<Stream::id>()[2], 3u);
    EXPECT_EQ(buffer.next_id(), 4u);
    EXPECT_EQ(buffer.slot_of(2), 0u);
    EXPECT_EQ(buffer.slot_of(1), 1u);
    EXPECT_EQ(buffer.slot_of(3), 2u);
    EXPECT_EQ(buffer.slot_of(0), 3u);
    EXPECT_FALSE(buffer.view().column(Stream::id).writable);
}

/// Against a map of the test's, through everything that moves agents or changes ids.
TEST(AgentBuffer, FindsAgentsByTheirIds) {
    AgentBuffer buffer{Stream::position_x, Stream::position_y};
    std::map<std::uint32_t, float> places;  // ids are unique
    const auto place = [&](std::size_t begin) {
        for (std::size_t slot = begin; slot < buffer.size(); ++slot) {
            const std::uint32_t id = std::as_const(buffer).get<Stream::id>()[slot];
            const float x = signed_value(bits_of(9, id, 3), 50);
            buffer.get<Stream::position_x>()[slot] = x;
            places[id] = x;
        }
    };
    const auto check = [&](std::uint32_t id) {
        const std::size_t slot = buffer.slot_of(id);
        ASSERT_EQ(slot == buffer.size(), !places.contains(id)) << "id " << id;
        if (slot == buffer.size()) return;
        EXPECT_EQ(std::as_const(buffer).get<Stream::id>()[slot], id);
        EXPECT_EQ(buffer.get<Stream::position_x>()[slot], places.at(id));
    };
    std::vector<std::byte> snapshot;
    std::map<std::uint32_t, float> saved;
    for (std::uint64_t step = 0; step < 3000; ++step) {
        const std::uint64_t draw = bits_of(77, step, 0);
        if (draw % 5 < 2 || buffer.size() == 0) {
            place(buffer.spawn(1 + draw / 7 % 9));
        } else if (draw % 5 < 4) {
            for (std::uint64_t i = 0; i < draw / 7 % 9 && buffer.size() != 0; ++i) {
                const std::size_t slot = (draw / 100 + i) % buffer.size();
                places.erase(std::as_const(buffer).get<Stream::id>()[slot]);
                buffer.remove(slot);
            }
        } else if (draw / 7 % 40 == 0) {
            buffer.make_workspace(program_case("flock").program);
            EXPECT_TRUE(sort_by_cell(buffer, 5).ok());
        } else if (draw / 7 % 40 == 1) {
            // An id of the caller's.
            const std::size_t slot = draw / 300 % buffer.size();
            places.erase(buffer.get<Stream::id>()[slot]);
            buffer.get<Stream::id>()[slot] = 0xffff'0000u + static_cast<std::uint32_t>(step);
            place(slot);
        } else if (draw / 7 % 40 == 2) {
            snapshot.resize(buffer.snapshot_bytes());
            ASSERT_TRUE(buffer.save(snapshot).ok());
            saved = places;
        } else if (draw / 7 % 40 == 3 && !snapshot.empty()) {
            ASSERT_TRUE(buffer.restore(snapshot).ok());
            places = saved;
        }
        ASSERT_EQ(buffer.size(), places.size());
        check(static_cast<std::uint32_t>(bits_of(78, step, 0) % (buffer.next_id() + 2)));
        if (!places.empty())
            check(std::next(places.begin(), static_cast<std::ptrdiff_t>(draw % places.size()))->first);
    }
    for (std::uint32_t id = 0; id < buffer.next_id(); ++id) check(id);
}

TEST(AgentBuffer, MovesAsAWhole) {
    AgentBuffer first{Stream::mass};
    first.spawn(4);
    AgentBuffer second = std::move(first);
    EXPECT_EQ(second.size(), 4u);
    AgentBuffer third{Stream::path};
    third = std::move(second);
    EXPECT_EQ(third.size(), 4u);
    EXPECT_TRUE(third.has(Stream::mass));
    EXPECT_FALSE(third.has(Stream::path));
}

constexpr std::size_t impossible_counts[] = {
    std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max() / 4,
    std::numeric_limits<std::size_t>::max() / 8 + 1, std::size_t{1} << 62, std::size_t{1} << 61};

TEST(AgentBuffer, RefusesMoreAgentsThanMemoryCanHold) {
    AgentBuffer buffer{Stream::mass, Stream::segment_distance};
    buffer.spawn(3);
    buffer.get<Stream::mass>()[2] = 5;
    for (const std::size_t count : impossible_counts) {
        EXPECT_THROW(buffer.reserve(count), std::bad_alloc) << count;
        EXPECT_THROW(buffer.spawn(count), std::bad_alloc) << count;
        EXPECT_EQ(buffer.size(), 3u);
        EXPECT_EQ(buffer.get<Stream::mass>()[2], 5.0f);
    }
}

TEST(AgentBuffer, IsEmptyAfterAMove) {
    AgentBuffer moved{Stream::mass};
    moved.spawn(4);
    const AgentBuffer taken = std::move(moved);
    // NOLINTBEGIN(bugprone-use-after-move): the header documents it
    EXPECT_EQ(moved.size(), 0u);
    EXPECT_EQ(moved.capacity(), 0u);
    EXPECT_FALSE(moved.has(Stream::mass));
    EXPECT_TRUE(moved.get<Stream::mass>().empty());
    EXPECT_FALSE(moved.view().has(Stream::id));
    moved = AgentBuffer{Stream::path};
    EXPECT_EQ(moved.spawn(2), 0u);
    // NOLINTEND(bugprone-use-after-move)
}

/// In debug builds an assertion; otherwise the documented result.
template <class Call>
void expect_refused(Call call) {
#if defined(NDEBUG)
    call();
#else
    EXPECT_DEATH(call(), "Assertion");
#endif
}

TEST(AgentBufferDeathTest, MisuseChangesNothing) {
    AgentBuffer buffer{Stream::mass};
    expect_refused([&] { buffer.remove(0); });
    buffer.spawn(3);
    expect_refused([&] { buffer.remove(3); });
    expect_refused([&] { buffer.remove(std::numeric_limits<std::size_t>::max()); });
    EXPECT_EQ(buffer.size(), 3u);
    const AgentBuffer taken = std::move(buffer);
    expect_refused([&] { EXPECT_EQ(buffer.spawn(2), 0u); });  // NOLINT(bugprone-use-after-move)
    expect_refused([&] { buffer.reserve(2); });               // NOLINT(bugprone-use-after-move)
    expect_refused([&] { buffer.remove(0); });                // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(buffer.size(), 0u);                             // NOLINT(bugprone-use-after-move)
    expect_refused([] { EXPECT_FALSE(AgentBuffer({static_cast<Stream>(99)}).has(static_cast<Stream>(99))); });
}

TEST(AgentView, EnumeratorsOutOfRangeAreNoStreams) {
    std::vector<float> x(3);
    AgentView view;
    for (const std::size_t number : {stream_count, std::size_t{99}, std::size_t{128}, std::size_t{255}}) {
        const auto stream = static_cast<Stream>(number);
        EXPECT_EQ(view.bind(stream, {x.data(), 3, ElementType::f32, true}).code, Code::unknown_stream);
        EXPECT_FALSE(view.has(stream));
        EXPECT_EQ(view.column(stream).data, nullptr);
        EXPECT_TRUE(name(stream).empty());
    }
}

// An empty vector's data() may be null: it is bound all the same.
TEST(AgentView, AnEmptyRangeIsAStreamOfLengthZero) {
    const ProgramCase& test = program_case("wander_world_none_values");
    AgentBuffer agents(test.streams);
    std::vector<float> empty;
    AgentView view = agents.view();
    view.bind<Stream::mass>(empty);
    EXPECT_TRUE(view.has(Stream::mass));
    EXPECT_TRUE(view.slice(0, 0).has(Stream::mass));
    agents.spawn(3);
    const std::vector<std::uint32_t> no_ids;
    const Result result =
        run(test.program, AgentView(agents.view()).bind<Stream::id>(no_ids), {.dt = 0.1f, .first_tick = 0});
    EXPECT_EQ(result.status.code, Code::length_mismatch) << message(result.status);
}

TEST(AgentView, StateWithoutMemoryHasNoHash) {
    const ProgramCase& test = program_case("wander_world_none_values");
    AgentBuffer agents(test.streams);
    agents.spawn(3);
    EXPECT_NE(state_hash(test.program, agents.view()), 0u);
    for (const Stream stream : {Stream::position_x, Stream::id}) {
        AgentView view = agents.view();
        ASSERT_TRUE(view.bind(stream, {nullptr, 3, info(stream).element, true}).ok());
        EXPECT_EQ(state_hash(test.program, view), 0u) << name(stream);
        EXPECT_EQ(run(test.program, view, {.dt = 0.1f, .first_tick = 0}).status.code, Code::missing_stream);
    }
}

/// Every agent's state by id.
using States = std::map<std::uint32_t, std::array<std::uint32_t, all_state.size()>>;

States states_of(AgentBuffer& buffer) {
    States states;
    const AgentView view = buffer.view();
    for (std::size_t slot = 0; slot < buffer.size(); ++slot)
        for (std::size_t i = 0; i < all_state.size(); ++i)
            std::memcpy(&states[buffer.get<Stream::id>()[slot]][i],
                        static_cast<const std::byte*>(view.column(all_state[i]).data) + 4 * slot, 4);
    return states;
}

void place(AgentBuffer& buffer, std::size_t begin) {
    for (std::size_t slot = begin; slot < buffer.size(); ++slot) {
        const std::uint32_t id = buffer.get<Stream::id>()[slot];
        buffer.get<Stream::position_x>()[slot] = signed_value(bits_of(1, 0, id), 64);
        buffer.get<Stream::position_y>()[slot] = signed_value(bits_of(1, 1, id), 64);
        buffer.get<Stream::velocity_x>()[slot] = signed_value(bits_of(1, 2, id), 2);
        buffer.get<Stream::velocity_y>()[slot] = signed_value(bits_of(1, 3, id), 2);
    }
}

void sort_by_position(AgentBuffer& buffer) {
    // Selection sort: slow, but it swaps whole agents in a few lines.
    const AgentView view = buffer.view();
    const auto swap = [&](std::size_t a, std::size_t b) {
        for (std::size_t i = 0; i < stream_count; ++i) {
            const Column& column = view.column(static_cast<Stream>(i));
            if (column.data == nullptr) continue;
            const std::size_t width = size_of(column.element);
            auto* const bytes = static_cast<std::byte*>(column.data);
            std::swap_ranges(bytes + a * width, bytes + (a + 1) * width, bytes + b * width);
        }
    };
    const auto x = buffer.get<Stream::position_x>();
    for (std::size_t i = 0; i < x.size(); ++i)
        swap(i, static_cast<std::size_t>(std::min_element(x.begin() + i, x.end()) - x.begin()));
}

TEST(Identity, SpawningRemovingAndSortingDoNotAffectOtherAgents) {
    const Program& program = program_case("wander_heading_none_values").program;
    AgentBuffer undisturbed(all_state);
    AgentBuffer disturbed(all_state);
    undisturbed.spawn(500);
    disturbed.spawn(500);
    place(undisturbed, 0);
    place(disturbed, 0);
    std::set<std::uint32_t> removed;
    for (std::uint64_t tick = 0; tick < 40; ++tick) {
        const Ticks ticks{.dt = 0.05f, .first_tick = tick, .seed = 3};
        ASSERT_TRUE(faultless(run(program, undisturbed.view(), ticks)));
        ASSERT_TRUE(faultless(run(program, disturbed.view(), ticks)));
        if (tick % 3 == 0) {
            const std::size_t slot = bits_of(tick, 0, 0) % disturbed.size();
            removed.insert(disturbed.get<Stream::id>()[slot]);
            disturbed.remove(slot);
        }
        if (tick % 5 == 0) place(disturbed, disturbed.spawn(17));
        if (tick % 7 == 0) sort_by_position(disturbed);
    }
    const States expected = states_of(undisturbed);
    const States actual = states_of(disturbed);
    std::size_t compared = 0;
    for (const auto& [id, state] : expected) {
        if (removed.contains(id)) {
            EXPECT_FALSE(actual.contains(id)) << "agent " << id;
            continue;
        }
        ASSERT_TRUE(actual.contains(id)) << "agent " << id;
        EXPECT_EQ(actual.at(id), state) << "agent " << id;
        ++compared;
    }
    EXPECT_GT(compared, 480u);
}

TEST(AgentView, BindsRangesOfTheStreamsType) {
    std::vector<float> x(5), y(5);
    const std::vector<std::uint32_t> ids(5, 7);
    double distances[5] = {};
    AgentView view(12);
    view.bind<Stream::position_x>(x)
        .bind<Stream::position_y>(std::span(y))
        .bind<Stream::id>(ids)
        .bind<Stream::segment_distance>(distances);
    EXPECT_EQ(view.size(), 5u);
    EXPECT_EQ(view.first_id(), 12u);
    EXPECT_EQ(view.get<Stream::position_y>().data(), y.data());
    EXPECT_EQ(view.get<Stream::id>()[4], 7u);
    EXPECT_TRUE(view.column(Stream::position_x).writable);
    EXPECT_FALSE(view.column(Stream::id).writable);
    EXPECT_FALSE(view.has(Stream::mass));
    EXPECT_TRUE(view.get<Stream::mass>().empty());
}

template <class Range>
concept Bindable = requires(AgentView view, Range&& range) {
    view.bind<Stream::position_x>(std::forward<Range>(range));
};
// The view would outlive the elements.
static_assert(!Bindable<std::vector<float>>);
static_assert(!Bindable<std::array<float, 3>>);
static_assert(Bindable<std::vector<float>&>);
static_assert(Bindable<const std::vector<float>&>);
static_assert(Bindable<float (&)[3]>);
static_assert(Bindable<std::span<float>>);

TEST(AgentView, HandsOutWritableElementsOnlyOfWritableMemory) {
    std::vector<float> x(3);
    const std::vector<float> y(3);
    AgentView view;
    view.bind<Stream::position_x>(x).bind<Stream::position_y>(y);
    static_assert(std::is_same_v<decltype(view.get<Stream::position_x>()), std::span<const float>>);
    EXPECT_EQ(view.get_writable<Stream::position_x>().data(), x.data());
    EXPECT_EQ(view.get<Stream::position_y>().data(), y.data());
    EXPECT_TRUE(view.get_writable<Stream::position_y>().empty());
    EXPECT_TRUE(view.get_writable<Stream::mass>().empty());
}

TEST(AgentView, SlicesKeepIds) {
    std::vector<float> x(100);
    std::vector<double> distances(100);
    AgentView view(5);
    view.bind<Stream::position_x>(x).bind<Stream::segment_distance>(distances);
    const AgentView slice = view.slice(10, 20).slice(1, 3);
    EXPECT_EQ(slice.size(), 3u);
    EXPECT_EQ(slice.first_id(), 16u);
    EXPECT_EQ(slice.get<Stream::position_x>().data(), x.data() + 11);
    EXPECT_EQ(slice.get<Stream::segment_distance>().data(), distances.data() + 11);
}

}  // namespace
}  // namespace wend::test
