// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "driver/stage_traits.hpp"
#include "paths/path_data.hpp"

namespace wend::detail {

StreamNeeds needs(const PathFollow& follow) {
    StreamNeeds needs{.read = mask(Stream::position_x, Stream::position_y, Stream::velocity_x,
                                   Stream::velocity_y, Stream::path, Stream::direction),
                      .written = mask(Stream::node),
                      .alternative = mask(Stream::max_speed)};
    if (follow.mode == PathMode::ping_pong) needs.written |= mask(Stream::direction);
    if (follow.mode == PathMode::once) needs.output |= mask(Stream::finished);
    if (follow.swept)
        needs.written |= mask(Stream::previous_x, Stream::previous_y, Stream::step_x, Stream::step_y);
    return needs;
}

Status check(const PathFollow& follow) {
    if (Status s = in_range("radius", follow.radius, component_floor, component_limit); !s) return s;
    if (follow.slowing_radius)
        if (Status s = in_range("slowing_radius", *follow.slowing_radius, component_floor, component_limit);
            !s)
            return s;
    return in_range("weight", follow.weight, -component_limit, component_limit);
}

StageParameters resolve(const PathFollow& follow, const ResolveContext&) {
    return {.weight = follow.weight,
            .path_follow = {.paths = &follow.paths.data(),
                            .mode = follow.mode,
                            .radius = follow.radius,
                            .swept = follow.swept,
                            .slowing_radius = follow.slowing_radius.value_or(0.0f)}};
}

}  // namespace wend::detail
