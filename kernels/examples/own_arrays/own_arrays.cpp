// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// A thousand agents in the caller's own arrays seek one point and wander a little, for ten seconds of frames.
#include <cstdio>
#include <vector>

#include <wend/wend.hpp>

int main() {
    using wend::Stream;
    constexpr std::size_t count = 1000;
    std::vector<float> x(count), y(count, 20.0f), velocity_x(count), velocity_y(count), wander_angle(count);
    std::vector<float> target_x(count, 90.0f), target_y(count, 60.0f);
    std::vector<float> max_speed(count,
                                 3.0f);  // one for each agent, because the locomotion sets no max_speed
    for (std::size_t i = 0; i < count; ++i) x[i] = 0.1f * static_cast<float>(i);
    for (std::size_t i = 1; i < count; i += 3) max_speed[i] = 6;

    // Owns nothing: wend reads and writes the arrays where they are. Bind again after a vector was resized.
    wend::AgentView agents;
    agents.bind<Stream::position_x>(x).bind<Stream::position_y>(y);
    agents.bind<Stream::velocity_x>(velocity_x).bind<Stream::velocity_y>(velocity_y);
    agents.bind<Stream::target_x>(target_x).bind<Stream::target_y>(target_y);
    agents.bind<Stream::wander_angle>(wander_angle).bind<Stream::max_speed>(max_speed);

    const auto program = wend::Program::build(
        {wend::Seek{}, wend::Wander{.weight = 0.3f}, wend::Locomotion{.max_force = 20.0f, .mass = 1.0f}});
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
    for (int frame = 0; frame < 600; ++frame) {
        const wend::Result result = wend::run(*program, agents, clock.next());
        if (!result.status) {
            std::puts(wend::message(result.status).c_str());
            return 1;
        }
        if (result.faults > 0)  // an agent with a value such as NaN stands still; the others go on
            std::printf("agent in slot %zu is at fault\n", static_cast<std::size_t>(result.first_fault));
    }

    std::printf("agent 0 went from (0, 20) to (%.3f, %.3f)\n", static_cast<double>(x[0]),
                static_cast<double>(y[0]));
    std::printf("hash %016llx\n", static_cast<unsigned long long>(wend::state_hash(*program, agents)));
}
