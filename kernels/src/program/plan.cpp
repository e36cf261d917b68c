// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "program/plan.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "neighbours/grid.hpp"
#include "obstacles/obstacle_data.hpp"
#include "paths/path_data.hpp"
#include "stage/capacities.hpp"
#include "stages/locomotion/motion_options.hpp"

namespace wend::detail {
namespace {

constexpr auto roles = map_kernels([](const auto& row) { return row.role; });
constexpr auto folders = map_kernels([](const auto& row) { return row.folder; });
constexpr auto divides_by_max_speed =
    map_kernels([](const auto& row) { return row.max_speed == MaxSpeed::positive; });
constexpr auto neighbour_forces =
    map_kernels([]<class S>(const KernelRow<S>&) { return is_neighbour_force<S>; });
constexpr auto in_build = map_kernels([]<class S>(const KernelRow<S>&) { return is_in_build<S>; });
constexpr auto costs = map_kernels([](const auto& row) { return row.cost; });
constexpr auto draw_kinds = map_kernels([](const auto& row) { return row.draws == Draws::yes; });

Status invalid(const char* rule) { return {.code = Code::invalid_program, .subject = rule}; }

/// Forces and then one locomotion, or a stage that is a program by itself.
Status check_role(const std::vector<Stage>& stages, std::size_t index) {
    const Role role = roles[stages[index].index()];
    const std::size_t count = stages.size();
    const bool last = index + 1 == count;
    if (!in_build[stages[index].index()]) return invalid("is left out of this build of wend (WEND_STAGES)");
    if (role == Role::custom_locomotion && !last) return invalid("custom_locomotion must be the last stage");
    if (role == Role::alone && count > 1)
        return invalid("waypoint_advance, approach, resolve_overlaps and orient must be alone in a program");
    if (role == Role::force && last) return invalid("a force must be followed by locomotion, the last stage");
    if (role == Role::locomotion && !last) return invalid("locomotion must be the last stage");
    if (role == Role::locomotion && index == 0) return invalid("locomotion must follow at least one force");
    if (role == Role::velocity && index + 2 != count) return invalid("orca must be right before locomotion");
    if (role == Role::velocity && index == 0) return invalid("orca must follow at least one force");
    if (role == Role::velocity && roles[stages.back().index()] != Role::locomotion)
        return invalid("orca must be right before locomotion");
    if (role == Role::force && index >= max_forces)
        return invalid("a program must not have more than 8 forces");
    return {};
}

/// The streams of a stage in its program: external locomotion knows the last step by its ends.
StreamUses uses_in(const std::vector<Stage>& stages, std::size_t index) {
    StreamUses uses = uses_of(stages[index]);
    if (std::holds_alternative<ExternalLocomotion>(stages.back()))
        uses.written &= ~stream_set(Stream::step_x, Stream::step_y);
    return uses;
}

/// No stream may be the state of two stages. Several wanders may change one angle (each draws for its own
/// purpose): the last one's change is kept.
Status check_state(StreamSet written, StreamSet state) {
    const StreamSet both = written & state & ~stream_set(Stream::wander_angle);
    if (both == 0) return {};
    return {.code = Code::invalid_program,
            .subject = "must not have the state of an earlier stage",
            .other = name(both.first()).data()};
}

StreamSet custom_streams(const Stage& stage) {
    return visit_stage(
        []<class S>(const S& one) -> StreamSet {
            if constexpr (requires { one.function; })
                return one.reads | one.writes;
            else
                return 0;
        },
        stage);
}

Status check_composition(const std::vector<Stage>& stages) {
    if (stages.empty()) return invalid("a program must have at least one stage");
    StreamSet written = 0;
    StreamSet outputs = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StreamUses uses = uses_in(stages, i);
        Status status = check_role(stages, i);
        if (status && custom_streams(stages[i]) != 0) status = check_stage(stages[i]);  // names streams
        if (status) status = check_state(written | outputs, uses.written);
        if (status) status = check_state(written, uses.output);
        if (!status) return about_stage(status, stages[i], i);
        written |= uses.written;
        outputs |= uses.output;
    }
    return {};
}

Use use_of(const StreamUses& uses, Stream stream) {
    const StreamSet bit = stream_set(stream);
    if ((uses.written & bit) != 0) return Use::state;
    return Use::input;
}

/// Refuses a custom stage that works on a stream for which another stage is given a value.
Status check_values(const Plan& plan) {
    const StreamSet both = plan.custom_streams & plan.uses.given_as_value;
    if (both == 0) return {};
    return {.code = Code::given_twice, .subject = name(both.first()).data()};
}

/// Custom stages may name any streams; the scratch of a tile is sized by those of the other stages.
Status check_capacity(const Plan& plan) {
    const StreamUses& uses = plan.uses;
    const StreamSet pending = uses.written | uses.output;
    const StreamSet copied = uses.required() | uses.output | optional_streams;
    if (pending.size() > max_pending || bytes_of_set(pending) > max_pending_bytes)
        return invalid("custom stages write too many streams");
    if (bytes_of_set(copied) > max_copied_bytes) return invalid("custom stages use too many streams");
    return {};
}

/// Points into the plan.
PlannedStage planned_stage(const std::vector<Stage>& stages, std::size_t index, std::uint32_t ordinal) {
    const Stage& stage = stages[index];
    PlannedStage planned{.uses = uses_in(stages, index), .ordinal = ordinal};
    planned.is_neighbour_force = neighbour_forces[stage.index()];
    planned.picks_velocity = roles[stage.index()] == Role::velocity;
    visit_stage(
        [&]<class S>(const S& one) {
            planned.parameters = &one;
            planned.name = S::name.data();
            if constexpr (requires { one.target; })
                if (one.target.point || one.target.streams != TargetStreams::target)
                    planned.target = &one.target;
            if constexpr (std::is_same_v<S, CustomForce>) planned.custom_force = &one;
            if constexpr (std::is_same_v<S, CustomLocomotion>) planned.custom_locomotion = &one;
            if constexpr (requires { one.weight; }) planned.weight = one.weight;
        },
        stage);
    return planned;
}

float radius_of_sight(const Stage& stage) {
    return visit_stage(
        [](const auto& one) -> float {
            if constexpr (requires { one.cos_field_of_view; })
                return one.radius;
            else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one)>, ResolveOverlaps>)
                return 2 * one.body_radius;
            else
                return 0;
        },
        stage);
}

/// Puts each force with neighbours into the first pass of its folder that has none of its kind.
std::vector<PlannedPass> share_passes(const std::vector<Stage>& stages) {
    std::vector<PlannedPass> passes;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const std::size_t kind = stages[i].index();
        if (!neighbour_forces[kind]) continue;
        const auto takes = [&](const PlannedPass& pass) {
            const auto members = std::span(pass.stage).first(pass.count);
            return folders[stages[pass.stage[0]].index()] == folders[kind] &&
                   !std::ranges::any_of(members, [&](std::size_t j) { return stages[j].index() == kind; });
        };
        auto pass = std::ranges::find_if(passes, takes);
        if (pass == passes.end()) pass = passes.insert(pass, PlannedPass{});
        pass->stage[pass->count++] = i;
    }
    return passes;
}

}  // namespace

Expected<std::shared_ptr<Plan>> make_plan(std::vector<Stage> stages) {
    if (Status s = check_composition(stages); !s) return s;
    auto plan = std::make_shared<Plan>();
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (Status s = check_stage(stages[i]); !s) return about_stage(s, stages[i], i);
        plan->uses.add(uses_in(stages, i));
        plan->cost += costs[stages[i].index()];
        plan->draws |= draw_kinds[stages[i].index()] || draws_by_choice(stages[i]);
        plan->custom_streams |= custom_streams(stages[i]);
        plan->custom_writes |= custom_streams(stages[i]) != 0 && uses_of(stages[i]).written != 0;
        plan->moves_path_inputs |=
            !std::holds_alternative<PathFollow>(stages[i]) &&
            (uses_of(stages[i]).written & stream_set(Stream::path, Stream::direction)) != 0;
        const Sight sight = sight_of_stage(stages[i]);
        plan->sight.add(sight);
        plan->has_quarry |= sight.others && !sight.neighbours;
        plan->positive_max_speed |= divides_by_max_speed[stages[i].index()];
        if (const auto* follow = std::get_if<PathFollow>(&stages[i])) plan->swept |= follow->swept;
        if (plan->swept && std::holds_alternative<CustomLocomotion>(stages.back()))
            return about_stage(invalid("swept path following needs the locomotion's steps"), stages[i], i);
    }
    plan->cost = std::max(plan->cost, 1u);
    if (Status s = check_together(plan->positive_max_speed, stages); !s) return s;
    if (Status s = check_values(*plan); !s) return s;
    if (Status s = check_capacity(*plan); !s) return s;
    plan->stages = std::move(stages);
    plan->passes = share_passes(plan->stages);
    derive(*plan);
    for (const Stream stream : plan->uses.required()) {
        plan->streams.push_back({stream, use_of(plan->uses, stream)});
    }
    for (const Stream stream : plan->uses.where_bound & ~plan->uses.required())
        plan->optional_inputs.push_back(stream);
    for (const Stream stream : plan->uses.output) plan->outputs.push_back(stream);
    for (const Stream stream : plan->uses.records) plan->records.push_back(stream);
    return plan;
}

/// Derives the members that change with the stages' parameters.
namespace {

template <class S>
std::atomic<std::uint32_t>* pool_calls_of(const S& stage) {
    if constexpr (requires { stage.paths; })
        return PathDataAccess::data(stage.paths).calls;
    else if constexpr (requires { stage.obstacles; })
        return ObstacleDataAccess::data(stage.obstacles).calls;
    else if constexpr (requires { stage.occluders; })
        return ObstacleDataAccess::data(stage.occluders).calls;
    else
        return nullptr;
}

}  // namespace

void derive(Plan& plan) {
    const Locomotion* const locomotion = plan.locomotion();
    plan.prioritised = false;
    plan.limits = {};
    visit_stage(
        [&]<class S>(const S& last) {
            if constexpr (requires { last.composition; }) {
                plan.prioritised = last.composition == Composition::prioritised;
                plan.limits = {as_read(last.max_force.value_or(0)), as_read(last.max_speed.value_or(0)),
                               last.mass.value_or(1)};
            }
        },
        plan.stages.back());
    plan.external = std::holds_alternative<ExternalLocomotion>(plan.stages.back());
    plan.edges_alone.reset();
    if (const auto* const one = std::get_if<ResolveOverlaps>(&plan.stages.front()))
        plan.edges_alone = {.bounds = one->bounds, .area = one->area, .obstacles = one->obstacles};
    plan.largest_radius = 0;
    plan.pool_calls = {};
    plan.has_pool = false;
    std::array<std::uint32_t, stage_kind_count> ordinals{};
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        plan.planned[i] = planned_stage(plan.stages, i, ordinals[plan.kind(i)]++);
        plan.pool_calls[i] = visit_stage([](const auto& one) { return pool_calls_of(one); }, plan.stages[i]);
        plan.has_pool |= plan.pool_calls[i] != nullptr;
        plan.largest_radius = std::max(plan.largest_radius, radius_of_sight(plan.stages[i]));
    }
    plan.fusible = plan.stages.size() > 1 && locomotion != nullptr && !plan.prioritised && !plan.swept &&
                   !has_motion_options(*locomotion);
    plan.single_pass =
        plan.fusible && plan.stages.size() == 2 && plan.planned[0].target == nullptr && !plan.sight.others;
    plan.alone = plan.stages.size() == 1 && roles[plan.kind(0)] == Role::alone;
}

Status check_together(bool positive_max_speed, const std::vector<Stage>& stages) {
    if (!positive_max_speed) return {};
    const Status status = visit_stage(
        [](const auto& last) -> Status {
            if constexpr (requires { last.composition; })
                if (last.max_speed) return check_range("max_speed", *last.max_speed, positive);
            return {};
        },
        stages.back());
    return about_stage(status, stages.back(), stages.size() - 1);
}

bool draws_by_choice(const Stage& stage) {
    return visit_stage(
        [](const auto& one) {
            if constexpr (requires { one.draws; })
                return one.draws;
            else
                return false;
        },
        stage);
}

Sight sight_of_stage(const Stage& stage) {
    return visit_stage([](const auto& one) { return sight_of(one); }, stage);
}

StreamUses uses_of(const Stage& stage) {
    return visit_stage([](const auto& one) { return one.streams(); }, stage);
}

std::size_t workspace_words(const Plan& plan, const AgentView& agents) {
    if (!plan.sight.others || agents.size() == 0) return 0;
    const SeenColumns seen(agents, plan.sight);
    return workspace_words(plan.sight, plan.has_quarry, seen.motion[0].count, !agents.looks_elsewhere(),
                           seen.ids.count != 0, seen.extra_count());
}

Status about_stage(Status status, const Stage& stage, std::size_t index) {
    if (status.ok()) return status;
    status.index = index;
    status.stage = name(stage).data();
    return status;
}

}  // namespace wend::detail
