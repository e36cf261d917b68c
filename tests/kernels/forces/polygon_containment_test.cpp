// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/oracle.hpp"
#include "support/program_cases.hpp"
#include "wend/containment.hpp"
#include "wend/polygon_containment.hpp"

namespace wend::test {
namespace {

// ---- the oracle: every side, in double

/// The nearest point of a side, less the place.
struct NearestPoint {
    double x, y;
    double distance;
    bool is_end;
    double length;  ///< of the side
};

NearestPoint nearest_point(const Obstacle& one, double x, double y) {
    const double fx = static_cast<double>(one.from_x), fy = static_cast<double>(one.from_y);
    const double ex = static_cast<double>(one.to_x) - fx, ey = static_cast<double>(one.to_y) - fy;
    const double length = std::hypot(ex, ey);
    const double share = length > 0 ? ((x - fx) * ex + (y - fy) * ey) / (length * length) : 0;
    const double at = std::clamp(share, 0.0, 1.0);
    const double dx = fx + ex * at - x, dy = fy + ey * at - y;
    return {dx, dy, std::hypot(dx, dy), share != at || length == 0, length};
}

/// Whether an odd number of polygons surrounds the place: by a ray to lesser y, where the kernels' goes to
/// greater x.
bool surrounded(const ObstacleSet& set, double x, double y) {
    bool inside = false;
    for (std::size_t i = 0; i < set.size(); ++i) {
        const Obstacle one = set.obstacle(i);
        const double fx = static_cast<double>(one.from_x) - x, fy = static_cast<double>(one.from_y) - y;
        const double tx = static_cast<double>(one.to_x) - x, ty = static_cast<double>(one.to_y) - y;
        if (one.of_polygon && (fx > 0) != (tx > 0) && fy - fx * (ty - fy) / (tx - fx) < 0) inside = !inside;
    }
    return inside;
}

const OracleOf<PolygonContainment> oracle(
    [](const PolygonContainment& stage, const OracleAgent& agent) {
        const OracleVector position = agent.position(), velocity = agent.velocity();
        const OracleVector place = sum(position, times(velocity, static_cast<double>(stage.prediction)));
        const ObstacleSet& set = stage.obstacles;
        double terms = place.scale;
        std::vector<NearestPoint> points;
        for (std::size_t i = 0; i < set.size(); ++i)
            if (const Obstacle one = set.obstacle(i); one.of_polygon) {
                points.push_back(nearest_point(one, place.x, place.y));
                for (const float coordinate : {one.from_x, one.from_y, one.to_x, one.to_y})
                    terms = std::max(terms, std::abs(static_cast<double>(coordinate)));
            }
        const auto nearest = std::ranges::min_element(points, {}, &NearestPoint::distance);
        if (nearest == points.end()) return OracleVector{};
        const double anything = static_cast<double>(std::numeric_limits<float>::max());
        if (nearest->distance == 0) return OracleVector{0, 0, anything};
        const bool inside = surrounded(set, place.x, place.y);
        const double margin = static_cast<double>(stage.margin);
        const double depth = inside ? nearest->distance : -nearest->distance;
        const double share = std::clamp((margin - depth) / margin, 0.0, 1.0);
        const double sign = inside ? -1 / nearest->distance : 1 / nearest->distance;
        const double nx = nearest->x * sign, ny = nearest->y * sign;
        const double max_speed = agent.max_speed();
        const double push = share * (max_speed - velocity.x * nx - velocity.y * ny);
        const double fastest = std::max(std::abs(max_speed), std::hypot(velocity.x, velocity.y));
        // The error of places, and of the direction to a near point or side.
        const double blur = 8 * error_unit * (terms + nearest->length);
        bool ambiguous = nearest->distance <= (nearest->is_end ? 64 : 1) * blur;
        for (const NearestPoint& other : points)
            ambiguous |= other.distance - nearest->distance <= blur &&
                         std::hypot(other.x - nearest->x, other.y - nearest->y) > blur;
        OracleVector force{nx * push, ny * push, fastest * (2 + terms / margin)};
        if (nearest->is_end) force.scale += fastest * terms / nearest->distance;
        if (share == 0 && !ambiguous && depth > margin + blur) force.scale = 0;
        if (ambiguous) force.scale = anything;
        return force;
    },
    16);

// ---- scenes

const Locomotion vehicle{.max_force = 30.0f, .max_speed = 6.0f, .mass = 1.0f};

std::vector<Point> box(double low, double high) {
    return {{low, low}, {high, low}, {high, high}, {low, high}};
}

ObstacleSet polygons(const std::vector<std::vector<Point>>& all) {
    ObstacleSetBuilder builder;
    for (const std::vector<Point>& points : all) builder.add_wall(points, true);
    return *builder.build();
}

std::array<float, 2> force_at(const Stage& stage, float x, float y, float velocity_x = 0,
                              float velocity_y = 0) {
    const Program program = build({stage, vehicle});
    std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    streams.insert(streams.end(), {Stream::force_x, Stream::force_y});
    Population agents(1, streams);
    agents.set<Stream::position_x>(0, x);
    agents.set<Stream::position_y>(0, y);
    agents.set<Stream::velocity_x>(0, velocity_x);
    agents.set<Stream::velocity_y>(0, velocity_y);
    EXPECT_TRUE(faultless(forces(program, agents.view(), {.dt = 0.1f})));
    return {agents.get<Stream::force_x>(0), agents.get<Stream::force_y>(0)};
}

PolygonContainment within(const ObstacleSet& set, float prediction = 0.5f) {
    return {.obstacles = set, .margin = 8, .prediction = prediction};
}

/// Before and outside a single side it equals a rectangle's containment.
TEST(PolygonContainment, OfASquareIsTheRectangles) {
    const ObstacleSet square = polygons({box(-50, 50)});
    const Containment rectangle{.area = {-50, -50, 50, 50}, .margin = 8, .prediction = 0.5f};
    for (const float at : {0.0f, 30.0f, 42.0f, 43.0f, 46.0f, 49.5f, 50.0f, 60.0f, 900.0f})
        for (const float velocity : {-6.0f, 0.0f, 3.0f, 6.0f})
            for (const float side : {-1.0f, 1.0f}) {
                SCOPED_TRACE(::testing::Message() << at << ' ' << velocity << ' ' << side);
                const auto expected = force_at(rectangle, at * side, 3, velocity, 0);
                const auto force = force_at(within(square), at * side, 3, velocity, 0);
                EXPECT_NEAR(force[0], expected[0], 1e-5f);
                EXPECT_EQ(force[1], 0) << "none along the side";
                const auto across = force_at(within(square), 3, at * side, 0, velocity);
                EXPECT_NEAR(across[1], expected[0], 1e-5f);
            }
}

/// Places on the sides themselves, and on corners: inwards, whichever way the polygon was drawn.
TEST(PolygonContainment, OnASideItLeadsInwards) {
    std::vector<Point> corners = box(0, 40);
    corners[2] = {60, 40};  // a slanted side
    for (int reversed = 0; reversed < 2; ++reversed, std::ranges::reverse(corners))
        for (std::size_t first = 0; first < 4;
             ++first, std::rotate(corners.begin(), corners.begin() + 1, corners.end())) {
            const PolygonContainment stage = within(polygons({corners}));
            for (const auto& [x, y] : {Point{20, 0}, Point{20, 40}, Point{0, 20}, Point{50, 20}}) {
                SCOPED_TRACE(::testing::Message() << x << ' ' << y << ' ' << reversed << ' ' << first);
                const auto force = force_at(stage, static_cast<float>(x), static_cast<float>(y));
                EXPECT_NEAR(std::hypot(force[0], force[1]), 6, 1e-5);
                EXPECT_GT(force[0] * static_cast<float>(25 - x) + force[1] * static_cast<float>(20 - y), 0);
            }
        }
}

TEST(PolygonContainment, PolygonsWithinOthersAreHolesAndIslands) {
    const PolygonContainment stage = within(polygons({box(-100, 100), box(-50, 50), box(-25, 25)}));
    EXPECT_EQ(force_at(stage, 75, 3)[0], 0) << "between the first and the second";
    EXPECT_GT(force_at(stage, 52, 3)[0], 0) << "away from the hole";
    EXPECT_FLOAT_EQ(force_at(stage, 45, 3)[0], 6) << "out of it, by the nearer way";
    EXPECT_FLOAT_EQ(force_at(stage, 30, 3)[0], -6) << "onto the island";
    EXPECT_LT(force_at(stage, 24, 3)[0], 0);
    EXPECT_EQ(force_at(stage, 3, 3)[0], 0);
    EXPECT_FLOAT_EQ(force_at(stage, 3, 120)[1], -6);
    const PolygonContainment crossing = within(polygons({box(0, 60), box(20, 80)}));
    EXPECT_EQ(force_at(crossing, 10, 10)[0], 0) << "inside of one";
    EXPECT_FLOAT_EQ(force_at(crossing, 45, 57)[1], 6) << "inside of both is outside";
}

TEST(PolygonContainment, OtherObstaclesDoNotCount) {
    ObstacleSetBuilder builder;
    builder.add_circle({20, 0}, 5).add_wall(std::array{Point{-30, -30}, Point{-30, 30}});
    builder.add_wall(std::array{Point{-20, -30}, Point{-20, 30}}, true);
    EXPECT_EQ(
        message(Program::build({within(*builder.build()), vehicle}).status()),
        "stage 0 (polygon_containment): obstacles have no polygon: a closed wall of at least three points");
    builder.add_wall(box(-90, 90), true);
    EXPECT_EQ(force_at(within(*builder.build()), 19, 2)[0], 0);
    EXPECT_EQ(force_at(within(*builder.build()), -29, 2)[0], 0);
    EXPECT_LT(force_at(within(*builder.build()), 88, 2)[0], 0);
    EXPECT_EQ(force_at(PolygonContainment{}, 3, 4, 5, 6), (std::array<float, 2>{}));
}

/// A bay with a headland and an island. Agents wander in it, and enter it from outside.
TEST(PolygonContainment, WanderersStayInsideAndStraysComeBack) {
    const ObstacleSet bay =
        polygons({{{-50, -30}, {50, -30}, {60, 10}, {20, 40}, {10, 0}, {-5, 35}, {-50, 30}},
                  {{-30, -10}, {-20, -16}, {-12, -4}, {-22, 2}}});
    const Program program =
        build({PolygonContainment{.obstacles = bay, .margin = 6, .prediction = 0.5f, .weight = 5}, Wander{},
               vehicle});
    Population agents = blank(program, 200);
    std::mt19937 random(5);
    const auto draw = [&] { return static_cast<float>(random() >> 8) * 0x1p-24f - 0.5f; };
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        agents.set<Stream::position_x>(slot, draw() * 300);
        agents.set<Stream::position_y>(slot, draw() * 300);
        agents.set<Stream::velocity_x>(slot, draw() * 12);
    }
    const auto count_inside = [&] {
        int inside = 0;
        for (std::size_t slot = 0; slot < agents.size(); ++slot)
            inside += surrounded(bay, static_cast<double>(agents.get<Stream::position_x>(slot)),
                                 static_cast<double>(agents.get<Stream::position_y>(slot)))
                          ? 1
                          : 0;
        return inside;
    };
    EXPECT_LT(count_inside(), 40) << "most start outside";
    for (std::uint64_t tick = 0; tick < 1800; tick += 60)
        ASSERT_TRUE(faultless(
            run(program, agents.view(), {.dt = 1.0f / 30, .count = 60, .first_tick = tick, .seed = 4})));
    for (std::uint64_t tick = 1800; tick < 3000; tick += 20) {
        ASSERT_TRUE(faultless(
            run(program, agents.view(), {.dt = 1.0f / 30, .count = 20, .first_tick = tick, .seed = 4})));
        ASSERT_EQ(count_inside(), 200) << tick;
    }
}

TEST(PolygonContainment, WhatIsWrongIsRefused) {
    EXPECT_EQ(message(Program::build({PolygonContainment{.margin = 0}, vehicle}).status()),
              "stage 0 (polygon_containment): margin is 0, must be in [8.6736174e-19, 1e+18]");
    EXPECT_FALSE(Program::build({PolygonContainment{.prediction = -1}, vehicle}));
}

// ---- the grid, and faults

class Contained : public ::testing::TestWithParam<Isa> {
  protected:
    static void expect_brute_force(const Program& program, const Population& start) {
        const Ticks ticks{.dt = 0.1f, .count = 3};
        Population expected = start;
        Population now = start;
        const Result reference = run(program, expected.view(), ticks, serial_on(Isa::reference));
        EXPECT_TRUE(same_result(reference, run(program, now.view(), ticks, serial_on(GetParam()))));
        EXPECT_TRUE(same_bits(expected, now));
    }
};

/// In worlds of all sizes, with polygons that cross each other and themselves, among other obstacles, margins
/// from less than a cell to more than the world, NaN and places far outside.
TEST_P(Contained, TheGridFindsWhatBruteForceFinds) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const double size : {1e-15, 1.0, 300.0, 1e9, 1e17})
        for (const float share : {1e-3f, 0.05f, 3.0f})
            for (const std::size_t count : {1u, 12u, 300u}) {
                std::mt19937 random(17);
                const auto draw = [&] { return static_cast<double>(random() >> 8) * 0x1p-24 - 0.5; };
                ObstacleSetBuilder builder;
                for (std::size_t i = 0; i < count; ++i) {
                    const Point at{draw() * size, draw() * size};
                    std::vector<Point> points;
                    for (std::size_t corner = 0; corner < 3 + i % 5; ++corner)
                        points.push_back({at.x + draw() * size / 6, at.y + draw() * size / 6});
                    builder.add_wall(points, i % 4 != 3);
                    if (i % 5 == 0) builder.add_circle(at, std::abs(draw()) * size / 30);
                }
                const auto metres = static_cast<float>(size);
                const Program program =
                    build({PolygonContainment{
                               .obstacles = *builder.build(), .margin = metres * share, .prediction = 0.5f},
                           Seek{}, vehicle});
                Population start(500, verify::streams_and_outputs_of(program));
                for (std::size_t slot = 0; slot < start.size(); ++slot) {
                    const float far = slot % 19 == 0 ? 1e6f : slot % 3 == 0 ? 4.0f : 1.2f;
                    start.set<Stream::position_x>(
                        slot, std::clamp(static_cast<float>(draw()) * metres * far, -1e18f, 1e18f));
                    start.set<Stream::position_y>(slot, static_cast<float>(draw()) * metres * 1.2f);
                    start.set<Stream::velocity_x>(slot, static_cast<float>(draw()) * metres / 8);
                    if (slot % 37 == 0) start.set<Stream::position_x>(slot, nan);
                    if (slot % 41 == 0) start.set<Stream::velocity_y>(slot, slot % 2 == 0 ? nan : -3e18f);
                }
                SCOPED_TRACE(::testing::Message() << size << ' ' << share << ' ' << count);
                ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
            }
}

/// Places on sides, on corners, as far from several, and predicted where no float is.
TEST_P(Contained, ALatticeOfEqualDistances) {
    std::vector<std::vector<Point>> all;
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j) {
            std::vector<Point> square = box(0, 4);
            for (Point& corner : square) corner = {corner.x + i * 8, corner.y + j * 8};
            if ((i + j) % 2 == 0) std::ranges::reverse(square);
            if (i % 3 == 0) square.push_back(square.front());  // a side without a length
            all.push_back(square);
        }
    for (const float prediction : {0.0f, 1.0f, 1e18f}) {
        const Program program = build(
            {PolygonContainment{.obstacles = polygons(all), .margin = 2, .prediction = prediction}, vehicle});
        Population start(1600, verify::streams_and_outputs_of(program));
        for (std::size_t slot = 0; slot < start.size(); ++slot) {
            start.set<Stream::position_x>(slot, static_cast<float>(slot % 40) * 2 - 8);
            start.set<Stream::position_y>(slot, static_cast<float>(slot / 40) * 2 - 8);
            start.set<Stream::velocity_x>(slot, static_cast<float>(slot % 3) - 1);
            start.set<Stream::velocity_y>(slot, slot % 50 == 0 ? 1e18f : static_cast<float>(slot % 5) - 2);
        }
        SCOPED_TRACE(prediction);
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Contained, each_vector_isa(), isa_name);

}  // namespace
}  // namespace wend::test
