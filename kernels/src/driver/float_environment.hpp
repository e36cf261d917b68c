// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace wend::detail {

/// Round to nearest, gradual underflow, no traps, for as long as it lives; then the caller's settings and
/// flags again.
class FloatEnvironment {
  public:
#if defined(__x86_64__)
    FloatEnvironment() noexcept : saved_(__builtin_ia32_stmxcsr()) { __builtin_ia32_ldmxcsr(0x1f80); }
    ~FloatEnvironment() { __builtin_ia32_ldmxcsr(saved_); }

  private:
    std::uint32_t saved_;
#elif defined(__aarch64__)
    FloatEnvironment() noexcept {
        std::uint64_t status;
        asm volatile("mrs %0, fpcr" : "=r"(saved_));
        asm volatile("mrs %0, fpsr" : "=r"(status));
        saved_status_ = status;
        asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}));
    }
    ~FloatEnvironment() {
        asm volatile("msr fpcr, %0" : : "r"(saved_));
        asm volatile("msr fpsr, %0" : : "r"(saved_status_));
    }

  private:
    std::uint64_t saved_, saved_status_;
#endif

  public:
    FloatEnvironment(const FloatEnvironment&) = delete;
    FloatEnvironment& operator=(const FloatEnvironment&) = delete;
};

}  // namespace wend::detail
