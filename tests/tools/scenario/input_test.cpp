// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Input of the command, as a user gives it: files without an end, projections, a tick of an output, counts
// that no machine holds, and longitude and latitude on the way out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "support/command.hpp"
#include "tools/files/coordinate_system.hpp"

namespace wend::test {
namespace {

constexpr const char* along =
    R"({ "seed": 3, "dt": 0.5, "ticks": 10, "agents": { "count": 40, "speed": [5, 9] },
    "paths": { "file": "p.csv" }, "stages": [ { "waypoint_advance": { "mode": "ping-pong" } } ] })";
constexpr const char* degrees = "path,lon,lat\nsouth,5,36\nsouth,5.01,36\nnorth,5,70\nnorth,5.01,70\n";

class Input : public Command {};

TEST_F(Input, FilesWithoutAnEndAreRefused) {
    folder_.write("s.json", along);
    expect_refused("run /dev/zero", "/dev/zero: is no text in UTF-8: byte 0 is 0");
    expect_refused("run /dev/stdin", "/dev/stdin: gives more than 67108864 bytes, the limit", "yes | ");
    expect_refused("run s.json --paths /dev/zero", "/dev/zero: is no text in UTF-8: byte 0 is 0");
    expect_refused("run s.json --resume /dev/zero", "/dev/zero: is not a state dump of wend");
    expect_refused("verify /dev/zero --against /dev/zero", "/dev/zero: is not a state dump of wend");
    if (has_bench())
        expect_refused("perf record /dev/zero --db h.db", "/dev/zero: is no text in UTF-8: byte 0 is 0");
}

TEST_F(Input, ScenariosThatAreNoJson) {
    folder_.write("c.csv", "path,x,y\na,0,0\na,1,1\n");
    expect_refused("run c.csv", "c.csv: is no JSON: must begin with {");
    expect_refused("run /dev/null", "/dev/null: is empty: must be an object in JSON");
    folder_.write("s.json",
                  R"({ "dt": 1, "ticks": 1, "agents": { "count": 1, "area": [0, 0, 1, 1] }, "stages": [
        { "wander": {} }, { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ] })");
    expect_refused("run s.json --paths c.csv", "s.json: --paths: no stage follows a path or has obstacles");
}

TEST_F(Input, ControlBytesNeverReachTheTerminal) {
    folder_.write("p.csv", "path,x,y\na\x1B[31m,0,0\nb,0,0\nb,1,1\n");
    const Outcome listed = wend("paths p.csv");
    EXPECT_EQ(listed.status, 0);
    EXPECT_EQ(listed.out.find('\x1B'), std::string::npos);
    EXPECT_NE(listed.out.find("path \"a\\x1b[31m\": fewer than two distinct points"), std::string::npos)
        << listed.out;
    folder_.write("s.json", along);
    const Outcome noted = wend("run s.json");
    EXPECT_EQ(noted.status, 0) << noted.err;
    EXPECT_EQ(noted.err.find('\x1B'), std::string::npos);
    folder_.write("s.json", "{ \"a\\u001b[2J\": 1 }");
    EXPECT_EQ(wend("run s.json").err.find('\x1B'), std::string::npos);
    EXPECT_EQ(wend("run \"$(printf 'a\\033[31m')\"").err.find('\x1B'), std::string::npos);
    EXPECT_EQ(wend("paths p.csv --projection \"$(printf 'a\\033[31m')\"").err.find('\x1B'),
              std::string::npos);
}

TEST_F(Input, TheProjectionOfAPathFileIsAnOptionOfRunToo) {
    folder_.write("p.csv", degrees);
    folder_.write("s.json", along);
    const Outcome file = wend("run s.json --hash");
    EXPECT_NE(file.err.find("`--projection per-path`"), std::string::npos) << file.err;
    const Outcome each = wend("run s.json --hash --projection per-path");
    EXPECT_EQ(each.status, 0) << each.err;
    EXPECT_EQ(each.err.find("warning"), std::string::npos) << each.err;
    EXPECT_NE(each.out, file.out);
    expect_refused("run s.json --projection flat",
                   "--projection: \"flat\" is none of geographic, per-path, none");
    expect_refused("run s.json --projection EPSG:4326", "EPSG:4326");
    folder_.write("w.json", wander_scenario);
    expect_refused("run w.json --projection none", "w.json: --projection: the scenario has no path file");
    if (!files::has_proj()) GTEST_SKIP() << "this build has no PROJ";
    const Outcome system = wend("run s.json --hash --projection EPSG:3035");
    EXPECT_EQ(system.status, 0) << system.err;
    EXPECT_NE(system.out, file.out);
}

TEST_F(Input, WhatEveryWroteIsAnAgentsFile) {
    folder_.write("p.csv", degrees);
    folder_.write("s.json", along);
    ASSERT_EQ(wend("run s.json --ticks 8 --out all.csv --every 3").status, 0);
    const auto from = [&](const std::string& agents) {
        folder_.write("rest.json",
                      fmt::format(R"({{ "dt": 0.5, "ticks": 2, "agents": {}, "paths": {{ "file": "p.csv" }},
            "stages": [ {{ "waypoint_advance": {{ "mode": "ping-pong" }} }} ] }})",
                                  agents));
        return wend("run rest.json --hash");
    };
    const Outcome last = from(R"({ "file": "all.csv" })");
    EXPECT_EQ(last.out, wend("run s.json --ticks 10 --hash").out) << last.err;
    const Outcome third = from(R"({ "file": "all.csv", "tick": 3 })");
    EXPECT_EQ(third.out, wend("run s.json --ticks 5 --hash").out) << third.err;
    EXPECT_NE(from(R"({ "file": "all.csv", "tick": 4 })").err.find("all.csv: has no row of tick 4"),
              std::string::npos);
}

TEST_F(Input, ACountThatNoMachineHoldsSaysWhatItNeeds) {
    folder_.write("p.csv", degrees);
    folder_.write("s.json", R"({ "dt": 1, "ticks": 1, "agents": { "count": 4294967295, "area": [0, 0, 9, 9] },
        "stages": [ { "wander": {} }, { "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1 } } ] })");
    // As on a machine of 8 GiB; less memory counts as it is.
    if (wend("isa", "ulimit -v 8388608;").status != 0)
        GTEST_SKIP() << "a sanitizer needs more than 8 GiB of addresses";
    expect_refused("run s.json", "s.json: /agents/count: 4294967295 agents need ", "ulimit -v 8388608;");
    expect_refused("run s.json", " bytes, ", "ulimit -v 8388608;");
}

TEST_F(Input, PlacesGoOutAsLongitudeAndLatitude) {
    folder_.write("p.csv", degrees);
    folder_.write("s.json", along);
    ASSERT_EQ(wend("run s.json --projection per-path --out o.csv --degrees").status, 0);
    const std::string csv = folder_.read("o.csv");
    EXPECT_EQ(csv.substr(0, csv.find('\n')).substr(0, 29), "tick,id,longitude,latitude,di") << csv;
    // It is an agents file all the same.
    folder_.write("rest.json", R"({ "dt": 0.5, "ticks": 0, "agents": { "file": "o.csv" },
        "paths": { "file": "p.csv", "projection": "per-path" }, "stages": [ { "waypoint_advance": { "mode": "ping-pong" } } ] })");
    EXPECT_EQ(wend("run rest.json --hash").out, wend("run s.json --projection per-path --hash").out);

    for (const char* projection : {"geographic", "per-path"}) {
        ASSERT_EQ(
            wend(fmt::format("run s.json --projection {} --out o.geojson --every 5", projection)).status, 0);
        const nlohmann::json out = nlohmann::json::parse(folder_.read("o.geojson"));
        EXPECT_EQ(out.at("type"), "FeatureCollection");
        ASSERT_EQ(out.at("features").size(), 80u);
        for (const nlohmann::json& feature : out.at("features")) {
            const nlohmann::json& place = feature.at("geometry").at("coordinates");
            const int path = feature.at("properties").at("path");
            EXPECT_GE(place.at(0).get<double>(), 4.9999);
            EXPECT_LE(place.at(0).get<double>(), 5.0101);
            EXPECT_NEAR(place.at(1).get<double>(), path == 0 ? 36 : 70, 1e-4);
        }
        EXPECT_EQ(out.at("features").at(79).at("properties").at("tick"), 10);
    }
    folder_.write("w.json", wander_scenario);
    expect_refused("run w.json --out o.geojson", "no path file in longitude and latitude");
    expect_refused("run w.json --out o.csv --degrees", "no path file in longitude and latitude");
    expect_refused("run s.json --projection none --out p.geojson", "no path file in longitude and latitude");
}

}  // namespace
}  // namespace wend::test
