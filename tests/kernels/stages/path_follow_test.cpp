// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Observable properties of path following: the order of nodes, closing segments, ends, fast agents.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "support/advance_test.hpp"
#include "support/blank.hpp"

namespace wend::test {
namespace {

class Following : public AdvanceTest {};

PathSet square(bool closed) {
    const std::array points{Point{0, 0}, Point{40, 0}, Point{40, 40}, Point{0, 40}};
    return *PathSetBuilder().add(points, closed).build();
}

PathSet line(std::size_t nodes, double spacing) {
    std::vector<Point> points;
    for (std::size_t node = 0; node < nodes; ++node)
        points.push_back({spacing * static_cast<double>(node), 0});
    return *PathSetBuilder().add(points).build();
}

// The turning circle has radius 1.6, less than the radius of nodes.
const Locomotion nimble{.max_force = 10.0f, .max_speed = 4.0f, .mass = 1.0f};

struct Progress {
    std::uint32_t node;
    std::int32_t direction;
    bool operator==(const Progress&) const = default;
};
void PrintTo(const Progress& progress, std::ostream* out) {
    *out << "node " << progress.node << " by " << progress.direction;
}

Progress progress_of(const Population& population) {
    return {population.get<Stream::node>(0), population.get<Stream::direction>(0)};
}

/// The progress of one agent, each change once.
std::vector<Progress> progress_of(Isa isa, const PathFollow& follow, Progress start, std::size_t changes) {
    const Program program = build({follow, nimble});
    Population population = blank(program, 1);
    population.set<Stream::node>(0, start.node);
    population.set<Stream::direction>(0, start.direction);
    population.set<Stream::position_x>(0, 5);
    std::vector<Progress> seen{start};
    for (int tick = 0; tick < 60 * 200 && seen.size() <= changes; ++tick) {
        EXPECT_EQ(run(program, population.view(), {.dt = 1.0f / 60, .first_tick = 0}, serial_on(isa)).faults,
                  0u);
        if (progress_of(population) != seen.back()) seen.push_back(progress_of(population));
    }
    return seen;
}

TEST_P(Following, ALoopClosesOverItsFirstNode) {
    for (const bool closed : {false, true}) {
        const PathFollow follow{.paths = square(closed), .mode = PathMode::loop, .radius = 3};
        EXPECT_EQ(progress_of(GetParam(), follow, {1, 1}, 5),
                  (std::vector<Progress>{{1, 1}, {2, 1}, {3, 1}, {0, 1}, {1, 1}, {2, 1}}));
        EXPECT_EQ(progress_of(GetParam(), follow, {1, -1}, 5),
                  (std::vector<Progress>{{1, -1}, {0, -1}, {3, -1}, {2, -1}, {1, -1}, {0, -1}}));
    }
}

/// Some libraries draw a closed path but do not follow its last segment.
TEST_P(Following, TheClosingSegmentIsWalked) {
    const Program program =
        build({PathFollow{.paths = square(true), .mode = PathMode::loop, .radius = 3}, nimble});
    Population population = blank(program, 1);
    population.set<Stream::position_x>(0, 1);
    double nearest = 1e9;  // to the middle of the segment from (0, 40) to (0, 0)
    for (int tick = 0; tick < 60 * 60; ++tick) {
        advance(program, population, {.dt = 1.0f / 60, .first_tick = 0});
        nearest =
            std::min(nearest, std::hypot(static_cast<double>(population.get<Stream::position_x>(0)),
                                         static_cast<double>(population.get<Stream::position_y>(0)) - 20));
    }
    EXPECT_LT(nearest, 3);
}

TEST_P(Following, PingPongNeitherJumpsNorSkipsAtItsEnds) {
    const PathFollow follow{.paths = line(3, 30), .mode = PathMode::ping_pong, .radius = 3};
    EXPECT_EQ(progress_of(GetParam(), follow, {1, 1}, 9),
              (std::vector<Progress>{
                  {1, 1}, {2, 1}, {2, -1}, {1, -1}, {0, -1}, {0, 1}, {1, 1}, {2, 1}, {2, -1}, {1, -1}}));
    const Program program = build({follow, nimble});
    Population population = blank(program, 1);
    for (int tick = 0; tick < 60 * 120; ++tick) {
        const double before = static_cast<double>(population.get<Stream::position_x>(0));
        advance(program, population, {.dt = 1.0f / 60, .first_tick = 0});
        ASSERT_LE(std::abs(static_cast<double>(population.get<Stream::position_x>(0)) - before),
                  4.0 / 60 * 1.0001)
            << "tick " << tick;
    }
}

TEST_P(Following, OnceFinishesAtTheEndAndStaysFinished) {
    for (const std::int32_t direction : {1, -1}) {
        const Program program = build({PathFollow{.paths = line(4, 20), .radius = 3}, nimble});
        Population population = blank(program, 1);
        const std::uint32_t last = direction == 1 ? 3 : 0;
        population.set<Stream::position_x>(0, direction == 1 ? 0.0f : 60.0f);
        population.set<Stream::node>(0, 3 - last);
        population.set<Stream::direction>(0, direction);
        bool was_finished = false;
        for (int tick = 0; tick < 60 * 40; ++tick) {
            const double distance =
                std::abs(static_cast<double>(population.get<Stream::position_x>(0)) - 20.0 * last);
            const std::uint32_t node = population.get<Stream::node>(0);
            advance(program, population, {.dt = 1.0f / 60, .first_tick = 0});
            const bool finished = population.get<Stream::finished>(0) == 1;
            ASSERT_EQ(finished, was_finished || (node == last && distance <= 3))
                << "tick " << tick << ", distance " << distance;
            was_finished = finished;
        }
        EXPECT_TRUE(was_finished);
        EXPECT_EQ(progress_of(population), (Progress{last, direction}));
    }
}

/// An agent that moves straight ahead by 60 a tick: without `swept` it misses nodes between two positions.
Population after_steps(Isa isa, const PathFollow& follow, std::uint32_t ticks) {
    const Program program = build({follow, Locomotion{.max_force = 0.0f, .max_speed = 600.0f, .mass = 1.0f}});
    Population population = blank(program, 1);
    population.set<Stream::position_x>(0, -30);
    population.set<Stream::velocity_x>(0, 600);
    EXPECT_EQ(
        run(program, population.view(), {.dt = 0.1f, .count = ticks, .first_tick = 0}, serial_on(isa)).faults,
        0u);
    return population;
}

TEST_P(Following, AFastAgentMissesNoNodeWhenSwept) {
    PathFollow follow{.paths = line(40, 25), .mode = PathMode::loop, .radius = 4};
    EXPECT_EQ(progress_of(after_steps(GetParam(), follow, 10)).node, 0u)
        << "without swept the node is missed";
    follow.swept = true;
    EXPECT_EQ(progress_of(after_steps(GetParam(), follow, 1)).node, 0u);
    EXPECT_EQ(progress_of(after_steps(GetParam(), follow, 2)).node, 2u)
        << "from -30 to 30: nodes at 0 and 25";
    EXPECT_EQ(progress_of(after_steps(GetParam(), follow, 3)).node, 4u)
        << "from 30 to 90: nodes at 50 and 75";
    EXPECT_EQ(progress_of(after_steps(GetParam(), follow, 11)).node, 23u) << "to 570";
    follow.paths = line(100, 5);
    follow.radius = 2;
    EXPECT_EQ(progress_of(after_steps(GetParam(), follow, 2)).node, 7u) << "0 to 30";
    follow.paths = line(100, 2.5);
    follow.radius = 1;
    EXPECT_EQ(progress_of(after_steps(GetParam(), follow, 2)).node, 8u) << "at most 8 a tick";
}

TEST_P(Following, ASweptAgentDoesNotTurnBackToANodeThatItHasPassed) {
    // With dt / mass = 1 the velocity is the desired one after each tick.
    for (const std::int32_t direction : {1, -1}) {
        const Program program = build({PathFollow{.paths = line(11, 100), .radius = 4, .swept = true},
                                       Locomotion{.max_force = 1e6f, .max_speed = 550.0f, .mass = 0.1f}});
        Population population = blank(program, 1);
        const float start = direction == 1 ? 0 : 1000;
        population.set<Stream::position_x>(0, start);
        population.set<Stream::node>(0, direction == 1 ? 1 : 9);
        population.set<Stream::direction>(0, direction);
        for (int tick = 1; tick <= 18; ++tick) {
            advance(program, population, {.dt = 0.1f, .first_tick = 0});
            EXPECT_NEAR(population.get<Stream::position_x>(0),
                        start + static_cast<float>(55 * tick * direction), 0.01f)
                << "tick " << tick;
        }
    }
}

TEST_P(Following, ASweptStepIsTheOneBeforeTheWrap) {
    const std::array points{Point{95, 0}, Point{50, 0}, Point{-95, 0}};
    const Program program =
        build({PathFollow{.paths = *PathSetBuilder().add(points).build(), .radius = 2, .swept = true},
               Locomotion{.max_force = 0.0f,
                          .max_speed = 600.0f,
                          .mass = 1.0f,
                          .bounds = Bounds::wrap,
                          .area = {-100, -100, 100, 100}}});
    Population population = blank(program, 1);
    population.set<Stream::position_x>(0, 80);
    population.set<Stream::velocity_x>(0, 300);
    // From 80 to 110, which is -90: passes the node at 95, not that at 50.
    advance(program, population, {.dt = 0.1f, .count = 2, .first_tick = 0});
    EXPECT_EQ(progress_of(population).node, 1u);
}

constexpr float cruising_speed = 4;
constexpr float cruising_force = 2;
constexpr float turning_radius = cruising_speed * cruising_speed / cruising_force;

/// 300 agents with random positions and velocities on 30 paths, at 2 ticks a second.
struct Crowd {
    PathSet paths;
    Program program;
    Population population;

    Crowd(float radius, bool swept, bool finish_line = false)
        : paths(crooked_paths()),
          program(
              build({PathFollow{.paths = paths, .radius = radius, .swept = swept, .finish_line = finish_line},
                     Locomotion{.max_force = cruising_force, .max_speed = cruising_speed, .mass = 1.0f}})),
          population(blank(program, 300)) {
        for (std::size_t slot = 0; slot < population.size(); ++slot) {
            population.set<Stream::path>(slot, static_cast<std::int32_t>(slot % paths.size()));
            population.set<Stream::position_x>(slot, signed_value(bits_of(5, 0, slot), 60));
            population.set<Stream::position_y>(slot, signed_value(bits_of(5, 1, slot), 60));
            population.set<Stream::velocity_x>(slot, signed_value(bits_of(5, 2, slot), 3));
            population.set<Stream::velocity_y>(slot, signed_value(bits_of(5, 3, slot), 3));
        }
    }

    static PathSet crooked_paths() {
        PathSetBuilder builder;
        for (std::uint64_t path = 0; path < 30; ++path) {
            std::vector<Point> points(2 + path % 4);
            for (std::size_t node = 0; node < points.size(); ++node)
                points[node] = {static_cast<double>(signed_value(bits_of(path, 0, node), 40)),
                                static_cast<double>(signed_value(bits_of(path, 1, node), 40))};
            builder.add(points);
        }
        return *builder.build();
    }

    void advance(Isa isa, std::uint32_t seconds) {
        ASSERT_EQ(run(program, population.view(), {.dt = 0.5f, .count = 2 * seconds, .first_tick = 0},
                      serial_on(isa))
                      .faults,
                  0u);
    }
    [[nodiscard]] bool finished(std::size_t slot) const {
        return population.get<Stream::finished>(slot) == 1;
    }
    [[nodiscard]] std::size_t unfinished() const {
        std::size_t count = 0;
        for (std::size_t slot = 0; slot < population.size(); ++slot) count += !finished(slot);
        return count;
    }
    [[nodiscard]] double distance_to_node(std::size_t slot) const {
        const Point node = paths.node(static_cast<std::size_t>(population.get<Stream::path>(slot)),
                                      population.get<Stream::node>(slot));
        return std::hypot(static_cast<double>(population.get<Stream::position_x>(slot)) - node.x,
                          static_cast<double>(population.get<Stream::position_y>(slot)) - node.y);
    }
};

/// With a node radius of the turning radius, speed^2 * mass / force, no agent can circle a node.
TEST_P(Following, NoAgentCirclesAMissedNode) {
    for (const bool swept : {false, true}) {
        Crowd crowd(turning_radius, swept);
        crowd.advance(GetParam(), 180);
        EXPECT_EQ(crowd.unfinished(), 0u) << "swept " << swept;
    }
}

/// With a node radius of a fiftieth of the turning radius, many agents circle a node without reaching it.
TEST_P(Following, ManyCircleANodeSmallerThanTheirTurningCircle) {
    Crowd crowd(turning_radius / 50, false);
    crowd.advance(GetParam(), 600);
    const Population before = crowd.population;
    ASSERT_GT(crowd.unfinished(), 50u);
    std::vector<double> farthest(before.size());
    for (int second = 0; second < 60; ++second) {
        crowd.advance(GetParam(), 1);
        for (std::size_t slot = 0; slot < before.size(); ++slot)
            farthest[slot] = std::max(farthest[slot], crowd.distance_to_node(slot));
    }
    for (std::size_t slot = 0; slot < before.size(); ++slot) {
        if (crowd.finished(slot)) continue;
        EXPECT_EQ(crowd.population.get<Stream::node>(slot), before.get<Stream::node>(slot))
            << "agent " << slot;
        EXPECT_LT(farthest[slot], static_cast<double>(turning_radius)) << "agent " << slot;
    }
    Crowd swept(turning_radius / 50, true);
    swept.advance(GetParam(), 180);
    EXPECT_EQ(swept.unfinished(), 0u) << "a step across the circle suffices";
}

TEST_P(Following, BehindAFinishLineNoAgentTurnsBack) {
    for (const bool swept : {false, true}) {
        Crowd crowd(turning_radius / 50, swept, true);
        crowd.advance(GetParam(), 180);
        EXPECT_EQ(crowd.unfinished(), 0u) << "swept " << swept;
    }
}

/// The node of an agent at rest after a tick, on (0, 0), (40, 0), (40, 40), (0, 40).
Progress after_a_tick(Isa isa, PathMode mode, Progress start, Point position) {
    const Program program = build(
        {PathFollow{.paths = square(false), .mode = mode, .radius = 0.5f, .finish_line = true}, nimble});
    Population population = blank(program, 1);
    population.set<Stream::node>(0, start.node);
    population.set<Stream::direction>(0, start.direction);
    population.set<Stream::position_x>(0, static_cast<float>(position.x));
    population.set<Stream::position_y>(0, static_cast<float>(position.y));
    EXPECT_EQ(run(program, population.view(), {.dt = 1.0f / 60}, serial_on(isa)).faults, 0u);
    return progress_of(population);
}

TEST_P(Following, AFinishLineLiesAcrossTheBisector) {
    const auto is_passed = [&](PathMode mode, Progress start, Point position) {
        return !(after_a_tick(GetParam(), mode, start, position) == start);
    };
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong}) {
        // At the corner (40, 0) the line leads through (30, 10) and (50, -10).
        for (const auto& [x, y] : {std::pair{41.0, 0.0}, {30.0, 11.0}, {50.0, -9.0}, {40.0, 90.0}}) {
            EXPECT_TRUE(is_passed(mode, {1, 1}, {x, y})) << x << ", " << y;
            EXPECT_FALSE(is_passed(mode, {1, -1}, {x, y})) << x << ", " << y;
        }
        for (const auto& [x, y] : {std::pair{39.0, 0.0}, {30.0, 9.0}, {50.0, -11.0}, {-90.0, 20.0}}) {
            EXPECT_FALSE(is_passed(mode, {1, 1}, {x, y})) << x << ", " << y;
            EXPECT_TRUE(is_passed(mode, {1, -1}, {x, y})) << x << ", " << y;
        }
    }
    // The first node: across its one segment, or in mode loop across the bisector with the closing one.
    EXPECT_TRUE(is_passed(PathMode::once, {0, 1}, {1, 90}));
    EXPECT_FALSE(is_passed(PathMode::once, {0, 1}, {-1, -90}));
    EXPECT_FALSE(is_passed(PathMode::loop, {0, 1}, {1, 90}));
    EXPECT_TRUE(is_passed(PathMode::loop, {0, 1}, {-1, -90}));
    // The last one, which a path in mode once ends at.
    EXPECT_EQ(after_a_tick(GetParam(), PathMode::ping_pong, {3, 1}, {-1, 0}), (Progress{3, -1}));
    EXPECT_EQ(after_a_tick(GetParam(), PathMode::ping_pong, {3, 1}, {1, 0}), (Progress{3, 1}));
    EXPECT_EQ(after_a_tick(GetParam(), PathMode::loop, {3, 1}, {-1, 0}), (Progress{0, 1}));
    EXPECT_EQ(after_a_tick(GetParam(), PathMode::loop, {3, 1}, {-1, 50}), (Progress{3, 1}));
}

/// At a sharp turn the line lies across its tip, in both directions; legs of different lengths have tangents
/// that differ by roundings.
TEST_P(Following, AtASharpTurnTheFinishLineLiesAcrossItsTip) {
    const std::array<Point, 3> there_and_back{Point{0, 0}, Point{5, -47.2}, Point{3.75, -35.4}};
    const std::array<Point, 3> narrow{Point{0, 0}, Point{50, 0}, Point{0, 0.01}};
    const auto node_after = [&](const std::array<Point, 3>& points, std::int32_t direction, Point at) {
        const Program program = build(
            {PathFollow{.paths = *PathSetBuilder().add(points).build(), .radius = 0.5f, .finish_line = true},
             nimble});
        Population population = blank(program, 1);
        population.set<Stream::node>(0, 1);
        population.set<Stream::direction>(0, direction);
        population.set<Stream::position_x>(0, static_cast<float>(at.x));
        population.set<Stream::position_y>(0, static_cast<float>(at.y));
        EXPECT_EQ(run(program, population.view(), {.dt = 1.0f / 60}, serial_on(GetParam())).faults, 0u);
        return population.get<Stream::node>(0);
    };
    for (const std::int32_t direction : {1, -1}) {
        const std::uint32_t next = direction == 1 ? 2 : 0;
        EXPECT_EQ(node_after(there_and_back, direction, {0, 0}), 1u);
        EXPECT_EQ(node_after(there_and_back, direction, {6, -56.6}), next);
        EXPECT_EQ(node_after(narrow, direction, {1, 0.001}), 1u);
        EXPECT_EQ(node_after(narrow, direction, {49, 10}), 1u);
        EXPECT_EQ(node_after(narrow, direction, {51, 10}), next);
    }
}

TEST_P(Following, APathOfOneNodeIsLegal) {
    const std::array points{Point{10, 0}, Point{10, 0}};
    const PathSet paths = *PathSetBuilder().add(points).build();
    ASSERT_EQ(paths.node_count(0), 1u);
    for (const bool swept : {false, true})
        for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong}) {
            const Program program =
                build({PathFollow{.paths = paths, .mode = mode, .radius = 3, .swept = swept}, nimble});
            Population population = blank(program, 1);
            advance(program, population, {.dt = 1.0f / 60, .count = 600, .first_tick = 0});
            EXPECT_EQ(population.get<Stream::node>(0), 0u);
            EXPECT_NEAR(population.get<Stream::position_x>(0), 10, 4);
            if (mode == PathMode::once) {
                EXPECT_EQ(population.get<Stream::finished>(0), 1u);
            }
        }
}

TEST_P(Following, WithoutAPathThereIsNoForce) {
    const Program program = build({PathFollow{.paths = square(true), .swept = true}, nimble});
    Population population = blank(program, 1);
    population.set<Stream::path>(0, -1);
    population.set<Stream::velocity_x>(0, 2);
    population.set<Stream::node>(0, 77);  // ignored without a path
    advance(program, population, {.dt = 1, .count = 5, .first_tick = 0});
    EXPECT_EQ(population.get<Stream::velocity_x>(0), 2);
    EXPECT_EQ(population.get<Stream::velocity_y>(0), 0);
    EXPECT_EQ(population.get<Stream::position_x>(0), 10);
    EXPECT_EQ(population.get<Stream::node>(0), 77u);
    EXPECT_EQ(population.get<Stream::finished>(0), 0u);
}

TEST_P(Following, WithoutAPathAnAgentBrakesOnRequest) {
    for (const bool swept : {false, true}) {
        const Program program =
            build({PathFollow{.paths = square(true), .swept = swept, .brake_without_path = true}, nimble});
        Population population = blank(program, 100);
        for (std::size_t slot = 0; slot < 100; ++slot) {
            population.set<Stream::path>(slot, slot % 3 == 0 ? -1 : 0);
            population.set<Stream::velocity_y>(slot, 2);
        }
        advance(program, population, {.dt = 0.5, .count = 3, .first_tick = 0});
        for (std::size_t slot = 0; slot < 100; ++slot) {
            ASSERT_EQ(population.get<Stream::velocity_y>(slot) == 0.25f, slot % 3 == 0) << slot;
        }
    }
}

TEST_P(Following, ASlowingRadiusBringsToRestAtTheEnd) {
    const auto end_state = [&](std::optional<float> slowing_radius) {
        const Program program =
            build({PathFollow{.paths = line(3, 20), .radius = 3, .slowing_radius = slowing_radius}, nimble});
        Population population = blank(program, 1);
        advance(program, population, {.dt = 1.0f / 60, .count = 60 * 60, .first_tick = 0});
        return std::pair{std::abs(population.get<Stream::position_x>(0) - 40),
                         std::abs(population.get<Stream::velocity_x>(0))};
    };
    EXPECT_LT(end_state(8.0f).first, 0.01f);
    EXPECT_LT(end_state(8.0f).second, 0.01f);
    EXPECT_GT(end_state(std::nullopt).first + end_state(std::nullopt).second, 0.03f)
        << "without a slowing radius seek overshoots";
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Following, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test
