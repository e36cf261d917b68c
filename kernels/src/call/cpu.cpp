// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "call/dispatch.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cstdint>

namespace wend::detail {
namespace {

#if defined(__x86_64__)

struct Registers {
    unsigned a = 0, b = 0, c = 0, d = 0;
};

Registers cpuid(unsigned leaf) {
    Registers r;
    if (__get_cpuid_count(leaf, 0, &r.a, &r.b, &r.c, &r.d) == 0) return {};
    return r;
}

/// Which register states the operating system saves (XCR0); 0 when it does not say. xsimd 8.1.0 does not ask,
/// and a kernel without AVX state then dies of SIGILL.
std::uint64_t saved_states(const Registers& leaf1) {
    constexpr unsigned osxsave = 1u << 27;
    if ((leaf1.c & osxsave) == 0) return 0;
    std::uint32_t low = 0, high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
}

constexpr bool has(std::uint64_t bits, std::uint64_t wanted) { return (bits & wanted) == wanted; }

#endif

}  // namespace

bool cpu_allows(Isa isa) noexcept {
    if (isa == Isa::reference || isa == Isa::scalar) return true;
#if defined(__x86_64__)
    constexpr unsigned avx_bit = 1u << 28;
    constexpr unsigned avx2_bit = 1u << 5;
    constexpr unsigned avx512_bits =
        1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31;  // F, DQ, CD, BW, VL
    constexpr std::uint64_t avx_state = 0x6, avx512_state = 0xe6;
    const Registers leaf1 = cpuid(1);
    const Registers leaf7 = cpuid(7);
    const std::uint64_t states = saved_states(leaf1);
    switch (isa) {
        case Isa::sse2: return true;
        case Isa::avx2: return has(leaf1.c, avx_bit) && has(leaf7.b, avx2_bit) && has(states, avx_state);
        case Isa::avx512: return has(leaf7.b, avx512_bits) && has(states, avx512_state);
        default: return false;
    }
#elif defined(__wasm__)
    // A browser that does not know the instructions refuses the whole module.
    return isa == Isa::simd128;
#elif defined(__aarch64__)
    return isa == Isa::neon64;
#else
    return false;
#endif
}

}  // namespace wend::detail
