// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "support/oracle.hpp"

/// Shared by the oracles of stages with a quarry.
namespace wend::test {

struct OracleQuarry {
    OracleVector position;
    OracleVector velocity;
};

template <Stream X, Stream Y, Stream VelocityX, Stream VelocityY>
[[nodiscard]] OracleQuarry oracle_quarry_point(const OracleAgent& agent) {
    return {of_terms(agent.read<X>(), agent.read<Y>(), 0),
            of_terms(agent.read<VelocityX>(), agent.read<VelocityY>(), 0)};
}

/// None where stream `Index` is -1.
template <Stream Index>
[[nodiscard]] std::optional<OracleQuarry> oracle_quarry_agent(const OracleAgent& agent) {
    const std::int32_t slot = agent.population.get<Index>(agent.slot);
    if (slot < 0) return std::nullopt;
    OracleAgent other = agent;
    other.slot = static_cast<std::size_t>(slot);
    return OracleQuarry{other.position(), other.velocity()};
}

[[nodiscard]] inline std::optional<OracleQuarry> oracle_quarry(const OracleAgent& agent, Quarry quarry,
                                                               const Target& target = {}) {
    if (quarry == Quarry::agent) {
        if (target.streams == TargetStreams::other_target)
            return oracle_quarry_agent<Stream::other_agent>(agent);
        if (target.streams == TargetStreams::third_target)
            return oracle_quarry_agent<Stream::third_agent>(agent);
        return oracle_quarry_agent<Stream::target_agent>(agent);
    }
    if (target.point) return OracleQuarry{agent.position_of(target), {}};
    const TargetFamily family = target_family(target.streams);
    return OracleQuarry{agent.position_of(target), agent.read_vector(family.velocity_x, family.velocity_y)};
}

/// The quarry's predicted point after the time that the way to `place` takes at max_speed. The way's terms
/// blur that time.
[[nodiscard]] inline OracleVector oracle_ahead(const OracleAgent& agent, const OracleQuarry& quarry,
                                               const OracleVector& place) {
    const OracleVector way = sum(place, times(agent.position(), -1));
    OracleVector moved = times(quarry.velocity, std::hypot(way.x, way.y) / agent.max_speed());
    moved.scale = std::max(moved.scale, quarry.velocity.scale * way.scale / agent.max_speed());
    return sum(quarry.position, moved);
}

}  // namespace wend::test
