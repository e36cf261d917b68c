// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Without oneTBB: a call's own thread, or those of the caller's job system.
#include "threads/parallel.hpp"

namespace wend::detail {

bool for_blocks(const Execution& execution, std::uint32_t block_count, BlockBody body,
                void* context) noexcept {
    if (threading_of(execution) == Threading::callback)
        execution.jobs.parallel_for(execution.jobs.context, block_count, body, context);
    else
        body(context, 0, block_count);
    return true;
}

bool threads_stayed_behind(const Execution&) noexcept { return false; }

unsigned concurrency(const Execution& execution) noexcept {
    return threading_of(execution) == Threading::callback ? execution.jobs.threads : 1;
}

}  // namespace wend::detail
