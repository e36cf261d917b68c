// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "reference/reference.hpp"

namespace wend::detail::reference {

namespace {

enum class Way { towards, away };

struct Quarry {
    float x, y;
    float velocity_x, velocity_y;
};

Quarry point_at(const StageCall& call, std::size_t slot) {
    return {read(call.input<Stream::target_x>()[slot]), read(call.input<Stream::target_y>()[slot]),
            read(call.input<Stream::target_velocity_x>()[slot]),
            read(call.input<Stream::target_velocity_y>()[slot])};
}

/// These streams begin at the view's first agent, not at the tile's.
Quarry agent_at(const StageCall& call, std::size_t slot_of_view) {
    return {read(call.input<Stream::start_position_x>()[slot_of_view]),
            read(call.input<Stream::start_position_y>()[slot_of_view]),
            read(call.input<Stream::start_velocity_x>()[slot_of_view]),
            read(call.input<Stream::start_velocity_y>()[slot_of_view])};
}

bool bad_quarry(const Quarry& quarry) {
    return bad(quarry.x) || bad(quarry.y) || bad(quarry.velocity_x) || bad(quarry.velocity_y);
}

void pursue_quarry(const StageCall& call, Way way) {
    const bool other_agents = call.stages[0].seek.other_agents;
    const float* position_x = call.input<Stream::position_x>();
    const float* position_y = call.input<Stream::position_y>();
    const float* velocity_x = call.input<Stream::velocity_x>();
    const float* velocity_y = call.input<Stream::velocity_y>();
    const float* max_speeds = call.input<Stream::max_speed>();
    const std::int32_t* target_agents = call.input<Stream::target_agent>();

    for (std::size_t slot = 0; slot < agent_count(call); ++slot) {
        if (sits_out(call, slot)) continue;
        const float px = read(position_x[slot]);
        const float py = read(position_y[slot]);
        const float vx = read(velocity_x[slot]);
        const float vy = read(velocity_y[slot]);
        const float max_speed = read_or(max_speeds, slot, call.max_speed);
        // Whoever has no quarry is looked at like everybody else.
        if (bad(px) || bad(py) || bad(vx) || bad(vy) || bad(max_speed) || max_speed <= 0) {
            set_fault(call, slot);
            continue;
        }
        if (other_agents) {
            const std::int32_t target = target_agents[slot];
            if (target == -1) {
                add_force(call, slot, {0, 0});
                continue;
            }
            if (target < -1 || static_cast<std::size_t>(target) >= call.agent_count) {
                set_fault(call, slot);
                continue;
            }
        }
        const Quarry quarry = other_agents ? agent_at(call, static_cast<std::size_t>(target_agents[slot]))
                                           : point_at(call, slot);
        if (bad_quarry(quarry)) {
            set_fault(call, slot);
            continue;
        }

        const float ex = quarry.x - px;
        const float ey = quarry.y - py;
        const float e = std::sqrt(floored(squared_length(ex, ey), squared_length_floor)) / max_speed;
        const float ahead_x = quarry.velocity_x * e;
        const float ahead_y = quarry.velocity_y * e;
        const float ax = quarry.x + ahead_x;
        const float ay = quarry.y + ahead_y;
        const Vector d = way == Way::towards ? Vector{ax - px, ay - py} : Vector{px - ax, py - ay};
        add_force(call, slot, seek_force(d, {vx, vy}, max_speed, 0));
    }
}

}  // namespace

void pursue(const StageCall& call) { pursue_quarry(call, Way::towards); }

void evade(const StageCall& call) { pursue_quarry(call, Way::away); }

}  // namespace wend::detail::reference
