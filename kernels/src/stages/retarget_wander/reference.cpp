// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"
#include "wend/random.hpp"

namespace wend::detail::reference {

namespace {

float uniform_for(const StageCall& call, std::size_t slot, std::uint32_t decision, Purpose kind) {
    return uniform(draw(call.seed, id_of(call, slot), decision, purpose(kind)));
}

float between(float min, float max, float u) {
    const float size = max - min;
    const float way = u * size;
    return min + way;
}

}  // namespace

void retarget_wander(const StageCall& call) {
    const RetargetWanderParameters& parameters = call.stages[0].retarget_wander;
    const Rectangle& area = parameters.area;
    const float* position_x = call.input<Stream::position_x>();
    const float* position_y = call.input<Stream::position_y>();
    const float* velocity_x = call.input<Stream::velocity_x>();
    const float* velocity_y = call.input<Stream::velocity_y>();
    const float* target_x = call.input<Stream::target_x>();
    const float* target_y = call.input<Stream::target_y>();
    const float* seconds = call.input<Stream::seconds_left>();
    const std::uint32_t* decisions = call.input<Stream::decision>();
    const float* max_speeds = call.input<Stream::max_speed>();
    float* new_target_x = call.output<Stream::target_x>();
    float* new_target_y = call.output<Stream::target_y>();
    float* new_seconds = call.output<Stream::seconds_left>();
    std::uint32_t* new_decisions = call.output<Stream::decision>();

    for (std::size_t slot = 0; slot < agent_count(call); ++slot) {
        if (sits_out(call, slot)) continue;
        const float px = read(position_x[slot]);
        const float py = read(position_y[slot]);
        const float vx = read(velocity_x[slot]);
        const float vy = read(velocity_y[slot]);
        const float seconds_left = read(seconds[slot]);
        const float max_speed = read_or(max_speeds, slot, call.max_speed);
        float tx = read(target_x[slot]);
        float ty = read(target_y[slot]);
        // A bad target is a fault even in the tick that would replace it.
        if (bad(px) || bad(py) || bad(vx) || bad(vy) || bad(tx) || bad(ty) || bad(seconds_left) ||
            bad(max_speed) || max_speed < 0) {
            set_fault(call, slot);
            continue;
        }

        const std::uint32_t n = decisions[slot];
        const bool pick = seconds_left <= 0;
        float left = seconds_left;
        if (pick) {
            const float u_x = uniform_for(call, slot, n, Purpose::retarget_wander_x);
            const float u_y = uniform_for(call, slot, n, Purpose::retarget_wander_y);
            tx = store(between(area.min_x, area.max_x, u_x));
            ty = store(between(area.min_y, area.max_y, u_y));
            float interval = parameters.interval;
            if (parameters.random_phase && n == 0)
                interval = interval * uniform_for(call, slot, n, Purpose::retarget_wander_phase);
            left = floored(seconds_left + interval, 0);
        }
        add_force(call, slot, seek_force({tx - px, ty - py}, {vx, vy}, max_speed, 0));

        new_target_x[slot] = tx;
        new_target_y[slot] = ty;
        new_seconds[slot] = store(left - call.dt);
        new_decisions[slot] = pick ? n + 1 : n;
    }
}

}  // namespace wend::detail::reference
