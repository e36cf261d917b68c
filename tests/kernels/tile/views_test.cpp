// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Many views in one call whose agents look at others: all views as one array, and small worlds of their own.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/neighbour_scenes.hpp"
#include "support/program_cases.hpp"
#include "support/thread_pool.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 400;
constexpr std::uint32_t first_id = 1000;

Ticks ticks_of(const ProgramCase& test) { return {.dt = test.dt, .count = 3, .first_tick = 5, .seed = 3}; }

class Views : public ::testing::TestWithParam<Isa> {
  protected:
    [[nodiscard]] static Execution serial() { return serial_on(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(AllIsas, Views, each_isa(), isa_name);

/// The agents [begin, begin + size) as a view of its own.
AgentView part_of(const AgentView& whole, std::size_t begin, std::size_t size, std::uint32_t id) {
    AgentView part(id);
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        if (!whole.has(stream)) continue;
        Column column = whole.column(stream);
        column.data = static_cast<std::byte*>(column.data) + begin * column.step();
        column.count = size;
        EXPECT_TRUE(part.bind(stream, column));
    }
    return part;
}

/// Calls use(begin, size) for parts of 0 to 130 agents, which are all agents.
template <class Use>
void for_each_part(const Use& use) {
    for (std::size_t begin = 0, size = 1; begin < agents; begin += size, size = size * 3 % 131) {
        if (begin % 5 == 0) use(begin, std::size_t{0});
        use(begin, std::min(size, agents - begin));
    }
    use(agents, std::size_t{0});
}

/// A population's streams with a gap behind each element.
class Spread {
  public:
    explicit Spread(Population& population) : whole_(population.view()) {
        for (const Stream stream : population.streams()) {
            const std::size_t size = size_of(info(stream).element);
            auto& memory = memory_[static_cast<std::size_t>(stream)];
            memory.resize(population.size() * size / 2);
            for (std::size_t slot = 0; slot < population.size(); ++slot)
                std::memcpy(at(stream, slot), population.data(stream) + slot * size, size);
            EXPECT_TRUE(whole_.bind(
                stream, Column{memory.data(), population.size(), info(stream).element, true, 2 * size}));
        }
    }

    [[nodiscard]] const AgentView& view() const { return whole_; }
    void copy_to(Population& population, std::size_t begin, std::size_t size) {
        for (const Stream stream : population.streams())
            for (std::size_t slot = begin; slot < begin + size; ++slot)
                population.set_bytes(stream, slot, at(stream, slot));
    }

  private:
    [[nodiscard]] std::byte* at(Stream stream, std::size_t slot) {
        return reinterpret_cast<std::byte*>(memory_[static_cast<std::size_t>(stream)].data()) +
               2 * slot * size_of(info(stream).element);
    }

    AgentView whole_;
    std::array<std::vector<std::uint32_t>, stream_count> memory_;
};

/// The same of a result whose faults are counted by view.
::testing::AssertionResult same_result_of_views(const Result& expected, const Result& actual,
                                                std::span<const std::size_t> first_slots) {
    Result joined = actual;
    if (actual.faults != 0) joined.first_fault += first_slots[actual.first_fault_view];
    joined.first_fault_view = 0;
    return same_result(expected, joined);
}

/// All views of a call as one array: ragged, empty and strided ones, with ids and without, on any threads.
TEST_P(Views, ThatSeeAllViewsAreOneArray) {
    ThreadPool pool(3);
    std::size_t number = 0;
    for (const ProgramCase& test : program_cases()) {
        if (!test.program.looks_at_others()) continue;
        SCOPED_TRACE(test.name);
        for (const bool with_ids : {false, true}) {
            const Population start = test.population(agents, 4, Values::faulty, 0, with_ids);
            Population expected = start;
            const Result result = run(test.program, expected.view(first_id), ticks_of(test), serial());
            ASSERT_TRUE(result.status.ok()) << message(result.status);
            // Each of them with some of the cases.
            constexpr std::array all_threads{Threading::serial, Threading::tbb, Threading::callback};
            const Threading threading = all_threads[number++ % all_threads.size()];
            Population actual = start;
            Population behind = start;
            Spread spread(behind);
            std::vector<AgentView> views;
            std::vector<std::size_t> first_slots;
            for_each_part([&](std::size_t begin, std::size_t size) {
                const AgentView& whole = views.size() % 3 == 1 ? spread.view() : actual.view();
                views.push_back(part_of(whole, begin, size, first_id + static_cast<std::uint32_t>(begin)));
                first_slots.push_back(begin);
            });
            std::vector<float> memory(workspace_size(test.program, views) + 1);
            Execution execution = serial();
            execution.threading = threading;
            execution.grain = 64;
            execution.jobs = pool.jobs();
            const Result of_views =
                run_views(test.program, views, ticks_of(test), execution,
                          {.see = See::all_views, .workspace = std::span(memory).subspan(1)});
            ASSERT_TRUE(of_views.status.ok()) << message(of_views.status);
            for (std::size_t i = 1; i < views.size(); i += 3)
                spread.copy_to(actual, first_slots[i], views[i].size());
            EXPECT_TRUE(same_bits(expected, actual));
            EXPECT_TRUE(same_result_of_views(result, of_views, first_slots));
        }
    }
}

TEST_P(Views, ThatSeeAllViewsInAnyOrderOfIds) {
    const ProgramCase& test = program_case("flock");
    const Population start = test.population(100, 4, Values::ordinary);
    Population expected = start;
    std::vector<std::uint32_t> ids(100);
    for (std::uint32_t i = 0; i < 100; ++i) ids[i] = i < 40 ? 4294967290u + i : i < 70 ? 200 + i : 70 + i;
    ASSERT_TRUE(
        faultless(run(test.program, expected.view().bind<Stream::id>(ids), ticks_of(test), serial())));
    Population actual = start;
    std::vector<AgentView> views;
    for (const std::size_t begin : {0u, 40u, 70u})
        views.push_back(part_of(actual.view(), begin, begin == 0 ? 40 : 30, ids[begin]));
    std::vector<float> memory(workspace_size(test.program, views));
    const ViewOptions options{.see = See::all_views, .workspace = memory};
    ASSERT_TRUE(faultless(run_views(test.program, views, ticks_of(test), serial(), options)));
    EXPECT_TRUE(same_bits(expected, actual));
    views[1] = part_of(actual.view(), 40, 30, 139);
    EXPECT_EQ(message(run_views(test.program, views, ticks_of(test), serial(), options).status),
              "with see = all_views, ids are unique over the views (first_id): view 2 and view 1");
    views[1] = part_of(actual.view(), 40, 30, 4294967289u);
    EXPECT_EQ(run_views(test.program, views, ticks_of(test), serial(), options).status.code, Code::bad_views);
    EXPECT_TRUE(same_bits(expected, actual)) << "refused before anything is written";
}

/// Selected agents of some views, and slots that are out of range.
TEST_P(Views, ThatSeeAllViewsAndSelectAgents) {
    for (const char* name : {"flock_and_hunt", "orca"}) {
        const ProgramCase& test = program_case(name);
        SCOPED_TRACE(name);
        const Population start = test.population(200, 4, Values::faulty);
        std::vector<std::uint8_t> active(200, 1);
        std::vector<std::uint64_t> bits{0x0123456789abcdef};
        const std::vector<std::uint32_t> slots{49, 3, 7};
        for (std::size_t i = 0; i < 50; ++i) {
            active[i] = i % 3 == 0;
            active[50 + i] = (bits[0] >> i & 1) != 0;
            active[150 + i] = i == 49 || i == 3 || i == 7;
        }
        Population expected = start;
        const Result result =
            run(test.program, expected.view(first_id).only(active), ticks_of(test), serial());
        Population actual = start;
        std::vector<AgentView> views;
        for (std::size_t begin = 0; begin < 200; begin += 50)
            views.push_back(part_of(actual.view(), begin, 50, first_id + static_cast<std::uint32_t>(begin)));
        views[0].only(std::span(active).first(50));
        views[1].only_bits(bits);
        views[3].only_slots(slots);
        std::vector<float> memory(workspace_size(test.program, views));
        const ViewOptions options{.see = See::all_views, .workspace = memory};
        const Result of_views = run_views(test.program, views, ticks_of(test), serial(), options);
        EXPECT_TRUE(same_result_of_views(result, of_views, std::array<std::size_t, 4>{0, 50, 100, 150}));
        EXPECT_TRUE(same_bits(expected, actual));
        const std::vector<std::uint32_t> out_of_range{3, 60};
        views[0].only_slots(out_of_range);
        const Result faulty = run_views(test.program, views, ticks_of(test), serial(), options);
        EXPECT_GE(faulty.faults, 3u);
        EXPECT_EQ(faulty.first_fault_view, 0u);
    }
}

/// An input in the memory of a written stream changes from tick to tick.
TEST_P(Views, ThatSeeAllViewsWithInputsThatChange) {
    const Program program = build({Separation{.radius = 20}, Seek{}, vehicle});
    const Population start = crowd(program, 120, 60, 60);
    const auto bind = [](AgentView view) {
        static_cast<void>(view.bind(Stream::target_x, view.column(Stream::position_y)));
        return view;
    };
    const Ticks ticks{.dt = 0.1f, .count = 4, .first_tick = 0};
    Population expected = start;
    ASSERT_TRUE(faultless(run(program, bind(expected.view()), ticks, serial())));
    Population actual = start;
    std::vector<AgentView> views{bind(part_of(actual.view(), 0, 50, 0)),
                                 bind(part_of(actual.view(), 50, 70, 0))};
    std::vector<float> memory(workspace_size(program, views));
    ASSERT_TRUE(
        faultless(run_views(program, views, ticks, serial(), {.see = See::all_views, .workspace = memory})));
    EXPECT_TRUE(same_bits(expected, actual));
}

TEST(ViewsThatSeeAllViews, AreRefusedBeforeAnythingIsWritten) {
    const Program program = build({Separation{.radius = 20}, vehicle});
    const Population start = crowd(program, 100, 60, 60, 0, 0, {Stream::groups});
    Population agents_now = start;
    const AgentView whole = agents_now.view();
    const std::vector<AgentView> views{part_of(whole, 0, 50, 0), part_of(whole, 50, 50, 50)};
    std::vector<float> memory(workspace_size(program, views));
    const ViewOptions options{.see = See::all_views, .workspace = memory};
    const Ticks ticks{.dt = 0.1f, .first_tick = 0};
    const auto refusal = [&](const std::vector<AgentView>& given, const ViewOptions& with) {
        const Result result = run_views(program, given, ticks, {}, with);
        return message(result.status);
    };
    EXPECT_EQ(
        refusal(views, {.see = See::all_views, .workspace = std::span(memory).first(memory.size() - 1)}),
        "with see = all_views, run_views needs a workspace of " + std::to_string(memory.size()) +
            " floats, the given one has " + std::to_string(memory.size() - 1));
    EXPECT_EQ(refusal({views[0], part_of(whole, 50, 50, 50).look_at(whole)}, options),
              "views with see = all_views name no others (look_at): view 1");
    AgentView without_groups(50);
    for (const Stream stream : agents_now.streams())
        if (stream != Stream::groups) {
            ASSERT_TRUE(without_groups.bind(stream, views[1].column(stream)));
        }
    EXPECT_EQ(
        refusal({views[0], without_groups}, options),
        "with see = all_views, all views with agents bind the same optional streams: view 1 and view 0");
    EXPECT_EQ(refusal(views, {.see = See::all_views, .workspace = agents_now.all<Stream::velocity_x>()}),
              "workspace and velocity_x share memory");
    const std::vector<ViewStart> starts(2);
    EXPECT_EQ(refusal(views, {.see = See::all_views, .workspace = memory, .starts = starts}),
              "with see = all_views, all views have one start");
    EXPECT_EQ(refusal(views, {.starts = std::span(starts).first(1)}),
              "there is one start a view, or none: 1 for 2 views");
    EXPECT_TRUE(same_bits(start, agents_now));
    EXPECT_EQ(refusal(views, options), "ok");
    EXPECT_EQ(refusal({}, {.see = See::all_views}), "ok");
    EXPECT_EQ(workspace_size(program_case("seek_none_values").program, views), 0u);
}

/// Views that each see themselves, of 1 to 130 agents, have the bits of calls of their own. Their ids are the
/// same.
TEST_P(Views, ThatSeeThemselvesAreWorlds) {
    ThreadPool pool(3);
    for (const ProgramCase& test : program_cases()) {
        if (!test.program.looks_at_others()) continue;
        SCOPED_TRACE(test.name);
        for (const bool with_ids : {false, true}) {
            const Population start =
                test.population(agents, 4, with_ids ? Values::ordinary : Values::faulty, 0, with_ids);
            std::vector<float> memory(2 * largest_workspace(agents));
            const auto rooms_of = [&](const AgentView& whole) {
                std::vector<AgentView> rooms;
                float* next = memory.data();
                for_each_part([&](std::size_t begin, std::size_t size) {
                    rooms.push_back(part_of(whole, begin, size, first_id));
                    const std::size_t words = workspace_size(test.program, rooms.back());
                    rooms.back().workspace({next, words});
                    next += words;
                });
                return rooms;
            };
            Population expected = start;
            Result result;
            for (const AgentView& room : rooms_of(expected.view())) {
                const Result one = run(test.program, room, ticks_of(test), serial());
                ASSERT_TRUE(one.status.ok()) << message(one.status);
                if (result.faults == 0) result.first_fault = one.first_fault;
                result.faults += one.faults;
                result.capped += one.capped;
            }

            Population actual = start;
            Execution execution = serial();
            execution.threading = with_ids ? Threading::callback : Threading::serial;
            execution.grain = 4000;
            execution.jobs = pool.jobs();
            Result of_views = run_views(test.program, rooms_of(actual.view()), ticks_of(test), execution);
            ASSERT_TRUE(of_views.status.ok()) << message(of_views.status);
            EXPECT_TRUE(same_bits(expected, actual));
            of_views.first_fault_view = 0;
            EXPECT_TRUE(same_result(result, of_views));
        }
    }
}

/// Agents of several worlds on one spot, in which others stand too.
TEST_P(Views, ThatSeeThemselvesAlonePushApartThoseOfOneSpot) {
    for (const Separation& stage : {Separation{.radius = 5, .cos_field_of_view = -1},
                                    Separation{.radius = 5, .cos_field_of_view = -1, .max_neighbours = 3}}) {
        const Program program = build({stage, vehicle});
        const Population start = crowd(program, 64, 0, 0);
        Population expected = start;
        Population actual = start;
        std::vector<float> memory(2 * largest_workspace(64));
        const auto rooms_of = [&](const AgentView& whole) {
            std::vector<AgentView> rooms;
            for (std::size_t begin = 0; begin < 64; begin += 4)
                rooms.push_back(part_of(whole, begin, 4, 0)
                                    .workspace(std::span(memory).subspan(2 * begin * 21, 4 * 21 + 18)));
            return rooms;
        };
        const Ticks ticks{.dt = 0.1f, .count = 3, .first_tick = 9, .seed = 5};
        for (const AgentView& room : rooms_of(expected.view()))
            ASSERT_TRUE(faultless(run(program, room, ticks, serial())));
        ASSERT_TRUE(faultless(run_views(program, rooms_of(actual.view()), ticks, serial())));
        EXPECT_TRUE(same_bits(expected, actual));
    }
}

/// A tick number and a seed for each view.
TEST_P(Views, StartAtTheirOwnTicks) {
    for (const ProgramCase& test : program_cases()) {
        if (!test.program.draws()) continue;
        SCOPED_TRACE(test.name);
        const Population start = test.population(200, 4, Values::ordinary);
        std::vector<float> memory(2 * largest_workspace(agents));
        const auto rooms_of = [&](const AgentView& whole) {
            std::vector<AgentView> rooms;
            for (std::size_t begin = 0, size = 30; begin < 200; begin += size, size = size * 3 % 67) {
                size = std::min(size, 200 - begin);
                rooms.push_back(part_of(whole, begin, size, first_id));
                rooms.back().workspace(std::span(memory).subspan(2 * begin * 21, size * 21 + 18));
            }
            return rooms;
        };
        Population expected = start;
        std::vector<ViewStart> starts;
        for (const AgentView& room : rooms_of(expected.view())) {
            // The first two share theirs.
            const std::uint64_t number = starts.size() < 2 ? 0 : starts.size();
            starts.push_back({.first_tick = 7 * number % 5, .seed = number});
            Ticks ticks = ticks_of(test);
            ticks.first_tick = starts.back().first_tick;
            ticks.seed = starts.back().seed;
            ASSERT_TRUE(run(test.program, room, ticks, serial()).status.ok());
        }
        Population actual = start;
        Ticks ticks = ticks_of(test);
        ticks.first_tick.reset();
        ASSERT_TRUE(run_views(test.program, rooms_of(actual.view()), ticks, serial(), {.starts = starts})
                        .status.ok());
        EXPECT_TRUE(same_bits(expected, actual));
    }
}

}  // namespace
}  // namespace wend::test
