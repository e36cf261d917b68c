// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#ifdef WEND_HAS_DETOUR_CROWD
#include "bench/peers/detour_crowd.hpp"
#endif
#include "support/faultless.hpp"
#include "support/pedestrians.hpp"
#include "support/program_cases.hpp"
#include "support/walkers.hpp"

// Pedestrians between walls: published experiments, rebuilt from their numbers.
namespace wend::test {
namespace {

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
    double flow = 0;     ///< agents a metre and second, from the first that is out
    float least_distance = std::numeric_limits<float>::infinity();
    float least_of_walls = std::numeric_limits<float>::infinity();

    void record_as(const std::string& name) const {
        record(name + "_seconds", seconds);
        record(name + "_flow", flow);
        record(name + "_least_distance", static_cast<double>(least_distance));
        record(name + "_least_distance_of_walls", static_cast<double>(least_of_walls));
    }
};

/// 100 agents in a room of 10 by 10 m, with a door in the right wall, behind which a corridor may begin.
struct DoorScene {
    double half;  ///< of the door's width
    float end;    ///< x behind the corridor
    ObstacleSet walls;
    FlowField ways;
    std::vector<Walker> walkers;

    /// The agents start shifted by so many metres.
    explicit DoorScene(float door, float shift = 0, int corridor = 0)
        : half(static_cast<double>(door) / 2),
          end(static_cast<float>(10 + corridor)),
          walkers(lattice(0.7f + shift, 0.7f - shift, 10, 10, 0.9f)) {
        std::vector<Point> line{{10, 5 - half}, {10, 0}, {0, 0}, {0, 10}, {10, 10}, {10, 5 + half}};
        if (corridor > 0) {
            line.insert(line.begin(), {10.0 + corridor, 5 - half});
            line.push_back({10.0 + corridor, 5 + half});
        }
        walls = *ObstacleSetBuilder().add_wall(line).build();
        ways = *make_flow_to({{-2, -2, 8 + end, 12}, 200 + 10 * static_cast<std::uint32_t>(corridor), 140},
                             {.goals = std::array{Point{16.0 + corridor, 5}},
                              .obstacles = walls,
                              .clearance = body,
                              .speed = 1.4f});
    }
};

/// The agents of a scene, moved by wend.
class WendCrowd {
  public:
    WendCrowd(WalkingProgram program, const std::vector<Walker>& walkers)
        : program_(std::move(program)), agents_(make_crowd(program_.walk, walkers)) {}
    void tick(float dt) {
        clock_.dt = dt;
        EXPECT_TRUE(faultless(program_.run(agents_.view(), clock_.next())));
    }
    [[nodiscard]] Place at(std::size_t i) const { return place_of(agents_, i); }
    [[nodiscard]] float speed(std::size_t i) const { return speed_of(agents_, i); }
    void remove(std::size_t i) { take_away(agents_, i); }

  private:
    WalkingProgram program_;
    Population agents_;
    Clock clock_{.seed = 1};
};

/// Until 95 are out. None crosses a wall.
template <class Crowd>
DoorFigures leave_by_door(const DoorScene& scene, float rate, Crowd crowd) {
    DoorFigures figures;
    double first = 0;  // seconds
    std::size_t out = 0;
    std::vector<std::uint8_t> gone(scene.walkers.size());
    std::vector<Walker> before = scene.walkers;
    for (; out < 95 && figures.seconds < 120; figures.seconds += static_cast<double>(1 / rate)) {
        crowd.tick(1 / rate);
        for (std::size_t i = 0; i < gone.size(); ++i) {
            if (gone[i] != 0) continue;
            const auto at = crowd.at(i);
            EXPECT_TRUE(at.x > 0 && at.y > 0 && at.y < 10) << i << " after " << figures.seconds << " s";
            if ((before[i].x < 10) != (at.x < 10)) {
                const float share = (10 - before[i].x) / (at.x - before[i].x);
                EXPECT_LT(std::abs(static_cast<double>(before[i].y + share * (at.y - before[i].y) - 5)),
                          scene.half)
                    << i << " after " << figures.seconds << " s";
            }
            before[i] = {at.x, at.y};
            figures.least_of_walls =
                std::min(figures.least_of_walls, distance_from(scene.walls, {at.x, at.y}));
            for (std::size_t j = 0; j < i; ++j) {
                const auto other = crowd.at(j);
                if (gone[j] == 0)
                    figures.least_distance =
                        std::min(figures.least_distance, std::hypot(other.x - at.x, other.y - at.y));
            }
        }
        for (std::size_t i = 0; i < gone.size(); ++i)
            if (gone[i] == 0 && crowd.at(i).x > scene.end + 1) {
                if (out == 0) first = figures.seconds;
                gone[i] = 1;
                ++out;
                crowd.remove(i);
            }
    }
    EXPECT_GE(out, 95u) << 2 * scene.half;
    figures.flow = static_cast<double>(out - 1) / (figures.seconds - first) / (2 * scene.half);
    return figures;
}

/// By the power law or the social force, parted behind each tick.
WendCrowd parted_crowd(const DoorScene& scene, std::string_view model) {
    return {{build(model == "power_law" ? walking(scene.walls, scene.ways)
                                        : walking_by_social_force(scene.walls, scene.ways)),
             parting(scene.walls)},
            scene.walkers};
}

/// Crowds at doors are chaotic: the mean of five starts, of the distances the least.
DoorFigures leave_from_five_starts(float door, int corridor, float rate, std::string_view model) {
    DoorFigures mean;
    for (const float shift : {-0.12f, -0.06f, 0.0f, 0.06f, 0.12f}) {
        const DoorScene scene(door, shift, corridor);
        const DoorFigures one = leave_by_door(scene, rate, parted_crowd(scene, model));
        mean.seconds += one.seconds / 5;
        mean.flow += one.flow / 5;
        mean.least_distance = std::min(mean.least_distance, one.least_distance);
        mean.least_of_walls = std::min(mean.least_of_walls, one.least_of_walls);
    }
    return mean;
}

std::string door_name(std::string_view model, float door, float rate) {
    return std::string(model) + "_door_" + std::to_string(static_cast<int>(door * 10)) + "_at_" +
           std::to_string(static_cast<int>(rate));
}

/// No body overlaps another one by more than 3 % of its radius, nor a wall.
TEST(Pedestrians, OrcaLeavesARoomByItsDoor) {
    for (const float door : {1.2f, 2.4f}) {
        const DoorScene scene(door);
        const Program orca =
            build({FlowFollow{.field = scene.ways},
                   Orca{.radius = 5,
                        .horizon = 1,
                        .body_radius = body,
                        .obstacles = scene.walls,
                        .obstacle_horizon = 0.5f},
                   Locomotion{.max_force = 20, .max_speed = 1.4f, .mass = 1, .obstacles = scene.walls}});
        const DoorFigures figures = leave_by_door(scene, 60, WendCrowd({orca}, scene.walkers));
        figures.record_as(door_name("orca", door, 60));
        EXPECT_GE(figures.least_distance, 2 * body - 0.03f * body) << door;
        EXPECT_GE(figures.least_of_walls, 0.999f * body) << door;
    }
}

/// In the same time at every frame rate, and in that of published flows (1.9 agents a metre and second) or
/// up to a sixth less.
TEST(Pedestrians, ACrowdLeavesARoomByItsDoor) {
    for (const std::string_view model : {"power_law", "social_force"})
        for (const float door : {1.2f, 2.4f}) {
            double usual = 0;
            for (const float rate : {60.0f, 30.0f, 120.0f}) {
                SCOPED_TRACE(door_name(model, door, rate));
                const DoorFigures figures = leave_from_five_starts(door, 0, rate, model);
                figures.record_as(door_name(model, door, rate));
                // A hundredth of the radius, and with the social force three.
                EXPECT_GE(figures.least_distance, 2 * body - (model == "power_law" ? 0.01f : 0.03f) * body);
                EXPECT_GE(figures.seconds, door < 2 ? 36 : 18);
                EXPECT_LE(figures.seconds, door < 2 ? 48 : 25);
                if (rate == 60) usual = figures.seconds;
                EXPECT_NEAR(figures.seconds / usual, 1, 0.05);
            }
        }
}

/// Experiments (Juelich): 1.9 agents a metre and second, through doors and into corridors 6 m long.
TEST(Pedestrians, FlowGrowsWithWidth) {
    for (const std::string_view model : {"power_law", "social_force"}) {
        const auto expect_flow = [&](float width, int corridor) {
            const std::string name = door_name(model, width, 60) + (corridor > 0 ? "_corridor" : "");
            SCOPED_TRACE(name);
            const DoorFigures figures = leave_from_five_starts(width, corridor, 60, model);
            figures.record_as(name);
            // Bodies of 0.5 m hold each other up where there is no room for two: 1.33.
            const bool is_narrow = width < 0.9f && model == "power_law";
            EXPECT_GE(figures.flow, 1.9 * (is_narrow ? 0.65 : 0.85));
            EXPECT_LE(figures.flow, 1.9 * 1.15);
        };
        for (const float door : {0.8f, 1.0f, 1.2f, 1.6f, 2.0f, 2.4f}) expect_flow(door, 0);
        for (const float corridor : {1.8f, 2.4f}) expect_flow(corridor, 6);
    }
}

struct OpenFigures {
    bool done = false;
    double seconds = 0;  ///< until then
    float least_distance = std::numeric_limits<float>::infinity();

    void record_as(const std::string& name) const {
        record(name + "_done", done ? 1 : 0);
        record(name + "_seconds", seconds);
        record(name + "_least_distance", static_cast<double>(least_distance));
    }
};

/// A scene without walls at 60 ticks a second, until `is_done(crowd)`, for at most `limit` seconds.
template <class Crowd, class IsDone>
OpenFigures walk_in_the_open(std::size_t agents, int limit, Crowd crowd, const IsDone& is_done) {
    OpenFigures figures;
    for (int tick = 1; tick <= limit * 60 && !figures.done; ++tick) {
        crowd.tick(1.0f / 60);
        for (std::size_t i = 0; i < agents; ++i)
            for (std::size_t j = 0; j < i; ++j)
                figures.least_distance =
                    std::min(figures.least_distance,
                             std::hypot(crowd.at(j).x - crowd.at(i).x, crowd.at(j).y - crowd.at(i).y));
        figures.done = is_done(crowd);
        figures.seconds = tick / 60.0;
    }
    return figures;
}

/// 200 agents in a square of 56 m walk to its middle, until all are at rest.
struct SquareScene {
    static constexpr float side = 56;
    std::vector<Walker> walkers;

    SquareScene() {
        for (std::uint32_t number = 0; walkers.size() < 200; number += 2) {
            const Walker one{side * draw(1, 0, number), side * draw(1, 0, number + 1), side / 2, side / 2};
            if (std::ranges::all_of(walkers, [&](const Walker& other) {
                    return std::hypot(other.x - one.x, other.y - one.y) > 2.2f * body;
                }))
                walkers.push_back(one);
        }
    }
    template <class Crowd>
    [[nodiscard]] OpenFigures walk(Crowd crowd) const {
        return walk_in_the_open(walkers.size(), 120, std::move(crowd), [&](const Crowd& now) {
            for (std::size_t i = 0; i < walkers.size(); ++i)
                if (!(now.speed(i) < 0.01f)) return false;
            return true;
        });
    }
};

/// 250 agents on a circle of radius 50 m, each to the opposite place, until all are within a metre of it.
struct CircleScene {
    static constexpr float middle = 55, body_radius = 0.5f;
    std::vector<Walker> walkers;

    CircleScene() {
        for (int i = 0; i < 250; ++i) {
            const double angle = 2 * std::numbers::pi * i / 250;
            const auto x = static_cast<float>(50 * std::cos(angle));
            const auto y = static_cast<float>(50 * std::sin(angle));
            walkers.push_back({middle + x, middle + y, middle - x, middle - y});
        }
    }
    template <class Crowd>
    [[nodiscard]] OpenFigures walk(Crowd crowd, int limit = 120) const {
        return walk_in_the_open(walkers.size(), limit, std::move(crowd), [&](const Crowd& now) {
            for (std::size_t i = 0; i < walkers.size(); ++i)
                if (!(std::hypot(walkers[i].target_x - now.at(i).x, walkers[i].target_y - now.at(i).y) < 1))
                    return false;
            return true;
        });
    }
};

/// Within 60 s, and no body overlaps another one by more than a hundredth of its radius.
TEST(Pedestrians, BySettleACrowdComesToRest) {
    const SquareScene scene;
    std::vector<Stage> stages = walking({}, {});
    std::get<Separation>(stages[1]).radius = 0.6f;
    stages[3] = Settle{.radius = 0.7f, .slowing_radius = 1, .arrival_radius = body, .weight = 4};
    std::get<Locomotion>(stages[4]).max_speed = 1.4f;
    stages.erase(stages.begin());
    const OpenFigures figures = scene.walk(WendCrowd({build(std::move(stages)), parting({})}, scene.walkers));
    figures.record_as("settle_square");
    EXPECT_TRUE(figures.done) << "they do not come to rest";
    EXPECT_LT(figures.seconds, 60);
    EXPECT_GE(figures.least_distance, 2 * body - 0.01f * body);
}

/// ORCA jams in the middle, and no body overlaps another one by more than a hundredth.
TEST(Pedestrians, ByOrcaACircleSwapsPlaces) {
    const CircleScene scene;
    // With a mass of dt the force is the change of velocity in a tick.
    const Program orca = build({Arrive{.slowing_radius = 1}, Orca{.body_radius = CircleScene::body_radius},
                                Locomotion{.max_force = 100, .max_speed = 1.4f, .mass = 1.0f / 60}});
    const OpenFigures figures = scene.walk(WendCrowd({orca}, scene.walkers), 180);
    figures.record_as("orca_circle");
    EXPECT_TRUE(figures.done) << "some do not arrive";
    EXPECT_GE(figures.least_distance, 0.99f * 2 * CircleScene::body_radius);
}

/// Agents that avoid each other early reach the opposite places sooner than DetourCrowd's, and no bodies
/// overlap: they are parted to 1.06 times their width.
TEST(Pedestrians, ByThePowerLawACircleSwapsPlaces) {
    const CircleScene scene;
    constexpr float radius = CircleScene::body_radius;
    Locomotion agile = pedestrian;
    agile.max_speed = 1.4f;
    const WalkingProgram program{build({AvoidNeighbours{.radius = 40,
                                                        .horizon = 40,
                                                        .body_radius = 1.2f * radius,
                                                        .method = Avoidance::power_law,
                                                        .weight = 1.5f},
                                        Arrive{.slowing_radius = 1}, agile}),
                                 build({ResolveOverlaps{.body_radius = 1.06f * radius}}), 24};
    const OpenFigures figures = scene.walk(WendCrowd(program, scene.walkers));
    figures.record_as("power_law_circle");
    EXPECT_TRUE(figures.done) << "some do not arrive";
    EXPECT_LT(figures.seconds, 85);
    EXPECT_GE(figures.least_distance, 2 * radius);
}

#ifdef WEND_HAS_DETOUR_CROWD
/// The scene's agents by DetourCrowd, whose mesh the walls border. Without its separation, by which one of
/// them never gets out.
bench::DetourCrowd detour_in(const DoorScene& scene) {
    const double in = static_cast<double>(body), end = 10 - in, h = scene.half - in;
    const std::array<bench::Floor, 3> floors{
        bench::Floor{{in, in}, {end, in}, {end, 5 - h}, {end, 5 + h}, {end, end}, {in, end}},
        bench::Floor{{end, 5 - h}, {10 + in, 5 - h}, {10 + in, 5 + h}, {end, 5 + h}},
        bench::Floor{{10 + in, 0}, {18, 0}, {18, 10}, {10 + in, 10}, {10 + in, 5 + h}, {10 + in, 5 - h}}};
    bench::DetourCrowd crowd(floors, scene.walkers.size(),
                             {.body_radius = body, .max_speed = 1.4f, .max_acceleration = 20});
    for (std::size_t i = 0; i < scene.walkers.size(); ++i) {
        crowd.add({static_cast<double>(scene.walkers[i].x), static_cast<double>(scene.walkers[i].y)});
        crowd.walk_to(i, {16, 5});
    }
    return crowd;
}

/// Walkers of a scene without walls, on a square floor from (0, 0) on.
bench::DetourCrowd detour_on(double side, const std::vector<Walker>& walkers,
                             const bench::DetourCrowd::Settings& settings) {
    const std::array floor{bench::Floor{{0, 0}, {side, 0}, {side, side}, {0, side}}};
    bench::DetourCrowd crowd(floor, walkers.size(), settings);
    for (std::size_t i = 0; i < walkers.size(); ++i) {
        crowd.add({static_cast<double>(walkers[i].x), static_cast<double>(walkers[i].y)});
        crowd.walk_to(i,
                      {static_cast<double>(walkers[i].target_x), static_cast<double>(walkers[i].target_y)});
    }
    return crowd;
}

/// DetourCrowd beside wend: its bodies pass through each other.
TEST(Pedestrians, ByDetourCrowdBodiesOverlapInADoor) {
    for (const float door : {1.2f, 2.4f}) {
        const DoorScene scene(door);
        const DoorFigures figures = leave_by_door(scene, 60, detour_in(scene));
        figures.record_as(door_name("detour", door, 60));
        EXPECT_LT(figures.least_distance, 0.9f * 2 * body) << door;
    }
}

/// They never come to rest, and stand in each other.
TEST(Pedestrians, ByDetourCrowdASquareNeverRests) {
    const SquareScene scene;
    const OpenFigures figures =
        scene.walk(detour_on(static_cast<double>(SquareScene::side), scene.walkers,
                             {.body_radius = body, .max_speed = 1.4f, .max_acceleration = 20}));
    figures.record_as("detour_square");
    EXPECT_FALSE(figures.done) << "after " << figures.seconds << " s";
    EXPECT_LT(figures.least_distance, 0.9f * 2 * body);
}

TEST(Pedestrians, ByDetourCrowdBodiesOverlapInACircle) {
    const CircleScene scene;
    const OpenFigures figures = scene.walk(
        detour_on(2 * static_cast<double>(CircleScene::middle), scene.walkers,
                  {.body_radius = CircleScene::body_radius, .max_speed = 1.4f, .max_acceleration = 20}));
    figures.record_as("detour_circle");
    EXPECT_LT(figures.least_distance, 0.9f * 2 * CircleScene::body_radius);
}
#endif

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

}  // namespace
}  // namespace wend::test
