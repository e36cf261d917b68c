// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace wend::test {

enum class Flush { front, back };

/// Bytes between two pages that nobody may touch, lying flush against the one or the other: a read or write
/// past either end is a crash, not a guess.
class GuardedMemory {
  public:
    GuardedMemory(std::size_t bytes, Flush flush);
    ~GuardedMemory();
    GuardedMemory(GuardedMemory&& other) noexcept;
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;
    GuardedMemory& operator=(GuardedMemory&&) = delete;

    /// Flush against the back the memory is as aligned as its size; against the front, as a page.
    [[nodiscard]] std::byte* data() const noexcept { return data_; }

    /// From now on a write is a crash too.
    void make_read_only() noexcept;

  private:
    std::byte* mapping_;
    std::size_t mapped_;
    std::byte* data_;
};

}  // namespace wend::test
