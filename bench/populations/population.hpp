// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "wend/agents.hpp"
#include "wend/program.hpp"

namespace wend::bench {

/// The streams that the program reads or writes, and `id` where asked for.
[[nodiscard]] std::vector<Stream> streams_of(const Program& program, bool with_ids = false);

/// Builds, or throws with the message of the refusal.
[[nodiscard]] Program build(std::vector<Stage> stages);

/// Agents' streams in memory, which start at any offset within a cache line, between margins that must stay
/// intact. Elements are copied in and out, because doubles may be misaligned.
class Population {
  public:
    Population() = default;
    /// `offset` (a multiple of 4, below 64) is the first stream's offset in its cache line; others differ.
    /// With 0 all are aligned. Every byte of elements and margins is 0xA5, so that a float is -2.9e-16.
    Population(std::size_t size, std::span<const Stream> streams, std::size_t offset = 0);

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool has(Stream stream) const noexcept { return !memory_[index(stream)].empty(); }
    [[nodiscard]] const std::vector<Stream>& streams() const noexcept { return streams_; }

    [[nodiscard]] std::byte* data(Stream stream) noexcept {
        return has(stream)
                   ? reinterpret_cast<std::byte*>(memory_[index(stream)].data()) + start_[index(stream)]
                   : nullptr;
    }
    [[nodiscard]] const std::byte* data(Stream stream) const noexcept {
        return const_cast<Population*>(this)->data(stream);
    }

    template <Stream S>
    [[nodiscard]] element_t<S> get(std::size_t slot) const noexcept {
        element_t<S> value;
        std::memcpy(&value, data(S) + slot * sizeof value, sizeof value);
        return value;
    }
    template <Stream S>
    void set(std::size_t slot, element_t<S> value) noexcept {
        std::memcpy(data(S) + slot * sizeof value, &value, sizeof value);
    }
    void set_bytes(Stream stream, std::size_t slot, const void* value) noexcept {
        std::memcpy(data(stream) + slot * size_of(info(stream).element), value,
                    size_of(info(stream).element));
    }
    /// Into a stream of floats or doubles.
    void set_number(Stream stream, std::size_t slot, float value) noexcept {
        const auto wide = static_cast<double>(value);
        set_bytes(stream, slot,
                  info(stream).element == ElementType::f64 ? static_cast<const void*>(&wide) : &value);
    }

    /// The elements of an aligned stream; none of one that it has not.
    template <Stream S>
    [[nodiscard]] std::span<element_t<S>> all() noexcept {
        return {reinterpret_cast<element_t<S>*>(data(S)), has(S) ? size_ : 0};
    }
    template <Stream S>
    [[nodiscard]] std::span<const element_t<S>> all() const noexcept {
        return const_cast<Population*>(this)->all<S>();
    }

    [[nodiscard]] AgentView view(std::uint32_t first_id = 0) noexcept;

    /// Copies the streams that the view has too.
    void copy_to(const AgentView& agents) const noexcept;

    /// Whether the margins around every stream are unchanged.
    [[nodiscard]] bool margins_intact() const noexcept;

    /// The same streams with agent `order[slot]` in each slot; target_agent and other_agent still name the
    /// same agents.
    [[nodiscard]] Population permuted(std::span<const std::size_t> order) const;

  private:
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    [[nodiscard]] static std::size_t index(Stream stream) noexcept {
        return static_cast<std::size_t>(stream);
    }

    std::size_t size_ = 0;
    std::vector<Stream> streams_;
    std::array<std::vector<Line>, stream_count> memory_;
    std::array<std::size_t, stream_count> start_{};
    std::vector<float> workspace_;  ///< where some stream names slots
};

}  // namespace wend::bench
