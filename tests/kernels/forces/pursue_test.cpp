// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The oracles of pursue and evade.
#include <cmath>
#include <optional>

#include "support/error_bounds.hpp"
#include "support/oracle.hpp"
#include "support/oracle_quarry.hpp"

namespace wend::test {
namespace {

constexpr double pursue_bound = 6;  // pursue.hpp

template <class S>
OracleVector chase(const OracleAgent& agent, const S& stage, double sign) {
    const std::optional<OracleQuarry> seen = oracle_quarry(agent, stage.quarry, stage.target);
    if (!seen) return {};
    const OracleVector p = agent.position();
    const double time = std::hypot(seen->position.x - p.x, seen->position.y - p.y) / agent.max_speed();
    return oracle_seek(agent, sum(seen->position, times(seen->velocity, time)), sign);
}

const OracleOf<Pursue> pursue([](const Pursue& stage,
                                 const OracleAgent& agent) { return chase(agent, stage, 1); },
                              pursue_bound);
const OracleOf<Evade> evade([](const Evade& stage,
                               const OracleAgent& agent) { return chase(agent, stage, -1); },
                            pursue_bound);

}  // namespace
}  // namespace wend::test
