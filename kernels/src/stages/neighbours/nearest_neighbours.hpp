// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "driver/neighbourhood.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/looking_group.hpp"
#include "wend/neighbours.hpp"

namespace wend::detail {
namespace {

/// Of the neighbours of a stage those that count for each agent of a vector: all, or the nearest ones by
/// (squared distance, id).
///
/// They are found in a look of its own before the stage's: a sum of integers holds no order, so that a
/// neighbour cannot be taken out of it again for a nearer one.
template <class A>
class NearestNeighbours {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    /// `most`: 0: all.
    NearestNeighbours(const SortedAgents& seen, const Reach& reach, std::uint32_t most)
        : seen_(seen), reach_(reach), most_(most) {}

    [[nodiscard]] bool limited() const { return most_ != 0; }

    /// Whether what counts for the other counts here, of what the other sees: its k nearest are the k nearest
    /// of a wider circle, or all in its own.
    [[nodiscard]] bool covers(const NearestNeighbours& other) const {
        return most_ == other.most_ && reach_.view == other.reach_.view &&
               reach_.height == other.reach_.height && reach_.largest_body == other.reach_.largest_body &&
               reach_.squared_radius >= other.reach_.squared_radius;
    }

    /// Looks around for the vector of agents at `start`.
    [[gnu::noinline]] void find(const LookingGroup<A>& group, std::size_t start, const F& x,
                                const NearBuckets& near) {
        F squared[capacity];
        I order[capacity];
        for (std::uint32_t i = 0; i < most_; ++i) {
            squared[i] = F(none);
            order[i] = I(0);
        }
        const F y = load<A>(group.y + start);
        F heading_x, heading_y, view;
        group.load_view(start, reach_.view, heading_x, heading_y, view);
        const std::uint32_t last = most_ - 1;
        for (std::size_t i = 0; i < near.count; ++i) {
            const std::size_t end = seen_.first[near.range[i].last + 1];
            for (std::size_t at = seen_.first[near.range[i].first]; at < end; ++at) {
                F dx, dy;
                F distance = group.template offset<true>(start, at, x, y, dx, dy);
                const F ahead = dx * heading_x + dy * heading_y;
                FloatMask<A> nearer = (distance <= F(reach_.squared_radius)) &&
                                      (ahead * as_floats(magnitude_bits(ahead)) >= view * distance) &&
                                      (distance <= squared[last]);
                nearer = group.seeing(nearer, start, at, reach_);
                if (!any<A>(nearer)) continue;
                distance = select(nearer, distance, F(none));
                I id = order_of<A>(seen_, at);
                for (std::uint32_t j = 0; j < most_; ++j) {
                    const F farther = squared[j];
                    const I behind = order[j];
                    const FloatMask<A> first = precedes<A>(distance, id, farther, behind);
                    squared[j] = select(first, distance, farther);
                    distance = select(first, farther, distance);
                    order[j] = select(first, id, behind);
                    id = select(first, behind, id);
                }
            }
        }
        squared_ = squared[last];
        order_ = order[last];
    }

    /// Those of a mask for which the neighbour in an entry counts, at that squared distance from them.
    [[nodiscard]] FloatMask<A> counting(FloatMask<A> mask, const LookingGroup<A>& group, std::size_t start,
                                        const F& squared, std::size_t neighbour) const {
        if (limited()) {
            const FloatMask<A> not_after =
                select(greater(order_of<A>(seen_, neighbour), order_), F(0), F(1)) > F(0);
            mask = mask && ((squared < squared_) || ((squared == squared_) && not_after));
        }
        return group.seeing(mask, start, neighbour, reach_);
    }

  private:
    static constexpr auto capacity = static_cast<std::size_t>(neighbour_count.high);
    static constexpr float none = std::numeric_limits<float>::infinity();

    const SortedAgents& seen_;
    const Reach reach_;
    const std::uint32_t most_;
    F squared_ = F(none);  ///< the farthest one that counts; infinity: there are no more
    I order_ = I(0);
};

}  // namespace
}  // namespace wend::detail
