// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The oracles of seek, flee and arrive; kernels/stages/behaviour_test.cpp tests their behaviour.
#include "support/error_bounds.hpp"
#include "support/oracle.hpp"

namespace wend::test {
namespace {

/// A target that is read as it is: its scale is 0.
/// The aim is read, not summed: it blurs no direction.
OracleVector aim_at(const Target& target, const OracleAgent& agent) {
    const OracleVector point = agent.position_of(target);
    return {point.x, point.y, 0};
}

const OracleOf<Seek> seek(
    [](const Seek& stage, const OracleAgent& agent) {
        return oracle_seek(agent, aim_at(stage.target, agent));
    },
    seek_bound);
const OracleOf<Flee> flee(
    [](const Flee& stage, const OracleAgent& agent) {
        return oracle_seek(agent, aim_at(stage.target, agent), -1);
    },
    seek_bound);
const OracleOf<Arrive> arrive(
    [](const Arrive& stage, const OracleAgent& agent) {
        return oracle_seek(agent, aim_at(stage.target, agent), 1, static_cast<double>(stage.slowing_radius));
    },
    seek_bound);

}  // namespace
}  // namespace wend::test
