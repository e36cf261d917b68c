// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The oracles of pursue and evade.
#include <cmath>

#include "support/error_bounds.hpp"
#include "support/oracle.hpp"

namespace wend::test {
namespace {

constexpr double pursue_bound = 6;  // pursue.hpp

OracleVector chase(const OracleAgent& agent, Quarry quarry, double sign) {
    OracleVector target, velocity;
    if (quarry == Quarry::agent) {
        const std::int32_t slot = agent.population.get<Stream::target_agent>(agent.slot);
        if (slot < 0) return {};
        OracleAgent other = agent;
        other.slot = static_cast<std::size_t>(slot);
        target = other.position();
        velocity = other.velocity();
    } else {
        target = of_terms(agent.read<Stream::target_x>(), agent.read<Stream::target_y>(), 0);
        velocity =
            of_terms(agent.read<Stream::target_velocity_x>(), agent.read<Stream::target_velocity_y>(), 0);
    }
    const OracleVector p = agent.position();
    const double time = std::hypot(target.x - p.x, target.y - p.y) / agent.max_speed();
    return oracle_seek(agent, sum(target, times(velocity, time)), sign);
}

const OracleOf<Pursue> pursue([](const Pursue& stage,
                                 const OracleAgent& agent) { return chase(agent, stage.quarry, 1); },
                              pursue_bound);
const OracleOf<Evade> evade([](const Evade& stage,
                               const OracleAgent& agent) { return chase(agent, stage.quarry, -1); },
                            pursue_bound);

}  // namespace
}  // namespace wend::test
