// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <array>
#include <stdexcept>
#include <vector>

#include "bench/cases/population.hpp"

/// What each kernel is: its name, its cost by the formulas, and wend's program.
namespace wend::bench {

namespace {

constexpr std::array<KernelInfo, kernel_count> kernel_infos{{
    {.name = "wander+locomotion", .suffix = "", .operations = 58, .rows = Rows::all},
    {.name = "seek+locomotion", .suffix = "", .operations = 32, .rows = Rows::all},
    {.name = "flee+locomotion", .suffix = "", .operations = 32, .rows = Rows::in_cache},
    {.name = "arrive+locomotion", .suffix = "", .operations = 34, .rows = Rows::in_cache},
    {.name = "pursue+locomotion", .suffix = "", .operations = 43, .rows = Rows::in_cache},
    {.name = "pursue_agent+locomotion", .suffix = "", .operations = 43, .rows = Rows::in_cache},
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
}};

/// Longer than any comparison: nobody decides anew.
constexpr float never = 1e6f;

std::vector<Stage> stages_of(const Input& input) {
    const Wander wander{.angle_change = input.draws ? Wander{}.angle_change : 0};
    Locomotion locomotion{
        .max_force = max_force, .max_speed = max_speed, .mass = mass, .bounds = Bounds::wrap, .area = area};
    switch (input.kernel) {
        case Kernel::wander: return {wander, locomotion};
        case Kernel::seek: return {Seek{}, locomotion};
        case Kernel::flee: return {Flee{}, locomotion};
        case Kernel::arrive: return {Arrive{.slowing_radius = slowing_radius}, locomotion};
        case Kernel::pursue: return {Pursue{}, locomotion};
        case Kernel::pursue_agent: return {Pursue{.quarry = Quarry::agent}, locomotion};
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
    }
    throw std::logic_error("a kernel without a program");
}

}  // namespace

const KernelInfo& info(Kernel kernel) noexcept { return kernel_infos[static_cast<std::size_t>(kernel)]; }

Program Input::program() const {
    const Expected<Program> made = Program::build(stages_of(*this));
    if (!made) throw std::runtime_error(message(made.status()));
    return *made;
}

Input Input::without_draws() const {
    Input calm = *this;
    calm.draws = false;
    calm.population.seconds_left.assign(calm.population.seconds_left.size(), never);
    return calm;
}

}  // namespace wend::bench
