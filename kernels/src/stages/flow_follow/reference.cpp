// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "flow/flow_data.hpp"
#include "reference/reference.hpp"
#include "wend/flow_follow.hpp"

namespace wend::detail::reference {
namespace {

struct Place {
    std::size_t before;
    float share;
};

Place place(float at, float first, float per_cell, std::uint32_t count) {
    const float last = static_cast<float>(count - 1);
    const float cells = (at - first) * per_cell;
    const float inside = std::max(cells < last ? cells : last, 0.0f);
    const float before = std::min(std::floor(inside), last - 1);
    return {static_cast<std::size_t>(before), inside - before};
}

float between(float from, float to, float share) {
    const float way = (to - from) * share;
    return from + way;
}

}  // namespace

template <>
StageResult run<FlowFollow>(const StageInput& in, StageOutput& out) {
    const FlowFollow& stage = in.stage<FlowFollow>();
    const FlowData& data = FlowDataAccess::data(stage.field);
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        if (motion.bad()) return false;
        if (data.velocities == nullptr) return add_force(in, out, slot, {0, 0});
        const float way_x = motion.velocity.x * stage.prediction;
        const float way_y = motion.velocity.y * stage.prediction;
        const Place x = place(motion.position.x + way_x, data.first_x, data.per_cell_x, data.grid.columns);
        const Place y = place(motion.position.y + way_y, data.first_y, data.per_cell_y, data.grid.rows);
        const auto sample = [&](std::size_t component) {
            const auto at = [&](std::size_t column, std::size_t row) {
                return data.velocities[2 * (row * data.grid.columns + column) + component];
            };
            return between(between(at(x.before, y.before), at(x.before + 1, y.before), x.share),
                           between(at(x.before, y.before + 1), at(x.before + 1, y.before + 1), x.share),
                           y.share);
        };
        const Vector wish = {sample(0), sample(1)};
        if (data.own.empty() &&
            !(magnitude(wish.x) <= 2 * component_limit && magnitude(wish.y) <= 2 * component_limit))
            return false;
        const float scale = limit_scale(motion.max_speed, squared_length(wish.x, wish.y));
        const float desired_x = wish.x * scale;
        const float desired_y = wish.y * scale;
        return add_force(in, out, slot, {desired_x - motion.velocity.x, desired_y - motion.velocity.y});
    });
}

}  // namespace wend::detail::reference
