// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// What pursue and evade look at: a point with a velocity (target_*, target_velocity_*), or another agent of
/// the same view (target_agent: its slot; -1 is "none": no force and no fault; a slot outside the view is a
/// fault).
enum class Quarry : std::uint8_t { point, agent };
constexpr auto words(Quarry) {
    return std::array{Word{"point", Quarry::point}, Word{"agent", Quarry::agent}};
}

/// Seek of where the quarry will be (Reynolds, GDC 1999, "pursuit"): its position, extrapolated by the time
/// that the way there takes at max_speed.
///
///     aim   = target + target_velocity * (distance / max_speed)
///     force = unit(aim - position) * max_speed - velocity
///
/// With quarry agent the run copies all agents into the scratch streams start_* before each tick, so that
/// every agent sees the tick's start. A caller that permutes agents remaps target_agent; AgentBuffer does.
/// max_speed is > 0. Error: within 6 units of 2^-24 of the largest term (kernels/docs/math.md).
struct Pursue {
    Quarry quarry = Quarry::point;
    float weight = 1;

    static constexpr std::string_view name = "pursue";
    static constexpr auto parameters() {
        return std::tuple{Parameter{"quarry", &Pursue::quarry},
                          Parameter{"weight", &Pursue::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return streams_of(quarry); }
    static constexpr StreamUses all_streams() {
        StreamUses uses = streams_of(Quarry::point);
        uses.add(streams_of(Quarry::agent));
        return uses;
    }

    static constexpr StreamUses streams_of(Quarry quarry) {
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
};

/// Flee from where the quarry will be (Reynolds, GDC 1999, "evasion"). As pursue, with unit(position - aim).
struct Evade {
    Quarry quarry = Quarry::point;
    float weight = 1;

    static constexpr std::string_view name = "evade";
    static constexpr auto parameters() {
        return std::tuple{Parameter{"quarry", &Evade::quarry},
                          Parameter{"weight", &Evade::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const { return Pursue::streams_of(quarry); }
    static constexpr StreamUses all_streams() { return Pursue::all_streams(); }
};

}  // namespace wend
