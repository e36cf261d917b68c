// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "wend/agents.hpp"

namespace wend::mpi {

/// Some streams of one agent as bytes, for messages.
class AgentBytes {
  public:
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

    void pack(std::size_t slot, std::byte* to) const noexcept {
        for (const Part& part : columns_) {
            std::memcpy(to, part.data + slot * part.size, part.size);
            to += part.size;
        }
    }
    void unpack(const std::byte* from, std::size_t slot) const noexcept {
        for (const Part& part : columns_) {
            std::memcpy(part.data + slot * part.size, from, part.size);
            from += part.size;
        }
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
    std::size_t bytes_ = 0;
};

}  // namespace wend::mpi
