// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"
#include "wend/random.hpp"
#include "wend/retarget_wander.hpp"

namespace wend::detail::reference {

namespace {

float unit_for(const StageInput& in, std::size_t slot, std::uint32_t decision, Purpose kind) {
    return random_unit(random_bits(in.ticks.seed, id_of(in, slot), decision, purpose(kind)));
}

float between(float min, float max, float u) {
    const float rest = 1.0f - u;
    const float from_min = min * rest;
    const float from_max = max * u;
    return from_min + from_max;
}

}  // namespace

template <>
StageResult run<RetargetWander>(const StageInput& in, StageOutput& out) {
    const RetargetWander& wander = in.stage<RetargetWander>();
    const Rectangle& area = wander.area;
    const double* seconds = in.get<Stream::seconds_left>();
    const std::uint32_t* decisions = in.get<Stream::decision>();
    float* new_target_x = out.get<Stream::target_x>();
    float* new_target_y = out.get<Stream::target_y>();
    double* new_seconds = out.get<Stream::seconds_left>();
    std::uint32_t* new_decisions = out.get<Stream::decision>();

    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        const double seconds_left = load_double(seconds, slot);
        Vector target = read_vector<Stream::target_x, Stream::target_y>(in, slot);
        // An invalid target is a fault even in the tick that would replace it.
        if (motion.bad() || bad(target) || bad(seconds_left)) return false;

        const std::uint32_t n = decisions[slot];
        const bool pick = seconds_left <= 0;
        double left = seconds_left;
        if (pick) {
            const float u_x = unit_for(in, slot, n, Purpose::retarget_wander_x);
            const float u_y = unit_for(in, slot, n, Purpose::retarget_wander_y);
            target.x = store(between(area.min_x, area.max_x, u_x));
            target.y = store(between(area.min_y, area.max_y, u_y));
            auto interval = static_cast<double>(wander.interval);
            if (wander.random_phase && n == 0) {
                const float u = unit_for(in, slot, n, Purpose::retarget_wander_phase);
                interval = interval * static_cast<double>(u);
            }
            left = max_keep_nan(seconds_left + interval, 0.0);
        }
        new_target_x[slot] = target.x;
        new_target_y[slot] = target.y;
        store_double(new_seconds, slot, left - static_cast<double>(in.ticks.dt));
        new_decisions[slot] = pick ? n + 1 : n;
        const Vector d{target.x - motion.position.x, target.y - motion.position.y};
        return add_force(in, out, slot, seek_force(d, motion.velocity, motion.max_speed, 0));
    });
}

}  // namespace wend::detail::reference
