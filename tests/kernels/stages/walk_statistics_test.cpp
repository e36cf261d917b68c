// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The kernels' random walks have the distribution of the formulas, compared with an oracle that has draws of
// its own. A kernel with the same wrong bits on all instruction sets passes conformance and fails here.
// Deliberately wrong walks, of the oracle and of the kernels, prove the power of the comparison.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "support/statistics.hpp"
#include "support/walk_oracle.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agent_count = 1 << 15;
constexpr std::uint64_t kernel_seed = 2026;
constexpr std::uint64_t oracle_seed = 4052;

/// One number of each agent. Agents are independent, so that the numbers are a sample.
struct Sample {
    std::string name;
    std::vector<double> values;
};

PValues compared(const std::vector<Sample>& a, const std::vector<Sample>& b) {
    PValues p;
    for (std::size_t i = 0; i < a.size(); ++i) {
        p.add(a[i].name, p_of_one_distribution(a[i].values, b[i].values));
        p.add(a[i].name + ", mean", p_of_one_mean(a[i].values, b[i].values));
    }
    return p;
}

void expect_same(const std::vector<Sample>& kernel, const std::vector<Sample>& oracle) {
    const PValues p = compared(kernel, oracle);
    EXPECT_GE(p.judged(), false_alarm) << p.worst();
}

void expect_different(const char* what, const std::vector<Sample>& wrong, const std::vector<Sample>& oracle) {
    const PValues p = compared(wrong, oracle);
    EXPECT_LT(p.judged(), false_alarm) << what << ": " << p.worst();
}

/// How a kernel is used, right or wrong.
struct Use {
    bool one_id = false;      ///< all agents draw as the same one
    bool one_number = false;  ///< the number of the draws stays 0
};

AgentBuffer agents_of(const Program& program, const Use& use) {
    AgentBuffer agents(streams_of(program, true));
    agents.spawn(agent_count);
    if (use.one_id) std::ranges::fill(agents.get<Stream::id>(), 0u);
    return agents;
}

std::vector<double> doubles(std::span<const float> values) { return {values.begin(), values.end()}; }

// ---- wander ----

constexpr std::array<std::uint32_t, 4> displacement_ticks{4, 16, 64, 256};
constexpr std::array<std::uint32_t, 4> velocity_lags{1, 4, 16, 64};
constexpr std::uint32_t first_velocity_tick = 64;

std::vector<std::uint32_t> recorded_ticks() {
    std::vector<std::uint32_t> ticks(displacement_ticks.begin(), displacement_ticks.end());
    for (const std::uint32_t lag : velocity_lags) ticks.push_back(first_velocity_tick + lag);
    std::ranges::sort(ticks);
    return ticks;
}

const Moment& moment_at(const std::vector<Moment>& moments, std::uint32_t tick) {
    const std::vector<std::uint32_t> ticks = recorded_ticks();
    return moments[static_cast<std::size_t>(std::ranges::find(ticks, tick) - ticks.begin())];
}

/// Squared displacement and displacement to the left of the initial heading; scalar product of two velocities
/// (autocorrelation) and their cross product (turn).
std::vector<Sample> samples_of(const std::vector<Moment>& moments) {
    std::vector<Sample> samples;
    for (const std::uint32_t tick : displacement_ticks) {
        const Moment& moment = moment_at(moments, tick);
        Sample squared{"squared displacement after " + std::to_string(tick), {}};
        for (std::size_t i = 0; i < agent_count; ++i)
            squared.values.push_back(moment.x[i] * moment.x[i] + moment.y[i] * moment.y[i]);
        samples.push_back(std::move(squared));
        samples.push_back({"displacement to the left after " + std::to_string(tick), moment.y});
    }
    const Moment& then = moment_at(moments, first_velocity_tick);
    for (const std::uint32_t lag : velocity_lags) {
        const Moment& now = moment_at(moments, first_velocity_tick + lag);
        Sample scalar{"autocorrelation of velocity at " + std::to_string(lag), {}};
        Sample turn{"turn of velocity in " + std::to_string(lag), {}};
        for (std::size_t i = 0; i < agent_count; ++i) {
            scalar.values.push_back(then.velocity_x[i] * now.velocity_x[i] +
                                    then.velocity_y[i] * now.velocity_y[i]);
            turn.values.push_back(then.velocity_x[i] * now.velocity_y[i] -
                                  then.velocity_y[i] * now.velocity_x[i]);
        }
        samples.push_back(std::move(scalar));
        samples.push_back(std::move(turn));
    }
    return samples;
}

std::vector<Sample> kernel_samples(const WanderWalk& walk, Isa isa, const Use& use = {}) {
    const Program program = build({walk.wander, walk.locomotion});
    AgentBuffer agents = agents_of(program, use);
    std::vector<Moment> moments;
    std::uint32_t tick = 0;
    for (const std::uint32_t wanted : recorded_ticks()) {
        while (tick < wanted) {
            const std::uint32_t count = use.one_number ? 1 : wanted - tick;
            const Ticks ticks{
                .dt = walk.dt, .count = count, .first_tick = use.one_number ? 0 : tick, .seed = kernel_seed};
            EXPECT_TRUE(run(program, agents.view(), ticks, serial_on(isa)).status.ok());
            tick += count;
        }
        moments.push_back(
            {doubles(agents.get<Stream::position_x>()), doubles(agents.get<Stream::position_y>()),
             doubles(agents.get<Stream::velocity_x>()), doubles(agents.get<Stream::velocity_y>())});
    }
    return samples_of(moments);
}

std::vector<Sample> oracle_samples(const WanderWalk& walk, WanderRule rule = WanderRule::right,
                                   std::uint64_t seed = oracle_seed) {
    return samples_of(oracle_wander(walk, agent_count, recorded_ticks(), seed, rule));
}

WanderWalk wander_walk(WanderFrame frame, std::optional<float> reference_dt = {}) {
    return {{.frame = frame, .reference_dt = reference_dt},
            {.max_force = 12.0f, .max_speed = 3.0f, .mass = 1.5f},
            0.1f};
}

class WanderStatistics : public ::testing::TestWithParam<Isa> {};

TEST_P(WanderStatistics, AreTheOraclesInTheWorldsFrame) {
    const WanderWalk walk = wander_walk(WanderFrame::world);
    expect_same(kernel_samples(walk, GetParam()), oracle_samples(walk));
}

TEST_P(WanderStatistics, AreTheOraclesInTheHeadingsFrameAndScaledByTheTimeStep) {
    const WanderWalk walk = wander_walk(WanderFrame::heading, 0.05f);
    expect_same(kernel_samples(walk, GetParam()), oracle_samples(walk));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, WanderStatistics, each_isa(), isa_name);

TEST(WrongWalks, OfWanderAreRejected) {
    const WanderWalk walk = wander_walk(WanderFrame::world);
    const std::vector<Sample> oracle = oracle_samples(walk);
    const Isa isa = supported_isas().back();

    expect_same(oracle_samples(walk, WanderRule::right, oracle_seed + 1), oracle);
    for (const auto& [rule, what] :
         {std::pair{WanderRule::change_not_centred, "change from [0, 1)"},
          std::pair{WanderRule::one_draw_for_all, "one draw for all"},
          std::pair{WanderRule::angle_after_change, "force by the angle after its change"}})
        expect_different(what, oracle_samples(walk, rule, oracle_seed + 1), oracle);

    expect_different("kernel, one id for all", kernel_samples(walk, isa, {.one_id = true}), oracle);
    expect_different("kernel, the draws of one tick in all ticks",
                     kernel_samples(walk, isa, {.one_number = true}), oracle);
    WanderWalk wider = walk;
    wider.wander.angle_change *= 1.05f;
    expect_different("kernel, changes 5 % too large", kernel_samples(wider, isa), oracle);
    expect_different("kernel, the heading's frame", kernel_samples(wander_walk(WanderFrame::heading), isa),
                     oracle);
}

// ---- approach ----

constexpr std::array<float, 4> radii{30, 10, 3, 0};

/// Ticks of the first passages, and the turns around the target until then, except at the target itself.
std::vector<Sample> samples_of(const Passages& passages) {
    std::vector<Sample> samples;
    for (std::size_t k = 0; k < radii.size(); ++k) {
        const std::string radius = std::to_string(static_cast<int>(radii[k]));
        samples.push_back({"first passage of " + radius, passages.at[k].tick});
        if (radii[k] > 0) samples.push_back({"turn at " + radius, passages.at[k].turn});
    }
    return samples;
}

std::vector<Sample> kernel_samples(const ApproachWalk& walk, Isa isa, const Use& use = {}) {
    const Program program = build({walk.approach});
    AgentBuffer agents = agents_of(program, use);
    std::ranges::fill(agents.get<Stream::position_x>(), walk.distance);
    std::ranges::fill(agents.get<Stream::walk_x>(), walk.distance);
    Passages passages(agent_count, radii);
    constexpr std::uint32_t most_ticks = 2000;
    for (std::uint32_t tick = 1; tick < most_ticks; ++tick) {
        if (use.one_number) std::ranges::fill(agents.get<Stream::decision>(), 0u);
        EXPECT_TRUE(
            run(program, agents.view(), {.dt = walk.dt, .first_tick = 0, .seed = kernel_seed}, serial_on(isa))
                .status.ok());
        if (passages.observe(tick, doubles(agents.get<Stream::position_x>()),
                             doubles(agents.get<Stream::position_y>())))
            return samples_of(passages);
    }
    ADD_FAILURE() << "some agents have not arrived";
    return samples_of(passages);
}

std::vector<Sample> oracle_samples(const ApproachWalk& walk, ApproachRule rule = ApproachRule::right,
                                   std::uint64_t seed = oracle_seed) {
    return samples_of(oracle_approach(walk, agent_count, radii, seed, rule));
}

/// No leg of max_step or min_step takes a whole number of ticks, so that rounding does not decide their
/// number.
ApproachWalk approach_walk() { return {{.speed = 1.7f}, 0.37f, 60}; }

class ApproachStatistics : public ::testing::TestWithParam<Isa> {};

TEST_P(ApproachStatistics, AreTheOracles) {
    const ApproachWalk walk = approach_walk();
    expect_same(kernel_samples(walk, GetParam()), oracle_samples(walk));
}

TEST_P(ApproachStatistics, AreTheOraclesWithJitterAndARepickInterval) {
    ApproachWalk walk = approach_walk();
    walk.approach.step_jitter = 0.4f;
    walk.approach.repick_interval = 2.5f;
    expect_same(kernel_samples(walk, GetParam()), oracle_samples(walk));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, ApproachStatistics, each_isa(), isa_name);

TEST(WrongWalks, OfApproachAreRejected) {
    const ApproachWalk walk = approach_walk();
    const std::vector<Sample> oracle = oracle_samples(walk);
    const Isa isa = supported_isas().back();

    expect_same(oracle_samples(walk, ApproachRule::right, oracle_seed + 1), oracle);
    for (const auto& [rule, what] : {std::pair{ApproachRule::always_left, "always to the left"},
                                     std::pair{ApproachRule::cone_not_halved, "cone not halved"},
                                     std::pair{ApproachRule::one_draw_for_all_legs, "one draw for all legs"}})
        expect_different(what, oracle_samples(walk, rule, oracle_seed + 1), oracle);

    expect_different("kernel, one id for all", kernel_samples(walk, isa, {.one_id = true}), oracle);
    expect_different("kernel, one draw for all decisions", kernel_samples(walk, isa, {.one_number = true}),
                     oracle);
    ApproachWalk wider = walk;
    wider.approach.max_fov *= 1.05f;
    expect_different("kernel, cone 5 % too wide", kernel_samples(wider, isa), oracle);
}

}  // namespace
}  // namespace wend::test
