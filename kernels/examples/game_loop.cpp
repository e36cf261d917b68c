// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// A game's loop: agents are spawned, steered once a frame and removed. Wandering draws, so a clock numbers the ticks.
#include <cstdio>

#include <wend/wend.hpp>

int main() {
    using wend::Stream;
    const auto program = wend::Program::build({
        wend::Wander{.angle_change = 0.3f, .weight = 0.5f},
        wend::Seek{},
        wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f},
    });
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    wend::AgentBuffer agents{Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y,
                             Stream::target_x,   Stream::target_y,   Stream::wander_angle};
    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};

    for (int frame = 0; frame < 600; ++frame) {
        if (frame % 60 == 0) {  // a hundred more each second
            const std::size_t first = agents.spawn(100);
            for (std::size_t slot = first; slot < agents.size(); ++slot) {
                agents.get<Stream::target_x>()[slot] = 20;
                agents.get<Stream::target_y>()[slot] = static_cast<float>(slot % 10);
            }
        }
        const wend::Result result = wend::run(*program, agents.view(), clock.next());
        if (!result.status) {
            std::puts(wend::message(result.status).c_str());
            return 1;
        }
        for (std::size_t slot = agents.size(); slot-- > 0;)  // backwards: the last agent fills the gap
            if (agents.get<Stream::position_x>()[slot] > 18) agents.remove(slot);
    }
    std::printf("%zu agents after 600 frames\nhash %016llx\n", agents.size(),
                static_cast<unsigned long long>(wend::state_hash(*program, agents.view())));
}
