// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/start.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "bench/cases/population.hpp"

namespace wend::bench {

namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();
constexpr std::string_view ordinary_text = "ordinary agents";
constexpr std::array hard_twins{Twin{Start::ordinary, 1.2, ordinary_text}};
constexpr std::array uneven_twins{Twin{Start::ordinary, 1.5, ordinary_text}};
constexpr std::array other_work_twins{Twin{Start::ordinary, no_limit, ordinary_text}};
constexpr std::array at_once_twins{Twin{Start::ordinary, 1.5, ordinary_text},
                                   Twin{Start::crossing_spread, 1.5, "crossing at their own times"}};
constexpr std::array lap_twins{Twin{Start::one_lap, 3, "one lap a tick"}};

constexpr std::array<StartInfo, start_count> start_infos{{
    {"", {}},
    {"/start:rest", hard_twins},
    {"/start:denormal", hard_twins},
    {"/start:unequal_paths", uneven_twins},
    {"/start:longest_path", uneven_twins},
    {"/start:one_node", uneven_twins},
    {"/start:crossing", at_once_twins},
    {"/start:crossing_spread", other_work_twins},
    {"/start:segments", other_work_twins},
    {"/start:one_lap", other_work_twins},
    {"/start:many_laps", lap_twins},
    {"/start:on_node", uneven_twins},
}};

void come_to_rest(Population& population) {
    constexpr float smallest_read = 0x1p-60f;  // smaller components are read as 0
    if (!population.target_x.empty()) {
        population.target_x = population.walk_x = population.position_x;
        population.target_y = population.walk_y = population.position_y;
    }
    for (std::vector<float>* velocity : {&population.velocity_x, &population.velocity_y})
        for (float& component : *velocity) component *= smallest_read;
    std::fill(population.speed.begin(), population.speed.end(), 0.0f);
}

void become_denormal(Population& p) {
    for (std::vector<float>* stream :
         {&p.position_x, &p.position_y, &p.velocity_x, &p.velocity_y, &p.wander_angle, &p.target_x,
          &p.target_y, &p.target_velocity_x, &p.target_velocity_y, &p.walk_x, &p.walk_y, &p.speed})
        for (float& value : *stream) value *= 0x1p-140f;
    for (std::vector<double>* stream : {&p.segment_distance, &p.seconds_left})
        for (double& value : *stream) value *= 0x1p-1060;
}

void put_at(Population& population, std::size_t agent, const PathSet& paths, std::size_t path,
            const PathLocation& location) {
    const Point point = paths.at(path, location);
    population.path[agent] = static_cast<std::int32_t>(path);
    population.segment[agent] = location.segment;
    population.segment_distance[agent] = location.distance;
    population.position_x[agent] = static_cast<float>(point.x);
    population.position_y[agent] = static_cast<float>(point.y);
}

/// Evenly spaced shares in (0, 1); neighbours in memory get distant ones.
double spread(std::size_t agent, std::size_t agents) {
    constexpr std::size_t stride = 7'919;  // a prime: a permutation, unless it divides the number of agents
    return (static_cast<double>(agent * stride % agents) + 0.5) / static_cast<double>(agents);
}

/// Spreads the agents over the length of all paths.
void spread_by_length(Population& population, const PathSet& paths) {
    std::vector<double> ends;
    double total = 0;
    for (std::size_t path = 0; path < paths.size(); ++path)
        ends.push_back(total += paths.length(path, path_mode));
    const std::size_t agents = population.path.size();
    for (std::size_t i = 0; i < agents; ++i) {
        const double along = total * spread(i, agents);
        const auto path =
            static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), along) - ends.begin());
        put_at(population, i, paths, path,
               paths.locate(path, along - (path == 0 ? 0 : ends[path - 1]), path_mode));
    }
}

void spread_over_first(Population& population, const PathSet& paths) {
    const std::size_t agents = population.path.size();
    const double length = paths.length(0, path_mode);
    constexpr std::size_t stride = 7'919;
    for (std::size_t i = 0; i < agents; ++i) {
        const double along = length * static_cast<double>(i * stride % agents) / static_cast<double>(agents);
        put_at(population, i, paths, 0, paths.locate(0, along, path_mode));
    }
}

/// Every agent travels one leg in 8 ticks, starting at share(agent) of its leg.
template <class Share>
void travel_legs(Population& population, const PathSet& paths, Share share) {
    const float leg = paths.segment_length(0, 0);
    std::fill(population.speed.begin(), population.speed.end(), leg / 8 / dt);
    for (std::size_t i = 0; i < population.path.size(); ++i)
        put_at(population, i, paths, static_cast<std::size_t>(population.path[i]),
               {.segment = population.segment[i], .distance = share(i) * static_cast<double>(leg)});
}

/// Scales the speeds so that agents pass 3 to 6 segments of the mean length (10 m) a tick: [low, max_speed]
/// becomes [fewest, most] metres a tick.
void travel_segments(Population& population) {
    constexpr float fewest = 30, most = 60, low = 0.5f;
    for (float& speed : population.speed)
        speed = (fewest + (most - fewest) * (speed - low) / (max_speed - low)) / dt;
}

void travel_laps(Population& population, const PathSet& paths, double laps) {
    for (std::size_t i = 0; i < population.path.size(); ++i) {
        const double lap = paths.length(static_cast<std::size_t>(population.path[i]), path_mode);
        population.speed[i] = static_cast<float>(lap * (laps + 0.37) / static_cast<double>(dt));
    }
}

}  // namespace

const StartInfo& info(Start start) noexcept { return start_infos[static_cast<std::size_t>(start)]; }

float radius_of(Start start) noexcept {
    return start == Start::on_node ? 2 * (area.max_x - area.min_x) : path_radius;
}

void apply(Start start, Population& population, const PathSet* paths) {
    const std::size_t agents = population.path.size();
    switch (start) {
        case Start::ordinary:
        case Start::on_node: return;
        case Start::at_rest: return come_to_rest(population);
        case Start::denormal: return become_denormal(population);
        case Start::unequal_paths: return spread_by_length(population, *paths);
        case Start::longest_path: return spread_over_first(population, *paths);
        case Start::one_node:
            for (std::size_t i = 0; i < agents; ++i) put_at(population, i, *paths, 0, {});
            return;
        case Start::crossing:
            return travel_legs(population, *paths,
                               [](std::size_t) { return 0.55; });  // no tick ends on a node
        case Start::crossing_spread:
            return travel_legs(population, *paths, [agents](std::size_t i) { return spread(i, agents); });
        case Start::segments: return travel_segments(population);
        case Start::one_lap: return travel_laps(population, *paths, 1);
        case Start::many_laps: return travel_laps(population, *paths, 1'000);
    }
}

}  // namespace wend::bench
