// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any corridors, and any changes of a flow planner between ticks of agents: a refusal appends and changes
// nothing, a corridor is a path that agents follow, a complete field has the bits of one from nothing, and
// kernels have the reference's bits.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "fuzz/reader.hpp"
#include "fuzz/require.hpp"
#include "wend/wend.hpp"

namespace {

using namespace wend;
using wend::fuzz::read_points;
using wend::fuzz::Reader;
using wend::fuzz::require;

constexpr std::size_t agents = 70;  // more than a group

float read_float(Reader& reader) { return static_cast<float>(reader.number()); }
Point read_point(Reader& reader) { return {reader.number(), reader.number()}; }

/// The same agents, moved by a kernel and by the reference.
class Crowd {
  public:
    Crowd(Reader& reader, const Program& program)
        : program_(program), by_kernel_(program), by_reference_(program) {
        by_kernel_.spawn(agents);
        by_reference_.spawn(agents);
        for (std::size_t slot = 0; slot < agents; ++slot) {
            const float x = read_float(reader), y = read_float(reader);
            for (AgentBuffer* buffer : {&by_kernel_, &by_reference_}) {
                buffer->get<Stream::position_x>()[slot] = x;
                buffer->get<Stream::position_y>()[slot] = y;
            }
        }
    }

    void tick() {
        const Ticks ticks{.dt = 0.25f, .count = 2};
        const Result is = run(program_, by_kernel_.view(), ticks, {.threading = Threading::serial});
        const Result wanted = run(program_, by_reference_.view(), ticks,
                                  {.isa = Isa::reference, .threading = Threading::serial});
        require(is.status.ok() && wanted.status.ok(), "a call runs");
        require(is.faults == wanted.faults, "the same faults");
        require(state_hash(program_, by_kernel_.view()) == state_hash(program_, by_reference_.view()),
                "the same state");
    }

  private:
    Program program_;
    AgentBuffer by_kernel_, by_reference_;
};

FlowGrid read_grid(Reader& reader) {
    FlowGrid grid{{-20, -20, read_float(reader), read_float(reader)}, reader.below(20), reader.below(20)};
    if (reader.chance(8)) grid.columns = reader.word<std::uint32_t>();
    return grid;
}

std::vector<std::uint32_t> read_numbers(Reader& reader, unsigned most, unsigned below) {
    std::vector<std::uint32_t> numbers(reader.below(most));
    for (std::uint32_t& number : numbers)
        number = reader.chance(16) ? reader.word<std::uint32_t>() : reader.below(below);
    return numbers;
}

Status append_any(Reader& reader, std::vector<Point>& points) {
    const Point start = read_point(reader), goal = read_point(reader);
    switch (reader.below(5)) {
        case 0: {
            std::vector<Portal> portals(reader.below(20));
            for (Portal& portal : portals) portal = {read_point(reader), read_point(reader)};
            return append_corridor(points, start, portals, goal);
        }
        case 1: {
            const std::vector<Point> vertices = read_points(reader, 40);
            std::vector<std::uint32_t> ends = read_numbers(reader, 12, 40);
            if (!reader.chance(4)) std::ranges::sort(ends);
            return append_polygon_corridor(points, start, vertices, ends, goal);
        }
        case 2: {  // a strip of rectangles, some of which the next one touches in part
            std::vector<Point> vertices;
            std::vector<std::uint32_t> ends;
            double x = 0, low = 0;
            for (unsigned i = 1 + reader.below(12); i > 0; --i) {
                const double width = 1 + reader.below(4), height = 4 + reader.below(4);
                for (const Point corner : {Point{x, low}, Point{x + width, low},
                                           Point{x + width, low + height}, Point{x, low + height}})
                    vertices.push_back(corner);
                ends.push_back(static_cast<std::uint32_t>(vertices.size()));
                x += width;
                low += reader.below(9) - 4.0;
            }
            return append_polygon_corridor(points, start, vertices, ends, goal);
        }
        case 3: {
            const FlowGrid grid = read_grid(reader);
            std::vector<std::uint32_t> cells = read_numbers(reader, 30, 255);
            if (reader.chance(2))  // each beside the one before it
                for (std::size_t i = 1; i < cells.size(); ++i)
                    cells[i] =
                        cells[i - 1] + std::array{1u, ~0u, grid.columns, ~grid.columns + 1}[cells[i] % 4];
            return append_cell_corridor(points, start, cells, grid, goal);
        }
        default: {
            const std::vector<Point> line = read_points(reader, 12);
            return append_lane(points, line, reader.number());
        }
    }
}

void follow_corridors(Reader& reader) {
    PathSetBuilder builder;
    std::vector<std::size_t> counts;
    for (unsigned i = 1 + reader.below(4); i > 0; --i) {
        const std::vector<Point> before = read_points(reader, 3);
        std::vector<Point> points = before;
        const Status status = append_any(reader, points);
        require(std::equal(before.begin(), before.end(), points.begin(),
                           [](Point a, Point b) {
                               return std::bit_cast<std::array<std::uint64_t, 2>>(a) ==
                                      std::bit_cast<std::array<std::uint64_t, 2>>(b);
                           }),
                "the points before a corridor stay");
        const std::size_t count = points.size() - before.size();
        if (!status) {
            require(count == 0 && !message(status).empty(), "a refused corridor appends nothing");
            continue;
        }
        require(count >= 2 && count % 2 == 0, "a corridor has a start, a goal, and two points a portal");
        builder.add(std::span(points).subspan(before.size()));
        counts.push_back(count);
    }
    if (counts.empty()) return;
    const Expected<PathSet> paths = builder.build();
    require(paths.ok(), "a corridor is a path");
    for (std::size_t path = 0; path < counts.size(); ++path)
        require(paths->node_count(path) == counts[path], "a path keeps the points of a corridor");
    Crowd crowd(reader, *Program::build({PortalFollow{.paths = *paths, .body_radius = 0.5f},
                                         Locomotion{.max_force = 9.0f, .max_speed = 4.0f, .mass = 1.0f}}));
    for (int i = 0; i < 4; ++i) crowd.tick();
}

/// The values that determine a planner's field.
struct Plan {
    FlowGrid grid;
    std::vector<Point> goals;
    std::vector<float> costs;
    std::vector<Obstacle> obstacles;
};

float read_cost(Reader& reader) {
    return reader.chance(4) ? std::numeric_limits<float>::infinity()
                            : 0.25f * static_cast<float>(1 + reader.below(16));
}

Obstacle read_obstacle(Reader& reader) {
    Obstacle one{.from_x = read_float(reader), .from_y = read_float(reader)};
    one.to_x = reader.chance(2) ? one.from_x : read_float(reader);
    one.to_y = reader.chance(2) ? one.from_y : read_float(reader);
    if (reader.chance(4)) one.radius = read_float(reader);
    return one;
}

void change(Reader& reader, FlowPlanner& planner, Plan& plan) {
    const bool was_current = planner.is_current();
    Status status;
    switch (reader.below(4)) {
        case 0: {
            const FlowCells cells{reader.below(20), reader.below(20), reader.below(6), reader.below(6)};
            std::vector<float> costs(reader.chance(2) ? 1 : cells.size());
            for (float& cost : costs) cost = reader.chance(16) ? read_float(reader) : read_cost(reader);
            status = planner.set_costs(cells, costs);
            if (!status) break;
            for (std::size_t i = 0; i < cells.size(); ++i)
                plan.costs[(cells.row + i / cells.columns) * plan.grid.columns + cells.column +
                           i % cells.columns] = costs[costs.size() == 1 ? 0 : i];
            return;
        }
        case 1: {
            const std::vector<Point> goals = read_points(reader, 4);
            status = planner.set_goals(goals);
            if (!status) break;
            plan.goals = goals;
            return;
        }
        case 2: {
            const Obstacle one = read_obstacle(reader);
            status = planner.add_obstacle(one);
            if (!status) break;
            plan.obstacles.push_back(one);
            return;
        }
        default: {
            if (plan.obstacles.empty()) return;
            std::swap(plan.obstacles[reader.below(255) % plan.obstacles.size()], plan.obstacles.back());
            require(planner.remove_obstacle(plan.obstacles.back()).ok(), "an added obstacle is removed");
            plan.obstacles.pop_back();
            return;
        }
    }
    require(!message(status).empty(), "a refusal has a message");
    require(planner.is_current() == was_current, "a refusal changes nothing");
}

/// The bits of a field computed from nothing.
void check(const FlowField& field, const Plan& plan) {
    FlowPlanner fresh = std::move(*make_flow_planner(plan.grid, {.goals = plan.goals, .costs = plan.costs}));
    for (const Obstacle& one : plan.obstacles) require(fresh.add_obstacle(one).ok(), "it was added before");
    fresh.advance();
    for (std::uint32_t row = 0; row < plan.grid.rows; ++row)
        for (std::uint32_t column = 0; column < plan.grid.columns; ++column) {
            const Point is = field.velocity(column, row), wanted = fresh.field().velocity(column, row);
            require(std::bit_cast<std::uint64_t>(is.x) == std::bit_cast<std::uint64_t>(wanted.x) &&
                        std::bit_cast<std::uint64_t>(is.y) == std::bit_cast<std::uint64_t>(wanted.y),
                    "a complete field has the bits of one from nothing");
        }
}

void follow_field(Reader& reader) {
    Plan plan{.grid = read_grid(reader), .goals = read_points(reader, 4)};
    if (plan.grid.size() > 400) plan.grid.columns = 20;
    plan.costs.resize(plan.grid.size());
    for (float& cost : plan.costs) cost = read_cost(reader);
    Expected<FlowPlanner> made = make_flow_planner(plan.grid, {.goals = plan.goals, .costs = plan.costs});
    if (!made) return require(!message(made.status()).empty(), "a refusal has a message");
    FlowPlanner planner = std::move(*made);
    Crowd crowd(reader, *Program::build({FlowFollow{.field = planner.field()},
                                         Locomotion{.max_force = 9.0f, .max_speed = 4.0f, .mass = 1.0f}}));
    while (!reader.done()) {
        for (unsigned count = reader.below(4); count > 0; --count) change(reader, planner, plan);
        const bool is_current = planner.advance(reader.below(200));
        require(is_current == planner.is_current(), "advance says whether the field is complete");
        if (is_current) check(planner.field(), plan);
        crowd.tick();
    }
    require(planner.advance(), "without a limit the field is complete");
    check(planner.field(), plan);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    Reader reader(data, bytes);
    if (reader.chance(2))
        follow_corridors(reader);
    else
        follow_field(reader);
    return 0;
}
