// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "columns/elements.hpp"
#include "wend/layout.hpp"

namespace wend::detail {

/// The memory of plain calls, which need the addresses of bound streams alone: of a view, or of a chunk.
class ViewMemory {
  public:
    explicit ViewMemory(const AgentView& agents) : agents_(agents), columns_{agents} {}

    [[nodiscard]] std::size_t size() const { return agents_.size(); }
    [[nodiscard]] std::uint32_t first_id() const { return agents_.first_id(); }
    [[nodiscard]] bool selects() const { return agents_.selection().kind != Selection::Kind::all; }
    [[nodiscard]] std::byte* address(std::size_t stream) const {
        return static_cast<std::byte*>(columns_[stream].data);
    }
    /// 0 if the elements lie side by side, `count` of them.
    [[nodiscard]] std::size_t unlike(std::size_t stream, std::size_t count) const {
        return (columns_[stream].count ^ count) | columns_[stream].stride;
    }
    [[nodiscard]] bool writable(std::size_t stream) const { return columns_[stream].writable; }
    [[nodiscard]] const AgentView& view() const { return agents_; }

  private:
    const AgentView& agents_;
    const BoundColumns columns_;
};

/// Of a chunk with a layout.
class ChunkMemory {
  public:
    explicit ChunkMemory(const ChunkView& chunk) : chunk_(chunk) {}

    [[nodiscard]] std::size_t size() const { return chunk_.count; }
    [[nodiscard]] std::uint32_t first_id() const { return chunk_.first_id; }
    [[nodiscard]] bool selects() const { return chunk_.selection.kind != Selection::Kind::all; }
    [[nodiscard]] std::byte* address(std::size_t stream) const {
        const Layout::Place& place = place_of(stream);
        void* const array = chunk_.arrays == nullptr ? nullptr : chunk_.arrays[place.array];
        return array == nullptr ? nullptr : static_cast<std::byte*>(array) + place.offset;
    }
    [[nodiscard]] std::size_t unlike(std::size_t stream, std::size_t) const {
        return place_of(stream).stride;
    }
    [[nodiscard]] bool writable(std::size_t stream) const { return place_of(stream).writable; }
    [[nodiscard]] AgentView view() const { return chunk_.view(); }

  private:
    [[nodiscard]] const Layout::Place& place_of(std::size_t stream) const {
        return chunk_.layout->place(static_cast<Stream>(stream));
    }

    const ChunkView& chunk_;
};

}  // namespace wend::detail
