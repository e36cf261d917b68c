// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/result_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/cases/case.hpp"
#include "bench/support/median.hpp"
#include "bench/support/speed_up.hpp"

namespace wend::bench {
namespace {

constexpr ColumnKind number = ColumnKind::number;

/// The row of the same case but for threads and start; null when it was not timed.
const ResultRow* twin_of(const ResultGroup& group, const ResultRow& row, unsigned threads,
                         std::string_view start) {
    const auto found = std::ranges::find_if(group.rows, [&](const ResultRow& other) {
        return other.is_timed() && other.what.isa == row.what.isa && other.ticks == row.ticks &&
               other.what.threads == threads && other.what.start == start &&
               other.what.trusted == row.what.trusted;
    });
    return found == group.rows.end() ? nullptr : &*found;
}

std::string ratio_cell(const std::vector<double>& ratios) {
    return ratios.empty() ? "" : speed_up_text(speed_up_of_ratios(ratios));
}

std::string median_cell(const std::vector<double>& values, int digits) {
    return values.empty() ? "" : fmt::format("{:.{}f}", median(values), digits);
}

const ResultRow* find_one_tick(const ResultGroup& group, std::string_view isa) {
    const auto found = std::ranges::find_if(group.rows, [&](const ResultRow& row) {
        return row.maker == Maker::wend && row.what.isa == isa && row.what.agents == in_cache_size &&
               row.ticks == 1 && row.what.threads == 1 && row.what.start.empty() && !row.what.trusted;
    });
    return found == group.rows.end() ? nullptr : &*found;
}

/// The start of a suffix; null for one that this build does not have.
const StartInfo* start_of(std::string_view suffix) {
    for (std::size_t i = 0; i < start_count; ++i)
        if (info(static_cast<Start>(i)).suffix == suffix) return &info(static_cast<Start>(i));
    return nullptr;
}

}  // namespace

Table kernel_table(const Result& result) {
    Table table{.title = "Kernels at one tick a call",
                .note = fmt::format(
                    "{} agents, one thread. Nanoseconds an agent; how many times as fast {} is as the "
                    "fastest plain loop and as the scalar reference, with 99 % intervals; and whether the "
                    "states of the group agree.",
                    in_cache_size, result.best_isa()),
                .columns = {{"kernel"}}};
    for (const std::string& isa : result.isas) table.columns.push_back({isa + ", ns", number});
    table.columns.push_back({"x plain loop", number});
    table.columns.push_back({"x scalar", number});
    table.columns.push_back({"bits"});
    for (const ResultGroup& group : result.groups) {
        std::vector<Cell> cells;
        const ResultRow* best = nullptr;
        for (const std::string& isa : result.isas) {
            const ResultRow* const row = find_one_tick(group, isa);
            if (row != nullptr && cells.empty()) cells.push_back({row->what.kernel});
            if (row != nullptr && isa == result.best_isa()) best = row;
        }
        if (cells.empty()) continue;
        for (const std::string& isa : result.isas) {
            const ResultRow* const row = find_one_tick(group, isa);
            cells.push_back({row == nullptr ? "" : median_cell(row->nanoseconds, 2)});
        }
        cells.push_back({best == nullptr ? "" : ratio_cell(best->x_rival)});
        cells.push_back({best == nullptr ? "" : ratio_cell(best->x_reference)});
        const bool agree = std::ranges::all_of(
            group.rows, [](const ResultRow& row) { return row.maker != Maker::wend || row.problem.empty(); });
        cells.push_back(agree ? Cell{"same"} : Cell{"DIFFER", "wrong"});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Table thread_table(const Result& result) {
    Table table{.title = "Threads",
                .note = fmt::format("{}, by wall clock: times as fast as one thread.", result.best_isa()),
                .columns = {{"kernel"},
                            {"agents", number},
                            {"ticks a call", number},
                            {"threads", number},
                            {"times as fast", number}}};
    for (const ResultGroup& group : result.groups)
        for (const ResultRow& row : group.rows) {
            if (!row.is_plain() || row.what.threads == 1 || row.what.isa != result.best_isa()) continue;
            if (const ResultRow* const one = twin_of(group, row, 1, ""))
                table.rows.push_back({{row.what.kernel},
                                      {fmt::format("{}", row.what.agents)},
                                      {fmt::format("{}", row.ticks)},
                                      {fmt::format("{}", row.what.threads)},
                                      {ratio_cell(ratios_of(row, *one))}});
        }
    return table;
}

Table start_table(const Result& result) {
    Table table{
        .title = "Uneven populations",
        .note = fmt::format(
            "{}: what agents at rest, of denormal floats or in an unfavourable order cost, as a multiple.",
            result.best_isa()),
        .columns = {{"kernel"}, {"start"}, {"times the cost", number}, {"of"}, {"at most", number}}};
    for (const ResultGroup& group : result.groups)
        for (const ResultRow& row : group.rows) {
            const StartInfo* const start = start_of(row.what.start);
            if (row.maker != Maker::wend || !row.is_timed() || row.what.isa != result.best_isa() ||
                start == nullptr)
                continue;
            for (const Twin& twin : start->twins) {
                const ResultRow* const base = twin_of(group, row, row.what.threads, info(twin.start).suffix);
                if (base == nullptr) continue;
                const SpeedUp cost = speed_up_of_ratios(ratios_of(*base, row));
                table.rows.push_back({{row.what.kernel},
                                      {row.what.start.substr(std::string_view("/start:").size())},
                                      {speed_up_text(cost), cost.middle > twin.most ? "below" : ""},
                                      {std::string(twin.text)},
                                      {std::isfinite(twin.most) ? fmt::format("{:g}", twin.most) : ""}});
            }
        }
    return table;
}

Table ceiling_table(const Result& result) {
    Table table{.title = "Roofline: the machine's ceilings",
                .note =
                    "Measured in the same run, one thread, by loops that do nothing else: operations of "
                    "fused multiply-adds (wend fuses nothing) and of additions and multiplications, "
                    "billions a second; bytes loaded and stored by copy or triad, the better one, GB/s.",
                .columns = {{"instruction set"}, {"fused", number}, {"add, multiply", number}}};
    for (const std::string_view level : level_names) table.columns.push_back({std::string(level), number});
    if (!result.roofline) return table;
    for (const CeilingView& one : result.roofline->ceilings) {
        std::vector<Cell>& row = table.rows.emplace_back();
        row = {{one.isa},
               {one.fused == 0 ? "" : fmt::format("{:.1f}", one.fused / 1e9)},
               {fmt::format("{:.1f}", one.sums / 1e9)}};
        for (const double bytes : one.bandwidth) row.push_back({fmt::format("{:.1f}", bytes / 1e9)});
    }
    return table;
}

Table roofline_table(const Result& result) {
    Table table{
        .title = "Roofline: the kernels",
        .note = fmt::format(
            "{}, {} agents, one tick a call, one thread. What a call's instructions operate on, load and "
            "store is counted exactly, and divided by the measured time. Attained: the time that the "
            "scarcest resource alone would take, as a share of the measured one.",
            result.best_isa(), in_cache_size),
        .columns = {{"number", number},
                    {"kernel"},
                    {"ns an agent", number},
                    {"Gop/s", number},
                    {"op/byte", number},
                    {"GB/s", number},
                    {"bound by"},
                    {"attained", number}}};
    if (!result.roofline) return table;
    const std::vector<std::string> labels = labels_of(*result.roofline);
    for (const PointView& point : result.roofline->points)
        table.rows.push_back(
            {{fmt::format("{}", std::ranges::find(labels, point.label) - labels.begin() + 1)},
             {point.label},
             {fmt::format("{:.2f}", point.measured)},
             {fmt::format("{:.2f}", point.gigaflops)},
             {fmt::format("{:.2f}", point.intensity)},
             {point.intensity == 0 ? "" : fmt::format("{:.1f}", point.gigaflops / point.intensity)},
             {point.bound_by},
             {fmt::format("{:.0f} %", 100 * point.attained)}});
    return table;
}

Table row_table(const Result& result) {
    Table table{.title = "All rows",
                .columns = {{"kernel"},
                            {"instruction set or rival"},
                            {"agents", number},
                            {"ticks a call", number},
                            {"threads", number},
                            {"ns an agent", number},
                            {"x reference", number},
                            {"x tutorial", number},
                            {"x plain loop", number},
                            {"x IEEE loop", number},
                            {"state hash"}}};
    for (const ResultGroup& group : result.groups)
        for (const ResultRow& row : group.rows)
            table.rows.push_back({{fmt::format("{}{}{}", row.what.kernel, row.what.start,
                                               row.what.trusted ? "/inputs:trusted" : "")},
                                  {row.what.isa},
                                  {fmt::format("{}", row.what.agents)},
                                  {fmt::format("{}", row.ticks)},
                                  {fmt::format("{}", row.what.threads)},
                                  {median_cell(row.nanoseconds, 3)},
                                  {median_cell(row.x_reference, 2)},
                                  {median_cell(row.x_tutorial, 2)},
                                  {median_cell(row.x_rival, 2)},
                                  {median_cell(row.x_ieee_rival, 2)},
                                  row.problem.empty() ? Cell{row.hash, "hash"} : Cell{row.problem, "wrong"}});
    return table;
}

}  // namespace wend::bench
