// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"
#include "wend/skeleton.hpp"

namespace wend::detail::reference {

template <>
StageResult run<Skeleton>(const StageInput& in, StageOutput& out) {
    const Skeleton& stage = in.stage<Skeleton>();
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Vector p = read_vector<Stream::position_x, Stream::position_y>(in, slot);
        const Vector v = read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot);
        const Vector target = read_vector<Stream::target_x, Stream::target_y>(in, slot);
        if (bad(p) || bad(v) || bad(target)) return false;
        const float pull_x = (target.x - p.x) * stage.stiffness;
        const float pull_y = (target.y - p.y) * stage.stiffness;
        const float drag_x = v.x * stage.damping;
        const float drag_y = v.y * stage.damping;
        return add_force(in, out, slot, {pull_x - drag_x, pull_y - drag_y});
    });
}

}  // namespace wend::detail::reference
