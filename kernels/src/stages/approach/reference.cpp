// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "reference/reference.hpp"
#include "stages/approach/pick.hpp"
#include "wend/approach.hpp"

namespace wend::detail::reference {

namespace {

bool same(Vector a, Vector b) { return a.x == b.x && a.y == b.y; }

struct Leg {
    Vector position;
    Vector velocity;
};

/// Moves from p towards the walk-to point, at most to it.
Leg walked(Vector p, Vector walk, float speed, float dt) {
    const float rx = walk.x - p.x;
    const float ry = walk.y - p.y;
    const float r = std::sqrt(max_keep_nan(squared_length(rx, ry), squared_length_floor));
    const float pace = speed / r;
    const Vector velocity{store(rx * pace), store(ry * pace)};
    const float travel = speed * dt;
    if (travel >= r) return {walk, velocity};
    const float c = travel / r;
    const float way_x = rx * c;
    const float way_y = ry * c;
    return {{store(p.x + way_x), store(p.y + way_y)}, velocity};
}

}  // namespace

template <>
StageResult run<Approach>(const StageInput& in, StageOutput& out) {
    const ApproachParameters parameters(in.stage<Approach>());
    const bool repicks = parameters.repick_interval > 0;
    const float* position_x = in.get<Stream::position_x>();
    const float* position_y = in.get<Stream::position_y>();
    const float* walk_x = in.get<Stream::walk_x>();
    const float* walk_y = in.get<Stream::walk_y>();
    const float* target_x = in.get<Stream::target_x>();
    const float* target_y = in.get<Stream::target_y>();
    const float* speeds = in.get<Stream::speed>();
    const double* seconds = in.get<Stream::seconds_left>();
    const std::uint32_t* decisions = in.get<Stream::decision>();
    float* new_position_x = out.get<Stream::position_x>();
    float* new_position_y = out.get<Stream::position_y>();
    float* new_walk_x = out.get<Stream::walk_x>();
    float* new_walk_y = out.get<Stream::walk_y>();
    double* new_seconds = out.get<Stream::seconds_left>();
    std::uint32_t* new_decisions = out.get<Stream::decision>();
    float* velocity_x = out.get<Stream::velocity_x>();
    float* velocity_y = out.get<Stream::velocity_y>();
    std::uint32_t* arrived = out.get<Stream::arrived>();

    return for_each_agent(in, out, [&](std::size_t slot) {
        const Vector p{read(position_x[slot]), read(position_y[slot])};
        const Vector target{read(target_x[slot]), read(target_y[slot])};
        Vector walk{read(walk_x[slot]), read(walk_y[slot])};
        const float speed = read_or(speeds, slot, parameters.speed);
        const double seconds_left = repicks ? load_double(seconds, slot) : 0.0;
        if (bad(p.x) || bad(p.y) || bad(walk.x) || bad(walk.y) || bad(target.x) || bad(target.y) ||
            bad(speed) || bad(seconds_left) || speed < 0)
            return false;

        const std::uint32_t n = decisions[slot];
        const bool home = same(p, target);
        const bool due = repicks && seconds_left <= 0;
        const bool on = same(p, walk) || due;
        const bool pick = on && !home;
        const bool stands = on && home;
        if (pick) walk = approach_pick(parameters, p, target, {in.ticks.seed, id_of(in, slot), n});
        if (stands) walk = p;
        const Leg leg = stands ? Leg{p, {0, 0}} : walked(p, walk, speed, in.ticks.dt);
        if (!finite(leg.position.x) || !finite(leg.position.y)) return false;

        new_position_x[slot] = leg.position.x;
        new_position_y[slot] = leg.position.y;
        new_walk_x[slot] = walk.x;
        new_walk_y[slot] = walk.y;
        if (pick) new_decisions[slot] = n + 1;
        if (repicks) {
            const auto interval = static_cast<double>(parameters.repick_interval);
            double left = seconds_left;
            if (pick) left = due ? max_keep_nan(seconds_left + interval, 0.0) : interval;
            store_double(new_seconds, slot, stands ? 0.0 : left - static_cast<double>(in.ticks.dt));
        }
        if (velocity_x != nullptr) velocity_x[slot] = leg.velocity.x;
        if (velocity_y != nullptr) velocity_y[slot] = leg.velocity.y;
        if (arrived != nullptr) arrived[slot] = same(leg.position, target) ? 1 : 0;
        return true;
    });
}

}  // namespace wend::detail::reference
