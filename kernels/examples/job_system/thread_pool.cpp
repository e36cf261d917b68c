// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// A hundred thousand wandering agents on the caller's own thread pool: wend starts no thread and never wakes
// oneTBB.
#include <atomic>
#include <barrier>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

#include <wend/wend.hpp>

/// Threads that all run the same function when told to.
class Pool {
  public:
    explicit Pool(unsigned helpers) : gate_(static_cast<std::ptrdiff_t>(helpers) + 1) {
        for (unsigned i = 0; i < helpers; ++i) threads_.emplace_back([this] { help(); });
    }
    ~Pool() {
        work_ = nullptr;
        gate_.arrive_and_wait();
    }
    void on_all(std::function<void()> work) {
        work_ = std::move(work);
        gate_.arrive_and_wait();
        work_();
        gate_.arrive_and_wait();
    }

  private:
    void help() {
        for (gate_.arrive_and_wait(); work_; gate_.arrive_and_wait()) {
            work_();
            gate_.arrive_and_wait();
        }
    }
    std::barrier<> gate_;
    std::function<void()> work_;
    std::vector<std::jthread> threads_;
};

/// The job system for wend: runs `body` over all blocks; each thread takes the next block.
void parallel_for(void* pool, std::uint32_t blocks, void (*body)(void*, std::uint32_t, std::uint32_t),
                  void* context) {
    std::atomic<std::uint32_t> next = 0;
    static_cast<Pool*>(pool)->on_all([&] {
        for (std::uint32_t block = next++; block < blocks; block = next++) body(context, block, block + 1);
    });
}

int main() {
    const auto program = wend::Program::build(
        {wend::Wander{}, wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    wend::AgentBuffer agents(*program);
    agents.spawn(100'000);

    Pool pool(3);
    const wend::Execution execution{.threading = wend::Threading::callback,
                                    .jobs = {.parallel_for = parallel_for, .context = &pool, .threads = 4}};
    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
    for (int frame = 0; frame < 60; ++frame) {
        const wend::Result result = wend::run(*program, agents.view(), clock.next(), execution);
        if (!result.status) {
            std::puts(wend::message(result.status).c_str());
            return 1;
        }
    }
    std::printf("hash %016llx\n", static_cast<unsigned long long>(wend::state_hash(*program, agents.view())));
}
