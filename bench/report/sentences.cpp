// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/cases/case.hpp"
#include "bench/report/table.hpp"
#include "bench/support/median.hpp"
#include "bench/support/svg_canvas.hpp"

namespace wend::bench {
namespace {

using Named = std::pair<double, std::string>;

struct Headline {
    std::vector<Named> over_scalar, over_plain;
};

Headline headline_of(const Result& result) {
    Headline headline;
    for (const ResultGroup& group : result.groups)
        for (const ResultRow& row : group.rows) {
            if (!row.is_plain() || row.what.isa != result.best_isa() || row.what.agents != in_cache_size ||
                row.ticks != 1 || row.what.threads != 1)
                continue;
            if (!row.x_reference.empty())
                headline.over_scalar.emplace_back(median(row.x_reference), row.what.kernel);
            if (!row.x_rival.empty()) headline.over_plain.emplace_back(median(row.x_rival), row.what.kernel);
        }
    return headline;
}

Sentence state_sentence(const Result& result) {
    std::size_t states = 0;
    std::vector<std::string> wrong;
    std::size_t wrong_rivals = 0;
    for (const ResultGroup& group : result.groups)
        for (const ResultRow& row : group.rows) {
            if (row.maker == Maker::wend) ++states;
            if (row.problem.empty()) continue;
            if (row.maker == Maker::wend)
                wrong.push_back(row.name);
            else
                ++wrong_rivals;
        }
    if (!wrong.empty())
        return {fmt::format("{} of {} states differ from the reference's: {}{}.", wrong.size(), states,
                            wrong.front(), wrong.size() > 1 ? " and others" : ""),
                true};
    const std::string right =
        fmt::format("All {} states that were checked have the reference's bits", states);
    if (wrong_rivals == 0) return {right + "."};
    return {
        fmt::format("{}; {} rivals do not move the agents where the reference does.", right, wrong_rivals),
        true};
}

}  // namespace

std::string range_text(const std::vector<Named>& ratios) {
    const auto [least, most] = std::ranges::minmax(ratios);
    if (ratios.size() == 1) return fmt::format("{:.2f} ({})", least.first, least.second);
    std::vector<double> values;
    for (const Named& one : ratios) values.push_back(one.first);
    return fmt::format("{:.2f} ({}) to {:.2f} ({}), median {:.2f}", least.first, least.second, most.first,
                       most.second, median(std::move(values)));
}

void add_lead(scenario::HtmlPage& page, const std::vector<Sentence>& sentences) {
    page.add("<p class=lead>");
    for (const Sentence& sentence : sentences)
        page.add("{}{}{} ", sentence.is_bad ? "<b class=wrong>" : "", scenario::escaped(sentence.text),
                 sentence.is_bad ? "</b>" : "");
    page.add("</p>\n");
}

std::string markdown_of(const Sentence& sentence) {
    const std::string_view bold = sentence.is_bad ? "**" : "";
    return fmt::format("{}{}{}\n", bold, markdown_text(sentence.text), bold);
}

std::vector<Sentence> sentences_of(const Result& result) {
    const Headline headline = headline_of(result);
    std::vector<Sentence> sentences;
    if (!headline.over_scalar.empty())
        sentences.push_back({fmt::format(
            "One tick a call, {} agents, one thread: {} is {} times as fast as the scalar reference.",
            in_cache_size, result.best_isa(), range_text(headline.over_scalar))});
    if (!headline.over_plain.empty())
        sentences.push_back({fmt::format(
            "It is {} times as fast as the fastest plain loop that a compiler vectorised, -ffast-math "
            "included, and faster than it in {} of {} kernels.",
            range_text(headline.over_plain),
            std::ranges::count_if(headline.over_plain, [](const Named& one) { return one.first > 1; }),
            headline.over_plain.size())});
    sentences.push_back(state_sentence(result));
    return sentences;
}

}  // namespace wend::bench
