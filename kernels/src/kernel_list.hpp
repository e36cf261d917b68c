// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "kernel_table.hpp"

// In the object of an instruction set: Kernel<A, S> for every stage S.
#if defined(WEND_TABLE_ISA)
#include "stages/approach/kernel.hpp"
#include "stages/avoid_obstacles/kernel.hpp"
#include "stages/containment/kernel.hpp"
#include "stages/corridor_follow/kernel.hpp"
#include "stages/external_force/kernel.hpp"
#include "stages/flow_follow/kernel.hpp"
#include "stages/hide/kernel.hpp"
#include "stages/interpose/kernel.hpp"
#include "stages/locomotion/kernel.hpp"
#include "stages/neighbours/kernel.hpp"
#include "stages/offset_pursue/kernel.hpp"
#include "stages/orca/kernel.hpp"
#include "stages/path_follow/kernel.hpp"
#include "stages/polygon_containment/kernel.hpp"
#include "stages/pursue/kernel.hpp"
#include "stages/retarget_wander/kernel.hpp"
#include "stages/seek/kernel.hpp"
#include "stages/wander/kernel.hpp"
#include "stages/waypoint_advance/kernel.hpp"
#endif

namespace wend::detail {

/// The scalar judges: plain loops, one agent after the other (stages/<name>/reference.cpp).
namespace reference {
StageResult wander(const StageCall&);
StageResult seek(const StageCall&);
StageResult flee(const StageCall&);
StageResult arrive(const StageCall&);
StageResult pursue(const StageCall&);
StageResult evade(const StageCall&);
StageResult retarget_wander(const StageCall&);
StageResult path_follow(const StageCall&);
StageResult locomotion(const StageCall&);
StageResult waypoint_advance(const StageCall&);
StageResult approach(const StageCall&);
StageResult offset_pursue(const StageCall&);
StageResult interpose(const StageCall&);
StageResult corridor_follow(const StageCall&);
StageResult external_force(const StageCall&);
StageResult separation(const StageCall&);
StageResult alignment(const StageCall&);
StageResult cohesion(const StageCall&);
StageResult avoid_neighbours(const StageCall&);
StageResult containment(const StageCall&);
StageResult avoid_obstacles(const StageCall&);
StageResult flow_follow(const StageCall&);
StageResult orca(const StageCall&);
StageResult hide(const StageCall&);
StageResult polygon_containment(const StageCall&);
}  // namespace reference

/// The role of a stage in a program: a force, a stage that picks a velocity for the locomotion, the
/// locomotion or the caller's, or the whole program.
enum class Role { force, velocity, locomotion, custom_locomotion, alone };

/// Whether the table of an ISA has a pass that fuses a force with the locomotion.
enum class Fused { no, yes };

enum class Draws { no, yes };

template <class S>
struct KernelRow {
    using Stage = S;
    StageFunction reference;
    Role role = Role::force;
    Draws draws = Draws::no;
    Fused fused = Fused::no;
};

/// The list of kernels: one row a kind of stage, in the order of wend::Stage. The tables of all instruction
/// sets, the checks, names, tests, scenarios, benchmark rows and kernels/docs/stages.md follow from it and
/// from the public struct.
///
/// Every force that stands alone before the locomotion is fused with it. At 8,192 agents, against force and
/// locomotion stage by stage: flee, arrive, retarget wander 1.12 to 1.31 times as fast, pursue 1.16 to 1.19,
/// pursue of agents 1.09 to 1.15 (AVX2, AVX-512).
inline constexpr std::tuple kernel_list{
    KernelRow<Wander>{.reference = reference::wander, .draws = Draws::yes, .fused = Fused::yes},
    KernelRow<Seek>{.reference = reference::seek, .fused = Fused::yes},
    KernelRow<Flee>{.reference = reference::flee, .fused = Fused::yes},
    KernelRow<Arrive>{.reference = reference::arrive, .fused = Fused::yes},
    KernelRow<Pursue>{.reference = reference::pursue, .fused = Fused::yes},
    KernelRow<Evade>{.reference = reference::evade, .fused = Fused::yes},
    KernelRow<RetargetWander>{
        .reference = reference::retarget_wander, .draws = Draws::yes, .fused = Fused::yes},
    KernelRow<PathFollow>{.reference = reference::path_follow, .fused = Fused::yes},
    KernelRow<Locomotion>{.reference = reference::locomotion, .role = Role::locomotion},
    KernelRow<WaypointAdvance>{.reference = reference::waypoint_advance, .role = Role::alone},
    KernelRow<Approach>{.reference = reference::approach, .role = Role::alone, .draws = Draws::yes},
    KernelRow<OffsetPursue>{.reference = reference::offset_pursue, .fused = Fused::yes},
    KernelRow<Interpose>{.reference = reference::interpose, .fused = Fused::yes},
    KernelRow<CorridorFollow>{.reference = reference::corridor_follow, .fused = Fused::yes},
    KernelRow<ExternalForce>{.reference = reference::external_force, .fused = Fused::yes},
    KernelRow<CustomForce>{.reference = reference::external_force},
    KernelRow<CustomLocomotion>{.reference = nullptr, .role = Role::custom_locomotion},
    KernelRow<Separation>{.reference = reference::separation, .draws = Draws::yes},
    KernelRow<Alignment>{.reference = reference::alignment},
    KernelRow<Cohesion>{.reference = reference::cohesion},
    KernelRow<AvoidNeighbours>{.reference = reference::avoid_neighbours},
    KernelRow<Containment>{.reference = reference::containment, .fused = Fused::yes},
    KernelRow<AvoidObstacles>{.reference = reference::avoid_obstacles},
    KernelRow<FlowFollow>{.reference = reference::flow_follow},
    KernelRow<Orca>{.reference = reference::orca, .role = Role::velocity},
    KernelRow<Hide>{.reference = reference::hide},
    KernelRow<PolygonContainment>{.reference = reference::polygon_containment},
};

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
