// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/corridor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "flow/flow_data.hpp"
#include "out_of_range.hpp"
#include "paths/write_path.hpp"
#include "wend/parameter.hpp"

namespace wend {
namespace {

using detail::same_place;

Status refuse(const char* subject, const char* fault, std::size_t index) {
    return {.code = Code::bad_corridor, .subject = subject, .other = fault, .index = index};
}

Point between(Point a, Point b, double share) {
    return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

/// The start, where the path keeps it beside its neighbour and does not take it for a ring's repeated point.
Point kept_start(Point start, std::span<const Portal> portals, Point goal) {
    if (portals.empty()) {
        if (!same_place(start, goal)) return start;
        return {goal.x + std::max(1.0, std::fabs(goal.x) / 1024), goal.y};
    }
    const auto [left, right] = portals.front();
    for (const Point place : std::array{start, right})
        if (!same_place(place, left) && !same_place(place, goal)) return place;
    return between(left, right, 0.5);
}

double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
Point from_to(Point a, Point b) { return {b.x - a.x, b.y - a.y}; }

/// The longest piece of an edge of `from` that lies on one of `to`, left and right as seen on the way out.
std::optional<Portal> shared_edge(std::span<const Point> from, std::span<const Point> to) {
    double area = 0;
    for (std::size_t i = 0; i + 2 < from.size(); ++i)
        area += cross(from_to(from[0], from[i + 1]), from_to(from[0], from[i + 2]));
    std::optional<Portal> best;
    double longest = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const Point begin = from[i], end = from[(i + 1) % from.size()];
        const Point edge = from_to(begin, end);
        const double length = std::sqrt(dot(edge, edge));
        if (!(length > 0)) continue;
        for (std::size_t j = 0; j < to.size(); ++j) {
            Point low = to[j], high = to[(j + 1) % to.size()];
            double at_low = dot(from_to(begin, low), edge) / length;
            double at_high = dot(from_to(begin, high), edge) / length;
            if (at_low > at_high) {
                std::swap(low, high);
                std::swap(at_low, at_high);
            }
            const double first = std::max(at_low, 0.0), last = std::min(at_high, length);
            const double apart = std::max(std::fabs(cross(edge, from_to(begin, low))),
                                          std::fabs(cross(edge, from_to(begin, high)))) /
                                 length;
            if (!(last - first > longest) || apart > (last - first) / 256) continue;
            longest = last - first;
            const Point one = at_low > 0 ? low : begin, other = at_high < length ? high : end;
            best = area > 0 ? Portal{other, one} : Portal{one, other};
        }
    }
    return best;
}

/// From cell to cell; 0 and 0 where they are not beside each other.
struct CellStep {
    int x = 0, y = 0;
    friend bool operator==(const CellStep&, const CellStep&) = default;
};

}  // namespace

Status append_corridor(std::vector<Point>& points, Point start, std::span<const Portal> portals, Point goal) {
    for (std::size_t i = 0; i < portals.size(); ++i) {
        if (same_place(portals[i].left, portals[i].right)) return refuse("portals", "without a width", i);
        if (i > 0 && same_place(portals[i].left, portals[i - 1].right))
            return refuse("portals", "on the wrong side of the one before it", i);
    }
    if (!portals.empty() && same_place(goal, portals.back().right))
        goal = between(portals.back().right, portals.back().left, 1.0 / 1024);
    std::vector<Point> own;
    own.reserve(2 * portals.size() + 2);
    own.push_back(kept_start(start, portals, goal));
    for (const auto& [left, right] : portals) {
        own.push_back(left);
        own.push_back(right);
    }
    own.push_back(goal);
    if (Status s = detail::check_points(own, {}, 0); !s) return s;
    points.insert(points.end(), own.begin(), own.end());
    return {};
}

Status append_polygon_corridor(std::vector<Point>& points, Point start, std::span<const Point> vertices,
                               std::span<const std::uint32_t> ends, Point goal) {
    const auto polygon = [&](std::size_t i) {
        const std::size_t begin = i == 0 ? 0 : ends[i - 1];
        return vertices.subspan(begin, ends[i] - begin);
    };
    for (std::size_t i = 0; i < ends.size(); ++i)
        if (ends[i] > vertices.size() || ends[i] < (i == 0 ? 0 : ends[i - 1]))
            return refuse("polygons", "outside the vertices", i);
    std::vector<Portal> portals;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const std::optional<Portal> portal = shared_edge(polygon(i), polygon(i + 1));
        if (!portal) return refuse("polygons", "without an edge on the next one's", i);
        portals.push_back(*portal);
    }
    return append_corridor(points, start, portals, goal);
}

Status append_cell_corridor(std::vector<Point>& points, Point start, std::span<const std::uint32_t> cells,
                            const FlowGrid& grid, Point goal) {
    if (Status s = detail::check_grid(grid); !s) return s;
    const auto corner = [&](int column, int row) -> Point {
        const auto at = [](float low, float high, int line, std::uint32_t lines) {
            const auto begin = static_cast<double>(low), end = static_cast<double>(high);
            return begin + (end - begin) * line / lines;
        };
        return {at(grid.area.min_x, grid.area.max_x, column, grid.columns),
                at(grid.area.min_y, grid.area.max_y, row, grid.rows)};
    };
    std::vector<Portal> portals;
    CellStep before;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] >= grid.size()) return refuse("cells", "outside the grid", i);
        if (i == 0) continue;
        const int column = static_cast<int>(cells[i - 1] % grid.columns);
        const int row = static_cast<int>(cells[i - 1] / grid.columns);
        const CellStep step{static_cast<int>(cells[i] % grid.columns) - column,
                            static_cast<int>(cells[i] / grid.columns) - row};
        if (std::abs(step.x) + std::abs(step.y) != 1)
            return refuse("cells", "not beside the one before it", i);
        // A row of cells is convex, with the one in which the way turns.
        if (i > 1 && step != before) {
            const int x = column + (step.x > 0), y = row + (step.y > 0);
            const Point low = corner(x, y), high = corner(x + (step.x == 0), y + (step.y == 0));
            portals.push_back(step.x > 0 || step.y < 0 ? Portal{high, low} : Portal{low, high});
        }
        before = step;
    }
    return append_corridor(points, start, portals, goal);
}

Status append_lane(std::vector<Point>& points, std::span<const Point> line, double width) {
    if (line.size() < 2) return refuse("segments", "missing: a line has two ends", 0);
    if (Status s = detail::check_points(line, {}, 0); !s) return s;
    if (!positive.contains(static_cast<float>(width)))
        return detail::out_of_range("width", width, static_cast<double>(positive.low),
                                    static_cast<double>(positive.high));
    const double half = width / 2;
    std::vector<Portal> portals;
    Point before;
    double length_before = 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const Point way = from_to(line[i], line[i + 1]);
        const double length = std::sqrt(dot(way, way));
        if (!(length > 0)) return refuse("segments", "without a length", i);
        const Point along{way.x / length, way.y / length};
        if (i > 0) {
            const double turn = cross(before, along);
            const double tangent = std::fabs(turn) / (1 + dot(before, along));  // of half the angle
            if (!(half * tangent <= std::min(length_before, length) / 2))
                return refuse("bends", "too sharp for the width", i - 1);
            const double side = turn > 0 ? half : -half;  // the inner one
            const auto beside = [&](Point direction, double left, double ahead) -> Point {
                return {line[i].x - direction.y * left + direction.x * ahead,
                        line[i].y + direction.x * left + direction.y * ahead};
            };
            const Point inner = beside(before, side, -half * tangent);
            for (const Point outer : {beside(before, -side, 0), beside(along, -side, 0)})
                if (tangent > 0x1p-20)
                    portals.push_back(turn > 0 ? Portal{inner, outer} : Portal{outer, inner});
        }
        before = along;
        length_before = length;
    }
    return append_corridor(points, line.front(), portals, line.back());
}

}  // namespace wend
