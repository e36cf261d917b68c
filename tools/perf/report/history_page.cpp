// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "bench/support/html_page.hpp"
#include "bench/support/svg_canvas.hpp"
#include "tools/perf/report/history_page_files.hpp"
#include "tools/perf/report/ratio_table.hpp"
#include "tools/perf/report/report.hpp"
#include "tools/perf/report/small_multiples.hpp"
#include "tools/perf/report/time_text.hpp"
#include "tools/perf/report/what_changed.hpp"

namespace wend::perf {
namespace {

using scenario::escaped;
using scenario::HtmlPage;

void add_names(HtmlPage& page, const Trend& trend) {
    page.add("<details><summary>{} new names, {} gone</summary><ul>", trend.added.size(), trend.gone.size());
    for (const NameChange& name : trend.added)
        page.add("<li>new since {}: {}", escaped(short_build(name.build)), escaped(name.benchmark));
    for (const NameChange& name : trend.gone)
        page.add("<li>gone after {}: {}", escaped(short_build(name.build)), escaped(name.benchmark));
    page.add("</ul></details>");
}

void add_changes(HtmlPage& page, const Trend& trend) {
    const std::vector<ChangedRow> rows = changed_rows(trend);
    page.add("<p class=lead>In {}: <b>{}</b>.</p>", build_count(trend),
             rows.empty() ? "no change" : escaped(count_states(rows)));
    if (!rows.empty()) {
        page.add(
            "<p class=soft>Changes of the series, with the direct comparison of builds on both sides. The "
            "grey band is too small to matter. A candidate is what no direct comparison confirmed.</p>");
        add_ratio_table(page, rows, "between builds", "Changes of the series", true);
    }
}

/// `linked`: the page has a search to lead to.
void add_comparison(HtmlPage& page, const KeyedRun& keyed, bool linked) {
    const std::vector<ChangedRow> rows = changed_rows(keyed.run);
    const auto first_ok =
        std::find_if(rows.begin(), rows.end(), [](const ChangedRow& row) { return row.state == "ok"; });
    page.add("<p class=lead>Newest comparison, {}: <b>{}</b>.</p><p class=soft>run {}, {}</p>",
             escaped(title_of(keyed.run)), escaped(tally(keyed.run)), keyed.key, escaped(keyed.run.started));
    if (first_ok != rows.begin())
        add_ratio_table(page, {rows.begin(), first_ok}, "measured by", "Newest comparison: what is not ok",
                        linked);
    if (first_ok == rows.end()) return;
    page.add("<details><summary>{} ok</summary>", rows.end() - first_ok);
    add_ratio_table(page, {first_ok, rows.end()}, "measured by", "Newest comparison: what is ok", linked);
    page.add("</details>");
}

/// One build has no way to draw.
void add_values(HtmlPage& page, const Trend& trend) {
    page.add(
        "<div class=scroll tabindex=0 role=region aria-label='Values of the one "
        "build'><table><tr><th>benchmark<th class=n>{}",
        trend.reference.empty() ? "time" : "multiple");
    for (const TrendSeries& series : trend.series)
        page.add("<tr><td>{}<td class=n>{}", escaped(series.benchmark),
                 value_text(trend, series.points.front().value));
    page.add("</table></div>");
}

void add_series(HtmlPage& page, const Trend& trend) {
    const std::string first = short_build(trend.builds.front());
    if (trend.builds.size() == 1) {
        page.add("<h2>1 build, {}</h2><p class=soft>{}</p>", escaped(first), escaped(value_sentence(trend)));
        add_values(page, trend);
        return;
    }
    page.add("<h2>{}, {} to {}</h2><p class=soft>{}</p>", build_count(trend), escaped(first),
             escaped(short_build(trend.builds.back())), escaped(value_sentence(trend)));
    page.add(
        "<p class=soft>Upwards is slower; 0 is {}. The pictures of a kernel share both axes; single values "
        "beyond them are drawn at the edge. Beside a line's key stands its newest value. Vertical lines are "
        "changes, full where a direct comparison confirmed them, broken and hollow for candidates.</p>"
        "<label>Search by name <input id=search type=search autocomplete=off></label><p class=soft id=count "
        "role=status></p>",
        trend.reference.empty() ? "a series' median before its first change" : "the reference's time");
    add_small_multiples(page, trend);
    page.add_script(history_page_js);
}

/// Folded where the page has more to say.
void add_times(HtmlPage& page, const KeyedRun& keyed, bool folded) {
    const std::vector<BenchResult>& results = keyed.run.results;
    const auto shown = [](const Note& note) { return note.kind != "label"; };
    const auto noted = std::count_if(results.begin(), results.end(), [&](const BenchResult& result) {
        return std::any_of(result.notes.begin(), result.notes.end(), shown);
    });
    page.add("<h2>Times of {}</h2><p class=soft>run {}, {}: medians an iteration</p>",
             escaped(short_name(keyed.run.a)), keyed.key, escaped(keyed.run.started));
    if (folded)
        page.add("<details><summary>{} benchmarks{}</summary>", results.size(),
                 noted == 0 ? "" : fmt::format(", {} with a note", noted));
    page.add(
        "<div class=scroll tabindex=0 role=region aria-label='Newest times'><table><tr><th>benchmark<th "
        "class=n>time<th>note");
    for (const BenchResult& result : results) {
        const std::optional<double> time = median_time(result);
        page.add("<tr><td>{}<td class=n>{}<td class=notes>", escaped(result.name),
                 time ? time_text(*time) : "none");
        for (const Note& note : result.notes)
            if (shown(note))
                page.add("<span class=\"{}\">{}: {}</span> ", escaped(note.kind), escaped(note.kind),
                         escaped(note.text));
    }
    page.add("</table></div>{}", folded ? "</details>" : "");
}

}  // namespace

std::string to_html(const Report& report) {
    HtmlPage page(fmt::format("wend perf: {}", report.history), history_page_css);
    page.add("<h1>Performance</h1><p class=soft>{} &middot; machine {} &middot; {}</p>",
             escaped(describe(report.machine)), fingerprint(report.machine), escaped(report.history));
    const bool has_way = trend_says_more(report) && report.trend->builds.size() > 1;
    const bool has_names =
        trend_says_more(report) && (!report.trend->added.empty() || !report.trend->gone.empty());
    if (has_way || has_names || report.comparison) page.add("<h2>What changed</h2>");
    if (has_way) add_changes(page, *report.trend);
    if (has_names) add_names(page, *report.trend);
    if (report.comparison) add_comparison(page, *report.comparison, has_way);
    if (trend_says_more(report)) add_series(page, *report.trend);
    if (report.times) add_times(page, *report.times, has_way || report.comparison);
    return page.take();
}

}  // namespace wend::perf
