// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"
#include "wend/skeleton.hpp"

namespace wend::detail::reference {

template <>
StageResult run<Skeleton>(const StageCall& call) {
    const Skeleton& stage = call.stage<Skeleton>();
    return for_each_agent(call, [&](std::size_t slot) {
        const Vector p = read_vector<Stream::position_x, Stream::position_y>(call, slot);
        const Vector v = read_vector<Stream::velocity_x, Stream::velocity_y>(call, slot);
        const Vector target = read_vector<Stream::target_x, Stream::target_y>(call, slot);
        if (bad(p) || bad(v) || bad(target)) return false;
        const float pull_x = (target.x - p.x) * stage.stiffness;
        const float pull_y = (target.y - p.y) * stage.stiffness;
        const float drag_x = v.x * stage.damping;
        const float drag_y = v.y * stage.damping;
        return add_force(call, slot, {pull_x - drag_x, pull_y - drag_y});
    });
}

}  // namespace wend::detail::reference
