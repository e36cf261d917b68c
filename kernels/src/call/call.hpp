// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "neighbours/grid.hpp"
#include "program/plan.hpp"
#include "threads/parallel.hpp"
#include "tile/single_pass.hpp"
#include "tile/tile_program.hpp"
#include "wend/program.hpp"

namespace wend::detail {

/// Agents times ticks of seek that are worth another thread: 5 to 10 microseconds. A thread that waits for
/// work begins after 1 to 3, a sleeping one after 3 to 30; bench/tried.md has the figures.
inline constexpr std::uint32_t default_grain = 8'192;

/// Agents: blocks of a tile or more cost the same in all, and blocks of two groups 2 to 30 % more (seek).
/// Costly stages gain by small ones.
inline constexpr std::size_t least_block = 2 * group_size;

/// A call of so many agents is one block, wherever its first group begins.
inline constexpr std::size_t smallest_block = tile_size - group_size;

[[nodiscard]] constexpr std::uint64_t grain_of(const Execution& execution) {
    return execution.grain == 0 ? default_grain : execution.grain;
}

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

/// The public function that is called.
enum class CallKind {
    run,
    validate,
    forces,
    explain,
    joined,  ///< run_views, for one of the views whose agents look at those of all of them
};

/// The result of a call's checks.
struct Checked {
    Status status{};
    bool plain = false;          ///< as is_plain_call says
    bool inputs_change = false;  ///< as inputs_change says
};

/// The checks of a call that is not plain.
[[nodiscard]] Checked check_thoroughly(const Plan& plan, const AgentView& agents, const Ticks& ticks,
                                       const Execution& execution, CallKind kind);

/// Whether the threads of a call exist.
[[nodiscard]] inline bool has_jobs(const Execution& execution) {
    return threading_of(execution) != Threading::callback || execution.jobs.parallel_for != nullptr;
}

[[nodiscard]] inline Checked check(const Program& program, const AgentView& agents, const Ticks& ticks,
                                   const Execution& execution, CallKind kind = CallKind::run) {
    const Plan& plan = PlanAccess::plan(program);
    if (has_jobs(execution) && is_plain_call(plan, agents, ticks, kind == CallKind::joined))
        return {.plain = true};
    return check_thoroughly(plan, agents, ticks, execution, kind);
}

/// Whether inputs are not looked at: never in builds with assertions.
[[nodiscard]] inline bool trusts_inputs(const Execution& execution) {
#ifdef NDEBUG
    return execution.inputs == Inputs::trusted;
#else
    static_cast<void>(execution);
    return false;
#endif
}

/// Checks the threads of a call with so many blocks. For one block it does not ask for the process: that is a
/// system call of 1.4 microseconds, and a call with 64 agents takes 0.16.
[[nodiscard]] inline Status check_threads(const Execution& execution, std::size_t blocks) {
    if (blocks > 1 && threads_stayed_behind(execution))
        return {.code = Code::threading_after_fork, .subject = "oneTBB"};
    return {};
}

/// The views of a call.
enum class Views : std::uint8_t {
    one,
    many,    ///< as detail::advance_views takes them
    worlds,  ///< the same; the agents of each view see each other
};

/// One program on one view: a call's blocks of agents, and its passes of ticks.
class Call {
  public:
    Call(const Program& program, const AgentView& agents, const Ticks& ticks, const Execution& execution,
         const KernelTable& table, CallKind kind, const Checked& checked, Tally& tally,
         Views views = Views::one);

    [[nodiscard]] const Blocks& blocks() const { return blocks_; }
    [[nodiscard]] std::uint32_t ticks_per_pass() const { return ticks_per_pass_; }

    /// All passes, on the threads of the execution; false when these failed.
    [[nodiscard]] bool run(const Execution& execution);

    /// All passes on this thread, in the default floating-point environment.
    void run_here();

    /// Prepares a pass on the threads of the execution: copies of the tick's start, and the neighbour grid.
    /// False when the threads failed.
    [[nodiscard]] bool prepare_pass(const Execution& execution);

    /// Blocks [begin, end) by the ticks of a prepared pass, on this thread.
    void advance(std::uint32_t begin, std::uint32_t end, PassTicks ticks) const;

    /// The agents [begin, end) by the ticks of a pass, on this thread, in the default floating-point
    /// environment.
    void advance_range(std::size_t begin, std::size_t end, PassTicks ticks) const;

    /// Other views than the call's own, in the default floating-point environment: all of their agents, by
    /// all ticks.
    void advance_views(const ViewFeed& feed) const;

  private:
    [[nodiscard]] PassTicks pass_after(std::uint32_t done) const;
    [[nodiscard]] void* scratch_of_this_thread() const {
        return scratch_.of_this_thread == nullptr ? nullptr : scratch_.of_this_thread(scratch_.context);
    }
    void advance_blocks(std::uint32_t begin, std::uint32_t end, PassTicks ticks, void* scratch) const;
    [[nodiscard]] bool copies_start() const;
    using GridStep = void (NeighbourGrid::*)(std::size_t part);
    [[nodiscard]] bool sort_in_parts(const Execution& execution, GridStep step);
    void begin_records();
    [[nodiscard]] bool end_records(const Execution& execution);
    void copy_start(std::size_t first, std::size_t last) const;

    const Plan& plan_;
    PoolUse pools_;
    std::optional<NeighbourGrid> grid_;  ///< none: nothing to sort
    TileRun run_;
    Blocks blocks_{};
    Scratch scratch_;
    std::uint32_t ticks_per_pass_ = 1;
    std::uint32_t parts_ = 1;         ///< of the grid's steps
    bool may_write_records_ = false;  ///< positions and velocities, as TileRun::new_records
};

/// The tiles that a SinglePass leaves, as calls.
class RestOfCall {
  public:
    RestOfCall(const Program& program, const Ticks& ticks, const Execution& execution,
               const KernelTable& table)
        : program_(program), ticks_(ticks), execution_(execution), table_(table) {}

    [[nodiscard]] SinglePass::Rest rest() const { return {const_cast<RestOfCall*>(this), advance}; }

  private:
    static void advance(void* context, const AgentView& view, std::size_t begin, std::size_t end,
                        std::uint64_t lanes, PassTicks pass, Tally& tally);

    const Program& program_;
    const Ticks& ticks_;
    const Execution& execution_;
    const KernelTable& table_;
};

inline constexpr Status threading_failed{.code = Code::threading_failed, .subject = "oneTBB"};

inline Result result_of(const Tally& tally) {
    const std::uint64_t faults = tally.count.load();
    return {.status = {},
            .faults = faults,
            .first_fault = faults == 0 ? 0 : tally.first.load(),
            .capped = tally.capped.load()};
}

}  // namespace wend::detail
