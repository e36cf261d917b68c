// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/tutorial_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/wend_run.hpp"

namespace wend::bench {

namespace {

/// Over 64 ticks the roundings of two float programs drift apart by some units in the last place of 1,000
/// (6e-5).
constexpr float tolerance = 0.01f;

/// An agent that passes over its target turns by a hair's difference, and near a node either neighbour is
/// right.
constexpr double unstable_share = 1e-3;

class TutorialRun {
  public:
    TutorialRun(std::shared_ptr<const Input> input, const tutorial::Loop& loop, bool random_turns)
        : input_(std::move(input)),
          loop_(loop),
          world_{.dt = dt,
                 .max_speed = max_speed,
                 .max_force = max_force,
                 .mass = mass,
                 .circle_distance = 10,
                 .circle_radius = 5,
                 .angle_change = random_turns ? 1.0f : 0.0f,
                 .min = {area.min_x, area.min_y},
                 .max = {area.max_x, area.max_y}} {
        if (input_->paths) link_waypoints(*input_->paths);
        agents_.resize(input_->agents);
        reset();
    }

    void reset() {
        random_.seed(static_cast<std::mt19937::result_type>(seed));
        const Population& from = input_->population;
        for (std::size_t i = 0; i < agents_.size(); ++i) {
            tutorial::Agent& agent = agents_[i];
            agent.position = {from.position_x[i], from.position_y[i]};
            if (!from.velocity_x.empty()) agent.velocity = {from.velocity_x[i], from.velocity_y[i]};
            if (!from.wander_angle.empty()) agent.wander_angle = from.wander_angle[i];
            if (!from.target_x.empty()) agent.target = {from.target_x[i], from.target_y[i]};
            if (from.path.empty()) continue;
            agent.waypoint =
                &waypoints_[first_waypoint_[static_cast<std::size_t>(from.path[i])] + from.segment[i]];
            agent.distance = static_cast<float>(from.segment_distance[i]);
            agent.speed = from.speed[i];
        }
    }

    void run(std::uint64_t frames) {
        for (std::uint64_t frame = 0; frame < frames; ++frame) {
            if (input_->kernel == Kernel::wander)
                loop_.wander(agents_, world_, random_);
            else if (input_->kernel == Kernel::seek)
                loop_.seek(agents_, world_);
            else
                loop_.advance(agents_, world_);
        }
    }

    [[nodiscard]] const std::vector<tutorial::Agent>& agents() const { return agents_; }

  private:
    /// Rings, as the mode is loop. They lie in order in one array, which flatters the loop: a game's would be
    /// scattered.
    void link_waypoints(const PathSet& paths) {
        waypoints_.resize(paths.total_node_count());
        std::size_t first = 0;
        for (std::size_t path = 0; path < paths.size(); ++path) {
            first_waypoint_.push_back(first);
            const std::uint32_t count = paths.node_count(path);
            for (std::uint32_t node = 0; node < count; ++node) {
                const Point point = paths.node(path, node);
                waypoints_[first + node] = {
                    .position = {static_cast<float>(point.x), static_cast<float>(point.y)},
                    .distance_to_next = paths.segment_length(path, node),
                    .next = &waypoints_[first + (node + 1) % count]};
            }
            first += count;
        }
    }

    std::shared_ptr<const Input> input_;
    const tutorial::Loop& loop_;
    tutorial::World world_;
    std::vector<tutorial::Waypoint> waypoints_;
    std::vector<std::size_t> first_waypoint_;
    std::vector<tutorial::Agent> agents_;
    std::mt19937 random_;
};

/// The distance on the axis, the short way round the wrapped world.
float apart(float a, float b, float size) {
    const float d = std::fabs(a - b);
    return std::min(d, std::fabs(size - d));
}

}  // namespace

Run make_tutorial_run(std::shared_ptr<const Input> input, const tutorial::Loop& loop) {
    auto state = std::make_shared<TutorialRun>(std::move(input), loop, true);
    return {.reset = [state] { state->reset(); },
            .run = [state](std::uint64_t calls) { state->run(calls); },
            .hash = [] { return std::uint64_t{0}; }};
}

std::string disagreement(const Input& input, const tutorial::Loop& loop) {
    const std::shared_ptr<const Input> borrowed(std::shared_ptr<const Input>(), &input);
    TutorialRun run(borrowed, loop, false);
    run.run(hash_ticks);
    const Positions reference = reference_positions(input);

    std::size_t differing = 0;
    std::size_t first = 0;
    for (std::size_t i = input.agents; i-- > 0;) {
        const tutorial::Vector2 p = run.agents()[i].position;
        if (apart(p.x, reference.x[i], area.max_x - area.min_x) <= tolerance &&
            apart(p.y, reference.y[i], area.max_y - area.min_y) <= tolerance)
            continue;
        ++differing;
        first = i;
    }
    if (static_cast<double>(differing) <= unstable_share * static_cast<double>(input.agents)) return {};
    return fmt::format(
        "after {} ticks {} of {} agents are more than {} m from where the reference puts them, the first in "
        "slot {}",
        hash_ticks, differing, input.agents, tolerance, first);
}

}  // namespace wend::bench
