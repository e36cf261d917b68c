// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernel_list.hpp"
#include "wend/program.hpp"

namespace wend::detail {

/// What Program::build found out, and every call uses.
struct Plan {
    std::vector<Stage> stages;
    std::vector<StreamUse> streams;
    std::vector<Stream> outputs;
    StreamUses uses;
    bool draws = false;
    bool looks_at_others = false;  ///< one tick a pass, from copies of the tick's start
    bool prioritised = false;
    bool swept = false;

    [[nodiscard]] std::size_t kind(std::size_t stage) const { return stages[stage].index(); }
    /// Null in a program without one.
    [[nodiscard]] const Locomotion* locomotion() const { return std::get_if<Locomotion>(&stages.back()); }
    /// The locomotion has an option that fused passes leave out.
    [[nodiscard]] bool limits_motion() const {
        const Locomotion* const last = locomotion();
        return last != nullptr && (last->max_turn_rate || last->min_speed);
    }
};

/// The way from the public class to its plan.
struct PlanAccess {
    [[nodiscard]] static const Plan& plan(const Program& program) noexcept { return *program.plan_; }
};

inline constexpr std::size_t max_stages = 9;  ///< 8 forces and the locomotion

/// What a stage's function is called with, beside the tile.
struct StageArguments {
    const void* parameters;
    std::uint32_t ordinal;
    float weight;
};

/// The same for all stages, for one call.
struct ResolvedStages {
    std::array<StageArguments, max_stages> arguments;
    Limits limits;
};

[[nodiscard]] ResolvedStages resolve(const Plan& plan);

/// The streams of one stage, as its parameters have it.
[[nodiscard]] StreamUses uses_of(const Stage& stage);

/// A status that is not ok, with the stage that it is about.
[[nodiscard]] Status about_stage(Status status, const Stage& stage, std::size_t index);

/// A status when the value is NaN or outside the range.
[[nodiscard]] Status check_range(const char* parameter, float value, const Range& range);

/// The parameters of one stage against the ranges of its public struct, and what holds between them.
[[nodiscard]] Status check_stage(const Stage& stage);

/// The id stream and the outputs, where they are bound.
[[nodiscard]] StreamSet bound_extras(const Plan& plan, const AgentView& agents);

/// Whether an input is the memory of a written stream, which is legal, and means that inputs change from tick
/// to tick.
[[nodiscard]] bool inputs_change(const Plan& plan, const AgentView& agents);

/// The O(1) checks of a call: streams, lengths, overlap, ticks.
[[nodiscard]] Status check_call(const Plan& plan, const AgentView& agents, const Ticks& ticks);

/// Whether agents settle at their targets with so long a tick. At a target the force of arrive is -v, so that
/// v' = (1 - dt / mass) v: above 2 each tick turns the velocity round and lengthens it, up to the limits.
[[nodiscard]] Status check_step(const Plan& plan, const AgentView& agents, const Ticks& ticks);

}  // namespace wend::detail
