// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Compiled once per instruction set, which WEND_COUNTED_ISA names. Uses the compiler's vector extension, so
// that the formulas of the loops hold at every optimisation level.
#include "support/counted_kernels.hpp"

#include "kernels/src/simd/built_isas.hpp"

#include <cstdint>
#include <cstring>

namespace wend::test {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t width = 64;
#elif defined(__AVX__)
constexpr std::size_t width = 32;
#else
constexpr std::size_t width = 16;
#endif

typedef float Floats __attribute__((vector_size(width)));
typedef double Doubles __attribute__((vector_size(width)));
typedef std::uint32_t Words __attribute__((vector_size(width)));
constexpr std::size_t lanes = width / sizeof(float);

/// A single load: the compiler may not repeat it to save a register.
template <class Vector>
Vector load(const float* from) {
    Vector value;
    std::memcpy(&value, from, sizeof value);
#if defined(__AVX__)
    asm("" : "+v"(value));
#else
    asm("" : "+x"(value));
#endif
    return value;
}

template <class Vector>
void store(float* to, const Vector& value) {
    std::memcpy(to, &value, sizeof value);
}

Floats root(Floats x) {
#if defined(__AVX__)
    asm("vsqrtps %0, %0" : "+v"(x));
#else
    asm("sqrtps %0, %0" : "+x"(x));
#endif
    return x;
}

void copy(const float* a, const float*, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; i += lanes) store(out + i, load<Floats>(a + i));
}

void scale(const float* a, const float*, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; i += lanes) store(out + i, load<Floats>(a + i) * 3.0f);
}

void axpy(const float* a, const float* b, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; i += lanes)
        store(out + i, load<Floats>(a + i) * 3.0f + load<Floats>(b + i));
}

void sum(const float* a, const float*, float* out, std::size_t count) {
    Floats total{};
    for (std::size_t i = 0; i < count; i += lanes) total += load<Floats>(a + i);
    store(out, total);
}

void root_quotient(const float* a, const float* b, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; i += lanes)
        store(out + i, root(load<Floats>(a + i)) / load<Floats>(b + i));
}

void xorshift(const float* a, const float*, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; i += lanes) {
        Words x = load<Words>(a + i);
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        store(out + i, x);
    }
}

/// Reads two floats as one double.
void square_double(const float* a, const float* b, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; i += lanes) {
        const Doubles x = load<Doubles>(a + i);
        const Doubles y = load<Doubles>(b + i);
        store(out + i, (x * x + y) * x + y);
    }
}

}  // namespace

}  // namespace wend::test

template <>
const wend::test::CountedTable
    wend::detail::OfIsa<wend::Isa::WEND_COUNTED_ISA, wend::test::CountedTable>::table{
        wend::test::lanes,
        {{{"copy", wend::test::copy, 0, 0, 0, 0, 4, 4, 0},
          {"scale", wend::test::scale, 1, 0, 0, 0, 4, 4, 1},
          {"axpy", wend::test::axpy, 2, 0, 0, 0, 8, 4, 2},
          {"sum", wend::test::sum, 1, 0, 0, 0, 4, 0, 1},
          {"root_quotient", wend::test::root_quotient, 2, 0, 1, 1, 8, 4, 2},
          {"xorshift", wend::test::xorshift, 0, 0, 0, 0, 4, 4, 6},
          {"square_double", wend::test::square_double, 2, 2, 0, 0, 8, 4, 4}}}};
