// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/looking_group.hpp"

namespace wend::detail {
namespace {

/// From the agents of a group to their targets, for forces with neighbours that have a target.
template <class A>
class WaysToTargets {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    /// Marks agents whose target or max_speed is at fault.
    WaysToTargets(const StageInput& in, const PassStage& place, LookingGroup<A>& group) : in_(in) {
        for (std::size_t start = 0; start < group_size; start += lanes<A>) {
            const F to_x = flushed(load<A>(place.target_x + start));
            const F to_y = flushed(load<A>(place.target_y + start));
            const F dx = to_x - load<A>(group.x + start), dy = to_y - load<A>(group.y + start);
            const F scale = scale_to(F(1), squared_length(dx, dy), F(squared_length_floor));
            write(target_x + start, to_x);
            write(target_y + start, to_y);
            write(x + start, dx);
            write(y + start, dy);
            write(along_x + start, dx * scale);
            write(along_y + start, dy * scale);
            const F speed = max_speed(start);
            const I largest = max(max(magnitude_bits(to_x), magnitude_bits(to_y)), magnitude_bits(speed));
            group.bad |= std::uint64_t{bits(greater(largest, I(limit_bits))) | bits(speed < F(0))} << start;
        }
    }

    [[nodiscard]] F max_speed(std::size_t start) const {
        const float* const stream = in_.get<Stream::max_speed>();
        return stream == nullptr ? F(in_.limits.max_speed) : flushed(load<A>(stream + start));
    }

    alignas(64) float target_x[group_size];
    alignas(64) float target_y[group_size];
    alignas(64) float x[group_size];  ///< to the target
    alignas(64) float y[group_size];
    alignas(64) float along_x[group_size];  ///< its direction
    alignas(64) float along_y[group_size];

  private:
    const StageInput& in_;
};

}  // namespace
}  // namespace wend::detail
