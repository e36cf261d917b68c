// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"
#include "wend/containment.hpp"

namespace wend::detail::reference {

template <>
StageResult run<Containment>(const StageInput& in, StageOutput& out) {
    const Containment& stage = in.stage<Containment>();
    const float per_margin = 1.0f / stage.margin;
    const auto share = [&](float depth) {
        const float part = depth * per_margin;
        return part > 1 ? 1.0f : part < 0 ? 0.0f : part;
    };
    const auto across = [&](float least, float most, float position, float velocity, float max_speed) {
        const float way = velocity * stage.prediction;
        const float predicted = position + way;
        const float from_low = share((least + stage.margin) - predicted) * (max_speed - velocity);
        const float from_high = share(predicted - (most - stage.margin)) * (max_speed + velocity);
        return from_low - from_high;
    };
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        if (motion.bad()) return false;
        const Rectangle& area = stage.area;
        return add_force(
            in, out, slot,
            {across(area.min_x, area.max_x, motion.position.x, motion.velocity.x, motion.max_speed),
             across(area.min_y, area.max_y, motion.position.y, motion.velocity.y, motion.max_speed)});
    });
}

}  // namespace wend::detail::reference
