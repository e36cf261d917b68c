// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Brings an agent to a speed, whatever its direction (OpenSteer, SteerLibrary.h, steerForTargetSpeed).
///
///     force = unit(velocity) * speed - velocity            at rest: 0
///
/// The speed approaches the target's with the time constant mass / weight seconds. Below 0 it brakes to a
/// stop, and oscillates about it. An agent at rest has no direction and stays: give it one by another force.
/// Error: within 4 units of 2^-24 of the larger of both speeds.
struct TargetSpeed {
    /// The desired speed; larger moves faster; not set: the stream.
    std::optional<float> speed{};  ///< m/s
    /// Factor of the force; larger returns to the desired speed sooner.
    float weight = 1;

    static constexpr std::string_view name = "target_speed";
    template <class S = TargetSpeed>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"speed", &S::speed, any_number, Unit::metre_per_second},
                          Parameter{"weight", &S::weight, any_number}};
    }
    /// A stream that this stage gives as a value may still be read by another stage of the program.
    [[nodiscard]] constexpr StreamUses streams() const {
        StreamUses uses = all_streams();
        (speed ? uses.given_as_value : uses.read) |= stream_set(Stream::speed);
        return uses;
    }
    static constexpr StreamUses all_streams() {
        return {.read = velocity_streams, .stream_or_value = stream_set(Stream::speed)};
    }
};

}  // namespace wend
