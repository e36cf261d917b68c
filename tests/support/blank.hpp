// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "support/program_cases.hpp"

namespace wend::test {

/// Agents with all streams of `program`, as AgentBuffer spawns them: zero, but direction 1, mass 1,
/// target_agent and other_agent -1.
[[nodiscard]] inline Population blank(const Program& program, std::size_t size) {
    std::vector<Stream> streams = streams_of(program);
    streams.insert(streams.end(), program.outputs().begin(), program.outputs().end());
    Population population(size, streams);
    for (const Stream stream : streams)
        for (std::size_t slot = 0; slot < size; ++slot) {
            constexpr double zero = 0;
            population.set_bytes(stream, slot, &zero);
            if (stream == Stream::direction) population.set<Stream::direction>(slot, 1);
            if (stream == Stream::mass) population.set<Stream::mass>(slot, 1);
            if (stream == Stream::target_agent) population.set<Stream::target_agent>(slot, -1);
            if (stream == Stream::other_agent) population.set<Stream::other_agent>(slot, -1);
        }
    return population;
}

}  // namespace wend::test
