// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "call/parallel.hpp"

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

/// In the arena of the call. With a limit, the blocks are cut into that many tasks: no more threads can then
/// take part, and no arena of our own is needed (making one allocates and wakes threads).
void tbb_for_blocks(std::uint32_t block_count, std::uint32_t max_threads, BlockBody body, void* context) {
    const auto run = [&](const tbb::blocked_range<std::uint32_t>& range) {
        body(context, range.begin(), range.end());
    };
    if (max_threads == 0) {
        tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, block_count), run);
        return;
    }
    const std::uint32_t tasks = std::min(max_threads, block_count);
    const auto first_of = [&](std::uint32_t task) {
        return static_cast<std::uint32_t>(std::uint64_t{block_count} * task / tasks);
    };
    tbb::parallel_for(
        tbb::blocked_range<std::uint32_t>(0, tasks, 1),
        [&](const tbb::blocked_range<std::uint32_t>& range) {
            for (std::uint32_t task = range.begin(); task != range.end(); ++task)
                body(context, first_of(task), first_of(task + 1));
        },
        tbb::simple_partitioner());
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
    const auto available = static_cast<unsigned>(std::max(1, tbb::this_task_arena::max_concurrency()));
    return execution.max_threads == 0 ? available : std::min(available, execution.max_threads);
}

}  // namespace wend::detail
