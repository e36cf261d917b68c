// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "constants/power_constants.hpp"
#include "simd/lanes.hpp"

/// Logarithm, exponential and the sigmoid made of them (kernels/docs/math.md, "Waypoint advance").
namespace wend::detail {
namespace {

/// Of positive normal numbers; infinity counts as 2^128.
template <class A>
inline Floats<A> log2(const Floats<A>& x) {
    using F = Floats<A>;
    const Ints<A> i = as_ints(x) - Ints<A>(half_root_bits);
    const F r = as_floats<A>((i & Ints<A>(mantissa_bits)) + Ints<A>(half_root_bits)) - F(1);
    const F high = F(log2_5) + r * (F(log2_6) + r * (F(log2_7) + r * F(log2_8)));
    const F p = F(log2_0) + r * (F(log2_1) + r * (F(log2_2) + r * (F(log2_3) + r * (F(log2_4) + r * high))));
    return to_floats(shift_right<23>(i)) + r * p;
}

/// |t| <= 126. The sum with power_round holds the integer in its low bits, where the shift finds it.
template <class A>
inline Floats<A> exp2(const Floats<A>& t) {
    using F = Floats<A>;
    const F shifted = t + F(power_round);
    const F g = t - (shifted - F(power_round));
    const F high = F(exp2_4) + g * (F(exp2_5) + g * F(exp2_6));
    const F q = F(1) + g * (F(exp2_1) + g * (F(exp2_2) + g * (F(exp2_3) + g * high)));
    return as_floats<A>(as_ints(q) + as_ints(shift_left<23>(as_words<A>(as_ints(shifted)))));
}

/// ((1 - u) / u)^power, held to 2^-126 and 2^126; u in (0, 1).
template <class A>
inline Floats<A> power_of_odds(const Floats<A>& u, const Floats<A>& power) {
    using F = Floats<A>;
    F t = power * log2<A>((F(1) - u) / u);
    t = select(t > F(power_limit), F(power_limit), t);
    t = select(t < F(-power_limit), F(-power_limit), t);
    return exp2<A>(t);
}

/// 1 / (1 + odds) with the odds of u, exactly 0 and 1 at the ends.
template <class A>
inline Floats<A> sigmoid_of_odds(const Floats<A>& u, const Floats<A>& odds) {
    using F = Floats<A>;
    return select(u <= F(0), F(0), select(u >= F(1), F(1), F(1) / (F(1) + odds)));
}

/// 1 / (1 + ((1 - u) / u)^power)
template <class A>
inline Floats<A> sigmoid(const Floats<A>& u, const Floats<A>& power) {
    return sigmoid_of_odds(u, power_of_odds(u, power));
}

}  // namespace
}  // namespace wend::detail
