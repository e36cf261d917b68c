// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "bench/rivals/rival.hpp"
#include "bench/statistics/median.hpp"

namespace wend::report {
namespace {

using Named = std::pair<double, std::string>;

struct Headline {
    Isa best, narrower;  ///< the reference where there is no narrower one
    std::vector<Named> over_textbook{}, over_plain{}, over_narrower{};
};

Headline headline_of(const Groups& groups) {
    const Isa best = best_isa(groups);
    const auto isas = supported_isas();
    const auto at = std::ranges::find(isas, best);
    Headline headline{.best = best, .narrower = at == isas.begin() ? best : *std::prev(at)};
    for (const bench::Group& group : groups) {
        const bench::Row* const row = find_one_tick(group, best);
        if (row == nullptr) continue;
        if (const bench::Row* const base = group.tutorial())
            headline.over_textbook.emplace_back(bench::speed_up(*row, *base).middle, short_name(row->what));
        if (const bench::Row* const base = group.rival(*row))
            headline.over_plain.emplace_back(bench::speed_up(*row, *base).middle, short_name(row->what));
        const bench::Row* const base = find_one_tick(group, headline.narrower);
        if (base != nullptr && headline.narrower != Isa::reference)
            headline.over_narrower.emplace_back(bench::speed_up(*row, *base).middle, short_name(row->what));
    }
    return headline;
}

/// In how many kernels it is slower; the rarer ones are named.
std::string slower_text(const std::vector<Named>& ratios) {
    const auto slower = static_cast<std::size_t>(
        std::ranges::count_if(ratios, [](const Named& one) { return one.first < 1; }));
    const bool names_slower = 2 * slower <= ratios.size();
    std::string names;
    for (const auto& [ratio, kernel] : ratios)
        if ((ratio < 1) == names_slower) names += (names.empty() ? "" : ", ") + kernel;
    return fmt::format("slower than it in {} of {} kernels{}{}", slower, ratios.size(),
                       names.empty()  ? ""
                       : names_slower ? ": "
                                      : "; faster in ",
                       names);
}

/// "7.89 times as fast as OTHER (median of 9 kernels; approach 3.01 to wander 11.53)".
std::string speed_text(const std::vector<Named>& ratios, std::string_view other) {
    const auto [least, most] = std::ranges::minmax(ratios);
    std::vector<double> values;
    for (const Named& one : ratios) values.push_back(one.first);
    const std::string range = ratios.size() == 1
                                  ? least.second
                                  : fmt::format("median of {} kernels; {} {:.2f} to {} {:.2f}", ratios.size(),
                                                least.second, least.first, most.second, most.first);
    return fmt::format("{:.2f} times as fast as {} ({})", bench::median(std::move(values)), other, range);
}

}  // namespace

Sentence load_sentence(const Groups& groups) {
    double cpu = 0, real = 0;
    for (const bench::Group& group : groups)
        for (const bench::Row& row : group.rows)
            if (row.what.threads == 1)
                for (const bench::Slice& slice : row.slices) {
                    cpu += slice.cpu_seconds;
                    real += slice.real_seconds;
                }
    if (real == 0) return {};
    const double share = std::min(1.0, cpu / real);
    const bool is_busy = share < 0.97;
    return {fmt::format("the timed loops had {:.0f} % of a core{}", 100 * share,
                        is_busy ? ": the machine was busy, measure again" : ""),
            is_busy};
}

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

std::vector<Sentence> sentences_of(const Groups& groups) {
    const Headline headline = headline_of(groups);
    const std::string_view best = name(headline.best);
    std::vector<Sentence> sentences;
    std::string parts;
    if (!headline.over_textbook.empty()) parts = speed_text(headline.over_textbook, "the textbook's loop");
    if (!headline.over_plain.empty())
        parts += fmt::format("{}{}, {}", parts.empty() ? "" : " and ",
                             speed_text(headline.over_plain, "the best plain loop"),
                             slower_text(headline.over_plain));
    if (!parts.empty())
        sentences.push_back(
            {fmt::format("One tick a call, 8,192 agents, one thread: {} is {}.", best, parts)});
    if (!headline.over_narrower.empty())
        sentences.push_back(
            {fmt::format("{} is {}.", best, speed_text(headline.over_narrower, name(headline.narrower)))});
    if (!headline.over_plain.empty())
        sentences.push_back({fmt::format("Plain loops were vectorised by {}, with -ffast-math too.",
                                         bench::rivals::plain_loop_compilers())});
    if (const std::string missing = bench::rivals::absent_text(); !missing.empty())
        sentences.push_back({fmt::format("Not measured: {}.", missing)});
    sentences.push_back(state_sentence(groups));
    return sentences;
}

}  // namespace wend::report
