// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace wend::test {

/// The number of calls of operator new in this process, by all threads. Only in executables that link
/// wend_allocation_counter.
[[nodiscard]] std::uint64_t allocations() noexcept;

}  // namespace wend::test
