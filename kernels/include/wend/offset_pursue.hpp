// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/quarry.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Keeps a place relative to a moving quarry (Reynolds, GDC 1999, "offset pursuit"; Buckland, "Programming
/// Game AI by Example", 2005, chapter 3). With a leader as the quarry this is leader following: each agent of
/// a formation has its own offset.
///
///     heading = unit(quarry velocity), (1, 0) at rest
///     place   = quarry + rotate(offset, heading)
///     aim     = place + quarry velocity * (|place - position| / max_speed)
///     force   = unit(aim - position) * max_speed * min(1, |aim - position| / slowing_radius) - velocity
///
/// `offset_x` points ahead of the quarry and `offset_y` to its left, each a stream or the value here (both,
/// or neither, is an error). Without a slowing radius the last factor is 1. The quarry is a point or another
/// agent (wend/quarry.hpp). max_speed is > 0. Error: within 8 units of 2^-24 of the largest term
/// (kernels/docs/math.md).
struct OffsetPursue {
    /// A point with a velocity, or another agent.
    Quarry quarry = Quarry::point;
    /// The streams of the quarry, or one point for all agents, at rest.
    Target target{};  ///< m
    /// Place ahead of the quarry, along its velocity; negative: behind it; not set: the stream.
    std::optional<float> offset_x{};  ///< m
    /// Place to the left of the quarry; negative: to its right; not set: the stream.
    std::optional<float> offset_y{};  ///< m
    /// Agents slow down within this distance of the place; larger: more gently; not set: full speed.
    std::optional<float> slowing_radius{};  ///< m
    /// Factor of the force; larger returns to the place in the formation sooner.
    float weight = 1;

    static constexpr std::string_view name = "offset_pursue";
    template <class S = OffsetPursue>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"quarry", &S::quarry},
                          Parameter{"target", &S::target, any_number, Unit::metre},
                          Parameter{"offset_x", &S::offset_x, any_number, Unit::metre},
                          Parameter{"offset_y", &S::offset_y, any_number, Unit::metre},
                          Parameter{"slowing_radius", &S::slowing_radius, positive, Unit::metre},
                          Parameter{"weight", &S::weight, any_number}};
    }
    /// A stream that this stage gives as a value may still be read by another stage of the program.
    [[nodiscard]] constexpr StreamUses streams() const {
        StreamUses uses = quarry_streams(quarry, target);
        uses.stream_or_value |= offset_streams;
        const auto use = [&uses](const std::optional<float>& value, Stream stream) {
            (value ? uses.given_as_value : uses.read) |= stream_set(stream);
        };
        use(offset_x, Stream::offset_x);
        use(offset_y, Stream::offset_y);
        return uses;
    }
    static constexpr StreamUses all_streams() {
        StreamUses uses = all_quarry_streams();
        uses.stream_or_value |= offset_streams;
        return uses;
    }

    /// Streams of the place beside the quarry.
    static constexpr StreamSet offset_streams = stream_set(Stream::offset_x, Stream::offset_y);
};

}  // namespace wend
