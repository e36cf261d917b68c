// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "stage/kernel_list.hpp"

/// The streams that the scratch of a tile must hold, derived from the list of kernels: the most of any
/// program that builds.
namespace wend::detail {

/// All streams that stages of one role may use.
[[nodiscard]] constexpr StreamUses uses_of_role(Role role) {
    StreamUses uses;
    std::apply(
        [&]<class... Row>(const Row&... row) {
            ((row.role == role ? uses.add(all_streams<typename Row::Stage>()) : void()), ...);
        },
        kernel_list);
    return uses;
}

/// Every force and orca in one program, without its locomotion.
[[nodiscard]] constexpr StreamUses uses_of_forces() {
    StreamUses uses = uses_of_role(Role::force);
    uses.add(uses_of_role(Role::velocity));
    return uses;
}

/// The greatest of count(uses) over the programs of forces with one locomotion, and the stages that stand
/// alone.
template <class Count>
[[nodiscard]] constexpr std::size_t most_in_a_program(Count count) {
    std::size_t most = 0;
    const auto take = [&]<class Row>(const Row& row) {
        if (row.role != Role::locomotion && row.role != Role::alone) return;
        StreamUses uses = row.role == Role::locomotion ? uses_of_forces() : StreamUses{};
        uses.add(all_streams<typename Row::Stage>());
        most = std::max(most, count(uses));
    };
    std::apply([&](const auto&... row) { (take(row), ...); }, kernel_list);
    return most;
}

/// The streams of doubles.
inline constexpr StreamSet wide_streams = [] {
    StreamSet wide = 0;
    for (std::size_t i = 0; i < stream_count; ++i)
        if (size_of(stream_infos[i].element) == 8) wide |= stream_set(i);
    return wide;
}();

[[nodiscard]] constexpr std::size_t bytes_of_set(StreamSet set) {
    return 4 * (set.size() + (set & wide_streams).size());
}

/// Streams whose new values are pending until all stages of a tick have found their faults.
inline constexpr std::size_t max_pending =
    most_in_a_program([](const StreamUses& uses) { return (uses.written | uses.output).size(); });
/// An agent's elements of all of them.
inline constexpr std::size_t max_pending_bytes =
    most_in_a_program([](const StreamUses& uses) { return bytes_of_set(uses.written | uses.output); });

/// Float inputs of one stage, with the locomotion that is fused with it: interpose has 13 (position,
/// velocity, two targets with velocities, max_speed), and max_force where it is the first of a prioritised
/// sum.
inline constexpr std::size_t max_inputs = 14;

/// Optional inputs of any program.
inline constexpr StreamSet optional_streams =
    stream_set(Stream::id, Stream::stages) | uses_of_forces().where_bound;

/// An agent's elements of all streams, with the optional ones.
inline constexpr std::size_t max_copied_bytes = most_in_a_program([](const StreamUses& uses) {
    return bytes_of_set((uses.read | uses.written | uses.stream_or_value | uses.output) | optional_streams);
});

}  // namespace wend::detail
