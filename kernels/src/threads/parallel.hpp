// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "wend/execution.hpp"

namespace wend::detail {

/// A job system that is given is used, unless the caller names other threads.
[[nodiscard]] constexpr Threading threading_of(const Execution& execution) noexcept {
    if (execution.threading) return *execution.threading;
    return execution.jobs.parallel_for != nullptr ? Threading::callback : Threading::tbb;
}

/// Work on blocks [begin, end).
using BlockBody = void (*)(void* context, std::uint32_t begin, std::uint32_t end);

/// Hands every block out once, to the threads of the execution; false when the thread runtime failed.
[[nodiscard]] bool for_blocks(const Execution& execution, std::uint32_t block_count, BlockBody body,
                              void* context) noexcept;

/// The same with body(begin, end).
template <class Body>
[[nodiscard]] bool for_blocks(const Execution& execution, std::uint32_t block_count,
                              const Body& body) noexcept {
    const auto call = [](void* context, std::uint32_t begin, std::uint32_t end) {
        (*static_cast<const Body*>(context))(begin, end);
    };
    return for_blocks(execution, block_count, call, const_cast<Body*>(&body));
}

/// Whether oneTBB's threads stayed behind in a parent process, so that waiting for them would never end.
[[nodiscard]] bool threads_stayed_behind(const Execution& execution) noexcept;

/// The number of these threads; 0 where it is not known.
[[nodiscard]] unsigned concurrency(const Execution& execution) noexcept;

}  // namespace wend::detail
