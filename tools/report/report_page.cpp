// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/cases/setting.hpp"
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

std::vector<RatioLine> speed_ups_of(const Groups& groups) {
    const auto isas = supported_isas();
    std::vector<RatioLine> lines;
    for (const bench::Group& group : groups)
        for (const bench::Row& row : group.rows) {
            const bench::Row* const loop = group.rival(row);
            if (!is_plain(row) || row.what.wend_isa == Isa::reference || loop == nullptr ||
                row.what.agents != bench::in_cache_size || row.what.threads != 1)
                continue;
            const std::string kernel = short_name(row.what);
            line_of(lines, kernel)
                .dots.push_back({.isa = static_cast<std::size_t>(std::ranges::find(isas, *row.what.wend_isa) -
                                                                 isas.begin()),
                                 .is_grouped = row.what.ticks != 1,
                                 .text = fmt::format("{} on {}, {}", kernel, row.what.isa,
                                                     row.what.ticks == 1
                                                         ? "one tick a call"
                                                         : fmt::format("{} ticks a call", row.what.ticks)),
                                 .ratio = bench::speed_up_interval(row, *loop)});
        }
    return lines;
}

void add_speed_ups(HtmlPage& page, const Groups& groups) {
    const std::vector<RatioLine> lines = speed_ups_of(groups);
    if (lines.empty()) return;
    page.add(
        "<h2>Times as fast as the fastest plain loop</h2><p class=soft>{} agents, one thread; the loop for "
        "vectors as wide, or of 256 bits where wend's are narrower. Full: one tick a call. Hollow: several. "
        "Lines: 99 % intervals. Right of 1 wend is "
        "faster.</p>",
        bench::in_cache_size);
    add_ratio_chart(page, lines,
                    "Times as fast as the fastest plain loop, by kernel and instruction set; the table of "
                    "all rows has the numbers");
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

std::string report_page(const Groups& groups, const Roofline* roofline, std::string_view json) {
    HtmlPage page("wend: instruction sets compared", report_css);
    page.add("<h1>Instruction sets compared</h1><p class=soft>");
    for (const auto& [what, how] : bench::short_setting())
        page.add("{}: {}<br>", escaped(what), escaped(how));
    page.add("</p><p class=lead>");
    for (const Sentence& sentence : sentences_of(groups))
        page.add("{}{}{} ", sentence.is_bad ? "<b class=wrong>" : "", escaped(sentence.text),
                 sentence.is_bad ? "</b>" : "");
    page.add("</p>\n");
    add_speed_ups(page, groups);
    add_table(page, thread_table(groups));
    if (roofline != nullptr) add_roofline(page, *roofline);
    add_rivals(page, groups);
    add_table(page, start_table(groups));
    add_table(page, reference_table(groups));
    add_live_table(page, row_table(groups));
    if (!json.empty())
        page.add("<p>Every round, as Google Benchmark's JSON: <a href='{0}'>{0}</a></p>", escaped(json));
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
