// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tools/support/svg_canvas.hpp"
#include "tools/support/system.hpp"

namespace wend::support {
namespace {

constexpr std::size_t most_rows = 60;

/// `live`: heads are buttons, by which report_js sorts.
void add_grid(HtmlPage& page, const Table& table, bool live) {
    page.add("<div class=scroll tabindex=0 role=region aria-label='{}'><table{}><thead><tr>",
             escaped(table.title), live ? " id=rows" : "");
    for (const Column& column : table.columns)
        page.add("<th scope=col{}>{}{}{}",
                 column.kind == ColumnKind::number ? " class=n"
                 : live                            ? " data-words"
                                                   : "",
                 live ? "<button type=button>" : "", escaped(column.head), live ? "</button>" : "");
    page.add("</thead><tbody>");
    for (const std::vector<Cell>& row : table.rows) {
        page.add("<tr>");
        for (std::size_t i = 0; i < row.size(); ++i) {
            std::string classes = table.columns[i].kind == ColumnKind::number ? "n" : "";
            if (!row[i].tone.empty()) classes += (classes.empty() ? "" : " ") + row[i].tone;
            page.add("<td{}", classes.empty() ? "" : fmt::format(" class='{}'", classes));
            if (row[i].heat > 0) page.add(" style='--heat:{:.0f}%'", 100 * row[i].heat);
            if (!row[i].hint.empty()) page.add(" title='{}'", escaped(row[i].hint));
            page.add(">{}", escaped(row[i].text));
        }
    }
    page.add("</tbody></table></div>\n");
}

void add_title(HtmlPage& page, const Table& table) {
    page.add("<h2>{}</h2>", escaped(table.title));
    if (!table.note.empty()) page.add("<p class=soft>{}</p>", escaped(table.note));
}

}  // namespace

void add_table(HtmlPage& page, const Table& table) {
    if (table.rows.empty()) return;
    add_title(page, table);
    add_grid(page, table, false);
}

void add_live_table(HtmlPage& page, const Table& table) {
    add_title(page, table);
    page.add(
        "<label>Filter by words <input id=filter type=search autocomplete=off placeholder='seek "
        "avx2'></label><p class=soft id=count role=status></p>");
    add_grid(page, table, true);
}

std::string markdown_text(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '|' || c == '<' || c == '*' || c == '_' || c == '`' || c == '[' || c == '\\') result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result;
}

std::string markdown_of(const Table& table) {
    if (table.rows.empty()) return {};
    std::string text = fmt::format("\n### {}\n\n", markdown_text(table.title));
    if (!table.note.empty()) text += markdown_text(table.note) + "\n\n";
    std::string rule;
    for (const Column& column : table.columns) {
        text += fmt::format("| {} ", markdown_text(column.head));
        rule += column.kind == ColumnKind::number ? "|---:" : "|---";
    }
    text += "|\n" + rule + "|\n";
    for (std::size_t i = 0; i < std::min(most_rows, table.rows.size()); ++i) {
        for (const Cell& cell : table.rows[i]) {
            const std::string_view bold = cell.tone == "below" || cell.tone == "wrong" ? "**" : "";
            text += fmt::format("| {0}{1}{0} ", bold, markdown_text(cell.text));
        }
        text += "|\n";
    }
    if (table.rows.size() > most_rows)
        text += fmt::format("\nand {} more, which the page (`--html`) has\n", table.rows.size() - most_rows);
    return text;
}

std::size_t table_width() {
    return is_terminal(stdout) ? terminal_columns() : std::numeric_limits<std::size_t>::max();
}

std::string text_of(const Table& table, std::size_t width) {
    return table.rows.empty() ? "" : fmt::format("\n{}\n{}", table.title, columns_of(table, width));
}

std::string columns_of(const Table& table, std::size_t width) {
    constexpr std::size_t gap = 2, indent = 4;
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        widths.push_back(table.columns[i].head.size());
        for (const std::vector<Cell>& row : table.rows) widths[i] = std::max(widths[i], row[i].text.size());
    }
    std::vector<bool> begins_line(widths.size());
    for (std::size_t i = 0, used = 0; i < widths.size(); ++i) {
        begins_line[i] = i > 0 && used + widths[i] > width;
        used = (begins_line[i] ? indent : used) + widths[i] + gap;
    }
    std::string text;
    const auto add_line = [&](const auto& cell_text) {
        std::string line;
        const auto end_line = [&] {
            line.erase(line.find_last_not_of(' ') + 1);
            if (!line.empty()) text += line + '\n';
            line.assign(indent, ' ');
        };
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (begins_line[i]) end_line();
            line += table.columns[i].kind == ColumnKind::number
                        ? fmt::format("{:>{}}", cell_text(i), widths[i])
                        : fmt::format("{:<{}}", cell_text(i), widths[i]);
            line.append(gap, ' ');
        }
        end_line();
    };
    add_line([&](std::size_t i) { return table.columns[i].head; });
    for (const std::vector<Cell>& row : table.rows) add_line([&](std::size_t i) { return row[i].text; });
    return text;
}

std::string csv_of(const Table& table) {
    std::string text;
    const auto add_line = [&](const auto& cell_text) {
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            std::string cell = cell_text(i);
            if (cell.find_first_of(",\"\n") != std::string::npos) {
                for (std::size_t at = 0; (at = cell.find('"', at)) != std::string::npos; at += 2)
                    cell.insert(at, 1, '"');
                cell = '"' + cell + '"';
            }
            text += (i == 0 ? "" : ",") + cell;
        }
        text += '\n';
    };
    add_line([&](std::size_t i) {
        std::string head = table.columns[i].head;
        std::ranges::replace(head, ' ', '_');
        return head;
    });
    for (const std::vector<Cell>& row : table.rows) add_line([&](std::size_t i) { return row[i].text; });
    return text;
}

std::string folded_markdown_of(const Table& table) {
    if (table.rows.empty()) return {};
    return fmt::format("\n<details><summary>{}</summary>\n{}\n</details>\n", escaped(table.title),
                       markdown_of(table));
}

}  // namespace wend::support
