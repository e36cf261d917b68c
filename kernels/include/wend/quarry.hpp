// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// What a stage with a quarry looks at: a point with a velocity (target_*, target_velocity_*), or another
/// agent of the same view (target_agent: its slot; -1 is "none": no force and no fault; a slot outside the
/// view is a fault).
///
/// With quarry agent the run copies all agents into the scratch streams start_* before each tick, so that
/// every agent sees the tick's start. A caller that permutes agents remaps target_agent; AgentBuffer does.
enum class Quarry : std::uint8_t { point, agent };
constexpr auto words(Quarry) {
    return std::array{Word{"point", Quarry::point}, Word{"agent", Quarry::agent}};
}

/// What a stage with such a quarry works on. It divides by max_speed, which is therefore > 0.
[[nodiscard]] constexpr StreamUses quarry_streams(Quarry quarry) {
    StreamUses uses{.read = position_streams | velocity_streams,
                    .stream_or_value = stream_set(Stream::max_speed),
                    .positive_max_speed = true};
    if (quarry == Quarry::point) {
        uses.read |= target_streams | stream_set(Stream::target_velocity_x, Stream::target_velocity_y);
    } else {
        uses.read |= stream_set(Stream::target_agent);
        uses.scratch = stream_set(Stream::start_position_x, Stream::start_position_y,
                                  Stream::start_velocity_x, Stream::start_velocity_y);
    }
    return uses;
}

/// The same of both kinds of quarry.
[[nodiscard]] constexpr StreamUses all_quarry_streams() {
    StreamUses uses = quarry_streams(Quarry::point);
    uses.add(quarry_streams(Quarry::agent));
    return uses;
}

}  // namespace wend
