// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/oracle.hpp"
#include "support/program_cases.hpp"
#include "wend/avoid_obstacles.hpp"

namespace wend::test {
namespace {

// ---- the oracle: every obstacle, in double

/// A touch, and the error bounds of its time and its normal in units of 2^-24.
struct OracleTouch {
    double time;
    double x, y;       ///< the normal
    double depth = 0;  ///< of an overlap, times the ratio of the reach to the remaining distance
    double time_blur, normal_blur;
    double depth_blur = 0;
    bool ambiguous = false;  ///< so near to a miss that either answer is right
    bool at_once = false;    ///< it certainly overlaps: the time is 0

    /// `blur`: of the distance.
    void press_in(double reach, double distance, double blur) {
        const double times = reach / std::max(distance, reach / 64);
        depth = std::max(reach - distance, 0.0) * times;
        depth_blur = blur * times * times;
    }
};

constexpr double margin = 16 * 0x1p-24;

std::optional<OracleTouch> touch_end(double dx, double dy, double vx, double vy, double reach,
                                     double horizon) {
    const double speed2 = vx * vx + vy * vy;
    const double distance2 = dx * dx + dy * dy;
    const double closing = dx * vx + dy * vy;
    const double cross = dx * vy - dy * vx;
    const double most = reach * reach * speed2;
    const double square = most - cross * cross;
    // At the threshold |cross| is the reach times the speed: the error of its square is that times its own.
    const double distance = std::sqrt(distance2);
    const double roundings = most + reach * distance * speed2;
    if (square <= -margin * roundings || closing <= -margin * distance * std::sqrt(speed2))
        return std::nullopt;
    OracleTouch touch{};
    touch.ambiguous = square <= margin * roundings || closing <= margin * distance * std::sqrt(speed2);
    const double root = std::sqrt(std::max(square, 0.0));
    touch.time = std::max((distance2 - reach * reach) / (root + closing), 0.0);
    if (touch.time > horizon * (1 + margin)) return std::nullopt;
    touch.at_once = distance2 < reach * reach * (1 - margin);
    if (!touch.at_once)
        touch.time_blur =
            (distance2 + reach * reach + touch.time * (roundings / root + closing)) / (root + closing);
    const double x = dx - vx * touch.time;
    const double y = dy - vy * touch.time;
    const double length = std::hypot(x, y);
    touch.x = x / length;
    touch.y = y / length;
    touch.press_in(reach, distance, 4 * distance + reach);
    touch.normal_blur = (distance + std::sqrt(speed2) * (touch.time + touch.time_blur)) / length;
    return touch;
}

std::optional<OracleTouch> touch_line(double fx, double fy, double ex, double ey, double vx, double vy,
                                      double reach, double horizon) {
    const double length = std::hypot(ex, ey);
    const double speed = std::hypot(vx, vy);
    const double side = ey * fx - ex * fy;
    const double across = ex * vy - ey * vx;
    if (length == 0) return std::nullopt;
    const double gap = std::abs(side) - reach * length;
    const bool parallel = std::abs(across) <= margin * length * speed;
    const double farthest = std::hypot(fx, fy) + length;
    const bool on_line = std::abs(side) <= margin * farthest * length;
    if (parallel && gap > margin * farthest * length) return std::nullopt;
    if (!parallel && !on_line && (side > 0) == (across > 0)) return std::nullopt;
    OracleTouch touch{};
    touch.ambiguous = parallel || on_line;
    touch.time = std::max(gap / std::max(std::abs(across), 1e-300), 0.0);
    touch.at_once = gap < -margin * (farthest + reach) * length;
    if (touch.time > horizon * (1 + margin)) return std::nullopt;
    const double foot = (vx * touch.time - fx) * ex + (vy * touch.time - fy) * ey;
    const double blur = margin * length * (farthest + speed * touch.time * length * speed / std::abs(across));
    if (foot < -blur || foot > length * length + blur) return std::nullopt;
    if (!touch.at_once)
        touch.time_blur =
            (4 * farthest * length + reach * length + 2 * touch.time * length * speed) / std::abs(across);
    touch.x = (side > 0 ? ey : -ey) / length;
    touch.y = (side > 0 ? -ex : ex) / length;
    touch.press_in(reach, std::abs(side) / length, 4 * farthest + reach);
    touch.normal_blur = 2;
    return touch;
}

/// Whether they give another force.
bool apart(const OracleTouch& a, const OracleTouch& b) { return std::hypot(a.x - b.x, a.y - b.y) > 1e-6; }

/// Of an obstacle's line and ends the one that is touched first.
std::optional<OracleTouch> first_of(const std::array<std::optional<OracleTouch>, 3>& touches) {
    std::optional<OracleTouch> first;
    for (const std::optional<OracleTouch>& touch : touches)
        if (touch && (!first || touch->time < first->time)) first = touch;
    if (!first) return first;
    for (const std::optional<OracleTouch>& touch : touches) {
        if (!touch || (first->at_once && touch->time == 0 && !touch->ambiguous)) continue;
        const bool in_doubt =
            touch->time - first->time <= 2 * 0x1p-24 * (touch->time_blur + first->time_blur);
        first->ambiguous |= in_doubt && (touch->ambiguous || apart(*touch, *first));
    }
    return first;
}

const OracleOf<AvoidObstacles> oracle(
    [](const AvoidObstacles& stage, const OracleAgent& agent) {
        const OracleVector p = agent.position();
        const OracleVector v = agent.velocity();
        const double horizon = static_cast<double>(stage.horizon);
        const double speed = std::hypot(v.x, v.y);
        if (speed < 0x1p-60) return OracleVector{};
        const double soon = horizon / 64;
        const double body = agent.population.has(Stream::body_radius)
                                ? agent.read<Stream::body_radius>()
                                : static_cast<double>(stage.body_radius);
        std::vector<OracleTouch> touches;  // the first of each obstacle
        for (std::size_t i = 0; i < stage.obstacles.size(); ++i) {
            const Obstacle one = stage.obstacles.obstacle(i);
            const double reach = static_cast<double>(one.radius) + body;
            const double fx = static_cast<double>(one.from_x) - p.x;
            const double fy = static_cast<double>(one.from_y) - p.y;
            const double tx = static_cast<double>(one.to_x) - p.x;
            const double ty = static_cast<double>(one.to_y) - p.y;
            const std::optional<OracleTouch> first = first_of(
                {touch_line(fx, fy, tx - fx, ty - fy, v.x, v.y, reach, horizon),
                 touch_end(fx, fy, v.x, v.y, reach, horizon), touch_end(tx, ty, v.x, v.y, reach, horizon)});
            if (first) touches.push_back(*first);
        }
        const auto closing_of = [&](const OracleTouch& touch) { return v.x * touch.x + v.y * touch.y; };
        const OracleTouch* first = nullptr;
        for (const OracleTouch& touch : touches)
            if (first == nullptr ||
                (touch.time <= soon && first->time <= soon ? closing_of(touch) > closing_of(*first)
                                                           : touch.time < first->time))
                first = &touch;
        if (first == nullptr) return OracleVector{};
        const double late = std::max(first->time, soon);
        const double closing = closing_of(*first);
        const double tangent = v.x * first->y - v.y * first->x;
        bool ambiguous = first->ambiguous || first->time >= horizon * (1 - margin) ||
                         std::abs(tangent) <= margin * speed * (1 + first->normal_blur);
        for (const OracleTouch& touch : touches) {
            if (&touch == first) continue;
            const double blur = 2 * 0x1p-24 * (touch.time_blur + first->time_blur);
            const double slower = closing - closing_of(touch);
            const double normals = margin * speed * (touch.normal_blur + first->normal_blur);
            // Whether the choice between both is uncertain, and whether it changes the force.
            const bool in_doubt = first->time <= soon ? touch.time - soon <= blur && slower <= normals
                                                      : touch.time - first->time <= blur;
            ambiguous |= in_doubt && (touch.ambiguous || apart(touch, *first));
        }
        ambiguous |= first->time_blur * 0x1p-24 > 0.05 * late;
        const double push = closing / (2 * late);
        const double way = (tangent < 0 ? -1 : 1) * (1 - 0.75 * soon / late);
        const bool overlaps = first->time <= soon && first->depth > 0;
        const double stiffness = overlaps ? 1 / (4 * soon * soon) : 0;
        const double out = first->depth * stiffness;
        const double pushed = push + out;
        OracleVector force{pushed * (way * first->y - first->x), pushed * (-way * first->x - first->y),
                           speed / late * (1 + first->normal_blur + first->time_blur / late) +
                               stiffness * (first->depth_blur + first->depth * (1 + first->normal_blur))};
        // The other wall of a corner.
        const OracleVector along{v.x - first->x * closing, v.y - first->y * closing};
        const double first_blur = 0x1p-24 * first->time_blur;
        const OracleTouch* second = nullptr;
        double fastest = 0;
        for (const OracleTouch& touch : touches) {
            const double blur = 0x1p-24 * touch.time_blur;
            const double normals = margin * speed * (1 + touch.normal_blur + first->normal_blur);
            const double to_it = along.x * touch.x + along.y * touch.y;
            if (touch.time > soon + blur || first->time > soon + first_blur || to_it < -normals) continue;
            const bool fast = to_it > speed * 0x1p-10;
            ambiguous |= std::abs(to_it - speed * 0x1p-10) <= normals;
            ambiguous |= fast &&
                         (touch.ambiguous || touch.time > soon - blur || first->time > soon - first_blur) &&
                         !(touch.at_once && first->at_once && !touch.ambiguous);
            if (second != nullptr && fast && apart(touch, *second))
                ambiguous |= std::abs(to_it - fastest) <= 2 * normals;
            if (!fast || to_it <= fastest) continue;
            second = &touch;
            fastest = to_it;
        }
        if (second != nullptr) {
            const double out_stiffness = 1 / (4 * soon * soon);
            const double more = fastest / (2 * soon) + second->depth * out_stiffness;
            force.x -= more * second->x;
            force.y -= more * second->y;
            force.scale += speed / soon * (1 + first->normal_blur + second->normal_blur) +
                           out_stiffness * (second->depth_blur + second->depth * (1 + second->normal_blur));
        }
        if (ambiguous) force.scale = static_cast<double>(std::numeric_limits<float>::max());
        return force;
    },
    64);

// ---- scenes

const Locomotion vehicle{.max_force = 12.0f, .max_speed = 6.0f, .mass = 1.0f};

/// Circles, walls and polygons at random about (x, y).
ObstacleSet clutter(std::size_t count, double size, double x = 0, double y = 0, unsigned seed = 1) {
    std::mt19937 random(seed);
    const auto draw = [&](double scale) {
        return scale * (static_cast<double>(random() >> 8) * 0x1p-24 - 0.5);
    };
    ObstacleSetBuilder builder;
    for (std::size_t i = 0; i < count; ++i) {
        const Point at{x + draw(size), y + draw(size)};
        if (i % 3 == 0) {
            builder.add_circle(at, std::abs(draw(size / 20)));
        } else {
            std::vector<Point> points{at};
            for (std::size_t j = 0; j < 1 + i % 4; ++j)
                points.push_back({points.back().x + draw(size / 8), points.back().y + draw(size / 8)});
            builder.add_wall(points, i % 2 == 0);
        }
    }
    return *builder.build();
}

Population crowd(const Program& program, std::size_t count, float size, float speed, float x = 0,
                 float y = 0) {
    Population agents(count, verify::streams_and_outputs_of(program));
    std::mt19937 random(7);
    const auto draw = [&](float scale) {
        return scale * (static_cast<float>(random() >> 8) * 0x1p-24f - 0.5f);
    };
    for (std::size_t slot = 0; slot < count; ++slot) {
        agents.set<Stream::position_x>(slot, x + draw(size));
        agents.set<Stream::position_y>(slot, y + draw(size));
        agents.set<Stream::velocity_x>(slot, slot % 10 == 0 ? 0 : draw(speed));
        agents.set<Stream::velocity_y>(slot, slot % 10 == 0 ? 0 : draw(speed));
    }
    return agents;
}

class Obstacles : public ::testing::TestWithParam<Isa> {
  protected:
    /// After some ticks the agents equal those of the reference, which visits all obstacles.
    static void expect_brute_force(const Program& program, const Population& start) {
        const Ticks ticks{.dt = 1.0f / 30, .count = 3};
        Population expected = start;
        Population now = start;
        const Result reference = run(program, expected.view(), ticks, serial_on(Isa::reference));
        EXPECT_TRUE(same_result(reference, run(program, now.view(), ticks, serial_on(GetParam()))));
        EXPECT_TRUE(same_bits(expected, now));
    }
};

TEST_P(Obstacles, TheGridFindsWhatBruteForceFinds) {
    const struct {
        const char* what;
        std::size_t obstacles;
        double size;
        float agents, speed, horizon, body;
        double x = 0, y = 0;
    } worlds[] = {
        {"few", 3, 40, 60, 8, 3, 0.5f},
        {"many", 700, 200, 250, 8, 3, 0.5f},
        {"far ahead", 300, 100, 200, 50, 60, 0.5f},
        {"large agents", 300, 100, 100, 8, 3, 30},
        {"points", 500, 100, 100, 8, 5, 0},
        {"1e6 from the origin", 300, 100, 120, 8, 3, 0.5f, 1e6, -1e6},
        {"1e12 from the origin", 100, 1e7, 1e7f, 1e6f, 3, 1e5f, 1e12, 1e12},
        {"tiny", 100, 1e-6, 1e-6f, 1e-6f, 1, 1e-8f},
        {"none", 0, 1, 100, 8, 3, 0.5f},
    };
    for (const auto& world : worlds)
        for (const unsigned seed : {1u, 2u}) {
            SCOPED_TRACE(world.what);
            const Program program = build(
                {AvoidObstacles{.obstacles = clutter(world.obstacles, world.size, world.x, world.y, seed),
                                .horizon = world.horizon,
                                .body_radius = world.body},
                 vehicle});
            ASSERT_NO_FATAL_FAILURE(
                expect_brute_force(program, crowd(program, 900, world.agents, world.speed,
                                                  static_cast<float>(world.x), static_cast<float>(world.y))));
        }
}

TEST_P(Obstacles, ExtremesAndFaultsHaveTheReferencesBits) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const double size : {1e-15, 1.0, 1e9, 1e17})
        for (const float horizon : {0x1p-20f, 1.0f, 0x1p20f})
            for (const float body : {0.0f, 1.0f, 1e18f}) {
                SCOPED_TRACE(::testing::Message() << size << ' ' << horizon << ' ' << body);
                const Program program =
                    build({AvoidObstacles{
                               .obstacles = clutter(60, size, size), .horizon = horizon, .body_radius = body},
                           vehicle});
                Population start = crowd(program, 240, 8, 8);
                for (std::size_t slot = 0; slot < start.size(); ++slot) {
                    const float far = std::ldexp(1.0f, static_cast<int>(slot % 120) - 60);
                    if (slot % 3 == 0) start.set<Stream::position_x>(slot, slot % 2 == 0 ? far : -far);
                    if (slot % 3 == 1) start.set<Stream::velocity_x>(slot, slot % 2 == 0 ? -far : far);
                    if (slot % 29 == 0) start.set<Stream::position_y>(slot, nan);
                    if (slot % 31 == 0) start.set<Stream::velocity_y>(slot, -2e18f);
                }
                ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
            }
}

/// A square of walls, corners and lines that agents touch at one time.
TEST_P(Obstacles, ALatticeOfEqualTimes) {
    ObstacleSetBuilder builder;
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j < 12; ++j) {
            const double x = i * 8, y = j * 8;
            builder.add_wall(std::array{Point{x, y}, Point{x + 4, y}, Point{x + 4, y + 4}, Point{x, y + 4}},
                             true);
        }
    const Program program =
        build({AvoidObstacles{.obstacles = *builder.build(), .horizon = 8, .body_radius = 0.5f}, vehicle});
    Population start = crowd(program, 1200, 1, 1);
    for (std::size_t slot = 0; slot < start.size(); ++slot) {
        start.set<Stream::position_x>(slot, static_cast<float>(slot % 40) * 2 + 2);
        start.set<Stream::position_y>(slot, static_cast<float>(slot / 40) * 3 + 2);
        start.set<Stream::velocity_x>(slot, static_cast<float>(slot % 3) - 1);
        start.set<Stream::velocity_y>(slot, static_cast<float>(slot % 5) - 2);
    }
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Obstacles, each_vector_isa(), isa_name);

// ---- behaviour

std::array<float, 2> force_on(const ObstacleSet& obstacles, float x, float y, float vx, float vy) {
    const Program program = build({AvoidObstacles{.obstacles = obstacles}, vehicle});
    std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    streams.insert(streams.end(), {Stream::force_x, Stream::force_y});
    Population agents(1, streams);
    agents.set<Stream::position_x>(0, x);
    agents.set<Stream::position_y>(0, y);
    agents.set<Stream::velocity_x>(0, vx);
    agents.set<Stream::velocity_y>(0, vy);
    EXPECT_TRUE(faultless(forces(program, agents.view(), {.dt = 0.1f})));
    return {agents.get<Stream::force_x>(0), agents.get<Stream::force_y>(0)};
}

TEST(AvoidObstacles, BrakesAndTurns) {
    const ObstacleSet circle = *ObstacleSetBuilder().add_circle({5, 0}, 1.5).build();
    // Touches after (5 - 1.5 - 0.5) / 2 s: brakes by 2 / (2 * 1.5), and turns to the right by nearly as much.
    const auto expect_force = [](std::array<float, 2> force, float x, float y, const char* why) {
        EXPECT_FLOAT_EQ(force[0], x) << why;
        EXPECT_FLOAT_EQ(force[1], y) << why;
    };
    expect_force(force_on(circle, 0, 0, 2, 0), -2.0f / 3, -2.0f / 3 * (1 - 0.75f / 32), "head-on");
    EXPECT_GT(force_on(circle, 0, 0.5f, 2, 0)[1], 0) << "past its left side: to the left";
    EXPECT_LT(force_on(circle, 0, -0.5f, 2, 0)[1], 0);
    const ObstacleSet wall = *ObstacleSetBuilder().add_wall(std::array{Point{5, -9}, Point{5, 9}}).build();
    constexpr float aside = 0.8f * (1 - 0.75f * 3.0f / 64 / 1.25f);
    expect_force(force_on(wall, 2, 0, 2, 0), -0.8f, -aside, "after 1.25 s");
    expect_force(force_on(wall, 2, 0, 2, 1), -0.8f, aside, "turns the way that it goes");
    expect_force(force_on(wall, 8, 0, -2, 0), 0.8f, aside, "from the other side, to its right");
    EXPECT_FLOAT_EQ(force_on(wall, 4.75f, 0, 2, 0)[0], -2 / (2 * 3.0f / 64) - 0.25f * 2 / (4 * 9.0f / 4096))
        << "overlaps it by a quarter of a metre";
}

TEST(AvoidObstacles, NothingToAvoidNoForce) {
    const std::array<float, 2> nothing{0, 0};
    const ObstacleSet circle = *ObstacleSetBuilder().add_circle({5, 0}, 1.5).build();
    EXPECT_EQ(force_on(circle, 0, 0, 0, 0), nothing) << "at rest";
    EXPECT_EQ(force_on(circle, 0, 0, -2, 0), nothing) << "away from it";
    EXPECT_EQ(force_on(circle, 0, 2.25f, 2, 0), nothing) << "past it";
    EXPECT_EQ(force_on(circle, 0, 0, 0.75f, 0), nothing) << "beyond the horizon";
    EXPECT_EQ(force_on(circle, 4, 0, -1, 0), nothing) << "on its way out of it";
    EXPECT_EQ(force_on(ObstacleSet(), 0, 0, 2, 0), nothing);
    const ObstacleSet wall = *ObstacleSetBuilder().add_wall(std::array{Point{5, -9}, Point{5, 9}}).build();
    EXPECT_EQ(force_on(wall, 2, 9.75f, 2, 0), nothing) << "past its end";
    EXPECT_EQ(force_on(wall, 4, 0, 0, 2), nothing) << "along it";
}

/// Agents cross a field of pillars without touching one.
TEST(AvoidObstacles, AFieldOfPillarsIsCrossed) {
    ObstacleSetBuilder builder;
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 12; ++j) builder.add_circle({10.0 + i * 6, (j - 6) * 6.0 + i % 2 * 3}, 1);
    const Program program = build(
        {AvoidObstacles{.obstacles = *builder.build(), .horizon = 4, .body_radius = 0.4f, .weight = 3},
         Arrive{.slowing_radius = 3},
         Locomotion{
             .composition = Composition::prioritised, .max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    Population agents = blank(program, 40);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        agents.set<Stream::position_y>(slot, static_cast<float>(slot) * 1.2f - 24);
        agents.set<Stream::target_x>(slot, 70);
        agents.set<Stream::target_y>(slot, static_cast<float>(slot) * 1.2f - 24);
    }
    float nearest = 1e9f;
    Clock clock{.dt = 1.0f / 30, .seed = 1};
    for (int tick = 0; tick < 2400; ++tick) {
        ASSERT_TRUE(faultless(run(program, agents.view(), clock.next())));
        for (std::size_t slot = 0; slot < agents.size(); ++slot)
            for (int i = 0; i < 8; ++i)
                for (int j = 0; j < 12; ++j)
                    nearest = std::min(nearest, std::hypot(agents.get<Stream::position_x>(slot) -
                                                               static_cast<float>(10 + i * 6),
                                                           agents.get<Stream::position_y>(slot) -
                                                               static_cast<float>((j - 6) * 6 + i % 2 * 3)));
    }
    EXPECT_GT(nearest, 1.3f) << "a tenth of an agent's radius of 0.4 may overlap";
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        EXPECT_GT(agents.get<Stream::position_x>(slot), 65) << slot;
}

/// Pressed into the corners of a polygon by targets outside, agents stay inside.
/// One that overlaps both walls of a corner is pushed off both.
TEST(AvoidObstacles, ACornerPushesOffBothWalls) {
    const std::array corner{Point{0, 8}, Point{0, 0}, Point{8, 0}};
    const auto [x, y] = force_on(*ObstacleSetBuilder().add_wall(corner).build(), 0.4f, 0.4f, -1, -1);
    EXPECT_GT(x, 15);
    EXPECT_GT(y, 15);
}

TEST(AvoidObstacles, CornersHold) {
    const std::array corners{Point{0, 0}, Point{20, 0}, Point{26, 14}, Point{12, 9}, Point{4, 18}};
    const Program program = build(
        {AvoidObstacles{.obstacles = *ObstacleSetBuilder().add_wall(corners, true).build(),
                        .horizon = 2,
                        .body_radius = 0.5f,
                        .weight = 4},
         Seek{},
         Locomotion{
             .composition = Composition::prioritised, .max_force = 20.0f, .max_speed = 2.0f, .mass = 1.0f}});
    Population agents = blank(program, 64);
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(slot) / 64;
        agents.set<Stream::position_x>(slot, 9);
        agents.set<Stream::position_y>(slot, 5);
        agents.set<Stream::target_x>(slot, static_cast<float>(12 + 60 * std::cos(angle)));
        agents.set<Stream::target_y>(slot, static_cast<float>(8 + 60 * std::sin(angle)));
    }
    const auto inside = [&](double x, double y) {
        bool odd = false;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Point a = corners[i], b = corners[(i + 1) % corners.size()];
            if ((a.y > y) != (b.y > y) && x < a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)) odd = !odd;
        }
        return odd;
    };
    Clock clock{.dt = 1.0f / 30, .seed = 1};
    for (int tick = 0; tick < 3000; ++tick) ASSERT_TRUE(faultless(run(program, agents.view(), clock.next())));
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        EXPECT_TRUE(inside(static_cast<double>(agents.get<Stream::position_x>(slot)),
                           static_cast<double>(agents.get<Stream::position_y>(slot))))
            << slot << " at " << agents.get<Stream::position_x>(slot) << ", "
            << agents.get<Stream::position_y>(slot);
}

TEST(ObstacleSet, IsWhatWasAdded) {
    const ObstacleSet empty;
    EXPECT_EQ(empty.size(), 0u);
    ObstacleSetBuilder builder;
    builder.add_circle({1, 2}, 3).add_wall(std::array{Point{0, 0}, Point{4, 0}, Point{4, 4}}, true);
    builder.add_wall(std::array{Point{7, 8}});
    const PathSet paths = *PathSetBuilder().add(std::array{Point{0, 1}, Point{0, 2}}).build();
    const ObstacleSet set = *builder.add_walls(paths).build();
    ASSERT_EQ(set.size(), 6u);
    EXPECT_EQ(set.obstacle(0).radius, 3);
    EXPECT_EQ(set.obstacle(3).from_y, 4) << "the polygon's closing side";
    EXPECT_EQ(set.obstacle(3).to_y, 0);
    EXPECT_EQ(set.obstacle(4).from_x, 7);
    EXPECT_EQ(set.obstacle(4).to_x, 7);
    EXPECT_EQ(set.obstacle(5).to_y, 2);
}

TEST(ObstacleSet, WhatIsWrongIsRefused) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const auto refusal = [](const ObstacleSetBuilder& builder) { return message(builder.build().status()); };
    ObstacleSetBuilder first;
    first.add_circle({0, 0}, 1).add_circle({0, nan}, 1).add_circle({0, 0}, -1);
    EXPECT_EQ(refusal(first), "obstacle 1, point 0: coordinate is nan, must be in [-1e18, 1e18]");
    EXPECT_EQ(refusal(ObstacleSetBuilder().add_circle({0, 0}, -1)),
              "obstacle 0: radius is -1, must be in [0, 1e+18]");
    EXPECT_EQ(refusal(ObstacleSetBuilder().add_wall({})), "obstacle 0 has no point");
    EXPECT_EQ(refusal(ObstacleSetBuilder().add_wall(std::array{Point{0, 0}, Point{2e18, 0}})),
              "obstacle 0, point 1: coordinate is 2e+18, must be in [-1e18, 1e18]");
    // As of paths, the ends of the stated range are legal.
    EXPECT_TRUE(ObstacleSetBuilder()
                    .add_circle({1e18, -1e18}, 1e18)
                    .add_wall(std::array{Point{-1e18, 1e18}})
                    .build());
    EXPECT_EQ(Program::build({AvoidObstacles{.body_radius = -1}, vehicle}).status().code,
              Code::parameter_out_of_range);
}

}  // namespace
}  // namespace wend::test
