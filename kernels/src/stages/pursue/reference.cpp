// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "stages/quarry/quarry_reference.hpp"
#include "wend/pursue.hpp"

namespace wend::detail::reference {

namespace {

enum class Way { towards, away };

StageResult pursue_quarry(const StageInput& in, StageOutput& out, Way way, Quarry quarry) {
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        // An agent without a quarry is checked like all others.
        if (motion.bad() || motion.max_speed <= 0) return false;
        Seen seen;
        const Look look = see_quarry(in, quarry, slot, seen);
        if (look == Look::fault) return false;
        if (look == Look::none) return add_force(in, out, slot, {0, 0});
        const Vector p = motion.position;
        const Vector aim = ahead(seen.position, seen.velocity, time_to(p, seen.position, motion.max_speed));
        const Vector d =
            way == Way::towards ? Vector{aim.x - p.x, aim.y - p.y} : Vector{p.x - aim.x, p.y - aim.y};
        return add_force(in, out, slot, seek_force(d, motion.velocity, motion.max_speed, 0));
    });
}

}  // namespace

template <>
StageResult run<Pursue>(const StageInput& in, StageOutput& out) {
    return pursue_quarry(in, out, Way::towards, in.stage<Pursue>().quarry);
}

template <>
StageResult run<Evade>(const StageInput& in, StageOutput& out) {
    return pursue_quarry(in, out, Way::away, in.stage<Evade>().quarry);
}

}  // namespace wend::detail::reference
