// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "neighbours/grid.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>

#include "columns/elements.hpp"

namespace wend::detail {
namespace {

/// The most agents in an agent's cell for which cells are made wider than the radius needs.
constexpr double most_crowded = 16;

/// The most columns that a radius is wide.
constexpr double most_reach = 8;

constexpr float greatest = std::numeric_limits<float>::max();
constexpr Extent nowhere{greatest, -greatest};

void extend(Extent& extent, const Extent& by) {
    extent = {std::min(extent.low, by.low), std::max(extent.high, by.high)};
}

/// Counts an agent; returns the number before it. LLVM's C++ library has std::atomic_ref from version 19 on.
std::uint32_t take(std::uint32_t& counter, bool shared) {
    return shared ? __atomic_fetch_add(&counter, 1U, __ATOMIC_RELAXED) : counter++;
}

/// Whole cells along an axis that wraps.
CellAxis wrapped_axis(float low, float side, double edge) {
    const double width = static_cast<double>(side);
    const double count = std::clamp(width / edge, 1.0, 0x1p31);
    const auto cells = static_cast<std::int64_t>(count);
    return {static_cast<double>(low), static_cast<double>(cells) / width, cells};
}

CellAxis open_axis(float low, float high, double edge) {
    CellAxis axis{static_cast<double>(low), 1 / edge, 0};
    axis.count = cell_of(axis, high) + 1;
    return axis;
}

/// Sets whether every cell has an entry of its own, and the distance of rows in the table.
void fit_table(CellMap& map, std::uint32_t entries) {
    map.mask = entries - 1;
    map.hashed =
        static_cast<double>(map.x.count) * static_cast<double>(map.y.count) > static_cast<double>(entries);
    // The golden section keeps rows apart in the table.
    map.row_stride = map.hashed ? 0x9e3779b97f4a7c15 : static_cast<std::uint64_t>(map.x.count);
}

}  // namespace

std::uint32_t table_entries(std::size_t agents) {
    return static_cast<std::uint32_t>(
        std::bit_ceil(std::clamp<std::size_t>(agents, 16, std::size_t{1} << 31)));
}

CellMap open_map(Extent x, Extent y, double edge, std::int64_t reach, std::uint32_t entries) {
    const auto axis = [&](Extent extent, double width) {
        const bool any = extent.low <= extent.high;
        return open_axis(any ? extent.low : 0, any ? extent.high : 0, width);
    };
    CellMap map{.x = axis(x, edge / static_cast<double>(reach)),
                .y = axis(y, edge),
                .reach = reach,
                .wraps = false,
                .hashed = false,
                .row_stride = 0,
                .mask = 0};
    fit_table(map, entries);
    // Small differences would be lost far from the origin. Without hashing it is near: no position is more
    // cells away than the table has entries.
    if (map.hashed) map.x.origin = map.y.origin = 0;
    return map;
}

SeenColumns::SeenColumns(const AgentView& agents, const Sight& sight) {
    const bool elsewhere = agents.looks_elsewhere();
    for (std::size_t i = 0; i < seen_streams.size(); ++i)
        motion[i] = elsewhere ? agents.others()[i] : agents.column(seen_streams[i]);
    ids = elsewhere ? agents.others_ids() : agents.column(Stream::id);
    for (std::size_t i = 0; i < neighbour_extras.size(); ++i)
        if (has(sight.extras, neighbour_extras[i]))
            extras[i] = elsewhere ? agents.others_extras()[i] : agents.column(neighbour_extras[i]);
    first_id = elsewhere ? agents.others_first_id() : agents.first_id();
}

std::size_t SeenColumns::extra_count() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(extras, [](const Column& column) { return column.count != 0; }));
}

namespace {

/// An observed agent's words in the order of cells, without the table.
constexpr std::size_t sorted_words(bool headings, bool ids, std::size_t extras) {
    return 9 + (headings ? 2u : 0u) + (ids ? 1u : 0u) + extras;
}

/// With the copies for a quarry, and one to two entries of the table.
constexpr std::size_t most_words =
    start_words(1, neighbour_extras.size()) + sorted_words(true, true, neighbour_extras.size()) + 2;
static_assert(largest_workspace(1'000) >= 1'000 * most_words + 2);

}  // namespace

std::size_t workspace_words(const Sight& sight, bool has_quarry, std::size_t seen, bool same_view,
                            bool has_ids, std::size_t extras) {
    const std::size_t start = same_view ? start_words(seen, extras) : 0;
    if (!sight.neighbours) return start;
    const std::size_t sorted = sorted_words(sight.headings, has_ids, extras) * seen + table_entries(seen) + 2;
    return has_quarry ? start + sorted : std::max(start, sorted);
}

NeighbourGrid::NeighbourGrid(const Needs& needs, const AgentView& agents, const ChunkFunctions& chunk)
    : seen_(agents, needs.sight),
      chunk_(chunk),
      count_(seen_.motion[0].count),
      has_ids_(seen_.ids.count != 0),
      largest_radius_(needs.largest_radius),
      wrap_(needs.wrap) {
    float* words = agents.workspace().data();
    if (!agents.looks_elsewhere() && needs.has_quarry) words += start_words(count_, seen_.extra_count());
    const auto part = [&]<class T>(T*& array, std::size_t size) {
        array = reinterpret_cast<T*>(words);
        words += size;
    };
    part(x_, count_);
    part(y_, count_);
    part(velocity_x_, count_);
    part(velocity_y_, count_);
    if (needs.sight.headings) {
        part(heading_x_, count_);
        part(heading_y_, count_);
    }
    part(record_, 4 * count_);
    entry_ = reinterpret_cast<std::uint32_t*>(x_);
    part(slot_, count_);
    key_ = slot_;
    if (has_ids_) part(key_, count_);
    if (seen_.extras[extra_index(Stream::groups)].count != 0) part(groups_, count_);
    if (seen_.extras[extra_index(Stream::settled)].count != 0) part(settled_, count_);
    for (std::size_t i = 0; i < seen_floats.size(); ++i)
        if (seen_.extras[extra_index(seen_floats[i].stream)].count != 0) part(floats_[i], count_);
    entries_ = table_entries(count_);
    part(table_, entries_ + 2);

    // A pass of separation and cohesion reads headings too and does not use them: any integers will do.
    const auto* const any = reinterpret_cast<const std::int32_t*>(slot_);
    sorted_ = {.x = x_,
               .y = y_,
               .heading_x = heading_x_ != nullptr ? heading_x_ : any,
               .heading_y = heading_y_ != nullptr ? heading_y_ : any,
               .velocity_x = velocity_x_,
               .velocity_y = velocity_y_,
               .key = key_,
               .groups = groups_,
               .settled = settled_,
               .z = nullptr,
               .body_radius = nullptr,
               .priority = nullptr,
               .responsibility = nullptr,
               .first = table_,
               .key_base = has_ids_ ? 0 : seen_.first_id,
               .unique = !has_ids_,
               .wrap = {},
               .map = {},
               .largest_coordinate = 0};
    for (std::size_t i = 0; i < seen_floats.size(); ++i) sorted_.*seen_floats[i].sorted = floats_[i];
}

std::uint32_t NeighbourGrid::begin(std::uint32_t most_parts) {
    parts_ = std::clamp<std::size_t>(count_ / least_part, 1, std::min<std::size_t>(most_parts, max_parts));
    crowded_.store(false, std::memory_order_relaxed);
    return static_cast<std::uint32_t>(parts_);
}

namespace {

/// The elements [first, first + count) of a column, padded with infinity.
void load(float (&to)[chunk_size], const Column& from, std::size_t first, std::size_t count) {
    copy_elements(to, from, first, count);
    std::fill(to + count, to + whole_steps(count), std::numeric_limits<float>::infinity());
}

}  // namespace

/// Calls use(chunk, first slot, agents) for the part's agents, flushed; the padding of a chunk is at fault.
template <class Use>
void NeighbourGrid::for_each_chunk(std::size_t part, const Use& use) const {
    Chunk chunk;
    const std::size_t end = share(count_, part + 1);
    for (std::size_t first = share(count_, part); first < end; first += chunk_size) {
        const std::size_t agents = std::min(end - first, chunk_size);
        load(chunk.x, seen_.motion[0], first, agents);
        load(chunk.y, seen_.motion[1], first, agents);
        load(chunk.velocity_x, seen_.motion[2], first, agents);
        load(chunk.velocity_y, seen_.motion[3], first, agents);
        chunk_.read(chunk, agents);
        use(chunk, first, agents);
    }
}

/// The rectangle of the part's agents, and an empty table. In a world that wraps, only the division of the
/// table among parts uses the rectangle.
void NeighbourGrid::measure(std::size_t part) {
    const std::size_t words = std::size_t{entries_} + 2;
    std::fill(table_ + share(words, part), table_ + share(words, part + 1), 0);
    Part& here = part_[part];
    here.x = here.y = nowhere;
    if (wrap_ != nullptr && parts_ == 1) return;
    alignas(64) float positions[chunk_size];
    const std::size_t end = share(count_, part + 1);
    for (std::size_t first = share(count_, part); first < end; first += chunk_size) {
        const std::size_t agents = std::min(end - first, chunk_size);
        load(positions, seen_.motion[0], first, agents);
        chunk_.extend(positions, agents, here.x);
        load(positions, seen_.motion[1], first, agents);
        chunk_.extend(positions, agents, here.y);
    }
}

CellMap NeighbourGrid::map_of(double edge, std::int64_t reach) const {
    if (wrap_ == nullptr) return open_map(extent_x_, extent_y_, edge, reach, entries_);
    CellMap map{.x = wrapped_axis(wrap_->min_x, sorted_.wrap.width, edge / static_cast<double>(reach)),
                .y = wrapped_axis(wrap_->min_y, sorted_.wrap.height, edge),
                .reach = reach,
                .wraps = true,
                .hashed = false,
                .row_stride = 0,
                .mask = 0};
    fit_table(map, entries_);
    return map;
}

/// An estimate, from a sample, of the average number of agents in an agent's cell.
double NeighbourGrid::crowding(const CellMap& map) const {
    std::array<std::uint32_t, 512> cells;
    const std::size_t drawn = std::min(count_ / 32 + 2, cells.size());
    std::size_t sampled = 0;
    for (std::size_t i = 0; i < drawn && count_ != 0; ++i) {
        float place[2];
        for (std::size_t axis = 0; axis < 2; ++axis)
            copy_elements(&place[axis], seen_.motion[axis], count_ * i / drawn, 1);
        if (std::fabs(place[0]) <= component_limit && std::fabs(place[1]) <= component_limit)
            cells[sampled++] = bucket_at(map, as_read(place[0]), as_read(place[1]));
    }
    std::sort(cells.begin(), cells.begin() + sampled);
    std::size_t pairs = 0;
    for (std::size_t i = 1, run = 0; i < sampled; ++i) {
        run = cells[i] == cells[i - 1] ? run + 1 : 0;
        pairs += run;
    }
    const double all_pairs = static_cast<double>(sampled) * static_cast<double>(sampled - 1) / 2;
    return sampled < 2 ? 0 : static_cast<double>(count_) * static_cast<double>(pairs) / all_pairs;
}

namespace {

double cells_of(const CellMap& map) {
    return static_cast<double>(map.x.count) * static_cast<double>(map.y.count);
}

}  // namespace

void NeighbourGrid::lay_out() {
    // Not in the constructor, which runs in the caller's rounding mode.
    if (wrap_ != nullptr) sorted_.wrap = {wrap_->max_x - wrap_->min_x, wrap_->max_y - wrap_->min_y};
    extent_x_ = extent_y_ = nowhere;
    for (std::size_t part = 0; part < parts_; ++part) {
        extend(extent_x_, part_[part].x);
        extend(extent_y_, part_[part].y);
    }
    sorted_.largest_coordinate = std::max({-extent_x_.low, extent_x_.high, -extent_y_.low, extent_y_.high});
    double edge = static_cast<double>(largest_radius_) * (1 + 0x1p-6);
    CellMap& map = sorted_.map;
    map = map_of(edge, 1);
    if (!map.hashed) {
        // As narrow as the table allows: agents then look at columns with fewer agents.
        const double room = std::min(entries_ / cells_of(map), most_reach);
        for (auto reach = static_cast<std::int64_t>(room); reach > 1; --reach) {
            const CellMap narrow = map_of(edge, reach);
            if (!narrow.hashed) {
                map = narrow;
                break;
            }
        }
    } else {
        // Where cells share entries, consecutive agents are of distant rows, and each looks for neighbours
        // separately. In cells wide enough for an entry each they look together, at more agents.
        CellMap wide = map;
        while (wide.hashed) {
            edge *= std::max(1.0625, std::sqrt(cells_of(wide) / static_cast<double>(entries_)));
            wide = map_of(edge, 1);
        }
        if (crowding(wide) <= most_crowded) map = wide;
    }
    divide_table();
}

/// The entries of the rows with the part's agents; all entries if their rows are unknown.
Buckets NeighbourGrid::rows_of(const Part& part) const {
    const CellMap& map = sorted_.map;
    const std::int64_t bottom = cell_of(map.y, part.y.low);
    const std::int64_t top = cell_of(map.y, part.y.high);
    if (map.hashed || bottom < 0 || top >= map.y.count) return {0, entries_ - 1};
    return {bucket_of(map, 0, bottom), bucket_of(map, map.x.count - 1, top)};
}

/// Gives each part a range of entries in which no other part counts.
void NeighbourGrid::divide_table() {
    if (parts_ == 1) {
        part_[0].own_first = 0;
        part_[0].own_count = entries_ + 1;
        return;
    }
    Buckets rows[max_parts];
    for (std::size_t part = 0; part < parts_; ++part) rows[part] = rows_of(part_[part]);
    for (std::size_t part = 0; part < parts_; ++part) {
        std::uint32_t first = rows[part].first;
        std::uint32_t end = rows[part].last + 1;
        for (std::size_t other = 0; other < parts_; ++other) {
            if (other == part || part_[other].y.low > part_[other].y.high) continue;
            if (rows[other].first <= rows[part].first)
                first = std::max(first, rows[other].last + 1);
            else
                end = std::min(end, rows[other].first);
        }
        part_[part].own_first = first;
        part_[part].own_count = first < end ? end - first : 0;
    }
}

/// Whether ids of so many agents count on from that of the first slot: then no two are the same, and slots
/// are the keys.
bool NeighbourGrid::ids_follow_slots(std::size_t first, std::size_t agents) const {
    if (!seen_.ids.contiguous()) return false;
    const auto* const ids = static_cast<const std::uint32_t*>(seen_.ids.data);
    const std::uint32_t base = ids[0] + static_cast<std::uint32_t>(first);
    std::uint32_t differences = 0;
    for (std::uint32_t i = 0; i < agents; ++i) differences |= ids[first + i] ^ (base + i);
    return differences == 0;
}

void NeighbourGrid::count(std::size_t part) {
    const int entry_bits = std::bit_width(entries_);
    const std::uint32_t own_first = part_[part].own_first;
    const std::uint32_t own_count = part_[part].own_count;
    std::uint32_t most_before = 0;
    bool numbered = has_ids_;
    for_each_chunk(part, [&](const Chunk& chunk, std::size_t first, std::size_t agents) {
        alignas(64) std::uint32_t entries[chunk_size];
        chunk_.find_entries(chunk, agents, sorted_.map, entries_, entries);
        const float* const state[] = {chunk.x, chunk.y, chunk.velocity_x, chunk.velocity_y};
        if (agents == whole_steps(agents)) {
            chunk_.write_records(state, agents, record_ + 4 * first);
        } else {
            alignas(64) float records[4 * chunk_size];
            chunk_.write_records(state, agents, records);
            std::copy_n(records, 4 * agents, record_ + 4 * first);
        }
        numbered = numbered && ids_follow_slots(first, agents);
        // Copies, because a counter might be any member.
        std::uint32_t* const counters = table_ + 1;
        std::uint32_t* const to = entry_ + first;
        std::uint32_t most = most_before;
        const auto count_one = [&, first_own = own_first, own = own_count, bits = entry_bits](std::size_t i) {
            const std::uint32_t before = take(counters[entries[i]], entries[i] - first_own >= own);
            most = std::max(most, before);
            to[i] = entries[i] | static_cast<std::uint32_t>(std::uint64_t{before} << bits);
        };
        // Agents that follow each other are often of one cell, whose counter each would wait for.
        const std::size_t quarter = agents / 4;
        for (std::size_t i = 0; i < quarter; ++i)
            for (std::size_t j = 0; j < 4; ++j) count_one(i + j * quarter);
        for (std::size_t i = 4 * quarter; i < agents; ++i) count_one(i);
        most_before = most;
    });
    part_[part].numbered = numbered;
    if ((std::uint64_t{most_before} << entry_bits) >> 32 != 0)
        crowded_.store(true, std::memory_order_relaxed);
}

/// Counts the agents in the part's share of the table.
void NeighbourGrid::total(std::size_t part) {
    const std::size_t words = std::size_t{entries_} + 2;
    std::uint32_t sum = 0;
    for (std::size_t entry = share(words, part); entry < share(words, part + 1); ++entry)
        sum += table_[entry];
    part_[part].total = sum;
}

/// Turns numbers of agents, each stored one entry late, into places of the first agents. With crowded cells
/// these too are one entry late: `place` advances each to the end of its cell, where the next one begins.
void NeighbourGrid::add_up(std::size_t part) {
    const std::size_t words = std::size_t{entries_} + 2;
    std::uint32_t sum = 0;
    for (std::size_t before = 0; before < part; ++before) sum += part_[before].total;
    const bool crowded = crowded_.load(std::memory_order_relaxed);
    for (std::size_t entry = share(words, part); entry < share(words, part + 1); ++entry) {
        const std::uint32_t agents = table_[entry];
        table_[entry] = crowded ? sum : sum + agents;
        sum += agents;
    }
}

float NeighbourGrid::extra_of(Stream stream, std::size_t slot) const {
    const auto value = value_at<float>(seen_.extras[extra_index(stream)], slot);
    return std::fabs(value) <= component_limit ? as_read(value) : std::numeric_limits<float>::quiet_NaN();
}

namespace {

/// One stream after the other: few pointers at a time, and no test per agent.
template <class T, class Of>
void put(T* to, const std::uint32_t (&at)[chunk_size], std::size_t agents, const Of& of) {
    if (to == nullptr) return;
    for (std::size_t i = 0; i < agents; ++i) to[at[i]] = of(i);
}

}  // namespace

void NeighbourGrid::place(std::size_t part) {
    const int entry_bits = std::bit_width(entries_);
    const auto entry_mask = static_cast<std::uint32_t>((std::uint64_t{1} << entry_bits) - 1);
    const bool crowded = crowded_.load(std::memory_order_relaxed);
    const bool numbered = std::all_of(part_, part_ + parts_, [](const Part& of) { return of.numbered; });
    if (part == 0 && has_ids_) {
        sorted_.key = numbered ? slot_ : key_;
        sorted_.key_base = numbered ? value_at<std::uint32_t>(seen_.ids, 0) : 0;
        sorted_.unique = numbered;
    }
    const std::size_t end = share(count_, part + 1);
    for (std::size_t first = share(count_, part); first < end; first += chunk_size) {
        const std::size_t agents = std::min(end - first, chunk_size);
        std::uint32_t at[chunk_size];
        for (std::size_t i = 0; i < agents; ++i) {
            const std::uint32_t entry = entry_[first + i] & entry_mask;
            const auto before = static_cast<std::uint32_t>(std::uint64_t{entry_[first + i]} >> entry_bits);
            at[i] = crowded ? take(table_[entry + 1], parts_ != 1) : table_[entry] + before;
        }
        put(slot_, at, agents, [&](std::size_t i) { return static_cast<std::uint32_t>(first + i); });
        const auto word_of = [&](const Column& column) {
            return [&column, first](std::size_t i) {
                std::uint32_t word;
                std::memcpy(&word, element_at(column, first + i), sizeof word);
                return word;
            };
        };
        if (has_ids_ && !numbered) put(key_, at, agents, word_of(seen_.ids));
        put(groups_, at, agents, word_of(seen_.extras[extra_index(Stream::groups)]));
        put(settled_, at, agents, word_of(seen_.extras[extra_index(Stream::settled)]));
        for (std::size_t which = 0; which < seen_floats.size(); ++which)
            put(floats_[which], at, agents,
                [&](std::size_t i) { return extra_of(seen_floats[which].stream, first + i); });
    }
}

bool NeighbourGrid::is_scattered() const {
    constexpr std::size_t samples = 32;
    constexpr std::int64_t far = 128;
    if (count_ <= samples) return false;
    std::size_t scattered = 0;
    for (std::size_t i = 0; i < samples; ++i) {
        const std::uint32_t* const pair = slot_ + (count_ - 1) * i / samples;
        scattered += std::abs(std::int64_t{pair[1]} - std::int64_t{pair[0]}) > far ? 1 : 0;
    }
    return 2 * scattered > samples;
}

void NeighbourGrid::put_back(std::size_t part) {
    Chunk chunk;
    const std::size_t end = share(count_, part + 1);
    for (std::size_t first = share(count_, part); first < end; first += chunk_size) {
        const std::size_t agents = std::min(end - first, chunk_size);
        alignas(64) std::uint32_t slots[chunk_size];
        std::iota(slots, slots + agents, static_cast<std::uint32_t>(first));
        std::fill(slots + agents, slots + whole_steps(agents), slots[0]);
        chunk_.read_records(record_, slots, agents, chunk);
        const float* const state[] = {chunk.x, chunk.y, chunk.velocity_x, chunk.velocity_y};
        const bool all = std::none_of(chunk.x, chunk.x + agents, [](float x) { return std::isnan(x); });
        for (std::size_t i = 0; i < seen_streams.size(); ++i) {
            if (all && seen_.motion[i].contiguous()) {
                std::memcpy(element_at(seen_.motion[i], first), state[i], agents * sizeof(float));
                continue;
            }
            for (std::size_t j = 0; j < agents; ++j)
                if (!std::isnan(chunk.x[j]))
                    std::memcpy(element_at(seen_.motion[i], first + j), state[i] + j, sizeof(float));
        }
    }
}

/// The agents in the order of cells.
void NeighbourGrid::copy(std::size_t part) {
    Chunk chunk;
    const std::size_t end = share(count_, part + 1);
    for (std::size_t first = share(count_, part); first < end; first += chunk_size) {
        const std::size_t agents = std::min(end - first, chunk_size);
        alignas(64) std::uint32_t slots[chunk_size];
        std::copy_n(slot_ + first, agents, slots);
        std::fill(slots + agents, slots + whole_steps(agents), slots[0]);
        chunk_.read_records(record_, slots, agents, chunk);
        const auto write = [&](auto* to, const auto& from) { std::copy_n(from, agents, to + first); };
        write(x_, chunk.x);
        write(y_, chunk.y);
        write(velocity_x_, chunk.velocity_x);
        write(velocity_y_, chunk.velocity_y);
        if (heading_x_ == nullptr) continue;
        alignas(64) std::int32_t x[chunk_size], y[chunk_size];
        chunk_.find_headings(chunk, agents, x, y);
        write(heading_x_, x);
        write(heading_y_, y);
    }
}

}  // namespace wend::detail
