// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Agents of several processes: rank 0 prints their state hash.
#include <cinttypes>
#include <cstdio>
#include <span>
#include <utility>

#include "wend/mpi/population.hpp"
#include "wend/wend.hpp"

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const wend::Program program = *wend::Program::build(
        {wend::Wander{}, wend::Separation{.radius = 3}, wend::Locomotion{.max_force = 2, .max_speed = 1.5f}});

    wend::AgentBuffer share(program);
    constexpr std::uint32_t all = 1000;
    const auto first = all * static_cast<std::uint32_t>(rank) / static_cast<std::uint32_t>(ranks);
    const auto end = all * static_cast<std::uint32_t>(rank + 1) / static_cast<std::uint32_t>(ranks);
    share.set_next_id(first);
    share.spawn(end - first);
    for (std::uint32_t id = first; id < end; ++id) {
        share.get<wend::Stream::position_x>()[id - first] = static_cast<float>(id % 40);
        share.get<wend::Stream::position_y>()[id - first] = static_cast<float>(id / 40);
    }

    bool fine = true;
    {
        wend::mpi::Population population(MPI_COMM_WORLD, std::move(share), std::span(&program, 1));
        for (std::uint64_t tick = 0; tick < 60; ++tick)
            fine = population.run(program, {.dt = 0.1f, .count = 1, .first_tick = tick, .seed = 7})
                       .status.ok() &&
                   fine;
        const std::uint64_t hash = population.state_hash(program);
        if (rank == 0) std::printf("%016" PRIx64 "\n", hash);
    }
    MPI_Finalize();
    return fine ? 0 : 1;
}
