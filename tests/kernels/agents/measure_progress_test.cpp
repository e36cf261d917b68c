// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Progress on paths, against sums and distances of the nodes.
#include "wend/measure_progress.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "support/float_settings.hpp"
#include "support/path_pools.hpp"
#include "support/program_cases.hpp"
#include "support/refusal.hpp"

namespace wend::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t agents = 300;

AgentBuffer make_buffer(std::size_t count) {
    AgentBuffer buffer({Stream::path, Stream::position_x, Stream::position_y, Stream::node, Stream::segment,
                        Stream::direction, Stream::finished, Stream::path_deviation, Stream::path_remaining,
                        Stream::still_time, Stream::still_x, Stream::still_y});
    buffer.spawn(count);
    return buffer;
}

ProgressCounts measured(const AgentView& view, const PathSet& paths, PathMode mode, PathPlace place,
                        const ProgressRule& rule = {}, float dt = 1) {
    const Expected<ProgressCounts> counts = measure_progress(view, paths, mode, place, rule, dt);
    if (!counts) throw std::runtime_error(message(counts.status()));
    return *counts;
}

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// The place of a segment nearest to a point.
Point nearest(Point from, Point a, Point b) {
    const double square = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
    const double along = (from.x - a.x) * (b.x - a.x) + (from.y - a.y) * (b.y - a.y);
    const double t = square > 0 ? std::fmin(std::fmax(along / square, 0), 1) : 0;
    return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

Point position_of(const AgentBuffer& buffer, std::size_t slot) {
    return {static_cast<double>(buffer.get<Stream::position_x>()[slot]),
            static_cast<double>(buffer.get<Stream::position_y>()[slot])};
}

struct Wanted {
    double deviation, remaining;
};

/// From node to node, as the stages go.
Wanted expected_on_polyline(const AgentBuffer& buffer, std::size_t slot, const PathSet& paths, PathMode mode,
                            PathPlace place) {
    const auto path = static_cast<std::size_t>(buffer.get<Stream::path>()[slot]);
    const int direction = buffer.get<Stream::direction>()[slot];
    const auto nodes = static_cast<int>(paths.node_count(path));
    const bool loops = mode == PathMode::loop || (place == PathPlace::segment && paths.closed(path));
    const auto wrapped = [&](int node) { return (node + nodes) % nodes; };
    const auto at = [&](int node) { return paths.node(path, static_cast<std::uint32_t>(wrapped(node))); };
    // The nodes behind and ahead of the agent, and the path's end: node 0 after a lap is number `nodes`.
    int ahead, behind;
    if (place == PathPlace::node) {
        ahead = static_cast<int>(buffer.get<Stream::node>()[slot]);
        behind = ahead - direction;
        if (!loops && (behind < 0 || behind >= nodes)) behind = ahead;
        if (direction == 1 && ahead == 0 && loops) ahead = nodes;
    } else {
        const auto segment = static_cast<int>(buffer.get<Stream::segment>()[slot]);
        ahead = direction == 1 ? segment + 1 : segment;
        behind = direction == 1 ? segment : segment + 1;
    }
    const int end = direction == -1 ? 0 : loops ? nodes : nodes - 1;
    const Point from = position_of(buffer, slot);
    const Point here = nearest(from, at(behind), at(ahead));
    Wanted wanted{distance(from, here), distance(here, at(ahead))};
    for (; ahead != end; ahead += direction) wanted.remaining += distance(at(ahead), at(ahead + direction));
    return wanted;
}

TEST(MeasureProgress, OnPolylinesIsTheSumFromNodeToNode) {
    PathSetBuilder builder;
    constexpr std::size_t count = 12;
    for (std::uint64_t path = 0; path < count; ++path) builder.add(points_of(path, 2 + path), path % 3 == 0);
    const PathSet paths = *builder.build();
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong})
        for (const PathPlace place : {PathPlace::node, PathPlace::segment}) {
            AgentBuffer buffer = make_buffer(agents);
            for (std::size_t slot = 0; slot < agents; ++slot) {
                const std::uint64_t path = bits_of(1, 0, slot) % count;
                buffer.get<Stream::path>()[slot] = static_cast<std::int32_t>(path);
                buffer.get<Stream::position_x>()[slot] = signed_value(bits_of(1, 1, slot), 64);
                buffer.get<Stream::position_y>()[slot] = signed_value(bits_of(1, 2, slot), 64);
                buffer.get<Stream::node>()[slot] =
                    static_cast<std::uint32_t>(bits_of(1, 3, slot) % paths.node_count(path));
                buffer.get<Stream::segment>()[slot] =
                    static_cast<std::uint32_t>(bits_of(1, 4, slot) % paths.segment_count(path, mode));
                buffer.get<Stream::direction>()[slot] = bits_of(1, 5, slot) % 2 == 0 ? 1 : -1;
            }
            const ProgressRule rule{.max_deviation = 20};
            const ProgressCounts counts = measured(buffer.view(), paths, mode, place, rule);
            std::uint64_t off = 0;
            for (std::size_t slot = 0; slot < agents; ++slot) {
                const Wanted wanted = expected_on_polyline(buffer, slot, paths, mode, place);
                ASSERT_NEAR(buffer.get<Stream::path_deviation>()[slot], wanted.deviation, 1e-4) << slot;
                ASSERT_NEAR(buffer.get<Stream::path_remaining>()[slot], wanted.remaining, 1e-3) << slot;
                off += buffer.get<Stream::path_deviation>()[slot] > 20;
            }
            EXPECT_EQ(counts.with_path, agents);
            EXPECT_EQ(counts.off_path, off);
            EXPECT_GT(off, 0u);
            EXPECT_LT(off, agents);
        }
}

TEST(MeasureProgress, OfAPathOfOneNode) {
    const PathSet paths = *PathSetBuilder().add(Points{{3, 4}}).build();
    AgentBuffer buffer = make_buffer(1);
    buffer.get<Stream::path>()[0] = 0;
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong}) {
        EXPECT_EQ(measured(buffer.view(), paths, mode, PathPlace::node).off_path, 1u);
        EXPECT_EQ(buffer.get<Stream::path_deviation>()[0], 5);
        EXPECT_EQ(buffer.get<Stream::path_remaining>()[0], 0);
        EXPECT_EQ(measured(buffer.view(), paths, mode, PathPlace::segment).with_path, 0u) << "it has none";
    }
}

/// Corridors of about 10 m a cell, each with its portals' ends moved by up to 2 m.
PathSet make_corridors(std::size_t count) {
    PathSetBuilder builder;
    for (std::size_t path = 0; path < count; ++path) {
        Points points{{-5, 0}};
        const auto moved = [&](double x, double y) {
            points.push_back({x + static_cast<double>(signed_value(bits_of(path, 0, points.size()), 2)),
                              y + static_cast<double>(signed_value(bits_of(path, 1, points.size()), 2))});
        };
        for (std::size_t portal = 0; portal < path; ++portal) {
            moved(static_cast<double>(10 * portal), 5);
            moved(static_cast<double>(10 * portal), -5);
        }
        points.push_back({static_cast<double>(10 * path), 0});
        builder.add(points);
    }
    return *builder.build();
}

/// Whether the corners turn once about the point; that far from the corners no turn is doubtful.
bool is_inside(Point from, const std::array<Point, 4>& corners) {
    double turned = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const Point a = corners[i], b = corners[(i + 1) % 4];
        const double before = std::atan2(a.y - from.y, a.x - from.x);
        turned += std::remainder(std::atan2(b.y - from.y, b.x - from.x) - before, 2 * std::acos(-1.0));
    }
    return std::fabs(turned) > 3;
}

Wanted expected_in_corridor(const AgentBuffer& buffer, std::size_t slot, const PathSet& paths) {
    const auto path = static_cast<std::size_t>(buffer.get<Stream::path>()[slot]);
    const std::uint32_t passed = buffer.get<Stream::segment>()[slot] / 2;
    const std::uint32_t portals = paths.node_count(path) / 2 - 1;
    const auto at = [&](std::uint32_t node) { return paths.node(path, node); };
    const Point start = at(0), goal = at(2 * portals + 1);
    const std::array<Point, 4> corners{
        passed == 0 ? start : at(2 * passed - 1), passed == 0 ? start : at(2 * passed),
        passed == portals ? goal : at(2 * passed + 2), passed == portals ? goal : at(2 * passed + 1)};
    const Point from = position_of(buffer, slot);
    Wanted wanted{std::numeric_limits<double>::infinity(), 0};
    for (std::size_t i = 0; i < 4; ++i) {
        const Point place = nearest(from, corners[i], corners[(i + 1) % 4]);
        wanted.deviation = std::fmin(wanted.deviation, distance(from, place));
    }
    if (is_inside(from, corners)) wanted.deviation = 0;
    Point here = from;
    for (std::uint32_t portal = passed; portal < portals; ++portal) {
        const Point left = at(2 * portal + 1), right = at(2 * portal + 2);
        const Point middle{(left.x + right.x) / 2, (left.y + right.y) / 2};
        wanted.remaining += distance(here, middle);
        here = middle;
    }
    wanted.remaining += distance(here, goal);
    return wanted;
}

TEST(MeasureProgress, InCorridorsIsTheLineThroughTheMiddles) {
    constexpr std::size_t count = 6;
    const PathSet paths = make_corridors(count);
    AgentBuffer buffer = make_buffer(agents);
    for (std::size_t slot = 0; slot < agents; ++slot) {
        const std::uint64_t path = slot % count;
        buffer.get<Stream::path>()[slot] = static_cast<std::int32_t>(path);
        buffer.get<Stream::segment>()[slot] =
            static_cast<std::uint32_t>(bits_of(2, 0, slot) % paths.node_count(path));
        buffer.get<Stream::position_x>()[slot] =
            static_cast<float>(10 * (buffer.get<Stream::segment>()[slot] / 2)) - 5 +
            signed_value(bits_of(2, 1, slot), 9);
        buffer.get<Stream::position_y>()[slot] = signed_value(bits_of(2, 2, slot), 9);
    }
    const ProgressRule rule{.max_deviation = 0};
    const ProgressCounts counts = measured(buffer.view(), paths, PathMode::once, PathPlace::portal, rule);
    std::uint64_t off = 0;
    for (std::size_t slot = 0; slot < agents; ++slot) {
        const Wanted wanted = expected_in_corridor(buffer, slot, paths);
        ASSERT_NEAR(buffer.get<Stream::path_deviation>()[slot], wanted.deviation, 1e-4) << slot;
        ASSERT_NEAR(buffer.get<Stream::path_remaining>()[slot], wanted.remaining, 1e-3) << slot;
        off += buffer.get<Stream::path_deviation>()[slot] > 0;
    }
    EXPECT_EQ(counts.off_path, off);
    EXPECT_GT(off, agents / 10);
    EXPECT_LT(off, agents - agents / 10);
}

TEST(MeasureProgress, BesideACorridorWithoutPortals) {
    const PathSet paths = *PathSetBuilder().add(Points{{0, 0}, {10, 0}}).build();
    AgentBuffer buffer = make_buffer(3);
    for (std::size_t slot = 0; slot < 3; ++slot) {
        buffer.get<Stream::path>()[slot] = 0;
        buffer.get<Stream::position_x>()[slot] = std::array{4.0f, 4.0f, 13.0f}[slot];
        buffer.get<Stream::position_y>()[slot] = std::array{0.0f, 3.0f, 0.0f}[slot];
    }
    const ProgressCounts counts = measured(buffer.view(), paths, PathMode::once, PathPlace::portal);
    EXPECT_EQ(counts.off_path, 2u);
    EXPECT_EQ(buffer.get<Stream::path_deviation>()[0], 0);
    EXPECT_EQ(buffer.get<Stream::path_deviation>()[1], 3);
    EXPECT_EQ(buffer.get<Stream::path_deviation>()[2], 3) << "on the line, and beyond the goal";
    EXPECT_EQ(buffer.get<Stream::path_remaining>()[2], 3);
}

/// Agents that a stage moves come to the end without leaving the path.
TEST(MeasureProgress, FollowsAgentsToTheEnd) {
    Points lane;
    ASSERT_TRUE(append_lane(lane, Points{{0, 0}, {20, 0}, {20, 20}}, 4).ok());
    const PathSet corridors = *PathSetBuilder().add(lane).build();
    const PathSet lines = *PathSetBuilder().add(Points{{0, 0}, {20, 0}, {20, 20}}).build();
    struct Case {
        PathPlace place;
        const PathSet& paths;
        Stage stage;
    };
    for (const Case& test : {Case{PathPlace::node, lines, PathFollow{.paths = lines, .radius = 1}},
                             Case{PathPlace::segment, lines, WaypointAdvance{.paths = lines, .speed = 1.5f}},
                             Case{PathPlace::portal, corridors, PortalFollow{.paths = corridors}}}) {
        std::vector<Stage> stages{test.stage};
        if (test.place != PathPlace::segment)
            stages.push_back(Locomotion{.max_force = 20.0f, .max_speed = 1.5f, .mass = 1.0f});
        const Program program = build(stages);
        AgentBuffer buffer(program, {Stream::finished, Stream::path_deviation, Stream::path_remaining,
                                     Stream::still_time, Stream::still_x, Stream::still_y});
        buffer.spawn(1);
        float before = 40;
        for (std::uint64_t tick = 0; tick < 300 && before > 1; ++tick) {
            ASSERT_TRUE(run(program, buffer.view(), {.dt = 0.125f, .first_tick = tick}).status.ok());
            const ProgressRule rule{.max_deviation = 1};
            const ProgressCounts counts =
                measured(buffer.view(), test.paths, PathMode::once, test.place, rule, 0.125f);
            ASSERT_EQ(counts.with_path, 1u);
            ASSERT_EQ(counts.off_path, 0u) << tick;
            ASSERT_EQ(counts.stuck, 0u) << tick;
            const float remaining = buffer.get<Stream::path_remaining>()[0];
            ASSERT_LE(remaining, before + 0.3f) << tick;
            before = remaining;
        }
        EXPECT_LE(before, 1) << static_cast<int>(test.place);
    }
}

TEST(MeasureProgress, AgentsThatStayBecomeStuck) {
    const PathSet paths = *PathSetBuilder().add(Points{{0, 0}, {100, 0}}).build();
    AgentBuffer buffer = make_buffer(3);
    for (std::size_t slot = 0; slot < 3; ++slot) buffer.get<Stream::path>()[slot] = 0;
    buffer.get<Stream::position_x>()[0] = 50;
    buffer.get<Stream::finished>()[2] = 1;
    const ProgressRule rule{.stuck_radius = 2, .stuck_after = 3};
    const auto stuck = [&] {
        return measured(buffer.view(), paths, PathMode::once, PathPlace::node, rule, 0.5f).stuck;
    };
    EXPECT_EQ(stuck(), 0u);
    EXPECT_EQ(buffer.get<Stream::still_x>()[0], 50);
    EXPECT_EQ(buffer.get<Stream::still_time>()[0], 0);
    EXPECT_EQ(buffer.get<Stream::still_time>()[1], 0.5f) << "it stands where the streams begin";
    for (int i = 1; i < 6; ++i) EXPECT_EQ(stuck(), i < 5 ? 0u : 1u) << i;
    EXPECT_EQ(stuck(), 2u);
    EXPECT_EQ(buffer.get<Stream::still_time>()[0], 3);
    EXPECT_EQ(buffer.get<Stream::still_time>()[2], 0) << "finished";

    buffer.get<Stream::position_x>()[0] = 52;
    EXPECT_EQ(stuck(), 2u) << "not farther than the radius";
    buffer.get<Stream::position_x>()[0] = 52.25f;
    buffer.get<Stream::path>()[1] = -1;
    EXPECT_EQ(stuck(), 0u);
    EXPECT_EQ(buffer.get<Stream::still_x>()[0], 52.25f);
    EXPECT_EQ(buffer.get<Stream::still_time>()[1], 0);

    for (const float bad : {nan, -5.0f, std::numeric_limits<float>::infinity()}) {
        buffer.get<Stream::still_time>()[0] = bad;
        EXPECT_EQ(stuck(), 0u);
        EXPECT_EQ(buffer.get<Stream::still_time>()[0], 0.5f) << bad;
    }
}

TEST(MeasureProgress, WithoutAPathNothingIsLeft) {
    PathPool pool = pool_of({.paths = 2, .points = 8, .longest = 4});
    for (int i = 0; i < 2; ++i) (void)*pool.add(Points{{0, 0}, {10, 0}});
    ASSERT_TRUE(pool.release(1).ok());
    AgentBuffer buffer = make_buffer(3);
    for (std::size_t slot = 0; slot < 3; ++slot) {
        buffer.get<Stream::path>()[slot] = static_cast<std::int32_t>(slot) - 1;
        buffer.get<Stream::position_y>()[slot] = 7;
        buffer.get<Stream::path_deviation>()[slot] = buffer.get<Stream::path_remaining>()[slot] = 99;
    }
    const ProgressCounts counts = measured(buffer.view(), pool.paths(), PathMode::once, PathPlace::node);
    EXPECT_EQ(counts.with_path, 1u);
    EXPECT_EQ(counts.off_path, 1u);
    for (std::size_t slot = 0; slot < 3; ++slot) {
        EXPECT_EQ(buffer.get<Stream::path_deviation>()[slot], slot == 1 ? 7 : 0);
        EXPECT_EQ(buffer.get<Stream::path_remaining>()[slot], slot == 1 ? 10 : 0);
        EXPECT_EQ(buffer.get<Stream::still_y>()[slot], 7);
    }
}

TEST(MeasureProgress, LeavesFaultyAndInactiveAgentsAlone) {
    const PathSet paths =
        *PathSetBuilder().add(Points{{0, 0}, {10, 0}, {10, 10}}).add(Points{{0, 0}, {1, 1}}).build();
    for (const PathPlace place : {PathPlace::node, PathPlace::segment, PathPlace::portal}) {
        AgentBuffer buffer = make_buffer(9);
        std::ranges::fill(buffer.get<Stream::path_deviation>(), 99.0f);
        std::ranges::fill(buffer.get<Stream::still_time>(), 99.0f);
        std::ranges::fill(buffer.get<Stream::path>(), 1);
        buffer.get<Stream::path>()[0] = 2;
        buffer.get<Stream::path>()[1] = -2;
        buffer.get<Stream::node>()[2] = buffer.get<Stream::segment>()[2] = 2;
        buffer.get<Stream::position_x>()[3] = nan;
        buffer.get<Stream::position_y>()[4] = 2e18f;
        buffer.get<Stream::direction>()[5] = 0;
        buffer.get<Stream::path>()[6] = 0;
        buffer.get<Stream::node>()[7] = buffer.get<Stream::segment>()[7] = 0xFFFFFFFF;
        const std::array<std::uint8_t, 9> active{1, 1, 1, 1, 1, 1, 1, 1, 0};
        AgentView view = buffer.view();
        const bool corridor = place == PathPlace::portal;
        EXPECT_EQ(measured(view.only(active), paths, PathMode::once, place).with_path, 1u);
        for (std::size_t slot = 0; slot < 9; ++slot) {
            const bool changed = slot == (corridor ? 5 : 6);
            EXPECT_EQ(buffer.get<Stream::path_deviation>()[slot] != 99, changed) << slot;
            EXPECT_EQ(buffer.get<Stream::still_time>()[slot] != 99, changed) << slot;
        }
        const std::array<std::uint32_t, 1> slots{8};
        EXPECT_EQ(measured(view.only_slots(slots), paths, PathMode::once, place).with_path, 1u);
        EXPECT_EQ(buffer.get<Stream::path_deviation>()[8], 0);
    }
}

/// The least that a caller may bind, and arrays of structs.
TEST(MeasureProgress, OfStreamsThatAreApart) {
    const PathSet paths = *PathSetBuilder().add(points_of(1, 8)).build();
    struct Agent {
        float x, y;
        std::int32_t path;
        std::uint32_t node;
        float deviation, time, still_x, still_y;
    };
    AgentBuffer buffer = make_buffer(agents);
    std::vector<Agent> apart(agents);
    for (std::size_t slot = 0; slot < agents; ++slot) {
        apart[slot].x = buffer.get<Stream::position_x>()[slot] = signed_value(bits_of(3, 0, slot), 64);
        apart[slot].y = buffer.get<Stream::position_y>()[slot] = signed_value(bits_of(3, 1, slot), 64);
        apart[slot].node = buffer.get<Stream::node>()[slot] = static_cast<std::uint32_t>(slot % 8);
    }
    AgentView view;
    view.bind<Stream::position_x, Stream::position_y>(apart)
        .bind<Stream::path>(apart, &Agent::path)
        .bind<Stream::node>(apart, &Agent::node);
    const ProgressRule rule{.max_deviation = 20, .stuck_after = 1};
    const ProgressCounts all = measured(buffer.view(), paths, PathMode::once, PathPlace::node, rule);
    const ProgressCounts few = measured(view, paths, PathMode::once, PathPlace::node, rule);
    EXPECT_EQ(few.with_path, agents);
    EXPECT_EQ(few.off_path, all.off_path);
    EXPECT_EQ(few.stuck, 0u);
    view.bind<Stream::path_deviation>(apart, &Agent::deviation)
        .bind<Stream::still_time>(apart, &Agent::time)
        .bind<Stream::still_x, Stream::still_y>(apart, &Agent::still_x, &Agent::still_y);
    EXPECT_EQ(measured(view, paths, PathMode::once, PathPlace::node, rule).stuck, all.stuck);
    for (std::size_t slot = 0; slot < agents; ++slot) {
        EXPECT_EQ(apart[slot].deviation, buffer.get<Stream::path_deviation>()[slot]);
        EXPECT_EQ(apart[slot].time, buffer.get<Stream::still_time>()[slot]);
        EXPECT_EQ(apart[slot].still_x, buffer.get<Stream::still_x>()[slot]);
    }
}

TEST(MeasureProgress, RefusesAndWritesNothing) {
    const PathSet paths = *PathSetBuilder().add(Points{{0, 0}, {10, 0}}).build();
    AgentBuffer buffer = make_buffer(5);
    std::ranges::fill(buffer.get<Stream::path_deviation>(), 99.0f);
    const auto status = [&](const AgentView& view, const ProgressRule& rule = {}, float dt = 1) {
        return measure_progress(view, paths, PathMode::once, PathPlace::node, rule, dt).status();
    };
    const AgentView view = buffer.view();
    const auto out_of_range = Code::parameter_out_of_range;
    EXPECT_TRUE(is(status(view, {.max_deviation = -1}), out_of_range, "max_deviation", -1));
    EXPECT_TRUE(is(status(view, {.stuck_radius = nan}), out_of_range, "stuck_radius"));
    EXPECT_TRUE(is(status(view, {.stuck_after = 0}), out_of_range, "stuck_after", 0));
    EXPECT_TRUE(is(status(view, {}, -1), out_of_range, "dt", -1));
    const auto without = [&](Stream missing) {
        AgentView part;
        for (const Stream stream : view.bound() & ~stream_set(missing))
            EXPECT_TRUE(part.bind(stream, view.column(stream)).ok());
        return part;
    };
    for (const Stream needed : {Stream::path, Stream::position_x, Stream::position_y, Stream::node,
                                Stream::still_time, Stream::still_x, Stream::still_y})
        EXPECT_FALSE(status(without(needed)).ok()) << name(needed);
    EXPECT_TRUE(is(status(without(Stream::still_y)), Code::missing_stream, "still_y"));
    EXPECT_TRUE(status(without(Stream::segment)).ok());
    for (const Stream written : {Stream::path_deviation, Stream::path_remaining, Stream::still_time,
                                 Stream::still_x, Stream::still_y}) {
        std::ranges::fill(buffer.get<Stream::path_deviation>(), 99.0f);
        AgentView fixed = view;
        Column column = view.column(written);
        column.writable = false;
        ASSERT_TRUE(fixed.bind(written, column).ok());
        EXPECT_TRUE(is(status(fixed), Code::read_only_stream, name(written).data()));
    }
    AgentView part = view;
    const std::array<std::uint32_t, 4> few{};
    part.bind<Stream::finished>(few);
    EXPECT_TRUE(is(status(part), Code::length_mismatch, "finished", 4));
    const std::array<std::uint8_t, 4> active{};
    part = view;
    EXPECT_TRUE(is(status(part.only(active)), Code::bad_selection, "bytes"));
    for (const float deviation : buffer.get<Stream::path_deviation>()) EXPECT_EQ(deviation, 99);
    EXPECT_EQ(
        measured(AgentBuffer({Stream::path, Stream::position_x, Stream::position_y, Stream::node}).view(),
                 paths, PathMode::once, PathPlace::node)
            .with_path,
        0u);
}

TEST(MeasureProgress, DoesNotDependOnTheCallersFloatSettings) {
    const PathSet paths = make_corridors(6);
    const std::uint64_t usual = float_control();
    std::optional<AgentBuffer> expected;
    for (std::size_t setting = 0; setting <= std::size(float_settings); ++setting) {
        AgentBuffer buffer = make_buffer(agents);
        for (std::size_t slot = 0; slot < agents; ++slot) {
            buffer.get<Stream::path>()[slot] = 5;
            buffer.get<Stream::segment>()[slot] = static_cast<std::uint32_t>(slot % 12);
            buffer.get<Stream::position_x>()[slot] =
                slot % 7 == 0 ? nan : signed_value(bits_of(4, 0, slot), 64);
            buffer.get<Stream::position_y>()[slot] = 1e-40f;
        }
        const AgentView view = buffer.view();
        if (setting > 0) set_float_control(float_settings[setting - 1].control);
        const auto counts = measure_progress(view, paths, PathMode::once, PathPlace::portal, {}, 0.1f);
        const auto refused = measure_progress(view, paths, PathMode::once, PathPlace::portal, {}, nan);
        set_float_control(usual);
        EXPECT_TRUE(counts.ok());
        EXPECT_FALSE(refused.ok());
        if (setting == 0)
            expected = std::move(buffer);
        else
            for (const Stream stream : {Stream::path_deviation, Stream::path_remaining, Stream::still_y})
                EXPECT_EQ(std::memcmp(view.column(stream).data, expected->view().column(stream).data,
                                      agents * sizeof(float)),
                          0)
                    << name(stream);
    }
}

}  // namespace
}  // namespace wend::test
