// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "wend/path.hpp"

namespace wend::bench {

class Population;

/// The agents' initial state. Besides `ordinary`: populations that slow down unguarded arithmetic (rest,
/// denormals), and uneven ones that slow down work per agent or per segment.
enum class Start : std::uint8_t {
    ordinary,
    at_rest,          ///< on their targets, with velocities about to be 0
    denormal,         ///< floats so small that they are denormal
    unequal_paths,    ///< one path of 100,000 nodes, the others of 2, agents spread over the whole length
    longest_path,     ///< the same paths, all agents on the long one
    one_node,         ///< all on the first path's first node
    crossing,         ///< rings of equal legs: all agents cross their node in the same tick, every 8 ticks
    crossing_spread,  ///< the same rings and speeds, agents spread along their legs: as many crossings,
                      ///< spread over the ticks
    segments,         ///< rings, 3 to 6 segments a tick
    one_lap,          ///< a little more than a lap a tick
    many_laps,        ///< a little more than 1,000 laps a tick
    on_node,          ///< every agent reaches its node in every tick
    wide_limits,      ///< ordinary agents with a max_force that never acts
};
inline constexpr std::size_t start_count = 13;

/// A start whose cost another start is compared with.
struct Twin {
    Start start;
    double most;  ///< the largest accepted cost, as a multiple of the twin's
    std::string_view text;
};

struct StartInfo {
    std::string_view suffix;  ///< the end of a benchmark's name
    std::span<const Twin> twins;
};

[[nodiscard]] const StartInfo& info(Start start) noexcept;

[[nodiscard]] constexpr bool has_unequal_paths(Start start) noexcept {
    return start == Start::unequal_paths || start == Start::longest_path;
}

[[nodiscard]] constexpr bool has_even_rings(Start start) noexcept {
    return start == Start::crossing || start == Start::crossing_spread;
}

/// The node radius of path following, and the locomotion's limit.
[[nodiscard]] float radius_of(Start start) noexcept;
[[nodiscard]] float max_force_of(Start start) noexcept;

/// Turns an ordinary population into one with this start. `paths` may be null where the start uses none.
void apply(Start start, Population& population, const PathSet* paths);

}  // namespace wend::bench
