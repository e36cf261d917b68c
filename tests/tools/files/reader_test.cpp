// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The readers of path and agents files on texts in memory, and difficult inputs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/scratch_folder.hpp"
#include "tools/files/agents_csv.hpp"
#include "tools/files/geojson.hpp"
#include "tools/files/json_file.hpp"
#include "tools/files/path_csv.hpp"
#include "tools/files/path_file.hpp"
#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using namespace files;
using namespace std::string_literals;
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

TEST(Readers, NameWhatMakesAFieldNoNumber) {
    const auto of_path = [](const char* field) {
        CsvReader reader(fmt::format("path;x;y\na;{};2\n", field), "f");
        return refusal([&] { return read_path_csv(reader, Projection::none); });
    };
    const auto of_agent = [](const char* field) {
        CsvReader reader(fmt::format("mass\n\"{}\"\n", field), "f");
        return refusal([&] { return read_agents_csv(reader); });
    };
    const std::string no_number = " is not a number of at most 1e18";
    const std::string no_float = " is not a finite 32-bit float";
    for (const auto& [field, why] : {std::pair("+1", "; numbers have no plus sign"),
                                     {"1e-400", "; it is too close to 0"},
                                     {"0.000000001e-400", "; it is too close to 0"},
                                     {"1,5", "; decimals follow a point"},
                                     {"-1.000,5", "; decimals follow a point"},
                                     {"1e400", ""},
                                     {"nan", ""},
                                     {"", ""},
                                     {"1.5.2", ""}}) {
        EXPECT_EQ(of_path(field), fmt::format("f:2: x: \"{}\"{}{}", field, no_number, why));
        EXPECT_EQ(of_agent(field), fmt::format("f:2: mass: \"{}\"{}{}", field, no_float, why));
    }
    EXPECT_EQ(of_agent("-1e-50"), "f:2: mass: \"-1e-50\" is not a finite 32-bit float; it is too close to 0");
    EXPECT_EQ(of_agent("1e50"), "f:2: mass: \"1e50\" is not a finite 32-bit float");
    EXPECT_EQ(of_path("1e-300"), "accepted");
    // Without quotes a comma has made two fields of the number.
    CsvReader decimals("path,x,y\na,1,5,2,5\n", "f");
    EXPECT_EQ(
        refusal([&] { return read_path_csv(decimals, Projection::none); }),
        "f:2: 5 fields, but the header names 3 columns; commas separate fields: decimals follow a point");
}

TEST(Readers, TextsEndAtANulByte) {
    const ScratchFolder folder;
    folder.write("f.json", "{}\0 "s);
    EXPECT_EQ(refusal([&] { return read_json(folder / "f.json"); }),
              (folder / "f.json").string() + ": is no text in UTF-8: byte 2 is 0");
    for (const char* reader : {"paths", "agents", "json"}) {
        const std::string says = refusal([&]() -> int {
            if (*reader == 'p') static_cast<void>(files::read_path_file("/dev/zero", Projection::none));
            if (*reader == 'a') static_cast<void>(read_agents_csv("/dev/zero"));
            if (*reader == 'j') static_cast<void>(read_json("/dev/zero"));
            return 0;
        });
        EXPECT_EQ(says, "/dev/zero: is no text in UTF-8: byte 0 is 0") << reader;
    }
}

TEST(Readers, WithoutAnEndAreRefusedAtTheLimit) {
    EXPECT_EQ(refusal([] { return read_file("/dev/zero", 1 << 20); }),
              "/dev/zero: gives more than 1048576 bytes, the limit");
    EXPECT_NE(read_file("/proc/self/status").find("Pid:"), std::string::npos) << "its size is said to be 0";
}

}  // namespace
}  // namespace wend::test
