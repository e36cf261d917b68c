// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "bench/cases/registry.hpp"
#include "bench/loops/wend_run.hpp"
#include "bench/rivals/rival.hpp"

namespace wend::bench::rivals {

/// The rival over the same population. One call is one tick. The rival must have a loop for the input's
/// kernel and be able to run.
[[nodiscard]] Run make_rival_run(std::shared_ptr<const Input> input, const Rival& rival);

/// The positions of the rival's agents after hash_ticks_of ticks.
[[nodiscard]] Positions positions_after(const Input& input, const Rival& rival);

/// Compares the rival with the reference, to float tolerance and both without draws. Returns an empty string,
/// or one sentence that says how they differ.
[[nodiscard]] std::string disagreement(const Input& input, const Rival& rival);

}  // namespace wend::bench::rivals
