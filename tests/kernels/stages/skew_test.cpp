// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Many agents that pass or reach nodes in the same tick, which kernels handle by whole vectors, give the bits
// of the reference, whatever the other lanes do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr float dt = 1.0f / 64;
constexpr double leg = 10;
constexpr std::size_t size = 1'061;

/// Regular polygons with legs of 10 m, closed and open, and some with unequal legs.
PathSet polygons() {
    PathSetBuilder builder;
    for (std::size_t path = 0; path < 40; ++path) {
        const std::size_t nodes = 3 + path % 7;
        const double radius = leg / 2 / std::sin(std::numbers::pi / static_cast<double>(nodes));
        std::vector<Point> points;
        for (std::size_t node = 0; node < nodes; ++node) {
            const double angle =
                2 * std::numbers::pi * static_cast<double>(node) / static_cast<double>(nodes);
            const double stretch = path % 4 == 3 ? 1 + 0.5 * static_cast<double>(node % 2) : 1;
            points.push_back({radius * std::cos(angle) * stretch, radius * std::sin(angle) / stretch});
        }
        builder.add(points, path % 2 == 0);
    }
    return *builder.build();
}

class Skew : public ::testing::TestWithParam<Isa> {
  protected:
    /// With and without records, which start as random bytes.
    void compare(const Program& program, const Population& start, std::uint32_t count) const {
        Population expected = start;
        Population actual = start;
        std::vector<Stream> streams = start.streams();
        streams.insert(streams.end(), program.records().begin(), program.records().end());
        Population recorded(start.size(), streams, 4);
        start.copy_to(recorded.view());
        scribble(recorded, program, count);
        StreamSet compared = 0;
        for (const Stream stream : start.streams()) compared |= stream_set(stream);
        for (std::uint32_t call = 0; call < 12; ++call) {
            const Ticks ticks{.dt = dt, .count = count, .first_tick = call * count};
            const Result expected_result = run(program, expected.view(), ticks, serial_on(Isa::reference));
            const Result actual_result = run(program, actual.view(), ticks, serial_on(GetParam()));
            const Result recorded_result = run(program, recorded.view(), ticks, serial_on(GetParam()));
            ASSERT_TRUE(expected_result.status.ok()) << message(expected_result.status);
            ASSERT_TRUE(same_result(expected_result, actual_result)) << "call " << call;
            ASSERT_TRUE(same_bits(expected, actual)) << "call " << call;
            ASSERT_TRUE(same_result(expected_result, recorded_result)) << "with records, call " << call;
            const auto difference = first_difference(compared, expected.view(), recorded.view());
            ASSERT_FALSE(*difference) << "with records, call " << call << ", slot " << (*difference)->slot
                                      << ", " << name((*difference)->stream);
            ASSERT_TRUE(actual.margins_intact() && recorded.margins_intact());
        }
    }

    static void scribble(Population& population, const Program& program, std::uint64_t seed) {
        for (const Stream stream : program.records())
            for (std::size_t slot = 0; slot < population.size(); ++slot) {
                const auto bits =
                    static_cast<std::uint32_t>(bits_of(seed, static_cast<std::uint64_t>(stream), slot));
                population.set_bytes(stream, slot, &bits);
            }
    }
};

std::string text_of(PathMode mode) {
    return mode == PathMode::once ? "once" : mode == PathMode::loop ? "loop" : "ping-pong";
}

/// Lets `share` of the agents travel a leg in 8 ticks, from the same place if `together`.
void cross(Population& population, const PathSet& paths, PathMode mode, double share, bool together,
           std::uint64_t seed) {
    for (std::size_t slot = 0; slot < population.size(); ++slot) {
        if (static_cast<double>(unsigned_value(bits_of(seed, 0, slot), 1)) >= share) continue;
        const std::size_t path = bits_of(seed, 1, slot) % paths.size();
        const std::uint32_t segments = paths.segment_count(path, mode);
        const double place = together ? 0.55 : static_cast<double>(unsigned_value(bits_of(seed, 2, slot), 1));
        population.set<Stream::path>(slot, static_cast<std::int32_t>(path));
        population.set<Stream::segment>(slot, static_cast<std::uint32_t>(bits_of(seed, 3, slot) % segments));
        population.set<Stream::segment_distance>(slot, place * leg);
        population.set<Stream::speed>(slot, static_cast<float>(leg / 8) / dt);
        if (population.has(Stream::direction))
            population.set<Stream::direction>(slot, bits_of(seed, 4, slot) % 8 == 0 ? -1 : 1);
    }
}

TEST_P(Skew, ManyCrossANodeInTheSameTicks) {
    const PathSet paths = polygons();
    std::uint64_t seed = 0;
    for (const PathMode mode : {PathMode::loop, PathMode::once, PathMode::ping_pong})
        for (const double share : {1.0, 0.8, 0.3, 0.1})
            for (const bool together : {true, false})
                for (const Values others : {Values::ordinary, Values::adversarial, Values::faulty})
                    for (const std::uint32_t count : {1u, 3u, 8u, 9u}) {
                        SCOPED_TRACE(::testing::Message()
                                     << text_of(mode) << ", share " << share << ", together " << together
                                     << ", others " << static_cast<int>(others) << ", " << count
                                     << " ticks a call");
                        const Program program = build({WaypointAdvance{.paths = paths, .mode = mode}});
                        std::vector<Stream> streams = streams_of(program);
                        Population population(size, streams, 4 * (++seed % 16));
                        fill(population, seed, others, {&paths, mode});
                        cross(population, paths, mode, share, together, seed);
                        ASSERT_NO_FATAL_FAILURE(compare(program, population, count));
                    }
}

/// From a node, from before the segment and from beyond its end: no ordinary crossings.
TEST_P(Skew, ManyCrossFromPlacesBesideTheirSegments) {
    const PathSet paths = polygons();
    std::uint64_t seed = 100;
    for (const PathMode mode : {PathMode::loop, PathMode::once, PathMode::ping_pong})
        for (const double place : {0.0, -0x1p-1074, -1e-3, -0.6, 1.0, 1.001, 1.9, 2.4})
            for (const float speed : {0.0f, 40.0f, 80.0f, 700.0f, -80.0f}) {
                SCOPED_TRACE(::testing::Message()
                             << text_of(mode) << ", place " << place << ", speed " << speed);
                const Program program = build({WaypointAdvance{.paths = paths, .mode = mode}});
                Population population(size, streams_of(program));
                fill(population, ++seed, Values::ordinary, {&paths, mode});
                cross(population, paths, mode, 0.9, true, seed);
                for (std::size_t slot = 0; slot < size; ++slot) {
                    if (bits_of(seed, 5, slot) % 4 == 0) continue;
                    const auto path = static_cast<std::size_t>(population.get<Stream::path>(slot));
                    const auto length = static_cast<double>(
                        paths.segment_length(path, population.get<Stream::segment>(slot)));
                    population.set<Stream::segment_distance>(slot, place * length);
                    population.set<Stream::speed>(slot, speed);
                }
                for (const std::uint32_t count : {1u, 8u})
                    ASSERT_NO_FATAL_FAILURE(compare(program, population, count));
            }
}

/// Polygons on circles. Leg lengths: equal, within a factor of 3, whole, of many magnitudes, of so many that
/// their sums are rounded, and many short ones between long ones, which share a bucket of the look-up.
PathSet circles() {
    PathSetBuilder builder;
    for (std::uint64_t path = 0; path < 36; ++path) {
        const std::uint64_t nodes = path < 6 ? path + 2 : 3 + bits_of(7, 0, path) % 90;
        std::vector<double> starts{0};
        for (std::uint64_t node = 0; node < nodes; ++node) {
            const auto share = static_cast<double>(unsigned_value(bits_of(7, path + 1, node), 1));
            const double legs[] = {leg,
                                   5 + 10 * share,
                                   std::floor(1 + 15 * share),
                                   std::exp2(-17 + 27 * share),
                                   std::exp2(-40 + 60 * share),
                                   node % 13 == 0 ? 100 : 0.1 + share};
            starts.push_back(starts.back() + legs[path % 6]);
        }
        const double radius = starts.back() / (2 * std::numbers::pi);
        std::vector<Point> points;
        for (std::uint64_t node = 0; node < nodes; ++node)
            points.push_back(
                {radius * std::cos(starts[node] / radius), radius * std::sin(starts[node] / radius)});
        builder.add(points, path % 4 != 1);
    }
    return *builder.build();
}

/// From any place on a segment or beyond its end, with steps from nanometres to laps: kernels may pass the
/// nodes of several ticks at once, which must give the same bits.
TEST_P(Skew, ManyPassNodesAtAnyPace) {
    const PathSet paths = circles();
    std::uint64_t seed = 300;
    for (const PathMode mode : {PathMode::loop, PathMode::once, PathMode::ping_pong})
        for (const double pace : {1e-9, 0.01, 0.1, 1.0, 4.0, 30.0, 400.0})
            for (const bool whole : {false, true})
                for (const std::uint32_t count : {1u, 2u, 5u, 8u, 13u}) {
                    SCOPED_TRACE(::testing::Message() << text_of(mode) << ", pace " << pace << ", whole "
                                                      << whole << ", " << count << " ticks a call");
                    const Program program = build({WaypointAdvance{.paths = paths, .mode = mode}});
                    Population population(size, streams_of(program));
                    fill(population, ++seed, Values::ordinary, {&paths, mode});
                    for (std::size_t slot = 0; slot < size; ++slot) {
                        const std::size_t path = bits_of(seed, 1, slot) % paths.size();
                        const std::uint32_t segments = paths.segment_count(path, mode);
                        const auto segment = static_cast<std::uint32_t>(bits_of(seed, 2, slot) % segments);
                        const auto share = static_cast<double>(unsigned_value(bits_of(seed, 3, slot), 1)) +
                                           0x1p-40 * static_cast<double>(bits_of(seed, 4, slot) % 4096);
                        const double reach = bits_of(seed, 5, slot) % 16 == 0 ? 20 : 1;
                        const auto step =
                            leg * pace * static_cast<double>(unsigned_value(bits_of(seed, 6, slot), 1));
                        const auto length = static_cast<double>(paths.segment_length(path, segment));
                        const bool at_end = bits_of(seed, 8, slot) % 4 == 0;
                        population.set<Stream::path>(slot, static_cast<std::int32_t>(path));
                        population.set<Stream::segment>(slot, segment);
                        population.set<Stream::segment_distance>(
                            slot,
                            at_end ? std::max(0.0, length - share * step * count) : share * reach * length);
                        population.set<Stream::speed>(
                            slot, static_cast<float>(whole && pace > 1e-3 ? std::ceil(step) : step) / dt);
                        if (population.has(Stream::direction))
                            population.set<Stream::direction>(slot, bits_of(seed, 7, slot) % 4 == 0 ? -1 : 1);
                    }
                    ASSERT_NO_FATAL_FAILURE(compare(program, population, count));
                }
}

TEST_P(Skew, ManyReachTheirNodeInTheSameTick) {
    const PathSet paths = polygons();
    std::uint64_t seed = 200;
    for (const PathMode mode : {PathMode::loop, PathMode::once, PathMode::ping_pong})
        for (const float radius : {1e4f, 12.0f, 3.0f})
            for (const bool swept : {false, true})
                for (const Values others : {Values::ordinary, Values::adversarial, Values::faulty})
                    for (const std::uint32_t count : {1u, 8u}) {
                        SCOPED_TRACE(::testing::Message()
                                     << text_of(mode) << ", radius " << radius << ", swept " << swept
                                     << ", others " << static_cast<int>(others) << ", " << count
                                     << " ticks a call");
                        PathFollow follow{.paths = paths, .mode = mode, .radius = radius, .swept = swept};
                        if (mode == PathMode::once && count == 8) follow.slowing_radius = 50;
                        const Program program = build(
                            {follow, Locomotion{.max_force = 50.0f, .max_speed = 120.0f, .mass = 1.0f}});
                        std::vector<Stream> streams = streams_of(program);
                        if (count == 8)
                            streams.insert(streams.end(), program.outputs().begin(), program.outputs().end());
                        Population population(size, streams, 4 * (++seed % 16));
                        fill(population, seed, others, {&paths, mode});
                        ASSERT_NO_FATAL_FAILURE(compare(program, population, count));
                    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Skew, each_vector_isa(), isa_name);

}  // namespace
}  // namespace wend::test
