// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <set>
#include <span>

#include "tools/perf/history/run.hpp"

namespace wend::perf {

/// The counter that holds ln(time of head / time of base) of a pair of processes, in the round of its number.
inline constexpr const char* pair_counter = "pair_log_ratio";
/// The counter that holds how many of these pairs lacked cores.
inline constexpr const char* crowded_counter = "crowded_pairs";

/// Judges the cases of a comparison that earlier ones of the same executables have too by the pairs of all of
/// them, as one more look. Returns the indices of those that had such cases.
std::set<std::size_t> pool_pairs(StoredRun& comparison, std::span<const StoredRun> earlier);

}  // namespace wend::perf
