// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Waypoint advance agent by agent, with a cursor on the path.
#include "bench/rivals/frame.hpp"

namespace wend::bench::rivals {

namespace {

void advance_by_cursor(const Streams& streams, const World& world, std::uint32_t) {
    const Streams s = streams;
    const float dt = world.dt;
    for (std::int32_t i = 0; i < s.agents; ++i) {
        float d = s.distance[i] + s.speed[i] * dt;
        const float* node = s.records + s.record[i];
        while (d >= node[length]) {
            d -= node[length];
            s.record[i] = __builtin_bit_cast(std::int32_t, node[next]);
            node = s.records + s.record[i];
        }
        s.distance[i] = d;
        s.position_x[i] = node[node_x] + node[tangent_x] * d;
        s.position_y[i] = node[node_y] + node[tangent_y] * d;
    }
}

}  // namespace

extern const Loops cursor;
const Loops cursor{.of = {{Kernel::waypoint_advance, advance_by_cursor},
                          {Kernel::waypoint_advance_long, advance_by_cursor}}};

}  // namespace wend::bench::rivals
