// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wend/path.hpp"

namespace wend::support {

/// The smallest rectangle around what was added.
struct PlotExtent {
    double min_x = std::numeric_limits<double>::infinity();
    double min_y = std::numeric_limits<double>::infinity();
    double max_x = -std::numeric_limits<double>::infinity();
    double max_y = -std::numeric_limits<double>::infinity();

    void add(Point point);
    void add_circle(Point centre, double radius);
    [[nodiscard]] bool empty() const { return min_x > max_x; }
};

/// A symbol and its label. The symbol is SVG around (12, 0), 24 pixels wide.
struct LegendEntry {
    std::string symbol;
    std::string label;

    bool operator==(const LegendEntry&) const = default;
};

/// An SVG page, dark where the reader's colour scheme is: a plot of the plane (y upwards, one scale for both
/// axes) with a title above, and a scale bar and a legend below. Elements are drawn over those before them;
/// lengths in attributes are pixels.
class SvgCanvas {
  public:
    explicit SvgCanvas(const PlotExtent& world);

    [[nodiscard]] Point pixel(Point world) const;
    [[nodiscard]] double pixels(double length) const { return length * scale_; }

    /// Appends an element, or several, in pixels.
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(body_), format, std::forward<Args>(args)...);
        body_.push_back('\n');
    }

    void circle(std::string_view attributes, Point world_centre, double radius_pixels);
    void line(std::string_view attributes, Point world_from, Point world_to);
    void cross(std::string_view attributes, Point world_centre, double size_pixels = 8);
    void rectangle(std::string_view attributes, Point world_low, Point world_high);
    /// Points are pixels already: callers that draw many thin them out first.
    void polyline(std::string_view attributes, std::span<const Point> pixel_points);

    /// Once: the same entry again adds nothing.
    void add_legend(LegendEntry entry) {
        if (std::ranges::find(legend_, entry) == legend_.end()) legend_.push_back(std::move(entry));
    }

    /// The whole file.
    [[nodiscard]] std::string page(std::string_view title, std::string_view subtitle) const;

  private:
    [[nodiscard]] std::string footer(double& height) const;

    PlotExtent world_;
    double scale_ = 1;
    double width_ = 0;   ///< of the plot
    double height_ = 0;  ///< of the plot
    fmt::memory_buffer body_;
    std::vector<LegendEntry> legend_;
};

/// How far point `i` is from what points `first` and `last` give for it.
using Deviation = std::function<double(std::size_t first, std::size_t last, std::size_t i)>;

/// The points of `count` that stay where those within `tolerance` are left out (Ramer 1972; Douglas and
/// Peucker 1973). The first and the last stay.
[[nodiscard]] std::vector<std::size_t> kept_points(std::size_t count, double tolerance,
                                                   const Deviation& deviation);

/// The points, less those that lie within `tolerance` of the line through the others.
[[nodiscard]] std::vector<Point> simplified(std::span<const Point> points, double tolerance);

/// Simplifies all lines, by a fraction of a pixel where that leaves at most `most_points` together, else by
/// more.
void thin_out(std::vector<std::vector<Point>>& lines, std::size_t most_points);

/// 1, 2 or 5 times a power of ten, at most `length`.
[[nodiscard]] double round_length(double length);

/// For XML text and attributes.
[[nodiscard]] std::string escaped(std::string_view text);

/// A colour from violet by blue and green to orange, of one luminance that stands out from white and from
/// black. `t` from 0 to 1.
[[nodiscard]] std::string palette(double t);

/// The palette dealt out to `count` agents, in order.
[[nodiscard]] std::string agent_colour(std::size_t index, std::size_t count);

}  // namespace wend::support
