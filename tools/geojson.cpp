// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/geojson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "tools/fields.hpp"
#include "tools/json_file.hpp"
#include "tools/scenario_error.hpp"

namespace wend::scenario {
namespace {

constexpr std::array<std::string_view, 5> other_geometries{"Point", "MultiPoint", "Polygon", "MultiPolygon",
                                                           "GeometryCollection"};

/// A member that the standard demands. Other members ("bbox", "id", anybody's own) are legal everywhere in
/// GeoJSON.
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
    Reader(Projection projection, GeoLines& result) : projection_(projection), result_(result) {}

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
        const Json& geometry = member(json, place, "geometry");
        if (geometry.is_null())
            skip(place, "null geometry");
        else
            read_geometry(geometry, place / "geometry");
    }

    void read_geometry(const Json& json, const Place& place) {
        const std::string type = type_of(json, place);
        if (std::find(other_geometries.begin(), other_geometries.end(), type) != other_geometries.end()) {
            skip(place, fmt::format("a {} is no line", type));
            return;
        }
        if (type != "LineString" && type != "MultiLineString")
            (place / "type")
                .fail(fmt::format("\"{}\" is no type of GeoJSON object that can stand here", type));
        const Json& coordinates = member(json, place, "coordinates");
        const Place coordinates_place = place / "coordinates";
        if (!coordinates.is_array()) coordinates_place.fail("expected an array");
        if (type == "LineString") {
            read_line(coordinates, coordinates_place);
            return;
        }
        if (coordinates.empty()) skip(coordinates_place, "no line in it");
        for (std::size_t i = 0; i < coordinates.size(); ++i) read_line(coordinates[i], coordinates_place / i);
    }

    void read_line(const Json& json, const Place& place) {
        if (!json.is_array()) place.fail("expected an array of positions");
        Line line;
        line.reserve(json.size());
        for (std::size_t i = 0; i < json.size(); ++i) {
            if (!json[i].is_array() || json[i].size() < 2)
                (place / i).fail(projection_ == Projection::geographic
                                     ? "expected a position [longitude, latitude]"
                                     : "expected a position [x, y]");
            line.push_back({coordinate(json[i], 0, place, i), coordinate(json[i], 1, place, i)});
        }
        if (line.size() < 2) {
            skip(place, line.empty() ? "no position in it" : "a single position");
            return;
        }
        result_.lines.push_back(std::move(line));
        result_.pointers.push_back(place.pointer());
    }

    // The place is spelled out only when something is wrong: files have millions of positions.
    double coordinate(const Json& position, std::size_t axis, const Place& line, std::size_t index) const {
        const Json& json = position[axis];
        if (!json.is_number())
            (line / index / axis).fail(fmt::format("expected a number, found {}", json.dump()));
        const auto value = json.get<double>();
        if (projection_ == Projection::geographic && !(std::abs(value) <= (axis == 0 ? 360 : 90)))
            (line / index / axis)
                .fail(fmt::format(
                    "{} {} is out of range; coordinates that are no degrees need \"projection\": \"none\"",
                    axis == 0 ? "longitude" : "latitude", value));
        return value;
    }

    void skip(const Place& place, std::string reason) {
        result_.skipped.push_back({place.pointer(), std::move(reason)});
    }

    Projection projection_;
    GeoLines& result_;
};

}  // namespace

GeoLines read_geojson(const std::filesystem::path& file, Projection projection) {
    GeoLines result;
    Reader(projection, result).read_root(read_json(file), Place(file));
    return result;
}

}  // namespace wend::scenario
