// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/program.hpp"

#include <bit>
#include <utility>

#include "driver/plan.hpp"

namespace wend {
namespace {

Status invalid(const char* rule) { return {.code = Code::invalid_program, .subject = rule}; }

template <class Kind>
constexpr bool is_mover_of(const Kind&) {
    return detail::is_mover<Kind>;
}

/// Forces and then one locomotion, or another mover by itself; no stream is the state of two stages.
Status check_composition(const std::vector<Stage>& stages) {
    if (stages.empty()) return invalid("a program has at least one stage");
    detail::StreamMask written = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool last = i + 1 == stages.size();
        const bool locomotion = std::holds_alternative<Locomotion>(stages[i]);
        const bool mover = std::visit([](const auto& stage) { return is_mover_of(stage); }, stages[i]);
        // Several wanders may walk one angle (each draws for a purpose of its own): the last one's change is
        // kept.
        const detail::StreamMask state =
            std::visit([](const auto& stage) { return detail::needs(stage).written; }, stages[i]) &
            ~detail::mask(Stream::wander_angle);
        Status status;
        if (mover && !locomotion && stages.size() > 1)
            status = invalid("waypoint_advance and approach are programs by themselves");
        else if (last && !mover)
            status = invalid("forces end in one locomotion, the last stage");
        else if (!last && locomotion)
            status = invalid("locomotion is the last stage");
        else if (last && locomotion && i == 0)
            status = invalid("locomotion needs at least one force before it");
        else if (i >= detail::max_stages - 1 && !last)
            status = invalid("a program has at most 8 forces");
        else if ((written & state) != 0)
            status = {.code = Code::invalid_program,
                      .subject = "two stages have the same state",
                      .other = name(static_cast<Stream>(std::countr_zero(written & state))).data()};
        if (!status) {
            status.index = i;
            return status;
        }
        written |= state;
    }
    return {};
}

bool looks_at_others(const Stage& stage) {
    if (const auto* pursue = std::get_if<Pursue>(&stage)) return pursue->quarry == Quarry::agent;
    if (const auto* evade = std::get_if<Evade>(&stage)) return evade->quarry == Quarry::agent;
    return false;
}

Use use_of(const detail::StreamNeeds& needs, Stream stream) {
    const detail::StreamMask bit = detail::mask(stream);
    if ((needs.written & bit) != 0) return Use::state;
    if ((needs.scratch & bit) != 0) return Use::scratch;
    return Use::input;
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
        plan->looks_at_others |= looks_at_others(stages[i]);
        if (const auto* follow = std::get_if<PathFollow>(&stages[i])) plan->swept |= follow->swept;
    }
    if (const auto* locomotion = std::get_if<Locomotion>(&stages.back())) {
        plan->prioritised = locomotion->composition == Composition::prioritised;
        if (plan->needs.positive_max_speed && locomotion->max_speed &&
            !(*locomotion->max_speed >= detail::component_floor))
            return Status{.code = Code::parameter_out_of_range,
                          .subject = "max_speed",
                          .value = static_cast<double>(*locomotion->max_speed),
                          .index = stages.size() - 1};
    }
    plan->stages = std::move(stages);
    for (detail::StreamMask left = plan->needs.required(); left != 0; left &= left - 1) {
        const auto stream = static_cast<Stream>(std::countr_zero(left));
        plan->streams.push_back({stream, use_of(plan->needs, stream)});
    }
    for (detail::StreamMask left = plan->needs.output; left != 0; left &= left - 1)
        plan->outputs.push_back(static_cast<Stream>(std::countr_zero(left)));
    return Program(std::move(plan));
}

std::span<const Stage> Program::stages() const noexcept { return plan_->stages; }
std::span<const StreamUse> Program::streams() const noexcept { return plan_->streams; }
std::span<const Stream> Program::outputs() const noexcept { return plan_->outputs; }

namespace detail {

ResolvedStages resolve(const Program::Plan& plan, float dt) {
    ResolvedStages resolved{};
    std::array<std::uint32_t, stage_kind_count> seen{};
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        const ResolveContext context{dt, seen[static_cast<std::size_t>(plan.kind(i))]++};
        resolved.parameters[i] =
            std::visit([&](const auto& stage) { return resolve(stage, context); }, plan.stages[i]);
        if (const auto* locomotion = std::get_if<Locomotion>(&plan.stages[i]))
            resolved.limits = {as_read(locomotion->max_force.value_or(0)),
                               as_read(locomotion->max_speed.value_or(0)), locomotion->mass.value_or(1)};
    }
    return resolved;
}

}  // namespace detail
}  // namespace wend
