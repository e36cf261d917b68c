// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The corridors' points, and every refusal. tests/kernels/forces/portal_follow_test.cpp has agents in them.
#include "wend/corridor.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "support/refusal.hpp"

namespace wend::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

using Points = std::vector<Point>;
using Numbers = std::vector<std::uint32_t>;

std::vector<std::pair<double, double>> pairs(std::span<const Point> points) {
    std::vector<std::pair<double, double>> all;
    for (const auto& [x, y] : points) all.emplace_back(x, y);
    return all;
}

using Append = std::function<Status(Points&)>;

Append portals(std::vector<Portal> given, Point start = {-5, 0}, Point goal = {9, 0}) {
    return [=](Points& to) { return append_corridor(to, start, given, goal); };
}
Append polygons(Points vertices, Numbers ends, Point goal = {2.5, 0.5}) {
    return [=](Points& to) { return append_polygon_corridor(to, {0.5, 0.5}, vertices, ends, goal); };
}
/// Of a grid of 4 x 3 cells with sides of 2 m, or of another.
Append cells(Numbers given, FlowGrid grid = {{0, 0, 8, 6}, 4, 3}, Point goal = {7, 5}) {
    return [=](Points& to) { return append_cell_corridor(to, {1, 1}, given, grid, goal); };
}
Append lane(Points line, double width) {
    return [=](Points& to) { return append_lane(to, line, width); };
}

void expect_points(const Append& append, const Points& expected) {
    Points points{{7, 7}};  // of another corridor
    const Status status = append(points);
    ASSERT_TRUE(status.ok()) << message(status);
    EXPECT_EQ(pairs(std::span(points).subspan(1)), pairs(expected));
    EXPECT_EQ(pairs(std::span(points).first(1)), pairs(Points{{7, 7}}));
}

TEST(Corridor, OfPortals) {
    expect_points(portals({}), {{-5, 0}, {9, 0}});
    const std::vector<Portal> two{{{0, 1}, {0, -1}}, {{4, 2}, {4, -2}}};
    expect_points(portals(two), {{-5, 0}, {0, 1}, {0, -1}, {4, 2}, {4, -2}, {9, 0}});
    expect_points(portals({{{0, 1}, {0, -1}}, {{0, 1}, {2, 1}}}),
                  {{-5, 0}, {0, 1}, {0, -1}, {0, 1}, {2, 1}, {9, 0}});
}

TEST(Corridor, KeepsStartAndGoalApartFromPortals) {
    expect_points(portals({{{0, 1}, {0, -1}}}, {0, 1}), {{0, -1}, {0, 1}, {0, -1}, {9, 0}});
    expect_points(portals({{{0, 1}, {0, -1}}}, {-5, 0}, {0, -1}),
                  {{-5, 0}, {0, 1}, {0, -1}, {0, -1 + 2.0 / 1024}});
    expect_points(portals({{{0, 1}, {0, -1}}}, {-5, 0}, {-5, 0}), {{0, -1}, {0, 1}, {0, -1}, {-5, 0}});
    expect_points(portals({}, {9, 0}), {{10, 0}, {9, 0}});
}

const Point square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
/// Squares with sides of 1 m, whose low corners are at these places.
Append squares(const Points& places, Point goal = {2.5, 0.5}) {
    Points vertices;
    Numbers ends;
    for (const Point place : places) {
        for (const Point corner : square) vertices.push_back({place.x + corner.x, place.y + corner.y});
        ends.push_back(static_cast<std::uint32_t>(vertices.size()));
    }
    return polygons(vertices, ends, goal);
}

TEST(Corridor, OfPolygons) {
    expect_points(polygons({}, {}), {{0.5, 0.5}, {2.5, 0.5}});
    expect_points(squares({{0, 0}, {1, 0}, {2, 0}}),
                  {{0.5, 0.5}, {1, 1}, {1, 0}, {2, 1}, {2, 0}, {2.5, 0.5}});
    expect_points(squares({{0, 0}, {1, 0.25}}), {{0.5, 0.5}, {1, 1}, {1, 0.25}, {2.5, 0.5}});
}

TEST(Corridor, OfCells) {
    expect_points(cells({}), {{1, 1}, {7, 5}});
    expect_points(cells({0, 1, 2, 3}), {{1, 1}, {7, 5}});
    expect_points(cells({0, 1, 5, 9, 10, 11}), {{1, 1}, {2, 2}, {4, 2}, {4, 6}, {4, 4}, {7, 5}});
}

TEST(Corridor, OfLanes) {
    expect_points(lane({{0, 0}, {10, 0}}, 2), {{0, 0}, {10, 0}});
    expect_points(lane({{0, 0}, {5, 0}, {10, 0}}, 2), {{0, 0}, {10, 0}});
    expect_points(lane({{0, 0}, {10, 0}, {10, 10}}, 2),
                  {{0, 0}, {9, 1}, {10, -1}, {9, 1}, {11, 0}, {10, 10}});
}

struct Refused {
    const char* what;
    Append append;
    Code code;
    const char* message;
    std::uint64_t index = 0;  ///< sub_index of a bad point
};

const std::vector<Portal> turned{{{0, 1}, {0, -1}}, {{0, -1}, {3, -1}}};
constexpr FlowGrid one_column{{0, 0, 8, 6}, 1, 3}, many_rows{{0, 0, 8, 6}, 4, 4097},
    empty{{0, 0, 0, 6}, 4, 3}, no_area{{0, std::numeric_limits<float>::quiet_NaN(), 8, 6}, 4, 3};

const Refused refused[] = {
    {"a portal without a width", portals({{{0, 1}, {0, -1}}, {{4, 2}, {4, 2}}}), Code::bad_corridor,
     "of the corridor's portals, number 1 is without a width", 1},
    {"a portal without a width in float", portals({{{1e9, 0}, {1e9 + 1, 0}}}), Code::bad_corridor,
     "of the corridor's portals, number 0 is without a width"},
    {"a left end on the right end before it", portals(turned), Code::bad_corridor,
     "of the corridor's portals, number 1 is on the wrong side of the one before it", 1},
    {"a start that is no place", portals({{{0, 1}, {0, -1}}}, {nan, 0}), Code::bad_point,
     "path 0, point 0: coordinate is nan, must be in [-1e18, 1e18]"},
    {"a left end that is no place", portals({{{0, nan}, {0, -1}}}), Code::bad_point,
     "path 0, point 1: coordinate is nan, must be in [-1e18, 1e18]", 1},
    {"a right end beyond the limit", portals({{{0, 1}, {0, -1}}, {{4, 2}, {4, -2e18}}}), Code::bad_point,
     "path 0, point 4: coordinate is -2e+18, must be in [-1e18, 1e18]", 4},
    {"a goal that is no place", portals({}, {-5, 0}, {infinity, 0}), Code::bad_point,
     "path 0, point 1: coordinate is inf, must be in [-1e18, 1e18]", 1},

    {"polygons apart", squares({{0, 0}, {1, 0}, {3, 0}}), Code::bad_corridor,
     "of the corridor's polygons, number 1 is without an edge on the next one's", 1},
    {"polygons that share a corner", squares({{0, 0}, {1, 1}}), Code::bad_corridor,
     "of the corridor's polygons, number 0 is without an edge on the next one's"},
    {"polygons that overlap", squares({{0, 0}, {0.5, 0.5}}), Code::bad_corridor,
     "of the corridor's polygons, number 0 is without an edge on the next one's"},
    {"a polygon without a vertex", polygons({square[0], square[1], square[2]}, {3, 3}), Code::bad_corridor,
     "of the corridor's polygons, number 0 is without an edge on the next one's"},
    {"vertices that are no places", squares({{0, 0}, {nan, nan}}), Code::bad_corridor,
     "of the corridor's polygons, number 0 is without an edge on the next one's"},
    {"vertices beyond the limit", squares({{1e19, 0}, {1e19, 1}}), Code::bad_corridor,
     "of the corridor's polygons, number 0 is without an edge on the next one's"},
    {"a polygon that ends beyond the vertices", polygons({square[0], square[1], square[2]}, {3, 4}),
     Code::bad_corridor, "of the corridor's polygons, number 1 is outside the vertices", 1},
    {"a polygon that ends before it begins", polygons({square[0], square[1], square[2]}, {3, 2}),
     Code::bad_corridor, "of the corridor's polygons, number 1 is outside the vertices", 1},
    {"polygons that lead back", squares({{0, 0}, {1, 0}, {0, 0}}), Code::bad_corridor,
     "of the corridor's portals, number 1 is on the wrong side of the one before it", 1},
    {"a goal behind polygons that is no place", squares({{0, 0}, {1, 0}}, {0, nan}), Code::bad_point,
     "path 0, point 3: coordinate is nan, must be in [-1e18, 1e18]", 3},

    {"a cell outside the grid", cells({0, 1, 12}), Code::bad_corridor,
     "of the corridor's cells, number 2 is outside the grid", 2},
    {"a first cell outside the grid", cells({UINT32_MAX}), Code::bad_corridor,
     "of the corridor's cells, number 0 is outside the grid"},
    {"cells across a corner", cells({0, 1, 6}), Code::bad_corridor,
     "of the corridor's cells, number 2 is not beside the one before it", 2},
    {"a cell twice", cells({0, 0}), Code::bad_corridor,
     "of the corridor's cells, number 1 is not beside the one before it", 1},
    {"cells at two ends of rows", cells({3, 4}), Code::bad_corridor,
     "of the corridor's cells, number 1 is not beside the one before it", 1},
    {"cells that lead back and forth", cells({0, 1, 0, 1}), Code::bad_corridor,
     "of the corridor's portals, number 1 is on the wrong side of the one before it", 1},
    {"a grid of one column", cells({0, 1}, one_column), Code::parameter_out_of_range,
     "columns is 1, must be in [2, 4096]"},
    {"a grid of too many rows", cells({0, 1}, many_rows), Code::parameter_out_of_range,
     "rows is 4097, must be in [2, 4096]"},
    {"a grid without a width", cells({0, 1}, empty), Code::empty_rectangle,
     "rectangle area has a side of 0, must be greater than 0 and finite"},
    {"a grid that is no place", cells({0, 1}, no_area), Code::parameter_out_of_range,
     "area is nan, must be in [-1e+18, 1e+18]"},
    {"a goal behind cells that is no place", cells({0, 1, 5}, {{0, 0, 8, 6}, 4, 3}, {nan, 0}),
     Code::bad_point, "path 0, point 3: coordinate is nan, must be in [-1e18, 1e18]", 3},

    {"a line without a point", lane({}, 2), Code::bad_corridor,
     "of the corridor's segments, number 0 is missing: a line has two ends"},
    {"a line of one point", lane({{0, 0}}, 2), Code::bad_corridor,
     "of the corridor's segments, number 0 is missing: a line has two ends"},
    {"a segment without a length", lane({{0, 0}, {9, 0}, {9, 0}, {9, 9}}, 2), Code::bad_corridor,
     "of the corridor's segments, number 1 is without a length", 1},
    {"a bend without room", lane({{0, 0}, {9, 0}, {9, 9}, {8, 9}}, 2), Code::bad_corridor,
     "of the corridor's bends, number 1 is too sharp for the width", 1},
    {"a line that turns round", lane({{0, 0}, {9, 0}, {0, 0}}, 2), Code::bad_corridor,
     "of the corridor's bends, number 0 is too sharp for the width"},
    {"a point of a line that is no place", lane({{0, 0}, {9, 0}, {nan, 9}}, 2), Code::bad_point,
     "path 0, point 2: coordinate is nan, must be in [-1e18, 1e18]", 2},
    {"no width", lane({{0, 0}, {9, 0}, {9, 9}}, 0), Code::parameter_out_of_range,
     "width is 0, must be in [8.6736174e-19, 1e+18]"},
    {"a width below 0", lane({{0, 0}, {9, 0}, {9, 9}}, -2), Code::parameter_out_of_range,
     "width is -2, must be in [8.6736174e-19, 1e+18]"},
    {"a width that is no number", lane({{0, 0}, {9, 0}}, nan), Code::parameter_out_of_range,
     "width is nan, must be in [8.6736174e-19, 1e+18]"},
};

TEST(Corridor, RefusesAndAppendsNothing) {
    for (const Refused& one : refused) {
        Points points{{7, 7}};  // of another corridor
        const Status status = one.append(points);
        EXPECT_EQ(status.code, one.code) << one.what;
        EXPECT_EQ(message(status), one.message) << one.what;
        EXPECT_EQ(one.code == Code::bad_point ? status.sub_index : status.index, one.index) << one.what;
        EXPECT_EQ(pairs(points), pairs(Points{{7, 7}})) << one.what;
    }
}

}  // namespace
}  // namespace wend::test
