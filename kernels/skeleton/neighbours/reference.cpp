// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "stages/neighbours/neighbours_reference.hpp"
#include "wend/skeleton.hpp"

namespace wend::detail::reference {

template <>
StageResult run<Skeleton>(const StageInput& in, StageOutput& out) {
    const Skeleton& stage = in.stage<Skeleton>();
    const float scale = 0x1p20f / stage.radius;
    const double unit = static_cast<double>(stage.radius) * 0x1p-20 * static_cast<double>(stage.stiffness);
    return for_each_agent(in, out, [&](std::size_t slot) {
        std::int64_t x = 0;
        std::int64_t y = 0;
        const bool fine = for_each_neighbour(in, out, slot, stage, [&](const Neighbour& neighbour) {
            x += units(neighbour.offset.x * scale);
            y += units(neighbour.offset.y * scale);
        });
        if (!fine) return false;
        return add_sum(in, out, slot,
                       {static_cast<float>(static_cast<double>(-x) * unit),
                        static_cast<float>(static_cast<double>(-y) * unit)});
    });
}

}  // namespace wend::detail::reference
