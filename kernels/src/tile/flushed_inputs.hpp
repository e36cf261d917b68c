// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "columns/elements.hpp"
#include "stage/capacities.hpp"

namespace wend::detail {

/// Copies of inputs with components below component_floor set to 0, so that later ticks of a pass need not
/// flush them again: with denormal inputs that took up to 1.25 times as long.
struct FlushedInputs {
    alignas(64) float stream[max_inputs][tile_size];

    /// Replaces the float streams of the set, as many as there is room for.
    void replace(StreamSet set, std::size_t agents, TileStreams& streams) {
        std::size_t copied = 0;
        for_each_stream(set, [&](std::size_t index, std::size_t) {
            if (stream_infos[index].element != ElementType::f32 || copied == max_inputs) return;
            const auto* const from = static_cast<const float*>(streams.in[index]);
            float* const to = stream[copied++];
            for (std::size_t i = 0; i < agents; ++i) to[i] = as_read(from[i]);
            streams.in[index] = to;
        });
    }
};

}  // namespace wend::detail
