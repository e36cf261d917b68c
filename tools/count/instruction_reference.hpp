// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace wend::count {

/// Where in its bytes an instruction says how far away from it something is: a branch, a call, or memory that
/// is addressed from the instruction pointer.
struct InstructionReference {
    std::size_t length = 0;      ///< of the instruction; 0: not decoded
    std::size_t field = 0;       ///< where the distance stands
    std::size_t field_size = 0;  ///< its bytes; 0: the instruction has none
    std::int64_t distance = 0;   ///< from the end of the instruction
    std::size_t accessed = 0;  ///< bytes that it loads or stores there; 0: it branches, or takes the address
};

/// Whether this processor's instructions can be decoded here: x86-64 alone.
[[nodiscard]] bool can_decode() noexcept;

/// Decodes the first of these instructions of x86-64.
[[nodiscard]] InstructionReference reference_of(std::span<const std::byte> code) noexcept;

}  // namespace wend::count
