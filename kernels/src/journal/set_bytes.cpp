// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "journal/set_bytes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "flow/flow_data.hpp"
#include "obstacles/obstacle_data.hpp"
#include "obstacles/obstacle_entries.hpp"
#include "obstacles/obstacle_values.hpp"
#include "paths/path_data.hpp"
#include "wend/obstacle_pool.hpp"
#include "wend/path_pool.hpp"

namespace wend::detail {
namespace {

constexpr std::uint64_t most = std::uint64_t{1} << 32;

/// For a pool, whose numbers have 32 bits.
bool is_too_many(std::uint64_t count) { return count >= most; }

/// A path as a builder or a pool takes it; without a point, it is a number of a pool that has none.
struct PathValues {
    std::vector<Point> points;
    std::vector<float> offsets;
    bool closed = false;
};

PathValues path_of(const PathSet& paths, std::size_t number) {
    PathValues values;
    values.closed = paths.closed(number);
    for (std::uint32_t node = 0; node < paths.node_count(number); ++node) {
        values.points.push_back(paths.node(number, node));
        values.offsets.push_back(paths.segment_offset(number, node));
    }
    return values;
}
Obstacle obstacle_of(const ObstacleSet& obstacles, std::size_t number) { return obstacles.obstacle(number); }

bool is_there(const PathValues& path) { return !path.points.empty(); }
bool is_there(const Obstacle& one) { return !std::isnan(one.from_x); }

void write_path(BlockWriter& to, const PathSet& paths, std::size_t number) noexcept {
    const std::uint32_t nodes = paths.node_count(number);
    to.count(nodes);
    if (nodes == 0) return;
    to.word(static_cast<std::uint8_t>(paths.closed(number)));
    for (std::uint32_t node = 0; node < nodes; ++node) {
        const Point point = paths.node(number, node);
        to.number(static_cast<float>(point.x));
        to.number(static_cast<float>(point.y));
        to.number(paths.segment_offset(number, node));
    }
}
PathValues read_path(BlockReader& from) {
    PathValues path;
    const std::size_t nodes = from.count_of(12, most);
    if (nodes == 0) return path;
    path.closed = from.word<std::uint8_t>() != 0;
    path.points.resize(nodes);
    path.offsets.resize(nodes);
    for (std::size_t node = 0; node < nodes; ++node) {
        path.points[node].x = static_cast<double>(from.number());
        path.points[node].y = static_cast<double>(from.number());
        path.offsets[node] = from.number();
    }
    return path;
}

/// Its byte says whether it is there, is a side of a polygon, and has a velocity.
enum ObstacleBit : std::uint8_t { there = 1, of_polygon = 2, moving = 4 };

void write_obstacle(BlockWriter& to, const Obstacle& one) noexcept {
    const bool moves = one.velocity_x != 0 || one.velocity_y != 0;
    to.word(static_cast<std::uint8_t>(
        !is_there(one) ? 0 : there | (one.of_polygon ? of_polygon : 0) | (moves ? moving : 0)));
    if (!is_there(one)) return;
    for (const float value : {one.from_x, one.from_y, one.to_x, one.to_y, one.radius}) to.number(value);
    if (!moves) return;
    to.number(one.velocity_x);
    to.number(one.velocity_y);
}
Obstacle read_obstacle(BlockReader& from) {
    Obstacle one{.from_x = std::numeric_limits<float>::quiet_NaN()};
    const auto bits = from.word<std::uint8_t>();
    if ((bits & there) == 0) return one;
    for (float* const value : {&one.from_x, &one.from_y, &one.to_x, &one.to_y, &one.radius})
        *value = from.number();
    one.of_polygon = (bits & of_polygon) != 0;
    if ((bits & moving) == 0) return one;
    one.velocity_x = from.number();
    one.velocity_y = from.number();
    return one;
}

/// A pool in which numbers have what `values` has at their places. `placeholder` stands at the others until
/// all are there, since a pool gives out its numbers in order.
template <class Pool, class Value, class Add, class Remove>
bool fill_pool(Pool& pool, const std::vector<Value>& values, const Value& placeholder, const Add& add,
               const Remove& remove) {
    std::size_t end = values.size();
    while (end != 0 && !is_there(values[end - 1])) --end;
    for (std::size_t number = 0; number < end; ++number)
        if (!add(pool, is_there(values[number]) ? values[number] : placeholder).ok()) return false;
    for (std::size_t number = 0; number < end; ++number)
        if (!is_there(values[number]) && !remove(pool, static_cast<std::uint32_t>(number)).ok()) return false;
    return true;
}

bool make_pool(const std::vector<PathValues>& values, PathSet& paths) {
    const PathValues placeholder{.points = {{0, 0}, {1, 0}}, .offsets = {0, 0}};
    std::size_t points = 0, longest = placeholder.points.size();
    for (const PathValues& path : values) {
        points += std::max(path.points.size(), placeholder.points.size());
        longest = std::max(longest, path.points.size());
    }
    if (is_too_many(values.size()) || is_too_many(points)) return false;
    Expected<PathPool> pool = PathPool::create({.paths = static_cast<std::uint32_t>(values.size()),
                                                .points = static_cast<std::uint32_t>(points),
                                                .longest = static_cast<std::uint32_t>(longest)});
    if (!pool || !fill_pool(
                     *pool, values, placeholder,
                     [](PathPool& to, const PathValues& path) {
                         return to.add(path.points, path.closed, path.offsets);
                     },
                     [](PathPool& of, std::uint32_t number) { return of.release(number); }))
        return false;
    paths = pool->paths();
    return true;
}

/// The size of a pool for obstacles whose results do not depend on it: about as many cells as obstacles, and
/// larger ones where these would need many entries.
ObstaclePoolSize pool_size(const std::vector<Obstacle>& values) {
    constexpr double none = std::numeric_limits<double>::infinity();
    double low[2] = {none, none}, high[2] = {-none, -none};
    for (const Obstacle& one : values) {
        if (!is_there(one)) continue;
        const float ends[2][2] = {{one.from_x, one.to_x}, {one.from_y, one.to_y}};
        for (int axis = 0; axis < 2; ++axis)
            for (const float at : ends[axis]) {
                const auto end = static_cast<double>(at);
                low[axis] = std::min(low[axis], end - static_cast<double>(one.radius));
                high[axis] = std::max(high[axis], end + static_cast<double>(one.radius));
            }
    }
    ObstaclePoolSize size{.horizon = 0, .obstacles = static_cast<std::uint32_t>(values.size())};
    double longest = 1;
    for (int axis = 0; axis < 2; ++axis) {
        if (low[axis] > high[axis]) low[axis] = high[axis] = 0;
        // Wide enough that the edges differ as floats.
        const double margin = 1 + 1e-6 * std::max(-low[axis], high[axis]);
        low[axis] = std::max(low[axis] - margin, -9e17);
        high[axis] = std::min(high[axis] + margin, 9e17);
        longest = std::max(longest, high[axis] - low[axis]);
    }
    size.area = {static_cast<float>(low[0]), static_cast<float>(low[1]), static_cast<float>(high[0]),
                 static_cast<float>(high[1])};
    double cell = longest / std::clamp(std::sqrt(static_cast<double>(values.size())), 1.0, 256.0);
    const double enough = 64.0 * static_cast<double>(values.size()) + 1024;
    for (double entries = 0;; cell *= 2) {
        entries = 0;
        for (const Obstacle& one : values) {
            const double way = length_of(one);
            const double wide = 2 * static_cast<double>(one.radius) / cell;
            // ObstaclePoolSize::entries, twice: a placeholder or a velocity may be there.
            entries += !is_there(one)   ? 8
                       : one.radius > 0 ? 2 * (4 + wide) * (1 + std::min(wide, 8.0))
                                        : 8 * (1 + way / cell);
        }
        if (entries <= enough || cell >= longest) {
            size.entries = static_cast<std::uint32_t>(std::min(entries + 16, 0x1p28));
            break;
        }
    }
    size.cell_size = static_cast<float>(cell);
    return size;
}

bool make_pool(const std::vector<Obstacle>& values, ObstacleSet& obstacles) {
    for (const Obstacle& one : values)
        if (is_there(one) && !check_obstacle(one, 0)) return false;
    if (is_too_many(values.size())) return false;
    const ObstaclePoolSize size = pool_size(values);
    Expected<ObstaclePool> pool = ObstaclePool::create(size);
    const Obstacle placeholder{.from_x = size.area.min_x,
                               .from_y = size.area.min_y,
                               .to_x = size.area.min_x,
                               .to_y = size.area.min_y};
    if (!pool ||
        !fill_pool(
            *pool, values, placeholder, [](ObstaclePool& to, const Obstacle& one) { return to.add(one); },
            [](ObstaclePool& of, std::uint32_t number) { return of.remove(number); }))
        return false;
    obstacles = pool->obstacles();
    return true;
}

/// Writes the numbers that changed, as distances from one to the next, and what they have; 0 ends them.
template <class WriteOne>
void write_changed(BlockWriter& to, const ChangeTimes& times, std::size_t size, std::uint64_t since,
                   const WriteOne& write_one) noexcept {
    std::size_t next = 0;
    for (std::size_t number = 0; number < size; ++number) {
        if (!times.changed_since(since, number)) continue;
        to.count(number - next + 1);
        next = number + 1;
        write_one(number);
    }
    to.count(0);
}

template <class Set, class Of, class ReadOne>
bool read_changed(BlockReader& from, Set& set, const Of& of, const ReadOne& read_one) {
    std::vector<decltype(of(set, 0))> values;
    for (std::size_t number = 0; number < set.size(); ++number) values.push_back(of(set, number));
    std::size_t next = 0;
    while (const std::uint64_t ahead = from.count()) {
        if (from.failed() || ahead > values.size() - next) return false;
        next += static_cast<std::size_t>(ahead);
        values[next - 1] = read_one(from);
    }
    return !from.failed() && make_pool(values, set);
}

template <class Set>
bool take(const Expected<Set>& made, Set& set) {
    if (made) set = *made;
    return made.ok();
}

bool read_velocities(BlockReader& from, const FlowGrid& grid, FlowField& field) {
    if (!check_grid(grid) || !from.holds(grid.size(), 8)) return false;
    FlowData data = make_flow_data(grid);
    data.own.resize(2 * grid.size());
    for (float& value : data.own) value = from.number();
    // Unchecked, since a field of the caller's velocities may have any.
    field = FlowDataAccess::make(std::move(data));
    return !from.failed();
}
void write_velocities(BlockWriter& to, const FlowData& data) noexcept {
    for (std::size_t i = 0; i < 2 * data.grid.size(); ++i) to.number(data.velocities[i]);
}

}  // namespace

const void* identity(const PathSet& paths) noexcept { return &PathDataAccess::data(paths); }
const void* identity(const ObstacleSet& obstacles) noexcept { return &ObstacleDataAccess::data(obstacles); }
const void* identity(const FlowField& field) noexcept { return &FlowDataAccess::data(field); }

std::uint64_t version_of(const PathSet& paths) noexcept {
    const PathData& data = PathDataAccess::data(paths);
    return data.calls == nullptr ? 0 : data.times.changes() + 1;
}
std::uint64_t version_of(const ObstacleSet& obstacles) noexcept {
    const ObstacleData& data = ObstacleDataAccess::data(obstacles);
    return data.calls == nullptr ? 0 : data.times.changes() + 1;
}
std::uint64_t version_of(const FlowField& field) noexcept {
    const FlowData& data = FlowDataAccess::data(field);
    if (data.fields != 0) return data.fields;
    if (data.velocities == nullptr || data.velocities == data.own.data()) return 0;
    return checksum_of(std::as_bytes(std::span(data.velocities, 2 * data.grid.size())), 0) | 1;
}

void write_set(BlockWriter& to, const PathSet& paths) noexcept {
    to.count(paths.size());
    for (std::size_t path = 0; path < paths.size(); ++path) write_path(to, paths, path);
}
void write_set(BlockWriter& to, const ObstacleSet& obstacles) noexcept {
    to.count(obstacles.size());
    for (std::size_t i = 0; i < obstacles.size(); ++i) write_obstacle(to, obstacles.obstacle(i));
}
void write_set(BlockWriter& to, const FlowField& field) noexcept {
    const FlowGrid& grid = field.grid();
    to.word(grid.columns);
    to.word(grid.rows);
    for (const float side : {grid.area.min_x, grid.area.min_y, grid.area.max_x, grid.area.max_y})
        to.number(side);
    write_velocities(to, FlowDataAccess::data(field));
}

bool read_set(BlockReader& from, bool of_pool, PathSet& paths) {
    std::vector<PathValues> values(from.count_of(1, most));
    for (PathValues& path : values) path = read_path(from);
    if (from.failed()) return false;
    if (of_pool) return make_pool(values, paths);
    paths = {};
    if (values.empty()) return true;
    PathSetBuilder builder;
    for (const PathValues& path : values) builder.add(path.points, path.closed, path.offsets);
    return take(builder.build(), paths);
}
bool read_set(BlockReader& from, bool of_pool, ObstacleSet& obstacles) {
    std::vector<Obstacle> values(from.count_of(1, most));
    for (Obstacle& one : values) one = read_obstacle(from);
    if (from.failed()) return false;
    if (of_pool) return make_pool(values, obstacles);
    obstacles = {};
    if (values.empty()) return true;
    ObstacleSetBuilder builder;
    for (const Obstacle& one : values) builder.add(one);
    return take(builder.build(), obstacles);
}
bool read_set(BlockReader& from, bool, FlowField& field) {
    FlowGrid grid;
    grid.columns = from.word<std::uint32_t>();
    grid.rows = from.word<std::uint32_t>();
    for (float* const side : {&grid.area.min_x, &grid.area.min_y, &grid.area.max_x, &grid.area.max_y})
        *side = from.number();
    field = {};
    return grid.size() == 0 || read_velocities(from, grid, field);
}

void write_changes(BlockWriter& to, const PathSet& paths, std::uint64_t since) noexcept {
    write_changed(to, PathDataAccess::data(paths).times, paths.size(), since - 1,
                  [&](std::size_t path) { write_path(to, paths, path); });
}
void write_changes(BlockWriter& to, const ObstacleSet& obstacles, std::uint64_t since) noexcept {
    write_changed(to, ObstacleDataAccess::data(obstacles).times, obstacles.size(), since - 1,
                  [&](std::size_t number) { write_obstacle(to, obstacles.obstacle(number)); });
}
void write_changes(BlockWriter& to, const FlowField& field, std::uint64_t) noexcept {
    write_velocities(to, FlowDataAccess::data(field));
}

bool read_changes(BlockReader& from, PathSet& paths) { return read_changed(from, paths, path_of, read_path); }
bool read_changes(BlockReader& from, ObstacleSet& obstacles) {
    return read_changed(from, obstacles, obstacle_of, read_obstacle);
}
bool read_changes(BlockReader& from, FlowField& field) {
    const FlowGrid grid = field.grid();
    return read_velocities(from, grid, field);
}

}  // namespace wend::detail
