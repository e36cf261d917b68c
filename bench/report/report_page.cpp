// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/report_page.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "bench/command/report.hpp"
#include "bench/command/setting.hpp"
#include "bench/report/report_files.hpp"
#include "bench/support/html_page.hpp"
#include "bench/support/median.hpp"
#include "bench/support/svg_canvas.hpp"

namespace wend::bench {
namespace {

using scenario::escaped;
using scenario::HtmlPage;

/// Of wend's own, timed, with ordinary agents and its inputs checked.
bool is_plain(const Row& row) {
    return !row.what.is_rival() && !row.slices.empty() && row.what.start == Start::ordinary &&
           row.what.inputs == Inputs::checked;
}

/// Colours go by the instruction set, the same in all charts.
std::string colour_class(Isa isa) {
    const auto isas = supported_isas();
    return fmt::format("isa-{}", std::ranges::find(isas, isa) - isas.begin());
}

/// Calls `function` with each of wend's rows on vectors, with its group.
template <class Function>
void for_vector_rows(const std::vector<Group>& groups, const Function& function) {
    for (const Group& group : groups)
        for (const Row& row : group.rows)
            if (is_plain(row) && *row.what.wend_isa != Isa::reference) function(group, row);
}

// ---- what came out, in sentences

/// A ratio of a kernel.
using Named = std::pair<double, std::string>;

std::string ratio_sentence(const std::vector<Named>& ratios) {
    const auto [least, most] = std::ranges::minmax(ratios);
    std::vector<double> values;
    for (const Named& one : ratios) values.push_back(one.first);
    return fmt::format("{:.2f} ({}) to {:.2f} ({}), median {:.2f}", least.first, least.second, most.first,
                       most.second, median(std::move(values)));
}

void add_lead(HtmlPage& page, const std::vector<Group>& groups) {
    const Isa best = supported_isas().back();
    std::vector<Named> scalar, plain;
    std::size_t states = 0, wrong = 0;
    for (const Group& group : groups)
        for (const Row& row : group.rows) {
            if (row.what.is_rival()) continue;
            ++states;
            if (!row.problem.empty()) ++wrong;
            if (!is_plain(row) || row.what.wend_isa != best || row.what.agents != in_cache_size ||
                row.what.ticks != 1 || row.what.threads != 1)
                continue;
            const std::string kernel = short_name(row.what);
            if (const Row* base = group.reference(Start::ordinary))
                scalar.emplace_back(speed_up(row, *base), kernel);
            if (const Row* base = group.rival(row)) plain.emplace_back(speed_up(row, *base), kernel);
        }
    page.add("<p class=lead>");
    if (!scalar.empty())
        page.add("One tick a call, {} agents, {}: times as fast as the scalar reference: {}. ", in_cache_size,
                 name(best), escaped(ratio_sentence(scalar)));
    if (!plain.empty())
        page.add(
            "Times as fast as the fastest plain loop that a compiler vectorised, <code>-ffast-math</code> "
            "included: {}; faster than it in {} of {} kernels. ",
            escaped(ratio_sentence(plain)),
            std::ranges::count_if(plain, [](const Named& one) { return one.first > 1; }), plain.size());
    if (wrong == 0)
        page.add("All {} states that were checked have the reference's bits.</p>", states);
    else
        page.add("<b class=wrong>{} of {} states differ from the reference's.</b></p>", wrong, states);
}

// ---- speed-up over plain loops

struct Dot {
    Isa isa;
    bool grouped;  ///< several ticks a call
    SpeedUp ratio;
};

class RatioAxis {
  public:
    RatioAxis(double low, double high) : low_(std::log2(low)), high_(std::log2(high)) {}
    static constexpr double left = 215, right = 745;
    [[nodiscard]] double x(double ratio) const {
        return left + (right - left) * std::clamp((std::log2(ratio) - low_) / (high_ - low_), 0.0, 1.0);
    }

  private:
    double low_, high_;
};

void add_legend(HtmlPage& page) {
    page.add("<div class=legend>");
    for (const Isa isa : supported_isas())
        if (isa != Isa::reference)
            page.add(
                "<span class={}><svg width=12 height=12 aria-hidden=true><circle class=mark cx=6 cy=6 r=4 "
                "/></svg><span style='color:var(--text)'>{}</span></span>",
                colour_class(isa), name(isa));
    page.add("</div>");
}

void add_speed_ups(HtmlPage& page, const std::vector<Group>& groups) {
    std::vector<std::pair<std::string, std::vector<Dot>>> kernels;
    double low = 0.5, high = 2;
    for_vector_rows(groups, [&](const Group& group, const Row& row) {
        const Row* const loop = group.rival(row);
        if (loop == nullptr || row.what.agents != in_cache_size || row.what.threads != 1) return;
        const std::string kernel = short_name(row.what);
        auto place = std::ranges::find(kernels, kernel, &decltype(kernels)::value_type::first);
        if (place == kernels.end()) place = kernels.insert(kernels.end(), {kernel, {}});
        const SpeedUp ratio = speed_up_interval(row, *loop);
        place->second.push_back({*row.what.wend_isa, row.what.ticks != 1, ratio});
        while (ratio.middle < low) low /= 2;
        while (ratio.middle > high) high *= 2;
    });
    if (kernels.empty()) return;
    constexpr double line = 11, gap = 10, top = 24;
    double height = top;
    for (const auto& [kernel, dots] : kernels) height += line * static_cast<double>(dots.size()) + gap;
    const RatioAxis axis(low, high);
    page.add(
        "<h2>Times as fast as the fastest plain loop</h2><p class=soft>{} agents, one thread; the loop for "
        "the same vectors, by GCC or Clang. Full: one tick a call. Hollow: several. Lines: 99 % intervals. "
        "Right of 1 wend is faster.</p>",
        in_cache_size);
    add_legend(page);
    page.add(
        "<div class=scroll tabindex=0><svg class=chart viewBox='0 0 760 {:.0f}' role=img aria-label='Times "
        "as fast as "
        "the fastest plain "
        "loop, by kernel and instruction set; the table of all rows has the numbers'>",
        height);
    for (double at = low; at <= high; at *= 2)
        page.add("<path class={} d='M{:.1f} 18V{:.0f}'/><text x={:.1f} y=12 text-anchor=middle>{:g}</text>",
                 at == 1 ? "one-line" : "grid-line", axis.x(at), height, axis.x(at), at);
    double y = top;
    for (const auto& [kernel, dots] : kernels) {
        page.add("<text x=205 y={:.1f} text-anchor=end>{}</text>",
                 y + line * static_cast<double>(dots.size()) / 2 + 4, escaped(kernel));
        for (const Dot& dot : dots) {
            y += line;
            const double middle = y - line / 2;
            page.add("<g class={}><title>{} on {}, {}: {:.2f} [{:.2f}, {:.2f}]</title>",
                     colour_class(dot.isa), escaped(kernel), name(dot.isa),
                     dot.grouped ? "several ticks a call" : "one tick a call", dot.ratio.middle,
                     dot.ratio.low, dot.ratio.high);
            if (dot.ratio.low > 0 && std::isfinite(dot.ratio.high))
                page.add("<path class=whisker d='M{:.1f} {:.1f}H{:.1f}'/>", axis.x(dot.ratio.low), middle,
                         axis.x(dot.ratio.high));
            page.add("<circle class='mark{}' cx={:.1f} cy={:.1f} r=3.5 /></g>", dot.grouped ? " grouped" : "",
                     axis.x(dot.ratio.middle), middle);
        }
        y += gap;
    }
    page.add("</svg></div>");
}

// ---- cost over the population

/// Powers of ten that hold [low, high], as a scale of pixels.
struct LogAxis {
    double low, high, from, to;

    [[nodiscard]] double at(double value) const {
        return from +
               (to - from) * (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low));
    }
};

struct Curve {
    Isa isa;
    std::map<std::size_t, double> nanoseconds{};  ///< by the number of agents
};
struct Cost {
    std::string kernel;
    double bytes;
    std::vector<Curve> curves{};
};

std::vector<Cost> costs_of(const std::vector<Group>& groups) {
    std::vector<Cost> costs;
    for_vector_rows(groups, [&](const Group&, const Row& row) {
        if (row.what.threads != 1 || row.what.ticks == 1) return;
        const std::string kernel = short_name(row.what);
        auto cost = std::ranges::find(costs, kernel, &Cost::kernel);
        if (cost == costs.end()) cost = costs.insert(costs.end(), {kernel, row.what.bytes});
        auto curve = std::ranges::find(cost->curves, *row.what.wend_isa, &Curve::isa);
        if (curve == cost->curves.end())
            curve = cost->curves.insert(cost->curves.end(), {*row.what.wend_isa});
        curve->nanoseconds[row.what.agents] = row.median_nanoseconds();
    });
    std::erase_if(costs, [](const Cost& cost) { return cost.curves.front().nanoseconds.size() < 2; });
    return costs;
}

void add_cost(HtmlPage& page, const Cost& cost) {
    double least = 1e9, most = 0, fewest = 1e18, all = 0;
    for (const Curve& curve : cost.curves)
        for (const auto& [agents, ns] : curve.nanoseconds) {
            least = std::min(least, ns);
            most = std::max(most, ns);
            fewest = std::min(fewest, static_cast<double>(agents));
            all = std::max(all, static_cast<double>(agents));
        }
    const LogAxis x{fewest, all, 40, 345};
    const LogAxis y{least / 1.3, most * 1.3, 150, 14};
    page.add(
        "<figure style='margin:0'><figcaption>{}</figcaption><svg class=small viewBox='0 0 360 186' role=img "
        "aria-label='Nanoseconds an agent and tick of {} over the number of agents'>",
        escaped(cost.kernel), escaped(cost.kernel));
    for (const double tick : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0})
        if (tick >= y.low && tick <= y.high)
            page.add(
                "<path class=grid-line d='M40 {0:.1f}H345'/><text class=faint x=35 y={1:.1f} "
                "text-anchor=end>{2:g}</text>",
                y.at(tick), y.at(tick) + 4, tick);
    for (const auto& cache : benchmark::CPUInfo::Get().caches) {
        // What is read and written counts twice in the bytes.
        const double agents = static_cast<double>(cache.size) / (cost.bytes / 2);
        if (cache.type == "Instruction" || agents <= x.low || agents >= x.high) continue;
        page.add(
            "<path class=cache d='M{0:.1f} 14V150'/><text class=faint x={1:.1f} y=12 "
            "text-anchor=middle>L{2}</text>",
            x.at(agents), x.at(agents), cache.level);
    }
    for (const Curve& curve : cost.curves) {
        page.add("<g class={}><title>{}</title><polyline class=way points='", colour_class(curve.isa),
                 name(curve.isa));
        for (const auto& [agents, ns] : curve.nanoseconds)
            page.add("{:.1f},{:.1f} ", x.at(static_cast<double>(agents)), y.at(ns));
        page.add("'/>");
        for (const auto& [agents, ns] : curve.nanoseconds)
            page.add("<circle class=mark cx={:.1f} cy={:.1f} r=2.5 />", x.at(static_cast<double>(agents)),
                     y.at(ns));
        page.add("</g>");
    }
    page.add(
        "<text class=faint x=40 y=166>{:L}</text><text class=faint x=345 y=166 "
        "text-anchor=end>{:L}</text><text class=faint x=192 y=182 text-anchor=middle>agents</text>",
        static_cast<std::size_t>(fewest), static_cast<std::size_t>(all));
    page.add("<text class=faint x=4 y=12>ns</text></svg></figure>");
}

void add_costs(HtmlPage& page, const std::vector<Group>& groups) {
    const std::vector<Cost> costs = costs_of(groups);
    if (costs.empty()) return;
    page.add(
        "<h2>Nanoseconds an agent and tick, over the population</h2><p class=soft>Several ticks a call, one "
        "thread. Both axes are logarithmic. Broken lines: where the streams fill a "
        "cache.</p>");
    add_legend(page);
    page.add("<div class=grid>");
    for (const Cost& cost : costs) add_cost(page, cost);
    page.add("</div>");
}

// ---- tables

const Row* twin_of(const Group& group, const Row& row, unsigned threads, Start start) {
    const auto found = std::ranges::find_if(group.rows, [&](const Row& other) {
        return other.what.isa == row.what.isa && other.what.ticks == row.what.ticks &&
               other.what.threads == threads && other.what.start == start &&
               other.what.inputs == row.what.inputs && !other.slices.empty();
    });
    return found == group.rows.end() ? nullptr : &*found;
}

std::string ratio_text(const SpeedUp& ratio) {
    return ratio.low > 0 && std::isfinite(ratio.high)
               ? fmt::format("{:.2f} [{:.2f}, {:.2f}]", ratio.middle, ratio.low, ratio.high)
               : fmt::format("{:.2f}", ratio.middle);
}

void add_threads(HtmlPage& page, const std::vector<Group>& groups) {
    std::string rows;
    for_vector_rows(groups, [&](const Group& group, const Row& row) {
        if (row.what.threads == 1 || *row.what.wend_isa != supported_isas().back()) return;
        if (const Row* const one = twin_of(group, row, 1, Start::ordinary))
            rows += fmt::format("<tr><td>{}<td class=n>{}<td class=n>{}<td class=n>{}<td class=n>{}",
                                escaped(short_name(row.what)), row.what.agents, row.what.ticks,
                                row.what.threads, ratio_text(speed_up_interval(row, *one)));
    });
    if (rows.empty()) return;
    page.add(
        "<h2>Threads</h2><p class=soft>{}, by wall clock: times as fast as one thread.</p><div "
        "class=scroll tabindex=0><table><tr><th>kernel<th class=n>agents<th class=n>ticks a call<th "
        "class=n>threads<th class=n>times as fast",
        name(supported_isas().back()));
    page.add_text(rows);
    page.add("</table></div>");
}

void add_starts(HtmlPage& page, const std::vector<Group>& groups) {
    std::string rows;
    for (const Group& group : groups)
        for (const Row& row : group.rows) {
            if (row.what.is_rival() || row.slices.empty() || row.what.wend_isa != supported_isas().back())
                continue;
            for (const Twin& twin : info(row.what.start).twins)
                if (const Row* const base = twin_of(group, row, row.what.threads, twin.start)) {
                    const double cost = speed_up(*base, row);
                    rows += fmt::format("<tr><td>{}<td>{}<td class='n{}'>{:.2f}<td>{}",
                                        escaped(short_name(row.what)), escaped(info(row.what.start).suffix),
                                        cost > twin.most ? " below" : "", cost, escaped(twin.text));
                }
        }
    if (rows.empty()) return;
    page.add(
        "<h2>Uneven populations</h2><p class=soft>{}: what agents at rest, of denormal floats or in an "
        "unfavourable order cost.</p><div class=scroll tabindex=0><table><tr><th>kernel<th>start<th "
        "class=n>times the "
        "cost<th>of",
        name(supported_isas().back()));
    page.add_text(rows);
    page.add("</table></div>");
}

void add_rows(HtmlPage& page, const std::vector<Group>& groups) {
    page.add(
        "<h2>All rows</h2><label>Filter by words <input id=filter type=search "
        "placeholder='seek avx2'></label><p class=soft id=count role=status></p><div class=scroll "
        "tabindex=0><table "
        "id=rows><thead><tr>");
    const auto head = [&](std::string_view text, bool words) {
        page.add("<th{}><button type=button>{}</button>", words ? " data-words" : " class=n", text);
    };
    head("kernel", true);
    head("instruction set or rival", true);
    for (const char* const text : {"agents", "ticks a call", "threads", "ns an agent", "x reference",
                                   "x tutorial", "x plain loop", "x IEEE loop"})
        head(text, false);
    head("hash after 64 ticks", true);
    page.add("</thead><tbody>");
    for (const Group& group : groups)
        for (const Row& row : group.rows) {
            const Case& what = row.what;
            page.add("<tr><td>{}{}{}<td>{}<td class=n>{}<td class=n>{}<td class=n>{}",
                     escaped(short_name(what)), escaped(info(what.start).suffix),
                     what.inputs == Inputs::trusted ? "/inputs:trusted" : "", escaped(what.isa), what.agents,
                     what.ticks, what.threads);
            const auto ratio = [&](const Row* base) {
                page.add("<td class=n>{}", base == nullptr || row.slices.empty()
                                               ? ""
                                               : fmt::format("{:.2f}", speed_up(row, *base)));
            };
            page.add("<td class=n>{}",
                     row.slices.empty() ? "" : fmt::format("{:.3f}", row.median_nanoseconds()));
            ratio(group.reference(what.start));
            ratio(group.tutorial(what.start));
            ratio(group.rival(row));
            ratio(group.ieee_rival(row));
            if (!row.problem.empty())
                page.add("<td class=wrong>{}", escaped(row.problem));
            else if (what.is_rival())
                page.add("<td>");
            else
                page.add("<td><code>{:016x}</code>", row.hash);
        }
    page.add("</tbody></table></div>");
}

}  // namespace

std::string report_page(const std::vector<Group>& groups, std::string_view json) {
    HtmlPage page("wend: instruction sets compared", report_css);
    page.add("<h1>Instruction sets compared</h1><p class=soft>");
    for (const auto& [what, how] : short_setting()) page.add("{}: {}<br>", what, escaped(how));
    page.add("</p>");
    add_lead(page, groups);
    add_speed_ups(page, groups);
    add_costs(page, groups);
    add_threads(page, groups);
    add_starts(page, groups);
    add_rows(page, groups);
    if (!json.empty())
        page.add("<p>Every round, as Google Benchmark's JSON: <a href='{0}'>{0}</a></p>", escaped(json));
    page.add_script(report_js);
    return page.take();
}

}  // namespace wend::bench
