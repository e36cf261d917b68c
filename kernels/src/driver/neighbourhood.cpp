// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "driver/neighbourhood.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "driver/elements.hpp"

namespace wend::detail {
namespace {

/// Agents that are looked at together: what one has is in the L1, and loops over it are vectors.
constexpr std::size_t chunk_size = 256;

struct Chunk {
    alignas(64) float x[chunk_size];
    alignas(64) float y[chunk_size];
    alignas(64) float velocity_x[chunk_size];
    alignas(64) float velocity_y[chunk_size];
    alignas(64) std::uint32_t bad[chunk_size];  ///< 1: position or velocity is at fault
};

/// Of all, whatever is in a chunk that is not full.
void flush(float (&values)[chunk_size], std::uint32_t (&bad)[chunk_size]) {
    for (std::size_t i = 0; i < chunk_size; ++i) {
        const float magnitude = std::fabs(values[i]);
        values[i] = magnitude < component_floor ? 0.0f : values[i];
        bad[i] |= magnitude <= component_limit ? 0u : 1u;
    }
}

/// Agents in an agent's cell beyond which cells are not made wider than the radius asks for.
constexpr double most_crowded = 16;

/// The lesser of two, for all threads.
void lower(std::atomic<float>& least, float value) {
    float seen = least.load(std::memory_order_relaxed);
    while (value < seen && !least.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
}
void raise(std::atomic<float>& most, float value) {
    float seen = most.load(std::memory_order_relaxed);
    while (value > seen && !most.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
}

/// The next place of an entry.
std::uint32_t take(std::uint32_t& counter, bool shared) {
    return shared ? std::atomic_ref(counter).fetch_add(1, std::memory_order_relaxed) : counter++;
}

/// The least and the greatest of what is not at fault, by eights.
void extend(const float (&values)[chunk_size], const std::uint32_t (&bad)[chunk_size], float& low,
            float& high) {
    constexpr float most = std::numeric_limits<float>::max();
    float least[8];
    float greatest[8];
    std::fill(least, least + 8, most);
    std::fill(greatest, greatest + 8, -most);
    for (std::size_t i = 0; i < chunk_size; i += 8)
        for (std::size_t j = 0; j < 8; ++j) {
            const float up = bad[i + j] != 0 ? most : values[i + j];
            const float down = bad[i + j] != 0 ? -most : values[i + j];
            least[j] = up < least[j] ? up : least[j];
            greatest[j] = down > greatest[j] ? down : greatest[j];
        }
    low = std::min(low, *std::min_element(least, least + 8));
    high = std::max(high, *std::max_element(greatest, greatest + 8));
}

/// Cells along an axis without an end, where all lie in [0, count): no floor, and integers of 32 bits. Agents
/// at fault get cell 0, which is not used.
void find_cells(const CellAxis& axis, const float (&positions)[chunk_size],
                std::int32_t (&cells)[chunk_size]) {
    for (std::size_t i = 0; i < chunk_size; ++i) {
        const double at = (static_cast<double>(positions[i]) - axis.origin) * axis.inverse_edge;
        const double below = at < 0x1p31 ? at : 0.0;
        cells[i] = static_cast<std::int32_t>(below > 0.0 ? below : 0.0);
    }
}

/// unit(velocity) in units of 2^-20.
void find_headings(const Chunk& chunk, std::int32_t (&x)[chunk_size], std::int32_t (&y)[chunk_size]) {
    for (std::size_t i = 0; i < chunk_size; ++i) {
        const float vx = chunk.bad[i] != 0 ? 0 : chunk.velocity_x[i];
        const float vy = chunk.bad[i] != 0 ? 0 : chunk.velocity_y[i];
        const float squared = vx * vx + vy * vy;
        const float scale = 1 / std::sqrt(squared < squared_length_floor ? squared_length_floor : squared);
        x[i] = static_cast<std::int32_t>(vx * scale * 0x1p20f);
        y[i] = static_cast<std::int32_t>(vy * scale * 0x1p20f);
    }
}

/// Cells along an axis that wraps: whole ones. Differences are rounded before they are taken to the nearest
/// image, which the term of `side` makes up for.
CellAxis wrapped_axis(float low, float side, double edge) {
    const double width = static_cast<double>(side);
    const double count = std::clamp(width / (edge + width * 0x1p-20), 1.0, 0x1p31);
    const auto cells = static_cast<std::int64_t>(count);
    return {static_cast<double>(low), static_cast<double>(cells) / width, cells};
}

CellAxis open_axis(float low, float high, double edge) {
    CellAxis axis{static_cast<double>(low), 1 / edge, 0};
    axis.count = cell_of(axis, high) + 1;
    return axis;
}

/// Whether all cells have an entry of their own, and how far apart rows are in the table.
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

CellMap open_map(Extent x, Extent y, double edge, std::uint32_t entries) {
    const auto axis = [&](Extent extent) {
        const bool any = extent.low <= extent.high;
        return open_axis(any ? extent.low : 0, any ? extent.high : 0, edge);
    };
    CellMap map{.x = axis(x), .y = axis(y), .wraps = false, .hashed = false, .row_stride = 0, .mask = 0};
    fit_table(map, entries);
    // From a far origin small differences would be lost. Inside the table it is near: no position is more
    // cells away than there are entries.
    if (map.hashed) map.x.origin = map.y.origin = 0;
    return map;
}

SeenColumns::SeenColumns(const AgentView& agents, const StreamUses& uses) {
    const bool elsewhere = agents.looks_elsewhere();
    for (std::size_t i = 0; i < seen_streams.size(); ++i)
        motion[i] = elsewhere ? agents.others()[i] : agents.column(seen_streams[i]);
    ids = elsewhere ? agents.others_ids() : agents.column(Stream::id);
    for (std::size_t i = 0; i < neighbour_extras.size(); ++i)
        if (has(uses.sees, neighbour_extras[i]))
            extras[i] = elsewhere ? agents.others_extras()[i] : agents.column(neighbour_extras[i]);
    first_id = elsewhere ? agents.others_first_id() : agents.first_id();
}

std::size_t SeenColumns::extra_count() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(extras, [](const Column& column) { return column.count != 0; }));
}

std::size_t workspace_words(const StreamUses& uses, bool has_quarry, std::size_t seen, bool same_view,
                            bool has_ids, std::size_t extras) {
    const std::size_t start = same_view ? start_words(seen, extras) : 0;
    if (!uses.sees_neighbours) return start;
    const std::size_t words =
        4 + (uses.sees_headings ? 2u : 0u) + (uses.sees_velocities ? 2u : 0u) + (has_ids ? 1u : 0u) + extras;
    const std::size_t sorted = words * seen + table_entries(seen) + 2;
    return has_quarry ? start + sorted : std::max(start, sorted);
}

std::size_t workspace_words(const Plan& plan, const AgentView& agents) {
    if (!plan.uses.looks_at_others) return 0;
    const SeenColumns seen(agents, plan.uses);
    return workspace_words(plan.uses, plan.has_quarry, seen.motion[0].count, !agents.looks_elsewhere(),
                           seen.ids.count != 0, seen.extra_count());
}

Neighbourhood::Neighbourhood(const Plan& plan, const AgentView& agents)
    : seen_(agents, plan.uses), count_(seen_.motion[0].count), has_ids_(seen_.ids.count != 0) {
    for (const Stage& stage : plan.stages)
        std::visit(
            [&]<class S>(const S& one) {
                if constexpr (requires { one.cos_field_of_view; })
                    largest_radius_ = std::max(largest_radius_, one.radius);
            },
            stage);
    const Locomotion* const locomotion = plan.locomotion();
    if (locomotion != nullptr && locomotion->bounds == Bounds::wrap) wrap_ = &locomotion->area;

    float* words = agents.workspace().data();
    if (!agents.looks_elsewhere() && plan.has_quarry) words += start_words(count_, seen_.extra_count());
    const auto part = [&]<class T>(T*& array, std::size_t size) {
        array = reinterpret_cast<T*>(words);
        words += size;
    };
    part(x_, count_);
    part(y_, count_);
    if (plan.uses.sees_headings) {
        part(heading_x_, count_);
        part(heading_y_, count_);
    }
    if (plan.uses.sees_velocities) {
        part(velocity_x_, count_);
        part(velocity_y_, count_);
    }
    part(entry_, count_);
    part(slot_, count_);
    key_ = slot_;
    if (has_ids_) part(key_, count_);
    if (seen_.extras[extra_index(Stream::groups)].count != 0) part(groups_, count_);
    if (seen_.extras[extra_index(Stream::position_z)].count != 0) part(z_, count_);
    if (seen_.extras[extra_index(Stream::body_radius)].count != 0) part(body_radius_, count_);
    entries_ = table_entries(count_);
    part(table_, entries_ + 2);

    // A pass of separation and cohesion reads headings too, and adds none: any integers will do.
    const auto* const any = reinterpret_cast<const std::int32_t*>(slot_);
    sorted_ = {.x = x_,
               .y = y_,
               .heading_x = heading_x_ != nullptr ? heading_x_ : any,
               .heading_y = heading_y_ != nullptr ? heading_y_ : any,
               .velocity_x = velocity_x_,
               .velocity_y = velocity_y_,
               .key = key_,
               .groups = groups_,
               .z = z_,
               .body_radius = body_radius_,
               .first = table_,
               .key_base = has_ids_ ? 0 : seen_.first_id,
               .wrap = {},
               .map = {}};
    if (wrap_ != nullptr) sorted_.wrap = {wrap_->max_x - wrap_->min_x, wrap_->max_y - wrap_->min_y};
}

void Neighbourhood::begin() {
    constexpr float most = std::numeric_limits<float>::max();
    low_x_ = low_y_ = most;
    high_x_ = high_y_ = -most;
}

namespace {

/// The agents [first, first + count) as they are read; the rest of the chunk is at fault.
void load(Chunk& chunk, const Column (&seen)[4], std::size_t first, std::size_t count) {
    float(*const streams[4])[chunk_size] = {&chunk.x, &chunk.y, &chunk.velocity_x, &chunk.velocity_y};
    std::fill(chunk.bad, chunk.bad + chunk_size, 0u);
    for (std::size_t i = 0; i < 4; ++i) {
        copy_elements(*streams[i], seen[i], first, count);
        std::fill(*streams[i] + count, *streams[i] + chunk_size, std::numeric_limits<float>::infinity());
        flush(*streams[i], chunk.bad);
    }
}

/// Calls use(chunk, first slot, agents) for the agents [begin, end).
template <class Use>
void for_each_chunk(const Column (&seen)[4], std::size_t begin, std::size_t end, const Use& use) {
    Chunk chunk;
    for (std::size_t first = begin; first < end; first += chunk_size) {
        const std::size_t count = std::min(end - first, chunk_size);
        load(chunk, seen, first, count);
        use(chunk, first, count);
    }
}

}  // namespace

/// The rectangle that they are in, and an empty table.
void Neighbourhood::measure(std::size_t part_begin, std::size_t part_end, std::size_t parts) {
    const std::size_t words = std::size_t{entries_} + 2;
    const std::size_t first = words * part_begin / parts;
    std::fill(table_ + first, table_ + words * part_end / parts, 0);
    if (wrap_ != nullptr) return;
    constexpr float most = std::numeric_limits<float>::max();
    float low_x = most, low_y = most, high_x = -most, high_y = -most;
    for_each_chunk(seen_.motion, count_ * part_begin / parts, count_ * part_end / parts,
                   [&](const Chunk& chunk, std::size_t, std::size_t) {
                       extend(chunk.x, chunk.bad, low_x, high_x);
                       extend(chunk.y, chunk.bad, low_y, high_y);
                   });
    lower(low_x_, low_x);
    lower(low_y_, low_y);
    raise(high_x_, high_x);
    raise(high_y_, high_y);
}

CellMap Neighbourhood::map_of(double edge) const {
    if (wrap_ == nullptr) return open_map({low_x_, high_x_}, {low_y_, high_y_}, edge, entries_);
    CellMap map{.x = wrapped_axis(wrap_->min_x, sorted_.wrap.width, edge),
                .y = wrapped_axis(wrap_->min_y, sorted_.wrap.height, edge),
                .wraps = true,
                .hashed = false,
                .row_stride = 0,
                .mask = 0};
    fit_table(map, entries_);
    return map;
}

/// How many agents an agent's cell has on average, as a sample of them says.
double Neighbourhood::crowding(const CellMap& map) const {
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

void Neighbourhood::lay_out() {
    double edge = static_cast<double>(largest_radius_) * (1 + 0x1p-6);
    CellMap& map = sorted_.map;
    map = map_of(edge);
    if (!map.hashed) return;
    // Where cells share entries, agents that follow each other are of distant rows, and each looks around for
    // itself. In cells so wide that each has an entry of its own they look around together, past more agents.
    CellMap wide = map;
    while (wide.hashed) {
        const double cells = static_cast<double>(wide.x.count) * static_cast<double>(wide.y.count);
        edge *= std::max(1.0625, std::sqrt(cells / static_cast<double>(entries_)));
        wide = map_of(edge);
    }
    if (crowding(wide) <= most_crowded) map = wide;
}

void Neighbourhood::count(std::size_t part_begin, std::size_t part_end, std::size_t parts, bool shared) {
    const CellMap& map = sorted_.map;
    for_each_chunk(
        seen_.motion, count_ * part_begin / parts, count_ * part_end / parts,
        [&](const Chunk& chunk, std::size_t first, std::size_t agents) {
            std::uint32_t* const entries = entry_ + first;
            if (map.wraps || map.hashed) {
                for (std::size_t i = 0; i < agents; ++i)
                    entries[i] = chunk.bad[i] != 0 ? entries_ : bucket_at(map, chunk.x[i], chunk.y[i]);
            } else {
                alignas(64) std::int32_t column[chunk_size];
                alignas(64) std::int32_t row[chunk_size];
                find_cells(map.x, chunk.x, column);
                find_cells(map.y, chunk.y, row);
                const auto stride = static_cast<std::uint32_t>(map.row_stride);
                for (std::size_t i = 0; i < agents; ++i)
                    entries[i] = chunk.bad[i] != 0 ? entries_
                                                   : static_cast<std::uint32_t>(column[i]) +
                                                         static_cast<std::uint32_t>(row[i]) * stride;
            }
            for (std::size_t i = 0; i < agents; ++i) take(table_[entries[i] + 1], shared);
        });
}

template <Stream S>
float Neighbourhood::extra_of(std::size_t slot) const {
    float value = 0;
    std::memcpy(&value, element_at(seen_.extras[extra_index(S)], slot), sizeof value);
    return std::fabs(value) <= component_limit ? as_read(value) : std::numeric_limits<float>::quiet_NaN();
}

/// From numbers of agents to the places of the first ones. `place` then moves each to the end of its entry,
/// which is where the next one begins.
void Neighbourhood::add_up() {
    std::uint32_t sum = 0;
    for (std::size_t entry = 1; entry <= std::size_t{entries_} + 1; ++entry) {
        const std::uint32_t agents = table_[entry];
        table_[entry] = sum;
        sum += agents;
    }
}

void Neighbourhood::place(std::size_t part_begin, std::size_t part_end, std::size_t parts, bool shared) {
    for_each_chunk(seen_.motion, count_ * part_begin / parts, count_ * part_end / parts,
                   [&](const Chunk& chunk, std::size_t first, std::size_t agents) {
                       alignas(64) std::int32_t heading_x[chunk_size];
                       alignas(64) std::int32_t heading_y[chunk_size];
                       if (heading_x_ != nullptr) find_headings(chunk, heading_x, heading_y);
                       for (std::size_t i = 0; i < agents; ++i) {
                           const std::uint32_t at = take(table_[entry_[first + i] + 1], shared);
                           x_[at] = chunk.x[i];
                           y_[at] = chunk.y[i];
                           slot_[at] = static_cast<std::uint32_t>(first + i);
                           if (heading_x_ != nullptr) {
                               heading_x_[at] = heading_x[i];
                               heading_y_[at] = heading_y[i];
                           }
                           if (velocity_x_ != nullptr) {
                               velocity_x_[at] = chunk.velocity_x[i];
                               velocity_y_[at] = chunk.velocity_y[i];
                           }
                           if (has_ids_)
                               std::memcpy(&key_[at], element_at(seen_.ids, first + i), sizeof key_[at]);
                           if (groups_ != nullptr)
                               std::memcpy(&groups_[at],
                                           element_at(seen_.extras[extra_index(Stream::groups)], first + i),
                                           sizeof groups_[at]);
                           if (z_ != nullptr) z_[at] = extra_of<Stream::position_z>(first + i);
                           if (body_radius_ != nullptr)
                               body_radius_[at] = extra_of<Stream::body_radius>(first + i);
                       }
                   });
}

}  // namespace wend::detail
