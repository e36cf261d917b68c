// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "simd/power.hpp"
#include "stages/neighbours/counted_neighbours.hpp"
#include "stages/neighbours/integer_sums.hpp"
#include "wend/social_force.hpp"

namespace wend::detail {
namespace {

/// Sums over the neighbours of a group's agents (kernels/docs/math.md, "Social force"). A vector of agents
/// meets each neighbour of any of them, which is near to 2 of 8; so pairs are listed first, and their forces
/// computed on full vectors of pairs.
template <class A>
class SocialForces {
    using F = Floats<A>;
    using I = Ints<A>;
    enum Sum { sum_x, sum_y, sum_count };

  public:
    SocialForces(const StageInput& in, const PassStage& place, const SocialForce& stage)
        : in_(in), place_(place), stage_(stage), neighbours_(in, stage, *place.capped) {}

    void run() {
        neighbours_.for_each_row([&](std::size_t start, const F& x, const NearRuns& near) {
            sums_.add_all(near, start,
                          [&](std::size_t begin, std::size_t end) { list(start, x, begin, end); });
        });
        for (std::size_t at = 0; at < pairs_; at += lanes<A>) add(at);
        alignas(64) float nothing[group_size];
        neighbours_.write_nothing(nothing);
        const double unit =
            static_cast<double>(stage_.strength) / static_cast<double>(stage_.range) * 0x1p-17;
        sums_.finish([&](const auto& sums) {
            // The minus of the formula is in write_sum.
            write_sum(place_.force_x, sums[sum_x], nothing, unit);
            write_sum(place_.force_y, sums[sum_y], nothing, unit);
        });
    }

  private:
    void list(std::size_t start, const F& x, std::size_t begin, std::size_t end) {
        const SortedAgents& seen = neighbours_.seen;
        const F vx = flushed(load<A>(in_.get<Stream::velocity_x>() + start));
        const F vy = flushed(load<A>(in_.get<Stream::velocity_y>() + start));
        const F to_unit = scale_to(F(1), squared_length(vx, vy), F(squared_length_floor));
        const F heading_x = vx * to_unit, heading_y = vy * to_unit;
        const I agent = as_ints(iota<A>()) + I(static_cast<std::int32_t>(start));
        std::size_t pairs = pairs_;
        neighbours_.for_each(start, x, begin, end, [&](const auto& pair, std::size_t at) {
            const F step_x(seen.velocity_x[at] * stage_.step_time);
            const F step_y(seen.velocity_y[at] * stage_.step_time);
            const F dot = pair.dx * (pair.dx + step_x) + pair.dy * (pair.dy + step_y);
            const std::uint32_t some = bits(pair.counts && (dot < F(negligible_)));
            if (some == 0) return;
            const F ahead = pair.dx * heading_x + pair.dy * heading_y;
            const FloatMask<A> behind =
                ahead * as_floats(magnitude_bits(ahead)) < F(-0.03015369f) * pair.squared_distance;
            write_some(dx_ + pairs, as_ints(pair.dx), some);
            write_some(dy_ + pairs, as_ints(pair.dy), some);
            write(step_x_ + pairs, step_x);
            write(step_y_ + pairs, step_y);
            write_some(weight_ + pairs, as_ints(select(behind, F(stage_.rear_weight), F(1))), some);
            pairs += write_some(agent_ + pairs, agent, some);
            if (pairs < most_pairs) return;
            pairs_ = pairs;
            add_full_vectors();
            pairs = pairs_;
        });
        pairs_ = pairs;
    }

    void add_full_vectors() {
        std::size_t at = 0;
        for (; at + lanes<A> <= pairs_; at += lanes<A>) add(at);
        for (std::int32_t* const from : {dx_, dy_, weight_, agent_}) write(from, load<A>(from + at));
        for (float* const from : {step_x_, step_y_}) write(from, load<A>(from + at));
        pairs_ -= at;
    }

    /// A vector of pairs; what is beyond the last pair is not added.
    void add(std::size_t at) {
        const F dx = as_floats(load<A>(dx_ + at)), dy = as_floats(load<A>(dy_ + at));
        const F ex = dx + load<A>(step_x_ + at), ey = dy + load<A>(step_y_ + at);
        const F distance = sqrt(max_keep_nan(squared_length(dx, dy), F(least_square_)));
        const F later = sqrt(max_keep_nan(squared_length(ex, ey), F(least_square_)));
        const F product = distance * later, sum = distance + later;
        const F dot = dx * ex + dy * ey;
        const F cross = dx * ey - dy * ex;
        // (2 b)^2 = 2 (|d| |e| + d.e), whose digits cancel where the neighbour comes towards the agent.
        const F half_square = select(dot < F(0), cross * cross / (product - dot), product + dot);
        const F square = max_keep_nan(half_square + half_square, sum * sum * F(0x1p-20f));
        const FloatMask<A> counts = square <= F(std::numeric_limits<float>::max());
        const F width = sqrt(square);
        const F falloff = exp2<A>(max_keep_nan(width * F(per_width_), F(-power_limit)));
        const F share = falloff * as_floats(load<A>(weight_ + at)) * F(0x1p17f);
        const F gradient = sum / (width + width) / product;
        const auto units = [&](const F& d, const F& e) {
            const F along = (d * later + e * distance) * gradient;
            return add_where(counts, I(0), truncate(max_keep_nan(min_skip_nan(along, F(8)), F(-8)) * share));
        };
        alignas(64) std::int32_t x[lanes<A>], y[lanes<A>];
        write(x, units(dx, ex));
        write(y, units(dy, ey));
        const std::size_t count = pairs_ - at < lanes<A> ? pairs_ - at : lanes<A>;
        for (std::size_t i = 0; i < count; ++i) {
            sums_.narrow(sum_x)[agent_[at + i]] += x[i];
            sums_.narrow(sum_y)[agent_[at + i]] += y[i];
        }
    }

    static constexpr std::size_t most_pairs = IntegerSums<A, sum_count>::max_held - lanes<A>;

    const StageInput& in_;
    const PassStage& place_;
    const SocialForce& stage_;
    const float least_square_ = stage_.range * 0x1p-10f * (stage_.range * 0x1p-10f);
    const float per_width_ = -0x1.715476p-1f / stage_.range;  ///< to the exponent of 2
    /// From this d.e on, 2 b is at least 2 sqrt(d.e), and a share less than 8 2^-20.01, of which no unit is
    /// left.
    const float negligible_ = (10.005f / per_width_) * (10.005f / per_width_);
    CountedNeighbours<A> neighbours_;
    IntegerSums<A, sum_count> sums_;

    std::size_t pairs_ = 0;
    alignas(64) std::int32_t dx_[most_pairs + 2 * lanes<A>];
    alignas(64) std::int32_t dy_[most_pairs + 2 * lanes<A>];
    alignas(64) std::int32_t weight_[most_pairs + 2 * lanes<A>];  ///< as dx_ and dy_, the bits of a float
    alignas(64) std::int32_t agent_[most_pairs + 2 * lanes<A>];
    alignas(64) float step_x_[most_pairs + 2 * lanes<A>];
    alignas(64) float step_y_[most_pairs + 2 * lanes<A>];
};

template <class A>
class Kernel<A, SocialForce> {
  public:
    static void run(const StageInput& in, const NeighbourPass& pass) {
        const PassStage& place = pass.stages[0];
        SocialForces<A>(in, place, *static_cast<const SocialForce*>(place.parameters)).run();
    }
};

}  // namespace
}  // namespace wend::detail
