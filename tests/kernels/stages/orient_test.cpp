// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/orient.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <vector>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/oracle_quarry.hpp"
#include "support/stage_cases.hpp"
#include "support/tally.hpp"
#include "tools/verify/drawn_stage.hpp"

namespace wend::test {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double turn = 2 * pi;
constexpr double orientation_bound = 16;  // orient.hpp: in units of 2^-24 radians
constexpr double rate_bound = 12;         // orient.hpp: in units of 2^-24 of 1 / dt, or of the rate

double number(float value) { return static_cast<double>(value); }

/// The way of an agent that turns by y of C * dt in this tick, and by 1 less in each one behind it.
double stopping_way(double y) {
    const double n = std::floor(y);
    return (n + 1) * y - n * (n + 1) / 2;
}

/// The greatest y of which the stopping way is x.
double stopping_rate(double x) {
    double low = 0;
    double high = x + 1;
    for (int i = 0; i < 200; ++i) {
        const double middle = (low + high) / 2;
        (stopping_way(middle) <= x ? low : high) = middle;
    }
    return low;
}

struct Expected {
    double orientation = 0;
    double rate = 0;
    bool may_turn_either_way = false;
};

class TurnOracle {
  public:
    TurnOracle(const Orient& stage, const Population& start, double dt)
        : stage_(stage), start_(start), dt_(dt) {}

    [[nodiscard]] Expected operator()(std::size_t slot) const {
        Expected expected;
        const double orientation = wrapped(as_read(start_.get<Stream::orientation>(slot)));
        const double error = error_of(slot, orientation, expected.may_turn_either_way);
        const double change = number(stage_.max_angular_acceleration) * dt_;
        double most = number(stage_.max_angular_speed);
        if (dt_ > 0) most = std::min(most, pi / dt_);
        const double unit = std::max(change * dt_, 0x1p-60);
        const double speed = std::min(stopping_rate(std::abs(error) / unit) * change, most);
        const double before = std::clamp(as_read(start_.get<Stream::angular_velocity>(slot)), -most, most);
        expected.rate = std::clamp(std::copysign(speed, error), before - change, before + change);
        expected.orientation = orientation + expected.rate * dt_;
        return expected;
    }

  private:
    static double wrapped(double angle) { return std::abs(angle) > 0x1p29 ? 0 : std::remainder(angle, turn); }

    [[nodiscard]] double error_of(std::size_t slot, double orientation, bool& near) const {
        static const Locomotion none{};
        static const Ticks ticks{};
        const OracleAgent agent{start_, slot, none, 0, ticks};
        double goal;
        if (stage_.toward == Toward::angle) {
            goal = wrapped(stage_.target_orientation ? number(*stage_.target_orientation)
                                                     : agent.read<Stream::target_orientation>());
        } else if (stage_.toward == Toward::velocity) {
            const OracleVector v = agent.velocity();
            const double speed = std::hypot(v.x, v.y);
            const double least = number(stage_.min_speed);
            near = std::abs(speed - least) <= branch_margin * least;
            if (speed <= least) return 0;
            goal = std::atan2(v.y, v.x);
        } else {
            const Quarry quarry = stage_.toward == Toward::agent ? Quarry::agent : Quarry::point;
            const OracleVector p = agent.position();
            std::optional<OracleVector> seen;
            if (quarry == Quarry::point)
                seen = agent.position_of(stage_.target);
            else if (const auto other = oracle_quarry(agent, quarry, stage_.target))
                seen = other->position;
            if (!seen || (seen->x == p.x && seen->y == p.y)) return 0;
            goal = std::atan2(seen->y - p.y, seen->x - p.x);
        }
        const double error = std::remainder(goal - orientation, turn);
        near = near || std::abs(error) >= pi - branch_margin * pi;
        return error;
    }

    const Orient& stage_;
    const Population& start_;
    double dt_;
};

class OrientOracle : public ::testing::TestWithParam<const ProgramCase*> {};

TEST_P(OrientOracle, StateStaysWithinTheBound) {
    const ProgramCase& test = *GetParam();
    const auto& stage = std::get<Orient>(test.program.stages()[0]);
    const double dt = number(test.dt);
    Tally orientation, rate;
    Population before = test.population(4000, 91, Values::ordinary);
    for (int tick = 0; tick < 20; ++tick) {
        Population after = before;
        ASSERT_TRUE(
            faultless(run(test.program, after.view(), {.dt = test.dt}, {.threading = Threading::serial})));
        const TurnOracle oracle(stage, before, dt);
        for (std::size_t slot = 0; slot < before.size(); ++slot) {
            const Expected expected = oracle(slot);
            if (expected.may_turn_either_way) {
                ++orientation.compared;
                ++orientation.close_calls;
                continue;
            }
            orientation.add_component(expected.orientation, after.get<Stream::orientation>(slot), turn, 1,
                                      "orientation", slot);
            rate.add_component(expected.rate, after.get<Stream::angular_velocity>(slot), 0,
                               std::max(dt > 0 ? 1 / dt : 0, std::abs(expected.rate)), "angular_velocity",
                               slot);
        }
        before = after;
    }
    expect_within(orientation, orientation_bound, "orientation_error", 0.01);
    expect_within(rate, rate_bound, "angular_velocity_error");
}

INSTANTIATE_TEST_SUITE_P(Programs, OrientOracle, each_case_with<Orient>(), case_name);

/// Limits and a tick that are drawn.
struct Turning {
    Orient stage;
    float dt;

    explicit Turning(verify::Dice& dice) {
        const auto spread = [&](float low, float high) {
            return low * std::pow(high / low, dice.between(0, 1));
        };
        stage = {.toward = Toward::angle,
                 .max_angular_speed = spread(0.2f, 100),
                 .max_angular_acceleration = spread(0.5f, 1000)};
        dt = spread(1.0f / 240, 0.1f);
    }
    [[nodiscard]] double speed() const { return number(stage.max_angular_speed); }
    [[nodiscard]] double acceleration() const { return number(stage.max_angular_acceleration); }
    /// The least time of a turn from rest to rest.
    [[nodiscard]] double seconds(double angle) const {
        const double ramps = speed() * speed() / acceleration();
        return angle <= ramps ? 2 * std::sqrt(angle / acceleration())
                              : angle / speed() + speed() / acceleration();
    }
};

/// The angle from the orientation to the goal.
double error_of(const Population& agents, std::size_t slot) {
    return std::remainder(
        number(agents.get<Stream::target_orientation>(slot)) - number(agents.get<Stream::orientation>(slot)),
        turn);
}

/// All agents come to rest on their goals, at every tick from 1/240 to 1/10 s, and stay there; those that
/// start at rest as fast as the limits allow, without passing their goals.
TEST(Orient, ComesToRestOnTheGoal) {
    constexpr std::size_t count = 64;
    verify::Dice dice(1);
    int latest = 0;
    double farthest = 0;
    for (int set = 0; set < 600; ++set) {
        const Turning turning(dice);
        const Program program = build({turning.stage});
        Population agents = blank(program, count);
        std::vector<double> start(count);
        std::vector<bool> spins(count);
        double longest = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto whole = static_cast<float>(pi);
            agents.set<Stream::orientation>(i, dice.between(-whole, whole));
            agents.set<Stream::target_orientation>(i, dice.between(-whole, whole));
            spins[i] = i % 4 == 0;
            if (spins[i])
                agents.set<Stream::angular_velocity>(i,
                                                     turning.stage.max_angular_speed * dice.between(-2, 2));
            start[i] = error_of(agents, i);
            longest = std::max(longest, turning.seconds(std::abs(start[i])));
        }
        // An agent that spins stops first, at most some turns away.
        const double spin = turning.speed() / turning.acceleration();
        const auto ticks =
            static_cast<int>((longest + 2 * spin + turning.seconds(pi)) / number(turning.dt)) + 60;
        std::vector<int> arrived(count, -1);
        for (int tick = 0; tick < ticks; ++tick) {
            const Population before = agents;
            ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = turning.dt})));
            for (std::size_t i = 0; i < count; ++i) {
                const double error = error_of(agents, i);
                const double rate = number(agents.get<Stream::angular_velocity>(i));
                const bool rests =
                    rate == 0 && agents.get<Stream::orientation>(i) == before.get<Stream::orientation>(i);
                if (!rests) arrived[i] = -1;
                if (rests && arrived[i] < 0) arrived[i] = tick;
                ASSERT_LE(std::abs(rate), turning.speed());
                if (spins[i] || std::abs(start[i]) > 3.1) continue;
                ASSERT_LE(std::abs(rate - number(before.get<Stream::angular_velocity>(i))),
                          turning.acceleration() * number(turning.dt) + 0x1p-23 * turning.speed());
                farthest = std::max(farthest, -error * (start[i] < 0 ? -1 : 1));
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_GE(arrived[i], 0) << "dt " << turning.dt << ", speed " << turning.speed()
                                     << ", acceleration " << turning.acceleration() << ", error "
                                     << error_of(agents, i);
            ASSERT_LE(std::abs(error_of(agents, i)), 0x1p-21) << "a rounding at half a turn";
            if (!spins[i])
                latest = std::max(latest, arrived[i] - static_cast<int>(turning.seconds(std::abs(start[i])) /
                                                                        number(turning.dt)));
        }
    }
    RecordProperty("passed_by_rad", std::to_string(farthest));
    RecordProperty("ticks_later", latest);
    EXPECT_LE(farthest, 0x1p-12);
    EXPECT_LE(latest, 2);
}

/// A turn takes the same time at every tick.
TEST(Orient, NoTickChangesTheTurn) {
    const Program program = build({Orient{.toward = Toward::angle, .target_orientation = 3.0f}});
    for (const float rate : {30.0f, 60.0f, 120.0f, 240.0f}) {
        Population one = blank(program, 1);
        double seconds = 0;
        while (one.get<Stream::orientation>(0) != 3.0f && seconds < 5) {
            ASSERT_TRUE(faultless(run(program, one.view(), {.dt = 1 / rate})));
            seconds += 1 / number(rate);
        }
        EXPECT_NEAR(seconds, 3.0 / 6 + 6.0 / 30, 2.1 / number(rate)) << rate;
    }
}

TEST(Orient, AgentsLookWhereTheyGoAndAheadAtRest) {
    const Program program = build({Orient{}});
    Population agents = blank(program, 3);
    agents.set<Stream::velocity_y>(0, 2);
    agents.set<Stream::velocity_x>(1, -0.01f);  // below min_speed
    agents.set<Stream::orientation>(1, 1);
    agents.set<Stream::orientation>(2, -1);
    agents.set<Stream::angular_velocity>(2, 3);  // turns, and comes to rest
    ASSERT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 60, .count = 600})));
    EXPECT_FLOAT_EQ(agents.get<Stream::orientation>(0), static_cast<float>(pi / 2));
    EXPECT_EQ(agents.get<Stream::orientation>(1), 1);
    EXPECT_NEAR(agents.get<Stream::orientation>(2), -1 + 3.0 * 3.0 / 30 / 2, 3.0 / 60);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(agents.get<Stream::angular_velocity>(i), 0);
    EXPECT_EQ(agents.get<Stream::position_y>(0), 0) << "the motion stays";
    EXPECT_EQ(agents.get<Stream::velocity_y>(0), 2);
}

/// An agent walks past a point, and faces it all the way: forwards, sideways and backwards.
TEST(Orient, FacesAPointWhileItWalksPast) {
    const Program walk =
        build({Seek{.target = {100, 0}}, Locomotion{.max_force = 100.0f, .max_speed = 2.0f, .mass = 1.0f}});
    const Program face = build({Orient{.toward = Toward::target, .target = {10, 3}}});
    Population alone = blank(walk, 1);
    std::vector<Stream> streams = verify::streams_and_outputs_of(walk);
    streams.insert(streams.end(), {Stream::orientation, Stream::angular_velocity});
    Population one(1, streams);
    for (const Stream stream : streams) one.set_number(stream, 0, 0);
    double worst = 0;
    for (std::uint64_t tick = 0; tick < 600; ++tick) {
        const Ticks ticks{.dt = 1.0f / 60, .first_tick = tick};
        ASSERT_TRUE(faultless(run(walk, alone.view(), ticks)));
        ASSERT_TRUE(faultless(run(walk, one.view(), ticks)));
        ASSERT_TRUE(faultless(run(face, one.view(), ticks)));
        const double way = std::atan2(3 - number(one.get<Stream::position_y>(0)),
                                      10 - number(one.get<Stream::position_x>(0)));
        if (tick > 60) worst = std::max(worst, std::abs(way - number(one.get<Stream::orientation>(0))));
    }
    EXPECT_LT(worst, 0.03);
    EXPECT_GT(one.get<Stream::orientation>(0), 2.7f) << "it walks backwards";
    EXPECT_EQ(one.get<Stream::position_x>(0), alone.get<Stream::position_x>(0));
    EXPECT_EQ(one.get<Stream::velocity_x>(0), alone.get<Stream::velocity_x>(0));
}

TEST(Orient, AgentsFaceEachOther) {
    const Program program = build({Orient{.toward = Toward::agent}});
    Population agents = blank(program, 4);
    agents.set<Stream::position_x>(1, 5);
    agents.set<Stream::target_agent>(0, 1);
    agents.set<Stream::target_agent>(1, 0);
    agents.set<Stream::orientation>(2, 2);
    agents.set<Stream::target_agent>(3, 4);
    const Result result = run(program, agents.view(), {.dt = 1.0f / 60, .count = 120});
    EXPECT_EQ(result.faults, 120u) << "a slot that is none's";
    EXPECT_EQ(agents.get<Stream::orientation>(0), 0);
    EXPECT_EQ(agents.get<Stream::orientation>(1), -static_cast<float>(pi));
    EXPECT_EQ(agents.get<Stream::orientation>(2), 2) << "slot -1";
}

TEST(Orient, AnAngleIsAValueOrAStreamOfAnyTurns) {
    const Program by_value = build({Orient{.toward = Toward::angle, .target_orientation = -2.5f}});
    Population one = blank(by_value, 1);
    ASSERT_TRUE(faultless(run(by_value, one.view(), {.dt = 1.0f / 30, .count = 60})));
    EXPECT_EQ(one.get<Stream::orientation>(0), -2.5f);

    const Program by_stream = build({Orient{.toward = Toward::angle}});
    Population two = blank(by_stream, 2);
    two.set<Stream::target_orientation>(0, 20);
    two.set<Stream::orientation>(1, -100);
    ASSERT_TRUE(faultless(run(by_stream, two.view(), {.dt = 1.0f / 30, .count = 60})));
    EXPECT_NEAR(two.get<Stream::orientation>(0), 20 - 6 * pi, 1e-6);
    EXPECT_EQ(two.get<Stream::orientation>(1), 0);
}

TEST(Orient, Refusals) {
    const auto refusal = [](std::vector<Stage> stages) { return message(Program::build(stages).status()); };
    EXPECT_EQ(refusal({Orient{}, Locomotion{}}),
              "stage 0 (orient): waypoint_advance, approach, resolve_overlaps and orient must be alone in a "
              "program");
    EXPECT_EQ(refusal({Orient{.toward = Toward::agent, .target = {1, 2}}}),
              "stage 0 (orient): a target that is an agent is no point");
    EXPECT_EQ(refusal({Orient{.max_angular_acceleration = 0}}),
              "stage 0 (orient): max_angular_acceleration is 0, must be in [8.6736174e-19, 1e+18]");
    EXPECT_EQ(refusal({Orient{.toward = Toward::angle, .target_orientation = 4.0f}}),
              "stage 0 (orient): target_orientation is 4, must be in [-3.1415927, 3.1415927]");
}

}  // namespace
}  // namespace wend::test
