// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/cases/case.hpp"
#include "bench/report/cost_chart.hpp"
#include "bench/report/marks.hpp"
#include "bench/report/ratio_chart.hpp"
#include "bench/report/report_files.hpp"
#include "bench/report/result_tables.hpp"
#include "bench/report/rivals.hpp"
#include "bench/report/sentences.hpp"
#include "bench/report/table.hpp"
#include "bench/support/html_page.hpp"
#include "bench/support/svg_canvas.hpp"

namespace wend::bench {
namespace {

using scenario::escaped;
using scenario::HtmlPage;

std::vector<RatioLine> speed_ups_of(const Result& result) {
    std::vector<RatioLine> lines;
    for (const ResultGroup& group : result.groups)
        for (const ResultRow& row : group.rows) {
            const std::size_t isa = result.isa_index(row.what.isa);
            if (!row.is_plain() || isa == 0 || row.x_rival.empty() || row.what.agents != in_cache_size ||
                row.what.threads != 1)
                continue;
            line_of(lines, row.what.kernel)
                .dots.push_back(
                    {.isa = isa,
                     .is_grouped = row.ticks != 1,
                     .text = fmt::format(
                         "{} on {}, {}", row.what.kernel, row.what.isa,
                         row.ticks == 1 ? "one tick a call" : fmt::format("{} ticks a call", row.ticks)),
                     .ratio = speed_up_of_ratios(row.x_rival)});
        }
    return lines;
}

void add_speed_ups(HtmlPage& page, const Result& result) {
    const std::vector<RatioLine> lines = speed_ups_of(result);
    if (lines.empty()) return;
    page.add(
        "<h2>Times as fast as the fastest plain loop</h2><p class=soft>{} agents, one thread; the loop for "
        "the same vectors, by GCC or Clang. Full: one tick a call. Hollow: several. Lines: 99 % intervals. "
        "Right of 1 wend is faster.</p>",
        in_cache_size);
    add_legend(page, result.isas, false);
    add_ratio_chart(page, lines,
                    "Times as fast as the fastest plain loop, by kernel and instruction set; the table of "
                    "all rows has the numbers");
}

void add_roofline(HtmlPage& page, const Result& result) {
    if (!result.roofline) return;
    add_table(page, ceiling_table(result));
    add_table(page, roofline_table(result));
    page.add(
        "<p class=soft>Slopes, from the top: the bandwidth of L1, L2, L3 and memory. Level lines: "
        "operations. Points: the kernels, by number.</p>");
    for (const CeilingView& ceilings : result.roofline->ceilings)
        if (std::ranges::any_of(result.roofline->points,
                                [&](const PointView& point) { return point.isa == ceilings.isa; }))
            page.add_text(panel_of(*result.roofline, ceilings));
}

void add_rivals(HtmlPage& page, const Result& result) {
    add_table(page, fastest_rival_table(result));
    for (const Table& table : {every_rival_table(result), rival_build_table(result)}) {
        if (table.rows.empty()) continue;
        page.add("<details><summary>{} ({} rows)</summary>", escaped(table.title), table.rows.size());
        add_table(page, table);
        page.add("</details>\n");
    }
}

}  // namespace

std::string report_page(const Result& result, std::string_view json) {
    HtmlPage page("wend: instruction sets compared", report_css);
    page.add("<h1>Instruction sets compared</h1><p class=soft>");
    for (const auto& [what, how] : result.setting()) page.add("{}: {}<br>", escaped(what), escaped(how));
    page.add("</p>");
    add_lead(page, sentences_of(result));
    add_speed_ups(page, result);
    add_costs(page, result);
    add_table(page, thread_table(result));
    add_roofline(page, result);
    add_rivals(page, result);
    add_table(page, start_table(result));
    add_live_table(page, row_table(result));
    if (!json.empty())
        page.add("<p>Every round, as Google Benchmark's JSON: <a href='{0}'>{0}</a></p>", escaped(json));
    page.add_script(report_js);
    return page.take();
}

std::string report_markdown(const Result& result) {
    std::string text;
    for (const auto& [what, how] : result.setting())
        text += fmt::format("- {}: {}\n", what, markdown_text(how));
    text += "\n";
    for (const Sentence& sentence : sentences_of(result)) text += markdown_of(sentence);
    text += markdown_of(kernel_table(result));
    for (const Table& table : {thread_table(result), ceiling_table(result), roofline_table(result),
                               fastest_rival_table(result), start_table(result)})
        text += folded_markdown_of(table);
    return text;
}

}  // namespace wend::bench
