// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/rivals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "bench/support/speed_up.hpp"

namespace wend::bench {
namespace {

constexpr ColumnKind number = ColumnKind::number;

/// wend's fastest row of one thread, and the rivals of the same group from the fastest to the slowest.
struct Field {
    const ResultRow* wend = nullptr;
    std::vector<const ResultRow*> rivals{};
};

Field field_of(const ResultGroup& group) {
    Field field;
    for (const ResultRow& row : group.rows) {
        if (!row.is_timed() || row.what.threads != 1 || !row.what.start.empty()) continue;
        if (row.maker == Maker::rival) field.rivals.push_back(&row);
        if (row.is_plain() &&
            (field.wend == nullptr || row.median_nanoseconds() < field.wend->median_nanoseconds()))
            field.wend = &row;
    }
    std::ranges::sort(field.rivals, {}, &ResultRow::median_nanoseconds);
    return field;
}

Cell speed_up_cell(const ResultRow& wend, const ResultRow& rival) {
    const SpeedUp ratio = speed_up_of_ratios(ratios_of(wend, rival));
    return {speed_up_text(ratio), ratio.high < 1 ? "below" : ""};
}

std::string who(const ResultRow& wend) { return fmt::format("wend, {}", wend.what.isa); }

}  // namespace

Table fastest_rival_table(const Result& result) {
    Table table{.title = "Rivals: the fastest of each kernel",
                .note =
                    "One thread. Rivals advance one tick after the other; wend's ticks a call are given. "
                    "Times as fast: wend over the rival, with the 99 % interval of the rounds.",
                .columns = {{"kernel"},
                            {"agents", number},
                            {"ticks a call", number},
                            {"wend's best, ns", number},
                            {"on"},
                            {"fastest rival, ns", number},
                            {"which"},
                            {"times as fast", number},
                            {"the fastest"}}};
    for (const ResultGroup& group : result.groups) {
        const auto [wend, rivals] = field_of(group);
        if (wend == nullptr || rivals.empty()) continue;
        const ResultRow& rival = *rivals.front();
        const bool wins = wend->median_nanoseconds() <= rival.median_nanoseconds();
        table.rows.push_back({{wend->what.kernel},
                              {fmt::format("{}", wend->what.agents)},
                              {fmt::format("{}", wend->ticks)},
                              {fmt::format("{:.2f}", wend->median_nanoseconds())},
                              {wend->what.isa},
                              {fmt::format("{:.2f}", rival.median_nanoseconds())},
                              {rival.what.isa},
                              speed_up_cell(*wend, rival),
                              {wins ? who(*wend) : rival.what.isa, wins ? "" : "below"}});
    }
    return table;
}

Table every_rival_table(const Result& result) {
    Table table{
        .title = "Rivals: every one",
        .note = "Beside wend's best of the same round, at the fewest ticks a call that were measured.",
        .columns = {{"kernel"},
                    {"agents", number},
                    {"rival"},
                    {"ns", number},
                    {"wend's best, ns", number},
                    {"ticks a call", number},
                    {"times as fast", number}}};
    // Rivals are measured beside each number of ticks.
    std::map<std::pair<std::string, std::size_t>, Field> fields;
    std::vector<std::pair<std::string, std::size_t>> order;
    for (const ResultGroup& group : result.groups) {
        Field field = field_of(group);
        if (field.wend == nullptr || field.rivals.empty()) continue;
        const std::pair key{field.wend->what.kernel, field.wend->what.agents};
        const auto [place, is_new] = fields.try_emplace(key, field);
        if (is_new)
            order.push_back(key);
        else if (field.wend->ticks < place->second.wend->ticks)
            place->second = std::move(field);
    }
    for (const auto& key : order) {
        const auto& [wend, rivals] = fields.at(key);
        for (const ResultRow* const rival : rivals)
            table.rows.push_back({{key.first},
                                  {fmt::format("{}", key.second)},
                                  {rival->what.isa},
                                  {fmt::format("{:.2f}", rival->median_nanoseconds())},
                                  {fmt::format("{:.2f}", wend->median_nanoseconds())},
                                  {fmt::format("{}", wend->ticks)},
                                  speed_up_cell(*wend, *rival)});
    }
    return table;
}

Table rival_build_table(const Result& result) {
    Table table{.title = "Rivals: how each was made", .note = "", .columns = {{"rival"}, {"how"}}};
    std::set<std::string> names;
    for (const ResultGroup& group : result.groups)
        for (const ResultRow& row : group.rows)
            if (row.maker == Maker::rival && names.insert(row.what.isa).second) {
                const bool tutorial = row.what.isa.starts_with("tutorial");
                const std::string_view how = result.context_of(tutorial ? "tutorial" : row.what.isa);
                if (!how.empty()) table.rows.push_back({{row.what.isa}, {std::string(how), "prose"}});
            }
    return table;
}

}  // namespace wend::bench
