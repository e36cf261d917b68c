// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "neighbours/grid.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/looking_group.hpp"
#include "wend/neighbours.hpp"

namespace wend::detail {
namespace {

/// The nearest neighbours of each agent of a vector, by (squared distance, id), and where they are: for
/// stages that take them one by one.
///
/// Two are very seldom equally near, so that the distances alone are sorted first, of one more than is asked
/// for: where no two of these are equal, ids decide nothing.
template <class A>
class NearestList {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    static constexpr float none = std::numeric_limits<float>::infinity();

    NearestList(const SortedAgents& seen, const Reach& reach, std::uint32_t most)
        : seen_(seen), reach_(reach), most_(most) {}

    /// Looks around for the vector of agents at `start`.
    void find(const LookingGroup<A>& group, std::size_t start, const F& x, const NearBuckets& near) {
        look<false>(group, start, x, near);
        beyond_ = filled_ > most_ ? squared_[most_] : F(none);
        if (has_ties()) [[unlikely]]
            look<true>(group, start, x, near);
    }

    /// The most that an agent has.
    [[nodiscard]] std::uint32_t size() const { return filled_ < most_ ? filled_ : most_; }
    /// Of the nearest one that is left out; `none`: none is.
    [[nodiscard]] const F& beyond() const { return beyond_; }
    /// `none`: the agent has fewer.
    [[nodiscard]] const F& squared(std::uint32_t i) const { return squared_[i]; }
    [[nodiscard]] const I& entry(std::uint32_t i) const { return entry_[i]; }
    /// Its id, as order_of gives it.
    [[nodiscard]] I order(std::uint32_t i) const {
        alignas(64) std::int32_t entry[lanes<A>];
        alignas(64) std::int32_t id[lanes<A>];
        write(entry, entry_[i]);
        for (std::size_t lane = 0; lane < lanes<A>; ++lane)
            id[lane] = order_of(seen_, static_cast<std::uint32_t>(entry[lane]));
        return load<A>(id);
    }

  private:
    template <bool by_id>
    [[gnu::noinline]] void look(const LookingGroup<A>& group, std::size_t start, const F& x,
                                const NearBuckets& near) {
        const std::uint32_t slots = most_ + (by_id ? 0 : 1);
        filled_ = 0;
        const F y = load<A>(group.y + start);
        F heading_x, heading_y, view;
        group.load_view(start, reach_.view, heading_x, heading_y, view);
        for (std::size_t i = 0; i < near.count; ++i) {
            const std::size_t end = seen_.first[near.range[i].last + 1];
            for (std::size_t at = seen_.first[near.range[i].first]; at < end; ++at) {
                F dx, dy;
                F distance = group.template offset<true>(start, at, x, y, dx, dy);
                FloatMask<A> nearer = distance <= F(reach_.squared_radius);
                if (filled_ == slots) nearer = nearer && before_last<by_id>(distance, at);
                if (!any<A>(nearer)) continue;
                const F ahead = dx * heading_x + dy * heading_y;
                nearer = nearer && (ahead * as_floats(magnitude_bits(ahead)) >= view * distance);
                nearer = group.seeing(nearer, start, at, reach_);
                if (!any<A>(nearer)) continue;
                insert<by_id>(select(nearer, distance, F(none)), at, slots);
            }
        }
    }

    /// Whether an agent comes before the last one of a full list. Without ids one at the same distance does
    /// not: in the list, ties are found by the last two.
    template <bool by_id>
    [[nodiscard]] FloatMask<A> before_last(const F& distance, std::size_t at) const {
        const F& last = squared_[filled_ - 1];
        if constexpr (by_id)
            return precedes<A>(distance, order_of<A>(seen_, at), last, order_[filled_ - 1]);
        else
            return distance < last;
    }

    /// Insertion into a sorted list.
    template <bool by_id>
    void insert(F distance, std::size_t at, std::uint32_t slots) {
        I entry(static_cast<std::int32_t>(at));
        [[maybe_unused]] I order = order_of<A>(seen_, at);
        std::uint32_t j = 0;
        if constexpr (!by_id)
            while (j < filled_ && !any<A>(distance < squared_[j])) ++j;
        for (; j < filled_; ++j) {
            const F farther = squared_[j];
            const I behind = entry_[j];
            FloatMask<A> first = distance < farther;
            if constexpr (by_id) {
                const I other = order_[j];
                first = precedes<A>(distance, order, farther, other);
                order_[j] = select(first, order, other);
                order = select(first, other, order);
            }
            squared_[j] = select(first, distance, farther);
            distance = select(first, farther, distance);
            entry_[j] = select(first, entry, behind);
            entry = select(first, behind, entry);
        }
        if (filled_ == slots || !any<A>(distance < F(none))) return;
        squared_[filled_] = distance;
        entry_[filled_] = entry;
        order_[filled_] = order;
        ++filled_;
    }

    [[nodiscard]] bool has_ties() const {
        FloatMask<A> equal = F(0) < F(0);
        for (std::uint32_t j = 1; j < filled_; ++j)
            equal = equal || ((squared_[j] == squared_[j - 1]) && (squared_[j] < F(none)));
        return any<A>(equal);
    }

    static constexpr auto capacity = static_cast<std::size_t>(some_neighbours.high) + 1;

    const SortedAgents& seen_;
    const Reach reach_;
    const std::uint32_t most_;
    std::uint32_t filled_ = 0;
    F beyond_ = F(none);
    F squared_[capacity];
    I entry_[capacity];
    I order_[capacity];
};

}  // namespace
}  // namespace wend::detail
