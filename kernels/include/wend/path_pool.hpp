// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "wend/export.hpp"
#include "wend/path.hpp"
#include "wend/status.hpp"

namespace wend {

/// The limits of a pool. Any paths within them fit, in whatever order they come and go.
struct PathPoolSize {
    std::uint32_t paths = 0;    ///< at the same time
    std::uint32_t points = 0;   ///< of all paths together
    std::uint32_t longest = 0;  ///< points of one path
    std::uint32_t queued = 0;   ///< points that wait in the queue, and one more for each way
    std::uint32_t undone = 0;   ///< points of the changes that can be undone, and two more for each change
};

/// Paths that change while the game runs: each is added, replaced and released by itself, in time
/// proportional to its points, without allocation, and no other path moves.
///
/// Stages follow `paths()` as any set. Numbers stay with their paths. A released number is given to a later
/// path, and its generation tells the two apart. Agents on a released path have no path: forces are 0, and
/// waypoint advance leaves them where they are. The node or segment of an agent on a replaced path is the
/// caller's to set (start_on_paths): a forgotten one is followed where the new path has it, and is a fault of
/// the agent where it does not.
///
/// Memory: of each power of two from 4 points up, as many pieces as paths of that length fit the limits;
/// about 60 bytes a point times twice the number of such powers up to `longest`.
/// Threads: changes and calls that use the pool take turns; only `queue` may be called at any time. A change
/// during a call is refused with `pool_in_use`; the caller must see to it that no call begins during a
/// change.
class WEND_API PathPool {
  public:
    /// Bytes for a pool of that size; 0: `create` would refuse it.
    [[nodiscard]] static std::size_t memory_size(const PathPoolSize& size) noexcept;

    /// In its own memory, or in the caller's, which outlives the pool and all copies of `paths()`. Refuses a
    /// limit of 0, `longest` above `points` or below 2, pieces of more than 2^28 points in all
    /// (`too_many_nodes`), and memory of less than `memory_size` bytes (`full_pool`). Throws std::bad_alloc
    /// when memory runs out.
    [[nodiscard]] static Expected<PathPool> create(const PathPoolSize& size);
    /// The same in the caller's memory.
    [[nodiscard]] static Expected<PathPool> create(const PathPoolSize& size, std::span<std::byte> memory);

    /// Adds a path, and returns its number. `closed` and `offsets` as in PathSetBuilder::add. Refuses, with
    /// nothing changed: no points, bad ones, fewer than two distinct ones (`too_few_points`: an agent there
    /// has arrived), what exceeds a limit (`full_pool`), changes during a call (`pool_in_use`).
    [[nodiscard]] Expected<std::uint32_t> add(std::span<const Point> points, bool closed = false,
                                              std::span<const float> offsets = {}) noexcept;

    /// Gives a path other points; its number and generation stay. Refuses what `add` refuses, and numbers
    /// without a path (`unknown_path`).
    Status replace(std::uint32_t path, std::span<const Point> points, bool closed = false,
                   std::span<const float> offsets = {}) noexcept;

    /// The same for many open paths: `paths[i]` gets the points from `ends[i - 1]` (0 for the first) up to
    /// `ends[i]`. All or none are replaced. A path must not be named twice (`named_twice`).
    Status replace(std::span<const std::uint32_t> paths, std::span<const Point> points,
                   std::span<const std::uint32_t> ends) noexcept;

    /// Removes a path. Refuses numbers without one (`unknown_path`), and changes during a call.
    Status release(std::uint32_t path) noexcept;

    /// Queues a replacement, for a path finder on another thread: at any time, by one thread at a time. The
    /// path of that number and generation is replaced by `apply_queued`, and the points are copied now.
    /// Refuses what `replace` refuses, but unknown paths and pools that are in use, and what the queue has no
    /// room for.
    Status queue(std::uint32_t path, std::uint32_t generation, std::span<const Point> points,
                 bool closed = false) noexcept;

    /// Replaces the paths whose new points are queued, in the order of the queue, between calls. A way is
    /// dropped where its path was released, or the points of all paths would exceed the limit. Stores the
    /// first replaced numbers in `replaced`, and returns how many there are; 0 during a call. With a
    /// `replaced` that is not empty at most as many ways are taken, so that the caller learns of each
    /// (start_on_paths).
    std::uint32_t apply_queued(std::span<std::uint32_t> replaced = {}) noexcept;

    /// Names the paths of now, for `restore`: the number of changes that made them.
    [[nodiscard]] std::uint64_t mark() const noexcept;

    /// Undoes all changes since the mark, as the rollback of netcode does, in time proportional to their
    /// points: paths, numbers and generations are those of then, and the next paths get the same numbers
    /// again. Ways in the queue stay. Refuses, with nothing changed: a later mark than now, and one from
    /// before the last changes of at most `PathPoolSize::undone` points (`bad_snapshot`), a call that runs.
    Status restore(std::uint64_t mark) noexcept;

    /// All numbers below the limit of paths; those without a path have no node.
    [[nodiscard]] PathSet paths() const noexcept;

    /// Whether the number has a path.
    [[nodiscard]] bool holds(std::uint32_t path) const noexcept;
    /// Of the number's path: how many paths had the number until now. 0: none.
    [[nodiscard]] std::uint32_t generation(std::uint32_t path) const noexcept;
    /// Of paths.
    [[nodiscard]] std::uint32_t count() const noexcept;

  private:
    struct State;
    explicit PathPool(std::shared_ptr<State> state) noexcept : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
};

}  // namespace wend
