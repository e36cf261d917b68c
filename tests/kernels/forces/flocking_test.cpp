// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/neighbour_scenes.hpp"
#include "support/oracle.hpp"
#include "support/tally.hpp"
#include "wend/alignment.hpp"
#include "wend/cohesion.hpp"
#include "wend/separation.hpp"

namespace wend::test {
namespace {

/// The sums' units of 2^-20 are 16 of the oracle's, for each neighbour.
constexpr double bound = 24;

const OracleOf<Separation> separation(
    [](const Separation& stage, const OracleAgent& agent) {
        const auto radius = static_cast<double>(stage.radius);
        const double sight = limit_of<Stream::neighbour_radius>(agent, stage.radius);
        OracleNeighbours neighbours = neighbours_of(agent, stage);
        const bool inverse = stage.falloff == Falloff::inverse;
        OracleVector force;
        for (std::size_t i = 0; i < neighbours.offsets.size(); ++i) {
            const OracleVector& offset = neighbours.offsets[i];
            double reach = sight;
            if (stage.body_radius) {
                const double bodies =
                    body_of(agent, agent.slot, stage) + body_of(agent, neighbours.slots[i], stage);
                reach -= 2 * static_cast<double>(*stage.body_radius) - bodies;
            }
            const double distance = std::hypot(offset.x, offset.y);
            neighbours.ambiguous |= inverse && std::abs(distance - reach) <= 2 * edge_margin * radius;
            if (distance > reach) continue;
            const double square = distance * distance;
            const double share = inverse ? 1 / std::max(square, radius * radius / 4096)
                                         : std::pow(1 - square / (reach * reach), 2);
            force.x -= offset.x * share;
            force.y -= offset.y * share;
        }
        force.scale = static_cast<double>(neighbours.offsets.size()) * (inverse ? 64 / radius : radius);
        return judged(force, neighbours);
    },
    bound);

OracleVector mean(const std::vector<OracleVector>& of, double scale) {
    OracleVector sum;
    for (const OracleVector& one : of) sum = {sum.x + one.x, sum.y + one.y, 0};
    const auto count = static_cast<double>(of.size());
    return {sum.x / count, sum.y / count, scale};
}

const OracleOf<Alignment> alignment(
    [](const Alignment& stage, const OracleAgent& agent) {
        const OracleNeighbours neighbours = neighbours_of(agent, stage);
        if (neighbours.offsets.empty()) return OracleVector{};
        const OracleVector own = unit(agent.velocity().x, agent.velocity().y);
        return judged(sum(mean(neighbours.headings, 1), times(own, -1)), neighbours);
    },
    bound);

const OracleOf<Cohesion> cohesion(
    [](const Cohesion& stage, const OracleAgent& agent) {
        const auto radius = static_cast<double>(stage.radius);
        const OracleNeighbours neighbours = neighbours_of(agent, stage);
        if (neighbours.offsets.empty()) return judged({}, neighbours);
        return judged(mean(neighbours.offsets, radius), neighbours);
    },
    bound);

// ---- scenes

std::vector<Stage> flock(float radius, float cosine = -1, Falloff falloff = Falloff::smooth) {
    return {Separation{.radius = radius, .cos_field_of_view = cosine, .falloff = falloff},
            Alignment{.radius = radius, .cos_field_of_view = cosine},
            Cohesion{.radius = radius, .cos_field_of_view = cosine}, vehicle};
}

class Flocking : public ::testing::TestWithParam<Isa> {
  protected:
    static void expect_brute_force(const Program& program, const Population& start) {
        test::expect_brute_force(GetParam(), program, start);
    }
};

TEST_P(Flocking, TheGridSeesWhatBruteForceSees) {
    for (const World& world : worlds) {
        SCOPED_TRACE(world.what);
        const Program around = build(flock(world.radius));
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(
            around, crowd(around, world.agents, world.width, world.height, world.x, world.y)));
        const Program ahead = build(flock(world.radius, 0.25f, Falloff::inverse));
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(
            ahead, crowd(ahead, world.agents, world.width, world.height, world.x, world.y)));
    }
}

/// Were the grid's origin with those, the others' places in it would be rounded.
TEST_P(Flocking, SomeAreVeryFarAway) {
    for (const float far : {1e9f, 1e12f, 1e16f, 1e18f}) {
        SCOPED_TRACE(far);
        const Program program = build(flock(7));
        Population start = crowd(program, 600, 80, 80);
        start.set<Stream::position_x>(5, -far);
        start.set<Stream::position_y>(9, far);
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    }
}

TEST_P(Flocking, AcrossTheEdgeOfAWorldThatWraps) {
    const struct {
        float width, height, radius;
    } worlds[] = {{200, 100, 9}, {200, 10, 9}, {20, 300, 9}, {17, 17, 9}, {9, 9, 9}, {5e6f, 3e6f, 11}};
    for (const auto& world : worlds) {
        SCOPED_TRACE(::testing::Message() << world.width << " x " << world.height);
        std::vector<Stage> stages = flock(world.radius, -0.5f);
        stages.back() = wrapping(world.width, world.height);
        const Program program = build(stages);
        // Some start outside.
        ASSERT_NO_FATAL_FAILURE(
            expect_brute_force(program, crowd(program, 500, world.width * 1.5f, world.height * 1.5f)));
    }
}

/// A difference across the edge is as exact as any other, however wide the world is.
TEST_P(Flocking, TheBoundsHoldAcrossTheEdge) {
    const struct {
        float x, y, width, height;
    } areas[] = {{-500, -500, 1000, 1000}, {0, 0, 1e4f, 700}, {-900.1f, -0.3f, 1000.2f, 900}};
    const Stage stages[] = {
        Separation{.radius = 0.75f, .cos_field_of_view = -1, .weight = 1},
        Separation{.radius = 0.75f, .cos_field_of_view = -1, .falloff = Falloff::inverse, .weight = 1},
        Cohesion{.radius = 0.75f, .cos_field_of_view = -1, .weight = 1}};
    for (const auto& area : areas) {
        Locomotion locomotion = vehicle;
        locomotion.bounds = Bounds::wrap;
        locomotion.area.min_x = area.x;
        locomotion.area.min_y = area.y;
        locomotion.area.max_x = area.x + area.width;
        locomotion.area.max_y = area.y + area.height;
        for (const Stage& stage : stages) {
            const Program program = build({stage, locomotion});
            Population agents = crowd(program, 300, 3, 3, 0, 0, {Stream::force_x, Stream::force_y});
            for (std::size_t slot = 0; slot < agents.size(); ++slot) {
                const float x = agents.get<Stream::position_x>(slot);
                const float y = agents.get<Stream::position_y>(slot);
                agents.set<Stream::position_x>(slot, x + (x < 0 ? locomotion.area.max_x : area.x));
                agents.set<Stream::position_y>(slot, y + (y < 0 ? locomotion.area.max_y : area.y));
            }
            const Ticks one{.dt = 0.1f, .first_tick = 0};
            ASSERT_TRUE(faultless(forces(program, agents.view(), one, serial_on(GetParam()))));
            const ForceOracle& oracle = force_oracles().at(stage.index());
            Tally errors;
            for (std::size_t slot = 0; slot < agents.size(); ++slot) {
                const OracleAgent agent{agents, slot, locomotion, agents.get<Stream::id>(slot), one};
                errors.add_vector(oracle.force(stage, agent), agents.get<Stream::force_x>(slot),
                                  agents.get<Stream::force_y>(slot), "force", slot);
            }
            expect_within(errors, oracle.bound, "force");
        }
    }
}

/// Cells as wide as the radius are more than the table has; wider ones would hold a whole crowd.
TEST_P(Flocking, CrowdsFarApart) {
    for (const bool wraps : {false, true}) {
        SCOPED_TRACE(wraps);
        std::vector<Stage> stages = flock(9, -0.5f);
        if (wraps) stages.back() = wrapping(5e6f, 3e6f);
        const Program program = build(stages);
        // Around a corner of the world that wraps, and at its middle.
        Population start = crowd(program, 900, 90, 90, -2.5e6f, -1.5e6f);
        for (std::size_t slot = 0; slot < start.size(); slot += 2) {
            start.set<Stream::position_x>(slot, start.get<Stream::position_x>(slot) + 2.5e6f);
            start.set<Stream::position_y>(slot, start.get<Stream::position_y>(slot) + 1.5e6f);
        }
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    }
}

TEST_P(Flocking, GroupsAndValuesAtFault) {
    const Program program = build(flock(9));
    Population start = crowd(program, 800, 100, 100, 0, 0, {Stream::groups, Stream::seen_groups});
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t slot = 3; slot < start.size(); slot += 50) start.set<Stream::position_x>(slot, nan);
    for (std::size_t slot = 7; slot < start.size(); slot += 90) start.set<Stream::velocity_y>(slot, 2e18f);
    for (std::size_t slot = 8; slot < start.size(); slot += 70) start.set<Stream::position_y>(slot, 1e-30f);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    Population agents = start;
    EXPECT_EQ(run(program, agents.view(), some_ticks, serial_on(GetParam())).faults, 3 * (16u + 9u));
}

TEST_P(Flocking, AgentsOnOneSpotAndOnTheBordersOfCells) {
    for (const Falloff falloff : {Falloff::smooth, Falloff::inverse}) {
        const Program program = build(flock(8, -1, falloff));
        Population spot = crowd(program, 300, 0, 0, 3, 4);
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, spot));
        Population lattice = crowd(program, 900, 1, 1);
        for (std::size_t slot = 0; slot < lattice.size(); ++slot) {
            lattice.set<Stream::position_x>(slot, static_cast<float>(slot % 30 * 8));
            lattice.set<Stream::position_y>(slot, static_cast<float>(slot / 60 * 8));  // two on each
        }
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, lattice));
    }
}

/// Agents on which no stage acts do not look for others, and are seen.
TEST_P(Flocking, AgentsOnOneSpotWithoutStages) {
    for (const std::uint32_t most : {0u, 5u}) {
        std::vector<Stage> stages = flock(8, -0.5f);
        std::get<Separation>(stages[0]).max_neighbours = most;
        stages.insert(stages.begin() + 1, AvoidNeighbours{.radius = 9, .body_radius = 1});
        stages.insert(stages.end() - 1, Orca{.radius = 9, .body_radius = 1});
        const Program program = build(stages);
        Population agents = crowd(program, 700, 40, 40, 0, 0, {Stream::stages});
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            const bool parked = slot >= 400;
            agents.set<Stream::stages>(slot, parked ? (slot < 600 ? 0u : 1u << slot % 6) : ~0u);
            if (!parked) continue;
            agents.set<Stream::position_x>(slot, 0);
            agents.set<Stream::position_y>(slot, 0);
        }
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, agents));
    }
}

/// More neighbours than 32 bits can sum.
TEST_P(Flocking, SumsDoNotOverflow) {
    const Program program = build({Cohesion{.radius = 100, .cos_field_of_view = -1}, vehicle});
    Population agents = crowd(program, 5000, 0, 0);
    agents.set<Stream::position_x>(17, 99);
    agents.set<Stream::velocity_x>(17, 0);
    Population expected = agents;
    const Ticks one{.dt = 1.0f / 30};
    ASSERT_TRUE(faultless(run(program, expected.view(), one, serial_on(Isa::reference))));
    ASSERT_TRUE(faultless(run(program, agents.view(), one, serial_on(GetParam()))));
    EXPECT_TRUE(same_bits(expected, agents));
    EXPECT_LT(agents.get<Stream::velocity_x>(17), -0.5f);
}

/// In the order of cells, each thread counts most agents in rows of its own.
TEST_P(Flocking, InTheOrderOfCells) {
    for (const bool wraps : {false, true}) {
        SCOPED_TRACE(wraps);
        std::vector<Stage> stages = flock(9);
        if (wraps) stages.back() = wrapping(130, 420);
        const Program program = build(stages);
        Population start = crowd(program, 1500, 130, 420);
        std::vector<std::pair<float, float>> places;
        for (std::size_t slot = 0; slot < start.size(); ++slot)
            places.emplace_back(start.get<Stream::position_y>(slot), start.get<Stream::position_x>(slot));
        std::ranges::sort(places);
        for (std::size_t slot = 0; slot < start.size(); ++slot) {
            start.set<Stream::position_x>(slot, places[slot].second);
            start.set<Stream::position_y>(slot, places[slot].first);
        }
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    }
}

/// More in one cell than can be numbered beside the cell.
/// Ids that follow the slots, others without an order, and two agents of one id, which do not see each other.
TEST_P(Flocking, IdsOfAllKinds) {
    for (const float cosine : {-1.0f, 0.2f}) {
        const Program program = build(flock(9, cosine));
        Population start = crowd(program, 700, 90, 90);
        for (const std::uint32_t factor : {1u, 2654435761u, 0u}) {
            SCOPED_TRACE(factor);
            for (std::uint32_t slot = 0; slot < start.size(); ++slot)
                start.set<Stream::id>(slot, factor == 0 ? slot / 2 : 77 + slot * factor);
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
        }
    }
}

/// Rows of so few agents that the neighbours of two rows are the same for some lanes, and agents at one
/// place.
TEST_P(Flocking, AFewCellsWide) {
    for (const float width : {0.0f, 3.0f, 10.0f, 20.0f})
        for (const float height : {200.0f, 9.0f}) {
            SCOPED_TRACE(width);
            const Program program = build(flock(9));
            Population start = crowd(program, 400, width, height);
            for (std::size_t slot = 1; slot < start.size(); slot += 5) {
                start.set<Stream::position_x>(slot, start.get<Stream::position_x>(slot - 1));
                start.set<Stream::position_y>(slot, start.get<Stream::position_y>(slot - 1));
            }
            ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
        }
}

TEST_P(Flocking, VeryManyInACell) {
    const Program program = build({Cohesion{.radius = 100, .cos_field_of_view = -1}, vehicle});
    Population everyone = crowd(program, 70'000, 1, 1);
    std::vector<float> copies(4 * everyone.size());
    const AgentView copy = keep_start(everyone.view(), copies);
    const Ticks one{.dt = 1.0f / 30};
    Population expected = everyone;
    const auto part_of = [&](Population& of, std::vector<float>& workspace) {
        AgentView part = of.view().slice(0, 256);
        part.look_at(copy);
        workspace.resize(workspace_size(program, part));
        part.workspace(workspace);
        return part;
    };
    std::vector<float> memory;
    ASSERT_TRUE(faultless(run(program, part_of(expected, memory), one, serial_on(Isa::reference))));
    for (const bool threads : {false, true}) {
        Population now = everyone;
        Execution execution = serial_on(GetParam());
        execution.block = 64;
        if (threads) execution.threading = Threading::tbb;
        ASSERT_TRUE(faultless(run(program, part_of(now, memory), one, execution)));
        EXPECT_TRUE(same_bits(expected, now)) << (threads ? "threads" : "serial");
    }
}

TEST_P(Flocking, TheOrderOfSlotsChangesNothing) {
    const Program program = build(flock(9, -0.3f));
    Population start = crowd(program, 1200, 120, 120);
    for (std::size_t slot = 1; slot < 200; slot += 2) {
        start.set<Stream::position_x>(slot, start.get<Stream::position_x>(slot - 1));
        start.set<Stream::position_y>(slot, start.get<Stream::position_y>(slot - 1));
    }
    expect_no_order(GetParam(), program, start);
}

/// A view's parts, each looking at a copy of the whole, and lists of its slots.
TEST_P(Flocking, PartsOfTheWholeGiveItsBits) {
    const Program program = build(flock(9));
    const Population start = crowd(program, 1000, 110, 110, 0, 0, {Stream::groups});
    const Ticks one{.dt = 1.0f / 30, .first_tick = 3, .seed = 2};
    Population expected = start;
    ASSERT_TRUE(faultless(run(program, expected.view(), one, serial_on(GetParam()))));

    Population parts = start;
    std::vector<float> copies(4 * parts.size());
    const AgentView whole = parts.view();
    const AgentView copy = keep_start(whole, copies);
    for (const auto& [begin, count] : {std::pair<std::size_t, std::size_t>{0, 333}, {333, 1}, {334, 666}})
        ASSERT_TRUE(
            faultless(run(program, whole.slice(begin, count).look_at(copy), one, serial_on(GetParam()))));
    EXPECT_TRUE(same_bits(expected, parts));

    Population masked = start;
    std::vector<std::uint8_t> odd(start.size());
    std::vector<std::uint32_t> even_slots;
    for (std::size_t slot = 0; slot < odd.size(); ++slot) {
        odd[slot] = slot % 2 != 0;
        if (slot % 2 == 0) even_slots.push_back(static_cast<std::uint32_t>(odd.size() - 2 - slot));
    }
    AgentView view = masked.view();
    const AgentView before = keep_start(view, copies);
    ASSERT_TRUE(faultless(run(program, view.only(odd), one, serial_on(GetParam()))));
    view.all_agents().only_slots(even_slots).look_at(before);
    ASSERT_TRUE(faultless(run(program, view, one, serial_on(GetParam()))));
    EXPECT_TRUE(same_bits(expected, masked));

    Population within = start;
    AgentView listed = within.view();
    ASSERT_TRUE(faultless(run(program, listed.only_slots(even_slots), one, serial_on(GetParam()))));
    for (const std::uint32_t slot : even_slots)
        EXPECT_EQ(within.get<Stream::position_x>(slot), expected.get<Stream::position_x>(slot)) << slot;
}

/// With a power of two as the radius, forces are multiples of 2^-20 of it, and their sum in double is exact.
TEST_P(Flocking, SeparationKeepsTheMomentum) {
    for (const Falloff falloff : {Falloff::smooth, Falloff::inverse}) {
        const Program program = build(
            {Separation{.radius = 8, .cos_field_of_view = -1, .falloff = falloff, .weight = 1}, vehicle});
        Population agents = crowd(program, 600, 60, 60, 0, 0, {Stream::force_x, Stream::force_y});
        for (std::size_t slot = 0; slot < 40; ++slot) {
            agents.set<Stream::position_x>(slot, 1);
            agents.set<Stream::position_y>(slot, 2);
        }
        const Result result =
            forces(program, agents.view(), {.dt = 0.1f, .first_tick = 8}, serial_on(GetParam()));
        ASSERT_TRUE(faultless(result));
        double x = 0, y = 0, size = 0;
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            x += static_cast<double>(agents.get<Stream::force_x>(slot));
            y += static_cast<double>(agents.get<Stream::force_y>(slot));
            size += std::abs(static_cast<double>(agents.get<Stream::force_x>(slot)));
        }
        EXPECT_EQ(x, 0);
        EXPECT_EQ(y, 0);
        EXPECT_GT(size, 100);
    }
}

/// Two agents, the second `ahead` of the first, which moves along +x: the force of the first.
float force_on_first(Stage stage, float ahead, float speed, std::uint32_t second_id = 1) {
    const Program program = build({std::move(stage), vehicle});
    std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    streams.push_back(Stream::id);
    streams.push_back(Stream::force_x);
    Population agents(2, streams);
    for (std::size_t slot = 0; slot < 2; ++slot)
        for (const Stream stream : streams) {
            constexpr double zero = 0;
            agents.set_bytes(stream, slot, &zero);
        }
    agents.set<Stream::position_x>(1, ahead);
    agents.set<Stream::velocity_x>(0, speed);
    agents.set<Stream::id>(1, second_id);
    EXPECT_TRUE(faultless(forces(program, agents.view(), {.dt = 0.1f, .first_tick = 0})));
    return agents.get<Stream::force_x>(0);
}

TEST(Neighbours, AreSeenWithinTheRadiusAndTheFieldOfView) {
    const Cohesion ahead{.radius = 10, .cos_field_of_view = 0.5f, .weight = 1};
    EXPECT_NEAR(force_on_first(ahead, 4, 1), 4, 1e-4);
    EXPECT_EQ(force_on_first(ahead, 10.5f, 1), 0) << "too far";
    EXPECT_EQ(force_on_first(ahead, -4, 1), 0) << "behind";
    EXPECT_NEAR(force_on_first(ahead, -4, 0), -4, 1e-4) << "at rest there is no field of view";
    const Cohesion around{.radius = 10, .cos_field_of_view = -1, .weight = 1};
    EXPECT_NEAR(force_on_first(around, -4, 1), -4, 1e-4);
    EXPECT_NEAR(force_on_first(around, 10, 1), 10, 1e-4) << "at the radius";
    EXPECT_EQ(force_on_first(around, -4, 1, 0), 0) << "of one id";
}

TEST(Neighbours, SeparationIsTheFormula) {
    const float near = force_on_first(
        Separation{.radius = 4, .cos_field_of_view = -1, .falloff = Falloff::inverse, .weight = 1}, 2, 0);
    EXPECT_NEAR(near, -0.5f, 1e-4);
    EXPECT_NEAR(force_on_first(Separation{.radius = 4, .cos_field_of_view = -1, .weight = 3}, 2, 0),
                -3 * 2 * 0.75f * 0.75f, 1e-4);
}

/// Two agents on one spot, by seed and tick: the force of the first.
TEST(Neighbours, OnOneSpotTheyPart) {
    for (const Falloff falloff : {Falloff::smooth, Falloff::inverse}) {
        const Program program = build(
            {Separation{.radius = 4, .cos_field_of_view = -1, .falloff = falloff, .weight = 1}, vehicle});
        const float most = falloff == Falloff::smooth ? 4.0f / 64 : 64.0f / 4;
        std::set<std::pair<float, float>> directions;
        for (std::uint64_t tick = 0; tick < 200; ++tick) {
            Population agents = crowd(program, 2, 0, 0, 3, 5, {Stream::force_x, Stream::force_y});
            const Ticks ticks{.dt = 0.1f, .first_tick = tick / 2, .seed = tick % 2};
            ASSERT_TRUE(faultless(forces(program, agents.view(), ticks)));
            const float x = agents.get<Stream::force_x>(0), y = agents.get<Stream::force_y>(0);
            EXPECT_EQ(agents.get<Stream::force_x>(1), -x);
            EXPECT_EQ(agents.get<Stream::force_y>(1), -y);
            EXPECT_LE(std::max(std::abs(x), std::abs(y)), most);
            EXPECT_TRUE(x != 0 || y != 0);
            directions.insert({x, y});
        }
        EXPECT_GT(directions.size(), 195u);
    }
}

TEST(Neighbours, WhatIsWrongIsRefused) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float radius : {0.0f, -1.0f, nan, 2e18f})
        EXPECT_EQ(Program::build({Cohesion{.radius = radius}, vehicle}).status().code,
                  Code::parameter_out_of_range)
            << radius;
    for (const float cosine : {-1.5f, 1.01f, nan})
        EXPECT_EQ(message(Program::build({Alignment{.cos_field_of_view = cosine}, vehicle}).status()),
                  "stage 0 (alignment): cos_field_of_view is " +
                      std::string(cosine < 0   ? "-1.5"
                                  : cosine > 0 ? "1.01"
                                               : "nan") +
                      ", must be in [-1, 1]");

    const Program program = build(flock(9));
    EXPECT_TRUE(program.draws() && program.looks_at_others());
    Population agents = crowd(program, 500, 60, 60);
    AgentView view = agents.view();
    const std::size_t floats = workspace_size(program, view);
    EXPECT_LE(floats, 14 * agents.size() + 2) << "12 an agent with ids, one to two cells each";
    std::vector<float> workspace(floats);
    const Ticks one{.dt = 0.1f, .first_tick = 0};
    EXPECT_TRUE(faultless(run(program, view.workspace(workspace), one)));
    EXPECT_EQ(message(run(program, view.workspace(std::span(workspace).first(floats - 1)), one).status),
              "the agents look at each other, and the view's workspace has " + std::to_string(floats - 1) +
                  " floats, must have " + std::to_string(floats));
    EXPECT_EQ(message(run(program, view.slice(1, 100), one).status),
              "a slice lacks some of the neighbours: let it look at a view of all agents");
    EXPECT_EQ(run(program, agents.view(), {.dt = 0.1f}).status.code, Code::missing_tick);

    AgentBuffer buffer({Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y});
    buffer.spawn(40);
    EXPECT_EQ(run(program, buffer.view(), one).status.code, Code::missing_workspace);
    buffer.make_workspace(program);
    EXPECT_TRUE(faultless(run(program, buffer.view(), one)));
}

/// A world of more cells than there is memory takes no more of it: cells are hashed.
TEST_P(Flocking, AWorldOf1e18CellsTakesNoMoreMemory) {
    const float radius = 1e-3f;
    Locomotion wraps = vehicle;
    wraps.bounds = Bounds::wrap;
    wraps.area = {-5e5f, -5e5f, 5e5f, 5e5f};
    for (const Locomotion& locomotion : {vehicle, wraps}) {
        std::vector<Stage> stages = flock(radius);
        stages.back() = locomotion;
        const Program program = build(stages);
        Population agents = crowd(program, 300, 1e6f, 1e6f);
        for (std::size_t slot = 1; slot < agents.size(); slot += 2) {  // each sees one
            agents.set<Stream::position_x>(slot, agents.get<Stream::position_x>(slot - 1));
            agents.set<Stream::position_y>(slot, agents.get<Stream::position_y>(slot - 1));
        }
        EXPECT_EQ(workspace_size(program, agents.view()), workspace_size(build(flock(1e6f)), agents.view()));
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, agents));
    }
}

/// Neither the workspace nor a written stream may overlap the observed streams of another view.
TEST(Neighbours, WhatIsSeenIsNotWritten) {
    const Program program = build(
        {Separation{.radius = 9, .height_band = 4}, AvoidNeighbours{.radius = 9, .body_radius = 2}, vehicle});
    Population agents = crowd(program, 100, 50, 50, 0, 0, {Stream::groups, Stream::body_radius});
    Population others = agents;
    AgentView part = agents.view();
    const std::size_t floats = workspace_size(program, part.look_at(others.view()));
    std::vector<float> arena(floats + others.size());
    part.workspace(std::span(arena).first(floats));
    const Ticks one{.dt = 0.1f, .first_tick = 3};
    for (const Stream stream : {Stream::position_x, Stream::velocity_y, Stream::id, Stream::groups,
                                Stream::position_z, Stream::body_radius}) {
        const auto look_at = [&](void* memory) {
            AgentView seen = others.view();
            Column column = seen.column(stream);
            std::memcpy(memory, column.data, column.count * sizeof(float));
            column.data = memory;
            EXPECT_TRUE(seen.bind(stream, column).ok());
            return run(program, part.look_at(seen), one).status;
        };
        SCOPED_TRACE(name(stream));
        EXPECT_EQ(message(look_at(&arena[floats - 1])),
                  "workspace and the agents that are looked at share memory");
        EXPECT_TRUE(look_at(&arena[floats]).ok());
        EXPECT_EQ(look_at(part.column(Stream::velocity_x).data).code, Code::streams_overlap);
    }
}

/// A buffer made for the program has the workspace, and keeps it large enough as it grows.
TEST(Neighbours, ABufferHasAWorkspace) {
    const Program program = build(flock(9));
    AgentBuffer agents(program, {Stream::groups});
    for (std::size_t count : {1, 30, 500, 3}) {
        const std::size_t first = agents.spawn(count);
        for (std::size_t slot = first; slot < agents.size(); ++slot)
            agents.get<Stream::position_x>()[slot] = static_cast<float>(slot);
        EXPECT_EQ(agents.view().workspace().size(), workspace_size(program, agents.view()));
        EXPECT_TRUE(faultless(run(program, agents.view(), {.dt = 0.1f, .first_tick = 0})));
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Flocking, each_vector_isa(), isa_name);

}  // namespace
}  // namespace wend::test
