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
#include <optional>
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
    /// The page has all numbers of the agent that it `keeps`, and opens at it halfway; and another page's
    /// run.
    Played play(const words::Json& json, std::uint64_t ticks, std::uint64_t interval, std::size_t slot = 0,
                std::optional<std::uint32_t> keeps = {}, const std::string& other = "") {
        scenario::Scenario loaded =
            scenario::load_scenario(json, std::filesystem::path(WEND_SCENARIOS "/behaviours/test.json"),
                                    {.seed = {}, .ticks = ticks, .paths = {}});
        const AgentView agents = loaded.agents.view();
        player::PlayerPage page(loaded, "play", interval, keeps);
        page.sample(0, agents);
        for (std::uint64_t tick = 0; tick < ticks; ++tick) {
            EXPECT_TRUE(scenario::advance(loaded.program, agents, loaded.ticks_from(tick, 1), {}).status);
            if ((tick + 1) % interval == 0) page.sample(tick + 1, agents);
        }
        if (keeps) page.open_at({.tick = ticks / 2, .agent = *keeps, .text = "here it is"});
        page.add_other(other);
        folder_.write("play.html", page.html(agents));
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
    EXPECT_TRUE(has(shown, "data-agent=\"7\""));
    const std::string place = value_of(shown, "position (m)");
    char* rest = nullptr;
    // The page has places in steps of 1 / 65,534 of the plane, in five digits, and other numbers in four.
    EXPECT_NEAR(std::strtod(place.c_str(), &rest), static_cast<double>(played.x), 0.01);
    EXPECT_NEAR(std::strtod(rest + 1, nullptr), static_cast<double>(played.y), 0.01);
    const double steering = std::strtod(value_of(shown, "steering force").c_str(), nullptr);
    EXPECT_NEAR(steering, static_cast<double>(played.steering_x), 1e-3 * std::abs(steering));
    EXPECT_EQ(value_of(shown, "wander"), value_of(shown, "steering force")) << "the only force";
    EXPECT_TRUE(has(shown, "wander's circle and its point"));
}

TEST_F(Player, ShowsWhomAnAgentSees) {
    const Played played =
        play(scenario_of(60, R"([{"cohesion": {"radius": 50}}, {"seek": {"weight": 2, "target": [100, 50]}},
        {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1, "bounds": "wrap"}}])"),
             20, 1);
    const std::string shown = document(played.page, "tick=10&agent=3");
    EXPECT_TRUE(has(shown, "how far it sees others"));
    EXPECT_GT(std::atoi(value_of(shown, "others within 50&nbsp;m").c_str()), 5);
    EXPECT_NE(value_of(shown, "cohesion"), "no row cohesion");
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
    EXPECT_NEAR(steering, static_cast<double>(played.steering_x), 1e-3 * std::abs(steering));
    EXPECT_EQ(value_of(last, "seek"), value_of(last, "steering force")) << "the target has moved";
}

TEST_F(Player, TwentyThousandAgentsInThreeHundredFramesAreAllThere) {
    const Played played = play(scenario_of(20'000, wandering), 300, 1);
    EXPECT_LT(played.source.size(), 20'000'000u);
    EXPECT_FALSE(has(played.source, "Shown: "));
    const std::string shown = document(played.page, "tick=300");
    EXPECT_TRUE(has(shown, "data-drawn=\"20000\""));
    EXPECT_TRUE(has(shown, "Numbers and forces are kept of "));
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

TEST_F(Player, OpensAtAnAgentWithAnotherRunOverIt) {
    words::Json json = scenario_of(8'000, wandering);
    const Played other = play(json, 20, 1);
    json["stages"][0]["wander"]["weight"] = 2;
    const Played played = play(json, 20, 1, 0, 7'998, other.source);
    const std::string shown = document(played.page);
    EXPECT_TRUE(has(shown, "data-tick=\"10\""));
    EXPECT_TRUE(has(shown, "data-agent=\"7998\""));
    EXPECT_TRUE(has(shown, "here it is"));
    EXPECT_TRUE(has(shown, "They first differ at tick 1, agent 0."));
    EXPECT_NE(value_of(shown, "steering force"), "no row steering force") << "its numbers are kept";
    EXPECT_TRUE(has(document(played.page, "tick=20&agent=5"), "data-tick=\"20\""))
        << "the address comes first";
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

/// Notes the direction of the last agent's arrow, in degrees counter-clockwise.
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
        if (this.canvas.id === "agents")
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

/// Without scrolling, on a desktop and on a telephone.
TEST_F(Player, FillsTheWindow) {
    const Played played = play(scenario_of(40, wandering), 30, 1);
    const std::filesystem::path page = with_script(folder_, played.source, R"(
        addEventListener("load", () => {
            const box = id => document.getElementById(id).getBoundingClientRect(), root = document.documentElement;
            const inside = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
            const { width, height } = box("overlay");
            root.dataset.fills = width === innerWidth && height === innerHeight && root.scrollHeight <= innerHeight;
            root.dataset.inside = ["corner", "bar", "panel"].every(id => inside(box(id)));
            root.dataset.apart = box("bar").right <= box("panel").left || box("bar").bottom <= box("panel").top;
        });)");
    for (const int width : {1280, 390}) {
        const std::string shown = document(page, "tick=30&agent=1", width);
        EXPECT_TRUE(has(shown, "data-drawn=\"40\"")) << width;
        for (const char* const name : {"fills", "inside", "apart"})
            EXPECT_TRUE(has(shown, fmt::format("data-{}=\"true\"", name))) << name << " at " << width;
    }
}

TEST_F(Player, AnAgentIsChosenFromTheStart) {
    const std::string shown = document(play(scenario_of(40, wandering), 30, 1).page);
    EXPECT_TRUE(has(shown, "data-agent=\"0\""));
    EXPECT_NE(value_of(shown, "wander"), "no row wander");
}

/// Frames of 100 ms, `count` of them; the page plays in its own time.
std::string frames_of_100_ms(int count) {
    return fmt::format(R"(
        let frames = 0, start = 0;
        requestAnimationFrame = draw => {{
            start ||= performance.now();
            if (frames++ < {}) setTimeout(() => draw(start + 100 * frames));
        }};)",
                       count);
}

/// The number of the tick that is shown.
int tick_of(const std::string& document) {
    const std::string name = "data-tick=\"";
    return std::atoi(document.c_str() + document.find(name) + name.size());
}

TEST_F(Player, ARunTakesFourToTwentySecondsAndStartsAgain) {
    const auto speed_of = [&](std::uint64_t ticks) {
        const std::string shown = document(play(scenario_of(3, wandering), ticks, 50).page);
        const std::size_t at = shown.find('>', shown.find(" selected=\"\"")) + 1;
        return shown.substr(at, shown.find('<', at) - at);
    };
    EXPECT_EQ(speed_of(50), "0.25\u00d7") << "1 s takes 4 s";
    EXPECT_EQ(speed_of(500), "1\u00d7") << "10 s";
    EXPECT_EQ(speed_of(3000), "3\u00d7") << "60 s take 20 s";
    const Played played = play(scenario_of(3, wandering), 100, 1);
    // Half the speed of real time.
    const std::string soon = document(with_script(folder_, played.source, frames_of_100_ms(20)));
    EXPECT_NEAR(tick_of(soon), 50, 5);
    const std::string later = document(with_script(folder_, played.source, frames_of_100_ms(60)));
    EXPECT_NEAR(tick_of(later), 50, 5) << "the second time";
    EXPECT_TRUE(has(later, "Pause"));
}

/// The last arc before an arrow is its body; a resting agent, drawn as a disc, is not among them.
TEST_F(Player, ArrowsAreNoLargerThanBodies) {
    words::Json json =
        scenario_of(9, R"([{"avoid_neighbours": {"radius": 20, "body_radius": 2}}, {"wander": {}},
        {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1}}])");
    json["agents"]["velocity"] = {1, 0};
    const Played played = play(json, 20, 1);
    const std::string shown = document(with_script(folder_, played.source, R"(
        const canvas = CanvasRenderingContext2D.prototype, { fill, arc, moveTo, lineTo } = canvas, points = [];
        let body = null, arrows = 0, farthest = 0;
        canvas.arc = function (x, y, radius, ...angles) {
            body = { x, y, radius };
            arc.call(this, x, y, radius, ...angles);
        };
        canvas.moveTo = function (x, y) { points.push([x, y]); moveTo.call(this, x, y); };
        canvas.lineTo = function (x, y) { points.push([x, y]); lineTo.call(this, x, y); };
        canvas.fill = function () {
            if (this.canvas.id === "agents" && this.globalAlpha === 1) {
                const far = points.slice(-3).map(([x, y]) => Math.hypot(x - body.x, y - body.y) / body.radius);
                farthest = Math.max(farthest, ...far);
                arrows++;
                document.documentElement.dataset.arrows = `${arrows > 8} ${farthest < 1.001}`;
            }
            fill.call(this);
        };)"),
                                       "tick=20");
    EXPECT_TRUE(has(shown, "data-arrows=\"true true\""));
}

/// A script that drops a page onto the one that it runs in.
std::string drop(const std::string& page) {
    std::string text = nlohmann::json(page).dump();
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
    return fmt::format(R"(
        addEventListener("load", () => {{
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([{}], "second.html"));
            document.body.dispatchEvent(new DragEvent("drop", {{ dataTransfer, bubbles: true, cancelable: true }}));
        }});)",
                       text);
}

TEST_F(Player, ASecondRunIsLaidOverTheFirst) {
    words::Json json = scenario_of(40, R"([{"wander": {}}, {"seek": {"target": [9, 9]}},
        {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1, "bounds": "wrap"}}])");
    const Played first = play(json, 20, 1);
    const std::string same = document(with_script(folder_, first.source, drop(first.source)), "tick=10");
    EXPECT_TRUE(has(same, "second.html"));
    EXPECT_TRUE(has(same, "They do not differ up to tick 20."));
    EXPECT_TRUE(has(same, "data-drawn=\"80\""));
    json["events"] = words::Json::parse(R"([{"tick": 13, "stage": 1, "target": [90, 50]}])");
    const Played second = play(json, 20, 1);
    const std::string other = document(with_script(folder_, first.source, drop(second.source)), "tick=10");
    EXPECT_TRUE(has(other, "They first differ at tick 14, agent 0.")) << "a force moves agents a tick later";
    const std::string none = document(with_script(folder_, first.source, drop("a page")), "tick=10");
    EXPECT_TRUE(has(none, "second.html cannot be shown: it is no page of wend run or wend replay"));
    EXPECT_TRUE(has(none, "data-drawn=\"40\""));
}

TEST(Recording, KeepsSixHundredFramesOrThreeHundredOfCrowds) {
    EXPECT_EQ(player::recording_interval(0, 10), 1u);
    EXPECT_EQ(player::recording_interval(600, 10), 1u);
    EXPECT_EQ(player::recording_interval(601, 10), 2u);
    EXPECT_EQ(player::recording_interval(600, 20'000), 2u);
}

}  // namespace
}  // namespace wend::test
