// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <ucontext.h>

#include <cstdint>

namespace wend::count {

/// Offsets of the mask registers in the processor's extended state, from CPUID.
struct StateLayout {
    std::uint32_t upper_halves = 0;  ///< of the 256-bit registers
    std::uint32_t opmasks = 0;

    [[nodiscard]] static StateLayout of_this_cpu() noexcept;
};

/// The registers of interrupted code, as the kernel hands them to a signal handler.
class RegisterState {
  public:
    RegisterState(const ucontext_t& context, const StateLayout& layout) noexcept;

    [[nodiscard]] std::uint64_t opmask(unsigned number) const noexcept;

    /// One bit for each of the `count` elements of a 128- or 256-bit register: its sign.
    [[nodiscard]] std::uint64_t signs(unsigned number, unsigned count, unsigned element_size) const noexcept;

    [[nodiscard]] std::uint64_t rip() const noexcept;
    [[nodiscard]] std::uint64_t rcx() const noexcept;

  private:
    const ucontext_t& context_;
    const StateLayout& layout_;
    const unsigned char* state_;
    std::uint64_t components_;  ///< saved components; all others are zero
};

}  // namespace wend::count
