// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/memory_hogs.hpp"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <random>
#include <thread>

namespace wend::perf {
namespace {

constexpr std::size_t bytes = 64 << 20;  ///< more than a core's part of any cache

[[noreturn]] void hog(int cpu) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof(one), &one);
    std::vector<char> from(bytes, 1);
    std::vector<char> to(bytes);
    std::minstd_rand random(static_cast<std::minstd_rand::result_type>(cpu + 1));
    std::uniform_int_distribution<int> milliseconds(1, 20);
    for (;;) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds(random));
        while (std::chrono::steady_clock::now() < end) {
            std::memcpy(to.data(), from.data(), bytes);
            from[random() % bytes] = to[random() % bytes];
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds(random)));
    }
}

}  // namespace

MemoryHogs::MemoryHogs() {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &allowed)) continue;
        const pid_t process = fork();
        if (process == 0) hog(cpu);
        if (process > 0) processes_.push_back(process);
    }
}

MemoryHogs::~MemoryHogs() {
    for (const pid_t process : processes_) {
        kill(process, SIGKILL);
        waitpid(process, nullptr, 0);
    }
}

}  // namespace wend::perf
