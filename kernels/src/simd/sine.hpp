// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "constants/angle_constants.hpp"
#include "simd/lanes.hpp"

namespace wend::detail {
namespace {

template <class A>
struct SineCosine {
    Floats<A> sine, cosine;
};

/// |h| <= pi/2 (kernels/docs/math.md, "Wander").
template <class A>
inline SineCosine<A> sine_cosine(const Floats<A>& h) {
    using F = Floats<A>;
    const F z = h * h;
    const F p = F(sin_3) + z * (F(sin_5) + z * (F(sin_7) + z * F(sin_9)));
    const F s = h + h * (z * p);
    const F c = F(1) + z * (F(cos_2) + z * (F(cos_4) + z * (F(cos_6) + z * (F(cos_8) + z * F(cos_10)))));
    return {s, c};
}

}  // namespace
}  // namespace wend::detail
