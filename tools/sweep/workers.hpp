// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "tools/sweep/sweep.hpp"

namespace wend::sweep {

struct FinishedRun {
    std::uint64_t run = 0;
    RunResult result;
};

/// Threads that make runs, each the next one that no other has taken.
class Workers {
  public:
    /// The sweep must outlive them.
    Workers(const Sweep& sweep, std::vector<std::uint64_t> runs, unsigned threads);
    /// Stops what is running.
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// The runs finished since the last call; waits for all, but no longer than that. Throws what a run has
    /// thrown, once there are no others.
    [[nodiscard]] std::vector<FinishedRun> wait_for(std::chrono::milliseconds time);

  private:
    void work();
    void stop();

    const Sweep& sweep_;
    std::vector<std::uint64_t> runs_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> stop_ = false;
    std::mutex mutex_;  // of the members below
    std::condition_variable changed_;
    std::vector<FinishedRun> finished_;
    std::size_t left_;
    std::exception_ptr failure_;
    std::vector<std::thread> threads_;
};

}  // namespace wend::sweep
