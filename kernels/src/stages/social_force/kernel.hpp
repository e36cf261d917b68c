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

/// Sums over the neighbours of a group's agents (kernels/docs/math.md, "Social force").
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
                          [&](std::size_t begin, std::size_t end) { add(start, x, begin, end); });
        });
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
    void add(std::size_t start, const F& x, std::size_t begin, std::size_t end) {
        const SortedAgents& seen = neighbours_.seen;
        const F vx = flushed(load<A>(in_.get<Stream::velocity_x>() + start));
        const F vy = flushed(load<A>(in_.get<Stream::velocity_y>() + start));
        const F to_unit = scale_to(F(1), squared_length(vx, vy), F(squared_length_floor));
        const F heading_x = vx * to_unit, heading_y = vy * to_unit;
        I sx = load<A>(sums_.narrow(sum_x) + start);
        I sy = load<A>(sums_.narrow(sum_y) + start);
        neighbours_.for_each(start, x, begin, end, [&](const auto& pair, std::size_t at) {
            if (!any<A>(pair.counts)) return;
            const F ex = pair.dx + F(seen.velocity_x[at] * stage_.step_time);
            const F ey = pair.dy + F(seen.velocity_y[at] * stage_.step_time);
            const F distance = sqrt(max_keep_nan(pair.squared_distance, F(least_square_)));
            const F later = sqrt(max_keep_nan(squared_length(ex, ey), F(least_square_)));
            const F product = distance * later, sum = distance + later;
            const F dot = pair.dx * ex + pair.dy * ey;
            const F cross = pair.dx * ey - pair.dy * ex;
            // (2 b)^2 = 2 (|d| |e| + d.e), whose digits cancel where the neighbour comes towards the agent.
            const F half_square = select(dot < F(0), cross * cross / (product - dot), product + dot);
            const F square = max_keep_nan(half_square + half_square, sum * sum * F(0x1p-20f));
            const FloatMask<A> counts = pair.counts && (square <= F(std::numeric_limits<float>::max()));
            const F width = sqrt(square);
            const F falloff = exp2<A>(max_keep_nan(width * F(per_width_), F(-power_limit)));
            const F ahead = pair.dx * heading_x + pair.dy * heading_y;
            const FloatMask<A> behind =
                ahead * as_floats(magnitude_bits(ahead)) < F(-0.03015369f) * pair.squared_distance;
            const F share = select(behind, falloff * F(stage_.rear_weight), falloff) * F(0x1p17f);
            const F gradient = sum / (width + width) / product;
            const auto limited = [&](const F& along) {
                return max_keep_nan(min_skip_nan(along * gradient, F(8)), F(-8));
            };
            sx = add_where(counts, sx, truncate(limited(pair.dx * later + ex * distance) * share));
            sy = add_where(counts, sy, truncate(limited(pair.dy * later + ey * distance) * share));
        });
        write(sums_.narrow(sum_x) + start, sx);
        write(sums_.narrow(sum_y) + start, sy);
    }

    const StageInput& in_;
    const PassStage& place_;
    const SocialForce& stage_;
    const float least_square_ = stage_.range * 0x1p-10f * (stage_.range * 0x1p-10f);
    const float per_width_ = -0x1.715476p-1f / stage_.range;  ///< to the exponent of 2
    CountedNeighbours<A> neighbours_;
    IntegerSums<A, sum_count> sums_;
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
