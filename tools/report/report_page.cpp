// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "bench/cases/setting.hpp"
#include "tools/report/implementations.hpp"
#include "tools/report/population_curves.hpp"
#include "tools/report/ratio_chart.hpp"
#include "tools/report/report_files.hpp"
#include "tools/report/sentences.hpp"
#include "tools/support/html_page.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::report {
namespace {

using support::escaped;
using support::HtmlPage;
using support::markdown_text;
using support::Table;

/// One line of dots: a round each, from the fastest to the slowest of both rows.
void add_rounds(std::string& text, const bench::Row& row, double least, double most) {
    text += fmt::format(
        "<div class=strip><span class=kernel>{}</span><svg height=16 role=img aria-label='{} "
        "rounds'>",
        escaped(row.what.isa), row.slices.size());
    for (std::size_t round = 0; round < row.slices.size(); ++round) {
        const double ns = row.nanoseconds(round);
        text += fmt::format("<circle cx='{:.1f}%' cy=8 r=3.5><title>round {}: {:.3f} ns</title></circle>",
                            3 + 94 * (ns - least) / (most - least), round + 1, ns);
    }
    text += fmt::format("</svg><span class=n>{:.2f} ns</span></div>", row.median_nanoseconds());
}

/// Opened by a click on a kernel: the rounds of both sides, the command for this row, a link to the loop.
std::string details_of(const bench::Row& row, const bench::Row& loop) {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const bench::Row* const one : {&row, &loop})
        for (std::size_t round = 0; round < one->slices.size(); ++round) {
            least = std::min(least, one->nanoseconds(round));
            most = std::max(most, one->nanoseconds(round));
        }
    const double end = std::max(most, least * 1.01);
    std::string text;
    add_rounds(text, row, least, end);
    add_rounds(text, loop, least, end);
    return text + fmt::format(
                      "<p>Rounds from {:.2f} (left) to {:.2f} ns (right). Again: <code>wend bench --filter "
                      "'{}'</code>. The loop: {}</p>",
                      least, most, escaped(row.what.name), loop_link(loop.what));
}

std::vector<RatioLine> speed_ups_of(const Groups& groups) {
    const Isa best = best_isa(groups);
    std::vector<RatioLine> lines;
    for (const bench::Group& group : groups) {
        const bench::Row* const row = find_one_tick(group, best);
        if (row == nullptr) continue;
        RatioLine& line = lines.emplace_back(RatioLine{.kernel = short_name(row->what)});
        const bench::Row* const loop = group.rival(*row);
        if (loop == nullptr) continue;
        line.ratio = bench::speed_up(*row, *loop);
        line.details = details_of(*row, *loop);
    }
    return lines;
}

void add_speed_ups(HtmlPage& page, const Groups& groups) {
    const std::vector<RatioLine> lines = speed_ups_of(groups);
    if (lines.empty()) return;
    page.add(
        "<h2>{} against the best plain loop</h2><p class=soft>Times as fast, one tick a call, 8,192 agents, "
        "one thread: right of 1 wend is faster. Lines through the marks: 99 % intervals. A click on a kernel "
        "shows "
        "the rounds, "
        "the command and the loop's text. The loop has vectors as wide, or of 256 bits where wend's are "
        "narrower.</p>",
        name(best_isa(groups)));
    add_ratio_chart(page, lines, "Times as fast as the best plain loop, by kernel");
}

void add_roofline(HtmlPage& page, const Roofline& roofline) {
    add_table(page, ceiling_table(roofline));
    add_table(page, roofline_table(roofline));
    page.add(
        "<p class=soft>Slopes, from the top: the bandwidth of L1, L2, L3 and memory{}. Level lines: "
        "operations. Points: the kernels, by number.</p>",
        roofline.caches.assumed ? ", for usual sizes where this machine tells none" : "");
    page.add_text(picture_of(roofline));
}

void add_rivals(HtmlPage& page, const Groups& groups) {
    for (const Table& table : {fastest_rival_table(groups), rival_build_table(groups)}) {
        if (table.rows.empty()) continue;
        page.add("<details><summary>{} ({} rows)</summary>", escaped(table.title), table.rows.size());
        add_table(page, table);
        page.add("</details>\n");
    }
}

}  // namespace

std::string report_page(const Groups& groups, const Roofline* roofline, const ReportSource& source) {
    bench::Lines setting = bench::short_setting();
    const auto how_of = [&](std::string_view what) {
        const auto line = std::ranges::find(setting, what, &bench::Lines::value_type::first);
        return line == setting.end() ? std::string() : line->second;
    };
    const std::string title = fmt::format("wend {}: speed on {}", how_of("wend"), how_of("cpu"));
    HtmlPage page(title, report_css);
    page.add("<h1>{}</h1><p class=soft>", escaped(title));
    setting.emplace_back("command", source.command);
    setting.emplace_back("load", load_sentence(groups).text);
    for (const auto& [what, how] : setting)
        if (what != "wend" && what != "cpu" && !how.empty())
            page.add("{}: {}<br>", escaped(what), escaped(how));
    page.add("</p><p class=lead>");
    for (const Sentence& sentence : sentences_of(groups))
        page.add("{}{}{}<br>\n", sentence.is_bad ? "<b class=wrong>" : "", escaped(sentence.text),
                 sentence.is_bad ? "</b>" : "");
    page.add("</p>\n");
    add_table(page, kernel_table(groups));
    add_speed_ups(page, groups);
    add_population_curves(page, groups);
    add_table(page, thread_table(groups));
    if (roofline != nullptr) add_roofline(page, *roofline);
    add_table(page, start_table(groups));
    add_rivals(page, groups);
    add_table(page, reference_table(groups));
    add_live_table(page, row_table(groups));
    if (!source.json.empty())
        page.add("<p>Every round, as Google Benchmark's JSON: <a href='{0}'>{0}</a></p>",
                 escaped(source.json));
    add_loop_texts(page);
    page.add_script(report_js);
    return page.take();
}

std::string report_markdown(const Groups& groups, const Roofline* roofline) {
    std::string text;
    for (const auto& [what, how] : bench::short_setting())
        text += fmt::format("- {}: {}\n", what, markdown_text(how));
    text += "\n";
    for (const Sentence& sentence : sentences_of(groups)) {
        const std::string_view bold = sentence.is_bad ? "**" : "";
        text += fmt::format("{0}{1}{0}\n", bold, markdown_text(sentence.text));
    }
    text += markdown_of(kernel_table(groups)) + folded_markdown_of(thread_table(groups));
    if (roofline != nullptr)
        text += folded_markdown_of(ceiling_table(*roofline)) + folded_markdown_of(roofline_table(*roofline));
    return text + folded_markdown_of(fastest_rival_table(groups)) + folded_markdown_of(start_table(groups)) +
           folded_markdown_of(reference_table(groups));
}

}  // namespace wend::report
