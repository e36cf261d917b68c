// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/geojson.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "tools/files/fields.hpp"
#include "tools/files/scenario_error.hpp"

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

/// A required member of a GeoJSON object. Other members ("bbox", "id", extensions) are ignored, as the
/// standard allows.
const Json& member(const Json& object, const Place& place, const char* key) {
    if (!object.is_object()) place.fail("expected a GeoJSON object");
    const auto found = object.find(key);
    if (found == object.end()) place.fail(fmt::format("the member \"{}\" is missing", key));
    return *found;
}

std::string type_of(const Json& object, const Place& place) {
    std::string type;
    convert(member(object, place, "type"), place / "type", type);
    return type;
}

class Reader {
  public:
    Reader(Projection projection, PathLines& result) : projection_(projection), result_(result) {}

    void read_root(const Json& json, const Place& place) {
        const std::string type = type_of(json, place);
        if (type == "FeatureCollection") {
            const Json& features = member(json, place, "features");
            const Place features_place = place / "features";
            if (!features.is_array()) features_place.fail("expected an array of features");
            for (std::size_t i = 0; i < features.size(); ++i) read_feature(features[i], features_place / i);
        } else if (type == "Feature") {
            read_feature(json, place);
        } else {
            ++result_.features;
            read_geometry(json, place);
        }
    }

  private:
    void read_feature(const Json& json, const Place& place) {
        const std::string type = type_of(json, place);
        if (type != "Feature") (place / "type").fail(fmt::format("expected \"Feature\", found \"{}\"", type));
        ++result_.features;
        read_geometry(member(json, place, "geometry"), place / "geometry");
    }

    void read_geometry(const Json& json, const Place& place, int collections = 0) {
        if (json.is_null()) {
            skip(place, "null geometry");
            return;
        }
        const std::string type = type_of(json, place);
        if (type == "GeometryCollection") {
            if (collections == deepest_collection)
                place.fail(fmt::format("collections nested more than {} deep", deepest_collection));
            read_collection(member(json, place, "geometries"), place / "geometries", collections);
            return;
        }
        if (type == "Point" || type == "MultiPoint") {
            skip(place, fmt::format("a {} is not a line", type));
            return;
        }
        for (const GeometryKind& kind : geometry_kinds)
            if (kind.type == type) {
                read_lines(member(json, place, "coordinates"), place / "coordinates", kind, kind.depth);
                return;
            }
        (place / "type").fail(fmt::format("\"{}\" is not a GeoJSON type that is legal here", type));
    }

    void read_collection(const Json& json, const Place& place, int collections) {
        if (!json.is_array()) place.fail("expected an array of geometries");
        if (json.empty()) skip(place, "no geometries");
        for (std::size_t i = 0; i < json.size(); ++i) read_geometry(json[i], place / i, collections + 1);
    }

    void read_lines(const Json& json, const Place& place, const GeometryKind& kind, int depth) {
        if (depth == 0) {
            read_line(json, place, kind.rings);
            return;
        }
        if (!json.is_array()) place.fail("expected an array");
        if (json.empty()) skip(place, kind.rings ? "no rings" : "no lines");
        for (std::size_t i = 0; i < json.size(); ++i) read_lines(json[i], place / i, kind, depth - 1);
    }

    void read_line(const Json& json, const Place& place, bool ring) {
        if (!json.is_array()) place.fail("expected an array of positions");
        ++result_.parts;
        Line line;
        line.reserve(json.size());
        for (std::size_t i = 0; i < json.size(); ++i) {
            if (!json[i].is_array() || json[i].size() < 2)
                (place / i).fail(is_geographic(projection_) ? "expected a position [longitude, latitude]"
                                                            : "expected a position [x, y]");
            line.push_back({coordinate(json[i], 0, place, i), coordinate(json[i], 1, place, i)});
        }
        if (line.size() < 2) {
            skip(place, line.empty() ? "no positions" : "a single position");
            return;
        }
        const bool open = is_geographic(projection_) && goes_round_a_pole(line);
        result_.add(std::move(line), ring && !open, place.pointer());
    }

    // The place is formatted only on an error: files have millions of positions.
    double coordinate(const Json& position, std::size_t axis, const Place& line, std::size_t index) const {
        const Json& json = position[axis];
        if (!json.is_number())
            (line / index / axis)
                .fail(fmt::format("expected a number, found {}",
                                  json.is_structured() ? json.type_name() : json.dump()));
        const auto value = json.get<double>();
        if (is_geographic(projection_) && !is_degrees(axis, value))
            (line / index / axis).fail(no_degrees(axis, value));
        return value;
    }

    void skip(const Place& place, std::string reason) {
        result_.skipped.push_back({place.pointer(), std::move(reason)});
    }

    Projection projection_;
    PathLines& result_;
};

}  // namespace

PathLines read_geojson(const Json& json, const std::filesystem::path& file, Projection projection) {
    PathLines result;
    Reader(projection, result).read_root(json, Place(file));
    return result;
}

PathLines read_geojson(const std::filesystem::path& file, Projection projection) {
    return read_geojson(read_json(file), file, projection);
}

}  // namespace wend::scenario
