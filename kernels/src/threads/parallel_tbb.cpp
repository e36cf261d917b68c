// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "threads/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "float_environment.hpp"

namespace wend::detail {
namespace {

/// The process in which oneTBB first worked for us; 0: it has not yet.
std::atomic<pid_t> tbb_process{0};

/// The blocks that a thread takes first, and others when they have none left.
struct alignas(64) Share {
    std::atomic<std::uint32_t> next;
    std::uint32_t end;
};

/// More threads than these take no part: the shares lie on the stack.
constexpr std::uint32_t most_shares = 128;

unsigned threads_of_arena(std::uint32_t max_threads) {
    const auto available = static_cast<unsigned>(std::max(1, tbb::this_task_arena::max_concurrency()));
    return max_threads == 0 ? available : std::min(available, max_threads);
}

/// In the arena of the call; making one of our own allocates and wakes threads. One task a thread, so that no
/// more threads than `max_threads` take part. The static partitioner sends each task to its thread, the same
/// in every pass: the thread finds its agents in its caches. bench/tried.md has the figures of other
/// partitioners.
void tbb_for_blocks(std::uint32_t block_count, std::uint32_t max_threads, BlockBody body, void* context) {
    const std::uint32_t count = std::min({threads_of_arena(max_threads), block_count, most_shares});
    const auto first_of = [&](std::uint32_t share) {
        return static_cast<std::uint32_t>(std::uint64_t{block_count} * share / count);
    };
    Share shares[most_shares];
    for (std::uint32_t i = 0; i < count; ++i) {
        shares[i].next.store(first_of(i), std::memory_order_relaxed);
        shares[i].end = first_of(i + 1);
    }
    const auto take_all = [&](Share& share) {
        while (share.next.load(std::memory_order_relaxed) < share.end) {
            const std::uint32_t block = share.next.fetch_add(1, std::memory_order_relaxed);
            if (block < share.end) body(context, block, block + 1);
        }
    };
    tbb::parallel_for(
        tbb::blocked_range<std::uint32_t>(0, count),
        [&](const tbb::blocked_range<std::uint32_t>& range) {
            for (std::uint32_t own = range.begin(); own != range.end(); ++own)
                for (std::uint32_t i = 0; i < count; ++i) take_all(shares[(own + i) % count]);
        },
        tbb::static_partitioner());
}

}  // namespace

bool for_blocks(const Execution& execution, std::uint32_t block_count, BlockBody body,
                void* context) noexcept {
    if (threading_of(execution) == Threading::callback) {
        execution.jobs.parallel_for(execution.jobs.context, block_count, body, context);
        return true;
    }
    if (threading_of(execution) == Threading::serial || block_count < 2 || execution.max_threads == 1) {
        body(context, 0, block_count);
        return true;
    }
    if (tbb_process.load(std::memory_order_relaxed) == 0)
        tbb_process.store(getpid(), std::memory_order_relaxed);
    const KeptFloatEnvironment callers;  // oneTBB sets the settings of a task's context, and drops flags
    try {
        tbb_for_blocks(block_count, execution.max_threads, body, context);
        return true;
    } catch (...) {
        return false;
    }
}

bool threads_stayed_behind(const Execution& execution) noexcept {
    if (threading_of(execution) != Threading::tbb || execution.max_threads == 1) return false;
    const pid_t process = tbb_process.load(std::memory_order_relaxed);
    return process != 0 && process != getpid();
}

unsigned concurrency(const Execution& execution) noexcept {
    if (threading_of(execution) == Threading::callback) return execution.jobs.threads;
    if (threading_of(execution) == Threading::serial) return 1;
    return threads_of_arena(execution.max_threads);
}

}  // namespace wend::detail
