// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/sweep/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>

#include "bench/statistics/median.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::sweep {
namespace {

// In pixels, as in other pictures (tools/support/svg_canvas.cpp).
constexpr double width = 520, left = 64, right = 20, top = 92, height = 300, line_height = 22;
constexpr std::size_t most_points = 2'000;  // of a curve; of more the line alone is drawn
constexpr std::size_t most_curves = 20;

constexpr std::string_view style = R"(<style>
text{font-family:Helvetica,Arial,"DejaVu Sans",sans-serif;fill:#1f2328;font-size:16px}
.title{font-size:20px;font-weight:bold}
.page{fill:#fff}
.subtitle{fill:#59636e}
.grid{stroke:#8b949e;stroke-opacity:.35}
.median{fill:none;stroke-width:2.4;stroke-linejoin:round}
.run{fill-opacity:.45}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}
.page{fill:#0d1117}
.subtitle{fill:#9198a1}
}
</style>
)";

/// From one number to another, with marks at round numbers between.
struct Scale {
    double low, high;  ///< of the data
    double from, to;   ///< in pixels

    [[nodiscard]] double at(double value) const { return from + (value - low) / (high - low) * (to - from); }
    [[nodiscard]] std::vector<double> marks(double most) const {
        double spacing = support::round_length((high - low) / most);
        while ((high - low) / spacing > most) spacing = support::round_length(spacing * 2.6);
        std::vector<double> all;
        for (double i = std::ceil(low / spacing - 1e-9); i * spacing <= high + spacing * 1e-9; ++i)
            all.push_back(i * spacing + 0.0);  // no -0
        return all;
    }
};

Scale scale_of(double low, double high, double from, double to) {
    if (!(high > low)) high = low + 1;
    return {low, high, from, to};
}

std::string axes(const Chart& chart, const Scale& x, const Scale& y) {
    std::string text;
    for (const double mark : y.marks(6))
        text += fmt::format(
            "<path class=\"grid\" d=\"M{0} {1:.1f}H{2}\"/><text x=\"{3}\" y=\"{4:.1f}\" "
            "text-anchor=\"end\">{5:.6g}</text>\n",
            left, y.at(mark), width - right, left - 8, y.at(mark) + 5, mark);
    for (const double mark : x.marks(7))
        text += fmt::format(
            "<path class=\"grid\" d=\"M{0:.1f} {1}v6\"/><text x=\"{0:.1f}\" y=\"{2}\" "
            "text-anchor=\"middle\">{3:.6g}</text>\n",
            x.at(mark), top + height, top + height + 22, mark);
    text += fmt::format("<text x=\"20\" y=\"{}\">{}</text>\n", top - 14, support::escaped(chart.y));
    text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", width - right,
                        top + height + 2 * line_height, support::escaped(chart.x));
    return text;
}

std::string drawn(const Curve& curve, const std::string& colour, const Scale& x, const Scale& y) {
    std::string text;
    std::map<double, std::vector<double>> columns;
    for (const Point& point : curve.points) {
        columns[point.x].push_back(point.y);
        if (curve.points.size() > most_points) continue;
        text += fmt::format("<circle class=\"run\" fill=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n",
                            colour, x.at(point.x), y.at(point.y));
    }
    std::string line;
    for (const auto& [at, values] : columns)
        line +=
            fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", x.at(at), y.at(bench::median(values)));
    return text + fmt::format("<path class=\"median\" stroke=\"{}\" d=\"{}\"/>\n", colour, line);
}

}  // namespace

std::string draw(const Chart& chart) {
    support::PlotExtent extent;
    for (const Curve& curve : chart.curves)
        for (const Point& point : curve.points) extent.add(point);
    if (extent.empty()) extent = {0, 0, 1, 1};
    const Scale x = scale_of(extent.min_x, extent.max_x, left + 8, width - right - 8);
    const Scale y = scale_of(std::min(0.0, extent.min_y), std::max(0.0, extent.max_y), top + height, top);

    std::string body = axes(chart, x, y);
    double below = top + height + 2 * line_height + 8;
    const std::size_t count = std::min(chart.curves.size(), most_curves);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string colour = support::agent_colour(i, count);
        body += drawn(chart.curves[i], colour, x, y);
        if (chart.curves.size() == 1) continue;
        below += line_height;
        body += fmt::format(
            "<circle fill=\"{}\" cx=\"28\" cy=\"{}\" r=\"5\"/><text x=\"42\" y=\"{}\">{}</text>\n", colour,
            below - 5, below, support::escaped(chart.curves[i].label));
    }
    if (count < chart.curves.size()) {
        below += line_height;
        body += fmt::format("<text x=\"42\" y=\"{}\">and {} that are not drawn</text>\n", below,
                            chart.curves.size() - count);
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
        "<desc>{6}</desc>\n"
        "{2}<title>{3}</title>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n"
        "<text class=\"title\" x=\"20\" y=\"30\">{3}</text>\n"
        "<text class=\"subtitle\" x=\"20\" y=\"52\">{4}</text>\n{5}</svg>\n",
        width, below + 16, style, support::escaped(chart.title), support::escaped(chart.subtitle), body,
        chart_mark);
}

}  // namespace wend::sweep
