// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The key "events" of scenarios: their effects, the same bits in any calls, and refusals with their places.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "support/scenario_file.hpp"
#include "tools/scenario/advance.hpp"
#include "wend/isa.hpp"

namespace wend::test {
namespace {

using scenario::Scenario;

constexpr const char* seeking = R"("agents": { "count": 200, "area": [0, 0, 20, 20], "target": [19, 10] },
    "stages": [ { "seek": {} }, { "flee": { "target": [4, 4], "weight": 0.5 } },
                { "avoid_obstacles": { "horizon": 1, "obstacles": { "circles": [[5, 15, 1]] } } },
                { "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1,
                                  "obstacles": { "circles": [[5, 15, 1]] } } } ])";
constexpr const char* flowing = R"("agents": { "count": 200, "area": [0, 0, 20, 20] },
    "stages": [ { "flow_follow": { "field": { "columns": 40, "rows": 40, "goals": [[19, 10]] } } },
                { "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1 } } ])";
/// Format of the agents' other keys and the stages.
constexpr const char* on_two_paths = R"("agents": {{ "count": 200{} }},
    "paths": {{ "projection": "none", "geojson": {{ "type": "MultiLineString",
                "coordinates": [[[0, 0], [20, 0], [20, 20]], [[0, 5], [0, 20]]] }} }}, "stages": {})";

std::string following() {
    return fmt::format(on_two_paths, R"(, "area": [0, 0, 20, 20])",
                       fmt::format(R"([ {{ "path_follow": {{}} }}, {} ])", vehicle));
}
std::string advancing() {
    return fmt::format(on_two_paths, "", R"([ { "waypoint_advance": { "mode": "loop", "speed": 4 } } ])");
}

constexpr const char* pushing = R"("agents": { "count": 200, "area": [0, 0, 20, 20] },
    "stages": [ { "separation": { "radius": 4, "occluders": {} } },
                { "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1 } } ])";

class Events : public ScenarioFile {
  protected:
    static std::string with_events(std::string_view world, std::string_view events) {
        return fmt::format(R"({{ "seed": 7, "dt": 0.05, "ticks": 60, {}, "events": [ {} ] }})", world,
                           events);
    }

    /// Runs up to a tick in calls of so many ticks; returns the state hash.
    static std::uint64_t run_to(Scenario& loaded, std::uint64_t end, std::uint64_t call,
                                const Execution& execution = {.threading = Threading::serial}) {
        for (std::uint64_t tick = 0; tick < end; tick += call) {
            const Result result =
                scenario::advance(loaded.program, loaded.agents.view(),
                                  loaded.ticks_from(tick, std::min(call, end - tick)), execution);
            EXPECT_TRUE(result.status.ok()) << message(result.status);
            EXPECT_EQ(result.faults, 0u);
        }
        return state_hash(loaded.program, loaded.agents.view());
    }

    std::uint64_t hash(const std::string& text, std::uint64_t call, const Execution& execution) {
        Scenario loaded = load(text);
        return run_to(loaded, loaded.ticks, call, execution);
    }
};

TEST_F(Events, GiveTheSameBitsInAnyCallsOnAnyIsaAndThreads) {
    const std::pair<std::string, const char*> cases[] = {
        {seeking, R"({ "tick": 20, "name": "a", "obstacles": { "walls": [[[10, 0], [10, 20]]] } })"},
        {seeking, R"({ "tick": 5, "name": "a", "obstacles": { "circles": [[10, 10, 3]] } },
                     { "tick": 33, "remove": "a" })"},
        {seeking, R"({ "tick": 0, "target": [1, 1] }, { "tick": 21, "target": [2, 19] })"},
        {seeking, R"({ "tick": 21, "stage": 1, "target": [15, 10] })"},
        {flowing, R"({ "tick": 21, "goals": [[1, 1], [2, 19]] })"},
        {flowing, R"({ "tick": 21, "name": "a", "obstacles": { "walls": [[[10, 5], [10, 20]]] } })"},
        {pushing, R"({ "tick": 21, "name": "a", "obstacles": { "walls": [[[10, 5], [10, 20]]] } })"},
        {following(), R"({ "tick": 21, "path": 1, "points": [[3, 3], [20, 10]] })"},
        {advancing(), R"({ "tick": 21, "path": 0, "points": [[3, 3], [20, 10], [15, 15], [3, 3]] })"},
    };
    for (const auto& [world, events] : cases) {
        SCOPED_TRACE(events);
        const std::string text = with_events(world, events);
        const std::uint64_t expected =
            hash(text, 60, {.isa = Isa::reference, .threading = Threading::serial});
        EXPECT_NE(hash(with_events(world, ""), 60, {}), expected) << "no effect";
        for (const Isa isa : supported_isas())
            for (const std::uint64_t call : {1, 7, 60}) {
                EXPECT_EQ(hash(text, call, {.isa = isa, .threading = Threading::serial}), expected);
                EXPECT_EQ(hash(text, call, {.isa = isa, .threading = Threading::tbb, .block = 64}), expected);
            }
    }
}

TEST_F(Events, ApplyBeforeTheirTick) {
    Scenario changed = load(with_events(seeking, R"({ "tick": 20, "target": [2, 19] })"));
    Scenario plain = load(with_events(seeking, ""));
    EXPECT_EQ(run_to(changed, 19, 19), run_to(plain, 19, 19));
    EXPECT_EQ(changed.agents.get<Stream::target_y>()[0], 10);
    changed = load(with_events(seeking, R"({ "tick": 20, "target": [2, 19] })"));
    plain = load(with_events(seeking, ""));
    EXPECT_EQ(run_to(changed, 20, 20), run_to(plain, 20, 20)) << "positions are not changed by it";
    EXPECT_EQ(changed.agents.get<Stream::target_y>()[0], 19) << "what tick 20 reads";
    EXPECT_EQ(
        load(with_events(seeking, R"({ "tick": 0, "target": [2, 19] })")).agents.get<Stream::target_x>()[7],
        2);
}

TEST_F(Events, AddAndRemoveObstaclesOfAllStagesThatHaveSome) {
    const Scenario read = load(with_events(
        seeking, R"({ "tick": 1, "name": "a", "obstacles": { "walls": [[[1, 1], [2, 1], [2, 2]]] } },
                    { "tick": 2, "name": "b", "obstacles": { "circles": [[3, 3, 1]],
                                                             "polygons": [[[7, 7], [8, 7], [8, 8]]] } },
                    { "tick": 2, "remove": "a" },
                    { "tick": 3, "name": "a", "obstacles": { "walls": [[[1, 1], [2, 1]]] } })"));
    ASSERT_EQ(read.events.size(), 3u) << "one a tick";
    const auto obstacles_at = [&](std::uint64_t tick, std::size_t stage) {
        const Stage& found = scenario::program_at(read.program, read.events, tick).stages()[stage];
        if (const auto* avoid = std::get_if<AvoidObstacles>(&found)) return avoid->obstacles.size();
        return std::get<Locomotion>(found).obstacles.size();
    };
    for (const std::size_t stage : {2, 3}) {
        EXPECT_EQ(obstacles_at(0, stage), 1u);
        EXPECT_EQ(obstacles_at(1, stage), 3u);
        EXPECT_EQ(obstacles_at(2, stage), 5u);
        EXPECT_EQ(obstacles_at(99, stage), 6u);
    }
    // A locomotion without obstacles holds agents at none, and paths that are avoided stay.
    const Scenario shore =
        load(with_events(fmt::format(on_two_paths, R"(, "area": [0, 0, 20, 20])",
                                     fmt::format(R"([ {{ "avoid_obstacles": {{}} }}, {} ])", vehicle)),
                         R"({ "tick": 1, "name": "a", "obstacles": { "walls": [[[1, 1], [2, 1]]] } })"));
    const auto stages = shore.events.at(0).program.stages();
    EXPECT_EQ(std::get<AvoidObstacles>(stages[0]).obstacles.size(), 4u);
    EXPECT_EQ(std::get<Locomotion>(stages[1]).obstacles.size(), 0u);
}

TEST_F(Events, AClosedDoorHolds) {
    const char* const room = R"("agents": { "count": 40, "area": [1, 1, 9, 9], "target": [30, 5] },
        "stages": [ { "seek": {} }, { "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1, "obstacles": {
                    "walls": [[[10, 6], [10, 10], [0, 10], [0, 0], [10, 0], [10, 4]]] } } } ])";
    Scenario loaded = load(with_events(
        room, R"({ "tick": 20, "name": "door", "obstacles": { "walls": [[[10, 4], [10, 6]]] } })"));
    const auto outside = [&] {
        return std::ranges::count_if(loaded.agents.get<Stream::position_x>(), [](float x) { return x > 10; });
    };
    run_to(loaded, 20, 20);
    const auto gone = outside();
    EXPECT_GT(gone, 0);
    for (std::uint64_t tick = 20; tick < 200; ++tick)
        ASSERT_TRUE(
            scenario::advance(loaded.program, loaded.agents.view(), loaded.ticks_from(tick, 1), {}).status);
    EXPECT_EQ(outside(), gone);
    EXPECT_LT(gone, 40);
}

TEST_F(Events, AgentsBeginAtTheNearestPlaceOfANewPath) {
    Scenario loaded = load(
        with_events(advancing(), R"({ "tick": 20, "path": 1, "points": [[-9, 30], [0, 30], [50, 30]] })"));
    run_to(loaded, 19, 19);
    const std::vector<float> before(loaded.agents.get<Stream::position_x>().begin(),
                                    loaded.agents.get<Stream::position_x>().end());
    static_cast<void>(scenario::advance(loaded.program, loaded.agents.view(), loaded.ticks_from(19, 1), {}));
    for (std::size_t slot = 1; slot < 40; slot += 2) {
        EXPECT_EQ(loaded.agents.get<Stream::segment>()[slot], 0u) << "x is 0, where the second one begins";
        EXPECT_NEAR(loaded.agents.get<Stream::segment_distance>()[slot], 9, 1e-6);
    }
    for (std::size_t slot = 0; slot < 40; slot += 2)
        EXPECT_NEAR(static_cast<double>(loaded.agents.get<Stream::position_x>()[slot]),
                    static_cast<double>(before[slot]), 0.2001)
            << "the other path stays";
}

TEST_F(Events, ADumpOfOtherEventsIsAnother) {
    const auto stages_of = [&](const char* events) {
        return load(with_events(seeking, events)).fingerprint.stages;
    };
    EXPECT_NE(stages_of(R"({ "tick": 9, "target": [2, 19] })"),
              stages_of(R"({ "tick": 8, "target": [2, 19] })"));
}

TEST_F(Events, RefusalsNameTheirPlace) {
    const auto refused = [&](std::string_view world, std::string_view event) {
        return refusal(with_events(world, event));
    };
    const auto seek = [&](std::string_view event) { return refused(seeking, event); };
    EXPECT_EQ(refusal(fmt::format(R"({{ "dt": 1, "ticks": 1, {}, "events": 3 }})", seeking)),
              "s.json: /events: expected an array of events");
    EXPECT_EQ(seek(R"({ "target": [1, 1] })"), "s.json: /events/0: the key \"tick\" is missing");
    const char* const one_of = R"(needs one of "obstacles", "remove", "path", "target" and "goals")";
    EXPECT_EQ(seek(R"({ "tick": 1 })"), fmt::format("s.json: /events/0: {}", one_of));
    EXPECT_EQ(seek(R"({ "tick": 1, "target": [1, 1], "remove": "a" })"),
              fmt::format("s.json: /events/0: {}", one_of));
    EXPECT_EQ(seek(R"({ "tick": 1, "targt": [1, 1] })").substr(0, 35), "s.json: /events/0/targt: unknown ke");
    EXPECT_EQ(seek(R"({ "tick": 9, "target": [1, 1] }, { "tick": 8, "target": [1, 1] })"),
              "s.json: /events/1/tick: is 8, the event before has 9: events are in the order of their ticks");
    // Obstacles.
    EXPECT_EQ(seek(R"({ "tick": 1, "obstacles": {} })"), "s.json: /events/0: the key \"name\" is missing");
    EXPECT_EQ(seek(R"({ "tick": 1, "name": "a", "obstacles": { "circles": [[1, 1, -1]] } })"),
              "s.json: /events/0/obstacles/circles/0: radius is -1, must be in [0, 1e+18]");
    EXPECT_EQ(
        seek(R"({ "tick": 1, "name": "a", "obstacles": {} }, { "tick": 2, "name": "a", "obstacles": {} })"),
        "s.json: /events/1/name: \"a\" is there already");
    EXPECT_EQ(seek(R"({ "tick": 1, "remove": "a" })"),
              "s.json: /events/0/remove: no event has added \"a\", or it is removed");
    EXPECT_EQ(refused(following(), R"({ "tick": 1, "name": "a", "obstacles": {} })"),
              "s.json: /events/0/obstacles: no stage has obstacles, or a field to goals");
    // Paths.
    EXPECT_EQ(seek(R"({ "tick": 1, "path": 0, "points": [] })"),
              "s.json: /events/0/path: is 0, the scenario has 0 paths");
    EXPECT_EQ(refused(following(), R"({ "tick": 1, "path": 2, "points": [[0, 0], [1, 1]] })"),
              "s.json: /events/0/path: is 2, the scenario has 2 paths");
    EXPECT_EQ(refused(following(), R"({ "tick": 1, "path": 1 })"),
              "s.json: /events/0: the key \"points\" is missing");
    EXPECT_EQ(refused(following(), R"({ "tick": 1, "path": 1, "points": [[1, 1], [1, 1]] })"),
              "s.json: /events/0/points: has fewer than two distinct points");
    EXPECT_EQ(refused(following(), R"({ "tick": 1, "path": 1, "points": [[0, 0], [1e19, 1]] })"),
              "s.json: /events/0/points/1: coordinate is 1e+19, must be in [-1e18, 1e18]");
    // Targets and goals.
    EXPECT_EQ(seek(R"({ "tick": 1, "target": [1] })"), "s.json: /events/0/target: expected a point [x, y]");
    EXPECT_EQ(seek(R"({ "tick": 1, "target": [1, -2e18] })"),
              "s.json: /events/0/target: coordinate is -2e+18, must be in [-1e18, 1e18]");
    EXPECT_EQ(refused(flowing, R"({ "tick": 1, "target": [1, 1] })"),
              "s.json: /events/0/target: no stage reads the agents' target");
    EXPECT_EQ(seek(R"({ "tick": 1, "stage": 4, "target": [1, 1] })"),
              "s.json: /events/0/stage: is 4, the scenario has 4 stages");
    EXPECT_EQ(seek(R"({ "tick": 1, "stage": 0, "target": [1, 1] })"),
              "s.json: /events/0/stage: stage 0 (seek) has no point as its \"target\"");
    EXPECT_EQ(seek(R"({ "tick": 1, "goals": [[1, 1]] })"),
              "s.json: /events/0/goals: no stage has a field to goals");
    EXPECT_EQ(refused(flowing, R"({ "tick": 1, "goals": [] })"), "s.json: /events/0/goals: has no goal");
}

}  // namespace
}  // namespace wend::test
