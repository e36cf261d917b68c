// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/faultless.hpp"
#include "support/program_cases.hpp"
#include "support/walkers.hpp"

// Pedestrians between walls: published experiments, rebuilt from their numbers.
namespace wend::test {
namespace {

// The crowd of kernels/docs/crowds.md: 0.5 m wide, 1.34 m/s.
constexpr float body = 0.25f;
constexpr float walking_speed = 1.34f;
constexpr float frame = 1.0f / 30;

const Locomotion pedestrian{
    .composition = Composition::prioritised, .max_force = 20, .max_speed = 1.6f, .mass = 1};

/// Past the walls and each other, along a flow field. The walls come first, so that a crowd that pushes from
/// behind cannot take max_force from them.
std::vector<Stage> walking(const ObstacleSet& walls, const FlowField& ways) {
    Locomotion held = pedestrian;
    held.obstacles = walls;
    return {
        AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = body},
        Separation{.radius = 0.75f, .cos_field_of_view = -1, .weight = 80},
        AvoidNeighbours{
            .radius = 5, .horizon = 2, .body_radius = body, .method = Avoidance::power_law, .weight = 1.5f},
        FlowFollow{.field = ways}, held};
}

/// Parts the bodies behind each tick.
Program parting(const ObstacleSet& walls) {
    return build({ResolveOverlaps{.body_radius = body, .obstacles = walls}});
}

/// A lattice of walkers, and their targets.
void add_group(std::vector<Walker>& walkers, std::size_t columns, std::size_t rows, Place first, Place to) {
    for (Walker one : lattice(first.x, first.y, columns, rows, 1.1f)) {
        one.target_x = one.x + to.x - first.x;
        one.target_y = one.y + to.y - first.y;
        walkers.push_back(one);
    }
}

/// All arrive within a metre of their targets, never through walls or each other, by both methods. Records
/// the time, the least distance of two centres, and the ratio of the ways walked to the straight ones.
void expect_passage(const ObstacleSet& walls, const std::vector<Walker>& walkers, Point goal = {},
                    const FlowField& ways = {}) {
    const bool by_field = ways.grid().size() != 0;
    for (const Avoidance method : methods) {
        std::vector<Stage> stages = walking(walls, ways);
        std::get<AvoidNeighbours>(stages[2]).method = method;
        if (!by_field) stages[3] = Arrive{.slowing_radius = 1};
        const Program program = build(std::move(stages));
        Population agents = make_crowd(program, walkers);
        double straight = 0;
        for (const Walker& one : walkers) {
            const double x = by_field ? goal.x : static_cast<double>(one.target_x);
            const double y = by_field ? goal.y : static_cast<double>(one.target_y);
            straight += std::hypot(x - static_cast<double>(one.x), y - static_cast<double>(one.y));
        }
        const Passage passage = walk(
            {program, parting(walls)}, agents, frame, 6000, by_field, [&](std::size_t i, const Place& at) {
                if (by_field) return static_cast<double>(at.x) > goal.x;
                return std::hypot(walkers[i].target_x - at.x, walkers[i].target_y - at.y) < 1;
            });
        passage.record_as(name_of(method));
        record(name_of(method) + "_path_ratio", passage.walked / straight);
        EXPECT_EQ(passage.arrived, agents.size()) << name_of(method);
        EXPECT_GT(passage.least_distance, 1.5f * body) << name_of(method);
        EXPECT_LT(passage.walked, 2.5 * straight) << name_of(method) << ": some wait at a door";
    }
}

/// Two groups meet in a corridor 6 m wide.
TEST(Pedestrians, OncomingGroupsPassInACorridor) {
    const std::array<Point, 2> lower{Point{-5, 0}, Point{65, 0}};
    const std::array<Point, 2> upper{Point{-5, 6}, Point{65, 6}};
    std::vector<Walker> walkers;
    add_group(walkers, 8, 5, {2, 0.8f}, {50, 0.8f});
    add_group(walkers, 8, 5, {50, 0.8f}, {2, 0.8f});
    expect_passage(*ObstacleSetBuilder().add_wall(lower).add_wall(upper).build(), walkers);
}

TEST(Pedestrians, GroupsCrossAtRightAngles) {
    std::vector<Walker> walkers;
    add_group(walkers, 8, 5, {-20, -2.2f}, {12, -2.2f});
    add_group(walkers, 5, 8, {-2.2f, -20}, {-2.2f, 12});
    expect_passage({}, walkers);
}

/// A corridor 6 m wide narrows to 1.6 m.
TEST(Pedestrians, ACrowdPassesASqueeze) {
    const std::array<Point, 6> lower{Point{-5, 0}, {20, 0}, {25, 2.2}, {30, 2.2}, {35, 0}, {60, 0}};
    std::array<Point, 6> upper = lower;
    for (Point& one : upper) one.y = 6 - one.y;
    const ObstacleSet walls = *ObstacleSetBuilder().add_wall(lower).add_wall(upper).build();
    const std::array goal{Point{58, 3}};
    std::vector<Walker> walkers;
    add_group(walkers, 12, 5, {1, 0.8f}, {1, 0.8f});
    expect_passage(
        walls, walkers, {50, 3},
        *make_flow_to({{-5, 0, 60, 6}, 325, 60},
                      {.goals = goal, .obstacles = walls, .clearance = body, .speed = walking_speed}));
}

/// A room of 30 m by 20 m, with doors 1.2 m wide in its right and left walls.
struct Room {
    std::vector<Point> doors;  ///< their middles
    float width = 30, height = 20, door = 1.2f;

    [[nodiscard]] ObstacleSet walls() const {
        ObstacleSetBuilder builder;
        const auto w = static_cast<double>(width);
        const auto h = static_cast<double>(height);
        const auto half = static_cast<double>(door) / 2;
        const auto add = [&](Point a, Point b) { builder.add_wall(std::array{a, b}); };
        add({0, 0}, {w, 0});
        add({0, h}, {w, h});
        for (const double x : {0.0, w}) {
            double from = 0;
            for (const Point& one : doors) {
                if (one.x != x) continue;
                add({x, from}, {x, one.y - half});
                from = one.y + half;
            }
            add({x, from}, {x, h});
        }
        return *builder.build();
    }
    [[nodiscard]] FlowField ways() const {
        std::vector<Point> goals;
        for (const Point& one : doors) goals.push_back({one.x == 0 ? -3.0 : one.x + 3, one.y});
        return *make_flow_to(
            {{-4, -2, width + 4, height + 2}, 190, 120},
            {.goals = goals, .obstacles = walls(), .clearance = body, .speed = walking_speed});
    }
};

/// Agents a second that leave, while 900 to 100 of 1,000 are inside; those outside are removed. The agents
/// start shifted by so many metres.
double flow_out_of(const Room& room, float shift) {
    const WalkingProgram program{build(walking(room.walls(), room.ways())), parting(room.walls())};
    Population agents = make_crowd(program.walk, lattice(1.3f + shift, 1.4f - shift, 40, 25, 0.7f));
    Clock clock{.dt = frame, .seed = 1};
    std::size_t inside = agents.size();
    int ticks_between = 0;
    for (int tick = 0; inside > 100 && tick < 30000; ++tick) {
        EXPECT_TRUE(faultless(program.run(agents.view(), clock.next())));
        inside = 0;
        for (std::size_t i = 0; i < agents.size(); ++i) {
            const Place at = place_of(agents, i);
            if (at.x < -1000) continue;
            if (at.x > -1 && at.x < room.width + 1)
                ++inside;
            else
                take_away(agents, i);
        }
        if (inside <= 900) ++ticks_between;
    }
    EXPECT_LE(inside, 100u);
    return 800 / (ticks_between * static_cast<double>(frame));
}

/// RiMEA 4.1.1, test 9: twice the doors let out twice as many, less what a longer queue pushes through each.
/// Crowds are chaotic: the mean of three starts, whose ratios differ by up to 3 %.
TEST(Pedestrians, FourDoorsLetOutTwiceAsManyAsTwo) {
    double two = 0, four = 0;
    for (const float shift : {-0.06f, 0.0f, 0.06f}) {
        two += flow_out_of({{{0, 5}, {30, 5}}}, shift) / 3;
        four += flow_out_of({{{0, 5}, {0, 15}, {30, 5}, {30, 15}}}, shift) / 3;
    }
    record("flow_of_two_doors", two);
    record("flow_of_four_doors", four);
    EXPECT_GE(four / two, 1.6);
    EXPECT_LE(four / two, 2.2);
}

/// Horizons from 64 ticks to five times that, and forces from 6 to 60: a crowd that presses on
/// the walls about a door never gets through them.
TEST(Pedestrians, WallsHoldACrowd) {
    const Room room{{{30, 10}}};
    for (const float horizon : {64 * frame, 3.0f, 10.0f})
        for (const float max_force : {6.0f, 20.0f, 60.0f}) {
            SCOPED_TRACE(::testing::Message() << horizon << " s, " << max_force << " N");
            std::vector<Stage> stages = walking(room.walls(), room.ways());
            std::get<AvoidObstacles>(stages[0]).horizon = horizon;
            std::get<Locomotion>(stages[4]).max_force = max_force;
            stages[3] = Seek{.target = {30.2f, 10}};  // no agent leaves
            const Program walk = build(std::move(stages)), part = parting(room.walls());
            Population agents = make_crowd(walk, lattice(16.3f, 2.4f, 18, 22, 0.7f));
            Clock clock{.dt = frame, .seed = 1};
            std::size_t near = 0;
            for (int tick = 0; tick < 450; ++tick) {
                const Ticks one = clock.next();
                for (const Program* const program : {&walk, &part}) {
                    const Population before = agents;
                    ASSERT_TRUE(faultless(run(*program, agents.view(), one)));
                    for (std::size_t i = 0; i < agents.size(); ++i) {
                        const Place from = place_of(before, i);
                        const Place to = place_of(agents, i);
                        ASSERT_TRUE(to.x >= 30 || (to.x > 0 && to.y > 0 && to.y < 20))
                            << i << " in tick " << tick;
                        if ((from.x < 30) == (to.x < 30)) continue;
                        const float y = from.y + (to.y - from.y) * (30 - from.x) / (to.x - from.x);
                        ASSERT_LT(std::abs(y - 10), room.door / 2) << i << " in tick " << tick;
                    }
                }
                near = 0;
                for (std::size_t i = 0; i < agents.size(); ++i)
                    near += place_of(agents, i).x > 28 && place_of(agents, i).x < 30 ? 1u : 0u;
            }
            EXPECT_GT(near, 20u) << "few press on the wall";
        }
}

struct DoorFigures {
    double seconds = 0;  ///< until 95 are out
    float least_distance = std::numeric_limits<float>::infinity();
    float least_of_walls = std::numeric_limits<float>::infinity();

    void record_as(const std::string& name) const {
        record(name + "_seconds", seconds);
        record(name + "_least_distance", static_cast<double>(least_distance));
        record(name + "_least_distance_of_walls", static_cast<double>(least_of_walls));
    }
};

/// 100 agents in a room of 10 by 10 m, until 95 are out. None crosses a wall.
/// `program_of`: a WalkingProgram from walls and ways.
template <class ProgramOf>
DoorFigures leave_by_door(float door, float rate, const ProgramOf& program_of) {
    const double half = static_cast<double>(door) / 2;
    ObstacleSetBuilder builder;
    builder.add_wall(
        std::array<Point, 6>{Point{10, 5 - half}, {10, 0}, {0, 0}, {0, 10}, {10, 10}, {10, 5 + half}});
    const ObstacleSet walls = *builder.build();
    const std::array goal{Point{16, 5}};
    const FlowField ways = *make_flow_to(
        {{-2, -2, 18, 12}, 200, 140}, {.goals = goal, .obstacles = walls, .clearance = body, .speed = 1.4f});
    const WalkingProgram program = program_of(walls, ways);
    Population agents = make_crowd(program.walk, lattice(0.7f, 0.7f, 10, 10, 0.9f));
    Clock clock{.dt = 1 / rate, .seed = 1};
    DoorFigures figures;
    std::size_t out = 0;
    std::vector<std::uint8_t> gone(agents.size());
    for (; out < 95 && figures.seconds < 100; figures.seconds += static_cast<double>(clock.dt)) {
        EXPECT_TRUE(faultless(program.run(agents.view(), clock.next())));
        for (std::size_t i = 0; i < agents.size(); ++i) {
            if (gone[i] != 0) continue;
            const Place at = place_of(agents, i);
            EXPECT_TRUE(at.x > 0 && at.y > 0 && at.y < 10) << i << " after " << figures.seconds << " s";
            figures.least_of_walls = std::min(figures.least_of_walls, distance_from(walls, at));
            for (std::size_t j = 0; j < i; ++j) {
                const Place other = place_of(agents, j);
                if (gone[j] == 0)
                    figures.least_distance =
                        std::min(figures.least_distance, std::hypot(other.x - at.x, other.y - at.y));
            }
        }
        for (std::size_t i = 0; i < agents.size(); ++i)
            if (gone[i] == 0 && place_of(agents, i).x > 11) {
                gone[i] = 1;
                ++out;
                take_away(agents, i);
            }
    }
    EXPECT_GE(out, 95u) << door;
    return figures;
}

std::string door_name(const char* model, float door, float rate) {
    return std::string(model) + "_door_" + std::to_string(static_cast<int>(door * 10)) + "_at_" +
           std::to_string(static_cast<int>(rate));
}

/// No body touches another one or a wall by more than a fiftieth of its radius.
TEST(Pedestrians, OrcaLeavesARoomByItsDoor) {
    for (const float door : {1.2f, 2.4f}) {
        const DoorFigures figures =
            leave_by_door(door, 60, [](const ObstacleSet& walls, const FlowField& ways) -> WalkingProgram {
                return {
                    build({FlowFollow{.field = ways},
                           Orca{.radius = 5,
                                .horizon = 1,
                                .body_radius = body,
                                .obstacles = walls,
                                .obstacle_horizon = 0.5f},
                           Locomotion{.max_force = 20, .max_speed = 1.4f, .mass = 1, .obstacles = walls}})};
            });
        figures.record_as(door_name("orca", door, 60));
        EXPECT_GE(figures.least_distance, 0.98f * 2 * body) << door;
        EXPECT_GE(figures.least_of_walls, 0.98f * body) << door;
    }
}

/// In the same time at every frame rate, and in that of published flows (1.9 agents a metre and second) or
/// up to a sixth less.
TEST(Pedestrians, ACrowdLeavesARoomByItsDoor) {
    for (const float door : {1.2f, 2.4f})
        for (const float rate : {30.0f, 60.0f, 120.0f}) {
            const DoorFigures figures = leave_by_door(
                door, rate, [](const ObstacleSet& walls, const FlowField& ways) -> WalkingProgram {
                    return {build(walking(walls, ways)), parting(walls)};
                });
            figures.record_as(door_name("power_law", door, rate));
            EXPECT_GE(figures.least_distance, (rate < 60 ? 0.95f : 0.98f) * 2 * body) << door << ' ' << rate;
            EXPECT_GE(figures.seconds, door < 2 ? 36 : 18) << rate;
            EXPECT_LE(figures.seconds, door < 2 ? 48 : 25) << rate;
        }
}

/// The model of Helbing and Molnar has points for bodies: they are parted behind each tick.
TEST(Pedestrians, BySocialForceACrowdLeavesARoom) {
    for (const float door : {1.2f, 2.4f}) {
        const DoorFigures figures =
            leave_by_door(door, 60, [](const ObstacleSet& walls, const FlowField& ways) -> WalkingProgram {
                Locomotion held = pedestrian;
                held.obstacles = walls;
                return {build({AvoidObstacles{.obstacles = walls, .horizon = 2.2f, .body_radius = body},
                               SocialForce{}, FlowFollow{.field = ways, .weight = 2}, held}),
                        parting(walls)};
            });
        figures.record_as(door_name("social_force", door, 60));
        EXPECT_LT(figures.seconds, 60);
        EXPECT_GE(figures.least_distance, body) << door;
    }
}

/// A corridor 5 m wide, all walk one way: as fast at every frame rate.
TEST(Pedestrians, ADenseCrowdWalksAlikeAtEveryFrameRate) {
    const Rectangle area{0, -10, 40, 15};
    const std::array<Point, 2> lower{Point{-1, 0}, Point{41, 0}};
    const std::array<Point, 2> upper{Point{-1, 5}, Point{41, 5}};
    const ObstacleSet walls = *ObstacleSetBuilder().add_wall(lower).add_wall(upper).build();
    const std::vector<float> along(4, walking_speed);
    const std::vector<float> across(4, 0.0f);
    std::vector<Stage> stages = walking(walls, *make_flow_field({area, 2, 2}, along, across));
    std::get<Locomotion>(stages[4]).bounds = Bounds::wrap;
    std::get<Locomotion>(stages[4]).area = area;
    const WalkingProgram program{
        build(std::move(stages)),
        build({ResolveOverlaps{
            .body_radius = body, .bounds = Bounds::wrap, .area = area, .obstacles = walls}})};
    for (const int density : {1, 2, 3, 4}) {
        const auto columns = static_cast<std::size_t>(10 * density);
        std::vector<Walker> walkers;
        for (std::size_t i = 0; i < columns * 20; ++i)
            walkers.push_back(
                {(static_cast<float>(i % columns) + draw(5, i, 0)) * 40 / static_cast<float>(columns),
                 0.3f + (static_cast<float>(i / columns) + draw(5, i, 1)) * 0.22f});
        double usual = 0;
        for (const unsigned rate : {60u, 30u, 120u}) {
            Population agents = make_crowd(program.walk, walkers);
            Clock clock{.dt = 1 / static_cast<float>(rate), .seed = 1};
            double sum = 0;
            for (unsigned tick = 0; tick < 20 * rate; ++tick) {
                ASSERT_TRUE(faultless(program.run(agents.view(), clock.next())));
                for (std::size_t i = 0; tick >= 10 * rate && i < agents.size(); ++i)
                    sum += static_cast<double>(agents.get<Stream::velocity_x>(i));
            }
            const double speed = sum / (10 * rate) / static_cast<double>(agents.size());
            record("speed_at_" + std::to_string(density) + "_at_" + std::to_string(rate), speed);
            if (rate == 60) usual = speed;
            EXPECT_NEAR(speed / usual, 1, 0.05) << density << ' ' << rate;
        }
        EXPECT_GT(usual, 1.2) << density;
    }
}

TEST(Pedestrians, ACrowdPassesADoorway) {
    const Room room{{{30, 10}}};
    std::vector<Walker> walkers;
    add_group(walkers, 10, 8, {15, 6}, {15, 6});
    expect_passage(room.walls(), walkers, {30.5, 10}, room.ways());
}

/// RiMEA 4.1.1, test 4: the denser a crowd, the slower it walks (Weidmann 1993).
TEST(Pedestrians, SpeedFallsWithDensity) {
    const Rectangle area{0, 0, 40, 10};
    const std::vector<float> along(4, walking_speed);
    const std::vector<float> across(4, 0.0f);
    const FlowField ways = *make_flow_field({area, 2, 2}, along, across);
    Locomotion walker = pedestrian;
    walker.composition = Composition::sum;
    walker.bounds = Bounds::wrap;
    walker.area = area;
    // Those ahead hold an agent back.
    const Program program = build(
        {Separation{.radius = 1, .cos_field_of_view = 0, .weight = 1.5f}, FlowFollow{.field = ways}, walker});
    double before = std::numeric_limits<double>::infinity();
    for (const float density : {0.2f, 0.5f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f}) {
        const auto count = static_cast<std::size_t>(density * 400);
        std::vector<Walker> walkers(count);
        for (std::size_t i = 0; i < count; ++i) {
            walkers[i] = {40 * draw(7, i, 0), 10 * draw(7, i, 1)};
        }
        Population agents = make_crowd(program, walkers);
        Clock clock{.dt = frame, .seed = 1};
        double sum = 0;
        for (int tick = 0; tick < 900; ++tick) {
            ASSERT_TRUE(faultless(run(program, agents.view(), clock.next())));
            for (std::size_t i = 0; tick >= 600 && i < count; ++i)
                sum += static_cast<double>(agents.get<Stream::velocity_x>(i));
        }
        const double speed = sum / 300 / static_cast<double>(count);
        record("speed_at_" + std::to_string(density), speed);
        EXPECT_LT(speed, before);
        before = speed;
    }
    EXPECT_LT(before, 0.5);
}

}  // namespace
}  // namespace wend::test
