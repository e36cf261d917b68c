// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "obstacles/obstacle_data.hpp"
#include "paths/path_data.hpp"
#include "program/plan.hpp"
#include "stage/capacities.hpp"

namespace wend::detail {
namespace {

/// A side must be positive and finite in float, and so must its double (the triangle wave's period).
Status check_side(const char* parameter, float low, float high, const Range& range) {
    if (Status s = check_range(parameter, low, range); !s) return s;
    if (Status s = check_range(parameter, high, range); !s) return s;
    if (!(high - low > 0))
        return {
            .code = Code::empty_rectangle, .subject = parameter, .value = static_cast<double>(high - low)};
    return {};
}

// One for each type that a parameter may have.
Status check_value(const char* parameter, float value, const Range& range) {
    return check_range(parameter, value, range);
}
Status check_value(const char* parameter, const std::optional<float>& value, const Range& range) {
    return value ? check_range(parameter, *value, range) : Status{};
}
Status check_value(const char* parameter, const Rectangle& value, const Range& range) {
    if (Status s = check_side(parameter, value.min_x, value.max_x, range); !s) return s;
    return check_side(parameter, value.min_y, value.max_y, range);
}
Status check_value(const char* parameter, const Target& value, const Range& range) {
    if (value.point) {
        if (Status s = check_range(parameter, value.point->x, range); !s) return s;
        return check_range(parameter, value.point->y, range);
    }
    return check_range(parameter, static_cast<float>(value.streams),
                       {0, static_cast<float>(target_families.size() - 1)});
}
Status check_value(const char* parameter, std::uint32_t value, const Range& range) {
    // The largest float below 2^32 stands for what would be rounded up to that.
    return check_range(parameter, std::min(static_cast<float>(value), 0x1.fffffep31f), range);
}
Status check_value(const char*, bool, const Range&) { return {}; }
Status check_value(const char*, const PathSet&, const Range&) { return {}; }
Status check_value(const char*, const ObstacleSet&, const Range&) { return {}; }
Status check_value(const char*, const FlowField&, const Range&) { return {}; }
template <class E>
requires std::is_enum_v<E> Status check_value(const char* parameter, E value, const Range&) {
    const auto last = static_cast<float>(words_of(E{}).size() - 1);
    return check_range(parameter, static_cast<float>(value), {0, last});
}

// Which parameters are used, and conditions between them.
template <class S>
bool is_read(const S&, std::string_view) {
    return true;
}
template <class S>
requires requires(S stage) { stage.bounds; }
bool is_read(const S& stage, std::string_view parameter) {
    return parameter != "area" || stage.bounds != Bounds::none;
}

template <class S>
Status check_together(const S&) {
    return {};
}
Status check_together(const Approach& stage) {
    return check_range("min_step", stage.min_step, {component_floor, stage.max_step});
}
/// The radius of two bodies of radius 0 is not below 0.
Status check_together(const Separation& stage) {
    if (!stage.body_radius) return {};
    return check_range("radius", stage.radius, {2 * *stage.body_radius, component_limit});
}
Status check_together(const Locomotion& stage) {
    if (!stage.min_speed || !stage.max_speed) return {};
    return check_range("min_speed", *stage.min_speed, {0, *stage.max_speed});
}
template <std::size_t... number>
constexpr StreamSet all_streams_of(std::index_sequence<number...>) {
    return stream_set(number...);
}
template <class S>
requires requires(S stage) { stage.function; }
Status check_together(const S& stage) {
    if (stage.function == nullptr) return {.code = Code::null_function, .subject = "function"};
    constexpr StreamSet streams = all_streams_of(std::make_index_sequence<stream_count>());
    if (const StreamSet unknown = (stage.reads | stage.writes) & ~streams; unknown != 0)
        return {.code = Code::unknown_stream,
                .subject = (stage.reads & ~streams) != 0 ? "reads" : "writes",
                .value = static_cast<double>(unknown.first())};
    constexpr StreamSet not_its = stream_set(Stream::id, Stream::stages, Stream::groups, Stream::seen_groups);
    if (((stage.reads | stage.writes) & record_streams) != 0)
        return {.code = Code::invalid_program, .subject = "records are only wend's to read and write"};
    if ((stage.reads & not_its) != 0)
        return {.code = Code::invalid_program,
                .subject = "id, stages and groups are not read: CustomCall::id has the id"};
    if ((stage.writes & not_its) != 0)
        return {.code = Code::invalid_program,
                .subject = "id, stages and groups are not written within a call"};
    return {};
}
/// A point is not an agent.
template <class S>
requires requires(S stage) {
    stage.target;
    stage.quarry;
}
Status check_together(const S& stage) {
    if (stage.target.point && stage.quarry == Quarry::agent)
        return {.code = Code::invalid_program, .subject = "a quarry that is an agent is no point"};
    return {};
}
Status check_together(const Orient& stage) {
    if (stage.target.point && stage.toward == Toward::agent)
        return {.code = Code::invalid_program, .subject = "a target that is an agent is no point"};
    return {};
}
/// A path of one node has no segment. A pool has none of these, and empty numbers.
Status check_segments(const PathSet& set) {
    if (PathDataAccess::data(set).calls != nullptr) return {};
    const std::span<const PathRecord> paths = PathDataAccess::data(set).paths;
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (paths[i].node_count < 2)
            return {.code = Code::too_few_points, .subject = "paths", .sub_index = i};
    return {};
}
/// The walls of a pool are no sides of polygons. An empty set has no force.
Status check_together(const PolygonContainment& stage) {
    const ObstacleData& data = ObstacleDataAccess::data(stage.obstacles);
    if (data.calls != nullptr)
        return {.code = Code::invalid_program, .subject = "obstacles of a pool have no inside"};
    if (data.count != 0 && std::ranges::none_of(data.obstacles, &Obstacle::of_polygon))
        return {.code = Code::invalid_program,
                .subject = "obstacles have no polygon: a closed wall of at least three points"};
    return {};
}
/// Half-planes of obstacles take the places of neighbours.
Status check_together(const Orca& stage) {
    const ObstacleData& data = ObstacleDataAccess::data(stage.obstacles);
    if (data.calls == nullptr && data.count == 0) return {};
    return check_range(
        "max_neighbours", static_cast<float>(stage.max_neighbours),
        {some_neighbours.low, some_neighbours.high - static_cast<float>(Orca::most_obstacles)});
}
Status check_together(const WaypointAdvance& stage) { return check_segments(stage.paths); }
Status check_together(const CorridorFollow& stage) { return check_segments(stage.paths); }

template <class S>
Status check_parameters(const S& stage) {
    Status status;
    const auto check = [&](const auto& parameter) {
        if (status && is_read(stage, parameter.name))
            status = check_value(parameter.name, stage.*parameter.member, parameter.range);
    };
    std::apply([&](const auto&... parameter) { (check(parameter), ...); }, S::parameters());
    return status ? check_together(stage) : status;
}

}  // namespace

Status check_range(const char* parameter, float value, const Range& range) {
    if (range.contains(value)) return {};
    return {.code = Code::parameter_out_of_range,
            .subject = parameter,
            .value = static_cast<double>(value),
            .low = static_cast<double>(range.low),
            .high = static_cast<double>(range.high),
            .high_excluded = range.high_excluded};
}

Status check_stage(const Stage& stage) {
    return visit_stage([](const auto& one) { return check_parameters(one); }, stage);
}

}  // namespace wend::detail
