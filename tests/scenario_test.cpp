// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Scenario, path and agents files as functions: what is read, where the agents start, what is refused and how
// it is named.
#include "tools/scenario.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

#include "support/scratch_folder.hpp"
#include "tools/geojson.hpp"
#include "tools/path_file.hpp"
#include "tools/population.hpp"
#include "tools/projection.hpp"
#include "tools/scenario_error.hpp"
#include "wend/random.hpp"

namespace wend::test {
namespace {

using scenario::load_scenario;
using scenario::Projection;
using scenario::Scenario;

constexpr const char* vehicle = R"({ "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1 } })";

class ScenarioFile : public ::testing::Test {
  protected:
    Scenario load(std::string_view text, const scenario::Overrides& overrides = {}) {
        return load_scenario(folder_.write("s.json", text), overrides);
    }

    /// What the refusal says, without the folder's name.
    std::string refusal(std::string_view text) {
        try {
            load(text);
        } catch (const scenario::ScenarioError& error) {
            std::string what = error.what();
            const std::string prefix = folder_.path().string() + "/";
            for (std::size_t at = 0; (at = what.find(prefix)) != std::string::npos;)
                what.erase(at, prefix.size());
            return what;
        }
        return "accepted";
    }

    static std::string with_agents(std::string_view agents,
                                   std::string_view first_stage = R"({ "wander": {} })") {
        return fmt::format(R"({{ "seed": 7, "dt": 0.5, "ticks": 3, "agents": {}, "stages": [ {}, {} ] }})",
                           agents, first_stage, vehicle);
    }
    static std::string with_stages(std::string_view stages) {
        return fmt::format(
            R"({{ "dt": 0.5, "ticks": 3, "agents": {{ "count": 5, "area": [0, 0, 8, 8] }}, "stages": {} }})",
            stages);
    }
    static std::string on_paths(std::string_view paths, std::string_view mode = "once") {
        return fmt::format(R"({{ "seed": 7, "dt": 0.5, "ticks": 3, "agents": {{ "count": 600, "speed": 1 }},
                                 "paths": {}, "stages": [ {{ "waypoint_advance": {{ "mode": "{}" }} }} ] }})",
                           paths, mode);
    }

    ScratchFolder folder_;
};

TEST_F(ScenarioFile, ReadsEveryParameterOfEveryStage) {
    const Scenario read = load(R"({ "seed": 18446744073709551615, "dt": 0.25, "ticks": 1e3,
        "agents": { "count": 4, "area": [-1, -2, 3, 4], "target": [1, 2] },
        "stages": [ { "wander": { "circle_distance": 7, "circle_radius": 6, "angle_change": 0.5, "frame": "heading",
                                  "reference_dt": 0.125 } }, { "seek": {} },
                    { "locomotion": { "max_force": 5, "max_speed": 4, "mass": 3, "bounds": "bounce" } } ] })");
    EXPECT_EQ(read.seed, 18446744073709551615u);
    EXPECT_EQ(read.dt, 0.25f);
    EXPECT_EQ(read.ticks, 1000u);
    ASSERT_EQ(read.program.stages().size(), 3u);
    const auto& wander = std::get<Wander>(read.program.stages()[0]);
    EXPECT_EQ(wander.circle_distance, 7);
    EXPECT_EQ(wander.circle_radius, 6);
    EXPECT_EQ(wander.angle_change, 0.5f);
    EXPECT_EQ(wander.frame, WanderFrame::heading);
    EXPECT_EQ(wander.reference_dt, 0.125f);
    EXPECT_TRUE(std::holds_alternative<Seek>(read.program.stages()[1]));
    const auto& locomotion = std::get<Locomotion>(read.program.stages()[2]);
    EXPECT_EQ(locomotion.max_force, 5);
    EXPECT_EQ(locomotion.max_speed, 4);
    EXPECT_EQ(locomotion.mass, 3);
    EXPECT_EQ(locomotion.bounds, Bounds::bounce);
    EXPECT_EQ(locomotion.area.min_x, -1);
    EXPECT_EQ(locomotion.area.min_y, -2);
    EXPECT_EQ(locomotion.area.max_x, 3);
    EXPECT_EQ(locomotion.area.max_y, 4);
}

TEST_F(ScenarioFile, ReadsEveryParameterOfEveryForce) {
    const Scenario read = load(R"({ "dt": 0.25, "ticks": 1,
        "agents": { "count": 4, "area": [-1, -2, 3, 4], "target": [1, 2], "target_velocity": [3, 4] },
        "stages": [ { "seek": { "weight": 2 } }, { "flee": { "weight": 3 } },
                    { "arrive": { "slowing_radius": 4, "weight": 5 } }, { "pursue": { "weight": 6 } },
                    { "evade": { "quarry": "point", "weight": 7 } }, { "wander": { "weight": 8 } },
                    { "locomotion": { "composition": "prioritised", "max_force": 5, "max_speed": 4, "mass": 3 } } ] })");
    const auto stages = read.program.stages();
    ASSERT_EQ(stages.size(), 7u);
    EXPECT_EQ(std::get<Seek>(stages[0]).weight, 2);
    EXPECT_EQ(std::get<Flee>(stages[1]).weight, 3);
    EXPECT_EQ(std::get<Arrive>(stages[2]).slowing_radius, 4);
    EXPECT_EQ(std::get<Arrive>(stages[2]).weight, 5);
    EXPECT_EQ(std::get<Pursue>(stages[3]).quarry, Quarry::point);
    EXPECT_EQ(std::get<Pursue>(stages[3]).weight, 6);
    EXPECT_EQ(std::get<Evade>(stages[4]).weight, 7);
    EXPECT_EQ(std::get<Wander>(stages[5]).weight, 8);
    EXPECT_EQ(std::get<Locomotion>(stages[6]).composition, Composition::prioritised);
}

TEST_F(ScenarioFile, ReadsRetargetWanderWithAnAreaOfItsOwnOrTheAgents) {
    const Scenario own = load(with_agents(
        R"({ "count": 5, "area": [0, 0, 8, 8] })",
        R"({ "retarget_wander": { "interval": 3, "area": [1, 2, 3, 4], "random_phase": true, "weight": 2 } })"));
    const auto& wander = std::get<RetargetWander>(own.program.stages()[0]);
    EXPECT_EQ(wander.interval, 3);
    EXPECT_EQ(wander.area.min_x, 1);
    EXPECT_EQ(wander.area.max_y, 4);
    EXPECT_TRUE(wander.random_phase);
    EXPECT_EQ(wander.weight, 2);
    const Scenario theirs =
        load(with_agents(R"({ "count": 5, "area": [0, 0, 8, 9] })", R"({ "retarget_wander": {} })"));
    EXPECT_EQ(std::get<RetargetWander>(theirs.program.stages()[0]).area.max_y, 9);
}

TEST_F(ScenarioFile, ReadsEveryParameterOfPathsAndApproach) {
    folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [8, 0]] })");
    const std::string paths = R"("paths": { "file": "p.geojson", "projection": "none" })";
    const Scenario follow = load(fmt::format(
        R"({{ "dt": 1, "ticks": 1, "agents": {{ "count": 4, "area": [0, 0, 9, 9] }}, {}, "stages": [
            {{ "path_follow": {{ "mode": "loop", "radius": 2, "swept": true, "slowing_radius": 3, "weight": 4 }} }},
            {} ] }})",
        paths, vehicle));
    const auto& path_follow = std::get<PathFollow>(follow.program.stages()[0]);
    EXPECT_EQ(path_follow.mode, PathMode::loop);
    EXPECT_EQ(path_follow.radius, 2);
    EXPECT_TRUE(path_follow.swept);
    EXPECT_EQ(path_follow.slowing_radius, 3);
    EXPECT_EQ(path_follow.weight, 4);
    const Scenario advance = load(fmt::format(
        R"({{ "dt": 1, "ticks": 1, "agents": {{ "count": 4 }}, {}, "stages": [
            {{ "waypoint_advance": {{ "mode": "loop", "speed": 2, "ease": "sigmoid", "ease_power": 3, "offset": 4,
               "offset_sign": "alternating", "bell": "sigmoid", "bell_power": 5 }} }} ] }})",
        paths));
    const auto& waypoint = std::get<WaypointAdvance>(advance.program.stages()[0]);
    EXPECT_EQ(waypoint.speed, 2);
    EXPECT_EQ(waypoint.ease, Ease::sigmoid);
    EXPECT_EQ(waypoint.ease_power, 3);
    EXPECT_EQ(waypoint.offset, 4);
    EXPECT_EQ(waypoint.offset_sign, OffsetSign::alternating);
    EXPECT_EQ(waypoint.bell, Bell::sigmoid);
    EXPECT_EQ(waypoint.bell_power, 5);
    const Scenario homing =
        load(R"({ "dt": 1, "ticks": 1, "agents": { "count": 4, "area": [0, 0, 9, 9], "target": [5, 5] },
        "stages": [ { "approach": { "step_fraction": 0.25, "min_step": 2, "max_step": 3, "max_fov": 1.5,
            "aggro_radius": 4, "step_jitter": 0.125, "repick_interval": 6, "speed": 7 } } ] })");
    const auto& approach = std::get<Approach>(homing.program.stages()[0]);
    EXPECT_EQ(approach.step_fraction, 0.25f);
    EXPECT_EQ(approach.min_step, 2);
    EXPECT_EQ(approach.max_step, 3);
    EXPECT_EQ(approach.max_fov, 1.5f);
    EXPECT_EQ(approach.aggro_radius, 4);
    EXPECT_EQ(approach.step_jitter, 0.125f);
    EXPECT_EQ(approach.repick_interval, 6);
    EXPECT_EQ(approach.speed, 7);
}

TEST_F(ScenarioFile, AgentsThatFollowPathsAreDealtToThemAndStartAtTheirEnd) {
    folder_.write("p.geojson", R"({ "type": "MultiLineString", "coordinates":
        [ [[0, 0], [100, 0]], [[0, 10], [0, 20], [30, 20]], [[5, 5], [6, 6], [7, 5], [5, 5]] ] })");
    const auto text = [](int direction) {
        return fmt::format(
            R"({{ "dt": 1, "ticks": 1, "agents": {{ "count": 7, "area": [0, 0, 9, 9], "direction": {} }},
                "paths": {{ "file": "p.geojson", "projection": "none" }}, "stages": [ {{ "path_follow": {{}} }}, {} ] }})",
            direction, vehicle);
    };
    Scenario forward = load(text(1));
    Scenario backward = load(text(-1));
    const std::array<std::uint32_t, 3> last{1, 2, 2};
    for (std::size_t i = 0; i < 7; ++i) {
        EXPECT_EQ(forward.agents.get<Stream::path>()[i], static_cast<std::int32_t>(i % 3));
        EXPECT_EQ(forward.agents.get<Stream::node>()[i], 0u);
        EXPECT_EQ(forward.agents.get<Stream::direction>()[i], 1);
        EXPECT_EQ(backward.agents.get<Stream::node>()[i], last[i % 3]);
        EXPECT_EQ(backward.agents.get<Stream::direction>()[i], -1);
    }
}

TEST_F(ScenarioFile, ApproachStartsOnItsWalkToPoint) {
    Scenario read = load(R"({ "dt": 1, "ticks": 1,
        "agents": { "count": 40, "area": [0, 0, 9, 9], "target": [5, 5], "walk": [[1, 2], 3] },
        "stages": [ { "approach": { "speed": 1 } } ] })");
    Scenario plain = load(R"({ "dt": 1, "ticks": 1,
        "agents": { "count": 40, "area": [0, 0, 9, 9], "target": [5, 5], "speed": 2 }, "stages": [ { "approach": {} } ] })");
    for (std::size_t i = 0; i < 40; ++i) {
        EXPECT_GE(read.agents.get<Stream::walk_x>()[i], 1);
        EXPECT_LE(read.agents.get<Stream::walk_x>()[i], 2);
        EXPECT_EQ(read.agents.get<Stream::walk_y>()[i], 3);
        EXPECT_EQ(plain.agents.get<Stream::walk_x>()[i], plain.agents.get<Stream::position_x>()[i]);
        EXPECT_EQ(plain.agents.get<Stream::walk_y>()[i], plain.agents.get<Stream::position_y>()[i]);
    }
}

TEST_F(ScenarioFile, TargetAgentIsSoManySlotsOn) {
    const auto targets = [&](int slots_on) {
        Scenario read = load(with_agents(
            fmt::format(R"({{ "count": 3, "area": [0, 0, 8, 8], "target_agent": {} }})", slots_on),
            R"({ "pursue": { "quarry": "agent" } })"));
        const auto span = read.agents.get<Stream::target_agent>();
        return std::vector<std::int32_t>(span.begin(), span.end());
    };
    EXPECT_EQ(targets(1), (std::vector<std::int32_t>{1, 2, 0}));
    EXPECT_EQ(targets(-1), (std::vector<std::int32_t>{2, 0, 1}));
    EXPECT_EQ(targets(5), (std::vector<std::int32_t>{2, 0, 1}));
}

TEST_F(ScenarioFile, BindsOutputsAndScratch) {
    Scenario read = load(with_agents(R"({ "count": 3, "area": [0, 0, 8, 8], "target_agent": 1 })",
                                     R"({ "evade": { "quarry": "agent" } })"));
    EXPECT_TRUE(read.agents.has(Stream::start_position_x));
    EXPECT_TRUE(run(read.program, read.agents.view(), {read.dt, 3, 0, read.seed}).status.ok());
    Scenario homing = load(R"({ "dt": 1, "ticks": 1,
        "agents": { "count": 4, "position": [4, 5], "target": [5, 5] }, "stages": [ { "approach": { "speed": 9 } } ] })");
    ASSERT_TRUE(homing.agents.has(Stream::arrived));
    EXPECT_TRUE(homing.agents.has(Stream::velocity_x));
    ASSERT_TRUE(run(homing.program, homing.agents.view(), {homing.dt, 9, 0, homing.seed}).status.ok());
    EXPECT_EQ(homing.agents.get<Stream::arrived>()[3], 1u);
}

TEST_F(ScenarioFile, BoundsOfTheirOwnStandOverTheAgentsArea) {
    const Scenario read = load(with_stages(
        R"([ {"wander":{}}, {"locomotion":{"max_force":1,"max_speed":1,"mass":1,"bounds":"wrap","area":[-9,-8,9,8]}} ])"));
    EXPECT_EQ(std::get<Locomotion>(read.program.stages()[1]).area.min_x, -9);
}

TEST_F(ScenarioFile, OverridesReplaceSeedTicksAndPaths) {
    folder_.write("a.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [8, 0]] })");
    folder_.write("b.geojson", R"({ "type": "LineString", "coordinates": [[0, 5], [8, 5]] })");
    Scenario read = load(on_paths(R"({ "file": "a.geojson", "projection": "none" })"),
                         {.seed = 5, .ticks = 9, .paths = folder_ / "b.geojson"});
    EXPECT_EQ(read.seed, 5u);
    EXPECT_EQ(read.ticks, 9u);
    EXPECT_EQ(read.agents.get<Stream::position_y>()[0], 5);
}

TEST_F(ScenarioFile, InitialStateIsTheDocumentedDraw) {
    Scenario read = load(with_agents(R"({ "count": 2000, "area": [10, -20, 30, 40] })"));
    const auto expect_draw = [&](Stream stream, std::span<const float> values, float low, float high) {
        const std::uint64_t number = scenario::initial_state_number(stream);
        for (std::uint32_t id = 0; id < values.size(); ++id) {
            const auto u = static_cast<double>(uniform(draw(7, id, number, purpose(Purpose::initial_state))));
            const double expected =
                static_cast<double>(low) + (static_cast<double>(high) - static_cast<double>(low)) * u;
            ASSERT_EQ(values[id], static_cast<float>(expected)) << name(stream) << " of " << id;
        }
    };
    constexpr float pi = std::numbers::pi_v<float>;
    expect_draw(Stream::position_x, read.agents.get<Stream::position_x>(), 10, 30);
    expect_draw(Stream::position_y, read.agents.get<Stream::position_y>(), -20, 40);
    expect_draw(Stream::wander_angle, read.agents.get<Stream::wander_angle>(), -pi, pi);
    for (const float velocity : read.agents.get<Stream::velocity_x>()) ASSERT_EQ(velocity, 0);
}

// Golden: initial states must stay what they are when the library gains streams.
TEST_F(ScenarioFile, InitialStateNumbersAreFixed) {
    EXPECT_EQ(scenario::initial_state_number(Stream::direction), 0u);
    EXPECT_EQ(scenario::initial_state_number(Stream::arrived), 16u);
    EXPECT_EQ(scenario::initial_state_number(Stream::target_velocity_x), 33u);
    EXPECT_EQ(scenario::initial_state_number(Stream::walk_y), 36u);
    EXPECT_EQ(scenario::initial_state_number(Stream::mass), 2u);
    EXPECT_EQ(scenario::initial_state_number(Stream::position_x), 6u);
    EXPECT_EQ(scenario::initial_state_number(Stream::segment_distance), 9u);
    EXPECT_EQ(scenario::initial_state_number(Stream::target_y), 12u);
    EXPECT_EQ(scenario::initial_state_number(Stream::wander_angle), 15u);
}

TEST_F(ScenarioFile, AnAgentStartsAlikeInAnyCrowd) {
    Scenario few = load(with_agents(R"({ "count": 10, "area": [0, 0, 9, 9], "velocity": [[-1, 1], 2] })"));
    Scenario many = load(with_agents(R"({ "count": 999, "area": [0, 0, 9, 9], "velocity": [[-1, 1], 2] })"));
    for (std::size_t i = 0; i < 10; ++i) {
        EXPECT_EQ(few.agents.get<Stream::position_x>()[i], many.agents.get<Stream::position_x>()[i]);
        EXPECT_EQ(few.agents.get<Stream::velocity_x>()[i], many.agents.get<Stream::velocity_x>()[i]);
        EXPECT_EQ(many.agents.get<Stream::velocity_y>()[i], 2);
    }
    const auto x = many.agents.get<Stream::velocity_x>();
    EXPECT_LT(*std::min_element(x.begin(), x.end()), -0.9f);
    EXPECT_GT(*std::max_element(x.begin(), x.end()), 0.9f);
}

TEST_F(ScenarioFile, AgentsAreDealtToThePathsAndSpreadAlongThem) {
    folder_.write("p.geojson", R"({ "type": "MultiLineString", "coordinates":
        [ [[0, 0], [100, 0]], [[0, 10], [0, 20], [30, 20]], [[5, 5], [6, 6], [7, 5], [5, 5]] ] })");
    Scenario read = load(on_paths(R"({ "file": "p.geojson", "projection": "none" })", "loop"));
    const PathSet& paths = std::get<WaypointAdvance>(read.program.stages()[0]).paths;
    ASSERT_EQ(paths.size(), 3u);
    std::array<double, 3> sums{};
    for (std::size_t i = 0; i < 600; ++i) {
        const auto path = static_cast<std::size_t>(read.agents.get<Stream::path>()[i]);
        ASSERT_EQ(path, i % 3);
        const std::uint32_t segment = read.agents.get<Stream::segment>()[i];
        ASSERT_LT(segment, paths.segment_count(path, PathMode::loop));
        const double distance = read.agents.get<Stream::segment_distance>()[i];
        const Point point = paths.at(path, {segment, distance});
        EXPECT_EQ(read.agents.get<Stream::position_x>()[i], static_cast<float>(point.x));
        EXPECT_EQ(read.agents.get<Stream::position_y>()[i], static_cast<float>(point.y));
        sums[path] +=
            (paths.segment_start(path, segment) + distance) / paths.length(path, PathMode::loop) / 200;
    }
    // Means of 200 uniform draws: within 5 standard deviations.
    for (const double mean : sums) EXPECT_NEAR(mean, 0.5, 5 * std::sqrt(1.0 / 12 / 200));
}

TEST_F(ScenarioFile, AgentsFileGivesTheState) {
    folder_.write(
        "a.csv", "tick,target_x,id,position_x,position_y,target_y\n8,1,70,1e-45,-0.5,2\n8,3,9,4, 5 ,6\r\n\n");
    Scenario read = load(with_agents(R"({ "file": "a.csv" })", R"({ "seek": {} })"));
    ASSERT_EQ(read.agents.size(), 2u);
    EXPECT_EQ(read.agents.get<Stream::id>()[0], 70u);
    EXPECT_EQ(read.agents.get<Stream::id>()[1], 9u);
    EXPECT_EQ(read.agents.get<Stream::position_x>()[0], 1e-45f);
    EXPECT_EQ(read.agents.get<Stream::position_y>()[0], -0.5f);
    EXPECT_EQ(read.agents.get<Stream::position_y>()[1], 5);
    EXPECT_EQ(read.agents.get<Stream::target_y>()[1], 6);
}

TEST_F(ScenarioFile, AgentsThatWouldFaultAreNoted) {
    folder_.write("a.csv", "id,position_x,position_y,mass\n3,0,0,1\n4,0,0,-1\n");
    const Scenario read = load(R"({ "dt": 1, "ticks": 1, "agents": { "file": "a.csv" },
        "stages": [ { "wander": {} }, { "locomotion": { "max_force": 1, "max_speed": 1 } } ] })");
    ASSERT_EQ(read.notes.size(), 1u);
    EXPECT_NE(read.notes[0].find("1 of 2 agents have a bad value and will not move; the first is agent 4"),
              std::string::npos)
        << read.notes[0];
}

TEST_F(ScenarioFile, RefusesWithThePlace) {
    folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [1, 0]] })");
    const std::string crowd = R"({ "count": 5, "area": [0, 0, 8, 8] })";
    const std::vector<std::pair<std::string, std::string>> cases{
        {"{ \"dt\": 1,\n  \"ticks\": , }", "s.json:2:12: "},
        {R"({ "dt": 1, "dt": 2 })", "s.json: /dt: this key stands twice"},
        {R"({ "dt": 1, "x": [0, { "y": 1e999 }] })", "s.json: /x/1/y: number overflow"},
        {"[]", "s.json: expected an object"},
        {R"({ "dt": 1, "ticks": 1 })", "s.json: the key \"agents\" is missing"},
        {R"({ "dt": "1", "ticks": 1 })", "s.json: /dt: expected a number, found \"1\""},
        {R"({ "dt": 1e39, "ticks": 1 })", "s.json: /dt: 1e+39 is too large"},
        {R"({ "dt": 1, "ticks": -1 })", "s.json: /ticks: expected a whole number"},
        {R"({ "dt": 1, "ticks": 1.5 })", "s.json: /ticks: expected a whole number"},
        {R"({ "dt": -1, "ticks": 1, "agents": { "count": 1, "area": [0,0,1,1] }, "stages": [ { "wander": {} },
            { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ] })",
         "s.json: /dt: parameter 'dt' is -1"},
        {R"({ "dt": 1, "ticks": 1, "agents": {}, "stages": [], "a/b": 1 })",
         "s.json: /a~1b: unknown key; known here: "},
        {with_agents(R"({ "area": [0, 0, 8, 8] })"), "s.json: /agents: the key \"count\" is missing"},
        {with_agents(R"({ "count": 4294967296 })"), "s.json: /agents/count: more agents than 32-bit ids"},
        {with_agents(R"({ "count": 5 })"), "s.json: /agents: where the agents are is missing"},
        {with_agents(R"({ "count": 5, "area": [8, 0, 0, 8] })"), "s.json: /agents/area: the rectangle"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8] })"), "s.json: /agents/area: expected a rectangle"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, "8"] })"),
         "s.json: /agents/area/3: expected a number"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "colour": 1 })"),
         "s.json: /agents/colour: unknown key"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "speed": 1 })"),
         "s.json: /agents/speed: no stage uses"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "mass": 1 })"),
         "s.json: /agents/mass: 'mass' is given"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "velocity": 1 })"),
         "s.json: /agents/velocity: expected [x"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "velocity": [[2, 1], 0] })"),
         "s.json: /agents/velocity/0: the range [2,1] runs backwards"},
        {with_agents(crowd, R"({ "arrive": { "slowing_radius": 0 } })"),
         "s.json: /stages/0/arrive/slowing_radius: parameter 'slowing_radius' is 0"},
        {with_agents(crowd, R"({ "pursue": { "quarry": "agent" } })"),
         "s.json: /agents: the stages need each agent's target_agent"},
        {with_agents(crowd, R"({ "pursue": { "quarry": "hare" } })"),
         "s.json: /stages/0/pursue/quarry: \"hare\" is none of"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "target_agent": 1, "start_position": [1, 1] })",
                     R"({ "pursue": { "quarry": "agent" } })"),
         "s.json: /agents/start_position: no stage uses"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "target_agent": 0.5 })"),
         "s.json: /agents/target_agent: expected a whole number of 32 bits, found 0.5"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "direction": 2 })"),
         "s.json: /agents/direction: 2 is neither"},
        {with_agents(R"({ "count": 5, "position": [1, 1] })", R"({ "retarget_wander": {} })"),
         "s.json: /stages/0/retarget_wander: needs an \"area\""},
        {with_agents(crowd, R"({ "path_follow": {} })"), "s.json: /stages/0/path_follow: needs"},
        {with_agents(crowd, R"({ "wander": { "weight": true } })"),
         "s.json: /stages/0/wander/weight: expected a number, found true"},
        {with_agents(crowd, R"({ "seek": {} })"), "s.json: /agents: the stages need each agent's target_x"},
        {with_agents(R"({ "file": "none.csv" })"), "none.csv: cannot be read: No such file"},
        {with_agents(R"({ "file": "a.csv", "count": 1 })"), "s.json: /agents/count: "},
        {with_stages("[]"), "s.json: /stages: expected an array"},
        {with_stages(R"([ { "wandr": {} } ])"),
         "s.json: /stages/0/wandr: unknown stage; known: wander, seek, "},
        {with_stages(R"([ { "wander": {}, "seek": {} } ])"),
         "s.json: /stages/0: expected an object of one key"},
        {with_stages(R"([ { "wander": 3 } ])"), "s.json: /stages/0/wander: expected an object, found 3"},
        {with_stages(R"([ { "wander": { "radius": 3 } } ])"), "s.json: /stages/0/wander/radius: unknown key"},
        {with_stages(R"([ { "wander": { "frame": "north" } } ])"),
         "s.json: /stages/0/wander/frame: \"north\" is none of"},
        {with_agents(crowd, R"({ "wander": { "angle_change": -2 } })"),
         "s.json: /stages/0/wander/angle_change: parameter 'angle_change' is -2"},
        {with_stages(R"([ { "wander": {} } ])"), "s.json: /stages/0: forces end in one locomotion"},
        {with_agents(R"({ "count": 5, "position": [1, 1] })", R"({ "locomotion": { "bounds": "wrap" } })"),
         "s.json: /stages/0/locomotion/bounds: bounds need an \"area\""},
        {with_stages(R"([ { "waypoint_advance": {} } ])"), "s.json: /stages/0/waypoint_advance: needs"},
        {on_paths(R"({ "file": "none.geojson" })"), "none.geojson: cannot be read: No such file"},
        {on_paths(R"({ "file": "p.geojson", "projection": "flat" })"),
         "s.json: /paths/projection: \"flat\" is none of"},
        {on_paths(R"({ "file": "p.geojson" })", "pingpong"),
         "s.json: /stages/0/waypoint_advance/mode: \"pingpong\""},
    };
    for (const auto& [text, expected] : cases)
        EXPECT_EQ(refusal(text).substr(0, expected.size()), expected) << text << "\nsays " << refusal(text);
}

TEST_F(ScenarioFile, RefusesAgentsFilesWithTheLine) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "a.csv: is empty"},
        {"position_x,position_z\n", "a.csv:1: the column \"position_z\" is no stream"},
        {"position_x,position_x\n", "a.csv:1: the column \"position_x\" stands twice"},
        {"position_x,position_y\n1,2\n1,nan\n", "a.csv:3: position_y: \"nan\" is not a finite 32-bit float"},
        {"position_x,position_y\n1,inf\n", "a.csv:2: position_y: \"inf\" is not"},
        {"position_x,position_y\n1,1e39\n", "a.csv:2: position_y: \"1e39\" is not"},
        {"position_x,position_y\n1,\n", "a.csv:2: position_y: \"\" is not"},
        {"position_x,position_y\n1,2 m\n", "a.csv:2: position_y: \"2 m\" is not"},
        {"position_x,position_y\n1,2\n\n3\n", "a.csv:4: 1 fields, but the header names 2 columns"},
        {"id,position_x,position_y\n-1,1,2\n", "a.csv:2: id: \"-1\" is not a whole number"},
        {"id,position_x,position_y\n6,1,2\n6,1,2\n", "a.csv:3: the id 6 stands twice"},
        {"position_x,position_y\n1,\"2\n", "a.csv:2: the file ends inside a quoted field"},
        {"position_x\n1\n", "s.json: /agents/file: the file has only one of position_x and position_y"},
    };
    for (const auto& [text, expected] : cases) {
        folder_.write("a.csv", text);
        const std::string says = refusal(with_agents(R"({ "file": "a.csv" })"));
        EXPECT_EQ(says.substr(0, expected.size()), expected) << text << "\nsays " << says;
    }
}

TEST_F(ScenarioFile, RefusesPathFilesWithThePointer) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"{", "p.geojson:1:2: "},
        {"[]", "p.geojson: expected a GeoJSON object"},
        {R"({ "type": "Topology" })", "p.geojson: /type: \"Topology\""},
        {R"({ "type": "FeatureCollection" })", "p.geojson: the member \"features\" is missing"},
        {R"({ "type": "FeatureCollection", "features": [ { "type": "Feature" } ] })",
         "p.geojson: /features/0: the member \"geometry\" is missing"},
        {R"({ "type": "LineString", "coordinates": [[0, 0], [1, "2"]] })",
         "p.geojson: /coordinates/1/1: expected a number"},
        {R"({ "type": "LineString", "coordinates": [[0, 0], [1, NaN]] })", "p.geojson:1:53: "},
        {R"({ "type": "MultiLineString", "coordinates": [[[0, 0], [1]]] })",
         "p.geojson: /coordinates/0/1: expected a position"},
        {R"({ "type": "LineString", "coordinates": [[0, 0], [0, 91]] })",
         "p.geojson: /coordinates/1/1: latitude 91"},
        {R"({ "type": "LineString", "coordinates": [[0, 0], [500, 1]] })",
         "p.geojson: /coordinates/1/0: longitude 500"},
        {R"({ "type": "LineString", "coordinates": [[3, 3], [3, 3]] })",
         "p.geojson: no path of two distinct points among 1 features; the first, /coordinates: fewer than "
         "two distinct"},
    };
    for (const auto& [text, expected] : cases) {
        folder_.write("p.geojson", text);
        const std::string says = refusal(on_paths(R"({ "file": "p.geojson" })"));
        EXPECT_EQ(says.substr(0, expected.size()), expected) << text << "\nsays " << says;
    }
    folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [1, 2e18]] })");
    EXPECT_EQ(refusal(on_paths(R"({ "file": "p.geojson", "projection": "none" })")).substr(0, 28),
              "p.geojson: /coordinates/1: p");
}

TEST_F(ScenarioFile, GeoJsonListsWhatItSkips) {
    const auto file = folder_.write("p.geojson", R"({ "type": "FeatureCollection", "features": [
        { "type": "Feature", "geometry": null },
        { "type": "Feature", "geometry": { "type": "Point", "coordinates": [1, 2] } },
        { "type": "Feature", "geometry": { "type": "LineString", "coordinates": [[1, 2, 900], [3, 4, 900]] } },
        { "type": "Feature", "geometry": { "type": "MultiLineString", "coordinates": [[[5, 6]], [[7, 8], [9, 10]]] } },
        { "type": "Feature", "geometry": { "type": "LineString", "coordinates": [] } } ] })");
    const scenario::PathLines read = scenario::read_geojson(file, Projection::geographic);
    EXPECT_EQ(read.features, 5u);
    ASSERT_EQ(read.lines.size(), 2u);
    EXPECT_EQ(read.lines[0][1].x, 3);
    EXPECT_EQ(read.lines[1][0].y, 8);
    EXPECT_EQ(read.parts, 4u);
    EXPECT_EQ(read.places[1], "/features/3/geometry/coordinates/1");
    ASSERT_EQ(read.skipped.size(), 4u);
    EXPECT_EQ(read.skipped[0].place, "/features/0/geometry");
    EXPECT_EQ(read.skipped[0].reason, "null geometry");
    EXPECT_EQ(read.skipped[1].reason, "a Point is no line");
    EXPECT_EQ(read.skipped[2].reason, "a single position");
    EXPECT_EQ(read.skipped[3].reason, "no position in it");
}

TEST_F(ScenarioFile, GeoJsonRingsAreClosedPathsAndCollectionsAreOpened) {
    const auto file = folder_.write("p.geojson", R"({ "type": "GeometryCollection", "geometries": [
        { "type": "Polygon", "coordinates": [ [[0, 0], [9, 0], [9, 9], [0, 0]], [[1, 1], [2, 1], [2, 2]] ] },
        { "type": "GeometryCollection", "geometries": [ null,
            { "type": "MultiPolygon", "coordinates": [ [ [[5, 5], [6, 5], [6, 6], [5, 5]] ], [] ] },
            { "type": "LineString", "coordinates": [[1, 2], [3, 4]] } ] } ] })");
    const scenario::PathLines read = scenario::read_geojson(file, Projection::none);
    EXPECT_EQ(read.features, 1u);
    EXPECT_EQ(read.parts, 4u);
    EXPECT_EQ(read.closed, (std::vector<bool>{true, true, true, false}));
    EXPECT_EQ(read.places[2], "/geometries/1/geometries/1/coordinates/0/0");
    ASSERT_EQ(read.skipped.size(), 2u);
    EXPECT_EQ(read.skipped[0].place, "/geometries/1/geometries/0");
    EXPECT_EQ(read.skipped[0].reason, "null geometry");
    EXPECT_EQ(read.skipped[1].reason, "no ring in it");
    const PathSet set = scenario::read_path_file(file, Projection::none).set;
    EXPECT_EQ(set.node_count(0), 3u);
    EXPECT_TRUE(set.closed(0));
    EXPECT_TRUE(set.closed(1)) << "a ring is closed though its last point is not its first";
    EXPECT_FALSE(set.closed(3));
}

TEST_F(ScenarioFile, ARingRoundAPoleStaysOpen) {
    const auto file = folder_.write("p.geojson", R"({ "type": "Polygon", "coordinates":
        [ [[-180, 80], [-90, 80], [0, 80], [90, 80], [180, 80], [-180, 80]] ] })");
    EXPECT_FALSE(scenario::read_geojson(file, Projection::geographic).closed[0]);
    EXPECT_TRUE(scenario::read_geojson(file, Projection::none).closed[0]);
}

TEST_F(ScenarioFile, CsvPathsAreRowsThatShareAName) {
    const auto file = folder_.write("p.csv", "y,path,x\n0,a,1\n3,a,5\n7,lone,7\n0,b,0\n0,b,2\n2,b,2\n0,b,0\n");
    const scenario::PathFile read = scenario::read_path_file(file, Projection::none);
    EXPECT_EQ(read.features, 3u);
    ASSERT_EQ(read.set.size(), 2u);
    EXPECT_EQ(read.set.length(0, PathMode::once), 5);
    EXPECT_TRUE(read.set.closed(1));
    ASSERT_EQ(read.skipped.size(), 1u);
    EXPECT_EQ(read.skipped[0].place, "line 4, path \"lone\"");

    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "p.csv: is empty"},
        {"path,x\n", "p.csv:1: the column \"y\" is missing"},
        {"path,x,y,z\n", "p.csv:1: the column \"z\" is none of"},
        {"path,x,x\n", "p.csv:1: the column \"x\" stands twice"},
        {"path,x,y\na,0\n", "p.csv:2: 2 fields, but"},
        {"path,x,y\na,0,1\na,0,nan\n", "p.csv:3: y: \"nan\" is not a number"},
        {"path,x,y\na,0,1\na,2e18,0\n", "p.csv:3: x: \"2e18\" is not a number of at most"},
        {"path,x,y\na,0,1\nb,0,1\na,2,3\n", "p.csv:4: the path \"a\" was ended by another"},
    };
    for (const auto& [text, expected] : cases) {
        folder_.write("p.csv", text);
        const std::string says = refusal(on_paths(R"({ "file": "p.csv", "projection": "none" })"));
        EXPECT_EQ(says.substr(0, expected.size()), expected) << text << "\nsays " << says;
    }
    folder_.write("p.csv", "path,x,y\na,0,1\na,0,91\n");
    EXPECT_EQ(refusal(on_paths(R"({ "file": "p.csv" })")).substr(0, 22), "p.csv:3: latitude 91 i");
}

TEST(ProjectionTest, PerPathHasTrueLengthsAtEachPathsLatitude) {
    std::vector<scenario::Line> lines{{{0, 0}, {1, 0}}, {{0, 60}, {1, 60}}};
    std::vector<scenario::Line> together = lines;
    const double degree = 6371008.8 * std::numbers::pi / 180;
    EXPECT_NEAR(scenario::project(lines, Projection::per_path).scale_error, 0, 1e-12);
    EXPECT_NEAR(lines[0][1].x - lines[0][0].x, degree, 1e-6);
    EXPECT_NEAR(lines[1][1].x - lines[1][0].x, degree / 2, 1e-6);
    scenario::project(together, Projection::geographic);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(lines[i][0].x + lines[i][1].x, together[i][0].x + together[i][1].x, 1e-6);
        EXPECT_NEAR(lines[i][0].y, together[i][0].y, 1e-6);
    }
}

TEST(ProjectionTest, IsEquirectangularAboutTheExtentsCentre) {
    std::vector<scenario::Line> lines{{{10, 50}, {12, 50}}, {{10, 54}, {11, 52}}};
    const scenario::Projected projected = scenario::project(lines, Projection::geographic);
    EXPECT_EQ(projected.extent.centre().x, 11);
    EXPECT_EQ(projected.extent.centre().y, 52);
    const double degree = 6371008.8 * std::numbers::pi / 180;
    const double shrink = std::cos(52 * std::numbers::pi / 180);
    EXPECT_NEAR(lines[0][0].x, -degree * shrink, 1e-6);
    EXPECT_NEAR(lines[0][0].y, -2 * degree, 1e-6);
    EXPECT_NEAR(lines[1][1].x, 0, 1e-6);
    EXPECT_NEAR(lines[1][1].y, 0, 1e-6);
    EXPECT_NEAR(projected.scale_error, shrink / std::cos(54 * std::numbers::pi / 180) - 1, 1e-12);
}

TEST(ProjectionTest, UnrollsTheAntimeridian) {
    scenario::Line line{{179, 0}, {-179, 1}, {-170, 2}, {175, 3}, {179.5, 4}};
    scenario::unroll(line);
    const std::array expected{179.0, 181.0, 190.0, 175.0, 179.5};
    for (std::size_t i = 0; i < line.size(); ++i) EXPECT_DOUBLE_EQ(line[i].x, expected[i]) << i;
    std::vector<scenario::Line> lines{{{179, 0}, {-179, 0}}};
    scenario::project(lines, Projection::geographic);
    EXPECT_NEAR(lines[0][1].x - lines[0][0].x, 2 * 6371008.8 * std::numbers::pi / 180, 1e-3);
}

}  // namespace
}  // namespace wend::test
