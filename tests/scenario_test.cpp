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
    const scenario::GeoLines read = scenario::read_geojson(file, Projection::geographic);
    EXPECT_EQ(read.features, 5u);
    ASSERT_EQ(read.lines.size(), 2u);
    EXPECT_EQ(read.lines[0][1].x, 3);
    EXPECT_EQ(read.lines[1][0].y, 8);
    EXPECT_EQ(read.pointers[1], "/features/3/geometry/coordinates/1");
    ASSERT_EQ(read.skipped.size(), 4u);
    EXPECT_EQ(read.skipped[0].pointer, "/features/0");
    EXPECT_EQ(read.skipped[0].reason, "null geometry");
    EXPECT_EQ(read.skipped[1].reason, "a Point is no line");
    EXPECT_EQ(read.skipped[2].reason, "a single position");
    EXPECT_EQ(read.skipped[3].reason, "no position in it");
}

TEST(ProjectionTest, IsEquirectangularAboutTheExtentsCentre) {
    std::vector<scenario::Line> lines{{{10, 50}, {12, 50}}, {{10, 54}, {11, 52}}};
    const scenario::Projected projected = scenario::project(lines);
    EXPECT_EQ(projected.centre.x, 11);
    EXPECT_EQ(projected.centre.y, 52);
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
    scenario::project(lines);
    EXPECT_NEAR(lines[0][1].x - lines[0][0].x, 2 * 6371008.8 * std::numbers::pi / 180, 1e-3);
}

}  // namespace
}  // namespace wend::test
