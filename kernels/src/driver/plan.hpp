// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "driver/stage_traits.hpp"
#include "wend/program.hpp"

namespace wend {

/// What Program::build found out, and every call uses.
struct Program::Plan {
    std::vector<Stage> stages;
    std::vector<StreamUse> streams;
    std::vector<Stream> outputs;
    detail::StreamNeeds needs;
    bool looks_at_others =
        false;  ///< some stage reads other agents: one tick a pass, from copies of the tick's start
    bool prioritised = false;
    bool swept = false;

    static_assert(std::variant_size_v<Stage> == detail::stage_kind_count);
    [[nodiscard]] detail::StageKind kind(std::size_t stage) const {
        return static_cast<detail::StageKind>(stages[stage].index());
    }
};

namespace detail {

inline constexpr std::size_t max_stages = 9;  ///< 8 forces and the locomotion

/// The values of max_force, max_speed and mass, which any stage may need.
struct Limits {
    float max_force = 0, max_speed = 0, mass = 1;
};

/// All stages' parameters, resolved for one call.
struct ResolvedStages {
    std::array<StageParameters, max_stages> parameters;
    Limits limits;
};

[[nodiscard]] ResolvedStages resolve(const Program::Plan& plan, float dt);

/// The id stream and the outputs, where they are bound.
[[nodiscard]] StreamMask bound_extras(const Program::Plan& plan, const AgentView& agents);

/// Whether an input is the memory of a written stream, which is legal, and means that inputs change from tick
/// to tick.
[[nodiscard]] bool inputs_change(const Program::Plan& plan, const AgentView& agents);

/// The O(1) checks of a call: streams, lengths, overlap, ticks.
[[nodiscard]] Status check_call(const Program::Plan& plan, const AgentView& agents, const Ticks& ticks);

}  // namespace detail
}  // namespace wend
