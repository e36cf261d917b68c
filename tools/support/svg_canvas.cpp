// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/svg_canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace wend::support {
namespace {

constexpr double most_width = 860;
constexpr double most_height = 760;
constexpr double side = 20;
constexpr double header = 62;
constexpr double character = 6.5;  // a cautious width of the legend's letters

constexpr std::string_view style = R"(<style>
text{font-family:"DejaVu Sans",Verdana,Helvetica,sans-serif;fill:#202124;font-size:12px}
.title{font-size:19px;font-weight:bold}
.subtitle{fill:#5f6368}
.trajectory{fill:none;stroke-linejoin:round;stroke-linecap:round}
.start{fill:#fff;stroke-width:1.6}
.end{stroke:#fff;stroke-width:.8}
.time{stroke:none}
.path{fill:none;stroke:#a8adb3;stroke-width:1.6;stroke-linejoin:round}
.node{fill:#5f6368}
.width{fill:#1a73e8;fill-opacity:.05;stroke:#1a73e8;stroke-opacity:.5}
.slowing{fill:none;stroke:#d93025;stroke-opacity:.6;stroke-dasharray:5 4}
.target{fill:none;stroke:#d93025;stroke-width:2}
.arrow{fill:none;stroke:#d93025;stroke-width:1.5;stroke-dasharray:2 3}
.cone{fill:#f29900;fill-opacity:.16;stroke:#f29900;stroke-opacity:.8}
.walk{fill:#f29900;stroke:#fff;stroke-width:.6}
.wander{fill:none;stroke:#c5221f;stroke-opacity:.8}
.look{stroke:#80868b;stroke-width:1;stroke-dasharray:2 3}
.bounds{fill:none;stroke:#3c4043;stroke-width:1.2}
.area{fill:none;stroke:#80868b;stroke-dasharray:6 5}
.scale{stroke:#202124;stroke-width:2;fill:none}
</style>
)";

/// 1, 2 or 5 times a power of ten, at most `length`.
double round_length(double length) {
    const double power = std::pow(10, std::floor(std::log10(length)));
    for (const double factor : {5.0, 2.0})
        if (factor * power <= length) return factor * power;
    return power;
}

double distance_to_segment(Point p, Point a, Point b) {
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double square = dx * dx + dy * dy;
    const double along =
        square > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0) : 0;
    return std::hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

}  // namespace

void PlotExtent::add(Point point) {
    min_x = std::min(min_x, point.x);
    min_y = std::min(min_y, point.y);
    max_x = std::max(max_x, point.x);
    max_y = std::max(max_y, point.y);
}

void PlotExtent::add_circle(Point centre, double radius) {
    add({centre.x - radius, centre.y - radius});
    add({centre.x + radius, centre.y + radius});
}

SvgCanvas::SvgCanvas(const PlotExtent& world) : world_(world) {
    if (world_.empty()) world_ = {0, 0, 1, 1};
    // A straight line along an axis still gets a plot of some height.
    const double longest = std::max({world_.max_x - world_.min_x, world_.max_y - world_.min_y, 1e-6});
    const auto widen = [&](double& low, double& high) {
        const double wanted = std::max(high - low, longest * 0.3) + longest * 0.08;
        const double middle = (low + high) / 2;
        low = middle - wanted / 2;
        high = middle + wanted / 2;
    };
    widen(world_.min_x, world_.max_x);
    widen(world_.min_y, world_.max_y);
    scale_ =
        std::min(most_width / (world_.max_x - world_.min_x), most_height / (world_.max_y - world_.min_y));
    width_ = pixels(world_.max_x - world_.min_x);
    height_ = pixels(world_.max_y - world_.min_y);
}

Point SvgCanvas::pixel(Point world) const {
    const double left = side + (most_width - width_) / 2;
    return {left + pixels(world.x - world_.min_x), header + pixels(world_.max_y - world.y)};
}

void SvgCanvas::circle(std::string_view attributes, Point world_centre, double radius_pixels) {
    const Point centre = pixel(world_centre);
    add(R"(<circle {} cx="{:.1f}" cy="{:.1f}" r="{:.1f}"/>)", attributes, centre.x, centre.y, radius_pixels);
}

void SvgCanvas::line(std::string_view attributes, Point world_from, Point world_to) {
    const Point from = pixel(world_from);
    const Point to = pixel(world_to);
    add(R"(<line {} x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)", attributes, from.x, from.y, to.x,
        to.y);
}

void SvgCanvas::cross(std::string_view attributes, Point world_centre) {
    const Point centre = pixel(world_centre);
    add(R"(<path {} d="M{:.1f} {:.1f}l8 8m0 -8l-8 8"/>)", attributes, centre.x - 4, centre.y - 4);
}

void SvgCanvas::rectangle(std::string_view attributes, Point world_low, Point world_high) {
    const Point low = pixel(world_low);
    const Point high = pixel(world_high);
    add(R"(<rect {} x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)", attributes, low.x, high.y,
        high.x - low.x, low.y - high.y);
}

void SvgCanvas::polyline(std::string_view attributes, std::span<const Point> pixel_points) {
    fmt::format_to(std::back_inserter(body_), R"(<polyline {} points=")", attributes);
    for (std::size_t i = 0; i < pixel_points.size(); ++i)
        fmt::format_to(std::back_inserter(body_), "{}{:.1f},{:.1f}", i == 0 ? "" : " ", pixel_points[i].x,
                       pixel_points[i].y);
    add(R"("/>)");
}

std::string SvgCanvas::footer(double& height) const {
    fmt::memory_buffer text;
    const auto end = std::back_inserter(text);
    const double top = header + height_;
    const double length = round_length((world_.max_x - world_.min_x) / 5 * most_width / width_);
    double x = side;
    double y = top + 26;
    fmt::format_to(end,
                   "<g class=\"scale-bar\"><path class=\"scale\" d=\"M{:.1f} {:.1f}v8h{:.1f}v-8\"/>"
                   "<text x=\"{:.1f}\" y=\"{:.1f}\">{:g} units</text></g>\n<g class=\"legend\">\n",
                   x, y - 10, pixels(length), x + pixels(length) + 8, y + 1, length);
    y += 28;
    for (const LegendEntry& entry : legend_) {
        const double needed = 32 + character * static_cast<double>(entry.label.size()) + 20;
        if (x > side && x + needed > side + most_width) {
            x = side;
            y += 24;
        }
        fmt::format_to(end,
                       "<g transform=\"translate({:.1f} {:.1f})\">{}<text x=\"32\" y=\"4\">{}</text></g>\n",
                       x, y, entry.symbol, escaped(entry.label));
        x += needed;
    }
    fmt::format_to(end, "</g>\n");
    height = y + 22;
    return fmt::to_string(text);
}

std::string SvgCanvas::page(std::string_view title, std::string_view subtitle) const {
    double height = 0;
    const std::string below = footer(height);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
        "{0:.0f} "
        "{1:.0f}\">\n{2}<title>{3}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        "<text class=\"title\" x=\"{4:.0f}\" y=\"30\">{3}</text>\n"
        "<text class=\"subtitle\" x=\"{4:.0f}\" y=\"50\">{5}</text>\n"
        "<clipPath id=\"plot\"><rect x=\"0\" y=\"{8:.1f}\" width=\"100%\" height=\"{9:.1f}\"/></clipPath>\n"
        "<g clip-path=\"url(#plot)\">\n{6}</g>\n{7}</svg>\n",
        most_width + 2 * side, height, style, escaped(title), side, escaped(subtitle),
        std::string_view(body_.data(), body_.size()), below, header, height_);
}

std::vector<Point> simplified(std::span<const Point> points, double tolerance) {
    if (points.size() < 3) return {points.begin(), points.end()};
    std::vector<bool> kept(points.size());
    kept.front() = kept.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, points.size() - 1}};
    while (!open.empty()) {
        const auto [first, last] = open.back();
        open.pop_back();
        std::size_t farthest = first;
        double distance = tolerance;
        for (std::size_t i = first + 1; i < last; ++i) {
            const double d = distance_to_segment(points[i], points[first], points[last]);
            if (d <= distance) continue;
            distance = d;
            farthest = i;
        }
        if (farthest == first) continue;
        kept[farthest] = true;
        open.emplace_back(first, farthest);
        open.emplace_back(farthest, last);
    }
    std::vector<Point> result;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (kept[i]) result.push_back(points[i]);
    return result;
}

void thin_out(std::vector<std::vector<Point>>& lines, std::size_t most_points) {
    for (double tolerance = 0.15; tolerance < 50; tolerance *= 2) {
        std::size_t points = 0;
        for (std::vector<Point>& line : lines) {
            line = simplified(line, tolerance);
            points += line.size();
        }
        if (points <= most_points) return;
    }
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default:
                // Other control characters have no place in XML, not even escaped.
                result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return result;
}

std::string palette(double t) {
    constexpr std::array<std::array<double, 3>, 8> viridis{{{68, 1, 84},
                                                            {71, 44, 122},
                                                            {59, 81, 139},
                                                            {44, 113, 142},
                                                            {33, 144, 141},
                                                            {39, 173, 129},
                                                            {92, 200, 99},
                                                            {140, 214, 70}}};
    const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(viridis.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), viridis.size() - 2);
    const double part = place - static_cast<double>(below);
    std::string result = "#";
    for (std::size_t i = 0; i < 3; ++i)
        result += fmt::format(
            "{:02x}", static_cast<unsigned>(std::lround(viridis[below][i] +
                                                        part * (viridis[below + 1][i] - viridis[below][i]))));
    return result;
}

std::string agent_colour(std::size_t index, std::size_t count) {
    return palette(count < 2 ? 0.3 : static_cast<double>(index) / static_cast<double>(count - 1));
}

}  // namespace wend::support
