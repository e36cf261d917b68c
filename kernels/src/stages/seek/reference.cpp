// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"

namespace wend::detail::reference {

namespace {

enum class Way { towards, away };

StageResult seek_point(const StageCall& call, Way way, float slowing_radius) {
    return for_each_agent(call, [&](std::size_t slot) {
        const Motion motion(call, slot);
        const Vector target = read_vector<Stream::target_x, Stream::target_y>(call, slot);
        if (motion.bad() || bad(target)) return false;
        const Vector p = motion.position;
        const Vector d = way == Way::towards ? Vector{target.x - p.x, target.y - p.y}
                                             : Vector{p.x - target.x, p.y - target.y};
        return add_force(call, slot, seek_force(d, motion.velocity, motion.max_speed, slowing_radius));
    });
}

}  // namespace

StageResult seek(const StageCall& call) { return seek_point(call, Way::towards, 0); }

StageResult flee(const StageCall& call) { return seek_point(call, Way::away, 0); }

StageResult arrive(const StageCall& call) {
    return seek_point(call, Way::towards, call.stage<Arrive>().slowing_radius);
}

}  // namespace wend::detail::reference
