// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "wend/agents.hpp"

namespace wend::mpi {

/// An agent's slot in the whole and some of its streams as bytes: an item of a message.
class AgentBytes {
  public:
    using Slot = std::uint32_t;

    explicit AgentBytes(StreamSet streams) {
        for (const Stream stream : streams) bytes_ += size_of(info(stream).element);
        for (const Stream stream : streams) streams_.push_back(stream);
    }

    [[nodiscard]] std::size_t size() const noexcept { return bytes_; }

    /// Takes the arrays of a view that has the streams.
    void use(const AgentView& agents) {
        columns_.clear();
        for (const Stream stream : streams_)
            columns_.push_back(
                {static_cast<std::byte*>(agents.column(stream).data), size_of(info(stream).element)});
    }

    void pack(Slot slot, std::size_t agent, std::byte* to) const noexcept {
        std::memcpy(to, &slot, sizeof slot);
        to += sizeof slot;
        for (const Part& part : columns_) {
            std::memcpy(to, part.data + agent * part.size, part.size);
            to += part.size;
        }
    }
    /// Returns the slot.
    Slot unpack(const std::byte* from, std::size_t agent) const noexcept {
        const Slot slot = slot_of(from);
        from += sizeof slot;
        for (const Part& part : columns_) {
            std::memcpy(part.data + agent * part.size, from, part.size);
            from += part.size;
        }
        return slot;
    }
    [[nodiscard]] static Slot slot_of(const std::byte* item) noexcept {
        Slot slot;
        std::memcpy(&slot, item, sizeof slot);
        return slot;
    }
    void move(std::size_t from, std::size_t to) const noexcept {
        for (const Part& part : columns_)
            std::memcpy(part.data + to * part.size, part.data + from * part.size, part.size);
    }

  private:
    struct Part {
        std::byte* data;
        std::size_t size;
    };
    std::vector<Stream> streams_;
    std::vector<Part> columns_;
    std::size_t bytes_ = sizeof(Slot);
};

}  // namespace wend::mpi
