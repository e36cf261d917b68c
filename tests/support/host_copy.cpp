// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/host_copy.hpp"

#include <array>

#include "wend/wend.hpp"

std::uint64_t host_copy_hash(int threading) {
    using wend::Stream;
    wend::AgentBuffer agents{Stream::position_x,   Stream::position_y, Stream::velocity_x, Stream::velocity_y,
                             Stream::wander_angle, Stream::target_x,   Stream::target_y};
    agents.spawn(20'000);
    const std::array streams{agents.get<Stream::position_x>(), agents.get<Stream::position_y>(),
                             agents.get<Stream::target_x>(), agents.get<Stream::target_y>()};
    for (std::uint32_t stream = 0; stream < streams.size(); ++stream)
        for (std::uint32_t slot = 0; slot < agents.size(); ++slot)
            streams[stream][slot] = 100 * wend::random_unit(wend::random_bits(
                                              1, slot, stream, wend::purpose(wend::Purpose::initial_state)));
    const auto program =
        wend::Program::build({wend::Wander{}, wend::Seek{},
                              wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    const wend::Result result =
        wend::run(*program, agents.view(), {.dt = 1.0f / 60, .count = 8, .first_tick = 0, .seed = 7},
                  {.threading = static_cast<wend::Threading>(threading), .block = 256});
    return result.status.ok() && result.faults == 0 ? wend::state_hash(*program, agents.view()) : 0;
}
