// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/settle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/neighbour_scenes.hpp"
#include "support/oracle.hpp"
#include "wend/clock.hpp"

namespace wend::test {
namespace {

const OracleOf<Settle> oracle(
    [](const Settle& stage, const OracleAgent& agent) {
        OracleNeighbours neighbours = neighbours_of(agent, stage);
        const OracleVector target = agent.position_of(stage.target), here = agent.position();
        const std::uint32_t key = settled_at(static_cast<float>(target.x), static_cast<float>(target.y));
        const double x = target.x - here.x, y = target.y - here.y, distance = std::hypot(x, y);
        const auto reach = static_cast<double>(stage.arrival_radius);
        bool settled = agent.population.get<Stream::settled>(agent.slot) == key;
        if (!settled && std::abs(distance - reach) <= edge_margin * (reach + target.scale))
            neighbours.ambiguous = true;
        settled = settled || distance <= reach;
        for (std::size_t i = 0; !settled && i < neighbours.offsets.size(); ++i) {
            if (agent.population.get<Stream::settled>(neighbours.slots[i]) != key) continue;
            const OracleVector d = neighbours.offsets[i];
            const double length = std::hypot(d.x, d.y), ahead = (d.x * x + d.y * y) / distance;
            neighbours.ambiguous |= !(std::abs(ahead - length / 2) > edge_margin * (length + target.scale));
            settled = ahead >= length / 2;
        }
        const OracleVector force =
            settled ? times(agent.velocity(), -1)
                    : oracle_seek(agent, target, 1, static_cast<double>(stage.slowing_radius));
        return judged(force, neighbours);
    },
    4);

constexpr float dt = 1.0f / 60;
const Locomotion walking{.max_force = 100.0f, .max_speed = 1.4f, .mass = 1.0f};

/// An agent at the origin on its way to (10, 0), and one at rest, which has settled at `target`.
struct TwoAgents {
    Program program = build({Settle{.radius = 1, .arrival_radius = 0.1f}, walking});
    Population agents = blank(program, 2);

    TwoAgents(TargetPoint other, TargetPoint target = {10, 0}) {
        agents.set<Stream::target_x>(0, 10);
        agents.set<Stream::velocity_x>(0, 1);
        agents.set<Stream::target_x>(1, target.x);
        agents.set<Stream::target_y>(1, target.y);
        agents.set<Stream::settled>(1, settled_at(target.x, target.y));
        agents.set<Stream::position_x>(1, other.x);
        agents.set<Stream::position_y>(1, other.y);
    }
    bool settles() {
        EXPECT_TRUE(faultless(run(program, agents.view(), {.dt = dt})));
        return agents.get<Stream::settled>(0) != 0;
    }
};

TEST(Settle, AnAgentStopsAtOneThatRestsInItsWay) {
    EXPECT_TRUE(TwoAgents({0.9f, 0}).settles());
    EXPECT_TRUE(TwoAgents({0.5f, -0.8f}).settles()) << "58 degrees off its way";
    EXPECT_FALSE(TwoAgents({0.4f, 0.8f}).settles()) << "63 degrees off its way";
    EXPECT_FALSE(TwoAgents({-0.5f, 0}).settles()) << "behind";
    EXPECT_FALSE(TwoAgents({1.1f, 0}).settles()) << "out of the radius";
    EXPECT_FALSE(TwoAgents({0.9f, 0}, {10, 0x1p-20f}).settles()) << "of another target";
    TwoAgents walks({0.9f, 0});
    walks.agents.set<Stream::settled>(1, 0);
    EXPECT_FALSE(walks.settles()) << "one that has not settled";
}

TEST(Settle, ASettledAgentBrakesAndStaysUntilItsTargetMoves) {
    TwoAgents two({0.9f, 0});
    ASSERT_TRUE(two.settles());
    const Ticks ticks{.dt = dt, .count = 600};
    ASSERT_TRUE(faultless(run(two.program, two.agents.view(), ticks)));
    EXPECT_LT(std::abs(two.agents.get<Stream::velocity_x>(0)), 1e-3f);
    // Pushed far away: it stays there.
    two.agents.set<Stream::position_x>(0, -30);
    ASSERT_TRUE(faultless(run(two.program, two.agents.view(), ticks)));
    EXPECT_NEAR(two.agents.get<Stream::position_x>(0), -30, 1e-2);
    two.agents.set<Stream::target_x>(0, 10.000001f);
    ASSERT_TRUE(faultless(run(two.program, two.agents.view(), ticks)));
    EXPECT_EQ(two.agents.get<Stream::settled>(0), 0u);
    EXPECT_GT(two.agents.get<Stream::velocity_x>(0), 1);
}

TEST(Settle, OneAloneArrives) {
    const Program program = build({Settle{.target = {3, -4}, .weight = 4}, walking});
    Population one = blank(program, 1);
    ASSERT_TRUE(faultless(run(program, one.view(), {.dt = dt, .count = 900})));
    EXPECT_EQ(one.get<Stream::settled>(0), settled_at(3, -4));
    EXPECT_LT(std::hypot(one.get<Stream::position_x>(0) - 3, one.get<Stream::position_y>(0) + 4), 0.25f);
    EXPECT_LT(std::hypot(one.get<Stream::velocity_x>(0), one.get<Stream::velocity_y>(0)), 1e-3f);
}

TEST(Settle, KeysOfTargets) {
    EXPECT_NE(settled_at(0, 0), 0u);
    EXPECT_EQ(settled_at(-0.0f, 1e-30f), settled_at(0, 0));
    EXPECT_NE(settled_at(1, 2), settled_at(2, 1));
    EXPECT_NE(settled_at(1, 1), 0u);
}

/// Observed agents may have settled, and where their view has no such stream, none has.
TEST(Settle, AgentsThatAreLookedAtStopOthers) {
    for (const bool bound : {true, false}) {
        TwoAgents two({0.9f, 0});
        std::vector<float> x{0.9f}, zero{0};
        std::vector<std::uint32_t> settled{settled_at(10, 0)}, ids{1};
        AgentView others(1);
        others.bind<Stream::position_x>(x).bind<Stream::position_y>(zero).bind<Stream::id>(ids);
        others.bind<Stream::velocity_x>(zero).bind<Stream::velocity_y>(zero);
        if (bound) others.bind<Stream::settled>(settled);
        two.agents.set<Stream::position_x>(1, 100);
        AgentView view = two.agents.view();
        view.look_at(others);
        std::vector<float> memory(workspace_size(two.program, view));
        view.workspace(memory);
        ASSERT_TRUE(faultless(run(two.program, view, {.dt = dt})));
        EXPECT_EQ(two.agents.get<Stream::settled>(0) != 0, bound);
    }
}

/// Parts that look at a copy of the start have the bits of the whole.
TEST(Settle, PartsSeeWhichAgentsHadSettled) {
    const Program program = build({Settle{.target = {0, 0}, .radius = 1, .arrival_radius = 0.2f}, walking});
    Population whole = blank(program, 4);
    for (std::size_t i = 0; i < 4; ++i) whole.set<Stream::position_x>(i, 0.8f * static_cast<float>(i));
    Population parts = whole;
    for (std::size_t tick = 0; tick < 4; ++tick) {
        ASSERT_TRUE(faultless(run(program, whole.view(), {.dt = 0.001f})));
        std::vector<float> memory(5 * parts.size());
        const AgentView start = keep_start(parts.view(), memory);
        for (const std::size_t begin : {std::size_t{0}, std::size_t{2}}) {
            AgentView part = parts.view().slice(begin, 2);
            part.look_at(start);
            std::vector<float> workspace(workspace_size(program, part));
            part.workspace(workspace);
            ASSERT_TRUE(faultless(run(program, part, {.dt = 0.001f})));
        }
    }
    EXPECT_TRUE(same_bits(parts, whole));
    EXPECT_EQ(whole.get<Stream::settled>(2), settled_at(0, 0));
}

constexpr float body = 0.25f;

/// The fastest agent's speed.
float fastest(const Population& agents) {
    float most = 0;
    for (std::size_t i = 0; i < agents.size(); ++i)
        most =
            std::max(most, std::hypot(agents.get<Stream::velocity_x>(i), agents.get<Stream::velocity_y>(i)));
    return most;
}

/// 200 pedestrians in a square of 56 m walk to its middle; then one that stood beside them passes.
TEST(Settle, ACrowdComesToRestAndLetsOnePass) {
    constexpr std::size_t crowd = 200;
    const Program program = build(
        {Separation{.radius = 0.6f, .cos_field_of_view = -1, .weight = 80},
         AvoidNeighbours{
             .radius = 5, .horizon = 2, .body_radius = body, .method = Avoidance::power_law, .weight = 1.5f},
         Settle{.radius = 0.7f, .slowing_radius = 1, .arrival_radius = body, .weight = 4},
         Locomotion{.composition = Composition::prioritised, .max_force = 20, .max_speed = 1.4f, .mass = 1}});
    const Program part = build({ResolveOverlaps{.body_radius = body}});
    Population agents = blank(program, crowd + 1);
    std::mt19937 random(1);
    const auto coordinate = [&] { return static_cast<float>(random() % 5600) * 0.01f - 28; };
    for (std::size_t i = 0; i < crowd; ++i) {
        bool apart = false;
        while (!apart) {
            agents.set<Stream::position_x>(i, coordinate());
            agents.set<Stream::position_y>(i, coordinate());
            apart = true;
            for (std::size_t j = 0; j < i; ++j)
                apart &= std::hypot(agents.get<Stream::position_x>(i) - agents.get<Stream::position_x>(j),
                                    agents.get<Stream::position_y>(i) - agents.get<Stream::position_y>(j)) >
                         2.2f * body;
        }
    }
    for (const Stream stream : {Stream::position_x, Stream::target_x}) agents.set_number(stream, crowd, -40);
    for (const Stream stream : {Stream::position_y, Stream::target_y}) agents.set_number(stream, crowd, 5);

    Clock clock{.dt = dt};
    float least = least_distance(agents);
    const auto walk = [&](std::size_t seconds, const auto& done) {
        for (std::size_t tick = 0; tick < seconds * 60; ++tick) {
            const Ticks one = clock.next();
            EXPECT_TRUE(faultless(run(program, agents.view(), one)));
            EXPECT_TRUE(faultless(run(part, agents.view(), {.dt = dt, .count = 2})));
            if (tick % 20 != 19) continue;
            least = std::min(least, least_distance(agents));
            if (done()) return true;
        }
        return false;
    };
    ASSERT_TRUE(walk(60, [&] { return fastest(agents) < 0.01f; })) << "they do not come to rest";
    RecordProperty("seconds", std::to_string(static_cast<double>(clock.tick) / 60));
    EXPECT_GT(least, 2 * body - 0.01f * body);
    const Population before = agents;
    for (std::size_t i = 0; i < crowd; ++i) ASSERT_EQ(agents.get<Stream::settled>(i), settled_at(0, 0)) << i;

    agents.set<Stream::target_x>(crowd, 40);
    const std::uint32_t there = settled_at(40, 5);
    ASSERT_TRUE(walk(100, [&] { return agents.get<Stream::settled>(crowd) == there; })) << "it does not pass";
    std::size_t moved = 0;
    for (std::size_t i = 0; i < crowd; ++i) {
        EXPECT_EQ(agents.get<Stream::settled>(i), settled_at(0, 0)) << i;
        moved += std::hypot(agents.get<Stream::position_x>(i) - before.get<Stream::position_x>(i),
                            agents.get<Stream::position_y>(i) - before.get<Stream::position_y>(i)) > body;
    }
    RecordProperty("moved", std::to_string(moved));
    EXPECT_LT(moved, 15u) << "it moves some of those that it meets at their edge";
    EXPECT_GT(least, 2 * body - 0.02f * body);
}

}  // namespace
}  // namespace wend::test
