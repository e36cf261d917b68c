// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The oracle of wander's force; that of its angle is in support/oracle.cpp.
#include <cmath>
#include <numbers>

#include "support/error_bounds.hpp"
#include "support/oracle.hpp"

namespace wend::test {
namespace {

const OracleOf<Wander> wander(
    [](const Wander& stage, const OracleAgent& agent) {
        const double radius = static_cast<double>(stage.circle_radius);
        // An angle whose neighbouring floats are more than a turn away has no meaning, and counts as 0.
        const double read = agent.read<Stream::wander_angle>();
        const double angle = std::abs(read) > 0x1p29 ? 0 : std::remainder(read, 2 * std::numbers::pi);
        const OracleVector velocity = agent.velocity();
        OracleVector heading = unit(velocity.x, velocity.y);
        const OracleVector ahead = times(heading, static_cast<double>(stage.circle_distance));
        OracleVector circle{radius * std::cos(angle), radius * std::sin(angle), std::abs(radius)};
        if (stage.frame == WanderFrame::heading) {
            if (heading.scale == 0) heading = {1, 0, 1};
            circle = {circle.x * heading.x - circle.y * heading.y,
                      circle.x * heading.y + circle.y * heading.x, circle.scale};
        }
        return sum(ahead, circle);
    },
    wander_bound);

}  // namespace
}  // namespace wend::test
