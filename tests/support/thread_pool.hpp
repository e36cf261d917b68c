// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "wend/execution.hpp"

namespace wend::test {

/// A deliberately awkward job system: it hands out blocks from the last to the first, in ranges of one to
/// three, to threads that outlive the call. A call allocates nothing.
class ThreadPool {
  public:
    explicit ThreadPool(unsigned threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] JobSystem jobs() noexcept;
    [[nodiscard]] std::uint64_t ranges_run() const noexcept { return ranges_run_; }

  private:
    using Body = void (*)(void*, std::uint32_t, std::uint32_t);
    void parallel_for(std::uint32_t block_count, Body body, void* body_context);
    void work();
    bool run_one(std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    Body body_ = nullptr;
    void* body_context_ = nullptr;
    std::uint32_t left_ = 0;     ///< blocks not handed out yet: [0, left_)
    std::uint32_t running_ = 0;  ///< ranges handed out and not finished
    std::uint64_t ranges_run_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace wend::test
