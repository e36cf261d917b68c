// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "bench/cases/population.hpp"
#include "bench/loops/wend_run.hpp"

namespace wend::bench {

/// How far apart two float programs' agents may be after 64 ticks: their roundings drift apart by some units
/// in the last place of 1,000 (6e-5).
inline constexpr float tolerance = 0.01f;

/// Whether `rival` has the agents of `calm`, an input without draws, where the reference has them after
/// hash_ticks ticks, but for one agent in a thousand: who passes over its target turns by a hair's
/// difference, and near a node either neighbour is right. Empty, or one sentence that says how they differ.
[[nodiscard]] std::string disagreement(const Input& calm, const Positions& rival, float allowed = tolerance);

}  // namespace wend::bench
