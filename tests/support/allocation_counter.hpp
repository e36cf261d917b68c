// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace wend::test {

/// How often operator new has been called in this process, by any thread. Only in executables that link
/// wend_allocation_counter.
[[nodiscard]] std::uint64_t allocations() noexcept;

}  // namespace wend::test
