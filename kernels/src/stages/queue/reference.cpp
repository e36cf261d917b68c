// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/queue.hpp"

#include <cmath>
#include <cstddef>

#include "stages/neighbours/neighbours_reference.hpp"

// kernels/docs/math.md, "Queue".
namespace wend::detail::reference {

template <>
StageResult run<Queue>(const StageInput& in, StageOutput& out) {
    const Queue& stage = in.stage<Queue>();
    const float half_width = stage.lane_width * 0.5f;
    const float per_radius = 1.0f / stage.slowing_radius;
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        const Vector target = read_vector<Stream::target_x, Stream::target_y>(in, slot);
        if (motion.bad() || bad(target)) return false;
        const float body = body_radius_of(in, slot, stage);
        const Vector t = {target.x - motion.position.x, target.y - motion.position.y};
        const Vector way = heading_of(t);
        const float squared = squared_length(t.x, t.y);
        float room = std::sqrt(max_keep_nan(squared, squared_length_floor));
        const bool fine = for_each_neighbour(in, out, slot, stage, [&](const Neighbour& neighbour) {
            const float ahead = dot(neighbour.offset, way);
            const float theirs =
                squared_length(target.x - neighbour.position.x, target.y - neighbour.position.y);
            const bool nearer = theirs < squared || (theirs == squared && neighbour.id < id_of(in, slot));
            if (!nearer || !(ahead >= 0) || !(magnitude(cross(way, neighbour.offset)) <= half_width)) return;
            const float left = ahead - (body + neighbour.body_radius) - stage.gap;
            if (left < room) room = left;
        });
        if (!fine) return false;
        room = max_keep_nan(room, 0);
        const float share = (room < stage.slowing_radius ? room : stage.slowing_radius) * per_radius;
        const float speed = motion.max_speed * share;
        const Vector desired = {way.x * speed, way.y * speed};
        return add_read(in, out, slot, {desired.x - motion.velocity.x, desired.y - motion.velocity.y});
    });
}

}  // namespace wend::detail::reference
