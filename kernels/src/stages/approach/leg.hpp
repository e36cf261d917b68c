// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "driver/stage_call.hpp"
#include "simd/batch.hpp"
#include "simd/draws.hpp"
#include "simd/lanes.hpp"
#include "simd/sine.hpp"
#include "stages/approach/parameters.hpp"
#include "wend/random.hpp"

namespace wend::detail {
namespace {

/// What a vector of approaching agents does in a tick (kernels/docs/math.md, "Approach").
template <class A>
struct ApproachLeg {
    using F = Floats<A>;
    using U = Words<A>;
    using Mask = FloatMask<A>;

    explicit ApproachLeg(const StageCall& call)
        : parameters(call.stage<Approach>()),
          key(call.ticks.seed, 0, purpose(Purpose::approach)),
          key_jitter(call.ticks.seed, 0, purpose(Purpose::approach_jitter)),
          dt(call.ticks.dt) {}

    struct Places {
        F px, py, tx, ty;
        F dx, dy;  ///< the way to the target
    };

    /// The share of the way to the walk-to point, whose squared length is given, that a tick takes: 1 and
    /// more for those that reach it, since a quotient of two floats is below 1 if the first is the smaller
    /// one.
    [[nodiscard]] F share(const F& squared, const F& speed) const {
        return speed * dt / sqrt(max_keep_nan(squared, F(squared_length_floor)));
    }

    /// A tick's way from p to the walk-to point, no further. From that point itself: nowhere.
    [[nodiscard]] static F walked(const F& p, const F& walk, const F& share) {
        return select(share >= F(1), walk, flushed(p + (walk - p) * share));
    }

    /// What an agent's velocity is on its way to the walk-to point.
    struct Velocity {
        F x, y;
    };
    [[nodiscard]] static Velocity velocity(const F& rx, const F& ry, const F& speed) {
        const F k = speed / sqrt(max_keep_nan(squared_length(rx, ry), F(squared_length_floor)));
        return {flushed(rx * k), flushed(ry * k)};
    }

    /// The next point to walk to.
    void pick(const U& ids, const Places& p, const U& decision, F& walk_x, F& walk_y) const {
        const F d = sqrt(max_keep_nan(squared_length(p.dx, p.dy), F(squared_length_floor)));
        F s = F(parameters.step_fraction) * d;
        if (parameters.step_jitter > 0) {
            const F u = random_unit<A>(key_jitter.of_ids(ids, decision));
            s = s * (F(1) + F(parameters.step_jitter) * (F(2) * u - F(1)));
        }
        const F shortest(parameters.min_step), longest(parameters.max_step), aggro(parameters.aggro_radius);
        s = select(s < shortest, shortest, s);
        s = select(s > longest, longest, s);

        const F near = select(d > aggro, aggro, d) / aggro;
        const F fov = (F(parameters.max_fov) * near) * F(0.5f);
        const U word = key.of_ids(ids, decision);
        const F left = random_unit<A>(shift_left<1>(word)) * fov;
        const F angle = as_floats<A>(as_ints(left) ^ as_ints(word & U(0x80000000u)));
        const SineCosine<A> turn = sine_cosine<A>(angle);
        const F k = s / d;
        const F ux = p.dx * k;
        const F uy = p.dy * k;
        const F x = flushed(p.px + (ux * turn.cosine - uy * turn.sine));
        const F y = flushed(p.py + (ux * turn.sine + uy * turn.cosine));
        const Mask to_target = (s > d) || ((x == p.px) && (y == p.py));
        walk_x = select(to_target, p.tx, x);
        walk_y = select(to_target, p.ty, y);
    }

    const ApproachParameters parameters;
    DrawKey<A> key, key_jitter;
    F dt;
};

}  // namespace
}  // namespace wend::detail
