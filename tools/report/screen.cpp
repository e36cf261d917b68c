// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/screen.hpp"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "bench/cases/setting.hpp"
#include "bench/rivals/rival.hpp"
#include "tools/report/report_tables.hpp"
#include "tools/report/sentences.hpp"
#include "tools/support/system.hpp"

namespace wend::report {
namespace {

using support::Cell;

constexpr std::size_t name_width = 28;

struct Head {
    std::string_view text;
    std::size_t width;
};
constexpr Head textbook_head{"textbook", 9};
constexpr std::array last_heads{Head{"plain", 6},  Head{"textbook", 9}, Head{"plain", 6},
                                Head{"thread", 7}, Head{"spread", 7},   Head{"bits", 7}};

std::vector<Head> heads() {
    std::vector<Head> all{textbook_head};
    for (const Isa isa : column_isas())
        all.push_back({name(isa), std::max<std::size_t>(7, name(isa).size() + 1)});
    all.insert(all.end(), last_heads.begin(), last_heads.end());
    return all;
}

/// Colours are for people: on a terminal, and not where NO_COLOR is set (https://no-color.org).
bool has_colours() {
    static const bool colours = [] {
        const char* const no_colour = std::getenv("NO_COLOR");
        return support::is_terminal(stdout) && (no_colour == nullptr || *no_colour == '\0');
    }();
    return colours;
}

std::string coloured(std::string text, fmt::terminal_color colour) {
    return has_colours() ? fmt::format(fmt::fg(colour), "{}", text) : text;
}

std::string column(std::string_view text, std::size_t width) {
    return fmt::format(" {:>{}}", text, width - 1);
}

/// With the name of a kernel, or of all.
std::string name_column(std::string_view name, bool wide) {
    return wide ? fmt::format("{:<{}}", name, name_width) : fmt::format("{}\n", name);
}

}  // namespace

bool has_wide_lines(std::size_t columns) {
    std::size_t width = name_width;
    for (const Head& head : heads()) width += head.width;
    return width <= columns;
}

std::string screen_setting() {
    std::string text;
    for (const auto& [what, how] : bench::short_setting()) text += fmt::format("{:<17}{}\n", what, how);
    return text;
}

std::string screen_head(bool wide) {
    std::string line = name_column("kernel", wide);
    std::size_t times_width = 0;
    for (const Head& head : heads()) {
        line += column(head.text, head.width);
        times_width += head.width;
    }
    std::size_t ratios_width = 0;
    for (std::size_t i = 1; i < last_heads.size(); ++i) ratios_width += last_heads[i].width;
    return fmt::format("{}{}{}\n{}\n", name_column("8,192 agents, one tick", wide),
                       column("ns an agent and tick", times_width - ratios_width),
                       column("times as fast as              ", ratios_width), line);
}

std::string screen_line(const bench::Group& group, bool wide) {
    const std::vector<Cell> cells = kernel_cells(group, false);
    if (cells.empty()) return {};
    const std::vector<Head> columns = heads();
    std::string line = name_column(cells.front().text, wide);
    for (std::size_t i = 1; i + 1 < cells.size(); ++i) line += column(cells[i].text, columns[i - 1].width);
    return line +
           coloured(column(cells.back().text, columns.back().width),
                    cells.back().tone.empty() ? fmt::terminal_color::green : fmt::terminal_color::red) +
           '\n';
}

std::string screen_foot() {
    const std::string compilers = bench::rivals::plain_loop_compilers();
    const std::string missing = bench::rivals::absent_text();
    return (compilers.empty() ? "" : fmt::format("\nplain: the fastest loop vectorised by {}\n", compilers)) +
           (missing.empty() ? "" : fmt::format("not measured: {}\n", missing));
}

std::string screen_noise(const Groups& groups) {
    const Sentence load = load_sentence(groups);
    return "spread: half of the rounds of the widest set differ by no more from their median\n" +
           (load.is_bad ? coloured(load.text, fmt::terminal_color::red) + '\n' : "");
}

}  // namespace wend::report
