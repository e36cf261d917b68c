// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/agent_recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "bench/populations/stream_recipes.hpp"
#include "tools/files/csv_reader.hpp"
#include "tools/files/trajectory.hpp"
#include "tools/support/outputs.hpp"
#include "tools/support/system.hpp"
#include "tools/support/utf8_path.hpp"
#include "wend/parameter.hpp"
#include "wend/random.hpp"
#include "words/fields.hpp"

namespace wend::scenario {
namespace {

using words::Place;

constexpr std::size_t index_of(Stream stream) { return static_cast<std::size_t>(stream); }

constexpr bool is_set(Stream stream) {
    return stream == Stream::groups || stream == Stream::seen_groups || stream == Stream::stages;
}

bench::Interval read_interval(const words::Json& json, const Place& place) {
    bench::Interval interval{};
    if (json.is_number()) {
        words::convert(json, place, interval.low);
        interval.high = interval.low;
        return interval;
    }
    if (!json.is_array() || json.size() != 2) place.fail("expected a value or a range [low, high]");
    words::convert(json[0], place / std::size_t{0}, interval.low);
    words::convert(json[1], place / std::size_t{1}, interval.high);
    if (interval.low > interval.high)
        place.fail(fmt::format("the range {} is reversed: the order is [low, high]", json.dump()));
    return interval;
}

bool reads(const Program& program, Stream stream) {
    const auto streams = program.streams();
    const auto optional = program.optional_inputs();
    return stream == Stream::stages ||
           std::find(optional.begin(), optional.end(), stream) != optional.end() ||
           std::any_of(streams.begin(), streams.end(),
                       [=](const StreamUse& use) { return use.stream == stream; });
}

bool any_reads(std::span<const Program> programs, Stream stream) {
    return std::ranges::any_of(programs, [&](const Program& program) { return reads(program, stream); });
}

/// Whether a stage's parameter may replace the stream; `validate` refuses to have both. A parameter that
/// limits the stream, as a body_radius, does not replace it.
bool is_parameter(const Program& program, Stream stream) {
    const auto stages = program.stages();
    return std::any_of(stages.begin(), stages.end(), [&](const Stage& stage) {
        return std::visit(
            [&]<class S>(const S& one) {
                if ((all_streams<S>().where_bound & stream_set(stream)) != 0) return false;
                bool found = false;
                const auto compare = [&](const auto& parameter) {
                    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one.*parameter.member)>,
                                                 std::optional<float>>)
                        found = found || parameter.name == name(stream);
                };
                if constexpr (requires { S::parameters(); })
                    std::apply([&](const auto&... parameter) { (compare(parameter), ...); }, S::parameters());
                return found;
            },
            stage);
    });
}

/// The value of a stream's key. Values for streams that no stage reads are most likely a mistake; unused
/// columns of a file are legal, because they may come from a run of another scenario.
const words::Json* find_value(words::Fields& fields, std::string_view key, Stream stream,
                              std::span<const Program> programs) {
    if (any_reads(programs, stream)) return fields.find(key);
    if (!fields.has(key)) return nullptr;
    if (std::ranges::none_of(programs, [&](const Program& one) { return is_parameter(one, stream); }))
        fields.place(key).fail("no stage uses this stream");
    return fields.find(key);
}

/// Reads the keys of the float streams, and of seconds_left: `mass` for a stream of that name, `target` for
/// the pair target_x and target_y.
void read_intervals(words::Fields& fields, AgentRecipe& recipe, std::span<const Program> programs) {
    for (std::size_t i = 0; i < stream_count; ++i) {
        const StreamInfo& stream = stream_infos[i];
        if (!bench::is_drawn(static_cast<Stream>(i)) || stream.name.ends_with("_y")) continue;
        const bool pair = stream.name.ends_with("_x");
        const std::string_view key = pair ? stream.name.substr(0, stream.name.size() - 2) : stream.name;
        const words::Json* json = find_value(fields, key, static_cast<Stream>(i), programs);
        if (json == nullptr) continue;
        const Place place = fields.place(key);
        if (recipe.table.given[i]) place.fail("is given in the agents file too");
        if (!pair) {
            recipe.intervals[i] = read_interval(*json, place);
            continue;
        }
        if (!json->is_array() || json->size() != 2)
            place.fail("expected [x, y], each a value or a range [low, high]");
        recipe.intervals[i] = read_interval((*json)[0], place / std::size_t{0});
        recipe.intervals[i + 1] = read_interval((*json)[1], place / std::size_t{1});
    }
}

void read_whole_numbers(words::Fields& fields, AgentRecipe& recipe, std::span<const Program> programs) {
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        const ElementType element = info(stream).element;
        if (stream != Stream::direction && !is_slot_stream(stream) && !is_set(stream)) continue;
        const words::Json* json = find_value(fields, name(stream), stream, programs);
        if (json == nullptr) continue;
        const Place place = fields.place(name(stream));
        if (recipe.table.given[i]) place.fail("is given in the agents file too");
        const auto read = [&](auto whole) {
            words::convert(*json, place, whole);
            recipe.whole_numbers[i] = whole;
        };
        element == ElementType::u32 ? read(std::uint32_t{}) : read(std::int32_t{});
    }
    const auto& direction = recipe.whole_numbers[index_of(Stream::direction)];
    if (direction && std::abs(*direction) != 1)
        fields.place("direction").fail(fmt::format("{} is neither 1 nor -1", *direction));
}

/// The draw behind an initial value: uniform in [0, 1).
double uniform_draw(std::uint64_t seed, std::uint32_t id, Stream stream) {
    const std::uint32_t word =
        random_bits(seed, id, bench::number_of(stream), purpose(Purpose::initial_state));
    return static_cast<double>(random_unit(word));
}

float sample(const bench::Interval& interval, Stream stream, std::uint64_t seed, std::uint32_t id) {
    if (interval.low == interval.high) return interval.low;
    const auto low = static_cast<double>(interval.low);
    const auto high = static_cast<double>(interval.high);
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

/// Fills one buffer; each step fills streams that earlier steps have left.
class Filler {
  public:
    Filler(const AgentRecipe& recipe, std::span<const Program> programs, std::uint64_t seed,
           const Place& place, const Share& share)
        : recipe_(recipe),
          programs_(programs),
          seed_(seed),
          first_(share.first_of(recipe.count)),
          count_(share.size_of(recipe.count)),
          buffer_(streams()) {
        require_memory(place);
        buffer_.make_workspace(program_);
        buffer_.set_next_id(static_cast<std::uint32_t>(first_));
        buffer_.spawn(count_);
        view_ = buffer_.view();
        ids_ = buffer_.get<Stream::id>();
    }

    AgentBuffer fill() && {
        for (std::size_t i = 0; i < stream_count; ++i)
            for (std::size_t slot = 0; slot < ids_.size() && !recipe_.table.columns[i].empty(); ++slot)
                store(view_.column(static_cast<Stream>(i)), slot, recipe_.table.columns[i][first_ + slot]);
        for (std::size_t i = 0; i < stream_count; ++i)
            if (const auto& interval = interval_of(static_cast<Stream>(i)))
                for (std::size_t slot = 0; slot < ids_.size(); ++slot)
                    store(view_.column(static_cast<Stream>(i)), slot,
                          static_cast<double>(sample(*interval, static_cast<Stream>(i), seed_, ids_[slot])));
        for (std::size_t i = 0; i < stream_count; ++i)
            if (const auto& whole = recipe_.whole_numbers[i])
                is_slot_stream(static_cast<Stream>(i)) ? choose_agents(static_cast<Stream>(i), *whole)
                                                       : give_all(static_cast<Stream>(i), *whole);
        if (const auto* follow = find_stage<PathFollow>(program_)) choose_nodes(follow->paths);
        if (const auto* follow = find_stage<CorridorFollow>(program_)) choose_segments(*follow);
        if (const auto* follow = find_stage<PortalFollow>(program_))
            for_each_on_path(follow->paths, [](std::size_t, std::size_t) {});  // at the corridor's start
        if (const auto* advance = find_stage<WaypointAdvance>(program_)) place_on_paths(*advance);
        if (!recipe_.gives(Stream::walk_x)) copy<Stream::position_x, Stream::walk_x>();
        if (!recipe_.gives(Stream::walk_y)) copy<Stream::position_y, Stream::walk_y>();
        return std::move(buffer_);
    }

  private:
    /// The given interval of a stream, or its default; none if the table has the stream or it has no
    /// default.
    [[nodiscard]] std::optional<bench::Interval> interval_of(Stream stream) const {
        if (recipe_.gives(stream) || !buffer_.has(stream)) return recipe_.intervals[index_of(stream)];
        const std::optional<Rectangle>& area = recipe_.area;
        if (area && stream == Stream::position_x) return bench::Interval{area->min_x, area->max_x};
        if (area && stream == Stream::position_y) return bench::Interval{area->min_y, area->max_y};
        if (stream == Stream::wander_angle) return bench::whole_turn;
        return std::nullopt;
    }

    /// Refuses more agents than this machine's memory holds, before any of it is taken.
    void require_memory(const Place& place) const {
        std::uint64_t bytes = size_of(ElementType::u32);  // the id
        for (const Stream stream : streams()) bytes += size_of(info(stream).element);
        const std::uint64_t memory = support::memory_bytes();
        if (count_ > memory / bytes)
            (place / "count")
                .fail(fmt::format("{0} agents need {1} bytes, {2} each; there are {3}, enough for {4}",
                                  count_, count_ * bytes, bytes, memory, memory / bytes));
    }

    [[nodiscard]] std::vector<Stream> streams() const {
        std::vector<Stream> streams = support::ordinary_outputs(program_);
        // State, path and direction have defaults; other inputs must be given.
        for (const Program& program : programs_)
            for (const StreamUse& use : program.streams())
                if ((use.use != Use::input || use.stream == Stream::path || use.stream == Stream::direction ||
                     recipe_.gives(use.stream)) &&
                    std::find(streams.begin(), streams.end(), use.stream) == streams.end())
                    streams.push_back(use.stream);
        for (std::size_t i = 0; i < stream_count; ++i) {
            const auto stream = static_cast<Stream>(i);
            if (stream != Stream::id && recipe_.gives(stream) &&
                std::find(streams.begin(), streams.end(), stream) == streams.end())
                streams.push_back(stream);
        }
        return streams;
    }

    template <Stream From, Stream To>
    void copy() {
        if (buffer_.has(To)) std::ranges::copy(buffer_.get<From>(), buffer_.get<To>().begin());
    }

    void give_all(Stream stream, std::int64_t value) {
        for (std::size_t slot = 0; slot < ids_.size(); ++slot)
            store(view_.column(stream), slot, static_cast<double>(value));
    }

    void choose_agents(Stream stream, std::int64_t slots_on) {
        const auto count = static_cast<std::int64_t>(recipe_.count);
        for (std::size_t agent = 0; agent < ids_.size(); ++agent) {
            const auto slot = static_cast<std::int64_t>(first_ + agent);
            store(view_.column(stream), agent,
                  static_cast<double>(((slot + slots_on) % count + count) % count));
        }
    }

    /// Calls use(slot, path) for the agents on a path of the set. An invalid index from a file stays: the run
    /// counts it as a fault.
    template <class Use>
    void for_each_on_path(const PathSet& paths, const Use& use) {
        const std::span<std::int32_t> path = buffer_.get<Stream::path>();
        for (std::size_t slot = 0; slot < path.size(); ++slot) {
            if (!recipe_.gives(Stream::path))
                path[slot] = static_cast<std::int32_t>(ids_[slot] % paths.size());
            if (path[slot] >= 0 && static_cast<std::size_t>(path[slot]) < paths.size())
                use(slot, static_cast<std::size_t>(path[slot]));
        }
    }

    /// An agent with direction -1 starts towards the last node; others keep node 0 of the new buffer.
    void choose_nodes(const PathSet& paths) {
        for_each_on_path(paths, [&](std::size_t slot, std::size_t path) {
            if (!recipe_.gives(Stream::node) && buffer_.get<Stream::direction>()[slot] == -1)
                buffer_.get<Stream::node>()[slot] = paths.node_count(path) - 1;
        });
    }

    /// In a corridor an agent starts on the segment that is nearest to it.
    void choose_segments(const CorridorFollow& follow) {
        for_each_on_path(follow.paths, [&](std::size_t slot, std::size_t path) {
            const Point position{static_cast<double>(buffer_.get<Stream::position_x>()[slot]),
                                 static_cast<double>(buffer_.get<Stream::position_y>()[slot])};
            if (!recipe_.gives(Stream::segment))
                buffer_.get<Stream::segment>()[slot] =
                    nearest_segment(follow.paths, path, follow.mode, position);
        });
    }

    void place_on_paths(const WaypointAdvance& advance) {
        const std::span<std::uint32_t> segment = buffer_.get<Stream::segment>();
        const std::span<double> distance = buffer_.get<Stream::segment_distance>();
        for_each_on_path(advance.paths, [&](std::size_t slot, std::size_t path) {
            if (!recipe_.gives(Stream::segment)) {
                const double u = uniform_draw(seed_, ids_[slot], Stream::segment_distance);
                const PathLocation location =
                    advance.paths.locate(path, u * advance.paths.length(path, advance.mode), advance.mode);
                segment[slot] = location.segment;
                distance[slot] = location.distance;
            } else if (segment[slot] >= advance.paths.segment_count(path, advance.mode)) {
                return;
            }
            if (recipe_.gives(Stream::position_x)) return;
            const Point point = advance.paths.at(path, {segment[slot], distance[slot]});
            buffer_.get<Stream::position_x>()[slot] = static_cast<float>(point.x);
            buffer_.get<Stream::position_y>()[slot] = static_cast<float>(point.y);
        });
    }

    const AgentRecipe& recipe_;
    const std::span<const Program> programs_;
    const Program& program_ = programs_.front();  ///< that moves the agents
    std::uint64_t seed_;
    std::uint64_t first_;  ///< slot of the share's first agent, among all
    std::uint64_t count_;  ///< of the share's agents
    AgentBuffer buffer_;
    AgentView view_;
    std::span<std::uint32_t> ids_;
};

}  // namespace

std::optional<Rectangle> read_area(words::Fields& agents) {
    std::optional<Rectangle> area;
    agents.read("area", area);
    if (area)
        for (const float at : {area->min_x, area->min_y, area->max_x, area->max_y})
            if (!(std::abs(at) <= component_limit))
                agents.place("area").fail(fmt::format("coordinate is {}, must be in [-1e18, 1e18]", at));
    return area;
}

AgentRecipe read_agent_recipe(words::Fields& fields, std::optional<Rectangle> area,
                              std::span<const Program> programs, const std::filesystem::path& folder,
                              Point origin) {
    AgentRecipe recipe;
    recipe.area = area;
    std::string file;
    fields.read("file", file);
    if (!fields.has("file")) {
        std::uint64_t count = 0;
        fields.require("count", count);
        if (count > std::numeric_limits<std::uint32_t>::max())
            fields.place("count").fail("more than 2^32 - 1 agents: ids have 32 bits");
        recipe.count = count;
    } else {
        if (fields.has("count"))
            fields.place("count").fail("the agents file determines the number of agents");
        std::optional<std::uint64_t> tick;
        fields.read("tick", tick);
        const std::filesystem::path whole = folder / support::utf8_path(file);
        if (files::is_trajectory(whole)) {
            files::CsvReader rows(files::read_trajectory(whole, tick), whole);
            recipe.table = files::read_agents_csv(rows, tick, origin);
        } else {
            recipe.table = files::read_agents_csv(whole, tick, origin);
        }
        recipe.count = recipe.table.count;
        for (const auto& [first, second] : {std::pair(Stream::position_x, Stream::position_y),
                                            std::pair(Stream::segment, Stream::segment_distance)})
            if (recipe.table.given[index_of(first)] != recipe.table.given[index_of(second)])
                fields.place("file").fail(
                    fmt::format("the file has only one of {} and {}", name(first), name(second)));
    }
    read_intervals(fields, recipe, programs);
    read_whole_numbers(fields, recipe, programs);
    fields.finish();
    return recipe;
}

AgentBuffer make_agents(const AgentRecipe& recipe, std::span<const Program> programs, std::uint64_t seed,
                        const Place& place, const Share& share) {
    const bool has_position = recipe.area || recipe.gives(Stream::position_x);
    if (!has_position && find_stage<WaypointAdvance>(programs.front()) == nullptr)
        place.fail(
            "positions are missing: give \"area\", \"position\" or a file with position_x and position_y");
    return Filler(recipe, programs, seed, place, share).fill();
}

const ObstacleSet* find_obstacles(const Program& program) {
    const ObstacleSet* found = nullptr;
    for (const Stage& stage : program.stages())
        std::visit(
            [&found](const auto& one) {
                if constexpr (requires { one.obstacles; })
                    if (found == nullptr && one.obstacles.size() != 0) found = &one.obstacles;
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
