// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/population_curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/report/log_axes.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::report {
namespace {

using bench::Row;
using support::escaped;
using support::HtmlPage;

constexpr std::size_t least_sizes = 4;
constexpr double left = 44, right = 350, top = 12, bottom = 170;

/// Nanoseconds an agent, by number of agents.
using Curve = std::map<std::size_t, double>;

/// The widest set, the best plain loop, the textbook's loop.
using Curves = std::array<Curve, 3>;
constexpr std::array<std::string_view, 3> curve_names{"wend", "best plain loop", "textbook"};

Curves curves_of(const Groups& groups, bench::KernelId kernel, Isa best) {
    Curves curves;
    for (const bench::Group& group : groups) {
        const bench::Case& first = group.rows.front().what;
        if (first.kernel != kernel) continue;
        const std::size_t agents = first.agents;
        const Row* const row = find_one_tick(group, best, true, agents);
        if (row == nullptr) continue;
        curves[0][agents] = row->median_nanoseconds();
        if (const Row* const plain = group.rival(*row)) curves[1][agents] = plain->median_nanoseconds();
        if (const Row* const textbook = group.tutorial()) curves[2][agents] = textbook->median_nanoseconds();
    }
    return curves;
}

/// As wide as all curves; times from and to powers of two.
LogAxes axes_of(const Curves& curves) {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const Curve& curve : curves)
        for (const auto& [agents, time] : curve) {
            least = std::min(least, time);
            most = std::max(most, time);
        }
    const Curve& widest = curves[0];
    return {left,
            right,
            top,
            bottom,
            static_cast<double>(widest.begin()->first),
            static_cast<double>(widest.rbegin()->first),
            std::exp2(std::floor(std::log2(least))),
            std::exp2(std::ceil(std::log2(most) + 1e-9))};
}

std::string agents_text(std::size_t agents) {
    if (agents >= 1'000'000) return fmt::format("{} M", agents / 1'000'000);
    if (agents >= 1'000) return fmt::format("{} k", agents / 1'000);
    return fmt::format("{}", agents);
}

void add_axes(HtmlPage& page, const LogAxes& axes, const Curve& sizes) {
    for (double time = axes.least_y; time <= axes.most_y * 1.001; time *= 2) {
        const double y = axes.y(time);
        page.add("<path class=grid-line d='M{} {:.1f}H{}'/><text x={} y={:.1f} text-anchor=end>{:g}</text>",
                 left, y, right, left - 6, y + 4, time);
    }
    for (const auto& [agents, time] : sizes)
        page.add("<text x={:.1f} y={} text-anchor=middle>{}</text>", axes.x(static_cast<double>(agents)),
                 bottom + 18, agents_text(agents));
}

void add_curve(HtmlPage& page, const LogAxes& axes, const Curve& curve, std::size_t number) {
    if (curve.empty()) return;
    std::string points;
    for (const auto& [agents, time] : curve)
        points += fmt::format("{:.1f},{:.1f} ", axes.x(static_cast<double>(agents)), axes.y(time));
    page.add("<g class=curve-{}><polyline points='{}'/>", number + 1, points);
    for (const auto& [agents, time] : curve)
        page.add("<circle cx={:.1f} cy={:.1f} r=3.5><title>{}, {} agents: {:.2f} ns</title></circle>",
                 axes.x(static_cast<double>(agents)), axes.y(time), curve_names[number], agents, time);
    page.add("</g>");
}

}  // namespace

void add_population_curves(HtmlPage& page, const Groups& groups) {
    const Isa best = best_isa(groups);
    std::vector<bench::KernelId> kernels;
    for (const bench::Group& group : groups)
        if (const bench::KernelId kernel = group.rows.front().what.kernel;
            std::ranges::find(kernels, kernel) == kernels.end())
            kernels.push_back(kernel);
    bool has_title = false;
    for (const bench::KernelId kernel : kernels) {
        const Curves curves = curves_of(groups, kernel, best);
        if (curves[0].size() < least_sizes) continue;
        if (!has_title)
            page.add(
                "<h2>Numbers of agents</h2><p class=soft>Nanoseconds an agent over the number of agents, one "
                "tick a call, one thread: <span class=curve-1>{}</span>, <span class=curve-2>the best plain "
                "loop</span>, <span class=curve-3>the textbook's loop</span>.</p><div class=curves>",
                name(best));
        has_title = true;
        const LogAxes axes = axes_of(curves);
        const std::string kernel_name(bench::info(kernel).name);
        page.add(
            "<figure><figcaption>{0}{1}</figcaption><svg viewBox='0 0 360 196' role=img aria-label='{0}{1}: "
            "nanoseconds an agent by number of agents'>",
            escaped(kernel_name), bench::info(kernel).suffix);
        add_axes(page, axes, curves[0]);
        for (std::size_t i = curves.size(); i-- > 0;) add_curve(page, axes, curves[i], i);
        page.add("</svg></figure>\n");
    }
    if (has_title) page.add("</div>\n");
}

}  // namespace wend::report
