// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/walk_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace wend::test {
namespace {

/// Far more ticks than any walk of the tests takes.
constexpr std::uint32_t most_ticks = 100'000;

struct Vector {
    double x = 0;
    double y = 0;
};

Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y}; }
Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y}; }
Vector operator*(Vector v, double factor) { return {v.x * factor, v.y * factor}; }
double length(Vector v) { return std::sqrt(v.x * v.x + v.y * v.y); }
Vector truncate(Vector v, double limit) { return length(v) > limit ? v * (limit / length(v)) : v; }

/// `v` turned by the angle from (1, 0) to `by`, both as complex numbers.
Vector rotate(Vector v, Vector by) { return {v.x * by.x - v.y * by.y, v.x * by.y + v.y * by.x}; }
Vector at_angle(double angle) { return {std::cos(angle), std::sin(angle)}; }

/// Uniform in [0, 1) by 53 bits: the standard's distribution differs between libraries.
class Uniform {
  public:
    explicit Uniform(std::uint64_t seed) : random_(seed) {}
    double operator()() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  private:
    std::mt19937_64 random_;
};

struct Wanderer {
    Vector position, velocity;
    double angle = 0;
};

void step(Wanderer& agent, const WanderWalk& walk, double change, WanderRule rule) {
    const double dt = static_cast<double>(walk.dt);
    const double speed = length(agent.velocity);
    const Vector heading = speed == 0 ? Vector{} : agent.velocity * (1 / speed);
    const double angle = rule == WanderRule::angle_after_change ? agent.angle + change : agent.angle;
    Vector circle = at_angle(angle) * static_cast<double>(walk.wander.circle_radius);
    if (walk.wander.frame == WanderFrame::heading)
        circle = rotate(circle, speed == 0 ? Vector{1, 0} : heading);
    const Vector force = heading * static_cast<double>(walk.wander.circle_distance) + circle;
    const Vector pushed = truncate(force, static_cast<double>(*walk.locomotion.max_force)) *
                          (dt / static_cast<double>(*walk.locomotion.mass));
    agent.velocity = truncate(agent.velocity + pushed, static_cast<double>(*walk.locomotion.max_speed));
    agent.position = agent.position + agent.velocity * dt;
    agent.angle += change;
}

Moment moment_of(const std::vector<Wanderer>& agents) {
    Moment moment;
    for (const Wanderer& agent : agents) {
        moment.x.push_back(agent.position.x);
        moment.y.push_back(agent.position.y);
        moment.velocity_x.push_back(agent.velocity.x);
        moment.velocity_y.push_back(agent.velocity.y);
    }
    return moment;
}

struct Walker {
    Vector position, walk;
    double seconds_left = 0;
    double first_u = -1;
    double first_side = 0;
};

void pick(Walker& agent, const Approach& approach, Uniform& uniform, ApproachRule rule) {
    const double d = length(agent.position);  // the target is the origin
    double step = static_cast<double>(approach.step_fraction) * d;
    if (approach.step_jitter != 0)
        step *= 1 + static_cast<double>(approach.step_jitter) * (2 * uniform() - 1);
    step = std::clamp(step, static_cast<double>(approach.min_step), static_cast<double>(approach.max_step));
    if (step > d) {
        agent.walk = {};
        return;
    }
    const double aggro = static_cast<double>(approach.aggro_radius);
    const double cone = static_cast<double>(approach.max_fov) * std::min(d, aggro) / aggro;
    double u = uniform();
    double side = uniform() < 0.5 || rule == ApproachRule::always_left ? 1 : -1;
    if (rule == ApproachRule::one_draw_for_all_legs) {
        if (agent.first_u < 0) agent.first_u = u, agent.first_side = side;
        u = agent.first_u;
        side = agent.first_side;
    }
    const double angle = side * u * (rule == ApproachRule::cone_not_halved ? cone : cone / 2);
    agent.walk = agent.position + rotate(agent.position * (-step / d), at_angle(angle));
}

void step(Walker& agent, const ApproachWalk& walk, Uniform& uniform, ApproachRule rule) {
    if (agent.position.x == 0 && agent.position.y == 0) return;
    const double dt = static_cast<double>(walk.dt);
    const bool repicks = walk.approach.repick_interval.has_value();
    const bool on_walk_point = agent.position.x == agent.walk.x && agent.position.y == agent.walk.y;
    if (on_walk_point || (repicks && agent.seconds_left <= 0)) {
        pick(agent, walk.approach, uniform, rule);
        if (repicks) agent.seconds_left = static_cast<double>(*walk.approach.repick_interval);
    }
    agent.seconds_left -= dt;
    const Vector to_point = agent.walk - agent.position;
    const double travel = static_cast<double>(*walk.approach.speed) * dt;
    agent.position =
        travel >= length(to_point) ? agent.walk : agent.position + to_point * (travel / length(to_point));
}

}  // namespace

std::vector<Moment> oracle_wander(const WanderWalk& walk, std::size_t agents,
                                  std::span<const std::uint32_t> ticks, std::uint64_t seed, WanderRule rule) {
    Uniform uniform(seed);
    double range = static_cast<double>(walk.wander.angle_change);
    if (walk.wander.reference_dt)
        range *= std::sqrt(static_cast<double>(walk.dt) / static_cast<double>(*walk.wander.reference_dt));
    std::vector<Wanderer> population(agents);
    std::vector<Moment> moments;
    std::uint32_t tick = 0;
    for (const std::uint32_t wanted : ticks) {
        for (; tick < wanted; ++tick) {
            double u = uniform();
            for (Wanderer& agent : population) {
                if (rule != WanderRule::one_draw_for_all) u = uniform();
                step(agent, walk, (rule == WanderRule::change_not_centred ? u : u - 0.5) * range, rule);
            }
        }
        moments.push_back(moment_of(population));
    }
    return moments;
}

Passages::Passages(std::size_t agents, std::span<const float> radii)
    : at(radii.size()), radii_(radii.begin(), radii.end()), passed_(agents) {
    for (Passage& passage : at) {
        passage.tick.resize(agents);
        passage.turn.resize(agents);
    }
}

bool Passages::observe(std::uint32_t tick, std::span<const double> x, std::span<const double> y) {
    bool all = true;
    for (std::size_t i = 0; i < passed_.size(); ++i) {
        for (; passed_[i] < radii_.size() && length({x[i], y[i]}) <= radii_[passed_[i]]; ++passed_[i]) {
            Passage& passage = at[passed_[i]];
            passage.tick[i] = tick;
            passage.turn[i] = std::atan2(y[i], x[i]);
        }
        all = all && passed_[i] == radii_.size();
    }
    return all;
}

Passages oracle_approach(const ApproachWalk& walk, std::size_t agents, std::span<const float> radii,
                         std::uint64_t seed, ApproachRule rule) {
    Uniform uniform(seed);
    const Vector start{static_cast<double>(walk.distance), 0};
    std::vector<Walker> population(agents, {start, start});
    std::vector<double> x(agents), y(agents);
    Passages passages(agents, radii);
    for (std::uint32_t tick = 1; tick < most_ticks; ++tick) {
        for (std::size_t i = 0; i < agents; ++i) {
            step(population[i], walk, uniform, rule);
            x[i] = population[i].position.x;
            y[i] = population[i].position.y;
        }
        if (passages.observe(tick, x, y)) break;
    }
    return passages;
}

}  // namespace wend::test
