// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Coordinate systems through PROJ, path files through GDAL, and the messages of a build without them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "support/scenario_file.hpp"
#include "tools/files/coordinate_system.hpp"
#include "tools/files/gdal_lines.hpp"
#include "tools/files/path_file.hpp"

namespace wend::test {
namespace {

using namespace std::string_literals;
using files::parse_projection;
using files::Projection;

class Formats : public ScenarioFile {
  protected:
    template <class Read>
    static std::string refusal_of(Read&& read) {
        try {
            static_cast<void>(read());
        } catch (const words::FileError& error) {
            return error.what();
        }
        return "accepted";
    }
};

// A kilometre east and a kilometre north in UTM zone 33, near 15 degrees east.
constexpr const char* utm = R"({ "type": "LineString", "crs": { "type": "name", "properties": {
    "name": "urn:ogc:def:crs:EPSG::32633" } }, "coordinates": [[500000, 5400000], [501000, 5400000], [501000, 5401000]] })";

TEST_F(Formats, LongitudeAndLatitudeByAnyNameNeedNoProj) {
    for (const char* crs :
         {"", "urn:ogc:def:crs:OGC:1.3:CRS84", "OGC:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326",
          "http://www.opengis.net/def/crs/OGC/1.3/CRS84", "epsg:4258"})
        EXPECT_TRUE(files::is_longitude_latitude(crs)) << crs;
    for (const char* crs :
         {"EPSG:3857", "EPSG:43260", "4326", "urn:ogc:def:crs:EPSG::32633", "+proj=utm +zone=33"})
        EXPECT_FALSE(files::is_longitude_latitude(crs)) << crs;
    const auto file =
        folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[15, 48], [15.01, 48]],
        "crs": { "type": "name", "properties": { "name": "EPSG:4326" } } })");
    EXPECT_NEAR(files::read_path_file(file, Projection::geographic).set.length(0, PathMode::once), 744.05,
                0.1);
}

TEST_F(Formats, ACrsIsNeverIgnored) {
    const auto file = folder_.write("p.geojson", utm);
    // In plane coordinates they stay as they are.
    EXPECT_EQ(files::read_path_file(file, Projection::none).set.length(0, PathMode::once), 2000);
    const auto read = [&] { return files::read_path_file(file, Projection::geographic); };
    if (!files::has_proj()) {
        EXPECT_NE(refusal_of(read).find(
                      "p.geojson: /crs: the coordinate system \"urn:ogc:def:crs:EPSG::32633\" needs "
                      "PROJ, which this build does not have: run `tools/setup formats`"),
                  std::string::npos)
            << refusal_of(read);
    }
    folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [1, 1]], "crs": null })");
    EXPECT_NE(refusal_of(read).find("p.geojson: /crs: names no coordinate system"), std::string::npos)
        << refusal_of(read);
    folder_.write("p.geojson", R"({ "type": "Feature", "geometry": { "type": "LineString",
        "crs": { "type": "name", "properties": { "name": "EPSG:3857" } }, "coordinates": [[0, 0], [1, 1]] } })");
    EXPECT_NE(refusal_of(read).find("/geometry/crs: the coordinate system EPSG:3857 is not that of the file"),
              std::string::npos)
        << refusal_of(read);
}

TEST_F(Formats, ACrsGoesThroughProj) {
    if (!files::has_proj()) GTEST_SKIP() << "this build has no PROJ";
    const auto file = folder_.write("p.geojson", utm);
    const files::PathFile there = files::read_path_file(file, Projection::geographic);
    EXPECT_NEAR(there.projected.extent.low.x, 15, 1e-9);
    EXPECT_NEAR(there.projected.extent.low.y, 48.752, 0.01);
    // UTM's own scale is 0.9996 there; the sphere is not the ellipsoid.
    EXPECT_NEAR(there.set.length(0, PathMode::once), 2000, 5);
    const files::PathFile back = files::read_path_file(file, parse_projection("EPSG:32633", "--projection"));
    EXPECT_NEAR(back.set.length(0, PathMode::once), 2000, 1e-3);
    EXPECT_NEAR(back.projected.scale_error, 0.0004, 1e-5);
    const Point node = back.set.node(0, 1);
    const Point degrees = back.projected.to_degrees(node, 0);
    EXPECT_NEAR(degrees.x, 15.0136, 1e-3);
    EXPECT_NEAR(back.set.node(0, 0).x, -500, 1) << "the centre of the extent is at the origin";
    folder_.write("p.geojson",
                  R"({ "type": "LineString", "coordinates": [[0, 1e30], [1, 1]], "crs": { "properties": {
        "name": "EPSG:32633" } } })");
    EXPECT_NE(refusal_of([&] {
                  return files::read_path_file(file, Projection::geographic);
              }).find("p.geojson: /crs: "),
              std::string::npos);
}

TEST_F(Formats, AProjectionThatIsNoneIsRefused) {
    EXPECT_EQ(parse_projection("per-path", "x").kind, Projection::per_path);
    const std::string says = refusal_of([] { return parse_projection("flat", "--projection"); });
    EXPECT_EQ(says.substr(0, 58), "--projection: \"flat\" is none of geographic, per-path, none") << says;
    if (!files::has_proj()) {
        EXPECT_NE(says.find("`tools/setup formats`"), std::string::npos) << says;
        GTEST_SKIP() << "this build has no PROJ";
    }
    EXPECT_NE(refusal_of([] {
                  return parse_projection("EPSG:4326", "x");
              }).find("no coordinate system of the plane"),
              std::string::npos);
    EXPECT_EQ(parse_projection("+proj=laea +lat_0=52 +lon_0=10", "x").kind, Projection::crs);
}

TEST_F(Formats, AreToldApartByContent) {
    EXPECT_EQ(files::gdal_format("<?xml version=\"1.0\"?><gpx>"), "GPX");
    EXPECT_EQ(files::gdal_format("<?xml version=\"1.0\"?><!-- no <kml> --><!DOCTYPE x><gpx:gpx a=\"<osm>\">"),
              "GPX");
    EXPECT_EQ(files::xml_prefix("<?xml version=\"1.0\"?>\n<my:gpx version=\"1.1\">"), "my");
    EXPECT_EQ(files::xml_prefix("<gpx creator=\"a:b\">"), "");
    EXPECT_EQ(files::gdal_format("<html>"), "XML");
    EXPECT_EQ(files::gdal_format("PK\x03\x04"), "a zip archive");
    EXPECT_EQ(files::gdal_format("\xEF\xBB\xBF <kml>"), "KML");
    EXPECT_EQ(files::gdal_format("<osm version=\"0.6\">"), "OSM");
    EXPECT_EQ(files::gdal_format("\0\0\0\x0E\x0A\x09OSMHeader\x18"s), "OSM");
    EXPECT_EQ(files::gdal_format("\0\0\x27\x0A\0\0"s), "Shapefile");
    EXPECT_EQ(files::gdal_format("SQLite format 3\0"s), "GeoPackage");
    EXPECT_EQ(files::gdal_format("fgb\x03"
                                 "fgb"),
              "FlatGeobuf");
    EXPECT_EQ(files::gdal_format("id;\"WKT\";name\n"), "CSV with WKT");
    for (const char* other : {"", "path,x,y\n", "{ \"type\": \"<gpx>\" }", "wktx,y\n"})
        EXPECT_EQ(files::gdal_format(other), "") << other;
}

TEST_F(Formats, GpxAndCsvWithWktGoThroughGdal) {
    const auto gpx = folder_.write("way.gpx", R"(<?xml version="1.0"?>
        <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
        <wpt lat="48" lon="15"/><trk><trkseg><trkpt lat="48" lon="15"/><trkpt lat="48.01" lon="15"/></trkseg></trk></gpx>)");
    const auto read = [&] { return files::read_path_file(gpx, Projection::geographic); };
    if (!files::has_gdal()) {
        EXPECT_TRUE(refusal_of(read).ends_with(
            "way.gpx: is GPX, which needs GDAL, which this build does not have: run "
            "`tools/setup formats`, then build again"))
            << refusal_of(read);
        GTEST_SKIP() << "this build has no GDAL";
    }
    const files::PathFile way = read();
    ASSERT_EQ(way.set.size(), 1u);
    EXPECT_NEAR(way.set.length(0, PathMode::once), 1111.95, 0.1);
    EXPECT_EQ(way.features, 2u);
    ASSERT_EQ(way.skipped.count(), 1u) << "the points of the track are in the path";
    EXPECT_EQ(way.skipped.listed()[0].place, "layer \"waypoints\", feature 0");
    // The same with a prefix.
    std::string text = folder_.read("way.gpx");
    for (const char* name : {"gpx", "wpt", "trk", "trkseg", "trkpt"})
        for (const char* end : {" ", ">", "/"})
            for (const char* begin : {"<", "</"}) {
                const std::string plain = std::string(begin) + name + end;
                for (std::size_t at = 0; (at = text.find(plain, at)) != std::string::npos; ++at)
                    text.replace(at, plain.size(), std::string(begin) + "g:" + name + end);
            }
    const auto prefixed = folder_.write("prefixed.gpx", text);
    EXPECT_NE(text.find("</g:trkseg></g:trk></g:gpx>"), std::string::npos) << text;
    const files::PathFile same = files::read_path_file(prefixed, Projection::geographic);
    EXPECT_EQ(same.lengths, way.lengths);
    EXPECT_EQ(same.skipped.count(), 1u);
    const auto csv = folder_.write(
        "w.csv", "name,WKT\na,\"LINESTRING (15 48,15 48.01)\"\nb,\"POLYGON ((0 0,1 0,1 1,0 0))\"\n");
    const files::PathFile wkt = files::read_path_file(csv, Projection::none);
    ASSERT_EQ(wkt.set.size(), 2u);
    EXPECT_TRUE(wkt.set.closed(1));
    const auto damaged = folder_.write("d.gpx", "<gpx><trk>");
    EXPECT_NE(
        refusal_of([&] { return files::read_path_file(damaged, Projection::geographic); }).find("d.gpx: "),
        std::string::npos);
    const auto page = folder_.write("page.gpx", "<html></html>");
    EXPECT_TRUE(refusal_of([&] {
                    return files::read_path_file(page, Projection::geographic);
                }).ends_with("is XML, which GDAL cannot read: none of its drivers knows the content"));
}

/// A Shapefile of one line, as the specification says: main file and index (ESRI, 1998).
std::string shapefile(const std::vector<Point>& line) {
    std::string bytes;
    const auto put = [&](auto value, bool big = false) {
        char text[sizeof value];
        std::memcpy(text, &value, sizeof value);
        if (big) std::reverse(text, text + sizeof value);
        bytes.append(text, sizeof value);
    };
    const auto box = [&] {
        for (const double value : {line.front().x, line.front().y, line.back().x, line.back().y}) put(value);
    };
    const auto content =
        static_cast<std::int32_t>(4 + 32 + 8 + 4 + 16 * line.size()) / 2;  // in words of 16 bits
    put(std::int32_t{9994}, true);
    for (int i = 0; i < 5; ++i) put(std::int32_t{0});
    put(static_cast<std::int32_t>(50 + 4 + content), true);
    put(std::int32_t{1000});
    put(std::int32_t{3});
    box();
    for (int i = 0; i < 4; ++i) put(0.0);
    put(std::int32_t{1}, true);
    put(content, true);
    put(std::int32_t{3});
    box();
    put(std::int32_t{1});
    put(static_cast<std::int32_t>(line.size()));
    put(std::int32_t{0});
    for (const Point& point : line) {
        put(point.x);
        put(point.y);
    }
    return bytes;
}
/// And the index of that file.
std::string index_of(const std::string& shapefile) {
    std::string bytes = shapefile.substr(0, 100) + std::string("\0\0\0\x32", 4) + shapefile.substr(104, 4);
    bytes.replace(24, 4, std::string("\0\0\0\x36", 4));
    return bytes;
}

TEST_F(Formats, ZippedShapefilesAreRead) {
    const auto archive = folder_ / "lines.zip";
    const auto read = [&] { return files::read_path_file(archive, Projection::geographic); };
    std::filesystem::create_directory(folder_ / "lines");
    const std::string main = shapefile({{15, 48}, {15, 48.01}});
    folder_.write("lines/lines.shp", main);
    folder_.write("lines/lines.shx", index_of(main));
    const auto pack = [&](const char* what) {
        std::filesystem::remove(archive);
        return std::system(fmt::format("cd '{}' && {} -m zipfile -c lines.zip {}", folder_.path().string(),
                                       WEND_PYTHON, what)
                               .c_str());
    };
    if (pack("lines/lines.shp lines/lines.shx") != 0)
        GTEST_SKIP() << "no Python here, which makes the archive";
    if (!files::has_gdal()) {
        EXPECT_NE(refusal_of(read).find("lines.zip: is a zip archive, which needs GDAL"), std::string::npos)
            << refusal_of(read);
        GTEST_SKIP() << "this build has no GDAL";
    }
    EXPECT_NEAR(read().lengths.at(0), 1111.95, 0.1);
    ASSERT_EQ(pack("lines"), 0);  // in a folder
    EXPECT_NEAR(read().lengths.at(0), 1111.95, 0.1);
    ASSERT_EQ(pack("lines/lines.shx"), 0);
    EXPECT_TRUE(refusal_of(read).ends_with(
        "is a zip archive without a Shapefile, GPX, KML, OSM, GeoPackage or FlatGeobuf"))
        << refusal_of(read);
}

/// Coordinates in metres without the name of their system, and with a name that PROJ does not know.
TEST_F(Formats, AnUndefinedSystemHasAHint) {
    const std::string main = shapefile({{500'000, 5'400'000}, {500'030, 5'400'000}});
    const auto file = folder_.write("l.shp", main);
    folder_.write("l.shx", index_of(main));
    const auto read = [&](Projection projection) {
        return [&file, projection] { return files::read_path_file(file, projection); };
    };
    constexpr const char* hint = "use the projection \"none\"";
    if (files::has_gdal()) {
        EXPECT_NE(refusal_of(read(Projection::geographic)).find(hint), std::string::npos)
            << refusal_of(read(Projection::geographic));
        EXPECT_EQ(read(Projection::none)().lengths.at(0), 30);
        folder_.write("l.prj", R"(LOCAL_CS["Undefined Cartesian SRS",UNIT["metre",1]])");
        EXPECT_NE(refusal_of(read(Projection::geographic)).find(hint), std::string::npos)
            << refusal_of(read(Projection::geographic));
        EXPECT_EQ(read(Projection::none)().lengths.at(0), 30);
    }
    const auto json = folder_.write("p.geojson", R"({ "type": "LineString", "coordinates": [[0, 0], [1, 1]],
        "crs": { "type": "name", "properties": { "name": "EPSG:999999" } } })");
    const std::string says = refusal_of([&] { return files::read_path_file(json, Projection::geographic); });
    EXPECT_NE(says.find("EPSG:999999"), std::string::npos) << says;
    EXPECT_TRUE(!files::has_proj() || says.find(hint) != std::string::npos) << says;
}

TEST_F(Formats, TheWarningNamesBetterChoices) {
    const auto file = folder_.write("p.csv", "path,x,y\nsouth,5,36\nsouth,6,36\nnorth,5,70\nnorth,6,70\n");
    const std::string warning =
        files::scale_warning(files::read_path_file(file, Projection::geographic).projected);
    EXPECT_NE(warning.find("`--projection per-path`"), std::string::npos) << warning;
    EXPECT_NE(warning.find(": 0 % along it"), std::string::npos) << warning;
    EXPECT_NE(warning.find("`--projection \"+proj=lcc +lat_1=41.67 +lat_2=64.33 +lat_0=53 +lon_0=5.5\"`"),
              std::string::npos)
        << warning;
    if (!files::has_proj()) GTEST_SKIP() << "this build has no PROJ";
    const auto conic = files::read_path_file(
        file, parse_projection("+proj=lcc +lat_1=41.67 +lat_2=64.33 +lat_0=53 +lon_0=5.5", "x"));
    EXPECT_LT(conic.projected.scale_error, 0.05);
    // Its axes are northing and easting; the value is that of PROJ's factors for the same projection.
    const files::CoordinateSystem europe("EPSG:3035", "x");
    EXPECT_NEAR(europe.scale_error({100, 60}), 0.09108, 1e-4);
}

TEST_F(Formats, PlacesGoOutAsTheyCameIn) {
    const auto file = folder_.write("p.csv", "path,x,y\na,5,36\na,6,37\ngone,1,1\nb,179,70\nb,-179,71\n");
    for (const Projection projection : {Projection::geographic, Projection::per_path}) {
        const files::PathFile read = files::read_path_file(file, projection);
        ASSERT_EQ(read.set.size(), 2u);
        const Point first = read.projected.to_degrees(read.set.node(0, 1), 0);
        EXPECT_NEAR(first.x, 6, 1e-5);
        EXPECT_NEAR(first.y, 37, 1e-5);
        const Point second = read.projected.to_degrees(read.set.node(1, 1), 1);
        EXPECT_NEAR(second.x, -179, 1e-4);
        EXPECT_NEAR(second.y, 71, 1e-5);
    }
}

}  // namespace
}  // namespace wend::test
