// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/series_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "bench/support/median.hpp"
#include "tools/perf/measure/case_name.hpp"

namespace wend::perf {
namespace {

/// The same for the instruction sets of one case.
std::string case_of(std::string_view name) {
    if (!isa_of(name)) return std::string(name);
    const std::string_view rest = name.substr(kernel_of(name).size() + 1 + second_part_of(name).size());
    return std::string(rest.empty() ? kernel_of(name) : rest.substr(1));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Numbers in names by their value: "BM_sort/8" before "BM_sort/64".
bool comes_before(std::string_view a, std::string_view b) {
    const auto number = [](std::string_view& text) {
        const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
        std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
        text.remove_prefix(digits.size());
        digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
        return std::pair(digits.size(), digits);
    };
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const auto of_a = number(a);
            const auto of_b = number(b);
            if (of_a != of_b) return of_a < of_b;
            continue;
        }
        if (a.front() != b.front()) return a.front() < b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.size() < b.size();
}

void add_to(std::vector<CaseSeries>& cases, const TrendSeries& series) {
    const std::string name = case_of(series.benchmark);
    const auto found =
        std::find_if(cases.begin(), cases.end(), [&](const CaseSeries& one) { return one.name == name; });
    if (found == cases.end())
        cases.push_back({name, {&series}});
    else
        found->series.push_back(&series);
}

bool changes(const std::vector<CaseSeries>& cases) {
    return std::any_of(cases.begin(), cases.end(), [](const CaseSeries& one) {
        return std::any_of(one.series.begin(), one.series.end(),
                           [](const TrendSeries* series) { return !series->changes.empty(); });
    });
}

}  // namespace

bool SeriesGroup::has_change() const { return changes(cases) || changes(folded); }

std::vector<SeriesGroup> group_series(const Trend& trend) {
    std::map<std::string_view, SeriesGroup> groups;
    for (const TrendSeries& series : trend.series) {
        const std::string_view name = series.benchmark;
        SeriesGroup& group = groups[kernel_of(name)];
        group.kernel = kernel_of(name);
        const bool is_folded = is_rival(name) || has_uneven_start(name);
        add_to(is_folded ? group.folded : group.cases, series);
    }
    std::vector<SeriesGroup> result;
    for (auto& [kernel, group] : groups) {
        for (std::vector<CaseSeries>* const cases : {&group.cases, &group.folded}) {
            std::stable_sort(cases->begin(), cases->end(), [](const CaseSeries& a, const CaseSeries& b) {
                return comes_before(a.name, b.name);
            });
            for (CaseSeries& one : *cases)
                std::stable_sort(one.series.begin(), one.series.end(),
                                 [](const TrendSeries* a, const TrendSeries* b) {
                                     return isa_of(a->benchmark) < isa_of(b->benchmark);
                                 });
        }
        result.push_back(std::move(group));
    }
    return result;
}

double base_of(const Trend& trend, const TrendSeries& series) {
    if (!trend.reference.empty()) return 1;
    const std::size_t end = series.changes.empty() ? series.points.size() : series.changes.front().at;
    std::vector<double> values;
    for (std::size_t i = 0; i < end; ++i) values.push_back(series.points[i].value);
    return bench::median(std::move(values));
}

}  // namespace wend::perf
