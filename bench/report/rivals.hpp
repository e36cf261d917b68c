// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/report/result.hpp"
#include "bench/report/table.hpp"

namespace wend::bench {

/// A row a kernel, number of agents and ticks a call: wend's best, the fastest rival, how many times as fast
/// wend is, who is the fastest.
[[nodiscard]] Table fastest_rival_table(const Result& result);

/// A row a kernel, number of agents and rival.
[[nodiscard]] Table every_rival_table(const Result& result);

/// A row a rival: how it was made.
[[nodiscard]] Table rival_build_table(const Result& result);

}  // namespace wend::bench
