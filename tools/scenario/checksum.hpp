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

}  // namespace wend::scenario
