// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/command/screen.hpp"

#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "bench/command/report.hpp"
#include "bench/command/setting.hpp"

namespace wend::bench {
namespace {

// 100 columns with five instruction sets.
constexpr std::size_t name_width = 32;
constexpr std::size_t isa_width = 8;
constexpr std::size_t ratio_width = 7;

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
const Row* find_row(const Group& group, Isa isa, bool one_thread) {
    const auto found = std::ranges::find_if(group.rows, [&](const Row& row) {
        const Case& what = row.what;
        return what.wend_isa == isa && what.ticks == 1 && (what.threads == 1) == one_thread &&
               what.start == Start::ordinary && what.inputs == Inputs::checked;
    });
    return found == group.rows.end() ? nullptr : &*found;
}

bool is_timed(const Row* row) { return row != nullptr && !row->slices.empty(); }

std::string ratio_text(const Row* row, const Row* base) {
    return is_timed(row) && is_timed(base) ? fmt::format("{:.2f}", speed_up(*row, *base)) : "-";
}

std::string column(std::string_view text, std::size_t width) { return fmt::format("{:>{}}", text, width); }

constexpr std::array<std::string_view, 4> last_heads{"plain", "scalar", "thread", "bits"};

std::vector<std::string> isa_heads() {
    std::vector<std::string> heads;
    for (const Isa isa : supported_isas()) heads.emplace_back(isa == Isa::reference ? "scalar" : name(isa));
    return heads;
}

/// The cells of a group's line; empty where it has none.
std::vector<std::string> cells_of(const Group& group) {
    const auto isas = supported_isas();
    const Row* const best = find_row(group, isas.back(), true);
    if (best == nullptr || best->what.agents != in_cache_size) return {};
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
    for (const auto& [what, how] : short_setting()) text += fmt::format("{:<10}{}\n", what, how);
    return text;
}

std::string screen_head() {
    std::string line = fmt::format("{:<{}}", "kernel", name_width);
    for (const std::string& head : isa_heads()) line += column(head, isa_width);
    for (const std::string_view head : last_heads) line += column(head, ratio_width);
    return fmt::format("{:<{}}{}{}\n{}\n", "8,192 agents, one tick a call", name_width,
                       column("ns an agent and tick", supported_isas().size() * isa_width),
                       column("times as fast as", 3 * ratio_width), line);
}

std::string screen_line(const Group& group) {
    const std::vector<std::string> cells = cells_of(group);
    if (cells.empty()) return {};
    std::string line = fmt::format("{:<{}}", cells.front(), name_width);
    for (std::size_t i = 1; i + 1 < cells.size(); ++i)
        line += column(cells[i], i <= supported_isas().size() ? isa_width : ratio_width);
    return line +
           coloured(column(cells.back(), ratio_width),
                    cells.back() == "same" ? fmt::terminal_color::green : fmt::terminal_color::red) +
           '\n';
}

}  // namespace wend::bench
