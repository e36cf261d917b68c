// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "wend/isa.hpp"

namespace wend::bench {

/// A loop of independent vector instructions alone.
struct ComputeLoop {
    void (*run)(std::uint64_t iterations);
    unsigned instructions;  ///< an iteration; 0: this instruction set has none
};

/// The loops that find a machine's ceilings, as compiled for one instruction set.
struct CeilingLoops {
    unsigned lanes;
    ComputeLoop fused;  ///< fused multiply-adds
    ComputeLoop sums;   ///< additions and multiplications, alternating
    ComputeLoop mixed;  ///< those, integer additions and exclusive ors: the load of all vector ports
    ComputeLoop divides;
    ComputeLoop roots;
    void (*copy)(float* a, const float* b, const float* c, std::size_t count);   ///< a = b
    void (*triad)(float* a, const float* b, const float* c, std::size_t count);  ///< a = b + 3 c
};

/// Null for the reference, and for what is not built.
[[nodiscard]] const CeilingLoops* ceiling_loops(Isa isa) noexcept;

}  // namespace wend::bench
