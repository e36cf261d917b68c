// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/input.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "wend/approach.hpp"
#include "wend/corridor.hpp"
#include "wend/random.hpp"

namespace wend::bench {

namespace {

/// Uniform in an interval, for (agent or node, number, draw).
float uniform(Interval interval, std::size_t id, std::uint32_t draw, std::uint64_t number = 0) {
    return interval.low + (interval.high - interval.low) *
                              random_unit(random_bits(seed, static_cast<std::uint32_t>(id), number,
                                                      purpose(Purpose::initial_state, draw)));
}

/// Draws that are not those of one stream (stream_recipes.hpp).
enum Draw : std::uint32_t {
    for_heading = 2,
    for_pace = 3,
    for_length = 7,
    for_turn = 8,
    for_quarry = 11,
    for_leg = 13,
    for_others
};

constexpr Interval whole_circle{0, 2 * std::numbers::pi_v<float>};

std::uint32_t draw_of(Stream stream) {
    const int draw = recipe_of(stream).draw;
    return draw >= 0 ? static_cast<std::uint32_t>(draw) : for_others + static_cast<std::uint32_t>(stream);
}

Point random_place(std::uint32_t path) {
    return {static_cast<double>(uniform(area_x, path, draw_of(Stream::position_x))),
            static_cast<double>(uniform(area_y, path, draw_of(Stream::position_y)))};
}

bool outside(double value, float low, float high) {
    return value < static_cast<double>(low) || value > static_cast<double>(high);
}

/// A zig-zag that turns left and right in turn by 0.2 to 1.2 radians, legs of 5 to 15 m, where it is not
/// `endless` turned back at the area's edge.
std::vector<Point> zig_zag(std::uint32_t path, std::uint32_t nodes, bool endless = false) {
    std::vector<Point> points;
    points.reserve(nodes);
    auto [x, y] = random_place(path);
    auto heading = static_cast<double>(uniform(whole_circle, path, for_heading));
    for (std::uint32_t node = 0; node < nodes; ++node) {
        points.push_back({x, y});
        const auto turn = static_cast<double>(uniform({0.2f, 1.2f}, path, for_turn, node));
        heading += node % 2 == 0 ? turn : -turn;
        const auto leg = static_cast<double>(uniform({5, 15}, path, for_length, node));
        const double ahead_x = x + leg * std::cos(heading);
        const double ahead_y = y + leg * std::sin(heading);
        if (!endless && outside(ahead_x, area.min_x, area.max_x)) heading = std::numbers::pi - heading;
        if (!endless && outside(ahead_y, area.min_y, area.max_y)) heading = -heading;
        x += leg * std::cos(heading);
        y += leg * std::sin(heading);
    }
    return points;
}

/// On a circle, so that the leg that closes the path is like the others, which in a zig-zag is a third of the
/// way.
std::vector<Point> ring(std::uint32_t path, std::uint32_t nodes, Interval leg) {
    std::vector<double> starts{0};
    for (std::uint32_t node = 0; node < nodes; ++node)
        starts.push_back(starts.back() + static_cast<double>(uniform(leg, path, for_length, node)));
    const double radius = starts.back() / (2 * std::numbers::pi);
    const auto [x, y] = random_place(path);
    std::vector<Point> points;
    for (std::uint32_t node = 0; node < nodes; ++node)
        points.push_back(
            {x + radius * std::cos(starts[node] / radius), y + radius * std::sin(starts[node] / radius)});
    return points;
}

/// Portal following's corridors: zig-zags with a width, two portals at each bend.
std::vector<Point> corridor(std::uint32_t path, std::uint32_t nodes) {
    std::vector<Point> points;
    const Status status = append_lane(points, zig_zag(path, nodes, true), corridor_width);
    if (!status) throw std::runtime_error(message(status));
    return points;
}

PathSet make_paths(KernelId kernel, Start start) {
    PathSetBuilder builder;
    for (std::uint32_t path = 0; path < info(kernel).paths.paths; ++path) {
        const std::uint32_t nodes =
            has_unequal_paths(start) ? (path == 0 ? 100'000 : 2) : info(kernel).paths.nodes;
        builder.add(kernel == KernelId::portal_follow ? corridor(path, nodes)
                    : has_even_rings(start)           ? ring(path, nodes, {10, 10})
                    : start == Start::segments        ? ring(path, nodes, {5, 15})
                                                      : zig_zag(path, nodes));
    }
    Expected<PathSet> paths = builder.build();
    if (!paths) throw std::runtime_error(message(paths.status()));
    return *std::move(paths);
}

/// A velocity at full speed, as after a second: while agents gather speed, the tutorial's branches are hard
/// to predict, and wend would look better than it is. In double, so that a difference in the last bit between
/// C libraries rarely reaches the float.
void set_heading(Population& population, std::size_t agent) {
    const auto angle = static_cast<double>(uniform(whole_circle, agent, for_heading));
    const auto component = [](double of_unit) {
        return static_cast<float>(static_cast<double>(max_speed) * of_unit);
    };
    population.set<Stream::velocity_x>(agent, component(std::cos(angle)));
    population.set<Stream::velocity_y>(agent, component(std::sin(angle)));
}

/// Agents that are on the way already, by chance, so that every tick some of them decide.
void set_walk(Population& population, std::size_t agent, float pace) {
    population.set<Stream::speed>(agent, uniform({0.5f * pace, max_speed * pace}, agent, for_pace));
    const auto leg = static_cast<double>(uniform({0, Approach{}.max_step}, agent, for_leg));
    const auto x = static_cast<double>(population.get<Stream::position_x>(agent));
    const auto y = static_cast<double>(population.get<Stream::position_y>(agent));
    const double dx = static_cast<double>(population.get<Stream::target_x>(agent)) - x;
    const double dy = static_cast<double>(population.get<Stream::target_y>(agent)) - y;
    const double share = std::min(1.0, leg / std::max(std::sqrt(dx * dx + dy * dy), 1e-9));
    population.set<Stream::walk_x>(agent, static_cast<float>(x + dx * share));
    population.set<Stream::walk_y>(agent, static_cast<float>(y + dy * share));
}

/// Agents are dealt to the paths by id and spread uniformly along them; a tick is at most a hundredth of a
/// leg. Where they steer, they go at full speed towards the next node. Corridors do not close.
void set_place_on_path(Population& population, std::size_t agent, const Input& input) {
    const PathSet& paths = *input.paths;
    const PathMode mode = input.kernel == KernelId::portal_follow ? PathMode::once : path_mode;
    const std::size_t path = agent % paths.size();
    const auto share = static_cast<double>(uniform({0, 1}, agent, for_length));
    const PathLocation at = paths.locate(path, share * paths.length(path, mode), mode);
    place_on_path(population, agent, paths, path, at);
    if (!population.has(Stream::velocity_x)) return;
    const std::uint32_t next = (at.segment + 1) % paths.node_count(path);
    if (population.has(Stream::node)) population.set<Stream::node>(agent, next);
    const Point from = paths.node(path, at.segment);
    const Point to = paths.node(path, next);
    const double pace =
        static_cast<double>(max_speed) / static_cast<double>(paths.segment_length(path, at.segment));
    population.set<Stream::velocity_x>(agent, static_cast<float>((to.x - from.x) * pace));
    population.set<Stream::velocity_y>(agent, static_cast<float>((to.y - from.y) * pace));
}

}  // namespace

void place_on_path(Population& population, std::size_t agent, const PathSet& paths, std::size_t path,
                   const PathLocation& location) {
    const Point point = paths.at(path, location);
    population.set<Stream::path>(agent, static_cast<std::int32_t>(path));
    population.set<Stream::segment>(agent, location.segment);
    population.set<Stream::segment_distance>(agent, location.distance);
    population.set<Stream::position_x>(agent, static_cast<float>(point.x));
    population.set<Stream::position_y>(agent, static_cast<float>(point.y));
}

Population make_population(const Input& input) {
    std::vector<Stream> streams = streams_of(input.program());
    if (input.paths)
        for (const Stream of_path : {Stream::path, Stream::segment, Stream::segment_distance, Stream::speed})
            if (std::ranges::find(streams, of_path) == streams.end()) streams.push_back(of_path);
    Population population(input.agents, streams);
    AgentBuffer blank(streams);
    blank.spawn();
    for (const Stream stream : streams)
        for (std::size_t agent = 0; agent < input.agents; ++agent)
            if (is_drawn(stream))
                population.set_number(stream, agent, uniform(recipe_of(stream).game, agent, draw_of(stream)));
            else
                population.set_bytes(stream, agent, blank.view().column(stream).data);
    const float pace = input.kernel == KernelId::approach_brisk ? brisk : 1;
    for (std::size_t agent = 0; agent < input.agents; ++agent) {
        if (input.paths)
            set_place_on_path(population, agent, input);
        else if (population.has(Stream::velocity_x))
            set_heading(population, agent);
        if (population.has(Stream::walk_x)) set_walk(population, agent, pace);
        // Quarries anywhere, so that neighbours in memory look at agents far apart.
        if (population.has(Stream::target_agent)) {
            const std::uint32_t word = random_bits(seed, static_cast<std::uint32_t>(agent), 0,
                                                   purpose(Purpose::initial_state, for_quarry));
            population.set<Stream::target_agent>(agent, static_cast<std::int32_t>(word % input.agents));
        }
    }
    // Agents that have chosen their corners, and go there.
    if (input.kernel == KernelId::portal_follow) {
        const Result result = run(input.program(), population.view(), {.dt = dt, .count = 120});
        if (!result.status) throw std::runtime_error(message(result.status));
    }
    return population;
}

std::shared_ptr<const Input> InputStore::get(KernelId kernel, std::size_t agents, Start start) {
    std::erase_if(entries_, [](const Entry& entry) { return entry.input.expired(); });
    for (const Entry& entry : entries_)
        if (entry.kernel == kernel && entry.agents == agents && entry.start == start)
            return entry.input.lock();

    auto& kept_paths = paths_[{kernel, start}];
    std::shared_ptr<const PathSet> paths = kept_paths.lock();
    if (follows_paths(kernel) && !paths) {
        paths = std::make_shared<const PathSet>(make_paths(kernel, start));
        kept_paths = paths;
    }
    auto input =
        std::make_shared<Input>(Input{.kernel = kernel, .agents = agents, .paths = paths, .start = start});
    input->population = make_population(*input);
    apply(start, input->population, paths.get());
    entries_.push_back({kernel, agents, start, input});
    return input;
}

}  // namespace wend::bench
