// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Scenario files: stages and their parameters, overrides, and refusals with their places.
#include "tools/scenario/scenario.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "support/scenario_file.hpp"
#include "tools/files/origin.hpp"

namespace wend::test {
namespace {

using scenario::Scenario;

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

TEST_F(ScenarioFile, ReadsTheParametersOfForces) {
    const Scenario read = load(R"({ "dt": 0.25, "ticks": 1,
        "agents": { "count": 4, "area": [-1, -2, 3, 4], "target": [1, 2], "target_velocity": [3, 4] },
        "stages": [ { "seek": { "weight": 2 } }, { "flee": { "weight": 3 } },
                    { "arrive": { "slowing_radius": 4, "weight": 5 } },
                    { "evade": { "quarry": "point", "weight": 7 } }, { "wander": { "weight": 8 } },
                    { "locomotion": { "composition": "prioritised", "max_force": 5, "max_speed": 4, "mass": 3 } } ] })");
    const auto stages = read.program.stages();
    ASSERT_EQ(stages.size(), 6u);
    EXPECT_EQ(std::get<Seek>(stages[0]).weight, 2);
    EXPECT_EQ(std::get<Flee>(stages[1]).weight, 3);
    EXPECT_EQ(std::get<Arrive>(stages[2]).slowing_radius, 4);
    EXPECT_EQ(std::get<Arrive>(stages[2]).weight, 5);
    EXPECT_EQ(std::get<Evade>(stages[3]).quarry, Quarry::point);
    EXPECT_EQ(std::get<Evade>(stages[3]).weight, 7);
    EXPECT_EQ(std::get<Wander>(stages[4]).weight, 8);
    EXPECT_EQ(std::get<Locomotion>(stages[5]).composition, Composition::prioritised);
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

TEST_F(ScenarioFile, ReadsObstaclesFromItsKeysAndFromThePathFile) {
    const std::string crowd = R"({ "count": 5, "area": [0, 0, 8, 8] })";
    const auto obstacles_of = [&](const Scenario& scenario) {
        return std::get<AvoidObstacles>(scenario.program.stages()[0]).obstacles;
    };
    const ObstacleSet own = obstacles_of(
        load(with_agents(crowd, R"({ "avoid_obstacles": { "horizon": 2, "obstacles": { "circles": [[1, 2, 3]],
                    "walls": [[[0, 0], [4, 0], [4, 5]]], "polygons": [[[7, 7], [8, 7], [8, 8]]] } } })")));
    ASSERT_EQ(own.size(), 6u);
    EXPECT_EQ(own.obstacle(0).radius, 3);
    EXPECT_EQ(own.obstacle(2).to_y, 5);
    EXPECT_EQ(own.obstacle(5).to_x, 7) << "a polygon is closed";
    folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [8, 0], [8, 3]] })");
    const auto with_paths = [&](const char* obstacles) {
        return R"({ "dt": 0.1, "ticks": 1, "agents": )" + crowd +
               R"(, "paths": { "file": "p.geojson", "projection": "none" }, "stages": [ { "avoid_obstacles": {)" +
               obstacles + R"(} }, { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ] })";
    };
    EXPECT_EQ(obstacles_of(load(with_paths(""))).size(), 2u);
    EXPECT_EQ(
        obstacles_of(load(with_paths(R"("obstacles": { "circles": [[1, 2, 3]], "paths": true })"))).size(),
        3u);
    EXPECT_EQ(obstacles_of(load(with_paths(R"("obstacles": { "circles": [[1, 2, 3]] })"))).size(), 1u);
}

TEST_F(ScenarioFile, ReadsOccludersWhereTheyAreNamed) {
    const std::string crowd = R"({ "count": 5, "area": [0, 0, 8, 8] })";
    folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [8, 0], [8, 3]] })");
    const Scenario scenario = load(R"({ "dt": 0.1, "ticks": 1, "agents": )" + crowd +
                                   R"(, "paths": { "file": "p.geojson", "projection": "none" }, "stages": [
             { "separation": { "occluders": { "circles": [[1, 2, 3]], "paths": true } } },
             { "avoid_neighbours": { "occluders": { "walls": [[[0, 0], [4, 0]]] } } }, { "social_force": {} },
             { "avoid_obstacles": {} }, { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ] })");
    EXPECT_EQ(std::get<Separation>(scenario.program.stages()[0]).occluders.size(), 3u);
    EXPECT_EQ(std::get<AvoidNeighbours>(scenario.program.stages()[1]).occluders.size(), 1u);
    EXPECT_EQ(std::get<SocialForce>(scenario.program.stages()[2]).occluders.size(), 0u);
}

TEST_F(ScenarioFile, ReadsFlowFields) {
    const std::string crowd = R"({ "count": 5, "area": [0, 0, 8, 8] })";
    const auto field_of = [&](const char* field) {
        const Scenario scenario =
            load(with_agents(crowd, std::string(R"({ "flow_follow": { "field": )") + field + " } }"));
        return std::get<FlowFollow>(scenario.program.stages()[0]).field;
    };
    const FlowField given = field_of(
        R"({ "area": [0, 0, 2, 6], "columns": 2, "rows": 2, "velocity_x": [1, 2, 3, 4], "velocity_y": [0, 0, 0, 5] })");
    EXPECT_EQ(given.velocity(0, 1).x, 3);
    EXPECT_EQ(given.velocity(1, 1).y, 5);
    EXPECT_EQ(given.grid().area.max_y, 6);
    const FlowField to_goal = field_of(R"({ "columns": 4, "rows": 4, "goals": [[7, 7]], "speed": 2 })");
    EXPECT_EQ(to_goal.grid().area.max_x, 8) << "the agents' area";
    EXPECT_NEAR(std::hypot(to_goal.velocity(0, 0).x, to_goal.velocity(0, 0).y), 2, 1e-6);
    // A row of the goal's, but for its own cell, in which a metre takes nine times as long.
    const char* text =
        R"({ "columns": 4, "rows": 4, "goals": [[7, 7]], "obstacles": { "circles": [[3, 3, 0.1]] },
                            "clearance": 1.4, "costs": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, 9, 9, 1] })";
    const FlowField with_costs = field_of(text);
    EXPECT_NEAR(with_costs.velocity(3, 0).y, 1, 1e-6);
    EXPECT_LT(with_costs.velocity(0, 3).y, -0.5) << "out of the row";
    EXPECT_GT(field_of(R"({ "columns": 4, "rows": 4, "goals": [[7, 7]] })").velocity(0, 3).x, 0.9);
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

TEST_F(ScenarioFile, BindsOutputsAndAWorkspace) {
    Scenario read = load(with_agents(R"({ "count": 3, "area": [0, 0, 8, 8], "target_agent": 1 })",
                                     R"({ "evade": { "quarry": "agent" } })"));
    EXPECT_TRUE(run(read.program, read.agents.view(), {read.dt, 3, 0, read.seed}).status.ok());
    Scenario homing = load(R"({ "dt": 1, "ticks": 1,
        "agents": { "count": 4, "position": [4, 5], "target": [5, 5] }, "stages": [ { "approach": { "speed": 9 } } ] })");
    ASSERT_TRUE(homing.agents.has(Stream::arrived));
    EXPECT_TRUE(homing.agents.has(Stream::velocity_x));
    ASSERT_TRUE(run(homing.program, homing.agents.view(), {homing.dt, 9, 0, homing.seed}).status.ok());
    EXPECT_EQ(homing.agents.get<Stream::arrived>()[3], 1u);
}

TEST_F(ScenarioFile, GivesInputsThatTheStagesReadWhereBound) {
    const Scenario read = load(
        with_agents(R"({ "count": 50, "area": [0, 0, 8, 8], "body_radius": [0.1, 0.4], "position_z": [1, 2],
                              "groups": 4294967295, "seen_groups": 5, "stages": 3 })",
                    R"({ "avoid_neighbours": { "radius": 3, "height_band": 1 } })"));
    const auto radii = read.agents.get<Stream::body_radius>();
    EXPECT_GE(std::ranges::min(radii), 0.1f);
    EXPECT_LE(std::ranges::max(radii), 0.4f);
    EXPECT_LT(std::ranges::min(radii), std::ranges::max(radii));
    EXPECT_GE(read.agents.get<Stream::position_z>()[49], 1);
    EXPECT_EQ(read.agents.get<Stream::groups>()[49], 4294967295u);
    EXPECT_EQ(read.agents.get<Stream::seen_groups>()[49], 5u);
    EXPECT_EQ(read.agents.get<Stream::stages>()[49], 3u);
    const char* const unused = "s.json: /agents/groups: no stage uses this stream";
    EXPECT_EQ(refusal(with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "groups": 1 })")), unused);
    const char* const of_bodies = R"({ "count": 5, "area": [0, 0, 8, 8], "body_radius": 0.25 })";
    EXPECT_EQ(refusal(with_agents(of_bodies, R"({ "separation": {} })")),
              "s.json: /agents/body_radius: no stage uses this stream");
    EXPECT_EQ(load(with_agents(of_bodies, R"({ "separation": { "body_radius": 0.5 } })"))
                  .agents.get<Stream::body_radius>()[2],
              0.25f);
}

TEST_F(ScenarioFile, NamesOnlyKeysThatItAccepts) {
    folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [1, 0]] })");
    const std::string paths = R"("paths": { "file": "p.geojson", "projection": "none" }, )";
    for (const std::string& stages :
         {fmt::format(R"([ {{ "wander": {{}} }}, {} ])", vehicle),
          fmt::format(R"([ {{ "avoid_neighbours": {{ "height_band": 2 }} }}, {} ])", vehicle),
          fmt::format(R"([ {{ "interpose": {{ "quarry": "agent" }} }}, {} ])", vehicle),
          fmt::format(R"([ {{ "path_follow": {{ "swept": true }} }}, {{ "external_force": {{}} }}, {} ])",
                      vehicle),
          std::string(R"([ { "approach": {} } ])"), std::string(R"([ { "waypoint_advance": {} } ])")}) {
        const auto refused = [&](const std::string& agents) {
            const bool on_path = stages.find("path_follow") != std::string::npos ||
                                 stages.find("waypoint") != std::string::npos;
            return refusal(fmt::format(R"({{ "dt": 1, "ticks": 1, {}"agents": {{ {} }}, "stages": {} }})",
                                       on_path ? paths : "", agents, stages));
        };
        const std::string answer = refused(R"("count": 5, "area": [0, 0, 8, 8], "colour": 1)");
        const std::string_view known = "known here: ";
        ASSERT_NE(answer.find(known), std::string::npos) << answer;
        std::string keys = answer.substr(answer.find(known) + known.size());
        EXPECT_NE(keys.find("stages"), std::string::npos) << keys;
        while (!keys.empty()) {
            const std::string key = keys.substr(0, keys.find(", "));
            keys.erase(0, key.size() + 2);
            const std::string given = refused(fmt::format(R"("count": 5, "{}": 1)", key));
            EXPECT_EQ(given.find("no stage uses"), std::string::npos) << stages << given;
            EXPECT_EQ(given.find("unknown key"), std::string::npos) << stages << given;
            EXPECT_EQ(key.find("heading"), std::string::npos) << stages;
        }
    }
}

TEST_F(ScenarioFile, TheirOwnBoundsOverrideTheAgentsArea) {
    const Scenario read = load(with_stages(
        R"([ {"wander":{}}, {"locomotion":{"max_force":1,"max_speed":1,"mass":1,"bounds":"wrap","area":[-9,-8,9,8]}} ])"));
    EXPECT_EQ(std::get<Locomotion>(read.program.stages()[1]).area.min_x, -9);
}

TEST_F(ScenarioFile, PathsMayStandInTheScenario) {
    folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [3, 4]] })");
    const auto paths_of = [&](const char* json, const scenario::Overrides& overrides = {}) {
        return load(on_paths(json), overrides).fingerprint.paths;
    };
    const std::uint64_t named = paths_of(R"({ "file": "p.geojson", "projection": "none" })");
    EXPECT_EQ(
        paths_of(
            R"({ "geojson": { "type": "LineString", "coordinates": [[0, 0], [3, 4]] }, "projection": "none" })"),
        named);
    const char* const others = R"({ "geojson": { "type": "LineString", "coordinates": [[0, 0], [1, 1]] } })";
    scenario::Overrides replaced;
    replaced.paths = folder_ / "p.geojson";
    replaced.projection = "none";
    EXPECT_EQ(paths_of(others, replaced), named);
    EXPECT_NE(paths_of(others), named);
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

TEST_F(ScenarioFile, RefusesWithThePlace) {
    folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [1, 0]] })");
    const std::string crowd = R"({ "count": 5, "area": [0, 0, 8, 8] })";
    const std::vector<std::pair<std::string, std::string>> cases{
        {"{ \"dt\": 1,\n  \"ticks\": , }", "s.json:2:12: "},
        {R"({ "dt": 1, "dt": 2 })", "s.json: /dt: this key appears twice"},
        {R"({ "dt": 1, "x": [0, { "y": 1e999 }] })", "s.json: /x/1/y: the number 1e999 is beyond"},
        {"[]", "s.json: expected an object"},
        {R"({ "dt": 1, "ticks": 1 })", "s.json: the key \"agents\" is missing"},
        {R"({ "dt": "1", "ticks": 1 })", "s.json: /dt: expected a number, found \"1\""},
        {R"({ "dt": 1e39, "ticks": 1 })", "s.json: /dt: 1e+39 is too large"},
        {R"({ "dt": 1, "ticks": -1 })", "s.json: /ticks: expected a whole number"},
        {R"({ "dt": 1, "ticks": 1.5 })", "s.json: /ticks: expected a whole number"},
        {R"({ "dt": -1, "ticks": 1, "agents": { "count": 1, "area": [0,0,1,1] }, "stages": [ { "wander": {} },
            { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ] })",
         "s.json: /dt: dt is -1"},
        {R"({ "dt": 1, "ticks": 1, "agents": {}, "stages": [], "a/b": 1 })",
         "s.json: /a~1b: unknown key; known here: "},
        {with_agents(R"({ "area": [0, 0, 8, 8] })"), "s.json: /agents: the key \"count\" is missing"},
        {with_agents(R"({ "count": 4294967296 })"), "s.json: /agents/count: more than 2^32 - 1 agents"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 1e19, 1] })"),
         "s.json: /agents/area: coordinate is 1e+19, must be in [-1e18, 1e18]"},
        {with_agents(R"({ "count": 5 })"), "s.json: /agents: positions are missing"},
        {with_agents(R"({ "count": 5, "area": [8, 0, 0, 8] })"), "s.json: /agents/area: the rectangle"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8] })"), "s.json: /agents/area: expected a rectangle"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, "8"] })"),
         "s.json: /agents/area/3: expected a number"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "colour": 1 })"),
         "s.json: /agents/colour: unknown key"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "speed": 1 })"),
         "s.json: /agents/speed: no stage uses"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "mass": 1 })"),
         "s.json: /agents/mass: mass is given"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "velocity": 1 })"),
         "s.json: /agents/velocity: expected [x"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "velocity": [[2, 1], 0] })"),
         "s.json: /agents/velocity/0: the range [2,1] is reversed"},
        {with_agents(crowd, R"({ "arrive": { "slowing_radius": 0 } })"),
         "s.json: /stages/0/arrive/slowing_radius: slowing_radius is 0"},
        {with_agents(crowd, R"({ "evade": { "quarry": "agent" } })"),
         "s.json: /agents: the stages need each agent's target_agent"},
        {with_agents(crowd, R"({ "evade": { "quarry": "hare" } })"),
         "s.json: /stages/0/evade/quarry: \"hare\" is none of"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "target_agent": 1, "walk": [1, 1] })",
                     R"({ "evade": { "quarry": "agent" } })"),
         "s.json: /agents/walk: no stage uses"},
        {with_agents(R"({ "count": 5, "area": [0, 0, 8, 8], "target_agent": 0.5 })",
                     R"({ "evade": { "quarry": "agent" } })"),
         "s.json: /agents/target_agent: expected a whole number from -2^31 to 2^31 - 1, found 0.5"},
        {R"({ "dt": 1, "ticks": 1, "agents": { "count": 5, "speed": 1, "direction": 2 },
              "paths": { "file": "p.geojson" }, "stages": [ { "waypoint_advance": { "mode": "ping-pong" } } ] })",
         "s.json: /agents/direction: 2 is neither"},
        {with_agents(R"({ "count": 5, "position": [1, 1] })", R"({ "retarget_wander": {} })"),
         "s.json: /stages/0/retarget_wander: needs an \"area\""},
        {with_agents(crowd, R"({ "path_follow": {} })"), "s.json: /stages/0/path_follow: needs"},
        {with_agents(crowd, R"({ "avoid_obstacles": {} })"),
         "s.json: /stages/0/avoid_obstacles: needs \"obstacles\", or the scenario's key \"paths\""},
        {with_agents(crowd, R"({ "avoid_obstacles": { "obstacles": { "circles": [[1, 2, 3], [1, 2]] } } })"),
         "s.json: /stages/0/avoid_obstacles/obstacles/circles/1: expected a circle [x, y, radius]"},
        {with_agents(crowd, R"({ "avoid_obstacles": { "obstacles": { "circles": [[1, 2, -3]] } } })"),
         "s.json: /stages/0/avoid_obstacles/obstacles/circles/0: radius is -3, must be in [0, 1e+18]"},
        {with_agents(crowd, R"({ "avoid_obstacles": { "obstacles": { "polygons": [[[1, 2], [3, 4]]] } } })"),
         "s.json: /stages/0/avoid_obstacles/obstacles/polygons/0: a polygon has at least three points"},
        {with_agents(crowd, R"({ "avoid_obstacles": { "obstacles": { "walls": [[[1, 2], [1]]] } } })"),
         "s.json: /stages/0/avoid_obstacles/obstacles/walls/0/1: expected a point [x, y]"},
        {with_agents(crowd, R"({ "avoid_obstacles": { "obstacles": { "walls": [[]] } } })"),
         "s.json: /stages/0/avoid_obstacles/obstacles/walls/0: obstacle 0 has no point"},
        {with_agents(crowd, R"({ "avoid_obstacles": { "obstacles": { "wall": [] } } })"),
         "s.json: /stages/0/avoid_obstacles/obstacles/wall: unknown key"},
        {with_agents(crowd, R"({ "separation": { "occluders": { "circles": [[1, 2, -3]] } } })"),
         "s.json: /stages/0/separation/occluders/circles/0: radius is -3, must be in [0, 1e+18]"},
        {with_agents(crowd, R"({ "social_force": { "occluders": { "wall": [] } } })"),
         "s.json: /stages/0/social_force/occluders/wall: unknown key"},
        {with_agents(crowd, R"({ "avoid_neighbours": { "occluders": { "paths": true } } })"),
         "s.json: /stages/0/avoid_neighbours/occluders/paths: needs the scenario's key \"paths\""},
        {with_agents(crowd, R"({ "alignment": { "occluders": {} } })"),
         "s.json: /stages/0/alignment/occluders: unknown key"},
        {with_agents(crowd, R"({ "flow_follow": {} })"), "s.json: /stages/0/flow_follow: needs a \"field\""},
        {with_agents(crowd, R"({ "flow_follow": { "field": { "columns": 4, "rows": 4 } } })"),
         "s.json: /stages/0/flow_follow/field: goals is 0, must be in [1, 1e+18]"},
        {with_agents(crowd,
                     R"({ "flow_follow": { "field": { "columns": 1, "rows": 4, "goals": [[1, 1]] } } })"),
         "s.json: /stages/0/flow_follow/field: columns is 1, must be in [2, 4096]"},
        {with_agents(crowd, R"({ "wander": { "weight": true } })"),
         "s.json: /stages/0/wander/weight: expected a number, found true"},
        {with_agents(crowd, R"({ "seek": {} })"), "s.json: /agents: the stages need each agent's target_x"},
        {with_agents(R"({ "file": "none.csv" })"), "none.csv: cannot be read: No such file"},
        {with_agents(R"({ "file": "a.csv", "count": 1 })"), "s.json: /agents/count: "},
        {with_stages("[]"), "s.json: /stages: expected an array"},
        {with_stages(R"([ { "wandr": {} } ])"),
         "s.json: /stages/0/wandr: unknown stage; did you mean \"wander\"? Known: wander, seek, "},
        {with_stages(R"([ { "wander": {}, "seek": {} } ])"),
         "s.json: /stages/0: expected an object of one key"},
        {with_stages(R"([ { "wander": 3 } ])"), "s.json: /stages/0/wander: expected an object, found 3"},
        {with_stages(R"([ { "wander": { "radius": 3 } } ])"), "s.json: /stages/0/wander/radius: unknown key"},
        {with_stages(R"([ { "wander": { "frame": "north" } } ])"),
         "s.json: /stages/0/wander/frame: \"north\" is none of"},
        {with_agents(crowd, R"({ "wander": { "angle_change": -2 } })"),
         "s.json: /stages/0/wander/angle_change: angle_change is -2"},
        {with_stages(R"([ { "wander": {} } ])"), "s.json: /stages/0: a force must be followed by locomotion"},
        {with_agents(R"({ "count": 5, "position": [1, 1] })", R"({ "locomotion": { "bounds": "wrap" } })"),
         "s.json: /stages/0/locomotion/bounds: bounds need an \"area\""},
        {with_stages(R"([ { "waypoint_advance": {} } ])"), "s.json: /stages/0/waypoint_advance: needs"},
        {on_paths(R"({ "file": "none.geojson" })"), "none.geojson: cannot be read: No such file"},
        {on_paths(R"({ "geojson": { "type": "LineString", "coordinates": [[0, 0], [1]] } })"),
         "s.json: /paths/geojson: /coordinates/1: "},
        {on_paths(R"({ "geojson": {}, "file": "p.geojson" })"),
         "s.json: /paths: has both \"geojson\" and \"file\""},
        {on_paths(R"({ "file": "p.geojson", "projection": "flat" })"),
         "s.json: /paths/projection: \"flat\" is none of"},
        {on_paths(R"({ "file": "p.geojson" })", "pingpong"),
         "s.json: /stages/0/waypoint_advance/mode: \"pingpong\""},
    };
    for (const auto& [text, expected] : cases)
        EXPECT_EQ(refusal(text).substr(0, expected.size()), expected) << text << "\nsays " << refusal(text);
}

/// The same scenario near the origin and far from it, where floats are half a metre apart: positions,
/// targets, walls, goals and areas are in the coordinates of the path file.
TEST_F(ScenarioFile, PlacesMoveWithTheOriginOfThePathFile) {
    const auto text = [&](double x, double y) {
        folder_.write("a.csv", fmt::format("id,position_x,position_y\n7,{},{}\n3,{},{}\n", x + 1.25, y + 2.5,
                                           x - 3.75, y - 1.125));
        const std::string area = fmt::format("[{}, {}, {}, {}]", x - 20, y - 20, x + 20, y + 20);
        return fmt::format(
            R"({{ "dt": 0.0166667, "ticks": 60, "agents": {{ "file": "a.csv", "area": {0}, "target": [[{1}, {3}], {2}] }},
            "paths": {{ "projection": "none", "geojson": {{ "type": "LineString", "coordinates": [[{1}, {2}], [{3}, {4}]] }} }},
            "stages": [ {{ "seek": {{}} }}, {{ "arrive": {{ "target": [{1}, {4}] }} }},
                {{ "avoid_obstacles": {{ "obstacles": {{ "circles": [[{3}, {4}, 0.5]], "walls": [[[{1}, {2}], [{3}, {2}]]],
                                                       "polygons": [[[{1}, {2}], [{3}, {2}], [{3}, {4}]]], "paths": true }} }} }},
                {{ "flow_follow": {{ "field": {{ "columns": 8, "rows": 8, "goals": [[{3}, {2}]] }} }} }},
                {{ "locomotion": {{ "max_force": 20, "max_speed": 1.4, "mass": 1, "bounds": "wrap" }} }} ] }})",
            area, x - 10, y - 10, x + 10, y + 10);
    };
    Scenario near = load(text(0, 0));
    Scenario far = load(text(500'000, 5'400'000));
    EXPECT_EQ(far.projected.origin.x, 500'000);
    EXPECT_EQ(far.projected.origin.y, 5'400'000);
    ASSERT_EQ(far.notes.size(), near.notes.size());
    EXPECT_NE(far.notes[0].find("the origin is moved to (500000, 5400000)"), std::string::npos)
        << far.notes[0];
    for (Scenario* const one : {&near, &far})
        ASSERT_TRUE(
            run(one->program, one->agents.view(), {.dt = one->dt, .count = 60, .first_tick = 0}).status.ok());
    EXPECT_NE(near.agents.get<Stream::position_x>()[0], 1.25f);
    EXPECT_EQ(state_hash(near.program, near.agents.view()), state_hash(far.program, far.agents.view()));
}

/// A new stream is one or the other.
TEST_F(ScenarioFile, EveryStreamOfTwoCoordinatesIsAPlaceOrAVector) {
    const std::set<std::string_view> vectors{
        "velocity",        "heading", "target_velocity", "other_target_velocity", "third_target_velocity",
        "force",           "step",    "steering_force",  "external_force",        "offset",
        "desired_velocity"};
    for (const StreamInfo& stream : stream_infos) {
        if (!stream.name.ends_with("_x") && !stream.name.ends_with("_y")) continue;
        if (stream.name.starts_with("record_")) continue;  // wend's to write
        const bool is_vector = vectors.contains(stream.name.substr(0, stream.name.size() - 2));
        const double moved = is_vector ? 0 : stream.name.ends_with("_x") ? 3 : 4;
        EXPECT_EQ(files::origin_of(*find_stream(stream.name), {3, 4}), moved) << stream.name;
    }
    EXPECT_EQ(files::origin_of(Stream::position_z, {3, 4}), 0);
}

TEST_F(ScenarioFile, SaysWhatKeepsAgentsWhereTheyAre) {
    const auto notes = [&](std::string_view agents, std::string_view stage) {
        std::string all;
        for (const std::string& note : load(with_agents(agents, stage)).notes) all += note + "\n";
        return all;
    };
    EXPECT_NE(notes(R"({ "count": 5, "area": [16777216, 0, 16777224, 8] })", R"({ "wander": {} })")
                  .find("max_speed * dt is 1.5 for the agent in slot 0, less than 2"),
              std::string::npos);
    EXPECT_NE(notes(R"({ "count": 40, "area": [0, 0, 8, 8] })",
                    R"({ "flow_follow": { "field": { "columns": 40, "rows": 40, "goals": [[7, 7]],
                         "obstacles": { "walls": [[[4, -1], [4, 9]]] } } } })")
                  .find("no way leads to a goal from "),
              std::string::npos);
}

}  // namespace
}  // namespace wend::test
