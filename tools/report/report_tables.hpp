// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/cases/measure.hpp"
#include "tools/report/roofline.hpp"
#include "tools/support/table.hpp"

/// The tables of a report, on a terminal, in a page and in Markdown. A table without rows: nothing of the
/// kind was measured.
namespace wend::report {

using Groups = std::vector<bench::Group>;

/// "seek": the kernel without its locomotion, with its paths and shapes.
[[nodiscard]] std::string short_name(const bench::Case& what);

/// "ordinary", "rest".
[[nodiscard]] std::string start_name(bench::Start start);

/// wend's own, timed, of ordinary agents with checked inputs.
[[nodiscard]] bool is_plain(const bench::Row& row);

/// An instruction set's plain row at so many agents and one tick a call, on one thread or on all; null when
/// it was not timed.
[[nodiscard]] const bench::Row* find_one_tick(const bench::Group& group, Isa isa, bool one_thread = true,
                                              std::size_t agents = bench::in_cache_size);

/// The last of the machine's instruction sets that was timed; the reference without any.
[[nodiscard]] Isa best_isa(const Groups& groups);

/// One row a kernel: nanoseconds at one tick of the textbook's loop, each instruction set and the best plain
/// loop; the widest set's speed-ups over both loops, and of all threads; whether all states agree.
[[nodiscard]] support::Table kernel_table(const Groups& groups);
/// The instruction sets that have a column: all but the reference, which has a table of its own.
[[nodiscard]] std::vector<Isa> column_isas();
[[nodiscard]] support::Table reference_table(const Groups& groups);
/// Its row of a group; empty unless the group has one tick and 8,192 agents. With intervals, or for a
/// terminal with the spread of the rounds before the bits.
[[nodiscard]] std::vector<support::Cell> kernel_cells(const bench::Group& group, bool with_intervals);
[[nodiscard]] support::Table thread_table(const Groups& groups);
[[nodiscard]] support::Table start_table(const Groups& groups);
/// All rows, with hashes.
[[nodiscard]] support::Table row_table(const Groups& groups);
/// The same with the names of the cases, for a spreadsheet.
[[nodiscard]] support::Table named_row_table(const Groups& groups);

/// The fastest rivals of each kernel and number of agents, at one tick a call.
[[nodiscard]] support::Table fastest_rival_table(const Groups& groups);
/// Compiler and flags of each measured rival.
[[nodiscard]] support::Table rival_build_table(const Groups& groups);

/// The machine's ceilings, and the kernels below them.
[[nodiscard]] support::Table ceiling_table(const Roofline& roofline);
[[nodiscard]] support::Table roofline_table(const Roofline& roofline);

}  // namespace wend::report
