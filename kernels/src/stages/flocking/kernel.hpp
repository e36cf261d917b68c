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
    /// The tests that a neighbour has to pass.
    enum class Filter : std::uint8_t { general, field_of_view, per_stage_radius, shared_radius };

  public:
    FlockKernel(const StageInput& in, const NeighbourPass& pass)
        : in_(in),
          seen_(*in.neighbours->seen),
          place_{find_stage<Separation>(pass), find_stage<Alignment>(pass), find_stage<Cohesion>(pass)},
          separation_(stage<Separation>(0)),
          alignment_(stage<Alignment>(1)),
          cohesion_(stage<Cohesion>(2)),
          occluders_(separation_),
          reach_{separation_ == nullptr ? Reach() : Reach(*separation_, occluders_), reach_of(alignment_),
                 reach_of(cohesion_)},
          nearest_{nearest(0, separation_), nearest(1, alignment_), nearest(2, cohesion_)},
          views_(any_reach([](const Reach& reach) { return reach.view > -2; })),
          limited_(nearest_[0].limited() || nearest_[1].limited() || nearest_[2].limited()),
          group_(in, aligns || views_, any_reach([](const Reach& reach) { return reach.has_height(); }),
                 reach_[0].largest_body) {
        if constexpr (aligns || coheres) group_.look_without_bodies();
        if (separation_ != nullptr) {
            const Separation& stage = *separation_;
            inverse_ = stage.falloff == Falloff::inverse;
            separation_scale_ = inverse_ ? stage.radius * 0x1p14f : 0x1p20f / stage.radius;
            inverse_square_ = 1 / reach_[0].squared_radius;
            least_square_ = reach_[0].squared_radius * 0x1p-12f;
        }
        if (cohesion_ != nullptr) cohesion_scale_ = 0x1p20f / cohesion_->radius;
        float least_square = std::numeric_limits<float>::infinity();
        for (const Reach& reach : reach_) {
            if (reach.squared_radius < 0) continue;
            least_square = reach.squared_radius < least_square ? reach.squared_radius : least_square;
            squared_radius_ = reach.squared_radius > squared_radius_ ? reach.squared_radius : squared_radius_;
        }
        if constexpr (masks_early) find_farthest(least_square);
        length_scale_ = cohesion_ != nullptr ? cohesion_scale_ : separation_scale_;
        if (group_.images || group_.groups || group_.radii || group_.heights || group_.bodies || inverse_ ||
            limited_ || occluders_.exist())
            filter_ = Filter::general;
        else if (views_)
            filter_ = Filter::field_of_view;
        else
            filter_ = least_square == squared_radius_ ? Filter::shared_radius : Filter::per_stage_radius;
    }

    void run() {
        for (auto& number : number_)
            for (std::size_t i = 0; i < group_size; i += lanes<A>) write(number + i, I(0));
        for (int i = 0; i < 3; ++i)
            for (int j = 2; j >= 0; --j)
                if (nearest_[j].covers(nearest_[i])) found_by_[i] = j;
        group_.for_each_row(
            filter_ != Filter::general,
            [&](std::size_t start, const F& x, const NearRuns& near) { add_row(start, x, near); });
        sums_.finish([&](const auto& sums) { write_forces(sums); });
    }

  private:
    /// Whether a mask of the distances saves masks of their terms.
    static constexpr bool masks_early = !has_masked_addition<A>;

    /// An x that no agent is near, and yet with finite products of distances and scales: in worlds of up to
    /// 2^20 of the smallest radius.
    void find_farthest(float least_square) {
        const float most = seen_.largest_coordinate + std::sqrt(squared_radius_);
        if (most * most <= 0x1p40f * least_square) farthest_ = 4 * most;
    }

    template <class S>
    [[nodiscard]] const S* stage(int which) const {
        return place_[which] == nullptr ? nullptr : static_cast<const S*>(place_[which]->parameters);
    }
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

    void add_row(std::size_t start, const F& x, const NearRuns& near) {
        if (separates && occluders_.exist()) occluders_.find<A>(x, load<A>(group_.y + start));
        if (limited_) find_nearest(start, x, near);
        const std::uint32_t coincident = add_neighbours(start, x, near);
        if (separates && coincident != 0) [[unlikely]]
            separate_coincident(start, x, coincident, near);
    }

    void find_nearest(std::size_t start, const F& x, const NearRuns& near) {
        for (int i = 0; i < 3; ++i)
            if (nearest_[i].limited() && found_by_[i] == i) nearest_[i].find(group_, start, x, near);
        for (int i = 0; i < 3; ++i)
            if (nearest_[i].limited())
                *place_[i]->capped |= std::uint64_t{counted(i).capped(reach_[i].squared_radius)} << start;
    }

    std::uint32_t add_neighbours(std::size_t start, const F& x, const NearRuns& near) {
        if (filter_ == Filter::general) return add<true, true, false, false>(start, x, near);
        if constexpr (can_stagger<A>)
            if (near.staggered) return add_by_filter<true>(start, x, near);
        return add_by_filter<false>(start, x, near);
    }
    template <bool staggered>
    std::uint32_t add_by_filter(std::size_t start, const F& x, const NearRuns& near) {
        switch (filter_) {
            case Filter::shared_radius: return add<false, false, true, staggered>(start, x, near);
            case Filter::per_stage_radius: return add<false, false, false, staggered>(start, x, near);
            default: return add<false, true, false, staggered>(start, x, near);
        }
    }

    /// Adds neighbours to the sums of a vector of agents; says which of these may stand where another one
    /// does. All runs of neighbours in one go, so that sums stay in registers. `alike`: all stages have
    /// one radius, and so the same neighbours.
    template <bool rare, bool views, bool alike, bool staggered>
    std::uint32_t add(std::size_t start, const F x, const NearRuns& near_runs) {
        // Where the products of all lanes are finite, terms of neighbours out of reach are 0 by one mask.
        const bool finite = masks_early && !rare && near_runs.meets_itself != 0 && farthest_ != 0;
        const F px = finite ? min_skip_nan(x, F(farthest_)) : x;
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
        F inverse_square(inverse_square_);
        if constexpr (separates && rare)
            if (group_.radii && separation_ != nullptr)
                inverse_square = inverse_square_of(group_.radius_of(start, separation_->radius));
        I sx, sy, ax, ay, cx, cy;
        const auto load_sums = [&] {
            const auto sum = [&](Sum which) { return load<A>(sums_.narrow(which) + start); };
            sx = sum(separation_x), sy = sum(separation_y);
            ax = sum(alignment_x), ay = sum(alignment_y);
            cx = sum(cohesion_x), cy = sum(cohesion_y);
        };
        const auto write_sums = [&] {
            const auto sum = [&](Sum which, const I& value) { write(sums_.narrow(which) + start, value); };
            if constexpr (separates) sum(separation_x, sx), sum(separation_y, sy);
            if constexpr (aligns) sum(alignment_x, ax), sum(alignment_y, ay);
            if constexpr (coheres) sum(cohesion_x, cx), sum(cohesion_y, cy);
        };
        load_sums();
        I aligned_now = load<A>(number_[aligned] + start), cohering_now = load<A>(number_[cohering] + start);
        F nearest(1);
        I here(0);
        // `compares_ids`: the agents leave out themselves. Otherwise they meet themselves, or no one does.
        const auto add_one = [&]<bool compares_ids>(std::size_t at, std::bool_constant<compares_ids>) {
            F dx, dy;
            const F squared =
                group_.template offset<rare, staggered, compares_ids>(start, at, px, py, dx, dy);
            constexpr bool early_mask = masks_early && !compares_ids;
            const auto add_term = [&](const FloatMask<A>& near, const I& sum, const F& term) {
                if constexpr (early_mask)
                    return sum + truncate(term);
                else
                    return add_where(near, sum, truncate(term));
            };
            const auto masked = [&](const FloatMask<A>& near, const F& offset) {
                if constexpr (early_mask)
                    return keep(near, offset);
                else
                    return offset;
            };
            F ahead;
            if constexpr (views) {
                const F dot = dx * hx + dy * hy;
                ahead = dot * as_floats(magnitude_bits(dot));
            }
            const FloatMask<A> near_all = squared <= F(squared_radius_);
            const auto is_near = [&](int stage, const F& view) {
                if constexpr (alike) return near_all;
                FloatMask<A> within = squared <= F(reach_[stage].squared_radius);
                if constexpr (rare) within = counted(stage).counting(within, group_, start, squared, at);
                if constexpr (views)
                    return within && (ahead >= view * squared);
                else
                    return within;
            };
            if constexpr (separates) {
                FloatMask<A> near = is_near(0, separation_view);
                if constexpr (rare)
                    if (group_.bodies) {
                        const F reach = reach_of_bodies(start, at);
                        near = near && (squared <= reach * reach);
                        inverse_square = inverse_square_of(reach);
                    }
                const F scale(alike ? length_scale_ : separation_scale_);
                const F dx_near = masked(near, dx), dy_near = masked(near, dy);
                F way_x, way_y;
                if (rare && inverse_) {
                    const F square = max_keep_nan(squared, F(least_square_));
                    way_x = dx_near / square * scale;
                    way_y = dy_near / square * scale;
                } else {
                    const F falloff = F(1) - squared * (rare ? inverse_square : F(inverse_square_));
                    const F weight = falloff * falloff;
                    way_x = dx_near * scale * weight;
                    way_y = dy_near * scale * weight;
                }
                sx = add_term(near, sx, way_x);
                sy = add_term(near, sy, way_y);
                if constexpr (compares_ids || staggered)
                    nearest = min_skip_nan(squared, nearest);
                else
                    here = count_where(squared == F(0), here);
            }
            if constexpr (aligns) {
                const FloatMask<A> near = is_near(1, alignment_view);
                ax = add_where(near, ax, met<A, staggered>(seen_.heading_x, at));
                ay = add_where(near, ay, met<A, staggered>(seen_.heading_y, at));
                aligned_now = count_where(near, aligned_now);
            }
            if constexpr (coheres) {
                const FloatMask<A> near = is_near(2, cohesion_view);
                const F scale(alike ? length_scale_ : cohesion_scale_);
                cx = add_term(near, cx, masked(near, dx) * scale);
                cy = add_term(near, cy, masked(near, dy) * scale);
                if constexpr (!(alike && aligns)) cohering_now = count_where(near, cohering_now);
            }
        };
        std::size_t room = sums_.max_unspilled;
        const auto make_room = [&] {
            write_sums();
            sums_.spill(start);
            load_sums();
            room = sums_.max_unspilled;
        };
        if constexpr (staggered) {
            NeighbourList<A> list(near_runs);
            while (const std::size_t listed = list.next()) {
                if (listed > room) [[unlikely]]
                    make_room();
                room -= listed;
                for (std::size_t i = 0; i < listed; ++i)
                    add_one(static_cast<std::uint32_t>(list[i]), std::false_type());
            }
        } else if (masks_early && finite) {
            NeighbourList<A> list(near_runs);
            while (const std::size_t listed = list.next()) {
                if (listed > room) [[unlikely]]
                    make_room();
                room -= listed;
                for (std::size_t i = 0; i < listed; ++i)
                    add_one(static_cast<std::uint32_t>(list[i]), std::false_type());
            }
            // Themselves.
            const IntMask<A> met = mask_of<A>(near_runs.meets_itself);
            const I one = select(float_mask<A>(met), I(1), I(0));
            here = here - one;
            aligned_now = aligned_now - one;
            cohering_now = cohering_now - one;
            const std::size_t place = in_.neighbours->first_sorted + start;
            ax = ax - select(float_mask<A>(met), load<A>(seen_.heading_x + place), I(0));
            ay = ay - select(float_mask<A>(met), load<A>(seen_.heading_y + place), I(0));
        } else {
            for (std::size_t i = 0; i < near_runs.count; ++i) {
                const std::size_t end = near_runs.run[i].end;
                for (std::size_t at = near_runs.run[i].begin; at < end;) {
                    if (room == 0) [[unlikely]]
                        make_room();
                    const std::size_t stop = end - at < room ? end : at + room;
                    room -= stop - at;
                    for (; at < stop; ++at) add_one(at, std::true_type());
                }
            }
        }
        write_sums();
        if constexpr (aligns) write(number_[aligned] + start, aligned_now);
        if constexpr (coheres) write(number_[cohering] + start, alike && aligns ? aligned_now : cohering_now);
        return bits(nearest == F(0)) | bits(greater(here, I(0)));
    }

    static F inverse_square_of(const F& radius) {
        return F(1) / max_keep_nan(radius * radius, F(squared_length_floor));
    }
    /// The radii of separation of a vector of agents from a neighbour, where bodies differ.
    F reach_of_bodies(std::size_t start, std::size_t neighbour) const {
        const float largest = *separation_->body_radius;
        const F missing = F(largest + largest) - group_.clearance(start, neighbour, largest);
        return max_keep_nan(group_.radius_of(start, separation_->radius) - missing, F(0));
    }

    /// Pushes agents away from those that stand where they do: seldom, and so apart from the other
    /// neighbours.
    [[gnu::noinline]] void separate_coincident(std::size_t start, const F& px, std::uint32_t lanes_in,
                                               const NearRuns& near) {
        if (separation_ == nullptr) return;
        const Places places(in_, place_[0]->ordinal, seen_.key_base, inverse_ ? 12 : 18);
        sums_.spill(start);
        if (filter_ == Filter::general)
            separate_counted(start, px, places, near);
        else
            separate_seen(start, lanes_in, places, near);
    }

    /// Where agents on one spot count as standing: a hash of the id, with factors drawn for the tick.
    class Places {
      public:
        Places(const StageInput& in, std::uint32_t ordinal, std::uint32_t key_base, int shift)
            : key_base_(key_base), shift_(shift) {
            const std::uint32_t counter[4] = {static_cast<std::uint32_t>(in.ticks.first),
                                              static_cast<std::uint32_t>(in.ticks.first >> 32), 0, 0};
            const std::uint32_t key[4] = {static_cast<std::uint32_t>(in.ticks.seed),
                                          static_cast<std::uint32_t>(in.ticks.seed >> 32),
                                          purpose(Purpose::separation, ordinal), 0};
            const Words4 drawn = in.neighbours->draw(counter, key);
            x_ = drawn.word[0] | 1;
            y_ = drawn.word[1] | 1;
        }

        [[nodiscard]] std::int32_t x(std::uint32_t key) const { return place(key, x_); }
        [[nodiscard]] std::int32_t y(std::uint32_t key) const { return place(key, y_); }

      private:
        [[nodiscard]] std::int32_t place(std::uint32_t key, std::uint32_t factor) const {
            return static_cast<std::int32_t>((key + key_base_) * factor >> shift_);
        }

        std::uint32_t key_base_, x_, y_;
        int shift_;
    };

    /// All that stand on one spot see each other: their places add up once.
    void separate_seen(std::size_t start, std::uint32_t lanes_in, const Places& places,
                       const NearRuns& near) {
        for (; lanes_in != 0; lanes_in &= lanes_in - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(lanes_in));
            const std::size_t i = start + lane, stagger = near.staggered ? lane : 0;
            const auto key = static_cast<std::uint32_t>(group_.key[i]);
            const std::size_t world = in_.neighbours->of_worlds ? near.run[0].begin : 0;
            if (!(spot_.x == group_.x[i] && spot_.y == group_.y[i] && spot_.world == world)) {
                spot_ = {.x = group_.x[i], .y = group_.y[i], .world = world};
                if (near.staggered)  // whose runs are without the agent itself
                    spot_.add(places.x(key), places.y(key));
                for (std::size_t range = 0; range < near.count; ++range) {
                    const std::size_t end = near.run[range].end + stagger;
                    for (std::size_t at = near.run[range].begin + stagger; at < end; ++at) {
                        if (seen_.x[at] != spot_.x || seen_.y[at] != spot_.y) continue;
                        spot_.add(places.x(seen_.key[at]), places.y(seen_.key[at]));
                    }
                }
            }
            sums_.wide(separation_x, i) += spot_.sum_x - spot_.count * places.x(key);
            sums_.wide(separation_y, i) += spot_.sum_y - spot_.count * places.y(key);
        }
    }

    void separate_counted(std::size_t start, const F& px, const Places& places, const NearRuns& near) {
        alignas(64) std::int32_t own_x[lanes<A>], own_y[lanes<A>];
        for (std::size_t lane = 0; lane < lanes<A>; ++lane) {
            const auto key = static_cast<std::uint32_t>(group_.key[start + lane]);
            own_x[lane] = places.x(key);
            own_y[lane] = places.y(key);
        }
        const I from_x = load<A>(own_x), from_y = load<A>(own_y);
        const F py = load<A>(group_.y + start);
        sums_.add_all(near, start, [&](std::size_t begin, std::size_t end) {
            I sx = load<A>(sums_.narrow(separation_x) + start);
            I sy = load<A>(sums_.narrow(separation_y) + start);
            for (std::size_t at = begin; at < end; ++at) {
                F dx, dy;
                const F squared = group_.template offset<true>(start, at, px, py, dx, dy);
                FloatMask<A> here = (squared == F(0)) && (dx == F(0)) && (dy == F(0));
                if (!any<A>(here)) continue;
                here = counted(0).counting(here, group_, start, squared, at);
                sx = add_where(here, sx, I(places.x(seen_.key[at])) - from_x);
                sy = add_where(here, sy, I(places.y(seen_.key[at])) - from_y);
            }
            write(sums_.narrow(separation_x) + start, sx);
            write(sums_.narrow(separation_y) + start, sy);
        });
    }

    /// The neighbours that count for one of the three.
    [[nodiscard]] const NearestNeighbours<A>& counted(int stage) const { return nearest_[found_by_[stage]]; }

    template <class Sum>
    void write_forces(const Sum (&sums)[sum_count][group_size]) const {
        alignas(64) float nothing[group_size];
        if (separates && separation_ != nullptr) {
            const auto radius = static_cast<double>(separation_->radius);
            const double unit = inverse_ ? 0x1p-14 / radius : radius * 0x1p-20;
            group_.write_nothing(nothing, reach_[0]);
            write_sum(place_[0]->force_x, sums[separation_x], nothing, unit);
            write_sum(place_[0]->force_y, sums[separation_y], nothing, unit);
        }
        if (aligns && alignment_ != nullptr) {
            alignas(64) double per_neighbour[group_size];
            share(per_neighbour, 0x1p-20, number_[aligned]);
            group_.write_nothing(nothing, reach_[1]);
            write_mean(place_[1]->force_x, sums[alignment_x], per_neighbour, nothing);
            write_mean(place_[1]->force_y, sums[alignment_y], per_neighbour, nothing);
            subtract_own(place_[1]->force_x, group_.heading_x);
            subtract_own(place_[1]->force_y, group_.heading_y);
        }
        if (coheres && cohesion_ != nullptr) {
            alignas(64) double per_neighbour[group_size];
            share(per_neighbour, static_cast<double>(cohesion_->radius) * 0x1p-20, number_[cohering]);
            group_.write_nothing(nothing, reach_[2]);
            write_mean(place_[2]->force_x, sums[cohesion_x], per_neighbour, nothing);
            write_mean(place_[2]->force_y, sums[cohesion_y], per_neighbour, nothing);
        }
    }

    /// The unit by the number of neighbours; without one the sum is 0, and is divided by 1.
    static void share(double* __restrict to, double unit, const std::int32_t* __restrict count) {
        for (std::size_t i = 0; i < group_size; ++i)
            to[i] = unit / static_cast<double>(count[i] > 1 ? count[i] : 1);
    }

    template <class Sum>
    static void write_mean(float* __restrict to, const Sum* __restrict sum,
                           const double* __restrict per_neighbour, const float* __restrict nothing) {
        for (std::size_t i = 0; i < group_size; ++i)
            to[i] = static_cast<float>(static_cast<double>(sum[i]) * per_neighbour[i]) + nothing[i];
    }

    void subtract_own(float* to, const float* heading) const {
        for (std::size_t i = 0; i < group_size; i += lanes<A>) {
            const F own = keep(greater(load<A>(number_[aligned] + i), I(0)), load<A>(heading + i));
            write(to + i, load<A>(to + i) - own);
        }
    }

    /// The places of the agents on one spot; the next agents that follow are often on the same.
    struct Spot {
        float x = std::numeric_limits<float>::quiet_NaN(), y = 0;
        std::size_t world = 0;  ///< its first agent's place
        std::int64_t sum_x = 0, sum_y = 0, count = 0;

        void add(std::int32_t place_x, std::int32_t place_y) {
            sum_x += place_x;
            sum_y += place_y;
            ++count;
        }
    };

    const StageInput& in_;
    const SortedAgents& seen_;
    const PassStage* const place_[3];  ///< of separation, alignment, cohesion; null: not in the pass
    const Separation* const separation_;
    const Alignment* const alignment_;
    const Cohesion* const cohesion_;
    float separation_scale_ = 0, cohesion_scale_ = 0;  ///< a length to units of 2^-20 of the stage's range
    float inverse_square_ = 0;
    float least_square_ = 0;
    bool inverse_ = false;
    float squared_radius_ = -1;  ///< the largest
    float length_scale_ = 0;     ///< where all stages that are there have one radius: its scale
    float farthest_ = 0;         ///< see find_farthest; 0: there is none
    Filter filter_ = Filter::general;
    NearOccluders occluders_;          ///< of separation
    const Reach reach_[3];             ///< of separation, alignment, cohesion
    NearestNeighbours<A> nearest_[3];  ///< of the same
    int found_by_[3] = {0, 1, 2};      ///< the one that finds the counted neighbours of each
    const bool views_;                 ///< some stage has a field of view
    const bool limited_;
    LookingGroup<A> group_;
    Spot spot_;
    IntegerSums<A, sum_count> sums_;
    alignas(64) std::int32_t number_[count_count][group_size];
};

/// A function of its own for each: together their sums would take four times the stack.
template <class A, bool separates, bool aligns, bool coheres>
[[gnu::noinline]] void add_flock(const StageInput& in, const NeighbourPass& pass) {
    FlockKernel<A, separates, aligns, coheres>(in, pass).run();
}

/// One stage alone, or all that are there as three.
template <class A, OneOf<Separation, Alignment, Cohesion> S>
class Kernel<A, S> {
  public:
    static void run(const StageInput& in, const NeighbourPass& pass) {
        if (pass.count > 1)
            add_flock<A, true, true, true>(in, pass);
        else
            add_flock<A, std::is_same_v<S, Separation>, std::is_same_v<S, Alignment>,
                      std::is_same_v<S, Cohesion>>(in, pass);
    }
};

}  // namespace
}  // namespace wend::detail
