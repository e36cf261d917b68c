// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/comparison_page.hpp"

#include <fmt/format.h>

#include "bench/cases/case.hpp"
#include "bench/report/marks.hpp"
#include "bench/report/ratio_chart.hpp"
#include "bench/report/report_files.hpp"
#include "bench/support/html_page.hpp"
#include "bench/support/svg_canvas.hpp"

namespace wend::bench {
namespace {

using scenario::escaped;
using scenario::HtmlPage;

void add_ratios(HtmlPage& page, const Comparison& comparison) {
    std::vector<RatioLine> lines;
    for (const ComparedRow& row : comparison.rows) {
        const ResultRow& any = row.either();
        const std::size_t isa = comparison.isa_index(any.what.isa);
        if (!row.ratio || !any.is_plain() || isa == 0 || any.what.agents != in_cache_size ||
            any.what.threads != 1)
            continue;
        line_of(lines, any.what.kernel)
            .dots.push_back(
                {.isa = isa,
                 .is_grouped = any.ticks != 1,
                 .text = fmt::format("{} on {}, {} ticks a call", any.what.kernel, any.what.isa, any.ticks),
                 .ratio = *row.ratio});
    }
    if (lines.empty()) return;
    page.add(
        "<h2>B times as fast as A</h2><p class=soft>{} agents, one thread. Full: one tick a call. Hollow: "
        "several. Lines: 99 % intervals. Right of 1 B is faster.</p>",
        in_cache_size);
    add_legend(page, comparison.isas, false);
    add_ratio_chart(page, lines,
                    "B times as fast as A, by kernel and instruction set; the table of all rows has the "
                    "numbers");
}

}  // namespace

std::string comparison_page(const Comparison& comparison, std::string_view link_a, std::string_view link_b) {
    HtmlPage page("wend: two results compared", report_css);
    page.add("<h1>Two results compared</h1>");
    add_lead(page, sentences_of(comparison));
    add_table(page, setting_table(comparison));
    add_ratios(page, comparison);
    add_live_table(page, row_table(comparison));
    if (!link_a.empty() && !link_b.empty())
        page.add(
            "<p>Every round, as Google Benchmark's JSON: A, <a href='{0}'>{0}</a>; B, <a "
            "href='{1}'>{1}</a></p>",
            escaped(link_a), escaped(link_b));
    page.add_script(report_js);
    return page.take();
}

std::string comparison_markdown(const Comparison& comparison) {
    std::string text = "## Two results compared\n\n";
    for (const Sentence& sentence : sentences_of(comparison)) text += markdown_of(sentence);
    text += markdown_of(setting_table(comparison));
    for (const Table& table : {slower_table(comparison), faster_table(comparison)})
        text += folded_markdown_of(table);
    return text;
}

}  // namespace wend::bench
