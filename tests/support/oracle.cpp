// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::test {
namespace {

constexpr double turn = 2 * std::numbers::pi;

OracleVector of_terms(double x, double y, double scale) {
    return {x, y, std::max({std::abs(x), std::abs(y), scale})};
}

OracleVector sum(const OracleVector& a, const OracleVector& b) {
    return of_terms(a.x + b.x, a.y + b.y, std::max(a.scale, b.scale));
}

OracleVector times(const OracleVector& v, double factor) {
    return {v.x * factor, v.y * factor, v.scale * std::abs(factor)};
}

OracleVector unit(double x, double y) {
    const double length = std::hypot(x, y);
    return length == 0 ? OracleVector{} : OracleVector{x / length, y / length, 1};
}

OracleVector truncate(const OracleVector& v, double limit) {
    const double length = std::hypot(v.x, v.y);
    return length > limit ? times(v, limit / length) : v;
}

/// Components below 2^-60 are read as 0: part of what a stream means.
double as_read(float value) { return std::abs(value) < 0x1p-60f ? 0.0 : static_cast<double>(value); }

/// One agent's start of a tick.
struct Agent {
    const Population& population;
    std::size_t slot;
    const Locomotion& locomotion;

    template <Stream S>
    [[nodiscard]] double read() const {
        return as_read(population.get<S>(slot));
    }
    template <Stream S>
    [[nodiscard]] double limit(const std::optional<float>& value) const {
        return value ? as_read(*value) : read<S>();
    }
    [[nodiscard]] double max_force() const { return limit<Stream::max_force>(locomotion.max_force); }
    [[nodiscard]] double max_speed() const { return limit<Stream::max_speed>(locomotion.max_speed); }
    [[nodiscard]] double mass() const { return limit<Stream::mass>(locomotion.mass); }
    [[nodiscard]] OracleVector velocity() const {
        return of_terms(read<Stream::velocity_x>(), read<Stream::velocity_y>(), 0);
    }
    /// Where floats are more than a turn apart an angle says nothing, and counts as 0.
    [[nodiscard]] double angle() const {
        const double angle = read<Stream::wander_angle>();
        return std::abs(angle) > 0x1p29 ? 0 : std::remainder(angle, turn);
    }
};

OracleVector seek_force(const Agent& agent) {
    const OracleVector desired =
        times(unit(agent.read<Stream::target_x>() - agent.read<Stream::position_x>(),
                   agent.read<Stream::target_y>() - agent.read<Stream::position_y>()),
              agent.max_speed());
    return sum(desired, times(agent.velocity(), -1));
}

OracleVector wander_force(const Agent& agent, const Wander& wander) {
    const double radius = static_cast<double>(wander.circle_radius);
    const double angle = agent.angle();
    const OracleVector velocity = agent.velocity();
    OracleVector heading = unit(velocity.x, velocity.y);
    const OracleVector ahead = times(heading, static_cast<double>(wander.circle_distance));
    OracleVector circle{radius * std::cos(angle), radius * std::sin(angle), std::abs(radius)};
    if (wander.frame == WanderFrame::heading) {
        if (heading.scale == 0) heading = {1, 0, 1};
        circle = {circle.x * heading.x - circle.y * heading.y, circle.x * heading.y + circle.y * heading.x, circle.scale};
    }
    return sum(ahead, circle);
}

struct Change {
    double angle;
    double scale;
};

Change wander_change(const Agent& agent, const Wander& wander, std::uint32_t ordinal, std::uint32_t id, const Ticks& ticks) {
    double range = static_cast<double>(wander.angle_change);
    if (wander.reference_dt)
        range = std::min(range * std::sqrt(static_cast<double>(ticks.dt) / static_cast<double>(*wander.reference_dt)), 1000.0);
    const std::uint32_t word = draw(ticks.seed, id, ticks.first_tick, purpose(Purpose::wander, ordinal));
    const double delta = (static_cast<double>(word >> 8) * 0x1p-24 - 0.5) * range;
    const double angle = agent.angle();
    return {std::remainder(angle + delta, turn), std::max({std::abs(angle), std::abs(delta), std::abs(angle + delta)})};
}

struct Axis {
    double position;
    double low;
    double high;
};

/// Folds a coordinate by the triangle wave; `walls` is the number of walls crossed, `near` whether that is a close call.
double fold(const Axis& axis, double scale, bool& odd, bool& near) {
    const double size = axis.high - axis.low;
    const double walls = std::floor((axis.position - axis.low) / size);
    const double offset = axis.position - axis.low - walls * size;
    odd = std::fmod(walls, 2.0) != 0;
    near = std::min(offset, size - offset) <= branch_margin * scale;
    return odd ? axis.high - offset : axis.low + offset;
}

void apply_bounds(const Locomotion& locomotion, OracleMotion& motion) {
    if (locomotion.bounds == Bounds::none) return;
    const Rectangle& area = locomotion.area;
    OracleVector& position = motion.position;
    const Axis x{position.x, static_cast<double>(area.min_x), static_cast<double>(area.max_x)};
    const Axis y{position.y, static_cast<double>(area.min_y), static_cast<double>(area.max_y)};
    for (const double wall : {x.low, x.high, y.low, y.high}) position.scale = std::max(position.scale, std::abs(wall));
    if (locomotion.bounds == Bounds::wrap) {
        motion.period_x = x.high - x.low;
        motion.period_y = y.high - y.low;
        return;
    }
    bool odd_x = false;
    bool odd_y = false;
    position.x = fold(x, position.scale, odd_x, motion.may_flip_x);
    position.y = fold(y, position.scale, odd_y, motion.may_flip_y);
    if (odd_x) motion.velocity.x = -motion.velocity.x;
    if (odd_y) motion.velocity.y = -motion.velocity.y;
}

}  // namespace

double distance_modulo(double difference, double period) {
    return std::abs(period == 0 ? difference : std::remainder(difference, period));
}

OracleMotion oracle_motion(const Program& program, const Population& start, std::size_t slot, std::uint32_t id, const Ticks& ticks) {
    const Locomotion& locomotion = std::get<Locomotion>(program.stages().back());
    const Agent agent{start, slot, locomotion};
    const double dt = static_cast<double>(ticks.dt);
    OracleMotion motion;
    OracleVector force;
    std::uint32_t ordinal = 0;
    for (const Stage& stage : program.stages()) {
        if (std::holds_alternative<Seek>(stage)) force = sum(force, seek_force(agent));
        if (const Wander* wander = std::get_if<Wander>(&stage)) {
            force = sum(force, wander_force(agent, *wander));
            const Change change = wander_change(agent, *wander, ordinal++, id, ticks);
            motion.wander_angle = change.angle;
            motion.wander_angle_scale = change.scale;
        }
    }
    force = truncate(force, agent.max_force());
    motion.velocity = truncate(sum(agent.velocity(), times(force, dt / agent.mass())), agent.max_speed());
    motion.position = sum(of_terms(agent.read<Stream::position_x>(), agent.read<Stream::position_y>(), 0),
                          times(motion.velocity, dt));
    apply_bounds(locomotion, motion);
    return motion;
}

}  // namespace wend::test
