// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "paths/path_data.hpp"
#include "wend/approach.hpp"
#include "wend/locomotion.hpp"
#include "wend/path.hpp"
#include "wend/streams.hpp"
#include "wend/wander.hpp"
#include "wend/waypoint_advance.hpp"

/// The contract between the driver (run.cpp) and whoever computes a stage: the reference and the kernels of
/// every ISA.
namespace wend::detail {

/// Agents come in groups: 64 of them share the counters of 16 Threefry blocks (random.cpp), one word of
/// faults, and are always computed whole. The driver pads a ragged group in a copy of its own, so that no
/// kernel knows of ragged ends.
inline constexpr std::size_t group_size = 64;

/// The driver hands out tiles: at most this many agents, whose streams and scratch stay in the L1 for all
/// stages and ticks of a pass.
inline constexpr std::size_t tile_size = 512;
inline constexpr std::size_t tile_groups = tile_size / group_size;

/// Components below this magnitude are read and stored as +0; components above `component_limit` are a fault.
inline constexpr float component_floor = 0x1p-60f;
inline constexpr float component_limit = 1e18f;

/// Squared lengths are not taken to be smaller than this: keeps `m / sqrt(...)` finite, and unit(0) at 0.
inline constexpr float squared_length_floor = 0x1p-120f;

/// pi rounded to float; angles are kept in [-pi_f, pi_f).
inline constexpr float pi_f = 0x1.921fb6p+1f;

struct WanderParameters {
    float circle_distance;
    float circle_radius;
    float angle_change;  ///< of this dt: scaled when a reference_dt is set
    std::uint32_t purpose;
    WanderFrame frame;
};

/// Seek, flee, arrive, pursue and evade are one formula with another sign, floor or aim.
struct SeekParameters {
    float slowing_radius;  ///< arrive; 0 for the others
    bool other_agents;     ///< pursue and evade: the quarry is target_agent
};

struct RetargetWanderParameters {
    float interval;
    Rectangle area;
    bool random_phase;
};

struct PathFollowParameters {
    const PathData* paths;
    PathMode mode;
    float radius;
    bool swept;
    float slowing_radius;  ///< 0: no arriving at the end
};

struct LocomotionParameters {
    Bounds bounds;
    Rectangle area;
};

struct WaypointAdvanceParameters {
    const PathData* paths;
    PathMode mode;
    float speed;  ///< used when no speed stream is bound
    Ease ease;
    float ease_power;
    bool own_offset;  ///< `offset` counts, not the segments'
    float offset;
    OffsetSign offset_sign;
    bool curved;  ///< some offset is not 0
    Bell bell;
    float bell_power;
};

struct ApproachParameters {
    float step_fraction, min_step, max_step, max_fov, aggro_radius, step_jitter;
    float repick_interval;  ///< 0: none
    float speed;            ///< used when no speed stream is bound
};

/// One stage's parameters, resolved for one call. Which member is meant, the stage's kind says.
struct StageParameters {
    float weight = 1;  ///< of a force
    union {
        WanderParameters wander;
        SeekParameters seek{};
        RetargetWanderParameters retarget_wander;
        PathFollowParameters path_follow;
        LocomotionParameters locomotion;
        WaypointAdvanceParameters waypoint_advance;
        ApproachParameters approach;
    };
};

/// What path following keeps beside each agent of a tile during a pass: the node that is sought, and who sits
/// out.
struct NodeCache {
    alignas(64) float node_x[tile_size];
    alignas(64) float node_y[tile_size];
    alignas(64) float slowing[tile_size];  ///< slowing radius where the node is to be arrived at, else 0
    alignas(64) std::uint32_t first[tile_size];  ///< of the path's nodes in the set
    alignas(64) std::uint32_t last[tile_size];   ///< of its nodes, counted in it
    std::uint64_t ended[tile_groups];            ///< agents that have reached their end in this pass
    std::uint64_t absent[tile_groups];
    std::uint64_t faults[tile_groups];
};

/// One stage of one tick on one tile; or of a pass.
struct StageCall {
    const StageParameters* stages;  ///< this stage's; a fused pair's second stage follows it

    /// Start of the tile in each stream, indexed by Stream; null when unbound. All stages read the tick's
    /// start from `in`. `out` is the same memory where a program is a single pass, and the driver's scratch
    /// where several stages write.
    const void* in[stream_count];
    void* out[stream_count];

    float* force_x;  ///< composition of the forces so far
    float* force_y;
    float* rest;       ///< prioritised composition: what is left of max_force
    bool first_force;  ///< the composition is to be started, not added to
    bool prioritised;
    bool swept;  ///< the locomotion keeps previous_* and step_*

    /// One word a group; bit i set: agent i sits this tick out. Stages set bits and never clear them.
    std::uint64_t* faults;
    std::uint32_t groups;

    std::uint32_t first_id;  ///< of the tile's first agent when no id stream is bound; then a multiple of 64
    std::uint64_t seed;
    std::uint64_t tick;
    std::uint32_t
        ticks;  ///< how many the stage may take at once: more than 1 only when it is alone in its program
    std::uint32_t* ticks_taken;  ///< set to 1 before the call; agents at fault are so in all of them
    float dt;

    float max_force, max_speed, mass;  ///< used when the stream of that name is not bound

    /// Whether inputs have to be looked at for components to flush and for faults. True in a tile's first
    /// tick; a kernel that found nothing need not look again, because what is stored is clean and inputs do
    /// not change within a call. Kernels set `check_next` when they found something.
    bool check;
    bool* check_next;

    std::size_t agent_count;  ///< of the whole view: what target_agent may name
    NodeCache* nodes;
    bool fill_caches;    ///< the tile's first tick of this pass, or after a fault
    bool inputs_change;  ///< some input is the memory of a written stream: whoever has stored to an agent's
                         ///< streams must not read his inputs again

    template <Stream S>
    [[nodiscard]] const element_t<S>* input() const {
        return static_cast<const element_t<S>*>(in[static_cast<std::size_t>(S)]);
    }
    template <Stream S>
    [[nodiscard]] element_t<S>* output() const {
        return static_cast<element_t<S>*>(out[static_cast<std::size_t>(S)]);
    }
};

using StageFunction = void (*)(const StageCall&);

/// Kinds of stages, in the order of the alternatives of wend::Stage.
enum class StageKind : std::uint8_t {
    wander,
    seek,
    flee,
    arrive,
    pursue,
    evade,
    retarget_wander,
    path_follow,
    locomotion,
    waypoint_advance,
    approach
};
inline constexpr std::size_t stage_kind_count = 11;

/// Who computes what, for one ISA.
struct KernelTable {
    StageFunction stage[stage_kind_count];
    /// A force and the locomotion behind it in one pass over the tile; null where fusing was not found to
    /// pay.
    StageFunction with_locomotion[stage_kind_count];
};

extern const KernelTable reference_table;

}  // namespace wend::detail
