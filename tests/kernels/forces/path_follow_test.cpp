// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The oracle of path following; kernels/stages/path_follow_test.cpp tests its behaviour.
#include "support/error_bounds.hpp"
#include "support/oracle.hpp"

namespace wend::test {
namespace {

const OracleOf<PathFollow> path_follow(
    [](const PathFollow& stage, const OracleAgent& agent) {
        if (agent.population.get<Stream::path>(agent.slot) == -1)
            return stage.brake_without_path ? times(agent.velocity(), -1) : OracleVector{};
        const auto path = static_cast<std::size_t>(agent.population.get<Stream::path>(agent.slot));
        std::uint32_t node = agent.population.get<Stream::node>(agent.slot);
        bool ahead = agent.population.get<Stream::direction>(agent.slot) == 1;
        if (stage.swept) {
            const OracleProgress progress = oracle_progress(stage, agent.population, agent.slot);
            node = progress.node;
            ahead = progress.direction == 1;
        }
        const bool end = node == (ahead ? stage.paths.node_count(path) - 1 : 0);
        const Point point = stage.paths.node(path, node);
        const bool slows = end && stage.mode == PathMode::once && stage.slowing_radius;
        return oracle_seek(agent, {point.x, point.y, 0}, 1,
                           slows ? static_cast<double>(*stage.slowing_radius) : 0);
    },
    seek_bound);

}  // namespace
}  // namespace wend::test
