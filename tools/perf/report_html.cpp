// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/support/html_page.hpp"
#include "bench/support/svg_canvas.hpp"
#include "tools/perf/report.hpp"
#include "tools/perf/time_text.hpp"

namespace wend::perf {
namespace {

using scenario::escaped;

using Page = scenario::HtmlPage;

constexpr std::string_view style = R"(
td:first-child{font-family:ui-monospace,monospace;font-size:12px;white-space:normal;min-width:13em}td.notes:not(:empty){white-space:normal;min-width:13em}
.ends{display:flex;justify-content:space-between}.regressed,.error{color:var(--slow)}.ok{color:var(--fast)}.unclear,.layout,.accepted,.skipped{color:var(--doubt)}
.axis{stroke:var(--soft);stroke-dasharray:2 2}.zone{fill:var(--line);opacity:.5}.bar{stroke:currentColor;stroke-width:2}.dot{fill:currentColor}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,262px),1fr));gap:10px}.card{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:8px 10px}
.card h3{font:500 11.5px/1.3 ui-monospace,monospace;margin:0 0 4px;}.card p{font-size:12px;margin:2px 0 0}
.way{fill:none;stroke:var(--series);stroke-width:1.5}.last{fill:var(--series)}.slower{stroke:var(--slow)}.faster{stroke:var(--fast)}.mark{stroke-width:1.5}.maybe{stroke-dasharray:3 3}
)";

// ---- the comparison

constexpr double plot_width = 220;

/// The interval of a ratio on an axis that all rows share.
struct RatioAxis {
    double reach = 0.02;  ///< to both sides of 1, as a logarithm

    explicit RatioAxis(const std::vector<const BenchResult*>& results) {
        for (const BenchResult* result : results)
            for (const double value : {result->verdict->low, result->verdict->high})
                if (value > 0) reach = std::max(reach, std::min(0.7, std::fabs(std::log(value)) * 1.05));
    }
    [[nodiscard]] double x(double ratio) const {
        return plot_width / 2 * (1 + std::clamp(std::log(std::max(ratio, 1e-9)) / reach, -1.0, 1.0));
    }
};

void add_comparison(Page& page, const KeyedRun& keyed) {
    const std::vector<const BenchResult*> results = by_urgency(keyed.run);
    page.add("<h2>{}</h2><p><b>{}</b></p><p class=soft>run {}, {}</p>", escaped(title_of(keyed.run)),
             escaped(tally(keyed.run)), keyed.key, escaped(keyed.run.started));
    if (results.empty()) return;
    const RatioAxis axis(results);
    page.add(
        "<p class=soft>Ratios of times, head to base: above 1 is slower; the grey band is too small to "
        "matter.</p>");
    page.add(
        "<div class=scroll><table><tr><th>benchmark<th>state<th class=n>ratio<th>interval<th "
        "style=width:{0}px><div "
        "class=ends "
        "style=width:{0}px><span>{1:.1f} % faster</span><span>{2:.1f} % slower</span></div><th "
        "class=n>pairs",
        plot_width, -100 * std::expm1(-axis.reach), 100 * std::expm1(axis.reach));
    for (const BenchResult* result : results) {
        const Verdict& v = *result->verdict;
        const double from = axis.x(1 / (1 + v.least_effect));
        page.add(
            "<tr><td>{0}<td class=\"{1}\">{1}<td class=n>{2:.4f}<td>{3:.4f} to {4:.4f}<td class=\"{1}\">",
            escaped(result->name), escaped(v.state), v.ratio, v.low, v.high);
        page.add(
            "<svg width={0} height=14><rect class=zone x={1:.1f} width={2:.1f} height=14 /><path class=axis "
            "d='M{3} 0V14'/><path class=bar d='M{4:.1f} 7H{5:.1f}'/>"
            "<circle class=dot cx={6:.1f} cy=7 r=3.5 /></svg>",
            plot_width, from, axis.x(1 + v.least_effect) - from, plot_width / 2, axis.x(v.low),
            axis.x(v.high), axis.x(v.ratio));
        page.add("<td class=n>{}", v.pairs);
    }
    page.add("</table></div>");
}

// ---- the trend

constexpr double card_width = 235;
constexpr double card_height = 60;
/// More are only listed, so that the page stays small.
constexpr std::size_t most_cards = 120;
constexpr std::size_t most_points = 120;

std::string value_text(const Trend& trend, double value) {
    return trend.reference.empty() ? time_text(value) : fmt::format("{:.3f}", value);
}

/// The scale of a card: at least a tenth of the value high, so that noise looks like what it is.
struct CardScale {
    double low;
    double high;
    std::size_t builds;

    CardScale(const TrendSeries& series, std::size_t build_count) : builds(build_count) {
        const auto [least, most] =
            std::minmax_element(series.points.begin(), series.points.end(),
                                [](const TrendPoint& a, const TrendPoint& b) { return a.value < b.value; });
        const double middle = (least->value + most->value) / 2;
        const double half = std::max((most->value - least->value) / 2, 0.05 * middle);
        low = middle - half;
        high = middle + half;
    }
    [[nodiscard]] double x(double build) const {
        return builds < 2 ? card_width / 2 : 4 + (card_width - 8) * build / static_cast<double>(builds - 1);
    }
    [[nodiscard]] double y(double value) const {
        return high > low ? 4 + (card_height - 8) * (high - value) / (high - low) : card_height / 2;
    }
};

void add_card(Page& page, const Trend& trend, const TrendSeries& series,
              const std::map<std::string_view, std::size_t>& place_of) {
    const CardScale scale(series, trend.builds.size());
    page.add("<div class=card><h3>{}</h3><svg width={} height={}>", escaped(series.benchmark), card_width,
             card_height);
    for (const TrendChange& change : series.changes) {
        const double between = static_cast<double>(place_of.at(series.points[change.at].build)) - 0.5;
        page.add("<path class='mark {}{}' d='M{:.0f} 0V{}'><title>{:+.1f} % at {}</title></path>",
                 change.ratio > 1 ? "slower" : "faster", change.is_confirmed() ? "" : " maybe",
                 scale.x(between), card_height, 100 * (change.ratio - 1),
                 escaped(short_build(series.points[change.at].build)));
    }
    // Of very many builds every n-th, and the last.
    const std::size_t step = (series.points.size() + most_points - 1) / most_points;
    page.add("<polyline class=way points='");
    for (std::size_t i = 0; i < series.points.size();
         i = i + 1 == series.points.size() ? i + 1 : std::min(i + step, series.points.size() - 1))
        page.add("{}{:.0f},{:.1f}", i == 0 ? "" : " ",
                 scale.x(static_cast<double>(place_of.at(series.points[i].build))),
                 scale.y(series.points[i].value));
    const TrendPoint& last = series.points.back();
    page.add(
        "'/><circle class=last cx={:.0f} cy={:.1f} r=2.5 /></svg><p class=soft>axis {} to {}, now "
        "<b>{}</b></p></div>",
        scale.x(static_cast<double>(place_of.at(last.build))), scale.y(last.value),
        value_text(trend, scale.low), value_text(trend, scale.high), value_text(trend, last.value));
}

void add_cards(Page& page, const Trend& trend) {
    page.add(
        "<p class=soft>Upwards is slower. Full marks are changes that a direct comparison confirmed, broken "
        "ones candidates.</p><div class=cards>");
    std::map<std::string_view, std::size_t> place_of;
    for (std::size_t i = 0; i < trend.builds.size(); ++i) place_of.emplace(trend.builds[i], i);
    std::vector<const TrendSeries*> order;
    for (const TrendSeries& series : trend.series) order.push_back(&series);
    std::stable_sort(order.begin(), order.end(), [](const TrendSeries* a, const TrendSeries* b) {
        return !a->changes.empty() && b->changes.empty();
    });
    const std::size_t shown = std::min(order.size(), most_cards);
    for (std::size_t i = 0; i < shown; ++i) add_card(page, trend, *order[i], place_of);
    page.add("</div>");
    if (shown < order.size())
        page.add("<p class=soft>and {} without a change, which `wend perf trend` lists</p>",
                 order.size() - shown);
}

/// One build has no way to draw.
void add_values(Page& page, const Trend& trend) {
    page.add("<div class=scroll><table><tr><th>benchmark<th class=n>{}",
             trend.reference.empty() ? "time" : "multiple");
    for (const TrendSeries& series : trend.series)
        page.add("<tr><td>{}<td class=n>{}", escaped(series.benchmark),
                 value_text(trend, series.points.front().value));
    page.add("</table></div>");
}

void add_trend(Page& page, const Trend& trend) {
    const std::string first = short_build(trend.builds.front());
    page.add(
        "<h2>{}, {}</h2>", build_count(trend),
        escaped(trend.builds.size() == 1 ? first
                                         : fmt::format("{} to {}", first, short_build(trend.builds.back()))));
    if (trend.reference.empty())
        page.add(
            "<p class=soft>Median times an iteration, taken when each build was recorded. They wander with "
            "the machine: a change is one only where a direct comparison confirms it.</p>");
    else
        page.add("<p class=soft>{} {}.</p>",
                 trend.paired ? "Times in direct comparison with"
                              : "Median times, which wander with the machine, as multiples of those of",
                 escaped(short_build(trend.reference)));
    page.add("<ul>");
    for (const std::string& line : change_lines(trend)) page.add("<li>{}", escaped(line));
    for (const NameChange& name : trend.added)
        page.add("<li>new since {}: {}", escaped(short_build(name.build)), escaped(name.benchmark));
    for (const NameChange& name : trend.gone)
        page.add("<li>gone after {}: {}", escaped(short_build(name.build)), escaped(name.benchmark));
    page.add("</ul>");
    if (trend.builds.size() == 1)
        add_values(page, trend);
    else
        add_cards(page, trend);
}

// ---- the newest times

void add_times(Page& page, const KeyedRun& keyed) {
    page.add(
        "<h2>Times of {}</h2><p class=soft>run {}, {}: medians an iteration</p><div "
        "class=scroll><table><tr><th>benchmark<th "
        "class=n>time<th>",
        escaped(short_name(keyed.run.a)), keyed.key, escaped(keyed.run.started));
    for (const BenchResult& result : keyed.run.results) {
        const std::optional<double> time = median_time(result);
        page.add("<tr><td>{}<td class=n>{}<td class=notes>", escaped(result.name),
                 time ? time_text(*time) : "none");
        for (const Note& note : result.notes)
            if (note.kind != "label")
                page.add("<span class=\"{}\">{}: {}</span> ", escaped(note.kind), escaped(note.kind),
                         escaped(note.text));
    }
    page.add("</table></div>");
}

}  // namespace

std::string to_html(const Report& report) {
    Page page(fmt::format("wend perf: {}", report.history), style);
    page.add("<h1>Performance</h1><p class=soft>{} &middot; machine {} &middot; {}</p>",
             escaped(describe(report.machine)), fingerprint(report.machine), escaped(report.history));
    if (report.comparison) add_comparison(page, *report.comparison);
    if (trend_says_more(report)) add_trend(page, *report.trend);
    if (report.times) add_times(page, *report.times);
    return page.take();
}

}  // namespace wend::perf
