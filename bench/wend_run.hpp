// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "bench/registry.hpp"

namespace wend::bench {

/// wend's own program over an AgentBuffer, in its initial state. Ticks a pass are chosen by the library.
[[nodiscard]] Run make_wend_run(std::shared_ptr<const Input> input, Isa isa, unsigned threads,
                                std::uint32_t ticks);

/// Positions after hash_ticks ticks by the reference: what rivals are checked against.
struct Positions {
    std::vector<float> x, y;
};
[[nodiscard]] Positions reference_positions(const Input& input);

}  // namespace wend::bench
