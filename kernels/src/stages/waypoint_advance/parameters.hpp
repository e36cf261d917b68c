// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "driver/stage_call.hpp"
#include "paths/path_data.hpp"
#include "wend/waypoint_advance.hpp"

namespace wend::detail {
namespace {

/// WaypointAdvance without its options: what kernel and reference compute with.
struct WaypointAdvanceParameters {
    const PathData* paths;
    PathMode mode;
    float speed;  ///< used where no speed stream is bound
    Ease ease;
    float ease_power;
    bool own_offset;  ///< `offset` counts, not the segments'
    float offset;
    OffsetSign offset_sign;
    bool curved;  ///< some offset is not 0
    Bell bell;
    float bell_power;

    explicit WaypointAdvanceParameters(const WaypointAdvance& stage)
        : paths(&PathDataAccess::data(stage.paths)),
          mode(stage.mode),
          speed(stage.speed ? as_read(*stage.speed) : 0),
          ease(stage.ease),
          ease_power(stage.ease_power),
          own_offset(stage.offset.has_value()),
          offset(own_offset ? *stage.offset : 0),
          offset_sign(stage.offset_sign),
          curved(own_offset ? offset != 0 : paths->curved),
          bell(stage.bell),
          bell_power(stage.bell_power) {}
};

}  // namespace
}  // namespace wend::detail
