// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "wend/agents.hpp"
#include "wend/clock.hpp"
#include "wend/execution.hpp"
#include "wend/export.hpp"
#include "wend/stage.hpp"
#include "wend/status.hpp"

namespace wend {

namespace detail {
struct Plan;
struct PlanAccess;
}  // namespace detail

/// How a program uses a stream.
enum class Use : std::uint8_t {
    input,    ///< read
    state,    ///< read and written; part of the state hash
    scratch,  ///< memory that the run fills itself
};

struct StreamUse {
    Stream stream;
    Use use;
};

/// An ordered list of stages over one agent set: immutable, cheap to copy, usable from several threads at
/// once.
///
/// Either forces (at least one, at most 8) followed by one locomotion, or one waypoint advance or approach
/// alone; no stream is the state of two stages, but for wander_angle, of which the last wander's change is
/// kept. All stages read the state of the tick's start; an agent with a bad value keeps all its streams for
/// that tick. A program in which agents look at others (a stage with `quarry` agent) runs one tick a pass;
/// its target_agent and other_agent name slots of the very view that it runs on, which must not be a slice.
class WEND_API Program {
  public:
    // No moves: they copy too, so that no program is empty.
    Program(const Program&) noexcept = default;
    Program& operator=(const Program&) noexcept = default;

    /// Checks parameters and composition.
    [[nodiscard]] static Expected<Program> build(std::vector<Stage> stages);

    [[nodiscard]] std::span<const Stage> stages() const noexcept;

    /// What must be bound, in the order of the enumerators. `id` is never in the list: it is optional
    /// everywhere.
    [[nodiscard]] std::span<const StreamUse> streams() const noexcept;

    /// What is written where it is bound (headings, say), in the order of the enumerators; not part of the
    /// state hash.
    [[nodiscard]] std::span<const Stream> outputs() const noexcept;

    /// Whether some stage draws: then `run` wants the number of the tick (wend/clock.hpp).
    [[nodiscard]] bool draws() const noexcept;

    /// Whether some stage looks at other agents of the view, which then cannot be split into slices.
    [[nodiscard]] bool looks_at_others() const noexcept;

  private:
    friend struct detail::PlanAccess;
    explicit Program(std::shared_ptr<const detail::Plan> plan) noexcept : plan_(std::move(plan)) {}
    std::shared_ptr<const detail::Plan> plan_;
};

/// Advances every agent of the view by `ticks.count` ticks.
///
/// Checks what costs O(1) first (streams, lengths, overlap, parameters) and refuses before anything is
/// written. Allocates nothing, throws nothing, prints nothing; reads and writes nothing outside the bound
/// memory. The floating-point environment is set for the call and restored, sticky flags included; what is
/// refused does not depend on it either. The result does not depend on ISA, threads, block, ticks per pass,
/// on how ticks are grouped into calls or agents into views. Needs `stack_bytes` of stack
/// (wend/execution.hpp).
[[nodiscard]] WEND_API Result run(const Program& program, const AgentView& agents, const Ticks& ticks,
                                  const Execution& execution = {}) noexcept;

/// The checks of `run`, whether any agent would fault in the first tick (`faults` and `first_fault`), and
/// whether ticks are too long for agents to settle where they arrive (`notice`). Writes nothing but scratch.
[[nodiscard]] WEND_API Result validate(const Program& program, const AgentView& agents, const Ticks& ticks,
                                       const Execution& execution = {}) noexcept;

/// The state's fingerprint: a sum over agents modulo 2^64, so that order of slots, splits and threads do not
/// matter (kernels/docs/bits.md gives the recipe). Hashes id (first_id + slot where it is not bound) and the
/// program's state; 0 when a stream of the state is not bound, or has no memory.
[[nodiscard]] WEND_API std::uint64_t state_hash(const Program& program, const AgentView& agents) noexcept;

}  // namespace wend
