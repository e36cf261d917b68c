// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace wend::detail {

/// At its end, the thread's floating-point settings and sticky flags are those of its beginning.
class KeptFloatEnvironment {
  public:
#if defined(__x86_64__)
    KeptFloatEnvironment() noexcept : control_and_flags_(__builtin_ia32_stmxcsr()) {}
    ~KeptFloatEnvironment() { __builtin_ia32_ldmxcsr(control_and_flags_); }

  private:
    std::uint32_t control_and_flags_;
#elif defined(__aarch64__)
    KeptFloatEnvironment() noexcept {
        asm volatile("mrs %0, fpcr" : "=r"(control_));
        asm volatile("mrs %0, fpsr" : "=r"(flags_));
    }
    ~KeptFloatEnvironment() {
        asm volatile("msr fpcr, %0" : : "r"(control_));
        asm volatile("msr fpsr, %0" : : "r"(flags_));
    }

  private:
    std::uint64_t control_, flags_;
#endif

  public:
    KeptFloatEnvironment(const KeptFloatEnvironment&) = delete;
    KeptFloatEnvironment& operator=(const KeptFloatEnvironment&) = delete;
};

/// Round to nearest, gradual underflow, no traps, for as long as it lives; then the caller's settings and
/// flags again. Every public function that computes with floats, or compares them, has one: what is refused
/// and what comes out must not depend on the caller's settings, and a comparison with NaN may trap.
class FloatEnvironment {
  public:
    FloatEnvironment() noexcept {
#if defined(__x86_64__)
        __builtin_ia32_ldmxcsr(0x1f80);
#elif defined(__aarch64__)
        asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}));
#endif
    }

  private:
    KeptFloatEnvironment callers_;
};

}  // namespace wend::detail
