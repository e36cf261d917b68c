// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/report/table.hpp"

namespace wend::perf {

std::string percent(double ratio) { return fmt::format("{:+.2f} %", 100 * (ratio - 1)); }

std::string interval_text(double low, double high) {
    const auto end = [](double ratio) { return fmt::format("{:+.2f}", 100 * (ratio - 1)); };
    return fmt::format("{} to {} %", low > 0 ? end(low) : "..", std::isfinite(high) ? end(high) : "..");
}

std::string time_text(double nanoseconds) {
    if (nanoseconds < 1e3) return fmt::format("{:.4g} ns", nanoseconds);
    if (nanoseconds < 1e6) return fmt::format("{:.4g} us", nanoseconds / 1e3);
    if (nanoseconds < 1e9) return fmt::format("{:.4g} ms", nanoseconds / 1e6);
    return fmt::format("{:.4g} s", nanoseconds / 1e9);
}

std::string counted(std::size_t count, const std::string& noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string text_of(const bench::Table& table) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        std::size_t& width = widths.emplace_back(table.columns[i].head.size());
        for (const auto& row : table.rows) width = std::max(width, row[i].text.size());
    }
    std::string text;
    const auto add_cell = [&](std::size_t column, const std::string& cell) {
        const bool is_number = table.columns[column].kind == bench::ColumnKind::number;
        text += is_number                     ? fmt::format("{:>{}}", cell, widths[column])
                : column + 1 == widths.size() ? cell
                                              : fmt::format("{:<{}}", cell, widths[column]);
        text += column + 1 == widths.size() ? "\n" : "  ";
    };
    for (std::size_t i = 0; i < widths.size(); ++i) add_cell(i, table.columns[i].head);
    for (const auto& row : table.rows)
        for (std::size_t i = 0; i < widths.size(); ++i) add_cell(i, row[i].text);
    return text;
}

}  // namespace wend::perf
