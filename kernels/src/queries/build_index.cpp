// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "columns/elements.hpp"
#include "columns/selected_agents.hpp"
#include "queries/index_data.hpp"
#include "stage/contract.hpp"

namespace wend::detail {
namespace {

constexpr std::uint32_t left_out = std::numeric_limits<std::uint32_t>::max();
constexpr double agents_of_cell = 2;
constexpr std::size_t most_samples = 256;

/// Of an axis: the cells' begin and extent.
struct Span {
    double low = 0, width = 0;
};

/// Most agents lie in it: a few that are far from all others must not make cells wide.
Span span_of(std::span<float> sample) {
    if (sample.empty()) return {};
    std::ranges::sort(sample);
    const std::size_t skipped = sample.size() / 64;
    const auto low = static_cast<double>(sample[skipped]);
    const double width = static_cast<double>(sample[sample.size() - 1 - skipped]) - low;
    return {low - width / 64, width + width / 32};
}

double cells_along(double width, double edge) { return std::floor(width / edge) + 1; }

CellAxis open_axis(const Span& span, double edge) {
    return {span.low, 1 / edge, static_cast<std::int64_t>(cells_along(span.width, edge))};
}

CellAxis wrapped_axis(float low, float width, double edge) {
    const double size = static_cast<double>(width);
    const double count = std::max(std::floor(size / edge), 1.0);
    return {static_cast<double>(low), count / size, static_cast<std::int64_t>(count)};
}

/// Edges of square cells with so many agents, as many as fit the table.
double edge_of(double width, double height, std::size_t agents, std::size_t most_cells) {
    const double share = agents_of_cell / static_cast<double>(std::max<std::size_t>(agents, 1));
    double edge = std::max({std::sqrt(width * height * share), std::max(width, height) * share, 0x1p-60});
    while (cells_along(width, edge) * cells_along(height, edge) > static_cast<double>(most_cells))
        edge *= 1.125;
    return edge;
}

}  // namespace

IndexData::IndexData(MemoryPieces& memory, std::size_t capacity)
    : x(memory.take<float>(capacity + index_padding)),
      y(memory.take<float>(capacity + index_padding)),
      slot(memory.take<std::uint32_t>(capacity)),
      id(memory.take<std::uint32_t>(capacity)),
      radius(memory.take<float>(capacity)),
      groups(memory.take<std::uint32_t>(capacity)),
      seen_groups(memory.take<std::uint32_t>(capacity)),
      first(memory.take<std::uint32_t>(std::size_t{table_entries(capacity)} + 1)),
      cell(memory.take<std::uint32_t>(capacity)) {
    if (!first.empty()) std::ranges::fill(first.first(2), 0u);  // one empty cell
}

bool IndexData::is_legal(float at_x, float at_y) const {
    if (!is_legal_position(at_x, at_y)) return false;
    return !wraps || (at_x >= area.min_x && at_x < area.max_x && at_y >= area.min_y && at_y < area.max_y);
}

std::size_t IndexData::build(const AgentView& view, const IndexOptions& options) {
    view_size = view.size();
    first_id = view.first_id();
    has_ids = view.has(Stream::id);
    has_radii = view.has(Stream::body_radius);
    has_groups = view.has(Stream::groups);
    has_seen_groups = view.has(Stream::seen_groups);
    common_radius = as_read(options.body_radius);
    wraps = options.wrap.has_value();
    area = options.wrap.value_or(Rectangle{});
    wrap = {area.max_x - area.min_x, area.max_y - area.min_y};
    const auto read = [&](Stream stream, std::size_t at) { return value_at<float>(view.column(stream), at); };
    const auto position_of = [&](std::size_t at) -> IndexedPosition {
        return {as_read(read(Stream::position_x, at)), as_read(read(Stream::position_y, at))};
    };
    const auto body_of = [&](std::size_t at) {
        return has_radii ? as_read(read(Stream::body_radius, at)) : common_radius;
    };

    const std::span<std::uint32_t> cell_of_slot = cell.first(view_size);
    std::ranges::fill(cell_of_slot, left_out);
    std::size_t invalid = 0;
    agents = 0;
    largest_radius = 0;
    for_each_selected(view, [&](std::size_t at) {
        const float body = body_of(at);
        const IndexedPosition one = position_of(at);
        const bool legal = is_legal(one.x, one.y) && body >= 0 && body <= component_limit;
        if (!legal) ++invalid;
        if (!legal || cell_of_slot[at] != left_out) return;
        cell_of_slot[at] = 0;
        slot[agents++] = static_cast<std::uint32_t>(at);
        largest_radius = std::max(largest_radius, body);
    });

    if (view.selection().kind == Selection::Kind::slots)
        for (const std::uint32_t at :
             std::span(static_cast<const std::uint32_t*>(view.selection().data), view.selection().count))
            invalid += at < view_size ? 0 : 1;

    if (wraps) {
        const double edge = edge_of(static_cast<double>(wrap.width), static_cast<double>(wrap.height), agents,
                                    first.size() - 1);
        columns = wrapped_axis(area.min_x, wrap.width, edge);
        rows = wrapped_axis(area.min_y, wrap.height, edge);
    } else {
        std::array<float, most_samples> sample_x, sample_y;
        const std::size_t samples = std::min<std::size_t>(agents, most_samples);
        for (std::size_t i = 0; i < samples; ++i) {
            const IndexedPosition one = position_of(slot[agents * i / samples]);
            sample_x[i] = one.x;
            sample_y[i] = one.y;
        }
        const Span along = span_of(std::span(sample_x).first(samples));
        const Span across = span_of(std::span(sample_y).first(samples));
        const double edge = edge_of(along.width, across.width, agents, first.size() - 1);
        columns = open_axis(along, edge);
        rows = open_axis(across, edge);
    }

    // Counts, stored one cell late, become the places of the first agents.
    const std::size_t cells = static_cast<std::size_t>(columns.count * rows.count);
    std::ranges::fill(first.first(cells + 1), 0u);
    const auto index_of = [](const CellAxis& axis, float at) {
        return std::clamp<std::int64_t>(cell_of(axis, at), 0, axis.count - 1);
    };
    for (std::size_t at = 0; at < view_size; ++at) {
        if (cell_of_slot[at] == left_out) continue;
        const IndexedPosition one = position_of(at);
        cell_of_slot[at] =
            static_cast<std::uint32_t>(index_of(rows, one.y) * columns.count + index_of(columns, one.x));
        ++first[cell_of_slot[at]];
    }
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i <= cells; ++i) sum += std::exchange(first[i], sum);

    std::size_t end = agents;
    for (std::size_t at = 0; at < view_size; ++at) {
        const std::size_t place = cell_of_slot[at] == left_out ? end++ : first[cell_of_slot[at]]++;
        slot[place] = static_cast<std::uint32_t>(at);
    }
    for (std::uint32_t place = 0; place < agents; ++place) {
        const IndexedPosition one = position_of(slot[place]);
        x[place] = one.x;
        y[place] = one.y;
    }
    std::ranges::fill(x.subspan(agents, index_padding), 0.0f);
    std::ranges::fill(y.subspan(agents, index_padding), 0.0f);
    const auto copy = [&]<class T>(bool bound, Stream stream, std::span<T> to) {
        for (std::uint32_t place = 0; bound && place < agents; ++place)
            to[place] = value_at<T>(view.column(stream), slot[place]);
    };
    copy(has_ids, Stream::id, id);
    copy(has_radii, Stream::body_radius, radius);
    copy(has_groups, Stream::groups, groups);
    copy(has_seen_groups, Stream::seen_groups, seen_groups);
    for (float& body : radius.first(has_radii ? agents : 0)) body = as_read(body);
    // Each now names the begin of the next cell.
    std::copy_backward(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(cells),
                       first.begin() + static_cast<std::ptrdiff_t>(cells) + 1);
    first[0] = 0;
    return invalid;
}

}  // namespace wend::detail
