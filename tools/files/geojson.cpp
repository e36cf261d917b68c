// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/geojson.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "tools/files/coordinate_system.hpp"
#include "tools/support/input_file.hpp"
#include "words/json.hpp"
#include "words/place.hpp"

namespace wend::files {
namespace {

using words::Json;
using words::Place;

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

class Reader {
  public:
    Reader(const std::filesystem::path& file, bool is_geographic, PathLines& result)
        : file_(file), is_geographic_(is_geographic), result_(result) {}

    /// Reads a feature of the root as soon as it is complete, so that memory holds one at a time. Other types
    /// have no member `features` (RFC 7946, 7.1).
    bool take(const Json& root, std::string_view key, std::size_t index, const Json& element) {
        if (key != "features") return false;
        const auto type = root.find("type");
        if (type != root.end() && *type != "FeatureCollection") return false;
        read_feature(element, file_ / key / index);
        return true;
    }

    void read_root(const Json& root) {
        const std::string type = type_of(root, file_);
        if (const auto crs = root.find("crs"); crs != root.end()) crs_ = crs_name(*crs, file_ / "crs");
        if (type == "FeatureCollection") {
            if (!member(root, "features", file_).is_array())
                (file_ / "features").fail("expected an array of features");
        } else {
            result_ = {};
            inner_crs_.reset();
            result_.features = 1;
            if (type == "Feature")
                read_geometry(member(root, "geometry", file_), file_ / "geometry", 0);
            else
                read_content(root, type, file_, 0);
        }
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

    static const Json& member(const Json& json, std::string_view key, const Place& place) {
        const auto found = json.find(key);
        if (found == json.end()) place.fail(fmt::format("the member \"{}\" is missing", key));
        return *found;
    }

    static std::string type_of(const Json& json, const Place& place) {
        if (!json.is_object()) place.fail("expected a GeoJSON object");
        const Json& type = member(json, "type", place);
        if (!type.is_string()) (place / "type").fail(fmt::format("expected a string, found {}", found(type)));
        return type;
    }

    /// The same of an object within the root.
    std::string inner_type_of(const Json& json, const Place& place) {
        std::string type = type_of(json, place);
        const auto crs = json.find("crs");
        if (crs == json.end()) return type;
        NamedCrs named{crs_name(*crs, place / "crs"), place / "crs"};
        if (!inner_crs_)
            inner_crs_ = std::move(named);
        else if (inner_crs_->name != named.name)
            named.place.fail(fmt::format("the coordinate system is {} here, {} at {}", named.name,
                                         inner_crs_->name, inner_crs_->place.pointer()));
        return type;
    }

    void read_feature(const Json& feature, const Place& place) {
        const std::string type = inner_type_of(feature, place);
        if (type != "Feature") (place / "type").fail(fmt::format("expected \"Feature\", found \"{}\"", type));
        ++result_.features;
        read_geometry(member(feature, "geometry", place), place / "geometry", 0);
    }

    void read_geometry(const Json& geometry, const Place& place, int collections) {
        if (geometry.is_null()) return skip(place, "null geometry");
        read_content(geometry, inner_type_of(geometry, place), place, collections);
    }

    void read_content(const Json& geometry, const std::string& type, const Place& place, int collections) {
        if (type == "GeometryCollection")
            return read_collection(member(geometry, "geometries", place), place / "geometries", collections);
        if (type == "Point" || type == "MultiPoint")
            return skip(place, type == "Point" ? "a Point is not a line" : "a MultiPoint is not a line");
        for (const GeometryKind& kind : geometry_kinds)
            if (kind.type == type)
                return read_lines(member(geometry, "coordinates", place), place / "coordinates", kind,
                                  kind.depth);
        (place / "type").fail(fmt::format("\"{}\" is not a GeoJSON type that is legal here", type));
    }

    void read_collection(const Json& geometries, const Place& place, int collections) {
        if (collections == deepest_collection)
            place.fail(fmt::format("collections nested more than {} deep", deepest_collection));
        if (!geometries.is_array()) place.fail("expected an array of geometries");
        if (geometries.empty()) skip(place, "no geometries");
        for (std::size_t i = 0; i < geometries.size(); ++i)
            read_geometry(geometries[i], place / i, collections + 1);
    }

    void read_lines(const Json& coordinates, const Place& place, const GeometryKind& kind, int depth) {
        if (depth == 0) return read_line(coordinates, place, kind.rings);
        if (!coordinates.is_array()) place.fail("expected an array");
        if (coordinates.empty()) skip(place, kind.rings ? "no rings" : "no lines");
        for (std::size_t i = 0; i < coordinates.size(); ++i)
            read_lines(coordinates[i], place / i, kind, depth - 1);
    }

    void read_line(const Json& positions, const Place& place, bool ring) {
        if (!positions.is_array()) place.fail("expected an array of positions");
        ++result_.parts;
        Lines& lines = result_.lines;
        lines.begin_list();
        for (std::size_t i = 0; i < positions.size(); ++i)
            lines.push_back(read_position(positions[i], place, i));
        if (positions.size() < 2) {
            lines.drop_last();
            return skip(place, positions.empty() ? "no positions" : "a single position");
        }
        result_.closed.push_back(ring);
        result_.places.add(place.pointer());
    }

    // The place is formatted only on an error: files have millions of positions.
    Point read_position(const Json& position, const Place& line, std::size_t index) const {
        std::array<double, 2> values{};
        if (!position.is_array() || position.size() < values.size())
            (line / index)
                .fail(is_geographic_ ? "expected a position [longitude, latitude]"
                                     : "expected a position [x, y]");
        for (std::size_t axis = 0; axis < values.size(); ++axis) {
            if (!position[axis].is_number())
                (line / index / axis).fail(fmt::format("expected a number, found {}", found(position[axis])));
            values[axis] = position[axis].get<double>();
        }
        return {values[0], values[1]};
    }

    /// The value as text; of an array or object the kind.
    static std::string found(const Json& json) {
        return json.is_structured() ? json.type_name() : json.dump();
    }

    /// Of { "type": "name", "properties": { "name": CRS } }; empty for longitude and latitude.
    std::string crs_name(const Json& crs, const Place& place) const {
        const auto properties = crs.find("properties");
        if (properties != crs.end())
            if (const auto name = properties->find("name"); name != properties->end() && name->is_string())
                return is_longitude_latitude(name->get<std::string>()) ? "" : name->get<std::string>();
        if (is_geographic_)
            place.fail(
                "names no coordinate system (expected properties.name); for plane coordinates use the "
                "projection \"none\"");
        return "";
    }

    void skip(const Place& place, std::string_view reason) {
        result_.skipped.add([&] { return Skipped{place.pointer(), std::string(reason)}; });
    }

    Place file_;
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
                    throw words::FileError(fmt::format("{}: {}/{}/{}: {}", file.string(), read.places[i], j,
                                                       axis, no_degrees(axis, values[axis])));
        }
}

}  // namespace

PathLines read_geojson(std::string_view text, const std::filesystem::path& file,
                       const ProjectionChoice& projection) {
    PathLines result;
    Reader reader(file, is_geographic(projection.kind), result);
    const auto take = [&](const Json& root, std::string_view key, std::size_t index, const Json& element) {
        return reader.take(root, key, index, element);
    };
    reader.read_root(words::parse_json(text, file, words::most_json_levels, take));
    if (!is_geographic(projection.kind)) return result;
    if (!result.crs.empty())
        to_longitude_latitude(result.lines, result.crs, fmt::format("{}: /crs", file.string()));
    require_degrees(result, file);
    for (std::size_t i = 0; i < result.lines.size(); ++i)
        if (result.closed[i] && goes_round_a_pole(result.lines[i])) result.closed[i] = false;
    return result;
}

PathLines read_geojson(const std::filesystem::path& file, const ProjectionChoice& projection) {
    return read_geojson(support::read_text(file), file, projection);
}

}  // namespace wend::files
