// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "bench/gbench/rows.hpp"
#include "wend/wend.hpp"

namespace wend::bench {

namespace {

constexpr std::size_t nodes = 8;
constexpr std::uint32_t agents = 10'000;  ///< each on a path of its own

using Way = std::vector<Point>;

/// A random way of eight nodes from anywhere in 1 km.
Way random_way(std::mt19937& random) {
    std::uniform_real_distribution<double> place(0, 1000), step(-10, 10);
    Way way{{place(random), place(random)}};
    while (way.size() < nodes) way.push_back({way.back().x + step(random), way.back().y + step(random)});
    return way;
}

/// Different for each change, and made before.
std::vector<Way> random_ways() {
    std::mt19937 random(3);
    std::vector<Way> ways;
    for (int i = 0; i < 4'096; ++i) ways.push_back(random_way(random));
    return ways;
}

PathPool pool_of(std::uint32_t paths) {
    PathPool pool = *PathPool::create({.paths = paths, .points = paths * 16, .longest = 64});
    std::mt19937 random(5);
    for (std::uint32_t path = 0; path < paths; ++path) (void)*pool.add(random_way(random));
    return pool;
}

void replace_one(benchmark::State& state, std::uint32_t paths) {
    PathPool pool = pool_of(paths);
    const std::vector<Way> ways = random_ways();
    std::mt19937 random(7);
    std::size_t next = 0;
    for (auto _ : state) {
        const Status status =
            pool.replace(static_cast<std::uint32_t>(random() % paths), ways[next++ % ways.size()]);
        if (!status) return state.SkipWithError(message(status).c_str());
    }
}

/// The cost of one changed path without a pool.
void build_set(benchmark::State& state) {
    const std::vector<Way> ways = random_ways();
    for (auto _ : state) {
        PathSetBuilder builder;
        for (std::uint32_t path = 0; path < agents; ++path) builder.add(ways[path % ways.size()]);
        benchmark::DoNotOptimize(builder.build());
    }
}

PathSet set_of(const PathPool& pool) {
    PathSetBuilder builder;
    const PathSet paths = pool.paths();
    for (std::size_t path = 0; path < paths.size(); ++path) {
        Way way;
        for (std::uint32_t node = 0; node < paths.node_count(path); ++node)
            way.push_back(paths.node(path, node));
        builder.add(way);
    }
    return *builder.build();
}

AgentBuffer buffer_of(const Program& program) {
    AgentBuffer buffer(program);
    buffer.spawn(agents);
    for (std::uint32_t slot = 0; slot < agents; ++slot)
        buffer.get<Stream::path>()[slot] = static_cast<std::int32_t>(slot);
    return buffer;
}

Program program_of(const PathSet& paths, bool follows) {
    if (follows)
        return *Program::build({PathFollow{.paths = paths, .mode = PathMode::loop},
                                Locomotion{.max_force = 2.0f, .max_speed = 3.0f, .mass = 1.0f}});
    return *Program::build({WaypointAdvance{.paths = paths, .mode = PathMode::loop, .speed = 1.4f}});
}

/// A tick over a set, over the pool, and over a pool of which `replaced` paths change before each tick.
void tick(benchmark::State& state, bool follows, bool pooled, std::uint32_t replaced) {
    PathPool pool = pool_of(agents);
    const Program program = program_of(pooled ? pool.paths() : set_of(pool), follows);
    AgentBuffer buffer = buffer_of(program);
    const std::vector<Way> ways = random_ways();
    std::vector<std::uint32_t> numbers(replaced), ends(replaced);
    Way points;
    for (std::uint32_t i = 0; i < replaced; ++i) {
        points.insert(points.end(), ways[i].begin(), ways[i].end());
        ends[i] = static_cast<std::uint32_t>(points.size());
    }
    std::uint32_t first = 0;
    for (auto _ : state) {
        for (std::uint32_t& number : numbers) number = first++ % agents;
        if (replaced != 0) (void)pool.replace(numbers, points, ends);
        const Result result =
            run(program, buffer.view(), {.dt = 1.0f / 60}, {.threading = Threading::serial});
        if (!result || result.faults != 0) return state.SkipWithError("not a legal tick");
    }
}

/// All agents, each from a place beside its path.
void start_on_nearest(benchmark::State& state) {
    const PathPool pool = pool_of(agents);
    AgentBuffer buffer = buffer_of(program_of(pool.paths(), true));
    std::mt19937 random(9);
    std::uniform_real_distribution<double> aside(-20, 20);
    for (std::uint32_t slot = 0; slot < agents; ++slot) {
        const Point beside = pool.paths().node(slot, slot % nodes);
        buffer.get<Stream::position_x>()[slot] = static_cast<float>(beside.x + aside(random));
        buffer.get<Stream::position_y>()[slot] = static_cast<float>(beside.y + aside(random));
    }
    for (auto _ : state)
        if (!start_on_paths(buffer.view(), pool.paths(), PathMode::once, PathStart::nearest))
            return state.SkipWithError("agents do not start");
}

constexpr std::uint32_t obstacles = 100'000;
constexpr float field_side = 5'000;  ///< m; one obstacle in each square of 16 m

/// A wall or a circle of a few metres at a random place.
Obstacle random_obstacle(std::mt19937& random) {
    std::uniform_real_distribution<float> place(0, field_side), size(-6, 6);
    const float x = place(random), y = place(random);
    if (random() % 2 == 0) return {.from_x = x, .from_y = y, .to_x = x, .to_y = y, .radius = 1};
    return {.from_x = x, .from_y = y, .to_x = x + size(random), .to_y = y + size(random)};
}

ObstaclePool obstacle_pool() {
    ObstaclePool pool = *ObstaclePool::create({.area = {0, 0, field_side, field_side},
                                               .cell_size = 16,
                                               .obstacles = obstacles,
                                               .entries = obstacles * 8});
    std::mt19937 random(5);
    for (std::uint32_t i = 0; i < obstacles; ++i) (void)*pool.add(random_obstacle(random));
    return pool;
}

ObstacleSet obstacle_set(const ObstaclePool& pool) {
    ObstacleSetBuilder builder;
    for (std::uint32_t i = 0; i < obstacles; ++i) {
        const Obstacle one = pool.obstacles().obstacle(i);
        const auto point = [](float x, float y) {
            return Point{static_cast<double>(x), static_cast<double>(y)};
        };
        const Point from = point(one.from_x, one.from_y), to = point(one.to_x, one.to_y);
        if (one.radius > 0)
            builder.add_circle(from, static_cast<double>(one.radius));
        else
            builder.add_wall(std::array{from, to});
    }
    return *builder.build();
}

/// To anywhere, or by up to half a metre.
void move_one(benchmark::State& state, bool far) {
    ObstaclePool pool = obstacle_pool();
    std::mt19937 random(7);
    std::vector<Obstacle> places;
    for (int i = 0; i < 65'536; ++i) places.push_back(random_obstacle(random));
    const ObstacleSet now = pool.obstacles();
    std::size_t next = 0;
    for (auto _ : state) {
        const auto number = static_cast<std::uint32_t>(random() % obstacles);
        Obstacle one = places[next++ % places.size()];
        if (!far) {
            const float way = one.from_x / field_side - 0.5f;
            one = now.obstacle(number);
            one.from_x += way;
            one.to_x += way;
        }
        const Status status = pool.move(number, one);
        if (!status) return state.SkipWithError(message(status).c_str());
    }
}

/// The cost of one moved obstacle without a pool.
void build_obstacles(benchmark::State& state) {
    const ObstaclePool pool = obstacle_pool();
    for (auto _ : state) benchmark::DoNotOptimize(obstacle_set(pool));
}

void avoid(benchmark::State& state, bool pooled) {
    const ObstaclePool pool = obstacle_pool();
    const Program program =
        *Program::build({AvoidObstacles{.obstacles = pooled ? pool.obstacles() : obstacle_set(pool)},
                         Locomotion{.max_force = 12.0f, .max_speed = 6.0f, .mass = 1.0f}});
    AgentBuffer buffer(program);
    buffer.spawn(agents);
    std::mt19937 random(9);
    std::uniform_real_distribution<float> place(0, field_side), speed(-3, 3);
    for (std::uint32_t slot = 0; slot < agents; ++slot) {
        buffer.get<Stream::position_x>()[slot] = place(random);
        buffer.get<Stream::position_y>()[slot] = place(random);
        buffer.get<Stream::velocity_x>()[slot] = speed(random);
        buffer.get<Stream::velocity_y>()[slot] = speed(random);
    }
    for (auto _ : state)
        if (!run(program, buffer.view(), {.dt = 1.0f / 60}, {.threading = Threading::serial}))
            return state.SkipWithError("not a legal tick");
}

}  // namespace

void register_pool_rows() {
    for (const std::uint32_t paths : {10'000u, 1'000'000u})
        benchmark::RegisterBenchmark(("pool/replace_one/paths:" + std::to_string(paths)).c_str(), replace_one,
                                     paths);
    benchmark::RegisterBenchmark("pool/build_set/paths:10000", build_set);
    for (const bool follows : {false, true}) {
        const std::string name = std::string("pool/") + (follows ? "path_follow" : "waypoint_advance");
        benchmark::RegisterBenchmark((name + "/set").c_str(), tick, follows, false, 0u);
        benchmark::RegisterBenchmark((name + "/pool").c_str(), tick, follows, true, 0u);
        benchmark::RegisterBenchmark((name + "/pool/replaced:1000").c_str(), tick, follows, true, 1'000u);
    }
    benchmark::RegisterBenchmark("pool/start_on_paths/nearest", start_on_nearest);
    benchmark::RegisterBenchmark("pool/move_obstacle/anywhere", move_one, true);
    benchmark::RegisterBenchmark("pool/move_obstacle/near", move_one, false);
    benchmark::RegisterBenchmark("pool/build_obstacles", build_obstacles);
    benchmark::RegisterBenchmark("pool/avoid_obstacles/set", avoid, false);
    benchmark::RegisterBenchmark("pool/avoid_obstacles/pool", avoid, true);
}

}  // namespace wend::bench
