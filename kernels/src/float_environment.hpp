// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cfenv>
#include <cstdint>

namespace wend::detail {

/// Restores the thread's floating-point settings and sticky flags when it ends. They are written only if they
/// differ: two writes around a root take 20 ns, a read takes 1.5 (Intel with AMX).
class KeptFloatEnvironment {
  public:
#if defined(__x86_64__)
    KeptFloatEnvironment() noexcept : control_and_flags_(__builtin_ia32_stmxcsr()) {}
    ~KeptFloatEnvironment() {
        if (__builtin_ia32_stmxcsr() != control_and_flags_) __builtin_ia32_ldmxcsr(control_and_flags_);
    }

    /// C's default: round to nearest, gradual underflow, no traps. Flags may be set.
    void use_default() const noexcept {
        constexpr std::uint32_t flags = 0x3f, control = 0x1f80;
        if ((control_and_flags_ & ~flags) != control) __builtin_ia32_ldmxcsr(control);
    }

  private:
    std::uint32_t control_and_flags_;
#elif defined(__aarch64__)
    KeptFloatEnvironment() noexcept : control_(control()), flags_(flags()) {}
    ~KeptFloatEnvironment() {
        if (control() != control_) asm volatile("msr fpcr, %0" : : "r"(control_));
        if (flags() != flags_) asm volatile("msr fpsr, %0" : : "r"(flags_));
    }

    void use_default() const noexcept {
        if (control_ != 0) asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}));
    }

  private:
    static std::uint64_t control() noexcept {
        std::uint64_t bits;
        asm volatile("mrs %0, fpcr" : "=r"(bits));
        return bits;
    }
    static std::uint64_t flags() noexcept {
        std::uint64_t bits;
        asm volatile("mrs %0, fpsr" : "=r"(bits));
        return bits;
    }

    std::uint64_t control_, flags_;
#elif defined(__wasm__)
    // WebAssembly has no settings, and no flags.
    KeptFloatEnvironment() noexcept {}
    ~KeptFloatEnvironment() {}

    void use_default() const noexcept {}
#else
    // C's functions: rounding, traps and flags, but no setting that flushes denormals (RISC-V has none).
    KeptFloatEnvironment() noexcept { std::fegetenv(&callers_); }
    ~KeptFloatEnvironment() { std::fesetenv(&callers_); }

    void use_default() const noexcept { std::fesetenv(FE_DFL_ENV); }

  private:
    std::fenv_t callers_;
#endif

  public:
    KeptFloatEnvironment(const KeptFloatEnvironment&) = delete;
    KeptFloatEnvironment& operator=(const KeptFloatEnvironment&) = delete;
};

/// Calls `function` without letting the compiler move arithmetic out of it: Clang moves multiplications past
/// the instruction that changes the settings. A call that is not inlined and may touch any memory stays in
/// place.
template <class Function>
[[gnu::noinline]] auto call_in_place(const Function& function) {
    asm volatile("" ::: "memory");
    return function();
}

/// Calls `function` in C's default floating-point environment (round to nearest, gradual underflow, no
/// traps), then restores the caller's settings and flags. Every public function that computes with floats or
/// compares them does so in here: neither results nor refusals may depend on the caller's settings, and a
/// comparison with NaN may trap.
template <class Function>
auto in_default_float_environment(const Function& function) {
    const KeptFloatEnvironment callers;
    callers.use_default();
    return call_in_place(function);
}

}  // namespace wend::detail
