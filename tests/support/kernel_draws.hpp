// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/independence.hpp"
#include "wend/wend.hpp"

/// Draws of the kernels, derived from the state after a tick.
namespace wend::test {

/// The words of the agents first.id, first.id + 1 ... for one number: the upper 24 bits, exactly; for
/// approach and its jitter some 20 bits, because of sine, cosine and rounding. retarget_wander_phase has
/// number 0 only.
[[nodiscard]] std::vector<std::uint32_t> kernel_draws(Isa isa, Purpose kind, const DrawArguments& first,
                                                      std::size_t count);

/// Whether the words of this kind are exact to 24 bits.
[[nodiscard]] bool shows_exact_draws(Purpose kind);

}  // namespace wend::test
