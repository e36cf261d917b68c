// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Waypoint advance with ease and offset: ends, monotone progress, bells without jumps, and the error of the
// library's power function.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "support/shape_formulas.hpp"
#include "support/standing.hpp"

namespace wend::test {
namespace {

constexpr std::array powers{0.0625f, 0.3f, 0.5f, 1.0f, 1.5f, 2.0f, 3.7f, 8.0f, 16.0f};

std::vector<double> places() {
    std::vector<double> all{0, 1, 0.5, 0x1p-40, 0x1p-24, 0x1p-10, 1 - 0x1p-24, 1 - 0x1p-12};
    for (int i = 0; i < 4096; ++i) all.push_back((i + 0.5) / 4096);
    for (double u = 1; u > 1e-9; u *= 0.97) all.push_back(static_cast<double>(static_cast<float>(u)));
    return all;
}

class Shape : public ::testing::TestWithParam<Isa> {};

TEST_P(Shape, EaseKeepsTheEnds) {
    const std::array points{Point{-3.25, 700.5}, Point{11.125, -90.75}};
    const PathSet paths = *PathSetBuilder().add(points).build();
    const auto length = static_cast<double>(paths.segment_length(0, 0));
    for (const float power : powers) {
        const WaypointAdvance eased{
            .paths = paths, .speed = 0.0f, .ease = Ease::sigmoid, .ease_power = power};
        const Population population = standing(GetParam(), eased, {0, length, length / 2});
        EXPECT_EQ(population.get<Stream::position_x>(0), -3.25f) << power;
        EXPECT_EQ(population.get<Stream::position_y>(0), 700.5f) << power;
        EXPECT_NEAR(population.get<Stream::position_x>(1), 11.125f, 1e-4f) << power;
        EXPECT_NEAR(population.get<Stream::position_y>(1), -90.75f, 1e-4f) << power;
        EXPECT_NEAR(population.get<Stream::position_x>(2), 3.9375f, 1e-3f) << power;
    }
    const WaypointAdvance along_x{
        .paths = straight(1024), .speed = 0.0f, .ease = Ease::sigmoid, .ease_power = 3};
    EXPECT_EQ(standing(GetParam(), along_x, {1024}).get<Stream::position_x>(0), 1024.0f);
}

TEST_P(Shape, EaseIsMonotone) {
    std::vector<double> distances;
    for (int i = 0; i <= 8192; ++i) distances.push_back(i / 8192.0);
    for (const float power : powers) {
        const WaypointAdvance eased{
            .paths = straight(1), .speed = 0.0f, .ease = Ease::sigmoid, .ease_power = power};
        const Population population = standing(GetParam(), eased, distances);
        for (std::size_t slot = 1; slot < distances.size(); ++slot) {
            const double step = static_cast<double>(population.get<Stream::position_x>(slot)) -
                                static_cast<double>(population.get<Stream::position_x>(slot - 1));
            ASSERT_GE(step, -4 * 0x1p-24) << "power " << power << " at " << distances[slot];
        }
    }
}

/// The ease as a position on a segment of length 1, compared with std::pow.
TEST_P(Shape, PowersStayWithinTheirBound) {
    const std::vector<double> distances = places();
    for (const float power : powers) {
        const WaypointAdvance eased{
            .paths = straight(1), .speed = 0.0f, .ease = Ease::sigmoid, .ease_power = power};
        const Population population = standing(GetParam(), eased, distances);
        double worst = 0;
        for (std::size_t slot = 0; slot < distances.size(); ++slot) {
            const double u = static_cast<double>(static_cast<float>(distances[slot]));
            worst = std::max(worst, std::abs(static_cast<double>(population.get<Stream::position_x>(slot)) -
                                             sigmoid(u, static_cast<double>(power))) *
                                        0x1p24);
        }
        RecordProperty("error_at_power_" + std::to_string(power), std::to_string(worst));
        EXPECT_LE(worst, 4 + static_cast<double>(power)) << "power " << power;  // waypoint_advance.hpp
    }
}

WaypointAdvance bent(Bell bell, float power) {
    return {.paths = straight(1), .speed = 0.0f, .offset = 1.0f, .bell = bell, .bell_power = power};
}

TEST_P(Shape, BellsPeakInTheMiddleAndEndAtTheNodes) {
    constexpr double near = 0x1p-20;
    for (const Bell bell : {Bell::parabola, Bell::sigmoid})
        for (const float power : {0.5f, 1.0f, 2.0f, 16.0f}) {
            SCOPED_TRACE(::testing::Message()
                         << (bell == Bell::parabola ? "parabola" : "sigmoid, power ") << power);
            const Population population =
                standing(GetParam(), bent(bell, power), {0, near, 0.5 - near, 0.5, 0.5 + near, 1 - near, 1});
            const auto height = [&](std::size_t slot) {
                return static_cast<double>(population.get<Stream::position_y>(slot));
            };
            EXPECT_EQ(height(0), 0);
            EXPECT_EQ(height(3), 1);
            EXPECT_EQ(height(6), 0);
            EXPECT_NEAR(height(1), 0, 2e-3);
            EXPECT_NEAR(height(2), 1, 2e-3);
            EXPECT_NEAR(height(4), 1, 2e-3);
            EXPECT_NEAR(height(5), 0, 2e-3);
        }
}

TEST_P(Shape, BellsFollowTheirFormulas) {
    const std::vector<double> distances = places();
    for (const float power : powers) {
        const Population curve = standing(GetParam(), bent(Bell::sigmoid, power), distances);
        const Population parabola = standing(GetParam(), bent(Bell::parabola, power), distances);
        for (std::size_t slot = 0; slot < distances.size(); ++slot) {
            const double u = static_cast<double>(static_cast<float>(distances[slot]));
            ASSERT_NEAR(static_cast<double>(curve.get<Stream::position_y>(slot)),
                        sigmoid(tent(u), static_cast<double>(power)),
                        (4 + static_cast<double>(power)) * 0x1p-24)
                << "power " << power << " at " << u;
            ASSERT_NEAR(static_cast<double>(parabola.get<Stream::position_y>(slot)), 4 * u * (1 - u),
                        4 * 0x1p-24)
                << u;
        }
    }
}

TEST_P(Shape, OffsetsTurnToTheLeftAndMayAlternate) {
    const std::array points{Point{0, 0}, Point{4, 0}, Point{4, 4}, Point{0, 4}};
    const std::array offsets{1.0f, 0.0f, -0.5f};
    const PathSet paths = *PathSetBuilder().add(points, false, offsets).build();
    const auto middle = [&](const WaypointAdvance& advance, std::uint32_t segment) {
        const Population population = standing(GetParam(), advance, {2}, segment);
        return std::pair{population.get<Stream::position_x>(0), population.get<Stream::position_y>(0)};
    };
    const WaypointAdvance own{.paths = paths, .speed = 0.0f};
    EXPECT_EQ(middle(own, 0), (std::pair{2.0f, 1.0f}));
    EXPECT_EQ(middle(own, 1), (std::pair{4.0f, 2.0f}));
    EXPECT_EQ(middle(own, 2), (std::pair{2.0f, 3.5f + 1.0f})) << "right of the segment back is up";
    const WaypointAdvance lane{.paths = paths, .speed = 0.0f, .offset = 0.25f};
    EXPECT_EQ(middle(lane, 0), (std::pair{2.0f, 0.25f}));
    EXPECT_EQ(middle(lane, 1), (std::pair{3.75f, 2.0f}));
    const WaypointAdvance waves{
        .paths = paths, .speed = 0.0f, .offset = 0.25f, .offset_sign = OffsetSign::alternating};
    EXPECT_EQ(middle(waves, 0), (std::pair{2.0f, 0.25f}));
    EXPECT_EQ(middle(waves, 1), (std::pair{4.25f, 2.0f}));
    EXPECT_EQ(middle(waves, 2), (std::pair{2.0f, 3.75f}));
}

constexpr std::array zigzag{Point{0, 0}, Point{6, 0}, Point{6, 4.5}, Point{-2, 7}, Point{-3, 1}};
constexpr std::array zigzag_offsets{1.5f, -0.75f, 0.0f, 2.0f, -3.0f};  // the last one on the closing segment

/// The position of an agent by the formula, with the offset of each segment.
Point with_own_offset(const WaypointAdvance& advance, std::uint32_t segment, double distance) {
    const Point from = advance.paths.node(0, segment);
    const Point to = advance.paths.node(0, (segment + 1) % zigzag.size());
    const double e = eased(advance, static_cast<double>(static_cast<float>(distance) /
                                                        advance.paths.segment_length(0, segment)));
    const double lateral = static_cast<double>(zigzag_offsets[segment]) * bell(advance, e) /
                           std::hypot(to.x - from.x, to.y - from.y);
    return {std::lerp(from.x, to.x, e) - (to.y - from.y) * lateral,
            std::lerp(from.y, to.y, e) + (to.x - from.x) * lateral};
}

Point position_of(const Population& population, std::size_t slot) {
    return {static_cast<double>(population.get<Stream::position_x>(slot)),
            static_cast<double>(population.get<Stream::position_y>(slot))};
}

double between(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y); }

class OwnOffsets : public ::testing::TestWithParam<Isa> {
  protected:
    /// Every bell with every power, with and without ease.
    template <class Check>
    static void with_every_shape(const Check& check) {
        const PathSet paths = *PathSetBuilder().add(zigzag, true, zigzag_offsets).build();
        for (const Ease ease : {Ease::none, Ease::sigmoid})
            for (const Bell shape : {Bell::parabola, Bell::sigmoid})
                for (const float power : {0.5f, 1.0f, 2.0f, 8.0f}) {
                    SCOPED_TRACE(::testing::Message()
                                 << (shape == Bell::parabola ? "parabola" : "sigmoid") << ", power " << power
                                 << (ease == Ease::none ? "" : ", eased"));
                    check(WaypointAdvance{.paths = paths,
                                          .mode = PathMode::loop,
                                          .speed = 0.0f,
                                          .ease = ease,
                                          .ease_power = 1.5f,
                                          .bell = shape,
                                          .bell_power = power});
                }
    }
};

TEST_P(OwnOffsets, FollowTheFormulaEverywhere) {
    with_every_shape([](const WaypointAdvance& advance) {
        // The bell is evaluated at the float e: where it is jagged, the rounding of e shows.
        const bool jagged =
            advance.bell == Bell::sigmoid && advance.bell_power < 1 && advance.ease != Ease::none;
        const double bound =
            (4 + static_cast<double>(advance.bell_power) + static_cast<double>(advance.ease_power)) *
                0x1p-24 * 8 +
            (jagged ? 3 * std::pow(16 * 0x1p-24, static_cast<double>(advance.bell_power)) : 0);
        for (std::uint32_t segment = 0; segment < zigzag.size(); ++segment) {
            std::vector<double> distances = places();
            for (double& distance : distances)
                distance *= static_cast<double>(advance.paths.segment_length(0, segment));
            const Population population = standing(GetParam(), advance, distances, segment);
            for (std::size_t slot = 0; slot < distances.size(); ++slot)
                ASSERT_LE(between(position_of(population, slot),
                                  with_own_offset(advance, segment, distances[slot])),
                          bound)
                    << "segment " << segment << " at " << distances[slot];
        }
    });
}

/// At every node, also of the closing segment, both curves meet in the node; between nodes no step is longer
/// than the slope of the curve allows.
TEST_P(OwnOffsets, LeaveNoGap) {
    with_every_shape([](const WaypointAdvance& advance) {
        constexpr int steps = 4096;
        std::vector<double> parts;
        for (int i = 0; i <= steps; ++i) parts.push_back(static_cast<double>(i) / steps);
        const double ease_slope =
            advance.ease == Ease::none ? 1 : 1.5;  // the sigmoid's steepest is its power
        const double bell_slope =
            advance.bell == Bell::parabola ? 4 : 2 * std::max(1.0, static_cast<double>(advance.bell_power));
        for (std::uint32_t segment = 0; segment < zigzag.size(); ++segment) {
            const double length = static_cast<double>(advance.paths.segment_length(0, segment));
            std::vector<double> distances = parts;
            for (double& distance : distances) distance *= length;
            distances.back() = std::nextafter(length, 0.0);
            const Population population = standing(GetParam(), advance, distances, segment);
            const Point next = advance.paths.node(0, (segment + 1) % zigzag.size());
            EXPECT_LE(between(position_of(population, 0), advance.paths.node(0, segment)), 1e-6)
                << "segment " << segment;
            EXPECT_LE(between(position_of(population, steps), next), 3e-3) << "segment " << segment;
            // Below power 1 a bell is steep at its ends and in the middle, like a power of the distance.
            const bool jagged = advance.bell == Bell::sigmoid && advance.bell_power < 1;
            const double rise =
                jagged ? 3 * std::pow(2 * ease_slope / steps, static_cast<double>(advance.bell_power)) : 0;
            const double steepest =
                ease_slope * (length + bell_slope * std::abs(static_cast<double>(zigzag_offsets[segment])));
            for (std::size_t slot = 1; slot < distances.size(); ++slot) {
                ASSERT_LE(between(position_of(population, slot), position_of(population, slot - 1)),
                          steepest / steps * 1.01 + rise + 1e-5)
                    << "segment " << segment << " at " << distances[slot];
            }
        }
    });
}

TEST_P(OwnOffsets, YieldToAnOffsetOfTheStage) {
    const PathSet paths = *PathSetBuilder().add(zigzag, true, zigzag_offsets).build();
    const PathSet plain = *PathSetBuilder().add(zigzag, true).build();
    const auto at_middle = [&](const PathSet& set, std::optional<float> offset, std::uint32_t segment) {
        const WaypointAdvance advance{.paths = set, .mode = PathMode::loop, .speed = 0.0f, .offset = offset};
        return position_of(
            standing(GetParam(), advance, {static_cast<double>(set.segment_length(0, segment)) / 2}, segment),
            0);
    };
    for (std::uint32_t segment = 0; segment < zigzag.size(); ++segment)
        for (const float offset : {0.0f, 0.5f}) {
            EXPECT_EQ(between(at_middle(paths, offset, segment), at_middle(plain, offset, segment)), 0)
                << "segment " << segment;
            const double own = static_cast<double>(zigzag_offsets[segment]);
            EXPECT_NEAR(between(at_middle(paths, std::nullopt, segment), at_middle(plain, 0.0f, segment)),
                        std::abs(own), 1e-5);
        }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, OwnOffsets, each_isa(), isa_name);

TEST_P(Shape, PathDistanceIsTheDistanceFromTheStart) {
    const PathSet paths = make_paths(3);
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong}) {
        const Program program =
            build({WaypointAdvance{.paths = paths, .mode = mode, .ease = Ease::sigmoid, .offset = 2.0f}});
        Population population = blank(program, 1000);
        fill(population, 9, Values::ordinary, {&paths, mode});
        ASSERT_EQ(
            run(program, population.view(), {.dt = 2, .count = 4, .first_tick = 0}, serial_on(GetParam()))
                .faults,
            0u);
        for (std::size_t slot = 0; slot < population.size(); ++slot) {
            const double expected =
                paths.segment_start(static_cast<std::size_t>(population.get<Stream::path>(slot)),
                                    population.get<Stream::segment>(slot)) +
                population.get<Stream::segment_distance>(slot);
            ASSERT_EQ(population.get<Stream::path_distance>(slot), expected) << "agent " << slot;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Shape, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test
