// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/population.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "wend/random.hpp"

namespace wend::bench {

namespace {

/// Uniform in [low, high), for (agent or node, what for).
float uniform_between(float low, float high, std::uint32_t id, std::uint64_t number, std::uint32_t ordinal) {
    return low + (high - low) *
                     random_unit(random_bits(seed, id, number, purpose(Purpose::initial_state, ordinal)));
}

/// The purpose of a draw.
enum Ordinal : std::uint32_t {
    for_x,
    for_y,
    for_heading,
    for_pace,
    for_angle,
    for_target_x,
    for_target_y,
    for_length,
    for_turn,
    for_target_velocity_x,
    for_target_velocity_y,
    for_quarry,
    for_time_left,
    for_leg,
    for_more  ///< and following: streams that have no meaning here
};

bool outside(double value, float low, float high) {
    return value < static_cast<double>(low) || value > static_cast<double>(high);
}

/// A zig-zag that turns left and right in turn by 0.2 to 1.2 radians, legs of 5 to 15 m, turned back at the
/// area's edge.
std::vector<Point> zig_zag(std::uint32_t path, std::uint32_t nodes) {
    std::vector<Point> points;
    points.reserve(nodes);
    auto x = static_cast<double>(uniform_between(area.min_x, area.max_x, path, 0, for_x));
    auto y = static_cast<double>(uniform_between(area.min_y, area.max_y, path, 0, for_y));
    auto heading =
        static_cast<double>(uniform_between(0, 2 * std::numbers::pi_v<float>, path, 0, for_heading));
    for (std::uint32_t node = 0; node < nodes; ++node) {
        points.push_back({x, y});
        const auto turn = static_cast<double>(uniform_between(0.2f, 1.2f, path, node, for_turn));
        heading += node % 2 == 0 ? turn : -turn;
        const auto leg = static_cast<double>(uniform_between(5, 15, path, node, for_length));
        const double ahead_x = x + leg * std::cos(heading);
        const double ahead_y = y + leg * std::sin(heading);
        if (outside(ahead_x, area.min_x, area.max_x)) heading = std::numbers::pi - heading;
        if (outside(ahead_y, area.min_y, area.max_y)) heading = -heading;
        x += leg * std::cos(heading);
        y += leg * std::sin(heading);
    }
    return points;
}

/// On a circle, so that the leg that closes the path is like the others, which in a zig-zag is a third of the
/// way.
std::vector<Point> ring(std::uint32_t path, std::uint32_t nodes, float shortest, float longest) {
    std::vector<double> starts{0};
    for (std::uint32_t node = 0; node < nodes; ++node)
        starts.push_back(starts.back() +
                         static_cast<double>(uniform_between(shortest, longest, path, node, for_length)));
    const double radius = starts.back() / (2 * std::numbers::pi);
    const auto x = static_cast<double>(uniform_between(area.min_x, area.max_x, path, 0, for_x));
    const auto y = static_cast<double>(uniform_between(area.min_y, area.max_y, path, 0, for_y));
    std::vector<Point> points;
    for (std::uint32_t node = 0; node < nodes; ++node)
        points.push_back(
            {x + radius * std::cos(starts[node] / radius), y + radius * std::sin(starts[node] / radius)});
    return points;
}

template <Stream S, class T>
void copy_stream(const std::vector<T>& from, AgentBuffer& to) {
    if (to.has(S)) std::copy(from.begin(), from.end(), to.get<S>().begin());
}

/// A vector of `agents` numbers, each uniform in [low, high).
std::vector<float> uniform_stream(std::size_t agents, float low, float high, std::uint32_t ordinal) {
    std::vector<float> values(agents);
    for (std::size_t i = 0; i < agents; ++i)
        values[i] = uniform_between(low, high, static_cast<std::uint32_t>(i), 0, ordinal);
    return values;
}

void add_motion(Population& population, std::size_t agents) {
    population.position_x = uniform_stream(agents, area.min_x, area.max_x, for_x);
    population.position_y = uniform_stream(agents, area.min_y, area.max_y, for_y);
    const std::vector<float> heading = uniform_stream(agents, 0, 2 * std::numbers::pi_v<float>, for_heading);
    population.velocity_x.resize(agents);
    population.velocity_y.resize(agents);
    for (std::size_t i = 0; i < agents; ++i) {
        // At full speed, as they would be after a second: while they gather speed, the tutorial's branches
        // are hard to predict, and wend would look better than it is. In double, so that a difference in the
        // last bit between C libraries rarely reaches the float.
        const auto angle = static_cast<double>(heading[i]);
        population.velocity_x[i] = static_cast<float>(static_cast<double>(max_speed) * std::cos(angle));
        population.velocity_y[i] = static_cast<float>(static_cast<double>(max_speed) * std::sin(angle));
    }
}

void add_targets(Population& population, std::size_t agents) {
    population.target_x = uniform_stream(agents, area.min_x, area.max_x, for_target_x);
    population.target_y = uniform_stream(agents, area.min_y, area.max_y, for_target_y);
}

void add_target_velocities(Population& population, std::size_t agents) {
    population.target_velocity_x = uniform_stream(agents, -2, 2, for_target_velocity_x);
    population.target_velocity_y = uniform_stream(agents, -2, 2, for_target_velocity_y);
}

/// Quarries anywhere, so that neighbours in memory look at agents far apart.
void add_quarries(Population& population, std::size_t agents) {
    population.target_agent.resize(agents);
    for (std::size_t i = 0; i < agents; ++i) {
        const std::uint32_t word =
            random_bits(seed, static_cast<std::uint32_t>(i), 0, purpose(Purpose::initial_state, for_quarry));
        population.target_agent[i] = static_cast<std::int32_t>(word % agents);
    }
}

/// Agents that are on the way already, as far as chance would have it, so that every tick some of them
/// decide.
void add_walks(Population& population, std::size_t agents, float pace) {
    population.speed = uniform_stream(agents, 0.5f * pace, max_speed * pace, for_pace);
    population.walk_x.resize(agents);
    population.walk_y.resize(agents);
    const std::vector<float> leg = uniform_stream(agents, 0, Approach{}.max_step, for_leg);
    for (std::size_t i = 0; i < agents; ++i) {
        const auto x = static_cast<double>(population.position_x[i]);
        const auto y = static_cast<double>(population.position_y[i]);
        const double dx = static_cast<double>(population.target_x[i]) - x;
        const double dy = static_cast<double>(population.target_y[i]) - y;
        const double distance = std::sqrt(dx * dx + dy * dy);
        const double share = std::min(1.0, static_cast<double>(leg[i]) / std::max(distance, 1e-9));
        population.walk_x[i] = static_cast<float>(x + dx * share);
        population.walk_y[i] = static_cast<float>(y + dy * share);
    }
}

/// Agents are dealt to the paths by id and spread uniformly along them; a tick is at most a hundredth of a
/// leg.
void add_travel(Population& population, std::size_t agents, const PathSet& paths) {
    population.speed = uniform_stream(agents, 0.5f, max_speed, for_pace);
    const std::vector<float> along = uniform_stream(agents, 0, 1, for_length);
    population.path.resize(agents);
    population.segment.resize(agents);
    population.segment_distance.resize(agents);
    population.position_x.resize(agents);
    population.position_y.resize(agents);
    for (std::size_t i = 0; i < agents; ++i) {
        const std::size_t path = i % paths.size();
        const auto share = static_cast<double>(along[i]);
        const PathLocation location = paths.locate(path, share * paths.length(path, path_mode), path_mode);
        const Point point = paths.at(path, location);
        population.path[i] = static_cast<std::int32_t>(path);
        population.segment[i] = location.segment;
        population.segment_distance[i] = location.distance;
        population.position_x[i] = static_cast<float>(point.x);
        population.position_y[i] = static_cast<float>(point.y);
    }
}

/// Agents where add_travel put them, at full speed towards the next node.
void add_steering(Population& population, std::size_t agents, const PathSet& paths) {
    population.direction.assign(agents, 1);
    population.node.resize(agents);
    population.velocity_x.resize(agents);
    population.velocity_y.resize(agents);
    for (std::size_t i = 0; i < agents; ++i) {
        const auto path = static_cast<std::size_t>(population.path[i]);
        const std::uint32_t segment = population.segment[i];
        population.node[i] = (segment + 1) % paths.node_count(path);
        const Point from = paths.node(path, segment);
        const Point to = paths.node(path, population.node[i]);
        const double pace =
            static_cast<double>(max_speed) / static_cast<double>(paths.segment_length(path, segment));
        population.velocity_x[i] = static_cast<float>((to.x - from.x) * pace);
        population.velocity_y[i] = static_cast<float>((to.y - from.y) * pace);
    }
}

/// The streams that the program reads or writes; not those that the run fills itself.
StreamSet streams_of(const Program& program) {
    StreamSet streams = 0;
    for (const StreamUse& use : program.streams()) streams |= stream_set(use.stream);
    return streams;
}

/// Adds the program's streams beyond motion. Float streams without a meaning here are small offsets.
void add_needed(Population& population, const Input& input) {
    const std::size_t agents = input.agents;
    StreamSet left = streams_of(input.program()) & ~position_streams & ~velocity_streams;
    const auto take = [&left](StreamSet streams) {
        const bool needed = (left & streams) != 0;
        left &= ~streams;
        return needed;
    };
    if (take(stream_set(Stream::wander_angle)))
        population.wander_angle =
            uniform_stream(agents, -std::numbers::pi_v<float>, std::numbers::pi_v<float>, for_angle);
    if (take(target_streams)) add_targets(population, agents);
    if (take(stream_set(Stream::target_velocity_x, Stream::target_velocity_y)))
        add_target_velocities(population, agents);
    if (take(stream_set(Stream::target_agent))) add_quarries(population, agents);
    if (take(stream_set(Stream::walk_x, Stream::walk_y))) {
        add_walks(population, agents, input.kernel == Kernel::approach_brisk ? brisk : 1);
        left &= ~stream_set(Stream::speed);
    }
    if (take(stream_set(Stream::decision))) population.decision.assign(agents, 0);
    if (take(stream_set(Stream::seconds_left))) {
        const std::vector<float> seconds =
            uniform_stream(agents, 0, RetargetWander{}.interval, for_time_left);
        population.seconds_left.assign(seconds.begin(), seconds.end());
    }
    for (; left != 0; left &= left - 1) {
        const auto stream = static_cast<Stream>(std::countr_zero(left));
        if (wend::info(stream).element == ElementType::f32)
            population.more[stream] =
                uniform_stream(agents, -5, 5, for_more + static_cast<std::uint32_t>(stream));
    }
}

}  // namespace

void Population::copy_to(AgentBuffer& agents) const {
    copy_stream<Stream::position_x>(position_x, agents);
    copy_stream<Stream::position_y>(position_y, agents);
    copy_stream<Stream::velocity_x>(velocity_x, agents);
    copy_stream<Stream::velocity_y>(velocity_y, agents);
    copy_stream<Stream::wander_angle>(wander_angle, agents);
    copy_stream<Stream::target_x>(target_x, agents);
    copy_stream<Stream::target_y>(target_y, agents);
    copy_stream<Stream::target_velocity_x>(target_velocity_x, agents);
    copy_stream<Stream::target_velocity_y>(target_velocity_y, agents);
    copy_stream<Stream::target_agent>(target_agent, agents);
    copy_stream<Stream::seconds_left>(seconds_left, agents);
    copy_stream<Stream::decision>(decision, agents);
    copy_stream<Stream::walk_x>(walk_x, agents);
    copy_stream<Stream::walk_y>(walk_y, agents);
    copy_stream<Stream::speed>(speed, agents);
    copy_stream<Stream::path>(path, agents);
    copy_stream<Stream::node>(node, agents);
    copy_stream<Stream::direction>(direction, agents);
    copy_stream<Stream::segment>(segment, agents);
    copy_stream<Stream::segment_distance>(segment_distance, agents);
    const AgentView view = agents.view();
    for (const auto& [stream, values] : more)
        std::memcpy(view.column(stream).data, values.data(), values.size() * sizeof(float));
}

PathSet make_paths(Kernel kernel, Start start) {
    PathSetBuilder builder;
    for (std::uint32_t path = 0; path < info(kernel).paths; ++path) {
        const std::uint32_t nodes = has_unequal_paths(start) ? (path == 0 ? 100'000 : 2) : info(kernel).nodes;
        builder.add(has_even_rings(start)      ? ring(path, nodes, 10, 10)
                    : start == Start::segments ? ring(path, nodes, 5, 15)
                                               : zig_zag(path, nodes));
    }
    Expected<PathSet> paths = builder.build();
    if (!paths) throw std::runtime_error(message(paths.status()));
    return *std::move(paths);
}

Population make_population(const Input& input) {
    Population population;
    if (follows_paths(input.kernel)) {
        add_travel(population, input.agents, *input.paths);
        if ((streams_of(input.program()) & velocity_streams) != 0)
            add_steering(population, input.agents, *input.paths);
    } else {
        add_motion(population, input.agents);
        add_needed(population, input);
    }
    return population;
}

std::shared_ptr<const Input> InputStore::get(Kernel kernel, std::size_t agents, Start start) {
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
    auto input = std::make_shared<Input>(Input{
        .kernel = kernel, .agents = agents, .paths = paths, .population = {}, .draws = true, .start = start});
    input->population = make_population(*input);
    apply(start, input->population, paths.get());
    entries_.push_back({kernel, agents, start, input});
    return input;
}

}  // namespace wend::bench
