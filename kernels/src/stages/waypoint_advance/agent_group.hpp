// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "paths/path_data.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/waypoint_advance/motion.hpp"

namespace wend::detail {
namespace {

/// A group of agents, from the look-up of their segments to their placement.
struct AgentGroup {
    std::size_t start;                                      ///< slot of the first agent
    alignas(64) std::uint32_t record_index_x4[group_size];  ///< of the segment: addressed without a shift;
                                                            ///< there are at most 2^28 records
    alignas(64) std::uint32_t segments_left[group_size];    ///< of the path, from this one on
    alignas(64) double old_distance[group_size];
    alignas(64) float length[group_size];  ///< of the segment
    alignas(64) float new_distance[group_size];
};

/// Agents of a tile that leave their segments, with their inputs: copies, because an input may be the memory
/// of an output.
struct DeferredAgents {
    std::size_t count = 0;
    std::uint32_t slot[tile_size];
    std::uint32_t path[tile_size];
    float speed[tile_size];
    double distance[tile_size];
    std::uint32_t record_index_x4[tile_size];  ///< of the segment that they come to
};

struct InactiveAgents {
    std::uint64_t without_path = 0;
    std::uint64_t faults = 0;
};

/// Looks up each agent's record; false as soon as some agent may be inactive. What it checks cannot change
/// while the call lasts.
template <class A>
[[nodiscard]] inline bool find_active_segments(const Motion<A> motion, AgentGroup& group) {
    using F = Floats<A>;
    const Ints<A> path_count(static_cast<std::int32_t>(motion.data->paths.size()));
    const float* const extents =
        reinterpret_cast<const float*>((motion.loops() ? motion.data->loops : motion.data->open).data());
    for (std::size_t j = 0; j < group_size; j += lanes<A>) {
        const std::size_t at = group.start + j;
        const Ints<A> path = as_ints(load<A>(motion.path + at));
        const Ints<A> segment = as_ints(load<A>(motion.segment + at));
        if (any(greater(Ints<A>(0), path)) || !all(greater(path_count, path))) return false;
        F extent[2];  // a PathExtent
        gather_pairs(extents, motion.path + at, extent);
        const Ints<A> count = as_ints(extent[1]);
        if (any(greater(Ints<A>(0), segment)) || !all(greater(count, segment))) return false;
        write(group.record_index_x4 + j, shift_left<2>(as_words<A>(as_ints(extent[0]) + segment)));
        write(group.segments_left + j, as_words<A>(count - segment));

        // Well inside the limits of the exact test.
        const F speed = motion.speed_of(at);
        Doubles<A> d[2];
        motion.load_distances(at, d);
        const Ints<A> largest =
            max(max(magnitude_bits(speed), magnitude_bits(speed * F(motion.dt))), magnitude_bits(narrow(d)));
        if (any(greater(largest, Ints<A>(std::bit_cast<std::int32_t>(9e17f))))) return false;
        if (!motion.turns()) continue;
        const Ints<A> direction = load<A>(motion.direction + at);
        if (!all((direction == Ints<A>(1)) || (direction == Ints<A>(-1)))) return false;
    }
    return true;
}

template <class A>
[[nodiscard]] inline bool motion_is_valid(const Motion<A>& motion, std::size_t at) {
    constexpr double limit = 1e18;
    const double d = load_double(motion.distance, at);
    const float speed = motion.speed == nullptr ? motion.stage_speed : motion.speed[at];
    const float step = speed * motion.dt;
    return d <= limit && d >= -limit && speed <= component_limit && speed >= -component_limit &&
           step - step == 0.0f &&
           (!motion.turns() || motion.direction[at] == 1 || motion.direction[at] == -1);
}

/// Whether the number is that of no path, or of a released one.
template <class A>
[[nodiscard]] inline bool has_no_path(const Motion<A>& motion, std::uint32_t path) {
    return path == Motion<A>::no_path ||
           (path < motion.data->paths.size() && motion.data->paths[path].node_count == 0);
}

/// Whether an agent is on a segment and may move, by the exact tests.
template <class A>
[[nodiscard]] inline bool is_active(const Motion<A>& motion, std::size_t at) {
    const std::uint32_t path = motion.path[at];
    return path < motion.data->paths.size() &&
           motion.segment[at] < motion.data->segment_count(path, motion.mode) && motion_is_valid(motion, at);
}

/// The fallback: agent by agent, with the exact tests.
template <class A>
[[gnu::noinline]] InactiveAgents find_inactive_agents(const Motion<A> motion, AgentGroup& group) {
    const PathData& data = *motion.data;
    InactiveAgents inactive;
    for (std::size_t j = 0; j < group_size; ++j) {
        const std::size_t at = group.start + j;
        const std::uint32_t path = motion.path[at];
        const bool known = path < data.paths.size();
        const std::uint32_t count = known ? data.segment_count(path, motion.mode) : 0;
        const bool on_path = motion.segment[at] < count;
        group.record_index_x4[j] = on_path ? (data.paths[path].first + motion.segment[at]) * 4 : 0;
        group.segments_left[j] = on_path ? count - motion.segment[at] : 0;
        inactive.without_path |= std::uint64_t{has_no_path(motion, path)} << j;
        inactive.faults |= std::uint64_t{!on_path || !motion_is_valid(motion, at)} << j;
    }
    inactive.faults &= ~inactive.without_path;
    return inactive;
}

template <class A>
inline InactiveAgents find_segments(const Motion<A> motion, AgentGroup& group) {
    return find_active_segments(motion, group) ? InactiveAgents{} : find_inactive_agents(motion, group);
}

}  // namespace
}  // namespace wend::detail
