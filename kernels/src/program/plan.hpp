// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "stage/kernel_list.hpp"
#include "wend/program.hpp"

namespace wend {
struct ChunkView;
}

namespace wend::detail {

inline constexpr std::size_t max_forces = 8;
inline constexpr std::size_t max_stages = max_forces + 2;  ///< with orca and the locomotion

/// A stage of a program, and the values that follow from its parameters.
struct PlannedStage {
    StreamUses uses;
    const void* parameters = nullptr;  ///< the stage's public struct
    const char* name = nullptr;        ///< the stage's
    std::uint32_t ordinal = 0;         ///< among the program's stages of its kind
    float weight = 0;
    const Target* target = nullptr;  ///< set where it is not the streams target_*
    const CustomForce* custom_force = nullptr;
    const CustomLocomotion* custom_locomotion = nullptr;
    bool is_neighbour_force = false;
    bool picks_velocity = false;
};

/// Forces with neighbours that share a pass over them: stages of one folder of kernels, no two of a kind.
struct PlannedPass {
    std::array<std::size_t, max_forces> stage{};
    std::size_t count = 0;
};

/// A program as calls use it: derived once by Program::build, and again by Program::tune.
struct Plan {
    std::vector<Stage> stages;
    std::vector<StreamUse> streams;
    std::vector<Stream> optional_inputs;
    std::vector<Stream> outputs;
    std::vector<Stream> records;
    StreamUses uses;
    Sight sight;
    bool positive_max_speed = false;  ///< some stage divides by it
    std::uint32_t cost = 0;           ///< of its stages, for an agent and tick
    bool draws = false;
    bool prioritised = false;
    StreamSet custom_streams = 0;    ///< of custom stages: they see them as they are in memory
    bool custom_writes = false;      ///< some custom stage has state, which no other stage checks
    bool moves_path_inputs = false;  ///< some other stage writes inputs of path following's node cache
    bool swept = false;
    bool external = false;                         ///< the last stage is external locomotion
    bool has_quarry = false;                       ///< some stage looks at single agents by their slots
    std::array<PlannedStage, max_stages> planned;  ///< by stage; points into `stages`
    Limits limits;                                 ///< the locomotion's values
    /// Of stages with the paths or obstacles of a pool: its count of calls; otherwise null.
    std::array<std::atomic<std::uint32_t>*, max_stages> pool_calls{};
    bool has_pool = false;
    float largest_radius = 0;  ///< at which a stage sees neighbours
    std::vector<PlannedPass> passes;
    /// The last force and the locomotion may run as one pass, which keeps no steps for swept path following,
    /// and has none of the locomotion's options.
    bool fusible = false;
    bool single_pass = false;                 ///< fusible, and there is no other stage: SinglePass may run it
    bool alone = false;                       ///< one stage that is a program by itself
    std::optional<Locomotion> edges_alone{};  ///< the bounds and obstacles of such a stage

    [[nodiscard]] std::size_t kind(std::size_t stage) const { return stages[stage].index(); }
    [[nodiscard]] bool has_custom_locomotion() const {
        return !stages.empty() && std::holds_alternative<CustomLocomotion>(stages.back());
    }
    /// Null in a program without one.
    [[nodiscard]] const Locomotion* locomotion() const {
        return stages.empty() ? nullptr : std::get_if<Locomotion>(&stages.back());
    }
    /// Those whose bounds and obstacles count; null: none.
    [[nodiscard]] const Locomotion* edges() const { return edges_alone ? &*edges_alone : locomotion(); }
    /// The world, where it wraps; otherwise null.
    [[nodiscard]] const Rectangle* wrapped_area() const {
        const Locomotion* const last = edges();
        return last != nullptr && last->bounds == Bounds::wrap ? &last->area : nullptr;
    }
};

/// Refuses changes of the pools that a program's stages use (PathPool, ObstaclePool), while it lives.
class PoolUse {
  public:
    explicit PoolUse(const Plan& plan) : plan_(plan) {
        if (plan.has_pool) [[unlikely]]
            add(1);
    }
    ~PoolUse() {
        if (plan_.has_pool) [[unlikely]]
            add(-1);
    }
    PoolUse(const PoolUse&) = delete;
    PoolUse& operator=(const PoolUse&) = delete;

  private:
    void add(int calls) const {
        for (std::atomic<std::uint32_t>* const count : plan_.pool_calls)
            if (count != nullptr)
                count->fetch_add(static_cast<std::uint32_t>(calls), std::memory_order_acq_rel);
    }

    const Plan& plan_;
};

/// Access to a program's plan.
struct PlanAccess {
    /// A plan without stages for an empty program.
    [[nodiscard]] static const Plan& plan(const Program& program) noexcept {
        static const Plan none{};
        return program.plan_ == nullptr ? none : *program.plan_;
    }
    /// Keeps the plan when the program is destroyed.
    [[nodiscard]] static std::shared_ptr<const Plan> keep(const Program& program) noexcept {
        return program.plan_;
    }
};

/// Checks the stages, each and together, and derives their plan.
[[nodiscard]] Expected<std::shared_ptr<Plan>> make_plan(std::vector<Stage> stages);

/// Derives the members that change with the stages' parameters.
void derive(Plan& plan);

/// The parameters of several stages against each other.
[[nodiscard]] Status check_together(bool positive_max_speed, const std::vector<Stage>& stages);

/// Whether a custom stage declares that it draws.
[[nodiscard]] bool draws_by_choice(const Stage& stage);

/// The sight of one stage with these parameters.
[[nodiscard]] Sight sight_of_stage(const Stage& stage);

/// The streams of one stage with these parameters.
[[nodiscard]] StreamUses uses_of(const Stage& stage);

/// The status with its stage, unless it is ok.
[[nodiscard]] Status about_stage(Status status, const Stage& stage, std::size_t index);

/// Refuses NaN, and values outside the range.
[[nodiscard]] Status check_range(const char* parameter, float value, const Range& range);

/// Checks the positions and velocities of the agents of another view that a view looks at.
[[nodiscard]] Status check_others_motion(const AgentView& agents);

/// Checks the parameters of one stage against the ranges of its public struct and against each other.
[[nodiscard]] Status check_stage(const Stage& stage);

/// The bound outputs of a call.
[[nodiscard]] inline StreamSet bound_outputs(const Plan& plan, const AgentView& agents) {
    return plan.uses.output & agents.bound();
}

/// The bound streams among the id, `stages` and optional inputs.
[[nodiscard]] inline StreamSet bound_inputs(const Plan& plan, const AgentView& agents) {
    return (plan.uses.where_bound | stream_set(Stream::id, Stream::stages)) & agents.bound();
}

/// The streams of a call: the required ones, and of `bound` those that it reads or writes where bound.
[[nodiscard]] inline StreamSet streams_of_call(const Plan& plan, StreamSet bound) {
    constexpr StreamSet of_all = stream_set(Stream::id, Stream::stages);
    return plan.uses.required() |
           ((plan.uses.where_bound | of_all | plan.uses.output | plan.uses.records) & bound);
}

/// Whether an input is the memory of a written stream. That is legal; inputs then change from tick to tick.
[[nodiscard]] bool inputs_change(const Plan& plan, const AgentView& agents);

/// The streams of calls that are plain if their memory is; none: no call of this kind is plain.
struct PlainStreams {
    StreamSet used = 0, written = 0;
    /// The program, whose agents look at those of the same view: this has the workspace; null: they look at
    /// none.
    const Plan* sees = nullptr;
};
/// `joined`: as is_plain_call says.
[[nodiscard]] PlainStreams plain_streams(const Plan& plan, const StreamSet& bound, const Ticks& ticks,
                                         bool joined = false);
[[nodiscard]] bool is_plain(const PlainStreams& streams, const AgentView& agents);
[[nodiscard]] bool is_plain(const PlainStreams& streams, const ChunkView& chunk);

/// Whether a call is an ordinary one, which needs no further check and whose inputs do not change: a legal
/// `dt`, all streams bound and contiguous, no shared memory, all agents selected, none of which looks at
/// another view. `joined`: of a view whose agents look at those of all views of the call. Uses integers only,
/// so it may run in any floating-point environment. The full checks took nearly half of the instructions of a
/// call with 64 agents.
[[nodiscard]] inline bool is_plain_call(const Plan& plan, const AgentView& agents, const Ticks& ticks,
                                        bool joined = false) {
    return is_plain(plain_streams(plan, agents.bound(), ticks, joined), agents);
}

/// The checks of agents that look at others in check_call.
enum class SightChecks : std::uint8_t {
    all,
    without_workspace,  ///< of `explain`
    none,               ///< of a view whose agents look at those of all views of the call
};

/// The O(1) checks of a call: streams, lengths, overlap, ticks. Of the program's streams it writes those in
/// `writes`. They do not depend on the instruction set: the reference needs no workspace for agents of
/// another view, and is refused without one all the same.
[[nodiscard]] Status check_call(const Plan& plan, const AgentView& agents, const Ticks& ticks,
                                StreamSet writes = ~StreamSet{0}, SightChecks sight = SightChecks::all);

/// Whether the workspace overlaps a stream of the set.
[[nodiscard]] Status check_apart(std::span<const float> workspace, const AgentView& agents, StreamSet used);

/// Words of 4 bytes that the view's workspace must have; 0 for a view without agents.
[[nodiscard]] std::size_t workspace_words(const Plan& plan, const AgentView& agents);

/// The first notice about a call that is legal and probably unintended.
[[nodiscard]] Status find_notice(const Plan& plan, const AgentView& agents, const Ticks& ticks);

}  // namespace wend::detail
