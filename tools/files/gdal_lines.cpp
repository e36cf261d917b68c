// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/gdal_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <memory>
#include <string>

#include "words/file_error.hpp"

#ifdef WEND_HAS_GDAL
#include <cpl_error.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>
#endif

namespace wend::files {
namespace {

/// Whether the first line of a text has a column of well-known text.
bool names_wkt(std::string_view head) {
    std::string line(head.substr(0, head.find_first_of("\r\n")));
    std::ranges::transform(line, line.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find_first_of(",;\t", at), line.size());
        std::string_view column = std::string_view(line).substr(at, end - at);
        if (column.size() >= 2 && column.front() == '"' && column.back() == '"')
            column = column.substr(1, column.size() - 2);
        if (column == "wkt") return true;
        at = end + 1;
    }
    return false;
}

}  // namespace

std::string_view gdal_format(std::string_view head) {
    using namespace std::string_view_literals;
    if (head.starts_with("SQLite format 3\0"sv)) return "GeoPackage";
    if (head.starts_with("fgb\x03"sv)) return "FlatGeobuf";
    if (head.starts_with("\0\0\x27\x0A"sv)) return "Shapefile";
    if (head.starts_with("PK\x03\x04"sv)) return "a zip archive";
    if (head.substr(0, 32).find("OSMHeader") != std::string_view::npos) return "OSM";
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return "";
    if (head[first] == '<') {
        for (const auto& [root, format] :
             {std::pair("<gpx"sv, "GPX"sv), std::pair("<kml"sv, "KML"sv), std::pair("<osm"sv, "OSM"sv)})
            if (head.find(root) != std::string_view::npos) return format;
        return "XML";
    }
    return names_wkt(head) ? "CSV with WKT" : "";
}

#ifdef WEND_HAS_GDAL

bool has_gdal() noexcept { return true; }

namespace {

/// Those that read a file and nothing else; KMZ and OSM among them. No driver that opens addresses.
constexpr std::array<const char*, 9> drivers{"GPX", "ESRI Shapefile", "GPKG", "LIBKML", "KML",
                                             "OSM", "FlatGeobuf",     "CSV",  nullptr};

struct Close {
    void operator()(GDALDatasetH dataset) const { GDALClose(dataset); }
};
struct Destroy {
    void operator()(OGRFeatureH feature) const { OGR_F_Destroy(feature); }
};
struct DestroyGeometry {
    void operator()(OGRGeometryH geometry) const { OGR_G_DestroyGeometry(geometry); }
};
struct DestroyTransform {
    void operator()(OGRCoordinateTransformationH transform) const {
        OCTDestroyCoordinateTransformation(transform);
    }
};
struct Release {
    void operator()(OGRSpatialReferenceH system) const { OSRRelease(system); }
};
template <class Handle, class Deleter>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Deleter>;

/// GDAL's own messages, which it would print.
class Quiet {
  public:
    Quiet() { CPLPushErrorHandler(CPLQuietErrorHandler); }
    ~Quiet() { CPLPopErrorHandler(); }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;
};

class Reader {
  public:
    Reader(const std::filesystem::path& file, bool to_degrees, PathLines& result)
        : file_(file), to_degrees_(to_degrees), result_(result), degrees_(OSRNewSpatialReference(nullptr)) {
        OSRSetWellKnownGeogCS(degrees_.get(), "CRS84");
        OSRSetAxisMappingStrategy(degrees_.get(), OAMS_TRADITIONAL_GIS_ORDER);
    }

    void read(std::string_view format) {
        CPLErrorReset();
        const Owned<GDALDatasetH, Close> dataset(
            GDALOpenEx(file_.c_str(), GDAL_OF_VECTOR | GDAL_OF_READONLY, drivers.data(), nullptr, nullptr));
        if (!dataset)
            fail(file_, fmt::format("is {}, which GDAL cannot read: {}", format, CPLGetLastErrorMsg()));
        OGRLayerH layer = nullptr;
        for (;;) {
            CPLErrorReset();
            const Owned<OGRFeatureH, Destroy> feature(
                GDALDatasetGetNextFeature(dataset.get(), &layer, nullptr, nullptr, nullptr));
            if (!feature) break;
            ++result_.features;
            place_ =
                fmt::format("layer \"{}\", feature {}", OGR_L_GetName(layer), OGR_F_GetFID(feature.get()));
            read_geometry(layer, OGR_F_GetGeometryRef(feature.get()));
        }
        if (CPLGetLastErrorType() >= CE_Failure)
            fail(file_, fmt::format("GDAL cannot read all of it: {}", CPLGetLastErrorMsg()));
    }

  private:
    void read_geometry(OGRLayerH layer, OGRGeometryH given) {
        if (given == nullptr) return skip("null geometry");
        const Owned<OGRGeometryH, DestroyGeometry> geometry(OGR_G_GetLinearGeometry(given, 0, nullptr));
        if (OGRCoordinateTransformationH transform = transform_of(layer);
            transform != nullptr && OGR_G_Transform(geometry.get(), transform) != OGRERR_NONE)
            fail(file_, fmt::format("{}: GDAL cannot convert it to longitude and latitude: {}", place_,
                                    CPLGetLastErrorMsg()));
        read_parts(geometry.get(), false);
    }

    void read_parts(OGRGeometryH geometry, bool in_polygon) {
        const OGRwkbGeometryType type = OGR_GT_Flatten(OGR_G_GetGeometryType(geometry));
        switch (type) {
            case wkbLineString: read_line(geometry, in_polygon); break;
            case wkbPolygon:
            case wkbTriangle: read_all(geometry, true); break;
            case wkbMultiLineString:
            case wkbMultiPolygon:
            case wkbGeometryCollection:
            case wkbPolyhedralSurface:
            case wkbTIN: read_all(geometry, false); break;
            default: skip(fmt::format("a {} is not a line", OGRGeometryTypeToName(type)));
        }
    }

    void read_all(OGRGeometryH geometry, bool in_polygon) {
        const int count = OGR_G_GetGeometryCount(geometry);
        if (count == 0) skip("no lines");
        for (int i = 0; i < count; ++i) read_parts(OGR_G_GetGeometryRef(geometry, i), in_polygon);
    }

    void read_line(OGRGeometryH geometry, bool ring) {
        ++result_.parts;
        const int count = OGR_G_GetPointCount(geometry);
        if (count < 2) return skip(count == 0 ? "no positions" : "a single position");
        std::vector<Point> line(static_cast<std::size_t>(count));
        OGR_G_GetPoints(geometry, &line[0].x, sizeof(Point), &line[0].y, sizeof(Point), nullptr, 0);
        if (to_degrees_) {
            for (const Point& point : line)
                for (const auto& [axis, value] :
                     {std::pair(std::size_t{0}, point.x), std::pair(std::size_t{1}, point.y)})
                    if (!is_degrees(axis, value))
                        fail(file_, fmt::format("{}: {}", place_, no_degrees(axis, value)));
            if (ring && goes_round_a_pole(line)) ring = false;
        }
        result_.begin_line(ring, place_);
        for (const Point& point : line) result_.lines.push_back(point);
    }

    /// From a layer's coordinate system to longitude and latitude; null where it names none.
    OGRCoordinateTransformationH transform_of(OGRLayerH layer) {
        if (!to_degrees_) return nullptr;
        const auto [found, is_new] = transforms_.try_emplace(layer);
        OGRSpatialReferenceH system = OGR_L_GetSpatialRef(layer);
        if (!is_new || system == nullptr) return found->second.get();
        OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
        found->second.reset(OCTNewCoordinateTransformation(system, degrees_.get()));
        if (!found->second)
            fail(file_,
                 fmt::format("{}: GDAL cannot convert its coordinate system to longitude and latitude: {}",
                             place_, CPLGetLastErrorMsg()));
        return found->second.get();
    }

    void skip(std::string reason) {
        result_.skipped.add([&] { return Skipped{place_, std::move(reason)}; });
    }

    const std::filesystem::path& file_;
    bool to_degrees_;
    PathLines& result_;
    Owned<OGRSpatialReferenceH, Release> degrees_;
    std::map<OGRLayerH, Owned<OGRCoordinateTransformationH, DestroyTransform>> transforms_;
    std::string place_;
};

}  // namespace

PathLines read_with_gdal(const std::filesystem::path& file, std::string_view format,
                         const ProjectionChoice& projection) {
    GDALAllRegister();
    const Quiet quiet;
    PathLines result;
    Reader(file, is_geographic(projection.kind), result).read(format);
    return result;
}

#else

bool has_gdal() noexcept { return false; }

PathLines read_with_gdal(const std::filesystem::path& file, std::string_view format,
                         const ProjectionChoice&) {
    words::fail(
        file, fmt::format(
                  "is {}, which needs GDAL, which this build does not have: run `tools/setup formats`, then "
                  "build again",
                  format));
}

#endif

}  // namespace wend::files
