// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "wend/execution.hpp"

namespace wend::detail {

/// Work on blocks [begin, end).
using BlockBody = void (*)(void* context, std::uint32_t begin, std::uint32_t end);

/// Every block once, on whatever threads `execution` says; false when the thread runtime failed.
[[nodiscard]] bool for_blocks(const Execution& execution, std::uint32_t block_count, BlockBody body,
                              void* context) noexcept;

/// Whether oneTBB's threads stayed behind in a parent process, so that waiting for them would never end.
[[nodiscard]] bool threads_stayed_behind(const Execution& execution) noexcept;

/// How many threads that may be; 0 where it is not known.
[[nodiscard]] unsigned concurrency(const Execution& execution) noexcept;

}  // namespace wend::detail
