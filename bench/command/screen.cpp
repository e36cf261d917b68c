// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/command/screen.hpp"

#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
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
               what.start == Start::ordinary && what.inputs == Inputs::checked && !row.slices.empty();
    });
    return found == group.rows.end() ? nullptr : &*found;
}

std::string column(std::string_view text, std::size_t width) { return fmt::format("{:>{}}", text, width); }

std::string ratio_column(const Row* row, const Row* base) {
    return column(row == nullptr || base == nullptr ? "-" : fmt::format("{:.2f}", speed_up(*row, *base)),
                  ratio_width);
}

}  // namespace

std::string screen_setting() {
    std::string text;
    for (const auto& [what, how] : describe_setting())
        if (what == "cpu" || what == "caches" || what == "compiler" || what == "wend" || what == "date")
            text += fmt::format("{:<10}{}\n", what, how);
    return text;
}

std::string screen_head() {
    std::string columns;
    for (const Isa isa : supported_isas())
        columns += column(isa == Isa::reference ? "scalar" : name(isa), isa_width);
    const std::size_t isas = supported_isas().size() * isa_width;
    return fmt::format("{:<{}}{}{}\n{:<{}}{}{}{}{}{}\n", "8,192 agents, one tick a call", name_width,
                       column("ns an agent and tick", isas), column("times as fast as", 3 * ratio_width),
                       "kernel", name_width, columns, column("plain", ratio_width),
                       column("scalar", ratio_width), column("thread", ratio_width),
                       column("bits", ratio_width));
}

std::string screen_line(const Group& group) {
    const auto isas = supported_isas();
    const Row* const best = find_row(group, isas.back(), true);
    if (best == nullptr || best->what.agents != in_cache_size) return {};
    std::string line = fmt::format("{:<{}}", short_name(best->what), name_width);
    for (const Isa isa : isas) {
        const Row* const row = find_row(group, isa, true);
        line += column(row == nullptr ? "-" : fmt::format("{:.2f}", row->median_nanoseconds()), isa_width);
    }
    line += ratio_column(best, group.rival(*best));
    line += ratio_column(best, find_row(group, Isa::reference, true));
    line += ratio_column(find_row(group, isas.back(), false), best);
    const bool agree = std::ranges::all_of(group.rows, [](const Row& row) { return row.problem.empty(); });
    line += agree ? coloured(column("same", ratio_width), fmt::terminal_color::green)
                  : coloured(column("DIFFER", ratio_width), fmt::terminal_color::red);
    return line + '\n';
}

}  // namespace wend::bench
