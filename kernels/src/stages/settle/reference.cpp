// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/settle.hpp"

#include <cstddef>
#include <cstdint>

#include "stages/neighbours/neighbours_reference.hpp"

// kernels/docs/math.md, "Settle".
namespace wend::detail::reference {

template <>
StageResult run<Settle>(const StageInput& in, StageOutput& out) {
    const Settle& stage = in.stage<Settle>();
    const std::uint32_t* const settled = in.get<Stream::settled>();
    std::uint32_t* const now = out.get<Stream::settled>();
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        const Vector target = read_vector<Stream::target_x, Stream::target_y>(in, slot);
        if (motion.bad() || bad(target)) return false;
        const std::uint32_t here = settled_at(target.x, target.y);
        const Vector t = {target.x - motion.position.x, target.y - motion.position.y};
        const Vector way = heading_of(t);
        bool stops =
            settled[slot] == here || squared_length(t.x, t.y) <= stage.arrival_radius * stage.arrival_radius;
        const bool fine = for_each_neighbour(in, out, slot, stage, [&](const Neighbour& neighbour) {
            const float ahead = dot(neighbour.offset, way);
            if (neighbour.settled == here && ahead * magnitude(ahead) >= 0.25f * neighbour.squared)
                stops = true;
        });
        if (!fine) return false;
        now[slot] = stops ? here : 0;
        return add_read(in, out, slot,
                        stops ? braking_force(motion.velocity)
                              : seek_force(t, motion.velocity, motion.max_speed, stage.slowing_radius));
    });
}

}  // namespace wend::detail::reference
