// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/oracle.hpp"
#include "support/program_cases.hpp"
#include "wend/containment.hpp"

namespace wend::test {
namespace {

/// One component of the force, and its largest term: the depth in the margin is a difference, and has the
/// rounding errors of its operands.
std::pair<double, double> across(float least, float most, double position, double velocity, double max_speed,
                                 const Containment& stage) {
    const double low = static_cast<double>(least);
    const double high = static_cast<double>(most);
    const double margin = static_cast<double>(stage.margin);
    const double way = velocity * static_cast<double>(stage.prediction);
    const double predicted = position + way;
    const auto share = [&](double depth) { return std::clamp(depth / margin, 0.0, 1.0); };
    const double force = share(low + margin - predicted) * (max_speed - velocity) -
                         share(predicted - (high - margin)) * (max_speed + velocity);
    const double terms = std::max({std::abs(low), std::abs(high), margin, std::abs(position), std::abs(way)});
    return {force, std::max(std::abs(max_speed), std::abs(velocity)) * (1 + terms / margin)};
}

const OracleOf<Containment> oracle(
    [](const Containment& stage, const OracleAgent& agent) {
        const Rectangle& area = stage.area;
        const auto [x, scale_x] =
            across(area.min_x, area.max_x, agent.position().x, agent.velocity().x, agent.max_speed(), stage);
        const auto [y, scale_y] =
            across(area.min_y, area.max_y, agent.position().y, agent.velocity().y, agent.max_speed(), stage);
        return OracleVector{x, y, std::max(scale_x, scale_y)};
    },
    8);

const Locomotion vehicle{.max_force = 30.0f, .max_speed = 6.0f, .mass = 1.0f};
constexpr Containment fence{.area = {-50, -30, 50, 30}, .margin = 8, .prediction = 0.5f};

float force_at(float x, float velocity_x) {
    const Program program = build({fence, vehicle});
    std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    streams.push_back(Stream::force_x);
    Population agents(1, streams);
    agents.set<Stream::position_x>(0, x);
    agents.set<Stream::position_y>(0, 0);
    agents.set<Stream::velocity_x>(0, velocity_x);
    agents.set<Stream::velocity_y>(0, 3);
    EXPECT_TRUE(faultless(forces(program, agents.view(), {.dt = 0.1f})));
    return agents.get<Stream::force_x>(0);
}

TEST(Containment, ActsWhereTheMarginIsToBeEntered) {
    EXPECT_EQ(force_at(0, 6), 0);
    EXPECT_EQ(force_at(42, 0), 0) << "at its edge";
    EXPECT_EQ(force_at(43, -2), 0) << "on its way out of it";
    EXPECT_FLOAT_EQ(force_at(40, 6), -1.0f / 8 * 12) << "predicted 1 m deep";
    EXPECT_FLOAT_EQ(force_at(46, 0), -4.0f / 8 * 6);
    EXPECT_FLOAT_EQ(force_at(-46, 0), 4.0f / 8 * 6);
    EXPECT_FLOAT_EQ(force_at(50, 0), -6);
    EXPECT_FLOAT_EQ(force_at(900, 0), -6) << "no more outside";
    EXPECT_FLOAT_EQ(force_at(-900, 6), 0) << "it comes back as fast as it can";
}

TEST(Containment, KeepsWanderersInside) {
    const Program program =
        build({Containment{.area = fence.area, .margin = 8, .weight = 4}, Wander{}, vehicle});
    Population agents = blank(program, 500);
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        agents.set<Stream::velocity_x>(slot, static_cast<float>(slot % 12) - 6);
    float farthest_x = 0, farthest_y = 0;
    for (std::uint64_t tick = 0; tick < 3000; ++tick) {
        ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 30, .first_tick = tick, .seed = 4})));
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            farthest_x = std::max(farthest_x, std::abs(agents.get<Stream::position_x>(slot)));
            farthest_y = std::max(farthest_y, std::abs(agents.get<Stream::position_y>(slot)));
        }
    }
    EXPECT_LT(farthest_x, 50);
    EXPECT_LT(farthest_y, 30);
    EXPECT_GT(farthest_x, 42) << "they do reach the margin";
    EXPECT_GT(farthest_y, 22);
}

TEST(Containment, WhatIsWrongIsRefused) {
    EXPECT_EQ(message(Program::build({Containment{.area = {0, 0, 1, 1}, .margin = 0}, vehicle}).status()),
              "stage 0 (containment): margin is 0, must be in [8.6736174e-19, 1e+18]");
    EXPECT_FALSE(Program::build({Containment{}, vehicle})) << "an area without a size";
    EXPECT_FALSE(Program::build({Containment{.area = {1, 0, 0, 1}}, vehicle}));
    EXPECT_FALSE(Program::build({Containment{.area = {0, 0, 1, 1}, .prediction = -1}, vehicle}));
}

}  // namespace
}  // namespace wend::test
