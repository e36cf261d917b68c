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

/// What a path file's coordinates are, and how they come into the plane: longitude and latitude in degrees,
/// about the file's centre or each path about its own; or the plane's own units.
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

/// Whether a coordinate (axis 0: longitude, 1: latitude) can be degrees; and what to say when it cannot.
[[nodiscard]] bool is_degrees(std::size_t axis, double value);
[[nodiscard]] std::string no_degrees(std::size_t axis, double value);

/// The smallest rectangle around some points; all 0 around none.
struct Extent {
    Point low;
    Point high;

    [[nodiscard]] Point centre() const noexcept { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
};
[[nodiscard]] Extent extent_of(std::span<const Line> lines);

/// How a path file's lines were laid into the plane.
struct Projected {
    Extent extent;           ///< in the file's coordinates, longitudes unrolled
    double scale_error = 0;  ///< the greatest error of an east-west length, as a fraction
};

/// Lays lines into the plane; longitude and latitude become metres, equirectangular about the centre of their
/// common extent: north-south lengths are true everywhere, east-west ones at the centre's latitude.
/// `per_path` puts each path's centre where that would, and takes the latitude of that centre for the path's
/// own east-west lengths.
Projected project(std::vector<Line>& lines, Projection projection);

/// Makes neighbouring longitudes differ by at most 180 degrees, so that a line over the antimeridian stays in
/// one piece.
void unroll(Line& line);

/// Whether a line of longitude and latitude ends a turn away from where it began.
[[nodiscard]] bool goes_round_a_pole(Line line);

}  // namespace wend::scenario
