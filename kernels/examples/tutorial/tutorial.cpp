// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// The program of kernels/docs/tutorial.md: 100,000 agents follow a path, and leave at its end.
#include <array>
#include <cstdio>

#include <wend/wend.hpp>

int fail(const wend::Status& status) {
    std::puts(wend::message(status).c_str());
    return 1;
}

int main() {
    using wend::Stream;
    constexpr std::array<wend::Point, 5> way{{{0, 0}, {60, 10}, {90, 50}, {150, 40}, {180, 0}}};  // m
    const auto paths = wend::PathSetBuilder().add(way).build();
    if (!paths) return fail(paths.status());

    const auto program = wend::Program::build(
        {wend::PathFollow{.paths = *paths, .radius = 5, .finish_line = true}, wend::Wander{.weight = 0.3f},
         wend::Locomotion{.max_force = 20, .max_speed = 6, .mass = 1}});
    if (!program) return fail(program.status());

    wend::AgentBuffer agents(*program, {Stream::finished});  // an output: 1 once an agent is at the end
    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
    std::size_t entered = 0;
    while (entered < 100'000 || agents.size() > 0) {
        if (entered < 100'000) {  // 100 agents side by side at the start of path 0, at rest
            const std::size_t first = agents.spawn(100);
            for (std::size_t i = 0; i < 100; ++i)
                agents.get<Stream::position_y>()[first + i] = 0.1f * static_cast<float>(i) - 5;
            entered += 100;
        }

        const wend::Result result = wend::run(*program, agents.view(), clock.next());
        if (!result.status) return fail(result.status);

        const auto finished = agents.get<Stream::finished>();
        for (std::size_t i = agents.size(); i > 0; --i)
            if (finished[i - 1] != 0) agents.remove(i - 1);  // the last agent takes its slot
    }
    std::printf("100000 agents have gone the way, the last one after %llu ticks\n",
                static_cast<unsigned long long>(clock.tick));
}
