// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/social_force.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/neighbour_scenes.hpp"
#include "support/oracle.hpp"

namespace wend::test {
namespace {

const OracleOf<SocialForce> oracle(
    [](const SocialForce& stage, const OracleAgent& agent) {
        OracleNeighbours neighbours = neighbours_of(agent, stage);
        const auto range = static_cast<double>(stage.range), time = static_cast<double>(stage.step_time);
        const double unit = static_cast<double>(stage.strength) / range;
        const OracleVector own = agent.velocity();
        const double speed = std::hypot(own.x, own.y);
        OracleVector force;
        for (std::size_t i = 0; i < neighbours.offsets.size(); ++i) {
            const OracleVector& d = neighbours.offsets[i];
            const OracleVector& v = neighbours.velocities[i];
            const double ex = d.x + v.x * time, ey = d.y + v.y * time;
            const double now = std::max(std::hypot(d.x, d.y), range / 1024);
            const double then = std::max(std::hypot(ex, ey), range / 1024);
            const double sum = now + then;
            const double exact = std::sqrt(std::max(2 * (now * then + d.x * ex + d.y * ey), 0.0));
            const double axis = std::max(exact, sum / 1024);
            double share = unit * std::exp(-axis / 2 / range);
            const double cosine = (d.x * own.x + d.y * own.y) / std::max(now * speed, 0x1p-100);
            const double limit = std::cos(100 * std::numbers::pi / 180);
            if (cosine < limit) share *= static_cast<double>(stage.rear_weight);
            neighbours.ambiguous |= std::abs(cosine - limit) < 16 * edge_margin;
            const double x = sum / (2 * axis) * (d.x / now + ex / then);
            const double y = sum / (2 * axis) * (d.y / now + ey / then);
            force.x -= share * std::clamp(x, -8.0, 8.0);
            force.y -= share * std::clamp(y, -8.0, 8.0);
            // The offset's last digits turn the two directions, and move the axes of a narrow ellipse.
            const double blur = (std::hypot(ex, ey) + std::hypot(v.x, v.y) * time + now) / then;
            const double of_axis = sum * sum / (axis * axis) * blur;
            force.scale += unit * 128 + share * (1 + axis / range) * (of_axis + sum / axis * blur) * 4;
        }
        return judged(force, neighbours);
    },
    1);

/// The force of an agent at the origin by one neighbour.
struct Other {
    float x, y, vx, vy;
};
std::array<float, 2> force_by(const SocialForce& stage, const Other& other, float own_vx = 0) {
    const Program program = build({stage, Locomotion{.max_force = 1000.0f, .max_speed = 5.0f, .mass = 1.0f}});
    Population agents = blank(program, 2);
    std::array<float, 2> x{}, y{};
    agents.set<Stream::velocity_x>(0, own_vx);
    agents.set<Stream::position_x>(1, other.x);
    agents.set<Stream::position_y>(1, other.y);
    agents.set<Stream::velocity_x>(1, other.vx);
    agents.set<Stream::velocity_y>(1, other.vy);
    AgentView view = agents.view();
    view.bind<Stream::force_x>(x).bind<Stream::force_y>(y);
    EXPECT_TRUE(faultless(forces(program, view, {.dt = 0.1f})));
    return {x[0], y[0]};
}

TEST(SocialForce, NeighboursAtRestPushByTheirDistance) {
    // b = |d|, and the gradient is a unit vector.
    for (const float distance : {0.3f, 0.6f, 1.2f}) {
        const auto [x, y] = force_by({}, {distance, 0, 0, 0});
        EXPECT_NEAR(x, -7 * std::exp(-distance / 0.3f), 1e-4);
        EXPECT_EQ(y, 0);
    }
}

TEST(SocialForce, TheWayOfAnotherOneIsKeptFree) {
    // It walks by, one metre to the left, and is near at the end of its step.
    const auto [x, y] = force_by({}, {2, 1, -1, 0});
    EXPECT_LT(y, 0) << "aside";
    const auto [still_x, still_y] = force_by({}, {2, 1, 0, 0});
    EXPECT_LT(y, 10 * still_y) << "farther than from one that stands";
    EXPECT_LT(std::abs(x), std::abs(y));
}

TEST(SocialForce, NeighboursBehindCountByTheRearWeight) {
    const SocialForce stage{.rear_weight = 0.25f};
    const auto ahead = force_by(stage, {0.5f, 0, 0, 0}, 1);
    const auto behind = force_by(stage, {-0.5f, 0, 0, 0}, 1);
    EXPECT_NEAR(behind[0], -0.25f * ahead[0], 1e-4);
    EXPECT_EQ(force_by(stage, {-0.5f, 0, 0, 0})[0], -force_by(stage, {0.5f, 0, 0, 0})[0]) << "at rest";
}

TEST(SocialForce, NoSideWhereTheNeighbourWalksThroughTheAgent) {
    for (const Other& other :
         {Other{1, 0, -1, 0}, Other{0, 0, 0, 0}, Other{0, 0, 1, 0}, Other{2, 0, -1, 0}}) {
        const auto [x, y] = force_by({}, other);
        EXPECT_TRUE(std::isfinite(x));
        EXPECT_EQ(y, 0);
    }
}

class SocialForces : public ::testing::TestWithParam<Isa> {};

TEST_P(SocialForces, TheGridSeesWhatBruteForceSees) {
    for (const World& world : worlds)
        for (const float range : {0.3f, 3.0f, 0x1p40f, 0x1p-40f}) {
            SCOPED_TRACE(world.what);
            const Program program = build({SocialForce{.radius = world.radius, .range = range}, vehicle});
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(
                GetParam(), program,
                crowd(program, world.agents, world.width, world.height, world.x, world.y)));
        }
}

/// No float exceeds the integers, whatever overflows.
TEST_P(SocialForces, ExtremesHaveTheReferencesBits) {
    for (const float radius : {0x1p-60f, 1.0f, 1e18f})
        for (const float time : {0.0f, 2.0f, 0x1p20f}) {
            const Program program = build({SocialForce{.radius = radius, .step_time = time}, vehicle});
            Population start = crowd(program, 150, 8, 8);
            for (std::size_t slot = 0; slot < start.size(); slot += 3) {
                const float far = std::ldexp(1.0f, static_cast<int>(slot % 120) - 60);
                start.set<Stream::position_x>(slot, slot % 2 == 0 ? far : -far);
                start.set<Stream::velocity_x>(slot, slot % 2 == 0 ? -far : far * 0.75f);
            }
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, start));
        }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, SocialForces, each_vector_isa(), isa_name);

}  // namespace
}  // namespace wend::test
