// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Agents that something else moves: commands, states that advance, and the way that bodies really went.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr float dt = 0.125f;
constexpr std::size_t agents = 333;
const Locomotion inner{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.5f};
const ExternalLocomotion outer{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.5f};

/// Bodies that move as they are told.
void obey(Population& bodies) {
    for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
        const float vx = bodies.get<Stream::desired_velocity_x>(slot);
        const float vy = bodies.get<Stream::desired_velocity_y>(slot);
        const float step_x = vx * dt, step_y = vy * dt;
        bodies.set<Stream::velocity_x>(slot, vx);
        bodies.set<Stream::velocity_y>(slot, vy);
        bodies.set<Stream::position_x>(slot, bodies.get<Stream::position_x>(slot) + step_x);
        bodies.set<Stream::position_y>(slot, bodies.get<Stream::position_y>(slot) + step_y);
    }
}

/// The streams of a locomotion's program with all outputs, and those of the same one with external
/// locomotion.
std::vector<Stream> streams_of_both(const Program& moved, const Program& told) {
    std::vector<Stream> streams = streams_of(moved);
    const auto add = [&](Stream stream) {
        if (std::ranges::find(streams, stream) == streams.end()) streams.push_back(stream);
    };
    for (const StreamUse& use : told.streams()) add(use.stream);
    for (const Stream output : told.outputs()) add(output);
    return streams;
}

class External : public ::testing::TestWithParam<Isa> {
  protected:
    static Result tick(const Program& program, const AgentView& view, std::uint64_t number,
                       std::uint32_t count = 1) {
        return run(program, view, {.dt = dt, .count = count, .first_tick = number, .seed = 7},
                   serial_on(GetParam()));
    }

    /// The same forces with the one and the other last stage, for some ticks: all streams have the same bits.
    static void expect_same(std::vector<Stage> forces, const Locomotion& locomotion,
                            const ExternalLocomotion& external, const PathsInUse& paths = {},
                            std::initializer_list<Stream> more = {}) {
        std::vector<Stage> others = forces;
        forces.emplace_back(locomotion);
        others.emplace_back(external);
        const Program moved_program = build(std::move(forces));
        const Program told_program = build(std::move(others));
        std::vector<Stream> streams = streams_of_both(moved_program, told_program);
        streams.insert(streams.end(), more);
        Population moved(agents, streams);
        fill(moved, 3, Values::ordinary, paths);
        for (std::size_t slot = 0; slot < agents; ++slot)
            for (const Stream stream :
                 {Stream::previous_x, Stream::previous_y, Stream::step_x, Stream::step_y})
                if (const float zero = 0; moved.has(stream)) moved.set_bytes(stream, slot, &zero);
        Population told = moved;
        for (std::uint64_t number = 0; number < 100; ++number) {
            SCOPED_TRACE(::testing::Message() << "tick " << number);
            const Result expected = tick(moved_program, moved.view(5), number);
            const Result actual = tick(told_program, told.view(5), number);
            ASSERT_TRUE(faultless(expected));
            ASSERT_TRUE(same_result(expected, actual));
            obey(told);
            // Streams that one of the two does not write.
            for (std::size_t slot = 0; slot < agents; ++slot) {
                moved.set<Stream::desired_velocity_x>(slot, moved.get<Stream::velocity_x>(slot));
                moved.set<Stream::desired_velocity_y>(slot, moved.get<Stream::velocity_y>(slot));
                if (!told.has(Stream::step_x)) continue;
                told.set<Stream::step_x>(slot, moved.get<Stream::step_x>(slot));
                told.set<Stream::step_y>(slot, moved.get<Stream::step_y>(slot));
            }
            ASSERT_TRUE(same_bits(moved, told));
        }
    }
};
INSTANTIATE_TEST_SUITE_P(AllIsas, External, each_isa(), isa_name);

TEST_P(External, BodiesThatObeyMoveAsByLocomotion) {
    const PathSet paths = make_short_paths(2);
    const Wander wander{.circle_distance = 6, .circle_radius = 9, .frame = WanderFrame::heading};
    expect_same({wander, RetargetWander{.interval = 0.3f, .area = case_area}}, inner, outer);
    expect_same({PathFollow{.paths = paths, .mode = PathMode::ping_pong, .radius = 60}, wander,
                 Separation{.radius = 40}},
                inner, outer, {&paths, PathMode::ping_pong});
    expect_same({Arrive{.slowing_radius = 90}, wander, Flee{.weight = 0.5f}},
                {.composition = Composition::prioritised}, {.composition = Composition::prioritised});
    expect_same({Seek{}, Orca{.radius = 150, .horizon = 8, .body_radius = 10}}, inner, outer);
}

TEST_P(External, NodesThatBodiesPassCountAsByLocomotion) {
    const PathSet paths = make_short_paths(2);
    const Locomotion fast{.max_force = 900.0f, .max_speed = 400.0f, .mass = 0.5f};
    const ExternalLocomotion as_fast{.max_force = 900.0f, .max_speed = 400.0f, .mass = 0.5f};
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong})
        expect_same({PathFollow{.paths = paths, .mode = mode, .radius = 20, .swept = true}, Wander{}}, fast,
                    as_fast, {&paths, mode});
}

/// One agent that seeks node 1 of (0, 0), (10, 0), (30, 0), and is carried past it.
class Carried {
  public:
    explicit Carried(Isa isa) : isa_(isa), agent_(1, streams_of(program_)) {
        put(5, 6);
        forget();
        agent_.set<Stream::path>(0, 0);
        agent_.set<Stream::direction>(0, 1);
        agent_.set<Stream::node>(0, 1);
    }

    void put(float x, float y) {
        agent_.set<Stream::position_x>(0, x);
        agent_.set<Stream::position_y>(0, y);
    }
    void forget() {
        agent_.set<Stream::previous_x>(0, 0);
        agent_.set<Stream::previous_y>(0, 0);
    }
    std::uint32_t node() {
        EXPECT_TRUE(faultless(run(program_, agent_.view(), {.dt = dt}, serial_on(isa_))));
        return agent_.get<Stream::node>(0);
    }

  private:
    static Program make_program() {
        constexpr std::array<Point, 3> points{{{0, 0}, {10, 0}, {30, 0}}};
        return build(
            {PathFollow{.paths = *PathSetBuilder().add(points).build(), .radius = 1, .swept = true}, outer});
    }

    Isa isa_;
    Program program_ = make_program();
    Population agent_;
};

TEST_P(External, TheWayIsThatOfTheBody) {
    Carried agent(GetParam());
    EXPECT_EQ(agent.node(), 1u) << "no way in the first tick: from the origin it would pass no node";
    agent.put(15, -6);
    EXPECT_EQ(agent.node(), 2u) << "through (10, 0)";
}

TEST_P(External, AnAgentThatIsPutElsewherePassesNothing) {
    Carried agent(GetParam());
    agent.put(20, 0.5f);
    EXPECT_EQ(agent.node(), 1u) << "unknown at first, though the way from the origin leads past (10, 0)";
    agent.put(0, 0.5f);
    agent.forget();
    EXPECT_EQ(agent.node(), 1u);
    agent.put(20, 0.5f);
    EXPECT_EQ(agent.node(), 2u);
}

TEST_P(External, PositionAndVelocityMayBeReadOnly) {
    const Program program = build({Seek{.target = {3, 4}}, outer});
    const std::vector<float> x(70), y(70), vx(70, 1), vy(70, 2);
    std::vector<float> desired_x(70, -9), desired_y(70, -9);
    AgentView view;
    view.bind<Stream::position_x>(x).bind<Stream::position_y>(y);
    view.bind<Stream::velocity_x>(vx).bind<Stream::velocity_y>(vy);
    EXPECT_TRUE(faultless(tick(program, view, 0))) << "without an output";
    view.bind<Stream::desired_velocity_x>(desired_x).bind<Stream::desired_velocity_y>(desired_y);
    EXPECT_TRUE(faultless(tick(program, view, 0)));
    // Over the velocities themselves.
    std::vector<float> own_x = vx, own_y = vy;
    view.bind<Stream::velocity_x>(own_x).bind<Stream::desired_velocity_x>(own_x);
    view.bind<Stream::velocity_y>(own_y).bind<Stream::desired_velocity_y>(own_y);
    EXPECT_TRUE(faultless(tick(program, view, 0)));
    EXPECT_EQ(own_x, desired_x);
    EXPECT_EQ(own_y, desired_y);
    EXPECT_NEAR(desired_x[69], 1 + (1.8 - 1) * 0.125 / 1.5, 1e-6);
}

TEST_P(External, SeveralTicksAreThoseOfABodyAtRest) {
    const PathSet paths = make_short_paths(2);
    const Program program = build(
        {PathFollow{.paths = paths, .mode = PathMode::loop, .radius = 200, .swept = true}, Wander{}, outer});
    Population one_by_one(agents, verify::streams_and_outputs_of(program));
    fill(one_by_one, 3, Values::ordinary, {&paths, PathMode::loop});
    Population at_once = one_by_one;
    for (std::uint64_t number = 0; number < 4; ++number)
        ASSERT_TRUE(faultless(tick(program, one_by_one.view(), number)));
    ASSERT_TRUE(faultless(tick(program, at_once.view(), 0, 4)));
    EXPECT_TRUE(same_bits(one_by_one, at_once));
}

TEST_P(External, AgentsAtFaultKeepEverything) {
    const Program program = build({Wander{}, ExternalLocomotion{.max_force = 20.0f, .max_speed = 3.0f}});
    Population population(100, verify::streams_and_outputs_of(program));
    fill(population, 3, Values::ordinary);
    population.set<Stream::velocity_y>(70, std::numeric_limits<float>::quiet_NaN());
    population.set<Stream::position_x>(20, 2e18f);
    population.set<Stream::mass>(99, 0);
    const Population start = population;
    const Result result = tick(program, population.view(), 0);
    EXPECT_EQ(result.faults, 3u);
    EXPECT_EQ(result.first_fault, 20u);
    for (const std::size_t slot : {20u, 70u, 99u})
        for (const Stream stream : {Stream::wander_angle, Stream::desired_velocity_x, Stream::heading_y,
                                    Stream::steering_force_x, Stream::force_y})
            EXPECT_TRUE(std::equal(start.data(stream) + 4 * slot, start.data(stream) + 4 * slot + 4,
                                   population.data(stream) + 4 * slot))
                << name(stream) << " of agent " << slot;
    EXPECT_NE(population.get<Stream::wander_angle>(21), start.get<Stream::wander_angle>(21));
}

TEST(ExternalPrograms, AreLastAndNeedNoSteps) {
    const auto status = [](std::vector<Stage> stages) { return Program::build(std::move(stages)).status(); };
    EXPECT_EQ(status({outer}).code, Code::invalid_program);
    EXPECT_EQ(status({outer, Seek{}}).code, Code::invalid_program);
    EXPECT_EQ(status({Seek{}, outer, inner}).code, Code::invalid_program);
    EXPECT_EQ(message(status({Pursue{}, ExternalLocomotion{.max_speed = 0.0f}})),
              "stage 1 (external_locomotion): max_speed is 0, must be in [8.6736174e-19, 1e+18]");
    const PathSet paths = make_short_paths(2);
    const Program swept = build({PathFollow{.paths = paths, .radius = 40, .swept = true}, outer});
    std::vector<Stream> state;
    for (const StreamUse& use : swept.streams())
        if (use.use == Use::state) state.push_back(use.stream);
    EXPECT_EQ(state, (std::vector{Stream::node, Stream::previous_x, Stream::previous_y}));
}

TEST(ExternalPrograms, HaveTheNoticesOfLocomotions) {
    const Program program = build({Arrive{.target = {0, 0}, .slowing_radius = 1, .weight = 9},
                                   ExternalLocomotion{.max_force = 9.0f, .max_speed = 3.0f, .mass = 0.5f}});
    Population population(1, streams_of(program));
    EXPECT_EQ(validate(program, population.view(), {.dt = dt}).notice.code, Code::unstable_step);
}

/// A custom locomotion that does nothing advances the states, and has no force to write.
TEST(ExternalPrograms, AnotherLocomotionHasNoOutputs) {
    const CustomLocomotion nothing{.function = [](void*, const CustomCall&) {}, .writes = 0};
    EXPECT_TRUE(build({Wander{}, nothing}).outputs().empty());
}

}  // namespace
}  // namespace wend::test
