// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/quarry.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Matches a velocity (Millington and Funge, Artificial Intelligence for Games, chapter 3, "velocity
/// matching"; gdx-ai, "MatchVelocity"): that of another agent, or a desired one in the streams
/// target_velocity_x and target_velocity_y, as a policy, a planner or a network gives it.
///
///     force = target_velocity - velocity
///
/// With a quarry of kind `agent` target_velocity is that agent's (wend/quarry.hpp). The velocity approaches
/// the target's with the time constant mass / weight seconds; with a mass of dt, and a max_force that does
/// not act, it is the target's after one tick. Error: within 2 units of 2^-24 of the larger of both.
struct MatchVelocity {
    /// The streams of a velocity, or another agent.
    Quarry quarry = Quarry::point;
    /// Factor of the force; larger takes on the velocity sooner.
    float weight = 1;

    static constexpr std::string_view name = "match_velocity";
    template <class S = MatchVelocity>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"quarry", &S::quarry}, Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const {
        return with(quarry == Quarry::agent ? stream_set(Stream::target_agent) : velocities);
    }
    static constexpr StreamUses all_streams() { return with(stream_set(Stream::target_agent) | velocities); }

  private:
    static constexpr StreamSet velocities = stream_set(Stream::target_velocity_x, Stream::target_velocity_y);
    static constexpr StreamUses with(StreamSet target) {
        return {.read = position_streams | velocity_streams | target};
    }
};

}  // namespace wend
