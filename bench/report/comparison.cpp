// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "bench/cases/case.hpp"

namespace wend::bench {
namespace {

constexpr ColumnKind number = ColumnKind::number;

/// The rows of a result, each name once.
std::vector<ResultRow> pooled_rows(const Result& result) {
    std::vector<ResultRow> rows;
    std::map<std::string, std::size_t> places;
    for (const ResultGroup& group : result.groups)
        for (const ResultRow& row : group.rows) {
            const auto [place, is_new] = places.try_emplace(row.name, rows.size());
            if (is_new) {
                rows.push_back(row);
                continue;
            }
            ResultRow& first = rows[place->second];
            first.nanoseconds.insert(first.nanoseconds.end(), row.nanoseconds.begin(), row.nanoseconds.end());
            if (first.problem.empty()) first.problem = row.problem;
        }
    return rows;
}

std::string time_cell(const std::optional<ResultRow>& row) {
    return row && row->is_timed() ? fmt::format("{:.3f}", row->median_nanoseconds()) : "";
}

Cell ratio_cell(const ComparedRow& row) {
    if (!row.ratio) return {};
    return {speed_up_text(*row.ratio), row.ratio->high < 1 ? "slow" : row.ratio->low > 1 ? "fast" : ""};
}

Cell state_cell(const ComparedRow& row) {
    if (!row.a) return {"only in B"};
    if (!row.b) return {"only in A"};
    if (!row.a->problem.empty()) return {"A: " + row.a->problem, "wrong"};
    if (!row.b->problem.empty()) return {"B: " + row.b->problem, "wrong"};
    if (!row.has_hashes()) return {};
    return row.agrees() ? Cell{"same"} : Cell{fmt::format("{} and {}", row.a->hash, row.b->hash), "wrong"};
}

Table empty_row_table(std::string title, std::string note) {
    return {.title = std::move(title),
            .note = std::move(note),
            .columns = {{"kernel"},
                        {"instruction set or rival"},
                        {"agents", number},
                        {"ticks a call", number},
                        {"threads", number},
                        {"A, ns an agent", number},
                        {"B, ns an agent", number},
                        {"B times as fast", number},
                        {"hash"}}};
}

std::vector<Cell> cells_of(const ComparedRow& row) {
    const ResultRow& any = row.either();
    return {
        {fmt::format("{}{}{}", any.what.kernel, any.what.start, any.what.trusted ? "/inputs:trusted" : "")},
        {any.what.isa},
        {fmt::format("{}", any.what.agents)},
        {fmt::format("{}", any.ticks)},
        {fmt::format("{}", any.what.threads)},
        {time_cell(row.a)},
        {time_cell(row.b)},
        ratio_cell(row),
        state_cell(row)};
}

/// The rows for which `chosen` is true; those with the ratio farthest from 1 first.
template <class Chosen>
Table table_of(const Comparison& comparison, std::string title, const Chosen& chosen) {
    std::vector<const ComparedRow*> rows;
    for (const ComparedRow& row : comparison.rows)
        if (row.ratio && chosen(*row.ratio)) rows.push_back(&row);
    std::ranges::stable_sort(rows, std::greater<>(), [](const ComparedRow* row) {
        return std::max(row->ratio->middle, 1 / row->ratio->middle);
    });
    Table table = empty_row_table(std::move(title), "");
    for (const ComparedRow* row : rows) table.rows.push_back(cells_of(*row));
    return table;
}

Sentence count_sentence(const Comparison& comparison) {
    std::size_t both = 0, only_a = 0, only_b = 0, faster = 0, slower = 0, timed = 0;
    for (const ComparedRow& row : comparison.rows) {
        ++(row.has_both() ? both : row.a ? only_a : only_b);
        if (!row.ratio) continue;
        ++timed;
        if (row.ratio->low > 1) ++faster;
        if (row.ratio->high < 1) ++slower;
    }
    return {
        fmt::format("{} rows are in both, {} only in A, {} only in B. Of {} that were timed in both, {} are "
                    "faster in B and {} slower, by their whole interval.",
                    both, only_a, only_b, timed, faster, slower)};
}

Sentence hash_sentence(const Comparison& comparison) {
    std::size_t checked = 0;
    std::vector<std::string> different;
    for (const ComparedRow& row : comparison.rows) {
        if (!row.has_hashes()) continue;
        ++checked;
        if (!row.agrees()) different.push_back(row.either().name);
    }
    if (checked == 0) return {"No state was checked in both."};
    if (different.empty())
        return {fmt::format("All {} states that both have checked have the same hash.", checked)};
    return {fmt::format("{} of {} states have another hash in B: {}{}.", different.size(), checked,
                        different.front(), different.size() > 1 ? " and others" : ""),
            true};
}

Sentence wrong_sentence(const Comparison& comparison) {
    return {fmt::format("{} rows of A and {} of B were wrong and not timed.", comparison.a.wrong_rows(),
                        comparison.b.wrong_rows()),
            true};
}

}  // namespace

std::string Comparison::best_isa() const {
    std::string best;
    std::size_t best_index = 0;
    for (const ComparedRow& row : rows)
        if (row.ratio && row.either().maker == Maker::wend &&
            isa_index(row.either().what.isa) >= best_index) {
            best = row.either().what.isa;
            best_index = isa_index(best);
        }
    return best;
}

std::size_t Comparison::isa_index(std::string_view isa) const {
    return static_cast<std::size_t>(std::ranges::find(isas, isa) - isas.begin());
}

Comparison compare(Result a, Result b) {
    Comparison comparison{std::move(a), std::move(b), {}, {}};
    comparison.isas = comparison.a.isas;
    for (const std::string& isa : comparison.b.isas)
        if (std::ranges::find(comparison.isas, isa) == comparison.isas.end()) comparison.isas.push_back(isa);
    std::map<std::string, std::size_t> places;
    for (ResultRow& row : pooled_rows(comparison.a)) {
        places.emplace(row.name, comparison.rows.size());
        comparison.rows.push_back({std::move(row), {}});
    }
    for (ResultRow& row : pooled_rows(comparison.b)) {
        if (const auto place = places.find(row.name); place != places.end())
            comparison.rows[place->second].b = std::move(row);
        else
            comparison.rows.push_back({{}, std::move(row)});
    }
    for (ComparedRow& row : comparison.rows)
        if (row.has_both() && row.a->is_timed() && row.b->is_timed())
            row.ratio = speed_up_of_times(row.a->nanoseconds, row.b->nanoseconds);
    return comparison;
}

std::vector<Sentence> sentences_of(const Comparison& comparison) {
    std::vector<std::pair<double, std::string>> ratios;
    const std::string best = comparison.best_isa();
    for (const ComparedRow& row : comparison.rows)
        if (const ResultRow& any = row.either(); row.ratio && any.is_plain() && any.what.isa == best &&
                                                 any.what.agents == in_cache_size && any.ticks == 1 &&
                                                 any.what.threads == 1)
            ratios.emplace_back(row.ratio->middle, any.what.kernel);
    std::vector<Sentence> sentences;
    if (!ratios.empty())
        sentences.push_back(
            {fmt::format("One tick a call, {} agents, one thread, {}: B is {} times as fast as A.",
                         in_cache_size, best, range_text(ratios))});
    sentences.push_back(count_sentence(comparison));
    sentences.push_back(hash_sentence(comparison));
    if (comparison.a.wrong_rows() + comparison.b.wrong_rows() > 0)
        sentences.push_back(wrong_sentence(comparison));
    sentences.push_back(
        {"The two runs were not interleaved: the intervals cover the rounds within each, not what the "
         "machine "
         "did between them; for decisions there is wend perf compare."});
    return sentences;
}

Table setting_table(const Comparison& comparison) {
    Table table{.title = "The two results", .note = "", .columns = {{""}, {"A"}, {"B"}}};
    table.rows.push_back(
        {{"file"}, {comparison.a.file.string(), "prose"}, {comparison.b.file.string(), "prose"}});
    const auto a = comparison.a.setting();
    const auto b = comparison.b.setting();
    for (const auto& [what, how] : a) {
        const auto other = std::ranges::find(b, what, [](const auto& line) { return line.first; });
        table.rows.push_back({{what}, {how, "prose"}, {other == b.end() ? "" : other->second, "prose"}});
    }
    return table;
}

Table row_table(const Comparison& comparison) {
    Table table = empty_row_table(
        "All rows",
        "Medians of the rounds, and how many times as fast B is, with a 99 % interval by rank "
        "sums.");
    for (const ComparedRow& row : comparison.rows) table.rows.push_back(cells_of(row));
    return table;
}

Table slower_table(const Comparison& comparison) {
    return table_of(comparison, "Slower in B", [](const SpeedUp& ratio) { return ratio.high < 1; });
}

Table faster_table(const Comparison& comparison) {
    return table_of(comparison, "Faster in B", [](const SpeedUp& ratio) { return ratio.low > 1; });
}

}  // namespace wend::bench
