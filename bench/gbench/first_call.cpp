// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Prints what the first calls of a process cost, in microseconds: each is made once, in this order, in a
// fresh process.

#include <chrono>
#include <cstdio>
#include <vector>

#include "wend/wend.hpp"

namespace {

using Clock = std::chrono::steady_clock;

template <class Function>
void time(const char* what, const Function& function) {
    const Clock::time_point start = Clock::now();
    function();
    std::printf("%-44s %9.1f\n", what,
                std::chrono::duration<double, std::micro>(Clock::now() - start).count());
}

}  // namespace

int main() {
    using wend::Stream;
    const auto streams = {Stream::position_x, Stream::position_y, Stream::velocity_x,
                          Stream::velocity_y, Stream::target_x,   Stream::target_y};
    wend::AgentBuffer agents(streams), many(streams);
    time("1,000 agents", [&] { agents.spawn(1'000); });
    many.spawn(262'144);
    std::vector<wend::Program> program;
    time("a program", [&] {
        program.push_back(*wend::Program::build(
            {wend::Seek{}, wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}}));
    });
    wend::Isa isa{};
    time("choosing an instruction set", [&] { isa = *wend::default_isa(); });
    bool right = true;
    const auto call = [&](wend::AgentBuffer& which, wend::Threading threading) {
        right = wend::run(program.front(), which.view(), {.dt = 1.0f / 60, .first_tick = 0},
                          {.isa = isa, .threading = threading})
                    .status &&
                right;
    };
    time("first call, 1,000 agents, serial", [&] { call(agents, wend::Threading::serial); });
    time("second call", [&] { call(agents, wend::Threading::serial); });
    time("first call through oneTBB, too small to share", [&] { call(agents, wend::Threading::tbb); });
    call(many, wend::Threading::serial);
    time("262,144 agents, serial", [&] { call(many, wend::Threading::serial); });
    time("the same on all threads, which start now", [&] { call(many, wend::Threading::tbb); });
    time("the same again", [&] { call(many, wend::Threading::tbb); });
    return right ? 0 : 1;
}
