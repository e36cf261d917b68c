// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "support/oracle_quarry.hpp"

namespace wend::test {
namespace {

constexpr double turn = 2 * std::numbers::pi;

using Agent = OracleAgent;

/// An angle whose neighbouring floats are more than a turn away has no meaning, and counts as 0.
double wander_angle(const Agent& agent) {
    const double angle = agent.read<Stream::wander_angle>();
    return std::abs(angle) > 0x1p29 ? 0 : std::remainder(angle, turn);
}

/// The composition of the stages' forces.
class Composer {
  public:
    Composer(Composition composition, double max_force)
        : composition_(composition), max_force_(max_force), rest_(max_force) {}

    void add(const OracleVector& force, double weight) {
        const OracleVector weighted = times(force, weight);
        if (composition_ == Composition::sum) {
            total_ = sum(total_, weighted);
            return;
        }
        OracleVector fitting = truncate(weighted, rest_);
        rest_ = std::max(0.0, rest_ - std::hypot(fitting.x, fitting.y));
        fitting.scale = std::max(fitting.scale, max_force_);  // the remainder was subtracted from it
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

/// No more than the angle from v, to the side of w.
void limit_turn(const OracleVector& v, double angle, OracleMotion& motion) {
    OracleVector& w = motion.velocity;
    const double speed = std::hypot(w.x, w.y);
    const double start = std::hypot(v.x, v.y);
    if (speed == 0 || start == 0) return;
    const double cross = v.x * w.y - v.y * w.x;
    const double dot = v.x * w.x + v.y * w.y;
    const double wanted = std::atan2(cross, dot);
    if (std::abs(wanted) <= angle) return;
    const double margin = branch_margin * start * w.scale;
    motion.may_point_anywhere = dot < margin && std::abs(cross) <= margin;
    const double heading = std::atan2(v.y, v.x) + (cross < 0 ? -angle : angle);
    w = {speed * std::cos(heading), speed * std::sin(heading), w.scale};
}

/// No less than the speed, along w; along v where w is 0, and along x where v is 0 too.
void raise_speed(const OracleVector& v, double min_speed, OracleMotion& motion) {
    OracleVector& w = motion.velocity;
    const double speed = std::hypot(w.x, w.y);
    if (speed >= min_speed && speed > 0) return;
    motion.may_point_anywhere |= w.scale > 0 && speed <= branch_margin * w.scale;
    if (speed > 0)
        w = along(w.x, w.y, w.scale, min_speed);
    else if (std::hypot(v.x, v.y) > 0)
        w = along(v.x, v.y, 0, min_speed);
    else
        w = {min_speed, 0, min_speed};
}

/// The stage's weight, times the agent's own where the stage reads that.
double weight_of(const Stage& stage, const Agent& agent) {
    return std::visit(
        [&]<class S>(const S& one) {
            if constexpr (!Force<S>) {
                return 0.0;
            } else {
                const StreamSet own = one.streams().where_bound & stream_set(Stream::neighbour_weight);
                const auto weight = static_cast<double>(one.weight);
                return own != 0 && agent.population.has(Stream::neighbour_weight)
                           ? weight * agent.read<Stream::neighbour_weight>()
                           : weight;
            }
        },
        stage);
}

}  // namespace

std::map<std::size_t, ForceOracle>& force_oracles() {
    static std::map<std::size_t, ForceOracle> oracles;
    return oracles;
}

OracleVector oracle_seek(const OracleAgent& agent, const OracleVector& aim, double sign,
                         double slowing_radius) {
    const OracleVector p = agent.position();
    const double dx = aim.x - p.x;
    const double dy = aim.y - p.y;
    const double distance = std::hypot(dx, dy);
    const double part = distance < slowing_radius ? distance / slowing_radius : 1;
    // An aim that was read, not summed, blurs no direction.
    const double terms = aim.scale == 0 ? 0 : std::max({aim.scale, std::abs(p.x), std::abs(p.y)});
    return sum(along(dx, dy, terms, sign * part * agent.max_speed()), times(agent.velocity(), -1));
}

double distance_modulo(double difference, double period) {
    return std::abs(period == 0 ? difference : std::remainder(difference, period));
}

OracleMotion oracle_motion(const Program& program, const Population& start, std::size_t slot,
                           std::uint32_t id, const Ticks& ticks) {
    const Locomotion& locomotion = std::get<Locomotion>(program.stages().back());
    const Agent agent{start, slot, locomotion, id, ticks};
    const double dt = static_cast<double>(ticks.dt);
    OracleMotion motion;
    Composer composer(locomotion.composition, agent.max_force());
    std::uint32_t ordinal = 0;
    for (std::size_t i = 0; i < program.stages().size(); ++i) {
        const Stage& stage = program.stages()[i];
        if (!is_force(stage)) continue;
        if (!agent.has_stage(i)) {
            if (std::holds_alternative<Wander>(stage)) {
                ++ordinal;
                motion.wander_angle = as_read(start.get<Stream::wander_angle>(slot));
                motion.wander_angle_scale = 1;
            }
            continue;
        }
        composer.add(force_oracles().at(stage.index()).force(stage, agent), weight_of(stage, agent));
        if (const auto* wander = std::get_if<Wander>(&stage)) {
            const Change change = wander_change(agent, *wander, ordinal++, id, ticks);
            motion.wander_angle = change.angle;
            motion.wander_angle_scale = change.scale;
        }
    }
    if (!agent.has_stage(program.stages().size() - 1)) {
        motion.velocity = agent.velocity();
        motion.position = agent.position();
        return motion;
    }
    OracleVector force = composer.total();
    force = truncate(force, agent.max_force());
    motion.velocity = truncate(sum(agent.velocity(), times(force, dt / agent.mass())), agent.max_speed());
    if (locomotion.max_turn_rate)
        limit_turn(agent.velocity(), std::min(static_cast<double>(*locomotion.max_turn_rate) * dt, turn / 2),
                   motion);
    if (locomotion.min_speed) raise_speed(agent.velocity(), as_read(*locomotion.min_speed), motion);
    motion.step = times(motion.velocity, dt);
    motion.position =
        sum(of_terms(agent.read<Stream::position_x>(), agent.read<Stream::position_y>(), 0), motion.step);
    apply_bounds(locomotion, motion);
    return motion;
}

}  // namespace wend::test
