// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/program.hpp"

#include <bit>
#include <utility>

#include "plan.hpp"

namespace wend {
namespace {

Status invalid(const char* rule) { return {.code = Code::invalid_program, .subject = rule}; }

/// Forces and then one locomotion, or one waypoint advance by itself.
Status check_composition(const std::vector<Stage>& stages) {
    if (stages.empty()) return invalid("a program has at least one stage");
    if (stages.size() == 1 && std::holds_alternative<WaypointAdvance>(stages[0])) return {};
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool last = i + 1 == stages.size();
        const bool force = std::visit([](const auto& stage) { return detail::is_force(stage); }, stages[i]);
        const bool locomotion = std::holds_alternative<Locomotion>(stages[i]);
        Status status;
        if (!force && !locomotion)
            status = invalid("waypoint_advance is a program by itself");
        else if (last && !locomotion)
            status = invalid("forces end in one locomotion, the last stage");
        else if (!last && locomotion)
            status = invalid("locomotion is the last stage");
        else if (last && i == 0)
            status = invalid("locomotion needs at least one force before it");
        else if (i >= detail::max_stages - 1 && !last)
            status = invalid("a program has at most 8 forces");
        if (!status) {
            status.index = i;
            return status;
        }
    }
    return {};
}

}  // namespace

Expected<Program> Program::build(std::vector<Stage> stages) {
    if (Status s = check_composition(stages); !s) return s;
    auto plan = std::make_shared<Plan>();
    for (std::size_t i = 0; i < stages.size(); ++i) {
        Status status = std::visit([](const auto& stage) { return detail::check(stage); }, stages[i]);
        if (!status) {
            status.index = i;
            return status;
        }
        plan->needs.add(std::visit([](const auto& stage) { return detail::needs(stage); }, stages[i]));
    }
    plan->stages = std::move(stages);
    for (detail::StreamMask left = plan->needs.required(); left != 0; left &= left - 1) {
        const auto stream = static_cast<Stream>(std::countr_zero(left));
        plan->streams.push_back({stream, (plan->needs.written & detail::mask(stream)) != 0});
    }
    return Program(std::move(plan));
}

std::span<const Stage> Program::stages() const noexcept { return plan_->stages; }
std::span<const StreamUse> Program::streams() const noexcept { return plan_->streams; }

namespace detail {

ResolvedStages resolve(const Program::Plan& plan, float dt) {
    ResolvedStages resolved{};
    std::array<std::uint32_t, stage_kind_count> seen{};
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        const ResolveContext context{dt, seen[static_cast<std::size_t>(plan.kind(i))]++};
        resolved.parameters[i] =
            std::visit([&](const auto& stage) { return resolve(stage, context); }, plan.stages[i]);
        if (const auto* locomotion = std::get_if<Locomotion>(&plan.stages[i]))
            resolved.limits = {as_read(locomotion->max_force.value_or(0)), as_read(locomotion->max_speed.value_or(0)),
                               locomotion->mass.value_or(1)};
    }
    return resolved;
}

}  // namespace detail
}  // namespace wend
