// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "neighbours/grid.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/looking_group.hpp"
#include "stages/neighbours/nearest_item.hpp"
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
    using Item = NearestItem<A>;

  public:
    static constexpr float none = std::numeric_limits<float>::infinity();

    NearestList(const SortedAgents& seen, const Reach& reach, std::uint32_t most)
        : seen_(seen), reach_(reach), most_(most) {}

    /// Looks around for the vector of agents at `start`.
    void find(const LookingGroup<A>& group, std::size_t start, const F& x, const NearRuns& near) {
        look<false>(group, start, x, near);
        beyond_ = filled_ > most_ ? squared(most_) : F(none);
        if (has_ties()) [[unlikely]]
            look<true>(group, start, x, near);
    }

    /// The most that an agent has.
    [[nodiscard]] std::uint32_t size() const { return filled_ < most_ ? filled_ : most_; }
    /// Of the nearest one that is left out; `none`: none is.
    [[nodiscard]] const F& beyond() const { return beyond_; }
    /// `none`: the agent has fewer.
    [[nodiscard]] F squared(std::uint32_t i) const { return item_[i].squared(); }
    [[nodiscard]] I entry(std::uint32_t i) const { return item_[i].entry(); }
    /// Its id, as order_of gives it.
    [[nodiscard]] I order(std::uint32_t i) const {
        alignas(64) std::int32_t entry[lanes<A>];
        alignas(64) std::int32_t id[lanes<A>];
        write(entry, this->entry(i));
        for (std::size_t lane = 0; lane < lanes<A>; ++lane)
            id[lane] = order_of(seen_, static_cast<std::uint32_t>(entry[lane]));
        return load<A>(id);
    }

  private:
    template <bool by_id>
    void look(const LookingGroup<A>& group, std::size_t start, const F& x, const NearRuns& near) {
        if constexpr (can_stagger<A>)
            if (near.staggered) return look_over<by_id, true>(group, start, x, near);
        look_over<by_id, false>(group, start, x, near);
    }
    template <bool by_id, bool staggered>
    [[gnu::noinline]] void look_over(const LookingGroup<A>& group, std::size_t start, const F& x,
                                     const NearRuns& near) {
        const std::uint32_t slots = most_ + (by_id ? 0 : 1);
        for (std::uint32_t i = 0; i < slots; ++i) {
            item_[i] = Item(F(none), I(0));
            if constexpr (by_id) order_[i] = I(0);
        }
        filled_ = 0;
        const F y = load<A>(group.y + start);
        F heading_x, heading_y, view;
        group.load_view(start, reach_.view, heading_x, heading_y, view);
        NeighbourList<A> list(near);
        while (const std::size_t listed = list.next())
            for (std::size_t i = 0; i < listed; ++i) {
                const auto at = static_cast<std::uint32_t>(list[i]);
                F dx, dy;
                F distance = group.template offset<true, staggered>(start, at, x, y, dx, dy);
                FloatMask<A> nearer = distance <= F(reach_.squared_radius);
                if constexpr (by_id)
                    nearer = nearer && before_last<staggered>(distance, at, slots);
                else
                    nearer = nearer && (distance < squared(slots - 1));
                if (!any<A>(nearer)) continue;
                const F ahead = dx * heading_x + dy * heading_y;
                nearer = nearer && (ahead * as_floats(magnitude_bits(ahead)) >= view * distance);
                nearer = group.template seeing<staggered>(nearer, start, at, reach_);
                if (!any<A>(nearer)) continue;
                distance = select(nearer, distance, F(none));
                const I entry = places_met<A, staggered>(at);
                if constexpr (by_id) {
                    insert_by_id(distance, entry, order_of<A, staggered>(seen_, at), slots);
                } else {
                    Item item(distance, entry);
                    for (std::uint32_t j = 0; j < slots; ++j) item_[j].exchange_if_nearer(item);
                }
            }
        while (filled_ < slots && any<A>(squared(filled_) < F(none))) ++filled_;
    }

    /// Whether an agent comes before the last one of a full list.
    template <bool staggered>
    [[nodiscard]] FloatMask<A> before_last(const F& distance, std::size_t at, std::uint32_t slots) const {
        return precedes<A>(distance, order_of<A, staggered>(seen_, at), squared(slots - 1),
                           order_[slots - 1]);
    }

    /// Insertion into a list that is sorted by (squared distance, id).
    void insert_by_id(F distance, I entry, I order, std::uint32_t slots) {
        for (std::uint32_t j = 0; j < slots; ++j) {
            const F farther = squared(j);
            const I behind = this->entry(j);
            const I other = order_[j];
            const FloatMask<A> first = precedes<A>(distance, order, farther, other);
            order_[j] = select(first, order, other);
            order = select(first, other, order);
            item_[j] = Item(select(first, distance, farther), select(first, entry, behind));
            distance = select(first, farther, distance);
            entry = select(first, behind, entry);
        }
    }

    [[nodiscard]] bool has_ties() const {
        FloatMask<A> equal = F(0) < F(0);
        for (std::uint32_t j = 1; j < filled_; ++j)
            equal = equal || ((squared(j) == squared(j - 1)) && (squared(j) < F(none)));
        return any<A>(equal);
    }

    static constexpr auto capacity = static_cast<std::size_t>(some_neighbours.high) + 1;

    const SortedAgents& seen_;
    const Reach reach_;
    const std::uint32_t most_;
    std::uint32_t filled_ = 0;
    F beyond_ = F(none);
    Item item_[capacity];
    I order_[capacity];  ///< only where distances are equal
};

}  // namespace
}  // namespace wend::detail
