// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/files/lines.hpp"
#include "wend/path.hpp"

namespace wend::files {

class CoordinateSystem;

/// How a path file's coordinates map to the plane. `geographic` and `per_path`: longitude and latitude in
/// degrees, projected about the centre of the file or of each path; `none`: plane coordinates; `crs`:
/// longitude and latitude, projected by PROJ.
enum class Projection : unsigned char { geographic, per_path, none, crs };

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

/// A projection as it was asked for.
struct ProjectionChoice {
    ProjectionChoice(Projection chosen = Projection::geographic)
        : kind(chosen) {}  // NOLINT: a choice by itself

    Projection kind;
    std::shared_ptr<const CoordinateSystem> system;  ///< of the kind `crs`
};

/// One of the words, or the name of a coordinate system in the plane. Fails, naming `whence`.
[[nodiscard]] ProjectionChoice parse_projection(const std::string& text, const std::string& whence);

/// Whether a coordinate (axis 0: longitude, 1: latitude) is within its range of degrees; the error if not.
[[nodiscard]] bool is_degrees(std::size_t axis, double value);
[[nodiscard]] std::string no_degrees(std::size_t axis, double value);

/// A bounding box; all 0 without points.
struct Extent {
    Point low;
    Point high;

    [[nodiscard]] Point centre() const noexcept { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
};
[[nodiscard]] Extent extent_of(const Lines& lines);
[[nodiscard]] Extent extent_of(std::span<const Point> line);

/// How a path was projected equirectangularly: `centre`, in degrees, is at `origin`.
struct Placement {
    Point centre;
    Point origin;
};

/// The spacing of floats at the coordinate of an extent that is farthest from 0.
[[nodiscard]] double float_spacing(const Extent& extent);

/// Facts about the projection of a path file's lines, and the way back.
struct Projected {
    Extent extent;       ///< in the file's coordinates, longitudes unrolled
    Point origin;        ///< of `none`: the place in the file that is (0, 0) in the plane
    double spacing = 0;  ///< of floats in the plane, at the place that is farthest from (0, 0)
    double scale_error =
        0;  ///< the greatest error of a length (equirectangular: of an east-west one), a fraction
    double per_path_error = 0;  ///< of `geographic`: what `per_path` would give
    ProjectionChoice projection;
    std::vector<Placement> placements;  ///< of each path for `per_path`, one for `geographic` and `crs`

    /// The longitude and latitude of a point of the plane; `path` counts for `per_path` alone.
    [[nodiscard]] Point to_degrees(Point point, std::size_t path) const;
};

/// Projects lines to the plane in metres, equirectangularly about the centre of their common extent:
/// north-south lengths are true everywhere, east-west ones at the centre's latitude. `per_path` places each
/// path's centre so, and uses that centre's latitude for the path's own east-west lengths. The extent is the
/// smallest that holds all longitudes. A coordinate system's plane is moved, so that the centre of the extent
/// is at (0, 0): floats are finest there. So are plane coordinates, where floats would be more than a
/// thousandth apart and become at least four times as fine.
Projected project(Lines& lines, const ProjectionChoice& projection);

/// Makes successive longitudes differ by at most 180 degrees, so that a line across the antimeridian stays
/// continuous.
void unroll(std::span<Point> line);

/// Whether the ends of a line of longitude and latitude are a full turn apart.
[[nodiscard]] bool goes_round_a_pole(std::span<const Point> line);

}  // namespace wend::files
