// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// The caller's own avoidance before wend's seek: agents cross a field of round obstacles and enter none.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <wend/wend.hpp>

using wend::Stream;

struct Circle {
    float x, y, radius;
};

/// Called for some agents at a time, on several threads. A scalar loop suffices.
bool avoid(void* context, const wend::CustomCall& call) {
    const auto& obstacles = *static_cast<const std::vector<Circle>*>(context);
    constexpr float margin = 1;  // metres from the edge at which the push begins
    constexpr float push = 20;   // newtons at the edge: 10 J over the margin, and an agent at 3 m/s has 4.5 J
    const float* const x = call.read<Stream::position_x>();
    const float* const y = call.read<Stream::position_y>();
    const float* const target_x = call.read<Stream::target_x>();
    const float* const target_y = call.read<Stream::target_y>();
    for (std::size_t i = 0; i < call.count; ++i)
        for (const Circle& obstacle : obstacles) {
            const float away_x = x[i] - obstacle.x, away_y = y[i] - obstacle.y;
            const float distance = std::sqrt(away_x * away_x + away_y * away_y);
            const float depth = obstacle.radius + margin - distance;
            if (depth <= 0) continue;
            // Outwards, and half as much along the edge, to the side on which the target lies.
            const float turn = (target_x[i] - x[i]) * -away_y + (target_y[i] - y[i]) * away_x;
            const float side = turn < 0 ? -0.5f : 0.5f;
            const float scale = push * depth / (margin * distance);
            call.force_x[i] += (away_x - side * away_y) * scale;
            call.force_y[i] += (away_y + side * away_x) * scale;
        }
    return true;
}

int main() {
    std::vector<Circle> obstacles;
    for (int i = 0; i < 40; ++i)
        obstacles.push_back(
            {10.0f + 8 * static_cast<float>(i / 8), 10.0f * static_cast<float>(i % 8 + i / 8 % 2), 2.5f});
    const wend::CustomForce avoidance{
        .function = avoid,
        .context = &obstacles,
        .reads = wend::position_streams | wend::stream_set(Stream::target_x, Stream::target_y)};

    // Prioritised: seek gets the part of max_force that the avoidance leaves.
    const wend::Locomotion locomotion{
        .composition = wend::Composition::prioritised, .max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f};
    for (const bool avoids : {false, true}) {
        std::vector<wend::Stage> stages{wend::Seek{}, locomotion};
        if (avoids) stages.insert(stages.begin(), avoidance);
        const auto program = wend::Program::build(stages);
        if (!program) {
            std::puts(wend::message(program.status()).c_str());
            return 1;
        }
        constexpr std::size_t count = 500;
        wend::AgentBuffer agents(*program);
        agents.spawn(count);
        for (std::size_t i = 0; i < count; ++i) {
            const float y = 0.16f * static_cast<float>(i);
            agents.get<Stream::position_y>()[i] = agents.get<Stream::target_y>()[i] = y;
            agents.get<Stream::target_x>()[i] = 60;
        }

        std::vector<bool> entered(count), arrived(count);
        wend::Clock clock{.dt = 1.0f / 60};
        for (int frame = 0; frame < 1500; ++frame) {
            const wend::Result result = wend::run(*program, agents.view(), clock.next());
            if (!result.status) {
                std::puts(wend::message(result.status).c_str());
                return 1;
            }
            const auto x = agents.get<Stream::position_x>(), y = agents.get<Stream::position_y>();
            for (std::size_t i = 0; i < count; ++i) {
                if (x[i] > 59) arrived[i] = true;
                for (const Circle& circle : obstacles)
                    if (std::hypot(x[i] - circle.x, y[i] - circle.y) < circle.radius) entered[i] = true;
            }
        }
        std::printf("%s avoidance: %td of 500 agents entered an obstacle, %td arrived\n",
                    avoids ? "with" : "without", std::count(entered.begin(), entered.end(), true),
                    std::count(arrived.begin(), arrived.end(), true));
    }
}
