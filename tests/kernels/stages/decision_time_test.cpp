// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The times at which retarget wander, and approach with a repick interval, decide: the k-th decision falls
// within a tick of k intervals after ten million ticks, and in ticks of varying length.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"

namespace wend::test {
namespace {

constexpr std::uint32_t ten_million = 10'000'000;
constexpr float frame = 1.0f / 240;

enum class Decider : std::uint8_t { retarget_wander, approach };

Program decider(Decider which, float interval) {
    if (which == Decider::approach)
        return build({Approach{.repick_interval = interval, .speed = 0.0f}});  // never on its walk-to point
    return build({RetargetWander{.interval = interval, .area = {0, 0, 1, 1}},
                  Locomotion{.max_force = 1.0f, .max_speed = 1.0f, .mass = 1.0f}});
}

/// One agent that has decided nothing yet, and its own time.
class LoneAgent {
  public:
    LoneAgent(Isa isa, Decider which, float interval)
        : isa_(isa), program_(decider(which, interval)), agent_(blank(program_, 1)) {
        agent_.set<Stream::target_x>(0, 1e6f);
    }

    void advance(float dt, std::uint32_t ticks) {
        const Ticks span{.dt = dt, .count = ticks, .first_tick = ticks_, .seed = 3};
        ASSERT_TRUE(faultless(run(program_, agent_.view(), span, serial_on(isa_))));
        ticks_ += ticks;
        seconds_ += static_cast<double>(dt) * ticks;
        last_start_ = seconds_ - static_cast<double>(dt);
    }

    [[nodiscard]] std::uint32_t decisions() const { return agent_.get<Stream::decision>(0); }
    [[nodiscard]] double seconds_left() const { return agent_.get<Stream::seconds_left>(0); }
    [[nodiscard]] double seconds() const { return seconds_; }
    [[nodiscard]] double last_start() const { return last_start_; }  ///< when the last tick began

  private:
    Isa isa_;
    Program program_;
    Population agent_;
    std::uint64_t ticks_ = 0;
    double seconds_ = 0;
    double last_start_ = 0;
};

class DecisionTime : public ::testing::TestWithParam<std::tuple<Isa, Decider>> {
  protected:
    static LoneAgent started(float interval) {
        return {std::get<Isa>(GetParam()), std::get<Decider>(GetParam()), interval};
    }

    /// The decisions so far, number 0 at the start, are those whose time had come when the last tick began,
    /// within `tick`.
    static void expect_on_time(const LoneAgent& agent, double interval, double tick) {
        ASSERT_GT(agent.decisions(), 0u);
        ASSERT_LE((agent.decisions() - 1) * interval, agent.last_start() + 0.02 * tick) << agent.seconds();
        ASSERT_GT(agent.decisions() * interval, agent.last_start() - 1.02 * tick) << agent.seconds();
    }
};

TEST_P(DecisionTime, LongIntervalsNeitherStallNorDrift) {
    for (const float interval : {86'400.0f, 200'000.0f}) {
        LoneAgent agent = started(interval);
        ASSERT_NO_FATAL_FAILURE(agent.advance(frame, ten_million));
        EXPECT_EQ(agent.decisions(), 1u);
        const double left = static_cast<double>(interval) - agent.seconds();
        EXPECT_NEAR(agent.seconds_left(), left, 0.02 * static_cast<double>(frame)) << interval;
    }
}

TEST_P(DecisionTime, ManyIntervalsDoNotDrift) {
    constexpr float interval = 0.1f;
    constexpr std::uint32_t ticks = 10'000;
    LoneAgent agent = started(interval);
    for (std::uint32_t i = 0; i < ten_million / ticks; ++i) {
        ASSERT_NO_FATAL_FAILURE(agent.advance(frame, ticks));
        ASSERT_NO_FATAL_FAILURE(
            expect_on_time(agent, static_cast<double>(interval), static_cast<double>(frame)));
    }
}

TEST_P(DecisionTime, TicksMayVary) {
    constexpr float interval = 0.7f;
    constexpr std::array dts{1.0f / 240, 1.0f / 60, 1.0f / 37, 1.0f / 144, 0.0f, 0x1p-30f};
    constexpr std::uint32_t ticks = 1'009;
    LoneAgent agent = started(interval);
    for (std::size_t i = 0; i < ten_million / ticks; ++i) {
        const float dt = dts[i % dts.size()];
        ASSERT_NO_FATAL_FAILURE(agent.advance(dt, ticks));
        ASSERT_NO_FATAL_FAILURE(expect_on_time(agent, static_cast<double>(interval), 1.0 / 37));
    }
}

/// Ticks longer than an interval decide once each, and leave no backlog for the shorter ones that follow.
TEST_P(DecisionTime, LongTicksLeaveNoBacklog) {
    LoneAgent agent = started(1);
    for (int i = 0; i < 5; ++i) ASSERT_NO_FATAL_FAILURE(agent.advance(10, 1));
    EXPECT_EQ(agent.decisions(), 5u);
    EXPECT_EQ(agent.seconds_left(), -10.0);
    ASSERT_NO_FATAL_FAILURE(agent.advance(0.25f, 5));  // at once, in the next tick, and an interval later
    EXPECT_EQ(agent.decisions(), 8u);
}

INSTANTIATE_TEST_SUITE_P(All, DecisionTime,
                         ::testing::Combine(::testing::Values(Isa::reference, supported_isas().back()),
                                            ::testing::Values(Decider::retarget_wander, Decider::approach)),
                         [](const auto& test) {
                             const bool approaches = std::get<Decider>(test.param) == Decider::approach;
                             return std::string(name(std::get<Isa>(test.param))) +
                                    (approaches ? "_approach" : "_retarget_wander");
                         });

/// On its walk-to point an agent picks at once, and an interval later again.
TEST(ApproachTime, AnArrivalBeginsTheIntervalAnew) {
    for (const Isa isa : supported_isas()) {
        const Program program = build({Approach{.repick_interval = 8.0f, .speed = 1.0f}});
        Population agent = blank(program, 1);
        agent.set<Stream::target_x>(0, 1e6f);
        agent.set<Stream::seconds_left>(0, 3.0);  // not due: on its walk-to point
        ASSERT_TRUE(faultless(run(program, agent.view(), {.dt = 0.5f, .first_tick = 0}, serial_on(isa))));
        EXPECT_EQ(agent.get<Stream::decision>(0), 1u);
        EXPECT_EQ(agent.get<Stream::seconds_left>(0), 7.5);
        agent.set<Stream::seconds_left>(0, -0.25);  // due, a quarter of a second late
        ASSERT_TRUE(faultless(run(program, agent.view(), {.dt = 0.5f, .first_tick = 1}, serial_on(isa))));
        EXPECT_EQ(agent.get<Stream::decision>(0), 2u);
        EXPECT_EQ(agent.get<Stream::seconds_left>(0), 7.25);
    }
}

/// The limit of doubles is 1e18 itself, not the float next to it, which is below.
TEST(SecondsLeft, BeyondTheLimitAreFaults) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double beyond = std::nextafter(1e18, infinity);
    for (const Isa isa : supported_isas())
        for (const Decider which : {Decider::retarget_wander, Decider::approach}) {
            const Program program = decider(which, 1);
            for (const double bad : {beyond, -beyond, 1e300, infinity, -infinity,
                                     std::numeric_limits<double>::quiet_NaN(), std::nan("")}) {
                Population agents = blank(program, 70);
                agents.set<Stream::seconds_left>(67, bad);
                const Result result =
                    run(program, agents.view(), {.dt = 0.5f, .count = 3, .first_tick = 0}, serial_on(isa));
                EXPECT_EQ(result.faults, 3u) << name(isa) << ", " << bad;
                EXPECT_EQ(result.first_fault, 67u) << name(isa) << ", " << bad;
            }
            for (const double legal : {1e18, -1e18, 0x1p-1074, -0x1p-1074, 1e-300, -0.0}) {
                Population agents = blank(program, 70);
                agents.set<Stream::seconds_left>(67, legal);
                const Ticks ticks{.dt = 0.5f, .count = 3, .first_tick = 0};
                EXPECT_TRUE(faultless(run(program, agents.view(), ticks, serial_on(isa))))
                    << name(isa) << ", " << legal;
            }
        }
}

}  // namespace
}  // namespace wend::test
