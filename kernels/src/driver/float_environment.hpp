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
#else
    // WebAssembly has no settings, and no flags.
    KeptFloatEnvironment() noexcept {}
    ~KeptFloatEnvironment() {}
#endif

  public:
    KeptFloatEnvironment(const KeptFloatEnvironment&) = delete;
    KeptFloatEnvironment& operator=(const KeptFloatEnvironment&) = delete;
};

/// Calls `function` where no compiler moves its arithmetic to: Clang moves multiplications past the
/// instruction that changes the settings, which GCC happens not to. A call that is not inlined and may touch
/// any memory stays where it is.
template <class Function>
[[gnu::noinline]] auto call_in_place(const Function& function) {
    asm volatile("" ::: "memory");
    return function();
}

/// What `function` returns in C's default floating-point environment (round to nearest, gradual underflow, no
/// traps); then the caller's settings and flags are back. Every public function that computes with floats, or
/// compares them, does so in here: what is refused and what comes out must not depend on the caller's
/// settings, and a comparison with NaN may trap.
template <class Function>
auto in_default_float_environment(const Function& function) {
    const KeptFloatEnvironment callers;
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(0x1f80);
#elif defined(__aarch64__)
    asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}));
#endif
    return call_in_place(function);
}

}  // namespace wend::detail
