// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/population.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tools/support/outputs.hpp"
#include "wend/parameter.hpp"
#include "wend/random.hpp"
#include "words/fields.hpp"

namespace wend::scenario {
namespace {

using words::Place;

constexpr std::size_t index_of(Stream stream) { return static_cast<std::size_t>(stream); }

/// The streams by the number of their draw. New streams are appended, so that no number changes.
constexpr std::array<Stream, stream_count> streams_by_number{
    Stream::direction,
    Stream::id,
    Stream::mass,
    Stream::max_force,
    Stream::max_speed,
    Stream::path,
    Stream::position_x,
    Stream::position_y,
    Stream::segment,
    Stream::segment_distance,
    Stream::speed,
    Stream::target_x,
    Stream::target_y,
    Stream::velocity_x,
    Stream::velocity_y,
    Stream::wander_angle,
    Stream::arrived,
    Stream::decision,
    Stream::finished,
    Stream::heading_x,
    Stream::heading_y,
    Stream::node,
    Stream::path_distance,
    Stream::previous_x,
    Stream::previous_y,
    Stream::seconds_left,
    Stream::external_force_x,
    Stream::external_force_y,
    Stream::third_target_x,
    Stream::third_target_y,
    Stream::step_x,
    Stream::step_y,
    Stream::target_agent,
    Stream::target_velocity_x,
    Stream::target_velocity_y,
    Stream::walk_x,
    Stream::walk_y,
    Stream::offset_x,
    Stream::offset_y,
    Stream::other_agent,
    Stream::other_target_velocity_x,
    Stream::other_target_velocity_y,
    Stream::other_target_x,
    Stream::other_target_y,
    Stream::force_x,
    Stream::force_y,
    Stream::stages,
    Stream::steering_force_x,
    Stream::steering_force_y,
    Stream::third_agent,
    Stream::third_target_velocity_x,
    Stream::third_target_velocity_y,
    Stream::groups,
    Stream::seen_groups,
    Stream::position_z,
    Stream::body_radius,
};

constexpr auto initial_state_numbers = [] {
    std::array<std::uint64_t, stream_count> numbers{};
    for (std::size_t i = 0; i < stream_count; ++i) numbers[index_of(streams_by_number[i])] = i;
    return numbers;
}();

Distribution read_distribution(const words::Json& json, const Place& place) {
    Distribution distribution;
    if (json.is_number()) {
        words::convert(json, place, distribution.low);
        distribution.high = distribution.low;
        return distribution;
    }
    if (!json.is_array() || json.size() != 2) place.fail("expected a value or a range [low, high]");
    words::convert(json[0], place / std::size_t{0}, distribution.low);
    words::convert(json[1], place / std::size_t{1}, distribution.high);
    if (distribution.low > distribution.high)
        place.fail(fmt::format("the range {} is reversed: the order is [low, high]", json.dump()));
    return distribution;
}

/// Distances along paths have a draw of their own (place_on_paths).
bool has_distribution(Stream stream) {
    return info(stream).element == ElementType::f32 || stream == Stream::seconds_left;
}

/// Reads the keys of the float streams, and of seconds_left: `mass` for a stream of that name, `target` for
/// the pair target_x and target_y.
void read_distributions(words::Fields& fields, Population& population) {
    for (std::size_t i = 0; i < stream_count; ++i) {
        const StreamInfo& stream = stream_infos[i];
        if (!has_distribution(static_cast<Stream>(i)) || stream.name.ends_with("_y")) continue;
        const bool pair = stream.name.ends_with("_x");
        const std::string_view key = pair ? stream.name.substr(0, stream.name.size() - 2) : stream.name;
        const words::Json* json = fields.find(key);
        if (json == nullptr) continue;
        const Place place = fields.place(key);
        if (population.table.given[i]) place.fail("is given in the agents file too");
        if (!pair) {
            population.distributions[i] = read_distribution(*json, place);
            continue;
        }
        if (!json->is_array() || json->size() != 2)
            place.fail("expected [x, y], each a value or a range [low, high]");
        population.distributions[i] = read_distribution((*json)[0], place / std::size_t{0});
        population.distributions[i + 1] = read_distribution((*json)[1], place / std::size_t{1});
    }
}

void read_whole_numbers(words::Fields& fields, Population& population) {
    const auto read = [&](Stream stream, std::optional<std::int32_t>& value) {
        fields.read(name(stream), value);
        if (value && population.table.given[index_of(stream)])
            fields.place(name(stream)).fail("is given in the agents file too");
    };
    read(Stream::direction, population.direction);
    if (population.direction && std::abs(*population.direction) != 1)
        fields.place("direction").fail(fmt::format("{} is neither 1 nor -1", *population.direction));
    read(Stream::target_agent, population.target_agent);
    read(Stream::other_agent, population.other_agent);
}

/// The draw behind an initial value: uniform in [0, 1).
double uniform_draw(std::uint64_t seed, std::uint32_t id, Stream stream) {
    const std::uint32_t word =
        random_bits(seed, id, initial_state_number(stream), purpose(Purpose::initial_state));
    return static_cast<double>(random_unit(word));
}

float sample(const Distribution& distribution, Stream stream, std::uint64_t seed, std::uint32_t id) {
    if (distribution.low == distribution.high) return distribution.low;
    const auto low = static_cast<double>(distribution.low);
    const auto high = static_cast<double>(distribution.high);
    return static_cast<float>(low + (high - low) * uniform_draw(seed, id, stream));
}

std::uint32_t nearest_segment(const PathSet& paths, std::size_t path, PathMode mode, const Point& place) {
    std::uint32_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < paths.segment_count(path, mode); ++i) {
        const Point from = paths.node(path, i);
        const Point to = paths.node(path, (i + 1) % paths.node_count(path));
        const Point along{to.x - from.x, to.y - from.y};
        const double u = ((place.x - from.x) * along.x + (place.y - from.y) * along.y) /
                         (along.x * along.x + along.y * along.y);
        const double share = std::clamp(u, 0.0, 1.0);
        const double distance =
            std::hypot(place.x - from.x - along.x * share, place.y - from.y - along.y * share);
        if (!(distance < least)) continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

/// The memory of this machine, or what this process may take of it.
std::uint64_t memory_bytes() {
    const auto machine = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    rlimit limit{};
    return getrlimit(RLIMIT_AS, &limit) == 0 ? std::min<std::uint64_t>(machine, limit.rlim_cur) : machine;
}

/// Fills one buffer; each step fills streams that earlier steps have left.
class Filler {
  public:
    Filler(const Population& population, const Program& program, std::uint64_t seed, const Place& place)
        : population_(population), program_(program), seed_(seed), buffer_(streams()) {
        require_memory(place);
        buffer_.make_workspace(program);
        buffer_.spawn(population.count);
        view_ = buffer_.view();
        ids_ = buffer_.get<Stream::id>();
    }

    AgentBuffer fill() && {
        for (std::size_t i = 0; i < stream_count; ++i)
            for (std::size_t slot = 0; slot < population_.table.columns[i].size(); ++slot)
                store(view_.column(static_cast<Stream>(i)), slot, population_.table.columns[i][slot]);
        for (std::size_t i = 0; i < stream_count; ++i)
            if (const auto& distribution = distribution_of(static_cast<Stream>(i)))
                for (std::size_t slot = 0; slot < ids_.size(); ++slot)
                    store(view_.column(static_cast<Stream>(i)), slot,
                          static_cast<double>(
                              sample(*distribution, static_cast<Stream>(i), seed_, ids_[slot])));
        if (population_.direction)
            for (std::int32_t& direction : buffer_.get<Stream::direction>())
                direction = *population_.direction;
        if (population_.target_agent) choose_agents<Stream::target_agent>(*population_.target_agent);
        if (population_.other_agent) choose_agents<Stream::other_agent>(*population_.other_agent);
        if (const auto* follow = find_stage<PathFollow>(program_)) choose_nodes(follow->paths);
        if (const auto* follow = find_stage<CorridorFollow>(program_)) choose_segments(*follow);
        if (const auto* advance = find_stage<WaypointAdvance>(program_)) place_on_paths(*advance);
        if (!given(Stream::walk_x)) copy<Stream::position_x, Stream::walk_x>();
        if (!given(Stream::walk_y)) copy<Stream::position_y, Stream::walk_y>();
        return std::move(buffer_);
    }

  private:
    [[nodiscard]] bool given(Stream stream) const {
        return population_.table.given[index_of(stream)] ||
               population_.distributions[index_of(stream)].has_value() ||
               (stream == Stream::direction && population_.direction) ||
               (stream == Stream::target_agent && population_.target_agent) ||
               (stream == Stream::other_agent && population_.other_agent);
    }

    /// The given distribution of a stream, or its default; none if the table has the stream or it has no
    /// default.
    [[nodiscard]] std::optional<Distribution> distribution_of(Stream stream) const {
        if (given(stream) || !buffer_.has(stream)) return population_.distributions[index_of(stream)];
        const std::optional<Rectangle>& area = population_.area;
        constexpr float pi = std::numbers::pi_v<float>;
        switch (stream) {
            case Stream::position_x:
                return area ? std::optional(Distribution{area->min_x, area->max_x}) : std::nullopt;
            case Stream::position_y:
                return area ? std::optional(Distribution{area->min_y, area->max_y}) : std::nullopt;
            case Stream::wander_angle: return Distribution{-pi, pi};
            default: return std::nullopt;
        }
    }

    /// Refuses more agents than this machine's memory holds, before any of it is taken.
    void require_memory(const Place& place) const {
        std::uint64_t bytes = size_of(ElementType::u32);  // the id
        for (const Stream stream : streams()) bytes += size_of(info(stream).element);
        const std::uint64_t memory = memory_bytes();
        if (population_.count > memory / bytes)
            (place / "count")
                .fail(fmt::format("{0} agents need {1} bytes, {2} each; there are {3}, enough for {4}",
                                  population_.count, population_.count * bytes, bytes, memory,
                                  memory / bytes));
    }

    [[nodiscard]] std::vector<Stream> streams() const {
        std::vector<Stream> streams = support::ordinary_outputs(program_);
        // State, path and direction have defaults; other inputs must be given.
        for (const StreamUse& use : program_.streams())
            if (use.use != Use::input || use.stream == Stream::path || use.stream == Stream::direction ||
                given(use.stream))
                streams.push_back(use.stream);
        for (std::size_t i = 0; i < stream_count; ++i) {
            const auto stream = static_cast<Stream>(i);
            if (stream != Stream::id && given(stream) &&
                std::find(streams.begin(), streams.end(), stream) == streams.end())
                streams.push_back(stream);
        }
        return streams;
    }

    template <Stream From, Stream To>
    void copy() {
        if (buffer_.has(To)) std::ranges::copy(buffer_.get<From>(), buffer_.get<To>().begin());
    }

    template <Stream S>
    void choose_agents(std::int64_t slots_on) {
        const std::span<std::int32_t> target = buffer_.get<S>();
        const auto count = static_cast<std::int64_t>(target.size());
        for (std::int64_t slot = 0; slot < count; ++slot)
            target[static_cast<std::size_t>(slot)] =
                static_cast<std::int32_t>(((slot + slots_on) % count + count) % count);
    }

    void assign_paths(const PathSet& paths) {
        const std::span<std::int32_t> path = buffer_.get<Stream::path>();
        if (given(Stream::path)) return;
        for (std::size_t slot = 0; slot < path.size(); ++slot)
            path[slot] = static_cast<std::int32_t>(ids_[slot] % paths.size());
    }

    /// An agent with direction -1 starts towards the last node; others keep node 0 of the new buffer.
    void choose_nodes(const PathSet& paths) {
        assign_paths(paths);
        if (given(Stream::node)) return;
        const std::span<std::int32_t> path = buffer_.get<Stream::path>();
        for (std::size_t slot = 0; slot < path.size(); ++slot)
            if (buffer_.get<Stream::direction>()[slot] == -1 && path[slot] >= 0 &&
                static_cast<std::size_t>(path[slot]) < paths.size())
                buffer_.get<Stream::node>()[slot] =
                    paths.node_count(static_cast<std::size_t>(path[slot])) - 1;
    }

    /// In a corridor an agent starts on the segment that is nearest to it.
    void choose_segments(const CorridorFollow& follow) {
        assign_paths(follow.paths);
        if (given(Stream::segment)) return;
        const std::span<const std::int32_t> path = buffer_.get<Stream::path>();
        for (std::size_t slot = 0; slot < path.size(); ++slot) {
            if (path[slot] < 0 || static_cast<std::size_t>(path[slot]) >= follow.paths.size()) continue;
            const Point position{static_cast<double>(buffer_.get<Stream::position_x>()[slot]),
                                 static_cast<double>(buffer_.get<Stream::position_y>()[slot])};
            buffer_.get<Stream::segment>()[slot] =
                nearest_segment(follow.paths, static_cast<std::size_t>(path[slot]), follow.mode, position);
        }
    }

    void place_on_paths(const WaypointAdvance& advance) {
        assign_paths(advance.paths);
        const std::span<std::int32_t> path = buffer_.get<Stream::path>();
        const std::span<std::uint32_t> segment = buffer_.get<Stream::segment>();
        const std::span<double> distance = buffer_.get<Stream::segment_distance>();
        for (std::size_t slot = 0; slot < path.size(); ++slot) {
            // An invalid index from a file stays: the run counts it as a fault.
            if (path[slot] < 0 || static_cast<std::size_t>(path[slot]) >= advance.paths.size()) continue;
            const auto index = static_cast<std::size_t>(path[slot]);
            if (!given(Stream::segment)) {
                const double u = uniform_draw(seed_, ids_[slot], Stream::segment_distance);
                const PathLocation location =
                    advance.paths.locate(index, u * advance.paths.length(index, advance.mode), advance.mode);
                segment[slot] = location.segment;
                distance[slot] = location.distance;
            } else if (segment[slot] >= advance.paths.segment_count(index, advance.mode)) {
                continue;
            }
            if (given(Stream::position_x)) continue;
            const Point point = advance.paths.at(index, {segment[slot], distance[slot]});
            buffer_.get<Stream::position_x>()[slot] = static_cast<float>(point.x);
            buffer_.get<Stream::position_y>()[slot] = static_cast<float>(point.y);
        }
    }

    const Population& population_;
    const Program& program_;
    std::uint64_t seed_;
    AgentBuffer buffer_;
    AgentView view_;
    std::span<std::uint32_t> ids_;
};

}  // namespace

std::uint64_t initial_state_number(Stream stream) { return initial_state_numbers[index_of(stream)]; }

Population read_population(const words::Json& json, const Place& place, const std::filesystem::path& folder) {
    words::Fields fields(json, place);
    Population population;
    fields.read("area", population.area);
    if (population.area)
        for (const float at :
             {population.area->min_x, population.area->min_y, population.area->max_x, population.area->max_y})
            if (!(std::abs(at) <= component_limit))
                fields.place("area").fail(fmt::format("coordinate is {}, must be in [-1e18, 1e18]", at));
    std::string file;
    fields.read("file", file);
    if (file.empty() && !json.contains("file")) {
        std::uint64_t count = 0;
        fields.require("count", count);
        if (count > std::numeric_limits<std::uint32_t>::max())
            fields.place("count").fail("more than 2^32 - 1 agents: ids have 32 bits");
        population.count = count;
    } else {
        if (json.contains("count"))
            fields.place("count").fail("the agents file determines the number of agents");
        std::optional<std::uint64_t> tick;
        fields.read("tick", tick);
        population.table = files::read_agents_csv(folder / file, tick);
        population.count = population.table.count;
        for (const auto& [first, second] : {std::pair(Stream::position_x, Stream::position_y),
                                            std::pair(Stream::segment, Stream::segment_distance)})
            if (population.table.given[index_of(first)] != population.table.given[index_of(second)])
                fields.place("file").fail(
                    fmt::format("the file has only one of {} and {}", name(first), name(second)));
    }
    read_distributions(fields, population);
    read_whole_numbers(fields, population);
    fields.finish();
    return population;
}

AgentBuffer populate(const Population& population, const Program& program, std::uint64_t seed,
                     const Place& place) {
    const bool has_position = population.area || population.table.given[index_of(Stream::position_x)] ||
                              population.distributions[index_of(Stream::position_x)];
    if (!has_position && find_stage<WaypointAdvance>(program) == nullptr)
        place.fail(
            "positions are missing: give \"area\", \"position\" or a file with position_x and position_y");
    return Filler(population, program, seed, place).fill();
}

const ObstacleSet* find_obstacles(const Program& program) {
    const ObstacleSet* found = nullptr;
    for (const Stage& stage : program.stages())
        std::visit(
            [&found](const auto& one) {
                if constexpr (requires { one.obstacles; })
                    if (found == nullptr) found = &one.obstacles;
            },
            stage);
    return found;
}

double load(const Column& column, std::size_t slot) {
    switch (column.element) {
        case ElementType::f32: return static_cast<double>(static_cast<const float*>(column.data)[slot]);
        case ElementType::f64: return static_cast<const double*>(column.data)[slot];
        case ElementType::i32: return static_cast<const std::int32_t*>(column.data)[slot];
        case ElementType::u32: return static_cast<const std::uint32_t*>(column.data)[slot];
    }
    return 0;
}

void store(const Column& column, std::size_t slot, double value) {
    switch (column.element) {
        case ElementType::f32: static_cast<float*>(column.data)[slot] = static_cast<float>(value); break;
        case ElementType::f64: static_cast<double*>(column.data)[slot] = value; break;
        case ElementType::i32:
            static_cast<std::int32_t*>(column.data)[slot] = static_cast<std::int32_t>(value);
            break;
        case ElementType::u32:
            static_cast<std::uint32_t*>(column.data)[slot] = static_cast<std::uint32_t>(value);
            break;
    }
}

}  // namespace wend::scenario
