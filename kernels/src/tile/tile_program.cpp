// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "tile/tile_program.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <variant>

#include "tile/clean_copies.hpp"
#include "tile/custom.hpp"
#include "tile/faults.hpp"
#include "tile/forces.hpp"
#include "tile/hidden_agents.hpp"
#include "tile/neighbour_forces.hpp"
#include "tile/pending.hpp"
#include "tile/ragged_copy.hpp"
#include "tile/selection.hpp"
#include "tile/substitutes.hpp"
#include "tile/tick_steps.hpp"
#include "tile/view_pack.hpp"
#include "wend/execution.hpp"

namespace wend::detail {
namespace {

/// The program on one tile after the other, with the scratch that its stages share. All tiles of a pass share
/// one: for each tile its own took 4 to 6 % of a single tick of seek or approach.
class TileProgram {
  public:
    TileProgram(const TileRun& run, PassTicks ticks)
        : run_(run),
          agents_(&run.agents),
          ticks_(ticks),
          steps_(run, writes_outputs(run)),
          leaves_out_(run.agents.selection().kind != Selection::Kind::all || has(run.used, Stream::stages)),
          whole_vectors_(computes_whole_vectors(run)) {
        call_.locomotion = run.plan.locomotion();
        call_.tile.faults = faults_.skipped;
        call_.tile.capped = faults_.capped;
        call_.tile.inputs_change = run.inputs_change;
        call_.tile.unfinished = &unfinished_;
        call_.ticks.dt = run.ticks.dt;
        call_.ticks.seed = run.ticks.seed;
        call_.limits = run.plan.limits;
        call_.force = {.x = forces_.x,
                       .y = forces_.y,
                       .budget = forces_.budget,
                       .first = true,
                       .prioritised = run.plan.prioritised};
        if (run.plan.uses.looks_at_others) call_.others = run.others;
        call_.nodes = &nodes_;
        call_.writes_outputs = writes_outputs(run);
        call_.keep_step = run.plan.swept;
        if (whole_vectors_ && run.of_views)
            pack_.start({.used = run.used,
                         .kept = run.kept,
                         .memory = copy_.memory(),
                         .bytes = RaggedCopy::bytes,
                         .numbers_agents = run.plan.draws && !has(run.used, Stream::id)});
    }

    /// Agents of the run's view, in groups and tiles; `first` and `last` count from the start of its first
    /// group.
    void advance_tiles(std::size_t padding_front, std::size_t first, std::size_t last) {
        for (std::size_t at = first; at < last;) {
            const std::size_t inside = at % group_size;
            const std::size_t whole = (last - at) / group_size * group_size;
            std::size_t end = std::min(at - inside + group_size, last);
            if (inside == 0 && whole > 0 && !run_.in_copies) end = at + std::min(whole, tile_size);
            advance(at - padding_front, end - padding_front, inside);
            at = end;
        }
    }

    /// All agents of a view that binds the same streams as the run's, side by side. An incomplete group may
    /// wait for agents of other views, until finish_views.
    void advance_view(const AgentView& view, std::uint32_t index) {
        agents_ = &view;
        view_ = index;
        const std::size_t size = view.size();
        const std::size_t padding_front = padding_before(run_.plan, view);
        if (!whole_vectors_) {
            advance_tiles(padding_front, padding_front, padding_front + size);
            return;
        }
        // A single whole group before an incomplete one waits with it: 0.93 of the time.
        const bool waits = padding_front != 0 || (size > group_size && size < 2 * group_size);
        const std::size_t whole = waits ? 0 : size / group_size * group_size;
        for (std::size_t begin = 0; begin < whole; begin += tile_size)
            advance(begin, std::min(begin + tile_size, whole), 0);
        for (std::size_t begin = whole; begin < size;) {
            begin += pack_.add(view, index, begin, size - begin);
            if (pack_.full()) finish_views();
        }
    }

    /// Advances the agents that wait.
    void finish_views() {
        if (!whole_vectors_ || pack_.agents() == 0) return;
        pack_.pad(call_.streams);
        call_.tile.groups = static_cast<std::uint32_t>(pack_.groups());
        std::uint64_t& absent = faults_.absent[pack_.groups() - 1];
        if (const std::size_t rest = pack_.agents() % group_size; rest != 0)
            absent = ~std::uint64_t{0} << rest;
        shares_tile_ = true;
        run_ticks(false);
        shares_tile_ = false;
        pack_.put_back();
        pack_.clear();
        absent = 0;
        if (!has(run_.used, Stream::id)) call_.streams.in[static_cast<std::size_t>(Stream::id)] = nullptr;
    }

  private:
    [[nodiscard]] static bool writes_outputs(const TileRun& run) {
        return (run.used & (Locomotion::force_outputs | Locomotion::heading_outputs)) != 0 &&
               run.plan.locomotion() != nullptr;
    }

    /// The agents [begin, end): within one group and `padding_front` behind its start, or whole groups of no
    /// more than a tile. Of a list of slots: its entries.
    void advance(std::size_t begin, std::size_t end, std::size_t padding_front) {
        const std::size_t count = end - begin;
        call_.tile.first_id = agents_->first_id() + static_cast<std::uint32_t>(begin) -
                              static_cast<std::uint32_t>(padding_front);
        call_.tile.groups = static_cast<std::uint32_t>((count + group_size - 1) / group_size);
        slots_ = {.first = begin, .list = nullptr, .padding_front = padding_front, .count = count};
        if (count % group_size != 0 || run_.in_copies) {
            advance_copy();
            return;
        }
        for_each_stream(run_.used, [&](std::size_t stream, std::size_t size) {
            call_.streams.in[stream] = call_.streams.out[stream] =
                static_cast<std::byte*>(agents_->column(static_cast<Stream>(stream)).data) + begin * size;
        });
        faults_.absent[0] = 0;
        bool any = true;
        if (leaves_out_) {
            any = false;
            for (std::size_t group = 0; group < call_.tile.groups; ++group) {
                faults_.absent[group] =
                    ~selected_bits(agents_->selection(), begin + group * group_size, group_size);
                any |= faults_.absent[group] != ~std::uint64_t{0};
            }
        }
        if (any) run_ticks(true);
    }

    /// A group that is ragged, or whose agents do not lie side by side: the same lanes compute it, in a copy.
    void advance_copy() {
        const Selection& selection = agents_->selection();
        const std::size_t first = slots_.first;
        if (run_.order != nullptr) slots_.list = run_.order + first;
        const std::uint64_t taking_part = run_.order != nullptr
                                              ? selected_bits(selection, slots_.list, slots_.count)
                                              : selected_bits(selection, first, slots_.count);
        faults_.absent[0] = ~(taking_part << slots_.padding_front & lanes_of(slots_));
        if (selection.kind == Selection::Kind::slots) {
            faults_.absent[0] |= listed_.read(static_cast<const std::uint32_t*>(selection.data) + first,
                                              slots_.count, agents_->size(), *run_.tally, ticks_.count);
            slots_.list = listed_.slot;
        }
        if (faults_.absent[0] == ~std::uint64_t{0}) return;
        copy_.fill(run_, *agents_, slots_, call_.streams);
        run_ticks(!whole_vectors_);
        RaggedCopy::put_back(run_, *agents_, slots_, call_.streams, ~faults_.absent[0]);
    }

    /// The ticks of the pass on the tile. Without `leave_out`, absent lanes are computed with the others.
    void run_ticks(bool leave_out) {
        const std::uint32_t* const stages = stage_bits();
        const bool sees_neighbours = run_.plan.uses.sees_neighbours;
        bool check = !run_.trusts_inputs;
        call_.fill_caches = true;
        if (steps_.alone && stages != nullptr)
            for (std::size_t group = 0; group < call_.tile.groups; ++group)
                faults_.absent[group] |= idle_agents(stages, 0, group);
        for (std::uint32_t tick = 0; tick < ticks_.count;) {
            faults_.begin_tick(leave_out, sees_neighbours);
            call_.check_inputs = check;
            call_.ticks.first = ticks_.first + tick;
            call_.ticks.count = steps_.alone ? ticks_.count - tick : 1;
            const StageResult result = run_tick();
            check = result.check_inputs || run_.plan.custom_writes;
            found_ = result.check_inputs;
            if (sees_neighbours) faults_.count_capped(call_.tile.groups, *run_.tally);
            // After a fault, because a cache may have moved on without the agent, and after a stage that ran
            // on clean copies, because its cache starts anew.
            const bool faults = count_faults(result.ticks_taken);
            call_.fill_caches =
                faults || result.check_inputs || stages != nullptr || run_.plan.moves_path_inputs;
            tick += result.ticks_taken;
        }
    }

    /// Returns whether there are any.
    bool count_faults(std::uint64_t ticks) {
        return faults_.count(
            call_.tile.groups, ticks, *run_.tally, [&](std::size_t group, std::uint64_t faults) {
                const auto lane = [&] { return static_cast<std::size_t>(std::countr_zero(faults)); };
                std::uint64_t first = place_of(group * group_size + lane());
                if (slots_.list != nullptr)
                    for (; faults != 0; faults &= faults - 1)
                        first = std::min<std::uint64_t>(first, slots_.list[lane()]);
                return first;
            });
    }

    /// The agent of a lane as the tally counts it: its slot, with the index of its view in the upper half.
    [[nodiscard]] std::uint64_t place_of(std::size_t lane) const {
        const auto place = [](std::uint64_t view, std::uint64_t slot) {
            return view << 32 | std::min<std::uint64_t>(slot, 0xffffffff);
        };
        if (shares_tile_) return pack_.with_agent(lane, place);
        const std::uint64_t slot = slots_[lane - slots_.padding_front];
        return run_.of_views ? place(view_, slot) : slot;
    }

    StageResult run_tick() {
        const std::size_t groups = call_.tile.groups;
        const bool by_agent = has(run_.used, Stream::stages);
        pending_.begin(steps_.pending, groups, by_agent || run_.plan.custom_streams != 0, call_.streams);
        call_.force.first = !by_agent;
        if (by_agent) forces_.begin(call_, agents());
        if (run_.neighbours != nullptr) neighbour_forces_.compute(run_, call_, slots_, ~faults_.absent[0]);
        StageResult result;
        for (std::size_t stage = 0; stage <= steps_.last_stage; ++stage) {
            const bool last = stage == steps_.last_stage;
            if (last && call_.force.first && !steps_.fused && !steps_.alone)
                clear_vectors(forces_.x, forces_.y, agents());  // no stage gave a force
            const StageFunction function = last ? steps_.last : run_.table.stage[run_.plan.kind(stage)];
            const bool check_inputs = result.check_inputs;
            result = run_stage(stage, function);
            result.check_inputs |= check_inputs;
        }
        pending_.commit(steps_.pending, groups, faults_.skipped, call_.streams);
        return result;
    }

    /// One stage of a tick, on the agents that it acts on.
    StageResult run_stage(std::size_t stage, StageFunction function) {
        const std::uint32_t* const stages = stage_bits();
        const bool hides = stages != nullptr && !steps_.alone;
        if (hides) hidden_.hide(stages, stage, call_.tile.groups, faults_, forces_);
        const StageResult result = run_on_all(stage, function);
        if (hides) hidden_.restore(written_of_all(stage), call_.streams, call_.tile.groups, faults_, forces_);
        return result;
    }

    StageResult run_on_all(std::size_t stage, StageFunction function) {
        const PlannedStage& planned = run_.plan.planned[stage];
        if (planned.custom_locomotion != nullptr) {
            custom_.run(*planned.custom_locomotion, call_, slots_, faults_, forces_);
            return {};
        }
        if (planned.picks_velocity) return pick_velocities(planned, function);
        call_.parameters = planned.parameters;
        call_.ordinal = planned.ordinal;
        call_.weight = planned.weight;
        const bool computed = planned.sees_neighbours && run_.neighbours != nullptr;
        if (planned.target == nullptr && planned.custom_force == nullptr && !computed) [[likely]] {
            const StageResult result = run_function(stage, function);
            call_.force.first = false;
            return result;
        }
        return run_with_substitutes(stage, function, computed);
    }

    StageResult run_function(std::size_t stage, StageFunction function) {
        unfinished_ = {};
        if (!(call_.check_inputs && found_)) [[likely]] {
            const StageResult result = function(call_);
            if (!result.unfinished) [[likely]]
                return result;
        }
        return run_on_copies(stage, function);
    }

    /// The rest of the tile, on clean copies of the stage's inputs.
    [[gnu::noinline]] StageResult run_on_copies(std::size_t stage, StageFunction function) {
        const void* in[stream_count];
        std::memcpy(in, call_.streams.in, sizeof in);
        const bool check = call_.check_inputs;
        copies_.replace(floats_read(stage), call_.tile.groups, unfinished_, faults_.skipped, call_.streams);
        call_.check_inputs = false;
        call_.clean_copies = true;
        // Agents that the stage is done with: they run again, and keep what they have.
        const Forces forces = forces_;
        std::uint64_t done[tile_groups];
        std::uint64_t before[tile_groups];
        for (std::size_t group = 0; group < call_.tile.groups; ++group) {
            done[group] = group < unfinished_.group ? ~std::uint64_t{0} : 0;
            if (group == unfinished_.group) done[group] = unfinished_.done;
            before[group] = faults_.skipped[group];
            faults_.skipped[group] |= done[group];
        }
        StageResult result = function(call_);
        result.check_inputs = true;
        for (std::size_t group = 0; group < call_.tile.groups; ++group) {
            faults_.skipped[group] = before[group] | (faults_.skipped[group] & ~done[group]);
            forces_.take(forces, group, done[group]);
        }
        call_.clean_copies = false;
        call_.check_inputs = check;
        std::memcpy(call_.streams.in, in, sizeof in);
        return result;
    }

    /// The streams whose components a stage's function reads, and checks.
    [[nodiscard]] StreamSet floats_read(std::size_t stage) const {
        const PlannedStage& planned = run_.plan.planned[stage];
        const auto inputs = [&](const PlannedStage& of) {
            return (of.uses.required() | of.uses.where_bound) & run_.used;
        };
        constexpr StreamSet given = ExternalForce::streams().read;
        const bool is_given = planned.custom_force != nullptr || planned.sees_neighbours;
        StreamSet streams = is_given ? given : inputs(planned);
        if (stage == steps_.last_stage && steps_.fused) streams |= inputs(run_.plan.planned[stage + 1]);
        if (call_.force.prioritised && call_.force.first)
            streams |= stream_set(Stream::max_force) & run_.used;
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

    /// Runs a stage with substituted target or force streams. `computed`: its force is one of
    /// neighbour_forces_.
    [[gnu::noinline]] StageResult run_with_substitutes(std::size_t stage, StageFunction function,
                                                       bool computed) {
        const PlannedStage& planned = run_.plan.planned[stage];
        // Without a force there is nothing to add. Where no locomotion looks at every velocity, the stage
        // runs all the same: whether an agent faults must not depend on its neighbours in the call.
        if (planned.custom_force != nullptr &&
            !custom_.run(*planned.custom_force, call_, slots_, faults_, substitutes_.x, substitutes_.y) &&
            call_.locomotion != nullptr && stage_bits() == nullptr)
            return {};
        const void* in[stream_count];
        std::memcpy(in, call_.streams.in, sizeof in);
        const bool check = call_.check_inputs;
        if (planned.target != nullptr) substitutes_.put_target(*planned.target, call_.streams);
        if (planned.custom_force != nullptr) {
            Substitutes::put_force(substitutes_.x, substitutes_.y, call_.streams);
            call_.check_inputs = true;  // no other stage has looked at this force
        }
        if (computed) {
            Substitutes::put_force(neighbour_forces_.x[stage], neighbour_forces_.y[stage], call_.streams);
            faults_.capped[0] |= neighbour_forces_.capped[stage] & ~faults_.skipped[0];
            call_.check_inputs = true;
        }
        const StageResult result = run_function(stage, function);
        call_.force.first = false;
        std::memcpy(call_.streams.in, in, sizeof in);
        call_.check_inputs = check;
        return result;
    }

    /// Velocities that replace the locomotion's; NaN for agents that are skipped.
    StageResult pick_velocities(const PlannedStage& planned, StageFunction function) {
        if (call_.force.first) clear_vectors(forces_.x, forces_.y, agents());
        call_.force.first = false;
        call_.picked_x = substitutes_.x;
        call_.picked_y = substitutes_.y;
        std::memset(call_.picked_x, 0xff, agents() * sizeof(float));
        std::memset(call_.picked_y, 0xff, agents() * sizeof(float));
        call_.parameters = planned.parameters;
        if (run_.neighbours == nullptr) return function(call_);
        const NeighbourCall neighbours = neighbour_call(run_, call_, slots_, ~faults_.skipped[0], {});
        call_.neighbours = &neighbours;
        const StageResult result = function(call_);
        call_.neighbours = nullptr;
        return result;
    }

    /// Streams of which the stage writes every lane, idle agents included.
    [[nodiscard]] StreamSet written_of_all(std::size_t stage) const {
        const PlannedStage& planned = run_.plan.planned[stage];
        if (planned.custom_force != nullptr) return planned.custom_force->writes;
        if (stage + 1 != run_.plan.stages.size()) return 0;
        const StreamSet steps =
            stream_set(Stream::previous_x, Stream::previous_y, Stream::step_x, Stream::step_y);
        return (planned.uses.written | planned.uses.output | (call_.keep_step ? steps : 0)) & steps_.pending;
    }

    /// Those of the tile's agents; null where the stream is not bound.
    [[nodiscard]] const std::uint32_t* stage_bits() const {
        return has(run_.used, Stream::stages) ? call_.input<Stream::stages>() : nullptr;
    }

    [[nodiscard]] std::size_t agents() const { return call_.tile.groups * group_size; }

    const TileRun& run_;
    const AgentView* agents_;
    const PassTicks ticks_;
    std::uint32_t view_ = 0;  ///< its index
    StageCall call_{};
    const TickSteps steps_;
    const bool leaves_out_;     ///< agents of whole groups may be absent
    const bool whole_vectors_;  ///< as computes_whole_vectors says
    bool shares_tile_ = false;  ///< the tile is the pack
    bool found_ = false;        ///< something, in the tick before
    Unfinished unfinished_;
    TileFaults faults_;
    GroupSlots slots_{};
    ListedSlots listed_;
    CustomStages custom_;
    Substitutes substitutes_;
    Pending pending_;
    Forces forces_;
    CleanCopies copies_;
    NodeCache nodes_;
    RaggedCopy copy_;
    NeighbourForces neighbour_forces_;
    union {
        ViewPack pack_;        ///< only in programs without the stream `stages`
        HiddenAgents hidden_;  ///< only in programs with it
    };
};
static_assert(sizeof(TileProgram) + alignof(TileProgram) <= scratch_bytes);
static_assert(std::is_trivially_destructible_v<TileProgram>);

/// A function of its own: it alone has a TileProgram in its frame.
template <class Use>
[[gnu::noinline]] void with_program_on_stack(const TileRun& run, PassTicks ticks, const Use& use) {
    TileProgram program(run, ticks);
    use(program);
}

/// Calls use(program), which lies in `scratch` where there is any.
template <class Use>
void with_program(const TileRun& run, PassTicks ticks, void* scratch, const Use& use) {
    if (scratch == nullptr) {
        with_program_on_stack(run, ticks, use);
        return;
    }
    std::size_t bytes = scratch_bytes;
    use(*new (std::align(alignof(TileProgram), sizeof(TileProgram), scratch, bytes)) TileProgram(run, ticks));
}

}  // namespace

void advance_views(const TileRun& run, const ViewFeed& feed, PassTicks ticks, void* scratch) noexcept {
    with_program(run, ticks, scratch, [&](TileProgram& program) {
        feed([&](const AgentView& view, std::uint32_t index) { program.advance_view(view, index); });
        program.finish_views();
    });
}

void advance_agents(const TileRun& run, std::size_t padding_front, std::size_t first, std::size_t last,
                    PassTicks ticks, void* scratch) noexcept {
    with_program(run, ticks, scratch,
                 [&](TileProgram& program) { program.advance_tiles(padding_front, first, last); });
}

}  // namespace wend::detail
