// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/comparison_text.hpp"

#include <fmt/format.h>

#include <vector>

namespace wend::perf {
namespace {

constexpr const char* line_format = "{:<9} {:>10}  {:<19} {:>5} {:>5}  {:<10} {}\n";

std::string exact_line(const ExactChange& change, bool accepted) {
    return fmt::format("{:<9} {:>10}  {:.0f} -> {:.0f} {}, limit {:+.1f} %: {}\n",
                       accepted            ? "accepted"
                       : change.is_grown() ? "more"
                                           : "less",
                       change.base == 0 ? "from 0" : percent(change.head / change.base), change.base,
                       change.head, change.unit, 100 * change.limit, change.name);
}

/// The first of some names, a line each, and how many there are more.
std::string names_line(std::string_view what, const std::vector<std::string>& names, bool whole) {
    constexpr std::size_t shown = 3;
    std::string text;
    for (std::size_t i = 0; i < names.size() && (whole || i < shown); ++i)
        text += fmt::format("{}: {}\n", what, names[i]);
    if (!whole && names.size() > shown)
        text += fmt::format("{}: {} more (--all lists them)\n", what, names.size() - shown);
    return text;
}

}  // namespace

std::string interval(const Evidence& one) { return interval_text(one.low, one.high); }

std::string case_line(std::string_view state, const std::string& name, const Evidence& one,
                      const Evidence* other) {
    return fmt::format(line_format, state, percent(one.ratio), interval(one),
                       fmt::format("{:.1f} %", 100 * one.tau), one.pairs.size(),
                       other == nullptr ? "" : percent(other->ratio), name);
}

std::string describe(const Comparison& comparison, bool whole) {
    std::string lines;
    for (const State state : {State::regressed, State::unclear, State::accepted, State::layout, State::ok}) {
        if (state == State::ok && !whole) continue;
        for (std::size_t i = 0; i < comparison.names.size(); ++i) {
            if (comparison.evidence[i].state != state) continue;
            const auto other = comparison.other_layout.find(comparison.names[i]);
            lines += case_line(name(state), comparison.names[i], comparison.evidence[i],
                               other == comparison.other_layout.end() ? nullptr : &other->second);
            if (const auto growth = comparison.growth.find(comparison.names[i]);
                growth != comparison.growth.end())
                lines += growth->second;
        }
    }
    std::string text;
    if (!lines.empty())
        text = fmt::format(line_format, "state", "change", "interval", "tau", "pairs",
                           comparison.other_layout.empty() ? "" : "relinked", "case") +
               lines;
    // What makes one call longer makes all of them: the first tell it.
    constexpr std::size_t shown = 6;
    std::size_t less = 0;
    std::size_t listed = 0;
    std::size_t left_out = 0;
    for (const ExactChange& change : comparison.exact) {
        less += change.is_shrunk() ? 1 : 0;
        if (!change.is_grown() && !(whole && change.is_shrunk())) continue;
        if (whole || listed < shown)
            text += exact_line(change, comparison.accepted.contains(change.name));
        else
            ++left_out;
        ++listed;
    }
    if (left_out > 0)
        text += fmt::format("more      and {} further exact numbers (--all lists them)\n", left_out);
    text += names_line("missing   in the head's build", comparison.only_base, whole) +
            names_line("new       not in the base's build", comparison.only_head, whole);
    if (!comparison.same_code.empty())
        text += fmt::format("{} cases have the same machine code in both builds, and were not measured\n",
                            comparison.same_code.size());
    if (comparison.not_measured > 0)
        text +=
            fmt::format("not covered: {} more cases that both builds have (--filter . measures them all)\n",
                        comparison.not_measured);
    if (!comparison.exact.empty())
        text += fmt::format("{} exact numbers: {} grew, {} shrank\n", comparison.exact.size(),
                            comparison.count_grown(), less);
    for (const std::string& remark : comparison.remarks) text += remark + '\n';
    if (comparison.names.empty()) return text;
    const Estimate all = overall(comparison);
    return text +
           fmt::format(
               "{} cases: {} regressed, {} unclear, {} by layout, {} ok{}; together {} ({} to {}); "
               "{:.0f} s, {:.0f} % of the rounds disturbed\n",
               comparison.names.size(), comparison.count(State::regressed), comparison.count(State::unclear),
               comparison.count(State::layout), comparison.count(State::ok),
               comparison.accepted.empty() ? "" : fmt::format(", {} accepted", comparison.accepted.size()),
               percent(all.middle), percent(all.low), percent(all.high), comparison.seconds,
               100 * comparison.disturbed);
}

}  // namespace wend::perf
