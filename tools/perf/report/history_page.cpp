// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/report/history_page_files.hpp"
#include "tools/perf/report/report.hpp"
#include "tools/perf/report/series_pictures.hpp"
#include "tools/support/html_page.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::perf {
namespace {

using support::escaped;
using support::HtmlPage;

constexpr double plot_width = 190;

/// The logarithm of a ratio as pixels, 1 in the middle.
class RatioAxis {
  public:
    explicit RatioAxis(std::span<const ChangedRow> rows) {
        for (const ChangedRow& row : rows)
            if (row.direct)
                for (const double end : {row.direct->low, row.direct->high})
                    if (end > 0) reach_ = std::max(reach_, std::min(0.7, std::fabs(std::log(end)) * 1.05));
    }
    [[nodiscard]] double x(double ratio) const {
        return plot_width / 2 * (1 + std::clamp(std::log(std::max(ratio, 1e-9)) / reach_, -1.0, 1.0));
    }
    [[nodiscard]] double low_percent() const { return -100 * std::expm1(-reach_); }
    [[nodiscard]] double high_percent() const { return 100 * std::expm1(reach_); }

  private:
    double reach_ = 0.02;
};

void add_interval(HtmlPage& page, const RatioAxis& axis, const Verdict& direct) {
    const double from = axis.x(1 / (1 + direct.least_effect));
    page.add(
        "<svg width={0} height=14 aria-hidden=true><rect class=zone x={1:.1f} width={2:.1f} height=14 />"
        "<path class=axis d='M{3} 0V14'/><path class=bar d='M{4:.1f} 7H{5:.1f}'/><circle class=dot "
        "cx={6:.1f} cy=7 r=3.5 /></svg>",
        plot_width, from, axis.x(1 + direct.least_effect) - from, plot_width / 2, axis.x(direct.low),
        axis.x(direct.high), axis.x(direct.ratio));
}

/// A commit's date and subject, as a link where there is one; empty for an unknown commit.
std::string commit_html(const ProjectWords& words, const std::string& build) {
    const Commit* const commit = words.find(build);
    if (commit == nullptr) return {};
    const std::string text = fmt::format("{} {}", commit->date, escaped(commit->subject));
    const std::string link = words.link(build);
    return link.empty() ? text : fmt::format("<a href=\"{}\">{}</a>", escaped(link), text);
}

/// The same with the name of the build, as a line.
void add_commit(HtmlPage& page, std::string_view side, const Build& build, const ProjectWords& words) {
    if (const std::string text = commit_html(words, build.revision); !text.empty())
        page.add("<p class=soft>{} {}: {}</p>", side, escaped(short_name(build)), text);
}

/// The interval of a row in words, for the pointer.
std::string explained(const ChangedRow& row) {
    if (!row.direct) return {};
    const Verdict& direct = *row.direct;
    return fmt::format(" title=\"{}: {} in {} pairs, 99 % interval {}; changes below {:.1f} % do not count\"",
                       escaped(row.benchmark), percent(direct.ratio), direct.pairs,
                       interval_text(direct.low, direct.high), 100 * direct.least_effect);
}

/// Rows in words and, if there is a direct comparison, with its interval drawn on an axis that all rows
/// share. `where`: the head of the column of ChangedRow::where. `label`: the table's name for screen readers.
/// `linked`: names lead to the page's search.
void add_ratio_table(HtmlPage& page, std::span<const ChangedRow> rows, std::string_view where,
                     std::string_view label, bool linked, const ProjectWords& words) {
    const RatioAxis axis(rows);
    const bool has_remarks =
        std::any_of(rows.begin(), rows.end(), [](const ChangedRow& row) { return !row.remark.empty(); });
    page.add(
        "<div class=scroll tabindex=0 role=region aria-label=\"{0}\"><table><tr><th>benchmark<th>state<th "
        "class=n>change<th class=n>direct comparison<th style=width:{1}px><div class=ends "
        "style=width:{1}px><span>{2:.1f} % faster</span><span>{3:.1f} % slower</span></div><th>{4}{5}",
        escaped(label), plot_width, axis.low_percent(), axis.high_percent(), where,
        has_remarks ? "<th>found by" : "");
    for (const ChangedRow& row : rows) {
        const std::string name = escaped(row.benchmark);
        page.add("<tr{4}><td>{0}<td class=\"{1}\">{1}<td class=n>{2}<td class=n>{3}<td class=\"{1}\">",
                 linked
                     ? fmt::format("<a href=\"#search={}\">{}</a>", support::in_address(row.benchmark), name)
                     : name,
                 escaped(row.state), percent(row.ratio),
                 row.direct ? interval_text(row.direct->low, row.direct->high) : "none", explained(row));
        if (row.direct) add_interval(page, axis, *row.direct);
        const std::string commit = commit_html(words, row.after);
        page.add("<td class=where>{}{}{}", escaped(row.where), commit.empty() ? "" : "<br>", commit);
        if (has_remarks) page.add("<td class=remark>{}", escaped(row.remark));
    }
    page.add("</table></div>");
}

void add_changes(HtmlPage& page, const Trend& trend, const ProjectWords& words) {
    const std::vector<ChangedRow> rows = changed_rows(trend);
    page.add("<p class=lead>In {}: <b>{}</b>.</p>", counted(trend.builds.size(), "build"),
             rows.empty() ? "no change" : escaped(count_states(rows)));
    if (!rows.empty()) {
        page.add(
            "<p class=soft>Changes of the series, with the direct comparison of builds on both sides. The "
            "grey band is too small to matter. No direct comparison confirmed a candidate.</p>");
        add_ratio_table(page, rows, "between builds", "Changes of the series", true, words);
    }
}

std::string runs_of(const KeyedRun& keyed) {
    if (keyed.pooled.empty()) return fmt::format("run {}, {}", keyed.key, escaped(keyed.run.started));
    return fmt::format("pooled from {} runs: {} and {}; the newest started {}", keyed.pooled.size() + 1,
                       fmt::join(keyed.pooled, ", "), keyed.key, escaped(keyed.run.started));
}

/// `linked`: the page has a search to lead to.
void add_comparison(HtmlPage& page, const KeyedRun& keyed, bool linked, const ProjectWords& words) {
    const std::vector<ChangedRow> rows = changed_rows(keyed.run);
    const auto first_ok = std::ranges::find(rows, "ok", &ChangedRow::state);
    page.add("<p class=lead>Newest comparison, {}: <b>{}</b>.</p><p class=soft>{}</p>",
             escaped(title_of(keyed.run)), escaped(tally(keyed.run)), runs_of(keyed));
    if (keyed.run.b) add_commit(page, "head", *keyed.run.b, words);
    add_commit(page, "base", keyed.run.a, words);
    if (first_ok != rows.begin())
        add_ratio_table(page, {rows.begin(), first_ok}, "measured by", "Newest comparison: not ok", linked,
                        words);
    if (first_ok == rows.end()) return;
    page.add("<details><summary>{} ok</summary>", rows.end() - first_ok);
    add_ratio_table(page, {first_ok, rows.end()}, "measured by", "Newest comparison: ok", linked, words);
    page.add("</details>");
}

void add_series(HtmlPage& page, const Trend& trend) {
    const std::string first = short_build(trend.builds.front());
    if (trend.builds.size() == 1) {
        // One build has no line to draw.
        support::Table table = series_table(trend);
        table.title = "1 build, " + first;
        support::add_table(page, table);
        return;
    }
    page.add("<h2>{}, {} to {}</h2><p class=soft>{}</p>", counted(trend.builds.size(), "build"),
             escaped(first), escaped(short_build(trend.builds.back())), escaped(value_sentence(trend)));
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

}  // namespace

std::string to_html(const Report& report) {
    const std::string title = report.words.title();
    HtmlPage page(title, history_page_css);
    page.add("<h1>{}</h1><p class=soft>{} &middot; machine {} &middot; {}</p>", escaped(title),
             escaped(describe(report.machine)), fingerprint(report.machine), escaped(report.history));
    const bool has_way = trend_says_more(report) && report.trend->builds.size() > 1;
    if (has_way || report.comparison) page.add("<h2>What changed</h2>");
    if (has_way) add_changes(page, *report.trend, report.words);
    if (report.comparison) add_comparison(page, *report.comparison, has_way, report.words);
    if (trend_says_more(report)) add_series(page, *report.trend);
    if (!report.times) return page.take();
    // Folded if the page has more to say.
    const bool is_folded = has_way || report.comparison;
    if (is_folded) page.add("<details><summary>Newest times</summary>");
    support::add_table(page, times_table(*report.times));
    if (is_folded) page.add("</details>");
    return page.take();
}

}  // namespace wend::perf
