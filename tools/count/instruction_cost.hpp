// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "tools/count/counts.hpp"

namespace wend::count {

/// The mask that selects the active units of an instruction, each time it is executed.
enum class Mask : std::uint8_t {
    none,      ///< nothing: the whole cost is in `always`
    opmask,    ///< the set bits of an AVX-512 mask register
    vector,    ///< the sign bits of a vector register's elements (AVX masked moves and gathers)
    iteration  ///< each trap is one iteration of a repeated string instruction; none is active once rcx is 0
};

/// The contribution of one x86-64 instruction to the counts.
struct InstructionCost {
    Counts always;  ///< each time it is executed
    Counts unit;    ///< for each active lane or iteration
    Mask mask = Mask::none;
    std::uint8_t mask_register = 0;
    std::uint8_t units = 0;         ///< lanes that the mask covers
    std::uint8_t element_size = 0;  ///< bytes of the mask's elements (Mask::vector)
    bool known = false;             ///< whether the instruction could be decoded
};

/// Decodes the instruction at `code`. Allocates nothing and keeps no state: a signal handler may call it.
[[nodiscard]] InstructionCost cost_of(const void* code) noexcept;

/// The instruction in Intel's syntax, as llvm-mca reads it; jumps have distances.
[[nodiscard]] std::string instruction_text(const void* code);

}  // namespace wend::count
