// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simd/lanes.hpp"
#include "wend/parameter.hpp"

/// Shared by kernels that process many obstacles at a time.
namespace wend::detail {
namespace {

/// Obstacles, one a lane.
template <class A>
struct ObstacleLanes {
    Floats<A> from_x, from_y, to_x, to_y, radius;

    /// Loads the velocities of records.
    static void load_velocities(const float* records, const std::uint32_t* at, Floats<A> (&velocity)[2]) {
        gather_pairs(records + 6, at, velocity);
    }

    /// Loads records of an ObstacleIndex.
    static ObstacleLanes from_records(const float* records, const std::uint32_t* at) {
        Floats<A> ends[4], radius[2];
        gather_rows(records, at, ends);
        gather_pairs(records + 4, at, radius);
        return {ends[0], ends[1], ends[2], ends[3], radius[0]};
    }
};

/// Whether a component of a position or velocity is legal; false for NaN.
template <class A>
inline FloatMask<A> is_legal(const Floats<A>& component) {
    return as_floats(magnitude_bits(component)) <= Floats<A>(component_limit);
}

}  // namespace
}  // namespace wend::detail
