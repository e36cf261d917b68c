// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/report_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "bench/cases/setting.hpp"
#include "bench/rivals/rival.hpp"
#include "bench/statistics/median.hpp"

namespace wend::report {
namespace {

using bench::Group;
using bench::info;
using bench::Row;
using bench::Start;
using support::Cell;
using support::ColumnKind;
using support::Table;

constexpr ColumnKind number = ColumnKind::number;

std::string count_text(std::size_t value) { return fmt::format("{}", value); }

std::string case_text(const bench::Case& what) {
    return fmt::format("{}{}{}", short_name(what), info(what.start).suffix,
                       what.inputs == Inputs::trusted ? "/inputs:trusted" : "");
}

/// With its interval; empty where `base` is missing.
std::string interval_cell(const Row* row, const Row* base) {
    return row == nullptr || base == nullptr ? "" : bench::speed_up_text(bench::speed_up(*row, *base));
}

std::string ratio_cell(const Row& row, const Row* base) {
    return base == nullptr || !row.is_timed() ? ""
                                              : fmt::format("{:.2f}", bench::speed_up(row, *base).middle);
}

std::string median_cell(const Row* row, int digits) {
    return row == nullptr ? "" : fmt::format("{:.{}f}", row->median_nanoseconds(), digits);
}

/// The row of the same case but for threads and start; null when it was not timed.
const Row* twin_of(const Group& group, const Row& row, unsigned threads, Start start) {
    const auto found = std::ranges::find_if(group.rows, [&](const Row& other) {
        return other.is_timed() && other.what.isa == row.what.isa && other.what.ticks == row.what.ticks &&
               other.what.threads == threads && other.what.start == start &&
               other.what.inputs == row.what.inputs;
    });
    return found == group.rows.end() ? nullptr : &*found;
}

/// wend's fastest row of one thread, and the rivals of the same group from the fastest to the slowest.
struct Field {
    const Row* wend = nullptr;
    std::vector<const Row*> rivals{};
};

Field field_of(const Group& group) {
    Field field;
    for (const Row& row : group.rows) {
        if (!row.is_timed() || row.what.threads != 1 || row.what.start != Start::ordinary) continue;
        if (row.what.is_rival()) field.rivals.push_back(&row);
        if (is_plain(row) &&
            (field.wend == nullptr || row.median_nanoseconds() < field.wend->median_nanoseconds()))
            field.wend = &row;
    }
    std::ranges::sort(field.rivals, {}, &Row::median_nanoseconds);
    return field;
}

Cell rival_cell(const Row& wend, const Row& rival) {
    const bench::SpeedUp ratio = bench::speed_up(wend, rival);
    return {bench::speed_up_text(ratio), ratio.high < 1 ? "below" : ""};
}

Cell cpus_cell(std::optional<double> cpus, unsigned threads) {
    if (!cpus) return {""};
    const bool is_busy = *cpus < 0.9 * threads;
    return {fmt::format("{:.2f}{}", *cpus, is_busy ? ", machine busy" : ""), is_busy ? "below" : ""};
}

/// Full colour at 16 times the least of its row.
Cell time_cell(const Row& row, double least) {
    const double time = row.median_nanoseconds();
    return {.text = median_cell(&row, 2),
            .heat = std::clamp(std::log2(time / least) / 4, 0.0, 1.0),
            .hint = fmt::format("{:.2f} times the least of this row; {:.0f} agents a millisecond",
                                time / least, 1e6 / time)};
}

/// Half of the rounds differ by no more than so many per cent from the middle.
double spread_of(const Row& row) {
    std::vector<double> times = row.all_nanoseconds();
    const double middle = row.median_nanoseconds();
    for (double& time : times) time = std::abs(time - middle);
    return 100 * bench::median(std::move(times)) / middle;
}

std::string billions(double value) { return value == 0 ? "" : fmt::format("{:.1f}", value / 1e9); }

}  // namespace

std::string short_name(const bench::Case& what) {
    std::string_view kernel = info(what.kernel).name;
    constexpr std::string_view locomotion = "+locomotion";
    if (kernel.ends_with(locomotion)) kernel.remove_suffix(locomotion.size());
    return fmt::format("{}{}", kernel, info(what.kernel).suffix);
}

std::string start_name(Start start) {
    const std::string_view suffix = info(start).suffix;
    return suffix.empty() ? "ordinary" : std::string(suffix.substr(std::string_view("/start:").size()));
}

bool is_plain(const Row& row) {
    return !row.what.is_rival() && row.is_timed() && row.what.start == Start::ordinary &&
           row.what.inputs == Inputs::checked;
}

Isa best_isa(const Groups& groups) {
    Isa best = Isa::reference;
    for (const Isa isa : supported_isas())
        for (const Group& group : groups)
            for (const Row& row : group.rows)
                if (row.what.wend_isa == isa && row.is_timed()) best = isa;
    return best;
}

const Row* find_one_tick(const Group& group, Isa isa, bool one_thread, std::size_t agents) {
    const auto found = std::ranges::find_if(group.rows, [&](const Row& row) {
        return is_plain(row) && row.what.wend_isa == isa && row.what.agents == agents &&
               row.what.ticks == 1 && (row.what.threads == 1) == one_thread;
    });
    return found == group.rows.end() ? nullptr : &*found;
}

std::vector<Isa> column_isas() {
    const auto isas = supported_isas();
    return {isas.begin() + 1, isas.end()};  // the reference is the first
}

std::vector<Cell> kernel_cells(const Group& group, bool with_intervals) {
    const std::vector<Isa> isas = column_isas();
    if (std::ranges::none_of(supported_isas(), [&](Isa isa) { return find_one_tick(group, isa) != nullptr; }))
        return {};
    const Row* const best = find_one_tick(group, isas.back());
    const std::string absent = with_intervals ? "" : "-";  // columns of a terminal are words
    const auto ratio = [&](const Row* row, const Row* base) -> Cell {
        if (row == nullptr || base == nullptr) return {absent};
        return {with_intervals ? interval_cell(row, base) : ratio_cell(*row, base)};
    };
    const Row* const plain = best == nullptr ? nullptr : group.rival(*best);
    std::vector<const Row*> times{group.tutorial()};
    for (const Isa isa : isas) times.push_back(find_one_tick(group, isa));
    times.push_back(plain);
    double least = std::numeric_limits<double>::infinity();
    for (const Row* const row : times)
        if (row != nullptr) least = std::min(least, row->median_nanoseconds());
    std::vector<Cell> cells{{short_name(group.rows.front().what)}};
    for (const Row* const row : times)
        cells.push_back(row == nullptr ? Cell{absent} : time_cell(*row, least));
    cells.push_back(ratio(best, group.tutorial()));
    cells.push_back(ratio(best, plain));
    cells.push_back(ratio(find_one_tick(group, isas.back(), false), best));
    if (!with_intervals)
        cells.push_back({best == nullptr ? absent : fmt::format("{:.1f}%", spread_of(*best))});
    const bool agree = std::ranges::all_of(
        group.rows, [](const Row& row) { return row.what.is_rival() || row.problem.empty(); });
    cells.push_back(agree ? Cell{"same"} : Cell{"DIFFER", "wrong"});
    return cells;
}

Table kernel_table(const Groups& groups) {
    Table table{
        .title = "Kernels by implementations",
        .note = fmt::format(
            "Nanoseconds an agent and tick at one tick a call, 8,192 agents, one thread; the deeper a "
            "colour, "
            "the slower within its row. scalar: the same kernel with one lane. x-...: how many times as fast "
            "{} "
            "is as the textbook's loop, as the best plain loop ({}), and on all threads as on one, with 99 % "
            "intervals. bits: whether all states of the kernel agree.",
            name(supported_isas().back()), bench::rivals::plain_loop_compilers()),
        .columns = {{"kernel"}, {"textbook, ns", number}}};
    for (const Isa isa : column_isas()) table.columns.push_back({fmt::format("{}, ns", name(isa)), number});
    table.columns.insert(
        table.columns.end(),
        {{"plain, ns", number}, {"x-textbook", number}, {"x-plain", number}, {"x-thread", number}, {"bits"}});
    for (const Group& group : groups)
        if (std::vector<Cell> cells = kernel_cells(group, true); !cells.empty())
            table.rows.push_back(std::move(cells));
    return table;
}

Table reference_table(const Groups& groups) {
    Table table{.title = "The reference",
                .note = "It judges the kernels' bits and is written to be trusted, not to be fast.",
                .columns = {{"kernel"}, {"ns/agent", number}}};
    for (const Group& group : groups)
        if (const Row* const row = find_one_tick(group, Isa::reference))
            table.rows.push_back({{short_name(row->what)}, {median_cell(row, 2)}});
    return table;
}

Table thread_table(const Groups& groups) {
    const Isa best = best_isa(groups);
    Table table{
        .title = "Threads",
        .note = fmt::format("{}, by wall clock: times as fast as one thread. Cores: the threads less those "
                            "that waited for a core; fewer where the machine was busy with other processes.",
                            name(best)),
        .columns = {{"kernel"},
                    {"agents", number},
                    {"ticks/call", number},
                    {"threads", number},
                    {"x-thread", number},
                    {"cores", number}}};
    for (const Group& group : groups)
        for (const Row& row : group.rows) {
            if (!is_plain(row) || row.what.threads == 1 || row.what.wend_isa != best) continue;
            const Row* const one = twin_of(group, row, 1, Start::ordinary);
            if (one == nullptr) continue;
            const std::optional<double> cpus = row.cpus_at_work();
            table.rows.push_back({{short_name(row.what)},
                                  {count_text(row.what.agents)},
                                  {count_text(row.what.ticks)},
                                  {count_text(row.what.threads)},
                                  {interval_cell(&row, one)},
                                  cpus_cell(cpus, row.what.threads)});
        }
    return table;
}

Table start_table(const Groups& groups) {
    const Isa best = best_isa(groups);
    Table table{
        .title = "Uneven populations",
        .note = fmt::format("{}: cost of agents at rest, of denormal floats and of unfavourable orders, as a "
                            "multiple of another population's.",
                            name(best)),
        .columns = {{"kernel"}, {"start"}, {"x-cost", number}, {"of"}, {"limit", number}}};
    for (const Group& group : groups)
        for (const Row& row : group.rows) {
            if (row.what.wend_isa != best || !row.is_timed()) continue;
            for (const bench::Twin& twin : info(row.what.start).twins) {
                const Row* const base = twin_of(group, row, row.what.threads, twin.start);
                if (base == nullptr) continue;
                const bench::SpeedUp cost = bench::speed_up(*base, row);
                table.rows.push_back({{short_name(row.what)},
                                      {start_name(row.what.start)},
                                      {bench::speed_up_text(cost), cost.middle > twin.most ? "below" : ""},
                                      {std::string(twin.text)},
                                      {std::isfinite(twin.most) ? fmt::format("{:g}", twin.most) : ""}});
            }
        }
    return table;
}

Table row_table(const Groups& groups) {
    Table table{.title = "All rows",
                .columns = {{"kernel"},
                            {"implementation"},
                            {"agents", number},
                            {"ticks/call", number},
                            {"threads", number},
                            {"ns/agent", number},
                            {"x-textbook", number},
                            {"x-plain", number},
                            {"x-IEEE", number},
                            {"hash"}}};
    for (const Group& group : groups)
        for (const Row& row : group.rows) {
            const std::string hash = row.what.is_rival() ? "" : fmt::format("{:016x}", row.hash);
            table.rows.push_back({{case_text(row.what)},
                                  {row.what.isa},
                                  {count_text(row.what.agents)},
                                  {count_text(row.what.ticks)},
                                  {count_text(row.what.threads)},
                                  {row.is_timed() ? median_cell(&row, 3) : ""},
                                  {ratio_cell(row, group.tutorial(row.what.start))},
                                  {ratio_cell(row, group.rival(row))},
                                  {ratio_cell(row, group.ieee_rival(row))},
                                  row.problem.empty() ? Cell{hash, "hash"} : Cell{row.problem, "wrong"}});
        }
    return table;
}

Table named_row_table(const Groups& groups) {
    Table table = row_table(groups);
    table.columns.insert(table.columns.begin(), {"name"});
    auto cells = table.rows.begin();
    for (const Group& group : groups)
        for (const Row& row : group.rows) {
            cells->insert(cells->begin(), {row.what.name});
            ++cells;
        }
    return table;
}

Table fastest_rival_table(const Groups& groups) {
    constexpr std::size_t most = 8;
    Table table{.title = "Rivals: the fastest of each kernel",
                .note = "Beside wend's best of the same rounds, at one tick a call.",
                .columns = {{"kernel"},
                            {"agents", number},
                            {"rival"},
                            {"ns", number},
                            {"wend, ns", number},
                            {"x-rival", number}}};
    for (const Group& group : groups) {
        const auto [wend, rivals] = field_of(group);
        if (wend == nullptr || wend->what.ticks != 1) continue;
        for (std::size_t i = 0; i < std::min(most, rivals.size()); ++i)
            table.rows.push_back({{short_name(wend->what)},
                                  {count_text(wend->what.agents)},
                                  {rivals[i]->what.isa},
                                  {median_cell(rivals[i], 2)},
                                  {median_cell(wend, 2)},
                                  rival_cell(*wend, *rivals[i])});
    }
    return table;
}

Table rival_build_table(const Groups& groups) {
    Table table{.title = "Rivals: how each was built", .columns = {{"rival"}, {"how"}}};
    std::set<std::string> names;
    for (const Group& group : groups)
        for (const Row& row : group.rows)
            if (row.what.is_rival() && names.insert(row.what.isa).second)
                if (const std::string how = bench::build_of_rival(row.what.isa); !how.empty())
                    table.rows.push_back({{row.what.isa}, {how, "prose"}});
    return table;
}

Table ceiling_table(const Roofline& roofline) {
    Table table{
        .title = "Roofline: the machine's ceilings",
        .note =
            "By loops that do nothing else, billions a second: operations of fused multiply-adds (wend "
            "fuses nothing), additions and multiplications, vector instructions, lanes divided and rooted; "
            "bytes loaded and stored by copy or triad, the faster one. A ? marks less bandwidth than a "
            "narrower instruction set's: disturbed.",
        .columns = {{"instruction set"},
                    {"fused", number},
                    {"add, multiply", number},
                    {"vector", number},
                    {"div", number},
                    {"sqrt", number}}};
    for (const std::string_view level : bench::level_names)
        table.columns.push_back({std::string(level), number});
    for (std::size_t i = 0; i < roofline.ceilings.size(); ++i) {
        const bench::Ceilings& one = roofline.ceilings[i];
        std::vector<Cell>& row = table.rows.emplace_back();
        row = {{std::string(name(one.isa))}, {billions(one.fused)},     {billions(one.sums)},
               {billions(one.mixed)},        {billions(one.divisions)}, {billions(one.roots)}};
        for (std::size_t level = 0; level < bench::level_count; ++level) {
            const bool doubtful = is_below_narrower(roofline.ceilings, i, level);
            row.push_back({billions(one.bandwidth[level]) + (doubtful ? " ?" : ""), doubtful ? "wrong" : ""});
        }
    }
    return table;
}

Table roofline_table(const Roofline& roofline) {
    Table table{
        .title = "Roofline: the kernels",
        .note =
            "The widest instruction set, 8,192 agents, one tick a call, one thread. Operations and bytes of "
            "a "
            "call's instructions, counted exactly, and the time that each resource alone would take, in "
            "nanoseconds an agent and tick. Attained: the longest of these as a share of the measured time; "
            "a "
            "? marks a ceiling that was measured too low.",
        .columns = {{"number", number}, {"kernel"}, {"ns/agent", number}}};
    for (std::size_t i = 0; i < resource_count; ++i)
        table.columns.push_back({std::string(resource_names[i]), number});
    table.columns.insert(table.columns.end(),
                         {{"bound by"}, {"attained", number}, {"Gop/s", number}, {"op/byte", number}});
    for (const RooflinePoint& point : roofline.points) {
        std::vector<Cell>& row = table.rows.emplace_back();
        row = {{count_text(table.rows.size())},
               {fmt::format("{}{}", info(point.which.kernel).name, info(point.which.kernel).suffix)},
               {fmt::format("{:.2f}", point.measured)}};
        for (const double least : point.least) row.push_back({fmt::format("{:.2f}", least)});
        row.push_back({std::string(name_of(point.binding(), point.streams_level))});
        row.push_back({fmt::format("{:.0f} %{}", 100 * point.attained(), point.is_above() ? " ?" : ""),
                       point.is_above() ? "wrong" : ""});
        row.push_back({fmt::format("{:.2f}", point.gigaflops())});
        row.push_back({fmt::format("{:.2f}", point.intensity())});
    }
    return table;
}

}  // namespace wend::report
