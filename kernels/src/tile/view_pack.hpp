// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "columns/elements.hpp"
#include "stage/capacities.hpp"
#include "tile/tile_streams.hpp"

namespace wend::detail {

/// Agents of several views that share a tile, in copies of their streams. A view may be gone after it was
/// added; its agents may not.
class ViewPack {
  public:
    /// The copied streams, those of them that are put back, memory for the copies, and whether agents without
    /// an id stream need ids.
    struct Shape {
        StreamSet used, kept;
        std::byte* memory;
        std::size_t bytes;
        bool numbers_agents;
    };

    void start(const Shape& shape) {
        shape_ = shape;
        lanes_ = std::min(tile_size, shape.bytes / bytes_of_set(shape.used) / group_size * group_size);
        kept_streams_ = size_of_set(shape.kept);
        clear();
    }

    void clear() { agents_ = part_count_ = kept_count_ = 0; }

    [[nodiscard]] std::size_t agents() const { return agents_; }
    [[nodiscard]] std::size_t groups() const { return (agents_ + group_size - 1) / group_size; }
    [[nodiscard]] bool full() const {
        return agents_ == lanes_ || part_count_ == std::size(parts_) ||
               kept_count_ + kept_streams_ > std::size(kept_);
    }

    /// Copies agents of the view, as many as fit, and returns their number; the pack must not be full.
    std::size_t add(const AgentView& view, std::uint32_t index, std::size_t first, std::size_t count) {
        count = std::min(count, lanes_ - agents_);
        parts_[part_count_++] = {.lane = agents_, .count = count, .first = first, .view = index};
        for_each_copy([&](std::size_t stream, std::size_t size, std::byte* copy) {
            std::byte* const from = element_at(view.column(static_cast<Stream>(stream)), first);
            std::memcpy(copy + agents_ * size, from, count * size);
            if ((shape_.kept >> stream & 1) != 0) kept_[kept_count_++] = from;
        });
        if (shape_.numbers_agents)
            for (std::size_t i = 0; i < count; ++i)
                ids_[agents_ + i] = view.first_id() + static_cast<std::uint32_t>(first + i);
        agents_ += count;
        return count;
    }

    /// The streams of a tile; lanes behind the agents get the last one's elements.
    void pad(TileStreams streams) {
        const std::size_t end = groups() * group_size;
        for_each_copy([&](std::size_t stream, std::size_t size, std::byte* copy) {
            if (size == 4)
                repeat_last<4>(copy, end);
            else
                repeat_last<8>(copy, end);
            streams.in[stream] = streams.out[stream] = copy;
        });
        if (!shape_.numbers_agents) return;
        std::fill(ids_ + agents_, ids_ + end, ids_[agents_ - 1]);
        streams.in[static_cast<std::size_t>(Stream::id)] = ids_;
    }

    /// Copies the kept streams back to the views.
    void put_back() const {
        for (std::size_t i = 0; i < part_count_; ++i) {
            const Part& part = parts_[i];
            std::byte* const* to = kept_ + i * kept_streams_;
            for_each_copy([&](std::size_t stream, std::size_t size, const std::byte* copy) {
                if ((shape_.kept >> stream & 1) != 0)
                    std::memcpy(*to++, copy + part.lane * size, part.count * size);
            });
        }
    }

    /// Calls use(index of the view, slot) for the agent in that lane.
    template <class Use>
    auto with_agent(std::size_t lane, const Use& use) const {
        const Part* part = parts_;
        while (lane >= part->lane + part->count) ++part;
        return use(part->view, part->first + (lane - part->lane));
    }

  private:
    /// The agents of one view.
    struct Part {
        std::size_t lane, count;
        std::size_t first;  ///< slot
        std::uint32_t view;
    };

    /// With a size known at compile time: otherwise each element is a call.
    template <std::size_t size>
    void repeat_last(std::byte* copy, std::size_t end) const {
        Element<size> last;
        std::memcpy(&last, copy + (agents_ - 1) * size, size);
        for (std::size_t lane = agents_; lane < end; ++lane) std::memcpy(copy + lane * size, &last, size);
    }

    template <class Use>
    void for_each_copy(const Use& use) const {
        std::byte* copy = shape_.memory;
        for_each_stream(shape_.used, [&](std::size_t stream, std::size_t size) {
            use(stream, size, copy);
            copy += lanes_ * size;
        });
    }

    Shape shape_;
    std::size_t lanes_, kept_streams_;
    std::size_t agents_, part_count_, kept_count_;
    Part parts_[32];
    std::byte* kept_[128];  ///< addresses of the kept streams, part after part
    std::uint32_t ids_[tile_size];
    static_assert(std::extent_v<decltype(kept_)> >= max_pending);
};
static_assert(std::is_trivial_v<ViewPack>, "it may share memory with what other programs need");

}  // namespace wend::detail
