// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "bench/report/comparison.hpp"

namespace wend::bench {

/// Two results side by side, as a page in one file: both machines; what differs in sentences; how many times
/// as fast the second is, by kernel and instruction set; all rows, to sort and to filter. The links lead to
/// the two files, as seen from the page; empty: none.
[[nodiscard]] std::string comparison_page(const Comparison& comparison, std::string_view link_a,
                                          std::string_view link_b);

/// The same without the chart, and with the rows alone that differ, for the text of a pull request.
[[nodiscard]] std::string comparison_markdown(const Comparison& comparison);

}  // namespace wend::bench
