// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "stage/sight.hpp"
#include "wend/locomotion.hpp"
#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

/// The contract between the tiles of a call (tile_program.cpp) and the functions of a stage: its reference
/// and its kernels.
namespace wend::detail {

/// Agents come in groups: 64 of them share the counters of 16 Threefry blocks (agents/random.cpp) and one
/// word of faults, and are always computed whole. A ragged group is padded in a copy.
inline constexpr std::size_t group_size = 64;

/// The most agents of a tile. Its streams and scratch stay in the L1 for all stages and ticks of a pass.
inline constexpr std::size_t tile_size = 512;
inline constexpr std::size_t tile_groups = tile_size / group_size;

/// Squared lengths are raised to this: it keeps `m / sqrt(...)` finite, and unit(0) at 0.
inline constexpr float squared_length_floor = 0x1p-120f;
inline constexpr float length_floor = 0x1p-60f;  ///< its root

/// pi rounded to float; angles are kept in [-pi_f, pi_f).
inline constexpr float pi_f = 0x1.921fb6p+1f;

/// Path following's state of each agent of a tile during a pass: the node that it seeks.
struct NodeCache {
    alignas(64) float node_x[tile_size];
    alignas(64) float node_y[tile_size];
    alignas(64) float line_x[tile_size];  ///< the normal of its finish line; only with one
    alignas(64) float line_y[tile_size];
    alignas(64) std::uint32_t last[tile_size];  ///< of the path's nodes, counted in it
    std::uint64_t arriving[tile_groups];        ///< agents that slow down to their node, the path's end
    std::uint64_t ended[tile_groups];           ///< agents that have reached their end in this pass
    std::uint64_t absent[tile_groups];          ///< agents without a path
    std::uint64_t faults[tile_groups];
};

/// Where a stage left a tile: before a batch of its instruction set in which something was found.
struct Unfinished {
    std::uint32_t group = 0;  ///< of that batch
    std::uint64_t done = 0;   ///< the agents of that group that the stage is done with
};

/// The ticks of a call.
struct TickSpan {
    float dt;
    std::uint64_t first;
    std::uint32_t
        count;  ///< how many the stage may take at once: more than 1 only where it is alone in its program
    std::uint64_t seed;
};

/// Limits given as values: used where the stream of that name is not bound.
struct Limits {
    float max_force = 0, max_speed = 0, mass = 1;
};

/// The observed agents, by slot: target_agent and the other slot streams name them.
struct Others {
    const float* position_x;
    const float* position_y;
    const float* velocity_x;
    const float* velocity_y;
    std::size_t step[4];  ///< floats from one element to the next, in that order
    bool contiguous;      ///< all of them 1
    std::size_t count;
    const std::uint32_t* id;  ///< null: first_id + slot
    std::size_t id_step;
    std::uint32_t first_id;
    struct Extra {
        const void* data = nullptr;
        std::size_t step = 1;  ///< of 4 bytes
    };
    std::array<Extra, neighbour_extras.size()> extras;  ///< null: not bound, or no stage reads it

    /// The element of one of neighbour_extras.
    template <Stream S>
    [[nodiscard]] const element_t<S>* extra(std::size_t slot) const {
        const Extra& one = extras[extra_index(S)];
        return one.data == nullptr ? nullptr : static_cast<const element_t<S>*>(one.data) + slot * one.step;
    }

    [[nodiscard]] std::uint32_t id_of(std::size_t slot) const {
        return id == nullptr ? first_id + static_cast<std::uint32_t>(slot) : id[slot * id_step];
    }
};

/// The composed force so far, and the rest of max_force in a prioritised composition.
struct ForceSum {
    float* x;
    float* y;
    float* budget;
};

struct NeighbourInput;
struct StageInput;
struct StageOutput;

/// A batch's moved agents, by vector and lane.
struct EdgeBatch {
    alignas(64) float x[4][16];
    alignas(64) float y[4][16];
    alignas(64) float velocity_x[4][16];
    alignas(64) float velocity_y[4][16];
};

/// Brings the batch that begins at the slot inside the bounds, and holds it at obstacles.
using EdgeFunction = void (*)(const StageInput&, StageOutput&, std::size_t slot, EdgeBatch&);

/// Streams that a pass prefetches. Processors wait for 12 to 16 lines at once.
inline constexpr std::size_t most_prefetched = 12;

/// The inputs of one stage in one tick of one tile, or in several ticks where it is alone in its program.
struct StageInput {
    const void* parameters = nullptr;  ///< the stage's public struct
    /// The program's; null where it has none.
    const Locomotion* locomotion = nullptr;
    EdgeFunction step_at_edge = nullptr;  ///< of the instruction set
    std::uint32_t ordinal = 0;  ///< among the program's stages of its kind: two of them draw for two purposes
    float weight = 0;           ///< of a force

    /// Each stream's elements of the tile at the tick's start, indexed by Stream; null when unbound.
    const void* streams[stream_count] = {};
    /// Streams of 4 bytes an agent, from the tile's first agent on. The tile's first pass prefetches the
    /// agents that follow.
    const std::byte* prefetched[most_prefetched] = {};
    std::uint32_t prefetched_count = 0;
    std::uint32_t groups = 0;
    std::uint32_t first_id = 0;  ///< of the first agent where no id stream is bound; then a multiple of 64
    bool inputs_change = false;  ///< some input is the memory of a written stream: once an agent's streams
                                 ///< are stored to, its inputs must not be read again
    TickSpan ticks{};
    Limits limits;
    bool first_force = false;  ///< the stage starts the composition
    bool prioritised = false;  ///< forces are composed by priority
    /// Velocities that replace the locomotion's, NaN where a stage picked none; null: no stage picks.
    const float* picked_x = nullptr;
    const float* picked_y = nullptr;
    const NeighbourInput* neighbours = nullptr;  ///< null: a stage with neighbours looks at `others`
    Others others;                               ///< set where the program looks at others

    /// Scan the inputs for components to flush and for faults: true in a tile's first tick. Stored values are
    /// clean and inputs do not change within a call, so later ticks scan only where something was found.
    bool check_inputs = false;
    /// The inputs are flushed copies without faults; the streams of other agents are not.
    bool clean_copies = false;
    bool fill_caches = false;     ///< the tile's first tick of this pass, or after a fault
    bool writes_outputs = false;  ///< some output of the locomotion is bound
    bool keep_step = false;       ///< the locomotion keeps previous_* and step_*, for swept path following
    bool moved_outside = false;   ///< it keeps previous_* alone: the last step leads from there to position_*

    template <class S>
    [[nodiscard]] const S& stage() const {
        return *static_cast<const S*>(parameters);
    }
    template <Stream S>
    [[nodiscard]] const element_t<S>* get() const {
        return static_cast<const element_t<S>*>(streams[static_cast<std::size_t>(S)]);
    }
};

/// The outputs of a stage. Of a group's agents, bit i stands for the one in lane i.
struct StageOutput {
    /// Indexed by Stream; null when unbound. The memory of the inputs where a program is a single pass, and
    /// scratch where several stages write.
    void* streams[stream_count] = {};
    std::uint64_t* faults = nullptr;  ///< one word a group: agents that this tick skips. Stages only set bits
    std::uint64_t* capped = nullptr;  ///< one word a group: agents of which a stage left out neighbours
    ForceSum force{};                 ///< a force adds to it, the locomotion reads it
    float* picked_x = nullptr;        ///< of a stage that picks a velocity
    float* picked_y = nullptr;
    NodeCache* nodes = nullptr;  ///< of path following
    Unfinished unfinished{};     ///< set where the result says so

    template <Stream S>
    [[nodiscard]] element_t<S>* get() const {
        return static_cast<element_t<S>*>(streams[static_cast<std::size_t>(S)]);
    }
};

/// A stage's result, beside the streams, faults and forces that it wrote.
struct StageResult {
    bool check_inputs = false;      ///< something was found: the next tick must scan its inputs again
    bool unfinished = false;        ///< something was found: the rest is to run on clean copies
    std::uint32_t ticks_taken = 1;  ///< agents at fault are so in all of them
};

using StageFunction = StageResult (*)(const StageInput&, StageOutput&);

/// The references: plain loops, one agent after the other. stages/<name>/reference.cpp specialises it.
namespace reference {
template <class S>
StageResult run(const StageInput& in, StageOutput& out);
}

/// A stream's value, or a value given instead, as stages read it: +0 below the floor.
[[nodiscard]] inline float as_read(float value) {
    return value < component_floor && value > -component_floor ? 0.0f : value;
}

}  // namespace wend::detail
