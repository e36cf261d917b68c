// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::test {
namespace {

constexpr double turn = 2 * std::numbers::pi;

using Agent = OracleAgent;

/// Where floats are more than a turn apart an angle says nothing, and counts as 0.
double wander_angle(const Agent& agent) {
    const double angle = agent.read<Stream::wander_angle>();
    return std::abs(angle) > 0x1p29 ? 0 : std::remainder(angle, turn);
}

OracleVector towards(const Agent& agent, double x, double y, double sign = 1, double slowing_radius = 0) {
    const double dx = x - agent.read<Stream::position_x>();
    const double dy = y - agent.read<Stream::position_y>();
    const double distance = std::hypot(dx, dy);
    const double part = distance < slowing_radius ? distance / slowing_radius : 1;
    return sum(along(dx, dy, 0, sign * part * agent.max_speed()), times(agent.velocity(), -1));
}

OracleVector towards_target(const Agent& agent, double sign = 1, double slowing_radius = 0) {
    return towards(agent, agent.read<Stream::target_x>(), agent.read<Stream::target_y>(), sign,
                   slowing_radius);
}

OracleVector chase_force(const Agent& agent, Quarry quarry, double sign) {
    OracleVector target, velocity;
    if (quarry == Quarry::agent) {
        const std::int32_t slot = agent.population.get<Stream::target_agent>(agent.slot);
        if (slot < 0) return {};
        const Agent other{agent.population, static_cast<std::size_t>(slot), agent.locomotion};
        target = of_terms(other.read<Stream::position_x>(), other.read<Stream::position_y>(), 0);
        velocity = other.velocity();
    } else {
        target = of_terms(agent.read<Stream::target_x>(), agent.read<Stream::target_y>(), 0);
        velocity =
            of_terms(agent.read<Stream::target_velocity_x>(), agent.read<Stream::target_velocity_y>(), 0);
    }
    const OracleVector p = agent.position();
    const double time = std::hypot(target.x - p.x, target.y - p.y) / agent.max_speed();
    return oracle_seek(agent, sum(target, times(velocity, time)), sign);
}

OracleVector follow_force(const Agent& agent, const PathFollow& follow) {
    const auto path = static_cast<std::size_t>(agent.population.get<Stream::path>(agent.slot));
    const std::uint32_t node = agent.population.get<Stream::node>(agent.slot);
    const bool ahead = agent.population.get<Stream::direction>(agent.slot) == 1;
    const bool end = node == (ahead ? follow.paths.node_count(path) - 1 : 0);
    const Point point = follow.paths.node(path, node);
    const bool slows = end && follow.mode == PathMode::once && follow.slowing_radius;
    return towards(agent, point.x, point.y, 1, slows ? static_cast<double>(*follow.slowing_radius) : 0);
}

OracleVector wander_force(const Agent& agent, const Wander& wander) {
    const double radius = static_cast<double>(wander.circle_radius);
    const double angle = wander_angle(agent);
    const OracleVector velocity = agent.velocity();
    OracleVector heading = unit(velocity.x, velocity.y);
    const OracleVector ahead = times(heading, static_cast<double>(wander.circle_distance));
    OracleVector circle{radius * std::cos(angle), radius * std::sin(angle), std::abs(radius)};
    if (wander.frame == WanderFrame::heading) {
        if (heading.scale == 0) heading = {1, 0, 1};
        circle = {circle.x * heading.x - circle.y * heading.y, circle.x * heading.y + circle.y * heading.x,
                  circle.scale};
    }
    return sum(ahead, circle);
}

/// The stages' forces as one.
class Composer {
  public:
    Composer(Composition composition, double max_force)
        : composition_(composition), max_force_(max_force), rest_(max_force) {}

    void add(const OracleVector& force, float weight) {
        const OracleVector weighted = times(force, static_cast<double>(weight));
        if (composition_ == Composition::sum) {
            total_ = sum(total_, weighted);
            return;
        }
        OracleVector fitting = truncate(weighted, rest_);
        rest_ = std::max(0.0, rest_ - std::hypot(fitting.x, fitting.y));
        fitting.scale = std::max(fitting.scale, max_force_);  // what is left was subtracted from it
        total_ = sum(total_, fitting);
    }
    [[nodiscard]] const OracleVector& total() const { return total_; }

  private:
    Composition composition_;
    double max_force_;
    double rest_;
    OracleVector total_;
};

struct Change {
    double angle;
    double scale;
};

Change wander_change(const Agent& agent, const Wander& wander, std::uint32_t ordinal, std::uint32_t id,
                     const Ticks& ticks) {
    double range = static_cast<double>(wander.angle_change);
    if (wander.reference_dt)
        range = std::min(
            range * std::sqrt(static_cast<double>(ticks.dt) / static_cast<double>(*wander.reference_dt)),
            1000.0);
    const std::uint32_t word =
        random_bits(ticks.seed, id, *ticks.first_tick, purpose(Purpose::wander, ordinal));
    const double delta = (static_cast<double>(word >> 8) * 0x1p-24 - 0.5) * range;
    const double angle = wander_angle(agent);
    return {std::remainder(angle + delta, turn),
            std::max({std::abs(angle), std::abs(delta), std::abs(angle + delta)})};
}

struct Axis {
    double position;
    double low;
    double high;
};

/// Folds a coordinate by the triangle wave; `walls` is the number of walls crossed, `near` whether that is a
/// close call.
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
    for (const double wall : {x.low, x.high, y.low, y.high})
        position.scale = std::max(position.scale, std::abs(wall));
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

float weight_of(const Stage& stage) {
    return std::visit(
        []<class S>(const S& one) {
            if constexpr (Force<S>)
                return one.weight;
            else
                return 0.0f;
        },
        stage);
}

/// The force of a stage in a program.
OracleVector force_of(const Stage& stage, const Agent& agent, const Population& start, std::uint32_t id,
                      const Ticks& ticks) {
    if (std::holds_alternative<Seek>(stage)) return towards_target(agent);
    if (std::holds_alternative<Flee>(stage)) return towards_target(agent, -1);
    if (const auto* arrive = std::get_if<Arrive>(&stage))
        return towards_target(agent, 1, static_cast<double>(arrive->slowing_radius));
    if (const auto* pursue = std::get_if<Pursue>(&stage)) return chase_force(agent, pursue->quarry, 1);
    if (const auto* evade = std::get_if<Evade>(&stage)) return chase_force(agent, evade->quarry, -1);
    if (const auto* retarget = std::get_if<RetargetWander>(&stage)) {
        const OracleVector target = oracle_decision(*retarget, start, agent.slot, id, ticks).target;
        return towards(agent, target.x, target.y);
    }
    if (const auto* follow = std::get_if<PathFollow>(&stage)) return follow_force(agent, *follow);
    if (const auto* wander = std::get_if<Wander>(&stage)) return wander_force(agent, *wander);
    return force_oracles().at(stage.index()).force(stage, agent);
}

}  // namespace

std::map<std::size_t, ForceOracle>& force_oracles() {
    static std::map<std::size_t, ForceOracle> oracles;
    return oracles;
}

OracleVector oracle_seek(const OracleAgent& agent, const OracleVector& aim, double sign) {
    const OracleVector p = agent.position();
    const double terms = std::max({aim.scale, std::abs(p.x), std::abs(p.y)});
    return sum(along(aim.x - p.x, aim.y - p.y, terms, sign * agent.max_speed()), times(agent.velocity(), -1));
}

double distance_modulo(double difference, double period) {
    return std::abs(period == 0 ? difference : std::remainder(difference, period));
}

OracleMotion oracle_motion(const Program& program, const Population& start, std::size_t slot,
                           std::uint32_t id, const Ticks& ticks) {
    const Locomotion& locomotion = std::get<Locomotion>(program.stages().back());
    const Agent agent{start, slot, locomotion};
    const double dt = static_cast<double>(ticks.dt);
    OracleMotion motion;
    Composer composer(locomotion.composition, agent.max_force());
    std::uint32_t ordinal = 0;
    for (const Stage& stage : program.stages()) {
        if (!is_force(stage)) continue;
        composer.add(force_of(stage, agent, start, id, ticks), weight_of(stage));
        if (const auto* wander = std::get_if<Wander>(&stage)) {
            const Change change = wander_change(agent, *wander, ordinal++, id, ticks);
            motion.wander_angle = change.angle;
            motion.wander_angle_scale = change.scale;
        }
    }
    OracleVector force = composer.total();
    force = truncate(force, agent.max_force());
    motion.velocity = truncate(sum(agent.velocity(), times(force, dt / agent.mass())), agent.max_speed());
    motion.step = times(motion.velocity, dt);
    motion.position =
        sum(of_terms(agent.read<Stream::position_x>(), agent.read<Stream::position_y>(), 0), motion.step);
    apply_bounds(locomotion, motion);
    return motion;
}

}  // namespace wend::test
