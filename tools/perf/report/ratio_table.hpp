// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "bench/support/html_page.hpp"
#include "tools/perf/report/what_changed.hpp"

namespace wend::perf {

/// Rows as a table: in words and, where there is a direct comparison, its interval drawn on an axis that all
/// rows share. `where`: the head of the column of ChangedRow::where. `label`: the table's name for screen
/// readers. `linked`: names lead to the page's search.
void add_ratio_table(scenario::HtmlPage& page, std::span<const ChangedRow> rows, std::string_view where,
                     std::string_view label, bool linked);

}  // namespace wend::perf
