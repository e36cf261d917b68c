// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// A scheduler of fibres, each with a stack of 64 KiB: the fibre that calls wend lets others run while it
// waits for its blocks. The small stack is enough because wend gets scratch memory.
#include <ucontext.h>

#include <array>
#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include <wend/wend.hpp>

/// Runs fibres in turn, on one thread, until all have ended.
class Scheduler {
  public:
    void add(std::function<void()> work) {
        auto fibre = std::make_unique<Fibre>();
        fibre->work = std::move(work);
        getcontext(&fibre->context);
        fibre->context.uc_stack.ss_sp = fibre->stack.data();
        fibre->context.uc_stack.ss_size = fibre->stack.size();
        fibre->context.uc_link = &main_;
        makecontext(&fibre->context, begin, 0);
        ready_.push_back(std::move(fibre));
    }
    /// Lets the others run.
    static void yield() { swapcontext(&running_->context, &main_); }
    void run() {
        while (!ready_.empty()) {
            std::unique_ptr<Fibre> fibre = std::move(ready_.front());
            ready_.pop_front();
            running_ = fibre.get();
            swapcontext(&main_, &fibre->context);
            if (!fibre->ended) ready_.push_back(std::move(fibre));
        }
    }

  private:
    struct Fibre {
        ucontext_t context{};
        std::array<std::byte, 65'536> stack;  // wend needs stack_bytes_with_scratch of it, 60 KiB
        std::function<void()> work;
        bool ended = false;
    };
    static void begin() {
        running_->work();
        running_->ended = true;
    }
    static inline ucontext_t main_{};
    static inline Fibre* running_ = nullptr;
    std::deque<std::unique_ptr<Fibre>> ready_;
};

/// The job system for wend: one fibre a block; others run until all blocks are done.
void parallel_for(void* scheduler, std::uint32_t blocks, void (*body)(void*, std::uint32_t, std::uint32_t),
                  void* context) {
    std::uint32_t left = blocks;
    for (std::uint32_t block = 0; block < blocks; ++block)
        static_cast<Scheduler*>(scheduler)->add([=, &left] {
            body(context, block, block + 1);
            --left;
        });
    while (left > 0) Scheduler::yield();
}

/// A block does not yield: one scratch a thread is enough.
void* scratch_of_this_thread(void*) {
    thread_local std::vector<std::byte> scratch(wend::scratch_bytes);
    return scratch.data();
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
    Scheduler scheduler;
    const wend::Execution execution{.threading = wend::Threading::callback,
                                    .jobs = {.parallel_for = parallel_for, .context = &scheduler},
                                    .scratch = {scratch_of_this_thread, nullptr}};
    bool moving = true;
    int other_work = 0;
    scheduler.add([&] {
        wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
        for (int frame = 0; frame < 60; ++frame)
            if (const auto result = wend::run(*program, agents.view(), clock.next(), execution);
                !result.status)
                std::puts(wend::message(result.status).c_str());
        moving = false;
    });
    scheduler.add([&] {
        while (moving) {
            ++other_work;  // sound, say
            Scheduler::yield();
        }
    });
    scheduler.run();
    std::printf("hash %016llx\n", static_cast<unsigned long long>(wend::state_hash(*program, agents.view())));
    std::fprintf(stderr, "other work ran %d times meanwhile\n", other_work);
}
