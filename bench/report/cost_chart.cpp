// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/cost_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "bench/report/marks.hpp"
#include "bench/support/svg_canvas.hpp"

namespace wend::bench {
namespace {

using scenario::escaped;
using scenario::HtmlPage;

struct Curve {
    std::size_t isa;
    std::map<std::size_t, double> nanoseconds{};  ///< by the number of agents
};
struct Cost {
    std::string kernel;
    double bytes;
    std::vector<Curve> curves{};
};

std::vector<Cost> costs_of(const Result& result) {
    std::vector<Cost> costs;
    for (const ResultGroup& group : result.groups)
        for (const ResultRow& row : group.rows) {
            const std::size_t isa = result.isa_index(row.what.isa);
            if (!row.is_plain() || isa == 0 || row.what.threads != 1 || row.ticks == 1) continue;
            auto cost = std::ranges::find(costs, row.what.kernel, &Cost::kernel);
            if (cost == costs.end()) cost = costs.insert(costs.end(), {row.what.kernel, row.bytes});
            auto curve = std::ranges::find(cost->curves, isa, &Curve::isa);
            if (curve == cost->curves.end()) curve = cost->curves.insert(cost->curves.end(), {isa});
            curve->nanoseconds[row.what.agents] = row.median_nanoseconds();
        }
    std::erase_if(costs, [](const Cost& cost) {
        return std::ranges::none_of(cost.curves,
                                    [](const Curve& curve) { return curve.nanoseconds.size() > 1; });
    });
    return costs;
}

/// A logarithmic scale of pixels.
struct LogAxis {
    double low, high, from, to;

    [[nodiscard]] double at(double value) const {
        return from + (to - from) * std::log(value / low) / std::log(high / low);
    }
};

constexpr double left = 44, right = 340, top = 18, bottom = 150;

void add_axes(HtmlPage& page, const Result& result, const Cost& cost, const LogAxis& x, const LogAxis& y) {
    for (const double tick : ticks_within(y.low, y.high, 7))
        page.add(
            "<path class=grid-line d='M{0} {1:.1f}H{2}'/><text class=faint x={3} y={4:.1f} "
            "text-anchor=end>{5:g}</text>",
            left, y.at(tick), right, left - 5, y.at(tick) + 4, tick);
    for (const ResultCache& cache : result.caches) {
        // What is read and written counts twice in the bytes.
        const double agents = static_cast<double>(cache.bytes) / (cost.bytes / 2);
        if (cache.kind == "Instruction" || agents <= x.low || agents >= x.high) continue;
        page.add(
            "<path class=cache d='M{0:.1f} {1}V{2}'/><text class=faint x={0:.1f} y=13 "
            "text-anchor=middle>L{3}</text>",
            x.at(agents), top, bottom, cache.level);
    }
    page.add(
        "<text class=faint x={0} y=166>{1}</text><text class=faint x={2} y=166 "
        "text-anchor=end>{3}</text><text class=faint x={4} y=180 text-anchor=middle>agents</text><text "
        "class=faint x=4 y=13>ns</text>",
        left, static_cast<std::size_t>(x.low), right, static_cast<std::size_t>(x.high), (left + right) / 2);
}

void add_cost(HtmlPage& page, const Result& result, const Cost& cost) {
    double least = std::numeric_limits<double>::infinity(), most = 0, fewest = least, all = 0;
    for (const Curve& curve : cost.curves)
        for (const auto& [agents, ns] : curve.nanoseconds) {
            least = std::min(least, ns);
            most = std::max(most, ns);
            fewest = std::min(fewest, static_cast<double>(agents));
            all = std::max(all, static_cast<double>(agents));
        }
    const LogAxis x{fewest, all, left, right};
    const LogAxis y{least / 1.3, most * 1.3, bottom, top};
    page.add(
        "<figure><figcaption>{0}</figcaption><svg class=small viewBox='0 0 360 186' role=img "
        "aria-label='Nanoseconds an agent and tick of {0} over the number of agents'>",
        escaped(cost.kernel));
    add_axes(page, result, cost, x, y);
    for (const Curve& curve : cost.curves) {
        page.add("<g class={}><title>{}</title><polyline class=way points='", mark_class(curve.isa),
                 escaped(result.isas[curve.isa]));
        for (const auto& [agents, ns] : curve.nanoseconds)
            page.add("{:.1f},{:.1f} ", x.at(static_cast<double>(agents)), y.at(ns));
        page.add("'/>");
        for (const auto& [agents, ns] : curve.nanoseconds)
            page.add("<path class=mark transform='translate({:.1f} {:.1f}) scale(.8)' d='{}'/>",
                     x.at(static_cast<double>(agents)), y.at(ns), mark_path(curve.isa));
        page.add("</g>");
    }
    page.add("</svg></figure>\n");
}

std::vector<double> multiples_within(double low, double high, std::span<const double> multiples) {
    std::vector<double> ticks;
    const double first = std::floor(std::log10(low));
    for (double power = first; power <= std::log10(high); ++power)
        for (const double multiple : multiples)
            if (const double tick = multiple * std::pow(10.0, power); tick >= low && tick <= high)
                ticks.push_back(tick);
    return ticks;
}

}  // namespace

std::vector<double> ticks_within(double low, double high, std::size_t most) {
    constexpr std::array few{1.0};
    constexpr std::array some{1.0, 2.0, 5.0};
    constexpr std::array many{1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0};
    std::vector<double> ticks = multiples_within(low, high, some);
    if (ticks.size() > most) return multiples_within(low, high, few);
    return ticks.size() < 2 ? multiples_within(low, high, many) : ticks;
}

void add_costs(HtmlPage& page, const Result& result) {
    const std::vector<Cost> costs = costs_of(result);
    if (costs.empty()) return;
    page.add(
        "<h2>Nanoseconds an agent and tick, over the population</h2><p class=soft>Several ticks a call, one "
        "thread. Both axes are logarithmic. Broken lines: where the streams fill a cache.</p>");
    add_legend(page, result.isas, true);
    page.add("<div class=grid>");
    for (const Cost& cost : costs) add_cost(page, result, cost);
    page.add("</div>\n");
}

}  // namespace wend::bench
