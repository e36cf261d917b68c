// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "bench/cases/input.hpp"
#include "bench/cases/stage_kinds.hpp"

/// The benchmarks' programs: each kernel's name, its cost by the formulas, and its stages.
namespace wend::bench {

namespace {

using Stages = std::vector<Stage>;

Locomotion vehicle_of(const Input& input) {
    return {.max_force = max_force_of(input.start),
            .max_speed = max_speed,
            .mass = mass,
            .bounds = Bounds::wrap,
            .area = area};
}

Wander wander_of(const Input& input, float weight = 1) {
    return {.angle_change = input.draws ? Wander{}.angle_change : 0, .weight = weight};
}

template <class S>
constexpr bool has_paths = requires(S stage) {
    stage.paths;
};
/// A force of the caller's code has rows of its own (bench/gbench/open_rows.cpp).
template <class S>
constexpr bool has_function = requires(S stage) {
    stage.function;
};
template <class S>
constexpr bool looks_at_pairs = (all_streams<S>().where_bound & stream_set(Stream::seen_groups)) != 0 ||
                                requires(S stage) {
    stage.obstacles;
};

/// Longer than any comparison: no agent decides anew.
constexpr double never = 1e6;

/// Calls use(middle) for each of side * side cells of the benchmark's area, row by row.
template <class Use>
void for_each_cell(std::uint32_t side, const Use& use) {
    for (std::uint32_t row = 0; row < side; ++row)
        for (std::uint32_t column = 0; column < side; ++column) {
            const auto at = [&](float low, float high, std::uint32_t cell) {
                const double share = (cell + 0.5) / side;
                return static_cast<double>(low) +
                       (static_cast<double>(high) - static_cast<double>(low)) * share;
            };
            use(Point{at(area.min_x, area.max_x, column), at(area.min_y, area.max_y, row)});
        }
}

/// Pillars on an eighth of the area, one a cell.
ObstacleSet pillars() {
    constexpr std::uint32_t side = 64;
    const double radius = static_cast<double>(area.max_x - area.min_x) / side / 5;
    ObstacleSetBuilder builder;
    for_each_cell(side, [&](Point middle) { builder.add_circle(middle, radius); });
    return *builder.build();
}

/// The area as a lake with square islands on an eighth of it: as many sides as there are pillars.
ObstacleSet lake() {
    constexpr std::uint32_t side = 32;
    const double half = static_cast<double>(area.max_x - area.min_x) / side / 5.7;
    const auto add = [](ObstacleSetBuilder& builder, double min_x, double max_x, double min_y, double max_y) {
        builder.add_wall(
            std::array{Point{min_x, min_y}, Point{max_x, min_y}, Point{max_x, max_y}, Point{min_x, max_y}},
            true);
    };
    ObstacleSetBuilder builder;
    add(builder, static_cast<double>(area.min_x), static_cast<double>(area.max_x),
        static_cast<double>(area.min_y), static_cast<double>(area.max_y));
    for_each_cell(side, [&](Point middle) {
        add(builder, middle.x - half, middle.x + half, middle.y - half, middle.y + half);
    });
    return *builder.build();
}

/// Round the area's middle, (500, 500).
FlowField whirl() {
    const FlowGrid grid{area, 128, 128};
    std::vector<float> x, y;
    for_each_cell(grid.columns, [&](Point middle) {
        x.push_back(static_cast<float>(500 - middle.y) * 0x1p-6f);
        y.push_back(static_cast<float>(middle.x - 500) * 0x1p-6f);
    });
    return *make_flow_field(grid, x, y);
}

/// A stage with its defaults, over the benchmark's area and paths.
template <class S>
Stage default_stage(const Input& input) {
    if constexpr (has_paths<S>) {
        S stage{.paths = *input.paths};
        if constexpr (requires { stage.mode; }) stage.mode = path_mode;  // populations have all its segments
        return stage;
    } else {
        S stage;
        if constexpr (requires { stage.area; }) stage.area = area;
        if constexpr (requires { stage.obstacles; })
            stage.obstacles = std::is_same_v<S, PolygonContainment> ? lake() : pillars();
        if constexpr (requires { stage.field; }) stage.field = whirl();
        return stage;
    }
}

/// A force, a stage that picks a velocity behind seek, or orient, with its defaults.
template <class S>
Stages default_stages(const Input& input) {
    if constexpr (std::is_same_v<S, Orient>) return {default_stage<S>(input)};
    if constexpr (std::is_same_v<S, Orca>) return {Seek{}, default_stage<S>(input), vehicle_of(input)};
    return {default_stage<S>(input), vehicle_of(input)};
}

Stages approach_stages(const Input& input) {
    return {Approach{.max_fov = input.draws ? Approach{}.max_fov : 0}};
}

Stages advance_stages(const Input& input) { return {default_stage<WaypointAdvance>(input)}; }

Stages wander_stages(const Input& input) { return {wander_of(input), vehicle_of(input)}; }

Stages arrive_stages(const Input& input) {
    return {Arrive{.slowing_radius = slowing_radius}, vehicle_of(input)};
}

Stages pursue_agent_stages(const Input& input) {
    return {Pursue{.quarry = Quarry::agent}, vehicle_of(input)};
}

Stages weighted_stages(const Input& input) {
    return {wander_of(input, wander_weight), Seek{}, vehicle_of(input)};
}

Stages path_follow_stages(const Input& input) {
    return {PathFollow{.paths = *input.paths, .mode = path_mode, .radius = radius_of(input.start)},
            vehicle_of(input)};
}

Stages path_follow_line_stages(const Input& input) {
    return {
        PathFollow{
            .paths = *input.paths, .mode = path_mode, .radius = radius_of(input.start), .finish_line = true},
        vehicle_of(input)};
}

Stages portal_follow_stages(const Input& input) {
    Locomotion locomotion = vehicle_of(input);
    locomotion.bounds = Bounds::none;  // corridors leave the area
    return {PortalFollow{.paths = *input.paths}, locomotion};
}

Stages prioritised_stages(const Input& input) {
    Locomotion locomotion = vehicle_of(input);
    locomotion.composition = Composition::prioritised;
    return {Seek{}, wander_of(input), locomotion};
}

Stages flock_stages(const Input& input) {
    const float radius = flock_radius_of(input.kernel);
    Locomotion locomotion = vehicle_of(input);
    locomotion.bounds = Bounds::none;  // the plain loops do not look across an edge
    return {Separation{.radius = radius, .cos_field_of_view = -1},
            Alignment{.radius = radius, .cos_field_of_view = -1},
            Cohesion{.radius = radius, .cos_field_of_view = -1}, locomotion};
}

Stages shaped_advance_stages(const Input& input) {
    return {WaypointAdvance{.paths = *input.paths,
                            .mode = path_mode,
                            .ease = Ease::sigmoid,
                            .ease_power = ease_power,
                            .offset = lateral_offset,
                            .offset_sign = OffsetSign::alternating}};
}

struct NamedKernel {
    KernelInfo info;
    Stages (*stages)(const Input&);
};

constexpr PathCount usual_paths{.paths = 1'000, .nodes = 50};

/// By the enumerators of KernelId.
constexpr std::array<NamedKernel, named_kernel_count> named_kernels{{
    {{.name = "wander+locomotion", .operations = 58, .rows = Rows::all}, wander_stages},
    {{.name = "seek+locomotion", .operations = 32, .rows = Rows::all}, default_stages<Seek>},
    {{.name = "flee+locomotion", .operations = 32}, default_stages<Flee>},
    {{.name = "arrive+locomotion", .operations = 34}, arrive_stages},
    {{.name = "pursue+locomotion", .operations = 43}, default_stages<Pursue>},
    {{.name = "pursue_agent+locomotion", .operations = 43}, pursue_agent_stages},
    {{.name = "evade+locomotion", .operations = 43}, default_stages<Evade>},
    {{.name = "offset_pursue+locomotion", .operations = 58}, default_stages<OffsetPursue>},
    {{.name = "interpose+locomotion", .operations = 59}, default_stages<Interpose>},
    {{.name = "external_force+locomotion", .operations = 21}, default_stages<ExternalForce>},
    {{.name = "retarget_wander+locomotion", .operations = 33}, default_stages<RetargetWander>},
    {{.name = "weighted+locomotion", .operations = 73}, weighted_stages},
    {{.name = "prioritised+locomotion", .operations = 81}, prioritised_stages},
    {{.name = "approach", .operations = 12, .rows = Rows::in_cache_and_beyond}, approach_stages},
    {{.name = "approach", .suffix = "/brisk", .operations = 12}, approach_stages},
    {{.name = "path_follow+locomotion",
      .operations = 32,
      .rows = Rows::in_cache_and_beyond,
      .paths = usual_paths},
     path_follow_stages},
    {{.name = "path_follow+locomotion", .suffix = "/finish_line", .operations = 40, .paths = usual_paths},
     path_follow_line_stages},
    {{.name = "corridor_follow+locomotion", .paths = usual_paths}, default_stages<CorridorFollow>},
    {{.name = "portal_follow+locomotion", .paths = usual_paths}, portal_follow_stages},
    {{.name = "waypoint_advance", .operations = 6, .rows = Rows::all, .paths = usual_paths}, advance_stages},
    {{.name = "waypoint_advance", .suffix = "/ease/offset", .operations = 54, .paths = usual_paths},
     shaped_advance_stages},
    {{.name = "waypoint_advance",
      .suffix = "/paths:10x100000",
      .operations = 6,
      .rows = Rows::all,
      .paths = {10, 100'000}},
     advance_stages},
    {{.name = "flock+locomotion", .rows = Rows::in_cache_and_beyond, .all_pairs = true}, flock_stages},
    {{.name = "flock+locomotion", .suffix = "/near:8", .all_pairs = true}, flock_stages},
    {{.name = "flock+locomotion", .suffix = "/near:32", .all_pairs = true}, flock_stages},
    {{.name = "avoid_obstacles+locomotion", .all_pairs = true}, default_stages<AvoidObstacles>},
}};

/// A force that no row above measures, a stage that picks a velocity, or orient: it gets a row behind those,
/// without rivals.
struct OtherForce {
    std::size_t kind;  ///< an index of wend::Stage
    std::string name;
    KernelInfo info;
};

const std::vector<OtherForce>& other_forces() {
    static const std::vector<OtherForce> forces = [] {
        std::vector<OtherForce> all;
        for (std::size_t kind = 0; kind < stage_kind_count; ++kind) {
            const bool turns = kind == stage_kind<Orient>;
            std::string name = fmt::format("{}{}", stage_names[kind], turns ? "" : "+locomotion");
            const bool named = std::ranges::any_of(
                named_kernels, [&](const NamedKernel& kernel) { return kernel.info.name == name; });
            if (named || !(is_force_kind(kind) || kind == stage_kind<Orca> || turns) ||
                with_kind(kind, []<class S>() { return has_function<S>; }))
                continue;
            const bool paths = with_kind(kind, []<class S>() { return has_paths<S>; });
            all.push_back({kind,
                           std::move(name),
                           {.name = {},
                            .paths = paths ? usual_paths : PathCount{},
                            .all_pairs = with_kind(kind, []<class S>() { return looks_at_pairs<S>; })}});
        }
        for (OtherForce& force : all) force.info.name = force.name;
        return all;
    }();
    return forces;
}

Stages stages_of(const Input& input) {
    const auto index = static_cast<std::size_t>(input.kernel);
    if (index < named_kernel_count) return named_kernels[index].stages(input);
    return with_kind(other_forces()[index - named_kernel_count].kind,
                     [&]<class S>() { return default_stages<S>(input); });
}

}  // namespace

float flock_radius_of(KernelId kernel) noexcept {
    constexpr float of_16 = 25;
    return kernel == KernelId::flock_of_8    ? of_16 / std::numbers::sqrt2_v<float>
           : kernel == KernelId::flock_of_32 ? of_16 * std::numbers::sqrt2_v<float>
                                             : of_16;
}

std::size_t kernel_count() noexcept { return named_kernel_count + other_forces().size(); }

const KernelInfo& info(KernelId kernel) noexcept {
    const auto index = static_cast<std::size_t>(kernel);
    return index < named_kernel_count ? named_kernels[index].info
                                      : other_forces()[index - named_kernel_count].info;
}

bool follows_paths(KernelId kernel) noexcept { return info(kernel).paths.paths != 0; }

Program Input::program() const { return build(stages_of(*this)); }

Program any_program(KernelId kernel) {
    Input input{.kernel = kernel, .agents = 0};
    if (follows_paths(kernel)) {
        constexpr std::array<Point, 2> points{{{0, 0}, {1, 0}}};
        input.paths = std::make_shared<const PathSet>(*PathSetBuilder().add(points).build());
    }
    return input.program();
}

Input Input::without_draws() const {
    Input calm = *this;
    calm.draws = false;
    std::ranges::fill(calm.population.all<Stream::seconds_left>(), never);
    return calm;
}

}  // namespace wend::bench
