// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/neighbour_scenes.hpp"
#include "support/oracle.hpp"
#include "wend/clock.hpp"

namespace wend::test {
namespace {

/// Whether a neighbour is ahead: the least of the rule's margins, where 0 is the edge.
double margin_ahead(const OracleAgent& agent, const Queue& stage, const OracleVector& target,
                    const OracleVector& d, std::size_t slot) {
    const OracleVector here = agent.position();
    OracleAgent other = agent;
    other.slot = slot;
    const OracleVector there = other.position();
    const OracleVector u = unit(target.x - here.x, target.y - here.y);
    const double own = std::hypot(target.x - here.x, target.y - here.y);
    const double its = std::hypot(target.x - there.x, target.y - there.y);
    const double beside = static_cast<double>(stage.lane_width) / 2 - std::abs(u.x * d.y - u.y * d.x);
    return std::min({d.x * u.x + d.y * u.y, beside, own - its});
}

const OracleOf<Queue> oracle(
    [](const Queue& stage, const OracleAgent& agent) {
        OracleNeighbours neighbours = neighbours_of(agent, stage);
        const OracleVector target = agent.position_of(stage.target), here = agent.position();
        const double x = target.x - here.x, y = target.y - here.y, distance = std::hypot(x, y);
        const OracleVector u = unit(x, y);
        const auto slowing = static_cast<double>(stage.slowing_radius), gap = static_cast<double>(stage.gap);
        const double body = body_of(agent, agent.slot, stage);
        double room = distance, largest = 0;
        for (std::size_t i = 0; i < neighbours.offsets.size(); ++i) {
            const OracleVector d = neighbours.offsets[i];
            const double margin = margin_ahead(agent, stage, target, d, neighbours.slots[i]);
            const double blur = 2 * edge_margin * (distance + std::hypot(d.x, d.y));
            neighbours.ambiguous |= std::abs(margin) <= blur;
            if (margin <= 0) continue;
            const double bodies = body + body_of(agent, neighbours.slots[i], stage);
            largest = std::max(largest, std::hypot(d.x, d.y) + bodies + gap);
            room = std::min(room, d.x * u.x + d.y * u.y - bodies - gap);
        }
        const double speed = agent.max_speed() * std::clamp(room / slowing, 0.0, 1.0);
        OracleVector force = sum(times(u, speed), times(agent.velocity(), -1));
        force.scale = std::max(force.scale, agent.max_speed() * std::max(1.0, largest / slowing));
        return judged(force, neighbours);
    },
    8);

const Queue standing{
    .radius = 5, .lane_width = 1, .gap = 0.3f, .body_radius = 0.25f, .slowing_radius = 1, .weight = 6};
const Locomotion walking{.max_force = 20.0f, .max_speed = 1.4f, .mass = 1.0f};
constexpr float spacing = 0.8f;  ///< of two in line

void put(Population& agents, std::size_t slot, float x, float y) {
    agents.set<Stream::position_x>(slot, x);
    agents.set<Stream::position_y>(slot, y);
}

/// How fast an agent at (10, 0) that stands wants to walk to the origin with another at `other`.
float pace(TargetPoint other, bool later_id = true, const Queue& stage = standing) {
    const Program program = build({stage, walking});
    Population agents = blank(program, 2);
    const std::size_t slot = later_id ? 1 : 0;
    put(agents, slot, 10, 0);
    put(agents, 1 - slot, other.x, other.y);
    EXPECT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 60})));
    return -agents.get<Stream::velocity_x>(slot) * 60 / stage.weight;
}

TEST(Queue, AnAgentWaitsForTheOneAhead) {
    EXPECT_NEAR(pace({0, 50}), 1.4f, 1e-5) << "alone";
    EXPECT_NEAR(pace({9, 0}), 1.4f * 0.2f, 1e-5) << "0.2 m are left";
    EXPECT_NEAR(pace({9, 0.4f}), 1.4f * 0.2f, 1e-5) << "at the edge of the lane";
    EXPECT_NEAR(pace({9.3f, 0}), 0, 1e-5) << "too near";
    EXPECT_NEAR(pace({8, 0}), 1.4f, 1e-5) << "far enough";
    EXPECT_NEAR(pace({9, -0.6f}), 1.4f, 1e-5) << "beside the lane";
    EXPECT_NEAR(pace({10.5f, 0}), 1.4f, 1e-5) << "behind";
    EXPECT_NEAR(pace({-0.5f, 0}), 1.4f, 1e-5) << "at the target, out of sight";
    Queue wide = standing;
    wide.radius = 12;
    EXPECT_NEAR(pace({-0.5f, 0}, true, wide), 1.4f, 1e-5);
}

TEST(Queue, OfTwoEquallyFarTheOneWithTheLesserIdIsAhead) {
    EXPECT_NEAR(pace({10, 0}, true), 0, 1e-5);
    EXPECT_NEAR(pace({10, 0}, false), 1.4f, 1e-5);
    // Side by side, the one as far as the other to the last bit.
    const Program program = build({standing, walking});
    Population agents = blank(program, 2);
    put(agents, 0, 10, 0.2f);
    put(agents, 1, 10, -0.2f);
    ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 60})));
    EXPECT_LT(agents.get<Stream::velocity_x>(0), 0);
    EXPECT_EQ(agents.get<Stream::velocity_x>(1), 0);
}

TEST(Queue, BodiesHaveSizesOfTheirOwn) {
    const Program program = build({standing, walking});
    std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    streams.push_back(Stream::body_radius);
    Population agents(2, streams);
    for (const Stream stream : streams)
        for (std::size_t slot = 0; slot < 2; ++slot) agents.set_number(stream, slot, 0);
    put(agents, 0, 9, 0);
    put(agents, 1, 10, 0);
    agents.set<Stream::body_radius>(0, 0.125f);
    agents.set<Stream::body_radius>(1, 0.0625f);
    ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 60})));
    EXPECT_NEAR(-agents.get<Stream::velocity_x>(1) * 10, 1.4f * (1 - 0.1875f - 0.3f), 1e-5);
    agents.set<Stream::body_radius>(0, 0.5f);
    EXPECT_EQ(run(program, agents.view(), {.dt = 1.0f / 60}).faults, 1u);
}

float distance_from_target(const Population& agents, std::size_t slot) {
    return std::hypot(agents.get<Stream::position_x>(slot), agents.get<Stream::position_y>(slot));
}

float fastest(const Population& agents) {
    float most = 0;
    for (std::size_t i = 0; i < agents.size(); ++i)
        most =
            std::max(most, std::hypot(agents.get<Stream::velocity_x>(i), agents.get<Stream::velocity_y>(i)));
    return most;
}

/// Slots by the distance from the counter.
std::vector<std::size_t> line_of(const Population& agents) {
    std::vector<std::size_t> line(agents.size());
    std::iota(line.begin(), line.end(), std::size_t{0});
    std::ranges::sort(line, {}, [&](std::size_t slot) { return distance_from_target(agents, slot); });
    return line;
}

class QueueAtACounter : public testing::TestWithParam<int> {};

TEST_P(QueueAtACounter, TwentyStandInLineAndMoveUp) {
    const float dt = 1.0f / static_cast<float>(GetParam());
    const Program program = build({standing, walking});
    std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    streams.insert(streams.end(), {Stream::groups, Stream::seen_groups});
    Population agents(20, streams);
    std::mt19937 random(3);
    const auto draw = [&](float low, float high) {
        return low + (high - low) * static_cast<float>(random() >> 8) * 0x1p-24f;
    };
    for (std::size_t i = 0; i < agents.size(); ++i) {
        for (const Stream stream : streams) agents.set_number(stream, i, 0);
        put(agents, i, 3 + 2 * static_cast<float>(i) + draw(0, 1), draw(-0.45f, 0.45f));
        agents.set<Stream::groups>(i, 1);
        agents.set<Stream::seen_groups>(i, 1);
    }
    // One walks to the counter from behind: the order is that of arrival.
    put(agents, 7, 60, 0.2f);

    Clock clock{.dt = dt};
    float least = least_distance(agents), backwards = 0;
    const auto walk = [&](int seconds) {
        for (int tick = 0; tick < seconds * GetParam(); ++tick) {
            const Population before = agents;
            ASSERT_TRUE(faultless(run(program, agents.view(), clock.next())));
            least = std::min(least, least_distance(agents));
            for (std::size_t i = 0; i < agents.size(); ++i)
                if (agents.get<Stream::groups>(i) == 1)
                    backwards = std::max(backwards,
                                         distance_from_target(agents, i) - distance_from_target(before, i));
        }
    };
    const auto expect_line = [&](const std::vector<std::size_t>& line) {
        EXPECT_LT(distance_from_target(agents, line[0]), 0.01f);
        for (std::size_t i = 1; i < line.size(); ++i) {
            const float x =
                agents.get<Stream::position_x>(line[i]) - agents.get<Stream::position_x>(line[i - 1]);
            const float y =
                agents.get<Stream::position_y>(line[i]) - agents.get<Stream::position_y>(line[i - 1]);
            EXPECT_NEAR(x, spacing, 0.03f) << i;
            EXPECT_LT(std::abs(y), 0.5f) << i;
        }
        EXPECT_LT(fastest(agents), 0.01f);
    };
    walk(70);
    std::vector<std::size_t> line = line_of(agents);
    expect_line(line);
    EXPECT_EQ(line.back(), 7u);
    EXPECT_GT(least, spacing - 0.01f);
    RecordProperty("least", std::to_string(least));

    // The first one leaves, past the others, which do not see it.
    agents.set<Stream::target_x>(line[0], 30);
    agents.set<Stream::groups>(line[0], 2);
    agents.set<Stream::seen_groups>(line[0], 2);
    const float last = distance_from_target(agents, line.back());
    walk(60);
    std::vector<std::size_t> rest = line_of(agents);
    std::erase(rest, line[0]);
    expect_line(rest);
    line.erase(line.begin());
    EXPECT_EQ(rest, line);
    EXPECT_NEAR(last - distance_from_target(agents, rest.back()), spacing, 0.02f);
    EXPECT_LT(backwards, 1e-4f);
    RecordProperty("backwards", std::to_string(backwards));
}

INSTANTIATE_TEST_SUITE_P(TicksASecond, QueueAtACounter, testing::Values(30, 60, 120),
                         testing::PrintToStringParamName());

/// From all sides they come one after the other, and the nearest one is never stopped.
TEST(Queue, FromAllSidesTheNearestIsNext) {
    Queue wide = standing;
    wide.lane_width = 2 * spacing;
    const Program program = build({wide, walking});
    Population agents = blank(program, 24);
    for (std::size_t i = 0; i < agents.size(); ++i) {
        const float angle = static_cast<float>(i) * 0.72f, distance = 8 + static_cast<float>(i % 3);
        put(agents, i, distance * std::cos(angle), distance * std::sin(angle));
    }
    Clock clock{.dt = 1.0f / 60};
    float least = least_distance(agents);
    for (int served = 0; served < 24; ++served) {
        for (int tick = 0; tick < 600; ++tick) {
            ASSERT_TRUE(faultless(run(program, agents.view(), clock.next())));
            least = std::min(least, least_distance(agents));
        }
        const std::size_t first = line_of(agents)[0];
        ASSERT_LT(distance_from_target(agents, first), 0.01f) << served;
        const float far = 100 * static_cast<float>(served);
        put(agents, first, 1000, far);
        agents.set<Stream::target_x>(first, 1000);
        agents.set<Stream::target_y>(first, far);
    }
    EXPECT_GT(least, 0.4f) << "bodies touch at 0.5";
    RecordProperty("least", std::to_string(least));
}

}  // namespace
}  // namespace wend::test
