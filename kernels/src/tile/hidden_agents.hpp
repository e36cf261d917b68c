// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "columns/elements.hpp"
#include "tile/faults.hpp"
#include "tile/forces.hpp"
#include "tile/tile_streams.hpp"

namespace wend::detail {

/// Bit i: the stage does not act on the agent in lane i of the group. `stages`: the tile's elements.
[[nodiscard]] inline std::uint64_t idle_agents(const std::uint32_t* stages, std::size_t stage,
                                               std::size_t group) {
    std::uint64_t idle = 0;
    for (std::size_t i = 0; i < group_size; ++i)
        idle |= std::uint64_t{(stages[group * group_size + i] >> stage & 1) == 0} << i;
    return idle;
}

/// Hides agents of a tile from a stage: they keep their streams and forces, and are no faults.
class HiddenAgents {
  public:
    /// which(group): the agents that are hidden.
    template <class Which>
    void hide(const Which& which, std::size_t groups, TileFaults& faults, const Forces& forces) {
        for (std::size_t group = 0; group < groups; ++group) {
            hidden_[group] = which(group);
            skipped_[group] = faults.skipped[group];
            faults.skipped[group] |= hidden_[group];
        }
        const std::size_t bytes = groups * group_size * sizeof(float);
        std::memcpy(forces_.x, forces.x, bytes);
        std::memcpy(forces_.y, forces.y, bytes);
        std::memcpy(forces_.budget, forces.budget, bytes);
    }

    /// `written`: streams of which the stage wrote every lane.
    void restore(StreamSet written, TileStreams streams, std::size_t groups, TileFaults& faults,
                 Forces& forces) const {
        for (std::size_t group = 0; group < groups; ++group) {
            faults.skipped[group] = skipped_[group] | (faults.skipped[group] & ~hidden_[group]);
            forces.take(forces_, group, hidden_[group]);
        }
        for_each_stream(written, [&](std::size_t stream, std::size_t size) {
            auto* const to = static_cast<std::byte*>(streams.out[stream]);
            const auto* const from = static_cast<const std::byte*>(streams.in[stream]);
            for (std::size_t i = 0; i < groups * group_size; ++i)
                if ((hidden_[i / group_size] >> (i % group_size) & 1) != 0)
                    std::memcpy(to + i * size, from + i * size, size);
        });
    }

  private:
    std::uint64_t hidden_[tile_groups];
    std::uint64_t skipped_[tile_groups];  ///< before the stage
    Forces forces_;
};

}  // namespace wend::detail
