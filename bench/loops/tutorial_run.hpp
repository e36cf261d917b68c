// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "bench/cases/registry.hpp"

namespace wend::bench {

/// The tutorial's loop over the same population. One call is one frame.
[[nodiscard]] Run make_tutorial_run(std::shared_ptr<const Input> input, const tutorial::Loop& loop);

/// Compares the loop with the reference, to float tolerance and both without draws. Returns an empty string,
/// or one sentence that says how they differ.
[[nodiscard]] std::string disagreement(const Input& input, const tutorial::Loop& loop);

}  // namespace wend::bench
