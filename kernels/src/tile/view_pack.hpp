// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <type_traits>

#include "columns/view_memory.hpp"
#include "stage/capacities.hpp"
#include "stage/lane_copies.hpp"
#include "tile/tile_streams.hpp"

namespace wend::detail {

/// Agents of several views that share a tile, in copies of their streams. A view may be gone after it was
/// added; its agents may not.
class ViewPack {
  public:
    struct Shape {
        StreamSet used, kept;  ///< the copied streams, and those of them that are put back
        std::byte* memory;     ///< for the copies
        std::uint32_t bytes;
        std::uint32_t more;   ///< bytes an agent behind the copies, for worlds, which all have ids
        bool numbers_agents;  ///< agents without an id stream need ids
        const LaneCopies* copies;
    };

    void start(const Shape& shape) {
        shape_ = shape;
        stream_count_ = kept_streams_ = 0;
        for_each_stream(shape.used, [&](std::size_t stream, std::size_t size) {
            streams_[stream_count_++] = {.stream = static_cast<std::uint8_t>(stream),
                                         .kept = shape.kept.has(stream),
                                         .wide = size == 8,
                                         .copy = nullptr};
        });
        lanes_ = lanes_of(shape.used, shape.bytes, shape.more);
        std::byte* copy = shape.memory;
        for (Copied& one : used()) {
            one.copy = copy;
            copy += lanes_ * one.size();
            kept_streams_ += one.kept ? 1 : 0;
        }
        clear();
    }

    /// The most agents.
    [[nodiscard]] static std::size_t lanes_of(StreamSet used, std::size_t bytes, std::size_t more) {
        return std::min(tile_size, bytes / (bytes_of_set(used) + more) / group_size * group_size);
    }
    [[nodiscard]] std::size_t lanes() const { return lanes_; }
    /// The memory behind the copies.
    [[nodiscard]] std::byte* more() const { return shape_.memory + lanes_ * bytes_of_set(shape_.used); }

    void clear() { agents_ = part_count_ = kept_count_ = 0; }

    [[nodiscard]] std::size_t agents() const { return agents_; }
    [[nodiscard]] std::size_t groups() const { return (agents_ + group_size - 1) / group_size; }
    [[nodiscard]] bool full() const {
        return agents_ == lanes_ || part_count_ == std::size(parts_) ||
               kept_count_ + kept_streams_ > std::size(kept_);
    }

    /// Whether so many agents of one view fit.
    [[nodiscard]] bool fits(std::size_t count) const { return !full() && count <= lanes_ - agents_; }

    /// Copies agents of the view, as many as fit, and returns their number; the pack must not be full.
    template <class Memory>
    std::size_t add(const Memory& memory, std::uint32_t index, std::size_t first, std::size_t count) {
        count = std::min(count, lanes_ - agents_);
        parts_[part_count_++] = {.lane = agents_,
                                 .count = count,
                                 .first = first,
                                 .view = index,
                                 .first_id = memory.first_id() + static_cast<std::uint32_t>(first)};
        StreamCopy copies[stream_count];
        StreamCopy* next = copies;
        for (const Copied& one : used()) {
            std::byte* const from = memory.address(one.stream) + first * one.size();
            *next++ = {from, one.copy + agents_ * one.size(), one.wide};
            if (one.kept) kept_[kept_count_++] = from;
        }
        shape_.copies->copy(copies, stream_count_, count);
        agents_ += count;
        return count;
    }

    /// The streams of a tile; lanes behind the agents get the last one's elements. Returns the id of the
    /// first agent, which counts where the streams have no ids: those of one view may follow its slots.
    std::uint32_t pad(TileStreams streams) {
        const std::size_t end = groups() * group_size;
        StreamCopy copies[stream_count];
        StreamCopy* next = copies;
        for (const Copied& one : used()) *next++ = {nullptr, one.copy, one.wide};
        if (agents_ != end) shape_.copies->pad(copies, stream_count_, agents_, end);
        const std::uint32_t first_id = parts_[0].first_id;
        has_ids_ =
            shape_.numbers_agents && (shape_.more != 0 || part_count_ != 1 || first_id % group_size != 0);
        point_at(0, streams);
        if (!has_ids_) return first_id;
        for (std::size_t i = 0; i < part_count_; ++i)
            for (std::size_t k = 0; k < parts_[i].count; ++k)
                ids_[parts_[i].lane + k] = parts_[i].first_id + static_cast<std::uint32_t>(k);
        std::fill(ids_ + agents_, ids_ + end, ids_[agents_ - 1]);
        return first_id;
    }

    /// The padded copies as a view.
    [[nodiscard]] AgentView copies() {
        AgentView view(parts_[0].first_id);
        const auto bind = [&](std::size_t stream, void* data) {
            static_cast<void>(
                view.bind(static_cast<Stream>(stream), {data, agents_, stream_infos[stream].element, true}));
        };
        for (const Copied& one : used()) bind(one.stream, one.copy);
        if (has_ids_) bind(static_cast<std::size_t>(Stream::id), ids_);
        return view;
    }

    /// Points the streams at the copies, from a group on.
    void point_at(std::size_t group, TileStreams streams) {
        const std::size_t first = group * group_size;
        for (const Copied& one : used())
            streams.in[one.stream] = streams.out[one.stream] = one.copy + first * one.size();
        if (has_ids_) streams.in[static_cast<std::size_t>(Stream::id)] = ids_ + first;
    }

    /// The first lane of each part, and behind the last one; returns the number of parts.
    std::size_t first_lanes(std::uint32_t* first) const {
        for (std::size_t i = 0; i < part_count_; ++i) first[i] = static_cast<std::uint32_t>(parts_[i].lane);
        first[part_count_] = static_cast<std::uint32_t>(agents_);
        return part_count_;
    }

    static constexpr std::size_t most_parts = 32;

    /// Copies the kept streams back to the views.
    void put_back() const {
        for (std::size_t i = 0; i < part_count_; ++i) {
            const Part& part = parts_[i];
            std::byte* const* to = kept_ + i * kept_streams_;
            StreamCopy copies[stream_count];
            StreamCopy* next = copies;
            for (const Copied& one : used())
                if (one.kept) *next++ = {one.copy + part.lane * one.size(), *to++, one.wide};
            shape_.copies->copy(copies, kept_streams_, part.count);
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
        std::uint32_t first_id;
    };

    /// A stream that is copied.
    struct Copied {
        std::uint8_t stream;
        bool kept, wide;
        std::byte* copy;  ///< of its elements, of lanes_ agents

        [[nodiscard]] std::size_t size() const { return wide ? 8 : 4; }
    };
    [[nodiscard]] std::span<Copied> used() { return {streams_, stream_count_}; }
    [[nodiscard]] std::span<const Copied> used() const { return {streams_, stream_count_}; }

    Shape shape_;
    Copied streams_[stream_count];
    std::size_t stream_count_, kept_streams_;
    std::size_t lanes_;
    std::size_t agents_, part_count_, kept_count_;
    Part parts_[most_parts];
    std::byte* kept_[128];  ///< addresses of the kept streams, part after part
    bool has_ids_;
    std::uint32_t ids_[tile_size];
    static_assert(std::extent_v<decltype(kept_)> >= max_pending);
};
static_assert(std::is_trivial_v<ViewPack>, "it may share memory with what other programs need");

}  // namespace wend::detail
