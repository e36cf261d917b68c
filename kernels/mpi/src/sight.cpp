// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "mpi/src/sight.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace wend::mpi {
namespace {

// Squared distances are compared in float, and so is the way across the edge of a world: agents that are some
// roundings farther away may count.
constexpr double rounding = 1 + 0x1p-20;
constexpr double edge_rounding = 0x1p-22;

template <class S>
void add(Sight& sight, const S& stage) {
    if constexpr (requires { stage.seen_groups; }) {
        double radius = 0;
        if constexpr (requires { stage.radius; })
            radius = static_cast<double>(stage.radius);
        else
            radius = 2 * static_cast<double>(stage.body_radius);
        sight.radius = std::max(sight.radius, radius * rounding);
    }
    if constexpr (requires { stage.bounds; })
        if (stage.bounds == Bounds::wrap) sight.wrap = stage.area;
}

}  // namespace

Sight sight_of(const Program& program) {
    Sight sight;
    for (const Stage& stage : program.stages()) std::visit([&](const auto& one) { add(sight, one); }, stage);
    if (sight.radius > 0 && sight.wrap) {
        const Rectangle& area = *sight.wrap;
        double largest = 0;
        for (const float side : {area.min_x, area.max_x, area.min_y, area.max_y})
            largest = std::max(largest, std::abs(static_cast<double>(side)));
        sight.radius += edge_rounding * largest;
    }
    sight.has_quarries = std::ranges::any_of(program.streams(),
                                             [](const StreamUse& use) { return is_slot_stream(use.stream); });
    return sight;
}

}  // namespace wend::mpi
