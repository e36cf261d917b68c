// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "wend/wend.hpp"

namespace {

using wend::Approach;
using wend::ApproachPlan;
using wend::Point;

constexpr std::uint64_t seed = 2026;

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }
bool same(Point a, Point b) { return a.x == b.x && a.y == b.y; }
bool same(const std::vector<Point>& a, const std::vector<Point>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](Point p, Point q) { return same(p, q); });
}

/// The formulas of wend/approach.hpp for a step from `from`, in double.
struct Rule {
    double step, fov;
    bool to_target;
};
Rule rule(const Approach& a, Point from, Point target) {
    const double d = distance(from, target);
    const double step = std::clamp(static_cast<double>(a.step_fraction) * d, static_cast<double>(a.min_step),
                                   static_cast<double>(a.max_step));
    const double aggro = static_cast<double>(a.aggro_radius);
    return {step, static_cast<double>(a.max_fov) * std::min(d, aggro) / aggro / 2, step > d};
}

/// The angle from the direction of the target to the step, left positive.
double angle_of(Point from, Point to, Point target) {
    const double ax = target.x - from.x, ay = target.y - from.y, bx = to.x - from.x, by = to.y - from.y;
    return std::atan2(ax * by - ay * bx, ax * bx + ay * by);
}

struct Case {
    Point start, target;
    std::uint32_t id;
};

std::vector<Case> random_cases(std::uint32_t count) {
    std::mt19937 random(77);
    std::uniform_real_distribution<double> place(-80, 80);
    std::vector<Case> cases;
    for (std::uint32_t id = 0; id < count; ++id)
        cases.push_back({{place(random), place(random)}, {place(random), place(random)}, id});
    return cases;
}

TEST(ApproachPlan, TheWorkedExampleObeysTheRule) {
    // The points of the example are rounded to hundredths: they are checked against the rule, not the draws.
    const std::vector<Point> chain{{10, 10}, {3.73, 6.71}, {2.11, 3.23}, {0.96, 1.68}, {0.50, 0.79}, {0, 0}};
    const Point target{0, 0};
    const Approach approach;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
        const Rule expected = rule(approach, chain[i], target);
        if (expected.to_target) {
            EXPECT_EQ(i + 2, chain.size());
            continue;
        }
        EXPECT_NEAR(distance(chain[i], chain[i + 1]), expected.step, 0.015) << i;
        EXPECT_LE(std::fabs(angle_of(chain[i], chain[i + 1], target)), expected.fov + 0.015) << i;
    }
    // A computed chain from the same start obeys the rule up to rounding.
    const auto ours = wend::plan_approach(approach, chain.front(), target, seed, 1);
    ASSERT_TRUE(ours.ok());
    ASSERT_TRUE(ours->complete);
    for (std::size_t i = 0; i + 2 < ours->points.size(); ++i)
        EXPECT_NEAR(distance(ours->points[i], ours->points[i + 1]),
                    rule(approach, ours->points[i], target).step, 1e-5);
}

void expect_every_chain_ends(const Approach& approach) {
    const double jitter = static_cast<double>(approach.step_jitter);
    for (const Case& c : random_cases(10'000)) {
        const auto plan = wend::plan_approach(approach, c.start, c.target, seed, c.id);
        ASSERT_TRUE(plan.ok());
        ASSERT_TRUE(plan->complete);
        const std::vector<Point>& points = plan->points;
        const Point target{static_cast<double>(static_cast<float>(c.target.x)),
                           static_cast<double>(static_cast<float>(c.target.y))};
        ASSERT_TRUE(same(points.back(), target));
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            ASSERT_LT(distance(points[i + 1], target), distance(points[i], target))
                << "id " << c.id << ", step " << i;
            if (same(points[i + 1], target)) continue;
            const Rule expected = rule(approach, points[i], target);
            const double least =
                std::max(expected.step * (1 - jitter), static_cast<double>(approach.min_step));
            const double most =
                std::min(expected.step * (1 + jitter), static_cast<double>(approach.max_step));
            const double step = distance(points[i], points[i + 1]);
            ASSERT_GE(step, least - 2e-5) << "id " << c.id << ", step " << i;
            ASSERT_LE(step, most + 2e-5) << "id " << c.id << ", step " << i;
            // The rounding of the points turns a step of 1 by up to 1e-5.
            ASSERT_LE(std::fabs(angle_of(points[i], points[i + 1], target)), expected.fov + 2e-5);
        }
    }
}

TEST(ApproachPlan, EveryChainEndsNearerAtEveryStepWithinTheCone) { expect_every_chain_ends({}); }
TEST(ApproachPlan, EveryChainEndsWithTheWidestCone) {
    expect_every_chain_ends({.step_fraction = 1, .max_fov = 0x1.0c1522p+1f});
}
TEST(ApproachPlan, EveryChainEndsWithJitter) { expect_every_chain_ends({.step_jitter = 0.5f}); }

struct Angles {
    std::vector<double> part;  ///< |angle| / fov
    std::size_t left = 0;
};

/// Angles of first steps, whose draws are independent of each other.
Angles first_angles(std::uint32_t count) {
    Angles angles;
    const Approach approach;
    for (const Case& c : random_cases(count)) {
        const auto plan = wend::plan_approach(approach, c.start, c.target, seed, c.id);
        const Point target{static_cast<double>(static_cast<float>(c.target.x)),
                           static_cast<double>(static_cast<float>(c.target.y))};
        if (plan->points.size() < 3 || distance(plan->points[0], target) < 20) continue;
        const double angle = angle_of(plan->points[0], plan->points[1], target);
        angles.left += angle > 0;
        angles.part.push_back(std::fabs(angle) / rule(approach, plan->points[0], target).fov);
    }
    return angles;
}

TEST(ApproachPlan, LeftAndRightBalance) {
    const Angles angles = first_angles(20'000);
    const double n = static_cast<double>(angles.part.size());
    ASSERT_GT(n, 10'000);
    // Binomial: 4 standard deviations are exceeded with probability 6e-5.
    EXPECT_LT(std::fabs(static_cast<double>(angles.left) - n / 2), 4 * std::sqrt(n) / 2);
}

TEST(ApproachPlan, AnglesAreUniformInTheirCone) {
    std::vector<double> part = first_angles(20'000).part;
    std::sort(part.begin(), part.end());
    const double n = static_cast<double>(part.size());
    ASSERT_GT(n, 10'000);
    double greatest = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
        greatest = std::max(greatest, std::fabs(part[i] - static_cast<double>(i) / n));
        greatest = std::max(greatest, std::fabs(part[i] - static_cast<double>(i + 1) / n));
    }
    // Kolmogorov and Smirnov: 1.95 / sqrt(n) is exceeded with probability 1e-3.
    EXPECT_LT(greatest, 1.95 / std::sqrt(n));
}

/// The walk-to points that one agent visits, tick by tick.
std::vector<std::vector<Point>> walked(const Approach& approach, const std::vector<Case>& cases, int ticks,
                                       float dt) {
    const auto program = wend::Program::build({approach});
    const std::size_t n = cases.size();
    std::vector<float> x(n), y(n), walk_x(n), walk_y(n), target_x(n), target_y(n);
    std::vector<std::uint32_t> id(n), decision(n), arrived(n);
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = walk_x[i] = static_cast<float>(cases[i].start.x);
        y[i] = walk_y[i] = static_cast<float>(cases[i].start.y);
        target_x[i] = static_cast<float>(cases[i].target.x);
        target_y[i] = static_cast<float>(cases[i].target.y);
        id[i] = cases[i].id;
    }
    wend::AgentView agents;
    agents.bind<wend::Stream::position_x>(x).bind<wend::Stream::position_y>(y);
    agents.bind<wend::Stream::walk_x>(walk_x).bind<wend::Stream::walk_y>(walk_y);
    agents.bind<wend::Stream::target_x>(target_x).bind<wend::Stream::target_y>(target_y);
    agents.bind<wend::Stream::id>(id).bind<wend::Stream::decision>(decision).bind<wend::Stream::arrived>(
        arrived);

    std::vector<std::vector<Point>> chains(n);
    for (std::size_t i = 0; i < n; ++i)
        chains[i].push_back({static_cast<double>(x[i]), static_cast<double>(y[i])});
    std::vector<std::uint32_t> decided(n);
    for (int tick = 0; tick < ticks; ++tick) {
        const wend::Result result = wend::run(
            *program, agents, {.dt = dt, .first_tick = static_cast<std::uint64_t>(tick), .seed = seed});
        EXPECT_TRUE(result.status.ok()) << wend::message(result.status);
        EXPECT_EQ(result.faults, 0u);
        for (std::size_t i = 0; i < n; ++i) {
            if (decision[i] == decided[i]) continue;
            decided[i] = decision[i];
            chains[i].push_back({static_cast<double>(walk_x[i]), static_cast<double>(walk_y[i])});
        }
    }
    EXPECT_EQ(std::count(arrived.begin(), arrived.end(), 1u), static_cast<std::ptrdiff_t>(n))
        << "every walk has to end within these ticks";
    return chains;
}

TEST(ApproachPlan, IsTheWalkAtAnyFrameRate) {
    const std::vector<Case> cases = random_cases(500);
    for (const Approach& approach :
         {Approach{.speed = 5.0f},
          Approach{.step_fraction = 0.3f, .min_step = 0.25f, .step_jitter = 0.4f, .speed = 5.0f}})
        for (const float dt : {0.1f, 2.0f}) {
            const auto chains = walked(approach, cases, dt < 1 ? 1500 : 250, dt);
            for (std::size_t i = 0; i < cases.size(); ++i) {
                const auto plan =
                    wend::plan_approach(approach, cases[i].start, cases[i].target, seed, cases[i].id);
                ASSERT_TRUE(plan->complete);
                ASSERT_TRUE(same(plan->points, chains[i])) << "agent " << i << ", dt " << dt;
            }
        }
}

TEST(ApproachPlan, ContinuesFromADecisionNumber) {
    const auto whole = wend::plan_approach({}, {70, 40}, {0, 0}, seed, 5);
    ASSERT_GT(whole->points.size(), 5u);
    const auto rest = wend::plan_approach({}, whole->points[3], {0, 0}, seed, 5, 3);
    EXPECT_TRUE(same(rest->points, {whole->points.begin() + 3, whole->points.end()}));
    EXPECT_FALSE(same(wend::plan_approach({}, {70, 40}, {0, 0}, seed, 6)->points, whole->points));
    EXPECT_FALSE(same(wend::plan_approach({}, {70, 40}, {0, 0}, seed + 1, 5)->points, whole->points));
}

TEST(ApproachPlan, ReportsWhenTheMaximumIsReached) {
    const auto whole = wend::plan_approach({}, {70, 40}, {0, 0}, seed, 5);
    const auto size = static_cast<std::uint32_t>(whole->points.size());
    const auto exact = wend::plan_approach({}, {70, 40}, {0, 0}, seed, 5, 0, size);
    EXPECT_TRUE(exact->complete);
    EXPECT_TRUE(same(exact->points, whole->points));
    const auto cut = wend::plan_approach({}, {70, 40}, {0, 0}, seed, 5, 0, size - 1);
    EXPECT_FALSE(cut->complete);
    EXPECT_TRUE(same(cut->points, {whole->points.begin(), whole->points.end() - 1}));
    EXPECT_EQ(wend::plan_approach({}, {70, 40}, {0, 0}, seed, 5, 0, 1)->points.size(), 1u);
}

TEST(ApproachPlan, ConvertsAndFlushesAsTheWalkDoes) {
    const auto plan = wend::plan_approach({}, {0.1, 1e-30}, {-1e-30, -0.0}, seed, 0);
    EXPECT_TRUE(plan->complete);
    EXPECT_EQ(plan->points.front().x, static_cast<double>(0.1f));
    EXPECT_EQ(plan->points.front().y, 0);
    EXPECT_EQ(plan->points.back().x, 0);
    EXPECT_FALSE(std::signbit(plan->points.back().y));
    const auto there = wend::plan_approach({}, {3, 4}, {3, 4}, seed, 0);
    EXPECT_TRUE(there->complete);
    EXPECT_EQ(there->points.size(), 1u);
    // Steps below the resolution of the position lead straight to the target, not to an endless chain.
    const auto far = wend::plan_approach({.step_fraction = 0x1p-20f, .min_step = 1e-3f, .max_step = 1e-3f},
                                         {1e9, 1e9}, {-1e9, 0}, seed, 0);
    EXPECT_TRUE(far->complete);
    EXPECT_EQ(far->points.size(), 2u);
}

TEST(ApproachPlan, IsTheSameInEveryRoundingMode) {
    const auto plan = wend::plan_approach({}, {70.1, 40.7}, {0.3, 0.9}, seed, 5);
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        ASSERT_EQ(std::fesetround(mode), 0);
        const auto other = wend::plan_approach({}, {70.1, 40.7}, {0.3, 0.9}, seed, 5);
        const int left = std::fegetround();
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(left, mode);
        EXPECT_TRUE(same(plan->points, other->points));
    }
}

TEST(ApproachPlan, ItsSplineEndsAtTheTargetAndPassesThroughEveryPoint) {
    for (const Case& c : random_cases(200)) {
        const auto plan = wend::plan_approach({}, c.start, c.target, seed, c.id);
        const auto line = wend::flatten(wend::CatmullRom{plan->points}, 0.01);
        ASSERT_TRUE(line.ok());
        EXPECT_TRUE(same(line->back(), plan->points.back()));
        auto from = line->begin();
        for (const Point p : plan->points) {
            from = std::find_if(from, line->end(), [&](Point q) { return same(p, q); });
            ASSERT_NE(from, line->end());
        }
        const auto paths = wend::PathSetBuilder{}.add(*line).build();
        ASSERT_TRUE(paths.ok());
        EXPECT_GE(paths->length(0, wend::PathMode::once),
                  distance(plan->points.front(), plan->points.back()) * (1 - 1e-6));
    }
}

TEST(ApproachPlan, RefusesBadInput) {
    const auto expect_refused = [](const wend::Expected<ApproachPlan>& plan, std::string_view subject) {
        ASSERT_FALSE(plan.ok()) << subject;
        EXPECT_EQ(plan.status().code, wend::Code::parameter_out_of_range);
        EXPECT_EQ(plan.status().subject, subject);
    };
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    for (const double value : {nan, infinity, -infinity, 1.1e18}) {
        expect_refused(wend::plan_approach({}, {value, 0}, {0, 0}, seed, 0), "start");
        expect_refused(wend::plan_approach({}, {0, 0}, {0, value}, seed, 0), "target");
    }
    expect_refused(wend::plan_approach({}, {1, 0}, {0, 0}, seed, 0, 0, 0), "max_points");
    expect_refused(wend::plan_approach({.step_fraction = 0}, {1, 0}, {0, 0}, seed, 0), "step_fraction");
    expect_refused(wend::plan_approach({.min_step = 11}, {1, 0}, {0, 0}, seed, 0), "min_step");
    expect_refused(wend::plan_approach({.max_fov = 2.0944f}, {1, 0}, {0, 0}, seed, 0), "max_fov");
}

}  // namespace
