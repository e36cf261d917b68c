// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// wend in a task graph whose tasks never block: a frame is a set of blocks that any worker runs, in any
// order; the worker that ends the last block begins the next frame. Two crowds run side by side, each with
// its own frames.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <wend/wend.hpp>

/// Tasks that are ready. `work` ends when there is none, and none is running that could add some.
class Tasks {
  public:
    void add(std::function<void()> task) {
        const std::scoped_lock lock(mutex_);
        ready_.push_back(std::move(task));
        changed_.notify_one();
    }
    void work() {
        for (std::unique_lock lock(mutex_);;) {
            changed_.wait(lock, [this] { return !ready_.empty() || running_ == 0; });
            if (ready_.empty()) return;
            const std::function<void()> task = std::move(ready_.front());
            ready_.pop_front();
            ++running_;
            lock.unlock();
            task();
            lock.lock();
            if (--running_ == 0) changed_.notify_all();
        }
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> ready_;
    int running_ = 0;
};

/// A crowd and its current frame.
struct Crowd {
    wend::Program program;
    wend::AgentBuffer agents{program};
    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
    std::optional<wend::PreparedRun> frame{};
    std::atomic<std::uint32_t> blocks_left{};

    void begin_frame(Tasks& tasks) {
        frame.emplace(program, agents.view(), clock.next(), wend::Execution{.block = 4096});
        if (!frame->status()) std::puts(wend::message(frame->status()).c_str());
        const std::uint32_t blocks = frame->block_count();
        blocks_left = blocks;
        for (std::uint32_t block = 0; block < blocks; ++block)
            tasks.add([this, &tasks, block] {
                frame->run(block, block + 1);
                if (--blocks_left == 0) end_frame(tasks);
            });
    }
    void end_frame(Tasks& tasks) {
        if (frame->finish().faults > 0) std::puts("some agents are at fault");
        if (clock.tick < 120) begin_frame(tasks);
    }
};

int main() {
    const auto program = wend::Program::build(
        {wend::Wander{}, wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    Crowd crowds[2]{{*program}, {*program}};
    crowds[0].agents.spawn(50'000);
    crowds[1].agents.spawn(30'000);

    Tasks tasks;
    for (Crowd& crowd : crowds) crowd.begin_frame(tasks);
    {
        std::vector<std::jthread> workers;
        for (int i = 0; i < 3; ++i) workers.emplace_back([&] { tasks.work(); });
    }
    for (Crowd& crowd : crowds) {
        wend::AgentBuffer again(*program);
        again.spawn(crowd.agents.size());
        const wend::Result result =
            wend::run(*program, again.view(), wend::Clock{.dt = 1.0f / 60, .seed = 7}.next(120));
        const std::uint64_t expected = wend::state_hash(*program, again.view());
        const bool same = result.status && expected == wend::state_hash(*program, crowd.agents.view());
        std::printf("120 frames of %zu agents: %s as in one call\n", crowd.agents.size(),
                    same ? "the same bits" : "not the bits");
    }
}
