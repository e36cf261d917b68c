// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

// Obstacles of the locomotion: no centre crosses a wall, whatever the stages before it are.

namespace wend::test {
namespace {

// ---- the judge: exact, from the floats of the positions and of the walls

struct At {
    float x, y;
};

/// The sign of a sum of doubles, exactly: a nonoverlapping expansion has that of its largest component.
int sign_of_sum(const std::array<double, 6>& terms) {
    double rough = 0, size = 0;
    for (const double term : terms) rough += term, size += std::abs(term);
    if (std::abs(rough) > size * 1e-14) return rough > 0 ? 1 : -1;
    std::vector<double> expansion;
    for (const double term : terms) {
        double carry = term;
        for (double& component : expansion) {
            const double sum = carry + component;
            const double part = sum - carry;
            const double rest = (carry - (sum - part)) + (component - part);
            carry = sum;
            component = rest;
        }
        expansion.push_back(carry);
        std::erase(expansion, 0.0);
    }
    return expansion.empty() ? 0 : expansion.back() > 0 ? 1 : -1;
}

/// The side of c as seen along the line from a to b: products of two floats are exact in double.
int side(At a, At b, At c) {
    const auto product = [](float s, float t) { return static_cast<double>(s) * static_cast<double>(t); };
    return sign_of_sum({product(b.x, c.y), -product(b.x, a.y), -product(a.x, c.y), -product(b.y, c.x),
                        product(b.y, a.x), product(a.y, c.x)});
}

bool on_segment(At a, At b, At c) {
    return side(a, b, c) == 0 && std::min(a.x, b.x) <= c.x && c.x <= std::max(a.x, b.x) &&
           std::min(a.y, b.y) <= c.y && c.y <= std::max(a.y, b.y);
}

/// Whether two closed segments have a point in common.
bool cross(At a, At b, At c, At d) {
    const int abc = side(a, b, c), abd = side(a, b, d), cda = side(c, d, a), cdb = side(c, d, b);
    if (abc * abd < 0 && cda * cdb < 0) return true;
    return on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b);
}

double distance_to(At from, At to, double x, double y) {
    const double ex = static_cast<double>(to.x) - static_cast<double>(from.x);
    const double ey = static_cast<double>(to.y) - static_cast<double>(from.y);
    const double dx = x - static_cast<double>(from.x), dy = y - static_cast<double>(from.y);
    const double length = ex * ex + ey * ey;
    const double t = length == 0 ? 0 : std::clamp((dx * ex + dy * ey) / length, 0.0, 1.0);
    return std::hypot(dx - ex * t, dy - ey * t);
}

/// Whether a way meets a wall, or the inside of a circle by more than the roundings of this judge.
bool meets(At before, At after, const Obstacle& one) {
    const At from{one.from_x, one.from_y}, to{one.to_x, one.to_y};
    if (one.radius == 0) return cross(before, after, from, to) && !on_segment(from, to, before);
    const double x = static_cast<double>(one.from_x), y = static_cast<double>(one.from_y);
    const double radius = static_cast<double>(one.radius);
    const auto inside = [&](double distance) { return distance < radius * (1 - 1e-12); };
    const double start = std::hypot(static_cast<double>(before.x) - x, static_cast<double>(before.y) - y);
    return start > radius && inside(distance_to(before, after, x, y));
}

/// How often this test's scenes are repeated with other numbers: a few times, or by `ctest -C check` more.
int rounds() {
    const char* const wish = std::getenv("WEND_WALL_ROUNDS");
    return wish == nullptr ? 1 : std::atoi(wish);
}

class Random {
  public:
    explicit Random(unsigned seed) : engine_(seed) {}
    float operator()(float low, float high) {
        return low + (high - low) * (static_cast<float>(engine_() >> 8) * 0x1p-24f);
    }

  private:
    std::mt19937 engine_;
};

/// Agents among walls. Each has a target, which `aim` may change every second.
struct Scene {
    ObstacleSet walls;
    Program program;
    Population agents;
    float dt;
    std::uint64_t agent_ticks = 0;
    std::uint64_t crossings = 0;
    std::uint64_t faults = 0;
    double nearest = 1e9;  ///< of a centre to an obstacle

    Scene(ObstacleSet obstacles, std::vector<Stage> stages, std::size_t count, float step)
        : walls(std::move(obstacles)),
          program(build(std::move(stages))),
          agents(blank(program, count)),
          dt(step) {}

    void put(std::size_t slot, float x, float y) {
        agents.set<Stream::position_x>(slot, x);
        agents.set<Stream::position_y>(slot, y);
    }
    void aim(std::size_t slot, float x, float y) {
        agents.set<Stream::target_x>(slot, x);
        agents.set<Stream::target_y>(slot, y);
    }

    void advance(int ticks) {
        std::vector<At> before(agents.size());
        std::vector<float> workspace;
        for (int tick = 0; tick < ticks; ++tick) {
            for (std::size_t slot = 0; slot < agents.size(); ++slot) before[slot] = at(slot);
            const Result result = run(program, agents.view(), {.dt = dt, .count = 1, .first_tick = now_++});
            ASSERT_TRUE(result.status.ok()) << message(result.status);
            faults += result.faults;
            for (std::size_t slot = 0; slot < agents.size(); ++slot) {
                const At after = at(slot);
                for (std::size_t i = 0; i < walls.size(); ++i) {
                    const Obstacle one = walls.obstacle(i);
                    if (meets(before[slot], after, one)) ++crossings;
                    nearest = std::min(
                        nearest, distance_to({one.from_x, one.from_y}, {one.to_x, one.to_y},
                                             static_cast<double>(after.x), static_cast<double>(after.y)) -
                                     static_cast<double>(one.radius));
                }
            }
            agent_ticks += agents.size();
        }
    }

    [[nodiscard]] At at(std::size_t slot) const {
        return {agents.get<Stream::position_x>(slot), agents.get<Stream::position_y>(slot)};
    }

  private:
    std::uint64_t now_ = 0;
};

/// The vehicles of the scenes: those of crowds.md, and faster ones.
Locomotion vehicle(const ObstacleSet& walls, float max_force = 20, float max_speed = 1.6f) {
    return {.composition = Composition::prioritised,
            .max_force = max_force,
            .max_speed = max_speed,
            .mass = 1.0f,
            .obstacles = walls};
}

constexpr std::array rates{1.0f, 4.0f, 30.0f, 60.0f, 240.0f};

/// Two walls that meet at the origin and open towards +x.
ObstacleSet wedge(double degrees) {
    const double half = degrees * std::numbers::pi / 360;
    const std::array points{Point{10 * std::cos(half), 10 * std::sin(half)}, Point{0, 0},
                            Point{10 * std::cos(half), -10 * std::sin(half)}};
    return *ObstacleSetBuilder().add_wall(points).build();
}

/// Agents of a scene in a wedge, each alone: they see no other. They seek points behind the corner.
void enter_wedge(Scene& scene, double degrees, unsigned seed) {
    Random random(seed);
    const auto half = static_cast<float>(degrees * std::numbers::pi / 360);
    for (std::size_t slot = 0; slot < scene.agents.size(); ++slot) {
        const float angle = random(-0.9f, 0.9f) * half, radius = random(4, 8);
        scene.put(slot, radius * std::cos(angle), radius * std::sin(angle));
        scene.aim(slot, -5, random(-2, 2));
    }
}

std::uint64_t cross_wedges(std::vector<Stage> (*stages_of)(const ObstacleSet&)) {
    std::uint64_t crossings = 0;
    for (int round = 0; round < rounds(); ++round)
        for (int degrees = 5; degrees <= 175; degrees += rounds() == 1 ? 10 : 5)
            for (const float rate : rates) {
                const ObstacleSet walls = wedge(degrees);
                Scene scene(walls, stages_of(walls), 10, 1 / rate);
                enter_wedge(scene, degrees, static_cast<unsigned>(degrees + 1000 * round));
                scene.advance(static_cast<int>(12 * std::min(rate, 60.0f)));
                EXPECT_EQ(scene.faults, 0u);
                crossings += scene.crossings;
            }
    return crossings;
}

TEST(Walls, HoldALoneAgentAtEveryAngle) {
    EXPECT_EQ(cross_wedges([](const ObstacleSet& walls) -> std::vector<Stage> {
                  return {AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = 0.3f}, Seek{},
                          vehicle(walls)};
              }),
              0u);
    EXPECT_EQ(cross_wedges([](const ObstacleSet& walls) -> std::vector<Stage> {
                  return {AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = 0.3f}, Seek{},
                          vehicle(walls, 6, 3)};
              }),
              0u);
}

/// Nothing but the locomotion holds them: any force and speed, and a body without a radius.
TEST(Walls, HoldWithoutAvoidance) {
    EXPECT_EQ(cross_wedges([](const ObstacleSet& walls) -> std::vector<Stage> {
                  return {Seek{.weight = 100}, vehicle(walls, 1e6f, 1000)};
              }),
              0u);
}

/// The bounds of crowds.md: how much of its radius a body keeps from the walls of a corner that it presses
/// into.
TEST(Walls, AvoidanceKeepsBodiesOffCorners) {
    constexpr std::array bounds{std::pair{30, 0.25}, std::pair{45, 0.5},   std::pair{60, 0.7},
                                std::pair{90, 0.8},  std::pair{120, 0.85}, std::pair{180, 0.9}};
    for (const auto& [degrees, least] : bounds) {
        const ObstacleSet walls = wedge(degrees);
        Scene scene(walls,
                    {AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = 0.3f}, Seek{},
                     vehicle(walls)},
                    30, 1.0f / 60);
        enter_wedge(scene, degrees, 5);
        scene.advance(900);
        EXPECT_GE(scene.nearest, least * 0.3) << degrees;
    }
}

TEST(Walls, HoldBodiesWithoutARadius) {
    const ObstacleSet walls = wedge(180);
    for (const float radius : {0.0f, 0.001f}) {
        const Program program =
            build({AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = 0.3f}, Seek{},
                   vehicle(walls)});
        AgentBuffer agents(program, {Stream::body_radius});
        const std::size_t slot = agents.spawn();
        agents.get<Stream::position_x>()[slot] = 3;
        agents.get<Stream::body_radius>()[slot] = radius;
        agents.get<Stream::target_x>()[slot] = -5;
        for (std::uint64_t tick = 0; tick < 600; ++tick)
            ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 60, .first_tick = tick})));
        EXPECT_GT(agents.get<Stream::position_x>()[slot], 0);
        EXPECT_LT(agents.get<Stream::position_x>()[slot], 0.1f);
    }
}

/// Walls and circles at random, some of which cross each other.
ObstacleSet clutter(Random& random, int walls, float size) {
    ObstacleSetBuilder builder;
    for (int i = 0; i < walls; ++i) {
        Point at{static_cast<double>(random(-size, size)), static_cast<double>(random(-size, size))};
        if (i % 4 == 3) {
            builder.add_circle(at, static_cast<double>(random(0, size / 8)));
            continue;
        }
        std::vector<Point> points{at};
        for (int j = 0; j < 5; ++j) {
            at = {at.x + static_cast<double>(random(-size, size) / 2),
                  at.y + static_cast<double>(random(-size, size) / 2)};
            points.push_back(at);
        }
        builder.add_wall(points, i % 4 == 2);
    }
    return *builder.build();
}

bool is_free(const ObstacleSet& walls, float x, float y) {
    for (std::size_t i = 0; i < walls.size(); ++i) {
        const Obstacle one = walls.obstacle(i);
        if (distance_to({one.from_x, one.from_y}, {one.to_x, one.to_y}, static_cast<double>(x),
                        static_cast<double>(y)) < static_cast<double>(one.radius) + 1e-3)
            return false;
    }
    return true;
}

TEST(Walls, HoldAmongRandomPolylines) {
    std::uint64_t agent_ticks = 0;
    for (int round = 0; round < 8 * rounds(); ++round) {
        Random random(static_cast<unsigned>(round));
        const ObstacleSet walls = clutter(random, 6, 12);
        const float speed = random(0.5f, 30);
        std::vector<Stage> stages{Seek{.weight = random(1, 20)}, vehicle(walls, random(5, 500), speed)};
        if (round % 2 == 0)
            stages.insert(stages.begin(),
                          AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = 0.3f});
        Scene scene(walls, stages, 64, 1 / rates[static_cast<std::size_t>(round) % rates.size()]);
        for (std::size_t slot = 0; slot < scene.agents.size(); ++slot) {
            float x = 0, y = 0;
            do x = random(-12, 12), y = random(-12, 12);
            while (!is_free(walls, x, y));
            scene.put(slot, x, y);
        }
        for (int second = 0; second < 8; ++second) {
            for (std::size_t slot = 0; slot < scene.agents.size(); ++slot)
                scene.aim(slot, random(-12, 12), random(-12, 12));
            ASSERT_NO_FATAL_FAILURE(scene.advance(40));
        }
        EXPECT_EQ(scene.crossings, 0u) << "round " << round;
        agent_ticks += scene.agent_ticks;
    }
    RecordProperty("agent_ticks", std::to_string(agent_ticks));
}

/// A stage of the caller's that pushes with any force.
CustomForce storm() {
    CustomForce force;
    force.reads = position_streams;
    force.function = [](void*, const CustomCall& call) {
        for (std::size_t i = 0; i < call.count; ++i) {
            const float x = call.read<Stream::position_x>()[i], y = call.read<Stream::position_y>()[i];
            call.force_x[i] += 1e5f * std::sin(40 * y + static_cast<float>(call.tick));
            call.force_y[i] += 1e5f * std::cos(40 * x);
        }
        return true;
    };
    return force;
}

struct Crowd {
    const char* what;
    std::vector<Stage> (*stages)(const ObstacleSet&);
};

const std::array crowds{
    Crowd{"as crowds.md has it",
          [](const ObstacleSet& walls) -> std::vector<Stage> {
              return {AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = 0.3f},
                      Separation{.radius = 0.7f, .cos_field_of_view = -1, .weight = 30},
                      AvoidNeighbours{.radius = 5,
                                      .horizon = 2,
                                      .body_radius = 0.3f,
                                      .method = Avoidance::power_law,
                                      .weight = 1.5f},
                      Seek{}, vehicle(walls, 20, 4)};
          }},
    Crowd{"walls last",
          [](const ObstacleSet& walls) -> std::vector<Stage> {
              return {Separation{.radius = 0.7f, .cos_field_of_view = -1, .weight = 30}, Seek{},
                      AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = 0.3f},
                      vehicle(walls, 6, 4)};
          }},
    Crowd{"orca",
          [](const ObstacleSet& walls) -> std::vector<Stage> {
              return {Seek{}, Orca{.radius = 5, .horizon = 4, .body_radius = 0.3f}, vehicle(walls, 100, 2)};
          }},
    Crowd{"a storm",
          [](const ObstacleSet& walls) -> std::vector<Stage> {
              return {storm(), Seek{},
                      Locomotion{.max_force = 1e6f,
                                 .max_speed = 50.0f,
                                 .mass = 0.5f,
                                 .max_turn_rate = 20.0f,
                                 .min_speed = 0.5f,
                                 .obstacles = walls}};
          }},
};

/// Crowds that press outwards in a closed box, and through a corridor of 3 m with 4 agents per square metre.
TEST(Walls, HoldCrowds) {
    for (int round = 0; round < rounds(); ++round)
        for (const Crowd& crowd : crowds)
            for (const bool corridor : {false, true}) {
                SCOPED_TRACE(crowd.what);
                const float width = corridor ? 20 : 9, height = corridor ? 3 : 9;
                const auto high_x = static_cast<double>(width), high_y = static_cast<double>(height);
                ObstacleSetBuilder builder;
                const std::array around{Point{0, 0}, Point{high_x, 0}, Point{high_x, high_y},
                                        Point{0, high_y}};
                builder.add_wall(around, true);
                if (!corridor) builder.add_wall(std::array{Point{4, 0}, Point{4.5, 5}, Point{5, 0}});
                const ObstacleSet walls = *builder.build();
                const float rate = rates[static_cast<std::size_t>(round + 2) % rates.size()];
                Scene scene(walls, crowd.stages(walls), corridor ? 240 : 300, 1 / rate);
                Random random(static_cast<unsigned>(round));
                for (std::size_t slot = 0; slot < scene.agents.size(); ++slot)
                    scene.put(slot, random(0.05f, width - 0.05f), random(0.05f, height - 0.05f));
                for (int second = 0; second < 4; ++second) {
                    for (std::size_t slot = 0; slot < scene.agents.size(); ++slot)
                        scene.aim(slot, random(-width, 2 * width), random(-height, 2 * height));
                    ASSERT_NO_FATAL_FAILURE(scene.advance(static_cast<int>(std::min(rate, 60.0f))));
                }
                EXPECT_EQ(scene.crossings, 0u);
                for (std::size_t slot = 0; slot < scene.agents.size(); ++slot) {
                    const At at = scene.at(slot);
                    EXPECT_TRUE(at.x > 0 && at.x < width && at.y > 0 && at.y < height);
                }
            }
}

/// In a world that wraps, with walls across its edge: the parts of a way before and behind the edge are
/// judged, those beyond it left out.
TEST(Walls, HoldAcrossTheEdge) {
    constexpr float half = 8;
    constexpr double side = 2 * 8, edge = 8;
    std::uint64_t crossed_the_edge = 0;
    for (int round = 0; round < 6 * rounds(); ++round) {
        Random random(static_cast<unsigned>(500 + round));
        const ObstacleSet walls = clutter(random, 4, half);
        const float dt = 1 / rates[static_cast<std::size_t>(round) % rates.size()];
        Locomotion locomotion = vehicle(walls, 400, std::min(random(4, 60), half * 0.9f / dt));
        locomotion.bounds = Bounds::wrap;
        locomotion.area = {.min_x = -half, .min_y = -half, .max_x = half, .max_y = half};
        Scene scene(walls, {Seek{}, locomotion}, 64, dt);
        for (std::size_t slot = 0; slot < scene.agents.size(); ++slot) {
            float x = 0, y = 0;
            do x = random(-half, half), y = random(-half, half);
            while (!is_free(walls, x, y));
            scene.put(slot, x, y);
            scene.aim(slot, random(-100, 100), random(-100, 100));
        }
        for (std::uint64_t tick = 0; tick < 200; ++tick) {
            std::vector<At> before;
            for (std::size_t slot = 0; slot < scene.agents.size(); ++slot) before.push_back(scene.at(slot));
            ASSERT_TRUE(faultless(
                run(scene.program, scene.agents.view(), {.dt = dt, .count = 1, .first_tick = tick})));
            for (std::size_t slot = 0; slot < scene.agents.size(); ++slot) {
                const At from = before[slot], to = scene.at(slot);
                // No step is longer than half the world.
                const auto beyond = [&](float start, float end) {
                    return end - start > half ? -2 * half : end - start < -half ? 2 * half : 0.0f;
                };
                const float shift_x = beyond(from.x, to.x), shift_y = beyond(from.y, to.y);
                crossed_the_edge += shift_x != 0 || shift_y != 0;
                // Points of the way, brought inside.
                const auto at = [&](double t) {
                    const auto inside = [&](float start, float end, float shift) {
                        const double s = static_cast<double>(start);
                        const double place =
                            s + (static_cast<double>(end) + static_cast<double>(shift) - s) * t;
                        return place >= edge ? place - side : place < -edge ? place + side : place;
                    };
                    return Point{inside(from.x, to.x, shift_x), inside(from.y, to.y, shift_y)};
                };
                for (std::size_t i = 0; i < walls.size(); ++i) {
                    const Obstacle one = walls.obstacle(i);
                    const Point wall{static_cast<double>(one.to_x) - static_cast<double>(one.from_x),
                                     static_cast<double>(one.to_y) - static_cast<double>(one.from_y)};
                    const auto across = [&](Point place) {
                        return wall.x * (place.y - static_cast<double>(one.from_y)) -
                               wall.y * (place.x - static_cast<double>(one.from_x));
                    };
                    constexpr int pieces = 64;
                    for (int piece = 0; piece < pieces; ++piece) {
                        const Point a = at(piece / double{pieces}), b = at((piece + 1) / double{pieces});
                        if (std::hypot(b.x - a.x, b.y - a.y) > edge) continue;  // over the edge
                        if (one.radius != 0 || across(a) * across(b) >= -1e-18) continue;
                        // On the line: beside the wall, or through it.
                        const double t = across(a) / (across(a) - across(b));
                        const Point met{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
                        const double along = (wall.x * (met.x - static_cast<double>(one.from_x)) +
                                              wall.y * (met.y - static_cast<double>(one.from_y))) /
                                             (wall.x * wall.x + wall.y * wall.y);
                        ASSERT_FALSE(along > 1e-9 && along < 1 - 1e-9) << "round " << round;
                    }
                }
            }
        }
    }
    EXPECT_GT(crossed_the_edge, 200u);
}

// ---- what a wall does to the agent that it holds

Scene one_agent(const ObstacleSet& walls, Locomotion locomotion, float dt) {
    locomotion.max_force = 1000.0f;
    locomotion.max_speed = 100.0f;
    locomotion.mass = 1.0f;
    locomotion.obstacles = walls;
    return Scene(walls, {Seek{.weight = 0}, locomotion}, 1, dt);
}

TEST(Walls, TakeTheNormalPartOfTheVelocityAndLeaveTheRest) {
    const ObstacleSet walls = *ObstacleSetBuilder().add_wall(std::array{Point{-50, 1}, Point{50, 1}}).build();
    Scene scene = one_agent(walls, {}, 1);
    scene.agents.set<Stream::velocity_x>(0, 3);
    scene.agents.set<Stream::velocity_y>(0, 4);
    scene.advance(1);
    EXPECT_EQ(scene.agents.get<Stream::velocity_x>(0), 3);
    EXPECT_EQ(scene.agents.get<Stream::velocity_y>(0), 0);
    EXPECT_EQ(scene.at(0).x, 3);
    EXPECT_LT(scene.at(0).y, 1);
    EXPECT_GT(scene.at(0).y, 1 - 1e-5f);
}

TEST(Walls, StopInACorner) {
    for (const double degrees : {20.0, 60.0, 90.0}) {
        const ObstacleSet walls = wedge(degrees);
        Scene scene = one_agent(walls, {}, 1);
        scene.put(0, 3, 0);
        scene.agents.set<Stream::velocity_x>(0, -20);
        scene.agents.set<Stream::velocity_y>(0, 1);
        scene.advance(3);
        EXPECT_EQ(scene.crossings, 0u);
        EXPECT_EQ(scene.agents.get<Stream::velocity_x>(0), 0) << degrees;
        EXPECT_EQ(scene.agents.get<Stream::velocity_y>(0), 0);
        EXPECT_LT(scene.at(0).x, 1e-3f) << "it reaches the corner";
    }
}

/// One that starts on a wall may leave it to either side; one that starts in a circle, too.
TEST(Walls, DoNotHoldWhatStartsOnThem) {
    const ObstacleSet walls =
        *ObstacleSetBuilder().add_wall(std::array{Point{-5, 0}, Point{5, 0}}).add_circle({20, 0}, 3).build();
    for (const float speed : {-1.0f, 1.0f})
        for (const float x : {0.0f, 21.0f}) {
            Scene scene = one_agent(walls, {}, 1);
            scene.put(0, x, 0);
            scene.agents.set<Stream::velocity_y>(0, speed);
            scene.advance(1);
            EXPECT_EQ(scene.at(0).y, speed);
        }
}

/// Agents along a wall, in its line beside it, and about its end are free.
TEST(Walls, LetAgentsPassBeside) {
    const ObstacleSet walls = *ObstacleSetBuilder()
                                   .add_wall(std::array{Point{0, 0}, Point{10, 10}})
                                   .add_wall(std::array{Point{20, 20}, Point{30, 30}})
                                   .build();
    Scene scene = one_agent(walls, {}, 1);
    scene.put(0, 14, 14);
    scene.agents.set<Stream::velocity_x>(0, 2);
    scene.agents.set<Stream::velocity_y>(0, 2);
    scene.advance(1);
    EXPECT_EQ(scene.at(0).x, 16);
    EXPECT_EQ(scene.at(0).y, 16);
}

/// Without a wall near, walls change no bit.
TEST(Walls, FarAwayChangeNothing) {
    const ObstacleSet walls =
        *ObstacleSetBuilder()
             .add_wall(std::array{Point{-900, -900}, Point{900, -900}, Point{900, 900}, Point{-900, 900}},
                       true)
             .build();
    Population results[2] = {Population(0, {}), Population(0, {})};
    for (const bool walled : {false, true}) {
        const Program program = build({Seek{}, Locomotion{.max_force = 20.0f,
                                                          .max_speed = 9.0f,
                                                          .mass = 1.0f,
                                                          .obstacles = walled ? walls : ObstacleSet()}});
        Population agents = blank(program, 500);
        Random random(3);
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            agents.set<Stream::position_x>(slot, random(-500, 500));
            agents.set<Stream::position_y>(slot, random(-500, 500));
            agents.set<Stream::target_x>(slot, random(-500, 500));
        }
        ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 0.1f, .count = 100})));
        results[walled ? 1 : 0] = std::move(agents);
    }
    EXPECT_TRUE(same_bits(results[0], results[1]));
}

TEST(Walls, HoldBouncesOfAWholeSide) {
    const ObstacleSet wall =
        *ObstacleSetBuilder().add_wall(std::array{Point{0, -100}, Point{0, 100}}).build();
    for (const Isa isa : {Isa::reference, *default_isa()})
        for (int ulps = -40; ulps <= 40; ++ulps) {
            const Program program = build({ExternalForce{}, Locomotion{.max_force = 1.0f,
                                                                       .max_speed = 100.0f,
                                                                       .mass = 1.0f,
                                                                       .bounds = Bounds::bounce,
                                                                       .area = {-9, -9, 9, 9},
                                                                       .obstacles = wall}});
            Population agent = blank(program, 1);
            agent.set<Stream::position_x>(0, 9);
            agent.set<Stream::velocity_x>(0, 36.0f * (1 + static_cast<float>(ulps) * 0x1p-23f));
            ASSERT_TRUE(faultless(run(program, agent.view(), {.dt = 0.5f}, serial_on(isa))));
            EXPECT_GT(agent.get<Stream::position_x>(0), 0) << ulps;
        }
}

// ---- instruction sets

class HeldSteps : public ::testing::TestWithParam<Isa> {};

TEST_P(HeldSteps, AreTheReferences) {
    int held = 0;
    for (int round = 0; round < 40; ++round) {
        SCOPED_TRACE(round);
        Random random(static_cast<unsigned>(round));
        const float size = round % 5 == 4 ? 1e6f : round % 5 == 3 ? 1e-4f : 20;
        const ObstacleSet walls = clutter(random, 1 + round % 9 * 3, size);
        Locomotion locomotion{.max_force = 20 * size, .max_speed = size, .mass = 1.0f, .obstacles = walls};
        locomotion.bounds = std::array{Bounds::none, Bounds::wrap, Bounds::bounce}[round % 3];
        locomotion.area = {.min_x = -size, .min_y = -size / 2, .max_x = size, .max_y = size / 2};
        if (round % 4 == 1) locomotion.max_turn_rate = 3.0f;
        if (round % 4 == 2) locomotion.max_speed.reset();
        std::vector<Stage> stages{Seek{.weight = random(0, 4)}, locomotion};
        if (round % 4 == 3) {
            const std::array points{Point{0, 0}, Point{static_cast<double>(size), 1}};
            stages.insert(stages.begin(),
                          PathFollow{.paths = *PathSetBuilder().add(points).build(), .swept = true});
        }
        const Program program = build(stages);
        Population start = blank(program, 300);
        for (std::size_t slot = 0; slot < start.size(); ++slot) {
            const float speed = slot % 7 == 0 ? 40 * size : size;
            start.set<Stream::position_x>(slot, random(-size, size) * (slot % 11 == 0 ? 2.0f : 1.0f));
            start.set<Stream::position_y>(slot, random(-size, size) / 2);
            start.set<Stream::velocity_x>(slot, random(-speed, speed));
            start.set<Stream::velocity_y>(slot, random(-speed, speed));
            start.set<Stream::target_x>(slot, random(-size, size));
            start.set<Stream::target_y>(slot, random(-size, size));
            if (start.has(Stream::max_speed)) start.set<Stream::max_speed>(slot, speed);
        }
        const Ticks ticks{.dt = 0.3f, .count = 6};
        Population expected = start, now = start, free = start;
        const Result reference = run(program, expected.view(), ticks, serial_on(Isa::reference));
        EXPECT_TRUE(same_result(reference, run(program, now.view(), ticks, serial_on(GetParam()))));
        ASSERT_TRUE(same_bits(expected, now));
        locomotion.obstacles = {};
        stages.back() = locomotion;
        ASSERT_TRUE(faultless(run(build(stages), free.view(), ticks)));
        for (std::size_t slot = 0; slot < start.size(); ++slot)
            held += free.get<Stream::position_x>(slot) != now.get<Stream::position_x>(slot);
    }
    EXPECT_GT(held, 1000);
}

INSTANTIATE_TEST_SUITE_P(AllIsas, HeldSteps, each_vector_isa(), isa_name);

}  // namespace
}  // namespace wend::test
