// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// A call within the caller's oneTBB arena: wend's blocks run on that arena's threads and on no others.
#include <cstdio>

#include <tbb/task_arena.h>

#include <wend/wend.hpp>

int main() {
    const auto program = wend::Program::build(
        {wend::Wander{}, wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    wend::AgentBuffer agents(*program);
    agents.spawn(100'000);

    tbb::task_arena arena(2);  // the engine's: two threads, the calling one among them
    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
    for (int frame = 0; frame < 60; ++frame) {
        const wend::Result result =
            arena.execute([&] { return wend::run(*program, agents.view(), clock.next()); });
        if (!result.status) {
            std::puts(wend::message(result.status).c_str());
            return 1;
        }
    }
    std::printf("hash %016llx\n", static_cast<unsigned long long>(wend::state_hash(*program, agents.view())));
}
