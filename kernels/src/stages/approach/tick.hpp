// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "simd/batch.hpp"
#include "simd/draws.hpp"
#include "simd/lanes.hpp"
#include "simd/sine.hpp"
#include "stage/contract.hpp"
#include "stages/approach/parameters.hpp"
#include "wend/random.hpp"

namespace wend::detail {
namespace {

/// The share of the way (x, y) that a tick covers. 1 or more exactly for the agents that arrive: a quotient
/// of two floats is below 1 if the first is the smaller one.
template <class A>
inline Floats<A> approach_share(const Floats<A>& x, const Floats<A>& y, const Floats<A>& speed,
                                const Floats<A>& dt) {
    return speed * dt / sqrt(max_keep_nan(squared_length(x, y), Floats<A>(squared_length_floor)));
}

/// One coordinate after that share of the way to the walk-to point, and no further.
template <class A>
inline Floats<A> approach_move(const Floats<A>& from, const Floats<A>& walk, const Floats<A>& share) {
    return select(share >= Floats<A>(1), walk, flushed(from + (walk - from) * share));
}

template <class A>
struct ApproachVelocity {
    Floats<A> x, y;
};
template <class A>
inline ApproachVelocity<A> approach_velocity(const Floats<A>& x, const Floats<A>& y, const Floats<A>& speed) {
    const Floats<A> k = speed / sqrt(max_keep_nan(squared_length(x, y), Floats<A>(squared_length_floor)));
    return {flushed(x * k), flushed(y * k)};
}

/// A vector of agents, as a tick finds and leaves them.
template <class A>
struct ApproachAgents {
    Floats<A> position_x, position_y;
    Floats<A> walk_x, walk_y;
    Words<A> decision;
    Doubles<A> seconds_left[2] = {Doubles<A>(0), Doubles<A>(0)};  ///< only with repick_interval
    ApproachVelocity<A> velocity = {Floats<A>(0), Floats<A>(0)};
};

/// The inputs of those agents, which a tick leaves as they are.
template <class A>
struct ApproachInputs {
    Words<A> id;
    Floats<A> target_x, target_y;
    Floats<A> speed;
};

/// One tick of any vector of agents (kernels/docs/math.md, "Approach").
template <class A>
class ApproachTick {
    using F = Floats<A>;
    using U = Words<A>;
    using D = Doubles<A>;
    using Mask = FloatMask<A>;
    using Agents = ApproachAgents<A>;
    using Inputs = ApproachInputs<A>;

  public:
    ApproachTick(const StageInput& in, const StageOutput& out)
        : parameters_(in.stage<Approach>()),
          repicks_(parameters_.repick_interval > 0),
          writes_velocity_(out.get<Stream::velocity_x>() != nullptr ||
                           out.get<Stream::velocity_y>() != nullptr),
          key_(in.ticks.seed, 0, purpose(Purpose::approach)),
          key_jitter_(in.ticks.seed, 0, purpose(Purpose::approach_jitter)),
          dt_(in.ticks.dt) {}

    [[nodiscard]] const ApproachParameters& parameters() const { return parameters_; }
    [[nodiscard]] bool repicks() const { return repicks_; }

    /// Advances the agents of `moving`.
    void advance(const Inputs& inputs, const Mask& moving, Agents& agents) const {
        const Mask home = (agents.position_x == inputs.target_x) && (agents.position_y == inputs.target_y);
        Mask ready = (agents.position_x == agents.walk_x) && (agents.position_y == agents.walk_y);
        if (repicks_) ready = ready || due(agents);
        const Mask picks = moving && ready && !home;
        if (any(picks)) pick(inputs, picks, agents);
        if (repicks_) {
            const Mask stands = ready && home;
            agents.walk_x = select(stands, agents.position_x, agents.walk_x);
            agents.walk_y = select(stands, agents.position_y, agents.walk_y);
            count_down(stands, agents);
        }

        const F x = agents.walk_x - agents.position_x;
        const F y = agents.walk_y - agents.position_y;
        const F share = approach_share<A>(x, y, inputs.speed, dt_);
        agents.position_x =
            select(moving, approach_move<A>(agents.position_x, agents.walk_x, share), agents.position_x);
        agents.position_y =
            select(moving, approach_move<A>(agents.position_y, agents.walk_y, share), agents.position_y);
        if (!writes_velocity_) return;
        const ApproachVelocity<A> velocity = approach_velocity<A>(x, y, inputs.speed);
        agents.velocity.x = select(moving, velocity.x, agents.velocity.x);
        agents.velocity.y = select(moving, velocity.y, agents.velocity.y);
    }

    /// Calls `store(stream, value)` for each stream that the tick writes and that is bound.
    template <class Store>
    void for_each_output(const StageOutput& out, const Inputs& inputs, const Agents& agents,
                         Store&& store) const {
        const auto store_bound = [&](auto* stream, const auto& value) {
            if (stream != nullptr) store(stream, value);
        };
        store(out.get<Stream::position_x>(), agents.position_x);
        store(out.get<Stream::position_y>(), agents.position_y);
        store(out.get<Stream::walk_x>(), agents.walk_x);
        store(out.get<Stream::walk_y>(), agents.walk_y);
        store(out.get<Stream::decision>(), agents.decision);
        if (repicks_) store(out.get<Stream::seconds_left>(), agents.seconds_left);
        store_bound(out.get<Stream::velocity_x>(), agents.velocity.x);
        store_bound(out.get<Stream::velocity_y>(), agents.velocity.y);
        const Mask arrived = (agents.position_x == inputs.target_x) && (agents.position_y == inputs.target_y);
        store_bound(out.get<Stream::arrived>(), select(arrived, U(1), U(0)));
    }

  private:
    /// The next point for the agents of `picks`.
    void pick(const Inputs& inputs, const Mask& picks, Agents& agents) const {
        const F dx = inputs.target_x - agents.position_x;
        const F dy = inputs.target_y - agents.position_y;
        const F d = sqrt(max_keep_nan(squared_length(dx, dy), F(squared_length_floor)));
        F s = F(parameters_.step_fraction) * d;
        if (parameters_.step_jitter > 0) {
            const F u = random_unit<A>(key_jitter_.of_ids(inputs.id, agents.decision));
            s = s * (F(1) + F(parameters_.step_jitter) * (F(2) * u - F(1)));
        }
        const F shortest(parameters_.min_step), longest(parameters_.max_step),
            aggro(parameters_.aggro_radius);
        s = select(s < shortest, shortest, s);
        s = select(s > longest, longest, s);

        const F near = select(d > aggro, aggro, d) / aggro;
        const F fov = (F(parameters_.max_fov) * near) * F(0.5f);
        const U word = key_.of_ids(inputs.id, agents.decision);
        const F left = random_unit<A>(shift_left<1>(word)) * fov;
        const F angle = as_floats<A>(as_ints(left) ^ as_ints(word & U(0x80000000u)));
        const SineCosine<A> turn = sine_cosine<A>(angle);
        const F k = s / d;
        const F ux = dx * k;
        const F uy = dy * k;
        const F x = flushed(agents.position_x + (ux * turn.cosine - uy * turn.sine));
        const F y = flushed(agents.position_y + (ux * turn.sine + uy * turn.cosine));
        const Mask to_target = (s > d) || ((x == agents.position_x) && (y == agents.position_y));
        agents.walk_x = select(picks, select(to_target, inputs.target_x, x), agents.walk_x);
        agents.walk_y = select(picks, select(to_target, inputs.target_y, y), agents.walk_y);
        agents.decision = select(picks, agents.decision + U(1), agents.decision);
        if (repicks_) add_interval(bits(picks), agents);
    }

    /// The agents whose time to pick has come.
    [[nodiscard]] Mask due(const Agents& agents) const {
        const D overdue[2] = {D(0) - agents.seconds_left[0], D(0) - agents.seconds_left[1]};
        return select(mask_of<A>(signs(overdue)), F(1), F(0)) == F(0);
    }

    /// A pick by time is followed by the next one an interval after it was due, a pick on the walk-to point
    /// an interval from now.
    void add_interval(std::uint32_t picks, Agents& agents) const {
        const auto interval = static_cast<double>(parameters_.repick_interval);
        alignas(64) double left[lanes<A>];
        write(left, agents.seconds_left);
        for (std::size_t j = 0; j < lanes<A>; ++j) {
            if ((picks >> j & 1) == 0) continue;
            const double next = left[j] <= 0 ? left[j] + interval : interval;
            left[j] = next < 0 ? 0 : next;
        }
        load_halves<A>(left, agents.seconds_left);
    }

    /// To +0 where an agent stands, by the last sum.
    void count_down(const Mask& stands, Agents& agents) const {
        D kept[2], step[2];
        widen(select(stands, F(0), F(1)), kept);
        widen(select(stands, F(0), dt_), step);
        for (int half = 0; half < 2; ++half)
            agents.seconds_left[half] = (agents.seconds_left[half] * kept[half] - step[half]) + D(0);
    }

    const ApproachParameters parameters_;
    const bool repicks_, writes_velocity_;
    const DrawKey<A> key_, key_jitter_;
    const F dt_;
};

}  // namespace
}  // namespace wend::detail
