// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Pages that play a run, opened in Chromium: their drawing and text agree with the run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "support/browser.hpp"
#include "support/scratch_folder.hpp"
#include "tools/player/player_page.hpp"
#include "tools/scenario/advance.hpp"
#include "tools/scenario/scenario.hpp"

namespace wend::test {
namespace {

/// The state of an agent after a run's ticks, and its page.
struct Played {
    std::filesystem::path page;
    std::string source;
    float x, y, steering_x;
};

class Player : public PageTest {
  protected:
    /// Runs a scenario for `ticks` ticks with a frame each `interval`; of an agent it keeps the last state.
    Played play(const words::Json& json, std::uint64_t ticks, std::uint64_t interval, std::size_t slot = 0) {
        scenario::Scenario loaded =
            scenario::load_scenario(json, std::filesystem::path(WEND_SCENARIOS "/behaviours/test.json"),
                                    {.seed = {}, .ticks = ticks, .paths = {}});
        const AgentView agents = loaded.agents.view();
        player::PlayerPage page(folder_ / "play.html", loaded, "play", interval);
        page.sample(0, agents);
        for (std::uint64_t tick = 0; tick < ticks; ++tick) {
            EXPECT_TRUE(scenario::advance(loaded.program, agents, loaded.ticks_from(tick, 1), {}).status);
            if ((tick + 1) % interval == 0) page.sample(tick + 1, agents);
        }
        page.commit(agents);
        Played played{folder_ / "play.html", folder_.read("play.html"), 0, 0, 0};
        if (slot >= agents.size()) return played;
        played.x = agents.get<Stream::position_x>()[slot];
        played.y = agents.get<Stream::position_y>()[slot];
        std::vector<float> x(agents.size()), y(agents.size());
        AgentView forced = agents;
        forced.bind<Stream::steering_force_x>(x).bind<Stream::steering_force_y>(y);
        EXPECT_TRUE(forces(scenario::program_at(loaded.program, loaded.events, ticks), forced,
                           {loaded.dt, 1, ticks, loaded.seed})
                        .status);
        played.steering_x = x[slot];
        return played;
    }

    static words::Json scenario_of(std::size_t count, const char* stages) {
        return words::Json::parse(fmt::format(
            R"({{"seed": 5, "dt": 0.02, "ticks": 1, "agents": {{"count": {}, "area": [0, 0, 200, 100]}}, "stages": {}}})",
            count, stages));
    }

    ScratchFolder folder_;
};

constexpr const char* wandering =
    R"([{"wander": {}}, {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1, "bounds": "wrap"}}])";

/// Whatever its stages.
TEST_F(Player, EveryScenarioHasAPage) {
    std::size_t pages = 0;
    for (const auto& entry : std::filesystem::directory_iterator(WEND_SCENARIOS "/behaviours")) {
        if (entry.path().extension() != ".json") continue;
        SCOPED_TRACE(entry.path().stem().string());
        constexpr auto no_slot = static_cast<std::size_t>(-1);
        Played played;
        ASSERT_NO_THROW(played = play(files::read_json(entry.path()), 3, 1, no_slot));
        EXPECT_NE(played.source.find("id=numbers"), std::string::npos);
        ++pages;
    }
    EXPECT_GT(pages, 40u);
}

/// The values of a row in the table of an agent's numbers.
std::string value_of(const std::string& document, const std::string& name) {
    const std::string head = "<th scope=\"row\">" + name + "</th><td>";
    const std::size_t at = document.find(head);
    if (at == std::string::npos) return "no row " + name;
    const std::size_t from = at + head.size();
    return document.substr(from, document.find('<', from) - from);
}

bool has(const std::string& document, const std::string& part) {
    return document.find(part) != std::string::npos;
}

TEST_F(Player, ShowsAnAgentsPlaceNumbersAndForces) {
    const Played played = play(scenario_of(40, wandering), 90, 3, 7);
    const std::string shown = document(played.page, "tick=90&agent=7");
    EXPECT_TRUE(has(shown, "data-tick=\"90\"")) << "the moment that the address names";
    EXPECT_TRUE(has(shown, "data-drawn=\"40\"")) << "all agents are in the first view";
    EXPECT_TRUE(has(shown, "1.80 s, tick 90 of 90"));
    EXPECT_EQ(value_of(shown, "agent"), "7");
    const std::string place = value_of(shown, "position");
    char* rest = nullptr;
    // The page has places in steps of 1 / 65,534 of the plane, and words of five digits.
    EXPECT_NEAR(std::strtod(place.c_str(), &rest), static_cast<double>(played.x), 0.01);
    EXPECT_NEAR(std::strtod(rest + 1, nullptr), static_cast<double>(played.y), 0.01);
    const double steering = std::strtod(value_of(shown, "steering force").c_str(), nullptr);
    EXPECT_NEAR(steering, static_cast<double>(played.steering_x), 1e-4 * std::abs(steering));
    EXPECT_EQ(value_of(shown, "wander force"), value_of(shown, "steering force")) << "the only force";
    EXPECT_TRUE(has(shown, "wander's circle and its point"));
}

TEST_F(Player, ShowsWhomAnAgentSees) {
    const Played played =
        play(scenario_of(60, R"([{"cohesion": {"radius": 50}}, {"seek": {"weight": 2, "target": [100, 50]}},
        {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1, "bounds": "wrap"}}])"),
             20, 1);
    const std::string shown = document(played.page, "tick=10&agent=3");
    EXPECT_TRUE(has(shown, "how far it sees others"));
    EXPECT_GT(std::atoi(value_of(shown, "others within 50 m").c_str()), 5);
    EXPECT_TRUE(has(shown, "force of cohesion"));
    EXPECT_TRUE(has(shown, "desired velocity")) << "seek has one";
}

TEST_F(Player, ShowsTheWallsAndForcesOfEachTick) {
    words::Json json = scenario_of(40, R"([{"seek": {"target": [100, 50]}},
        {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1, "obstacles": {"circles": [[0, 0, 1]]}}}])");
    json["events"] = words::Json::parse(
        R"([{"tick": 5, "name": "wall", "obstacles": {"walls": [[[9, 0], [9, 100], [50, 100]]]}},
            {"tick": 13, "remove": "wall"}, {"tick": 13, "stage": 0, "target": [0, 0]}])");
    const Played played = play(json, 20, 5, 7);
    EXPECT_TRUE(has(document(played.page, "tick=0"), "data-walls=\"0\""));
    EXPECT_TRUE(has(document(played.page, "tick=5"), "data-walls=\"2\""));
    EXPECT_TRUE(has(document(played.page, "tick=10"), "data-walls=\"2\""));
    EXPECT_TRUE(has(document(played.page, "tick=15"), "data-walls=\"0\""));
    const std::string last = document(played.page, "tick=20&agent=7");
    const double steering = std::strtod(value_of(last, "steering force").c_str(), nullptr);
    EXPECT_NEAR(steering, static_cast<double>(played.steering_x), 1e-4 * std::abs(steering));
    EXPECT_EQ(value_of(last, "seek force"), value_of(last, "steering force")) << "the target has moved";
}

TEST_F(Player, TwentyThousandAgentsInThreeHundredFramesAreAllThere) {
    const Played played = play(scenario_of(20'000, wandering), 300, 1);
    EXPECT_LT(played.source.size(), 20'000'000u);
    EXPECT_FALSE(has(played.source, "Shown: "));
    const std::string shown = document(played.page, "tick=300");
    EXPECT_TRUE(has(shown, "data-drawn=\"20000\""));
    EXPECT_TRUE(has(shown, "They are kept of "));
}

TEST_F(Player, MoreAgentsAreSampledAndItSaysSo) {
    const Played played = play(scenario_of(50'000, wandering), 300, 1);
    EXPECT_LT(played.source.size(), 20'000'000u);
    EXPECT_TRUE(has(played.source, "50000 agents, 300 ticks of 0.02 s, seed 5. Shown: 20"));
}

TEST_F(Player, OrientationsTakeRoomOfThePlaces) {
    words::Json json = scenario_of(50'000, wandering);
    json["after_tick"] = words::Json::parse(R"({"stages": [{"orient": {}}]})");
    const Played played = play(json, 300, 1);
    EXPECT_LT(played.source.size(), 20'000'000u);
    EXPECT_TRUE(has(played.source, "Shown: 13"));
}

TEST_F(Player, NoAgentsAndNoTicksAreAPageToo) {
    EXPECT_TRUE(has(document(play(scenario_of(0, wandering), 10, 1).page, "tick=10"), "data-drawn=\"0\""));
    EXPECT_TRUE(has(document(play(scenario_of(3, wandering), 0, 1).page), "data-drawn=\"3\""));
}

/// A page before which another script runs.
std::filesystem::path with_script(const ScratchFolder& folder, std::string page, const std::string& script) {
    page.insert(page.find("<main"), "<script>" + script + "</script>");
    return folder.write("scripted.html", page);
}

/// The first frame's time may lie before the moment at which it was asked for.
TEST_F(Player, NoFrameHasATimeBeforeTheStart) {
    const Played played = play(scenario_of(40, wandering), 30, 1);
    const std::string shown = document(with_script(folder_, played.source, R"(
        let asked = false;
        requestAnimationFrame = draw => {
            if (asked) return;
            asked = true;
            draw(performance.now() - 700);
        };)"));
    EXPECT_TRUE(has(shown, "0.00 s, tick 0 of 30"));
    EXPECT_FALSE(has(shown, "NaN"));
}

/// A scenario in which agents walk to the right from (5, 5) and turn to an angle.
words::Json turning(std::size_t count, double angle) {
    return words::Json::parse(fmt::format(
        R"({{"seed": 5, "dt": 0.02, "ticks": 1,
            "agents": {{"count": {}, "position": [5, 5], "velocity": [1, 0], "target": [100, 5]}},
            "stages": [{{"seek": {{}}}}, {{"locomotion": {{"max_force": 20, "max_speed": 1, "mass": 1}}}}],
            "after_tick": {{"stages": [{{"orient": {{"toward": "angle", "target_orientation": {}}}}}]}}}})",
        count, angle));
}

/// Notes the direction of the last arrow that is filled, in degrees counter-clockwise.
constexpr const char* note_arrow = R"(
    const points = [], canvas = CanvasRenderingContext2D.prototype;
    for (const name of ["moveTo", "lineTo"]) {
        const plain = canvas[name];
        canvas[name] = function (x, y) {
            points.push([x, y]);
            plain.call(this, x, y);
        };
    }
    const fill = canvas.fill;
    canvas.fill = function () {
        const [tip, left, right] = points.slice(-3);
        const x = 2 * tip[0] - left[0] - right[0], y = 2 * tip[1] - left[1] - right[1];
        document.documentElement.dataset.arrow = Math.round(Math.atan2(-y, x) * 180 / Math.PI);
        fill.call(this);
    };)";

TEST_F(Player, AnArrowPointsAlongTheOrientation) {
    const Played played = play(turning(1, 2.3561945), 100, 1);
    const std::filesystem::path page = with_script(folder_, played.source, note_arrow);
    EXPECT_TRUE(has(document(page, "tick=0"), "data-arrow=\"0\""));
    EXPECT_TRUE(has(document(page, "tick=100"), "data-arrow=\"135\"")) << "the orientation";
    words::Json without = turning(1, 2.3561945);
    without.erase("after_tick");
    const Played walking = play(without, 100, 1);
    EXPECT_TRUE(
        has(document(with_script(folder_, walking.source, note_arrow), "tick=100"), "data-arrow=\"0\""))
        << "the velocity";
}

/// Of a crowd on one spot, which is drawn as one dot of 2 by 2 pixels with two more beside it.
TEST_F(Player, ADotPointsAlongTheOrientation) {
    const Played played = play(turning(500, 1.5707963), 100, 1);
    const std::string shown = document(with_script(folder_, played.source, R"(
        const canvas = CanvasRenderingContext2D.prototype, put = canvas.putImageData;
        canvas.putImageData = function (image, ...at) {
            const xs = new Set(), ys = new Set();
            for (let i = 3; i < image.data.length; i += 4) {
                if (image.data[i] !== 255) continue;
                xs.add((i >> 2) % image.width);
                ys.add((i >> 2) / image.width | 0);
            }
            document.documentElement.dataset.dot = `${xs.size} by ${ys.size}`;
            put.call(this, image, ...at);
        };)"),
                                       "tick=100");
    EXPECT_TRUE(has(shown, "data-dot=\"2 by 4\"")) << "up";
}

/// As a page in a frame that is not shown yet.
TEST_F(Player, WithoutASizeItWaits) {
    const Played played = play(scenario_of(40, wandering), 30, 1);
    const char* const script =
        R"(addEventListener("error", event => document.documentElement.dataset.failed = event.message);
        document.head.insertAdjacentHTML("beforeend", "<style id=none>#plane { width: 0; height: 0; min-height: 0; flex: none }</style>");)";
    const std::string hidden = document(with_script(folder_, played.source, script), "tick=30&agent=3");
    EXPECT_FALSE(has(hidden, "data-failed")) << hidden.substr(0, 300);
    EXPECT_FALSE(has(hidden, "data-drawn"));
    const std::string shown = document(
        with_script(
            folder_, played.source,
            std::string(script) +
                R"(addEventListener("load", () => { document.getElementById("none").remove(); dispatchEvent(new Event("resize")); });)"),
        "tick=30&agent=3");
    EXPECT_TRUE(has(shown, "data-drawn=\"40\""));
}

TEST_F(Player, FitsATelephone) {
    const Played played = play(scenario_of(40, wandering), 30, 1);
    const std::string shown = document(played.page, "tick=30&agent=1", 390);
    EXPECT_TRUE(has(shown, "data-drawn=\"40\""));
}

TEST(Recording, KeepsSixHundredFramesOrThreeHundredOfCrowds) {
    EXPECT_EQ(player::recording_interval(0, 10), 1u);
    EXPECT_EQ(player::recording_interval(600, 10), 1u);
    EXPECT_EQ(player::recording_interval(601, 10), 2u);
    EXPECT_EQ(player::recording_interval(600, 20'000), 2u);
}

}  // namespace
}  // namespace wend::test
