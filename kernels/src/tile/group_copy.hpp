// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "columns/elements.hpp"
#include "stage/contract.hpp"

/// Copies a group's streams into an array with all 64 lanes, and back.
namespace wend::detail {

/// The agents of a group that is computed in a copy: slots in a row, or one after the other from a list.
struct GroupSlots {
    std::size_t first;
    const std::uint32_t* list;  ///< null: in a row from `first`
    std::size_t padding_front, count;

    [[nodiscard]] std::size_t operator[](std::size_t i) const {
        return list == nullptr ? first + i : list[i];
    }
};

/// Whether y follows x directly in every struct, like the two components of a vector.
inline bool are_pairs(const Column& x, const Column& y) {
    return size_of(x.element) == 4 && size_of(y.element) == 4 && x.step() == y.step() && x.step() >= 8 &&
           static_cast<const std::byte*>(y.data) == static_cast<const std::byte*>(x.data) + 4;
}

/// Calls use(at), where at(i) is the address of agent i's element. Steps and lists are in local variables,
/// because a store of bytes may change any member: lists took ten times as long.
template <class Use>
void with_places(const Column& column, const GroupSlots& slots, const Use& use) {
    const std::size_t step = column.step();
    auto* const data = static_cast<std::byte*>(column.data);
    if (slots.list != nullptr)
        use([data, step, list = slots.list](std::size_t i) { return data + list[i] * step; });
    else
        use([first = data + slots.first * step, step](std::size_t i) { return first + i * step; });
}

/// The group's first element in all 64 lanes, a count known at compile time.
template <std::size_t size>
void fill_group(std::byte* to, const Column& from, const GroupSlots& slots) {
    Element<size> first;
    std::memcpy(&first, element_at(from, slots[0]), size);
    for (std::size_t j = 0; j < group_size; ++j) std::memcpy(to + j * size, &first, size);
}

/// A group's elements, padded in front and behind with copies of the first one.
template <std::size_t size>
void pad_group(std::byte* to, const Column& from, const GroupSlots& slots) {
    static_assert(size == 4 || size == 8);
    if (slots.count != group_size) fill_group<size>(to, from, slots);
    std::byte* const begin = to + slots.padding_front * size;
    if (slots.list == nullptr && from.contiguous())
        std::memcpy(begin, element_at(from, slots.first), slots.count * size);
    else
        with_places(from, slots, [&](const auto& at) { gather_from<size>(at, begin, slots.count); });
}

/// Two columns that are pairs.
inline void pad_pairs(std::byte* to_x, std::byte* to_y, const Column& x, const Column& y,
                      const GroupSlots& slots) {
    if (slots.count != group_size) {
        fill_group<4>(to_x, x, slots);
        fill_group<4>(to_y, y, slots);
    }
    const std::size_t front = slots.padding_front * 4;
    with_places(x, slots,
                [&](const auto& at) { gather_pairs_from(at, to_x + front, to_y + front, slots.count); });
}

/// Bits [front, front + count).
inline std::uint64_t lanes_of(const GroupSlots& slots) {
    const std::uint64_t lanes =
        slots.count == group_size ? ~std::uint64_t{0} : (std::uint64_t{1} << slots.count) - 1;
    return lanes << slots.padding_front;
}

/// Copies the elements of the agents in `kept`, a bit a lane, back.
template <std::size_t size>
void put_group(const Column& to, const std::byte* from, const GroupSlots& slots, std::uint64_t kept) {
    const std::byte* const begin = from + slots.padding_front * size;
    if (kept != lanes_of(slots)) {
        for (kept >>= slots.padding_front; kept != 0; kept &= kept - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(kept));
            std::memcpy(element_at(to, slots[i]), begin + i * size, size);
        }
    } else if (slots.list == nullptr && to.contiguous()) {
        std::memcpy(element_at(to, slots.first), begin, slots.count * size);
    } else {
        with_places(to, slots, [&](const auto& at) { scatter_to<size>(at, begin, slots.count); });
    }
}

/// Two columns that are pairs, of all the group's agents.
inline void put_pairs(const Column& x, const std::byte* from_x, const std::byte* from_y,
                      const GroupSlots& slots) {
    const std::size_t front = slots.padding_front * 4;
    with_places(x, slots,
                [&](const auto& at) { scatter_pairs_to(at, from_x + front, from_y + front, slots.count); });
}

}  // namespace wend::detail
