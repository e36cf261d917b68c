// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "wend/stream_uses.hpp"

namespace wend::detail {

/// The place of a stream in neighbour_extras.
[[nodiscard]] constexpr std::size_t extra_index(Stream stream) noexcept {
    std::size_t at = 0;
    while (neighbour_extras[at] != stream) ++at;
    return at;
}

template <std::size_t count>
[[nodiscard]] constexpr StreamSet set_of(const std::array<Stream, count>& streams) noexcept {
    StreamSet set = 0;
    for (const Stream stream : streams) set |= stream_set(stream);
    return set;
}

/// The properties of other agents that a stage reads, or a program.
struct Sight {
    bool others = false;      ///< positions and velocities at the tick's start
    bool neighbours = false;  ///< those of all agents that are near (wend/neighbours.hpp)
    bool headings = false;    ///< of neighbours, the directions of their velocities
    bool velocities = false;  ///< of neighbours, velocities
    StreamSet extras = 0;     ///< of neighbour_extras, those that a stage requires, or reads where bound

    constexpr void add(const Sight& more) noexcept {
        others |= more.others;
        neighbours |= more.neighbours;
        headings |= more.headings;
        velocities |= more.velocities;
        extras |= more.extras;
    }
};

}  // namespace wend::detail
