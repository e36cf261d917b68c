// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "tools/report/report_tables.hpp"

namespace wend::report {

/// The results of `wend bench` as a page in one file: the machine and the outcome in sentences; how many
/// times as fast as plain loops each instruction set is, with intervals; threads; the roofline, if there is
/// one; rivals; uneven populations; all rows, to sort and to filter. `json`: as seen from the page, the file
/// with every round, which it links to; empty without one.
[[nodiscard]] std::string report_page(const Groups& groups, const Roofline* roofline, std::string_view json);

/// The same without charts and without all rows, for the text of a pull request.
[[nodiscard]] std::string report_markdown(const Groups& groups, const Roofline* roofline);

}  // namespace wend::report
