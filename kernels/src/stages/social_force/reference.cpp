// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/social_force.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "reference/power_reference.hpp"
#include "stages/neighbours/neighbours_reference.hpp"

// kernels/docs/math.md, "Social force".
namespace wend::detail::reference {

template <>
StageResult run<SocialForce>(const StageInput& in, StageOutput& out) {
    const SocialForce& stage = in.stage<SocialForce>();
    const float least = stage.range * 0x1p-10f;
    const float least_square = least * least;
    const float half_log2_e_per_range = 0x1.715476p-1f / stage.range;
    const double unit = static_cast<double>(stage.strength) / static_cast<double>(stage.range) * 0x1p-17;
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Vector heading = heading_of(read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot));
        std::int64_t x = 0;
        std::int64_t y = 0;
        const bool fine = for_each_neighbour(in, out, slot, stage, [&](const Neighbour& neighbour) {
            const Vector d = neighbour.offset;
            const float step_x = neighbour.velocity.x * stage.step_time;
            const float step_y = neighbour.velocity.y * stage.step_time;
            const Vector e = {d.x + step_x, d.y + step_y};
            const float now = std::sqrt(max_keep_nan(neighbour.squared, least_square));
            const float then = std::sqrt(max_keep_nan(squared_length(e.x, e.y), least_square));
            const float along = dot(d, e);
            const float across_x = d.x * e.y;
            const float across_y = d.y * e.x;
            const float across = across_x - across_y;
            const float product = now * then;
            const float half = along < 0 ? across * across / (product - along) : product + along;
            const float sum = now + then;
            const float square = max_keep_nan(2.0f * half, sum * sum * 0x1p-20f);
            if (!(square <= std::numeric_limits<float>::max())) return;
            const float axis = std::sqrt(square);
            const float exponent = -(axis * half_log2_e_per_range);
            float share = exp2_of(exponent < -power_limit ? -power_limit : exponent);
            const float ahead = dot(d, heading);
            if (ahead * magnitude(ahead) < -0.03015369f * neighbour.squared) share *= stage.rear_weight;
            share *= 0x1p17f;
            const float k = sum / (2.0f * axis) / product;
            const auto add = [&](std::int64_t& total, float from, float to) {
                const float of_now = from * then;
                const float of_then = to * now;
                const float gradient = (of_now + of_then) * k;
                total += units((gradient > 8 ? 8.0f : gradient < -8 ? -8.0f : gradient) * share);
            };
            add(x, d.x, e.x);
            add(y, d.y, e.y);
        });
        if (!fine) return false;
        return add_sum(in, out, slot,
                       {static_cast<float>(static_cast<double>(-x) * unit),
                        static_cast<float>(static_cast<double>(-y) * unit)});
    });
}

}  // namespace wend::detail::reference
