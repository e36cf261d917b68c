// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wend/path.hpp"

namespace wend::sweep {

/// Measurements over a number; several may be of the same one.
struct Curve {
    std::string label;
    std::vector<Point> points;
};

struct Chart {
    std::string title, subtitle;
    std::string x, y;  ///< names of the axes
    std::vector<Curve> curves;
};

/// In the first 200 bytes of each chart, so that it can be told from other pictures.
inline constexpr std::string_view chart_mark = "chart of wend run --sweep";

/// An SVG: all points, and for each curve a line through the medians. The vertical axis begins at 0, or at
/// the lowest value below. Dark where the reader's colour scheme is.
[[nodiscard]] std::string draw(const Chart& chart);

}  // namespace wend::sweep
