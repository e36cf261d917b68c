// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Waypoint advance is exact: it matches the closed form after a million ticks on short and very long paths,
// takes bounded time at any step, and handles ends and turns.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

/// About 10,000 km in 500 segments of unequal length.
PathSet long_path() {
    std::vector<Point> points;
    double x = 0;
    for (std::uint64_t i = 0; i <= 500; ++i) {
        points.push_back({x, 3000.0 * static_cast<double>(signed_value(bits_of(1, 0, i), 1))});
        x += 12'000 + 16'000 * static_cast<double>(unsigned_value(bits_of(1, 1, i), 1));
    }
    return *PathSetBuilder().add(points).build();
}

PathSet short_path() {
    const std::array points{Point{0, 0}, Point{3, 4}, Point{3, 10}, Point{-20, 11}, Point{-20.5, 11}};
    return *PathSetBuilder().add(points).build();
}

struct Walk {
    const char* name;
    bool long_way;
    PathMode mode;
    float speed;
    float dt;
};

void PrintTo(const Walk& walk, std::ostream* out) { *out << walk.name; }

/// s0 + ticks * double(float(speed * dt)), mapped to the path by the mode. Sets `turned` if the direction has
/// changed.
double closed_form(double s, double total, PathMode mode, bool& turned) {
    turned = false;
    if (mode == PathMode::once) return std::min(std::max(s, 0.0), total);
    if (mode == PathMode::loop) return s - std::floor(s / total) * total;
    const double laps = std::floor(s / total);
    turned = std::fmod(laps, 2.0) != 0;
    return turned ? (laps + 1) * total - s : s - laps * total;
}

class AMillionTicks : public ::testing::TestWithParam<std::tuple<Isa, Walk>> {};

TEST_P(AMillionTicks, EndAtTheClosedForm) {
    constexpr std::uint32_t tick_count = 1'000'000;
    const auto& [isa, walk] = GetParam();
    const PathSet paths = walk.long_way ? long_path() : short_path();
    const double total = paths.length(0, walk.mode);
    ASSERT_TRUE(!walk.long_way || total > 9.5e6);
    const Program program = build({WaypointAdvance{.paths = paths, .mode = walk.mode, .speed = walk.speed}});
    Population population(5, streams_of(program));
    std::vector<double> starts(population.size());
    for (std::size_t slot = 0; slot < population.size(); ++slot) {
        const PathLocation location =
            paths.locate(0, total * (0.05 + 0.18 * static_cast<double>(slot)), walk.mode);
        starts[slot] = paths.segment_start(0, location.segment) + location.distance;
        population.set<Stream::path>(slot, 0);
        population.set<Stream::segment>(slot, location.segment);
        population.set<Stream::segment_distance>(slot, location.distance);
        if (population.has(Stream::direction))
            population.set<Stream::direction>(slot, slot % 2 == 0 ? 1 : -1);
    }
    const Result result = run(program, population.view(),
                              {.dt = walk.dt, .count = tick_count, .first_tick = 0}, serial_on(isa));
    ASSERT_TRUE(faultless(result));
    const double step = static_cast<double>(walk.speed * walk.dt);
    double worst = 0;
    for (std::size_t slot = 0; slot < population.size(); ++slot) {
        const int direction = population.has(Stream::direction) && slot % 2 == 1 ? -1 : 1;
        bool turned = false;
        const double expected =
            closed_form(starts[slot] + tick_count * step * direction, total, walk.mode, turned);
        const std::uint32_t segment = population.get<Stream::segment>(slot);
        const double distance = population.get<Stream::segment_distance>(slot);
        const double period = walk.mode == PathMode::loop ? total : HUGE_VAL;
        const double error =
            std::abs(std::remainder(paths.segment_start(0, segment) + distance - expected, period)) /
            static_cast<double>(paths.segment_length(0, segment));
        worst = std::max(worst, error);
        EXPECT_LE(error, 1e-4) << "agent " << slot;
        const int now =
            population.has(Stream::direction) ? population.get<Stream::direction>(slot) : direction;
        EXPECT_EQ(now, turned ? -direction : direction) << "agent " << slot;
        const Point there = paths.at(0, {segment, distance});
        const Point node = paths.node(0, segment);
        const double scale = std::max({std::abs(node.x), std::abs(node.y), distance});
        EXPECT_NEAR(static_cast<double>(population.get<Stream::position_x>(slot)), there.x,
                    3 * 0x1p-24 * scale);
        EXPECT_NEAR(static_cast<double>(population.get<Stream::position_y>(slot)), there.y,
                    3 * 0x1p-24 * scale);
    }
    RecordProperty("error_of_segment", std::to_string(worst));
}

constexpr std::array walks{
    // 6 mm a tick, where a float of the whole distance resolves 1 m.
    Walk{"long_once", true, PathMode::once, 1.4f, 1.0f / 240},
    Walk{"long_loop", true, PathMode::loop, -1.4f, 1.0f / 240},
    Walk{"long_ping_pong", true, PathMode::ping_pong, 1.4f, 1.0f / 240},
    // Several laps of thousands of kilometres.
    Walk{"long_loop_fast", true, PathMode::loop, 900.0f, 0.1f},
    Walk{"long_ping_pong_fast", true, PathMode::ping_pong, -900.0f, 0.1f},
    Walk{"short_loop", false, PathMode::loop, 1.7f, 1.0f / 60},
    Walk{"short_loop_backward", false, PathMode::loop, -33.0f, 0.5f},
    Walk{"short_ping_pong", false, PathMode::ping_pong, 1.7f, 1.0f / 60},
    Walk{"short_ping_pong_far", false, PathMode::ping_pong, 777.7f, 1.0f},
    Walk{"short_once", false, PathMode::once, 1e-5f, 1.0f},
};

std::vector<Isa> two_isas() { return {Isa::reference, supported_isas().back()}; }

INSTANTIATE_TEST_SUITE_P(Waypoint, AMillionTicks,
                         ::testing::Combine(::testing::ValuesIn(two_isas()), ::testing::ValuesIn(walks)),
                         [](const auto& parameter) {
                             return std::string(name(std::get<0>(parameter.param))) + "_" +
                                    std::get<1>(parameter.param).name;
                         });

class Waypoint : public ::testing::TestWithParam<Isa> {};

/// Passing every segment one by one would take hours: the test is that this ends.
TEST_P(Waypoint, ABillionMetresATickEndInBoundedTime) {
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong})
        for (const float speed : {1e9f, -1e9f, 1e18f, -1e18f}) {
            const PathSet paths = make_paths(2);
            const Program program = build({WaypointAdvance{.paths = paths, .mode = mode, .speed = speed}});
            Population population(2000, streams_of(program));
            fill(population, 1, Values::ordinary, {&paths, mode});
            const Result result = run(program, population.view(), {.dt = 1, .count = 100, .first_tick = 0},
                                      serial_on(GetParam()));
            ASSERT_TRUE(faultless(result));
            for (std::size_t slot = 0; slot < population.size(); ++slot) {
                const auto path = static_cast<std::size_t>(population.get<Stream::path>(slot));
                const std::uint32_t segment = population.get<Stream::segment>(slot);
                ASSERT_LT(segment, paths.segment_count(path, mode));
                ASSERT_GE(population.get<Stream::segment_distance>(slot), 0);
                ASSERT_LE(population.get<Stream::segment_distance>(slot),
                          static_cast<double>(paths.segment_length(path, segment)));
            }
        }
}

struct State {
    std::uint32_t segment;
    double distance;
    std::int32_t direction;
    bool operator==(const State&) const = default;
};
void PrintTo(const State& state, std::ostream* out) {
    *out << "segment " << state.segment << ", distance " << state.distance << ", direction "
         << state.direction;
}

/// On a path of segments 4, 3 (and 5 in loop), one tick of `step`.
State stepped(Isa isa, PathMode mode, State state, float step, Point* where = nullptr) {
    const std::array points{Point{0, 0}, Point{4, 0}, Point{4, 3}};
    const PathSet paths = *PathSetBuilder().add(points).build();
    const Program program = build({WaypointAdvance{.paths = paths, .mode = mode, .speed = step}});
    Population population(1, streams_of(program));
    population.set<Stream::path>(0, 0);
    population.set<Stream::segment>(0, state.segment);
    population.set<Stream::segment_distance>(0, state.distance);
    if (population.has(Stream::direction)) population.set<Stream::direction>(0, state.direction);
    EXPECT_TRUE(faultless(run(program, population.view(), {.dt = 1, .first_tick = 0}, serial_on(isa))));
    if (where != nullptr)
        *where = {static_cast<double>(population.get<Stream::position_x>(0)),
                  static_cast<double>(population.get<Stream::position_y>(0))};
    return {population.get<Stream::segment>(0), population.get<Stream::segment_distance>(0),
            population.has(Stream::direction) ? population.get<Stream::direction>(0) : 1};
}

TEST_P(Waypoint, OnceStaysAtEitherEnd) {
    const auto once = [&](State state, float step) {
        return stepped(GetParam(), PathMode::once, state, step);
    };
    EXPECT_EQ(once({0, 1, 1}, 2), (State{0, 3, 1}));
    EXPECT_EQ(once({0, 1, 1}, 3), (State{1, 0, 1})) << "a node belongs to the segment that it begins";
    EXPECT_EQ(once({0, 1, 1}, 5), (State{1, 2, 1}));
    EXPECT_EQ(once({0, 1, 1}, 6), (State{1, 3, 1}));
    EXPECT_EQ(once({1, 1, 1}, 60), (State{1, 3, 1}));
    EXPECT_EQ(once({1, 3, 1}, 1), (State{1, 3, 1}));
    EXPECT_EQ(once({1, 1, 1}, -2), (State{0, 3, 1}));
    EXPECT_EQ(once({1, 1, 1}, -60), (State{0, 0, 1}));
    EXPECT_EQ(once({1, 3, 1}, 0), (State{1, 3, 1}));
}

TEST_P(Waypoint, LoopWraps) {
    const auto loop = [&](State state, float step) {
        return stepped(GetParam(), PathMode::loop, state, step);
    };
    EXPECT_EQ(loop({1, 1, 1}, 3), (State{2, 1, 1}));
    EXPECT_EQ(loop({2, 4, 1}, 1), (State{0, 0, 1}));
    EXPECT_EQ(loop({2, 4, 1}, 2), (State{0, 1, 1}));
    EXPECT_EQ(loop({0, 1, 1}, -2), (State{2, 4, 1}));
    EXPECT_EQ(loop({0, 1, 1}, 24), (State{0, 1, 1}));
    EXPECT_EQ(loop({0, 1, 1}, 12000), (State{0, 1, 1}));
    EXPECT_EQ(loop({0, 1, 1}, -12000), (State{0, 1, 1}));
}

TEST_P(Waypoint, PingPongTurnsAtBothEnds) {
    const auto ping_pong = [&](State state, float step) {
        return stepped(GetParam(), PathMode::ping_pong, state, step);
    };
    EXPECT_EQ(ping_pong({1, 2, 1}, 2), (State{1, 2, -1}));
    EXPECT_EQ(ping_pong({1, 2, -1}, 1), (State{1, 1, -1}));
    EXPECT_EQ(ping_pong({0, 1, -1}, 3), (State{0, 2, 1}));
    EXPECT_EQ(ping_pong({0, 1, 1}, -3), (State{0, 2, -1})) << "a negative speed along 1 is a speed along -1";
    EXPECT_EQ(ping_pong({0, 1, 1}, 14), (State{0, 1, 1}));
    EXPECT_EQ(ping_pong({0, 1, 1}, 7), (State{1, 2, -1}));
    EXPECT_EQ(ping_pong({0, 1, 1}, 14 * 1000 + 7), (State{1, 2, -1}));
    EXPECT_EQ(ping_pong({0, 1, 1}, 14 * 1000), (State{0, 1, 1}));
}

TEST_P(Waypoint, PositionsLieOnThePath) {
    Point where;
    stepped(GetParam(), PathMode::once, {0, 1, 1}, 2, &where);
    EXPECT_EQ(where.x, 3);
    EXPECT_EQ(where.y, 0);
    stepped(GetParam(), PathMode::once, {0, 1, 1}, 5, &where);
    EXPECT_EQ(where.x, 4);
    EXPECT_EQ(where.y, 2);
    stepped(GetParam(), PathMode::loop, {2, 0, 1}, 2.5f, &where);
    EXPECT_NEAR(where.x, 2, 1e-6);
    EXPECT_NEAR(where.y, 1.5, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Waypoint, each_isa(), isa_name);

// Positions are written and never read.
TEST(WaypointPositions, AreReplacedWhateverStandsThere) {
    const Program program = build({WaypointAdvance{.paths = short_path(), .speed = 1.0f}});
    for (const Isa isa : supported_isas()) {
        Population population(3, streams_of(program));
        const float places[] = {std::numeric_limits<float>::quiet_NaN(), 1e19f,
                                -std::numeric_limits<float>::infinity()};
        for (std::size_t slot = 0; slot < 3; ++slot) {
            population.set<Stream::path>(slot, 0);
            population.set<Stream::segment>(slot, 0u);
            population.set<Stream::segment_distance>(slot, 0.0);
            population.set<Stream::position_x>(slot, places[slot]);
            population.set<Stream::position_y>(slot, places[slot]);
        }
        const Result result = run(program, population.view(), {.dt = 5}, serial_on(isa));
        EXPECT_TRUE(result.status.ok());
        EXPECT_EQ(result.faults, 0u);
        for (std::size_t slot = 0; slot < 3; ++slot) EXPECT_EQ(population.get<Stream::position_x>(slot), 3);
    }
}

}  // namespace
}  // namespace wend::test
