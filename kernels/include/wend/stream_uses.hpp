// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "wend/streams.hpp"

namespace wend {

/// A set of streams: bit i stands for enumerator i. Iterates over them in that order.
struct StreamSet {
    std::uint64_t low;   ///< streams 0 to 63
    std::uint64_t high;  ///< those from 64 on

    constexpr StreamSet() noexcept = default;
    /// 0 is the empty set.
    constexpr StreamSet(std::uint64_t low_bits, std::uint64_t high_bits = 0) noexcept
        : low(low_bits), high(high_bits) {}

    /// Equal where they have the same streams.
    friend constexpr bool operator==(const StreamSet&, const StreamSet&) = default;
    /// Whether it is not empty.
    constexpr explicit operator bool() const noexcept { return (low | high) != 0; }
    /// The streams of either set.
    friend constexpr StreamSet operator|(StreamSet a, StreamSet b) noexcept {
        return {a.low | b.low, a.high | b.high};
    }
    /// The streams of both sets.
    friend constexpr StreamSet operator&(StreamSet a, StreamSet b) noexcept {
        return {a.low & b.low, a.high & b.high};
    }
    /// The complement, in all 128 bits.
    friend constexpr StreamSet operator~(StreamSet a) noexcept { return {~a.low, ~a.high}; }
    /// Adds streams.
    constexpr StreamSet& operator|=(StreamSet more) noexcept { return *this = *this | more; }
    /// Keeps these streams alone.
    constexpr StreamSet& operator&=(StreamSet more) noexcept { return *this = *this & more; }

    /// By the enumerator's number.
    [[nodiscard]] constexpr bool has(std::size_t number) const noexcept {
        return ((number < 64 ? low : high) >> (number % 64) & 1) != 0;
    }
    /// Number of streams.
    [[nodiscard]] constexpr std::size_t size() const noexcept {
        return static_cast<std::size_t>(std::popcount(low) + std::popcount(high));
    }
    /// Of a set that is not empty.
    [[nodiscard]] constexpr Stream first() const noexcept {
        return static_cast<Stream>(low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high));
    }
    /// Without its first stream.
    [[nodiscard]] constexpr StreamSet rest() const noexcept {
        return low != 0 ? StreamSet(low & (low - 1), high) : StreamSet(0, high & (high - 1));
    }

    /// Steps over one word after the other: calls of few agents spend a good part of their time on sets.
    struct Iterator {
        std::uint64_t word;         ///< its streams that are still to come; 0 at the end
        std::uint64_t next;         ///< the word behind it
        std::size_t first_of_word;  ///< number of the word's first stream

        /// The stream it stands at.
        constexpr Stream operator*() const noexcept {
            return static_cast<Stream>(first_of_word + static_cast<std::size_t>(std::countr_zero(word)));
        }
        /// Goes on to the next stream.
        constexpr Iterator& operator++() noexcept {
            word &= word - 1;
            if (word == 0) *this = {next, 0, 64};
            return *this;
        }
        /// Whether no stream is left.
        friend constexpr bool operator==(const Iterator& a, std::default_sentinel_t) noexcept {
            return a.word == 0;
        }
    };
    /// At the first stream.
    [[nodiscard]] constexpr Iterator begin() const noexcept {
        return low != 0 ? Iterator{low, high, 0} : Iterator{high, 0, 64};
    }
    /// Behind the last stream.
    [[nodiscard]] constexpr std::default_sentinel_t end() const noexcept { return {}; }
};
static_assert(stream_count <= 128);

/// The set of these streams.
template <class... Streams>
[[nodiscard]] constexpr StreamSet stream_set(Streams... streams) noexcept {
    const auto one = [](std::size_t number) {
        return number < 64 ? StreamSet(std::uint64_t{1} << number)
                           : StreamSet(0, std::uint64_t{1} << (number - 64));
    };
    return (StreamSet() | ... | one(static_cast<std::size_t>(streams)));
}

/// @{
/// Both components.
inline constexpr StreamSet position_streams = stream_set(Stream::position_x, Stream::position_y);
inline constexpr StreamSet velocity_streams = stream_set(Stream::velocity_x, Stream::velocity_y);
inline constexpr StreamSet target_streams = stream_set(Stream::target_x, Stream::target_y);
/// @}

/// Records: copies of an agent's segment or node, kept beside the agent, so that a call need not look it up
/// in the path set. Calls write them, and use one only where its key is that of the agent's path and place;
/// any values are legal at any time. They change no result, and are no part of state hashes and snapshots.
/// Used in whole groups of 64 agents whose streams are contiguous; a stage uses its records if all of them
/// are bound.
inline constexpr StreamSet record_streams =
    stream_set(Stream::record_length, Stream::record_path, Stream::record_place, Stream::record_tangent_x,
               Stream::record_tangent_y, Stream::record_x, Stream::record_y);

/// Streams that may be read of neighbours, beside position, velocity and id.
inline constexpr std::array neighbour_extras{Stream::body_radius, Stream::groups,         Stream::position_z,
                                             Stream::priority,    Stream::responsibility, Stream::settled};

/// The streams of a stage, or of a whole program. Each stage returns its own from `streams()`; where they
/// depend on its parameters, `all_streams()` has all that it may ever use.
struct StreamUses {
    StreamSet read = 0;             ///< must be bound
    StreamSet written = 0;          ///< must be bound, writable: the state
    StreamSet stream_or_value = 0;  ///< a stream, or a parameter of that name
    StreamSet given_as_value = 0;   ///< those of `stream_or_value` whose parameter is set
    StreamSet where_bound = 0;      ///< read where bound
    StreamSet output = 0;           ///< written where bound
    StreamSet records = 0;          ///< among record_streams

    /// Equal in every set.
    friend constexpr bool operator==(const StreamUses&, const StreamUses&) = default;

    /// Adds the streams of another stage.
    constexpr void add(const StreamUses& more) noexcept {
        read |= more.read;
        written |= more.written;
        stream_or_value |= more.stream_or_value;
        given_as_value |= more.given_as_value;
        where_bound |= more.where_bound;
        output |= more.output;
        records |= more.records;
    }
    /// Streams that must be bound.
    [[nodiscard]] constexpr StreamSet required() const noexcept {
        return read | written | (stream_or_value & ~given_as_value);
    }
    /// Required streams and outputs.
    [[nodiscard]] constexpr StreamSet all() const noexcept { return required() | output; }
    /// Streams whose memory a call writes, if bound.
    [[nodiscard]] constexpr StreamSet stored() const noexcept { return written | output | records; }
};

}  // namespace wend
