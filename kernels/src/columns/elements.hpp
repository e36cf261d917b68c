// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "wend/agents.hpp"

namespace wend::detail {

/// The streams of observed agents, in the order of AgentView::others() and of the workspace.
inline constexpr std::array seen_streams{Stream::position_x, Stream::position_y, Stream::velocity_x,
                                         Stream::velocity_y};

[[nodiscard]] constexpr bool has(StreamSet set, Stream stream) { return (set & stream_set(stream)) != 0; }

/// The columns of streams that are known to be bound.
struct BoundColumns {
    const AgentView& agents;

    /// Binds a stream whose element type was checked.
    static void bind(AgentView& agents, Stream stream, const Column& column) noexcept {
        agents.bind_column(stream, column);
    }
    static void select(AgentView& agents, const Selection& selection) noexcept {
        agents.selection_ = selection;
    }

    [[nodiscard]] const Column& operator[](std::size_t stream) const noexcept {
        return agents.columns_[agents.place_[stream]];
    }
};

/// Calls function(index of a stream, size of its elements) for each of the set.
template <class Function>
void for_each_stream(StreamSet streams, Function&& function) {
    for (const Stream stream : streams) {
        const auto index = static_cast<std::size_t>(stream);
        function(index, size_of(stream_infos[index].element));
    }
}

/// The address of agent `slot`'s element.
[[nodiscard]] inline std::byte* element_at(const Column& column, std::size_t slot) noexcept {
    return static_cast<std::byte*>(column.data) + slot * column.step();
}

/// Agent `slot`'s element, of type T.
template <class T>
[[nodiscard]] T value_at(const Column& column, std::size_t slot) noexcept {
    T value;
    std::memcpy(&value, element_at(column, slot), sizeof value);
    return value;
}

/// The bits of agent `slot`'s element, of any type.
[[nodiscard]] inline std::uint64_t bits_at(const Column& column, std::size_t slot) noexcept {
    return size_of(column.element) == sizeof(std::uint64_t) ? value_at<std::uint64_t>(column, slot)
                                                            : value_at<std::uint32_t>(column, slot);
}

/// The agent's id: of the stream, or of the slot.
[[nodiscard]] inline std::uint32_t id_at(const AgentView& agents, std::size_t slot) noexcept {
    return agents.has(Stream::id) ? value_at<std::uint32_t>(agents.column(Stream::id), slot)
                                  : agents.first_id() + static_cast<std::uint32_t>(slot);
}

/// Whether an agent is of the selection.
[[nodiscard]] inline bool takes_part(const Selection& selection, std::size_t slot) noexcept {
    const auto bit = [&] {
        return static_cast<const std::uint64_t*>(selection.data)[slot / 64] >> (slot % 64) & 1;
    };
    switch (selection.kind) {
        case Selection::Kind::all: return true;
        case Selection::Kind::bytes: return static_cast<const std::uint8_t*>(selection.data)[slot] != 0;
        case Selection::Kind::bits: return bit() != 0;
        case Selection::Kind::slots: {
            const std::span list(static_cast<const std::uint32_t*>(selection.data), selection.count);
            return std::find(list.begin(), list.end(), slot) != list.end();
        }
    }
    return true;
}

template <std::size_t size>
using Element = std::conditional_t<size == 4, std::uint32_t, std::uint64_t>;
/// As many elements as 16 bytes hold.
template <std::size_t size>
using Elements = std::array<Element<size>, 16 / size>;

using FourFloats = float __attribute__((vector_size(16)));
using TwoPairs = std::uint64_t __attribute__((vector_size(16)));

/// Copies scattered elements, element i at `at(i)`, side by side: 16 bytes at a time, because a vector load
/// waits for every store that it overlaps.
template <std::size_t size, class At>
void gather_from(const At& at, std::byte* to, std::size_t count) noexcept {
    Elements<size> some;
    std::size_t i = 0;
    for (; i + some.size() <= count; i += some.size()) {
        for (std::size_t k = 0; k < some.size(); ++k) std::memcpy(&some[k], at(i + k), size);
        std::memcpy(to + i * size, some.data(), sizeof some);
    }
    for (; i < count; ++i) std::memcpy(to + i * size, at(i), size);
}
template <std::size_t size, class At>
void scatter_to(const At& at, const std::byte* from, std::size_t count) noexcept {
    Elements<size> some;
    std::size_t i = 0;
    for (; i + some.size() <= count; i += some.size()) {
        std::memcpy(some.data(), from + i * size, sizeof some);
        for (std::size_t k = 0; k < some.size(); ++k) std::memcpy(at(i + k), &some[k], size);
    }
    for (; i < count; ++i) std::memcpy(at(i), from + i * size, size);
}

/// Pairs of floats, x and y, as two columns.
template <class At>
void gather_pairs_from(const At& at, std::byte* to_x, std::byte* to_y, std::size_t count) noexcept {
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        std::uint64_t pair[4];
        for (std::size_t k = 0; k < 4; ++k) std::memcpy(&pair[k], at(i + k), 8);
        const auto low = std::bit_cast<FourFloats>(TwoPairs{pair[0], pair[1]});
        const auto high = std::bit_cast<FourFloats>(TwoPairs{pair[2], pair[3]});
        const FourFloats x = __builtin_shufflevector(low, high, 0, 2, 4, 6);
        const FourFloats y = __builtin_shufflevector(low, high, 1, 3, 5, 7);
        std::memcpy(to_x + i * 4, &x, sizeof x);
        std::memcpy(to_y + i * 4, &y, sizeof y);
    }
    for (; i < count; ++i) {
        std::memcpy(to_x + i * 4, at(i), 4);
        std::memcpy(to_y + i * 4, at(i) + 4, 4);
    }
}
template <class At>
void scatter_pairs_to(const At& at, const std::byte* from_x, const std::byte* from_y,
                      std::size_t count) noexcept {
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        FourFloats x, y;
        std::memcpy(&x, from_x + i * 4, sizeof x);
        std::memcpy(&y, from_y + i * 4, sizeof y);
        const auto low = std::bit_cast<TwoPairs>(__builtin_shufflevector(x, y, 0, 4, 1, 5));
        const auto high = std::bit_cast<TwoPairs>(__builtin_shufflevector(x, y, 2, 6, 3, 7));
        const std::uint64_t pair[4] = {low[0], low[1], high[0], high[1]};
        for (std::size_t k = 0; k < 4; ++k) std::memcpy(at(i + k), &pair[k], 8);
    }
    for (; i < count; ++i) {
        std::memcpy(at(i), from_x + i * 4, 4);
        std::memcpy(at(i) + 4, from_y + i * 4, 4);
    }
}

/// The same of elements `step` bytes apart.
template <std::size_t size>
void gather(std::byte* to, const std::byte* from, std::size_t step, std::size_t count) noexcept {
    gather_from<size>([=](std::size_t i) { return from + i * step; }, to, count);
}
template <std::size_t size>
void scatter(std::byte* to, std::size_t step, const std::byte* from, std::size_t count) noexcept {
    scatter_to<size>([=](std::size_t i) { return to + i * step; }, from, count);
}

/// The elements [first, first + count) of a column, side by side.
inline void copy_elements(void* to, const Column& from, std::size_t first, std::size_t count) noexcept {
    auto* const bytes = static_cast<std::byte*>(to);
    if (from.contiguous()) {
        if (count != 0) std::memcpy(bytes, element_at(from, first), count * size_of(from.element));
    } else if (size_of(from.element) == 4) {
        gather<4>(bytes, element_at(from, first), from.step(), count);
    } else {
        gather<8>(bytes, element_at(from, first), from.step(), count);
    }
}

/// The first `count` elements of a column, from a contiguous array.
inline void restore_elements(const Column& to, const void* from, std::size_t count) noexcept {
    const auto* const bytes = static_cast<const std::byte*>(from);
    if (to.contiguous()) {
        if (count != 0) std::memcpy(to.data, bytes, count * size_of(to.element));
    } else if (size_of(to.element) == 4) {
        scatter<4>(element_at(to, 0), to.step(), bytes, count);
    } else {
        scatter<8>(element_at(to, 0), to.step(), bytes, count);
    }
}

}  // namespace wend::detail
