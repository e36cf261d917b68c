// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/counted_neighbours.hpp"
#include "stages/neighbours/ways_to_targets.hpp"
#include "wend/queue.hpp"

namespace wend::detail {
namespace {

/// Queueing (kernels/docs/math.md, "Queue"), on a group.
template <class A>
class QueueingGroup {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    QueueingGroup(const StageInput& in, const PassStage& place, const Queue& stage)
        : in_(in),
          place_(place),
          stage_(stage),
          neighbours_(in, stage, *place.capped),
          ways_(in, place, neighbours_.group) {}

    void run() {
        for (std::size_t start = 0; start < group_size; start += lanes<A>) {
            const F squared = squared_length(load<A>(ways_.x + start), load<A>(ways_.y + start));
            write(room_ + start, sqrt(max_keep_nan(squared, F(squared_length_floor))));
        }
        neighbours_.for_each_row([&](std::size_t start, const F& x, const NearRuns& near) {
            for (std::size_t i = 0; i < near.count; ++i) look(start, x, near.run[i].begin, near.run[i].end);
        });
        alignas(64) float nothing[group_size];
        neighbours_.write_nothing(nothing);
        for (std::size_t start = 0; start < group_size; start += lanes<A>) write_forces(start, nothing);
    }

  private:
    void look(std::size_t start, const F& px, std::size_t begin, std::size_t end) {
        const SortedAgents& seen = neighbours_.seen;
        const F along_x = load<A>(ways_.along_x + start), along_y = load<A>(ways_.along_y + start);
        const F target_x = load<A>(ways_.target_x + start), target_y = load<A>(ways_.target_y + start);
        const F squared = squared_length(load<A>(ways_.x + start), load<A>(ways_.y + start));
        const I order = load<A>(neighbours_.group.key + start) +
                        I(static_cast<std::int32_t>(seen.key_base ^ 0x80000000u));
        F room = load<A>(room_ + start);
        neighbours_.for_each(start, px, begin, end, [&](const auto& pair, std::size_t at) {
            const F ahead = pair.dx * along_x + pair.dy * along_y;
            const F aside = along_x * pair.dy - along_y * pair.dx;
            const F its_squared = squared_length(target_x - F(seen.x[at]), target_y - F(seen.y[at]));
            const FloatMask<A> in_the_way = pair.counts && (ahead >= F(0)) &&
                                            (as_floats(magnitude_bits(aside)) <= F(half_width_)) &&
                                            precedes<A>(its_squared, order_of<A>(seen, at), squared, order);
            const F clearance = neighbours_.group.clearance(start, at, stage_.body_radius);
            const F left = ahead - clearance - F(stage_.gap);
            room = select(in_the_way, min_skip_nan(left, room), room);
        });
        write(room_ + start, room);
    }

    void write_forces(std::size_t start, const float* nothing) const {
        const F room = max_keep_nan(load<A>(room_ + start), F(0));
        const F speed =
            ways_.max_speed(start) * (min_skip_nan(room, F(stage_.slowing_radius)) * F(per_radius_));
        const F vx = flushed(load<A>(in_.get<Stream::velocity_x>() + start));
        const F vy = flushed(load<A>(in_.get<Stream::velocity_y>() + start));
        const F none = load<A>(nothing + start);
        write(place_.force_x + start, load<A>(ways_.along_x + start) * speed - vx + none);
        write(place_.force_y + start, load<A>(ways_.along_y + start) * speed - vy + none);
    }

    const StageInput& in_;
    const PassStage& place_;
    const Queue& stage_;
    const float half_width_ = stage_.lane_width * 0.5f;
    const float per_radius_ = 1 / stage_.slowing_radius;
    CountedNeighbours<A> neighbours_;
    const WaysToTargets<A> ways_;
    alignas(64) float room_[group_size];
};

template <class A>
class Kernel<A, Queue> {
  public:
    static void run(const StageInput& in, const NeighbourPass& pass) {
        const PassStage& place = pass.stages[0];
        QueueingGroup<A>(in, place, *static_cast<const Queue*>(place.parameters)).run();
    }
};

}  // namespace
}  // namespace wend::detail
