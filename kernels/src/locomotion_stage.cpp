// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "stage_traits.hpp"

namespace wend::detail {

StreamNeeds needs(const Locomotion& locomotion) {
    StreamNeeds needs{.written = mask(Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y),
                      .alternative = mask(Stream::max_force, Stream::max_speed, Stream::mass)};
    if (locomotion.max_force) needs.valued |= mask(Stream::max_force);
    if (locomotion.max_speed) needs.valued |= mask(Stream::max_speed);
    if (locomotion.mass) needs.valued |= mask(Stream::mass);
    return needs;
}

namespace {

/// A side must be positive and finite in float, and so must its double (the triangle wave's period).
Status check_side(const char* name, float low, float high) {
    if (Status s = in_range(name, low, -component_limit, component_limit); !s) return s;
    if (Status s = in_range(name, high, -component_limit, component_limit); !s) return s;
    if (!(high - low > 0)) return {.code = Code::empty_rectangle, .subject = name, .value = static_cast<double>(high - low)};
    return {};
}

}  // namespace

Status check(const Locomotion& locomotion) {
    constexpr float limit = component_limit;
    if (locomotion.max_force)
        if (Status s = in_range("max_force", *locomotion.max_force, 0, limit); !s) return s;
    if (locomotion.max_speed)
        if (Status s = in_range("max_speed", *locomotion.max_speed, 0, limit); !s) return s;
    if (locomotion.mass)
        if (Status s = in_range("mass", *locomotion.mass, 1e-18f, limit); !s) return s;
    if (locomotion.bounds == Bounds::none) return {};
    if (Status s = check_side("area", locomotion.area.min_x, locomotion.area.max_x); !s) return s;
    return check_side("area", locomotion.area.min_y, locomotion.area.max_y);
}

StageParameters resolve(const Locomotion& locomotion, const ResolveContext&) {
    return {.locomotion = {.bounds = locomotion.bounds, .area = locomotion.area}};
}

}  // namespace wend::detail
