// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The readers of path and agents files on texts in memory, and difficult inputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "tools/files/agents_csv.hpp"
#include "tools/files/geojson.hpp"
#include "tools/files/path_csv.hpp"
#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using namespace files;
using namespace support;

template <class Read>
std::string refusal(Read&& read) {
    try {
        static_cast<void>(read());
    } catch (const words::FileError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Readers, TakeTextsUnderAnyName) {
    CsvReader paths("path,x,y\na,1,2\na,3,4\n", "anything");
    EXPECT_EQ(read_path_csv(paths, Projection::none).lines[0][1].y, 4);
    CsvReader agents("id,mass\n7,2.5\n", "anything");
    EXPECT_EQ(read_agents_csv(agents).count, 1u);
    CsvReader broken("path,x,y\na,one,2\n", "a name.csv");
    EXPECT_EQ(refusal([&] { return read_path_csv(broken, Projection::none); }).substr(0, 16),
              "a name.csv:2: x:");
}

TEST(Readers, ANumberThatIsAThousandArraysDeep) {
    const auto text = [](std::size_t depth) {
        return R"({ "type": "LineString", "coordinates": [[0, )" + std::string(depth, '[') +
               std::string(depth, ']') + "]] }";
    };
    const auto says = [&](std::size_t depth) {
        return refusal([&] { return read_geojson(text(depth), "deep", Projection::none); });
    };
    EXPECT_EQ(says(900), "deep: /coordinates/0/1: expected a number, found array");
    EXPECT_EQ(says(200'000).substr(0, 27), "deep: /coordinates/0/1/0/0/");
    EXPECT_TRUE(says(200'000).ends_with("is nested too deeply: more than 1000 levels")) << says(200'000);
}

// Writers that sort their keys put "type" last.
TEST(Readers, GeoJsonMembersComeInAnyOrder) {
    const PathLines read = read_geojson(
        R"({ "features": [ { "geometry": { "geometries": [ { "coordinates": [[0, 1], [2, 3]], "type": "LineString" },
             { "coordinates": [9, 9], "type": "Point" } ], "type": "GeometryCollection" },
             "properties": { "coordinates": "none", "type": 3, "crs": 7 }, "type": "Feature", "coordinates": 5 } ],
             "type": "FeatureCollection" })",
        "f", Projection::none);
    ASSERT_EQ(read.lines.size(), 1u);
    EXPECT_EQ(read.lines[0][1].y, 3);
    EXPECT_EQ(read.features, 1u);
    EXPECT_EQ(read.places[0], "/features/0/geometry/geometries/0/coordinates");
    ASSERT_EQ(read.skipped.count(), 1u);
    EXPECT_EQ(read.skipped.listed()[0].place, "/features/0/geometry/geometries/1");
    EXPECT_EQ(refusal([] {
                  return read_geojson(R"({ "coordinates": [[0, 1], [2, true]], "type": "LineString" })", "f",
                                      Projection::none);
              }),
              "f: /coordinates/1/1: expected a number, found true");
}

TEST(Readers, CsvWithSemicolonsOrTabs) {
    for (const char separator : {';', '\t'}) {
        std::string text = "path,Lon,LAT\na,1,2\na,3,4\n";
        std::ranges::replace(text, ',', separator);
        CsvReader paths(text, "f");
        EXPECT_EQ(read_path_csv(paths, Projection::geographic).lines[0][1].y, 4);
        text = "id,mass\n7,2.5\n";
        std::ranges::replace(text, ',', separator);
        CsvReader agents(text, "f");
        EXPECT_EQ(read_agents_csv(agents).columns[static_cast<std::size_t>(Stream::mass)].at(0), 2.5);
    }
    CsvReader quoted("\"path\",\"x;\"\n", "f");
    EXPECT_EQ(quoted.separator(), ',');
    CsvReader commas("path;x;y\na;1,5;2\n", "f");
    EXPECT_EQ(refusal([&] { return read_path_csv(commas, Projection::none); }),
              "f:2: x: \"1,5\" is not a number of at most 1e18; decimals follow a point");
}

TEST(Readers, OtherColumnsOfAgentsSayWhatToDo) {
    const auto says = [](const char* text) {
        return refusal([&] {
            CsvReader reader(text, "a.csv");
            return read_agents_csv(reader);
        });
    };
    EXPECT_EQ(
        says("x,y\n1,2\n"),
        "a.csv:1: column \"x\" is not a stream; agents start at position_x and position_y, in the plane");
    EXPECT_NE(says("id;Lon;Lat\n1;2;3\n").find("longitude and latitude are for path files (--paths)"),
              std::string::npos);
    EXPECT_NE(says("id,colour\n").find("kernels/include/wend/streams.hpp"), std::string::npos);
    EXPECT_EQ(says("tick,tick\n"), "a.csv:1: column \"tick\" appears twice");
}

TEST(Readers, AgentsOfOneTick) {
    const char* text = "tick,id,mass\n4,0,1\n4,1,2\n8,0,3\n8,1,4\n10,1,6\n10,0,5\n";
    const auto masses = [&](std::optional<std::uint64_t> tick) {
        CsvReader reader(text, "a.csv");
        return read_agents_csv(reader, tick).columns[static_cast<std::size_t>(Stream::mass)];
    };
    EXPECT_EQ(masses(std::nullopt), (std::vector<double>{6, 5})) << "the last by default";
    EXPECT_EQ(masses(4), (std::vector<double>{1, 2}));
    EXPECT_EQ(refusal([&] { return masses(5); }), "a.csv: has no row of tick 5; its ticks are from 4 to 10");
    text = "tick,id\n4,7\n4,7\n";
    EXPECT_EQ(refusal([&] { return masses(4); }), "a.csv:3: id 7 appears twice");
    text = "tick,id\nfour,7\n";
    EXPECT_EQ(refusal([&] { return masses(4); }),
              "a.csv:2: tick: \"four\" is not a whole number from 0 to 2^64 - 1");
    text = "id\n7\n";
    EXPECT_EQ(refusal([&] { return masses(4); }), "a.csv: has no column tick to choose from");
}

TEST(Readers, WithoutAnEndAreRefusedAtTheLimit) {
    EXPECT_EQ(refusal([] { return read_file("/dev/zero", 1 << 20); }),
              "/dev/zero: gives more than 1048576 bytes, the limit");
    EXPECT_NE(read_file("/proc/self/status").find("Pid:"), std::string::npos) << "its size is said to be 0";
}

}  // namespace
}  // namespace wend::test
