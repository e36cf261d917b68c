// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "wend/agents.hpp"
#include "wend/export.hpp"
#include "wend/obstacles.hpp"
#include "wend/rectangle.hpp"
#include "wend/status.hpp"

namespace wend {

/// The limits of a pool, and its square cells.
struct ObstaclePoolSize {
    Rectangle area{};     ///< m; obstacles beyond it lie in the nearest cells
    float cell_size = 0;  ///< m; the best is about the distance between obstacles
    /// Obstacles with a velocity lie in the cells of their ways of so many seconds. Stages with a longer
    /// horizon search farther, in more time.
    float horizon = 3;            ///< s
    std::uint32_t obstacles = 0;  ///< at the same time
    /// Of all obstacles together. With L in cells: at most 4 (1 + L) for a wall of length L, and
    /// (4 + L) (1 + min(L, 8)) for a circle of diameter L; 2 (1 + W) times as many where its way of `horizon`
    /// seconds has a length of W.
    std::uint32_t entries = 0;
    std::uint32_t undone = 0;  ///< changes that can be undone
};

/// Circles and walls that change while the game runs: each is added, moved and removed by itself, in time
/// proportional to its entries (ObstaclePoolSize), without allocation.
///
/// Stages avoid `obstacles()` as any set: AvoidObstacles, Hide, Orca, and Locomotion, whose agents do not
/// cross them; as `occluders` they hide neighbours (wend/neighbours.hpp). PolygonContainment does not take
/// it, since its walls are no sides of polygons. Results depend on the obstacles alone, not on the order of
/// changes: where several would count equally, the one that comes first by (from_x, from_y, to_x, to_y,
/// radius, velocity_x, velocity_y) does. So a set gives the same bits whose obstacles are added in that
/// order.
///
/// Numbers stay with their obstacles. A removed number is given to a later obstacle, and its generation tells
/// the two apart.
///
/// Obstacles with a velocity are avoided by where they will be; the velocity moves nothing, `move` does.
/// Hide, too, takes it into account.
///
/// An obstacle may appear on agents, or move over them. They stay where they are, and are not held by it: an
/// agent in a circle or on a wall's line leaves to any side, by its forces alone; an agent that a wall has
/// passed over is on its other side. All other obstacles hold it. AvoidObstacles drives an agent in a circle
/// outwards as long as it moves inwards, as seen from the circle. find_covered names the agents in circles,
/// for the caller to move or to remove. Agents inside a building of walls are enclosed by them. A pool has no
/// polygons: the caller names the agents about it by find_covered with a set of one circle, and keeps those
/// inside its outline. A door that may meet agents closes with a velocity, in steps.
///
/// Memory: 84 bytes for each cell of the area, 88 for each obstacle, 17 for each entry, 32 for each change
/// that can be undone.
/// Threads: changes and calls that use the pool take turns. A change during a call is refused with
/// `pool_in_use`; the caller must see to it that no call begins during a change.
class WEND_API ObstaclePool {
  public:
    /// Bytes for a pool of that size; 0: `create` would refuse it.
    [[nodiscard]] static std::size_t memory_size(const ObstaclePoolSize& size) noexcept;

    /// In its own memory, or in the caller's, which outlives the pool and all copies of `obstacles()`.
    /// Refuses an empty area, a cell size below 2^-60 or with more than 2^22 cells, limits of 0 or
    /// above 2^28 (`parameter_out_of_range`), and memory of less than `memory_size` bytes (`full_pool`).
    /// Throws std::bad_alloc when memory runs out.
    [[nodiscard]] static Expected<ObstaclePool> create(const ObstaclePoolSize& size);
    /// The same in the caller's memory.
    [[nodiscard]] static Expected<ObstaclePool> create(const ObstaclePoolSize& size,
                                                       std::span<std::byte> memory);

    /// Adds an obstacle, and returns its number; it is no side of a polygon. Refuses, with nothing changed:
    /// what ObstacleSetBuilder refuses, walls with a radius (`parameter_out_of_range`), what exceeds a limit
    /// (`full_pool`), changes during a call (`pool_in_use`).
    [[nodiscard]] Expected<std::uint32_t> add(const Obstacle& obstacle) noexcept;

    /// Gives an obstacle another place, size or kind; its number and generation stay. Refuses what `add`
    /// refuses, and numbers without an obstacle (`unknown_obstacle`).
    Status move(std::uint32_t number, const Obstacle& obstacle) noexcept;

    /// Removes an obstacle. Refuses numbers without one (`unknown_obstacle`), and changes during a call.
    Status remove(std::uint32_t number) noexcept;

    /// Names the obstacles of now, for `restore`: the number of changes that made them.
    [[nodiscard]] std::uint64_t mark() const noexcept;

    /// Undoes all changes since the mark, as the rollback of netcode does, in time proportional to their
    /// entries: obstacles, numbers and generations are those of then, and the next obstacles get the same
    /// numbers again. Refuses, with nothing changed: a later mark than now, and one from before the last
    /// `ObstaclePoolSize::undone` changes (`bad_snapshot`), a call that runs (`pool_in_use`).
    Status restore(std::uint64_t mark) noexcept;

    /// All numbers below the limit of obstacles; those without one have coordinates of NaN.
    [[nodiscard]] ObstacleSet obstacles() const noexcept;

    /// Whether the number has an obstacle.
    [[nodiscard]] bool holds(std::uint32_t number) const noexcept;
    /// Of the number's obstacle: how many obstacles had the number until now. 0: none.
    [[nodiscard]] std::uint32_t generation(std::uint32_t number) const noexcept;
    /// Of obstacles.
    [[nodiscard]] std::uint32_t count() const noexcept;

  private:
    struct State;
    explicit ObstaclePool(std::shared_ptr<State> state) noexcept : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
};

/// Stores the slots of agents whose centres are in circles of a set or pool, of the view's selection in its
/// order, the first `slots.size()` of them; returns how many agents there are. Positions beyond 1e18 are in
/// none. One thread; allocates nothing.
///
/// Errors: Code::missing_stream (position_x, position_y), length_mismatch, bad_stride, misaligned,
/// element_type_mismatch.
[[nodiscard]] WEND_API Expected<std::size_t> find_covered(const AgentView& agents,
                                                          const ObstacleSet& obstacles,
                                                          std::span<std::uint32_t> slots) noexcept;

}  // namespace wend
