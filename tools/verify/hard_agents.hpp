// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/populations/population.hpp"
#include "wend/path.hpp"

namespace wend::verify {

using bench::build;
using bench::Population;
using bench::streams_of;

/// 64 random bits of (seed, what, index). Integer arithmetic only, so that every machine and compiler has the
/// same populations.
[[nodiscard]] std::uint64_t bits_of(std::uint64_t seed, std::uint64_t what, std::uint64_t index) noexcept;

/// A multiple of scale * 2^-23 in [-scale, scale); exact where `scale` is a power of two.
[[nodiscard]] float signed_value(std::uint64_t bits, float scale) noexcept;

/// A multiple of scale * 2^-24 in [0, scale); exact where `scale` is a power of two.
[[nodiscard]] float unsigned_value(std::uint64_t bits, float scale) noexcept;

enum class Values {
    ordinary,     ///< values as in a game
    adversarial,  ///< a third of the agents with legal values that are hard on arithmetic
    faulty,       ///< adversarial, and an eighth of the agents with one illegal value
};

/// The paths that the values of path streams refer to.
struct PathsInUse {
    const PathSet* paths = nullptr;
    PathMode mode = PathMode::once;
    bool corridors = false;  ///< agents have chosen corners in them
};

/// A target that all agents of a case share, and at which some have settled.
inline constexpr TargetPoint case_target{64, -32};

/// Fills every stream that the population has: ordinary values are those of stream_recipes.hpp.
void fill(Population& population, std::uint64_t seed, Values values, const PathsInUse& paths = {});

/// Sets the stream `id`, which must exist, to a permutation of 0 .. size - 1.
void shuffle_ids(Population& population, std::uint64_t seed);

/// A permutation of 0 .. count - 1.
[[nodiscard]] std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed);

/// 49 paths with 2 to 300 nodes, tiny and huge segments, open and closed, near the origin and far from it; if
/// `with_offsets`, most segments have an offset.
[[nodiscard]] PathSet make_paths(std::uint64_t seed, bool with_offsets = false);

/// 40 paths of 1 to 7 nodes among the agents, for path following; `fewest_nodes` 2 where a path needs a
/// segment, 3 where a ring's segments must lie apart.
[[nodiscard]] PathSet make_short_paths(std::uint64_t seed, std::uint64_t fewest_nodes = 1);

/// 40 corridors of 0 to 39 portals among the agents, for portal following: wide and narrow ones, turns, and
/// portals that share a corner.
[[nodiscard]] PathSet make_corridors(std::uint64_t seed);

}  // namespace wend::verify
