// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "wend/export.hpp"
#include "wend/path.hpp"
#include "wend/status.hpp"

namespace wend {

/// A smooth curve through all points (Catmull and Rom, "A class of local interpolating splines", 1974), in
/// the non-uniform form of Barry and Goldman.
///
/// `alpha` is the power of the distance between neighbours that spaces the knots: 0 uniform, 1/2 centripetal
/// (no cusp or loop between two points: Yuksel, Schaefer, Keyser, "Parameterization and applications of
/// Catmull-Rom curves", CAD 2011), 1 chordal. An open curve ends as if mirrored at its end
/// points. Neighbours nearer than 2^-60 count as one point, and so does a closed curve's repeated last one.
///
/// | parameter | range  |
/// |-----------|--------|
/// | alpha     | [0, 1] |
struct CatmullRom {
    std::span<const Point> points;  ///< m
    bool closed = false;            ///< the last point leads back to the first
    double alpha = 0.5;             ///< power of the distance that spaces the knots
};

/// A chain of quadratic Bezier curves: on, control, on, control, ..., on: an odd number of points. Closed,
/// the last control point leads back to the first point: an even number.
struct QuadraticBeziers {
    std::span<const Point> points;  ///< m
    bool closed = false;            ///< the last control point leads back to the first point
};

/// A chain of cubic Bezier curves: on, control, control, on, ...: 3 n + 1 points. Closed, the last two
/// control points lead back to the first point: 3 n.
struct CubicBeziers {
    std::span<const Point> points;  ///< m
    bool closed = false;            ///< the last control points lead back to the first point
};

/// The largest number of points of a curve, before and after flattening.
inline constexpr std::size_t max_curve_points = std::size_t{1} << 22;

/// The curve as points for PathSetBuilder::add (with the curve's own `closed`: the first point is not
/// repeated), such that the polyline and the curve are nowhere farther than `tolerance` (m) apart, and
/// constant speed along the polyline is constant speed along the curve within 0.1 %.
///
/// The points lie on the curve at equal distances of arc, over each stretch of similar curvature: 0.06 rad of
/// turn apart at its tightest bend, or less where the tolerance needs it. On-curve points are kept
/// exactly. Between two neighbours the arc is at most 1.0002 times the chord, and the corner between two
/// chords costs at most 0.05 % of the speed over ground in the tick that cuts it (kernels/docs/curves.md
/// derives both). A bend tighter than about a quarter of the tolerance, a cusp, and a joint of two Bezier
/// curves whose directions differ are corners: the path turns there at once, like any polyline.
///
/// The same points on every machine, whatever the caller's rounding mode. Refused: no point (empty_path), a
/// coordinate that is NaN, infinite or beyond 1e18 (bad_point, naming the point), a number of points that no
/// such chain has (bad_point_count), an alpha outside its range or a tolerance outside [2^-60, 1e18]
/// (parameter_out_of_range), a tolerance so small that more than max_curve_points were needed
/// (too_many_points). Throws std::bad_alloc when memory runs out.
[[nodiscard]] WEND_API Expected<std::vector<Point>> flatten(const CatmullRom& curve, double tolerance);
/// The same for quadratic Bezier curves.
[[nodiscard]] WEND_API Expected<std::vector<Point>> flatten(const QuadraticBeziers& curve, double tolerance);
/// The same for cubic Bezier curves.
[[nodiscard]] WEND_API Expected<std::vector<Point>> flatten(const CubicBeziers& curve, double tolerance);

}  // namespace wend
