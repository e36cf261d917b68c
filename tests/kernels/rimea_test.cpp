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
#include <variant>
#include <vector>

#include "support/faultless.hpp"
#include "support/pedestrians.hpp"
#include "support/program_cases.hpp"
#include "support/walkers.hpp"

// Tests of the RiMEA guideline for pedestrian models (4.1.1), and the fundamental diagram.
namespace wend::test {
namespace {

/// Without ends or sides: all walk along x.
constexpr Rectangle corridor{0, 0, 40, 10};

FlowField along_the_corridor() {
    const std::vector<float> along(4, walking_speed);
    const std::vector<float> across(4, 0.0f);
    return *make_flow_field({corridor, 2, 2}, along, across);
}

/// m/s of so many agents a square metre: the mean of ten seconds, after twenty.
double speed_in_the_corridor(const WalkingProgram& program, float density) {
    const auto count = static_cast<std::size_t>(density * 400);
    std::vector<Walker> walkers(count);
    for (std::size_t i = 0; i < count; ++i) walkers[i] = {40 * draw(7, i, 0), 10 * draw(7, i, 1)};
    Population agents = make_crowd(program.walk, walkers);
    Clock clock{.dt = frame, .seed = 1};
    double sum = 0;
    for (int tick = 0; tick < 900; ++tick) {
        EXPECT_TRUE(faultless(program.run(agents.view(), clock.next())));
        for (std::size_t i = 0; tick >= 600 && i < count; ++i)
            sum += static_cast<double>(agents.get<Stream::velocity_x>(i));
    }
    return sum / 300 / static_cast<double>(count);
}

/// Test 4: the denser a crowd, the slower it walks (Weidmann 1993).
TEST(Rimea, SpeedFallsWithDensity) {
    Locomotion walker = pedestrian;
    walker.composition = Composition::sum;
    walker.bounds = Bounds::wrap;
    walker.area = corridor;
    // Those ahead hold an agent back.
    const WalkingProgram program{build({Separation{.radius = 1, .cos_field_of_view = 0, .weight = 1.5f},
                                        FlowFollow{.field = along_the_corridor()}, walker})};
    double before = std::numeric_limits<double>::infinity();
    for (const float density : {0.2f, 0.5f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f}) {
        const double speed = speed_in_the_corridor(program, density);
        record("speed_at_" + std::to_string(density), speed);
        EXPECT_LT(speed, before);
        before = speed;
    }
    EXPECT_LT(before, 0.5);
}

/// The speeds of Weidmann (1993): 1.34 m/s (1 - exp(-1.913 (1 / density - 1 / 5.4))).
TEST(Rimea, BySocialForceSpeedsAreWeidmanns) {
    std::vector<Stage> stages = walking_by_social_force({}, along_the_corridor());
    auto& walker = std::get<Locomotion>(stages[4]);
    walker.bounds = Bounds::wrap;
    walker.area = corridor;
    const WalkingProgram program{
        build(std::move(stages)),
        build({ResolveOverlaps{.body_radius = body, .bounds = Bounds::wrap, .area = corridor}})};
    for (const float density : {0.5f, 1.0f, 1.5f, 2.0f, 2.5f, 3.0f}) {
        const double speed = speed_in_the_corridor(program, density);
        const double published = 1.34 * (1 - std::exp(-1.913 * (1 / static_cast<double>(density) - 1 / 5.4)));
        record("speed_at_" + std::to_string(density), speed);
        EXPECT_NEAR(speed / published, 1, 0.13) << density;
    }
}

ObstacleSet walls_of(const std::vector<std::array<Point, 2>>& walls) {
    ObstacleSetBuilder builder;
    for (const std::array<Point, 2>& one : walls) builder.add_wall(one);
    return *builder.build();
}

FlowField ways_to(Point goal, const ObstacleSet& walls, const FlowGrid& grid) {
    return *make_flow_to(
        grid, {.goals = std::array{goal}, .obstacles = walls, .clearance = body, .speed = walking_speed});
}

/// Runs until each agent has left by `is_out(place)`, which removes it. `see(i, place)` of all others in each
/// tick. Returns the seconds, at most so many.
template <class IsOut, class See>
double walk_out(const WalkingProgram& program, Population& agents, int most, const IsOut& is_out,
                const See& see) {
    Clock clock{.dt = frame, .seed = 1};
    std::vector<std::uint8_t> gone(agents.size());
    std::size_t left = agents.size();
    int tick = 0;
    for (; left > 0 && static_cast<float>(tick) * frame < static_cast<float>(most); ++tick) {
        EXPECT_TRUE(faultless(program.run(agents.view(), clock.next())));
        for (std::size_t i = 0; i < agents.size(); ++i) {
            if (gone[i] != 0) continue;
            const Place at = place_of(agents, i);
            if (is_out(at)) {
                gone[i] = 1;
                --left;
                take_away(agents, i);
            } else {
                see(i, at);
            }
        }
    }
    EXPECT_EQ(left, 0u) << "after " << most << " s";
    return tick * static_cast<double>(frame);
}

/// Test 6: 20 agents walk around a corner, and through no wall.
TEST(Rimea, ACrowdWalksAroundACorner) {
    const ObstacleSet walls = walls_of({{{{0, 2}, {0, 0}}},
                                        {{{0, 0}, {12, 0}}},
                                        {{{12, 0}, {12, 12}}},
                                        {{{0, 2}, {10, 2}}},
                                        {{{10, 2}, {10, 12}}}});
    const WalkingProgram program{
        build(walking(walls, ways_to({11, 14}, walls, {{-1, -1, 13, 15}, 140, 160}))), parting(walls)};
    Population agents = make_crowd(program.walk, lattice(0.4f, 0.6f, 10, 2, 0.6f));
    const double seconds = walk_out(
        program, agents, 60, [](const Place& at) { return at.y > 12; },
        [](std::size_t i, const Place& at) {
            ASSERT_TRUE(at.x > 0 && at.x < 12 && at.y > 0 && (at.y < 2 || at.x > 10)) << i;
        });
    record("seconds", seconds);
}

/// Test 10: of 23 agents in twelve cabins of a corridor, those of four cabins a side leave to the left, the
/// others to the right.
TEST(Rimea, AgentsLeaveByTheExitsAssignedToThem) {
    std::vector<std::array<Point, 2>> lines;
    std::vector<Walker> walkers;
    std::vector<std::uint8_t> to_left;
    for (int cabin = 0; cabin < 12; ++cabin) {
        const double x = 3 * (cabin % 6), side = cabin < 6 ? 1 : -1;
        const auto at = [side](double from_wall) { return 0.9 + side * (0.9 + from_wall); };
        lines.push_back({Point{x, at(0)}, Point{x + 1, at(0)}});  // a door 1 m wide
        lines.push_back({Point{x + 2, at(0)}, Point{x + 3, at(0)}});
        lines.push_back({Point{x, at(0)}, Point{x, at(4)}});
        lines.push_back({Point{x, at(4)}, Point{x + 3, at(4)}});
        lines.push_back({Point{x + 3, at(4)}, Point{x + 3, at(0)}});
        for (int one = 0; one < (cabin == 11 ? 1 : 2); ++one) {
            walkers.push_back(
                {static_cast<float>(x) + 1 + static_cast<float>(one), static_cast<float>(at(3))});
            to_left.push_back(cabin % 6 < 4 ? 1 : 0);
        }
    }
    const ObstacleSet walls = walls_of(lines);
    const FlowGrid grid{{-4, -5, 22, 7}, 260, 120};
    std::vector<Stage> stages = walking(walls, ways_to({-3, 0.9}, walls, grid));
    stages.insert(stages.end() - 1, FlowFollow{.field = ways_to({21, 0.9}, walls, grid)});
    const WalkingProgram program{build(std::move(stages)), parting(walls)};
    Population agents = make_crowd(program.walk, walkers, {Stream::stages});
    for (std::size_t i = 0; i < agents.size(); ++i)
        agents.set<Stream::stages>(i, to_left[i] != 0 ? 0b101111u : 0b110111u);  // one of both fields
    std::array<std::size_t, 2> out{};
    const double seconds = walk_out(
        program, agents, 60,
        [&](const Place& at) {
            out[0] += at.x < -1 ? 1 : 0;
            out[1] += at.x > 19 ? 1 : 0;
            return at.x < -1 || at.x > 19;
        },
        [&](std::size_t i, const Place& at) {
            ASSERT_TRUE(to_left[i] != 0 ? at.x < 18 : at.x > 0) << i << " leaves by the other exit";
        });
    record("seconds", seconds);
    EXPECT_EQ(out[0], 16u);
    EXPECT_EQ(out[1], 7u);
}

/// Test 12: 150 agents pass two rooms, with a corridor 1 m wide behind each. They queue in the first alone.
TEST(Rimea, OnlyTheFirstOfTwoBottlenecksHasAQueue) {
    const ObstacleSet walls = walls_of({{{{0, 0}, {0, 10}}},
                                        {{{0, 0}, {10, 0}}},
                                        {{{0, 10}, {10, 10}}},
                                        {{{10, 0}, {10, 4.5}}},
                                        {{{10, 5.5}, {10, 10}}},
                                        {{{10, 4.5}, {15, 4.5}}},
                                        {{{10, 5.5}, {15, 5.5}}},
                                        {{{15, 0}, {15, 4.5}}},
                                        {{{15, 5.5}, {15, 10}}},
                                        {{{15, 0}, {25, 0}}},
                                        {{{15, 10}, {25, 10}}},
                                        {{{25, 0}, {25, 4.5}}},
                                        {{{25, 5.5}, {25, 10}}},
                                        {{{25, 4.5}, {30, 4.5}}},
                                        {{{25, 5.5}, {30, 5.5}}}});
    const WalkingProgram program{build(walking(walls, ways_to({33, 5}, walls, {{-1, -1, 34, 11}, 350, 120}))),
                                 parting(walls)};
    Population agents = make_crowd(program.walk, lattice(0.5f, 0.8f, 15, 10, 0.6f));
    std::array<std::size_t, 2> near{}, most{};  // agents within 3 m of a corridor's mouth
    std::size_t before = 0;
    const double seconds = walk_out(
        program, agents, 240, [&](const Place& at) { return at.x > 31; },
        [&](std::size_t i, const Place& at) {
            if (i <= before) near = {};  // a new tick
            before = i;
            for (std::size_t room = 0; room < 2; ++room) {
                const float mouth = room == 0 ? 10 : 25;
                near[room] += at.x < mouth && std::hypot(at.x - mouth, at.y - 5) < 3 ? 1 : 0;
                most[room] = std::max(most[room], near[room]);
            }
        });
    record("seconds", seconds);
    record("most_at_first", static_cast<double>(most[0]));
    record("most_at_second", static_cast<double>(most[1]));
    EXPECT_GE(most[0], 25u);
    EXPECT_LE(most[1], most[0] / 3);
}

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

/// Test 9: twice the doors let out twice as many, less what a longer queue pushes through each.
/// Crowds are chaotic: the mean of three starts, whose ratios differ by up to 3 %.
TEST(Rimea, FourDoorsLetOutTwiceAsManyAsTwo) {
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

}  // namespace
}  // namespace wend::test
