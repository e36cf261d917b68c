// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Headings of waypoint advance: tangents of the curve in both directions; at a node, that of the segment
// being entered.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "support/error_bounds.hpp"
#include "support/shape_formulas.hpp"
#include "support/standing.hpp"

namespace wend::test {
namespace {

using Heading = std::pair<float, float>;

Heading heading_of(const Population& population, std::size_t slot = 0) {
    return {population.get<Stream::heading_x>(slot), population.get<Stream::heading_y>(slot)};
}

class WaypointHeading : public ::testing::TestWithParam<Isa> {};

/// Compared with differences of positions in double, along and against the path.
TEST_P(WaypointHeading, IsTheTangent) {
    constexpr double length = 8;
    constexpr double offset = 3;
    std::vector<double> distances;
    for (int i = 1; i < 200; ++i)
        if (i != 100) distances.push_back(length * i / 200);
    for (const Ease ease : {Ease::none, Ease::sigmoid})
        for (const Bell shape : {Bell::parabola, Bell::sigmoid})
            for (const float speed : {0.0f, 1e-10f, -1e-10f}) {
                const WaypointAdvance advance{.paths = straight(length),
                                              .speed = speed,
                                              .ease = ease,
                                              .ease_power = 1.5f,
                                              .offset = static_cast<float>(offset),
                                              .bell = shape,
                                              .bell_power = 2.5f};
                const Population population = standing(GetParam(), advance, distances);
                const auto point = [&](double d) {
                    const double e = eased(advance, d / length);
                    return std::pair{length * e, offset * bell(advance, e)};
                };
                const double sign = speed < 0 ? -1 : 1;
                for (std::size_t slot = 0; slot < distances.size(); ++slot) {
                    const auto [x0, y0] = point(distances[slot] - 1e-6);
                    const auto [x1, y1] = point(distances[slot] + 1e-6);
                    const double signed_distance = std::hypot(x1 - x0, y1 - y0) * sign;
                    ASSERT_NEAR(static_cast<double>(population.get<Stream::heading_x>(slot)),
                                (x1 - x0) / signed_distance, 2e-5)
                        << distances[slot];
                    ASSERT_NEAR(static_cast<double>(population.get<Stream::heading_y>(slot)),
                                (y1 - y0) / signed_distance, 2e-5)
                        << distances[slot];
                }
            }
}

/// The places where a bell's slope cancels: near the middle of a segment, and near its nodes.
std::vector<double> steep_places(double length) {
    std::vector<double> shares;
    for (double share = 0.5; share > 0x1p-60; share *= 0.71) shares.push_back(share);
    for (int i = 1; i < 200; ++i)
        for (const double step : {0x1p-24, 0x1p-20, 0x1p-14, 0x1p-9}) {
            shares.push_back(0.5 - i * step);
            shares.push_back(0.5 + i * step);
        }
    for (int i = 1; i < 64; ++i) shares.push_back(1 - i * 0x1p-24);
    for (double& share : shares) share *= length;
    return shares;
}

/// The angle of a curve with a sigmoid bell to its segment, at the float e of an agent.
double angle_of_bell(const WaypointAdvance& advance, double distance) {
    const float length = advance.paths.segment_length(0, 0);
    const auto e = static_cast<long double>(static_cast<float>(distance) / length);
    const long double tent = e < 0.5L ? 2 * e : 2 - 2 * e;
    const auto power = static_cast<long double>(advance.bell_power);
    const long double odds = (1 - tent) / tent;
    const long double x = std::pow(odds, power);
    const long double slope =
        power * std::pow(odds, power - 1) * ((1 + odds) / (1 + x)) * ((1 + odds) / (1 + x));
    const long double by_e = std::min(slope, 0x1p20L) * (e < 0.5L ? 2 : -2);
    return static_cast<double>(std::atan2(static_cast<long double>(*advance.offset) * by_e, length));
}

TEST_P(WaypointHeading, OfASigmoidBellIsWithinItsBound) {
    constexpr double length = 8;
    const std::vector<double> distances = steep_places(length);
    double worst = 0;
    for (const float power :
         {0.0625f, 0.5f, 0.9f, 1.0f, 1.001f, 1.0625f, 1.1f, 1.25f, 1.4f, 1.5f, 2.0f, 3.7f, 16.0f})
        for (const float offset : {0.01f, 1.0f, 3.0f, -20.0f, 5e3f}) {
            const WaypointAdvance advance{.paths = straight(length),
                                          .speed = 0.0f,
                                          .offset = offset,
                                          .bell = Bell::sigmoid,
                                          .bell_power = power};
            const Population population = standing(GetParam(), advance, distances);
            for (std::size_t slot = 0; slot < distances.size(); ++slot) {
                const double e = distances[slot] / length;
                if (e == 0.5) continue;  // the peak, whose slope is the limit on one side
                const auto [x, y] = heading_of(population, slot);
                const double angle = std::atan2(static_cast<double>(y), static_cast<double>(x));
                const double error = std::abs(angle - angle_of_bell(advance, distances[slot])) / error_unit;
                ASSERT_LE(error, heading_bound)
                    << "power " << power << ", offset " << offset << ", e " << e << ": " << angle;
                worst = std::max(worst, error);
            }
        }
    RecordProperty("heading_error", std::to_string(worst));
}

/// One unit of 2^-24: the direction in double, rounded once.
TEST_P(WaypointHeading, OfAStraightSegmentIsItsDirection) {
    const PathSet paths = make_paths(3);
    const Program program = build({WaypointAdvance{.paths = paths, .mode = PathMode::loop}});
    Population population = blank(program, 3000);
    fill(population, 9, Values::ordinary, {&paths, PathMode::loop});
    ASSERT_EQ(run(program, population.view(), {.dt = 0.25f, .first_tick = 0}, serial_on(GetParam())).faults,
              0u);
    for (std::size_t slot = 0; slot < population.size(); ++slot) {
        const auto path = static_cast<std::size_t>(population.get<Stream::path>(slot));
        const std::uint32_t segment = population.get<Stream::segment>(slot);
        const Point from = paths.node(path, segment);
        const Point to = paths.node(path, segment + 1 == paths.node_count(path) ? 0 : segment + 1);
        const double signed_distance =
            std::hypot(to.x - from.x, to.y - from.y) * (population.get<Stream::speed>(slot) < 0 ? -1 : 1);
        ASSERT_NEAR(static_cast<double>(population.get<Stream::heading_x>(slot)),
                    (to.x - from.x) / signed_distance, 0x1p-24)
            << "agent " << slot;
        ASSERT_NEAR(static_cast<double>(population.get<Stream::heading_y>(slot)),
                    (to.y - from.y) / signed_distance, 0x1p-24)
            << "agent " << slot;
    }
}

struct Node {
    PathMode mode;
    std::uint32_t segment;
    double distance;
    std::int32_t direction;  ///< of the agent before the tick
    float speed;
    Heading heading;  ///< after a tick of one second, which ends exactly on a node
    const char* what;
};

/// Segments 4 to the right, 3 up, and in loop 5 back, (-0.8, -0.6).
TEST_P(WaypointHeading, AtANodeIsThatOfTheSegmentBeingEntered) {
    const std::array points{Point{0, 0}, Point{4, 0}, Point{4, 3}};
    const PathSet paths = *PathSetBuilder().add(points).build();
    const std::array nodes{
        Node{PathMode::once, 0, 3, 1, 1, {0, 1}, "forward"},
        Node{PathMode::once, 1, 1, 1, -1, {-1, 0}, "backward"},
        Node{PathMode::once, 1, 2, 1, 1, {0, 1}, "at the end nothing is entered"},
        Node{PathMode::once, 0, 1, 1, -1, {-1, 0}, "nothing is entered at the start"},
        Node{PathMode::once, 0, 0, 1, -1, {-1, 0}, "nothing is entered by a waiting agent"},
        Node{PathMode::loop, 1, 2, 1, 1, {-0.8f, -0.6f}, "the closing segment"},
        Node{PathMode::loop, 2, 4, 1, 1, {1, 0}, "the first again"},
        Node{PathMode::loop, 0, 1, 1, -1, {0.8f, 0.6f}, "the closing segment, back"},
        Node{PathMode::loop, 2, 1, 1, -1, {0, -1}, "the one before it"},
        Node{PathMode::loop, 1, 1, 1, -13, {-1, 0}, "after more than a lap"},
        Node{PathMode::ping_pong, 0, 3, 1, 1, {0, 1}, "outbound"},
        Node{PathMode::ping_pong, 1, 1, -1, 1, {-1, 0}, "inbound"},
        Node{PathMode::ping_pong, 1, 1, 1, -1, {-1, 0}, "a negative speed along 1 is backward"},
        Node{PathMode::ping_pong, 0, 3, -1, -1, {0, 1}, "a negative speed along -1 is forward"},
        Node{PathMode::ping_pong, 1, 2, 1, 1, {0, 1}, "at the end: not turned yet"},
        Node{PathMode::ping_pong, 0, 1, -1, 1, {-1, 0}, "at the start: not turned yet"},
        Node{PathMode::ping_pong, 1, 2, 1, 4, {-1, 0}, "past the end and back to the node"},
        Node{PathMode::ping_pong, 1, 0, -1, 0, {-1, 0}, "a standing agent heads along its direction"},
    };
    for (const Node& node : nodes) {
        SCOPED_TRACE(::testing::Message() << "mode " << static_cast<int>(node.mode) << ": " << node.what);
        const Program program =
            build({WaypointAdvance{.paths = paths, .mode = node.mode, .speed = node.speed}});
        Population population = blank(program, 1);
        population.set<Stream::segment>(0, node.segment);
        population.set<Stream::segment_distance>(0, node.distance);
        if (population.has(Stream::direction)) population.set<Stream::direction>(0, node.direction);
        ASSERT_EQ(run(program, population.view(), {.dt = 1, .first_tick = 0}, serial_on(GetParam())).faults,
                  0u);
        EXPECT_EQ(heading_of(population), node.heading);
    }
}

/// In both directions, the heading at a node is the limit on the entered segment, with offset and bell.
TEST_P(WaypointHeading, AtANodeIsTheLimitOfThoseOnTheSegmentBeingEntered) {
    const std::array points{Point{0, 0}, Point{4, 0}, Point{4, 3}, Point{-1, 7}};
    const std::array offsets{1.5f, 0.0f, -0.75f, 2.0f};
    const PathSet paths = *PathSetBuilder().add(points, false, offsets).build();
    const std::uint32_t count = paths.segment_count(0, PathMode::loop);
    for (const Bell shape : {Bell::parabola, Bell::sigmoid})
        for (const Ease ease : {Ease::none, Ease::sigmoid})
            for (const std::optional<float> offset : {std::optional<float>{}, std::optional<float>{0.5f}})
                for (const float speed : {1.0f, -1.0f}) {
                    const WaypointAdvance advance{.paths = paths,
                                                  .mode = PathMode::loop,
                                                  .speed = speed,
                                                  .ease = ease,
                                                  .ease_power = 1.5f,
                                                  .offset = offset,
                                                  .offset_sign = OffsetSign::alternating,
                                                  .bell = shape,
                                                  .bell_power = 2.5f};
                    for (std::uint32_t node = 0; node < count; ++node) {
                        SCOPED_TRACE(::testing::Message() << "node " << node << ", speed " << speed);
                        const std::uint32_t entered = speed > 0 ? node : (node + count - 1) % count;
                        const double near = 1e-5 * (speed > 0 ? 1 : -1);
                        const double from =
                            speed > 0 ? 0 : static_cast<double>(paths.segment_length(0, entered));
                        const auto at_node = heading_of(standing(GetParam(), advance, {0}, node));
                        const auto beyond = heading_of(standing(GetParam(), advance, {from + near}, entered));
                        EXPECT_NEAR(at_node.first, beyond.first, 1e-3f);
                        EXPECT_NEAR(at_node.second, beyond.second, 1e-3f);
                        EXPECT_NEAR(std::hypot(at_node.first, at_node.second), 1, 1e-6f);
                    }
                }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, WaypointHeading, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test
