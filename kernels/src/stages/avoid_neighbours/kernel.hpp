// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "neighbours/grid.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/counted_neighbours.hpp"
#include "stages/neighbours/integer_sums.hpp"

/// Avoidance of neighbours (kernels/docs/math.md, "Avoidance of neighbours").
namespace wend::detail {
namespace {

/// The greatest power of two that is no greater than a positive normal number, or its inverse.
inline float power_below(float x, int exponent) {
    const std::uint32_t power = std::bit_cast<std::uint32_t>(x) & 0x7f800000u;
    return std::bit_cast<float>(exponent > 0 ? power : 0x7f000000u - power);
}

/// The counted neighbours that come nearer to the agents of a group.
template <class A>
class ApproachingNeighbours {
    using F = Floats<A>;

  public:
    /// A neighbour as the agents of a vector see it: offset d and velocity w less their own.
    struct Pair {
        F dx, dy;
        F wx, wy;
        F squared_distance;  ///< NaN where it is not seen
        F squared_speed;
        F dot;        ///< d . w
        F cross;      ///< d x w
        F clearance;  ///< of the two bodies
        F squared_clearance;
        F scaled_cross;  ///< in units of the largest clearance, about: its square stays in the range of float
        F most_square;   ///< of scaled_cross, where the bodies meet
        FloatMask<A> approaches;
        F part;  ///< twice the agent's share of avoiding it
    };

    ApproachingNeighbours(const StageInput& in, const AvoidNeighbours& stage, std::uint64_t& capped)
        : in_(in),
          body_radius_(stage.body_radius),
          counted(in, stage, capped),
          horizon(stage.horizon),
          clearance(body_radius_ + body_radius_),
          scale(power_below(clearance, -1)),
          inverse_scale(power_below(clearance, 1)),
          own_horizon(in.get<Stream::neighbour_horizon>()) {
        for (std::size_t i = 0; i < group_size; i += lanes<A>)
            counted.group.bad |= std::uint64_t{bad_horizons<A>(own_horizon, i)} << i;
    }

    [[nodiscard]] F horizon_at(std::size_t start) const { return horizon_of<A>(own_horizon, start, horizon); }
    /// No time counts as less.
    [[nodiscard]] F least_time_at(std::size_t start) const { return horizon_at(start) * F(0x1p-6f); }

    /// Calls use(pair, neighbour) for the neighbours [begin, end) of a row's vector of agents.
    template <class Use>
    void for_each(std::size_t start, const F& x, std::size_t begin, std::size_t end, const Use& use) const {
        const SortedAgents& seen = counted.seen;
        const LookingGroup<A>& group = counted.group;
        const F vx = flushed(load<A>(in_.get<Stream::velocity_x>() + start));
        const F vy = flushed(load<A>(in_.get<Stream::velocity_y>() + start));
        counted.for_each(start, x, begin, end, [&](const auto& one, std::size_t at) {
            Pair pair;
            pair.dx = one.dx;
            pair.dy = one.dy;
            pair.squared_distance = one.squared_distance;
            pair.wx = F(seen.velocity_x[at]) - vx;
            pair.wy = F(seen.velocity_y[at]) - vy;
            pair.squared_speed = squared_length(pair.wx, pair.wy);
            pair.dot = pair.dx * pair.wx + pair.dy * pair.wy;
            pair.cross = pair.dx * pair.wy - pair.dy * pair.wx;
            pair.clearance = F(clearance);
            FloatMask<A> counts = one.counts;
            pair.part = F(1);
            if constexpr (std::remove_cvref_t<decltype(one)>::general) {
                pair.clearance = group.clearance(start, at, body_radius_);
                if (group.shares) {
                    const F share = group.share_of(start, at);
                    pair.part = share + share;
                    counts = counts && (share > F(0));
                }
            }
            pair.squared_clearance = pair.clearance * pair.clearance;
            pair.scaled_cross = pair.cross * F(scale);
            const F scaled_clearance = pair.clearance * F(scale);
            pair.most_square = scaled_clearance * scaled_clearance * pair.squared_speed;
            pair.approaches = counts && (pair.dot < F(0)) && (pair.squared_speed >= F(squared_length_floor));
            use(pair, at);
        });
    }

  private:
    const StageInput& in_;
    const float body_radius_;  ///< where an agent has none of its own

  public:
    CountedNeighbours<A> counted;
    const float horizon;    ///< the parameter's
    const float clearance;  ///< of two bodies, at most
    /// Powers of two that take a clearance to about 1, and back: they change no digit.
    const float scale, inverse_scale;
    const float* const own_horizon;  ///< null: all agents have the parameter's
};

/// Of each agent of a group the first neighbour that is to come too near.
template <class A>
class NearestApproach {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    NearestApproach(const StageInput& in, const PassStage& place)
        : place_(place),
          neighbours_(in, *static_cast<const AvoidNeighbours*>(place.parameters), *place.capped) {
        for (std::size_t i = 0; i < group_size; ++i) {
            time_[i] = std::numeric_limits<float>::infinity();
            clearance_[i] = neighbours_.clearance;
            part_[i] = 1;
        }
    }

    void run() {
        neighbours_.counted.for_each_row([&](std::size_t start, const F& x, const NearRuns& near) {
            for (std::size_t i = 0; i < near.count; ++i)
                if (neighbours_.own_horizon == nullptr)
                    look<false>(start, x, near.run[i].begin, near.run[i].end);
                else
                    look<true>(start, x, near.run[i].begin, near.run[i].end);
        });
        for (std::size_t start = 0; start < group_size; start += lanes<A>) write_forces(start);
        alignas(64) float nothing[group_size];
        neighbours_.counted.write_nothing(nothing);
        for (std::size_t i = 0; i < group_size; ++i) {
            place_.force_x[i] += nothing[i];
            place_.force_y[i] += nothing[i];
        }
    }

  private:
    /// Out of line, so that each keeps its registers.
    template <bool own_horizons>
    [[gnu::noinline]] void look(std::size_t start, const F& px, std::size_t begin, std::size_t end) {
        F time = load<A>(time_ + start), cross = load<A>(cross_ + start);
        F wx = load<A>(wx_ + start), wy = load<A>(wy_ + start);
        I order = load<A>(order_ + start);
        neighbours_.for_each(start, px, begin, end, [&](const auto& pair, std::size_t at) {
            F horizon(neighbours_.horizon);
            if constexpr (own_horizons) horizon = neighbours_.horizon_at(start);
            const FloatMask<A> threat = pair.approaches && (F(0) - pair.dot < horizon * pair.squared_speed) &&
                                        (pair.scaled_cross * pair.scaled_cross < pair.most_square);
            if (!any<A>(threat)) return;
            const F t = (F(0) - pair.dot) / pair.squared_speed;
            const I id = order_of<A>(neighbours_.counted.seen, at);
            const FloatMask<A> first = threat && precedes<A>(t, id, time, order);
            time = select(first, t, time);
            cross = select(first, pair.cross, cross);
            wx = select(first, pair.wx, wx);
            wy = select(first, pair.wy, wy);
            if (neighbours_.counted.group.bodies)
                write(clearance_ + start, select(first, pair.clearance, load<A>(clearance_ + start)));
            if (neighbours_.counted.group.shares)
                write(part_ + start, select(first, pair.part, load<A>(part_ + start)));
            order = select(first, id, order);
        });
        write(time_ + start, time);
        write(cross_ + start, cross);
        write(wx_ + start, wx);
        write(wy_ + start, wy);
        write(order_ + start, order);
    }

    void write_forces(std::size_t start) const {
        const F time = load<A>(time_ + start), cross = load<A>(cross_ + start);
        const F wx = load<A>(wx_ + start), wy = load<A>(wy_ + start);
        const F scale = scale_to(F(1), squared_length(wx, wy), F(squared_length_floor));
        const F miss = as_floats(magnitude_bits(cross)) * scale;
        const F t = max_keep_nan(time, neighbours_.least_time_at(start));
        const F clearance =
            neighbours_.counted.group.bodies ? load<A>(clearance_ + start) : F(neighbours_.clearance);
        const F gap = max_keep_nan(clearance - miss, F(0)) / t * load<A>(part_ + start);
        const F side = select(cross < F(0), F(0) - scale, scale) / t;
        const F brake = F(0.5f) / clearance;
        const FloatMask<A> none = time > F(neighbours_.horizon + neighbours_.horizon);
        write(place_.force_x + start, select(none, F(0), gap * (wx * brake - wy * side)));
        write(place_.force_y + start, select(none, F(0), gap * (wy * brake + wx * side)));
    }

    const PassStage& place_;
    ApproachingNeighbours<A> neighbours_;
    alignas(64) float time_[group_size];  ///< to the nearest approach; infinity: none
    alignas(64) float cross_[group_size] = {};
    alignas(64) float wx_[group_size] = {};
    alignas(64) float wy_[group_size] = {};
    alignas(64) float clearance_[group_size];
    alignas(64) float part_[group_size];
    alignas(64) std::int32_t order_[group_size] = {};
};

/// Sums over all neighbours that are to be met.
template <class A>
class PowerLaw {
    using F = Floats<A>;
    using I = Ints<A>;
    enum Sum { force_x, force_y, sum_count };

  public:
    PowerLaw(const StageInput& in, const PassStage& place)
        : in_(in),
          place_(place),
          neighbours_(in, *static_cast<const AvoidNeighbours*>(place.parameters), *place.capped),
          weight_per_tick_(std::fabs(static_cast<const AvoidNeighbours*>(place.parameters)->weight) *
                           in.ticks.dt) {}

    void run() {
        neighbours_.counted.for_each_row([&](std::size_t start, const F& x, const NearRuns& near) {
            sums_.add_all(near, start,
                          [&](std::size_t begin, std::size_t end) { add(start, x, begin, end); });
        });
        check_mass();
        alignas(64) float nothing[group_size];
        neighbours_.counted.write_nothing(nothing);
        const double horizon = static_cast<double>(neighbours_.horizon);
        const double unit = static_cast<double>(neighbours_.clearance) * 0x1p-12 / (horizon * horizon);
        sums_.finish([&](const auto& sums) {
            write_sum(place_.force_x, sums[force_x], nothing, unit);
            write_sum(place_.force_y, sums[force_y], nothing, unit);
        });
    }

  private:
    void check_mass() {
        if (in_.get<Stream::mass>() == nullptr) return;
        for (std::size_t i = 0; i < group_size; i += lanes<A>) {
            const F mass = mass_of(i);
            const FloatMask<A> fine = (mass > F(0)) && (mass <= F(component_limit));
            neighbours_.counted.group.bad |= std::uint64_t{~bits(fine) & all_lanes<A>} << i;
        }
    }

    F mass_of(std::size_t start) const {
        const float* const stream = in_.get<Stream::mass>();
        return stream == nullptr ? F(in_.limits.mass) : flushed(load<A>(stream + start));
    }

    void add(std::size_t start, const F& px, std::size_t begin, std::size_t end) {
        I sx = load<A>(sums_.narrow(force_x) + start);
        I sy = load<A>(sums_.narrow(force_y) + start);
        const F stops = mass_of(start) * F(0.5f) / F(weight_per_tick_);
        const F horizon = neighbours_.horizon_at(start);
        const F least_time = neighbours_.least_time_at(start);
        const F two_per_horizon = neighbours_.own_horizon == nullptr ? F(two_per_horizon_) : F(2) / horizon;
        neighbours_.for_each(start, px, begin, end, [&](const auto& pair, std::size_t) {
            // Contact at d + w t: |w|^2 t^2 + 2 d.w t + |d|^2 - r^2 = 0, whose discriminant is this.
            const F square = pair.most_square - pair.scaled_cross * pair.scaled_cross;
            FloatMask<A> met =
                pair.approaches && (square > F(0)) && (square <= F(std::numeric_limits<float>::max()));
            if (!any<A>(met)) return;
            const F unit(neighbours_.inverse_scale);
            const F time =
                (pair.squared_distance - pair.squared_clearance) / (sqrt(square) * unit - pair.dot);
            met = met && (time < horizon);
            const F t = max_keep_nan(time, least_time);
            const F closing = sqrt(max_keep_nan(square, pair.most_square * F(0x1p-6f))) * unit;
            const F fall = pair.squared_clearance * pair.part * (F(2) - t * two_per_horizon);
            const F strongest = min_skip_nan(fall / ((t * t) * (t * closing)), F(largest_share_));
            // Bodies that overlap by more than a tenth are pushed apart by the whole force.
            const FloatMask<A> deep = pair.squared_distance < pair.squared_clearance * F(0.81f);
            const F stopping = min_skip_nan(closing * pair.part * stops / pair.squared_clearance, strongest);
            const F share = select(deep, strongest, stopping);
            const F until = max_keep_nan(time, F(0));
            const auto contact = [&](const F& d, const F& w) {
                return max_keep_nan(min_skip_nan(d + w * until, pair.clearance), F(0) - pair.clearance);
            };
            const F x = contact(pair.dx, pair.wx);
            const F y = contact(pair.dy, pair.wy);
            sx = add_where(met, sx, truncate((x - y * F(0.25f)) * share * F(scale_)));
            sy = add_where(met, sy, truncate((y + x * F(0.25f)) * share * F(scale_)));
        });
        write(sums_.narrow(force_x) + start, sx);
        write(sums_.narrow(force_y) + start, sy);
    }

    const StageInput& in_;
    const PassStage& place_;
    ApproachingNeighbours<A> neighbours_;
    const float weight_per_tick_;
    const float two_per_horizon_ = 2 / neighbours_.horizon;
    const float largest_share_ = 128 / (neighbours_.horizon * neighbours_.horizon);  ///< of the clearance
    const float scale_ = 0x1p12f * (neighbours_.horizon * neighbours_.horizon) /
                         neighbours_.clearance;  ///< 2^20 are 2 of the largest share
    IntegerSums<A, sum_count> sums_;
};

template <class A, template <class> class Method>
[[gnu::noinline]] void avoid(const StageInput& in, const PassStage& place) {
    Method<A>(in, place).run();
}

template <class A>
class Kernel<A, AvoidNeighbours> {
  public:
    static void run(const StageInput& in, const NeighbourPass& pass) {
        const PassStage& place = pass.stages[0];
        if (static_cast<const AvoidNeighbours*>(place.parameters)->method == Avoidance::power_law)
            avoid<A, PowerLaw>(in, place);
        else
            avoid<A, NearestApproach>(in, place);
    }
};

}  // namespace
}  // namespace wend::detail
