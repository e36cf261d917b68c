// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "driver/stage_traits.hpp"

namespace wend::detail {

StreamNeeds needs(const Approach& approach) {
    StreamNeeds needs{.read = mask(Stream::target_x, Stream::target_y),
                      .written = mask(Stream::position_x, Stream::position_y, Stream::walk_x, Stream::walk_y,
                                      Stream::decision),
                      .alternative = mask(Stream::speed),
                      .output = mask(Stream::velocity_x, Stream::velocity_y, Stream::arrived)};
    if (approach.repick_interval) needs.written |= mask(Stream::seconds_left);
    if (approach.speed) needs.valued |= mask(Stream::speed);
    return needs;
}

Status check(const Approach& approach) {
    constexpr float limit = component_limit, floor = component_floor;
    constexpr float fov_below = 0x1.0c1524p+1f;  // the last float below 2 pi / 3
    if (Status s = in_range("step_fraction", approach.step_fraction, 0x1p-20f, 1); !s) return s;
    if (Status s = in_range("max_step", approach.max_step, floor, limit); !s) return s;
    if (Status s = in_range("min_step", approach.min_step, floor, approach.max_step); !s) return s;
    if (Status s = in_range("max_fov", approach.max_fov, 0, fov_below); !s) return s;
    if (Status s = in_range("aggro_radius", approach.aggro_radius, floor, limit); !s) return s;
    if (Status s = in_range("step_jitter", approach.step_jitter, 0, 0x1.fffffep-1f); !s) return s;
    if (approach.repick_interval)
        if (Status s = in_range("repick_interval", *approach.repick_interval, floor, limit); !s) return s;
    if (approach.speed) return in_range("speed", *approach.speed, 0, limit);
    return {};
}

StageParameters resolve(const Approach& approach, const ResolveContext&) {
    return {.approach = {.step_fraction = approach.step_fraction,
                         .min_step = approach.min_step,
                         .max_step = approach.max_step,
                         .max_fov = approach.max_fov,
                         .aggro_radius = approach.aggro_radius,
                         .step_jitter = approach.step_jitter,
                         .repick_interval = approach.repick_interval.value_or(0.0f),
                         .speed = as_read(approach.speed.value_or(0.0f))}};
}

}  // namespace wend::detail
