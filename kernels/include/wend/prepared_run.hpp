// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "wend/agents.hpp"
#include "wend/execution.hpp"
#include "wend/export.hpp"
#include "wend/program.hpp"
#include "wend/status.hpp"

namespace wend {

/// A call in three steps, for task graphs whose tasks must not block: construct it, run its blocks in tasks,
/// get the result.
///
///     PreparedRun frame(program, agents, clock.next(), {.jobs = {.threads = 8}});
///     // tasks, on any threads, in any order: frame.run(begin, end), every block in [0, block_count()) once
///     // when all are done:                   frame.finish()
///
/// Allocates nothing: it has some kilobytes, and is neither copied nor moved. It keeps the program, which may
/// be destroyed, and copies of the view and the ticks, but not of the streams. Of the Execution it uses
/// `isa`, `block`, `grain`, `scratch` and `jobs.threads`: each thread gets four blocks, or, where that is 0,
/// blocks are as small as is worthwhile. Where agents look at others of the same view, or an input shares the
/// memory of a written stream, it takes one tick (Code::one_tick_only), and the constructor fills the
/// workspace. Until `finish` it counts as a running call (Program::tune).
class WEND_API PreparedRun {
  public:
    /// Makes the checks of `run`; writes only the workspace.
    PreparedRun(const Program& program, const AgentView& agents, const Ticks& ticks,
                const Execution& execution = {}) noexcept;
    ~PreparedRun();
    PreparedRun(const PreparedRun&) = delete;
    PreparedRun& operator=(const PreparedRun&) = delete;

    /// The reason why the run was refused; ok otherwise.
    [[nodiscard]] const Status& status() const noexcept { return status_; }
    /// 0 if the status is not ok.
    [[nodiscard]] std::uint32_t block_count() const noexcept { return block_count_; }
    /// Advances the blocks [begin, end) by all ticks on this thread; other threads may run other blocks at
    /// the same time. Needs `stack_bytes` of stack, or Execution::scratch.
    void run(std::uint32_t begin, std::uint32_t end) const noexcept;
    /// The status and the faults, after every block was run.
    [[nodiscard]] Result finish() const noexcept;

  private:
    struct State;
    alignas(64) std::byte storage_[8192];
    State* state_ = nullptr;
    Status status_{};
    std::uint32_t block_count_ = 0;
};

}  // namespace wend
