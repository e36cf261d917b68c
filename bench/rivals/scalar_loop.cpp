// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Scalar waypoint advance: with a cursor on the path, and with a search for the travelled distance.
#include <algorithm>

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

void advance_by_search(const Streams& streams, const World& world, std::uint32_t) {
    const Streams s = streams;
    const double dt = static_cast<double>(world.dt);
    for (std::int32_t i = 0; i < s.agents; ++i) {
        const std::int32_t path = s.path[i];
        const double total = s.totals[path];
        double travelled = s.travelled[i] + static_cast<double>(s.speed[i]) * dt;
        if (travelled >= total) travelled -= total * __builtin_floor(travelled / total);
        s.travelled[i] = travelled;
        const double* first = s.starts + s.first[path];
        const double* after = std::upper_bound(first + 1, first + s.count[path], travelled);
        const float* node = s.records + (after - 1 - s.starts) * record_floats;
        const auto d = static_cast<float>(travelled - after[-1]);
        s.position_x[i] = node[node_x] + node[tangent_x] * d;
        s.position_y[i] = node[node_y] + node[tangent_y] * d;
    }
}

}  // namespace

extern const Loops cursor;
const Loops cursor{.of = {{Kernel::waypoint_advance, advance_by_cursor},
                          {Kernel::waypoint_advance_long, advance_by_cursor}}};

extern const Loops upper_bound;
const Loops upper_bound{.of = {{Kernel::waypoint_advance, advance_by_search},
                               {Kernel::waypoint_advance_long, advance_by_search}}};

}  // namespace wend::bench::rivals
