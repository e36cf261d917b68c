// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/target_speed.hpp"

#include <cmath>

#include "reference/reference.hpp"

namespace wend::detail::reference {

template <>
StageResult run<TargetSpeed>(const StageInput& in, StageOutput& out) {
    const TargetSpeed& stage = in.stage<TargetSpeed>();
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Vector v = read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot);
        const float speed = stage.speed ? *stage.speed : read(in.get<Stream::speed>()[slot]);
        if (bad(v) || bad(speed)) return false;
        const float length = std::sqrt(max_keep_nan(squared_length(v.x, v.y), squared_length_floor));
        const float k = speed / length;
        const float x = v.x * k;
        const float y = v.y * k;
        return add_force(in, out, slot, {x - v.x, y - v.y});
    });
}

}  // namespace wend::detail::reference
