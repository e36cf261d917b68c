// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Path files: GeoJSON and CSV, skipped and refused parts, and projections.
#include "tools/files/path_file.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/scenario_file.hpp"
#include "tools/files/geojson.hpp"
#include "tools/files/projection.hpp"

namespace wend::test {
namespace {

using files::Projection;

class PathFile : public ScenarioFile {};

TEST_F(PathFile, RefusesPathFilesWithThePointer) {
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
        {R"({ "type": "Point", "coordinates": [0, 0] })",
         "p.geojson: no path of two distinct points among 1 features; the first, the whole file: a Point"},
        {R"({ "type": "FeatureCollection", "features": [] })", "p.geojson: no paths"},
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

TEST_F(PathFile, GeoJsonListsSkippedParts) {
    const auto file = folder_.write("p.geojson", R"({ "type": "FeatureCollection", "features": [
        { "type": "Feature", "geometry": null },
        { "type": "Feature", "geometry": { "type": "Point", "coordinates": [1, 2] } },
        { "type": "Feature", "geometry": { "type": "LineString", "coordinates": [[1, 2, 900], [3, 4, 900]] } },
        { "type": "Feature", "geometry": { "type": "MultiLineString", "coordinates": [[[5, 6]], [[7, 8], [9, 10]]] } },
        { "type": "Feature", "geometry": { "type": "LineString", "coordinates": [] } } ] })");
    const files::PathLines read = files::read_geojson(file, Projection::geographic);
    EXPECT_EQ(read.features, 5u);
    ASSERT_EQ(read.lines.size(), 2u);
    EXPECT_EQ(read.lines[0][1].x, 3);
    EXPECT_EQ(read.lines[1][0].y, 8);
    EXPECT_EQ(read.parts, 4u);
    EXPECT_EQ(read.places[1], "/features/3/geometry/coordinates/1");
    ASSERT_EQ(read.skipped.count(), 4u);
    EXPECT_EQ(read.skipped.listed()[0].place, "/features/0/geometry");
    EXPECT_EQ(read.skipped.listed()[0].reason, "null geometry");
    EXPECT_EQ(read.skipped.listed()[1].reason, "a Point is not a line");
    EXPECT_EQ(read.skipped.listed()[2].reason, "a single position");
    EXPECT_EQ(read.skipped.listed()[3].reason, "no positions");
}

TEST_F(PathFile, GeoJsonRingsAreClosedPathsAndCollectionsAreOpened) {
    const auto file = folder_.write("p.geojson", R"({ "type": "GeometryCollection", "geometries": [
        { "type": "Polygon", "coordinates": [ [[0, 0], [9, 0], [9, 9], [0, 0]], [[1, 1], [2, 1], [2, 2]] ] },
        { "type": "GeometryCollection", "geometries": [ null,
            { "type": "MultiPolygon", "coordinates": [ [ [[5, 5], [6, 5], [6, 6], [5, 5]] ], [] ] },
            { "type": "LineString", "coordinates": [[1, 2], [3, 4]] } ] } ] })");
    const files::PathLines read = files::read_geojson(file, Projection::none);
    EXPECT_EQ(read.features, 1u);
    EXPECT_EQ(read.parts, 4u);
    EXPECT_EQ(read.closed, (std::vector<bool>{true, true, true, false}));
    EXPECT_EQ(read.places[2], "/geometries/1/geometries/1/coordinates/0/0");
    ASSERT_EQ(read.skipped.count(), 2u);
    EXPECT_EQ(read.skipped.listed()[0].place, "/geometries/1/geometries/0");
    EXPECT_EQ(read.skipped.listed()[0].reason, "null geometry");
    EXPECT_EQ(read.skipped.listed()[1].reason, "no rings");
    const PathSet set = files::read_path_file(file, Projection::none).set;
    EXPECT_EQ(set.node_count(0), 3u);
    EXPECT_TRUE(set.closed(0));
    EXPECT_TRUE(set.closed(1)) << "a ring is closed though its last point is not its first";
    EXPECT_FALSE(set.closed(3));
}

// Five bytes a part would otherwise take a hundred in memory.
TEST_F(PathFile, CountsSkippedPartsBeyondTheListedOnes) {
    constexpr std::size_t count = files::SkippedParts::most_listed + 3;
    std::string text = R"({ "type": "GeometryCollection", "geometries": [)";
    for (std::size_t i = 0; i < count; ++i) text += "null,";
    text += R"({ "type": "LineString", "coordinates": [[1, 2], [3, 4]] } ] })";
    const files::PathFile read = files::read_path_file(folder_.write("p.geojson", text), Projection::none);
    EXPECT_EQ(read.skipped.count(), count);
    EXPECT_EQ(read.skipped.listed().size(), files::SkippedParts::most_listed);
    EXPECT_EQ(read.skipped.listed().back().place,
              "/geometries/" + std::to_string(files::SkippedParts::most_listed - 1));
}

// 1e-50 is 0 as a float.
TEST_F(PathFile, SkipsPathsOfASinglePointAmongOthers) {
    const auto file = folder_.write("p.geojson", R"({ "type": "MultiPolygon", "coordinates": [
        [ [[7, 7], [7, 7], [7, 7]] ], [ [[0, 0], [2, 0], [2, 4], [0, 0]] ],
        [ [[0, 0], [1e-50, 0], [0, 1e-50]] ], [ [[5, 5], [9, 5], [9, 6]], [[3, 3], [3, 3]] ] ] })");
    for (const Projection projection : {Projection::none, Projection::per_path}) {
        const files::PathFile read = files::read_path_file(file, projection);
        EXPECT_EQ(read.parts, 5u);
        ASSERT_EQ(read.skipped.count(), 3u);
        EXPECT_EQ(read.skipped.listed()[0].place, "/coordinates/0/0");
        EXPECT_EQ(read.skipped.listed()[1].place, "/coordinates/2/0");
        EXPECT_EQ(read.skipped.listed()[2].place, "/coordinates/3/1");
        ASSERT_EQ(read.set.size(), 2u);
        for (std::size_t path = 0; path < 2; ++path) {
            EXPECT_TRUE(read.set.closed(path)) << path;
            EXPECT_EQ(read.set.node_count(path), 3u) << path;
        }
        const Point back = read.projected.to_degrees(read.set.node(1, 0), 1);
        EXPECT_NEAR(back.x, 5, 1e-6);
        EXPECT_NEAR(back.y, 5, 1e-6);
    }
}

TEST_F(PathFile, ARingRoundAPoleStaysOpen) {
    const auto file = folder_.write("p.geojson", R"({ "type": "Polygon", "coordinates":
        [ [[-180, 80], [-90, 80], [0, 80], [90, 80], [180, 80], [-180, 80]] ] })");
    EXPECT_FALSE(files::read_geojson(file, Projection::geographic).closed[0]);
    EXPECT_TRUE(files::read_geojson(file, Projection::none).closed[0]);
}

TEST_F(PathFile, CsvPathsAreRowsThatShareAName) {
    const auto file =
        folder_.write("p.csv", "y,path,x\n0,a,1\n3,a,5\n7,lone,7\n0,b,0\n0,b,2\n2,b,2\n0,b,0\n");
    const files::PathFile read = files::read_path_file(file, Projection::none);
    EXPECT_EQ(read.features, 3u);
    ASSERT_EQ(read.set.size(), 2u);
    EXPECT_EQ(read.set.length(0, PathMode::once), 5);
    EXPECT_TRUE(read.set.closed(1));
    ASSERT_EQ(read.skipped.count(), 1u);
    EXPECT_EQ(read.skipped.listed()[0].place, "line 4, path \"lone\"");

    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "p.csv: is empty"},
        {"path,x\n", "p.csv:1: column \"y\" is missing"},
        {"path,x,y,z\n", "p.csv:1: column \"z\" is none of"},
        {"path,x,x\n", "p.csv:1: column \"x\" appears twice"},
        {"path,x,y\na,0\n", "p.csv:2: 2 fields, but"},
        {"path,x,y\na,0,1\na,0,nan\n", "p.csv:3: y: \"nan\" is not a number"},
        {"path,x,y\na,0,1\na,2e18,0\n", "p.csv:3: x: \"2e18\" is not a number of at most"},
        {"path,x,y\na,0,1\nb,0,1\na,2,3\n", "p.csv:4: the rows of path \"a\" are not contiguous"},
    };
    for (const auto& [text, expected] : cases) {
        folder_.write("p.csv", text);
        const std::string says = refusal(on_paths(R"({ "file": "p.csv", "projection": "none" })"));
        EXPECT_EQ(says.substr(0, expected.size()), expected) << text << "\nsays " << says;
    }
    folder_.write("p.csv", "path,x,y\na,0,1\na,0,91\n");
    EXPECT_EQ(refusal(on_paths(R"({ "file": "p.csv" })")).substr(0, 22), "p.csv:3: latitude 91 i");
}

TEST(ProjectionTest, PerPathHasTrueLengthsAtEachPathsLatitude) {
    files::Lines lines{{{0, 0}, {1, 0}}, {{0, 60}, {1, 60}}};
    files::Lines together = lines;
    const double degree = 6371008.8 * std::numbers::pi / 180;
    EXPECT_NEAR(files::project(lines, Projection::per_path).scale_error, 0, 1e-12);
    EXPECT_NEAR(lines[0][1].x - lines[0][0].x, degree, 1e-6);
    EXPECT_NEAR(lines[1][1].x - lines[1][0].x, degree / 2, 1e-6);
    files::project(together, Projection::geographic);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(lines[i][0].x + lines[i][1].x, together[i][0].x + together[i][1].x, 1e-6);
        EXPECT_NEAR(lines[i][0].y, together[i][0].y, 1e-6);
    }
}

TEST(ProjectionTest, IsEquirectangularAboutTheExtentsCentre) {
    files::Lines lines{{{10, 50}, {12, 50}}, {{10, 54}, {11, 52}}};
    const files::Projected projected = files::project(lines, Projection::geographic);
    EXPECT_EQ(projected.extent.centre().x, 11);
    EXPECT_EQ(projected.extent.centre().y, 52);
    const double degree = 6371008.8 * std::numbers::pi / 180;
    const double shrink = std::cos(52 * std::numbers::pi / 180);
    EXPECT_NEAR(lines[0][0].x, -degree * shrink, 1e-6);
    EXPECT_NEAR(lines[0][0].y, -2 * degree, 1e-6);
    EXPECT_NEAR(lines[1][1].x, 0, 1e-6);
    EXPECT_NEAR(lines[1][1].y, 0, 1e-6);
    EXPECT_NEAR(projected.scale_error, shrink / std::cos(54 * std::numbers::pi / 180) - 1, 1e-12);
}

/// RFC 7946 asks writers to split features at 180 degrees.
TEST(ProjectionTest, LinesOnBothSidesOfTheAntimeridianComeTogether) {
    const double degree = 6371008.8 * std::numbers::pi / 180;
    const files::Lines split{{{-180, 0}, {-179, 0}}, {{177, 0}, {180, 0}}, {{-178, 0}, {-178.5, 0}}};
    for (const Projection projection : {Projection::geographic, Projection::per_path}) {
        files::Lines lines = split;
        const files::Projected projected = files::project(lines, projection);
        EXPECT_DOUBLE_EQ(projected.extent.low.x, 177);
        EXPECT_DOUBLE_EQ(projected.extent.high.x, 182);
        EXPECT_NEAR(lines[0][0].x, lines[1][1].x, 1e-6) << "both are 180 degrees";
        EXPECT_NEAR(lines[0][1].x - lines[0][0].x, degree, 1e-6);
        EXPECT_NEAR(projected.to_degrees(lines[0][1], 0).x, -179, 1e-9);
        EXPECT_NEAR(projected.to_degrees(lines[1][0], 1).x, 177, 1e-9);
    }
    // Lines that lie in the smallest arc stay, also those all around and those of more than 180 degrees.
    for (const files::Lines& given :
         {files::Lines{{{-100, 0}, {-90, 0}}, {{95, 0}, {99, 0}}, {{0, 0}, {1, 0}}},
          files::Lines{{{-180, 0}, {0, 0}, {180, 0}}}, files::Lines{{{-170, 0}, {0, 0}, {30, 0}}},
          files::Lines{{{0, 0}, {90, 0}}, {{90, 0}, {180, 0}}, {{180, 0}, {270, 0}}, {{270, 0}, {359, 0}}}}) {
        files::Lines lines = given;
        const double width = files::extent_of(given).high.x - files::extent_of(given).low.x;
        const files::Projected projected = files::project(lines, Projection::geographic);
        EXPECT_EQ(projected.extent.low.x, files::extent_of(given).low.x);
        EXPECT_EQ(projected.extent.high.x, files::extent_of(given).low.x + width);
    }
}

/// Arcs against a search over all turns of a few lines.
TEST(ProjectionTest, TheExtentIsTheSmallestOfAllTurns) {
    std::mt19937 random(5);
    const auto draw = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(random()) * 0x1p-32;
    };
    for (int round = 0; round < 300; ++round) {
        files::Lines lines;
        std::vector<std::pair<double, double>> ends;
        for (std::size_t i = 0; i < 4; ++i) {
            const double from = draw(-180, 180);
            const double to = from + draw(0, 60);
            lines.add(std::array{Point{from, 0}, Point{to, 0}});
            ends.emplace_back(from, to);
        }
        double least = 1e9;
        for (int turns = 0; turns < 81; ++turns) {
            double low = 1e9, high = -1e9;
            int left = turns;
            for (const auto& [from, to] : ends) {
                const double turn = 360.0 * (left % 3 - 1);
                left /= 3;
                low = std::min(low, from + turn);
                high = std::max(high, to + turn);
            }
            least = std::min(least, high - low);
        }
        const files::Projected projected = files::project(lines, Projection::geographic);
        EXPECT_NEAR(projected.extent.high.x - projected.extent.low.x, least, 1e-9) << round;
    }
}

TEST(ProjectionTest, PlaneCoordinatesFarAwayGetAnOriginAmongThem) {
    // Steps of 25 cm, as UTM has them: floats are 50 cm apart there.
    files::Lines lines;
    std::vector<Point> line;
    for (int i = 0; i <= 120; ++i) line.push_back({500'000 + 0.25 * i, 5'400'000});
    lines.add(line);
    const files::Projected projected = files::project(lines, Projection::none);
    EXPECT_EQ(projected.extent.low.x, 500'000) << "in the file's coordinates";
    EXPECT_EQ(projected.origin.x, 500'015);
    EXPECT_EQ(projected.origin.y, 5'400'000);
    EXPECT_EQ(lines[0][1].x, -14.75);
    EXPECT_LT(projected.spacing, 1e-6);
    // Near ones, fine ones, and those that would gain less than two bits stay.
    for (const files::Lines& given :
         {files::Lines{{{0, 0}, {100, 50}}}, files::Lines{{{9'000, 0}, {9'001, 0}}},
          files::Lines{{{-2e6, 0}, {5e6, 0}}}, files::Lines{{{0.9e6, 0}, {2e6, 0}}}}) {
        lines = given;
        EXPECT_EQ(files::project(lines, Projection::none).origin.x, 0);
        EXPECT_EQ(lines[0][1].x, given[0][1].x);
    }
}

TEST_F(PathFile, LengthsAreThoseOfTheFile) {
    std::string text = "path,x,y\n";
    for (int i = 0; i <= 120; ++i)
        text += fmt::format("a,{},{}\n", 500'000 + 0.25 * i, i % 2 == 0 ? 5'400'000 : 5'400'000.07);
    const double length = 120 * std::hypot(0.25, 0.07);
    const auto file = folder_.write("p.csv", text);
    const files::PathFile near = files::read_path_file(file, Projection::none);
    EXPECT_EQ(near.set.node_count(0), 121u);
    EXPECT_NEAR(near.set.length(0, PathMode::once), length, 1e-4);
    EXPECT_EQ(files::spacing_warning(near), "");
    // Another path is 3,500 km away: no origin serves both.
    folder_.write("p.csv", text + "b,4000000,8900000\nb,4000000,8900001\n");
    const files::PathFile far = files::read_path_file(file, Projection::none);
    EXPECT_NEAR(far.lengths.at(0), length, 1e-6);
    EXPECT_EQ(far.lengths.at(1), 1);
    EXPECT_GT(far.set.length(0, PathMode::once), 1.05 * length) << "the nodes are floats";
    EXPECT_NE(files::spacing_warning(far).find("floats are up to 0.125 apart"), std::string::npos)
        << files::spacing_warning(far);
}

TEST(ProjectionTest, UnrollsTheAntimeridian) {
    std::vector<Point> line{{179, 0}, {-179, 1}, {-170, 2}, {175, 3}, {179.5, 4}};
    files::unroll(line);
    const std::array expected{179.0, 181.0, 190.0, 175.0, 179.5};
    for (std::size_t i = 0; i < line.size(); ++i) EXPECT_DOUBLE_EQ(line[i].x, expected[i]) << i;
    files::Lines lines{{{179, 0}, {-179, 0}}};
    files::project(lines, Projection::geographic);
    EXPECT_NEAR(lines[0][1].x - lines[0][0].x, 2 * 6371008.8 * std::numbers::pi / 180, 1e-3);
}

}  // namespace
}  // namespace wend::test
