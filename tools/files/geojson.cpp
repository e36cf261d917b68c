// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/geojson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "bench/support/input_file.hpp"
#include "tools/files/coordinate_system.hpp"
#include "words/json_cursor.hpp"
#include "words/place.hpp"

namespace wend::scenario {
namespace {

/// How a geometry stores its lines: their depth in the coordinate arrays, and whether they are rings.
struct GeometryKind {
    std::string_view type;
    int depth;
    bool rings;
};
constexpr std::array geometry_kinds{
    GeometryKind{"LineString", 0, false},
    GeometryKind{"MultiLineString", 1, false},
    GeometryKind{"Polygon", 1, true},
    GeometryKind{"MultiPolygon", 2, true},
};
constexpr int deepest_collection = 64;

/// The members that have what an object is for, one for each type.
constexpr std::array<std::string_view, 4> contents{"features", "geometry", "geometries", "coordinates"};

class Reader {
  public:
    Reader(JsonCursor& cursor, bool is_geographic, PathLines& result)
        : cursor_(cursor), is_geographic_(is_geographic), result_(result) {}

    void read_root() {
        read_object(
            true,
            [](std::string_view type) -> std::string_view {
                if (type == "FeatureCollection") return "features";
                return type == "Feature" ? "geometry" : content_of_geometry(type);
            },
            [this](const std::string& type) {
                if (type == "FeatureCollection") return read_features();
                ++result_.features;
                if (type == "Feature") return read_geometry(0);
                read_content(type, 0);
            });
        cursor_.finish();
        if (inner_crs_ && inner_crs_->name != crs_)
            inner_crs_->place.fail(fmt::format("the coordinate system {} is not that of the file, {}",
                                               inner_crs_->name,
                                               crs_.empty() ? "longitude and latitude" : crs_));
        result_.crs = crs_;
    }

  private:
    struct NamedCrs {
        std::string name;
        Place place;
    };

    static std::string_view content_of_geometry(std::string_view type) {
        if (type == "GeometryCollection") return "geometries";
        for (const GeometryKind& kind : geometry_kinds)
            if (kind.type == type) return "coordinates";
        return "";
    }

    /// Reads an object. Calls `read` with its type, the cursor at the member that `content_of`
    /// names for the type; after the object if there is none. Where the type follows the member, that is read
    /// on a second visit. Other members ("bbox", "id", extensions) are ignored, as the standard allows.
    template <class ContentOf, class Read>
    void read_object(bool is_root, ContentOf content_of, Read read) {
        if (cursor_.kind() != JsonKind::object) cursor_.place().fail("expected a GeoJSON object");
        std::optional<std::string> type;
        std::array<std::optional<std::size_t>, contents.size()> passed;
        bool done = false;
        cursor_.object([&](std::string_view key) {
            const auto content =
                static_cast<std::size_t>(std::ranges::find(contents, key) - contents.begin());
            if (key == "type") {
                type = read_type();
            } else if (key == "crs") {
                read_crs(is_root);
            } else if (content == contents.size()) {
                cursor_.skip();
            } else if (type && content_of(*type) == key) {
                read(*type);
                done = true;
            } else {
                passed[content] = cursor_.offset();
                cursor_.skip();
            }
        });
        if (done) return;
        if (!type) cursor_.place().fail("the member \"type\" is missing");
        const std::string_view key = content_of(*type);
        if (key.empty()) return read(*type);
        const auto offset =
            passed[static_cast<std::size_t>(std::ranges::find(contents, key) - contents.begin())];
        if (!offset) cursor_.place().fail(fmt::format("the member \"{}\" is missing", key));
        cursor_.revisit(*offset, key, [&] { read(*type); });
    }

    std::string read_type() {
        if (cursor_.kind() != JsonKind::string)
            cursor_.place().fail(fmt::format("expected a string, found {}", found()));
        return std::string(cursor_.string());
    }

    void read_features() {
        if (cursor_.kind() != JsonKind::array) cursor_.place().fail("expected an array of features");
        cursor_.array([this] {
            read_object(
                false,
                [](std::string_view type) -> std::string_view { return type == "Feature" ? "geometry" : ""; },
                [this](const std::string& type) {
                    if (type != "Feature")
                        (cursor_.place() / "type")
                            .fail(fmt::format("expected \"Feature\", found \"{}\"", type));
                    ++result_.features;
                    read_geometry(0);
                });
        });
    }

    void read_geometry(int collections) {
        if (cursor_.kind() == JsonKind::null) {
            skip("null geometry");
            cursor_.null();
            return;
        }
        read_object(false, content_of_geometry,
                    [this, collections](const std::string& type) { read_content(type, collections); });
    }

    /// The cursor is at the geometries of a collection, or at the coordinates of another geometry that has
    /// lines.
    void read_content(const std::string& type, int collections) {
        if (type == "GeometryCollection") {
            if (collections == deepest_collection)
                cursor_.place().fail(fmt::format("collections nested more than {} deep", deepest_collection));
            return read_collection(collections);
        }
        if (type == "Point" || type == "MultiPoint")
            return skip(type == "Point" ? "a Point is not a line" : "a MultiPoint is not a line");
        for (const GeometryKind& kind : geometry_kinds)
            if (kind.type == type) return read_lines(kind, kind.depth);
        (cursor_.place() / "type").fail(fmt::format("\"{}\" is not a GeoJSON type that is legal here", type));
    }

    void read_collection(int collections) {
        if (cursor_.kind() != JsonKind::array) cursor_.place().fail("expected an array of geometries");
        bool empty = true;
        cursor_.array([&] {
            empty = false;
            read_geometry(collections + 1);
        });
        if (empty) skip("no geometries");
    }

    void read_lines(const GeometryKind& kind, int depth) {
        if (depth == 0) return read_line(kind.rings);
        if (cursor_.kind() != JsonKind::array) cursor_.place().fail("expected an array");
        bool empty = true;
        cursor_.array([&] {
            empty = false;
            read_lines(kind, depth - 1);
        });
        if (empty) skip(kind.rings ? "no rings" : "no lines");
    }

    void read_line(bool ring) {
        if (cursor_.kind() != JsonKind::array) cursor_.place().fail("expected an array of positions");
        ++result_.parts;
        Lines& lines = result_.lines;
        lines.begin_list();
        cursor_.array([&] { lines.push_back(read_position()); });
        const std::size_t positions = lines[lines.size() - 1].size();
        if (positions < 2) {
            lines.drop_last();
            return skip(positions == 0 ? "no positions" : "a single position");
        }
        result_.closed.push_back(ring);
        result_.places.add(cursor_.pointer());
    }

    // The place is formatted only on an error: files have millions of positions.
    Point read_position() {
        std::array<double, 2> values{};
        std::size_t size = 0;
        if (cursor_.kind() == JsonKind::array)
            cursor_.array([&] {
                if (size >= values.size()) return cursor_.skip();  // a height
                if (cursor_.kind() != JsonKind::number)
                    cursor_.place().fail(fmt::format("expected a number, found {}", found()));
                values[size++] = cursor_.real();
            });
        if (size < values.size())
            cursor_.place().fail(is_geographic_ ? "expected a position [longitude, latitude]"
                                                : "expected a position [x, y]");
        return {values[0], values[1]};
    }

    /// A value in place of an expected one: its text, or its kind if it has parts.
    std::string found() {
        const JsonKind kind = cursor_.kind();
        return std::string(kind == JsonKind::object || kind == JsonKind::array ? name(kind)
                                                                               : cursor_.scalar_text());
    }

    void read_crs(bool is_root) {
        const Place place = cursor_.place();
        std::string name = crs_name(place);
        if (is_longitude_latitude(name)) name.clear();
        if (is_root)
            crs_ = std::move(name);
        else if (!inner_crs_)
            inner_crs_ = {std::move(name), place};
        else if (inner_crs_->name != name)
            place.fail(fmt::format("the coordinate system is {} here, {} at {}", name, inner_crs_->name,
                                   inner_crs_->place.pointer()));
    }

    /// { "type": "name", "properties": { "name": CRS } }
    std::string crs_name(const Place& place) {
        std::optional<std::string> name;
        if (cursor_.kind() != JsonKind::object) {
            cursor_.skip();
        } else {
            cursor_.object([&](std::string_view key) {
                if (key != "properties" || cursor_.kind() != JsonKind::object) return cursor_.skip();
                cursor_.object([&](std::string_view inner) {
                    if (inner != "name" || cursor_.kind() != JsonKind::string) return cursor_.skip();
                    name = cursor_.string();
                });
            });
        }
        if (!name && is_geographic_)
            place.fail(
                "names no coordinate system (expected properties.name); for plane coordinates use the "
                "projection "
                "\"none\"");
        return name.value_or("");
    }

    /// The value that is being read.
    void skip(std::string_view reason) {
        result_.skipped.add([&] { return Skipped{cursor_.pointer(), std::string(reason)}; });
    }

    JsonCursor& cursor_;
    bool is_geographic_;
    PathLines& result_;
    std::string crs_;  ///< empty: longitude and latitude
    std::optional<NamedCrs> inner_crs_;
};

void require_degrees(const PathLines& read, const std::filesystem::path& file) {
    for (std::size_t i = 0; i < read.lines.size(); ++i)
        for (std::size_t j = 0; j < read.lines[i].size(); ++j) {
            const std::array<double, 2> values{read.lines[i][j].x, read.lines[i][j].y};
            for (std::size_t axis = 0; axis < values.size(); ++axis)
                if (!is_degrees(axis, values[axis]))
                    throw FileError(fmt::format("{}: {}/{}/{}: {}", file.string(), read.places[i], j, axis,
                                                no_degrees(axis, values[axis])));
        }
}

}  // namespace

PathLines read_geojson(std::string_view text, const std::filesystem::path& file,
                       const ProjectionChoice& projection) {
    PathLines result;
    JsonCursor cursor(text, file);
    Reader(cursor, is_geographic(projection.kind), result).read_root();
    if (!is_geographic(projection.kind)) return result;
    if (!result.crs.empty())
        to_longitude_latitude(result.lines, result.crs, fmt::format("{}: /crs", file.string()));
    require_degrees(result, file);
    for (std::size_t i = 0; i < result.lines.size(); ++i)
        if (result.closed[i] && goes_round_a_pole(result.lines[i])) result.closed[i] = false;
    return result;
}

PathLines read_geojson(const std::filesystem::path& file, const ProjectionChoice& projection) {
    return read_geojson(read_file(file), file, projection);
}

}  // namespace wend::scenario
