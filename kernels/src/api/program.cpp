// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/program.hpp"

#include <bit>
#include <utility>

#include "driver/float_environment.hpp"
#include "driver/plan.hpp"

namespace wend {
namespace {

using detail::about_stage;
using detail::kernel_list;
using detail::Role;
using detail::uses_of;

constexpr auto roles = detail::map_kernels([](const auto& row) { return row.role; });
constexpr auto draw_kinds =
    detail::map_kernels([](const auto& row) { return row.draws == detail::Draws::yes; });

Status invalid(const char* rule) { return {.code = Code::invalid_program, .subject = rule}; }

/// Forces and then one locomotion, or a stage that is a program by itself.
Status check_role(std::size_t kind, std::size_t index, std::size_t count) {
    const Role role = roles[kind];
    const bool last = index + 1 == count;
    if (role == Role::alone && count > 1)
        return invalid("waypoint_advance and approach must be alone in a program");
    if (role == Role::force && last) return invalid("a force must be followed by locomotion, the last stage");
    if (role == Role::locomotion && !last) return invalid("locomotion must be the last stage");
    if (role == Role::locomotion && index == 0) return invalid("locomotion must follow at least one force");
    if (role == Role::force && index >= detail::max_stages - 1)
        return invalid("a program must not have more than 8 forces");
    return {};
}

/// No stream is the state of two stages. Several wanders may walk one angle (each draws for a purpose of its
/// own): the last one's change is kept.
Status check_state(StreamSet written, StreamSet state) {
    const StreamSet both = written & state & ~stream_set(Stream::wander_angle);
    if (both == 0) return {};
    return {.code = Code::invalid_program,
            .subject = "must not have the state of an earlier stage",
            .other = name(static_cast<Stream>(std::countr_zero(both))).data()};
}

Status check_composition(const std::vector<Stage>& stages) {
    if (stages.empty()) return invalid("a program must have at least one stage");
    StreamSet written = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StreamSet state = uses_of(stages[i]).written;
        Status status = check_role(stages[i].index(), i, stages.size());
        if (status) status = check_state(written, state);
        if (!status) return about_stage(status, stages[i], i);
        written |= state;
    }
    return {};
}

Use use_of(const StreamUses& uses, Stream stream) {
    const StreamSet bit = stream_set(stream);
    if ((uses.written & bit) != 0) return Use::state;
    if ((uses.scratch & bit) != 0) return Use::scratch;
    return Use::input;
}

}  // namespace

Expected<Program> Program::build(std::vector<Stage> stages) {
    return detail::in_default_float_environment([&]() -> Expected<Program> {
        if (Status s = check_composition(stages); !s) return s;
        auto plan = std::make_shared<detail::Plan>();
        for (std::size_t i = 0; i < stages.size(); ++i) {
            if (Status s = detail::check_stage(stages[i]); !s) return about_stage(s, stages[i], i);
            plan->uses.add(uses_of(stages[i]));
            plan->draws |= draw_kinds[stages[i].index()];
            if (const auto* follow = std::get_if<PathFollow>(&stages[i])) plan->swept |= follow->swept;
        }
        plan->looks_at_others = plan->uses.scratch != 0;
        if (const auto* locomotion = std::get_if<Locomotion>(&stages.back())) {
            plan->prioritised = locomotion->composition == Composition::prioritised;
            if (plan->uses.positive_max_speed && locomotion->max_speed)
                if (Status s = detail::check_range("max_speed", *locomotion->max_speed, positive); !s)
                    return about_stage(s, stages.back(), stages.size() - 1);
        }
        plan->stages = std::move(stages);
        for (StreamSet left = plan->uses.required(); left != 0; left &= left - 1) {
            const auto stream = static_cast<Stream>(std::countr_zero(left));
            plan->streams.push_back({stream, use_of(plan->uses, stream)});
        }
        for (StreamSet left = plan->uses.output; left != 0; left &= left - 1)
            plan->outputs.push_back(static_cast<Stream>(std::countr_zero(left)));
        return Program(std::move(plan));
    });
}

std::span<const Stage> Program::stages() const noexcept { return plan_->stages; }
std::span<const StreamUse> Program::streams() const noexcept { return plan_->streams; }
std::span<const Stream> Program::outputs() const noexcept { return plan_->outputs; }
bool Program::draws() const noexcept { return plan_->draws; }
bool Program::looks_at_others() const noexcept { return plan_->looks_at_others; }

namespace detail {

StreamUses uses_of(const Stage& stage) {
    return std::visit([](const auto& one) { return one.streams(); }, stage);
}

Status about_stage(Status status, const Stage& stage, std::size_t index) {
    if (status.ok()) return status;
    status.index = index;
    status.stage = name(stage).data();
    return status;
}

ResolvedStages resolve(const Plan& plan) {
    ResolvedStages resolved{};
    std::array<std::uint32_t, stage_kind_count> seen{};
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        StageArguments& arguments = resolved.arguments[i];
        arguments.ordinal = seen[plan.kind(i)]++;
        std::visit(
            [&]<class S>(const S& stage) {
                arguments.parameters = &stage;
                if constexpr (requires { stage.weight; }) arguments.weight = stage.weight;
            },
            plan.stages[i]);
    }
    if (const Locomotion* locomotion = plan.locomotion())
        resolved.limits = {as_read(locomotion->max_force.value_or(0)),
                           as_read(locomotion->max_speed.value_or(0)), locomotion->mass.value_or(1)};
    return resolved;
}

}  // namespace detail
}  // namespace wend
