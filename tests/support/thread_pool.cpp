// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/thread_pool.hpp"

#include <algorithm>

namespace wend::test {

ThreadPool::ThreadPool(unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

JobSystem ThreadPool::jobs() noexcept {
    return {.parallel_for =
                [](void* context, std::uint32_t block_count, Body body, void* body_context) {
                    static_cast<ThreadPool*>(context)->parallel_for(block_count, body, body_context);
                },
            .context = this};
}

void ThreadPool::parallel_for(std::uint32_t block_count, Body body, void* body_context) {
    std::unique_lock lock(mutex_);
    body_ = body;
    body_context_ = body_context;
    left_ = block_count;
    wake_.notify_all();
    while (run_one(lock)) {
    }
    done_.wait(lock, [this] { return left_ == 0 && running_ == 0; });
}

void ThreadPool::work() {
    std::unique_lock lock(mutex_);
    while (!stopping_)
        if (!run_one(lock)) wake_.wait(lock, [this] { return stopping_ || left_ > 0; });
}

bool ThreadPool::run_one(std::unique_lock<std::mutex>& lock) {
    if (left_ == 0) return false;
    const std::uint32_t size = std::min<std::uint32_t>(left_, 1 + left_ % 3);
    left_ -= size;
    const std::uint32_t begin = left_;
    ++running_;
    ++ranges_run_;
    lock.unlock();
    body_(body_context_, begin, begin + size);
    lock.lock();
    if (--running_ == 0 && left_ == 0) done_.notify_all();
    return true;
}

}  // namespace wend::test
