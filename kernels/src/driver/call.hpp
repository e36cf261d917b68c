// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "driver/dispatch.hpp"
#include "driver/elements.hpp"
#include "driver/float_environment.hpp"
#include "driver/parallel.hpp"
#include "driver/plan.hpp"
#include "driver/tile.hpp"
#include "wend/program.hpp"

namespace wend::detail {

/// Agents times ticks: 2 to 10 microseconds. Waking another thread takes about 3, so that two such blocks
/// gain, or lose little; bench/curves holds what was measured. Blocks have no other cost from a tile on, and
/// no cache decides: all that a tile needs for a pass stays in the L1 or next to it.
inline constexpr std::uint32_t default_grain = 8'192;

/// A call's agents in blocks. Blocks and groups start where ids are multiples of 64 when ids follow the
/// slots, so that a group's draws share their blocks.
struct Blocks {
    std::size_t agents;         ///< or entries of the list of slots
    std::size_t padding_front;  ///< agents that the first group lacks at its front
    std::size_t block;

    [[nodiscard]] std::uint32_t count() const {
        const std::size_t end = padding_front + agents;
        return end <= block ? end != 0 : static_cast<std::uint32_t>((end + block - 1) / block);
    }
};

/// Four blocks a thread, so that threads wait little for the last one, or blocks of a grain where the threads
/// are the caller's; none below a grain or a tile, and no more than 32 bits can count.
inline std::size_t choose_block(const Execution& execution, std::size_t agents,
                                std::uint32_t ticks_per_pass) {
    std::size_t block = execution.block;
    if (block == 0) {
        // No block is smaller than a tile: one of these, whatever the divisions below would say.
        if (agents <= tile_size - group_size) return tile_size;
        const std::size_t threads = concurrency(execution);
        const std::size_t share = threads == 0 ? 0 : agents / (4 * threads);
        const std::uint32_t grain = execution.grain == 0 ? default_grain : execution.grain;
        const std::size_t least = std::max<std::size_t>(grain / ticks_per_pass, tile_size);
        block = std::clamp<std::size_t>(share, least, std::max<std::size_t>(least, 65'536));
    }
    block = std::max(block, agents >> 31);
    return (block + group_size - 1) / group_size * group_size;
}

/// An agent that looks for its neighbours takes as long as so many ticks of one that does not.
inline constexpr std::uint32_t neighbour_ticks = 16;

/// What a call is for.
enum class Work { move, validate, forces };

/// What is known of a call before it begins.
struct Checked {
    Status status{};
    bool plain = false;          ///< as is_plain_call says
    bool inputs_change = false;  ///< as inputs_change says
};

/// One program on one view: what its passes share.
class Call {
  public:
    Call(const Program& program, const AgentView& agents, const Ticks& ticks, const Execution& execution,
         Isa isa, Work work, const Checked& checked, Tally& tally, bool of_views = false)
        : plan_(PlanAccess::plan(program)),
          run_{.plan = plan_,
               .table = *find_table(isa),
               .agents = agents,
               .ticks = ticks,
               .stages = plan_.resolved,
               .used = 0,
               .kept = 0,
               .tally = &tally,
               .others = others_of(plan_, agents),
               .neighbours = nullptr,
               .order = nullptr,
               .of_views = of_views,
               .inputs_change = checked.inputs_change,
               .trusts_inputs = trusts_inputs(execution, work),
               .in_copies = work != Work::move || agents.selection().kind == Selection::Kind::slots},
          scratch_(execution.scratch) {
        StreamSet outputs = bound_outputs(plan_, agents);
        if (work == Work::validate) outputs &= ~(Locomotion::force_outputs | Locomotion::heading_outputs);
        run_.used = (plan_.uses.required() | outputs | (bound_extras(plan_, agents) & ~plan_.uses.output)) &
                    ~stream_set(Stream::groups);  // seen by others only
        if (work == Work::move) run_.kept = plan_.uses.written | outputs;
        if (work == Work::forces) run_.kept = outputs & Locomotion::force_outputs;
        // Stages that are programs by themselves write all lanes of a group: of copies, only those that take
        // part are put back.
        if (plan_.stages.size() == 1 &&
            (agents.selection().kind != Selection::Kind::all || agents.has(Stream::stages)))
            run_.in_copies = true;
        for (StreamSet left = checked.plain ? 0 : run_.used; left != 0; left &= left - 1)
            run_.in_copies |= !agents.column(static_cast<Stream>(std::countr_zero(left))).contiguous();

        // Within a pass, kernels look at inputs and keep what they found beside the agents in the first tick
        // only.
        const std::uint32_t wanted = execution.ticks_per_pass == 0 ? ticks.count : execution.ticks_per_pass;
        const bool looks_within = plan_.uses.looks_at_others && !agents.looks_elsewhere();
        ticks_per_pass_ = looks_within || run_.inputs_change ? 1 : wanted;
        bool list = agents.selection().kind == Selection::Kind::slots;
        if (plan_.uses.sees_neighbours && run_.table.neighbour_forces != nullptr) {
            run_.neighbours = &neighbourhood_.emplace(plan_, agents, run_.table.chunk);
            run_.in_copies = true;
            if (looks_within && !list) {
                run_.order = neighbourhood_->order();
                list = true;
            }
        }
        blocks_.agents = list && run_.order == nullptr ? agents.selection().count : agents.size();
        blocks_.padding_front = list ? 0 : padding_before(plan_, agents);
        const std::uint32_t cost = plan_.uses.sees_neighbours ? neighbour_ticks : 1;
        blocks_.block = choose_block(execution, blocks_.agents, ticks_per_pass_ * cost);
    }

    [[nodiscard]] const Blocks& blocks() const { return blocks_; }
    [[nodiscard]] std::uint32_t ticks_per_pass() const { return ticks_per_pass_; }

    /// What a pass needs to be done before it: copies of the tick's start, and neighbours sorted.
    /// for_parts(parts, f) calls f(begin, end) for all parts, on one thread or (`shared`) on several; false
    /// where it could not.
    template <class ForParts>
    [[nodiscard]] bool prepare_pass(bool shared, const ForParts& for_parts) const {
        const auto in_parts = [&](std::uint32_t parts, const auto& step) {
            return for_parts(parts, [&](std::uint32_t begin, std::uint32_t end) {
                in_default_float_environment([&] { step(begin, end); });
            });
        };
        const std::uint32_t blocks = blocks_.count();
        if (blocks == 0) return true;  // a list of no slots
        if (copies_start() && !in_parts(blocks, [&](std::size_t begin, std::size_t end) {
                const std::size_t agents = run_.agents.size();
                keep_start(agents * begin / blocks, agents * end / blocks);
            }))
            return false;
        if (!neighbourhood_) return true;
        using Step = void (Neighbourhood::*)(std::size_t part);
        const std::uint32_t parts = neighbourhood_->begin(shared ? blocks : 1);
        const auto sort = [&](Step step) {
            return in_parts(parts, [&](std::size_t begin, std::size_t end) {
                for (std::size_t part = begin; part < end; ++part) ((*neighbourhood_).*step)(part);
            });
        };
        if (!sort(&Neighbourhood::measure)) return false;
        in_default_float_environment([&] { neighbourhood_->lay_out(); });
        return sort(&Neighbourhood::count) && (parts == 1 || sort(&Neighbourhood::total)) &&
               sort(&Neighbourhood::add_up) && sort(&Neighbourhood::place);
    }

    /// The same on this thread.
    void prepare_pass() const {
        static_cast<void>(prepare_pass(false, [](std::uint32_t parts, const auto& step) {
            step(0, parts);
            return true;
        }));
    }

    /// Blocks [begin, end) by the ticks [first, first + count), on this thread.
    void advance(std::uint32_t begin, std::uint32_t end, std::uint64_t first_tick,
                 std::uint32_t count) const {
        void* const scratch = scratch_of_this_thread();
        in_default_float_environment([&] { advance_blocks(begin, end, first_tick, count, scratch); });
    }

    /// Positions and velocities of the agents [first, last) at the tick's start, into the workspace.
    void keep_start(std::size_t first, std::size_t last) const {
        const AgentView& agents = run_.agents;
        const SeenColumns seen(agents, plan_.uses);
        std::size_t kept = 0;
        const auto keep = [&](const Column& column) {
            copy_elements(agents.workspace().data() + kept++ * agents.size() + first, column, first,
                          last - first);
        };
        for (const Column& column : seen.motion) keep(column);
        for (const Column& column : seen.extras)
            if (column.count != 0) keep(column);
    }

    /// The same of other views in place of the call's own, in the default floating-point environment.
    void advance_views(const ViewFeed& feed) const {
        detail::advance_views(run_, feed, run_.ticks.first_tick.value_or(0), run_.ticks.count,
                              scratch_of_this_thread());
    }

    /// All of it on this thread, in the default floating-point environment.
    void run_all() const {
        const std::uint64_t first_tick = run_.ticks.first_tick.value_or(0);  // only draws depend on it
        void* const scratch = scratch_of_this_thread();
        for (std::uint32_t done = 0; done < run_.ticks.count;) {
            const std::uint32_t count = std::min(ticks_per_pass_, run_.ticks.count - done);
            prepare_pass();
            advance_blocks(0, blocks_.count(), first_tick + done, count, scratch);
            done += count;
        }
    }

  private:
    [[nodiscard]] void* scratch_of_this_thread() const {
        return scratch_.of_this_thread == nullptr ? nullptr : scratch_.of_this_thread(scratch_.context);
    }
    void advance_blocks(std::uint32_t begin, std::uint32_t end, std::uint64_t first_tick, std::uint32_t count,
                        void* scratch) const {
        const std::size_t first = std::size_t{begin} * blocks_.block;
        const std::size_t last =
            std::min(std::size_t{end} * blocks_.block, blocks_.padding_front + blocks_.agents);
        advance_agents(run_, blocks_.padding_front, std::max(first, blocks_.padding_front), last, first_tick,
                       count, scratch);
    }

    /// Agents look at others of the same view by their slots, and so at copies of the tick's start; the
    /// reference at those of neighbours too.
    [[nodiscard]] bool copies_start() const {
        return plan_.uses.looks_at_others && !run_.agents.looks_elsewhere() &&
               (plan_.has_quarry || !neighbourhood_);
    }
    static bool trusts_inputs(const Execution& execution, Work work) {
#ifdef NDEBUG
        return execution.inputs == Inputs::trusted && work == Work::move;
#else
        static_cast<void>(execution), static_cast<void>(work);
        return false;
#endif
    }

    /// Where the agents lie that are looked at: another view's where they are, those of the same one in the
    /// workspace, as keep_start copies them.
    static Others others_of(const Plan& plan, const AgentView& agents) {
        if (!plan.uses.looks_at_others) return {};
        SeenColumns seen(agents, plan.uses);
        if (!agents.looks_elsewhere()) {
            float* copy = agents.workspace().data();
            const std::size_t count = copy == nullptr ? 0 : agents.size();
            const auto take_copy = [&](Column& column) {
                column = {copy, count, column.element, true};
                copy += count;
            };
            for (Column& column : seen.motion) take_copy(column);
            for (Column& column : seen.extras)
                if (column.count != 0) take_copy(column);
        }
        const auto data = [&](std::size_t i) { return static_cast<const float*>(seen.motion[i].data); };
        const auto step = [](const Column& column) { return column.step() / sizeof(float); };
        Others others{
            .position_x = data(0),
            .position_y = data(1),
            .velocity_x = data(2),
            .velocity_y = data(3),
            .step = {step(seen.motion[0]), step(seen.motion[1]), step(seen.motion[2]), step(seen.motion[3])},
            .contiguous = std::ranges::all_of(seen.motion, &Column::contiguous),
            .count = seen.motion[0].count,
            .id = static_cast<const std::uint32_t*>(seen.ids.data),
            .id_step = step(seen.ids),
            .first_id = seen.first_id,
            .extras = {}};
        for (std::size_t i = 0; i < neighbour_extras.size(); ++i)
            others.extras[i] = {seen.extras[i].data, step(seen.extras[i])};
        return others;
    }

    const Plan& plan_;
    mutable std::optional<Neighbourhood> neighbourhood_;  ///< none: nothing to sort
    TileRun run_;
    Blocks blocks_{};
    Scratch scratch_;
    std::uint32_t ticks_per_pass_ = 1;
};

inline Status check_execution(const Execution& execution) {
    if (execution.threading == Threading::callback && execution.jobs.parallel_for == nullptr)
        return {.code = Code::missing_callback, .subject = "parallel_for"};
    return {};
}

/// Of a call that shares these blocks with other threads. Others are not asked: it takes a call of the
/// system, 1.4 microseconds where it was measured, and a call with 64 agents 0.16.
inline Status check_threads(const Execution& execution, std::size_t blocks) {
    if (blocks > 1 && threads_stayed_behind(execution))
        return {.code = Code::threading_after_fork, .subject = "oneTBB"};
    return {};
}

inline Checked check(const Program& program, const AgentView& agents, const Ticks& ticks,
                     const Execution& execution, Work work = Work::move) {
    const Plan& plan = PlanAccess::plan(program);
    const Status executable = check_execution(execution);
    if (executable && is_plain_call(plan, agents, ticks)) return {.plain = true};
    return in_default_float_environment([&]() -> Checked {
        if (!executable) return {executable};
        // A dry run wants what `run` wants.
        const StreamSet writes = work == Work::forces ? Locomotion::force_outputs : ~StreamSet{0};
        const bool sorts = execution.isa != Isa::reference;
        if (Status s = check_call(plan, agents, ticks, writes, sorts); !s) return {s};
        return {.inputs_change = inputs_change(plan, agents)};
    });
}

inline constexpr Status threading_failed{.code = Code::threading_failed, .subject = "oneTBB"};

inline Result result_of(const Tally& tally) {
    const std::uint64_t faults = tally.count.load();
    return {.status = {},
            .faults = faults,
            .first_fault = faults == 0 ? 0 : tally.first.load(),
            .capped = tally.capped.load()};
}

}  // namespace wend::detail
