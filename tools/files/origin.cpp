// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/origin.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

namespace wend::files {
namespace {

using words::Json;

/// The streams of places, and their keys in a scenario.
constexpr std::array<std::string_view, 7> places{"position", "target",   "other_target", "third_target",
                                                 "walk",     "previous", "still"};

/// A number, or a range of two.
void move_number(Json& json, double by) {
    if (json.is_number()) json = json.get<double>() - by;
    if (json.is_array())
        for (Json& end : json)
            if (end.is_number()) end = end.get<double>() - by;
}

/// [x, y], and what stands behind these.
void move_point(Json& json, Point origin) {
    if (!json.is_array() || json.size() < 2) return;
    move_number(json[0], origin.x);
    move_number(json[1], origin.y);
}

void move_points(Json& json, Point origin) {
    if (!json.is_array()) return;
    for (Json& point : json) move_point(point, origin);
}

}  // namespace

double origin_of(Stream stream, Point origin) noexcept {
    const std::string_view name = wend::name(stream);
    if (name.size() < 3 || std::ranges::find(places, name.substr(0, name.size() - 2)) == places.end())
        return 0;
    return name.ends_with("_x") ? origin.x : name.ends_with("_y") ? origin.y : 0;
}

void move_places(Json& json, Point origin) {
    if (json.is_array())
        for (Json& element : json) move_places(element, origin);
    if (!json.is_object()) return;
    for (auto& [key, value] : json.items()) {
        if (std::ranges::find(places, key) != places.end()) {
            move_point(value, origin);
        } else if (key == "area" && value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i)
                move_number(value[i], i % 2 == 0 ? origin.x : origin.y);
        } else if (key == "goals" || key == "circles" || key == "points") {
            move_points(value, origin);
        } else if (key == "walls" || key == "polygons") {
            if (value.is_array())
                for (Json& wall : value) move_points(wall, origin);
        } else {
            move_places(value, origin);
        }
    }
}

}  // namespace wend::files
