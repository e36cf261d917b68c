// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

/// Vectors of one lane: the names of lanes.hpp for the instruction set `scalar`, with neither xsimd nor
/// intrinsics. A vector's doubles are two vectors of half its lanes: here both hold the same element.
namespace wend::detail {
namespace {

namespace arch {
struct scalar {
    static constexpr const char* name() { return "scalar"; }
};
}  // namespace arch

template <class T, class A>
struct OneLane {
    OneLane() = default;
    OneLane(T of_lane) : value(of_lane) {}

    T value;
};

/// Masks of different element types do not mix.
template <class T, class A>
struct OneLaneMask {
    OneLaneMask() = default;
    explicit OneLaneMask(bool of_lane) : value(of_lane) {}

    bool value;
};

template <class T, class A>
using Vector = OneLane<T, A>;
template <class A>
using Floats = OneLane<float, A>;
template <class A>
using Ints = OneLane<std::int32_t, A>;
template <class A>
using Words = OneLane<std::uint32_t, A>;
template <class A>
using Doubles = OneLane<double, A>;
template <class A>
using FloatMask = OneLaneMask<float, A>;
template <class A>
using IntMask = OneLaneMask<std::int32_t, A>;
template <class A>
using DoubleMask = OneLaneMask<double, A>;

template <class A>
inline constexpr std::size_t lanes = 1;
template <class A>
inline constexpr std::size_t double_lanes = 1;
template <class A>
inline constexpr std::uint32_t all_lanes = 1;

// ---- operators ----

template <class A>
inline Floats<A> operator+(const Floats<A>& a, const Floats<A>& b) {
    return a.value + b.value;
}
template <class A>
inline Floats<A> operator-(const Floats<A>& a, const Floats<A>& b) {
    return a.value - b.value;
}
template <class A>
inline Floats<A> operator*(const Floats<A>& a, const Floats<A>& b) {
    return a.value * b.value;
}
template <class A>
inline Floats<A> operator/(const Floats<A>& a, const Floats<A>& b) {
    return a.value / b.value;
}
template <class A>
inline Doubles<A> operator+(const Doubles<A>& a, const Doubles<A>& b) {
    return a.value + b.value;
}
template <class A>
inline Doubles<A> operator-(const Doubles<A>& a, const Doubles<A>& b) {
    return a.value - b.value;
}
template <class A>
inline Doubles<A> operator*(const Doubles<A>& a, const Doubles<A>& b) {
    return a.value * b.value;
}
template <class A>
inline Doubles<A> operator/(const Doubles<A>& a, const Doubles<A>& b) {
    return a.value / b.value;
}
template <class A>
inline Doubles<A> operator&(const Doubles<A>& a, const Doubles<A>& b) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(a.value) &
                                 std::bit_cast<std::uint64_t>(b.value));
}

/// Of integers, modulo 2^32.
template <class A>
inline Words<A> operator+(const Words<A>& a, const Words<A>& b) {
    return a.value + b.value;
}
template <class A>
inline Words<A> operator-(const Words<A>& a, const Words<A>& b) {
    return a.value - b.value;
}
template <class A>
inline Words<A> operator&(const Words<A>& a, const Words<A>& b) {
    return a.value & b.value;
}
template <class A>
inline Words<A> operator|(const Words<A>& a, const Words<A>& b) {
    return a.value | b.value;
}
template <class A>
inline Words<A> operator^(const Words<A>& a, const Words<A>& b) {
    return a.value ^ b.value;
}
template <class A>
inline Ints<A> operator+(const Ints<A>& a, const Ints<A>& b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a.value) +
                                     static_cast<std::uint32_t>(b.value));
}
template <class A>
inline Ints<A> operator-(const Ints<A>& a, const Ints<A>& b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a.value) -
                                     static_cast<std::uint32_t>(b.value));
}
template <class A>
inline Ints<A> operator&(const Ints<A>& a, const Ints<A>& b) {
    return a.value & b.value;
}
template <class A>
inline Ints<A> operator|(const Ints<A>& a, const Ints<A>& b) {
    return a.value | b.value;
}
template <class A>
inline Ints<A> operator^(const Ints<A>& a, const Ints<A>& b) {
    return a.value ^ b.value;
}

template <class T, class A>
inline OneLaneMask<T, A> operator==(const OneLane<T, A>& a, const OneLane<T, A>& b) {
    return OneLaneMask<T, A>(a.value == b.value);
}
template <class T, class A>
inline OneLaneMask<T, A> operator<(const OneLane<T, A>& a, const OneLane<T, A>& b) {
    return OneLaneMask<T, A>(a.value < b.value);
}
template <class T, class A>
inline OneLaneMask<T, A> operator<=(const OneLane<T, A>& a, const OneLane<T, A>& b) {
    return OneLaneMask<T, A>(a.value <= b.value);
}
template <class T, class A>
inline OneLaneMask<T, A> operator>(const OneLane<T, A>& a, const OneLane<T, A>& b) {
    return OneLaneMask<T, A>(a.value > b.value);
}
template <class T, class A>
inline OneLaneMask<T, A> operator>=(const OneLane<T, A>& a, const OneLane<T, A>& b) {
    return OneLaneMask<T, A>(a.value >= b.value);
}
template <class T, class A>
inline OneLaneMask<T, A> operator&&(const OneLaneMask<T, A>& a, const OneLaneMask<T, A>& b) {
    return OneLaneMask<T, A>(a.value & b.value);
}
template <class T, class A>
inline OneLaneMask<T, A> operator||(const OneLaneMask<T, A>& a, const OneLaneMask<T, A>& b) {
    return OneLaneMask<T, A>(a.value | b.value);
}
template <class T, class A>
inline OneLaneMask<T, A> operator!(const OneLaneMask<T, A>& mask) {
    return OneLaneMask<T, A>(!mask.value);
}

// ---- memory, of any alignment ----

template <class A, class T>
inline OneLane<T, A> load(const T* from) {
    T value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}
template <class T, class A>
inline void write(T* to, const OneLane<T, A>& value) {
    __builtin_memcpy(to, &value.value, sizeof value.value);
}
template <class A>
inline std::size_t write_some(std::int32_t* to, const Ints<A>& x, std::uint32_t lanes_in) {
    *to = x.value;
    return lanes_in & 1;
}
template <class A>
inline constexpr bool has_masked_addition = false;
template <class A>
class FourBounds {
  public:
    explicit FourBounds(const float* components)
        : bound_{components[0], components[1], components[2], components[3]} {}
    [[nodiscard]] std::uint32_t hold(const float* block) const {
        std::uint32_t all = 0;
        for (unsigned i = 0; i < 4; ++i)
            all |= std::uint32_t{block[i] <= bound_[0] && block[i + 4] <= bound_[1] &&
                                 block[i + 8] <= bound_[2] && block[i + 12] <= bound_[3]}
                   << i;
        return all;
    }

  private:
    float bound_[4];
};
template <class A>
inline Words<A> iota() {
    return 0u;
}

// ---- bits ----

template <class A>
inline Ints<A> as_ints(const Floats<A>& x) {
    return std::bit_cast<std::int32_t>(x.value);
}
template <class A>
inline Ints<A> as_ints(const Words<A>& x) {
    return static_cast<std::int32_t>(x.value);
}
template <class A>
inline Words<A> as_words(const Ints<A>& x) {
    return static_cast<std::uint32_t>(x.value);
}
template <class A>
inline Floats<A> as_floats(const Ints<A>& x) {
    return std::bit_cast<float>(x.value);
}
template <class A>
inline Ints<A> magnitude_bits(const Floats<A>& x) {
    return std::bit_cast<std::int32_t>(x.value) & 0x7fffffff;
}
template <class A>
inline Floats<A> to_floats(const Ints<A>& x) {
    return static_cast<float>(x.value);
}
template <class A>
inline Floats<A> sqrt(const Floats<A>& x) {
    return std::sqrt(x.value);
}
template <class A>
inline Doubles<A> sqrt(const Doubles<A>& x) {
    return std::sqrt(x.value);
}
/// A value that does not fit gives the least integer.
template <class A>
inline Ints<A> truncate(const Floats<A>& x) {
    return x.value >= -0x1p31f && x.value < 0x1p31f ? static_cast<std::int32_t>(x.value)
                                                    : std::numeric_limits<std::int32_t>::min();
}
/// Not std::floor, which is a call where there is no instruction for it.
template <class A>
inline Floats<A> floor(const Floats<A>& x) {
    if (!(std::fabs(x.value) < 0x1p23f)) return x;
    const auto whole = static_cast<float>(static_cast<std::int32_t>(x.value));
    return std::copysign(whole > x.value ? whole - 1 : whole, x.value);
}
template <int count, class A>
inline Ints<A> shift_right(const Ints<A>& x) {
    return x.value >> count;
}
template <int count, class A>
inline Words<A> shift_right(const Words<A>& x) {
    return x.value >> count;
}
template <int count, class A>
inline Words<A> shift_left(const Words<A>& x) {
    return x.value << count;
}
template <int count, class A>
inline Words<A> rotate_left(const Words<A>& x) {
    return std::rotl(x.value, count);
}
template <class A>
inline Ints<A> min(const Ints<A>& a, const Ints<A>& b) {
    return a.value < b.value ? a.value : b.value;
}
template <class A>
inline Ints<A> max(const Ints<A>& a, const Ints<A>& b) {
    return a.value > b.value ? a.value : b.value;
}
template <class A>
inline Floats<A> max_keep_nan(const Floats<A>& value, const Floats<A>& floor) {
    return value.value < floor.value ? floor.value : value.value;
}
template <class A>
inline Floats<A> min_skip_nan(const Floats<A>& x, const Floats<A>& least) {
    return x.value < least.value ? x.value : least.value;
}

// ---- masks ----

template <class A>
inline bool any(const FloatMask<A>& mask) {
    return mask.value;
}
template <class A>
inline bool any(const IntMask<A>& mask) {
    return mask.value;
}
template <class A>
inline bool any(const DoubleMask<A>& mask) {
    return mask.value;
}
template <class A>
inline bool all(const IntMask<A>& mask) {
    return mask.value;
}
template <class T, class A>
inline std::uint32_t bits(const OneLaneMask<T, A>& mask) {
    return mask.value;
}
template <class M, class T, class A>
inline OneLane<T, A> select(const OneLaneMask<M, A>& mask, const OneLane<T, A>& yes,
                            const OneLane<T, A>& no) {
    return mask.value ? yes.value : no.value;
}
template <class A>
inline FloatMask<A> float_mask(const IntMask<A>& mask) {
    return FloatMask<A>(mask.value);
}
template <class A>
inline IntMask<A> mask_of(std::uint32_t lanes_in) {
    return IntMask<A>((lanes_in & 1) != 0);
}
template <class A>
inline IntMask<A> greater(const Ints<A>& a, const Ints<A>& b) {
    return a > b;
}
template <class A>
inline Floats<A> keep(const IntMask<A>& mask, const Floats<A>& x) {
    return mask.value ? x.value : 0.0f;
}
template <class A>
inline Floats<A> keep(const FloatMask<A>& mask, const Floats<A>& x) {
    return mask.value ? x.value : 0.0f;
}
template <class A>
inline Ints<A> add_where(const FloatMask<A>& mask, const Ints<A>& sum, const Ints<A>& x) {
    return select(mask, sum + x, sum);
}
template <class A>
inline Ints<A> count_where(const FloatMask<A>& mask, const Ints<A>& count) {
    return count + Ints<A>(mask.value);
}
template <class A>
inline Floats<A> nan_where(const IntMask<A>& mask, const Floats<A>& x) {
    return mask.value ? std::numeric_limits<float>::quiet_NaN() : x.value;
}

// ---- doubles ----

template <class A>
inline void widen(const Floats<A>& x, Doubles<A> (&d)[2]) {
    d[0] = d[1] = static_cast<double>(x.value);
}
template <class A>
inline Doubles<A> smaller(const Doubles<A>& a, const Doubles<A>& b) {
    return b.value < a.value ? b : a;
}
template <class A>
inline Doubles<A> larger(const Doubles<A>& a, const Doubles<A>& b) {
    return b.value < a.value ? a : b;
}
template <class A>
inline void pack_words(const Ints<A>& upper, const Ints<A>& lower, Doubles<A> (&d)[2]) {
    d[0] = d[1] = std::bit_cast<double>(std::uint64_t{static_cast<std::uint32_t>(upper.value)} << 32 |
                                        static_cast<std::uint32_t>(lower.value));
}
template <class A>
inline Ints<A> upper_words(const Doubles<A> (&d)[2]) {
    return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(d[0].value) >> 32);
}
template <class A>
inline Ints<A> lower_words(const Doubles<A> (&d)[2]) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(d[0].value)));
}
template <class A>
inline Floats<A> narrow(const Doubles<A> (&d)[2]) {
    return static_cast<float>(d[0].value);
}
template <class A>
inline std::uint32_t signs(const Doubles<A> (&d)[2]) {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(d[0].value) >> 63);
}

// ---- rows ----

template <class A>
inline void gather_rows(const float* base, const std::uint32_t* index, Floats<A> (&field)[4]) {
    for (int k = 0; k < 4; ++k) field[k] = load<A>(base + 2 * std::size_t{index[0]} + k);
}
template <class A>
inline void write_rows(float* to, std::size_t, const Floats<A> (&field)[4]) {
    for (int k = 0; k < 4; ++k) write(to + k, field[k]);
}
template <class A>
inline void gather_pairs(const float* base, const std::uint32_t* index, Floats<A> (&field)[2]) {
    for (int k = 0; k < 2; ++k) field[k] = load<A>(base + 2 * std::size_t{index[0]} + k);
}

}  // namespace
}  // namespace wend::detail
