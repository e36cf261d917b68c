// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "tile/clean_copies.hpp"
#include "tile/custom.hpp"
#include "tile/faults.hpp"
#include "tile/forces.hpp"
#include "tile/hidden_agents.hpp"
#include "tile/neighbour_forces.hpp"
#include "tile/pending.hpp"
#include "tile/substitutes.hpp"
#include "tile/tick_steps.hpp"
#include "tile/tile_streams.hpp"
#include "tile/view_pack.hpp"

namespace wend::detail {

/// One tick of a tile: the stages in their order, with the scratch that they share.
class Tick {
  public:
    explicit Tick(const TileRun& run) : steps(run, writes_outputs(run)), seen(run.seen), run_(run) {
        in.locomotion = run.plan.edges();
        in.step_at_edge = run.table.step_at_edge;
        in.inputs_change = run.inputs_change;
        in.ticks.dt = run.ticks.dt;
        in.ticks.seed = run.ticks.seed;
        in.limits = run.plan.limits;
        in.prioritised = run.plan.prioritised;
        if (run.plan.sight.others) in.others = run.others;
        in.writes_outputs = writes_outputs(run);
        in.keep_step = run.plan.swept;
        in.moved_outside = run.plan.external;
        out.faults = faults.skipped;
        out.capped = faults.capped;
        out.force = {.x = forces_.x, .y = forces_.y, .budget = forces_.budget};
        out.nodes = &nodes_;
    }

    StageResult run() {
        const std::size_t groups = in.groups;
        const bool by_agent = has(run_.used, Stream::stages);
        pending_.begin(steps.pending, groups, by_agent || run_.plan.custom_streams != 0, streams());
        in.first_force = !by_agent;
        if (by_agent) forces_.begin(in, agents());
        if (seen != nullptr) {
            neighbours_ = {.seen = seen,
                           .agents = ~faults.absent[0],
                           .sorted = run_.order != nullptr || run_.of_worlds,
                           .first_sorted = slots.first,
                           .draw = threefry4x32_13,
                           .of_worlds = run_.of_worlds};
            in.neighbours = &neighbours_;
            const Zone zone(run_.profiler, "neighbours");
            neighbour_forces_.compute(run_, in, out, substitutes_, neighbours_, stage_bits());
        }
        StageResult result;
        for (std::size_t stage = 0; stage <= steps.last_stage; ++stage) {
            const bool last = stage == steps.last_stage;
            if (last && in.first_force && !steps.fused && !steps.alone)
                clear_vectors(forces_.x, forces_.y, agents());  // no stage gave a force
            const StageFunction function = last ? steps.last : run_.function(stage);
            const bool check_inputs = result.check_inputs;
            const Zone zone(run_.profiler, run_.plan.planned[stage].name);
            result = run_stage(stage, function);
            in.prefetched_count = 0;
            result.check_inputs |= check_inputs;
        }
        pending_.commit(steps.pending, groups, faults.skipped, streams());
        return result;
    }

    /// Those of the tile's agents; null where the stream is not bound.
    [[nodiscard]] const std::uint32_t* stage_bits() const {
        return has(run_.used, Stream::stages) ? in.get<Stream::stages>() : nullptr;
    }

    [[nodiscard]] std::size_t agents() const { return in.groups * group_size; }

    [[nodiscard]] TileStreams streams() { return {in.streams, out.streams}; }

    StageInput in;
    StageOutput out;
    const TickSteps steps;
    const SortedAgents* seen;  ///< null: none are sorted
    TileFaults faults;
    GroupSlots slots{};  ///< of the tile's agents
    bool found = false;  ///< something, in the tick before

  private:
    /// One stage of a tick, on the agents that it acts on.
    StageResult run_stage(std::size_t stage, StageFunction function) {
        const std::uint32_t* const stages = stage_bits();
        const bool hides = stages != nullptr && !steps.alone;
        if (hides)
            hidden.hide([&](std::size_t group) { return idle_agents(stages, stage, group); }, in.groups,
                        faults, forces_);
        const StageResult result = run_on_all(stage, function);
        if (hides) hidden.restore(written_of_all(stage), streams(), in.groups, faults, forces_);
        return result;
    }

    StageResult run_on_all(std::size_t stage, StageFunction function) {
        const PlannedStage& planned = run_.plan.planned[stage];
        if (planned.custom_locomotion != nullptr) {
            custom_.run(*planned.custom_locomotion, in, out, slots, faults, forces_.x, forces_.y);
            return {};
        }
        if (planned.picks_velocity) return pick_velocities(planned, function);
        in.parameters = planned.parameters;
        in.ordinal = planned.ordinal;
        in.weight = planned.weight;
        if (planned.target == nullptr && !run_.is_given(stage)) [[likely]] {
            const StageResult result = run_function(stage, function);
            in.first_force = false;
            return result;
        }
        return run_with_substitutes(stage, function);
    }

    StageResult run_function(std::size_t stage, StageFunction function) {
        out.unfinished = {};
        if (!(in.check_inputs && found)) [[likely]] {
            const StageResult result = function(in, out);
            if (!result.unfinished) [[likely]]
                return result;
        }
        return run_on_copies(stage, function);
    }

    /// The rest of the tile, on clean copies of the stage's inputs.
    [[gnu::noinline]] StageResult run_on_copies(std::size_t stage, StageFunction function) {
        const Unfinished from = out.unfinished;
        const void* original[stream_count];
        std::memcpy(original, in.streams, sizeof original);
        const bool check = in.check_inputs;
        copies_.replace(floats_read(stage), in.groups, from, faults.skipped, in.streams);
        in.check_inputs = false;
        in.clean_copies = true;
        // Agents that the stage is done with: they run again, and keep what they have.
        HiddenAgents done;
        done.hide(
            [&](std::size_t group) {
                return group < from.group ? ~std::uint64_t{0} : group == from.group ? from.done : 0;
            },
            in.groups, faults, forces_);
        StageResult result = function(in, out);
        result.check_inputs = true;
        done.restore(0, streams(), in.groups, faults, forces_);
        in.clean_copies = false;
        in.check_inputs = check;
        std::memcpy(in.streams, original, sizeof original);
        return result;
    }

    /// The streams whose components a stage's function reads, and checks.
    [[nodiscard]] StreamSet floats_read(std::size_t stage) const {
        const PlannedStage& planned = run_.plan.planned[stage];
        const auto inputs = [&](const PlannedStage& of) {
            return (of.uses.required() | of.uses.where_bound) & run_.used;
        };
        constexpr StreamSet given = ExternalForce::streams().read;
        StreamSet streams = run_.is_given(stage) ? given : inputs(planned);
        if (stage == steps.last_stage && steps.fused) streams |= inputs(run_.plan.planned[stage + 1]);
        if (in.prioritised && in.first_force) streams |= stream_set(Stream::max_force) & run_.used;
        if (planned.target != nullptr && !planned.target->point) {
            const TargetFamily ours = target_family(TargetStreams::target);
            const TargetFamily theirs = target_family(planned.target->streams);
            const auto add = [&](Stream mine, Stream other) {
                if (has(streams, other)) streams |= stream_set(mine);
            };
            add(ours.x, theirs.x);
            add(ours.y, theirs.y);
            add(ours.velocity_x, theirs.velocity_x);
            add(ours.velocity_y, theirs.velocity_y);
        }
        return streams;
    }

    /// Runs a stage with substituted target or force streams.
    [[gnu::noinline]] StageResult run_with_substitutes(std::size_t stage, StageFunction function) {
        const PlannedStage& planned = run_.plan.planned[stage];
        // Without a force there is nothing to add. Where no locomotion looks at every velocity, the stage
        // runs all the same: whether an agent faults must not depend on its neighbours in the call.
        if (planned.custom_force != nullptr &&
            !custom_.run(*planned.custom_force, in, out, slots, faults, substitutes_.x, substitutes_.y) &&
            in.locomotion != nullptr && stage_bits() == nullptr)
            return {};
        const TargetFamily target = target_family(TargetStreams::target);
        const Stream replaced[] = {target.x,
                                   target.y,
                                   target.velocity_x,
                                   target.velocity_y,
                                   target.agent,
                                   Stream::external_force_x,
                                   Stream::external_force_y};
        const void* original[std::size(replaced)];
        for (std::size_t i = 0; i < std::size(replaced); ++i)
            original[i] = in.streams[static_cast<std::size_t>(replaced[i])];
        const bool check = in.check_inputs;
        if (planned.target != nullptr) substitutes_.put_target(*planned.target, in.streams);
        if (run_.is_given(stage)) {
            in.check_inputs = true;  // no other stage has looked at this force
            if (planned.custom_force != nullptr) {
                Substitutes::put_force(substitutes_.x, substitutes_.y, in.streams);
            } else {
                Substitutes::put_force(neighbour_forces_.x[stage], neighbour_forces_.y[stage], in.streams);
                faults.capped[0] |= neighbour_forces_.capped[stage] & ~faults.skipped[0];
            }
        }
        const StageResult result = run_function(stage, function);
        in.first_force = false;
        for (std::size_t i = 0; i < std::size(replaced); ++i)
            in.streams[static_cast<std::size_t>(replaced[i])] = original[i];
        in.check_inputs = check;
        return result;
    }

    /// Velocities that replace the locomotion's; NaN for agents that are skipped.
    StageResult pick_velocities(const PlannedStage& planned, StageFunction function) {
        if (in.first_force) clear_vectors(forces_.x, forces_.y, agents());
        in.first_force = false;
        in.picked_x = out.picked_x = substitutes_.x;
        in.picked_y = out.picked_y = substitutes_.y;
        std::memset(out.picked_x, 0xff, agents() * sizeof(float));
        std::memset(out.picked_y, 0xff, agents() * sizeof(float));
        in.parameters = planned.parameters;
        neighbours_.agents = ~faults.skipped[0];
        return function(in, out);
    }

    /// Streams of which the stage writes every lane, idle agents included.
    [[nodiscard]] StreamSet written_of_all(std::size_t stage) const {
        const PlannedStage& planned = run_.plan.planned[stage];
        if (planned.custom_force != nullptr) return planned.custom_force->writes;
        if (stage + 1 != run_.plan.stages.size()) return 0;
        const StreamSet swept =
            stream_set(Stream::previous_x, Stream::previous_y, Stream::step_x, Stream::step_y);
        return (planned.uses.written | planned.uses.output | (in.keep_step ? swept : 0)) & steps.pending;
    }

    [[nodiscard]] static bool writes_outputs(const TileRun& run) {
        return (run.used & (Locomotion::force_outputs | Locomotion::heading_outputs)) != 0 &&
               run.plan.locomotion() != nullptr;
    }

    const TileRun& run_;
    CleanCopies copies_;
    CustomStages custom_;
    Substitutes substitutes_;
    Pending pending_;
    Forces forces_;
    NodeCache nodes_;
    NeighbourInput neighbours_;
    NeighbourForces neighbour_forces_;

  public:
    /// A program has the stream `stages` or packs views, but not both.
    union {
        HiddenAgents hidden;
        ViewPack pack;
    };
};

}  // namespace wend::detail
