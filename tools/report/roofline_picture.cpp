// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/report/log_axes.hpp"
#include "tools/report/roofline.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::report {
namespace {

constexpr double left = 62, right = 532;
constexpr double top = 34, bottom = 364;

template <class... Args>
void put(std::string& page, fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(page), format, std::forward<Args>(args)...);
    page.push_back('\n');
}

/// As wide as all points and roofs: operations a byte, and billions a second.
LogAxes axes_of(const Roofline& roofline, const bench::Ceilings& ceilings) {
    const double roof = std::max({1.0, ceilings.fused / 1e9, ceilings.sums / 1e9});
    LogAxes axes{left, right, top, bottom, 1.0 / 8, 1, roof, roof};
    for (const RooflinePoint& point : roofline.points) {
        if (point.gigaflops() == 0) continue;
        axes.least_y = std::min(axes.least_y, point.gigaflops());
        axes.least_x = std::min(axes.least_x, std::exp2(std::floor(std::log2(point.intensity()))));
        axes.most_x = std::max(axes.most_x, std::exp2(std::ceil(std::log2(point.intensity()))));
    }
    axes.least_y /= 1.5;
    axes.most_y *= 1.6;
    return axes;
}

void draw_grid(std::string& page, const LogAxes& axes, std::string_view title) {
    put(page, R"(<rect x="{}" y="{}" width="{}" height="{}" fill="#fff" stroke="#888"/>)", left, top,
        right - left, bottom - top);
    put(page, R"(<text x="{}" y="{}" font-size="15" font-weight="bold">{}</text>)", left, top - 10, title);
    for (double value = axes.least_x; value <= axes.most_x * 1.001; value *= 2) {
        const double x = axes.x(value);
        put(page, R"(<path d="M{:.1f} {}V{}" stroke="#e4e4e4"/>)", x, top, bottom);
        put(page, R"(<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>)", x, bottom + 16,
            value < 1 ? fmt::format("1/{:.0f}", 1 / value) : fmt::format("{:.0f}", value));
    }
    for (double value = 1; value <= axes.most_y; value *= 4) {
        if (value < axes.least_y) continue;
        const double y = axes.y(value);
        put(page, R"(<path d="M{} {:.1f}H{}" stroke="#e4e4e4"/>)", left, y, right);
        put(page, R"(<text x="{}" y="{:.1f}" text-anchor="end">{}</text>)", left - 6, y + 4, value);
    }
    put(page, R"(<text x="{}" y="{}" text-anchor="middle">operations a byte loaded or stored</text>)",
        (left + right) / 2, bottom + 34);
    put(page,
        R"svg(<text transform="translate({} {}) rotate(-90)" text-anchor="middle">operations, billions a second</text>)svg",
        left - 42, (top + bottom) / 2);
}

/// A rectangle that a mark or a text takes.
struct Box {
    double left, top, right, bottom;

    [[nodiscard]] bool overlaps(const Box& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
};

/// A straight line, from the left to the right.
struct Line {
    double x, y, end_x, end_y;

    [[nodiscard]] bool crosses(const Box& box) const {
        const double low = std::max(x, box.left), high = std::min(end_x, box.right);
        if (low > high) return false;
        const auto at = [&](double where) { return y + (end_y - y) * (where - x) / (end_x - x); };
        const auto [above, below] = std::minmax({at(low), at(high)});
        return above < box.bottom && box.top < below;
    }
};

/// Places numbers beside their points, each in the nearest of some places where it covers nothing, or where
/// there is none, lines alone. For texts of 15 units, as on narrow screens (report.css).
class Numbers {
  public:
    /// All that is drawn, before the first number is placed.
    void add_point(double x, double y) { taken_.push_back({x - 3, y - 3, x + 3, y + 3}); }
    void add_line(const Line& line) { lines_.push_back(line); }
    /// From the base line's left end, or to its right end.
    void add_text(double x, double y, std::string_view text, bool to_the_right_end) {
        const double width = 7.5 * static_cast<double>(text.size());
        const double from = to_the_right_end ? x - width : x;
        taken_.push_back({from, y - 12, from + width, y + 4});
    }

    /// The middle of the number's base line.
    [[nodiscard]] std::pair<double, double> place(double x, double y, std::size_t digits) {
        const double half = 4.2 * static_cast<double>(digits);
        for (const bool over_lines : {false, true})
            for (int ring = 0; ring < 5; ++ring)
                for (int turn = 0; turn < 16; ++turn) {
                    const double angle = std::numbers::pi / 8 * turn - 0.6;
                    const double middle = x + (5 + half + 9 * ring) * std::cos(angle);
                    const double base = y + 5 + (11 + 9 * ring) * std::sin(angle);
                    const Box box{middle - half, base - 11, middle + half, base + 1};
                    if (!is_free(box, over_lines)) continue;
                    taken_.push_back(box);
                    return {middle, base};
                }
        taken_.push_back({x + 6, y - 15, x + 6 + 2 * half, y - 3});
        return {x + 6 + half, y - 4};
    }

  private:
    [[nodiscard]] bool is_free(const Box& box, bool over_lines) const {
        return box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom &&
               std::ranges::none_of(taken_, [&](const Box& other) { return other.overlaps(box); }) &&
               (over_lines ||
                std::ranges::none_of(lines_, [&](const Line& line) { return line.crosses(box); }));
    }

    std::vector<Box> taken_;
    std::vector<Line> lines_;
};

void draw_roof(std::string& page, const LogAxes& axes, Numbers& numbers, double operations,
               std::string_view label, std::string_view dashes, double label_offset) {
    if (operations == 0) return;
    const double y = axes.y(operations / 1e9);
    const std::string text = fmt::format("{} {:.0f}", label, operations / 1e9);
    numbers.add_line({left, y, right, y});
    numbers.add_text(left + 6, y + label_offset, text, false);
    put(page, R"(<path d="M{} {:.1f}H{}" stroke="#333" stroke-width="1.5" stroke-dasharray="{}"/>)", left, y,
        right, dashes);
    put(page, R"(<text class="roof" x="{}" y="{:.1f}">{}</text>)", left + 6, y + label_offset, text);
}

/// Up to the highest roof, and within the panel.
void draw_slope(std::string& page, const LogAxes& axes, Numbers& numbers, double bytes, double roof,
                std::size_t level) {
    const double giga = bytes / 1e9;
    const double from = std::max(axes.least_x, axes.least_y / giga);
    const double to = std::min(axes.most_x, std::min(axes.most_y, roof / 1e9) / giga);
    if (from >= to) return;
    const std::string colour = support::palette(static_cast<double>(level) / bench::level_count);
    const Line line{axes.x(from), axes.y(from * giga), axes.x(to), axes.y(to * giga)};
    put(page, R"(<path class="level-{}" d="M{:.1f} {:.1f}L{:.1f} {:.1f}" stroke="{}" stroke-width="1.5"/>)",
        level + 1, line.x, line.y, line.end_x, line.end_y, colour);
    // Their names stand in the corner without points: two levels may be equally fast.
    const double y = bottom - 10 - 16 * static_cast<double>(bench::level_count - 1 - level);
    const std::string text = fmt::format("{} {:.0f} GB/s", bench::level_names[level], giga);
    put(page, R"svg(<text class="level-{}" x="{}" y="{}" text-anchor="end" fill="{}">{}</text>)svg",
        level + 1, right - 6, y, colour, text);
    numbers.add_line(line);
    numbers.add_text(right - 6, y, text, true);
}

/// A line leads from a point to a number that is farther away.
constexpr double most_away = 18;

void draw_points(std::string& page, const LogAxes& axes, Numbers& numbers,
                 const std::vector<RooflinePoint>& points) {
    for (const RooflinePoint& point : points)
        if (point.gigaflops() != 0) numbers.add_point(axes.x(point.intensity()), axes.y(point.gigaflops()));
    std::string texts, circles;  // above the lines, and above the halos
    for (std::size_t i = 0; i < points.size(); ++i) {
        const RooflinePoint& point = points[i];
        if (point.gigaflops() == 0) continue;
        const double x = axes.x(point.intensity()), y = axes.y(point.gigaflops());
        put(circles,
            R"(<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="#c0392b"><title>{}: {:.2f} ns, {} binds, {:.0f} % attained</title></circle>)",
            x, y, support::escaped(point.which.name), point.measured,
            name_of(point.binding(), point.streams_level), 100 * point.attained());
        const std::string number = std::to_string(i + 1);
        const auto [middle, base] = numbers.place(x, y, number.size());
        if (std::hypot(middle - x, base - 4 - y) > most_away)
            put(page, R"(<path class="lead" d="M{:.1f} {:.1f}L{:.1f} {:.1f}" stroke="#c0392b"/>)", x, y,
                middle, base - 4);
        put(texts,
            R"(<text class="number" x="{:.1f}" y="{:.1f}" text-anchor="middle" font-size="11" fill="#c0392b">{}</text>)",
            middle, base, number);
    }
    page += texts + circles;
}

}  // namespace

std::string picture_of(const Roofline& roofline) {
    const Isa isa = *roofline.points.front().which.wend_isa;
    const bench::Ceilings& ceilings = *std::ranges::find(roofline.ceilings, isa, &bench::Ceilings::isa);
    const LogAxes axes = axes_of(roofline, ceilings);
    std::string page;
    put(page,
        R"(<svg class="roofline" viewBox="0 0 540 410" font-size="12" fill="none" role="img" aria-label="Roofline of {}: operations a second over operations a byte; the table has the numbers"><g fill="#222">)",
        name(isa));
    draw_grid(page, axes, name(isa));
    Numbers numbers;
    draw_roof(page, axes, numbers, ceilings.fused, "fused", "6 3", -4);
    draw_roof(page, axes, numbers, ceilings.sums, "add, multiply", "none", 13);
    for (std::size_t level = 0; level < bench::level_count; ++level)
        draw_slope(page, axes, numbers, ceilings.bandwidth[level], std::max(ceilings.fused, ceilings.sums),
                   level);
    draw_points(page, axes, numbers, roofline.points);
    put(page, "</g></svg>");
    return page;
}

}  // namespace wend::report
