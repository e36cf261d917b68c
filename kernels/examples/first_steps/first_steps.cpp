// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// The game loop of README.md: in every frame an agent enters, and leaves when it is there.
#include <cstdio>

#include <wend/wend.hpp>

int fail(const wend::Status& status) {
    std::puts(wend::message(status).c_str());
    return 1;
}

int main() {
    using wend::Stream;
    const auto program =
        wend::Program::build({wend::Seek{}, wend::Wander{.weight = 0.3f},
                              wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    if (!program) return fail(program.status());

    wend::AgentBuffer agents(*program);             // holds the streams that the program needs
    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};  // numbers the ticks; a saved game keeps clock.tick

    for (int frame = 0; frame < 1200; ++frame) {
        const std::size_t slot = agents.spawn();  // at the origin, at rest, with an id of its own
        agents.get<Stream::target_x>()[slot] = 20.0f;

        const wend::Result result = wend::run(*program, agents.view(), clock.next());
        if (!result.status) return fail(result.status);
        if (result.faults > 0)  // an agent with a value such as NaN stands still; the others go on
            std::printf("agent in slot %zu is at fault\n", static_cast<std::size_t>(result.first_fault));

        const auto x = agents.get<Stream::position_x>();
        for (std::size_t i = agents.size(); i > 0; --i)
            if (x[i - 1] > 19.0f) agents.remove(i - 1);  // the last agent takes its slot and keeps its id
    }
    std::printf("%zu agents on their way after 20 s\n", agents.size());
}
