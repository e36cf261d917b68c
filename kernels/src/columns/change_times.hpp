// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace wend::detail {

/// Says for each number of a pool which of its changes was the number's last, so that a journal writes what
/// changed and keeps no copy.
class ChangeTimes {
  public:
    ChangeTimes() = default;
    /// Stands in members of the pool's entries, which a change writes anyway: in an array of its own it would
    /// be another cache line.
    template <class Entry>
    ChangeTimes(Entry* entries, std::uint64_t Entry::*last)
        : first_(reinterpret_cast<std::byte*>(&(entries->*last))), stride_(sizeof(Entry)) {}

    void add(std::size_t number) {
        ++changes_;
        std::memcpy(first_ + number * stride_, &changes_, sizeof changes_);
    }

    /// Of all numbers; undone ones and those that undo count too.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    [[nodiscard]] bool changed_since(std::uint64_t changes, std::size_t number) const {
        std::uint64_t last = 0;
        std::memcpy(&last, first_ + number * stride_, sizeof last);
        return last > changes;
    }

  private:
    std::byte* first_ = nullptr;
    std::size_t stride_ = 0;
    std::uint64_t changes_ = 0;
};

}  // namespace wend::detail
