// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "wend/agents.hpp"
#include "wend/approach.hpp"
#include "wend/arrive.hpp"
#include "wend/execution.hpp"
#include "wend/export.hpp"
#include "wend/flee.hpp"
#include "wend/locomotion.hpp"
#include "wend/path_follow.hpp"
#include "wend/pursue.hpp"
#include "wend/retarget_wander.hpp"
#include "wend/seek.hpp"
#include "wend/status.hpp"
#include "wend/wander.hpp"
#include "wend/waypoint_advance.hpp"

namespace wend {

using Stage = std::variant<Wander, Seek, Flee, Arrive, Pursue, Evade, RetargetWander, PathFollow, Locomotion,
                           WaypointAdvance, Approach>;

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
/// that tick. A program in which agents look at others (pursue and evade with `quarry` agent) runs one tick a
/// pass; its target_agent names slots of the very view that it runs on.
class WEND_API Program {
  public:
    /// Checks parameters and composition.
    [[nodiscard]] static Expected<Program> build(std::vector<Stage> stages);

    [[nodiscard]] std::span<const Stage> stages() const noexcept;

    /// What must be bound, in the order of the enumerators. `id` is never in the list: it is optional
    /// everywhere.
    [[nodiscard]] std::span<const StreamUse> streams() const noexcept;

    /// What is written where it is bound (headings, say), in the order of the enumerators; not part of the
    /// state hash.
    [[nodiscard]] std::span<const Stream> outputs() const noexcept;

    struct Plan;
    [[nodiscard]] const Plan& plan() const noexcept { return *plan_; }

  private:
    explicit Program(std::shared_ptr<const Plan> plan) noexcept : plan_(std::move(plan)) {}
    std::shared_ptr<const Plan> plan_;
};

/// Which ticks a call runs.
struct Ticks {
    float dt = 0;  ///< seconds a tick: finite, [0, 1e18]
    std::uint32_t count = 1;
    std::uint64_t first_tick = 0;  ///< number of the first tick, for draws
    std::uint64_t seed = 0;
};

/// Advances every agent of the view by `ticks.count` ticks.
///
/// Checks what costs O(1) first (streams, lengths, overlap, parameters) and refuses before anything is
/// written. Allocates nothing, throws nothing, prints nothing; reads and writes nothing outside the bound
/// memory. The floating-point environment is set for the call and restored. The result does not depend on
/// ISA, threads, block, ticks per pass, on how ticks are grouped into calls or agents into views.
[[nodiscard]] WEND_API Result run(const Program& program, const AgentView& agents, const Ticks& ticks,
                                  const Execution& execution = {}) noexcept;

/// The checks of `run`, and whether any agent would fault in the first tick: `faults` and `first_fault`.
/// Writes nothing but scratch.
[[nodiscard]] WEND_API Result validate(const Program& program, const AgentView& agents, const Ticks& ticks,
                                       const Execution& execution = {}) noexcept;

/// The state's fingerprint: a sum over agents modulo 2^64, so that order of slots, splits and threads do not
/// matter (kernels/docs/bits.md gives the recipe). Hashes id (first_id + slot where it is not bound) and the
/// program's state; 0 when a stream of the state is not bound.
[[nodiscard]] WEND_API std::uint64_t state_hash(const Program& program, const AgentView& agents) noexcept;

}  // namespace wend
