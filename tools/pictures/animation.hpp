// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools/pictures/svg_track.hpp"

/// Changes of elements in a moving picture's loop, by SMIL: pages that show SVG show them too, without a
/// script.
namespace wend::pictures {

/// Numbers of an element at a moment; they change evenly from one moment to the next, or at once if both have
/// one time.
struct Moment {
    double share = 0;  ///< of the loop, 0 to 1
    std::vector<double> numbers;
};

/// A translation (x, y) or a rotation (degrees). Moments are left out where the others give the numbers
/// within the tolerance.
[[nodiscard]] std::string animated_transform(std::string_view type, const std::vector<Moment>& moments,
                                             double tolerance, double loop_seconds);

/// The straight line of a path, from (x, y) to (x, y).
[[nodiscard]] std::string animated_line(const std::vector<Moment>& moments, double loop_seconds);

/// An element that is seen from one sample to another.
[[nodiscard]] std::string animated_visibility(const DrawnRun& run, std::size_t from, std::size_t to);

}  // namespace wend::pictures
