// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The oracle of retarget wander, whose decisions support/oracle_retarget_wander.cpp makes.
#include "support/error_bounds.hpp"
#include "support/oracle.hpp"

namespace wend::test {
namespace {

const OracleOf<RetargetWander> retarget_wander(
    [](const RetargetWander& stage, const OracleAgent& agent) {
        const OracleVector target =
            oracle_decision(stage, agent.population, agent.slot, agent.id, agent.ticks).target;
        return oracle_seek(agent, {target.x, target.y, 0});
    },
    seek_bound);

}  // namespace
}  // namespace wend::test
