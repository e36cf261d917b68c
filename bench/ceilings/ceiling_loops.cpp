// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Compiled once per instruction set, with WEND_CEILING_ISA naming it; exports its table alone. The
// instructions are written out, so that no compiler folds, fuses or moves them; a vector is the compiler's
// own type.
#include "bench/ceilings/ceiling_loops.hpp"
#include "kernels/src/simd/built_isas.hpp"

#include <cstring>
#include <utility>

namespace wend::bench {
namespace {

#if defined(WEND_SCALAR_LANES)
constexpr std::size_t width = 4;
#elif defined(__AVX512F__)
constexpr std::size_t width = 64;
#elif defined(__AVX__)
constexpr std::size_t width = 32;
#else
constexpr std::size_t width = 16;
#endif
constexpr std::size_t lanes = width / sizeof(float);

/// Enough for the latencies of what starts in one cycle, and registers for all.
constexpr std::size_t chains = 12;

#if defined(WEND_SCALAR_LANES)
typedef float Vector;
#else
typedef float Vector __attribute__((vector_size(width)));
#endif

#if defined(__AVX__) && !defined(WEND_SCALAR_LANES)
void add(Vector& x, Vector y) { asm volatile("vaddps %1, %0, %0" : "+v"(x) : "v"(y)); }
void multiply(Vector& x, Vector y) { asm volatile("vmulps %1, %0, %0" : "+v"(x) : "v"(y)); }
void add_integers(Vector& x, Vector y) { asm volatile("vpaddd %1, %0, %0" : "+v"(x) : "v"(y)); }
void divide(Vector& x, Vector y) { asm volatile("vdivps %1, %1, %0" : "=v"(x) : "v"(y)); }
void take_root(Vector& x, Vector y) { asm volatile("vsqrtps %1, %0" : "=v"(x) : "v"(y)); }
void fuse(Vector& x, Vector y) { asm volatile("vfmadd231ps %1, %1, %0" : "+v"(x) : "v"(y)); }
#if defined(__AVX512F__)
void exclusive_or(Vector& x, Vector y) { asm volatile("vpxord %1, %0, %0" : "+v"(x) : "v"(y)); }
#else
void exclusive_or(Vector& x, Vector y) { asm volatile("vpxor %1, %0, %0" : "+v"(x) : "v"(y)); }
#endif
#else
#if defined(WEND_SCALAR_LANES)
#define WEND_FLOATS "ss"
#else
#define WEND_FLOATS "ps"
#endif
void add(Vector& x, Vector y) { asm volatile("add" WEND_FLOATS " %1, %0" : "+x"(x) : "x"(y)); }
void multiply(Vector& x, Vector y) { asm volatile("mul" WEND_FLOATS " %1, %0" : "+x"(x) : "x"(y)); }
void add_integers(Vector& x, Vector y) { asm volatile("paddd %1, %0" : "+x"(x) : "x"(y)); }
void exclusive_or(Vector& x, Vector y) { asm volatile("pxor %1, %0" : "+x"(x) : "x"(y)); }
void divide(Vector& x, Vector y) {
    x = y;
    asm volatile("div" WEND_FLOATS " %1, %0" : "+x"(x) : "x"(y));
}
void take_root(Vector& x, Vector y) { asm volatile("sqrt" WEND_FLOATS " %1, %0" : "=x"(x) : "x"(y)); }
#endif

/// Chains i, i + 1, i + 2, ... alternate between the steps.
template <auto... steps>
struct Turns {
    static constexpr void (*table[])(Vector&, Vector) = {steps...};

    template <std::size_t... chain>
    static void once(Vector (&x)[chains], Vector y, std::index_sequence<chain...>) {
        (table[chain % sizeof...(steps)](x[chain], y), ...);
    }

    static void run(std::uint64_t iterations) {
        const Vector one = Vector{} + 1.0f;
        Vector x[chains];
        for (Vector& each : x) each = one;
        for (std::uint64_t i = 0; i < iterations; ++i) once(x, one, std::make_index_sequence<chains>());
        for (Vector& each : x) {
#if defined(__AVX__)
            asm volatile("" : "+v"(each));
#else
            asm volatile("" : "+x"(each));
#endif
        }
    }

    static constexpr ComputeLoop loop{run, chains};
};

Vector load(const float* from) {
    Vector value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

void store(float* to, const Vector& value) { std::memcpy(to, &value, sizeof value); }

/// Four vectors at a time; `count` is a multiple of them.
template <class Step>
void over(std::size_t count, const Step& step) {
    for (std::size_t i = 0; i < count; i += 4 * lanes) {
        step(i);
        step(i + lanes);
        step(i + 2 * lanes);
        step(i + 3 * lanes);
        asm volatile("" ::: "memory");  // no call of memcpy instead
    }
}

void copy(float* a, const float* b, const float*, std::size_t count) {
    over(count, [=](std::size_t i) { store(a + i, load(b + i)); });
}

void triad(float* a, const float* b, const float* c, std::size_t count) {
    over(count, [=](std::size_t i) { store(a + i, load(b + i) + 3.0f * load(c + i)); });
}

}  // namespace

}  // namespace wend::bench

template <>
const wend::bench::CeilingLoops wend::detail::OfIsa<wend::Isa::WEND_CEILING_ISA,
                                                    wend::bench::CeilingLoops>::table = [] {
    using namespace wend::bench;
    return CeilingLoops {
        .lanes = lanes,
#if defined(__AVX__)
        .fused = Turns<fuse>::loop,
#else
        .fused = {nullptr, 0},
#endif
        .sums = Turns<add, multiply>::loop, .mixed = Turns<add, multiply, add_integers, exclusive_or>::loop,
        .divides = Turns<divide>::loop, .roots = Turns<take_root>::loop, .copy = copy, .triad = triad,
    };
}();
