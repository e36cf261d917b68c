// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "stage/contract.hpp"

namespace wend::detail {

inline void clear_vectors(float* x, float* y, std::size_t agents) {
    std::memset(x, 0, agents * sizeof(float));
    std::memset(y, 0, agents * sizeof(float));
}

/// The composed force of a tile's agents, and the rest of max_force.
struct Forces {
    alignas(64) float x[tile_size];
    alignas(64) float y[tile_size];
    alignas(64) float budget[tile_size];

    /// No force, and the whole budget.
    void begin(const StageInput& in, std::size_t agents) {
        clear_vectors(x, y, agents);
        const float* const max_force = in.get<Stream::max_force>();
        for (std::size_t i = 0; i < agents; ++i)
            budget[i] = max_force == nullptr ? in.limits.max_force : as_read(max_force[i]);
    }

    /// Takes over the agents of a group whose bits are set.
    void take(const Forces& from, std::size_t group, std::uint64_t agents) {
        for (; agents != 0; agents &= agents - 1) {
            const std::size_t i = group * group_size + static_cast<std::size_t>(std::countr_zero(agents));
            x[i] = from.x[i];
            y[i] = from.y[i];
            budget[i] = from.budget[i];
        }
    }
};

}  // namespace wend::detail
