// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "wend/path.hpp"

namespace wend::bench {

struct Population;

/// How the agents start. Beside the ordinary way, what is slow in arithmetic that takes no care, and
/// populations so uneven that who deals work out agent by agent, or looks for segments step by step, pays for
/// it.
enum class Start : std::uint8_t {
    ordinary,
    at_rest,        ///< on their targets, with velocities about to be 0
    denormal,       ///< floats so small that they are denormal
    unequal_paths,  ///< one path of 100,000 nodes, the others of 2, agents spread over the whole length
    longest_path,   ///< the same paths, all agents on the long one
    one_node,       ///< all on the first path's first node
    crossing,       ///< rings with legs of one length: all cross their node in the same tick, once in 8 ticks
    crossing_spread,  ///< the same rings and speeds, agents spread evenly along their legs: as many nodes,
                      ///< each at its own time
    segments,         ///< rings, 3 to 6 segments a tick
    one_lap,          ///< a little more than a lap a tick
    many_laps,        ///< a little more than 1,000 laps a tick
    on_node,          ///< every agent reaches its node in every tick
};
inline constexpr std::size_t start_count = 12;

/// A population that another one is compared with.
struct Twin {
    Start start;
    double most;  ///< the cost in the twin's that is still right
    std::string_view text;
};

struct StartInfo {
    std::string_view suffix;  ///< what a benchmark's name carries at its end
    std::span<const Twin> twins;
};

[[nodiscard]] const StartInfo& info(Start start) noexcept;

[[nodiscard]] constexpr bool has_unequal_paths(Start start) noexcept {
    return start == Start::unequal_paths || start == Start::longest_path;
}

[[nodiscard]] constexpr bool has_even_rings(Start start) noexcept {
    return start == Start::crossing || start == Start::crossing_spread;
}

/// Path following's radius.
[[nodiscard]] float radius_of(Start start) noexcept;

/// Makes an ordinary population one that starts so. `paths` may be null where it has none.
void apply(Start start, Population& population, const PathSet* paths);

}  // namespace wend::bench
