// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/svg_canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace wend::support {
namespace {

// An image is as wide as this in a page of 1280 pixels; on a telephone, 358 pixels wide, letters have 11
// pixels.
constexpr double most_width = 480;
constexpr double most_height = 440;
constexpr double side = 20;
constexpr double title_baseline = 30;
constexpr double line_height = 22;
constexpr double character = 8.7;  // a cautious width of letters
constexpr auto most_characters = static_cast<std::size_t>(most_width / character);

// Colours of marks have a luminance of about 0.2: a contrast of 4 with either ground.
constexpr std::string_view style = R"(<style>
text{font-family:Helvetica,Arial,"DejaVu Sans",sans-serif;fill:#1f2328;font-size:16px}
.title{font-size:20px;font-weight:bold}
.page{fill:#fff}
.subtitle{fill:#59636e}
.trajectory{fill:none;stroke-linejoin:round;stroke-linecap:round}
.trail{fill:none;stroke-linejoin:round}
.start{fill:#fff;stroke-width:1.6}
.end{stroke:#fff;stroke-width:.8}
.time{stroke:none}
.path{fill:none;stroke:#8b949e;stroke-width:1.6;stroke-linejoin:round}
.node{fill:#6e7781}
.width{fill:#1a73e8;fill-opacity:.08;stroke:#1a73e8;stroke-opacity:.6}
.corridor{fill:none;stroke:#1a73e8;stroke-opacity:.2;stroke-linejoin:round;stroke-linecap:round}
.slowing{fill:none;stroke:#d93025;stroke-opacity:.7;stroke-dasharray:5 4}
.target{fill:none;stroke:#d93025;stroke-width:2}
.arrow{fill:none;stroke:#d93025;stroke-width:1.5;stroke-dasharray:2 3}
.cone{fill:#d97706;fill-opacity:.2;stroke:#d97706;stroke-opacity:.8}
.walk{fill:#d97706}
.wander{fill:none;stroke:#d93025;stroke-width:1.2}
.wander-point{fill:#d93025}
.look{fill:none;stroke:#80868b;stroke-width:1.2;stroke-dasharray:2 3}
.obstacle{fill:#8b949e;fill-opacity:.35;stroke:#6e7781}
.wall{fill:none;stroke:#6e7781;stroke-width:2.4;stroke-linecap:round}
.bounds{fill:none;stroke:#6e7781;stroke-width:1.2}
.area{fill:none;stroke:#80868b;stroke-dasharray:6 5}
.scale{stroke:#1f2328;stroke-width:2;fill:none}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}
.page,.start{fill:#0d1117}
.subtitle{fill:#9198a1}
.end{stroke:#0d1117}
.scale{stroke:#e6edf3}
}
</style>
)";

/// Lines of at most `most_characters`, broken at spaces.
std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        if (lines.back().empty()) {
            lines.back() = word;
        } else if (lines.back().size() + 1 + word.size() <= most_characters) {
            lines.back().append(" ").append(word);
        } else {
            lines.emplace_back(word);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
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

double round_length(double length) {
    const double power = std::pow(10, std::floor(std::log10(length)));
    for (const double factor : {5.0, 2.0})
        if (factor * power <= length) return factor * power;
    return power;
}

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
    return {left + pixels(world.x - world_.min_x), pixels(world_.max_y - world.y)};
}

void SvgCanvas::circle(std::string_view attributes, Point world_centre, double radius_pixels) {
    const Point centre = pixel(world_centre);
    add(R"(<circle {} cx="{:.1f}" cy="{:.1f}" r="{:.1f}"/>)", attributes, centre.x, centre.y, radius_pixels);
}

void SvgCanvas::line(std::string_view attributes, Point world_from, Point world_to) {
    const Point from = pixel(world_from);
    const Point to = pixel(world_to);
    add(R"(<path {} d="M{:.1f} {:.1f}L{:.1f} {:.1f}"/>)", attributes, from.x, from.y, to.x, to.y);
}

void SvgCanvas::cross(std::string_view attributes, Point world_centre, double size_pixels) {
    const Point centre = pixel(world_centre);
    add(R"(<path {0} d="M{1:.1f} {2:.1f}l{3} {3}m0 -{3}l-{3} {3}"/>)", attributes, centre.x - size_pixels / 2,
        centre.y - size_pixels / 2, size_pixels);
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
    const double length = round_length((world_.max_x - world_.min_x) / 5 * most_width / width_);
    double x = side;
    double y = height_ + line_height;
    fmt::format_to(end,
                   "<g class=\"scale-bar\"><path class=\"scale\" d=\"M{:.1f} {:.1f}v8h{:.1f}v-8\"/>"
                   "<text x=\"{:.1f}\" y=\"{:.1f}\">{:g} m</text></g>\n<g class=\"legend\">\n",
                   x, y - 10, pixels(length), x + pixels(length) + 8, y + 1, length);
    y += line_height + 4;
    for (const LegendEntry& entry : legend_) {
        const double needed = 30 + character * static_cast<double>(entry.label.size()) + 18;
        if (x > side && x + needed > side + most_width) {
            x = side;
            y += line_height + 2;
        }
        fmt::format_to(end,
                       "<g transform=\"translate({:.1f} {:.1f})\">{}<text x=\"30\" y=\"5\">{}</text></g>\n",
                       x, y, entry.symbol, escaped(entry.label));
        x += needed;
    }
    fmt::format_to(end, "</g>\n");
    height = y + line_height;
    return fmt::to_string(text);
}

std::string SvgCanvas::page(std::string_view title, std::string_view subtitle) const {
    std::string head;
    double top = title_baseline;
    for (const std::string& line : lines_of(subtitle)) {
        top += line_height;
        head += fmt::format("<text class=\"subtitle\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", side, top,
                            escaped(line));
    }
    top += line_height / 2;
    double height = 0;
    const std::string below = footer(height);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n{2}<title>{3}</title>\n"
        "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n"
        "<text class=\"title\" x=\"{4:.0f}\" y=\"{5:.0f}\">{3}</text>\n{6}<g transform=\"translate(0 "
        "{7:.0f})\">\n"
        "<clipPath id=\"plot\"><rect width=\"{0:.0f}\" height=\"{8:.1f}\"/></clipPath>\n"
        "<g clip-path=\"url(#plot)\">\n{9}</g>\n{10}</g>\n</svg>\n",
        most_width + 2 * side, top + height, style, escaped(title), side, title_baseline, head, top, height_,
        std::string_view(body_.data(), body_.size()), below);
}

std::vector<std::size_t> kept_points(std::size_t count, double tolerance, const Deviation& deviation) {
    std::vector<std::size_t> result;
    std::vector<bool> kept(count);
    if (count > 0) kept.front() = kept.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open;
    if (count > 2) open.emplace_back(0, count - 1);
    while (!open.empty()) {
        const auto [first, last] = open.back();
        open.pop_back();
        std::size_t farthest = first;
        double distance = tolerance;
        for (std::size_t i = first + 1; i < last; ++i) {
            const double d = deviation(first, last, i);
            if (d <= distance) continue;
            distance = d;
            farthest = i;
        }
        if (farthest == first) continue;
        kept[farthest] = true;
        open.emplace_back(first, farthest);
        open.emplace_back(farthest, last);
    }
    for (std::size_t i = 0; i < count; ++i)
        if (kept[i]) result.push_back(i);
    return result;
}

std::vector<Point> simplified(std::span<const Point> points, double tolerance) {
    std::vector<Point> result;
    const auto deviation = [&](std::size_t first, std::size_t last, std::size_t i) {
        return distance_to_segment(points[i], points[first], points[last]);
    };
    for (const std::size_t i : kept_points(points.size(), tolerance, deviation)) result.push_back(points[i]);
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
    constexpr std::array<std::array<double, 3>, 8> hues{{{173, 90, 192},
                                                         {120, 108, 223},
                                                         {37, 124, 222},
                                                         {0, 134, 170},
                                                         {0, 142, 92},
                                                         {89, 137, 0},
                                                         {140, 124, 5},
                                                         {191, 99, 9}}};
    const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(hues.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), hues.size() - 2);
    const double part = place - static_cast<double>(below);
    std::string result = "#";
    for (std::size_t i = 0; i < 3; ++i)
        result += fmt::format("{:02x}", static_cast<unsigned>(std::lround(
                                            hues[below][i] + part * (hues[below + 1][i] - hues[below][i]))));
    return result;
}

std::string agent_colour(std::size_t index, std::size_t count) {
    return palette(count < 2 ? 0.3 : static_cast<double>(index) / static_cast<double>(count - 1));
}

}  // namespace wend::support
