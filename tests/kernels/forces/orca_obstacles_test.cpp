// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "support/neighbour_scenes.hpp"
#include "support/obstacle_pools.hpp"
#include "support/tally.hpp"
#include "wend/orca.hpp"

namespace wend::test {
namespace {

// ---- the oracle: which velocities meet an obstacle, by distances of segments

struct Place {
    double x, y;
};

double distance_to_segment(Place p, Place a, Place b) {
    const double ex = b.x - a.x, ey = b.y - a.y;
    const double square = ex * ex + ey * ey;
    const double t = square > 0 ? std::clamp(((p.x - a.x) * ex + (p.y - a.y) * ey) / square, 0.0, 1.0) : 0;
    return std::hypot(a.x + t * ex - p.x, a.y + t * ey - p.y);
}

double distance_of_segments(Place a, Place b, Place c, Place d) {
    const auto side = [](Place p, Place q, Place r) {
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    };
    if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return 0;
    return std::min({distance_to_segment(a, c, d), distance_to_segment(b, c, d), distance_to_segment(c, a, b),
                     distance_to_segment(d, a, b)});
}

struct LoneAgent {
    Place position, velocity;
    double body, horizon;

    /// How far its body stays from the obstacle.
    [[nodiscard]] double gap(const Obstacle& one, Place v) const {
        const Place to{position.x + v.x * horizon, position.y + v.y * horizon};
        const auto wide = [](float x) { return static_cast<double>(x); };
        return distance_of_segments(position, to, {wide(one.from_x), wide(one.from_y)},
                                    {wide(one.to_x), wide(one.to_y)}) -
               wide(one.radius) - body;
    }
    /// From a velocity that leads to a touch, the least change that does not.
    [[nodiscard]] double least_change(const Obstacle& one) const {
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < 2880; ++i) {
            const double angle = i * std::numbers::pi / 1440;
            double low = 0, high = 64;
            for (int k = 0; k < 50; ++k) {
                const double t = (low + high) / 2;
                const Place v{velocity.x + t * std::cos(angle), velocity.y + t * std::sin(angle)};
                (gap(one, v) < 0 ? low : high) = t;
            }
            if (high < 64) least = std::min(least, high);
        }
        return least;
    }
};

const Locomotion free_steps{.max_force = 1000, .max_speed = 16, .mass = 1};

/// Agents that walk beside one obstacle each, and prefer to go on.
class Lone {
  public:
    explicit Lone(const Obstacle& obstacle, float body, float horizon, std::size_t agents, unsigned seed)
        : obstacle_(obstacle),
          program_(build({ExternalForce{},
                          Orca{.radius = 0.5f,
                               .horizon = 1,
                               .body_radius = body,
                               .obstacles = set_of(ObstacleModel{{0, obstacle}}),
                               .obstacle_horizon = horizon},
                          free_steps})),
          body_(body),
          horizon_(horizon),
          before_(crowd(program_, agents, 1, 1)) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<float> place(-8, 8), speed(-6, 6);
        for (std::size_t slot = 0; slot < agents; ++slot) {
            before_.set<Stream::position_x>(slot, place(random));
            before_.set<Stream::position_y>(slot, place(random));
            before_.set<Stream::velocity_x>(slot, speed(random));
            before_.set<Stream::velocity_y>(slot, speed(random));
            before_.set<Stream::external_force_x>(slot, 0);
            before_.set<Stream::external_force_y>(slot, 0);
            // Alone: no other agent counts.
            before_.set<Stream::groups>(slot, 1);
            before_.set<Stream::seen_groups>(slot, 2);
        }
        after_ = before_;
        EXPECT_TRUE(faultless(run(program_, after_.view(), {.dt = 0.0f, .first_tick = 0})));
    }

    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::size_t slot = 0; slot < before_.size(); ++slot)
            visit(LoneAgent{{wide(before_.get<Stream::position_x>(slot)),
                             wide(before_.get<Stream::position_y>(slot))},
                            {wide(before_.get<Stream::velocity_x>(slot)),
                             wide(before_.get<Stream::velocity_y>(slot))},
                            wide(body_),
                            wide(horizon_)},
                  Place{wide(after_.get<Stream::velocity_x>(slot)),
                        wide(after_.get<Stream::velocity_y>(slot))});
    }
    [[nodiscard]] const Obstacle& obstacle() const { return obstacle_; }

  private:
    static double wide(float x) { return static_cast<double>(x); }
    static Population crowd(const Program& program, std::size_t agents, float width, float height) {
        return test::crowd(program, agents, width, height, 0, 0, {Stream::groups, Stream::seen_groups});
    }

    Obstacle obstacle_;
    Program program_;
    float body_, horizon_;
    Population before_, after_;
};

const Obstacle shapes[] = {wall(-3, 1, 4, -2), circle(0.5f, 0.25f, 1.5f), wall(2, 3, 2.25f, 3),
                           wall(-30, -2, 40, 2)};

/// An agent that prefers its velocity keeps it, or changes it by the least that avoids a touch.
TEST(OrcaObstacles, TheLeastChangeAvoidsOneObstacle) {
    std::size_t kept = 0, changed = 0;
    for (const Obstacle& shape : shapes)
        for (const float body : {0.25f, 1.0f})
            for (const float horizon : {0.5f, 2.0f}) {
                const Lone lone(shape, body, horizon, 120, 7);
                lone.for_each([&](const LoneAgent& agent, const Place& picked) {
                    const double apart = agent.gap(shape, {0, 0});
                    if (std::abs(apart) < 1e-3) return;
                    const double change =
                        std::hypot(picked.x - agent.velocity.x, picked.y - agent.velocity.y);
                    if (apart < 0) {
                        // It overlaps, and comes no closer.
                        const Place later{picked.x * 1e-3, picked.y * 1e-3};
                        EXPECT_GT(agent.gap(shape, later), apart - 1e-6);
                        return;
                    }
                    EXPECT_GT(agent.gap(shape, picked), -1e-4);
                    if (agent.gap(shape, agent.velocity) > 1e-4) {
                        EXPECT_LT(change, 1e-5);
                        ++kept;
                    } else if (agent.gap(shape, agent.velocity) < -1e-4) {
                        EXPECT_NEAR(change, agent.least_change(shape), 2e-3);
                        ++changed;
                    }
                });
            }
    EXPECT_GT(kept, 200u);
    EXPECT_GT(changed, 150u);
}

// ---- the same bits

class ObstaclesOfOrca : public ::testing::TestWithParam<Isa> {
  protected:
    static void expect_brute_force(const Program& program, const Population& start) {
        test::expect_brute_force(GetParam(), program, start);
    }
};

ObstacleSet drawn_obstacles(unsigned seed, int count, double side, double length) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(0, side), along(-length, length);
    ObstacleSetBuilder builder;
    for (int i = 0; i < count; ++i) {
        const Point at{place(random), place(random)};
        if (i % 3 == 0)
            builder.add_circle(at, 0.25 * (1 + i % 4));
        else
            builder.add_wall(std::array{at, Point{at.x + along(random), at.y + along(random)}});
    }
    return *builder.build();
}

std::vector<Stage> beside(const ObstacleSet& obstacles, Orca stage, const Locomotion& locomotion = vehicle) {
    stage.obstacles = obstacles;
    return {Seek{.target = {30, 25}}, Wander{}, stage, locomotion};
}

TEST_P(ObstaclesOfOrca, SetsOfAnyDensity) {
    for (const int count : {1, 20, 200, 3000})
        for (const float horizon : {0.25f, 3.0f})
            for (const float body : {0.25f, 2.0f}) {
                SCOPED_TRACE(::testing::Message() << count << ' ' << horizon << ' ' << body);
                const Program program =
                    build(beside(drawn_obstacles(3, count, 60, 6), {.radius = 9,
                                                                    .max_neighbours = 16,
                                                                    .horizon = 4,
                                                                    .body_radius = body,
                                                                    .obstacle_horizon = horizon}));
                ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, crowd(program, 300, 60, 60)));
            }
}

TEST_P(ObstaclesOfOrca, StreamsAndFaults) {
    const Program program =
        build(beside(drawn_obstacles(5, 60, 50, 9), {.radius = 9, .max_neighbours = 5, .body_radius = 1},
                     Locomotion{.bounds = Bounds::wrap, .area = {0, 0, 50, 50}}));
    Population start =
        crowd(program, 500, 70, 60, 0, 0, {Stream::body_radius, Stream::stages, Stream::force_x});
    for (std::size_t slot = 0; slot < start.size(); ++slot) {
        start.set<Stream::body_radius>(slot, static_cast<float>(slot % 9) * 0.125f);
        start.set<Stream::max_speed>(slot, static_cast<float>(slot % 5));
        start.set<Stream::max_force>(slot, 9);
        start.set<Stream::mass>(slot, 1);
        start.set<Stream::stages>(slot, slot % 8 == 5 ? 11u : 15u);
    }
    for (std::size_t slot = 3; slot < start.size(); slot += 50)
        start.set<Stream::position_x>(slot, std::numeric_limits<float>::quiet_NaN());
    start.set<Stream::max_speed>(12, -1);
    start.set<Stream::max_speed>(14, 1e18f);
    start.set<Stream::max_speed>(15, std::numeric_limits<float>::infinity());
    start.set<Stream::body_radius>(16, 2);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
}

/// Places and ends on a lattice: agents on walls, at their ends and in line with them.
TEST_P(ObstaclesOfOrca, OnALattice) {
    std::mt19937 random(11);
    const auto some = [&](unsigned most) { return static_cast<int>(random() % most); };
    for (int scene = 0; scene < 12; ++scene) {
        ObstacleSetBuilder builder;
        ObstaclePool pool =
            pool_of({.area = {0, 0, 16, 16}, .cell_size = 3, .obstacles = 24, .entries = 1000});
        for (int i = 0; i < 24; ++i) {
            const Point from{static_cast<double>(some(12)), static_cast<double>(some(12))};
            Point to = from;
            double radius = 0;
            if (i % 4 == 0) {
                radius = 1 + some(2);
                builder.add_circle(from, radius);
            } else {
                to = {from.x + 1 + some(2), from.y + some(3)};
                builder.add_wall(std::array{from, to});
            }
            ASSERT_TRUE(pool.add({.from_x = static_cast<float>(from.x),
                                  .from_y = static_cast<float>(from.y),
                                  .to_x = static_cast<float>(to.x),
                                  .to_y = static_cast<float>(to.y),
                                  .radius = static_cast<float>(radius)}));
        }
        for (const ObstacleSet& obstacles : {*builder.build(), pool.obstacles()}) {
            const Program program = build(beside(
                obstacles, {.radius = 6, .max_neighbours = 8, .body_radius = 1, .obstacle_horizon = 2}));
            Population start = crowd(program, 200, 1, 1);
            for (std::size_t slot = 0; slot < start.size(); ++slot) {
                start.set<Stream::position_x>(slot, static_cast<float>(some(12)));
                start.set<Stream::position_y>(slot, static_cast<float>(some(12)));
                start.set<Stream::velocity_x>(slot, static_cast<float>(some(3) - 1));
                start.set<Stream::velocity_y>(slot, static_cast<float>(some(3) - 1));
            }
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
        }
    }
}

/// Obstacles of a pool, some of which move; the order of changes decides nothing.
void expect_moving(Isa isa, std::mt19937& random) {
    std::vector<Obstacle> obstacles;
    std::uniform_real_distribution<float> place(0, 40), part(-2, 2);
    for (int i = 0; i < 80; ++i) {
        Obstacle one{.from_x = place(random), .from_y = place(random)};
        one.to_x = one.from_x + (i % 3 == 0 ? 0 : part(random));
        one.to_y = one.from_y + (i % 3 == 0 ? 0 : part(random));
        one.radius = i % 3 == 0 ? 0.5f : 0;
        if (i % 2 == 0) {
            one.velocity_x = part(random);
            one.velocity_y = part(random);
        }
        obstacles.push_back(one);
        if (i % 8 == 0) obstacles.push_back(one);  // the same again
    }
    Population first;
    for (const bool backwards : {false, true}) {
        if (backwards) std::ranges::reverse(obstacles);
        ObstaclePool pool = pool_of({.area = {0, 0, 40, 40},
                                     .cell_size = 3,
                                     .obstacles = static_cast<std::uint32_t>(obstacles.size()),
                                     .entries = 4000});
        for (const Obstacle& one : obstacles) ASSERT_TRUE(pool.add(one));
        // Agents that see only a metre far are far apart.
        const Program sparse = build(
            beside(pool.obstacles(),
                   {.radius = 9, .max_neighbours = 16, .body_radius = 0.5f, .obstacle_horizon = 0.0625f}));
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(isa, sparse, crowd(sparse, 300, 40, 40)));
        const Program program =
            build(beside(pool.obstacles(),
                         {.radius = 9, .max_neighbours = 16, .body_radius = 0.5f, .obstacle_horizon = 2}));
        Population agents = crowd(program, 300, 40, 40);
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(isa, program, agents));
        ASSERT_TRUE(faultless(
            run(program, agents.view(), {.dt = 0.1f, .count = 4, .first_tick = 0}, serial_on(isa))));
        if (!backwards) first = agents;
        EXPECT_TRUE(same_bits(first, agents));
    }
}

TEST_P(ObstaclesOfOrca, PoolsWhoseObstaclesMove) {
    std::mt19937 random(23);
    for (int scene = 0; scene < 8; ++scene) {
        SCOPED_TRACE(scene);
        ASSERT_NO_FATAL_FAILURE(expect_moving(GetParam(), random));
    }
}

TEST_P(ObstaclesOfOrca, NoOrderOfSlotsNorParts) {
    const Program program = build(beside(drawn_obstacles(9, 100, 60, 8), {.radius = 9, .body_radius = 1}));
    const Population start = crowd(program, 700, 60, 60);
    ASSERT_NO_FATAL_FAILURE(expect_no_order(GetParam(), program, start));
    ASSERT_NO_FATAL_FAILURE(expect_parts(GetParam(), program, start));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, ObstaclesOfOrca, each_vector_isa(), isa_name);

// ---- behaviour

/// A crowd that is driven against the walls of a room: no body comes nearer than the bound, though more
/// agents press than the linear program can serve.
TEST(OrcaObstacles, ACrowdThatPressesStaysInsideItsRoom) {
    const std::array<Point, 6> room{Point{0, 0},   Point{12, 0}, Point{12, 7},
                                    Point{5, 7.5}, Point{5, 12}, Point{0, 12}};
    ObstacleSetBuilder builder;
    builder.add_wall(room, true).add_circle({4, 4}, 0.75);
    const ObstacleSet walls = *builder.build();
    constexpr float body = 0.25f;
    const Program program = build({Seek{.target = {20, 20}},
                                   Orca{.radius = 5,
                                        .max_neighbours = 10,
                                        .horizon = 2,
                                        .body_radius = body,
                                        .obstacles = walls,
                                        .obstacle_horizon = 0.5f},
                                   Locomotion{.max_force = 20, .max_speed = 1.4f, .mass = 1}});
    Population agents = crowd(program, 100, 1, 1);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        agents.set<Stream::position_x>(slot, 0.4f + 0.45f * static_cast<float>(slot % 10));
        agents.set<Stream::position_y>(slot, 5.4f + 0.55f * static_cast<float>(slot / 10));
        agents.set<Stream::velocity_x>(slot, 0);
        agents.set<Stream::velocity_y>(slot, 0);
    }
    double least = std::numeric_limits<double>::infinity();
    Clock clock{.dt = 1.0f / 30};
    for (int tick = 0; tick < 900; ++tick) {
        ASSERT_TRUE(faultless(run(program, agents.view(), clock.next())));
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            const Place at{static_cast<double>(agents.get<Stream::position_x>(slot)),
                           static_cast<double>(agents.get<Stream::position_y>(slot))};
            for (std::size_t i = 0; i < room.size(); ++i) {
                const Point from = room[i], to = room[(i + 1) % room.size()];
                least = std::min(least, distance_to_segment(at, {from.x, from.y}, {to.x, to.y}));
            }
            least = std::min(least, std::hypot(at.x - 4, at.y - 4) - 0.75);
        }
    }
    ::testing::Test::RecordProperty("least_distance", std::to_string(least));
    EXPECT_GE(least, 0.98 * static_cast<double>(body));
}

/// A walker whose way leads past the end of a wall is not slowed down.
TEST(OrcaObstacles, AnOpenDoorSlowsNobodyDown) {
    ObstacleSetBuilder builder;
    builder.add_wall(std::array{Point{5, -9}, Point{5, -0.6}})
        .add_wall(std::array{Point{5, 0.6}, Point{5, 9}});
    const Program program =
        build({Seek{.target = {40, 0}},
               Orca{.radius = 5, .body_radius = 0.3f, .obstacles = *builder.build(), .obstacle_horizon = 3},
               Locomotion{.max_force = 20, .max_speed = 1.4f, .mass = 1}});
    Population one = crowd(program, 1, 0, 0);
    one.set<Stream::position_x>(0, 0);
    one.set<Stream::position_y>(0, 0.1f);
    one.set<Stream::velocity_x>(0, 1.4f);
    one.set<Stream::velocity_y>(0, 0);
    Clock clock{.dt = 1.0f / 60};
    for (int tick = 0; tick < 600; ++tick) ASSERT_TRUE(faultless(run(program, one.view(), clock.next())));
    EXPECT_NEAR(one.get<Stream::position_x>(0), 14, 0.05);
}

/// One agent on the x axis that prefers its velocity.
Population alone(const Program& program, float x, float velocity) {
    Population one = crowd(program, 1, 0, 0);
    one.set<Stream::position_x>(0, x);
    one.set<Stream::position_y>(0, 0);
    one.set<Stream::velocity_x>(0, velocity);
    one.set<Stream::velocity_y>(0, 0);
    one.set<Stream::external_force_x>(0, 0);
    one.set<Stream::external_force_y>(0, 0);
    return one;
}

/// A moving circle presses a body against a wall: the wall holds.
TEST(OrcaObstacles, AMovingObstaclePressesNoBodyIntoAWall) {
    ObstaclePool pool = pool_of({.area = {-5, -5, 10, 5}, .cell_size = 1, .obstacles = 9, .entries = 2000});
    ASSERT_TRUE(pool.add(wall(0, -9, 0, 9)));
    Obstacle mover = circle(2, 0, 1);
    mover.velocity_x = -1;
    ASSERT_TRUE(pool.add(mover));
    for (const float max_speed : {0.1f, 2.0f}) {
        const Program program = build(
            {ExternalForce{}, Orca{.body_radius = 0.3f, .obstacles = pool.obstacles(), .obstacle_horizon = 1},
             Locomotion{.max_force = 20, .max_speed = max_speed, .mass = 1}});
        Population one = alone(program, 0.31f, 0);
        ASSERT_TRUE(faultless(run(program, one.view(), {.dt = 0.1f, .first_tick = 0})));
        EXPECT_GT(one.get<Stream::position_x>(0), 0.3f - 1e-6f) << max_speed;
    }
}

/// A horizon shorter than the tick is as long as the tick.
TEST(OrcaObstacles, NoTickIsTooLong) {
    for (const float horizon : {0.01f, 0.25f, 0.5f}) {
        const Program program = build({ExternalForce{},
                                       Orca{.body_radius = 0.5f,
                                            .obstacles = set_of(ObstacleModel{{0, wall(1, -50, 1, 50)}}),
                                            .obstacle_horizon = horizon},
                                       Locomotion{.max_force = 20, .max_speed = 2, .mass = 1}});
        Population one = alone(program, 0.4f, 2);
        ASSERT_TRUE(faultless(run(program, one.view(), {.dt = 0.5f, .first_tick = 0})));
        EXPECT_NEAR(one.get<Stream::position_x>(0), 0.5f, 1e-5f) << horizon;
    }
}

TEST(OrcaObstacles, WhatIsWrongIsRefused) {
    const auto refusal = [](const Orca& stage) {
        return message(Program::build({Seek{}, stage, vehicle}).status());
    };
    const ObstacleSet one = *ObstacleSetBuilder().add_circle({1, 2}, 3).build();
    EXPECT_EQ(refusal({.max_neighbours = 17, .obstacles = one}),
              "stage 1 (orca): max_neighbours is 17, must be in [1, 16]");
    EXPECT_EQ(refusal({.obstacles = one, .obstacle_horizon = 0}),
              "stage 1 (orca): obstacle_horizon is 0, must be in [9.536743e-07, 1048576]");
    EXPECT_EQ(refusal({.side_bias = 0.5f}), "stage 1 (orca): side_bias is 0.5, must be in [0, 0.25]");
    EXPECT_EQ(refusal({.max_neighbours = 32}), "ok");
}

}  // namespace
}  // namespace wend::test
