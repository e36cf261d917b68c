// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tools/report/report_tables.hpp"

namespace wend::report {

/// Where the results of a page come from.
struct ReportSource {
    std::string command;
    std::string json{};  ///< as seen from the page, the file with every round; empty without one
};

/// The results of `wend bench` as a page in one file: revision, machine, command and load; the outcome in
/// sentences; kernels by implementations; the widest set against the best plain loops, with intervals and
/// rounds; times by number of agents; threads; the roofline, if there is one; uneven populations; rivals; all
/// rows, to sort and to filter; the texts of the loops.
[[nodiscard]] std::string report_page(const Groups& groups, const Roofline* roofline,
                                      const ReportSource& source);

/// The same without charts and without all rows, for the text of a pull request.
[[nodiscard]] std::string report_markdown(const Groups& groups, const Roofline* roofline);

}  // namespace wend::report
