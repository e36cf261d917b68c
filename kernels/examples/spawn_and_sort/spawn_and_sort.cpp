// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Agents enter, leave and change places in the caller's array between ticks. An agent keeps its id, and
// its draws depend on the id: sorting changes no bit of any agent's future.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <wend/wend.hpp>

struct Agent {
    std::uint32_t id = 0;
    float x = 0, y = 0, velocity_x = 0, velocity_y = 0, target_x = 0, target_y = 0, wander_angle = 0;
};

wend::AgentView view_of(std::vector<Agent>& agents) {
    using wend::Stream;
    wend::AgentView view;
    view.bind<Stream::id>(agents, &Agent::id).bind<Stream::wander_angle>(agents, &Agent::wander_angle);
    view.bind<Stream::position_x>(agents, &Agent::x).bind<Stream::position_y>(agents, &Agent::y);
    view.bind<Stream::velocity_x>(agents, &Agent::velocity_x);
    view.bind<Stream::velocity_y>(agents, &Agent::velocity_y);
    view.bind<Stream::target_x>(agents, &Agent::target_x).bind<Stream::target_y>(agents, &Agent::target_y);
    return view;
}

/// A cell of the grid for the search for neighbours.
int cell(const Agent& agent) { return static_cast<int>(agent.y) * 64 + static_cast<int>(agent.x); }

int main() {
    const auto program =
        wend::Program::build({wend::Seek{}, wend::Wander{.weight = 0.3f},
                              wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    for (const bool sorts : {false, true}) {
        std::vector<Agent> agents;
        std::uint32_t next_id = 0;  // never used twice
        wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
        for (int frame = 0; frame < 1200; ++frame) {
            for (int i = 0; i < 10; ++i)
                agents.push_back({.id = next_id++, .y = 4.0f * static_cast<float>(i), .target_x = 20});

            const wend::Result result = wend::run(*program, view_of(agents), clock.next());
            if (!result.status) {
                std::puts(wend::message(result.status).c_str());
                return 1;
            }

            std::erase_if(agents, [](const Agent& agent) { return agent.x > 19; });
            if (sorts && frame % 30 == 0)
                std::sort(agents.begin(), agents.end(),
                          [](const Agent& a, const Agent& b) { return cell(a) < cell(b); });
        }
        std::printf("%s: %zu of %u agents on their way, hash %016llx\n", sorts ? "sorted" : "as they came",
                    agents.size(), next_id,
                    static_cast<unsigned long long>(wend::state_hash(*program, view_of(agents))));
    }
}
