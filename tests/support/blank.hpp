// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "support/program_cases.hpp"

namespace wend::test {

/// Agents with all streams of `program`, as AgentBuffer spawns them: zero, but direction 1, mass 1,
/// stages' slots of agents -1.
[[nodiscard]] inline Population blank(const Program& program, std::size_t size) {
    const std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    Population population(size, streams);
    for (const Stream stream : streams)
        for (std::size_t slot = 0; slot < size; ++slot) {
            constexpr double zero = 0;
            population.set_bytes(stream, slot, &zero);
            if (stream == Stream::direction) population.set<Stream::direction>(slot, 1);
            if (stream == Stream::mass) population.set<Stream::mass>(slot, 1);
            constexpr std::int32_t none[2] = {-1, -1};
            if (is_slot_stream(stream)) population.set_bytes(stream, slot, none);
        }
    return population;
}

}  // namespace wend::test
