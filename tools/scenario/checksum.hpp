// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace wend::scenario {

/// XXH64 with seed 0 of a sequence of byte spans (specification: github.com/Cyan4973/xxHash).
class Checksum {
  public:
    Checksum();
    ~Checksum();

    Checksum& add(std::span<const std::byte> bytes) noexcept;

    /// Adds the bytes of one number, little-endian.
    template <class T>
    Checksum& add_number(T number) noexcept {
        return add(std::as_bytes(std::span(&number, 1)));
    }

    [[nodiscard]] std::uint64_t value() const noexcept;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes) noexcept;

/// A checksum whose parts may be made anywhere and added modulo 2^64: the sum of mix(w + (i + 1) c) over the
/// words w of 4 bytes, i = first_word and up, c = 0x9e3779b97f4a7c15; mix is that of splitmix64 (Steele et
/// al., OOPSLA 2014). The number of bytes is a multiple of 4.
[[nodiscard]] std::uint64_t word_sum(std::span<const std::byte> bytes, std::uint64_t first_word) noexcept;

}  // namespace wend::scenario
