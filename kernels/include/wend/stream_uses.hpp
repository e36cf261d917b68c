// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "wend/streams.hpp"

namespace wend {

/// A set of streams: bit i stands for enumerator i.
using StreamSet = std::uint64_t;
static_assert(stream_count <= 64);

template <class... Streams>
[[nodiscard]] constexpr StreamSet stream_set(Streams... streams) noexcept {
    return (StreamSet{0} | ... | (StreamSet{1} << static_cast<unsigned>(streams)));
}

inline constexpr StreamSet position_streams = stream_set(Stream::position_x, Stream::position_y);
inline constexpr StreamSet velocity_streams = stream_set(Stream::velocity_x, Stream::velocity_y);
inline constexpr StreamSet target_streams = stream_set(Stream::target_x, Stream::target_y);

/// Streams that may be read of neighbours, beside position, velocity and id.
inline constexpr std::array neighbour_extras{Stream::body_radius, Stream::groups, Stream::position_z};

namespace detail {

/// The place of a stream in that list.
[[nodiscard]] constexpr std::size_t extra_index(Stream stream) noexcept {
    std::size_t at = 0;
    while (neighbour_extras[at] != stream) ++at;
    return at;
}

}  // namespace detail

/// The streams of a stage, or of a whole program. Each stage returns its own from `streams()`; where they
/// depend on its parameters, `all_streams()` has all that it may ever use.
struct StreamUses {
    StreamSet read = 0;             ///< must be bound
    StreamSet written = 0;          ///< must be bound, writable: the state
    StreamSet stream_or_value = 0;  ///< a stream, or a parameter of that name
    StreamSet given_as_value = 0;   ///< those of `stream_or_value` whose parameter is set
    StreamSet where_bound = 0;      ///< read where bound
    StreamSet output = 0;           ///< written where bound
    bool looks_at_others = false;   ///< at the positions and velocities of other agents
    bool sees_neighbours = false;   ///< all of them that are near (wend/neighbours.hpp)
    StreamSet sees = 0;          ///< of these `neighbour_extras`: those of `read` always, others where bound
    bool sees_headings = false;  ///< and which way they go
    bool sees_velocities = false;     ///< and how fast
    bool positive_max_speed = false;  ///< a max_speed of 0 is out of range

    friend constexpr bool operator==(const StreamUses&, const StreamUses&) = default;

    constexpr void add(const StreamUses& more) noexcept {
        read |= more.read;
        written |= more.written;
        stream_or_value |= more.stream_or_value;
        given_as_value |= more.given_as_value;
        where_bound |= more.where_bound;
        output |= more.output;
        looks_at_others |= more.looks_at_others;
        sees_neighbours |= more.sees_neighbours;
        sees |= more.sees;
        sees_headings |= more.sees_headings;
        sees_velocities |= more.sees_velocities;
        positive_max_speed |= more.positive_max_speed;
    }
    [[nodiscard]] constexpr StreamSet required() const noexcept {
        return read | written | (stream_or_value & ~given_as_value);
    }
    [[nodiscard]] constexpr StreamSet all() const noexcept { return required() | output; }
};

}  // namespace wend
