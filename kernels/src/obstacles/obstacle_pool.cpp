// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/obstacle_pool.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include "columns/large_memory.hpp"
#include "columns/memory_pieces.hpp"
#include "float_environment.hpp"
#include "obstacles/obstacle_data.hpp"
#include "obstacles/obstacle_entries.hpp"
#include "obstacles/obstacle_index.hpp"
#include "obstacles/obstacle_journal.hpp"
#include "obstacles/obstacle_values.hpp"
#include "out_of_range.hpp"
#include "wend/neighbours.hpp"

namespace wend {
namespace {

using detail::ObstacleIndex;
using detail::out_of_range;

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t most_in_pool = 1u << 28;
constexpr double most_cells = 0x1p22;  // so that floats count them
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

constexpr std::uint32_t lanes_of_block = 4;
constexpr std::size_t floats_of_block = 16;

double side(float min, float max) { return static_cast<double>(max) - static_cast<double>(min); }

Status check_size(const ObstaclePoolSize& size) {
    const Rectangle& area = size.area;
    const double width = side(area.min_x, area.max_x), height = side(area.min_y, area.max_y);
    for (const double length : {width, height})
        if (!(length > 0 && length <= detail::obstacle_limit))
            return {.code = Code::empty_rectangle, .subject = "area", .value = length};
    for (const float edge : {area.min_x, area.min_y, area.max_x, area.max_y})
        if (!(std::abs(edge) <= component_limit))
            return out_of_range("area", static_cast<double>(edge), -detail::obstacle_limit,
                                detail::obstacle_limit);
    const auto cell = static_cast<double>(size.cell_size);
    if (!(size.cell_size >= component_floor && (width / cell + 1) * (height / cell + 1) <= most_cells))
        return out_of_range("cell_size", cell, std::sqrt(width * height / most_cells),
                            detail::obstacle_limit);
    if (!(size.horizon >= 0 && size.horizon <= avoidance_horizon.high))
        return out_of_range("horizon", static_cast<double>(size.horizon), 0,
                            static_cast<double>(avoidance_horizon.high));
    if (size.obstacles == 0 || size.obstacles > most_in_pool)
        return out_of_range("obstacles", size.obstacles, 1, most_in_pool);
    if (size.entries == 0 || size.entries > most_in_pool)
        return out_of_range("entries", size.entries, 1, most_in_pool);
    if (size.undone > most_in_pool) return out_of_range("undone", size.undone, 0, most_in_pool);
    return {};
}

/// An index without obstacles.
ObstacleIndex empty_index(const ObstaclePoolSize& size) {
    ObstacleIndex index;
    index.origin_x = size.area.min_x;
    index.origin_y = size.area.min_y;
    index.columns_per_metre = index.rows_per_metre = 1 / size.cell_size;
    index.last_column = std::floor((size.area.max_x - size.area.min_x) * index.columns_per_metre);
    index.last_row = std::floor((size.area.max_y - size.area.min_y) * index.rows_per_metre);
    index.columns = static_cast<std::size_t>(index.last_column) + 1;
    index.row_height = static_cast<double>(size.cell_size);
    index.rough_below = 0x1p-60f;
    index.horizon = size.horizon;
    index.no_record = detail::record_at(size.obstacles);
    return index;
}

/// The entry of a number.
struct Entry {
    std::uint64_t last_change;  ///< ChangeTimes
    std::uint32_t generation;
    std::uint32_t entries;    ///< in cells; 0: no obstacle
    std::uint32_t next_free;  ///< number
};

struct Arrays {
    std::size_t cells, blocks;
    std::span<float> boxes, records;
    std::span<std::uint32_t> record, next;
    std::span<Obstacle> obstacles;
    std::span<Entry> numbers;
    std::span<detail::ObstacleChange> undone;  ///< of the journal

    /// A cell links to another block for the first of each four entries behind its own four.
    Arrays(detail::MemoryPieces& memory, const ObstaclePoolSize& size, const ObstacleIndex& index)
        : cells(index.columns * (static_cast<std::size_t>(index.last_row) + 1)),
          blocks(cells + size.entries / lanes_of_block),
          boxes(memory.take<float>(std::uint64_t{blocks} * floats_of_block)),
          records(memory.take<float>(detail::floats_of_record * (std::uint64_t{size.obstacles} + 1))),
          record(memory.take<std::uint32_t>(std::uint64_t{blocks} * lanes_of_block)),
          next(memory.take<std::uint32_t>(blocks)),
          obstacles(memory.take<Obstacle>(size.obstacles)),
          numbers(memory.take<Entry>(size.obstacles)),
          undone(memory.take<detail::ObstacleChange>(size.undone)) {}
};

constexpr Obstacle no_obstacle{.from_x = nan, .from_y = nan, .to_x = nan, .to_y = nan, .radius = nan};

}  // namespace

struct ObstaclePool::State {
    ObstaclePoolSize size;
    detail::OwnMemory own_memory;
    ObstacleIndex index;
    Arrays arrays;
    detail::ObstacleData data;
    std::uint32_t unused_number = 0;  ///< numbers from this one on were never given out
    std::uint32_t free_number = none;
    std::uint32_t unused_block, free_block = 0;  ///< of those that no cell has at its place
    std::uint32_t entries = 0;
    detail::ObstacleJournal journal;
    std::atomic<std::uint32_t> calls{0};

    State(const ObstaclePoolSize& of, detail::OwnMemory own, std::byte* memory)
        : size(of),
          own_memory(std::move(own)),
          index(empty_index(of)),
          arrays([&] {
              detail::MemoryPieces place(memory);
              return Arrays(place, size, index);
          }()),
          unused_block(static_cast<std::uint32_t>(arrays.cells)) {
        for (std::uint32_t block = 0; block < arrays.cells; ++block) empty(block);
        std::fill(arrays.records.begin(), arrays.records.end(), nan);
        std::fill(arrays.obstacles.begin(), arrays.obstacles.end(), no_obstacle);
        std::fill(arrays.numbers.begin(), arrays.numbers.end(), Entry{});
        journal.place(arrays.undone);
        index.boxes = arrays.boxes;
        index.records = arrays.records;
        index.record = arrays.record;
        index.next = arrays.next;
        data.obstacles = arrays.obstacles;
        data.near = std::shared_ptr<const ObstacleIndex>(std::shared_ptr<void>(), &index);
        data.calls = &calls;
        data.times = {arrays.numbers.data(), &Entry::last_change};
        // No rectangle without obstacles is known: all agents near one are looked at.
        data.clearance = {.edge = 1, .cells_per_metre = 1, .columns = 1, .rows = 1, .steps = {0}};
    }

    [[nodiscard]] bool holds(std::uint32_t number) const {
        return number < size.obstacles && arrays.numbers[number].entries != 0;
    }

    static Status exceeds(const char* limit, double value, double most) {
        return {.code = Code::full_pool, .subject = limit, .value = value, .expected = most};
    }

    [[nodiscard]] Status check_free() const {
        if (calls.load(std::memory_order_acquire) != 0) return {.code = Code::pool_in_use, .subject = "pool"};
        return {};
    }

    [[nodiscard]] Status check_held(std::uint32_t number) const {
        if (!holds(number)) return {.code = Code::unknown_obstacle, .subject = "obstacle", .index = number};
        return {};
    }

    /// The entries of an obstacle; if there are many, their number alone.
    struct Entries {
        const Obstacle& obstacle;
        std::uint32_t count = 0;
        std::array<detail::Entry, 16> first;
    };

    /// Counts entries, and starts to load their cells: large pools lie beyond the caches.
    [[nodiscard]] Entries entries_of(const Obstacle& one) const {
        Entries found{.obstacle = one, .first = {}};
        detail::for_each_entry(index, one, [&](const detail::Entry& entry) {
            if (found.count < found.first.size()) found.first[found.count] = entry;
            ++found.count;
            __builtin_prefetch(&arrays.boxes[entry.cell * floats_of_block]);
            __builtin_prefetch(&arrays.record[entry.cell * lanes_of_block]);
            __builtin_prefetch(&arrays.next[entry.cell]);
        });
        return found;
    }

    template <class Visit>
    void for_each(const Entries& list, const Visit& visit) const {
        if (list.count > list.first.size()) return detail::for_each_entry(index, list.obstacle, visit);
        for (std::uint32_t i = 0; i < list.count; ++i) visit(list.first[i]);
    }

    /// Refuses obstacles with more pieces than there is room for entries, before these are counted.
    [[nodiscard]] Status check_pieces(const Obstacle& one) const {
        const double way =
            static_cast<double>(index.horizon) *
            (std::abs(static_cast<double>(one.velocity_x)) + std::abs(static_cast<double>(one.velocity_y))) /
            2;
        const double at_least =
            (detail::length_of(one) / index.row_height) * std::max(way / index.row_height, 1.0);
        const double most = std::max(at_least, way / index.row_height);
        return most <= size.entries ? Status{} : exceeds("entries", most, size.entries);
    }

    /// Whether there is room for so many entries in place of others.
    [[nodiscard]] Status check_room(std::uint32_t replaced, std::uint32_t own) const {
        const std::uint64_t all = std::uint64_t{entries} - replaced + own;
        return all <= size.entries ? Status{} : exceeds("entries", static_cast<double>(all), size.entries);
    }

    // ---- the entries of cells: the block at the cell's place, the next one and all others are filled in
    // ---- this order, and none but the last of these has room

    void empty(std::uint32_t block) {
        std::fill_n(&arrays.boxes[std::size_t{block} * floats_of_block], floats_of_block, nan);
        std::fill_n(&arrays.record[std::size_t{block} * lanes_of_block], lanes_of_block, index.no_record);
        arrays.next[block] = 0;
    }

    [[nodiscard]] std::uint32_t used_of(std::uint32_t block) const {
        std::uint32_t used = 0;
        while (used < lanes_of_block && arrays.record[block * lanes_of_block + used] != index.no_record)
            ++used;
        return used;
    }

    void write(std::uint32_t block, std::uint32_t lane, const float (&box)[4], std::uint32_t record) {
        float* const to = &arrays.boxes[std::size_t{block} * floats_of_block + lane];
        for (std::size_t i = 0; i < 4; ++i) to[i * lanes_of_block] = box[i];
        arrays.record[block * lanes_of_block + lane] = record;
    }

    void put(std::uint32_t cell, const detail::Box& box, std::uint32_t record) {
        std::uint32_t block = cell, lane = used_of(block);
        if (lane == lanes_of_block) {
            block = arrays.next[cell];
            lane = block == 0 ? lanes_of_block : used_of(block);
        }
        if (lane == lanes_of_block) {
            if (free_block == 0)
                empty(block = unused_block++);
            else
                block = std::exchange(free_block, arrays.next[free_block]);
            arrays.next[block] = std::exchange(arrays.next[cell], block);
            lane = 0;
        }
        write(block, lane, {box.min_x, -box.max_x, box.min_y, -box.max_y}, record);
    }

    /// The last one takes the place of the entry.
    void take(std::uint32_t cell, std::uint32_t record) {
        std::uint32_t block = cell, lane = 0;
        while (arrays.record[block * lanes_of_block + lane] != record)
            if (++lane == lanes_of_block) {
                block = arrays.next[block];
                lane = 0;
            }
        const std::uint32_t last = arrays.next[cell] == 0 ? cell : arrays.next[cell];
        const std::uint32_t last_lane = used_of(last) - 1;
        const float* const from = &arrays.boxes[std::size_t{last} * floats_of_block + last_lane];
        write(block, lane,
              {from[0], from[lanes_of_block], from[2 * lanes_of_block], from[3 * lanes_of_block]},
              arrays.record[last * lanes_of_block + last_lane]);
        write(last, last_lane, {nan, nan, nan, nan}, index.no_record);
        if (last == cell || last_lane != 0) return;
        arrays.next[cell] = arrays.next[last];
        arrays.next[last] = std::exchange(free_block, last);
    }

    // ---- obstacles

    std::uint32_t take_number() {
        if (free_number == none) return unused_number++;
        return std::exchange(free_number, arrays.numbers[free_number].next_free);
    }

    /// An obstacle that was checked, for a number without one.
    void fill(std::uint32_t number, const Entries& list) {
        const Obstacle& one = list.obstacle;
        const std::uint32_t record = detail::record_at(number);
        for_each(list, [&](const detail::Entry& entry) {
            put(static_cast<std::uint32_t>(entry.cell), entry.box, record);
            index.low_x = std::min(index.low_x, entry.box.min_x);
            index.low_y = std::min(index.low_y, entry.box.min_y);
            index.high_x = std::max(index.high_x, entry.box.max_x);
            index.high_y = std::max(index.high_y, entry.box.max_y);
            index.widest = std::max(index.widest, detail::rounded_up(side(entry.box.min_x, entry.box.max_x)));
        });
        const double length = detail::length_of(one);
        if (length > 0 && length < 0x1p-40) index.rough_below = std::numeric_limits<float>::infinity();
        index.largest = std::max(index.largest, one.radius);
        const float fastest = std::max(std::abs(one.velocity_x), std::abs(one.velocity_y));
        index.fastest = std::max(index.fastest, fastest);
        // A disc may be slow beside an obstacle, though it is fast.
        if (fastest > 0) index.rough_below = std::numeric_limits<float>::infinity();
        arrays.obstacles[number] = one;
        write_record(number, one);
        arrays.numbers[number].entries = list.count;
        data.times.add(number);
        entries += list.count;
    }

    /// Removes the entries of a number's obstacle.
    void clear(std::uint32_t number, const Entries& list) {
        const std::uint32_t record = detail::record_at(number);
        for_each(list,
                 [&](const detail::Entry& entry) { take(static_cast<std::uint32_t>(entry.cell), record); });
        entries -= list.count;
        arrays.numbers[number].entries = 0;
        data.times.add(number);
    }

    void write_record(std::uint32_t number, const Obstacle& one) {
        float* const to = &arrays.records[detail::floats_of_record * number];
        to[0] = one.from_x;
        to[1] = one.from_y;
        to[2] = one.to_x;
        to[3] = one.to_y;
        to[4] = one.radius;
        to[5] = 0;
        to[6] = one.velocity_x;
        to[7] = one.velocity_y;
    }

    Expected<std::uint32_t> add(const Obstacle& one) {
        if (data.count == size.obstacles)
            return exceeds("obstacles", static_cast<double>(data.count) + 1, size.obstacles);
        if (Status s = check_pieces(one); !s) return s;
        const Entries list = entries_of(one);
        if (Status s = check_room(0, list.count); !s) return s;
        const std::uint32_t number = take_number();
        journal.record({number, no_obstacle});
        ++data.count;
        ++arrays.numbers[number].generation;
        fill(number, list);
        return number;
    }

    Status move(std::uint32_t number, const Obstacle& one) {
        if (Status s = check_held(number); !s) return s;
        __builtin_prefetch(&arrays.records[detail::floats_of_record * number]);
        if (Status s = check_pieces(one); !s) return s;
        const Obstacle before = arrays.obstacles[number];
        const Entries list = entries_of(one), list_before = entries_of(before);
        if (Status s = check_room(list_before.count, list.count); !s) return s;
        journal.record({number, before});
        clear(number, list_before);
        fill(number, list);
        return {};
    }

    Status remove(std::uint32_t number) {
        if (Status s = check_held(number); !s) return s;
        journal.record({number, arrays.obstacles[number]});
        take_out(number);
        arrays.numbers[number].next_free = std::exchange(free_number, number);
        return {};
    }

    /// The number is free afterwards, and in no list.
    void take_out(std::uint32_t number) {
        clear(number, entries_of(arrays.obstacles[number]));
        arrays.obstacles[number] = no_obstacle;
        write_record(number, no_obstacle);
        if (--data.count != 0) return;
        const ObstacleIndex none_left = empty_index(size);
        index.low_x = index.low_y = none_left.low_x;
        index.high_x = index.high_y = none_left.high_x;
        index.widest = index.largest = index.fastest = 0;
        index.rough_below = none_left.rough_below;
    }

    void undo_last_change() {
        const auto [number, before] = journal.take();
        Entry& entry = arrays.numbers[number];
        if (std::isnan(before.from_x)) {  // it was added
            take_out(number);
            if (--entry.generation == 0)
                unused_number = number;
            else
                entry.next_free = std::exchange(free_number, number);
            return;
        }
        if (entry.entries != 0) {
            clear(number, entries_of(arrays.obstacles[number]));
        } else {
            free_number = entry.next_free;
            ++data.count;
        }
        fill(number, entries_of(before));
    }
};

std::size_t ObstaclePool::memory_size(const ObstaclePoolSize& size) noexcept {
    return detail::in_default_float_environment([&]() -> std::size_t {
        if (!check_size(size)) return 0;
        detail::MemoryPieces memory(nullptr);
        (void)Arrays(memory, size, empty_index(size));
        return memory.block_size();
    });
}

Expected<ObstaclePool> ObstaclePool::create(const ObstaclePoolSize& size) {
    return detail::in_default_float_environment([&]() -> Expected<ObstaclePool> {
        if (Status s = check_size(size); !s) return s;
        detail::OwnMemory own(memory_size(size));
        std::byte* const memory = detail::aligned_begin(own.bytes());
        return ObstaclePool(std::make_shared<State>(size, std::move(own), memory));
    });
}

Expected<ObstaclePool> ObstaclePool::create(const ObstaclePoolSize& size, std::span<std::byte> memory) {
    return detail::in_default_float_environment([&]() -> Expected<ObstaclePool> {
        if (Status s = check_size(size); !s) return s;
        if (memory.size() < memory_size(size))
            return State::exceeds("memory", static_cast<double>(memory_size(size)),
                                  static_cast<double>(memory.size()));
        return ObstaclePool(
            std::make_shared<State>(size, detail::OwnMemory(), detail::aligned_begin(memory)));
    });
}

Expected<std::uint32_t> ObstaclePool::add(const Obstacle& obstacle) noexcept {
    return detail::in_default_float_environment([&]() -> Expected<std::uint32_t> {
        State& state = *state_;
        if (Status s = state.check_free(); !s) return s;
        if (Status s = detail::check_obstacle(obstacle, count()); !s) return s;
        return state.add(detail::stored_obstacle(obstacle));
    });
}

Status ObstaclePool::move(std::uint32_t number, const Obstacle& obstacle) noexcept {
    return detail::in_default_float_environment([&]() -> Status {
        State& state = *state_;
        if (Status s = state.check_free(); !s) return s;
        if (Status s = detail::check_obstacle(obstacle, number); !s) return s;
        return state.move(number, detail::stored_obstacle(obstacle));
    });
}

Status ObstaclePool::remove(std::uint32_t number) noexcept {
    return detail::in_default_float_environment([&]() -> Status {
        State& state = *state_;
        if (Status s = state.check_free(); !s) return s;
        return state.remove(number);
    });
}

std::uint64_t ObstaclePool::mark() const noexcept { return state_->journal.count().made(); }

Status ObstaclePool::restore(std::uint64_t mark) noexcept {
    return detail::in_default_float_environment([&]() -> Status {
        State& state = *state_;
        if (Status s = state.check_free(); !s) return s;
        const detail::ChangeCount& changes = state.journal.count();
        if (Status s = changes.check(mark); !s) return s;
        while (mark < changes.made()) state.undo_last_change();
        return {};
    });
}

ObstacleSet ObstaclePool::obstacles() const noexcept {
    return ObstacleSet(std::shared_ptr<const detail::ObstacleData>(state_, &state_->data));
}
bool ObstaclePool::holds(std::uint32_t number) const noexcept { return state_->holds(number); }
std::uint32_t ObstaclePool::generation(std::uint32_t number) const noexcept {
    return holds(number) ? state_->arrays.numbers[number].generation : 0;
}
std::uint32_t ObstaclePool::count() const noexcept { return static_cast<std::uint32_t>(state_->data.count); }

}  // namespace wend
