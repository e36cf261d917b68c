// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "neighbours/grid.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/looking_group.hpp"
#include "stages/neighbours/nearest_list.hpp"

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

    /// Whether the neighbours that count for the other stage are those that count here, within its radius:
    /// its k nearest are the k nearest of a wider circle, or all in its own.
    [[nodiscard]] bool covers(const NearestNeighbours& other) const {
        return most_ == other.most_ && reach_.view == other.reach_.view &&
               reach_.height == other.reach_.height && reach_.seen_groups == other.reach_.seen_groups &&
               reach_.largest_body == other.reach_.largest_body &&
               reach_.occluders == other.reach_.occluders &&
               reach_.squared_radius >= other.reach_.squared_radius;
    }

    /// Looks around for the vector of agents at `start`.
    [[gnu::noinline]] void find(const LookingGroup<A>& group, std::size_t start, const F& x,
                                const NearRuns& near) {
        NearestList<A> list(seen_, reach_, most_);
        list.find(group, start, x, near);
        squared_ = F(NearestList<A>::none);
        beyond_ = list.beyond();
        if (list.size() < most_) return;
        squared_ = list.squared(most_ - 1);
        order_ = list.order(most_ - 1);
    }

    /// Bits of the agents that have more within that squared radius, which is no more than the stage's own.
    [[nodiscard]] std::uint32_t capped(float squared_radius) const {
        return bits(beyond_ <= F(squared_radius));
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
    const SortedAgents& seen_;
    const Reach reach_;
    const std::uint32_t most_;
    F squared_ = F(NearestList<A>::none);  ///< the farthest one that counts; infinity: there are no more
    I order_ = I(0);
    F beyond_ = F(NearestList<A>::none);  ///< the nearest one that does not count
};

}  // namespace
}  // namespace wend::detail
