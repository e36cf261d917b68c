// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The agents of a scenario: drawn or read from a file, assigned to paths, and their initial state.
#include "bench/populations/stream_recipes.hpp"
#include "tools/scenario/agent_recipe.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <variant>
#include <vector>

#include "support/scenario_file.hpp"
#include "wend/random.hpp"

namespace wend::test {
namespace {

using scenario::Scenario;

class ScenarioAgents : public ScenarioFile {};

TEST_F(ScenarioAgents, AgentsThatFollowPathsAreAssignedToThemAndStartAtTheirEnd) {
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

TEST_F(ScenarioAgents, AgentsInCorridorsOfPortalsAreAssignedToThem) {
    folder_.write("p.geojson", R"({ "type": "MultiLineString", "coordinates":
        [ [[0, 0], [2, 1], [2, -1], [4, 0]], [[0, 9], [2, 10], [2, 8], [4, 9]] ] })");
    Scenario read = load(fmt::format(
        R"({{ "dt": 1, "ticks": 1, "agents": {{ "count": 5, "area": [0, 0, 1, 9] }},
            "paths": {{ "file": "p.geojson", "projection": "none" }}, "stages": [ {{ "portal_follow": {{}} }}, {} ] }})",
        vehicle));
    const auto path = read.agents.get<Stream::path>();
    EXPECT_EQ(std::vector<std::int32_t>(path.begin(), path.end()),
              (std::vector<std::int32_t>{0, 1, 0, 1, 0}));
    for (const std::uint32_t segment : read.agents.get<Stream::segment>()) EXPECT_EQ(segment, 0u);
}

TEST_F(ScenarioAgents, ApproachStartsOnItsWalkToPoint) {
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

TEST_F(ScenarioAgents, TargetAgentIsADistanceInSlots) {
    const auto targets = [&](int slots_on) {
        Scenario read = load(with_agents(
            fmt::format(R"({{ "count": 3, "area": [0, 0, 8, 8], "target_agent": {} }})", slots_on),
            R"({ "evade": { "quarry": "agent" } })"));
        const auto span = read.agents.get<Stream::target_agent>();
        return std::vector<std::int32_t>(span.begin(), span.end());
    };
    EXPECT_EQ(targets(1), (std::vector<std::int32_t>{1, 2, 0}));
    EXPECT_EQ(targets(-1), (std::vector<std::int32_t>{2, 0, 1}));
    EXPECT_EQ(targets(5), (std::vector<std::int32_t>{2, 0, 1}));
}

TEST_F(ScenarioAgents, OtherAgentIsSoManySlotsOn) {
    Scenario read =
        load(with_agents(R"({ "count": 3, "area": [0, 0, 8, 8], "target_agent": 1, "other_agent": 2 })",
                         R"({ "interpose": { "quarry": "agent" } })"));
    const auto span = read.agents.get<Stream::other_agent>();
    EXPECT_EQ(std::vector<std::int32_t>(span.begin(), span.end()), (std::vector<std::int32_t>{2, 0, 1}));
}

/// A double stream, but drawn like a float one.
TEST_F(ScenarioAgents, SecondsLeftIsAValueOrARange) {
    const auto seconds = [&](std::string_view given) {
        Scenario read = load(
            with_agents(fmt::format(R"({{ "count": 200, "area": [0, 0, 8, 8], "seconds_left": {} }})", given),
                        R"({ "retarget_wander": { "area": [0, 0, 8, 8] } })"));
        const auto span = read.agents.get<Stream::seconds_left>();
        return std::vector<double>(span.begin(), span.end());
    };
    EXPECT_EQ(seconds("86400"), std::vector<double>(200, 86'400));
    const std::vector<double> drawn = seconds("[0, 3]");
    const std::uint64_t number = bench::number_of(Stream::seconds_left);
    for (std::uint32_t id = 0; id < drawn.size(); ++id) {
        const float u = random_unit(random_bits(7, id, number, purpose(Purpose::initial_state)));
        ASSERT_EQ(drawn[id], static_cast<double>(static_cast<float>(3 * static_cast<double>(u)))) << id;
    }
}

TEST_F(ScenarioAgents, AnOffsetIsGivenHereOrInTheStage) {
    Scenario here =
        load(with_agents(R"({ "count": 2, "area": [0, 0, 8, 8], "target_agent": 1, "offset": [-3, 2] })",
                         R"({ "offset_pursue": { "quarry": "agent" } })"));
    EXPECT_EQ(here.agents.get<Stream::offset_x>()[1], -3);
    EXPECT_EQ(here.agents.get<Stream::offset_y>()[1], 2);
    Scenario stage =
        load(with_agents(R"({ "count": 2, "area": [0, 0, 8, 8], "target_agent": 1 })",
                         R"({ "offset_pursue": { "quarry": "agent", "offset_x": -3, "offset_y": 2 } })"));
    EXPECT_FALSE(stage.agents.has(Stream::offset_x));
}

TEST_F(ScenarioAgents, InitialStateIsTheDocumentedDraw) {
    Scenario read = load(with_agents(R"({ "count": 2000, "area": [10, -20, 30, 40] })"));
    const auto expect_draw = [&](Stream stream, std::span<const float> values, float low, float high) {
        const std::uint64_t number = bench::number_of(stream);
        for (std::uint32_t id = 0; id < values.size(); ++id) {
            const auto u =
                static_cast<double>(random_unit(random_bits(7, id, number, purpose(Purpose::initial_state))));
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

// Golden: initial states must not change when the library gains streams.
TEST_F(ScenarioAgents, InitialStateNumbersAreFixed) {
    EXPECT_EQ(bench::number_of(Stream::direction), 0u);
    EXPECT_EQ(bench::number_of(Stream::arrived), 16u);
    EXPECT_EQ(bench::number_of(Stream::target_velocity_x), 33u);
    EXPECT_EQ(bench::number_of(Stream::walk_y), 36u);
    EXPECT_EQ(bench::number_of(Stream::offset_x), 37u);
    EXPECT_EQ(bench::number_of(Stream::other_target_y), 43u);
    EXPECT_EQ(bench::number_of(Stream::mass), 2u);
    EXPECT_EQ(bench::number_of(Stream::position_x), 6u);
    EXPECT_EQ(bench::number_of(Stream::segment_distance), 9u);
    EXPECT_EQ(bench::number_of(Stream::target_y), 12u);
    EXPECT_EQ(bench::number_of(Stream::wander_angle), 15u);
}

TEST_F(ScenarioAgents, AnAgentStartsTheSameInAnyPopulation) {
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

TEST_F(ScenarioAgents, AgentsAreAssignedToPathsAndSpreadAlongThem) {
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

TEST_F(ScenarioAgents, AgentsFileGivesTheState) {
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

TEST_F(ScenarioAgents, AgentsThatWouldFaultAreNoted) {
    folder_.write("a.csv", "id,position_x,position_y,mass\n3,0,0,1\n4,0,0,-1\n");
    const Scenario read = load(R"({ "dt": 1, "ticks": 1, "agents": { "file": "a.csv" },
        "stages": [ { "wander": {} }, { "locomotion": { "max_force": 1, "max_speed": 1 } } ] })");
    ASSERT_EQ(read.notes.size(), 1u);
    EXPECT_NE(read.notes[0].find("1 of 2 agents have an invalid value and do not move; the first is agent 4"),
              std::string::npos)
        << read.notes[0];
}

TEST_F(ScenarioAgents, RefusesAgentsFilesWithTheLine) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "a.csv: is empty"},
        {"position_x,position_w\n", "a.csv:1: column \"position_w\" is not a stream"},
        {"position_x,postion_y\n",
         "a.csv:1: column \"postion_y\" is not a stream; did you mean \"position_y\"?"},
        {"position_x,position_x\n", "a.csv:1: column \"position_x\" appears twice"},
        {"position_x,position_y\n1,2\n1,nan\n", "a.csv:3: position_y: \"nan\" is not a finite 32-bit float"},
        {"position_x,position_y\n1,inf\n", "a.csv:2: position_y: \"inf\" is not"},
        {"position_x,position_y\n1,1e39\n", "a.csv:2: position_y: \"1e39\" is not"},
        {"position_x,position_y\n1,\n", "a.csv:2: position_y: \"\" is not"},
        {"position_x,position_y\n1,2 m\n", "a.csv:2: position_y: \"2 m\" is not"},
        {"position_x,position_y\n1,2\n\n3\n", "a.csv:4: 1 fields, but the header names 2 columns"},
        {"id,position_x,position_y\n-1,1,2\n", "a.csv:2: id: \"-1\" is not a whole number"},
        {"id,position_x,position_y\n6,1,2\n6,1,2\n", "a.csv:3: id 6 appears twice"},
        {"position_x,position_y\n1,\"2\n", "a.csv:2: the file ends inside a quoted field"},
        {"position_x\n1\n", "s.json: /agents/file: the file has only one of position_x and position_y"},
    };
    for (const auto& [text, expected] : cases) {
        folder_.write("a.csv", text);
        const std::string says = refusal(with_agents(R"({ "file": "a.csv" })"));
        EXPECT_EQ(says.substr(0, expected.size()), expected) << text << "\nsays " << says;
    }
}

}  // namespace
}  // namespace wend::test
