// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/cases/population.hpp"
#include "bench/cases/stage_kinds.hpp"

/// Each kernel's name, its cost by the formulas, and wend's program.
namespace wend::bench {

namespace {

constexpr std::array<KernelInfo, named_kernel_count> kernel_infos{{
    {.name = "wander+locomotion", .suffix = "", .operations = 58, .rows = Rows::all},
    {.name = "seek+locomotion", .suffix = "", .operations = 32, .rows = Rows::all},
    {.name = "flee+locomotion", .suffix = "", .operations = 32, .rows = Rows::in_cache},
    {.name = "arrive+locomotion", .suffix = "", .operations = 34, .rows = Rows::in_cache},
    {.name = "pursue+locomotion", .suffix = "", .operations = 43, .rows = Rows::in_cache},
    {.name = "pursue_agent+locomotion", .suffix = "", .operations = 43, .rows = Rows::in_cache},
    {.name = "evade+locomotion", .suffix = "", .operations = 43, .rows = Rows::in_cache},
    {.name = "offset_pursue+locomotion", .suffix = "", .operations = 58, .rows = Rows::in_cache},
    {.name = "interpose+locomotion", .suffix = "", .operations = 59, .rows = Rows::in_cache},
    {.name = "external_force+locomotion", .suffix = "", .operations = 21, .rows = Rows::in_cache},
    {.name = "retarget_wander+locomotion", .suffix = "", .operations = 33, .rows = Rows::in_cache},
    {.name = "weighted+locomotion", .suffix = "", .operations = 73, .rows = Rows::in_cache},
    {.name = "prioritised+locomotion", .suffix = "", .operations = 81, .rows = Rows::in_cache},
    {.name = "approach", .suffix = "", .operations = 12, .rows = Rows::in_cache_and_beyond},
    {.name = "approach", .suffix = "/brisk", .operations = 12, .rows = Rows::in_cache},
    {.name = "path_follow+locomotion",
     .suffix = "",
     .operations = 32,
     .rows = Rows::in_cache_and_beyond,
     .paths = 1'000,
     .nodes = 50},
    {.name = "corridor_follow+locomotion",
     .suffix = "",
     .operations = 0,
     .rows = Rows::in_cache,
     .paths = 1'000,
     .nodes = 50},
    {.name = "waypoint_advance",
     .suffix = "",
     .operations = 6,
     .rows = Rows::all,
     .paths = 1'000,
     .nodes = 50},
    {.name = "waypoint_advance",
     .suffix = "/ease/offset",
     .operations = 54,
     .rows = Rows::in_cache,
     .paths = 1'000,
     .nodes = 50},
    {.name = "waypoint_advance",
     .suffix = "/paths:10x100000",
     .operations = 6,
     .rows = Rows::all,
     .paths = 10,
     .nodes = 100'000},
    {.name = "flock+locomotion",
     .suffix = "",
     .operations = 0,
     .rows = Rows::in_cache_and_beyond,
     .all_pairs = true},
}};

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
constexpr bool looks_at_pairs = all_streams<S>().sees_neighbours || requires(S stage) {
    stage.obstacles;
};

/// Stands between the forces and the locomotion.
bool picks_velocity(std::size_t kind) { return kind == stage_kind<Orca>; }

/// A force that no row above measures, or what picks a velocity behind seek: it gets a row behind those,
/// without rivals.
struct OtherForce {
    std::size_t kind;  ///< an index of wend::Stage
    std::string name;
};

const std::vector<OtherForce>& other_forces() {
    static const std::vector<OtherForce> forces = [] {
        std::vector<OtherForce> all;
        for (std::size_t kind = 0; kind < stage_kind_count; ++kind) {
            const std::string name = fmt::format("{}+locomotion", stage_names[kind]);
            if ((is_force_kind(kind) || picks_velocity(kind)) &&
                !with_kind(kind, []<class S>() { return has_function<S>; }) &&
                std::ranges::find(kernel_infos, name, &KernelInfo::name) == kernel_infos.end())
                all.push_back({kind, name});
        }
        return all;
    }();
    return forces;
}

/// The force of a kernel that has no name; null if it has one.
const OtherForce* other_force(Kernel kernel) {
    const auto index = static_cast<std::size_t>(kernel);
    return index < named_kernel_count ? nullptr : &other_forces()[index - named_kernel_count];
}

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

Stage default_stage(std::size_t kind, const Input& input) {
    return with_kind(kind, [&]<class S>() -> Stage { return default_stage<S>(input); });
}

std::vector<Stage> stages_of(const Input& input) {
    const Wander wander{.angle_change = input.draws ? Wander{}.angle_change : 0};
    Locomotion locomotion{
        .max_force = max_force, .max_speed = max_speed, .mass = mass, .bounds = Bounds::wrap, .area = area};
    if (const OtherForce* other = other_force(input.kernel)) {
        if (picks_velocity(other->kind)) return {Seek{}, default_stage(other->kind, input), locomotion};
        return {default_stage(other->kind, input), locomotion};
    }
    switch (input.kernel) {
        case Kernel::wander: return {wander, locomotion};
        case Kernel::seek: return {Seek{}, locomotion};
        case Kernel::flee: return {Flee{}, locomotion};
        case Kernel::arrive: return {Arrive{.slowing_radius = slowing_radius}, locomotion};
        case Kernel::pursue: return {Pursue{}, locomotion};
        case Kernel::pursue_agent: return {Pursue{.quarry = Quarry::agent}, locomotion};
        case Kernel::evade: return {Evade{}, locomotion};
        case Kernel::offset_pursue: return {OffsetPursue{}, locomotion};
        case Kernel::interpose: return {Interpose{}, locomotion};
        case Kernel::external_force: return {ExternalForce{}, locomotion};
        case Kernel::retarget_wander: return {RetargetWander{.area = area}, locomotion};
        case Kernel::weighted: {
            Wander weighted = wander;
            weighted.weight = wander_weight;
            return {weighted, Seek{}, locomotion};
        }
        case Kernel::prioritised:
            locomotion.composition = Composition::prioritised;
            return {Seek{}, wander, locomotion};
        case Kernel::approach:
        case Kernel::approach_brisk: return {Approach{.max_fov = input.draws ? Approach{}.max_fov : 0}};
        case Kernel::path_follow:
            return {PathFollow{.paths = *input.paths, .mode = path_mode, .radius = radius_of(input.start)},
                    locomotion};
        case Kernel::corridor_follow:
            return {CorridorFollow{.paths = *input.paths, .mode = path_mode}, locomotion};
        case Kernel::waypoint_advance_shaped:
            return {WaypointAdvance{.paths = *input.paths,
                                    .mode = path_mode,
                                    .ease = Ease::sigmoid,
                                    .ease_power = ease_power,
                                    .offset = lateral_offset,
                                    .offset_sign = OffsetSign::alternating}};
        case Kernel::waypoint_advance:
        case Kernel::waypoint_advance_long:
            return {WaypointAdvance{.paths = *input.paths, .mode = path_mode}};
        case Kernel::flock:
            locomotion.bounds = Bounds::none;  // the plain loops do not look across an edge
            return {Separation{.radius = flock_radius, .cos_field_of_view = -1},
                    Alignment{.radius = flock_radius, .cos_field_of_view = -1},
                    Cohesion{.radius = flock_radius, .cos_field_of_view = -1}, locomotion};
    }
    throw std::logic_error("a kernel without a program");
}

}  // namespace

std::size_t kernel_count() noexcept { return named_kernel_count + other_forces().size(); }

const KernelInfo& info(Kernel kernel) noexcept {
    static const std::vector<KernelInfo> others = [] {
        std::vector<KernelInfo> all;
        for (const OtherForce& force : other_forces()) {
            const bool paths = with_kind(force.kind, []<class S>() { return has_paths<S>; });
            all.push_back({.name = force.name,
                           .suffix = "",
                           .operations = 0,
                           .rows = Rows::in_cache,
                           .paths = paths ? 1'000u : 0,
                           .nodes = paths ? 50u : 0,
                           .all_pairs = with_kind(force.kind, []<class S>() { return looks_at_pairs<S>; })});
        }
        return all;
    }();
    const auto index = static_cast<std::size_t>(kernel);
    return index < named_kernel_count ? kernel_infos[index] : others[index - named_kernel_count];
}

bool follows_paths(Kernel kernel) noexcept { return info(kernel).paths != 0; }

Program Input::program() const {
    const Expected<Program> made = Program::build(stages_of(*this));
    if (!made) throw std::runtime_error(message(made.status()));
    return *made;
}

Program any_program(Kernel kernel) {
    Input input{.kernel = kernel, .agents = 0, .paths = nullptr, .population = {}, .draws = true};
    if (follows_paths(kernel)) {
        constexpr std::array<Point, 2> points{{{0, 0}, {1, 0}}};
        input.paths = std::make_shared<const PathSet>(*PathSetBuilder().add(points).build());
    }
    return input.program();
}

Input Input::without_draws() const {
    Input calm = *this;
    calm.draws = false;
    calm.population.seconds_left.assign(calm.population.seconds_left.size(), never);
    return calm;
}

}  // namespace wend::bench
