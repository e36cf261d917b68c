// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"
#include "wend/arrive.hpp"
#include "wend/flee.hpp"
#include "wend/seek.hpp"

namespace wend::detail::reference {

namespace {

enum class Way { towards, away };

StageResult seek_point(const StageInput& in, StageOutput& out, Way way, float slowing_radius,
                       float arrival_radius = 0, std::uint32_t* arrived = nullptr) {
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        const Vector target = read_vector<Stream::target_x, Stream::target_y>(in, slot);
        if (motion.bad() || bad(target)) return false;
        const Vector p = motion.position;
        if (arrived != nullptr)
            arrived[slot] = squared_length(target.x - p.x, target.y - p.y) <= arrival_radius * arrival_radius;
        const Vector d = way == Way::towards ? Vector{target.x - p.x, target.y - p.y}
                                             : Vector{p.x - target.x, p.y - target.y};
        return add_force(in, out, slot, seek_force(d, motion.velocity, motion.max_speed, slowing_radius));
    });
}

}  // namespace

template <>
StageResult run<Seek>(const StageInput& in, StageOutput& out) {
    return seek_point(in, out, Way::towards, 0);
}

template <>
StageResult run<Flee>(const StageInput& in, StageOutput& out) {
    return seek_point(in, out, Way::away, 0);
}

template <>
StageResult run<Arrive>(const StageInput& in, StageOutput& out) {
    const Arrive& stage = in.stage<Arrive>();
    return seek_point(in, out, Way::towards, stage.slowing_radius, stage.arrival_radius,
                      out.get<Stream::arrived>());
}

}  // namespace wend::detail::reference
