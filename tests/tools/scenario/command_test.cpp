// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The command line program: arguments, output, messages and exit status.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <vector>

#include "support/command.hpp"
#include "tools/scenario/scenario.hpp"
#include "wend/isa.hpp"
#include "wend/random.hpp"
#include "wend/version.hpp"

namespace wend::test {
namespace {

constexpr const char* wander = R"({ "seed": 7, "dt": 0.0166667, "ticks": 40,
    "agents": { "count": 1500, "area": [0, 0, 100, 100], "max_speed": [1, 3] },
    "stages": [ { "wander": { "frame": "heading" } }, { "locomotion": { "max_force": 20, "mass": 1, "bounds": "wrap" } } ] })";
constexpr const char* advance =
    R"({ "seed": 3, "dt": 0.5, "ticks": 40, "agents": { "count": 1500, "speed": [-5, 9] },
    "paths": { "file": "p.geojson", "projection": "none" }, "stages": [ { "waypoint_advance": { "mode": "ping-pong" } } ] })";
constexpr const char* paths = R"({ "type": "MultiLineString", "coordinates":
    [ [[0, 0], [3, 4], [10, 4], [10, 30]], [[50, 50], [60, 50], [60, 60], [50, 50]] ] })";

std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        rows.emplace_back();
        for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
    }
    return rows;
}

template <class T>
T parse(const std::string& text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    EXPECT_TRUE(error == std::errc() && end == text.data() + text.size()) << text;
    return value;
}

TEST_F(Command, ControlBytesDoNotReachTheTerminal) {
    for (const char* arguments : {"'\x1b[31mred'", "run '--\x1b[31m'", "run s.json --ticks '\x1b[31m'"}) {
        const Outcome outcome = wend(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos) << arguments;
        EXPECT_NE(outcome.err.find("\\x1b"), std::string::npos) << outcome.err;
    }
}

TEST_F(Command, HelpNamesEverySubcommand) {
    const Outcome help = wend("--help");
    EXPECT_EQ(help.status, 0);
    for (const char* word : {"run", "verify", "isa", "paths", "draw"}) {
        EXPECT_NE(help.out.find(fmt::format("\n  {} ", word)), std::string::npos) << word;
        const Outcome own = wend(fmt::format("{} --help", word));
        EXPECT_EQ(own.status, 0);
        EXPECT_NE(own.out.find(fmt::format("Usage: wend {}", word)), std::string::npos) << own.out;
        EXPECT_EQ(own.err, "");
    }
    EXPECT_EQ(wend("").status, 2);
    EXPECT_EQ(wend("").err, help.out);
}

/// And breaks at blanks: no word is longer than the rest of a line.
TEST_F(Command, HelpFitsATerminal) {
    std::vector<std::string> commands{"", "run", "verify", "isa", "paths", "draw"};
    if (has_bench()) {
        commands.insert(commands.end(), {"bench", "perf"});
        for (const char* word : {"compare", "gate", "accept", "calibrate", "record", "list", "trend",
                                 "report", "count", "selftest"})
            commands.push_back(fmt::format("perf {}", word));
    }
    for (const std::string& command : commands) {
        const Outcome help = wend(command + " --help");
        ASSERT_EQ(help.status, 0) << command;
        std::istringstream lines(help.out);
        for (std::string line; std::getline(lines, line);)
            EXPECT_LE(line.size(), 80u) << command << "\n" << line;
        EXPECT_EQ(help.out.find(" \n\n\n"), std::string::npos);
        EXPECT_NE(help.out.find("\nExamples:\n  "), std::string::npos) << command;
    }
    // Every subcommand of perf is above.
    if (!has_bench()) return;
    std::istringstream lines(wend("perf --help").out);
    std::size_t listed = 0;
    for (std::string line; std::getline(lines, line) && line != "Examples:";)
        listed += line.size() > 4 && line.starts_with("  ") && line[2] >= 'a' && line[2] <= 'z' ? 1 : 0;
    EXPECT_EQ(listed, commands.size() - 8);
}

/// Only a word that is longer than the line sticks out.
void expect_fits(const std::string& text, std::size_t columns) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        EXPECT_TRUE(line.size() <= columns ||
                    line.find(' ', line.find_first_not_of(' ')) == std::string::npos)
            << line;
}

TEST_F(Command, HelpFitsANarrowTerminal) {
    if (!has_terminal()) GTEST_SKIP() << "no script of util-linux here";
    for (const unsigned columns : {50u, 40u})
        for (const char* arguments : {"--help", "run --help"}) {
            const Outcome help = wend_on_terminal(arguments, columns);
            EXPECT_EQ(help.status, 0) << help.out;
            expect_fits(help.out, columns);
        }
}

TEST_F(Command, PathsFitANarrowTerminal) {
    if (!has_terminal()) GTEST_SKIP() << "no script of util-linux here";
    folder_.write("p.geojson", paths);
    const std::string text = wend_on_terminal("paths p.geojson --projection none", 50).out;
    expect_fits(text, 50);
    EXPECT_NE(text.find("\n            "), std::string::npos) << text;
    EXPECT_NE(wend("paths p.geojson --projection none")
                  .out.find("\nlengths     min 34.1421, median 36.0711, max 38, total 72.1421\n"),
              std::string::npos);
}

TEST_F(Command, OptionsThatExcludeEachOtherStandTogether) {
    if (!has_bench()) GTEST_SKIP() << "built without the benchmarks";
    EXPECT_NE(wend("bench --help")
                  .out.find("\nOne of --quick | --frame | --implementations | --journal:\n  --quick "),
              std::string::npos);
    expect_refused("bench --frame --quick", "--quick excludes --frame");
}

TEST_F(Command, RunSaysWhatItWrote) {
    folder_.write("s.json", wander);
    const Outcome both = wend("run s.json --out o.csv --save o.dump");
    EXPECT_NE(both.out.find(fmt::format("\nwrote    o.csv, {:.0f} kB\n",
                                        static_cast<double>(folder_.read("o.csv").size()) / 1000)),
              std::string::npos)
        << both.out;
    EXPECT_NE(both.out.find("\nwrote    o.dump, "), std::string::npos) << both.out;
    const Outcome hash = wend("run s.json --hash --out o.html");
    EXPECT_EQ(hash.err, fmt::format("wrote    o.html, {:.1f} MB\n",
                                    static_cast<double>(folder_.read("o.html").size()) / 1e6));
    EXPECT_EQ(wend("run s.json --out /dev/null").out.find("wrote"), std::string::npos);
    EXPECT_EQ(wend("run s.json --out -").err.find("wrote"), std::string::npos);
}

TEST_F(Command, RunCountsTheProcessorsThatItMayUse) {
    folder_.write("s.json", wander);
    cpu_set_t allowed;
    ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    int first = 0;
    while (!CPU_ISSET(first, &allowed)) ++first;
    const Outcome outcome = wend("run s.json", fmt::format("taskset -c {}", first));
    EXPECT_NE(outcome.out.find("\nthreads  all (1)\n"), std::string::npos) << outcome.out << outcome.err;
}

TEST_F(Command, VersionNamesTheBits) {
    const Outcome outcome = wend("--version");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out.substr(0, outcome.out.find("\ncompiler ")),
              fmt::format("wend {}\nbits {}", version, bits_version));
}

TEST_F(Command, IsaListsSupportAndChoice) {
    const Outcome outcome = wend("isa");
    EXPECT_EQ(outcome.status, 0);
    for (std::size_t i = 0; i < isa_count; ++i)
        EXPECT_NE(outcome.out.find(fmt::format("\n{} ", name(static_cast<Isa>(i)))), std::string::npos) << i;
    EXPECT_NE(outcome.out.find(fmt::format("\nchosen: {} (the best", name(supported_isas().back()))),
              std::string::npos)
        << outcome.out;
    EXPECT_NE(wend("isa", "WEND_ISA=reference").out.find("\nchosen: reference (WEND_ISA"), std::string::npos);
}

TEST_F(Command, DrawPrintsTheDraw) {
    const auto expect_draw = [&](const std::string& purpose_text, std::uint32_t number) {
        const std::uint32_t word = random_bits(18446744073709551615u, 4, 1ull << 40, number);
        const Outcome outcome = wend(fmt::format(
            "draw --seed 18446744073709551615 --id 4 --number {} --purpose {}", 1ull << 40, purpose_text));
        EXPECT_EQ(outcome.out, fmt::format("word 0x{:08x} {}\nu    {}\n", word, word, random_unit(word)));
        EXPECT_EQ(outcome.status, 0);
    };
    expect_draw("wander", purpose(Purpose::wander));
    expect_draw("wander.3", purpose(Purpose::wander, 3));
    expect_draw("retarget_wander_phase", purpose(Purpose::retarget_wander_phase));
    expect_draw("approach_jitter", purpose(Purpose::approach_jitter));
    expect_draw("initial_state", purpose(Purpose::initial_state));
    expect_draw("77", 77);
    expect_draw("0x4d", 77);
}

TEST_F(Command, RunPrintsASummary) {
    folder_.write("s.json", wander);
    const Outcome outcome = wend("run s.json --ticks 3 --threads 1 --isa reference");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    for (const char* part : {"agents   1500\n", "ticks    3 ", "ISA      reference\n", "threads  1\n",
                             "ns per agent and tick", "faults   0\n"})
        EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
}

TEST_F(Command, TheReferenceSaysHowLongItTakesForNeighbours) {
    folder_.write("s.json",
                  R"({"dt": 0.1, "ticks": 4, "agents": {"count": 30, "area": [0, 0, 9, 9]}, "stages": [
        {"cohesion": {"radius": 9}}, {"locomotion": {"max_force": 9, "max_speed": 3, "mass": 1}}]})");
    const std::string said = "wend run: the reference compares all pairs of agents: about ";
    EXPECT_EQ(wend("run s.json --isa reference").err.substr(0, said.size()), said);
    EXPECT_EQ(wend("run s.json --isa reference --ticks 1").err, "");
    EXPECT_EQ(wend("run s.json").err, "");
}

TEST_F(Command, HashDoesNotDependOnTheExecution) {
    folder_.write("p.geojson", paths);
    for (const char* text : {wander, advance}) {
        folder_.write("s.json", text);
        const Outcome first = wend("run s.json --hash --isa reference --threads 1");
        ASSERT_EQ(first.status, 0) << first.err;
        ASSERT_EQ(first.out.size(), 22u) << first.out;
        EXPECT_EQ(first.out.substr(0, 5), "hash ");
        for (const Isa isa : supported_isas())
            for (const char* how : {"--threads 1", "--threads 2", "", "--block 64 --ticks-per-pass 1",
                                    "--block 128 --ticks-per-pass 7", "--grain 64", "--out o.csv --every 7"})
                EXPECT_EQ(wend(fmt::format("run s.json --hash --isa {} {}", name(isa), how)).out, first.out)
                    << name(isa) << " " << how;
        for (const char* other : {"--seed 8", "--ticks 39"}) {
            const Outcome changed = wend(fmt::format("run s.json --hash {}", other));
            EXPECT_EQ(changed.status, 0) << changed.err;
            EXPECT_NE(changed.out, first.out) << other;
        }
    }
}

TEST_F(Command, CsvReadsBackToTheSameBits) {
    folder_.write("p.geojson", paths);
    folder_.write("s.json", advance);
    ASSERT_EQ(wend("run s.json --out o.csv").status, 0);
    scenario::Scenario expected = scenario::load_scenario(folder_ / "s.json");
    ASSERT_TRUE(
        run(expected.program, expected.agents.view(), {expected.dt, 40, 0, expected.seed}).status.ok());

    const auto rows = parse_csv(folder_.read("o.csv"));
    ASSERT_EQ(rows.size(), 1501u);
    EXPECT_EQ(rows[0], (std::vector<std::string>{"tick", "id", "direction", "heading_x", "heading_y", "path",
                                                 "path_distance", "position_x", "position_y", "segment",
                                                 "segment_distance", "speed"}));
    for (std::size_t i = 0; i < 1500; ++i) {
        const std::vector<std::string>& row = rows[i + 1];
        ASSERT_EQ(row.size(), 12u);
        EXPECT_EQ(row[0], "40");
        EXPECT_EQ(parse<std::uint32_t>(row[1]), i);
        AgentBuffer& agents = expected.agents;
        const auto expect_float = [&](std::size_t column, float value) {
            EXPECT_EQ(std::bit_cast<std::uint32_t>(parse<float>(row[column])),
                      std::bit_cast<std::uint32_t>(value));
        };
        const auto expect_double = [&](std::size_t column, double value) {
            EXPECT_EQ(std::bit_cast<std::uint64_t>(parse<double>(row[column])),
                      std::bit_cast<std::uint64_t>(value));
        };
        EXPECT_EQ(parse<std::int32_t>(row[2]), agents.get<Stream::direction>()[i]);
        expect_float(3, agents.get<Stream::heading_x>()[i]);
        expect_float(4, agents.get<Stream::heading_y>()[i]);
        EXPECT_EQ(parse<std::int32_t>(row[5]), agents.get<Stream::path>()[i]);
        expect_double(6, agents.get<Stream::path_distance>()[i]);
        expect_float(7, agents.get<Stream::position_x>()[i]);
        expect_float(8, agents.get<Stream::position_y>()[i]);
        EXPECT_EQ(parse<std::uint32_t>(row[9]), agents.get<Stream::segment>()[i]);
        expect_double(10, agents.get<Stream::segment_distance>()[i]);
        expect_float(11, agents.get<Stream::speed>()[i]);
    }
}

// Waypoint advance draws nothing, so that two runs joined by a file end like a single one.
TEST_F(Command, CsvOutIsAnAgentsFile) {
    folder_.write("p.geojson", paths);
    folder_.write("s.json", advance);
    const std::string whole = wend("run s.json --hash").out;
    ASSERT_EQ(wend("run s.json --ticks 15 --out half.csv").status, 0);
    folder_.write("rest.json", R"({ "dt": 0.5, "ticks": 25, "agents": { "file": "half.csv" },
        "paths": { "file": "p.geojson", "projection": "none" }, "stages": [ { "waypoint_advance": { "mode": "ping-pong" } } ] })");
    const Outcome rest = wend("run rest.json --hash");
    EXPECT_EQ(rest.out, whole) << rest.err;
}

// And its places are those of the path file, though the plane has its origin there.
TEST_F(Command, CsvOutOfAMovedPlaneIsAnAgentsFile) {
    const auto scenario = [](std::string_view agents, int ticks) {
        return fmt::format(R"({{ "dt": 0.02, "ticks": {}, "agents": {},
            "paths": {{ "projection": "none", "geojson": {{ "type": "LineString", "coordinates":
                [[500000, 5400000], [500060, 5400000], [500060, 5400040]] }} }},
            "stages": [ {{ "seek": {{}} }}, {{ "avoid_obstacles": {{ "body_radius": 0.3 }} }},
                        {{ "locomotion": {{ "max_force": 20, "max_speed": 1.4, "mass": 1 }} }} ] }})",
                           ticks, agents);
    };
    folder_.write("s.json", scenario(R"({ "count": 40, "area": [500001, 5400001, 500050, 5400030],
                                          "target": [[500040, 500080], 5400030] })",
                                     400));
    const Outcome whole = wend("run s.json --hash --allow-faults");
    ASSERT_EQ(whole.status, 0) << whole.err;
    EXPECT_NE(whole.err.find("the origin is moved to (500030, 5400020)"), std::string::npos) << whole.err;
    ASSERT_EQ(wend("run s.json --ticks 150 --out half.csv").status, 0);
    for (const auto& row : parse_csv(folder_.read("half.csv"))) {
        if (row[0] == "tick") continue;
        EXPECT_NEAR(parse<double>(row[2]), 500'030, 60);
        EXPECT_NEAR(parse<double>(row[3]), 5'400'020, 60);
    }
    folder_.write("rest.json", scenario(R"({ "file": "half.csv" })", 250));
    const Outcome rest = wend("run rest.json --hash");
    EXPECT_EQ(rest.out, whole.out) << rest.err;
}

TEST_F(Command, EverySamplesMultiplesAndTheLastTick) {
    folder_.write("s.json", wander);
    ASSERT_EQ(wend("run s.json --ticks 10 --out o.csv --every 4").status, 0);
    std::map<std::string, int> rows;
    for (const auto& row : parse_csv(folder_.read("o.csv"))) ++rows[row[0]];
    EXPECT_EQ(rows, (std::map<std::string, int>{{"tick", 1}, {"4", 1500}, {"8", 1500}, {"10", 1500}}));
    ASSERT_EQ(wend("run s.json --ticks 0 --out o.csv").status, 0);
    EXPECT_EQ(parse_csv(folder_.read("o.csv"))[1][0], "0");
    EXPECT_EQ(folder_.size(), 2u) << "only scenario and output may be left";
}

TEST_F(Command, NoOutputIsLeftHalfWritten) {
    folder_.write("s.json", wander);
    folder_.write("o.csv", "from before");
    // A file-size limit lets the write fail in the middle, as a full disk would.
    const Outcome outcome = wend("run s.json --out o.csv --every 1", "trap '' XFSZ; ulimit -f 64;");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("o.csv: cannot be written"), std::string::npos) << outcome.err;
    EXPECT_EQ(folder_.read("o.csv"), "from before");
    EXPECT_EQ(folder_.size(), 2u);
    expect_refused("run s.json --out no/such/folder.csv",
                   "no/such/folder.csv: cannot be written: No such file");
}

TEST_F(Command, AFailingStdoutIsAnError) {
    for (const char* arguments : {"isa", "--version", "--help", "draw --help"}) {
        EXPECT_EQ(wend(fmt::format("{} >/dev/full 2>said; echo $?", arguments)).out, "2\n") << arguments;
        EXPECT_NE(folder_.read("said").find("stdout cannot be written: No space left on device"),
                  std::string::npos)
            << arguments;
    }
}

TEST_F(Command, RefusesMisuse) {
    folder_.write("s.json", wander);
    expect_refused("walk", "unknown subcommand \"walk\"");
    expect_refused("run", "wend run: scenario is required");
    expect_refused("run s.json --fast", "--fast");
    expect_refused("run s.json --ticks -5", "--ticks: -5 is not a whole number");
    expect_refused("run s.json --ticks 1e3", "--ticks: 1e3 is not a whole number");
    expect_refused("run s.json --threads 0", "--threads: 0 is not a whole number from 1");
    expect_refused("run s.json --every 0 --out o.csv", "--every: 0 is not a whole number from 1");
    expect_refused("run s.json --every 3", "--every requires --out");
    expect_refused("run s.json --out o.png", "--out o.png: the extension is .png, must be .csv, .svg");
    expect_refused("run s.json --out o.csv --animate", "--animate with --out o.csv: only a picture moves");
    expect_refused("draw --seed 1 --id 4294967296 --number 0 --purpose wander", "--id: 4294967296 is not");
    expect_refused("draw --seed 1 --id 1 --number 0 --purpose wonder", "\"wonder\" is neither");
    expect_refused("draw --seed 1 --id 1 --number 0", "--purpose is required");
}

TEST_F(Command, RefusesAnUnknownIsaAndNamesTheOthers) {
    folder_.write("s.json", wander);
    expect_refused("run s.json --isa avx9", "unknown ISA \"avx9\"; supported here: reference");
    expect_refused("run s.json", "WEND_ISA", "WEND_ISA=avx9");
    expect_refused("run s.json", "supported here: reference", "WEND_ISA=avx9");
    for (std::size_t i = 0; i < isa_count; ++i) {
        const auto isa = static_cast<Isa>(i);
        if (!is_supported(isa))
            expect_refused(fmt::format("run s.json --isa {}", name(isa)), "supported here: reference");
    }
    // An argument overrides the variable.
    EXPECT_EQ(wend("run s.json --isa reference --hash", "WEND_ISA=avx9").status, 0);
}

TEST_F(Command, RefusesBadFilesWithThePlace) {
    expect_refused("run none.json", "none.json: cannot be read: No such file");
    expect_refused("run .", ".: is a folder");
    folder_.write("s.json", "{ \"seed\": 7,\n  \"dt\": nan }");
    expect_refused("run s.json", "s.json:2:10: ");
    folder_.write("s.json", R"({ "seed": 7, "dt": 1, "ticks": 1, "agents": {}, "stages": [], "tick": 1 })");
    expect_refused("run s.json", "s.json: /tick: unknown key");

    folder_.write("s.json", advance);
    folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [1, null]] })");
    expect_refused("run s.json --out o.csv", "p.geojson: /coordinates/1/1: expected a number, found null");
    EXPECT_FALSE(folder_.has("o.csv"));
    expect_refused("run s.json --paths none.geojson", "none.geojson: cannot be read: No such file");

    folder_.write("s.json",
                  R"({ "dt": 1, "ticks": 1, "agents": { "file": "a.csv" }, "stages": [ { "seek": {} },
        { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ] })");
    folder_.write("a.csv", "position_x,position_y,target_x,target_y\n1,2,3,4\n1,NaN,3,4\n");
    expect_refused("run s.json", "a.csv:3: position_y: \"NaN\" is not a finite 32-bit float");
    folder_.write("a.csv", "position_x,position_y,target_x,target_y\n1,2,3,4\n1,2,3\n");
    expect_refused("run s.json", "a.csv:3: 3 fields, but the header names 4 columns");
}

TEST_F(Command, PathsListsTheContentOfAFile) {
    folder_.write("p.geojson", R"({ "type": "GeometryCollection", "geometries": [
        { "type": "Point", "coordinates": [0, 0] }, { "type": "LineString", "coordinates": [[0, 0], [3, 4]] },
        { "type": "LineString", "coordinates": [[0, 0], [0, 9], [5, 9]] },
        { "type": "LineString", "coordinates": [[1, 1], [1, 1]] },
        { "type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 3], [0, 0]]] } ] })");
    const Outcome plane = wend("paths p.geojson --projection none");
    EXPECT_EQ(plane.status, 0) << plane.err;
    EXPECT_EQ(plane.err, "");
    EXPECT_EQ(plane.out,
              "features    1\nparts       4\npaths       3, 1 of them closed\nnodes       8\n"
              "lengths     min 5, median 12, max 14, total 31\nextent      x 0 to 5, y 0 to 9\n"
              "spacing     9.54e-07 between floats at the edge of the extent\n"
              "skipped     2\n  /geometries/0: a Point is not a line\n"
              "  /geometries/3/coordinates: fewer than two distinct points\n");

    folder_.write("p.csv", "path,x,y\nsouth,0,0\nsouth,1,0\nnorth,0,60\nnorth,1,60\n");
    const Outcome together = wend("paths p.csv");
    EXPECT_NE(together.out.find("scale error 73.2 %"), std::string::npos) << together.out;
    EXPECT_NE(together.err.find("p.csv: warning: east-west lengths"), std::string::npos) << together.err;
    const Outcome each = wend("paths p.csv --projection per-path");
    EXPECT_NE(each.out.find("scale error 0 %"), std::string::npos) << each.out;
    EXPECT_EQ(each.err, "");

    folder_.write("utm.csv", "path,x,y\na,500000,5400000\na,500030,5400000\n");
    const Outcome utm = wend("paths utm.csv --projection none");
    EXPECT_NE(utm.out.find("lengths     min 30, median 30, max 30, total 30\n"
                           "extent      x 500000 to 500030, y 5400000 to 5400000\n"
                           "origin      moved to (500015, 5400000)\n"
                           "spacing     9.54e-07 between floats"),
              std::string::npos)
        << utm.out;

    expect_refused("paths p.csv --projection flat",
                   "--projection: \"flat\" is none of geographic, per-path, none");
    expect_refused("paths", "file is required");
    folder_.write("p.csv", "path,x,y\na,0,0\na,b,0\n");
    expect_refused("paths p.csv", "p.csv:3: x: \"b\" is not a number");
}

TEST_F(Command, ExplainsFaultsBehindATick) {
    folder_.write("s.json", R"({ "dt": 1, "ticks": 5,
        "agents": { "count": 3, "position": [0, 0], "body_radius": 0.4, "target": [9, 9] },
        "stages": [ { "avoid_neighbours": { "body_radius": 0.5 } }, { "seek": {} },
                    { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ],
        "after_tick": { "ticks": 2, "stages": [ { "resolve_overlaps": { "body_radius": 0.25 } } ] } })");
    const Outcome outcome = wend("run s.json");
    EXPECT_EQ(outcome.status, 1) << "agents at fault in every tick";
    EXPECT_NE(outcome.out.find("faults   30 "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.err.find("fault: stage 0 (resolve_overlaps): agent 0's body_radius is 0.4"),
              std::string::npos)
        << outcome.err;
}

TEST_F(Command, CountsAndExplainsFaults) {
    folder_.write("s.json", R"({ "dt": 1, "ticks": 5, "agents": { "count": 3, "position": [0, 0], "mass": 0 },
        "stages": [ { "wander": {} }, { "locomotion": { "max_force": 1, "max_speed": 1 } } ] })");
    const Outcome outcome = wend("run s.json");
    EXPECT_EQ(outcome.status, 1) << "agents at fault in every tick";
    EXPECT_NE(outcome.out.find("faults   15 "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.err.find(
                  "fault: stage 1 (locomotion): agent 0's mass is 0, must be in [8.6736174e-19, 1e+18]\n"),
              std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find("at fault in every tick; --allow-faults"), std::string::npos) << outcome.err;
    const Outcome hash = wend("run s.json --hash");
    EXPECT_EQ(hash.status, 1);
    EXPECT_NE(hash.err.find("15 agent-ticks"), std::string::npos);
    EXPECT_EQ(wend("run s.json --allow-faults").status, 0);
    EXPECT_EQ(wend("run s.json --ticks 0").status, 0);
}

TEST_F(Command, NamesEveryValueAtFault) {
    folder_.write("p.csv", "path,x,y\na,0,0\na,9,0\n");
    folder_.write("s.json", R"({ "dt": 1, "ticks": 2, "agents": { "file": "a.csv" },
        "paths": { "file": "p.csv", "projection": "none" },
        "stages": [ { "path_follow": {} }, { "pursue": {} }, { "locomotion": { "max_force": 1 } } ] })");
    const std::string head =
        "id,position_x,position_y,path,node,mass,max_speed,target_x,target_y,"
        "target_velocity_x,target_velocity_y\n";
    folder_.write("a.csv",
                  head + "4,0,0,0,0,1,1,0,0,0,0\n7,1e19,0,0,2,1,-1,0,0,0,0\n8,0,0,5,0,1,1,0,0,0,0\n");
    const Outcome outcome = wend("run s.json");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(
        outcome.err.find(
            "fault: stage 0 (path_follow): agent 7's max_speed is -1, must be in [8.6736174e-19, 1e+18]\n"
            "fault: stage 0 (path_follow): agent 7's node is 2, must be the index of a node of its path\n"
            "fault: stage 0 (path_follow): agent 7's position_x is 1e+19, must be in [-1e+18, 1e+18]\n"),
        std::string::npos)
        << outcome.err;
    // An agent that rests in a legal state is no fault of every tick.
    folder_.write("a.csv", head + "8,0,0,5,0,1,1,0,0,0,0\n");
    EXPECT_NE(wend("run s.json").err.find("agent 8's path is 5, must be the index of a path, or -1 for none"),
              std::string::npos);
}

TEST_F(Command, ADashIsStdout) {
    folder_.write("s.json", wander);
    ASSERT_EQ(wend("run s.json --out o.csv --every 7").status, 0);
    const std::string expected = folder_.read("o.csv");
    std::filesystem::remove(folder_ / "o.csv");
    for (const char* name : {"-", "/dev/stdout", "/dev/fd/1"}) {
        const Outcome outcome = wend(fmt::format("run s.json --every 7 --out {}", name));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_TRUE(outcome.out == expected) << name;
        EXPECT_NE(outcome.err.find("agents   1500\n"), std::string::npos) << "the summary goes elsewhere";
        expect_refused(fmt::format("run s.json --hash --out {}", name), "both write to stdout");
    }
    EXPECT_EQ(folder_.size(), 1u);
}

TEST_F(Command, RefusesNamesThatMeanNothingOrTheSame) {
    folder_.write("s.json", wander);
    for (const char* option : {"--out", "--save", "--resume", "--paths"})
        expect_refused(fmt::format("run s.json {} ''", option), fmt::format("{}: the name is empty", option));
    if (has_bench()) expect_refused("bench --out ''", "--out: the name is empty");
    expect_refused("run s.json --out o --save o", "--out o and --save o are the same file");
    expect_refused("run s.json --out o --save ../${PWD##*/}/o", "are the same file");
    expect_refused("run s.json --out - --save /dev/stdout", "are the same file");
    expect_refused("run s.json --save s.json", "--save s.json and the scenario s.json are the same file");
    expect_refused("run s.json --save no/such/folder", "no/such/folder: cannot be written: No such file");
    EXPECT_EQ(folder_.size(), 1u);
    // In place: the dump has been read before it is replaced.
    ASSERT_EQ(wend("run s.json --ticks 3 --save a.dump").status, 0);
    EXPECT_EQ(wend("run s.json --ticks 5 --resume a.dump --save a.dump").status, 0);
    EXPECT_EQ(wend("run s.json --resume a.dump --hash").out, wend("run s.json --hash").out);
}

TEST_F(Command, SuggestsTheNearestWord) {
    folder_.write("s.json", wander);
    expect_refused("rum", "unknown subcommand \"rum\"; did you mean \"run\"?");
    expect_refused("run s.json --tick 5", "wend run: unknown option --tick; did you mean \"--ticks\"?");
    expect_refused("run --tikcs=5", "wend run: unknown option --tikcs; did you mean \"--ticks\"?");
    expect_refused("run s.json --colour 3", "wend run: unknown option --colour\n");
    expect_refused("run s.json --isa avx51", "did you mean \"avx512\"?");
    if (has_bench()) {
        expect_refused("bench --quik", "wend bench: unknown option --quik; did you mean \"--quick\"?");
        expect_refused("perf lits", "unknown subcommand \"lits\"; did you mean \"list\"?");
        expect_refused("perf gate --html r --json r", "--json r and --html r are the same file");
    }
    expect_refused("draw --seed 1 --id 1 --number 0 --purpose wonder", "did you mean \"wander\"?");
    expect_refused("paths p.csv --projection geografic", "did you mean \"geographic\"?");

    // An unknown key before the one that is missing for it.
    const auto expect_said = [&](const char* text, const char* said) {
        folder_.write("s.json", text);
        expect_refused("run s.json", said);
    };
    expect_said(R"({ "dt": 1, "tikcs": 1, "agents": {}, "stages": [] })",
                "s.json: /tikcs: unknown key; known here: seed, dt, ticks, agents, paths, stages, events, "
                "after_tick, measurement_line, parameters; did you mean \"ticks\"?");
    expect_said(R"({ "dt": 1, "agents": {}, "stages": [] })", "s.json: the key \"ticks\" is missing");
    expect_said(
        R"({ "dt": 1, "ticks": 1, "agents": { "cuont": 5 }, "stages": [ { "approach": { "speed": 1 } } ] })",
        "did you mean \"count\"?");
    expect_said(R"({ "dt": 1, "ticks": 1, "agents": { "count": 5 }, "stages": [ { "wonder": {} } ] })",
                "did you mean \"wander\"?");
    expect_said(
        R"({ "dt": 1, "ticks": 1, "agents": { "count": 5 }, "stages": [ { "wander": { "frame": "word" } } ] })",
        "did you mean \"world\"?");
}

TEST_F(Command, FindsTheScenariosThatComeWithIt) {
    const Outcome outcome = wend("run seek --ticks 2 --hash");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, wend(fmt::format("run '{}/seek.json' --ticks 2 --hash", WEND_SCENARIOS)).out);
    EXPECT_EQ(wend("run behaviours/seek --ticks 2 --hash").status, 0);
    expect_refused("run wonder", "wonder: no such file, and no scenario of that name in ");
    expect_refused("run wonder", "did you mean \"wander\"?");
    expect_refused("run arrive", "did you mean \"behaviours/arrive\"?");
    expect_refused("run waypoint_eas", "did you mean \"behaviours/waypoint_ease\"?");
    expect_refused("run sek", "did you mean \"seek\"?");
    EXPECT_EQ(wend("run seek --ticks 2 --out seek").status, 0) << "the scenario is another file";
    folder_.write("seek", wander);
    EXPECT_NE(wend("run seek --ticks 2 --hash").out, outcome.out) << "a file comes first";
}

TEST_F(Command, RunsTheScenariosOfTheRepository) {
    for (const char* scenario : {"wander", "seek", "waypoint_advance", "rivers", "shore"}) {
        const std::string file = fmt::format("'{}/{}.json'", WEND_SCENARIOS, scenario);
        const Outcome one = wend(fmt::format("run {} --ticks 5 --hash", file));
        EXPECT_EQ(one.status, 0) << one.err;
        EXPECT_EQ(one.out,
                  wend(fmt::format("run {} --ticks 5 --hash --isa reference --threads 1", file)).out);
    }
}

/// Empty where there is no folder of real files.
std::filesystem::path real_rivers() {
    const char* data = std::getenv("WEND_DATA_DIR");
    return data == nullptr ? std::filesystem::path()
                           : std::filesystem::path(data) / "ne_50m_rivers_lake_centerlines.geojson";
}
constexpr const char* no_rivers = "WEND_DATA_DIR names no folder with ne_50m_rivers_lake_centerlines.geojson";

/// In degrees as they are: a crowd between the Rhine, the Rhone and the Po, whose banks it does not cross.
TEST_F(Command, ACrowdWalksBetweenRealRivers) {
    const std::filesystem::path rivers = real_rivers();
    if (rivers.empty()) GTEST_SKIP() << no_rivers;
    folder_.write("banks.json",
                  R"({"seed": 7, "dt": 0.5, "ticks": 100,
"agents": {"count": 300, "area": [4, 43, 14, 53], "target": [[4, 14], [43, 53]]},
"paths": {"file": "rivers.geojson", "projection": "none"},
"stages": [{"avoid_obstacles": {"horizon": 60, "body_radius": 0.02}},
           {"separation": {"radius": 0.1, "cos_field_of_view": -1, "weight": 0.02}},
           {"avoid_neighbours": {"radius": 0.6, "max_neighbours": 6, "horizon": 40, "body_radius": 0.02}},
           {"arrive": {"slowing_radius": 0.2}},
           {"locomotion": {"max_force": 0.004, "max_speed": 0.014, "mass": 1, "composition": "prioritised"}}]})");
    const std::string common = fmt::format("run banks.json --paths '{}' --hash", rivers.string());
    const Outcome best = wend(common);
    ASSERT_EQ(best.status, 0) << best.err;
    EXPECT_EQ(best.err.find("agent-ticks"), std::string::npos) << best.err;
    for (const Isa isa : supported_isas())
        EXPECT_EQ(wend(fmt::format("{} --isa {} --threads 1", common, name(isa))).out, best.out) << name(isa);
}

TEST_F(Command, MovesTwoHundredThousandAgentsAlongRealRivers) {
    const std::filesystem::path rivers = real_rivers();
    if (rivers.empty()) GTEST_SKIP() << no_rivers;
    ASSERT_TRUE(std::filesystem::exists(rivers)) << rivers;
    const std::string common =
        fmt::format("run '{}/rivers.json' --paths '{}' --hash", WEND_SCENARIOS, rivers.string());
    const Outcome best = wend(common);
    ASSERT_EQ(best.status, 0) << best.err;
    EXPECT_NE(best.err.find("/features/460/geometry: skipped: null geometry"), std::string::npos) << best.err;
    EXPECT_NE(best.err.find("895 paths"), std::string::npos) << best.err;
    EXPECT_NE(best.err.find("462 features"), std::string::npos) << best.err;
    EXPECT_EQ(best.err.find("agent-ticks"), std::string::npos) << best.err;
    for (const Isa isa : supported_isas())
        EXPECT_EQ(wend(fmt::format("{} --isa {} --threads 1", common, name(isa))).out, best.out) << name(isa);
}

}  // namespace
}  // namespace wend::test
