// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "stages/locomotion/edges_reference.hpp"
#include "stages/neighbours/neighbours_reference.hpp"
#include "stages/resolve_overlaps/near_bodies.hpp"

// kernels/docs/math.md, "Resolution of overlaps".
namespace wend::detail::reference {
namespace {

/// The direction from an agent to another one on the same spot: one of 16.
Vector direction_of_ids(std::uint32_t own, std::uint32_t other) {
    constexpr float a = 0x1.d906bcp-1f, b = 0x1.6a09e6p-1f, c = 0x1.87de2ap-2f;
    constexpr float cosine[16] = {1, a, b, c, 0, -c, -b, -a, -1, -a, -b, -c, 0, c, b, a};
    const std::uint32_t drawn = ((own ^ other) * 0x9e3779b1u) >> 28;
    const std::uint32_t angle = own < other ? drawn : drawn + 8;
    return {cosine[angle % 16], cosine[(angle + 12) % 16]};
}

}  // namespace

template <>
StageResult run<ResolveOverlaps>(const StageInput& in, StageOutput& out) {
    const NearBodies stage(in.stage<ResolveOverlaps>());
    const float scale = 0x1p19f / stage.radius;
    const double unit = static_cast<double>(stage.radius) * 0x1p-19;
    float* const new_x = out.get<Stream::position_x>();
    float* const new_y = out.get<Stream::position_y>();
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Vector p = read_vector<Stream::position_x, Stream::position_y>(in, slot);
        const float body = body_radius_of(in, slot, stage);
        const RightOfWay right = right_of_way_of(in, slot, stage);
        std::int64_t x = 0;
        std::int64_t y = 0;
        std::int64_t contacts = 0;
        const bool fine = for_each_neighbour(in, out, slot, stage, [&](const Neighbour& neighbour) {
            const float share = right.share(neighbour.right_of_way);
            const float length = std::sqrt(max_keep_nan(neighbour.squared, squared_length_floor));
            const float depth = body + neighbour.body_radius - length;
            if (!(depth > 0) || !(share > 0)) return;
            const float k = 1.0f / length;
            const Vector along = neighbour.squared < squared_length_floor
                                     ? direction_of_ids(id_of(in, slot), neighbour.id)
                                     : Vector{neighbour.offset.x * k, neighbour.offset.y * k};
            const float way = depth * share * scale;
            x += units(along.x * way);
            y += units(along.y * way);
            ++contacts;
        });
        if (!fine) return false;
        Vector end = p;
        if (contacts > 0) {
            const float root = std::sqrt(static_cast<float>(contacts));
            const float change_x = static_cast<float>(static_cast<double>(-x) * unit) / root;
            const float change_y = static_cast<float>(static_cast<double>(-y) * unit) / root;
            const StepEnd step = end_of_step(*in.locomotion, p, {p.x + change_x, p.y + change_y}, {0, 0});
            end = {step.x.position, step.y.position};
        }
        if (!finite(end)) return false;
        new_x[slot] = store(end.x);
        new_y[slot] = store(end.y);
        return true;
    });
}

}  // namespace wend::detail::reference
