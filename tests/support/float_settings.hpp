// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace wend::test {

/// The control register of this thread's float arithmetic: rounding, flushing, traps.
[[nodiscard]] inline std::uint64_t float_control() noexcept {
#if defined(__x86_64__)
    return _mm_getcsr() & 0xffc0u;  // without the sticky flags
#else
    std::uint64_t control;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    return control;
#endif
}

inline void set_float_control(std::uint64_t control) noexcept {
#if defined(__x86_64__)
    _mm_setcsr(static_cast<unsigned>(control));
#else
    asm volatile("msr fpcr, %0" : : "r"(control));
#endif
}

/// The sticky flags of its exceptions: invalid operation is bit 0 everywhere.
#if defined(__x86_64__)
inline constexpr std::uint64_t all_float_flags = 0x3f;
#else
inline constexpr std::uint64_t all_float_flags = 0x9f;
#endif

[[nodiscard]] inline std::uint64_t float_flags() noexcept {
#if defined(__x86_64__)
    return _mm_getcsr() & all_float_flags;
#else
    std::uint64_t status;
    asm volatile("mrs %0, fpsr" : "=r"(status));
    return status & all_float_flags;
#endif
}

inline void set_float_flags(std::uint64_t flags) noexcept {
#if defined(__x86_64__)
    _mm_setcsr(static_cast<unsigned>((_mm_getcsr() & ~all_float_flags) | flags));
#else
    asm volatile("msr fpsr, %0" : : "r"(flags));
#endif
}

/// Bits of the control register that a caller may have set.
struct FloatSetting {
    const char* name;
    std::uint64_t control;
};
#if defined(__x86_64__)
inline constexpr FloatSetting float_settings[] = {
    {"downward", 0x1f80u | 0x2000u},         {"upward", 0x1f80u | 0x4000u},
    {"toward_zero", 0x1f80u | 0x6000u},      {"flush_to_zero", 0x1f80u | 0x8000u},
    {"denormals_are_zero", 0x1f80u | 0x40u}, {"all_at_once", 0x1f80u | 0xe040u},
    {"every_exception_traps", 0x0000u},
};
#else
inline constexpr FloatSetting float_settings[] = {
    {"upward", 1u << 22},
    {"downward", 2u << 22},
    {"toward_zero", 3u << 22},
    {"flush_to_zero", 1u << 24},
    {"default_nan", 1u << 25},  // every NaN result becomes the default NaN
    {"all_at_once", 3u << 22 | 1u << 24 | 1u << 25},
};
#endif

}  // namespace wend::test
