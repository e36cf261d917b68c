// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include "obstacles/obstacle_data.hpp"
#include "stages/quarry/quarry_reference.hpp"
#include "wend/hide.hpp"

// kernels/docs/math.md, "Hide": every agent and every obstacle, without a grid.
namespace wend::detail::reference {
namespace {

Look see_hunter(const StageInput& in, Quarry quarry, std::size_t slot, Vector& hunter) {
    if (quarry == Quarry::agent) {
        Seen seen;
        const Look look = see_agent(in, in.get<Stream::target_agent>()[slot], seen);
        hunter = seen.position;
        return look;
    }
    hunter = read_vector<Stream::target_x, Stream::target_y>(in, slot);
    return bad(hunter) ? Look::fault : Look::found;
}

Vector place_behind(const Obstacle& one, Vector hunter, float distance) {
    const Vector middle = {(one.from_x + one.to_x) * 0.5f, (one.from_y + one.to_y) * 0.5f};
    const Vector away = {middle.x - hunter.x, middle.y - hunter.y};
    const float squared = squared_length(away.x, away.y);
    const float scale = (one.radius + distance) / std::sqrt(max_keep_nan(squared, squared_length_floor));
    const float x = away.x * scale;
    const float y = away.y * scale;
    return {middle.x + x, middle.y + y};
}

}  // namespace

template <>
StageResult run<Hide>(const StageInput& in, StageOutput& out) {
    const Hide& stage = in.stage<Hide>();
    const float farthest = stage.radius * stage.radius;
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        if (motion.bad()) return false;
        Vector hunter{};
        const Look look = see_hunter(in, stage.quarry, slot, hunter);
        if (look == Look::fault) return false;
        Vector way{};
        float nearest = std::numeric_limits<float>::infinity();
        const ObstacleData& obstacles = ObstacleDataAccess::data(stage.obstacles);
        const Obstacle* hidden_behind = nullptr;
        if (look == Look::found)
            for (const Obstacle& one : obstacles.obstacles) {
                const Vector place = place_behind(one, hunter, stage.distance);
                const Vector to_place = {place.x - motion.position.x, place.y - motion.position.y};
                const float squared = squared_length(to_place.x, to_place.y);
                const bool equal = hidden_behind != nullptr && squared == nearest;
                if (!(squared <= farthest && squared < nearest) &&
                    !(equal && obstacles.precedes(one, *hidden_behind)))
                    continue;
                hidden_behind = &one;
                nearest = squared;
                way = to_place;
            }
        if (!(nearest <= farthest)) return add_force(in, out, slot, {0, 0});
        const Vector beside{motion.velocity.x - hidden_behind->velocity_x,
                            motion.velocity.y - hidden_behind->velocity_y};
        return add_force(in, out, slot,
                         seek_force(way, beside, motion.max_speed, stage.slowing_radius.value_or(0)));
    });
}

}  // namespace wend::detail::reference
