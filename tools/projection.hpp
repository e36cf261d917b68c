// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "wend/path.hpp"

namespace wend::scenario {

using Line = std::vector<Point>;

/// What a path file's coordinates are: longitude and latitude in degrees, or the plane's own units.
enum class Projection : unsigned char { geographic, none };

/// How lines of longitude and latitude were laid into the plane.
struct Projected {
    Point centre;            ///< the extent's centre, degrees
    double scale_error = 0;  ///< the greatest error of an east-west length, as a fraction
};

/// Lays lines of (longitude, latitude) in degrees into the plane, in metres: equirectangular about the centre
/// of their common extent. North-south lengths are true everywhere, east-west ones at the centre's latitude.
Projected project(std::vector<Line>& lines);

/// Makes neighbouring longitudes differ by at most 180 degrees, so that a line over the antimeridian stays in
/// one piece.
void unroll(Line& line);

}  // namespace wend::scenario
