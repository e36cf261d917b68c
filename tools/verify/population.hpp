// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "wend/wend.hpp"

namespace wend::verify {

/// 64 random bits of (seed, what, index). Integer arithmetic only, so that every machine and compiler has the
/// same populations.
[[nodiscard]] std::uint64_t bits_of(std::uint64_t seed, std::uint64_t what, std::uint64_t index) noexcept;

/// A multiple of scale * 2^-23 in [-scale, scale); exact where `scale` is a power of two.
[[nodiscard]] float signed_value(std::uint64_t bits, float scale) noexcept;

/// A multiple of scale * 2^-24 in [0, scale); exact where `scale` is a power of two.
[[nodiscard]] float unsigned_value(std::uint64_t bits, float scale) noexcept;

/// A population whose streams start at any offset within a cache line, between margins that must stay intact.
/// Elements are copied in and out, because doubles may be misaligned.
class Population {
  public:
    /// `offset` (a multiple of 4, below 64) is the first stream's offset in its cache line; others differ.
    /// Every byte of elements and margins is 0xA5, so that a float is -2.9e-16: `fill` or `set` gives
    /// elements values, and tests that start from agents at rest have support/blank.hpp.
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

    [[nodiscard]] AgentView view(std::uint32_t first_id = 0) noexcept;

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

    std::size_t size_;
    std::vector<Stream> streams_;
    std::array<std::vector<Line>, stream_count> memory_;
    std::array<std::size_t, stream_count> start_{};
    std::vector<float> workspace_;  ///< where some stream names slots
};

enum class Values {
    ordinary,     ///< values as in a game
    adversarial,  ///< a third of the agents with legal values that are hard on arithmetic
    faulty,       ///< adversarial, and an eighth of the agents with one illegal value
};

/// The paths that the values of path streams refer to.
struct PathsInUse {
    const PathSet* paths = nullptr;
    PathMode mode = PathMode::once;
};

/// Fills every stream that the population has. Positions lie within 512 of the origin, speeds below 8.
void fill(Population& population, std::uint64_t seed, Values values, const PathsInUse& paths = {});

/// Sets the stream `id`, which must exist, to a permutation of 0 .. size - 1.
void shuffle_ids(Population& population, std::uint64_t seed);

/// A permutation of 0 .. count - 1.
[[nodiscard]] std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed);

/// 49 paths with 2 to 300 nodes, tiny and huge segments, open and closed, near the origin and far from it; if
/// `with_offsets`, most segments have an offset.
[[nodiscard]] PathSet make_paths(std::uint64_t seed, bool with_offsets = false);

/// 40 paths of 1 to 7 nodes among the agents, for path following; `fewest_nodes` 2 where a path needs a
/// segment, 3 where a ring's segments must lie apart.
[[nodiscard]] PathSet make_short_paths(std::uint64_t seed, std::uint64_t fewest_nodes = 1);

}  // namespace wend::verify
