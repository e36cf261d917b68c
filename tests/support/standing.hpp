// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"

namespace wend::test {

/// One segment from (0, 0) to (length, 0), whose left normal is (0, 1).
[[nodiscard]] inline PathSet straight(double length) {
    const std::array points{Point{0, 0}, Point{length, 0}};
    return *PathSetBuilder().add(points).build();
}

/// Agents at `distances` into a segment of the first path, after a tick with dt = 0, which places them.
[[nodiscard]] inline Population standing(Isa isa, const WaypointAdvance& advance,
                                         const std::vector<double>& distances, std::uint32_t segment = 0,
                                         std::int32_t direction = 1) {
    const Program program = build({advance});
    Population population = blank(program, distances.size());
    for (std::size_t slot = 0; slot < distances.size(); ++slot) {
        population.set<Stream::segment>(slot, segment);
        population.set<Stream::segment_distance>(slot, distances[slot]);
        if (population.has(Stream::direction)) population.set<Stream::direction>(slot, direction);
    }
    EXPECT_TRUE(faultless(run(program, population.view(), {.dt = 0, .first_tick = 0}, serial_on(isa))));
    return population;
}

}  // namespace wend::test
