// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A clock numbers the ticks, and a program that draws is refused without a tick.
#include <gtest/gtest.h>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 100;
const Locomotion vehicle{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f};

Population wanderers(const Program& program) {
    Population population(agents, streams_of(program));
    fill(population, 5, Values::ordinary);
    return population;
}

TEST(Clock, HandsOutEachTickOnce) {
    Clock clock{.dt = 0.5f, .seed = 7};
    const Ticks first = clock.next();
    const Ticks three = clock.next(3);
    EXPECT_EQ(first.first_tick, 0u);
    EXPECT_EQ(first.count, 1u);
    EXPECT_EQ(three.first_tick, 1u);
    EXPECT_EQ(three.count, 3u);
    EXPECT_EQ(three.dt, 0.5f);
    EXPECT_EQ(three.seed, 7u);
    EXPECT_EQ(clock.tick, 4u);
}

TEST(Clock, FramesOfAClockAreTheTicksOfOneCall) {
    const Program program = build({Wander{}, vehicle});
    Population whole = wanderers(program);
    Population frames = whole;
    Clock one{.dt = 1.0f / 60, .seed = 7};
    ASSERT_TRUE(run(program, whole.view(), one.next(60)).status.ok());
    Clock clock{.dt = 1.0f / 60, .seed = 7};
    for (int frame = 0; frame < 30; ++frame)
        ASSERT_TRUE(run(program, frames.view(), clock.next()).status.ok());
    Clock resumed{.dt = clock.dt, .seed = clock.seed, .tick = clock.tick};
    for (int frame = 0; frame < 30; ++frame)
        ASSERT_TRUE(run(program, frames.view(), resumed.next()).status.ok());
    EXPECT_TRUE(same_bits(whole, frames));
}

TEST(Clock, AProgramThatDrawsIsRefusedWithoutATick) {
    const std::vector<std::vector<Stage>> drawing{
        {Wander{}, vehicle}, {RetargetWander{.area = case_area}, vehicle}, {Approach{.speed = 1.0f}}};
    for (const std::vector<Stage>& stages : drawing) {
        const Program program = build(stages);
        EXPECT_TRUE(program.draws());
        Population population = wanderers(program);
        const Population before = population;
        for (const Result& result : {run(program, population.view(), {.dt = 0.1f, .seed = 7}),
                                     validate(program, population.view(), {.dt = 0.1f, .seed = 7})}) {
            EXPECT_EQ(result.status.code, Code::missing_tick);
            EXPECT_NE(message(result.status).find("Clock"), std::string::npos);
        }
        EXPECT_TRUE(same_bits(before, population));
        EXPECT_TRUE(run(program, population.view(), {.dt = 0.1f, .first_tick = 0, .seed = 7}).status.ok());
    }
}

TEST(Clock, AProgramWithoutDrawsNeedsNoTick) {
    const Program program = build({Seek{}, vehicle});
    EXPECT_FALSE(program.draws());
    Population population = wanderers(program);
    EXPECT_TRUE(run(program, population.view(), {.dt = 0.1f}).status.ok());
}

}  // namespace
}  // namespace wend::test
