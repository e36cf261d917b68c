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
#include <vector>

#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"

#ifdef WEND_HAS_GDAL
#include <cpl_error.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>
#endif

namespace wend::files {
namespace {

constexpr std::string_view zip_archive = "a zip archive";

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

/// The name of an XML document's root; empty where the head ends before.
std::string_view root_name(std::string_view xml) {
    for (std::size_t at = 0; (at = xml.find('<', at)) != std::string_view::npos;) {
        const std::string_view rest = xml.substr(at);
        const std::string_view end = rest.starts_with("<!--") ? "-->"
                                     : rest.starts_with("<?") ? "?>"
                                     : rest.starts_with("<!") ? ">"
                                                              : "";
        if (end.empty()) return rest.substr(1, rest.find_first_of(" \t\r\n/>", 1) - 1);
        at = xml.find(end, at);
        if (at == std::string_view::npos) break;
    }
    return "";
}

}  // namespace

std::string_view xml_prefix(std::string_view head) {
    const std::string_view name = root_name(head);
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? "" : name.substr(0, colon);
}

std::string_view gdal_format(std::string_view head) {
    using namespace std::string_view_literals;
    if (head.starts_with("SQLite format 3\0"sv)) return "GeoPackage";
    if (head.starts_with("fgb\x03"sv)) return "FlatGeobuf";
    if (head.starts_with("\0\0\x27\x0A"sv)) return "Shapefile";
    if (head.starts_with("PK\x03\x04"sv)) return zip_archive;
    if (head.substr(0, 32).find("OSMHeader") != std::string_view::npos) return "OSM";
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return "";
    if (head[first] == '<') {
        const std::string_view name = root_name(head);
        for (const auto& [root, format] :
             {std::pair("gpx"sv, "GPX"sv), std::pair("kml"sv, "KML"sv), std::pair("osm"sv, "OSM"sv)})
            if (name.substr(name.find(':') + 1) == root) return format;
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

constexpr const char* as_they_are = "for coordinates as they are use the projection \"none\"";

/// GDAL's own messages, which it would print.
class Quiet {
  public:
    Quiet() { CPLPushErrorHandler(CPLQuietErrorHandler); }
    ~Quiet() { CPLPopErrorHandler(); }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;
};

std::string reason() {
    const std::string text = CPLGetLastErrorMsg();
    return text.empty() ? "none of its drivers knows the content" : text;
}

/// A text as a file of GDAL's.
class FileInMemory {
  public:
    explicit FileInMemory(std::string text) : text_(std::move(text)) {
        VSIFCloseL(VSIFileFromMemBuffer(name_, reinterpret_cast<GByte*>(text_.data()), text_.size(), FALSE));
    }
    ~FileInMemory() { VSIUnlink(name_); }
    FileInMemory(const FileInMemory&) = delete;
    FileInMemory& operator=(const FileInMemory&) = delete;

    [[nodiscard]] std::string name() const { return name_; }

  private:
    static constexpr const char* name_ = "/vsimem/wend";
    std::string text_;
};

/// A document without the prefix of its names, which GDAL's drivers do not expect.
std::string without_prefix(std::string xml, std::string_view prefix) {
    for (const std::string& begin : {fmt::format("<{}:", prefix), fmt::format("</{}:", prefix)}) {
        const std::size_t kept = begin.size() - prefix.size() - 1;
        std::size_t to = 0;
        for (std::size_t from = 0; from < xml.size();) {
            const bool found = xml.compare(from, begin.size(), begin) == 0;
            for (std::size_t i = 0; i < (found ? kept : 1); ++i) xml[to++] = xml[from + i];
            from += found ? begin.size() : 1;
        }
        xml.resize(to);
    }
    return xml;
}

/// The files of lines in a zip archive, as GDAL names them.
std::vector<std::string> members_of(const std::filesystem::path& archive) {
    const std::string folder = fmt::format("/vsizip/{{{}}}", std::filesystem::absolute(archive).string());
    char** const names = VSIReadDirRecursive(folder.c_str());
    std::vector<std::string> members;
    for (char** name = names; name != nullptr && *name != nullptr; ++name) {
        const std::filesystem::path member(*name);
        std::string extension = member.extension().string();
        std::ranges::transform(extension, extension.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        static constexpr std::array<std::string_view, 7> known{".shp", ".gpx",  ".kml", ".osm",
                                                               ".pbf", ".gpkg", ".fgb"};
        const bool is_of_macos = std::string_view(*name).starts_with("__MACOSX");
        if (!is_of_macos && std::ranges::find(known, extension) != known.end())
            members.push_back(fmt::format("{}/{}", folder, *name));
    }
    CSLDestroy(names);
    return members;
}

class Reader {
  public:
    Reader(const std::filesystem::path& file, bool to_degrees, PathLines& result)
        : file_(file), to_degrees_(to_degrees), result_(result), degrees_(OSRNewSpatialReference(nullptr)) {
        OSRSetWellKnownGeogCS(degrees_.get(), "CRS84");
        OSRSetAxisMappingStrategy(degrees_.get(), OAMS_TRADITIONAL_GIS_ORDER);
    }

    /// `name`: the file's for GDAL.
    void read(const std::string& name, std::string_view format) {
        CPLErrorReset();
        transforms_.clear();
        const Owned<GDALDatasetH, Close> dataset(
            GDALOpenEx(name.c_str(), GDAL_OF_VECTOR | GDAL_OF_READONLY, drivers.data(), nullptr, nullptr));
        if (!dataset) words::fail(file_, fmt::format("is {}, which GDAL cannot read: {}", format, reason()));
        OGRLayerH layer = nullptr;
        for (;;) {
            CPLErrorReset();
            const Owned<OGRFeatureH, Destroy> feature(
                GDALDatasetGetNextFeature(dataset.get(), &layer, nullptr, nullptr, nullptr));
            if (!feature) break;
            if (is_of_a_line(layer)) continue;
            ++result_.features;
            place_ =
                fmt::format("layer \"{}\", feature {}", OGR_L_GetName(layer), OGR_F_GetFID(feature.get()));
            read_geometry(layer, OGR_F_GetGeometryRef(feature.get()));
        }
        if (CPLGetLastErrorType() >= CE_Failure)
            words::fail(file_, fmt::format("GDAL cannot read all of it: {}", reason()));
    }

  private:
    /// GDAL gives the points of GPX's tracks and routes twice: in these, and in layers of their own.
    static bool is_of_a_line(OGRLayerH layer) {
        const std::string_view name = OGR_L_GetName(layer);
        return name == "track_points" || name == "route_points";
    }

    void read_geometry(OGRLayerH layer, OGRGeometryH given) {
        if (given == nullptr) return skip("null geometry");
        const Owned<OGRGeometryH, DestroyGeometry> geometry(OGR_G_GetLinearGeometry(given, 0, nullptr));
        if (OGRCoordinateTransformationH transform = transform_of(layer);
            transform != nullptr && OGR_G_Transform(geometry.get(), transform) != OGRERR_NONE)
            words::fail(file_, fmt::format("{}: GDAL cannot convert it to longitude and latitude: {}; {}",
                                           place_, reason(), as_they_are));
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
                        words::fail(file_, fmt::format("{}: {}", place_, no_degrees(axis, value)));
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
            words::fail(file_,
                        fmt::format("{}: its coordinate system \"{}\" cannot be converted to longitude "
                                    "and latitude: {}; {}",
                                    place_, OSRGetName(system), reason(), as_they_are));
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

PathLines read_with_gdal(const std::filesystem::path& file, std::string_view head,
                         const ProjectionChoice& projection) {
    GDALAllRegister();
    const Quiet quiet;
    PathLines result;
    Reader reader(file, is_geographic(projection.kind), result);
    const std::string_view format = gdal_format(head);
    if (const std::string_view prefix = xml_prefix(head); !prefix.empty()) {
        const FileInMemory plain(without_prefix(support::read_text(file), prefix));
        reader.read(plain.name(), format);
    } else if (format == zip_archive) {
        const std::vector<std::string> members = members_of(file);
        if (members.empty())
            words::fail(file,
                        "is a zip archive without a Shapefile, GPX, KML, OSM, GeoPackage or FlatGeobuf");
        for (const std::string& member : members) reader.read(member, format);
    } else {
        reader.read(file.string(), format);
    }
    return result;
}

#else

bool has_gdal() noexcept { return false; }

PathLines read_with_gdal(const std::filesystem::path& file, std::string_view head, const ProjectionChoice&) {
    words::fail(
        file, fmt::format(
                  "is {}, which needs GDAL, which this build does not have: run `tools/setup formats`, then "
                  "build again",
                  gdal_format(head)));
}

#endif

}  // namespace wend::files
