// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "support/oracle.hpp"

namespace wend::test {
namespace {

/// Whether `value` is beyond `threshold`; where that is too close to decide, the kernel's answer.
bool beyond(double value, double threshold, bool kernel, OracleApproach& result) {
    ++result.comparisons;
    if (std::abs(value - threshold) > branch_margin * std::abs(threshold)) return value > threshold;
    ++result.close_calls;
    return kernel;
}

double jitter(const Approach& approach, std::uint64_t seed, std::uint32_t id, std::uint32_t number) {
    if (approach.step_jitter == 0) return 1;
    const double u =
        static_cast<double>(random_bits(seed, id, number, purpose(Purpose::approach_jitter)) >> 8) * 0x1p-24;
    return std::lerp(1 - static_cast<double>(approach.step_jitter),
                     1 + static_cast<double>(approach.step_jitter), u);
}

/// One draw: the top bit is the side, to the right where it is set; the 24 bits below are the share of the
/// half cone.
double angle(const Approach& approach, double distance, std::uint32_t word) {
    const double radius = static_cast<double>(approach.aggro_radius);
    const double half =
        std::lerp(0.0, static_cast<double>(approach.max_fov), std::clamp(distance, 0.0, radius) / radius) / 2;
    const double share = static_cast<double>(word >> 7 & 0xffffffu) * 0x1p-24;
    return (word >> 31 != 0 ? -1 : 1) * share * half;
}

}  // namespace

OracleApproach oracle_approach(const Approach& approach, const Population& start, const Population& after,
                               std::size_t slot, std::uint32_t id, const Ticks& ticks) {
    const double x = as_read(start.get<Stream::position_x>(slot));
    const double y = as_read(start.get<Stream::position_y>(slot));
    const double target_x = as_read(start.get<Stream::target_x>(slot));
    const double target_y = as_read(start.get<Stream::target_y>(slot));
    const double speed = as_read(approach.speed ? *approach.speed : start.get<Stream::speed>(slot));
    const double dt = static_cast<double>(ticks.dt);
    const double place = std::max(std::abs(x), std::abs(y));

    OracleApproach result;
    result.walk =
        of_terms(as_read(start.get<Stream::walk_x>(slot)), as_read(start.get<Stream::walk_y>(slot)), 0);
    result.decision = start.get<Stream::decision>(slot);
    const double way_x = target_x - x;
    const double way_y = target_y - y;
    const double distance = std::hypot(way_x, way_y);
    if (distance == 0) {
        result.position = result.walk = of_terms(x, y, 0);
        result.arrived = 1;
        return result;
    }

    const auto wide_dt = static_cast<long double>(ticks.dt);
    long double left = 0;
    if (approach.repick_interval) left = static_cast<long double>(start.get<Stream::seconds_left>(slot));
    const bool due = approach.repick_interval && left <= 0;
    result.picked = (x == result.walk.x && y == result.walk.y) || due;
    if (approach.repick_interval)
        result.seconds_scale = static_cast<double>(std::max(std::abs(left), wide_dt));
    if (result.picked) {
        const double shortest = static_cast<double>(approach.min_step);
        const double longest = static_cast<double>(approach.max_step);
        const double even = static_cast<double>(approach.step_fraction) * distance;
        const double part = even * jitter(approach, ticks.seed, id, result.decision);
        result.step = std::clamp(part, shortest, longest);
        result.step_scale = result.step == part ? std::max(even, part) : result.step;
        const bool kernel = as_read(after.get<Stream::walk_x>(slot)) == target_x &&
                            as_read(after.get<Stream::walk_y>(slot)) == target_y;
        result.straight = beyond(result.step, distance, kernel, result);
        result.angle = angle(approach, distance,
                             random_bits(ticks.seed, id, result.decision, purpose(Purpose::approach)));
        const double share = result.step / distance;
        const double turn_x = std::cos(result.angle) * share;
        const double turn_y = std::sin(result.angle) * share;
        result.walk = result.straight
                          ? of_terms(target_x, target_y, 0)
                          : sum(of_terms(x, y, 0), {way_x * turn_x - way_y * turn_y,
                                                    way_x * turn_y + way_y * turn_x, result.step});
        ++result.decision;
        const auto interval = static_cast<long double>(approach.repick_interval.value_or(0));
        left = due ? std::max(left + interval, 0.0L) : interval;
        result.seconds_scale = std::max(result.seconds_scale, static_cast<double>(interval));
    }
    if (approach.repick_interval) result.seconds_left = left - wide_dt;

    const double rest_x = result.walk.x - x;
    const double rest_y = result.walk.y - y;
    const double rest = std::hypot(rest_x, rest_y);
    const double terms = std::max(place, result.walk.scale);
    const bool kernel = after.get<Stream::position_x>(slot) == after.get<Stream::walk_x>(slot) &&
                        after.get<Stream::position_y>(slot) == after.get<Stream::walk_y>(slot);
    const bool reaches = beyond(speed * dt, rest, kernel, result);
    result.position =
        reaches ? result.walk
                : of_terms(x + rest_x * (speed * dt / rest), y + rest_y * (speed * dt / rest), terms);
    result.velocity = along(rest_x, rest_y, result.picked && !result.straight ? terms : 0, speed);
    result.arrived = reaches && result.walk.x == target_x && result.walk.y == target_y ? 1 : 0;
    return result;
}

}  // namespace wend::test
