// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/roofline_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "tools/support/svg_canvas.hpp"

namespace wend::report {

namespace {

constexpr double panel_width = 470;
constexpr double panel_height = 330;
constexpr double margin_left = 62;
constexpr double margin_top = 34;
constexpr double margin_bottom = 46;

/// Where logarithms of both axes lie on the page.
class Axes {
  public:
    Axes(double left, double top, std::pair<double, double> x, std::pair<double, double> y)
        : left_(left), top_(top), x_(x), y_(y) {}

    [[nodiscard]] double x(double value) const {
        return left_ + panel_width * std::log(value / x_.first) / std::log(x_.second / x_.first);
    }
    [[nodiscard]] double y(double value) const {
        return top_ + panel_height * (1 - std::log(value / y_.first) / std::log(y_.second / y_.first));
    }
    [[nodiscard]] double left() const { return left_; }
    [[nodiscard]] double top() const { return top_; }
    [[nodiscard]] double right() const { return left_ + panel_width; }
    [[nodiscard]] double bottom() const { return top_ + panel_height; }
    [[nodiscard]] std::pair<double, double> x_range() const { return x_; }
    [[nodiscard]] std::pair<double, double> y_range() const { return y_; }

  private:
    double left_;
    double top_;
    std::pair<double, double> x_;
    std::pair<double, double> y_;
};

template <class... Args>
void put(std::string& page, fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(page), format, std::forward<Args>(args)...);
    page.push_back('\n');
}

void draw_grid(std::string& page, const Axes& axes, std::string_view title) {
    put(page, R"(<rect x="{:.1f}" y="{:.1f}" width="{}" height="{}" fill="#fff" stroke="#888"/>)",
        axes.left(), axes.top(), panel_width, panel_height);
    put(page, R"(<text x="{:.1f}" y="{:.1f}" font-size="15" font-weight="bold">{}</text>)", axes.left(),
        axes.top() - 10, support::escaped(title));
    for (double value = axes.x_range().first; value <= axes.x_range().second * 1.001; value *= 2) {
        put(page, R"(<path d="M{0:.1f} {1:.1f}V{2:.1f}" stroke="#e4e4e4"/>)", axes.x(value), axes.top(),
            axes.bottom());
        const std::string label =
            value < 1 ? fmt::format("1/{:.0f}", 1 / value) : fmt::format("{:.0f}", value);
        put(page, R"(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)", axes.x(value),
            axes.bottom() + 16, label);
    }
    for (double value = 1; value <= axes.y_range().second * 1.001; value *= 4) {
        if (value < axes.y_range().first) continue;
        put(page, R"(<path d="M{:.1f} {:.1f}H{:.1f}" stroke="#e4e4e4"/>)", axes.left(), axes.y(value),
            axes.right());
        put(page, R"(<text x="{:.1f}" y="{:.1f}" text-anchor="end">{}</text>)", axes.left() - 6,
            axes.y(value) + 4, value);
    }
    put(page, R"(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">operations a byte loaded or stored</text>)",
        (axes.left() + axes.right()) / 2, axes.bottom() + 34);
    put(page,
        R"svg(<text transform="translate({:.1f} {:.1f}) rotate(-90)" text-anchor="middle">operations, billions a second</text>)svg",
        axes.left() - 42, (axes.top() + axes.bottom()) / 2);
}

void draw_roof(std::string& page, const Axes& axes, double operations, std::string_view label,
               std::string_view dashes, double label_offset) {
    if (operations == 0) return;
    const double y = axes.y(operations / 1e9);
    put(page, R"(<path d="M{:.1f} {:.1f}H{:.1f}" stroke="#333" stroke-width="1.5" stroke-dasharray="{}"/>)",
        axes.left(), y, axes.right(), dashes);
    put(page, R"(<text x="{:.1f}" y="{:.1f}">{} {:.0f}</text>)", axes.left() + 6, y + label_offset, label,
        operations / 1e9);
}

/// Up to the highest roof, and within the panel.
void draw_slope(std::string& page, const Axes& axes, double bytes, double roof, std::size_t level) {
    const auto [low, high] = axes.x_range();
    const auto [bottom, top] = axes.y_range();
    const double giga = bytes / 1e9;
    const double from = std::max(low, bottom / giga);
    const double to = std::min(high, std::min(top, roof / 1e9) / giga);
    if (from >= to) return;
    const std::string colour = support::palette(static_cast<double>(level) / bench::level_count);
    put(page, R"(<path class="level-{}" d="M{:.1f} {:.1f}L{:.1f} {:.1f}" stroke="{}" stroke-width="1.5"/>)",
        level + 1, axes.x(from), axes.y(from * giga), axes.x(to), axes.y(to * giga), colour);
    // Their names stand in the corner without points: two levels may be equally fast.
    put(page,
        R"svg(<text class="level-{}" x="{:.1f}" y="{:.1f}" text-anchor="end" fill="{}">{} {:.0f} GB/s</text>)svg",
        level + 1, axes.right() - 6,
        axes.bottom() - 10 - 16 * static_cast<double>(bench::level_count - 1 - level), colour,
        bench::level_names[level], giga);
}

void draw_points(std::string& page, const Axes& axes, const Roofline& roofline, Isa isa) {
    const std::vector<std::string> labels = labels_of(roofline);
    for (const RooflinePoint& point : roofline.points) {
        if (point.which.wend_isa != isa || point.gigaflops() == 0) continue;
        const std::size_t number = number_of(point, labels);
        const double x = axes.x(std::clamp(point.intensity(), axes.x_range().first, axes.x_range().second));
        const double y = axes.y(std::clamp(point.gigaflops(), axes.y_range().first, axes.y_range().second));
        put(page,
            R"(<circle cx="{:.1f}" cy="{:.1f}" r="3.5" fill="#c0392b"><title>{} on {}: {:.2f} ns, {} binds, {:.0f} % attained</title></circle>)",
            x, y, support::escaped(label_of(point)), name(isa), point.measured,
            name_of(point.binding(), point.streams_level), 100 * point.attained());
        put(page, R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}" font-size="11" fill="#c0392b">{}</text>)",
            x + (number % 2 == 0 ? -5 : 5), y + (number % 4 < 2 ? -3 : 11), number % 2 == 0 ? "end" : "start",
            number);
    }
}

/// The ranges that hold all points and roofs.
struct Ranges {
    std::pair<double, double> intensity{1.0 / 8, 1};
    std::pair<double, double> gigaflops;

    explicit Ranges(const Roofline& roofline) {
        double most = 1;
        for (const bench::Ceilings& one : roofline.one_thread)
            most = std::max({most, one.fused / 1e9, one.sums / 1e9});
        double least = most;
        for (const RooflinePoint& point : roofline.points) {
            if (point.gigaflops() == 0) continue;
            least = std::min(least, point.gigaflops());
            intensity.first = std::min(intensity.first, std::exp2(std::floor(std::log2(point.intensity()))));
            intensity.second = std::max(intensity.second, std::exp2(std::ceil(std::log2(point.intensity()))));
        }
        gigaflops = {least / 1.5, most * 1.6};
    }
};

}  // namespace

std::string picture_of(const Roofline& roofline, const bench::Ceilings& ceilings) {
    std::string page;
    put(page,
        R"(<svg class="roofline" viewBox="0 0 {:.0f} {:.0f}" font-size="12" fill="none" role="img" aria-label="Roofline of {}: operations a second over operations a byte; the table has the numbers"><g fill="#222">)",
        margin_left + panel_width + 8, margin_top + panel_height + margin_bottom, name(ceilings.isa));
    const Ranges ranges(roofline);
    const Axes axes(margin_left, margin_top, ranges.intensity, ranges.gigaflops);
    draw_grid(page, axes, name(ceilings.isa));
    draw_roof(page, axes, ceilings.fused, "fused", "6 3", -4);
    draw_roof(page, axes, ceilings.sums, "add, multiply", "none", 13);
    for (std::size_t level = 0; level < bench::level_count; ++level)
        draw_slope(page, axes, ceilings.bandwidth[level], std::max(ceilings.fused, ceilings.sums), level);
    draw_points(page, axes, roofline, ceilings.isa);
    put(page, "</g></svg>");
    return page;
}

}  // namespace wend::report
