// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "constants/angle_constants.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"

namespace wend::detail {
namespace {

/// A sum of two angles of no more than pi_f in magnitude, in [-pi_f, pi_f).
template <class A>
inline Floats<A> within_turn(const Floats<A>& sum) {
    using F = Floats<A>;
    return select(sum >= F(pi_f), sum - F(two_pi_f), select(sum < F(-pi_f), sum + F(two_pi_f), sum));
}

/// The angle of a vector, not 0, in [-pi_f, pi_f] (kernels/docs/math.md, "Orient").
template <class A>
inline Floats<A> angle_of(const Floats<A>& x, const Floats<A>& y) {
    using F = Floats<A>;
    const F ax = as_floats<A>(magnitude_bits(x)), ay = as_floats<A>(magnitude_bits(y));
    const FloatMask<A> upright = ay > ax;
    const F longer = select(upright, ay, ax), shorter = select(upright, ax, ay);
    const FloatMask<A> steep = shorter > longer * F(tan_pi_8_f);
    const F t = select(steep, shorter - longer, shorter) / select(steep, shorter + longer, longer);
    const F z = t * t;
    const F p = F(atan_3) + z * (F(atan_5) + z * (F(atan_7) + z * F(atan_9)));
    const F flat = t + t * (z * p);
    const F first_eighth = select(steep, F(quarter_pi_f) + flat, flat);
    const F first_quarter = select(upright, F(half_pi_f) - first_eighth, first_eighth);
    const F first_half = select(x < F(0), F(pi_f) - first_quarter, first_quarter);
    return select(y < F(0), F(0) - first_half, first_half);
}

}  // namespace
}  // namespace wend::detail
