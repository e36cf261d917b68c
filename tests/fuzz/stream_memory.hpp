// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "wend/agents.hpp"

namespace wend::fuzz {

/// The binding of one stream, valid or not.
struct Binding {
    bool bound = false;
    bool writable = true;
    std::size_t offset = 0;   ///< start within its cache line, a multiple of 4
    std::size_t missing = 0;  ///< elements by which the view is shorter than the others
    Stream shared_with =
        Stream::id;  ///< with `shares`: the owner of the memory, `shift` elements from its start
    bool shares = false;
    std::size_t shift = 0;
};

/// Streams in heap blocks without slack, so that AddressSanitizer detects access past the end.
class StreamMemory {
  public:
    StreamMemory(std::size_t agents, std::uint32_t first_id,
                 const std::array<Binding, stream_count>& bindings);
    StreamMemory(const StreamMemory& other);
    StreamMemory(StreamMemory&&) noexcept = default;
    StreamMemory& operator=(const StreamMemory&) = delete;
    StreamMemory& operator=(StreamMemory&&) = delete;

    /// The size of the view, which is the length of position_x.
    [[nodiscard]] std::size_t size() const noexcept { return length_of(binding(Stream::position_x)); }
    [[nodiscard]] bool has(Stream stream) const noexcept { return binding(stream).bound; }

    /// The bytes of an element of a bound stream, also beyond the length of its view.
    [[nodiscard]] std::byte* at(Stream stream, std::size_t slot) noexcept;
    [[nodiscard]] const std::byte* at(Stream stream, std::size_t slot) const noexcept {
        return const_cast<StreamMemory*>(this)->at(stream, slot);
    }

    [[nodiscard]] AgentView view() noexcept;

    /// Whether the agent has the same bits in both.
    [[nodiscard]] bool same(const StreamMemory& other, std::size_t slot) const noexcept;

  private:
    [[nodiscard]] const Binding& binding(Stream stream) const noexcept {
        return bindings_[static_cast<std::size_t>(stream)];
    }
    [[nodiscard]] std::size_t length_of(const Binding& one) const noexcept {
        return one.missing < agents_ && one.bound ? agents_ - one.missing : 0;
    }

    std::size_t agents_;
    std::uint32_t first_id_;
    std::array<Binding, stream_count> bindings_;
    std::array<std::size_t, stream_count> bytes_{};
    std::array<std::unique_ptr<std::byte[]>, stream_count> blocks_;
    std::vector<float> workspace_;
};

}  // namespace wend::fuzz
