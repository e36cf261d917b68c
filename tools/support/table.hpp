// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools/support/html_page.hpp"

namespace wend::support {

enum class ColumnKind : unsigned char { words, number };

struct Column {
    std::string head;
    ColumnKind kind = ColumnKind::words;
};

struct Cell {
    std::string text;
    std::string tone{};  ///< empty, or a class of report.css: below, wrong, fast, slow; the first two are
                         ///< bold in Markdown
    double heat = 0;     ///< of a page: how deep its colour is, in [0, 1]
    std::string hint{};  ///< of a page: a text that appears under the pointer
};

/// A section of a report that is a table. Texts are plain: each form of output escapes them.
struct Table {
    std::string title;
    std::string note{};
    std::vector<Column> columns{};
    std::vector<std::vector<Cell>> rows{};
};

/// Nothing for a table without rows.
void add_table(HtmlPage& page, const Table& table);

/// The table that readers sort by its heads and filter by words; a page has at most one, and needs report_js.
void add_live_table(HtmlPage& page, const Table& table);

/// With its title and note; empty for a table without rows. No more than 60 rows, and a line that says how
/// many more there are: the tables of a report fit into a comment (65,536 characters on GitHub).
[[nodiscard]] std::string markdown_of(const Table& table);

/// The same behind its title, which a click opens.
[[nodiscard]] std::string folded_markdown_of(const Table& table);

/// The columns of the terminal that stdout is; without a limit where it is none.
[[nodiscard]] std::size_t table_width();

/// For a terminal: aligned columns; those beyond `width` follow on an indented line.
[[nodiscard]] std::string columns_of(const Table& table, std::size_t width = table_width());

/// The same behind its title; empty for a table without rows.
[[nodiscard]] std::string text_of(const Table& table, std::size_t width = table_width());

/// For a spreadsheet (RFC 4180, lines end in \n); blanks in heads become underscores.
[[nodiscard]] std::string csv_of(const Table& table);

/// Text within Markdown.
[[nodiscard]] std::string markdown_text(std::string_view text);

}  // namespace wend::support
