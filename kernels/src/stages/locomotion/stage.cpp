// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "driver/stage_traits.hpp"

namespace wend::detail {

StreamNeeds needs(const Locomotion& locomotion) {
    StreamNeeds needs{
        .written = mask(Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y),
        .alternative = mask(Stream::max_force, Stream::max_speed, Stream::mass)};
    if (locomotion.max_force) needs.valued |= mask(Stream::max_force);
    if (locomotion.max_speed) needs.valued |= mask(Stream::max_speed);
    if (locomotion.mass) needs.valued |= mask(Stream::mass);
    return needs;
}

Status check(const Locomotion& locomotion) {
    constexpr float limit = component_limit;
    if (locomotion.max_force)
        if (Status s = in_range("max_force", *locomotion.max_force, 0, limit); !s) return s;
    if (locomotion.max_speed)
        if (Status s = in_range("max_speed", *locomotion.max_speed, 0, limit); !s) return s;
    if (locomotion.mass)
        if (Status s = in_range("mass", *locomotion.mass, 1e-18f, limit); !s) return s;
    if (locomotion.bounds == Bounds::none) return {};
    return check_rectangle("area", locomotion.area);
}

StageParameters resolve(const Locomotion& locomotion, const ResolveContext&) {
    return {.locomotion = {.bounds = locomotion.bounds, .area = locomotion.area}};
}

}  // namespace wend::detail
