// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/sort_by_cell.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "columns/column_memory.hpp"
#include "columns/elements.hpp"
#include "float_environment.hpp"
#include "neighbours/grid.hpp"
#include "program/plan.hpp"

namespace wend {
namespace {

constexpr std::size_t max_agents = std::size_t{1} << 31;

Status check_streams(const AgentView& agents) {
    const std::size_t count = agents.size();
    for (const Stream stream : {Stream::position_x, Stream::position_y, Stream::id})
        if (!agents.has(stream)) return {.code = Code::missing_stream, .subject = name(stream).data()};
    if (count >= max_agents)
        return {
            .code = Code::too_many_elements, .subject = "position_x", .value = static_cast<double>(count)};
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        if (!agents.has(stream)) continue;
        if (Status s = detail::check_column(agents, stream, true); !s) return s;
        if (agents.is_slice() && !agents.looks_elsewhere() && is_slot_stream(stream))
            return {.code = Code::needs_whole_view, .subject = name(stream).data()};
    }
    return {};
}

Status check(const AgentView& agents, float edge, std::span<const std::uint32_t> order) {
    if (Status s = check_streams(agents); !s) return s;
    if (Status s = detail::check_range("edge", edge, positive); !s) return s;
    const std::size_t needed = agents.size() == 0 ? 0 : sort_workspace_size(agents.size());
    if (agents.workspace().size() < needed)
        return {.code = Code::missing_workspace,
                .subject = "sort_by_cell",
                .value = static_cast<double>(agents.workspace().size()),
                .expected = static_cast<double>(needed)};
    if (!order.empty() && order.size() != agents.size())
        return {.code = Code::length_mismatch,
                .subject = "order",
                .other = "position_x",
                .value = static_cast<double>(order.size()),
                .expected = static_cast<double>(agents.size())};
    return {};
}

/// The sort, with the parts of the workspace.
class CellSort {
  public:
    explicit CellSort(const AgentView& agents) : agents_(agents), count_(agents.size()) {
        auto* words = reinterpret_cast<std::uint32_t*>(agents.workspace().data());
        const auto part = [&](std::size_t size) { return std::exchange(words, words + size); };
        entry_ = part(count_);
        order_ = part(count_);
        elements_ = reinterpret_cast<std::byte*>(part(2 * count_));
        entries_ = detail::table_entries(count_);
        first_ = part(entries_ + 2);
    }

    void run(float edge, std::span<std::uint32_t> order) {
        find_entries(edge);
        find_order();
        for (std::size_t i = 0; i < stream_count; ++i) reorder(static_cast<Stream>(i));
        follow_targets();
        std::ranges::copy(std::span(order_, order.size()), order.begin());
    }

  private:
    [[nodiscard]] float read(Stream stream, std::size_t slot) const {
        return detail::value_at<float>(agents_.column(stream), slot);
    }

    /// Calls use(slot, x, y, is valid).
    template <class Use>
    void for_each_position(const Use& use) const {
        for (std::size_t slot = 0; slot < count_; ++slot) {
            const float x = read(Stream::position_x, slot);
            const float y = read(Stream::position_y, slot);
            const auto legal = [](float at) { return at >= -component_limit && at <= component_limit; };
            use(slot, x, y, legal(x) && legal(y));
        }
    }

    void find_entries(float edge) {
        constexpr float most = std::numeric_limits<float>::max();
        detail::Extent x{most, -most}, y{most, -most};
        for_each_position([&](std::size_t, float at_x, float at_y, bool legal) {
            if (!legal) return;
            x = {std::min(x.low, at_x), std::max(x.high, at_x)};
            y = {std::min(y.low, at_y), std::max(y.high, at_y)};
        });
        const detail::CellMap map = detail::open_map(x, y, static_cast<double>(edge), 1, entries_);
        for_each_position([&](std::size_t slot, float at_x, float at_y, bool legal) {
            entry_[slot] = legal ? detail::bucket_at(map, at_x, at_y) : entries_;
        });
    }

    void find_order() {
        std::fill_n(first_, entries_ + 2, 0u);
        for (std::size_t slot = 0; slot < count_; ++slot) ++first_[entry_[slot] + 1];
        for (std::size_t i = 1; i < entries_ + 2; ++i) first_[i] += first_[i - 1];
        for (std::size_t slot = 0; slot < count_; ++slot)
            order_[first_[entry_[slot]]++] = static_cast<std::uint32_t>(slot);
    }

    void reorder(Stream stream) {
        if (!agents_.has(stream)) return;
        const Column& column = agents_.column(stream);
        for (std::size_t i = 0; i < static_cast<std::size_t>(stream); ++i)
            if (agents_.has(static_cast<Stream>(i)) &&
                agents_.column(static_cast<Stream>(i)).data == column.data)
                return;  // the same memory, reordered before
        detail::copy_elements(elements_, column, 0, count_);
        if (size_of(column.element) == 4)
            place<4>(column);
        else
            place<8>(column);
    }
    template <std::size_t size>
    void place(const Column& column) {
        for (std::size_t slot = 0; slot < count_; ++slot)
            std::memcpy(detail::element_at(column, slot), elements_ + order_[slot] * size, size);
    }

    /// Updates streams of slots of the view.
    void follow_targets() {
        if (agents_.looks_elsewhere()) return;
        std::uint32_t* const slot_now = entry_;
        for (std::size_t slot = 0; slot < count_; ++slot)
            slot_now[order_[slot]] = static_cast<std::uint32_t>(slot);
        for (const Stream stream : slot_streams) {
            if (!agents_.has(stream)) continue;
            for (std::size_t slot = 0; slot < count_; ++slot) {
                std::byte* const element = detail::element_at(agents_.column(stream), slot);
                std::uint32_t target;
                std::memcpy(&target, element, sizeof target);
                if (target < count_) std::memcpy(element, &slot_now[target], sizeof target);
            }
        }
    }

    const AgentView& agents_;
    std::size_t count_;
    std::uint32_t entries_;
    std::uint32_t* entry_;  ///< of the agent in a slot: the entry of its cell in the table
    std::uint32_t* order_;  ///< the slots, cell by cell
    std::uint32_t* first_;  ///< place of an entry's first agent, then of the next one to be placed
    std::byte* elements_;   ///< a stream in its old order
};

}  // namespace

Status sort_by_cell(const AgentView& agents, float edge, std::span<std::uint32_t> order) noexcept {
    return detail::in_default_float_environment([&] {
        const Status status = check(agents, edge, order);
        if (status && agents.size() != 0) CellSort(agents).run(edge, order);
        return status;
    });
}

Status sort_by_cell(AgentBuffer& agents, float edge, std::span<std::uint32_t> order) {
    AgentView view = agents.view();
    view.bind<Stream::id>(agents.get<Stream::id>());
    return sort_by_cell(view, edge, order);
}

}  // namespace wend
