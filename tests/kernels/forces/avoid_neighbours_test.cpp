// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/neighbour_scenes.hpp"
#include "support/oracle.hpp"
#include "wend/avoid_neighbours.hpp"

namespace wend::test {
namespace {

// ---- the oracle

/// A neighbour that comes nearer: its force by the formulas, and the bound of a float's error.
struct OracleApproach {
    OracleVector offset, velocity;
    double clearance;  ///< of the two bodies
    double part;       ///< twice the agent's share of the avoiding
    double distance, speed, dot, cross;
    bool ambiguous;

    OracleApproach(const OracleVector& d, const OracleVector& w, double bodies, double share)
        : offset(d),
          velocity(w),
          clearance(bodies),
          part(2 * share),
          distance(std::hypot(d.x, d.y)),
          speed(std::hypot(w.x, w.y)),
          dot(d.x * w.x + d.y * w.y),
          cross(d.x * w.y - d.y * w.x),
          ambiguous(std::abs(dot) <= 4 * edge_margin * distance * speed) {}
};

constexpr double bound = 32;

OracleVector avoid_first(double horizon, const std::vector<OracleApproach>& approaching, bool& ambiguous) {
    const OracleApproach* first = nullptr;
    double least = horizon;
    for (const OracleApproach& one : approaching) {
        const double time = -one.dot / (one.speed * one.speed);
        const double miss = std::abs(one.cross) / one.speed;
        const double blur = 4 * edge_margin * one.distance;
        const double clearance = one.clearance;
        if (time > horizon + blur / one.speed || miss > clearance + blur) continue;
        ambiguous |= one.ambiguous || time > horizon - blur / one.speed || miss > clearance - blur ||
                     std::abs(time - least) <= 2 * blur / one.speed;
        if (one.dot >= 0 || time >= least || miss >= clearance) continue;
        first = &one;
        least = time;
    }
    if (first == nullptr) return {};
    const double clearance = first->clearance;
    const double speed = first->speed;
    const double time = std::max(least, horizon / 64);
    const double gap = std::max(clearance - std::abs(first->cross) / speed, 0.0) * first->part;
    const double side = std::copysign(1 / (speed * time), first->cross);
    const double brake = 1 / (2 * clearance);
    const OracleVector& w = first->velocity;
    const double uncertain = (clearance + first->distance) / time * (1 / time + speed * brake);
    return {gap / time * (w.x * brake - w.y * side), gap / time * (w.y * brake + w.x * side),
            uncertain * (1 + first->distance / (speed * time))};
}

/// `horizon`: the agent's. `impulse`: half of the mass over the tick.
OracleVector avoid_all(const AvoidNeighbours& stage, double horizon,
                       const std::vector<OracleApproach>& approaching, double impulse, bool& ambiguous) {
    const double longest = static_cast<double>(stage.horizon);
    const double largest = 2 * static_cast<double>(stage.body_radius);
    OracleVector force;
    for (const OracleApproach& one : approaching) {
        const double clearance = one.clearance;
        const double square = clearance * clearance;
        const double most = square * one.speed * one.speed;
        const double root = most - one.cross * one.cross;
        const double roundings = one.distance * one.speed * one.distance * one.speed + most;
        if (root < -16 * edge_margin * roundings) continue;
        ambiguous |= one.ambiguous || root <= 16 * edge_margin * roundings;
        if (one.dot >= 0 || root <= 0) continue;
        const double time = (one.distance * one.distance - square) / (std::sqrt(root) - one.dot);
        if (time >= horizon) continue;
        const double t = std::max(time, horizon / 64);
        const double closing = std::sqrt(std::max(root, most / 64));
        const double strongest = std::min(one.part * square * 2 * (1 - t / horizon) / (t * t * t * closing),
                                          128 / (longest * longest));
        const double stopping =
            one.part * closing * impulse / std::abs(static_cast<double>(stage.weight)) / square;
        const double share = one.distance < 0.9 * clearance ? strongest : std::min(strongest, stopping);
        ambiguous |=
            strongest > stopping && std::abs(one.distance - 0.9 * clearance) <= edge_margin * clearance;
        const double until = std::max(time, 0.0);
        const auto limited = [&](double normal) { return std::clamp(normal, -clearance, clearance); };
        const double x = limited(one.offset.x + one.velocity.x * until);
        const double y = limited(one.offset.y + one.velocity.y * until);
        force.x -= (x - y / 4) * share;
        force.y -= (y + x / 4) * share;
        const double of_time =
            (one.distance * one.distance + square) / (std::sqrt(root) - one.dot) + time * roundings / root;
        force.scale +=
            256 * largest / (longest * longest) +
            share * (clearance * (1 + 4 * std::abs(of_time) / t + roundings / std::max(root, most / 64)) +
                     one.distance + one.speed * std::abs(of_time));
    }
    return force;
}

const OracleOf<AvoidNeighbours> avoid_neighbours(
    [](const AvoidNeighbours& stage, const OracleAgent& agent) {
        OracleNeighbours neighbours = neighbours_of(agent, stage);
        const OracleVector own = agent.velocity();
        std::vector<OracleApproach> approaching;
        for (std::size_t i = 0; i < neighbours.offsets.size(); ++i) {
            const OracleVector& theirs = neighbours.velocities[i];
            const double share = share_of(agent.population, agent.slot, neighbours.slots[i]);
            if (share == 0) continue;
            const OracleApproach one(
                neighbours.offsets[i], {theirs.x - own.x, theirs.y - own.y, 0},
                body_of(agent, agent.slot, stage) + body_of(agent, neighbours.slots[i], stage), share);
            if (one.speed > 0 && (one.dot < 0 || one.ambiguous)) approaching.push_back(one);
        }
        const bool all = stage.method == Avoidance::power_law;
        const double impulse = agent.mass() / 2 / static_cast<double>(agent.ticks.dt);
        const double horizon = limit_of<Stream::neighbour_horizon>(agent, stage.horizon);
        return judged(all ? avoid_all(stage, horizon, approaching, impulse, neighbours.ambiguous)
                          : avoid_first(horizon, approaching, neighbours.ambiguous),
                      neighbours);
    },
    bound);

// ---- scenes

constexpr std::array methods{Avoidance::nearest_approach, Avoidance::power_law};

std::vector<Stage> avoiding(Avoidance method, float radius, float cosine = -1) {
    return {AvoidNeighbours{.radius = radius,
                            .cos_field_of_view = cosine,
                            .horizon = 4,
                            .body_radius = 1.5f,
                            .method = method},
            vehicle};
}

class Avoiding : public ::testing::TestWithParam<Isa> {
  protected:
    static void expect_brute_force(const Program& program, const Population& start) {
        test::expect_brute_force(GetParam(), program, start);
    }
};

TEST_P(Avoiding, TheGridSeesWhatBruteForceSees) {
    for (const World& world : worlds)
        for (const Avoidance method : methods)
            for (const float cosine : {-1.0f, 0.25f}) {
                SCOPED_TRACE(world.what);
                const Program program = build(avoiding(method, world.radius, cosine));
                ASSERT_NO_FATAL_FAILURE(expect_brute_force(
                    program, crowd(program, world.agents, world.width, world.height, world.x, world.y)));
            }
}

TEST_P(Avoiding, GroupsFaultsAndWorldsThatWrap) {
    for (const Avoidance method : methods) {
        std::vector<Stage> stages = avoiding(method, 9, -0.5f);
        stages.back() = wrapping(60, 45);
        const Program program = build(stages);
        Population start = crowd(program, 500, 90, 60, 0, 0, {Stream::groups, Stream::seen_groups});
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        for (std::size_t slot = 3; slot < start.size(); slot += 50) start.set<Stream::position_x>(slot, nan);
        for (std::size_t slot = 7; slot < start.size(); slot += 90)
            start.set<Stream::velocity_y>(slot, 2e18f);
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    }
}

/// Values at the ends of their ranges: no sum overflows, and no float exceeds the integers.
TEST_P(Avoiding, ExtremesHaveTheReferencesBits) {
    for (const Avoidance method : methods)
        for (const float radius : {0x1p-60f, 1.0f, 1e9f, 1e18f})
            for (const float body : {0x1p-60f, 0.5f, 1e8f, 1e18f})
                for (const float horizon : {0x1p-20f, 1.0f, 0x1p20f}) {
                    SCOPED_TRACE(::testing::Message() << radius << ' ' << body << ' ' << horizon);
                    const Program program = build(
                        {AvoidNeighbours{
                             .radius = radius, .horizon = horizon, .body_radius = body, .method = method},
                         vehicle});
                    Population start = crowd(program, 150, 8, 8);
                    for (std::size_t slot = 0; slot < start.size(); slot += 3) {
                        const float far = std::ldexp(1.0f, static_cast<int>(slot % 120) - 60);
                        start.set<Stream::position_x>(slot, slot % 2 == 0 ? far : -far);
                        start.set<Stream::velocity_x>(slot, slot % 2 == 0 ? -far : far * 0.75f);
                    }
                    ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
                }
}

/// All approach each other along few lines: times to the nearest approach are equal, and ids decide.
/// In a world whose lengths are multiplied by a power of two, so are forces, to the bit.
TEST_P(Avoiding, LengthsOfAnyOrderOfMagnitude) {
    for (const Avoidance method : methods) {
        const auto force = [&](int exponent) {
            const float length = std::ldexp(1.0f, exponent);
            const Program program = build({AvoidNeighbours{.radius = 8 * length,
                                                           .horizon = 4,
                                                           .body_radius = 0.75f * length,
                                                           .method = method,
                                                           .weight = 8},
                                           Locomotion{.max_force = 1e18f, .max_speed = 1e18f, .mass = 1}});
            Population agents = crowd(program, 2, 0, 0, 0, 0, {Stream::force_x, Stream::force_y});
            agents.set<Stream::position_x>(1, 4 * length);
            agents.set<Stream::position_y>(1, 0.5f * length);
            agents.set<Stream::velocity_x>(0, 1.5f * length);
            agents.set<Stream::velocity_y>(0, 0);
            agents.set<Stream::velocity_x>(1, -1.25f * length);
            agents.set<Stream::velocity_y>(1, 0.25f * length);
            EXPECT_TRUE(faultless(
                forces(program, agents.view(), {.dt = 0.1f, .first_tick = 0}, serial_on(GetParam()))));
            return std::pair(agents.get<Stream::force_x>(0), agents.get<Stream::force_y>(0));
        };
        const auto [x, y] = force(0);
        ASSERT_LT(x, -0.25f);
        ASSERT_GT(std::abs(y), 0.25f);
        for (int exponent = -57; exponent <= 56; ++exponent) {
            SCOPED_TRACE(exponent);
            const auto [scaled_x, scaled_y] = force(exponent);
            EXPECT_EQ(scaled_x, std::ldexp(x, exponent));
            EXPECT_EQ(scaled_y, std::ldexp(y, exponent));
        }
    }
}

TEST_P(Avoiding, EqualTimesAndExactlyHeadOn) {
    for (const Avoidance method : methods) {
        const Program program = build(avoiding(method, 30));
        Population start = crowd(program, 400, 1, 1);
        for (std::size_t slot = 0; slot < start.size(); ++slot) {
            const float way = slot % 2 == 0 ? 1.0f : -1.0f;
            start.set<Stream::position_x>(slot, -way * static_cast<float>(4 + slot % 8 * 4));
            start.set<Stream::position_y>(slot, static_cast<float>(slot / 16) * 0.5f);
            start.set<Stream::velocity_x>(slot, way * 2);
            start.set<Stream::velocity_y>(slot, 0);
        }
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    }
}

TEST_P(Avoiding, SumsDoNotOverflow) {
    const Program program = build(avoiding(Avoidance::power_law, 100));
    Population agents = crowd(program, 3000, 0, 0);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        agents.set<Stream::velocity_x>(slot, 0);
        agents.set<Stream::velocity_y>(slot, 0);
    }
    agents.set<Stream::position_x>(17, 3.5f);
    agents.set<Stream::velocity_x>(17, -9);
    const Ticks one{.dt = 1.0f / 30};
    Population expected = agents;
    ASSERT_TRUE(faultless(run(program, expected.view(), one, serial_on(Isa::reference))));
    ASSERT_TRUE(faultless(run(program, agents.view(), one, serial_on(GetParam()))));
    EXPECT_TRUE(same_bits(expected, agents));
    EXPECT_GT(agents.get<Stream::velocity_x>(17), -9);
}

TEST_P(Avoiding, TheOrderOfSlotsChangesNothing) {
    for (const Avoidance method : methods) {
        const Program program = build(avoiding(method, 9, -0.3f));
        expect_no_order(GetParam(), program, crowd(program, 1200, 120, 120));
    }
}

TEST_P(Avoiding, BesideAFlockEachHasItsOwnForce) {
    std::vector<Stage> stages{Alignment{.radius = 6}, avoiding(Avoidance::power_law, 9)[0],
                              Separation{.radius = 4}, avoiding(Avoidance::nearest_approach, 12)[0]};
    Locomotion prioritised = vehicle;
    prioritised.composition = Composition::prioritised;
    stages.push_back(prioritised);
    const Program program = build(stages);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, crowd(program, 700, 60, 60)));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Avoiding, each_vector_isa(), isa_name);

// ---- behaviour

struct Two {
    float x[2], y[2], vx[2], vy[2];
};

/// The forces of two agents.
std::array<std::array<float, 2>, 2> forces_of(AvoidNeighbours stage, const Two& two) {
    const Program program = build({stage, vehicle});
    std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    streams.insert(streams.end(), {Stream::force_x, Stream::force_y});
    Population agents(2, streams);
    for (std::size_t slot = 0; slot < 2; ++slot) {
        agents.set<Stream::position_x>(slot, two.x[slot]);
        agents.set<Stream::position_y>(slot, two.y[slot]);
        agents.set<Stream::velocity_x>(slot, two.vx[slot]);
        agents.set<Stream::velocity_y>(slot, two.vy[slot]);
    }
    EXPECT_TRUE(faultless(forces(program, agents.view(), {.dt = 0.1f})));
    return {{{agents.get<Stream::force_x>(0), agents.get<Stream::force_y>(0)},
             {agents.get<Stream::force_x>(1), agents.get<Stream::force_y>(1)}}};
}

TEST(AvoidNeighbours, HeadOnBothBrakeAndTurnToTheirRight) {
    const Two two{{0, 5}, {0, 0}, {1, -1}, {0, 0}};
    const auto force = forces_of({.body_radius = 0.5f}, two);
    // t = 2.5, m = 0, r = 1: 1/2.5 * (1/2.5 aside + 2/2 against).
    EXPECT_NEAR(force[0][0], -0.4, 1e-6);
    EXPECT_NEAR(force[0][1], -0.16, 1e-6);
    EXPECT_EQ(force[1][0], -force[0][0]);
    EXPECT_EQ(force[1][1], -force[0][1]);

    const auto all = forces_of({.body_radius = 0.5f, .method = Avoidance::power_law}, two);
    // Contact after 2 s, closing at r * 2: 2 (1 - 2 / 3) / 2^3 / 2.
    EXPECT_NEAR(all[0][0], -1.0 / 24, 1e-4);
    EXPECT_NEAR(all[0][1], -1.0 / 96, 1e-4);
    EXPECT_EQ(all[1][0], -all[0][0]);
    EXPECT_EQ(all[1][1], -all[0][1]);
}

/// In one tick two agents take no more than their closing speed from each other.
TEST(AvoidNeighbours, PowerLawStopsAContactInATick) {
    const Two two{{0, 1.01f}, {0, 0}, {1, -1}, {0, 0}};
    for (const float weight : {1.0f, 4.0f}) {
        const auto force =
            forces_of({.body_radius = 0.5f, .method = Avoidance::power_law, .weight = weight}, two);
        EXPECT_NEAR(force[0][0], -1 / 0.1f, 1e-2) << "half of 2 m/s in 0.1 s";
        EXPECT_EQ(force[1][0], -force[0][0]);
    }
}

TEST(AvoidNeighbours, WhoeverPassesASideIsGivenWay) {
    const Two two{{0, 5}, {0, 0.5f}, {1, -1}, {0, 0}};
    const auto force = forces_of({.body_radius = 0.5f}, two);
    EXPECT_LT(force[0][1], 0) << "it passes on the left: away to the right";
    EXPECT_NEAR(force[0][1], -0.5 / 6.25, 1e-6) << "half of what is missing, in 2.5 s";
    const auto all = forces_of({.body_radius = 0.5f, .method = Avoidance::power_law}, two);
    EXPECT_LT(all[0][1], 0);
    EXPECT_LT(all[0][0], 0);
}

TEST(AvoidNeighbours, NoThreatNoForce) {
    const struct {
        const char* why;
        Two two;
    } none[] = {
        {"they part", {{0, 6}, {0, 0}, {-1, 1}, {0, 0}}},
        {"they go side by side", {{0, 0}, {0, 0.5f}, {2, 2}, {0, 0}}},
        {"beyond the horizon", {{0, 9}, {0, 0}, {1, -1}, {0, 0}}},
        {"they pass with room", {{0, 6}, {0, 1.25f}, {1, -1}, {0, 0}}},
        {"too far to be seen", {{0, 10.5f}, {0, 0}, {9, -9}, {0, 0}}},
        {"both at rest", {{0, 0.5f}, {0, 0}, {0, 0}, {0, 0}}},
        {"on one spot", {{1, 1}, {1, 1}, {1, -1}, {0, 0}}},
    };
    for (const auto& scene : none)
        for (const Avoidance method : methods)
            for (const auto& force : forces_of({.method = method}, scene.two))
                EXPECT_TRUE(force[0] == 0 && force[1] == 0) << scene.why;
    const AvoidNeighbours ahead{.cos_field_of_view = 0};
    const auto behind = forces_of(ahead, {{0, -6}, {0, 0.5f}, {1, 4}, {0, 0}});
    EXPECT_EQ(behind[0][1], 0) << "what comes from behind is not seen";
    EXPECT_GT(behind[1][1], 0) << "and gives way";
}

TEST(AvoidNeighbours, WhatIsWrongIsRefused) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float horizon : {0.0f, -1.0f, 2e6f, nan})
        EXPECT_EQ(Program::build({AvoidNeighbours{.horizon = horizon}, vehicle}).status().code,
                  Code::parameter_out_of_range);
    EXPECT_EQ(message(Program::build({AvoidNeighbours{.body_radius = 0}, vehicle}).status()),
              "stage 0 (avoid_neighbours): body_radius is 0, must be in [8.6736174e-19, 1e+18]");
    const Program program = build(avoiding(Avoidance::nearest_approach, 9));
    const Program flock = build({Alignment{}, vehicle});
    Population agents = crowd(program, 500, 60, 60);
    EXPECT_EQ(workspace_size(program, agents.view()) + 2 * agents.size(),
              workspace_size(flock, agents.view()))
        << "headings alone differ";
}

}  // namespace
}  // namespace wend::test
