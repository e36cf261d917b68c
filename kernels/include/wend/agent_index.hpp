// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "wend/agents.hpp"
#include "wend/execution.hpp"
#include "wend/export.hpp"
#include "wend/rectangle.hpp"
#include "wend/status.hpp"

namespace wend {

/// An agent that a query found.
struct FoundAgent {
    std::int32_t slot = -1;                                   ///< in the view that was indexed; -1: none
    float distance = std::numeric_limits<float>::infinity();  ///< m
};

/// Two agents whose bodies touch: their slots, that of the lesser id first.
struct Contact {
    std::int32_t first, second;  ///< a slot
};

/// Bodies and world of indexed agents.
struct IndexOptions {
    float body_radius = 0.5f;         ///< m; where the stream of that name is not bound
    std::optional<Rectangle> wrap{};  ///< m; the world, if agents are seen across its edges
};

/// The points of queries, in the caller's memory. One that is NaN, infinite or beyond 1e18, or that lies
/// outside of a world that wraps, finds no agent.
struct QueryPoints {
    std::span<const float> x, y;              ///< m
    std::span<const std::int32_t> ignored{};  ///< for each point a slot that it does not find; -1: none
    std::uint32_t seen_groups = 0xffffffff;   ///< of agents with `groups`, those with one of these are found
};

/// Straight ways of a disc from one point to another; a radius of 0 makes them rays. Otherwise as
/// QueryPoints, but they may lead out of a world that wraps.
struct QueryRays {
    std::span<const float> from_x, from_y, to_x, to_y;  ///< m
    float radius = 0;                                   ///< m
    std::span<const std::int32_t> ignored{};            ///< for each ray a slot; -1: none
    std::uint32_t seen_groups = 0xffffffff;  ///< of agents with `groups`, those with one of these are found
};

/// Queries on the agents of a view: the nearest ones, all within a radius, those that a ray or a disc hits,
/// those that touch each other.
///
///     AgentIndex index = *AgentIndex::create(100'000);
///     index.build(buffer.view(), {.body_radius = 0.25f});  // in each frame
///     std::vector<FoundAgent> near(8 * points);
///     index.nearest({.x = x, .y = y}, 8, near);            // those of point i from near[8 * i] on
///
/// `build` copies positions, ids, body radii and groups, and sorts them into cells of about two agents.
/// Queries read the copy alone: they may run on any number of threads at once, and while the agents move.
///
/// Results depend on the agents alone, not on the order of slots. Their order is that of (squared distance,
/// id), along rays of (distance, id), with the operations of kernels/docs/math.md ("Queries"); ids are
/// unique. Agents are found by their centres, by `cast` and `contacts` by their bodies. In a world that wraps
/// their nearest images count, but `cast` does not cross its edges.
///
/// Memory: at most 40 bytes an agent. No call but `create` allocates. All results are in the caller's memory.
class WEND_API AgentIndex {
  public:
    /// Bytes for so many agents; 0: `create` would refuse it.
    [[nodiscard]] static std::size_t memory_size(std::size_t agents) noexcept;

    /// In its own memory, or in the caller's, which outlives the index and its copies. Copies of an index
    /// share its agents. Refuses 2^31 agents and more (`parameter_out_of_range`), and memory of less than
    /// `memory_size` bytes (`full_pool`). Throws std::bad_alloc when memory runs out.
    [[nodiscard]] static Expected<AgentIndex> create(std::size_t agents);
    /// The same in the caller's memory.
    [[nodiscard]] static Expected<AgentIndex> create(std::size_t agents, std::span<std::byte> memory);

    /// Indexes the agents of the view's selection, in place of those before. Returns how many of them were
    /// left out because their position, body radius or place in a world that wraps is invalid. On the
    /// caller's thread; no query may run meanwhile.
    ///
    /// Errors: Code::missing_stream (position_x, position_y), length_mismatch, bad_stride, misaligned,
    /// bad_selection, parameter_out_of_range, empty_rectangle, full_pool. The index then stays as it was.
    Expected<std::size_t> build(const AgentView& agents, const IndexOptions& options = {}) noexcept;

    /// The k nearest agents of each point, or of each agent but itself (the row of its slot; it sees the
    /// groups in `seen_groups`): k elements a row, those behind the last found one as FoundAgent{}. Agents
    /// that are not in the index find none. Refuses arrays of other lengths (`length_mismatch`).
    Status nearest(const QueryPoints& points, std::size_t k, std::span<FoundAgent> found,
                   const Execution& execution = {}) const noexcept;
    /// The same for each agent of the view.
    Status nearest(std::size_t k, std::span<FoundAgent> found,
                   const Execution& execution = {}) const noexcept;

    /// All agents no farther than `radius` from each point, or from each agent but itself: those of row i are
    /// found[offsets[i]] up to found[offsets[i + 1]]. `offsets` has an element more than there are rows.
    /// Returns offsets' last, the number of all; where `found` has fewer elements, the first are written.
    Expected<std::size_t> within(const QueryPoints& points, float radius, std::span<std::uint64_t> offsets,
                                 std::span<FoundAgent> found, const Execution& execution = {}) const noexcept;
    /// The same for each agent of the view.
    Expected<std::size_t> within(float radius, std::span<std::uint64_t> offsets, std::span<FoundAgent> found,
                                 const Execution& execution = {}) const noexcept;

    /// The first k agents on each way whose bodies the disc touches, in rows as `nearest`. Their distance is
    /// that of the disc's centre along the way at the touch, 0 where they touch at its begin.
    Status cast(const QueryRays& rays, std::size_t k, std::span<FoundAgent> found,
                const Execution& execution = {}) const noexcept;

    /// The pairs of agents, of any groups, whose centres are nearer than the sum of their body radii, each
    /// once, by (id of the first, id of the second). Returns the number of all; where `pairs` has fewer
    /// elements, the first are written. On the caller's thread.
    std::size_t contacts(std::span<Contact> pairs) const noexcept;

    /// Of the view that was indexed: its agents.
    [[nodiscard]] std::size_t view_size() const noexcept;
    /// The agents in the index.
    [[nodiscard]] std::size_t size() const noexcept;

  private:
    struct State;
    explicit AgentIndex(std::shared_ptr<State> state) noexcept : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
};

}  // namespace wend
