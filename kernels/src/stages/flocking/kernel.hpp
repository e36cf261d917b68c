// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "driver/neighbourhood.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/integer_sums.hpp"
#include "stages/neighbours/looking_group.hpp"
#include "stages/neighbours/nearest_neighbours.hpp"

/// Separation, alignment and cohesion (kernels/docs/math.md, "Neighbours").
namespace wend::detail {
namespace {

/// One pass over the neighbours of a group's agents, for all stages of `pass`.
template <class A, bool separates, bool aligns, bool coheres>
class FlockKernel {
    using F = Floats<A>;
    using I = Ints<A>;
    enum Sum { separation_x, separation_y, alignment_x, alignment_y, cohesion_x, cohesion_y, sum_count };
    enum Count { aligned, cohering, count_count };

  public:
    FlockKernel(const NeighbourCall& call, const NeighbourPass& pass)
        : call_(call),
          seen_(*call.seen),
          pass_(pass),
          reach_{reach_of(pass.separation), reach_of(pass.alignment), reach_of(pass.cohesion)},
          nearest_{nearest(0, pass.separation), nearest(1, pass.alignment), nearest(2, pass.cohesion)},
          views_(any_reach([](const Reach& reach) { return reach.view > -2; })),
          limited_(nearest_[0].limited() || nearest_[1].limited() || nearest_[2].limited()),
          group_(call, aligns || views_, any_reach([](const Reach& reach) { return reach.has_height(); })) {
        if (pass.separation != nullptr) {
            const Separation& stage = *pass.separation;
            inverse_ = stage.falloff == Falloff::inverse;
            separation_scale_ = inverse_ ? stage.radius * 0x1p14f : 0x1p20f / stage.radius;
            inverse_square_ = 1 / reach_[0].squared_radius;
            least_square_ = reach_[0].squared_radius * 0x1p-12f;
        }
        if (pass.cohesion != nullptr) cohesion_scale_ = 0x1p20f / pass.cohesion->radius;
    }

    void run() {
        for (int i = 0; i < 3; ++i)
            for (int j = 2; j >= 0; --j)
                if (nearest_[j].covers(nearest_[i])) found_by_[i] = j;
        group_.for_each_row(
            [&](std::size_t start, const F& x, const NearBuckets& near) { add_row(start, x, near); });
        sums_.finish([&](const auto& sums) { write_forces(sums); });
    }

  private:
    template <class S>
    static Reach reach_of(const S* stage) {
        return stage == nullptr ? Reach() : Reach(*stage);
    }
    template <class S>
    NearestNeighbours<A> nearest(int which, const S* stage) const {
        return NearestNeighbours<A>(seen_, reach_[which], stage == nullptr ? 0 : stage->max_neighbours);
    }
    template <class Has>
    [[nodiscard]] bool any_reach(const Has& has) const {
        return has(reach_[0]) || has(reach_[1]) || has(reach_[2]);
    }

    void add_row(std::size_t start, const F& x, const NearBuckets& near) {
        if (limited_)
            for (int i = 0; i < 3; ++i)
                if (nearest_[i].limited() && found_by_[i] == i) nearest_[i].find(group_, start, x, near);
        for (int i = 0; i < 3; ++i)
            if (nearest_[i].limited())
                *pass_.capped[i] |= std::uint64_t{counted(i).capped(reach_[i].squared_radius)} << start;
        std::uint32_t coincident = 0;
        sums_.add_all(seen_, near, start, [&](std::size_t begin, std::size_t end) {
            coincident |= add_neighbours(start, x, begin, end);
        });
        if (separates && coincident != 0) [[unlikely]]
            separate_coincident(start, coincident, near);
    }

    std::uint32_t add_neighbours(std::size_t start, const F x, std::size_t begin, std::size_t end) {
        if (group_.images || group_.groups || group_.heights || inverse_ || limited_)
            return add<true, true>(start, x, begin, end);
        if (views_) return add<false, true>(start, x, begin, end);
        return add<false, false>(start, x, begin, end);
    }

    /// Adds the neighbours [begin, end) to the sums of a vector of agents; says which of them may stand where
    /// another one does.
    template <bool rare, bool views>
    std::uint32_t add(std::size_t start, const F px, std::size_t begin, std::size_t end) {
        const F py = load<A>(group_.y + start);
        F hx(0), hy(0);
        F separation_view(-2), alignment_view(-2), cohesion_view(-2);
        if constexpr (views) {
            if (views_) {
                hx = load<A>(group_.heading_x + start);
                hy = load<A>(group_.heading_y + start);
            }
            // At rest there is no heading, and no field of view.
            const FloatMask<A> at_rest = (hx == F(0)) && (hy == F(0));
            separation_view = select(at_rest, F(-2), F(reach_[0].view));
            alignment_view = select(at_rest, F(-2), F(reach_[1].view));
            cohesion_view = select(at_rest, F(-2), F(reach_[2].view));
        }
        const auto sum = [&](Sum which) { return load<A>(sums_.narrow(which) + start); };
        const auto number = [&](Count which) { return load<A>(number_[which] + start); };
        I sx = sum(separation_x), sy = sum(separation_y);
        I ax = sum(alignment_x), ay = sum(alignment_y);
        I cx = sum(cohesion_x), cy = sum(cohesion_y);
        I aligned_now = number(aligned), cohering_now = number(cohering);
        F nearest(1);
        for (std::size_t at = begin; at < end; ++at) {
            F dx, dy;
            const F squared = group_.template offset<rare>(start, at, px, py, dx, dy);
            F ahead;
            if constexpr (views) {
                const F dot = dx * hx + dy * hy;
                ahead = dot * as_floats(magnitude_bits(dot));
            }
            const auto is_near = [&](int stage, const F& view) {
                FloatMask<A> within = squared <= F(reach_[stage].squared_radius);
                if constexpr (rare) within = counted(stage).counting(within, group_, start, squared, at);
                if constexpr (views)
                    return within && (ahead >= view * squared);
                else
                    return within;
            };
            if constexpr (separates) {
                const FloatMask<A> near = is_near(0, separation_view);
                const F scale(separation_scale_);
                F way_x, way_y;
                if (rare && inverse_) {
                    const F square = max_keep_nan(squared, F(least_square_));
                    way_x = dx / square * scale;
                    way_y = dy / square * scale;
                } else {
                    const F falloff = F(1) - squared * F(inverse_square_);
                    const F weight = falloff * falloff;
                    way_x = dx * scale * weight;
                    way_y = dy * scale * weight;
                }
                sx = add_where(near, sx, truncate(way_x));
                sy = add_where(near, sy, truncate(way_y));
                nearest = min_skip_nan(squared, nearest);
            }
            if constexpr (aligns) {
                const FloatMask<A> near = is_near(1, alignment_view);
                ax = add_where(near, ax, I(seen_.heading_x[at]));
                ay = add_where(near, ay, I(seen_.heading_y[at]));
                aligned_now = count_where(near, aligned_now);
            }
            if constexpr (coheres) {
                const FloatMask<A> near = is_near(2, cohesion_view);
                cx = add_where(near, cx, truncate(dx * F(cohesion_scale_)));
                cy = add_where(near, cy, truncate(dy * F(cohesion_scale_)));
                cohering_now = count_where(near, cohering_now);
            }
        }
        if constexpr (separates) {
            write(sums_.narrow(separation_x) + start, sx);
            write(sums_.narrow(separation_y) + start, sy);
        }
        if constexpr (aligns) {
            write(sums_.narrow(alignment_x) + start, ax);
            write(sums_.narrow(alignment_y) + start, ay);
            write(number_[aligned] + start, aligned_now);
        }
        if constexpr (coheres) {
            write(sums_.narrow(cohesion_x) + start, cx);
            write(sums_.narrow(cohesion_y) + start, cy);
            write(number_[cohering] + start, cohering_now);
        }
        return bits(nearest == F(0));
    }

    /// Pushes agents away from those that stand where they do: seldom, and so one after the other.
    [[gnu::noinline]] void separate_coincident(std::size_t start, std::uint32_t lanes_in,
                                               const NearBuckets& near) {
        if (pass_.separation == nullptr) return;
        sums_.spill(start);
        for (; lanes_in != 0; lanes_in &= lanes_in - 1) {
            const std::size_t i = start + static_cast<std::size_t>(std::countr_zero(lanes_in));
            for (std::size_t range = 0; range < near.count; ++range) {
                const std::size_t end = seen_.first[near.range[range].last + 1];
                for (std::size_t at = seen_.first[near.range[range].first]; at < end; ++at) {
                    const FloatMask<A> counts = counted(0).counting(F(0) <= F(0), group_, start, F(0), at);
                    if ((bits(counts) >> (i - start) & 1) != 0) separate_pair(i, at);
                }
            }
        }
    }

    /// What counts for one of the three.
    [[nodiscard]] const NearestNeighbours<A>& counted(int stage) const { return nearest_[found_by_[stage]]; }

    void separate_pair(std::size_t i, std::size_t at) {
        float dx = seen_.x[at] - group_.x[i];
        float dy = seen_.y[at] - group_.y[i];
        if (group_.images) {
            dx = nearest_image(dx, seen_.wrap.width);
            dy = nearest_image(dy, seen_.wrap.height);
        }
        if (dx != 0 || dy != 0) return;
        const std::uint32_t own = static_cast<std::uint32_t>(group_.key[i]) + seen_.key_base;
        const std::uint32_t id = seen_.key[at] + seen_.key_base;
        const std::uint32_t in = seen_.groups != nullptr ? seen_.groups[at] : ~std::uint32_t{0};
        const std::uint32_t sees = call_.seen_groups != nullptr ? call_.seen_groups[i] : ~std::uint32_t{0};
        if (id == own || (in & sees) == 0) return;
        float apart[2];
        call_.draw_apart(call_, pass_.separation_ordinal, own < id ? own : id, own < id ? id : own, apart);
        const float distance = pass_.separation->radius * 0x1p-6f;
        const float falloff = 1 - least_square_ * inverse_square_;
        const auto share = [&](float way) {
            const float d = way * (own < id ? distance : -distance);
            return static_cast<std::int32_t>(inverse_ ? d / least_square_ * separation_scale_
                                                      : d * separation_scale_ * (falloff * falloff));
        };
        sums_.wide(separation_x, i) += share(apart[0]);
        sums_.wide(separation_y, i) += share(apart[1]);
    }

    template <class Sum>
    void write_forces(const Sum (&sums)[sum_count][group_size]) const {
        alignas(64) float nothing[group_size];
        group_.write_nothing(nothing);
        if (separates && pass_.separation != nullptr) {
            const auto radius = static_cast<double>(pass_.separation->radius);
            const double unit = inverse_ ? 0x1p-14 / radius : radius * 0x1p-20;
            write_sum(pass_.force_x[0], sums[separation_x], nothing, unit);
            write_sum(pass_.force_y[0], sums[separation_y], nothing, unit);
        }
        if (aligns && pass_.alignment != nullptr) {
            const std::int32_t* const count = number_[aligned];
            write_mean(pass_.force_x[1], sums[alignment_x], nothing, 0x1p-20, count, group_.heading_x);
            write_mean(pass_.force_y[1], sums[alignment_y], nothing, 0x1p-20, count, group_.heading_y);
        }
        if (coheres && pass_.cohesion != nullptr) {
            const std::int32_t* const count = number_[cohering];
            const double unit = static_cast<double>(pass_.cohesion->radius) * 0x1p-20;
            write_mean(pass_.force_x[2], sums[cohesion_x], nothing, unit, count, nullptr);
            write_mean(pass_.force_y[2], sums[cohesion_y], nothing, unit, count, nullptr);
        }
    }

    /// 0 without a neighbour: the sum is 0 then, and is divided by 1.
    template <class Sum>
    static void write_mean(float* __restrict to, const Sum* __restrict sum, const float* __restrict nothing,
                           double unit, const std::int32_t* __restrict count,
                           const float* __restrict heading) {
        for (std::size_t i = 0; i < group_size; ++i) {
            const std::int32_t divisor = count[i] > 1 ? count[i] : 1;
            to[i] = static_cast<float>(static_cast<double>(sum[i]) * (unit / static_cast<double>(divisor))) +
                    nothing[i];
        }
        if (heading == nullptr) return;
        for (std::size_t i = 0; i < group_size; ++i) to[i] -= count[i] > 0 ? heading[i] : 0;
    }

    const NeighbourCall& call_;
    const SortedAgents& seen_;
    const NeighbourPass& pass_;
    float separation_scale_ = 0, cohesion_scale_ = 0;  ///< a length to units of 2^-20 of the stage's range
    float inverse_square_ = 0;
    float least_square_ = 0;
    bool inverse_ = false;
    const Reach reach_[3];             ///< of separation, alignment, cohesion
    NearestNeighbours<A> nearest_[3];  ///< of the same
    int found_by_[3] = {0, 1, 2};      ///< which of them finds what counts for each
    const bool views_;                 ///< some stage has a field of view
    const bool limited_;
    const LookingGroup<A> group_;
    IntegerSums<A, sum_count> sums_;
    alignas(64) std::int32_t number_[count_count][group_size] = {};
};

/// A function of its own for each: together their sums would take four times the stack.
template <class A, bool separates, bool aligns, bool coheres>
[[gnu::noinline]] void add_flock(const NeighbourCall& call, const NeighbourPass& pass) {
    FlockKernel<A, separates, aligns, coheres>(call, pass).run();
}

/// One stage alone, or all that are there as three.
template <class A>
void flock_forces(const NeighbourCall& call, const NeighbourPass& pass) {
    const int stages =
        (pass.separation != nullptr) + (pass.alignment != nullptr) + (pass.cohesion != nullptr);
    if (stages > 1)
        add_flock<A, true, true, true>(call, pass);
    else if (pass.separation != nullptr)
        add_flock<A, true, false, false>(call, pass);
    else if (pass.alignment != nullptr)
        add_flock<A, false, true, false>(call, pass);
    else
        add_flock<A, false, false, true>(call, pass);
}

}  // namespace
}  // namespace wend::detail
