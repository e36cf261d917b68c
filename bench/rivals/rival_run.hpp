// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "bench/cases/registry.hpp"
#include "bench/loops/wend_run.hpp"
#include "bench/rivals/rival.hpp"

namespace wend::bench::rivals {

/// The rival over the same population; one call is one tick. It must have a loop for the input's kernel, and
/// be able to run.
[[nodiscard]] Run make_rival_run(std::shared_ptr<const Input> input, const Rival& rival);

/// Where its agents are after hash_ticks ticks.
[[nodiscard]] Positions positions_after(const Input& input, const Rival& rival);

/// Whether it moves the agents where the reference does, to float tolerance (both without random turns).
/// Empty, or one sentence that says how they differ.
[[nodiscard]] std::string disagreement(const Input& input, const Rival& rival);

}  // namespace wend::bench::rivals
