// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/screen.hpp"

#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "bench/cases/setting.hpp"
#include "bench/rivals/rival.hpp"
#include "tools/report/report_tables.hpp"

namespace wend::report {
namespace {

using bench::Row;

// 100 columns with five instruction sets.
constexpr std::size_t name_width = 32;

struct Head {
    std::string_view text;
    std::size_t width;
};
constexpr std::array last_heads{Head{"plain", 6}, Head{"reference", 10}, Head{"thread", 7}, Head{"bits", 7}};

std::vector<Head> heads() {
    std::vector<Head> all;
    for (const Isa isa : supported_isas())
        all.push_back({name(isa), std::max<std::size_t>(7, name(isa).size() + 1)});
    all.insert(all.end(), last_heads.begin(), last_heads.end());
    return all;
}

/// Colours are for people: on a terminal, and not where NO_COLOR is set (https://no-color.org).
bool has_colours() {
    static const bool colours = [] {
        const char* const no_colour = std::getenv("NO_COLOR");
        return isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
    }();
    return colours;
}

std::string coloured(std::string text, fmt::terminal_color colour) {
    return has_colours() ? fmt::format(fmt::fg(colour), "{}", text) : text;
}

/// wend's row of one tick on `isa`, with its inputs checked; null where there is none.
const Row* find_row(const bench::Group& group, Isa isa, bool one_thread) {
    const auto found = std::ranges::find_if(group.rows, [&](const Row& row) {
        const bench::Case& what = row.what;
        return what.wend_isa == isa && what.ticks == 1 && (what.threads == 1) == one_thread &&
               what.start == bench::Start::ordinary && what.inputs == Inputs::checked;
    });
    return found == group.rows.end() ? nullptr : &*found;
}

bool is_timed(const Row* row) { return row != nullptr && row->is_timed(); }

std::string ratio_text(const Row* row, const Row* base) {
    return is_timed(row) && is_timed(base) ? fmt::format("{:.2f}", bench::speed_up(*row, *base)) : "-";
}

std::string column(std::string_view text, std::size_t width) {
    return fmt::format(" {:>{}}", text, width - 1);
}

/// The cells of a group's line; empty where it has none.
std::vector<std::string> cells_of(const bench::Group& group) {
    const auto isas = supported_isas();
    const Row* const best = find_row(group, isas.back(), true);
    if (best == nullptr || best->what.agents != bench::in_cache_size) return {};
    std::vector<std::string> cells{short_name(best->what)};
    for (const Isa isa : isas) {
        const Row* const row = find_row(group, isa, true);
        cells.push_back(is_timed(row) ? fmt::format("{:.2f}", row->median_nanoseconds()) : "-");
    }
    cells.push_back(is_timed(best) ? ratio_text(best, group.rival(*best)) : "-");
    cells.push_back(ratio_text(best, find_row(group, Isa::reference, true)));
    cells.push_back(ratio_text(find_row(group, isas.back(), false), best));
    const bool agree = std::ranges::all_of(group.rows, [](const Row& row) { return row.problem.empty(); });
    cells.emplace_back(agree ? "same" : "DIFFER");
    return cells;
}

}  // namespace

std::string screen_setting() {
    std::string text;
    for (const auto& [what, how] : bench::short_setting()) text += fmt::format("{:<10}{}\n", what, how);
    return text;
}

std::string screen_head() {
    std::string line = fmt::format("{:<{}}", "kernel", name_width);
    std::size_t isa_width = 0;
    for (std::size_t i = 0; const Head& head : heads()) {
        line += column(head.text, head.width);
        if (i++ < supported_isas().size()) isa_width += head.width;
    }
    return fmt::format("{:<{}}{}{}\n{}\n", "8,192 agents, one tick a call", name_width,
                       column("ns an agent and tick", isa_width), column("times as fast as", 23), line);
}

std::string screen_line(const bench::Group& group) {
    const std::vector<std::string> cells = cells_of(group);
    if (cells.empty()) return {};
    const std::vector<Head> columns = heads();
    std::string line = fmt::format("{:<{}}", cells.front(), name_width);
    for (std::size_t i = 1; i + 1 < cells.size(); ++i) line += column(cells[i], columns[i - 1].width);
    return line +
           coloured(column(cells.back(), columns.back().width),
                    cells.back() == "same" ? fmt::terminal_color::green : fmt::terminal_color::red) +
           '\n';
}

std::string screen_foot() {
    const std::string compilers = bench::rivals::plain_loop_compilers();
    const std::string missing = bench::rivals::absent_text();
    return (compilers.empty() ? "" : fmt::format("\nplain: the fastest loop vectorised by {}\n", compilers)) +
           (missing.empty() ? "" : fmt::format("not measured: {}\n", missing));
}

}  // namespace wend::report
