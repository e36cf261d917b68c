// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"
#include "wend/target.hpp"

namespace wend {

/// The quarry of a stage: a point with a velocity (target_*, target_velocity_*), or another agent
/// (target_agent: its slot; -1 is "none": no force and no fault; a slot out of range is a fault).
///
/// Other agents belong to the view that AgentView::look_at names, or to the same view. In the second case the
/// run copies their positions and velocities into the view's workspace before each tick, so that every agent
/// sees the tick's start. A caller that permutes agents must map target_agent; AgentBuffer does.
enum class Quarry : std::uint8_t { point, agent };
constexpr auto words_of(Quarry) {
    return std::array{Word{"point", Quarry::point}, Word{"agent", Quarry::agent}};
}

/// The streams of a stage with such a quarry. It divides by max_speed, which is therefore > 0.
[[nodiscard]] constexpr StreamUses quarry_streams(Quarry quarry, const Target& target = {}) {
    StreamUses uses{.read = position_streams | velocity_streams,
                    .stream_or_value = stream_set(Stream::max_speed)};
    const TargetFamily family = target_family(target.streams);
    if (quarry == Quarry::agent)
        uses.read |= stream_set(family.agent);
    else if (!target.point)
        uses.read |= stream_set(family.x, family.y, family.velocity_x, family.velocity_y);
    return uses;
}

/// The same for both kinds of quarry.
[[nodiscard]] constexpr StreamUses all_quarry_streams() {
    StreamUses uses;
    for (const TargetStreams streams :
         {TargetStreams::target, TargetStreams::other_target, TargetStreams::third_target}) {
        uses.add(quarry_streams(Quarry::point, streams));
        uses.add(quarry_streams(Quarry::agent, streams));
    }
    return uses;
}

}  // namespace wend
