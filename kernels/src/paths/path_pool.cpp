// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/path_pool.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <memory>

#include "columns/large_memory.hpp"
#include "float_environment.hpp"
#include "paths/path_data.hpp"
#include "paths/path_journal.hpp"
#include "paths/path_memory.hpp"
#include "paths/write_path.hpp"

namespace wend {
namespace {

using detail::PathChange;
using detail::PathNode;

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// The pieces of one size. A buddy system needs about as much memory for the same promise that all paths
/// within the limits fit, and has to join pieces.
struct SizeClass {
    std::uint32_t first_node = 0, first_block = 0;  ///< of its first piece
    std::uint32_t count = 0;                        ///< of pieces
    std::uint32_t unused = 0;                       ///< pieces from this one on were never given out
    std::uint32_t free = none;                      ///< the first of the list of free blocks
};

constexpr std::uint32_t smallest_piece = 4;

std::uint32_t class_of(std::uint32_t points) {
    return points <= smallest_piece
               ? 0
               : static_cast<std::uint32_t>(std::bit_width((points - 1) / smallest_piece));
}
constexpr std::uint32_t piece_size(std::uint32_t size_class) { return smallest_piece << size_class; }

/// A pool's size classes, and the nodes and blocks of all their pieces.
struct Pieces {
    std::array<SizeClass, 28> classes;
    std::uint32_t class_count = 0;
    std::uint64_t nodes = 0, blocks = 0;

    /// Of each size as many pieces as there may be paths of more points than the next smaller one holds.
    explicit Pieces(const PathPoolSize& size) : class_count(class_of(size.longest) + 1) {
        for (std::uint32_t i = 0; i < class_count; ++i) {
            const std::uint32_t fewest = i == 0 ? 2 : piece_size(i - 1) + 1;
            const std::uint32_t count = std::min(size.paths, size.points / fewest);
            classes[i] = {.first_node = static_cast<std::uint32_t>(nodes),
                          .first_block = static_cast<std::uint32_t>(blocks),
                          .count = count};
            nodes += std::uint64_t{count} * piece_size(i);
            blocks += count;
            if (nodes > detail::max_path_nodes) return;
        }
    }
};

Status check_size(const PathPoolSize& size) {
    if (size.paths == 0 || size.longest < 2 || size.points < size.longest)
        return {.code = Code::full_pool, .subject = size.paths == 0 ? "paths" : "longest"};
    if (size.longest > detail::max_path_nodes || size.paths > detail::max_path_nodes)
        return {.code = Code::too_many_nodes,
                .subject = "paths",
                .value = static_cast<double>(std::max(size.longest, size.paths))};
    const Pieces pieces(size);
    if (pieces.nodes > detail::max_path_nodes)
        return {.code = Code::too_many_nodes, .subject = "paths", .value = static_cast<double>(pieces.nodes)};
    return {};
}

/// The entry of a number.
struct Entry {
    std::uint64_t last_change;  ///< ChangeTimes
    std::uint32_t generation;
    std::uint32_t points;  ///< of the caller; 0: no path
    std::uint32_t size_class;
    std::uint32_t block;      ///< of its piece
    std::uint32_t next_free;  ///< number
    std::uint32_t batch;      ///< the last one that named it
    bool curved;              ///< some segment has an offset
};

/// A ring of points, written by one thread and read by another. Before the points of each way stands a point
/// with its numbers.
class WayQueue {
  public:
    struct Way {
        std::uint32_t path, generation, count, closed;
    };
    static_assert(sizeof(Way) == sizeof(Point));

    void place(std::span<Point> ring) { ring_ = ring; }

    /// Whether there was room.
    bool push(const Way& way, std::span<const Point> points) {
        const std::uint64_t end = end_.load(std::memory_order_relaxed);
        const std::size_t needed = points.size() + 1;
        if (needed > ring_.size() - (end - begin_.load(std::memory_order_acquire))) return false;
        at(end) = std::bit_cast<Point>(way);
        for (std::size_t i = 0; i < points.size(); ++i) at(end + 1 + i) = points[i];
        end_.store(end + needed, std::memory_order_release);
        return true;
    }

    /// The first way, whose points are copied to `points`; false where there is none.
    bool pop(Way& way, std::span<Point> points) {
        const std::uint64_t begin = begin_.load(std::memory_order_relaxed);
        if (begin == end_.load(std::memory_order_acquire)) return false;
        way = std::bit_cast<Way>(at(begin));
        for (std::uint32_t i = 0; i < way.count; ++i) points[i] = at(begin + 1 + i);
        begin_.store(begin + 1 + way.count, std::memory_order_release);
        return true;
    }

  private:
    Point& at(std::uint64_t number) { return ring_[number % ring_.size()]; }

    std::span<Point> ring_;
    alignas(64) std::atomic<std::uint64_t> begin_{0};
    alignas(64) std::atomic<std::uint64_t> end_{0};
};

struct Arrays {
    detail::PathData data;
    std::span<Entry> entries;             ///< one a path
    std::span<std::uint32_t> next_block;  ///< one a block, in lists of free ones
    std::span<Point> ring, undone;        ///< of the queue, of the journal
    std::span<Point> way;                 ///< out of one of the two
    std::span<float> offsets;             ///< out of the journal

    Arrays(detail::MemoryPieces& memory, const PathPoolSize& size, const Pieces& pieces)
        : data(detail::take_paths(
              memory,
              {.paths = size.paths, .nodes = pieces.nodes, .blocks = pieces.blocks, .points = pieces.nodes})),
          entries(memory.take<Entry>(size.paths)),
          next_block(memory.take<std::uint32_t>(pieces.blocks)),
          ring(memory.take<Point>(size.queued)),
          undone(memory.take<Point>(size.undone)),
          way(memory.take<Point>(size.queued == 0 && size.undone == 0 ? 0 : size.longest)),
          offsets(memory.take<float>(size.undone == 0 ? 0 : size.longest)) {}
};

}  // namespace

struct PathPool::State {
    PathPoolSize size;
    Pieces pieces;
    detail::OwnMemory own_memory;
    Arrays arrays;
    std::uint32_t unused_path = 0;  ///< numbers from this one on were never given out
    std::uint32_t free_path = none;
    std::uint32_t count = 0, points = 0;
    std::uint32_t curved = 0;  ///< paths with offsets
    std::uint32_t batch = 0;
    std::atomic<std::uint32_t> calls{0};
    WayQueue queue;
    detail::PathJournal journal;

    State(const PathPoolSize& of, detail::OwnMemory own, std::byte* memory)
        : size(of), pieces(of), own_memory(std::move(own)), arrays([&] {
              detail::MemoryPieces place(memory);
              return Arrays(place, size, pieces);
          }()) {
        // Numbers without a path have no nodes; a closed path is none of theirs.
        std::fill(arrays.data.paths.begin(), arrays.data.paths.end(), detail::PathRecord{});
        std::fill(arrays.data.loops.begin(), arrays.data.loops.end(), detail::PathExtent{});
        std::fill(arrays.data.open.begin(), arrays.data.open.end(), detail::PathExtent{});
        std::fill(arrays.data.buckets.begin(), arrays.data.buckets.end(), detail::BucketRecord{});
        std::fill(arrays.data.points.begin(), arrays.data.points.end(), detail::PathPoints{});
        std::fill(arrays.entries.begin(), arrays.entries.end(), Entry{});
        queue.place(arrays.ring);
        journal.place(arrays.undone);
        arrays.data.calls = &calls;
        arrays.data.times = {arrays.entries.data(), &Entry::last_change};
        arrays.data.keys = detail::draw_record_keys(size.paths, size.longest);
    }

    [[nodiscard]] bool holds(std::uint32_t path) const {
        return path < size.paths && arrays.entries[path].points != 0;
    }

    /// Whether a path with these points may take the place of one with `points_before`.
    [[nodiscard]] Status check(std::span<const Point> given, std::span<const float> offsets,
                               std::size_t path) const {
        if (Status s = detail::check_points(given, offsets, path); !s) return s;
        if (given.size() > size.longest) return exceeds("longest", given.size(), size.longest);
        const auto differs = [&](const Point& point) { return !detail::same_place(given.front(), point); };
        if (std::none_of(given.begin(), given.end(), differs))
            return {.code = Code::too_few_points, .subject = "path", .index = path, .sub_index = path};
        return {};
    }

    static Status exceeds(const char* limit, std::uint64_t value, std::uint64_t most) {
        return {.code = Code::full_pool,
                .subject = limit,
                .value = static_cast<double>(value),
                .expected = static_cast<double>(most)};
    }

    [[nodiscard]] Status check_free() const {
        if (calls.load(std::memory_order_acquire) != 0) return {.code = Code::pool_in_use, .subject = "pool"};
        return {};
    }

    [[nodiscard]] Status check_held(std::uint32_t path) const {
        if (!holds(path)) return {.code = Code::unknown_path, .subject = "path", .index = path};
        return {};
    }

    std::uint32_t take_number() {
        if (free_path == none) return unused_path++;
        const std::uint32_t path = free_path;
        free_path = arrays.entries[path].next_free;
        return path;
    }

    /// Waypoint advance computes other bits where some path has offsets.
    void count_curved(int change) {
        curved += static_cast<std::uint32_t>(change);
        arrays.data.curved = curved != 0;
    }

    /// Takes a path's piece.
    void clear(std::uint32_t path) {
        arrays.data.times.add(path);
        Entry& entry = arrays.entries[path];
        SizeClass& sizes = pieces.classes[entry.size_class];
        arrays.next_block[entry.block] = sizes.free;
        sizes.free = entry.block;
        points -= entry.points;
        arrays.data.node_total -= arrays.data.paths[path].node_count;
        entry.points = 0;
        count_curved(entry.curved ? -1 : 0);
        arrays.data.paths[path] = {};
        arrays.data.loops[path] = arrays.data.open[path] = {};
        arrays.data.buckets[path] = {};
        arrays.data.points[path] = {};
    }

    /// Gives a number without a piece a path that was checked.
    void fill(std::uint32_t path, std::span<const Point> given, bool closed, std::span<const float> offsets) {
        arrays.data.times.add(path);
        Entry& entry = arrays.entries[path];
        entry.points = static_cast<std::uint32_t>(given.size());
        entry.size_class = class_of(entry.points);
        SizeClass& sizes = pieces.classes[entry.size_class];
        if (sizes.free == none) {
            entry.block = sizes.first_block + sizes.unused++;
        } else {
            entry.block = sizes.free;
            sizes.free = arrays.next_block[entry.block];
        }
        points += entry.points;
        const std::uint32_t first =
            sizes.first_node + (entry.block - sizes.first_block) * piece_size(entry.size_class);
        detail::PathData& data = arrays.data;
        // Where the nodes will stand, which are not behind the points that they come from.
        PathNode* const nodes = data.nodes.data() + first;
        for (std::size_t i = 0; i < given.size(); ++i)
            nodes[i] = {detail::to_component(given[i].x), detail::to_component(given[i].y)};
        const detail::PathPlace place{.first = first, .block = entry.block, .first_point = first};
        data.curved = false;
        data.node_total +=
            detail::write_path(std::span(nodes, given.size()), offsets, closed, data, path, place);
        entry.curved = data.curved;
        count_curved(entry.curved ? 1 : 0);
    }

    /// Before a change of a number's path, or after it was added.
    void record(PathChange::Kind kind, std::uint32_t path) {
        const Entry& entry = arrays.entries[path];
        const bool had_path = kind == PathChange::replaced || kind == PathChange::released;
        journal.record({.path = path,
                        .points = had_path ? entry.points : 0,
                        .kind = kind,
                        .closed = arrays.data.paths[path].closed(),
                        .curved = had_path && entry.curved},
                       arrays.data);
    }

    void exchange(std::uint32_t path, std::span<const Point> given, bool closed,
                  std::span<const float> offsets) {
        record(PathChange::replaced, path);
        clear(path);
        fill(path, given, closed, offsets);
    }

    void give_back(std::uint32_t path) {
        arrays.entries[path].next_free = free_path;
        free_path = path;
        --count;
    }

    void undo_last_change() {
        const PathChange change = journal.take(arrays.way, arrays.offsets);
        const std::uint32_t path = change.path;
        Entry& entry = arrays.entries[path];
        if (change.kind != PathChange::released) clear(path);
        switch (change.kind) {
            case PathChange::added_first:
                unused_path = path;
                --count;
                --entry.generation;
                return;
            case PathChange::added_again:
                give_back(path);
                --entry.generation;
                return;
            case PathChange::released:
                free_path = entry.next_free;
                ++count;
                break;
            case PathChange::replaced: break;
        }
        const std::span<const float> offsets = arrays.offsets.first(change.curved ? change.points : 0);
        fill(path, arrays.way.first(change.points), change.closed, offsets);
    }

    /// After a change: no record of an agent is valid any more.
    void forget_records() { arrays.data.keys = detail::draw_record_keys(size.paths, size.longest); }
};

std::size_t PathPool::memory_size(const PathPoolSize& size) noexcept {
    if (!check_size(size)) return 0;
    detail::MemoryPieces memory(nullptr);
    (void)Arrays(memory, size, Pieces(size));
    return memory.block_size();
}

Expected<PathPool> PathPool::create(const PathPoolSize& size) {
    if (Status s = check_size(size); !s) return s;
    detail::OwnMemory own(memory_size(size));
    std::byte* const memory = detail::aligned_begin(own.bytes());
    return PathPool(std::make_shared<State>(size, std::move(own), memory));
}

Expected<PathPool> PathPool::create(const PathPoolSize& size, std::span<std::byte> memory) {
    if (Status s = check_size(size); !s) return s;
    if (memory.size() < memory_size(size)) return State::exceeds("memory", memory_size(size), memory.size());
    return PathPool(std::make_shared<State>(size, detail::OwnMemory(), detail::aligned_begin(memory)));
}

Expected<std::uint32_t> PathPool::add(std::span<const Point> points, bool closed,
                                      std::span<const float> offsets) noexcept {
    return detail::in_default_float_environment([&]() -> Expected<std::uint32_t> {
        State& state = *state_;
        if (Status s = state.check_free(); !s) return s;
        if (state.count == state.size.paths)
            return State::exceeds("paths", std::uint64_t{state.count} + 1, state.size.paths);
        if (Status s = state.check(points, offsets, state.count); !s) return s;
        if (const std::uint64_t all = state.points + points.size(); all > state.size.points)
            return State::exceeds("points", all, state.size.points);
        const PathChange::Kind kind =
            state.free_path == none ? PathChange::added_first : PathChange::added_again;
        const std::uint32_t path = state.take_number();
        ++state.count;
        ++state.arrays.entries[path].generation;
        state.fill(path, points, closed, offsets);
        state.record(kind, path);
        return path;
    });
}

Status PathPool::replace(std::uint32_t path, std::span<const Point> points, bool closed,
                         std::span<const float> offsets) noexcept {
    return detail::in_default_float_environment([&]() -> Status {
        State& state = *state_;
        if (Status s = state.check_free(); !s) return s;
        if (Status s = state.check_held(path); !s) return s;
        if (Status s = state.check(points, offsets, path); !s) return s;
        const std::uint64_t all = state.points - state.arrays.entries[path].points + points.size();
        if (all > state.size.points) return State::exceeds("points", all, state.size.points);
        state.exchange(path, points, closed, offsets);
        state.forget_records();
        return {};
    });
}

Status PathPool::replace(std::span<const std::uint32_t> paths, std::span<const Point> points,
                         std::span<const std::uint32_t> ends) noexcept {
    return detail::in_default_float_environment([&]() -> Status {
        State& state = *state_;
        if (Status s = state.check_free(); !s) return s;
        if (ends.size() != paths.size())
            return {.code = Code::length_mismatch,
                    .subject = "ends",
                    .other = "paths",
                    .value = static_cast<double>(ends.size()),
                    .expected = static_cast<double>(paths.size())};
        const auto of = [&](std::size_t i) {
            const std::uint32_t begin = i == 0 ? 0 : ends[i - 1];
            return begin < ends[i] && ends[i] <= points.size() ? points.subspan(begin, ends[i] - begin)
                                                               : std::span<const Point>();
        };
        std::uint64_t all = state.points;
        ++state.batch;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            if (Status s = state.check_held(paths[i]); !s) return s;
            Entry& entry = state.arrays.entries[paths[i]];
            if (entry.batch == state.batch)
                return {.code = Code::named_twice, .subject = "path", .index = paths[i]};
            entry.batch = state.batch;
            if (Status s = state.check(of(i), {}, paths[i]); !s) return s;
            all += of(i).size();
            all -= entry.points;
        }
        if (all > state.size.points) return State::exceeds("points", all, state.size.points);
        // Those that become longer last, and undone first: all paths fit the limits at all times.
        for (const bool longer : {false, true})
            for (std::size_t i = 0; i < paths.size(); ++i)
                if ((of(i).size() > state.arrays.entries[paths[i]].points) == longer)
                    state.exchange(paths[i], of(i), false, {});
        state.forget_records();
        return {};
    });
}

Status PathPool::release(std::uint32_t path) noexcept {
    State& state = *state_;
    if (Status s = state.check_free(); !s) return s;
    if (Status s = state.check_held(path); !s) return s;
    state.record(PathChange::released, path);
    state.clear(path);
    state.give_back(path);
    state.forget_records();
    return {};
}

Status PathPool::queue(std::uint32_t path, std::uint32_t generation, std::span<const Point> points,
                       bool closed) noexcept {
    return detail::in_default_float_environment([&]() -> Status {
        State& state = *state_;
        if (Status s = state.check(points, {}, path); !s) return s;
        const WayQueue::Way way{path, generation, static_cast<std::uint32_t>(points.size()),
                                closed ? 1u : 0u};
        if (!state.queue.push(way, points))
            return State::exceeds("queue", points.size() + 1, state.size.queued);
        return {};
    });
}

std::uint32_t PathPool::apply_queued(std::span<std::uint32_t> replaced) noexcept {
    return detail::in_default_float_environment([&] {
        State& state = *state_;
        std::uint32_t count = 0;
        WayQueue::Way way;
        while (state.check_free() && (replaced.empty() || count < replaced.size()) &&
               state.queue.pop(way, state.arrays.way)) {
            if (!state.holds(way.path)) continue;
            const Entry& entry = state.arrays.entries[way.path];
            if (entry.generation != way.generation ||
                std::uint64_t{state.points} - entry.points + way.count > state.size.points)
                continue;
            state.exchange(way.path, state.arrays.way.first(way.count), way.closed != 0, {});
            if (count < replaced.size()) replaced[count] = way.path;
            ++count;
        }
        if (count != 0) state.forget_records();
        return count;
    });
}

std::uint64_t PathPool::mark() const noexcept { return state_->journal.count().made(); }

Status PathPool::restore(std::uint64_t mark) noexcept {
    return detail::in_default_float_environment([&]() -> Status {
        State& state = *state_;
        if (Status s = state.check_free(); !s) return s;
        const detail::ChangeCount& changes = state.journal.count();
        if (Status s = changes.check(mark); !s) return s;
        if (mark == changes.made()) return {};
        while (mark < changes.made()) state.undo_last_change();
        state.forget_records();
        return {};
    });
}

PathSet PathPool::paths() const noexcept {
    return PathSet(std::shared_ptr<const detail::PathData>(state_, &state_->arrays.data));
}
bool PathPool::holds(std::uint32_t path) const noexcept { return state_->holds(path); }
std::uint32_t PathPool::generation(std::uint32_t path) const noexcept {
    return holds(path) ? state_->arrays.entries[path].generation : 0;
}
std::uint32_t PathPool::count() const noexcept { return state_->count; }

}  // namespace wend
