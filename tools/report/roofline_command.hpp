// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "tools/report/report_tables.hpp"
#include "tools/support/command_line.hpp"

namespace wend::report {

/// The ceilings of one thread, measured in some seconds, and below them the best instruction set's kernels at
/// 8,192 agents and one tick a call, by their measured rows and exact counts: those of enum KernelId. Empty
/// where instructions cannot be counted, or without such a row.
[[nodiscard]] std::optional<Roofline> roofline_of_rows(const Groups& groups, const bench::Registry& registry);

/// `wend bench --roofline`, with its JSON in `out`; empty: none. Returns the exit status; throws on bad
/// requests.
[[nodiscard]] int run_roofline(const support::NameFilter& filter, const std::string& out);

}  // namespace wend::report
