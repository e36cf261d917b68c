// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Two populations that see each other: predators pursue the nearest prey, prey evades the nearest
// predator and is removed when it is caught.
#include <cmath>
#include <cstdio>
#include <vector>

#include <wend/wend.hpp>

using wend::Stream;

/// Sets target_agent of each seeker to the slot of the nearest sought agent, or -1.
void choose_nearest(wend::AgentBuffer& seekers, wend::AgentBuffer& sought, float sight) {
    const auto x = seekers.get<Stream::position_x>(), y = seekers.get<Stream::position_y>();
    const auto sought_x = sought.get<Stream::position_x>(), sought_y = sought.get<Stream::position_y>();
    const auto target_agent = seekers.get<Stream::target_agent>();
    for (std::size_t i = 0; i < seekers.size(); ++i) {
        float nearest = sight;
        target_agent[i] = -1;
        for (std::size_t j = 0; j < sought.size(); ++j) {
            const float distance = std::hypot(x[i] - sought_x[j], y[i] - sought_y[j]);
            if (distance >= nearest) continue;
            nearest = distance;
            target_agent[i] = static_cast<std::int32_t>(j);
        }
    }
}

/// Spread over the field.
void spawn(wend::AgentBuffer& agents, std::size_t count) {
    agents.spawn(count);
    for (std::size_t i = 0; i < count; ++i) {
        agents.get<Stream::position_x>()[i] = static_cast<float>(i * 37 % 101);
        agents.get<Stream::position_y>()[i] = static_cast<float>(i * 61 % 103);
        agents.get<Stream::wander_angle>()[i] = static_cast<float>(i % 6);
    }
}

int main() {
    wend::Locomotion locomotion{.max_force = 10.0f,
                                .max_speed = 4.0f,
                                .mass = 1.0f,
                                .bounds = wend::Bounds::bounce,
                                .area = {.max_x = 110, .max_y = 110}};
    const auto flight = wend::Program::build(
        {wend::Evade{.quarry = wend::Quarry::agent, .weight = 3}, wend::Wander{.weight = 0.3f}, locomotion});
    locomotion.max_speed = 5.0f;
    const auto hunt = wend::Program::build(
        {wend::Pursue{.quarry = wend::Quarry::agent}, wend::Wander{.weight = 0.1f}, locomotion});
    if (!flight || !hunt) {
        std::puts(wend::message(flight ? hunt.status() : flight.status()).c_str());
        return 1;
    }
    wend::AgentBuffer prey(*flight), predators(*hunt);
    spawn(prey, 400);
    spawn(predators, 20);

    std::vector<float> copy(4 * predators.size());
    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
    for (int frame = 0; frame < 1200; ++frame) {
        choose_nearest(predators, prey, 1000);
        choose_nearest(prey, predators, 8);

        // Both read the tick's start: the prey reads a copy, because the predators have moved by then.
        const wend::AgentView before = wend::keep_start(predators.view(), copy);
        const wend::Ticks ticks = clock.next();
        const wend::Result hunted = wend::run(*hunt, predators.view().look_at(prey.view()), ticks);
        const wend::Result fled = wend::run(*flight, prey.view().look_at(before), ticks);
        if (!hunted.status || !fled.status) {
            std::puts(wend::message(hunted.status ? fled.status : hunted.status).c_str());
            return 1;
        }

        const auto x = predators.get<Stream::position_x>(), y = predators.get<Stream::position_y>();
        const auto target = predators.get<Stream::target_agent>();
        for (std::size_t i = 0; i < predators.size(); ++i) {
            const auto slot = static_cast<std::size_t>(target[i]);
            if (slot >= prey.size()) continue;
            const auto prey_x = prey.get<Stream::position_x>(), prey_y = prey.get<Stream::position_y>();
            if (std::hypot(x[i] - prey_x[slot], y[i] - prey_y[slot]) < 1) prey.remove(slot);
        }
    }
    std::printf("20 predators caught %zu of 400 in 20 s\n", 400 - prey.size());
}
