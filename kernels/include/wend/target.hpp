// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// The streams of a target: those of its position, its velocity and, where the target is another agent, its
/// slot.
enum class TargetStreams : std::uint8_t {
    target,        ///< target_x, target_y, target_velocity_x, target_velocity_y, target_agent
    other_target,  ///< other_target_x ... other_target_velocity_y, other_agent
    third_target,  ///< third_target_x ... third_target_velocity_y, third_agent
};
constexpr auto words_of(TargetStreams) {
    return std::array{Word{"target", TargetStreams::target},
                      Word{"other_target", TargetStreams::other_target},
                      Word{"third_target", TargetStreams::third_target}};
}

/// A point that all agents share.
struct TargetPoint {
    float x = 0, y = 0;  ///< m
};

/// The target of a force: one of several streams, so that each force of a program may have its own, or one
/// point for all agents, at rest.
///
///     Seek{}                                          target_x, target_y
///     Flee{.target = TargetStreams::other_target}     other_target_x, other_target_y
///     Flee{.target = {player_x, player_y}}            the same point for all; Program::tune moves it
struct Target {
    constexpr Target() = default;
    /// Streams of each agent's own.
    constexpr Target(TargetStreams chosen) : streams(chosen) {}
    /// One point (m) for all agents.
    constexpr Target(float x, float y) : point(TargetPoint{x, y}) {}

    TargetStreams streams = TargetStreams::target;  ///< read where `point` is not set
    std::optional<TargetPoint> point{};             ///< m; if set, no stream is read
};

/// The streams of one target.
struct TargetFamily {
    Stream x, y, velocity_x, velocity_y, agent;  ///< of position, velocity and slot
};
/// The family of a target.
[[nodiscard]] constexpr TargetFamily target_family(TargetStreams streams) noexcept {
    if (streams == TargetStreams::other_target)
        return {Stream::other_target_x, Stream::other_target_y, Stream::other_target_velocity_x,
                Stream::other_target_velocity_y, Stream::other_agent};
    if (streams == TargetStreams::third_target)
        return {Stream::third_target_x, Stream::third_target_y, Stream::third_target_velocity_x,
                Stream::third_target_velocity_y, Stream::third_agent};
    return {Stream::target_x, Stream::target_y, Stream::target_velocity_x, Stream::target_velocity_y,
            Stream::target_agent};
}

/// Of every target.
inline constexpr std::array target_families{target_family(TargetStreams::target),
                                            target_family(TargetStreams::other_target),
                                            target_family(TargetStreams::third_target)};

/// The streams that a force reads of a target's position.
[[nodiscard]] constexpr StreamSet target_position_streams(const Target& target) noexcept {
    const TargetFamily family = target_family(target.streams);
    return target.point ? 0 : stream_set(family.x, family.y);
}
/// The position streams of every target.
inline constexpr StreamSet all_target_position_streams = [] {
    StreamSet set = 0;
    for (const TargetFamily& family : target_families) set |= stream_set(family.x, family.y);
    return set;
}();

}  // namespace wend
