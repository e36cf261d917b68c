// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"
#include "wend/target.hpp"

namespace wend {

/// The direction that an agent turns to.
enum class Toward : std::uint8_t {
    velocity,  ///< where it goes
    target,    ///< a point: target_x, target_y, or those of another target
    agent,     ///< another agent: target_agent, or that of another target (wend/quarry.hpp)
    angle,     ///< target_orientation
};
constexpr auto words_of(Toward) {
    return std::array{Word{"velocity", Toward::velocity}, Word{"target", Toward::target},
                      Word{"agent", Toward::agent}, Word{"angle", Toward::angle}};
}

/// Turns an agent's orientation within limits of angular speed and acceleration (gdx-ai,
/// "LookWhereYouAreGoing", "Face" and "ReachOrientation"; Millington, AI for Games, chapter 3, "align",
/// "face", "looking where you're going"). The motion stays, so that agents can walk sideways and backwards.
/// It is a program by itself, which runs behind the one that has moved the agents.
///
///     e  = the angle from the orientation to the goal, the short way
///     v  = the greatest angular speed at which max_angular_acceleration can still stop at the goal
///     angular_velocity approaches v, to the side of e, by at most max_angular_acceleration * dt
///     orientation     += angular_velocity * dt
///
/// v is that of the ticks: at rate v, then a tick's change less in each tick, it ends on the goal. So an
/// agent that starts at rest turns as fast as the limits allow, to within two ticks where
/// max_angular_acceleration * dt * dt is at least 2^-16. In place
/// of a slowing radius and a tolerance, as gdx-ai has them, it ends on the goal itself and at rest, wherever
/// max_angular_acceleration * dt * dt is at least 2^-24; by roundings it may pass the goal by 2^-11 rad.
/// Behind a goal that turns at a rate r, many times
/// max_angular_acceleration * dt, it stays r * r / (2 * max_angular_acceleration).
///
/// An agent without a goal stops turning: one slower than min_speed (toward velocity), on its target, or
/// whose slot is -1. An agent that spins faster than max_angular_speed, or half a turn a tick, is slowed at
/// once.
///
/// Streams: orientation (rad, counter-clockwise from the x axis, kept in [-pi, pi)) and angular_velocity
/// (rad/s) (state); position_x, position_y and those of the goal (read). Error: orientation within 16 units
/// of 2^-24 rad, angular_velocity within 12 units of 2^-24 of 1 / dt, or of itself where that is more
/// (kernels/docs/math.md).
struct Orient {
    /// The velocity, a target, another agent or an angle.
    Toward toward = Toward::velocity;
    /// Toward target and agent: the streams of the target; toward target also one point for all agents.
    Target target{};  ///< m
    /// Toward angle: the same one for all agents; not set: the stream.
    std::optional<float> target_orientation{};  ///< rad
    /// Limit of the turn's rate; larger turns faster.
    float max_angular_speed = 6;  ///< rad/s
    /// Limit of its change; smaller is more sluggish.
    float max_angular_acceleration = 30;  ///< rad/s^2
    /// Toward velocity: slower agents do not turn, also where others push them.
    float min_speed = 0.05f;  ///< m/s

    /// Range of target_orientation, in rad.
    static constexpr Range half_turns{-std::numbers::pi_v<float>, std::numbers::pi_v<float>};
    static constexpr std::string_view name = "orient";
    template <class S = Orient>
    static constexpr auto parameters() {
        return std::tuple{
            Parameter{"toward", &S::toward},
            Parameter{"target", &S::target, any_number, Unit::metre},
            Parameter{"target_orientation", &S::target_orientation, half_turns, Unit::radian},
            Parameter{"max_angular_speed", &S::max_angular_speed, positive, Unit::radian_per_second},
            Parameter{"max_angular_acceleration", &S::max_angular_acceleration, positive,
                      Unit::radian_per_square_second},
            Parameter{"min_speed", &S::min_speed, not_negative, Unit::metre_per_second}};
    }
    [[nodiscard]] constexpr StreamUses streams() const {
        StreamUses uses = state;
        switch (toward) {
            case Toward::velocity: uses.read |= velocity_streams; break;
            case Toward::target: uses.read |= target_position_streams(target); break;
            case Toward::agent:
                uses.read |= velocity_streams | stream_set(target_family(target.streams).agent);
                break;
            case Toward::angle:
                uses.stream_or_value = stream_set(Stream::target_orientation);
                if (target_orientation) uses.given_as_value = uses.stream_or_value;
                break;
        }
        return uses;
    }
    static constexpr StreamUses all_streams() {
        StreamUses uses = state;
        uses.read |= velocity_streams | all_target_position_streams | set_of_agents;
        uses.stream_or_value = stream_set(Stream::target_orientation);
        return uses;
    }

  private:
    static constexpr StreamUses state{.read = position_streams,
                                      .written = stream_set(Stream::orientation, Stream::angular_velocity)};
    static constexpr StreamSet set_of_agents =
        stream_set(Stream::target_agent, Stream::other_agent, Stream::third_agent);
};

}  // namespace wend
