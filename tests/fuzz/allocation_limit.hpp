// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace wend::fuzz {

/// While it lives, this thread's operator new throws std::bad_alloc once more than `bytes` were asked for in
/// all. Limits do not nest.
class AllocationLimit {
  public:
    explicit AllocationLimit(std::size_t bytes) noexcept;
    ~AllocationLimit();
    AllocationLimit(const AllocationLimit&) = delete;
    AllocationLimit& operator=(const AllocationLimit&) = delete;
};

}  // namespace wend::fuzz
