// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "wend/agents.hpp"

namespace wend::detail {

/// What is seen of an agent that is looked at, in the order of AgentView::others() and of the workspace.
inline constexpr std::array seen_streams{Stream::position_x, Stream::position_y, Stream::velocity_x,
                                         Stream::velocity_y};

[[nodiscard]] constexpr bool has(StreamSet set, Stream stream) { return (set & stream_set(stream)) != 0; }

/// Where agent `slot` of the column's view has its element.
[[nodiscard]] inline std::byte* element_at(const Column& column, std::size_t slot) noexcept {
    return static_cast<std::byte*>(column.data) + slot * column.step();
}

template <std::size_t size>
void gather(std::byte* to, const std::byte* from, std::size_t step, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * size, from + i * step, size);
}
template <std::size_t size>
void scatter(std::byte* to, std::size_t step, const std::byte* from, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * step, from + i * size, size);
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

/// The first `count` elements of a column, from where they lie side by side.
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
