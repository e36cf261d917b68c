// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Occluders: neighbours behind walls and circles are not seen.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/neighbour_scenes.hpp"
#include "support/obstacle_pools.hpp"
#include "support/oracle.hpp"
#include "support/tally.hpp"

namespace wend::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Numbers about 0.
class Draw {
  public:
    explicit Draw(unsigned seed) : random_(seed) {}
    double operator()(double width) { return width * (static_cast<double>(random_() >> 8) * 0x1p-24 - 0.5); }
    std::size_t below(std::size_t count) { return random_() % count; }

  private:
    std::mt19937 random_;
};

Point place_of(const Population& agents, std::size_t slot) {
    return {static_cast<double>(agents.get<Stream::position_x>(slot)),
            static_cast<double>(agents.get<Stream::position_y>(slot))};
}

/// Walls, polygons and circles near agents; some begin and end exactly where an agent is.
std::vector<Obstacle> obstacles_among(const Population& agents, double radius, unsigned seed,
                                      std::size_t count) {
    Draw draw(seed);
    std::vector<Obstacle> made;
    const auto near_agent = [&] {
        const Point at = place_of(agents, draw.below(agents.size()));
        const double x = at.x + draw(2 * radius);
        return Point{x, at.y + draw(2 * radius)};
    };
    const auto add = [&](Point from, Point to, double size = 0) {
        made.push_back({static_cast<float>(from.x), static_cast<float>(from.y), static_cast<float>(to.x),
                        static_cast<float>(to.y), static_cast<float>(size)});
    };
    const Point first = place_of(agents, 0);
    add({first.x - 50 * radius, first.y - 20 * radius}, {first.x + 50 * radius, first.y + 20 * radius});
    while (made.size() < count) {
        const Point from = near_agent();
        const double x = from.x + draw(2 * radius);
        const Point to{x, from.y + draw(2 * radius)};
        switch (draw.below(6)) {
            case 0: add(from, from, std::abs(draw(radius))); break;
            case 1: add(from, from); break;
            case 2: add(place_of(agents, draw.below(agents.size())), to); break;
            case 3:
                for (const auto& [a, b] : {std::pair{from, to}, {to, near_agent()}}) add(a, b);
                break;
            default: add(from, to);
        }
    }
    return made;
}

ObstacleSet set_of(const std::vector<Obstacle>& obstacles) {
    ObstacleModel model;
    for (const Obstacle& one : obstacles) model[static_cast<std::uint32_t>(model.size())] = one;
    return test::set_of(model);
}

constexpr std::size_t program_count = 6;
/// One of some programs, whose neighbours stand behind obstacles; without these a scene can be drawn.
Program program_behind(const ObstacleSet& occluders, float radius, std::size_t which,
                       Locomotion last = vehicle) {
    const auto end = [&](std::vector<Stage> stages) {
        stages.emplace_back(last);
        return build(stages);
    };
    switch (which) {
        case 0:
            return end({Separation{.radius = radius, .cos_field_of_view = -1, .occluders = occluders},
                        Alignment{.radius = radius}, Cohesion{.radius = radius * 0.75f}});
        case 1:
            return end({Separation{.radius = radius,
                                   .max_neighbours = 3,
                                   .occluders = occluders,
                                   .falloff = Falloff::inverse},
                        Cohesion{.radius = radius, .cos_field_of_view = -0.707f, .max_neighbours = 3}});
        case 2:
            return end({AvoidNeighbours{
                .radius = radius, .occluders = occluders, .horizon = 4, .body_radius = radius / 6}});
        case 3:
            return end({AvoidNeighbours{.radius = radius,
                                        .cos_field_of_view = -0.5f,
                                        .occluders = occluders,
                                        .horizon = 4,
                                        .body_radius = radius / 6,
                                        .method = Avoidance::power_law}});
        case 4:
            return end({SocialForce{
                .radius = radius, .max_neighbours = 4, .occluders = occluders, .range = radius / 8}});
        default:
            return end({SocialForce{.radius = radius, .occluders = occluders, .range = radius / 8},
                        Separation{.radius = radius / 2}});
    }
}

class Occluders : public ::testing::TestWithParam<Isa> {};

TEST_P(Occluders, TheListSeesWhatEveryObstacleForEveryPairSees) {
    for (const World& world : worlds)
        for (std::size_t which = 0; which < program_count; ++which) {
            SCOPED_TRACE(::testing::Message() << world.what << ", program " << which);
            const Population start = crowd(program_behind({}, world.radius, which), (world.agents + 1) / 2,
                                           world.width, world.height, world.x, world.y);
            const auto radius = static_cast<double>(world.radius);
            const ObstacleSet walls =
                set_of(obstacles_among(start, std::min(radius, static_cast<double>(world.width)), 3, 60));
            ASSERT_NO_FATAL_FAILURE(
                expect_brute_force(GetParam(), program_behind(walls, world.radius, which), start));
        }
}

TEST_P(Occluders, AcrossTheEdgeOfAWorldThatWraps) {
    const struct {
        float width, height, radius;
    } worlds[] = {{80, 60, 9}, {200, 10, 9}, {17, 17, 9}, {9, 9, 9}, {5e6f, 3e6f, 11}};
    for (const auto& world : worlds)
        for (std::size_t which = 0; which < program_count; ++which) {
            SCOPED_TRACE(::testing::Message() << world.width << " x " << world.height << ", " << which);
            const Locomotion wraps = wrapping(world.width, world.height);
            // Some start outside.
            const Population start = crowd(program_behind({}, world.radius, which, wraps), 300,
                                           world.width * 1.25f, world.height * 1.25f);
            const ObstacleSet walls =
                set_of(obstacles_among(start, static_cast<double>(world.radius), 4, 80));
            ASSERT_NO_FATAL_FAILURE(
                expect_brute_force(GetParam(), program_behind(walls, world.radius, which, wraps), start));
        }
}

/// More than any list has room for, about each agent.
TEST_P(Occluders, ManyNearEachAgent) {
    for (const std::size_t which : {0u, 1u, 4u}) {
        const Population start = crowd(program_behind({}, 9, which), 300, 30, 30);
        const std::vector<Obstacle> obstacles = obstacles_among(start, 1.5, 5, 1'500);
        const ObstacleSet walls = set_of(obstacles);
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program_behind(walls, 9, which), start));
        const std::vector<Obstacle> some(obstacles.begin(), obstacles.begin() + 260);
        ASSERT_NO_FATAL_FAILURE(
            expect_brute_force(GetParam(), program_behind(set_of(some), 9, which), start));
    }
}

/// Agents, and ends of walls, on a lattice: they touch, and lie in line.
TEST_P(Occluders, ThatTouchLinesOfSight) {
    for (std::size_t which = 0; which < program_count; ++which) {
        const Program without = program_behind({}, 4, which);
        Population start = crowd(without, 400, 1, 1);
        for (std::size_t slot = 0; slot < start.size(); ++slot) {
            start.set<Stream::position_x>(slot, static_cast<float>(slot % 19));
            start.set<Stream::position_y>(slot, static_cast<float>(slot / 19 % 20));
        }
        Draw draw(6);
        std::vector<Obstacle> obstacles;
        const auto coordinate = [&] { return static_cast<float>(draw.below(40)) / 2; };
        for (int i = 0; i < 80; ++i) {
            const float x = coordinate(), y = coordinate();
            if (i % 4 == 0)
                obstacles.push_back(circle(x, y, static_cast<float>(draw.below(4)) / 2));
            else
                obstacles.push_back(wall(x, y, x + static_cast<float>(draw.below(5)) - 2,
                                         y + static_cast<float>(draw.below(5)) - 2));
        }
        ASSERT_NO_FATAL_FAILURE(
            expect_brute_force(GetParam(), program_behind(set_of(obstacles), 4, which), start));
    }
}

/// Agents and walls of all lengths nearly on one line: only roundings tell the sides of the walls apart.
TEST_P(Occluders, NearlyInLine) {
    for (unsigned seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        Draw draw(seed);
        const double angle = seed % 4 == 0 ? draw(1e-3) : draw(7), far = seed % 3 == 0 ? 3'000 : 0;
        const auto at = [&](double along) {
            const double aside = draw.below(3) == 0 ? 0 : draw(2) * std::pow(0.1, 2 + draw.below(7));
            return Point{far + std::cos(angle) * along - std::sin(angle) * aside,
                         std::sin(angle) * along + std::cos(angle) * aside};
        };
        Population start = crowd(program_behind({}, 9, 0), 150, 1, 1);
        for (std::size_t slot = 0; slot < start.size(); ++slot) {
            const Point place = at(draw(120));
            start.set<Stream::position_x>(slot, static_cast<float>(place.x));
            start.set<Stream::position_y>(slot, static_cast<float>(place.y));
        }
        std::vector<Obstacle> obstacles;
        for (int i = 0; i < 60; ++i) {
            const double along = draw(140);
            const Point from = at(along), to = at(along + draw(2) * std::pow(0.1, draw.below(7)) * 1e3);
            obstacles.push_back(wall(static_cast<float>(from.x), static_cast<float>(from.y),
                                     static_cast<float>(to.x), static_cast<float>(to.y)));
        }
        ASSERT_NO_FATAL_FAILURE(
            expect_brute_force(GetParam(), program_behind(set_of(obstacles), 9, 0), start));
    }
}

/// Of all sizes that coordinates have.
TEST_P(Occluders, ExtremesHaveTheReferencesBits) {
    for (const float radius : {0x1p-56f, 0x1p-20f, 1.0f, 1e9f, 1e18f})
        for (const std::size_t which : {0u, 1u, 3u}) {
            SCOPED_TRACE(::testing::Message() << radius << ", " << which);
            Population start = crowd(program_behind({}, radius, which), 150, 8, 8);
            std::vector<Obstacle> obstacles;
            Draw draw(7);
            const auto any_size = [&] {
                const float size = std::ldexp(1.0f, static_cast<int>(draw.below(119)) - 60);
                return draw.below(2) == 0 ? size : -size;
            };
            for (std::size_t slot = 0; slot < start.size(); slot += 2) {
                start.set<Stream::position_x>(slot, any_size());
                if (slot % 3 == 0) start.set<Stream::position_y>(slot, any_size());
            }
            for (int i = 0; i < 60; ++i) {
                const float x = any_size(), y = any_size();
                obstacles.push_back(i % 3 == 0 ? circle(x, y, std::abs(any_size()))
                                               : wall(x, y, any_size(), any_size()));
            }
            ASSERT_NO_FATAL_FAILURE(
                expect_brute_force(GetParam(), program_behind(set_of(obstacles), radius, which), start));
        }
}

TEST_P(Occluders, GroupsHeightsAndValuesAtFault) {
    const Population scene = crowd(program_behind({}, 9, 0), 400, 50, 50);
    const ObstacleSet walls = set_of(obstacles_among(scene, 6, 8, 80));
    const Program program = build(
        {Separation{.radius = 9, .height_band = 4, .occluders = walls},
         AvoidNeighbours{.radius = 9, .height_band = 4, .occluders = walls, .body_radius = 1}, vehicle});
    Population start =
        crowd(program, 400, 50, 50, 0, 0,
              {Stream::groups, Stream::seen_groups, Stream::stages, Stream::body_radius, Stream::priority});
    for (std::size_t slot = 0; slot < start.size(); ++slot) {
        start.set<Stream::position_z>(slot, static_cast<float>(slot % 4 * 3));
        start.set<Stream::stages>(slot, slot % 7 == 0 ? 5u : 7u);
        start.set<Stream::body_radius>(slot, static_cast<float>(slot % 5) / 4);
        start.set<Stream::priority>(slot, static_cast<float>(slot % 3));
    }
    for (std::size_t slot = 3; slot < start.size(); slot += 50) start.set<Stream::position_x>(slot, nan);
    for (std::size_t slot = 4; slot < start.size(); slot += 90) start.set<Stream::velocity_y>(slot, 2e18f);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(GetParam(), program, start));
    EXPECT_EQ(run(program, start.view(), some_ticks, serial_on(GetParam())).faults, 3 * (8u + 5u));
}

TEST_P(Occluders, PartsAndTheOrderOfSlotsChangeNothing) {
    for (std::size_t which = 0; which < program_count; ++which) {
        const Population start = crowd(program_behind({}, 9, which), 600, 60, 60);
        const Program program = program_behind(set_of(obstacles_among(start, 6, 9, 80)), 9, which);
        ASSERT_NO_FATAL_FAILURE(expect_parts(GetParam(), program, start));
        ASSERT_NO_FATAL_FAILURE(expect_no_order(GetParam(), program, start));
    }
}

TEST_P(Occluders, TheirOrderChangesNothing) {
    for (std::size_t which = 0; which < program_count; ++which) {
        const Population start = crowd(program_behind({}, 9, which), 300, 40, 40);
        std::vector<Obstacle> obstacles = obstacles_among(start, 6, 10, 100);
        const auto builder_of = [&] {
            ObstacleSetBuilder builder;
            for (const Obstacle& one : obstacles) {
                const Point from{static_cast<double>(one.from_x), static_cast<double>(one.from_y)};
                const Point to{static_cast<double>(one.to_x), static_cast<double>(one.to_y)};
                if (one.radius > 0)
                    builder.add_circle(from, static_cast<double>(one.radius));
                else
                    builder.add_wall(std::array{from, to});
            }
            return *builder.build();
        };
        Population one = start, other = start;
        ASSERT_TRUE(faultless(
            run(program_behind(builder_of(), 9, which), one.view(), some_ticks, serial_on(GetParam()))));
        std::shuffle(obstacles.begin(), obstacles.end(), std::mt19937(2));
        ASSERT_TRUE(faultless(
            run(program_behind(builder_of(), 9, which), other.view(), some_ticks, serial_on(GetParam()))));
        EXPECT_TRUE(same_bits(one, other));
    }
}

/// Two agents hide from each other, or see each other: what one gains the other loses.
TEST_P(Occluders, SeparationKeepsTheMomentum) {
    for (const bool wraps : {false, true})
        for (const Falloff falloff : {Falloff::smooth, Falloff::inverse}) {
            const Locomotion last = wraps ? wrapping(60, 60) : vehicle;
            const auto program_of = [&](const ObstacleSet& walls) {
                return build({Separation{.radius = 8,
                                         .cos_field_of_view = -1,
                                         .occluders = walls,
                                         .falloff = falloff,
                                         .weight = 1},
                              last});
            };
            Population agents = crowd(program_of({}), 600, 60, 60, 0, 0, {Stream::force_x, Stream::force_y});
            const ObstacleSet walls = set_of(obstacles_among(agents, 6, 11, 120));
            const Ticks one{.dt = 0.1f, .first_tick = 8};
            Population open = agents;
            ASSERT_TRUE(faultless(forces(program_of({}), open.view(), one, serial_on(GetParam()))));
            ASSERT_TRUE(faultless(forces(program_of(walls), agents.view(), one, serial_on(GetParam()))));
            double x = 0, y = 0, size = 0;
            std::size_t changed = 0;
            for (std::size_t slot = 0; slot < agents.size(); ++slot) {
                x += static_cast<double>(agents.get<Stream::force_x>(slot));
                y += static_cast<double>(agents.get<Stream::force_y>(slot));
                size += std::abs(static_cast<double>(agents.get<Stream::force_x>(slot)));
                changed += agents.get<Stream::force_x>(slot) != open.get<Stream::force_x>(slot) ? 1u : 0u;
            }
            EXPECT_EQ(x, 0);
            EXPECT_EQ(y, 0);
            EXPECT_GT(size, 100);
            EXPECT_GT(changed, 300u);
        }
}

/// Pairs apart from each other, each with an obstacle of its own: the two see each other, or neither does.
TEST_P(Occluders, TwoAgentsSeeTheSame) {
    const auto program_of = [&](const ObstacleSet& walls) {
        return build({Separation{.radius = 8, .cos_field_of_view = -1, .occluders = walls, .weight = 1},
                      AvoidNeighbours{.radius = 8, .occluders = walls, .body_radius = 8}, vehicle});
    };
    constexpr std::size_t pairs = 1'600;
    Population agents = crowd(program_of({}), 2 * pairs, 1, 1, 0, 0, {Stream::force_x, Stream::force_y});
    std::vector<Obstacle> obstacles;
    Draw draw(12);
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        // Every other pair is on a lattice, where much is in line.
        const auto number = [&] {
            const double value = draw(6);
            return static_cast<float>(pair % 2 == 0 ? value : std::round(value));
        };
        const float x = static_cast<float>(pair % 40) * 32, y = static_cast<float>(pair / 40) * 32;
        for (const std::size_t slot : {2 * pair, 2 * pair + 1}) {
            agents.set<Stream::position_x>(slot, x + number());
            agents.set<Stream::position_y>(slot, y + number());
            agents.set<Stream::velocity_x>(slot, 0);
            agents.set<Stream::velocity_y>(slot, 0);
        }
        const float from_x = x + number(), from_y = y + number();
        obstacles.push_back(pair % 3 == 0 ? circle(from_x, from_y, std::abs(number()) / 2)
                                          : wall(from_x, from_y, x + number(), y + number()));
    }
    const Ticks one{.dt = 0.1f, .first_tick = 8};
    ASSERT_TRUE(faultless(forces(program_of(set_of(obstacles)), agents.view(), one, serial_on(GetParam()))));
    std::size_t hidden = 0;
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        const float x = agents.get<Stream::force_x>(2 * pair), y = agents.get<Stream::force_y>(2 * pair);
        EXPECT_EQ(agents.get<Stream::force_x>(2 * pair + 1), -x) << pair;
        EXPECT_EQ(agents.get<Stream::force_y>(2 * pair + 1), -y) << pair;
        hidden += x == 0 && y == 0 ? 1u : 0u;
    }
    EXPECT_GT(hidden, pairs / 8);
    EXPECT_LT(hidden, pairs / 2);
}

/// The obstacles of a pool are those of the call.
TEST_P(Occluders, OfAPoolThatChanges) {
    for (std::size_t which = 0; which < program_count; ++which) {
        SCOPED_TRACE(which);
        Population actual = crowd(program_behind({}, 9, which), 300, 60, 60);
        const std::vector<Obstacle> drawn = obstacles_among(actual, 6, 13, 200);
        ObstaclePool pool = pool_of(
            {.area = {-30, -30, 30, 30}, .cell_size = 4, .obstacles = 60, .entries = 20'000, .undone = 60});
        ObstacleModel model;
        const Program program = program_behind(pool.obstacles(), 9, which);
        Draw draw(14);
        std::size_t next = 0;
        for (std::uint64_t tick = 0; tick < 12; ++tick) {
            for (int change = 0; change < (tick == 3 ? 40 : 4) && tick > 0; ++change) {
                Obstacle one = drawn[next++ % drawn.size()];
                one.velocity_x = static_cast<float>(draw(6));  // hides where it is
                const auto number = static_cast<std::uint32_t>(draw.below(60));
                if (model.count(number) == 0) {
                    const Expected<std::uint32_t> added = pool.add(one);
                    ASSERT_TRUE(added) << message(added.status());
                    model[*added] = one;
                } else if (change % 2 == 0) {
                    ASSERT_TRUE(pool.move(number, one).ok());
                    model[number] = one;
                } else {
                    ASSERT_TRUE(pool.remove(number).ok());
                    model.erase(number);
                }
            }
            const Program rebuilt = program_behind(test::set_of(model), 9, which);
            const Ticks ticks{.dt = 1.0f / 16, .first_tick = tick};
            Population expected = actual, reference = actual;
            ASSERT_TRUE(faultless(run(rebuilt, expected.view(), ticks, serial_on(Isa::reference))));
            ASSERT_TRUE(faultless(run(program, reference.view(), ticks, serial_on(Isa::reference))));
            ASSERT_TRUE(faultless(run(program, actual.view(), ticks, serial_on(GetParam()))));
            ASSERT_TRUE(same_bits(expected, reference)) << "the reference, tick " << tick;
            ASSERT_TRUE(same_bits(expected, actual)) << "tick " << tick;
        }
    }
}

/// Many views in one call.
TEST_P(Occluders, OfWorldsInOneCall) {
    const Population scene = crowd(program_behind({}, 9, 0), 160, 40, 40);
    const Program program = program_behind(set_of(obstacles_among(scene, 6, 15, 60)), 9, 0);
    for (const See see : {See::own_view, See::all_views}) {
        std::vector<Population> expected, actual;
        for (const std::size_t count : {20u, 70u, 160u}) expected.push_back(crowd(program, count, 40, 40));
        actual = expected;
        const auto run_on = [&](std::vector<Population>& worlds, Isa isa) {
            std::vector<AgentView> views;
            for (Population& world : worlds) views.push_back(world.view());
            std::vector<float> workspace(workspace_size(program, std::span<const AgentView>(views)));
            return run_views(
                program, views, some_ticks, serial_on(isa),
                {.see = see, .workspace = see == See::all_views ? workspace : std::span<float>{}});
        };
        ASSERT_TRUE(faultless(run_on(expected, Isa::reference)));
        ASSERT_TRUE(faultless(run_on(actual, GetParam())));
        for (std::size_t world = 0; world < actual.size(); ++world)
            EXPECT_TRUE(same_bits(expected[world], actual[world])) << world;
    }
}

TEST_P(Occluders, TheBoundsHold) {
    for (std::size_t which = 0; which < program_count; ++which)
        for (const bool wraps : {false, true}) {
            SCOPED_TRACE(which);
            const Locomotion last = wraps ? wrapping(50, 40) : vehicle;
            const Population scene = crowd(program_behind({}, 9, which, last), 300, 50, 40);
            const Program whole = program_behind(set_of(obstacles_among(scene, 6, 16, 60)), 9, which, last);
            Stage stage = whole.stages()[0];
            std::visit(
                [](auto& of) {
                    if constexpr (requires { of.weight; }) of.weight = 1;
                },
                stage);
            const Program program = build({stage, last});
            Population agents = crowd(program, 300, 50, 40, 0, 0, {Stream::force_x, Stream::force_y});
            const Ticks one{.dt = 0.1f, .first_tick = 0};
            ASSERT_TRUE(faultless(forces(program, agents.view(), one, serial_on(GetParam()))));
            const ForceOracle& oracle = force_oracles().at(stage.index());
            Tally errors;
            std::size_t judged = 0;
            for (std::size_t slot = 0; slot < agents.size(); ++slot) {
                const OracleAgent agent{agents, slot, last, agents.get<Stream::id>(slot), one};
                const OracleVector force = oracle.force(stage, agent);
                judged += force.scale < 1e30 ? 1u : 0u;
                errors.add_vector(force, agents.get<Stream::force_x>(slot), agents.get<Stream::force_y>(slot),
                                  "force", slot);
            }
            expect_within(errors, oracle.bound, "force");
            EXPECT_GT(judged, 150u) << "most are not at an edge";
        }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Occluders, each_vector_isa(), isa_name);

class LinesOfSight : public ::testing::TestWithParam<Isa> {
  protected:
    /// Whether two agents at rest see each other.
    static bool see(const std::vector<Obstacle>& obstacles, Point one, Point other,
                    const Locomotion& last = vehicle) {
        const Program program =
            build({Separation{.radius = 20, .cos_field_of_view = -1, .occluders = set_of(obstacles)}, last});
        std::array<float, 2> x{}, y{};
        Population agents = blank(program, 2);
        agents.set<Stream::position_x>(0, static_cast<float>(one.x));
        agents.set<Stream::position_y>(0, static_cast<float>(one.y));
        agents.set<Stream::position_x>(1, static_cast<float>(other.x));
        agents.set<Stream::position_y>(1, static_cast<float>(other.y));
        AgentView view = agents.view();
        view.bind<Stream::force_x>(x).bind<Stream::force_y>(y);
        EXPECT_TRUE(faultless(forces(program, view, {.dt = 0.1f, .first_tick = 0}, serial_on(GetParam()))));
        EXPECT_EQ(x[0], -x[1]);
        EXPECT_EQ(y[0], -y[1]);
        return x[0] != 0 || y[0] != 0;
    }
};

TEST_P(LinesOfSight, AreBrokenByWallsThatSeparateTheCentres) {
    const Point left{-2, 0}, right{2, 0};
    EXPECT_TRUE(see({}, left, right));
    EXPECT_FALSE(see({wall(0, -1, 0, 1)}, left, right));
    EXPECT_FALSE(see({wall(-1, -1, 1, 1)}, left, right)) << "at an angle";
    EXPECT_FALSE(see({wall(0, 0, 0, 5)}, left, right)) << "an end on the line";
    EXPECT_FALSE(see({wall(-1, 4, 0, 0), wall(0, 0, 1, 4)}, left, right)) << "a corner";
    EXPECT_TRUE(see({wall(0, 0.001f, 0, 5)}, left, right)) << "beside";
    EXPECT_TRUE(see({wall(3, -1, 3, 1)}, left, right)) << "behind";
    EXPECT_TRUE(see({wall(-1, 0, 1, 0)}, left, right)) << "edge on";
    EXPECT_TRUE(see({wall(-9, 0, 9, 0)}, left, right)) << "both on its line";
    EXPECT_TRUE(see({wall(2, -1, 2, 1)}, left, right)) << "one on it";
    EXPECT_TRUE(see({wall(-2, 0, 0, 5)}, left, right)) << "one on its end";
    EXPECT_TRUE(see({wall(0, 0, 0, 0)}, left, right)) << "a point";
    EXPECT_FALSE(see({wall(0, 3, 0, 5), wall(0, -1, 0, 1)}, left, right)) << "one of two";
    EXPECT_TRUE(see({wall(0, -1, 0, 1)}, {1, 1}, {1, 1})) << "on one spot";
}

TEST_P(LinesOfSight, AreBrokenByCirclesThatTheyEnter) {
    const Point left{-2, 0}, right{2, 0};
    EXPECT_FALSE(see({circle(0, 0, 1)}, left, right));
    EXPECT_FALSE(see({circle(0, 0.875f, 1)}, left, right));
    EXPECT_TRUE(see({circle(0, 1, 1)}, left, right)) << "a touch";
    EXPECT_TRUE(see({circle(0, 0, 0)}, left, right)) << "of radius 0";
    EXPECT_TRUE(see({circle(3, 0, 1)}, left, right)) << "a touch of a centre";
    EXPECT_FALSE(see({circle(2.875f, 0, 1)}, left, right)) << "one is in it";
    EXPECT_FALSE(see({circle(0, 0, 5)}, left, right)) << "both are in it";
    EXPECT_FALSE(see({circle(1, 1, 1)}, {1, 1}, {1, 1})) << "on one spot in it";
    EXPECT_TRUE(see({circle(4, 0, 1)}, left, right)) << "behind";
}

TEST_P(LinesOfSight, AcrossTheEdge) {
    const Locomotion wraps = wrapping(20, 10);
    EXPECT_TRUE(see({}, {-9, 0}, {9, 0}, wraps));
    EXPECT_FALSE(see({wall(-9.5f, -1, -9.5f, 1)}, {-9, 0}, {9, 0}, wraps));
    EXPECT_FALSE(see({wall(9.5f, -1, 9.5f, 1)}, {-9, 0}, {9, 0}, wraps));
    EXPECT_FALSE(see({circle(0, 5, 0.5f)}, {0, -4}, {0, 4}, wraps));
    EXPECT_FALSE(see({circle(0, -5, 0.5f)}, {0, -4}, {0, 4}, wraps));
    EXPECT_TRUE(see({wall(0, -1, 0, 1)}, {-9, 0}, {9, 0}, wraps)) << "not between the images";
}

INSTANTIATE_TEST_SUITE_P(AllIsas, LinesOfSight, each_isa(), isa_name);

// ---- what they are for

/// Two rows of agents, 0.3 m from both sides of a thin wall, on their way to it and to each other.
class ThinWall : public ::testing::TestWithParam<std::size_t> {
  protected:
    static constexpr std::size_t row = 24;

    static Stage stage(const ObstacleSet& walls) {
        switch (GetParam()) {
            case 0: return Separation{.radius = 2, .cos_field_of_view = -1, .occluders = walls};
            case 1: return AvoidNeighbours{.radius = 5, .occluders = walls, .body_radius = 0.25f};
            case 2:
                return AvoidNeighbours{
                    .radius = 5, .occluders = walls, .body_radius = 0.25f, .method = Avoidance::power_law};
            default: return SocialForce{.occluders = walls};
        }
    }
    static Population rows(const Program& program, std::size_t count) {
        Population agents = blank(program, count);
        for (std::size_t slot = 0; slot < count; ++slot) {
            const bool upper = slot < row;
            agents.set<Stream::position_x>(slot, static_cast<float>(slot % row) + (upper ? 0 : 0.25f));
            agents.set<Stream::position_y>(slot, upper ? 0.3f : -0.3f);
            agents.set<Stream::velocity_x>(slot, upper ? 0.25f : -0.25f);
            agents.set<Stream::velocity_y>(slot, upper ? -0.5f : 0.5f);
        }
        return agents;
    }
};

TEST_P(ThinWall, IsBetweenThem) {
    const ObstacleSet walls = set_of(std::vector{wall(-5, 0, static_cast<float>(row) + 5, 0)});
    Locomotion held{.max_force = 20.0f, .max_speed = 1.4f, .mass = 1.0f};
    held.obstacles = walls;
    const Program through = build({stage({}), held}), hidden = build({stage(walls), held});
    Population alone = rows(hidden, row), both = rows(hidden, 2 * row), moved = rows(hidden, 2 * row);
    const Ticks ticks{.dt = 1.0f / 30, .count = 30};
    Ticks from_first = ticks;
    from_first.first_tick = 0;
    ASSERT_TRUE(faultless(run(hidden, alone.view(), from_first)));
    ASSERT_TRUE(faultless(run(hidden, both.view(), from_first)));
    ASSERT_TRUE(faultless(run(through, moved.view(), from_first)));
    float farthest = 0;
    for (std::size_t slot = 0; slot < row; ++slot) {
        EXPECT_EQ(both.get<Stream::position_x>(slot), alone.get<Stream::position_x>(slot)) << slot;
        EXPECT_EQ(both.get<Stream::position_y>(slot), alone.get<Stream::position_y>(slot)) << slot;
        farthest = std::max(
            farthest, std::hypot(moved.get<Stream::position_x>(slot) - alone.get<Stream::position_x>(slot),
                                 moved.get<Stream::position_y>(slot) - alone.get<Stream::position_y>(slot)));
    }
    EXPECT_GT(farthest, 0.05f) << "without occluders they are moved through the wall";
}

INSTANTIATE_TEST_SUITE_P(AllStages, ThinWall, ::testing::Range(std::size_t{0}, std::size_t{4}));

TEST(HiddenNeighbours, TakeNoPlaceAmongTheNearest) {
    const ObstacleSet walls = set_of(std::vector{wall(1, -1, 1, 1)});
    const Program program = build(
        {Separation{
             .radius = 9, .cos_field_of_view = -1, .max_neighbours = 1, .occluders = walls, .weight = 1},
         vehicle});
    Population agents = blank(program, 3);
    std::array<float, 3> x{}, y{};
    agents.set<Stream::position_x>(1, 2);   // behind the wall
    agents.set<Stream::position_x>(2, -3);  // farther away
    AgentView view = agents.view();
    view.bind<Stream::force_x>(x).bind<Stream::force_y>(y);
    const Result result = forces(program, view, {.dt = 0.1f, .first_tick = 0});
    ASSERT_TRUE(faultless(result));
    EXPECT_GT(x[0], 0) << "away from the one that it sees";
    EXPECT_EQ(x[1], 0);
    EXPECT_EQ(result.capped, 0u);
}

/// A door of a pool: closed it hides, open it does not.
TEST(HiddenNeighbours, AreSeenThroughADoorThatOpens) {
    ObstaclePool pool = pool_of({.area = {-8, -8, 8, 8}, .cell_size = 2, .obstacles = 3, .entries = 100});
    ASSERT_TRUE(pool.add(wall(0, -8, 0, -1)).ok());
    ASSERT_TRUE(pool.add(wall(0, 1, 0, 8)).ok());
    const std::uint32_t door = *pool.add(wall(0, -1, 0, 1));
    Program program =
        build({Separation{.radius = 6, .cos_field_of_view = -1, .occluders = pool.obstacles()}, vehicle});
    const auto force = [&] {
        std::array<float, 2> x{}, y{};
        Population agents = blank(program, 2);
        agents.set<Stream::position_x>(0, -1);
        agents.set<Stream::position_x>(1, 1);
        AgentView view = agents.view();
        view.bind<Stream::force_x>(x).bind<Stream::force_y>(y);
        EXPECT_TRUE(faultless(forces(program, view, {.dt = 0.1f, .first_tick = 0})));
        return x[0];
    };
    EXPECT_EQ(force(), 0);
    ASSERT_TRUE(pool.move(door, wall(0, 1, 0, 3)).ok());
    EXPECT_LT(force(), 0);
    ASSERT_TRUE(pool.move(door, wall(0, -1, 0, 1)).ok());
    EXPECT_EQ(force(), 0);
    ASSERT_TRUE(program.tune(0, Separation{.radius = 6, .cos_field_of_view = -1}).ok());
    EXPECT_LT(force(), 0) << "occluders may be tuned";
}

/// A set without obstacles changes nothing.
TEST(HiddenNeighbours, NoneWithoutAnObstacle) {
    const Population start = crowd(program_behind({}, 9, 0), 200, 30, 30);
    ObstaclePool pool = pool_of({.area = {-8, -8, 8, 8}, .cell_size = 2, .obstacles = 3, .entries = 100});
    Population expected = start, of_set = start, of_pool = start;
    ASSERT_TRUE(faultless(run(program_behind({}, 9, 0), expected.view(), some_ticks)));
    ASSERT_TRUE(
        faultless(run(program_behind(*ObstacleSetBuilder().build(), 9, 0), of_set.view(), some_ticks)));
    ASSERT_TRUE(faultless(run(program_behind(pool.obstacles(), 9, 0), of_pool.view(), some_ticks)));
    EXPECT_TRUE(same_bits(expected, of_set));
    EXPECT_TRUE(same_bits(expected, of_pool));
}

}  // namespace
}  // namespace wend::test
