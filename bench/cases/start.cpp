// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/start.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "bench/cases/input.hpp"

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
    {"/start:wide_limits", other_work_twins},
}};

void come_to_rest(Population& population) {
    constexpr float smallest_read = 0x1p-60f;  // smaller components are read as 0
    const auto copy = [&]<Stream from, Stream... to>() {
        (std::ranges::copy(population.all<from>().first(population.all<to>().size()),
                           population.all<to>().begin()),
         ...);
    };
    copy.operator()<Stream::position_x, Stream::target_x, Stream::walk_x>();
    copy.operator()<Stream::position_y, Stream::target_y, Stream::walk_y>();
    for (const std::span<float> velocity :
         {population.all<Stream::velocity_x>(), population.all<Stream::velocity_y>()})
        for (float& component : velocity) component *= smallest_read;
    std::ranges::fill(population.all<Stream::speed>(), 0.0f);
}

void become_denormal(Population& population) {
    const auto scale = [size = population.size()]<class T>(std::byte* data, T factor) {
        for (T& value : std::span(reinterpret_cast<T*>(data), size)) value *= factor;
    };
    for (const Stream stream : population.streams())
        if (wend::info(stream).element == ElementType::f32)
            scale(population.data(stream), 0x1p-140f);
        else if (wend::info(stream).element == ElementType::f64)
            scale(population.data(stream), 0x1p-1060);
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
    const std::size_t agents = population.size();
    for (std::size_t i = 0; i < agents; ++i) {
        const double along = total * spread(i, agents);
        const auto path =
            static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), along) - ends.begin());
        place_on_path(population, i, paths, path,
                      paths.locate(path, along - (path == 0 ? 0 : ends[path - 1]), path_mode));
    }
}

void spread_over_first(Population& population, const PathSet& paths) {
    const std::size_t agents = population.size();
    const double length = paths.length(0, path_mode);
    constexpr std::size_t stride = 7'919;
    for (std::size_t i = 0; i < agents; ++i) {
        const double along = length * static_cast<double>(i * stride % agents) / static_cast<double>(agents);
        place_on_path(population, i, paths, 0, paths.locate(0, along, path_mode));
    }
}

/// Every agent travels one leg in 8 ticks, starting at share(agent) of its leg.
template <class Share>
void travel_legs(Population& population, const PathSet& paths, Share share) {
    const float leg = paths.segment_length(0, 0);
    std::ranges::fill(population.all<Stream::speed>(), leg / 8 / dt);
    for (std::size_t i = 0; i < population.size(); ++i)
        place_on_path(
            population, i, paths, static_cast<std::size_t>(population.get<Stream::path>(i)),
            {.segment = population.get<Stream::segment>(i), .distance = share(i) * static_cast<double>(leg)});
}

/// Scales the speeds so that agents pass 3 to 6 segments of the mean length (10 m) a tick: [low, max_speed]
/// becomes [fewest, most] metres a tick.
void travel_segments(Population& population) {
    constexpr float fewest = 30, most = 60, low = 0.5f;
    for (float& speed : population.all<Stream::speed>())
        speed = (fewest + (most - fewest) * (speed - low) / (max_speed - low)) / dt;
}

void travel_laps(Population& population, const PathSet& paths, double laps) {
    for (std::size_t i = 0; i < population.size(); ++i) {
        const double lap = paths.length(static_cast<std::size_t>(population.get<Stream::path>(i)), path_mode);
        population.set<Stream::speed>(i, static_cast<float>(lap * (laps + 0.37) / static_cast<double>(dt)));
    }
}

}  // namespace

const StartInfo& info(Start start) noexcept { return start_infos[static_cast<std::size_t>(start)]; }

float radius_of(Start start) noexcept {
    return start == Start::on_node ? 2 * (area.max_x - area.min_x) : path_radius;
}

float max_force_of(Start start) noexcept { return start == Start::wide_limits ? wide_max_force : max_force; }

void apply(Start start, Population& population, const PathSet* paths) {
    const std::size_t agents = population.size();
    switch (start) {
        case Start::ordinary:
        case Start::on_node:
        case Start::wide_limits: return;
        case Start::at_rest: return come_to_rest(population);
        case Start::denormal: return become_denormal(population);
        case Start::unequal_paths: return spread_by_length(population, *paths);
        case Start::longest_path: return spread_over_first(population, *paths);
        case Start::one_node:
            for (std::size_t i = 0; i < agents; ++i) place_on_path(population, i, *paths, 0, {});
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
