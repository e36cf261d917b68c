// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/external_locomotion.hpp"

#include <cmath>
#include <cstddef>

#include "reference/reference.hpp"

namespace wend::detail::reference {

template <>
StageResult run<ExternalLocomotion>(const StageInput& in, StageOutput& out) {
    const float* max_forces = in.get<Stream::max_force>();
    const float* masses = in.get<Stream::mass>();
    const auto put = [&]<Stream X, Stream Y>(std::size_t slot, Vector value) {
        if (float* const x = out.get<X>()) x[slot] = store(value.x);
        if (float* const y = out.get<Y>()) y[slot] = store(value.y);
    };
    // Writes unchanged ones too: outputs may be other memory than inputs.
    const auto put_heading = [&](Stream stream, std::size_t slot, bool moves, float value) {
        const auto* const before = static_cast<const float*>(in.streams[static_cast<std::size_t>(stream)]);
        auto* const to = static_cast<float*>(out.streams[static_cast<std::size_t>(stream)]);
        if (to != nullptr) to[slot] = moves ? store(value) : before[slot];
    };

    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        const float max_force = read_or(max_forces, slot, in.limits.max_force);
        const float mass = read_or(masses, slot, in.limits.mass);
        if (motion.bad() || bad(max_force) || bad(mass) || max_force < 0 || mass <= 0) return false;

        const Driven by_force =
            driven(in, out.force, slot, motion.velocity, max_force, motion.max_speed, mass);
        const Vector velocity = picked_or(in, slot, by_force.velocity);
        const Vector desired{store(velocity.x), store(velocity.y)};
        const float squared = squared_length(desired.x, desired.y);
        const float unit = 1.0f / std::sqrt(max_keep_nan(squared, squared_length_floor));

        put.operator()<Stream::force_x, Stream::force_y>(slot, {out.force.x[slot], out.force.y[slot]});
        put.operator()<Stream::steering_force_x, Stream::steering_force_y>(slot, by_force.steering_force);
        put.operator()<Stream::desired_velocity_x, Stream::desired_velocity_y>(slot, desired);
        put_heading(Stream::heading_x, slot, squared > 0, desired.x * unit);
        put_heading(Stream::heading_y, slot, squared > 0, desired.y * unit);
        if (in.keep_step) {
            out.get<Stream::previous_x>()[slot] = motion.position.x;
            out.get<Stream::previous_y>()[slot] = motion.position.y;
        }
        return true;
    });
}

}  // namespace wend::detail::reference
