// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "stage/kernel_table.hpp"
#include "stage/selected_stages.hpp"
#include "stage/sight.hpp"

namespace wend::detail {

/// The role of a stage in a program: a force, a stage that picks a velocity for the locomotion, the
/// locomotion or the caller's, or the whole program.
enum class Role { force, velocity, locomotion, custom_locomotion, alone };

/// Whether the table of an ISA has a pass that fuses a force with the locomotion.
enum class Fused { no, yes };

enum class Draws { no, yes };

/// The velocities of neighbours that a stage reads.
enum class Velocities { none, headings, whole };

/// Whether a max_speed of 0 is legal; a stage that divides by it needs more.
enum class MaxSpeed { not_negative, positive };

/// Null for a stage that this build leaves out: its object is then not linked.
template <class S>
constexpr StageFunction reference_of() {
    if constexpr (is_in_build<S>)
        return reference::run<S>;
    else
        return nullptr;
}

template <class S>
struct KernelRow {
    using Stage = S;
    std::string_view folder = S::name;  ///< of its kernel, in stages/
    StageFunction reference = reference_of<S>();
    Role role = Role::force;
    Draws draws = Draws::no;
    Fused fused = Fused::no;
    Velocities velocities = Velocities::none;
    MaxSpeed max_speed = MaxSpeed::not_negative;
    /// Of an agent and tick, in those of seek with its locomotion: rounded. With neighbours and obstacles it
    /// depends on the scene; from 16 on, every tile is worth another thread.
    std::uint32_t cost = 1;
};

/// The list of kernels: one row a kind of stage, in the order of wend::Stage. The tables of all instruction
/// sets, the checks, names, tests, scenarios, benchmark rows and kernels/docs/stages.md follow from it and
/// from the public struct.
///
/// Every force that stands alone before the locomotion is fused with it. At 8,192 agents, against force and
/// locomotion stage by stage: flee, arrive, retarget wander 1.12 to 1.31 times as fast, pursue 1.16 to 1.19,
/// pursue of agents 1.09 to 1.15 (AVX2, AVX-512).
inline constexpr std::tuple kernel_list{
    KernelRow<Wander>{.draws = Draws::yes, .fused = Fused::yes, .cost = 2},
    KernelRow<Seek>{.fused = Fused::yes},
    KernelRow<Flee>{.folder = "seek", .fused = Fused::yes},
    KernelRow<Arrive>{.folder = "seek", .fused = Fused::yes},
    KernelRow<Pursue>{.fused = Fused::yes, .max_speed = MaxSpeed::positive},
    KernelRow<Evade>{.folder = "pursue", .fused = Fused::yes, .max_speed = MaxSpeed::positive},
    KernelRow<RetargetWander>{.draws = Draws::yes, .fused = Fused::yes, .cost = 2},
    KernelRow<PathFollow>{.fused = Fused::yes, .cost = 2},
    KernelRow<Locomotion>{.role = Role::locomotion, .cost = 0},
    KernelRow<WaypointAdvance>{.role = Role::alone},
    KernelRow<Approach>{.role = Role::alone, .draws = Draws::yes, .cost = 2},
    KernelRow<OffsetPursue>{.fused = Fused::yes, .max_speed = MaxSpeed::positive, .cost = 2},
    KernelRow<Interpose>{.fused = Fused::yes, .max_speed = MaxSpeed::positive, .cost = 2},
    KernelRow<CorridorFollow>{.fused = Fused::yes, .cost = 8},
    KernelRow<ExternalForce>{.fused = Fused::yes},
    KernelRow<CustomForce>{.folder = "", .reference = nullptr},
    KernelRow<CustomLocomotion>{.folder = "", .reference = nullptr, .role = Role::custom_locomotion},
    KernelRow<Separation>{.folder = "flocking", .draws = Draws::yes, .cost = 16},
    KernelRow<Alignment>{.folder = "flocking", .velocities = Velocities::headings, .cost = 16},
    KernelRow<Cohesion>{.folder = "flocking", .cost = 16},
    KernelRow<AvoidNeighbours>{.velocities = Velocities::whole, .cost = 16},
    KernelRow<Containment>{.fused = Fused::yes},
    KernelRow<AvoidObstacles>{.cost = 16},
    KernelRow<FlowFollow>{.cost = 2},
    KernelRow<Orca>{.role = Role::velocity, .velocities = Velocities::whole, .cost = 128},
    KernelRow<Hide>{.cost = 16},
    KernelRow<PolygonContainment>{.cost = 16},
    KernelRow<ExternalLocomotion>{.role = Role::locomotion, .cost = 0},
    KernelRow<PortalFollow>{.fused = Fused::yes, .cost = 4},
    KernelRow<MatchVelocity>{},
    KernelRow<TargetSpeed>{},
    KernelRow<Settle>{.cost = 16},
    KernelRow<ResolveOverlaps>{.role = Role::alone, .cost = 16},
    KernelRow<SocialForce>{.velocities = Velocities::whole, .cost = 16},
    KernelRow<Queue>{.cost = 16},
    KernelRow<Orient>{.role = Role::alone, .cost = 2},
};

/// A stage that returns neighbour_streams() or sight_streams().
template <class S>
inline constexpr bool sees_neighbours = (all_streams<S>().where_bound & stream_set(Stream::seen_groups)) != 0;

/// A force over the agents that are near. Its kernel computes it for a group before the stages of a tick; its
/// stage then adds it as a given force. The reference adds up its neighbours in the stage.
template <class S>
inline constexpr bool is_neighbour_force = Force<S>&& sees_neighbours<S>;

/// Of a stage with these parameters.
template <class S>
[[nodiscard]] constexpr Sight sight_of(const S& stage) {
    const StreamUses uses = stage.streams();
    if constexpr (sees_neighbours<S>) {
        constexpr Velocities velocities = std::get<KernelRow<S>>(kernel_list).velocities;
        return {.others = true,
                .neighbours = true,
                .headings = velocities == Velocities::headings,
                .velocities = velocities == Velocities::whole,
                .extras = (uses.read | uses.written | uses.where_bound) & set_of(neighbour_extras)};
    }
    if constexpr (requires { stage.function; }) return {};  // the caller's, which may read any stream
    return {.others = (uses.read & set_of(slot_streams)) != 0};
}

/// Makes an array of f(row) in the order of the list.
template <class Function>
[[nodiscard]] constexpr auto map_kernels(Function&& function) {
    return std::apply([&](const auto&... row) { return std::array{function(row)...}; }, kernel_list);
}

template <std::size_t... kind>
constexpr bool list_matches_stage(std::index_sequence<kind...>) {
    return (std::is_same_v<typename std::tuple_element_t<kind, decltype(kernel_list)>::Stage,
                           std::variant_alternative_t<kind, Stage>> &&
            ...);
}
static_assert(std::tuple_size_v<decltype(kernel_list)> == stage_kind_count &&
                  list_matches_stage(std::make_index_sequence<stage_kind_count>()),
              "kernel_list.hpp and wend/stage.hpp list the same stages in the same order");

static_assert(std::apply(
                  []<class... Row>(const Row&... row) {
                      return ((Force<typename Row::Stage> == (row.role == Role::force)) && ...);
                  },
                  kernel_list),
              "forces, and only they, have a weight");

}  // namespace wend::detail
