// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Coordinate systems through PROJ, path files through GDAL, and the messages of a build without them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

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
    EXPECT_FALSE(way.skipped.listed().empty());
    const auto csv = folder_.write(
        "w.csv", "name,WKT\na,\"LINESTRING (15 48,15 48.01)\"\nb,\"POLYGON ((0 0,1 0,1 1,0 0))\"\n");
    const files::PathFile wkt = files::read_path_file(csv, Projection::none);
    ASSERT_EQ(wkt.set.size(), 2u);
    EXPECT_TRUE(wkt.set.closed(1));
    const auto damaged = folder_.write("d.gpx", "<gpx><trk>");
    EXPECT_NE(
        refusal_of([&] { return files::read_path_file(damaged, Projection::geographic); }).find("d.gpx: "),
        std::string::npos);
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
