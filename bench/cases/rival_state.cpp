// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/rival_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace wend::bench {

namespace {

constexpr double unstable_share = 1e-3;

/// Whether two coordinates of the wrapped world differ by at most `allowed`. False for NaN.
bool near(float a, float b, float size, float allowed) {
    const float d = std::fabs(a - b);
    return d <= allowed || std::fabs(size - d) <= allowed;
}

/// As near(), of velocities; true where there are none.
bool near(const std::vector<float>& a, const std::vector<float>& b, std::size_t i, float allowed) {
    return b.empty() || std::fabs(a[i] - b[i]) <= allowed;
}

}  // namespace

std::string disagreement(const Input& calm, const Motion& reference, const Motion& rival, Tolerance allowed) {
    std::size_t differing = 0;
    std::size_t first = 0;
    for (std::size_t i = calm.agents; i-- > 0;) {
        if (near(rival.x[i], reference.x[i], area.max_x - area.min_x, allowed.metres) &&
            near(rival.y[i], reference.y[i], area.max_y - area.min_y, allowed.metres) &&
            near(rival.velocity_x, reference.velocity_x, i, allowed.metres_a_second) &&
            near(rival.velocity_y, reference.velocity_y, i, allowed.metres_a_second))
            continue;
        ++differing;
        first = i;
    }
    if (static_cast<double>(differing) <= unstable_share * static_cast<double>(calm.agents)) return {};
    return fmt::format(
        "after {} ticks this rival has {} of {} agents more than {} m or {} m/s from the reference's, the "
        "first "
        "in slot {}",
        hash_ticks_of(calm.kernel), differing, calm.agents, allowed.metres, allowed.metres_a_second, first);
}

}  // namespace wend::bench
