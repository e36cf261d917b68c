// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/rivals/rival.hpp"
#include "bench/statistics/median.hpp"

namespace wend::report {
namespace {

using Named = std::pair<double, std::string>;

struct Headline {
    std::vector<Named> over_textbook, over_plain;
};

Headline headline_of(const Groups& groups) {
    Headline headline;
    const Isa best = best_isa(groups);
    for (const bench::Group& group : groups)
        for (const bench::Row& row : group.rows) {
            if (!is_plain(row) || row.what.wend_isa != best || row.what.agents != bench::in_cache_size ||
                row.what.ticks != 1 || row.what.threads != 1)
                continue;
            if (const bench::Row* const base = group.tutorial(row.what.start))
                headline.over_textbook.emplace_back(bench::speed_up(row, *base), short_name(row.what));
            if (const bench::Row* const base = group.rival(row))
                headline.over_plain.emplace_back(bench::speed_up(row, *base), short_name(row.what));
        }
    return headline;
}

}  // namespace

Sentence state_sentence(const Groups& groups) {
    std::size_t states = 0;
    std::vector<std::string> wrong, wrong_rivals;
    for (const bench::Group& group : groups)
        for (const bench::Row& row : group.rows) {
            if (!row.what.is_rival()) ++states;
            if (!row.problem.empty()) (row.what.is_rival() ? wrong_rivals : wrong).push_back(row.what.name);
        }
    const auto first_of = [](const std::vector<std::string>& names) {
        return names.front() + (names.size() > 1 ? " and others" : "");
    };
    std::string text = wrong.empty()
                           ? fmt::format("All {} states that were checked have the reference's bits.", states)
                           : fmt::format("{} of {} states differ from the reference's: {}.", wrong.size(),
                                         states, first_of(wrong));
    if (!wrong_rivals.empty())
        text += fmt::format(" Wrong rivals, which were not timed: {}.", first_of(wrong_rivals));
    return {text, !wrong.empty() || !wrong_rivals.empty()};
}

std::string range_text(const std::vector<Named>& ratios) {
    const auto [least, most] = std::ranges::minmax(ratios);
    if (ratios.size() == 1) return fmt::format("{:.2f} ({})", least.first, least.second);
    std::vector<double> values;
    for (const Named& one : ratios) values.push_back(one.first);
    return fmt::format("{:.2f} ({}) to {:.2f} ({}), median {:.2f}", least.first, least.second, most.first,
                       most.second, bench::median(std::move(values)));
}

std::vector<Sentence> sentences_of(const Groups& groups) {
    const Headline headline = headline_of(groups);
    const std::string_view best = name(best_isa(groups));
    std::vector<Sentence> sentences;
    if (!headline.over_textbook.empty())
        sentences.push_back({fmt::format(
            "One tick a call, {} agents, one thread: {} is {} times as fast as the textbook's loop.",
            bench::in_cache_size, best, range_text(headline.over_textbook))});
    if (!headline.over_plain.empty())
        sentences.push_back({fmt::format(
            "It is {} times as fast as the fastest plain loop vectorised by {}, -ffast-math included, and "
            "faster "
            "than it in {} of {} kernels.",
            range_text(headline.over_plain), bench::rivals::plain_loop_compilers(),
            std::ranges::count_if(headline.over_plain, [](const Named& one) { return one.first > 1; }),
            headline.over_plain.size())});
    if (const std::string missing = bench::rivals::absent_text(); !missing.empty())
        sentences.push_back({fmt::format("Not measured: {}.", missing)});
    sentences.push_back(state_sentence(groups));
    return sentences;
}

}  // namespace wend::report
