// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/neighbours.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"
#include "wend/target.hpp"

namespace wend {

/// The value of the stream `settled` of an agent that has settled at a target. Smaller magnitudes than 2^-60
/// count as 0; two targets have the same value if they are the same, and otherwise very seldom.
[[nodiscard]] constexpr std::uint32_t settled_at(float target_x, float target_y) noexcept {
    const auto word = [](float x) {
        return x < component_floor && x > -component_floor ? 0 : std::bit_cast<std::uint32_t>(x);
    };
    const std::uint32_t key = word(target_x) ^ std::rotl(word(target_y), 16);
    return key == 0 ? 1 : key;
}

/// Arrive for a crowd that shares a target: an agent stops at its target, or where agents that have stopped
/// there are in its way, so that the crowd comes to rest around the target. Arrive alone never does, because
/// all its agents press on to the one point.
///
///     t        = target - position
///     an agent settles where |t| <= arrival_radius, or a neighbour that has settled at the same target is
///         within `radius` and at most 60 degrees off its way: d.t >= |d| |t| / 2, d the neighbour's offset
///     settled  = settled_at(target) from then on; it goes on when its target is another one (also if only
///                the last bit of a coordinate is)
///     force    = -velocity of a settled agent, otherwise
///                unit(t) * max_speed * min(1, |t| / slowing_radius) - velocity       (arrive)
///
/// Neighbours farther off its way are passed, so that the crowd fills up from the middle. An agent that is
/// pushed away stays settled; write 0 to its `settled` to send it back. Let `radius` be a tenth wider than
/// that of Separation, which otherwise keeps agents from settling; Separation and AvoidNeighbours belong
/// before this stage. Without the angle it is the rule of Lockstep Framework: stop at an agent that has
/// arrived and shares the goal (github.com/SnpM/LockstepFramework, Core/Game/Abilities/Essential/Move.cs).
///
/// Streams: `settled` (state; 0 at first), also read of neighbours; observed agents without it have not
/// settled. A program has one Settle, because a stream is the state of one stage. Error: within 4 units of
/// 2^-24 of the largest term, except where roundings decide whether an agent settles (kernels/docs/math.md).
struct Settle {
    /// The streams of the target, or one point for all agents.
    Target target{};  ///< m
    /// Settled agents farther away do not stop an agent; larger leaves more room between them.
    float radius = 1;  ///< m
    /// Agents slow down from this distance to the target on; larger: earlier and more gently.
    float slowing_radius = 1;  ///< m
    /// Agents within it of the target settle; larger settles them farther from it.
    float arrival_radius = 0.25f;  ///< m
    /// Neighbours farther above or below are ignored; not set: at any height.
    std::optional<float> height_band{};  ///< m
    /// Only neighbours in one of these groups count, a bit each, of those that the agent sees.
    std::uint32_t seen_groups = every_group;
    /// Factor of the force; larger turns to the target and stops more sharply.
    float weight = 1;

    /// As other stages with neighbours have them.
    static constexpr float cos_field_of_view = -1;
    static constexpr std::uint32_t max_neighbours = 0;  ///< no limit

    static constexpr std::string_view name = "settle";
    template <class S = Settle>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"radius", &S::radius, neighbour_radius, Unit::metre},
                          Parameter{"slowing_radius", &S::slowing_radius, positive, Unit::metre},
                          Parameter{"arrival_radius", &S::arrival_radius, not_negative, Unit::metre},
                          Parameter{"height_band", &S::height_band, not_negative, Unit::metre},
                          Parameter{"seen_groups", &S::seen_groups, some_groups},
                          Parameter{"target", &S::target, any_number, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const {
        return with(target_position_streams(target), height_band.has_value());
    }
    static constexpr StreamUses all_streams() { return with(all_target_position_streams, true); }

  private:
    static constexpr StreamUses with(StreamSet of_target, bool heights) {
        StreamUses uses = sight_streams(heights);
        uses.read |= of_target;
        uses.written = stream_set(Stream::settled);
        uses.stream_or_value = stream_set(Stream::max_speed);
        return uses;
    }
};

}  // namespace wend
