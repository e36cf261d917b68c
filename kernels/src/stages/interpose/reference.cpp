// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "stages/quarry/quarry_reference.hpp"
#include "wend/interpose.hpp"

namespace wend::detail::reference {

namespace {

Look see_other(const StageInput& in, Quarry quarry, std::size_t slot, Seen& seen) {
    if (quarry == Quarry::agent) return see_agent(in, in.get<Stream::other_agent>()[slot], seen);
    return see_point<Stream::other_target_x, Stream::other_target_y, Stream::other_target_velocity_x,
                     Stream::other_target_velocity_y>(in, slot, seen);
}

}  // namespace

template <>
StageResult run<Interpose>(const StageInput& in, StageOutput& out) {
    const Interpose& stage = in.stage<Interpose>();
    const float rest = 1 - stage.share;
    const auto between = [&](Vector from, Vector to) {
        const float from_x = from.x * rest;
        const float from_y = from.y * rest;
        const float to_x = to.x * stage.share;
        const float to_y = to.y * stage.share;
        return Vector{from_x + to_x, from_y + to_y};
    };
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        if (motion.bad() || motion.max_speed <= 0) return false;
        Seen a, b;
        const Look look_a = see_quarry(in, stage.quarry, slot, a);
        const Look look_b = see_other(in, stage.quarry, slot, b);
        if (look_a == Look::fault || look_b == Look::fault) return false;
        if (look_a == Look::none || look_b == Look::none) return add_force(in, out, slot, {0, 0});

        const Vector p = motion.position;
        const float time = time_to(p, between(a.position, b.position), motion.max_speed);
        const Vector aim = between(ahead(a.position, a.velocity, time), ahead(b.position, b.velocity, time));
        return add_force(in, out, slot,
                         seek_force({aim.x - p.x, aim.y - p.y}, motion.velocity, motion.max_speed,
                                    stage.slowing_radius.value_or(0)));
    });
}

}  // namespace wend::detail::reference
