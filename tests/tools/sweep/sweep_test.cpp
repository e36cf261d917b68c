// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Scenarios with parameters and a measurement line, and `wend run --sweep`.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/command.hpp"
#include "tools/scenario/measurement_line.hpp"
#include "tools/scenario/parameters.hpp"
#include "tools/support/command_line.hpp"
#include "tools/sweep/grid.hpp"
#include "tools/sweep/table.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using words::Json;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// ---- parameters

Json filled(const char* text) {
    return scenario::with_parameters(words::parse_json(text, "s.json"), "s.json");
}

TEST(Parameters, StandForTheirValues) {
    EXPECT_EQ(filled(R"({ "parameters": { "w": 1.5, "all": [["$low", "$w"]],
                          "low": { "parameter": "w", "times": -2, "plus": 10 } },
                          "a": "$w", "b": [{ "c": "$all" }], "d": { "parameter": "low" } })"),
              Json::parse(R"({ "a": 1.5, "b": [{ "c": [[7.0, 1.5]] }], "d": 7.0 })"));
    const Json without = Json::parse(R"({ "a": "$w" })");
    EXPECT_EQ(scenario::with_parameters(without, "s.json"), without);
}

TEST(Parameters, AreRefusedByPlace) {
    const auto expect = [](const char* text, const char* message) {
        try {
            EXPECT_EQ(filled(text), Json()) << text;
        } catch (const words::FileError& error) {
            EXPECT_EQ(std::string(error.what()), fmt::format("s.json: {}", message));
        }
    };
    expect(R"({ "parameters": { "width": 1 }, "a": ["$widht"] })",
           R"(/a/0: unknown parameter "widht"; did you mean "width"?)");
    expect(R"({ "parameters": { "w": 1 } })", "/parameters/w: is not used");
    expect(R"({ "parameters": { "a": ["$b"], "b": "$a" }, "c": "$a" })",
           R"(/parameters/b: the parameter "a" contains itself)");
    expect(R"({ "parameters": { "w": "x" }, "c": { "parameter": "w" } })",
           "/parameters/w: expected a number, found \"x\"");
    expect(R"({ "parameters": 3, "c": "$a" })", "/parameters: must be an object: names and their values");
    expect(R"({ "parameters": { "a": "$b", "b": "$c", "c": "$d", "d": "$e", "e": 1 }, "f": "$a" })",
           "/parameters/d: parameters are nested more than 4 deep");
    // A long text counts as many values.
    std::string texts;
    for (int i = 0; i < 300; ++i) texts += i == 0 ? R"("$a")" : R"(,"$a")";
    expect(fmt::format(R"({{ "parameters": {{ "a": "{}" }}, "e": [{}] }})", std::string(1 << 20, 'x'), texts)
               .c_str(),
           "/e/255: the parameters have more than 16777216 values together");
    // 17 million values out of some hundred letters.
    std::string sixty_four;
    for (int i = 0; i < 64; ++i) sixty_four += i == 0 ? "0" : ",0";
    const auto many = [](const char* of) {
        std::string text = "[";
        for (int i = 0; i < 64; ++i) text += fmt::format("{}\"${}\"", i == 0 ? "" : ",", of);
        return text + "]";
    };
    expect(fmt::format(R"({{ "parameters": {{ "a": {}, "b": {}, "c": {}, "d": [{}] }}, "e": "$a" }})",
                       many("b"), many("c"), many("d"), sixty_four)
               .c_str(),
           "/parameters/a/61: the parameters have more than 16777216 values together");
}

// ---- the measurement line

AgentBuffer agents_at(const std::vector<Point>& places) {
    AgentBuffer agents{Stream::position_x, Stream::position_y};
    agents.spawn(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        agents.get<Stream::position_x>()[i] = static_cast<float>(places[i].x);
        agents.get<Stream::position_y>()[i] = static_cast<float>(places[i].y);
    }
    return agents;
}

/// A door from (2, 0) to (2, 4). Agents: through it, past its end, through it and back, not at all,
/// backwards.
TEST(Passages, CountEachAgentOnceInEitherDirection) {
    AgentBuffer before = agents_at({{1, 1}, {1, 5}, {1, 2}, {0, 0}, {3, 3}});
    scenario::Passages passages({{2, 0}, {2, 4}}, before.view());
    EXPECT_EQ(passages.count(), 0u);
    EXPECT_TRUE(std::isnan(passages.first()) && std::isnan(passages.flow()));
    AgentBuffer after = agents_at({{3, 1}, {3, 5}, {2.5, 2}, {1, 0}, {3, 3}});
    passages.sample(after.view(), 1, 1);  // at 0.5 s, and two thirds of the way
    EXPECT_EQ(passages.count(), 2u);
    EXPECT_DOUBLE_EQ(passages.first(), 0.5);
    EXPECT_DOUBLE_EQ(passages.last(), 2.0 / 3);
    EXPECT_DOUBLE_EQ(passages.flow(), 6);
    AgentBuffer later = agents_at({{3, 1}, {3, 5}, {1, 2}, {1, 0}, {1, 3}});
    passages.sample(later.view(), 2, 1);
    EXPECT_EQ(passages.count(), 3u);
    EXPECT_DOUBLE_EQ(passages.last(), 1.5);
}

TEST(MeasurementLine, IsReadAndRefusedByPlace) {
    const auto read = [](const char* text) {
        return scenario::read_measurement_line(Json::parse(text), words::Place("s.json", "/line"), {100, 10});
    };
    const scenario::MeasurementLine line = read("[[101, 12], [103, 14.5]]");
    EXPECT_EQ(line.from.x, 1);
    EXPECT_EQ(line.from.y, 2);
    EXPECT_EQ(line.to.x, 3);
    EXPECT_EQ(line.to.y, 4.5);
    for (const char* const text :
         {"3", "[[1, 2]]", "[[1, 2], [3]]", "[[1, 2], [1, 2]]", "[[1, \"x\"], [3, 4]]"})
        EXPECT_THROW(static_cast<void>(read(text)), words::FileError) << text;
}

// ---- grid and table

TEST(Grid, HasAllValuesWithEachOther) {
    const sweep::Grid grid{{sweep::parse_axis("a=0.8:2.4:9"), sweep::parse_axis("b=5:3:2")}, 7, 3};
    ASSERT_EQ(grid.size(), 54u);
    EXPECT_EQ(grid.axes[0].values, (std::vector{0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2, 2.4}));
    EXPECT_EQ(grid.values(0), (std::vector{0.8, 5.0}));
    EXPECT_EQ(grid.values(3), (std::vector{0.8, 3.0}));
    EXPECT_EQ(grid.values(53), (std::vector{2.4, 3.0}));
    EXPECT_EQ(grid.seed(0), 7u);
    EXPECT_EQ(grid.seed(53), 9u);
    EXPECT_EQ(sweep::parse_axis("a=2:2:1").values, std::vector{2.0});
}

TEST(Grid, ReplacesNumbersOfTheScenario) {
    const Json scenario =
        Json::parse(R"({ "parameters": { "w": 1 }, "agents": { "count": 3 }, "stages": [{ "a": 1.5 }] })");
    const auto axis = [](const char* key) { return sweep::Axis{key, {}}; };
    const Json changed = sweep::with_values(
        scenario, "s.json", {axis("w"), axis("agents/count"), axis("/stages/0/a")}, {2.5, 40, -2});
    EXPECT_EQ(
        changed,
        Json::parse(R"({ "parameters": { "w": 2.5 }, "agents": { "count": 40 }, "stages": [{ "a": -2 }] })"));
}

TEST(Table, IsReadAsItWasWritten) {
    ScratchFolder folder;
    const std::vector<sweep::Column> columns{{"w", sweep::Kind::number},
                                             {"seed", sweep::Kind::count},
                                             {"hash", sweep::Kind::hash},
                                             {"flow", sweep::Kind::number}};
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    const std::vector<sweep::Row> rows{{bits(0.1), ~std::uint64_t{0}, 0xab, bits(nan)},
                                       {bits(-1e300), 0, ~std::uint64_t{0}, bits(1.0 / 3)}};
    for (const char* const name : {"t.csv", "t.h5"}) {
        if (!sweep::is_table(name)) continue;
        sweep::write_table(folder / name, {columns, rows});
        EXPECT_EQ(sweep::read_rows(folder / name, columns), rows) << name;
        sweep::write_table(folder / name, {columns, {}});
        EXPECT_EQ(sweep::read_rows(folder / name, columns), std::vector<sweep::Row>()) << name;
        std::vector<sweep::Column> others = columns;
        others[0].name = "v";
        EXPECT_THROW(static_cast<void>(sweep::read_rows(folder / name, others)), words::FileError) << name;
    }
    sweep::write_table(folder / "t.csv", {columns, rows});
    EXPECT_EQ(folder.read("t.csv"),
              "w,seed,hash,flow\n0.1,18446744073709551615,00000000000000ab,\n"
              "-1e+300,0,ffffffffffffffff,0.3333333333333333\n");
}

// ---- the command

/// Some agents that walk through a line of a width that is a parameter.
constexpr const char* walk =
    R"({ "seed": 3, "dt": 0.1, "ticks": 60, "parameters": { "width": 4, "high": { "parameter": "width", "plus": 1 } },
    "measurement_line": [[10, 1], [10, "$high"]],
    "agents": { "count": 20, "area": [0, 0, 9, 9], "target": [40, 4.5] },
    "stages": [ { "seek": {} }, { "locomotion": { "max_force": 5, "max_speed": 2, "mass": 1 } } ] })";

class SweepCommand : public Command {
  protected:
    SweepCommand() { folder_.write("s.json", walk); }
};

TEST_F(SweepCommand, RowsAreTheRunsOfTheirValues) {
    const Outcome made =
        wend("run s.json --sweep width=1:4:2 --sweep agents/count=10:20:2 --seeds 3 --out t.csv");
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_NE(made.out.find("runs     12\n"), std::string::npos) << made.out;
    EXPECT_NE(made.out.find("wrote    t.csv, "), std::string::npos) << made.out;
    EXPECT_NE(made.out.find("wrote    t.svg, "), std::string::npos) << made.out;
    const std::string table = folder_.read("t.csv");
    EXPECT_EQ(
        table.substr(0, table.find('\n')),
        "width,agents/count,seed,scenario,faults,mean_speed,passed,first_passage,last_passage,flow,hash");
    EXPECT_EQ(std::ranges::count(table, '\n'), 13);
    // The last run is that of the file as it stands, with its seed and two more.
    const Outcome one = wend("run s.json --seed 5 --hash");
    EXPECT_NE(table.find("\n4,20,5,"), std::string::npos);
    EXPECT_EQ(table.substr(table.size() - 17), one.out.substr(5));
    const std::string picture = folder_.read("t.svg");
    EXPECT_GT(std::ranges::count(picture, '\n'), 20);
    EXPECT_NE(picture.find("agents/count 10"), std::string::npos);
    // Threads change nothing, and stdout is a table too.
    EXPECT_EQ(wend("run s.json --sweep width=1:4:2 --sweep agents/count=10:20:2 --seeds 3 --threads 1").out,
              table);
}

TEST_F(SweepCommand, GoesOnFromItsTable) {
    const std::string command = "run s.json --sweep width=1:4:4 --out ";
    for (const std::string name : {"t.csv", "t.h5"}) {
        if (!sweep::is_table(name)) continue;
        ASSERT_EQ(wend(command + name).status, 0);
        const std::string whole = folder_.read(name);
        EXPECT_NE(wend(command + name).out.find("runs     4, 4 of them from " + name), std::string::npos);
        EXPECT_EQ(folder_.read(name), whole);
        // A smaller sweep is a part of it, and takes nothing away.
        ASSERT_EQ(wend("run s.json --sweep width=1:2:2 --out " + name).status, 0);
        EXPECT_NE(wend(command + name).out.find("runs     4, 4 of them from " + name), std::string::npos);
        EXPECT_EQ(folder_.read(name), whole) << name;
        // Rows of another scenario are made again, and replaced.
        EXPECT_NE(wend(command + name + " --ticks 50").out.find("runs     4\n"), std::string::npos);
        EXPECT_NE(wend(command + name).out.find("runs     4\n"), std::string::npos);
        EXPECT_EQ(folder_.read(name), whole) << name;
        std::filesystem::remove(folder_ / name);
        folder_.write(name, "");  // as mktemp makes it
        if (name == "t.csv") {
            EXPECT_EQ(wend(command + name).status, 0);
        }
    }
}

/// Ended once there is a table, and again while its rows are looked up: none is lost.
TEST_F(SweepCommand, ASignalLeavesWhatIsDone) {
    const auto end_after = [&](const char* wait) {
        const int raw = std::system(fmt::format("cd '{}' && {{ '{}' run s.json --ticks 4000 --sweep "
                                                "width=1:4:9000 --threads 1 --out t.csv 2>err & "
                                                "pid=$!; {}; kill -TERM $pid; wait $pid; }}",
                                                folder_.path().string(), WEND_COMMAND, wait)
                                        .c_str());
        return WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
    };
    const auto rows = [&] {
        const std::string table = folder_.read("t.csv");
        return std::ranges::count(table, '\n');
    };
    EXPECT_EQ(end_after("while [ ! -e t.csv ]; do sleep 0.05; done"), 143);
    EXPECT_NE(folder_.read("err").find(" of 9000 runs by SIGTERM; the same command goes on from t.csv"),
              std::string::npos)
        << folder_.read("err");
    const auto first = rows();
    EXPECT_GT(first, 1);
    EXPECT_EQ(end_after("sleep 0.5"), 143);
    EXPECT_GE(rows(), first);
}

TEST_F(SweepCommand, MisuseIsRefusedByName) {
    expect_refused("run s.json --sweep width", "--sweep width: names no key, must be KEY=FROM:TO:N");
    expect_refused("run s.json --sweep width=1:2", "2 numbers behind the key");
    expect_refused("run s.json --sweep width=1:x:3", "x is no number");
    expect_refused("run s.json --sweep width=1:2:0", "N is 0, must be in [1, 1000000]");
    expect_refused("run s.json --sweep width=1:2:1", "one value, but two different ends");
    expect_refused("run s.json --sweep widht=1:2:3", "did you mean \"width\"?");
    expect_refused("run s.json --sweep agents/area=1:2:3",
                   "has neither such a number nor a parameter of that name");
    expect_refused("run s.json --sweep width=1:2:3 --sweep width=1:2:3", "has a column of that name already");
    expect_refused("run s.json --sweep high=1:2:3", "that parameter of s.json is not a number");
    expect_refused("run s.json --sweep a,b=1:2:3", "the key has a character that a table's head cannot have");
    expect_refused("run s.json --sweep ticks=1:2:2 --ticks 5", "--ticks gives the same number to all runs");
    expect_refused("run s.json --sweep seed=1:2:2", "--seeds N runs N of them");
    expect_refused("run s.json --sweep width=1:2:1000 --seeds 1001", "more than 1000000 runs");
    folder_.write("w.json",
                  R"({ "dt": 0.1, "ticks": 1, "agents": { "count": 1 }, "measurement_line": [[1, 1], [2, 1]],
        "stages": [ { "wander": {} }, { "locomotion": { "max_force": 5, "max_speed": 2, "mass": 1, "bounds": "wrap", "area": [0, 0, 9, 9] } } ] })");
    expect_refused("run w.json", "w.json: /measurement_line: the world wraps");
    expect_refused("run s.json --seeds 3", "--seeds requires --sweep");
    expect_refused("run s.json --sweep width=1:2:3 --hash", "--hash excludes --sweep");
    expect_refused("run s.json --sweep width=1:2:3 --out t.html", "the extension must be .csv, or .h5");
    expect_refused("run s.json --sweep agents/count=10:11:3",
                   "agents/count=10.5, seed 3: s.json: /agents/count");
    folder_.write("t.csv", "id,x\n1,2\n");
    expect_refused("run s.json --sweep width=1:2:3 --out t.csv",
                   "t.csv: is not a table of this sweep, whose columns are width, seed");
    EXPECT_EQ(folder_.read("t.csv"), "id,x\n1,2\n");
    folder_.write("u.svg", "<svg/>");
    expect_refused("run s.json --sweep width=1:2:3 --out u.csv", "its picture would replace u.svg");
    EXPECT_EQ(folder_.read("u.svg"), "<svg/>");
}

/// Its walls stand once; those of behaviours/doorway four times.
TEST_F(SweepCommand, TheDoorIsTheDoorway) {
    const Outcome door = wend("run door --ticks 40 --hash");
    EXPECT_EQ(door.out.substr(0, 5), "hash ");
    EXPECT_EQ(door.out, wend("run behaviours/doorway --ticks 40 --hash").out);
}

}  // namespace
}  // namespace wend::test
