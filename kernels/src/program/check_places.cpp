// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Checks of agents' places, for `validate`.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <variant>

#include "columns/elements.hpp"
#include "float_environment.hpp"
#include "flow/flow_data.hpp"
#include "program/plan.hpp"
#include "wend/parameter.hpp"

namespace wend::detail {
namespace {

float float_at(const AgentView& agents, Stream stream, std::size_t slot) {
    float value = 0;
    std::memcpy(&value, element_at(agents.column(stream), slot), sizeof value);
    return value;
}

bool acts_on(const AgentView& agents, std::size_t slot, std::size_t stage) {
    if (!agents.has(Stream::stages)) return true;
    std::uint32_t stages = 0;
    std::memcpy(&stages, element_at(agents.column(Stream::stages), slot), sizeof stages);
    return (stages >> stage & 1) != 0;
}

Status check_ways(const Plan& plan, const AgentView& agents, const FlowField& field, std::size_t stage) {
    const FlowData& data = FlowDataAccess::data(field);
    if (data.cut_off.empty()) return {};
    std::size_t count = 0;
    std::size_t first = 0;
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        const Point place{static_cast<double>(float_at(agents, Stream::position_x, slot)),
                          static_cast<double>(float_at(agents, Stream::position_y, slot))};
        // Others are at fault.
        const bool legal = std::abs(place.x) <= static_cast<double>(component_limit) &&
                           std::abs(place.y) <= static_cast<double>(component_limit);
        if (!legal || field.reaches(place) || !acts_on(agents, slot, stage)) continue;
        if (count++ == 0) first = slot;
    }
    if (count == 0) return {};
    return about_stage(
        {.code = Code::no_way,
         .other = data.goals_are_shut ? "closed cells (obstacles and the clearance) surround the goals"
                                      : "closed cells (obstacles and the clearance) lie between",
         .value = static_cast<double>(count),
         .sub_index = first},
        plan.stages[stage], stage);
}

/// The greatest speed of agents whose positions are summed up in floats.
struct Speed {
    Stream stream;
    std::optional<float> value;
    const char* step;
};

std::optional<Speed> speed_of(const Plan& plan) {
    if (const Locomotion* const last = plan.locomotion())
        return Speed{Stream::max_speed, last->max_speed, "max_speed * dt"};
    if (const auto* const last = plan.stages.empty() ? nullptr : std::get_if<Approach>(&plan.stages.back()))
        return Speed{Stream::speed, last->speed, "speed * dt"};
    return std::nullopt;
}

}  // namespace

Status check_spacing(const Plan& plan, const AgentView& agents, const Ticks& ticks) {
    return in_default_float_environment([&]() -> Status {
        const std::optional<Speed> fastest = speed_of(plan);
        if (!fastest) return {};
        Status worst;
        float least = 1;  // step by spacing
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            const float speed = fastest->value ? *fastest->value : float_at(agents, fastest->stream, slot);
            const float reach = std::max(std::abs(float_at(agents, Stream::position_x, slot)),
                                         std::abs(float_at(agents, Stream::position_y, slot)));
            const float spacing = std::nextafter(reach, std::numeric_limits<float>::infinity()) - reach;
            const float step = speed * ticks.dt;
            if (!(step > 0 && reach <= component_limit && step < least * spacing)) continue;
            least = step / spacing;
            worst = {.code = Code::coarse_positions,
                     .subject = fastest->step,
                     .value = static_cast<double>(step),
                     .low = static_cast<double>(spacing),
                     .sub_index = slot};
        }
        return worst;
    });
}

Status check_ways(const Plan& plan, const AgentView& agents) {
    return in_default_float_environment([&]() -> Status {
        for (std::size_t stage = 0; stage < plan.stages.size(); ++stage)
            if (const auto* const follow = std::get_if<FlowFollow>(&plan.stages[stage]))
                if (Status s = check_ways(plan, agents, follow->field, stage); !s) return s;
        return {};
    });
}

}  // namespace wend::detail
