// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"

/// Seek and its nearest: the target is a point that stands still.
namespace wend::detail::reference {

namespace {

enum class Way { towards, away };

void seek_point(const StageCall& call, Way way, float slowing_radius) {
    const float* position_x = call.input<Stream::position_x>();
    const float* position_y = call.input<Stream::position_y>();
    const float* velocity_x = call.input<Stream::velocity_x>();
    const float* velocity_y = call.input<Stream::velocity_y>();
    const float* target_x = call.input<Stream::target_x>();
    const float* target_y = call.input<Stream::target_y>();
    const float* max_speeds = call.input<Stream::max_speed>();

    for (std::size_t slot = 0; slot < agent_count(call); ++slot) {
        if (sits_out(call, slot)) continue;
        const float px = read(position_x[slot]);
        const float py = read(position_y[slot]);
        const float vx = read(velocity_x[slot]);
        const float vy = read(velocity_y[slot]);
        const float tx = read(target_x[slot]);
        const float ty = read(target_y[slot]);
        const float max_speed = read_or(max_speeds, slot, call.max_speed);
        if (bad(px) || bad(py) || bad(vx) || bad(vy) || bad(tx) || bad(ty) || bad(max_speed) ||
            max_speed < 0) {
            set_fault(call, slot);
            continue;
        }

        const Vector d = way == Way::towards ? Vector{tx - px, ty - py} : Vector{px - tx, py - ty};
        add_force(call, slot, seek_force(d, {vx, vy}, max_speed, slowing_radius));
    }
}

}  // namespace

void seek(const StageCall& call) { seek_point(call, Way::towards, 0); }

void flee(const StageCall& call) { seek_point(call, Way::away, 0); }

void arrive(const StageCall& call) { seek_point(call, Way::towards, call.stages[0].seek.slowing_radius); }

}  // namespace wend::detail::reference
