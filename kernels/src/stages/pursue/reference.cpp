// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "reference/reference.hpp"

namespace wend::detail::reference {

namespace {

enum class Way { towards, away };

struct Seen {
    Vector position;
    Vector velocity;
};

/// The scratch streams begin at the view's first agent, the others at the tile's.
Seen agent_at(const StageCall& call, std::size_t slot_of_view) {
    return {read_vector<Stream::start_position_x, Stream::start_position_y>(call, slot_of_view),
            read_vector<Stream::start_velocity_x, Stream::start_velocity_y>(call, slot_of_view)};
}

Seen point_at(const StageCall& call, std::size_t slot) {
    return {read_vector<Stream::target_x, Stream::target_y>(call, slot),
            read_vector<Stream::target_velocity_x, Stream::target_velocity_y>(call, slot)};
}

StageResult pursue_quarry(const StageCall& call, Way way, Quarry quarry) {
    const std::int32_t* target_agents = call.input<Stream::target_agent>();
    return for_each_agent(call, [&](std::size_t slot) {
        const Motion motion(call, slot);
        // An agent without a quarry is checked like all others.
        if (motion.bad() || motion.max_speed <= 0) return false;
        if (quarry == Quarry::agent) {
            const std::int32_t target = target_agents[slot];
            if (target == -1) return add_force(call, slot, {0, 0});
            if (target < -1 || static_cast<std::size_t>(target) >= call.tile.view_size) return false;
        }
        const Seen seen = quarry == Quarry::agent
                              ? agent_at(call, static_cast<std::size_t>(target_agents[slot]))
                              : point_at(call, slot);
        if (bad(seen.position) || bad(seen.velocity)) return false;

        const Vector p = motion.position;
        const float ex = seen.position.x - p.x;
        const float ey = seen.position.y - p.y;
        const float distance = std::sqrt(max_keep_nan(squared_length(ex, ey), squared_length_floor));
        const float e = distance / motion.max_speed;
        const float ahead_x = seen.velocity.x * e;
        const float ahead_y = seen.velocity.y * e;
        const float ax = seen.position.x + ahead_x;
        const float ay = seen.position.y + ahead_y;
        const Vector d = way == Way::towards ? Vector{ax - p.x, ay - p.y} : Vector{p.x - ax, p.y - ay};
        return add_force(call, slot, seek_force(d, motion.velocity, motion.max_speed, 0));
    });
}

}  // namespace

StageResult pursue(const StageCall& call) {
    return pursue_quarry(call, Way::towards, call.stage<Pursue>().quarry);
}

StageResult evade(const StageCall& call) {
    return pursue_quarry(call, Way::away, call.stage<Evade>().quarry);
}

}  // namespace wend::detail::reference
