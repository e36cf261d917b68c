// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/what_changed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "tools/perf/report/report.hpp"

namespace wend::perf {
namespace {

ChangedRow row_of(const TrendSeries& series, const TrendChange& change) {
    ChangedRow row{.benchmark = series.benchmark,
                   .state = change.ratio > 1 ? "regressed" : "faster",
                   .ratio = change.ratio,
                   .where = fmt::format("{} to {}", short_build(series.points[change.at - 1].build),
                                        short_build(series.points[change.at].build))};
    if (change.is_confirmed()) {
        row.direct = change.confirmation->verdict;
        row.remark = "run " + change.confirmation->run;
    } else {
        row.state = "candidate";
        if (!change.in_vain.empty()) row.direct = change.in_vain.back().verdict;
        const std::string why = doubt(change);
        row.remark = why.empty() ? "no direct comparison yet" : "not confirmed: " + why;
    }
    return row;
}

bool is_faster(const Verdict& verdict) {
    return verdict.state == "ok" && verdict.high < 1 / (1 + verdict.least_effect);
}

}  // namespace

std::vector<ChangedRow> changed_rows(const Trend& trend) {
    std::vector<ChangedRow> rows;
    for (const TrendSeries& series : trend.series)
        for (const TrendChange& change : series.changes) rows.push_back(row_of(series, change));
    const auto urgency = [](const ChangedRow& row) {
        return row.state == "regressed" ? 0 : row.state == "faster" ? 1 : 2;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const ChangedRow& a, const ChangedRow& b) {
        if (urgency(a) != urgency(b)) return urgency(a) < urgency(b);
        return std::fabs(std::log(a.ratio)) > std::fabs(std::log(b.ratio));
    });
    return rows;
}

std::vector<ChangedRow> changed_rows(const Run& comparison) {
    std::vector<ChangedRow> rows;
    for (const BenchResult* result : by_urgency(comparison)) {
        const Verdict& verdict = *result->verdict;
        rows.push_back({.benchmark = result->name,
                        .state = is_faster(verdict) ? "faster" : verdict.state,
                        .ratio = verdict.ratio,
                        .where = fmt::format("{} pairs", verdict.pairs),
                        .direct = verdict});
    }
    std::stable_partition(rows.begin(), rows.end(), [](const ChangedRow& row) { return row.state != "ok"; });
    return rows;
}

std::string count_states(const std::vector<ChangedRow>& rows) {
    std::vector<std::pair<std::string_view, std::size_t>> counts;
    for (const ChangedRow& row : rows) {
        const auto found = std::find_if(counts.begin(), counts.end(),
                                        [&](const auto& count) { return count.first == row.state; });
        if (found == counts.end())
            counts.emplace_back(row.state, 1);
        else
            ++found->second;
    }
    std::string text;
    for (const auto& [state, count] : counts)
        text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", count, state,
                            state == "candidate" && count > 1 ? "s" : "");
    return text;
}

}  // namespace wend::perf
