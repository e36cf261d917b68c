// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

#include "wend/program.hpp"

namespace wend::scenario {

/// Who moves the agents: wend::run, or in a test somebody who errs on purpose.
using Runner = std::function<Result(const Program&, const AgentView&, const Ticks&, const Execution&)>;

/// As Ticks, but any number of them.
struct ManyTicks {
    float dt = 0;
    std::uint64_t count = 0;
    std::uint64_t first_tick = 0;
    std::uint64_t seed = 0;
};

/// Runs all ticks, in calls of as many as one takes. The result is that of one call: faults add up, and the
/// first is the first call's.
[[nodiscard]] Result advance(const Program& program, const AgentView& agents, const ManyTicks& ticks,
                             const Execution& execution, const Runner& runner = run);

}  // namespace wend::scenario
