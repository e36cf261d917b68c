// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wend/path.hpp"

namespace wend::scenario {

using Line = std::vector<Point>;

/// How a path file's coordinates map to the plane. `geographic` and `per_path`: longitude and latitude in
/// degrees, projected about the centre of the file or of each path; `none`: plane coordinates.
enum class Projection : unsigned char { geographic, per_path, none };

struct ProjectionWord {
    std::string_view word;
    Projection projection;
};
inline constexpr std::array projection_words{ProjectionWord{"geographic", Projection::geographic},
                                             ProjectionWord{"per-path", Projection::per_path},
                                             ProjectionWord{"none", Projection::none}};

[[nodiscard]] constexpr bool is_geographic(Projection projection) noexcept {
    return projection != Projection::none;
}

/// Whether a coordinate (axis 0: longitude, 1: latitude) is within its range of degrees; the error if not.
[[nodiscard]] bool is_degrees(std::size_t axis, double value);
[[nodiscard]] std::string no_degrees(std::size_t axis, double value);

/// The bounding box of points; all 0 without points.
struct Extent {
    Point low;
    Point high;

    [[nodiscard]] Point centre() const noexcept { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
};
[[nodiscard]] Extent extent_of(std::span<const Line> lines);

/// Facts about the projection of a path file's lines.
struct Projected {
    Extent extent;           ///< in the file's coordinates, longitudes unrolled
    double scale_error = 0;  ///< the greatest error of an east-west length, as a fraction
};

/// Projects lines to the plane in metres, equirectangularly about the centre of their common extent:
/// north-south lengths are true everywhere, east-west ones at the centre's latitude. `per_path` places each
/// path's centre so, and uses that centre's latitude for the path's own east-west lengths.
Projected project(std::vector<Line>& lines, Projection projection);

/// Makes successive longitudes differ by at most 180 degrees, so that a line across the antimeridian stays
/// continuous.
void unroll(Line& line);

/// Whether the ends of a line of longitude and latitude are a full turn apart.
[[nodiscard]] bool goes_round_a_pole(Line line);

}  // namespace wend::scenario
