// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Combined forces: weights and priorities, pursuit of agents, new targets, wander and the frame rate.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "support/advance_test.hpp"
#include "support/blank.hpp"
#include "support/faultless.hpp"

namespace wend::test {
namespace {

class Composed : public AdvanceTest {};

// From rest at the origin, seek of (10, 0) gives the force (100, 0) and wander (35 cos a, 35 sin a). With
// mass and dt 1 the velocity is the force.
constexpr float angle = 2;
Population forced(Isa isa, std::vector<Stage> forces, Composition composition, float max_force) {
    forces.emplace_back(
        Locomotion{.composition = composition, .max_force = max_force, .max_speed = 100.0f, .mass = 1.0f});
    const Program program = build(std::move(forces));
    Population population = blank(program, 1);
    population.set<Stream::target_x>(0, 10);
    if (population.has(Stream::wander_angle)) population.set<Stream::wander_angle>(0, angle);
    EXPECT_TRUE(faultless(run(program, population.view(), {.dt = 1, .first_tick = 0}, serial_on(isa))));
    return population;
}

void expect_velocity(const Population& population, double x, double y) {
    EXPECT_NEAR(static_cast<double>(population.get<Stream::velocity_x>(0)), x, 1e-4);
    EXPECT_NEAR(static_cast<double>(population.get<Stream::velocity_y>(0)), y, 1e-4);
}

TEST_P(Composed, WeightsMultiplyForces) {
    const Wander circle{.circle_distance = 0, .circle_radius = 35, .weight = 0.5f};
    expect_velocity(forced(GetParam(), {Seek{.weight = 0.25f}, circle}, Composition::sum, 1000),
                    25 + 17.5 * std::cos(2.0), 17.5 * std::sin(2.0));
    expect_velocity(forced(GetParam(), {Seek{.weight = -0.5f}}, Composition::sum, 1000), -50, 0);
    expect_velocity(
        forced(GetParam(), {Flee{.weight = 0.75f}, Seek{.weight = 0.25f}}, Composition::sum, 1000), -50, 0);
}

TEST_P(Composed, TheFirstForcesHavePriority) {
    const Wander circle{.circle_distance = 0, .circle_radius = 35};
    const Seek seek{.weight = 0.3f};
    const auto run_all = [&](std::vector<Stage> forces, float max_force) {
        return forced(GetParam(), std::move(forces), Composition::prioritised, max_force);
    };
    expect_velocity(run_all({seek, circle, Flee{}}, 50), 30 + 20 * std::cos(2.0), 20 * std::sin(2.0));
    expect_velocity(run_all({circle, seek, Flee{}}, 50), 15 + 35 * std::cos(2.0), 35 * std::sin(2.0));
    expect_velocity(run_all({Flee{}, seek, circle}, 50), -50, 0);
    expect_velocity(run_all({Flee{.weight = 0}, seek, circle}, 50), 30 + 20 * std::cos(2.0),
                    20 * std::sin(2.0));
    expect_velocity(run_all({seek, circle}, 65), 30 + 35 * std::cos(2.0), 35 * std::sin(2.0));
    expect_velocity(run_all({seek, circle}, 0), 0, 0);
}

const Locomotion runner{.max_force = 5.0f, .max_speed = 4.0f, .mass = 1.0f};

/// Calls `check` with a stage of every kind that has a quarry.
template <class Check>
void for_each_kind_with_quarry(const Check& check) {
    const auto check_kind = [&]<class S>() {
        if constexpr (requires(S stage) { stage.quarry; }) {
            S stage;
            if constexpr (requires { stage.obstacles; }) {
                stage.obstacles =
                    *ObstacleSetBuilder().add_circle({30, -20}, 5).add_circle({-40, 60}, 9).build();
                stage.radius = 1e4f;
            }
            check(stage);
        }
    };
    [&]<std::size_t... kind>(std::index_sequence<kind...>) {
        (check_kind.template operator()<std::variant_alternative_t<kind, Stage>>(), ...);
    }
    (std::make_index_sequence<stage_kind_count>());
}

template <class S>
Program program_with(S stage, Quarry quarry) {
    stage.quarry = quarry;
    return build({stage, runner});
}

/// Gives every agent of `hunters` a quarry in stream `Index`, if the buffer has it.
template <Stream Index>
void have_quarries(Population& hunters) {
    if (!hunters.has(Index)) return;
    for (std::size_t slot = 0; slot < hunters.size(); ++slot)
        if (hunters.get<Index>(slot) < 0) hunters.set<Index>(slot, 0);
}

/// Sets each target of `judge` to the state of the agent that `hunters` has in stream `Index`.
template <Stream Index, Stream X, Stream Y, Stream VelocityX, Stream VelocityY>
void aim_at_quarries(const Population& hunters, Population& judge) {
    if (!hunters.has(Index)) return;
    for (std::size_t slot = 0; slot < hunters.size(); ++slot) {
        const auto quarry = static_cast<std::size_t>(hunters.get<Index>(slot));
        if (judge.has(X)) {
            judge.set<X>(slot, judge.get<Stream::position_x>(quarry));
            judge.set<Y>(slot, judge.get<Stream::position_y>(quarry));
        }
        if (!judge.has(VelocityX)) continue;  // of a stage that reads only places
        judge.set<VelocityX>(slot, judge.get<Stream::velocity_x>(quarry));
        judge.set<VelocityY>(slot, judge.get<Stream::velocity_y>(quarry));
    }
}

/// The judge is a program whose targets are set, before every tick, to the quarries' states.
TEST_P(Composed, HuntersSeeTheTicksStart) {
    for_each_kind_with_quarry([&]<class S>(const S& stage) {
        const Program by_agent = program_with(stage, Quarry::agent);
        const Program by_point = program_with(stage, Quarry::point);
        constexpr std::size_t agents = 700;
        Population hunters = blank(by_agent, agents);
        fill(hunters, 3, Values::ordinary);
        have_quarries<Stream::target_agent>(hunters);
        have_quarries<Stream::other_agent>(hunters);
        Population judge = blank(by_point, agents);
        for (const Stream stream : streams_of(by_agent))
            for (std::size_t slot = 0; judge.has(stream) && slot < agents; ++slot)
                judge.set_bytes(stream, slot, hunters.data(stream) + 4 * slot);
        constexpr std::uint32_t ticks = 9;
        for (std::uint32_t tick = 0; tick < ticks; ++tick) {
            aim_at_quarries<Stream::target_agent, Stream::target_x, Stream::target_y,
                            Stream::target_velocity_x, Stream::target_velocity_y>(hunters, judge);
            aim_at_quarries<Stream::other_agent, Stream::other_target_x, Stream::other_target_y,
                            Stream::other_target_velocity_x, Stream::other_target_velocity_y>(hunters, judge);
            advance(by_point, judge, {.dt = 0.25f, .first_tick = 0});
        }
        advance(by_agent, hunters, {.dt = 0.25f, .count = ticks, .first_tick = 0});
        for (const Stream stream :
             {Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y})
            EXPECT_EQ(std::memcmp(hunters.data(stream), judge.data(stream), 4 * agents), 0)
                << S::name << ": " << name(stream);
    });
}

TEST_P(Composed, AnAgentWithoutQuarryFeelsNoForce) {
    for_each_kind_with_quarry([&]<class S>(const S& stage) {
        const Program program = program_with(stage, Quarry::agent);
        Population population = blank(program, 3);
        population.set<Stream::velocity_x>(1, 2);
        advance(program, population, {.dt = 1, .count = 2, .first_tick = 0});
        EXPECT_EQ(population.get<Stream::position_x>(1), 4) << S::name;
        EXPECT_EQ(population.get<Stream::velocity_x>(1), 2) << S::name;
    });
}

TEST(Quarries, FollowTheAgentThatRemovalMoves) {
    const auto check = []<Stream S>() {
        AgentBuffer buffer{Stream::position_x, S};
        buffer.spawn(6);
        const auto quarries = [&] {
            return std::vector<std::int32_t>(buffer.get<S>().begin(), buffer.get<S>().end());
        };
        EXPECT_EQ(quarries(), (std::vector<std::int32_t>{-1, -1, -1, -1, -1, -1}));
        const std::array wanted{5, 0, 1, 1, 2, 1};
        for (std::size_t slot = 0; slot < wanted.size(); ++slot) buffer.get<S>()[slot] = wanted[slot];
        buffer.remove(1);  // the last agent, 5, takes slot 1
        EXPECT_EQ(quarries(), (std::vector<std::int32_t>{1, -1, -1, -1, 2}));
    };
    check.operator()<Stream::target_agent>();
    check.operator()<Stream::other_agent>();
}

constexpr Rectangle box{-30, 100, 50, 110};

/// The targets of all decisions within 20 seconds.
std::map<std::pair<std::size_t, std::uint32_t>, std::pair<float, float>> targets_at(Isa isa, float rate,
                                                                                    bool random_phase,
                                                                                    std::size_t agents,
                                                                                    std::uint64_t seed) {
    const Program program =
        build({RetargetWander{.interval = 1.5f, .area = box, .random_phase = random_phase},
               Locomotion{.max_force = 5.0f, .max_speed = 4.0f, .mass = 1.0f}});
    Population population = blank(program, agents);
    std::map<std::pair<std::size_t, std::uint32_t>, std::pair<float, float>> targets;
    for (int tick = 0; tick < static_cast<int>(20 * rate); ++tick) {
        const Ticks ticks{.dt = 1 / rate, .first_tick = static_cast<std::uint64_t>(tick), .seed = seed};
        EXPECT_TRUE(faultless(run(program, population.view(), ticks, serial_on(isa))));
        for (std::size_t slot = 0; slot < agents; ++slot)
            targets.insert(
                {{slot, population.get<Stream::decision>(slot)},
                 {population.get<Stream::target_x>(slot), population.get<Stream::target_y>(slot)}});
    }
    return targets;
}

TEST_P(Composed, NewTargetsDependOnTheDecisionAlone) {
    for (const bool random_phase : {false, true}) {
        const auto slow = targets_at(GetParam(), 16, random_phase, 50, 7);
        const auto fast = targets_at(GetParam(), 64, random_phase, 50, 7);
        ASSERT_GE(slow.size(), 50u * 13);
        std::size_t compared = 0;
        for (const auto& [key, target] : slow) {
            const auto found = fast.find(key);
            if (found == fast.end()) continue;
            ++compared;
            ASSERT_EQ(target, found->second) << "agent " << key.first << ", decision " << key.second;
            const std::uint32_t number = key.second - 1;
            const double u = static_cast<double>(random_unit(random_bits(
                7, static_cast<std::uint32_t>(key.first), number, purpose(Purpose::retarget_wander_x))));
            ASSERT_NEAR(static_cast<double>(target.first), -30 + 80 * u, 2 * 0x1p-24 * 80);
        }
        EXPECT_GE(compared, 50u * 13);
    }
}

TEST_P(Composed, NewTargetsAreUniformInTheRectangle) {
    std::array<int, 100> cells{};
    int count = 0;
    for (const auto& [key, target] : targets_at(GetParam(), 8, true, 1000, 8)) {
        ASSERT_TRUE(target.first >= box.min_x && target.first <= box.max_x && target.second >= box.min_y &&
                    target.second <= box.max_y);
        const int column = std::min(static_cast<int>((target.first - box.min_x) / 8), 9);
        const int row = std::min(static_cast<int>(target.second - box.min_y), 9);
        ++cells[static_cast<std::size_t>(10 * row + column)];
        ++count;
    }
    double chi_squared = 0;
    for (const int seen : cells)
        chi_squared += (seen - count / 100.0) * (seen - count / 100.0) / (count / 100.0);
    EXPECT_LT(chi_squared, 178) << "of 99 degrees of freedom, one in two million";
    EXPECT_GT(chi_squared, 40);
}

/// RMS displacement after 8 seconds, of 20,000 agents with random angles.
double spread(float rate, float angle_change, std::optional<float> reference_dt) {
    const Program program = build({Wander{.angle_change = angle_change, .reference_dt = reference_dt},
                                   Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    Population population = blank(program, 20'000);
    for (std::size_t slot = 0; slot < population.size(); ++slot)
        population.set<Stream::wander_angle>(slot, signed_value(bits_of(1, 0, slot), 3.14159265f));
    const Result result =
        run(program, population.view(),
            {.dt = 1 / rate, .count = static_cast<std::uint32_t>(8 * rate), .first_tick = 0, .seed = 11});
    EXPECT_TRUE(faultless(result));
    double sum = 0;
    for (std::size_t slot = 0; slot < population.size(); ++slot)
        sum += std::pow(static_cast<double>(population.get<Stream::position_x>(slot)), 2) +
               std::pow(static_cast<double>(population.get<Stream::position_y>(slot)), 2);
    return std::sqrt(sum / static_cast<double>(population.size()));
}

constexpr std::array rates{15.0f, 30.0f, 60.0f, 120.0f, 240.0f};

TEST(WanderAndTheFrameRate, SpreadDoesNotDependOnItWithAReference) {
    const double expected = spread(60, 0.3f, 1.0f / 60);
    for (const float rate : rates)
        EXPECT_NEAR(spread(rate, 0.3f, 1.0f / 60), expected, 0.03 * expected) << rate << " Hz";
}

TEST(WanderAndTheFrameRate, SpreadDependsOnItWhenTheChangeIsScaledByTime) {
    const double expected = spread(60, 0.3f, std::nullopt);
    for (const float rate : rates) {
        if (rate == 60) continue;
        EXPECT_GT(std::abs(spread(rate, 0.3f * 60 / rate, std::nullopt) - expected), 0.03 * expected)
            << rate << " Hz";
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Composed, each_isa(), isa_name);

TEST(Program, AMovedFromProgramIsEmpty) {
    Expected<Program> built = Program::build({Seek{}, Locomotion{}});
    ASSERT_TRUE(built.ok());
    const Program taken = std::move(*built);
    EXPECT_EQ(taken.stages().size(), 2u);
    EXPECT_EQ(built->stages().size(), 0u);  // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(built->streams().size(), 0u);
    const AgentView none;
    EXPECT_EQ(run(*built, none, {.dt = 1}).status.code, Code::invalid_program);
}

}  // namespace
}  // namespace wend::test
