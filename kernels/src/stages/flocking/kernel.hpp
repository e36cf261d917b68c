// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "driver/neighbourhood.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"

/// Separation, alignment and cohesion (kernels/docs/math.md, "Neighbours"). Agents stand in the lanes of a
/// vector, and the neighbours of all of them pass by one after the other: what is near a vector of agents
/// that follow each other in the order of cells is little more than what is near one.
namespace wend::detail {
namespace {

/// Neighbours after which sums of 32 bits might overflow: each adds at most 2^20.
inline constexpr std::size_t max_unspilled = 2047;

/// The sums over the neighbours of a group.
struct FlockSums {
    enum Sum { separation_x, separation_y, alignment_x, alignment_y, cohesion_x, cohesion_y, sum_count };
    enum Count { aligned, cohering, count_count };
    alignas(64) std::int32_t sum[sum_count][group_size];
    alignas(64) std::int32_t number[count_count][group_size];
};

/// What the agents of a stage compare with, and scale by.
struct FlockReach {
    float squared_radius = -1;  ///< -1: the stage is not there, no agent is near
    float view = -2;            ///< c |c| of the cosine c; -2: all around
    float scale = 0;            ///< a length to units of 2^-20 of the stage's range

    FlockReach() = default;
    FlockReach(float radius, float cosine, float unit)
        : squared_radius(radius * radius),
          view(cosine <= -1 ? -2 : cosine * (cosine < 0 ? -cosine : cosine)),
          scale(unit) {}
};

/// One pass over the neighbours of a group's agents, for all stages of `pass`.
template <class A, bool separates, bool aligns, bool coheres>
class FlockKernel {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    FlockKernel(const NeighbourCall& call, const FlockPass& pass)
        : call_(call), seen_(*call.seen), pass_(pass) {
        if (pass.separation != nullptr) {
            const Separation& stage = *pass.separation;
            inverse_ = stage.falloff == Falloff::inverse;
            separation_ = {stage.radius, stage.cos_field_of_view,
                           inverse_ ? stage.radius * 0x1p14f : 0x1p20f / stage.radius};
            inverse_square_ = 1 / separation_.squared_radius;
            least_square_ = separation_.squared_radius * 0x1p-12f;
        }
        if (pass.alignment != nullptr)
            alignment_ = {pass.alignment->radius, pass.alignment->cos_field_of_view, 0};
        if (pass.cohesion != nullptr)
            cohesion_ = {pass.cohesion->radius, pass.cohesion->cos_field_of_view,
                         0x1p20f / pass.cohesion->radius};
        views_ = separation_.view > -2 || alignment_.view > -2 || cohesion_.view > -2;
        images_ = seen_.wrap.width > 0;
        groups_ = seen_.groups != nullptr || call.seen_groups != nullptr;
    }

    void run() {
        std::memset(&sums_, 0, sizeof sums_);
        prepare_agents();
        for (std::size_t start = 0; start < group_size; start += lanes<A>) {
            if (call_.sorted && !seen_.map.hashed)
                run_sorted(start);
            else
                run_unsorted(start);
        }
        if (spilled_) {
            for (std::size_t start = 0; start < group_size; start += lanes<A>) spill(start);
            write_forces(wide_);
        } else {
            write_forces(sums_.sum);
        }
    }

  private:
    /// Read as any stage reads; an agent at fault sees no other, and is not in the order of cells either.
    void prepare_agents() {
        for (std::size_t i = 0; i < group_size; i += lanes<A>) {
            const F x = flushed(load<A>(call_.position_x + i));
            const F y = flushed(load<A>(call_.position_y + i));
            const F vx = flushed(load<A>(call_.velocity_x + i));
            const F vy = flushed(load<A>(call_.velocity_y + i));
            const I largest =
                max(max(magnitude_bits(x), magnitude_bits(y)), max(magnitude_bits(vx), magnitude_bits(vy)));
            bad_ |= std::uint64_t{bits(greater(largest, I(limit_bits)))} << i;
            write(x_ + i, x);
            write(y_ + i, y);
            if (!aligns && !views_) continue;
            const F scale = scale_to(F(1), squared_length(vx, vy), F(squared_length_floor));
            write(heading_x_ + i, vx * scale);
            write(heading_y_ + i, vy * scale);
        }
        const auto base = static_cast<std::int32_t>(seen_.key_base);
        for (std::size_t i = 0; i < group_size; i += lanes<A>) {
            const I counted = as_ints(iota<A>()) + I(static_cast<std::int32_t>(call_.first_id + i));
            const I id = call_.id != nullptr ? as_ints(load<A>(call_.id + i)) : counted;
            write(key_ + i, id - I(base));
        }
        looking_ = call_.agents & ~bad_;
    }

    /// Agents that follow each other in the order of cells: those of a row up to where the next one begins.
    void run_sorted(std::size_t start) {
        const CellMap& map = seen_.map;
        const std::uint32_t looking = vector_bits<A>(looking_, start, 0);
        for (std::uint32_t left = looking; left != 0;) {
            const std::size_t first = start + static_cast<std::size_t>(std::countr_zero(left));
            const std::int64_t row = wrapped(map.y, cell_of(map.y, y_[first]));
            const std::size_t end = seen_.first[static_cast<std::uint64_t>(row + 1) * map.row_stride];
            const std::size_t lanes_before = end - call_.first_sorted - start;
            const std::uint32_t in_row =
                lanes_before >= lanes<A> ? all_lanes<A> : (std::uint32_t{1} << lanes_before) - 1;
            const std::uint32_t here = left & in_row;
            const std::size_t last = start + static_cast<std::size_t>(std::bit_width(here)) - 1;
            run_row(start, here, wrapped(map.x, cell_of(map.x, x_[first])),
                    wrapped(map.x, cell_of(map.x, x_[last])), row);
            left &= ~in_row;
        }
    }
    [[nodiscard]] std::int64_t wrapped(const CellAxis& axis, std::int64_t cell) const {
        return seen_.map.wraps ? wrap_cell(cell, axis.count) : cell;
    }

    /// Agents in any order: those of the first one's row that are not far from it, and so on.
    void run_unsorted(std::size_t start) {
        for (std::uint32_t left = vector_bits<A>(looking_, start, 0); left != 0;) {
            const std::size_t first = start + static_cast<std::size_t>(std::countr_zero(left));
            const std::int64_t row = cell_of(seen_.map.y, y_[first]);
            std::int64_t low = cell_of(seen_.map.x, x_[first]);
            std::int64_t high = low;
            std::uint32_t here = 0;
            for (std::uint32_t more = left; more != 0; more &= more - 1) {
                const auto j = static_cast<std::size_t>(std::countr_zero(more));
                if (cell_of(seen_.map.y, y_[start + j]) != row) continue;
                const std::int64_t column = cell_of(seen_.map.x, x_[start + j]);
                if (column < low - 2 || column > high + 2) continue;
                low = column < low ? column : low;
                high = column > high ? column : high;
                here |= std::uint32_t{1} << j;
            }
            left &= ~here;
            run_row(start, here, low, high, row);
        }
    }

    /// The agents `here` of a vector, whose cells lie between the columns low and high of one row.
    void run_row(std::size_t start, std::uint32_t here, std::int64_t low, std::int64_t high,
                 std::int64_t row) {
        const NearBuckets near = buckets_around(seen_.map, low, high, row);
        const F nowhere(std::numeric_limits<float>::quiet_NaN());
        const F x = select(mask_of<A>(here), load<A>(x_ + start), nowhere);
        std::uint32_t coincident = 0;
        std::size_t unspilled = 0;
        for (std::size_t i = 0; i < near.count; ++i) {
            const std::size_t end = seen_.first[near.range[i].last + 1];
            for (std::size_t at = seen_.first[near.range[i].first]; at < end;) {
                const std::size_t some = end - at < max_unspilled ? end - at : max_unspilled;
                unspilled += some;
                if (unspilled > max_unspilled) [[unlikely]] {
                    spill(start);
                    unspilled = some;
                }
                coincident |= add_neighbours(start, x, at, at + some);
                at += some;
            }
        }
        if (separates && coincident != 0) [[unlikely]]
            separate_coincident(start, coincident, near);
    }

    std::uint32_t add_neighbours(std::size_t start, const F x, std::size_t begin, std::size_t end) {
        if (images_ || groups_ || inverse_) return add<true, true>(start, x, begin, end);
        if (views_) return add<false, true>(start, x, begin, end);
        return add<false, false>(start, x, begin, end);
    }

    /// Adds the neighbours [begin, end) to the sums of a vector of agents; says which of them may stand where
    /// another one does.
    template <bool rare, bool views>
    std::uint32_t add(std::size_t start, const F px, std::size_t begin, std::size_t end) {
        const F py = load<A>(y_ + start);
        const I own = load<A>(key_ + start);
        I groups_seen(-1);
        if (rare && call_.seen_groups != nullptr) groups_seen = as_ints(load<A>(call_.seen_groups + start));
        F hx(0), hy(0);
        F separation_view(-2), alignment_view(-2), cohesion_view(-2);
        if constexpr (views) {
            if (views_) {
                hx = load<A>(heading_x_ + start);
                hy = load<A>(heading_y_ + start);
            }
            // At rest there is no heading, and no field of view.
            const FloatMask<A> at_rest = (hx == F(0)) && (hy == F(0));
            separation_view = select(at_rest, F(-2), F(separation_.view));
            alignment_view = select(at_rest, F(-2), F(alignment_.view));
            cohesion_view = select(at_rest, F(-2), F(cohesion_.view));
        }
        const auto sum = [&](FlockSums::Sum which) { return load<A>(sums_.sum[which] + start); };
        const auto number = [&](FlockSums::Count which) { return load<A>(sums_.number[which] + start); };
        I sx = sum(FlockSums::separation_x), sy = sum(FlockSums::separation_y);
        I ax = sum(FlockSums::alignment_x), ay = sum(FlockSums::alignment_y);
        I cx = sum(FlockSums::cohesion_x), cy = sum(FlockSums::cohesion_y);
        I aligned = number(FlockSums::aligned), cohering = number(FlockSums::cohering);
        F nearest(1);
        for (std::size_t at = begin; at < end; ++at) {
            F dx = F(seen_.x[at]) - px;
            F dy = F(seen_.y[at]) - py;
            if constexpr (rare) {
                if (images_) {
                    dx = nearest_image(dx, seen_.wrap.width);
                    dy = nearest_image(dy, seen_.wrap.height);
                }
            }
            F squared = squared_length(dx, dy);
            squared = nan_where(I(static_cast<std::int32_t>(seen_.key[at])) == own, squared);
            if constexpr (rare) {
                if (groups_) {
                    const std::uint32_t in = seen_.groups != nullptr ? seen_.groups[at] : ~std::uint32_t{0};
                    squared = nan_where((I(static_cast<std::int32_t>(in)) & groups_seen) == I(0), squared);
                }
            }
            F ahead;
            if constexpr (views) {
                const F dot = dx * hx + dy * hy;
                ahead = dot * as_floats(magnitude_bits(dot));
            }
            const auto is_near = [&](const FlockReach& reach, const F& view) {
                const FloatMask<A> within = squared <= F(reach.squared_radius);
                if constexpr (views)
                    return within && (ahead >= view * squared);
                else
                    return within;
            };
            if constexpr (separates) {
                const FloatMask<A> near = is_near(separation_, separation_view);
                const F scale(separation_.scale);
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
                const FloatMask<A> near = is_near(alignment_, alignment_view);
                ax = add_where(near, ax, I(seen_.heading_x[at]));
                ay = add_where(near, ay, I(seen_.heading_y[at]));
                aligned = count_where(near, aligned);
            }
            if constexpr (coheres) {
                const FloatMask<A> near = is_near(cohesion_, cohesion_view);
                cx = add_where(near, cx, truncate(dx * F(cohesion_.scale)));
                cy = add_where(near, cy, truncate(dy * F(cohesion_.scale)));
                cohering = count_where(near, cohering);
            }
        }
        if constexpr (separates) {
            write(sums_.sum[FlockSums::separation_x] + start, sx);
            write(sums_.sum[FlockSums::separation_y] + start, sy);
        }
        if constexpr (aligns) {
            write(sums_.sum[FlockSums::alignment_x] + start, ax);
            write(sums_.sum[FlockSums::alignment_y] + start, ay);
            write(sums_.number[FlockSums::aligned] + start, aligned);
        }
        if constexpr (coheres) {
            write(sums_.sum[FlockSums::cohesion_x] + start, cx);
            write(sums_.sum[FlockSums::cohesion_y] + start, cy);
            write(sums_.number[FlockSums::cohering] + start, cohering);
        }
        return bits(nearest == F(0));
    }

    /// The difference to the nearest image of a neighbour.
    static F nearest_image(const F& d, float side) {
        const F half(side * 0.5f);
        return select(d > half, d - F(side), select(d < F(0) - half, d + F(side), d));
    }
    static float nearest_image(float d, float side) {
        const float half = side * 0.5f;
        return d > half ? d - side : d < -half ? d + side : d;
    }

    /// Sums of 32 bits into those of 64.
    void spill(std::size_t start) {
        if (!spilled_) std::memset(wide_, 0, sizeof wide_);
        spilled_ = true;
        for (int which = 0; which < FlockSums::sum_count; ++which)
            for (std::size_t i = start; i < start + lanes<A>; ++i) {
                wide_[which][i] += sums_.sum[which][i];
                sums_.sum[which][i] = 0;
            }
    }

    /// Pushes agents away from those that stand where they do: seldom, and so one after the other.
    [[gnu::noinline]] void separate_coincident(std::size_t start, std::uint32_t lanes_in,
                                               const NearBuckets& near) {
        if (pass_.separation == nullptr) return;
        spill(start);
        for (; lanes_in != 0; lanes_in &= lanes_in - 1) {
            const std::size_t i = start + static_cast<std::size_t>(std::countr_zero(lanes_in));
            for (std::size_t range = 0; range < near.count; ++range) {
                const std::size_t end = seen_.first[near.range[range].last + 1];
                for (std::size_t at = seen_.first[near.range[range].first]; at < end; ++at)
                    separate_pair(i, at);
            }
        }
    }

    void separate_pair(std::size_t i, std::size_t at) {
        float dx = seen_.x[at] - x_[i];
        float dy = seen_.y[at] - y_[i];
        if (images_) {
            dx = nearest_image(dx, seen_.wrap.width);
            dy = nearest_image(dy, seen_.wrap.height);
        }
        if (dx != 0 || dy != 0) return;
        const std::uint32_t own = static_cast<std::uint32_t>(key_[i]) + seen_.key_base;
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
            return static_cast<std::int32_t>(inverse_ ? d / least_square_ * separation_.scale
                                                      : d * separation_.scale * (falloff * falloff));
        };
        wide_[FlockSums::separation_x][i] += share(apart[0]);
        wide_[FlockSums::separation_y][i] += share(apart[1]);
    }

    /// In double, in which a sum of fewer than 2^33 neighbours is exact. NaN for an agent at fault.
    template <class Sum>
    void write_forces(const Sum (&sums)[FlockSums::sum_count][group_size]) const {
        alignas(64) float nothing[group_size];
        for (std::size_t i = 0; i < group_size; ++i)
            nothing[i] = (bad_ >> i & 1) != 0 ? std::numeric_limits<float>::quiet_NaN() : 0;
        if (separates && pass_.separation != nullptr) {
            const auto radius = static_cast<double>(pass_.separation->radius);
            const double unit = inverse_ ? 0x1p-14 / radius : radius * 0x1p-20;
            write_sum(pass_.force_x[0], sums[FlockSums::separation_x], nothing, unit);
            write_sum(pass_.force_y[0], sums[FlockSums::separation_y], nothing, unit);
        }
        if (aligns && pass_.alignment != nullptr) {
            const std::int32_t* const count = sums_.number[FlockSums::aligned];
            write_mean(pass_.force_x[1], sums[FlockSums::alignment_x], nothing, 0x1p-20, count, heading_x_);
            write_mean(pass_.force_y[1], sums[FlockSums::alignment_y], nothing, 0x1p-20, count, heading_y_);
        }
        if (coheres && pass_.cohesion != nullptr) {
            const std::int32_t* const count = sums_.number[FlockSums::cohering];
            const double unit = static_cast<double>(pass_.cohesion->radius) * 0x1p-20;
            write_mean(pass_.force_x[2], sums[FlockSums::cohesion_x], nothing, unit, count, nullptr);
            write_mean(pass_.force_y[2], sums[FlockSums::cohesion_y], nothing, unit, count, nullptr);
        }
    }

    template <class Sum>
    static void write_sum(float* __restrict to, const Sum* __restrict sum, const float* __restrict nothing,
                          double unit) {
        for (std::size_t i = 0; i < group_size; ++i)
            to[i] = static_cast<float>(static_cast<double>(-sum[i]) * unit) + nothing[i];
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
    const FlockPass& pass_;
    FlockReach separation_, alignment_, cohesion_;
    float inverse_square_ = 0;
    float least_square_ = 0;
    bool inverse_ = false, views_ = false, images_ = false, groups_ = false;
    bool spilled_ = false;
    std::uint64_t bad_ = 0;      ///< bit i: agent i's position or velocity is at fault
    std::uint64_t looking_ = 0;  ///< agents that take part and are not
    alignas(64) float x_[group_size];
    alignas(64) float y_[group_size];
    alignas(64) float heading_x_[group_size];
    alignas(64) float heading_y_[group_size];
    alignas(64) std::int32_t key_[group_size];
    FlockSums sums_;
    std::int64_t wide_[FlockSums::sum_count][group_size];  ///< where sums were spilled: all of them
};

/// A function of its own for each: together their sums would take four times the stack.
template <class A, bool separates, bool aligns, bool coheres>
[[gnu::noinline]] void run_pass(const NeighbourCall& call, const FlockPass& pass) {
    FlockKernel<A, separates, aligns, coheres>(call, pass).run();
}

/// One stage alone, or all that are there as three.
template <class A>
void neighbour_forces(const NeighbourCall& call) {
    for (std::size_t i = 0; i < call.pass_count; ++i) {
        const FlockPass& pass = call.passes[i];
        const int stages =
            (pass.separation != nullptr) + (pass.alignment != nullptr) + (pass.cohesion != nullptr);
        if (stages > 1)
            run_pass<A, true, true, true>(call, pass);
        else if (pass.separation != nullptr)
            run_pass<A, true, false, false>(call, pass);
        else if (pass.alignment != nullptr)
            run_pass<A, false, true, false>(call, pass);
        else
            run_pass<A, false, false, true>(call, pass);
    }
}

}  // namespace
}  // namespace wend::detail
