// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "driver/dispatch.hpp"
#include "driver/float_environment.hpp"
#include "driver/parallel.hpp"
#include "driver/plan.hpp"
#include "driver/tile.hpp"
#include "wend/program.hpp"

namespace wend {
namespace {

using detail::group_size;
using detail::tile_size;

/// Agents times ticks: 2 to 10 microseconds. Waking another thread takes about 3, so that two such blocks
/// gain, or lose little; bench/curves holds what was measured. Blocks have no other cost from a tile on, and
/// no cache decides: all that a tile needs for a pass stays in the L1 or next to it.
constexpr std::uint32_t default_grain = 8'192;

/// A call's agents in blocks. Blocks and groups start where ids are multiples of 64 when ids follow the
/// slots, so that a group's draws share their blocks.
struct Blocks {
    std::size_t agents;
    std::size_t padding_front;  ///< agents that the first group lacks at its front
    std::size_t block;

    [[nodiscard]] std::uint32_t count() const {
        return static_cast<std::uint32_t>((padding_front + agents + block - 1) / block);
    }
};

/// Four blocks a thread, so that threads wait little for the last one, or blocks of a grain where the threads
/// are the caller's; none below a grain or a tile, and no more than 32 bits can count.
std::size_t choose_block(const Execution& execution, std::size_t agents, std::uint32_t ticks_per_pass) {
    std::size_t block = execution.block;
    if (block == 0) {
        const bool own_threads = execution.threading == Threading::callback;
        const std::size_t share =
            own_threads ? 0 : agents / (4 * std::size_t{detail::concurrency(execution)});
        const std::uint32_t grain = execution.grain == 0 ? default_grain : execution.grain;
        const std::size_t least = std::max<std::size_t>(grain / ticks_per_pass, tile_size);
        block = std::clamp<std::size_t>(share, least, std::max<std::size_t>(least, 65'536));
    }
    block = std::max(block, agents >> 31);
    return (block + group_size - 1) / group_size * group_size;
}

/// One pass over all blocks: what for_blocks hands out.
struct Pass {
    const detail::TileRun& run;
    const Blocks& blocks;
    const Scratch& scratch;
    std::uint64_t first_tick;
    std::uint32_t tick_count;

    static void body(void* context, std::uint32_t begin, std::uint32_t end) {
        const Pass& pass = *static_cast<const Pass*>(context);
        const Scratch& memory = pass.scratch;
        void* const scratch =
            memory.of_this_thread == nullptr ? nullptr : memory.of_this_thread(memory.context);
        detail::in_default_float_environment([&] {
            const std::size_t first = std::size_t{begin} * pass.blocks.block;
            const std::size_t last = std::min(std::size_t{end} * pass.blocks.block,
                                              pass.blocks.padding_front + pass.blocks.agents);
            detail::advance_agents(pass.run, pass.blocks.padding_front,
                                   std::max(first, pass.blocks.padding_front), last, pass.first_tick,
                                   pass.tick_count, scratch);
        });
    }

    /// The tick's start, for agents that look at others.
    static void keep_start(void* context, std::uint32_t begin, std::uint32_t end) {
        const Pass& pass = *static_cast<const Pass*>(context);
        const std::size_t padding_front = pass.blocks.padding_front;
        const std::size_t first =
            std::max(std::size_t{begin} * pass.blocks.block, padding_front) - padding_front;
        const std::size_t last =
            std::min(std::size_t{end} * pass.blocks.block, padding_front + pass.blocks.agents) -
            padding_front;
        const auto copy = [&]<Stream from, Stream to>() {
            const auto source = pass.run.agents.get<from>().subspan(first, last - first);
            std::memcpy(pass.run.agents.get_writable<to>().data() + first, source.data(),
                        source.size_bytes());
        };
        copy.template operator()<Stream::position_x, Stream::start_position_x>();
        copy.template operator()<Stream::position_y, Stream::start_position_y>();
        copy.template operator()<Stream::velocity_x, Stream::start_velocity_x>();
        copy.template operator()<Stream::velocity_y, Stream::start_velocity_y>();
    }
};

Status check(const Program& program, const AgentView& agents, const Ticks& ticks,
             const Execution& execution) {
    return detail::in_default_float_environment([&]() -> Status {
        if (execution.threading == Threading::callback && execution.jobs.parallel_for == nullptr)
            return {.code = Code::missing_callback, .subject = "parallel_for"};
        if (detail::threads_stayed_behind(execution))
            return {.code = Code::threading_after_fork, .subject = "oneTBB"};
        return detail::check_call(detail::PlanAccess::plan(program), agents, ticks);
    });
}

Result advance(const Program& program, const AgentView& agents, const Ticks& ticks,
               const Execution& execution, bool dry) {
    if (Status s = check(program, agents, ticks, execution); !s) return {.status = s};
    const Expected<Isa> isa = detail::choose_isa(execution);
    if (!isa) return {.status = isa.status()};
    if (agents.size() == 0 || ticks.count == 0) return {};

    detail::FaultTally tally;
    const detail::Plan& plan = detail::PlanAccess::plan(program);
    const StreamSet extras = detail::bound_extras(plan, agents);
    const detail::TileRun run{.plan = plan,
                              .table = *detail::find_table(*isa),
                              .agents = agents,
                              .ticks = ticks,
                              .stages = detail::resolve(plan),
                              .used = (plan.uses.required() & ~plan.uses.scratch) | extras,
                              .kept = plan.uses.written | (extras & plan.uses.output),
                              .tally = &tally,
                              .inputs_change = detail::inputs_change(plan, agents),
                              .dry = dry};
    const std::uint32_t wanted = execution.ticks_per_pass == 0 ? ticks.count : execution.ticks_per_pass;
    // Within a pass, kernels look at inputs and keep what they found beside the agents in the first tick
    // only.
    const std::uint32_t ticks_per_pass = plan.looks_at_others || run.inputs_change ? 1 : wanted;
    const Blocks blocks{.agents = agents.size(),
                        .padding_front = agents.has(Stream::id) ? 0 : agents.first_id() % group_size,
                        .block = choose_block(execution, agents.size(), ticks_per_pass)};
    const std::uint64_t first_tick = ticks.first_tick.value_or(0);  // only draws depend on it
    for (std::uint32_t done = 0; done < ticks.count;) {
        const std::uint32_t count = std::min(ticks_per_pass, ticks.count - done);
        Pass pass{run, blocks, execution.scratch, first_tick + done, count};
        if (plan.looks_at_others && !detail::for_blocks(execution, blocks.count(), Pass::keep_start, &pass))
            return {.status = {.code = Code::threading_failed, .subject = "oneTBB"}};
        if (!detail::for_blocks(execution, blocks.count(), Pass::body, &pass))
            return {.status = {.code = Code::threading_failed, .subject = "oneTBB"}};
        done += count;
    }
    const std::uint64_t faults = tally.count.load();
    return {.status = {}, .faults = faults, .first_fault = faults == 0 ? 0 : tally.first.load()};
}

}  // namespace

Result run(const Program& program, const AgentView& agents, const Ticks& ticks,
           const Execution& execution) noexcept {
    return advance(program, agents, ticks, execution, false);
}

Result validate(const Program& program, const AgentView& agents, const Ticks& ticks,
                const Execution& execution) noexcept {
    Ticks one = ticks;
    one.count = 1;
    Result result = advance(program, agents, one, execution, true);
    if (result.status) result.notice = detail::check_step(detail::PlanAccess::plan(program), agents, ticks);
    return result;
}

}  // namespace wend
