// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Level of detail: agents far from the camera move only in every 4th tick, by 4 ticks' time. The id chooses
// the tick, so that the work is spread evenly.
#include <cstdio>
#include <vector>

#include <wend/wend.hpp>

using wend::Stream;

int main() {
    // With reference_dt the walk's spread is the same at both time steps.
    const auto program =
        wend::Program::build({wend::Wander{.reference_dt = 1.0f / 60},
                              wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    constexpr std::size_t count = 20'000;
    constexpr std::uint64_t interval = 4;
    wend::AgentBuffer agents(*program), exact(*program);  // `exact` moves every agent in every tick
    for (wend::AgentBuffer* const buffer : {&agents, &exact}) {
        buffer->spawn(count);
        for (std::size_t slot = 0; slot < count; ++slot) {
            buffer->get<Stream::position_x>()[slot] = static_cast<float>(slot % 200);
            buffer->get<Stream::position_y>()[slot] = static_cast<float>(slot / 200);
            buffer->get<Stream::wander_angle>()[slot] = static_cast<float>(slot % 7) - 3;
        }
    }

    const auto id = agents.get<Stream::id>();
    const auto x = agents.get<Stream::position_x>();
    std::vector<std::uint8_t> far(count), ever_far(count);
    std::vector<std::uint32_t> near_slots, far_slots;
    std::size_t moves = 0;
    wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
    for (int frame = 0; frame < 240; ++frame) {
        const wend::Ticks ticks = clock.next();
        near_slots.clear();
        far_slots.clear();
        for (std::uint32_t slot = 0; slot < count; ++slot) {
            // An agent changes its level only in a tick in which it moves; between them it is ahead of the
            // clock.
            const bool turn = id[slot] % interval == *ticks.first_tick % interval;
            if (turn) far[slot] = x[slot] > 50;
            ever_far[slot] |= far[slot];
            if (far[slot] == 0)
                near_slots.push_back(slot);
            else if (turn)
                far_slots.push_back(slot);
        }
        wend::Ticks long_ticks = ticks;
        long_ticks.dt *= static_cast<float>(interval);
        const wend::Result near_result = wend::run(*program, agents.view().only_slots(near_slots), ticks);
        const wend::Result far_result = wend::run(*program, agents.view().only_slots(far_slots), long_ticks);
        const wend::Result exact_result = wend::run(*program, exact.view(), ticks);
        for (const wend::Result& result : {near_result, far_result, exact_result})
            if (!result.status) {
                std::puts(wend::message(result.status).c_str());
                return 1;
            }
        moves += near_slots.size() + far_slots.size();
    }

    std::size_t near = 0, same = 0;
    for (std::size_t slot = 0; slot < count; ++slot)
        if (ever_far[slot] == 0) {
            ++near;
            same += x[slot] == exact.get<Stream::position_x>()[slot];
        }
    std::printf("%zu moves instead of %zu\n", moves, 240 * count);
    std::printf("%zu of %zu agents that stayed near are where they are without levels\n", same, near);
}
