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
#include "wend/version.hpp"

namespace wend {

namespace detail {
struct Plan;
struct PlanAccess;

/// The version of the headers, and the sizes of what they share with the library.
inline constexpr std::uint64_t headers_number = [] {
    std::uint64_t number = 0;
    for (const std::uint64_t part :
         {std::uint64_t{version_major}, std::uint64_t{version_minor}, std::uint64_t{version_patch},
          std::uint64_t{stage_kind_count}, std::uint64_t{stream_count}, std::uint64_t{sizeof(Stage)},
          std::uint64_t{sizeof(AgentView)}, std::uint64_t{sizeof(Ticks)}, std::uint64_t{sizeof(Execution)},
          std::uint64_t{sizeof(Result)}})
        number = number * 0x9e3779b97f4a7c15u + part;
    return number;
}();
}  // namespace detail

/// How a program uses a stream.
enum class Use : std::uint8_t {
    input,  ///< read
    state,  ///< read and written; part of the state hash
};

/// A stream of a program, and its use.
struct StreamUse {
    Stream stream;  ///< the stream
    Use use;        ///< input or state
};

/// An ordered list of stages over one agent set, usable from several threads at once. A value: a copy has the
/// same stages, and is tuned by itself.
///
/// Either forces (at least one, at most 8) followed by one locomotion (orca may be between) or custom
/// locomotion, or one waypoint advance, approach or custom locomotion alone; no stream is the state of two
/// stages, except wander_angle, of which the last wander's change is kept. All stages read the tick's start;
/// an agent with an invalid value keeps all its streams for that tick. Where the stream `stages` is bound,
/// stage i acts on an agent only if bit i of its `stages` is set. A call runs one tick a pass where agents
/// look at others of the same view (neighbours, or a quarry that is an agent, without AgentView::look_at),
/// and where an input is the memory of a written stream.
class WEND_API Program {
  public:
    /// Empty: it has no stages, and a call with it is refused.
    Program() noexcept = default;
    /// Whether it has no stages.
    [[nodiscard]] bool empty() const noexcept { return plan_ == nullptr; }
    Program(const Program& other);
    Program& operator=(const Program& other);
    /// The other program is empty then.
    Program(Program&& other) noexcept = default;
    Program& operator=(Program&& other) noexcept = default;
    ~Program() = default;

    /// Checks parameters and composition. The caller's headers give `headers`: refused where they and the
    /// library are of different versions.
    [[nodiscard]] static Expected<Program> build(std::vector<Stage> stages,
                                                 std::uint64_t headers = detail::headers_number);

    /// Its stages, with the parameters of now.
    [[nodiscard]] std::span<const Stage> stages() const noexcept;

    /// The streams that must be bound, in the order of the enumerators.
    [[nodiscard]] std::span<const StreamUse> streams() const noexcept;

    /// The streams that are read where bound (such as body_radius), in the order of the enumerators. `id` and
    /// `stages` are in neither list: they may be bound for every program.
    [[nodiscard]] std::span<const Stream> optional_inputs() const noexcept;

    /// The streams that are written where bound (such as headings), in the order of the enumerators; not part
    /// of the state hash.
    [[nodiscard]] std::span<const Stream> outputs() const noexcept;

    /// The streams of records (wend/stream_uses.hpp), in the order of the enumerators: where they are bound,
    /// a tick takes less time.
    [[nodiscard]] std::span<const Stream> records() const noexcept;

    /// Whether some stage draws: then `run` needs the number of the tick (wend/clock.hpp).
    [[nodiscard]] bool draws() const noexcept;

    /// Whether some stage looks at other agents: of the view that AgentView::look_at names, or otherwise of
    /// the same one, which then needs a workspace.
    [[nodiscard]] bool looks_at_others() const noexcept;

    /// Changes the parameters of a stage, for values that change from frame to frame. Allocates nothing.
    /// Refused without a change: parameters out of range, a stage of another kind, a change of the streams
    /// that the stage uses. Must not be called while a call with the program runs.
    Status tune(std::size_t stage, const Stage& parameters) noexcept;

  private:
    friend struct detail::PlanAccess;
    explicit Program(std::shared_ptr<detail::Plan> plan) noexcept : plan_(std::move(plan)) {}
    std::shared_ptr<detail::Plan> plan_;
};

/// Advances every agent of the view by `ticks.count` ticks.
///
/// Makes the checks that cost O(1) first (streams, lengths, overlap, parameters) and refuses before anything
/// is written. Allocates nothing, throws nothing, prints nothing; reads and writes nothing outside the bound
/// memory. The floating-point environment is set for the call and restored, sticky flags included. The result
/// does not depend on it, nor on ISA, threads, block, ticks per pass, or the grouping of ticks into calls and
/// agents into views. Needs `stack_bytes` of stack (wend/execution.hpp). Any number of calls may run at the
/// same time, as long as none writes memory that another one reads or writes.
[[nodiscard]] WEND_API Result run(const Program& program, const AgentView& agents, const Ticks& ticks,
                                  const Execution& execution = {}) noexcept;

/// The agents that those of a view look at in run_views: target_agent and the other slot streams name them,
/// and neighbours are found among them.
enum class See : std::uint8_t {
    /// The agents of the same view, or those that it names (AgentView::look_at). The call then sorts these
    /// once a view and tick, so that chunks which all look at one population cost a sort of it each: 500
    /// chunks of 128 agents took 600 times as long as with `all_views`.
    own_view,
    /// The agents of all views of the call. Its bits are those of one view that holds all agents in the order
    /// of the views: slots count through them, also in custom stages (slot 0 of the second view is the first
    /// one's size()), ids are unique over all of them, and the optional streams that one view with agents
    /// binds (such as groups or body_radius) all bind. No view names others. The agents are copied into the
    /// call's workspace, sorted once a tick, and copied back: 500 chunks cost 1.1 times one array.
    all_views,
};

/// The first tick and the seed of one view.
struct ViewStart {
    std::uint64_t first_tick = 0;  ///< number of the view's first tick
    std::uint64_t seed = 0;        ///< keys its draws
};

/// The choices of one run_views, and the starts of its views.
struct ViewOptions {
    /// For programs whose agents look at others.
    See see = See::own_view;
    /// Memory of the caller's for See::all_views: `workspace_size(program, views)` floats. The views need
    /// none of their own.
    std::span<float> workspace{};
    /// One a view, in place of `first_tick` and `seed` of the ticks, so that worlds of their own (rooms of a
    /// server, environments of a learner) can start again at different times; none: all views have those of
    /// the ticks. Not with See::all_views.
    std::span<const ViewStart> starts{};
};

/// `run` for many views in one call (the chunks of an entity system): one parallel loop over all of them,
/// each view on one thread. Draws depend on ids: views of one population differ in `first_id`, or bind ids.
/// The views must not share written memory, and none may look at memory that another one writes; that is not
/// checked. With See::all_views, neither are ids that the views bind; ranges from `first_id` on that overlap
/// are refused. `first_fault_view` is the view of the first fault, or of the status.
[[nodiscard]] WEND_API Result run_views(const Program& program, std::span<const AgentView> views,
                                        const Ticks& ticks, const Execution& execution = {},
                                        const ViewOptions& options = {}) noexcept;

/// Views that are made when a call needs them, for callers that describe them in another way (such as the C
/// interface): they use only memory of the stack.
struct ViewSource {
    /// Makes view `index` < count. Called twice or more with the same result: first on the caller's thread,
    /// where setting the status refuses the call, later on the threads that advance or copy the view, in C's
    /// default floating-point environment. Must not throw.
    using Make = AgentView (*)(void* context, std::size_t index, Status& status);

    std::size_t count;  ///< views
    Make make;          ///< makes a view
    void* context;      ///< first argument of `make`

    /// No default constructor, so that `{}` is a span.
    ViewSource(std::size_t views, Make function, void* its_context) noexcept
        : count(views), make(function), context(its_context) {}
};
/// The same for such views.
[[nodiscard]] WEND_API Result run_views(const Program& program, const ViewSource& views, const Ticks& ticks,
                                        const Execution& execution = {},
                                        const ViewOptions& options = {}) noexcept;

/// The size in floats of the workspace of a call with See::all_views: 0 if no agent looks at others. It
/// depends on the numbers of views and agents and on the bound streams; a view that `make` refuses counts for
/// nothing.
[[nodiscard]] WEND_API std::size_t workspace_size(const Program& program,
                                                  std::span<const AgentView> views) noexcept;
/// The same for such views.
[[nodiscard]] WEND_API std::size_t workspace_size(const Program& program, const ViewSource& views) noexcept;

/// Writes the bound ones of force_x, force_y (before truncation to max_force), steering_force_x and
/// steering_force_y (after it) for one tick, and moves no agent: only these must be writable. No state
/// advances: with calls of `forces` alone wander keeps its angle and no agent reaches a node. For bodies that
/// an engine moves see ExternalLocomotion.
[[nodiscard]] WEND_API Result forces(const Program& program, const AgentView& agents, const Ticks& ticks,
                                     const Execution& execution = {}) noexcept;

/// Makes the checks of `run`, and finds agents with a fault in the first tick (`faults` and `first_fault`).
/// Its `notice` is the first that holds of those about what is legal and probably unintended, for these
/// agents and this `dt`, such as those of a level of detail: floats coarser than the agents' steps, agents
/// from which no way leads to a goal of a flow field, ticks that are too long for agents to settle where they
/// arrive, a turning circle wider than a path's nodes, a search radius that is shorter than two bodies and
/// the way of two agents in a tick, walls that are avoided but may be passed (the locomotion has none, a tick
/// is longer than horizon / 64, or a step than a body's radius), few agents for which each call sorts many of
/// another view. Writes only the workspace.
[[nodiscard]] WEND_API Result validate(const Program& program, const AgentView& agents, const Ticks& ticks,
                                       const Execution& execution = {}) noexcept;

/// The state's fingerprint: a sum over agents modulo 2^64, independent of the order of slots, splits and
/// threads (kernels/docs/bits.md has the formula). Covers the id (first_id + slot where it is not bound) and
/// the program's state; 0 if a stream of the state is not bound, or has no memory.
[[nodiscard]] WEND_API std::uint64_t state_hash(const Program& program, const AgentView& agents) noexcept;

/// Consecutive ids in buckets of equal size.
struct IdBuckets {
    std::uint32_t first_id = 0;  ///< of the first bucket
    std::uint32_t ids = 1;       ///< of a bucket; the last ones end at id 2^32 - 1
};

/// The fingerprints of the agents of each bucket, as many as `hashes` has elements: state_hash of these
/// agents alone. Two peers whose fingerprints differ find the agent by few numbers: each divides its ids by
/// 64 buckets, and then those of a bucket that differs. Agents of no bucket are left out.
///
/// Refuses IdBuckets::ids of 0, and a view that lacks a stream of the state; writes nothing then.
[[nodiscard]] WEND_API Status state_hashes(const Program& program, const AgentView& agents,
                                           const IdBuckets& buckets,
                                           std::span<std::uint64_t> hashes) noexcept;

}  // namespace wend
