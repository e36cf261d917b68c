// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver/stage_call.hpp"

namespace wend::detail {
namespace {

/// The records of the segments that a group's agents are on, stream by stream.
struct SegmentCache {
    alignas(64) std::uint32_t path[group_size];  ///< kept, since what is written may be in the same memory
    alignas(64) float node_x[group_size];
    alignas(64) float node_y[group_size];
    alignas(64) float tangent_x[group_size];
    alignas(64) float tangent_y[group_size];
    alignas(64) float length[group_size];
    alignas(64) float beyond[group_size];  ///< the first distance that is no longer on the segment
    alignas(64) float offset[group_size];  ///< only when some offset is not 0
    alignas(64) float low[group_size];     ///< only in mode once: where an agent stops
    alignas(64) float high[group_size];
    alignas(64) double start[group_size];  ///< only when path_distance is bound
};

}  // namespace
}  // namespace wend::detail
