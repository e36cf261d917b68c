// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "bench/cases/population.hpp"
#include "bench/loops/wend_run.hpp"

namespace wend::bench {

/// Allowed distance in metres between agents of two float programs after 64 ticks. Rounding alone accounts
/// for some units in the last place of 1,000 (6e-5).
inline constexpr float tolerance = 0.01f;

/// Compares `rival` with the reference after hash_ticks_of ticks of `calm`, an input without draws. Returns
/// an empty string, or one sentence that says how they differ. One agent in a thousand may differ: close to
/// its target or to a node, rounding decides.
[[nodiscard]] std::string disagreement(const Input& calm, const Positions& rival, float allowed = tolerance);

}  // namespace wend::bench
