// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "constants/orca_constants.hpp"
#include "neighbours/grid.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/neighbours/looking_group.hpp"
#include "stages/neighbours/nearest_list.hpp"
#include "stages/orca/linear_program.hpp"
#include "stages/orca/obstacle_planes.hpp"

/// Reciprocal collision avoidance (kernels/docs/math.md, "ORCA").
namespace wend::detail {
namespace {

/// The velocities that the agents of a group pick.
template <class A>
class Kernel<A, Orca> {
    using F = Floats<A>;
    using I = Ints<A>;
    using D = Doubles<A>;
    using V = PlaneVector<A>;

  public:
    Kernel(const StageInput& in, StageOutput& out)
        : in_(in),
          out_(out),
          stage_(in.stage<Orca>()),
          seen_(*in.neighbours->seen),
          reach_(stage_),
          group_(in, reach_.view > -2, reach_.has_height(), reach_.largest_body, reach_.right_of_way),
          has_obstacles_(ObstacleDataAccess::data(stage_.obstacles).count != 0),
          turn_(stage_.side_bias),
          ahead_(std::sqrt(1 - turn_ * turn_)),
          horizon_(in.get<Stream::neighbour_horizon>()),
          per_horizon_(1 / stage_.horizon),
          per_tick_(1 / (in.ticks.dt < stage_.horizon * 0x1p-20f ? stage_.horizon * 0x1p-20f : in.ticks.dt)) {
    }

    StageResult run() {
        std::uint64_t faults = group_.faults(reach_);
        for (std::size_t start = 0; start < group_size; start += lanes<A>)
            faults |= std::uint64_t{prefer(start)} << start;
        out_.faults[0] |= faults;
        group_.for_each_row(
            true, [&](std::size_t start, const F& x, const NearRuns& near) { pick(start, x, near); });
        pick_deferred();
        return {};
    }

  private:
    /// A vector of each agent.
    struct Pair {
        F x, y;
    };
    /// Velocities on its right are forbidden.
    struct Line {
        Pair point, along;
    };

    /// The preferred velocities of a vector of agents; returns the lanes at fault.
    std::uint32_t prefer(std::size_t start) {
        const auto value = [&](const float* stream, float given) {
            return stream == nullptr ? F(given) : flushed(load<A>(stream + start));
        };
        const F max_force = value(in_.get<Stream::max_force>(), in_.limits.max_force);
        const F max_speed = value(in_.get<Stream::max_speed>(), in_.limits.max_speed);
        const F mass = value(in_.get<Stream::mass>(), in_.limits.mass);
        const I largest =
            max(max(magnitude_bits(max_force), magnitude_bits(max_speed)), magnitude_bits(mass));
        const F least(squared_length_floor);
        const F fx = load<A>(out_.force.x + start);
        const F fy = load<A>(out_.force.y + start);
        const F g = scale_to(max_force, squared_length(fx, fy), max_keep_nan(max_force * max_force, least)) *
                    (F(in_.ticks.dt) / mass);
        const F wx = flushed(load<A>(in_.get<Stream::velocity_x>() + start)) + fx * g;
        const F wy = flushed(load<A>(in_.get<Stream::velocity_y>() + start)) + fy * g;
        const F r = scale_to(max_speed, squared_length(wx, wy), max_keep_nan(max_speed * max_speed, least));
        D x[2], y[2], limit[2];
        widen(flushed(wx * r), x);
        widen(flushed(wy * r), y);
        widen(max_speed, limit);
        F preferred_x, preferred_y;
        round_into_disc<A>({{x[0], y[0]}, {x[1], y[1]}}, limit, preferred_x, preferred_y);
        write(preferred_x_ + start, flushed(preferred_x));
        write(preferred_y_ + start, flushed(preferred_y));
        write(max_speed_ + start, max_speed);
        return bits(greater(largest, I(limit_bits))) |
               bits((max_force < F(0)) || (max_speed < F(0)) || (mass <= F(0))) |
               bad_horizons<A>(horizon_, start);
    }

    /// One over the horizons of a vector of agents, and over the ticks of bodies that overlap.
    struct PerTime {
        F horizon, tick;
    };
    [[nodiscard]] PerTime per_time_of(std::size_t start) const {
        if (horizon_ == nullptr) return {F(per_horizon_), F(per_tick_)};
        const F own = horizon_of<A>(horizon_, start, stage_.horizon);
        return {F(1) / own, F(1) / max_keep_nan(F(in_.ticks.dt), own * F(0x1p-20f))};
    }

    [[gnu::noinline]] void pick(std::size_t start, const F& x, const NearRuns& near) {
        const FloatMask<A> here = x == x;
        const std::uint32_t first = has_obstacles_ ? set_obstacle_planes(start, x, bits(here)) : 0;
        const std::uint32_t count = first + set_neighbour_planes(start, x, near, first);
        V preferred[2], picked[2];
        D max_speed[2], failed[2], wide_x[2], wide_y[2], place[2], infeasible[2];
        widen(load<A>(preferred_x_ + start), wide_x);
        widen(load<A>(preferred_y_ + start), wide_y);
        widen(load<A>(max_speed_ + start), max_speed);
        widen(x, place);
        for (std::size_t half = 0; half < halves<A>; ++half) {
            preferred[half] = {wide_x[half], wide_y[half]};
            const DoubleMask<A> inside = place[half] == place[half];
            picked[half] = best_allowed<Goal::nearest>(planes_[half], count, preferred[half], preferred[half],
                                                       max_speed[half], max_speed[half] * D(program_rounding),
                                                       inside, failed[half]);
            infeasible[half] = select(inside && (failed[half] < D(static_cast<double>(count))), D(-1), D(1));
        }
        if constexpr (halves<A> == 1) {
            picked[1] = picked[0];
            infeasible[1] = infeasible[0];
        }
        F picked_x, picked_y;
        round_into_disc(picked, max_speed, picked_x, picked_y);
        float* const to_x = out_.picked_x + start;
        float* const to_y = out_.picked_y + start;
        write(to_x, select(here, flushed(picked_x), load<A>(to_x)));
        write(to_y, select(here, flushed(picked_y), load<A>(to_y)));
        if (const std::uint32_t fails = signs(infeasible); fails != 0)
            defer(start, fails, count, picked, failed);
    }

    // Out of line, for their memory on the stack to be free again. Both return how many an agent has at most.

    [[gnu::noinline]] std::uint32_t set_obstacle_planes(std::size_t start, const F& x, std::uint32_t here) {
        ObstaclePlanes<A> obstacles(stage_, in_.ticks.dt);
        return obstacles.set(
            planes_,
            {x, load<A>(group_.y + start), flushed(load<A>(in_.get<Stream::velocity_x>() + start)),
             flushed(load<A>(in_.get<Stream::velocity_y>() + start)), body_of(start),
             load<A>(max_speed_ + start)},
            here, resting_);
    }
    /// From half-plane `first` on.
    [[gnu::noinline]] std::uint32_t set_neighbour_planes(std::size_t start, const F& x, const NearRuns& near,
                                                         std::uint32_t first) {
        NearestList<A> nearest(seen_, reach_, stage_.max_neighbours);
        nearest.find(group_, start, x, near);
        out_.capped[0] |= std::uint64_t{bits(nearest.beyond() < F(NearestList<A>::none))} << start;
        const Pair position{x, load<A>(group_.y + start)};
        const Pair velocity{flushed(load<A>(in_.get<Stream::velocity_x>() + start)),
                            flushed(load<A>(in_.get<Stream::velocity_y>() + start))};
        const F body = body_of(start);
        const PerTime per_time = per_time_of(start);
        for (std::uint32_t j = 0; j < nearest.size(); ++j) {
            write(entries_, nearest.entry(j));
            const auto gather = [&](const float* from) {
                alignas(64) float gathered[lanes<A>];
                for (std::size_t lane = 0; lane < lanes<A>; ++lane)
                    gathered[lane] = from[static_cast<std::uint32_t>(entries_[lane])];
                return load<A>(gathered);
            };
            const Pair there{gather(seen_.x), gather(seen_.y)};
            Pair offset{there.x - position.x, there.y - position.y};
            if (group_.images) {
                offset.x = nearest_image<A>(position.x, there.x, seen_.wrap.width);
                offset.y = nearest_image<A>(position.y, there.y, seen_.wrap.height);
            }
            const Pair moving{gather(seen_.velocity_x), gather(seen_.velocity_y)};
            const F radius =
                body + (seen_.body_radius != nullptr ? gather(seen_.body_radius) : F(stage_.body_radius));
            F share(0.5f);
            FloatMask<A> counts = nearest.squared(j) < F(NearestList<A>::none);
            if (group_.shares) {
                share = group_.share_of(
                    start, seen_.priority != nullptr ? gather(seen_.priority) : F(usual_priority),
                    seen_.responsibility != nullptr ? gather(seen_.responsibility) : F(usual_responsibility));
                counts = counts && (share > F(0));
            }
            if (turn_ > 0)
                offset = {offset.x * F(ahead_) - offset.y * F(turn_),
                          offset.y * F(ahead_) + offset.x * F(turn_)};
            set_half_planes(
                first + j, line(start, offset, nearest.squared(j), velocity, moving, radius, share, per_time),
                counts);
        }
        return nearest.size();
    }

    F body_of(std::size_t start) const {
        return group_.bodies ? load<A>(group_.body + start) : F(stage_.body_radius);
    }

    /// Infeasible agents are few, and cost most: they are deferred and solved a vector at a time.
    void defer(std::size_t start, std::uint32_t fails, std::uint32_t count, const V (&velocity)[2],
               const D (&failed)[2]) {
        alignas(64) double x[lanes<A>], y[lanes<A>], at[lanes<A>];
        for (std::size_t half = 0; half < halves<A>; ++half) {
            write(x + half * double_lanes<A>, velocity[half].x);
            write(y + half * double_lanes<A>, velocity[half].y);
            write(at + half * double_lanes<A>, failed[half]);
        }
        for (; fails != 0; fails &= fails - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(fails));
            const std::size_t to = deferred_count_++;
            const std::uint32_t most = stage_.max_neighbours + (has_obstacles_ ? Orca::most_obstacles : 0);
            for (std::uint32_t j = 0; j < most; ++j)
                if (j < count)
                    deferred_planes_.copy_lane(j, to, planes_[lane / double_lanes<A>],
                                               lane % double_lanes<A>);
                else
                    deferred_planes_.clear_lane(j, to);
            deferred_agent_[to] = start + lane;
            deferred_x_[to] = x[lane];
            deferred_y_[to] = y[lane];
            deferred_failed_[to] = at[lane];
            deferred_kept_[to] = static_cast<double>(resting_[lane]);
            deferred_most_ = count > deferred_most_ ? count : deferred_most_;
            if (deferred_count_ == double_lanes<A>) pick_deferred();
        }
    }

    [[gnu::noinline]] void pick_deferred() {
        if (deferred_count_ == 0) return;
        alignas(64) double limit[double_lanes<A>] = {};
        alignas(64) double number[double_lanes<A>];
        for (std::size_t i = 0; i < double_lanes<A>; ++i) {
            number[i] = static_cast<double>(i);
            if (i < deferred_count_) limit[i] = static_cast<double>(max_speed_[deferred_agent_[i]]);
        }
        const D max_speed = load<A>(limit);
        const DoubleMask<A> here = load<A>(number) < D(static_cast<double>(deferred_count_));
        const V picked =
            least_violating(deferred_planes_, deferred_most_, V{load<A>(deferred_x_), load<A>(deferred_y_)},
                            max_speed, here, load<A>(deferred_failed_), load<A>(deferred_kept_));
        F picked_x, picked_y;
        round_into_disc<A>({picked, picked}, {max_speed, max_speed}, picked_x, picked_y);
        alignas(64) float x[lanes<A>], y[lanes<A>];
        write(x, flushed(picked_x));
        write(y, flushed(picked_y));
        for (std::size_t i = 0; i < deferred_count_; ++i) {
            out_.picked_x[deferred_agent_[i]] = x[i];
            out_.picked_y[deferred_agent_[i]] = y[i];
        }
        deferred_count_ = 0;
        deferred_most_ = 0;
    }

    /// `is_there`: the agents that have this neighbour.
    void set_half_planes(std::uint32_t j, const Line& line, const FloatMask<A>& is_there) {
        D x[2], y[2], along_x[2], along_y[2], there[2];
        widen(line.point.x, x);
        widen(line.point.y, y);
        widen(line.along.x, along_x);
        widen(line.along.y, along_y);
        widen(select(is_there, F(0), F(std::numeric_limits<float>::quiet_NaN())), there);
        for (std::size_t half = 0; half < halves<A>; ++half) {
            const V along{along_x[half], along_y[half]};
            planes_[half].set(j, {along, cross(along, V{x[half], y[half]}) + there[half]});
        }
    }

    Line line(std::size_t start, const Pair& d, const F& squared, const Pair& velocity, const Pair& moving,
              const F& radius, const F& share, const PerTime& per) const {
        const F rr = radius * radius;
        const FloatMask<A> apart = squared > rr;
        const F per_time = select(apart, per.horizon, per.tick);
        const Pair r{velocity.x - moving.x, velocity.y - moving.y};
        const Pair w{r.x - d.x * per_time, r.y - d.y * per_time};
        const F length = squared_length(w.x, w.y);
        const F speed = sqrt(max_keep_nan(length, F(squared_length_floor)));
        const F behind = F(0) - (w.x * d.x + w.y * d.y);
        const FloatMask<A> by_leg = apart && !(behind > radius * speed);

        // Out of the circle that ends the cone.
        const F k = F(1) / speed;
        Pair out{w.x * k, w.y * k};
        const FloatMask<A> nowhere = length < F(squared_length_floor);
        if (any<A>(nowhere)) out = {select(nowhere, forwards(start), out.x), select(nowhere, F(0), out.y)};
        const F gap = radius * per_time - speed;

        // Or over the nearer of its legs.
        const F leg = sqrt(max_keep_nan(squared - rr, F(0)));
        const F side = select(d.x * w.y - d.y * w.x > F(0), F(1), F(-1));
        const F across = radius * side;
        const Pair along{(d.x * leg - d.y * across) * side / squared,
                         (d.y * leg + d.x * across) * side / squared};
        const F t = r.x * along.x + r.y * along.y;

        const Pair change{select(by_leg, along.x * t - r.x, out.x * gap),
                          select(by_leg, along.y * t - r.y, out.y * gap)};
        return {{velocity.x + change.x * share, velocity.y + change.y * share},
                {select(by_leg, along.x, out.y), select(by_leg, along.y, out.x * F(-1))}};
    }

    /// 1 where the agent's id is less than that of the neighbour in its entry, else -1.
    F forwards(std::size_t start) const {
        alignas(64) float sign[lanes<A>];
        for (std::size_t lane = 0; lane < lanes<A>; ++lane) {
            const auto own = static_cast<std::uint32_t>(group_.key[start + lane]) + seen_.key_base;
            const std::uint32_t other =
                seen_.key[static_cast<std::uint32_t>(entries_[lane])] + seen_.key_base;
            sign[lane] = own < other ? 1.0f : -1.0f;
        }
        return load<A>(sign);
    }

    const StageInput& in_;
    StageOutput& out_;
    const Orca& stage_;
    const SortedAgents& seen_;
    const Reach reach_;
    LookingGroup<A> group_;
    const bool has_obstacles_;
    const float turn_, ahead_;    ///< sine and cosine of the angle by which neighbours are turned
    const float* const horizon_;  ///< the agents' own; null: all have the stage's
    const float per_horizon_, per_tick_;
    HalfPlanes<A> planes_[halves<A>];
    HalfPlanes<A> deferred_planes_{};
    std::size_t deferred_count_ = 0;
    std::uint32_t deferred_most_ = 0;  ///< half-planes that one of them has
    std::size_t deferred_agent_[double_lanes<A>];
    alignas(64) double deferred_x_[double_lanes<A>] = {};
    alignas(64) double deferred_y_[double_lanes<A>] = {};
    alignas(64) double deferred_failed_[double_lanes<A>] = {};
    alignas(64) double deferred_kept_[double_lanes<A>] = {};
    std::uint32_t resting_[lanes<A>] = {};  ///< of the vector, half-planes of obstacles at rest
    alignas(64) float preferred_x_[group_size];
    alignas(64) float preferred_y_[group_size];
    alignas(64) float max_speed_[group_size];
    alignas(64) std::int32_t entries_[lanes<A>];
};

}  // namespace
}  // namespace wend::detail
