// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <optional>

#include "stages/quarry/quarry_reference.hpp"
#include "wend/offset_pursue.hpp"

namespace wend::detail::reference {

namespace {

Vector heading_of(Vector velocity) {
    if (velocity.x == 0 && velocity.y == 0) return {1, 0};
    const float length =
        std::sqrt(max_keep_nan(squared_length(velocity.x, velocity.y), squared_length_floor));
    const float inverse = 1 / length;
    return {velocity.x * inverse, velocity.y * inverse};
}

/// The stage's value if it is set: another stage may read the stream.
template <Stream S>
float offset_of(const StageInput& in, std::size_t slot, const std::optional<float>& value) {
    return read(value ? *value : in.get<S>()[slot]);
}

}  // namespace

template <>
StageResult run<OffsetPursue>(const StageInput& in, StageOutput& out) {
    const OffsetPursue& stage = in.stage<OffsetPursue>();
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        const Vector offset{offset_of<Stream::offset_x>(in, slot, stage.offset_x),
                            offset_of<Stream::offset_y>(in, slot, stage.offset_y)};
        if (motion.bad() || motion.max_speed <= 0 || bad(offset)) return false;
        Seen seen;
        const Look look = see_quarry(in, stage.quarry, slot, seen);
        if (look == Look::fault) return false;
        if (look == Look::none) return add_force(in, out, slot, {0, 0});

        const Vector h = heading_of(seen.velocity);
        const float ahead_x = offset.x * h.x;
        const float left_x = offset.y * h.y;
        const float ahead_y = offset.x * h.y;
        const float left_y = offset.y * h.x;
        const Vector place{seen.position.x + (ahead_x - left_x), seen.position.y + (ahead_y + left_y)};
        const Vector p = motion.position;
        const Vector aim = ahead(place, seen.velocity, time_to(p, place, motion.max_speed));
        return add_force(in, out, slot,
                         seek_force({aim.x - p.x, aim.y - p.y}, motion.velocity, motion.max_speed,
                                    stage.slowing_radius.value_or(0)));
    });
}

}  // namespace wend::detail::reference
