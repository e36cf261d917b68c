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

/// A call in three steps, for task graphs whose tasks must not wait for others: make it, hand its blocks to
/// tasks, ask what came of it.
///
///     PreparedRun frame(program, agents, clock.next(), {.jobs = {.threads = 8}});
///     // tasks, on any threads, in any order: frame.run(begin, end), every block in [0, block_count()) once
///     // when all are done:                   frame.finish()
///
/// Allocates nothing: it is some kilobytes large, and neither copied nor moved. It holds copies of the
/// program, the view and the ticks; the streams themselves stay where they are. Of the Execution, `isa`,
/// `block`, `grain`, `scratch` and `jobs.threads` count: blocks are so large that each of so many threads has
/// four, or, where that is 0, as small as is worth while. Where agents look at others of the same view, or an
/// input is the memory of a written stream, it takes one tick (Code::one_tick_only); the workspace is then
/// filled when it is made. Until `finish` it counts as a call that runs (Program::tune).
class WEND_API PreparedRun {
  public:
    /// The checks of `run`; nothing is written but the workspace.
    PreparedRun(const Program& program, const AgentView& agents, const Ticks& ticks,
                const Execution& execution = {}) noexcept;
    ~PreparedRun();
    PreparedRun(const PreparedRun&) = delete;
    PreparedRun& operator=(const PreparedRun&) = delete;

    [[nodiscard]] const Status& status() const noexcept { return status_; }
    /// 0 where the status is not ok.
    [[nodiscard]] std::uint32_t block_count() const noexcept { return block_count_; }
    /// Advances the blocks [begin, end) on this thread, by all ticks; several threads may, each with its own
    /// blocks. Needs `stack_bytes` of stack, or Execution::scratch.
    void run(std::uint32_t begin, std::uint32_t end) const noexcept;
    /// The status and the faults, once every block was run.
    [[nodiscard]] Result finish() const noexcept;

  private:
    struct State;
    alignas(64) std::byte storage_[8192];
    State* state_ = nullptr;
    Status status_{};
    std::uint32_t block_count_ = 0;
};

}  // namespace wend
