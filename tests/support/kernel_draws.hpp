// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/independence.hpp"
#include "wend/wend.hpp"

/// Draws as the kernels make them, read off the state that they leave.
namespace wend::test {

/// The words of the agents first.id, first.id + 1 ... for one number. Of the kinds that give a float, their
/// upper 24 bits, exactly, the others 0; of approach and its jitter what is left after sine, cosine and
/// rounding: some 20 bits. retarget_wander_phase is drawn for number 0 alone.
[[nodiscard]] std::vector<std::uint32_t> kernel_draws(Isa isa, Purpose kind, const DrawArguments& first,
                                                      std::size_t count);

/// Whether the words of this kind are exact to 24 bits.
[[nodiscard]] bool shows_exact_draws(Purpose kind);

}  // namespace wend::test
