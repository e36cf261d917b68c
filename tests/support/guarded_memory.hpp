// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace wend::test {

enum class Flush { front, back };

/// Bytes between two inaccessible pages, adjacent to one of them: a read or write past that end crashes.
class GuardedMemory {
  public:
    GuardedMemory(std::size_t bytes, Flush flush);
    ~GuardedMemory();
    GuardedMemory(GuardedMemory&& other) noexcept;
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;
    GuardedMemory& operator=(GuardedMemory&&) = delete;

    /// Aligned to a page if adjacent to the front page, otherwise as aligned as the size is.
    [[nodiscard]] std::byte* data() const noexcept { return data_; }

    /// Makes later writes crash too.
    void make_read_only() noexcept;

  private:
    std::byte* mapping_;
    std::size_t mapped_;
    std::byte* data_;
};

}  // namespace wend::test
