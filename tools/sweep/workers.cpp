// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/sweep/workers.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace wend::sweep {

Workers::Workers(const Sweep& sweep, std::vector<std::uint64_t> runs, unsigned threads)
    : sweep_(sweep), runs_(std::move(runs)), left_(runs_.size()) {
    const std::size_t count = std::min<std::size_t>(threads, runs_.size());
    try {
        for (std::size_t i = 0; i < count; ++i) threads_.emplace_back(&Workers::work, this);
    } catch (...) {  // no more threads
        stop();
        throw;
    }
}

Workers::~Workers() { stop(); }

void Workers::stop() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
}

std::vector<FinishedRun> Workers::wait_for(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, time, [&] { return left_ == 0 || failure_; });
    if (failure_ && finished_.empty()) std::rethrow_exception(failure_);
    return std::exchange(finished_, {});
}

void Workers::work() {
    for (std::size_t i = next_++; i < runs_.size() && !stop_; i = next_++) {
        std::optional<RunResult> result;
        std::exception_ptr failure;
        try {
            result = sweep_.make(runs_[i], stop_);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard guard(mutex_);
        if (result) finished_.push_back({runs_[i], std::move(*result)});
        if (failure && !failure_) failure_ = failure;
        if (failure) stop_ = true;
        --left_;
        if (left_ == 0 || failure_) changed_.notify_all();
    }
}

}  // namespace wend::sweep
