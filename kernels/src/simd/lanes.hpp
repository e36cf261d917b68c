// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#if defined(WEND_SCALAR_LANES)

#include "simd/scalar_lanes.hpp"

#else

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <xsimd/xsimd.hpp>

#if defined(__aarch64__)
/// In xsimd 8.1.0 float division on NEON is an estimate with two Newton steps, on AArch64 too, which can
/// divide. Specialised there, since an operator of our own would be ambiguous with its.
template <>
inline xsimd::batch<float, xsimd::neon64> xsimd::kernel::div<xsimd::neon64>(
    const xsimd::batch<float, xsimd::neon64>& a, const xsimd::batch<float, xsimd::neon64>& b,
    xsimd::kernel::requires_arch<xsimd::neon>) noexcept {
    return vdivq_f32(a, b);
}
#endif

/// Vectors of any width: the only file that knows xsimd or an intrinsic. A kernel's text uses these names and
/// operators + - * /. scalar_lanes.hpp has the same names for one lane.
///
/// Everything here is exact or correctly rounded, and the same function of its inputs on every architecture,
/// NaN included where said; tests/kernels/simd/lanes_test.cpp holds all of it to scalar code, tests by the
/// defects of xsimd 8.1.0 that are worked around here. Not used at all: fma (unfused on AVX-512), reciprocal
/// and rsqrt (estimates), its trigonometry (drags in weak functions compiled for one ISA), `!=` and `^` and
/// bitwise_andnot on masks (wrong or different between ISAs), unary minus (0 - x on AVX-512).
namespace wend::detail {
namespace {

/// xsimd's types by the names of enum Isa.
namespace arch {
#if defined(__x86_64__)
using sse2 = xsimd::sse2;
using avx2 = xsimd::avx2;
using avx512 = xsimd::avx512bw;  // avx512f alone does not compile in 8.1.0
#elif defined(__wasm__)
using simd128 = xsimd::sse2;
#else
using neon64 = xsimd::neon64;
#endif
}  // namespace arch

template <class T, class A>
using Vector = xsimd::batch<T, A>;
template <class A>
using Floats = xsimd::batch<float, A>;
template <class A>
using Ints = xsimd::batch<std::int32_t, A>;
template <class A>
using Words = xsimd::batch<std::uint32_t, A>;
template <class A>
using Doubles = xsimd::batch<double, A>;
template <class A>
using FloatMask = xsimd::batch_bool<float, A>;
template <class A>
using IntMask = xsimd::batch_bool<std::int32_t, A>;
template <class A>
using DoubleMask = xsimd::batch_bool<double, A>;

template <class A>
inline constexpr std::size_t lanes = Floats<A>::size;
template <class A>
inline constexpr std::size_t double_lanes = Doubles<A>::size;

/// A bit for each.
template <class A>
inline constexpr std::uint32_t all_lanes = (std::uint32_t{1} << lanes<A>)-1;

// ---- memory, of any alignment ----

template <class A>
inline Floats<A> load(const float* from) {
    return Floats<A>::load_unaligned(from);
}
template <class A>
inline Words<A> load(const std::uint32_t* from) {
    return Words<A>::load_unaligned(from);
}
template <class A>
inline Ints<A> load(const std::int32_t* from) {
    return Ints<A>::load_unaligned(from);
}
template <class A>
inline Doubles<A> load(const double* from) {
    return Doubles<A>::load_unaligned(from);
}
/// Not `store`: argument-dependent look-up would find xsimd's, which wants alignment.
template <class T, class A>
inline void write(T* to, const xsimd::batch<T, A>& value) {
    value.store_unaligned(to);
}

/// 0, 1, 2 ...
template <class A>
inline Words<A> iota() {
    alignas(64) static constexpr std::uint32_t counts[16] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                             8, 9, 10, 11, 12, 13, 14, 15};
    return Words<A>::load_unaligned(counts);
}

// ---- bits ----

template <class A>
inline Ints<A> as_ints(const Floats<A>& x) {
    return xsimd::bitwise_cast<Ints<A>>(x);
}
template <class A>
inline Ints<A> as_ints(const Words<A>& x) {
    return xsimd::bitwise_cast<Ints<A>>(x);
}
template <class A>
inline Words<A> as_words(const Ints<A>& x) {
    return xsimd::bitwise_cast<Words<A>>(x);
}
template <class A>
inline Floats<A> as_floats(const Ints<A>& x) {
    return xsimd::bitwise_cast<Floats<A>>(x);
}

/// The bits of |x|: as integers they order like the magnitudes, infinity and NaN on top.
template <class A>
inline Ints<A> magnitude_bits(const Floats<A>& x) {
    return as_ints(x) & Ints<A>(0x7fffffff);
}
template <class A>
inline Floats<A> to_floats(const Ints<A>& x) {
    return xsimd::to_float(x);
}
template <class A>
inline Floats<A> sqrt(const Floats<A>& x) {
    return xsimd::sqrt(x);
}
template <class A>
inline Doubles<A> sqrt(const Doubles<A>& x) {
    return xsimd::sqrt(x);
}
template <class A>
inline Floats<A> floor(const Floats<A>& x) {
    return xsimd::floor(x);
}
/// Of numbers, not of NaN.
template <class A>
inline Doubles<A> smaller(const Doubles<A>& a, const Doubles<A>& b) {
    return xsimd::min(a, b);
}
template <class A>
inline Doubles<A> larger(const Doubles<A>& a, const Doubles<A>& b) {
    return xsimd::max(a, b);
}
/// Arithmetic shift right by a constant.
template <int count, class A>
inline Ints<A> shift_right(const Ints<A>& x) {
    return x >> count;
}
template <int count, class A>
inline Words<A> shift_right(const Words<A>& x) {
    return x >> count;
}
template <int count, class A>
inline Words<A> shift_left(const Words<A>& x) {
    return x << count;
}

// ---- masks ----

template <class A>
inline bool any(const FloatMask<A>& mask) {
    return xsimd::any(mask);
}
template <class A>
inline bool any(const IntMask<A>& mask) {
    return xsimd::any(mask);
}
template <class A>
inline bool any(const DoubleMask<A>& mask) {
    return xsimd::any(mask);
}
template <class A>
inline bool all(const IntMask<A>& mask) {
    return xsimd::all(mask);
}
template <class A>
inline Floats<A> select(const FloatMask<A>& mask, const Floats<A>& yes, const Floats<A>& no) {
    return xsimd::select(mask, yes, no);
}
template <class A>
inline Doubles<A> select(const DoubleMask<A>& mask, const Doubles<A>& yes, const Doubles<A>& no) {
    return xsimd::select(mask, yes, no);
}
template <class A>
inline Words<A> select(const FloatMask<A>& mask, const Words<A>& yes, const Words<A>& no) {
    return as_words<A>(as_ints<A>(select(mask, as_floats<A>(as_ints<A>(yes)), as_floats<A>(as_ints<A>(no)))));
}
template <class A>
inline Ints<A> select(const FloatMask<A>& mask, const Ints<A>& yes, const Ints<A>& no) {
    return as_ints<A>(select(mask, as_floats<A>(yes), as_floats<A>(no)));
}
template <class A>
inline Words<A> select(const IntMask<A>& mask, const Words<A>& yes, const Words<A>& no) {
    return as_words<A>(xsimd::select(mask, as_ints<A>(yes), as_ints<A>(no)));
}
template <class A>
inline Floats<A> select(const IntMask<A>& mask, const Floats<A>& yes, const Floats<A>& no) {
    return as_floats<A>(xsimd::select(mask, as_ints<A>(yes), as_ints<A>(no)));
}
/// The mask for floats.
template <class A>
inline FloatMask<A> float_mask(const IntMask<A>& mask) {
    return select(mask, Floats<A>(1), Floats<A>(0)) > Floats<A>(0);
}
/// Lane i: bit i.
template <class A>
inline IntMask<A> mask_of(std::uint32_t lanes_in) {
    alignas(64) static constexpr std::int32_t lane_bits[16] = {
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    const Ints<A> lane = load<A>(lane_bits);
    return (Ints<A>(static_cast<std::int32_t>(lanes_in)) & lane) == lane;
}

/// Writes the lanes whose bit is set one behind the other, and returns how many these are; `to` has room for
/// a whole vector.
template <class A>
inline std::size_t write_some(std::int32_t* to, const Ints<A>& x, std::uint32_t lanes_in) {
    alignas(64) std::int32_t lane[lanes<A>];
    write(lane, x);
    std::size_t count = 0;
    for (std::size_t j = 0; j < lanes<A>; ++j) {
        to[count] = lane[j];
        count += lanes_in >> j & 1;
    }
    return count;
}

/// Whether masked additions are single instructions.
template <class A>
inline constexpr bool has_masked_addition = lanes<A> == 16;

// ---- per architecture ----

#if defined(__x86_64__) || defined(__wasm_simd128__)

/// Vectors of 128 bits (xsimd's sse2 is WebAssembly's SIMD128 too): all have the same instructions below, but
/// for `max` and `floor`, and functions that are one instruction on WebAssembly and several on x86.
template <class A>
concept Sse = std::is_same_v<A, xsimd::sse2>;

/// Bit i: lane i.
template <Sse A>
inline std::uint32_t bits(const FloatMask<A>& mask) {
    return static_cast<std::uint32_t>(_mm_movemask_ps(mask));
}
template <Sse A>
inline std::uint32_t bits(const IntMask<A>& mask) {
    return static_cast<std::uint32_t>(_mm_movemask_ps(_mm_castsi128_ps(mask)));
}
/// x where the mask holds, else +0.
template <Sse A>
inline Floats<A> keep(const IntMask<A>& mask, const Floats<A>& x) {
    return _mm_and_ps(_mm_castsi128_ps(mask), x);
}
template <Sse A>
inline Floats<A> keep(const FloatMask<A>& mask, const Floats<A>& x) {
    return _mm_and_ps(mask, x);
}
#if defined(__wasm_simd128__)
/// The header for SSE writes each of these in several instructions, truncation as a loop over the lanes.
template <>
inline Floats<xsimd::sse2> select(const FloatMask<xsimd::sse2>& mask, const Floats<xsimd::sse2>& yes,
                                  const Floats<xsimd::sse2>& no) {
    return static_cast<__m128>(
        wasm_v128_bitselect(static_cast<__m128>(yes), static_cast<__m128>(no), static_cast<__m128>(mask)));
}
inline Floats<xsimd::sse2> max_keep_nan(const Floats<xsimd::sse2>& value, const Floats<xsimd::sse2>& floor) {
    return static_cast<__m128>(wasm_f32x4_pmax(static_cast<__m128>(value), static_cast<__m128>(floor)));
}
inline Floats<xsimd::sse2> min_skip_nan(const Floats<xsimd::sse2>& x, const Floats<xsimd::sse2>& least) {
    return static_cast<__m128>(wasm_f32x4_pmin(static_cast<__m128>(least), static_cast<__m128>(x)));
}
inline Ints<xsimd::sse2> max(const Ints<xsimd::sse2>& a, const Ints<xsimd::sse2>& b) {
    return static_cast<__m128i>(wasm_i32x4_max(static_cast<__m128i>(a), static_cast<__m128i>(b)));
}
inline Floats<xsimd::sse2> floor(const Floats<xsimd::sse2>& x) {
    return static_cast<__m128>(wasm_f32x4_floor(static_cast<__m128>(x)));
}
inline Ints<xsimd::sse2> truncate(const Floats<xsimd::sse2>& x) {
    return static_cast<__m128i>(wasm_i32x4_trunc_sat_f32x4(static_cast<__m128>(x)));
}
#else
/// SSE2 has no integer maximum.
inline Ints<xsimd::sse2> max(const Ints<xsimd::sse2>& a, const Ints<xsimd::sse2>& b) {
    const __m128i greater = _mm_cmpgt_epi32(a, b);
    return _mm_or_si128(_mm_and_si128(greater, a), _mm_andnot_si128(greater, b));
}
/// xsimd's goes through integers, which have no -0: the sign is put back.
inline Floats<xsimd::sse2> floor(const Floats<xsimd::sse2>& x) {
    return _mm_or_ps(xsimd::floor(x), _mm_and_ps(x, _mm_set1_ps(-0.0f)));
}
#endif
/// floor where value < floor, else value (a NaN value stays NaN): maxps returns its second operand unless the
/// first is greater.
template <Sse A>
inline Floats<A> max_keep_nan(const Floats<A>& value, const Floats<A>& floor) {
    return _mm_max_ps(floor, value);
}
template <int count, Sse A>
inline Words<A> rotate_left(const Words<A>& x) {
    return _mm_or_si128(_mm_slli_epi32(x, count), _mm_srli_epi32(x, 32 - count));
}
/// d[0] and d[1]: the lower and the upper half, each exactly.
template <Sse A>
inline void widen(const Floats<A>& x, Doubles<A> (&d)[2]) {
    d[0] = _mm_cvtps_pd(x);
    d[1] = _mm_cvtps_pd(_mm_movehl_ps(x, x));
}
/// Rounded to nearest.
template <Sse A>
inline Floats<A> narrow(const Doubles<A> (&d)[2]) {
    return _mm_movelh_ps(_mm_cvtpd_ps(d[0]), _mm_cvtpd_ps(d[1]));
}
/// Doubles whose upper and lower halves are such words, in any order of the lanes.
template <Sse A>
inline void pack_words(const Ints<A>& upper, const Ints<A>& lower, Doubles<A> (&d)[2]) {
    d[0] = _mm_castsi128_pd(_mm_unpacklo_epi32(lower, upper));
    d[1] = _mm_castsi128_pd(_mm_unpackhi_epi32(lower, upper));
}
template <Sse A>
inline Ints<A> upper_words(const Doubles<A> (&d)[2]) {
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castpd_ps(d[0]), _mm_castpd_ps(d[1]), 0xdd));
}
template <Sse A>
inline Ints<A> lower_words(const Doubles<A> (&d)[2]) {
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castpd_ps(d[0]), _mm_castpd_ps(d[1]), 0x88));
}
/// Bit i: the sign of element i, those of d[1] after those of d[0].
template <Sse A>
inline std::uint32_t signs(const Doubles<A> (&d)[2]) {
    return static_cast<std::uint32_t>(_mm_movemask_pd(d[0]) | _mm_movemask_pd(d[1]) << 2);
}
/// To the next integer towards 0; a value that does not fit becomes the least one, as on x86, or on Arm the
/// nearest.
template <Sse A>
inline Ints<A> truncate(const Floats<A>& x) {
    return _mm_cvttps_epi32(x);
}
/// sum + x where the mask holds.
template <Sse A>
inline Ints<A> add_where(const FloatMask<A>& mask, const Ints<A>& sum, const Ints<A>& x) {
    return _mm_add_epi32(sum, _mm_and_si128(_mm_castps_si128(mask), x));
}
/// count + 1 where the mask holds.
template <Sse A>
inline Ints<A> count_where(const FloatMask<A>& mask, const Ints<A>& count) {
    return _mm_sub_epi32(count, _mm_castps_si128(mask));
}
/// The smaller of least and x; least where x is NaN: minps returns its second operand then.
template <Sse A>
inline Floats<A> min_skip_nan(const Floats<A>& x, const Floats<A>& least) {
    return _mm_min_ps(x, least);
}
/// NaN where the mask holds, else x.
template <Sse A>
inline Floats<A> nan_where(const IntMask<A>& mask, const Floats<A>& x) {
    return _mm_or_ps(_mm_castsi128_ps(mask), x);
}
/// field[k] lane j = base[2 * index[j] + k], k below 4: rows of 16 bytes, of any alignment, that begin every
/// 8 bytes. Loads and shuffles: the hardware's gathers cost 28 to 35 cycles whatever the width, and
/// xsimd 8.1.0 emits none anyway.
template <Sse A>
inline void gather_rows(const float* base, const std::uint32_t* index, Floats<A> (&field)[4]) {
    __m128 row[4];
    for (int j = 0; j < 4; ++j) row[j] = _mm_loadu_ps(base + 2 * std::size_t{index[j]});
    _MM_TRANSPOSE4_PS(row[0], row[1], row[2], row[3]);
    for (int k = 0; k < 4; ++k) field[k] = row[k];
}

/// The inverse: field[k] lane j becomes to[stride * j + k].
template <Sse A>
inline void write_rows(float* to, std::size_t stride, const Floats<A> (&field)[4]) {
    __m128 row[4] = {field[0], field[1], field[2], field[3]};
    _MM_TRANSPOSE4_PS(row[0], row[1], row[2], row[3]);
    for (std::size_t j = 0; j < 4; ++j) _mm_storeu_ps(to + stride * j, row[j]);
}

inline __m128 two_pairs(const float* base, std::uint32_t first, std::uint32_t second) {
    const __m128 low =
        _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(base + 2 * std::size_t{first})));
    return _mm_loadh_pi(low, reinterpret_cast<const __m64*>(base + 2 * std::size_t{second}));
}
/// The same, k below 2: a third of the shuffles.
template <Sse A>
inline void gather_pairs(const float* base, const std::uint32_t* index, Floats<A> (&field)[2]) {
    const __m128 low = two_pairs(base, index[0], index[1]), high = two_pairs(base, index[2], index[3]);
    field[0] = _mm_shuffle_ps(low, high, 0x88);
    field[1] = _mm_shuffle_ps(low, high, 0xdd);
}

#endif

#if defined(__AVX2__)

/// For each set of eight lanes, their numbers: those in it, byte by byte.
struct LaneLists {
    std::uint64_t of[256] = {};
    constexpr LaneLists() {
        for (unsigned set = 0; set < 256; ++set)
            for (unsigned lane = 0, count = 0; lane < 8; ++lane)
                if ((set >> lane & 1) != 0) of[set] |= std::uint64_t{lane} << (8 * count++);
    }
};
inline std::size_t write_some(std::int32_t* to, const Ints<xsimd::avx2>& x, std::uint32_t lanes_in) {
    static constexpr LaneLists lists;
    const __m128i list = _mm_cvtsi64_si128(static_cast<long long>(lists.of[lanes_in]));
    write(to, Ints<xsimd::avx2>(_mm256_permutevar8x32_epi32(x, _mm256_cvtepu8_epi32(list))));
    return static_cast<std::size_t>(_mm_popcnt_u32(lanes_in));
}
inline std::uint32_t bits(const FloatMask<xsimd::avx2>& mask) {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(mask));
}
inline std::uint32_t bits(const IntMask<xsimd::avx2>& mask) {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(mask)));
}
inline Floats<xsimd::avx2> keep(const IntMask<xsimd::avx2>& mask, const Floats<xsimd::avx2>& x) {
    return _mm256_and_ps(_mm256_castsi256_ps(mask), x);
}
inline Floats<xsimd::avx2> keep(const FloatMask<xsimd::avx2>& mask, const Floats<xsimd::avx2>& x) {
    return _mm256_and_ps(mask, x);
}
inline Floats<xsimd::avx2> max_keep_nan(const Floats<xsimd::avx2>& value, const Floats<xsimd::avx2>& floor) {
    return _mm256_max_ps(floor, value);
}
inline Ints<xsimd::avx2> max(const Ints<xsimd::avx2>& a, const Ints<xsimd::avx2>& b) {
    return _mm256_max_epi32(a, b);
}
inline Ints<xsimd::avx2> truncate(const Floats<xsimd::avx2>& x) { return _mm256_cvttps_epi32(x); }
inline Ints<xsimd::avx2> add_where(const FloatMask<xsimd::avx2>& mask, const Ints<xsimd::avx2>& sum,
                                   const Ints<xsimd::avx2>& x) {
    return _mm256_add_epi32(sum, _mm256_and_si256(_mm256_castps_si256(mask), x));
}
inline Ints<xsimd::avx2> count_where(const FloatMask<xsimd::avx2>& mask, const Ints<xsimd::avx2>& count) {
    return _mm256_sub_epi32(count, _mm256_castps_si256(mask));
}
inline Floats<xsimd::avx2> min_skip_nan(const Floats<xsimd::avx2>& x, const Floats<xsimd::avx2>& least) {
    return _mm256_min_ps(x, least);
}
inline Floats<xsimd::avx2> nan_where(const IntMask<xsimd::avx2>& mask, const Floats<xsimd::avx2>& x) {
    return _mm256_or_ps(_mm256_castsi256_ps(mask), x);
}
template <int count>
inline Words<xsimd::avx2> rotate_left(const Words<xsimd::avx2>& x) {
    return _mm256_or_si256(_mm256_slli_epi32(x, count), _mm256_srli_epi32(x, 32 - count));
}
inline void widen(const Floats<xsimd::avx2>& x, Doubles<xsimd::avx2> (&d)[2]) {
    d[0] = _mm256_cvtps_pd(_mm256_castps256_ps128(x));
    d[1] = _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1));
}
inline Floats<xsimd::avx2> narrow(const Doubles<xsimd::avx2> (&d)[2]) {
    return _mm256_set_m128(_mm256_cvtpd_ps(d[1]), _mm256_cvtpd_ps(d[0]));
}
inline void pack_words(const Ints<xsimd::avx2>& upper, const Ints<xsimd::avx2>& lower,
                       Doubles<xsimd::avx2> (&d)[2]) {
    d[0] = _mm256_castsi256_pd(_mm256_unpacklo_epi32(lower, upper));
    d[1] = _mm256_castsi256_pd(_mm256_unpackhi_epi32(lower, upper));
}
inline Ints<xsimd::avx2> upper_words(const Doubles<xsimd::avx2> (&d)[2]) {
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castpd_ps(d[0]), _mm256_castpd_ps(d[1]), 0xdd));
}
inline Ints<xsimd::avx2> lower_words(const Doubles<xsimd::avx2> (&d)[2]) {
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castpd_ps(d[0]), _mm256_castpd_ps(d[1]), 0x88));
}
inline std::uint32_t signs(const Doubles<xsimd::avx2> (&d)[2]) {
    const __m256 upper = _mm256_shuffle_ps(_mm256_castpd_ps(d[0]), _mm256_castpd_ps(d[1]), 0xdd);
    const __m256i in_order = _mm256_permute4x64_epi64(_mm256_castps_si256(upper), 0xd8);
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(in_order)));
}
/// A 4 x 4 transpose in each half of the registers.
inline void transpose(__m256 (&row)[4]) {
    const __m256 t0 = _mm256_unpacklo_ps(row[0], row[1]), t1 = _mm256_unpackhi_ps(row[0], row[1]);
    const __m256 t2 = _mm256_unpacklo_ps(row[2], row[3]), t3 = _mm256_unpackhi_ps(row[2], row[3]);
    row[0] = _mm256_shuffle_ps(t0, t2, 0x44);
    row[1] = _mm256_shuffle_ps(t0, t2, 0xee);
    row[2] = _mm256_shuffle_ps(t1, t3, 0x44);
    row[3] = _mm256_shuffle_ps(t1, t3, 0xee);
}
/// Two rows a register, then a transpose.
inline void gather_rows(const float* base, const std::uint32_t* index, Floats<xsimd::avx2> (&field)[4]) {
    __m256 row[4];
    for (int j = 0; j < 4; ++j)
        row[j] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(base + 2 * std::size_t{index[j]})),
                                      _mm_loadu_ps(base + 2 * std::size_t{index[j + 4]}), 1);
    transpose(row);
    for (int k = 0; k < 4; ++k) field[k] = row[k];
}

inline void write_rows(float* to, std::size_t stride, const Floats<xsimd::avx2> (&field)[4]) {
    __m256 row[4] = {field[0], field[1], field[2], field[3]};
    transpose(row);
    for (std::size_t j = 0; j < 4; ++j) {
        _mm_storeu_ps(to + stride * j, _mm256_castps256_ps128(row[j]));
        _mm_storeu_ps(to + stride * (j + 4), _mm256_extractf128_ps(row[j], 1));
    }
}
inline void gather_pairs(const float* base, const std::uint32_t* index, Floats<xsimd::avx2> (&field)[2]) {
    const auto at = [&](int j) { return two_pairs(base, index[j], index[j + 1]); };
    const __m256 low = _mm256_insertf128_ps(_mm256_castps128_ps256(at(0)), at(4), 1);
    const __m256 high = _mm256_insertf128_ps(_mm256_castps128_ps256(at(2)), at(6), 1);
    field[0] = _mm256_shuffle_ps(low, high, 0x88);
    field[1] = _mm256_shuffle_ps(low, high, 0xdd);
}

#endif

#if defined(__AVX512BW__)

inline std::size_t write_some(std::int32_t* to, const Ints<xsimd::avx512bw>& x, std::uint32_t lanes_in) {
    // Not by a store that compresses: 100 cycles on Zen 4.
    write(to, Ints<xsimd::avx512bw>(_mm512_maskz_compress_epi32(static_cast<__mmask16>(lanes_in), x)));
    return static_cast<std::size_t>(_mm_popcnt_u32(lanes_in));
}
inline std::uint32_t bits(const FloatMask<xsimd::avx512bw>& mask) { return static_cast<__mmask16>(mask); }
inline std::uint32_t bits(const IntMask<xsimd::avx512bw>& mask) { return static_cast<__mmask16>(mask); }
inline Floats<xsimd::avx512bw> keep(const IntMask<xsimd::avx512bw>& mask, const Floats<xsimd::avx512bw>& x) {
    return _mm512_maskz_mov_ps(static_cast<__mmask16>(mask), x);
}
inline Floats<xsimd::avx512bw> keep(const FloatMask<xsimd::avx512bw>& mask,
                                    const Floats<xsimd::avx512bw>& x) {
    return _mm512_maskz_mov_ps(static_cast<__mmask16>(mask), x);
}
inline Floats<xsimd::avx512bw> max_keep_nan(const Floats<xsimd::avx512bw>& value,
                                            const Floats<xsimd::avx512bw>& floor) {
    return _mm512_max_ps(floor, value);
}
inline Ints<xsimd::avx512bw> max(const Ints<xsimd::avx512bw>& a, const Ints<xsimd::avx512bw>& b) {
    return _mm512_max_epi32(a, b);
}
inline Ints<xsimd::avx512bw> truncate(const Floats<xsimd::avx512bw>& x) { return _mm512_cvttps_epi32(x); }
inline Ints<xsimd::avx512bw> add_where(const FloatMask<xsimd::avx512bw>& mask,
                                       const Ints<xsimd::avx512bw>& sum, const Ints<xsimd::avx512bw>& x) {
    return _mm512_mask_add_epi32(sum, static_cast<__mmask16>(mask), sum, x);
}
inline Ints<xsimd::avx512bw> count_where(const FloatMask<xsimd::avx512bw>& mask,
                                         const Ints<xsimd::avx512bw>& count) {
    return _mm512_mask_add_epi32(count, static_cast<__mmask16>(mask), count, _mm512_set1_epi32(1));
}
inline Floats<xsimd::avx512bw> min_skip_nan(const Floats<xsimd::avx512bw>& x,
                                            const Floats<xsimd::avx512bw>& least) {
    return _mm512_min_ps(x, least);
}
inline Floats<xsimd::avx512bw> nan_where(const IntMask<xsimd::avx512bw>& mask,
                                         const Floats<xsimd::avx512bw>& x) {
    return _mm512_mask_mov_ps(x, static_cast<__mmask16>(mask), _mm512_castsi512_ps(_mm512_set1_epi32(-1)));
}
template <int count>
inline Words<xsimd::avx512bw> rotate_left(const Words<xsimd::avx512bw>& x) {
    return _mm512_rol_epi32(x, count);
}
inline void widen(const Floats<xsimd::avx512bw>& x, Doubles<xsimd::avx512bw> (&d)[2]) {
    d[0] = _mm512_cvtps_pd(_mm512_castps512_ps256(x));
    d[1] = _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1));
}
inline Floats<xsimd::avx512bw> narrow(const Doubles<xsimd::avx512bw> (&d)[2]) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(d[0])), _mm512_cvtpd_ps(d[1]), 1);
}
inline void pack_words(const Ints<xsimd::avx512bw>& upper, const Ints<xsimd::avx512bw>& lower,
                       Doubles<xsimd::avx512bw> (&d)[2]) {
    d[0] = _mm512_castsi512_pd(_mm512_unpacklo_epi32(lower, upper));
    d[1] = _mm512_castsi512_pd(_mm512_unpackhi_epi32(lower, upper));
}
inline Ints<xsimd::avx512bw> upper_words(const Doubles<xsimd::avx512bw> (&d)[2]) {
    return _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castpd_ps(d[0]), _mm512_castpd_ps(d[1]), 0xdd));
}
inline Ints<xsimd::avx512bw> lower_words(const Doubles<xsimd::avx512bw> (&d)[2]) {
    return _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castpd_ps(d[0]), _mm512_castpd_ps(d[1]), 0x88));
}
inline std::uint32_t signs(const Doubles<xsimd::avx512bw> (&d)[2]) {
    const std::uint32_t low = _mm512_movepi64_mask(_mm512_castpd_si512(d[0]));
    return low | std::uint32_t{_mm512_movepi64_mask(_mm512_castpd_si512(d[1]))} << 8;
}
/// A 4 x 4 transpose in each quarter of the registers.
inline void transpose(__m512 (&row)[4]) {
    const __m512 t0 = _mm512_unpacklo_ps(row[0], row[1]), t1 = _mm512_unpackhi_ps(row[0], row[1]);
    const __m512 t2 = _mm512_unpacklo_ps(row[2], row[3]), t3 = _mm512_unpackhi_ps(row[2], row[3]);
    row[0] = _mm512_shuffle_ps(t0, t2, 0x44);
    row[1] = _mm512_shuffle_ps(t0, t2, 0xee);
    row[2] = _mm512_shuffle_ps(t1, t3, 0x44);
    row[3] = _mm512_shuffle_ps(t1, t3, 0xee);
}
/// Four rows a register (those of lanes j, j + 4, j + 8, j + 12), then a transpose.
inline void gather_rows(const float* base, const std::uint32_t* index, Floats<xsimd::avx512bw> (&field)[4]) {
    const auto at = [&](int j) { return _mm_loadu_ps(base + 2 * std::size_t{index[j]}); };
    __m512 row[4];
    for (int j = 0; j < 4; ++j) {
        const __m256 low = _mm256_insertf128_ps(_mm256_castps128_ps256(at(j)), at(j + 4), 1);
        const __m256 high = _mm256_insertf128_ps(_mm256_castps128_ps256(at(j + 8)), at(j + 12), 1);
        row[j] = _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
    }
    transpose(row);
    for (int k = 0; k < 4; ++k) field[k] = row[k];
}

inline void write_rows(float* to, std::size_t stride, const Floats<xsimd::avx512bw> (&field)[4]) {
    __m512 row[4] = {field[0], field[1], field[2], field[3]};
    transpose(row);
    for (std::size_t j = 0; j < 4; ++j) {
        _mm_storeu_ps(to + stride * j, _mm512_castps512_ps128(row[j]));
        _mm_storeu_ps(to + stride * (j + 4), _mm512_extractf32x4_ps(row[j], 1));
        _mm_storeu_ps(to + stride * (j + 8), _mm512_extractf32x4_ps(row[j], 2));
        _mm_storeu_ps(to + stride * (j + 12), _mm512_extractf32x4_ps(row[j], 3));
    }
}
inline void gather_pairs(const float* base, const std::uint32_t* index, Floats<xsimd::avx512bw> (&field)[2]) {
    const auto half = [&](int j) {
        return _mm256_insertf128_ps(_mm256_castps128_ps256(two_pairs(base, index[j], index[j + 1])),
                                    two_pairs(base, index[j + 4], index[j + 5]), 1);
    };
    const __m512 low = _mm512_insertf32x8(_mm512_castps256_ps512(half(0)), half(8), 1);
    const __m512 high = _mm512_insertf32x8(_mm512_castps256_ps512(half(2)), half(10), 1);
    field[0] = _mm512_shuffle_ps(low, high, 0x88);
    field[1] = _mm512_shuffle_ps(low, high, 0xdd);
}

#endif

#if defined(__aarch64__)

/// xsimd's cast takes the addresses of 81 functions, which stay behind as weak ones.
template <>
inline Ints<xsimd::neon64> as_ints(const Floats<xsimd::neon64>& x) {
    return vreinterpretq_s32_f32(x);
}
template <>
inline Ints<xsimd::neon64> as_ints(const Words<xsimd::neon64>& x) {
    return vreinterpretq_s32_u32(x);
}
template <>
inline Words<xsimd::neon64> as_words(const Ints<xsimd::neon64>& x) {
    return vreinterpretq_u32_s32(x);
}
template <>
inline Floats<xsimd::neon64> as_floats(const Ints<xsimd::neon64>& x) {
    return vreinterpretq_f32_s32(x);
}
inline std::uint32_t bits(const IntMask<xsimd::neon64>& mask) {
    static constexpr std::uint32_t lane_bits[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(mask, vld1q_u32(lane_bits)));
}
inline std::uint32_t bits(const FloatMask<xsimd::neon64>& mask) {
    return bits(IntMask<xsimd::neon64>(static_cast<uint32x4_t>(mask)));
}
inline Floats<xsimd::neon64> keep(const IntMask<xsimd::neon64>& mask, const Floats<xsimd::neon64>& x) {
    return vreinterpretq_f32_u32(vandq_u32(mask, vreinterpretq_u32_f32(x)));
}
inline Floats<xsimd::neon64> keep(const FloatMask<xsimd::neon64>& mask, const Floats<xsimd::neon64>& x) {
    return vreinterpretq_f32_u32(vandq_u32(mask, vreinterpretq_u32_f32(x)));
}
/// Not by FMAX, which gives NaN when either is, nor by FMAXNM, which gives the number when the other is NaN.
inline Floats<xsimd::neon64> max_keep_nan(const Floats<xsimd::neon64>& value,
                                          const Floats<xsimd::neon64>& floor) {
    return vbslq_f32(vcltq_f32(value, floor), floor, value);
}
/// xsimd's has one Newton step and is not correctly rounded.
inline Floats<xsimd::neon64> sqrt(const Floats<xsimd::neon64>& x) { return vsqrtq_f32(x); }
inline Floats<xsimd::neon64> floor(const Floats<xsimd::neon64>& x) { return vrndmq_f32(x); }
inline Ints<xsimd::neon64> max(const Ints<xsimd::neon64>& a, const Ints<xsimd::neon64>& b) {
    return vmaxq_s32(a, b);
}
inline Ints<xsimd::neon64> truncate(const Floats<xsimd::neon64>& x) { return vcvtq_s32_f32(x); }
inline Ints<xsimd::neon64> add_where(const FloatMask<xsimd::neon64>& mask, const Ints<xsimd::neon64>& sum,
                                     const Ints<xsimd::neon64>& x) {
    return vaddq_s32(sum, vandq_s32(vreinterpretq_s32_u32(mask), x));
}
inline Ints<xsimd::neon64> count_where(const FloatMask<xsimd::neon64>& mask,
                                       const Ints<xsimd::neon64>& count) {
    return vsubq_s32(count, vreinterpretq_s32_u32(mask));
}
inline Floats<xsimd::neon64> min_skip_nan(const Floats<xsimd::neon64>& x,
                                          const Floats<xsimd::neon64>& least) {
    return vbslq_f32(vcltq_f32(x, least), x, least);
}
inline Floats<xsimd::neon64> nan_where(const IntMask<xsimd::neon64>& mask, const Floats<xsimd::neon64>& x) {
    return vreinterpretq_f32_u32(vorrq_u32(mask, vreinterpretq_u32_f32(x)));
}
template <int count>
inline Words<xsimd::neon64> rotate_left(const Words<xsimd::neon64>& x) {
    return vsriq_n_u32(vshlq_n_u32(x, count), x, 32 - count);
}
inline void widen(const Floats<xsimd::neon64>& x, Doubles<xsimd::neon64> (&d)[2]) {
    d[0] = vcvt_f64_f32(vget_low_f32(x));
    d[1] = vcvt_high_f64_f32(x);
}
inline Floats<xsimd::neon64> narrow(const Doubles<xsimd::neon64> (&d)[2]) {
    return vcvt_high_f32_f64(vcvt_f32_f64(d[0]), d[1]);
}
inline void pack_words(const Ints<xsimd::neon64>& upper, const Ints<xsimd::neon64>& lower,
                       Doubles<xsimd::neon64> (&d)[2]) {
    d[0] = vreinterpretq_f64_s32(vzip1q_s32(lower, upper));
    d[1] = vreinterpretq_f64_s32(vzip2q_s32(lower, upper));
}
inline Ints<xsimd::neon64> upper_words(const Doubles<xsimd::neon64> (&d)[2]) {
    return vuzp2q_s32(vreinterpretq_s32_f64(d[0]), vreinterpretq_s32_f64(d[1]));
}
inline Ints<xsimd::neon64> lower_words(const Doubles<xsimd::neon64> (&d)[2]) {
    return vuzp1q_s32(vreinterpretq_s32_f64(d[0]), vreinterpretq_s32_f64(d[1]));
}
inline std::uint32_t signs(const Doubles<xsimd::neon64> (&d)[2]) {
    static constexpr std::uint32_t lane_bits[4] = {1, 2, 4, 8};
    const uint64x2_t low = vreinterpretq_u64_f64(d[0]), high = vreinterpretq_u64_f64(d[1]);
    const int32x4_t upper =
        vreinterpretq_s32_u32(vuzp2q_u32(vreinterpretq_u32_u64(low), vreinterpretq_u32_u64(high)));
    return vaddvq_u32(vandq_u32(vreinterpretq_u32_s32(vshrq_n_s32(upper, 31)), vld1q_u32(lane_bits)));
}
inline void gather_rows(const float* base, const std::uint32_t* index, Floats<xsimd::neon64> (&field)[4]) {
    float32x4_t row[4];
    for (int j = 0; j < 4; ++j) row[j] = vld1q_f32(base + 2 * std::size_t{index[j]});
    const float64x2_t even01 = vreinterpretq_f64_f32(vtrn1q_f32(row[0], row[1]));
    const float64x2_t odd01 = vreinterpretq_f64_f32(vtrn2q_f32(row[0], row[1]));
    const float64x2_t even23 = vreinterpretq_f64_f32(vtrn1q_f32(row[2], row[3]));
    const float64x2_t odd23 = vreinterpretq_f64_f32(vtrn2q_f32(row[2], row[3]));
    field[0] = vreinterpretq_f32_f64(vtrn1q_f64(even01, even23));
    field[1] = vreinterpretq_f32_f64(vtrn1q_f64(odd01, odd23));
    field[2] = vreinterpretq_f32_f64(vtrn2q_f64(even01, even23));
    field[3] = vreinterpretq_f32_f64(vtrn2q_f64(odd01, odd23));
}
inline void write_rows(float* to, std::size_t stride, const Floats<xsimd::neon64> (&field)[4]) {
    const float64x2_t even01 = vreinterpretq_f64_f32(vtrn1q_f32(field[0], field[1]));
    const float64x2_t odd01 = vreinterpretq_f64_f32(vtrn2q_f32(field[0], field[1]));
    const float64x2_t even23 = vreinterpretq_f64_f32(vtrn1q_f32(field[2], field[3]));
    const float64x2_t odd23 = vreinterpretq_f64_f32(vtrn2q_f32(field[2], field[3]));
    vst1q_f32(to, vreinterpretq_f32_f64(vtrn1q_f64(even01, even23)));
    vst1q_f32(to + stride, vreinterpretq_f32_f64(vtrn1q_f64(odd01, odd23)));
    vst1q_f32(to + stride * 2, vreinterpretq_f32_f64(vtrn2q_f64(even01, even23)));
    vst1q_f32(to + stride * 3, vreinterpretq_f32_f64(vtrn2q_f64(odd01, odd23)));
}
inline void gather_pairs(const float* base, const std::uint32_t* index, Floats<xsimd::neon64> (&field)[2]) {
    const auto at = [&](int j) {
        return vcombine_f32(vld1_f32(base + 2 * std::size_t{index[j]}),
                            vld1_f32(base + 2 * std::size_t{index[j + 1]}));
    };
    const float32x4_t low = at(0), high = at(2);
    field[0] = vuzp1q_f32(low, high);
    field[1] = vuzp2q_f32(low, high);
}

#endif

/// A point of four components, to be compared with blocks of four others: their first components, then the
/// second ones ...
template <class A>
class FourBounds {
  public:
    explicit FourBounds(const float* components)
        : bound_{Floats<A>(components[0]), Floats<A>(components[1]), Floats<A>(components[2]),
                 Floats<A>(components[3])} {}

    /// Bit i: no component of point i is greater.
    [[nodiscard]] std::uint32_t hold(const float* block) const {
        return bits((load<A>(block) <= bound_[0]) && (load<A>(block + 4) <= bound_[1]) &&
                    (load<A>(block + 8) <= bound_[2]) && (load<A>(block + 12) <= bound_[3]));
    }

  private:
    Floats<A> bound_[4];
};

#if defined(__AVX2__)

template <>
class FourBounds<xsimd::avx2> {
  public:
    explicit FourBounds(const float* components) {
        const __m256 twice = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(components));
        bound_[0] = _mm256_permutevar_ps(twice, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1));
        bound_[1] = _mm256_permutevar_ps(twice, _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3));
    }
    [[nodiscard]] std::uint32_t hold(const float* block) const {
        const __m256 x = _mm256_cmp_ps(_mm256_loadu_ps(block), bound_[0], _CMP_LE_OQ);
        const __m256 y = _mm256_cmp_ps(_mm256_loadu_ps(block + 8), bound_[1], _CMP_LE_OQ);
        const auto both = static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_and_ps(x, y)));
        return both & both >> 4;
    }

  private:
    __m256 bound_[2];
};

#endif

#if defined(__AVX512BW__)

template <>
class FourBounds<xsimd::avx512bw> {
  public:
    explicit FourBounds(const float* components)
        : bound_(_mm512_permutexvar_ps(_mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3),
                                       _mm512_castps128_ps512(_mm_loadu_ps(components)))) {}
    [[nodiscard]] std::uint32_t hold(const float* block) const {
        const std::uint32_t all = _mm512_cmp_ps_mask(_mm512_loadu_ps(block), bound_, _CMP_LE_OQ);
        const std::uint32_t both = all & all >> 8;
        return both & both >> 4 & 15;
    }

  private:
    __m512 bound_;
};

#endif

/// a > b, lane by lane.
template <class A>
inline IntMask<A> greater(const Ints<A>& a, const Ints<A>& b) {
    return a > b;
}

}  // namespace
}  // namespace wend::detail

#endif
