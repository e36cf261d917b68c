// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "support/oracle.hpp"

namespace wend::test {

OracleDecision oracle_decision(const RetargetWander& wander, const Population& start, std::size_t slot,
                               std::uint32_t id, const Ticks& ticks) {
    const auto dt = static_cast<long double>(ticks.dt);
    auto left = static_cast<long double>(start.get<Stream::seconds_left>(slot));
    OracleDecision result{.target = of_terms(as_read(start.get<Stream::target_x>(slot)),
                                             as_read(start.get<Stream::target_y>(slot)), 0),
                          .seconds_left = left - dt,
                          .seconds_scale = static_cast<double>(std::max(std::abs(left), dt)),
                          .decision = start.get<Stream::decision>(slot)};
    if (left > 0) return result;

    const auto uniform = [&](Purpose kind) {
        return static_cast<double>(random_bits(ticks.seed, id, result.decision, purpose(kind)) >> 8) *
               0x1p-24;
    };
    const auto between = [](float low, float high, double u) {
        return std::lerp(static_cast<double>(low), static_cast<double>(high), u);
    };
    const Rectangle& area = wander.area;
    const float largest =
        std::max({std::abs(area.min_x), std::abs(area.max_x), std::abs(area.min_y), std::abs(area.max_y)});
    result.target = of_terms(between(area.min_x, area.max_x, uniform(Purpose::retarget_wander_x)),
                             between(area.min_y, area.max_y, uniform(Purpose::retarget_wander_y)),
                             static_cast<double>(largest));
    auto interval = static_cast<long double>(wander.interval);
    if (wander.random_phase && result.decision == 0)
        interval *= static_cast<long double>(uniform(Purpose::retarget_wander_phase));
    result.seconds_scale = std::max(result.seconds_scale, static_cast<double>(interval));
    left = std::max(left + interval, 0.0L);
    result.seconds_left = left - dt;
    ++result.decision;
    result.picked = true;
    return result;
}

}  // namespace wend::test
