// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/comparison_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
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

/// The parts of a case's name.
std::vector<std::string_view> parts_of(std::string_view name) {
    std::vector<std::string_view> parts;
    for (std::size_t slash = 0; slash != std::string_view::npos; name.remove_prefix(slash + 1)) {
        slash = name.find('/');
        parts.push_back(name.substr(0, slash));
        if (slash == std::string_view::npos) break;
    }
    return parts;
}

/// "; nothing of reference (180 cases), agents:1000 (12)": parts of names that no case has which was
/// measured, or whose code is the same; those of most cases first.
std::string describe_not_covered(const Comparison& comparison) {
    std::set<std::string_view> covered;
    for (const std::vector<std::string>* names : {&comparison.names, &comparison.same_code})
        for (const std::string& name : *names)
            for (const std::string_view part : parts_of(name)) covered.insert(part);
    std::map<std::string_view, std::size_t> cases;
    for (const std::string& name : comparison.not_covered)
        for (const std::string_view part : parts_of(name))
            if (!covered.contains(part)) ++cases[part];
    std::vector<std::pair<std::string_view, std::size_t>> parts(cases.begin(), cases.end());
    std::ranges::stable_sort(parts, std::ranges::greater{}, [](const auto& part) { return part.second; });
    constexpr std::size_t shown = 12;
    std::string text;
    for (std::size_t i = 0; i < parts.size() && i < shown; ++i)
        text += fmt::format("{}{} ({}{})", i == 0 ? "; nothing of " : ", ", parts[i].first, parts[i].second,
                            i > 0                  ? ""
                            : parts[i].second == 1 ? " case"
                                                   : " cases");
    if (parts.size() > shown) text += fmt::format(" and {} more", parts.size() - shown);
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
    const auto lacking =
        std::count_if(comparison.evidence.begin(), comparison.evidence.end(),
                      [](const Evidence& one) { return one.state == State::unclear && one.lacked_cores(); });
    if (lacking > 0)
        text +=
            fmt::format("{} case{} of several threads lacked cores in most pairs: other processes had them\n",
                        lacking, lacking == 1 ? "" : "s");
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
    if (!comparison.not_covered.empty())
        text +=
            fmt::format("not covered: {} more cases that both builds have (--filter . measures them all){}\n",
                        comparison.not_covered.size(), describe_not_covered(comparison));
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

std::string describe_side_by_side(std::span<const Comparison> comparisons, std::span<const std::string> heads,
                                  bool whole) {
    struct Row {
        std::string cells;  ///< of the heads so far
        std::size_t heads = 0;
        bool is_ok = true;
    };
    constexpr std::size_t width = 22;
    std::map<std::string, Row> rows;
    std::string head_line;
    for (std::size_t k = 0; k < comparisons.size(); ++k) {
        head_line += fmt::format("{:<{}}", fmt::format("{:>8}", k + 1), width);
        for (std::size_t i = 0; i < comparisons[k].names.size(); ++i) {
            const Evidence& one = comparisons[k].evidence[i];
            Row& row = rows[comparisons[k].names[i]];
            row.cells.resize(k * width, ' ');
            row.cells +=
                fmt::format("{:<{}}", fmt::format("{:>10} {}", percent(one.ratio), name(one.state)), width);
            ++row.heads;
            row.is_ok = row.is_ok && one.state == State::ok;
        }
    }
    std::string text;
    for (const auto& [name, row] : rows)
        if (row.heads > 1 && (whole || !row.is_ok))
            text += fmt::format("{:<{}}{}\n", row.cells, comparisons.size() * width, name);
    if (!text.empty()) text = head_line + "case\n" + text;
    for (std::size_t k = 0; k < comparisons.size(); ++k) {
        const Estimate all = overall(comparisons[k]);
        text += fmt::format("{:>8}  {}: together {} ({} to {}); {} regressed, {} unclear\n", k + 1, heads[k],
                            percent(all.middle), percent(all.low), percent(all.high),
                            comparisons[k].count(State::regressed), comparisons[k].count(State::unclear));
    }
    return text;
}

}  // namespace wend::perf
