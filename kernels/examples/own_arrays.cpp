// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// A thousand agents in the caller's own arrays seek one point for ten seconds.
#include <cstdio>
#include <vector>

#include <wend/wend.hpp>

int main() {
    using wend::Stream;
    std::vector<float> x(1000), y(1000, 20.0f), velocity_x(1000), velocity_y(1000), target_x(1000, 90.0f),
        target_y(1000, 60.0f);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.1f * static_cast<float>(i);

    wend::AgentView agents;  // owns nothing: wend reads and writes the arrays where they are
    agents.bind<Stream::position_x>(x).bind<Stream::position_y>(y);
    agents.bind<Stream::velocity_x>(velocity_x).bind<Stream::velocity_y>(velocity_y);
    agents.bind<Stream::target_x>(target_x).bind<Stream::target_y>(target_y);

    const auto program = wend::Program::build(
        {wend::Seek{}, wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    const wend::Result result = wend::run(*program, agents, {.dt = 1.0f / 60, .count = 600});
    if (!result.status) {
        std::puts(wend::message(result.status).c_str());
        return 1;
    }

    std::printf("agent 0 went from (0, 20) to (%.3f, %.3f)\n", static_cast<double>(x[0]),
                static_cast<double>(y[0]));
    std::printf("hash %016llx\n", static_cast<unsigned long long>(wend::state_hash(*program, agents)));
}
