// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/loops/tutorial_run.hpp"

#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "bench/cases/agreement.hpp"
#include "bench/loops/wend_run.hpp"

namespace wend::bench {

namespace {

/// The loop pursues quarries that may have moved in the same frame, and extrapolates their newest velocity
/// over minutes. A wrong turn would put a hunter metres off.
constexpr float hunter_tolerance = 0.5f;

/// The paths as rings, because the mode is loop. All waypoints lie in one array in order, which favours the
/// loop: in a game they would be scattered.
class LinkedPaths {
  public:
    explicit LinkedPaths(const PathSet& paths) : waypoints_(paths.total_node_count()) {
        std::size_t first = 0;
        for (std::size_t path = 0; path < paths.size(); ++path) {
            first_.push_back(first);
            const std::uint32_t count = paths.node_count(path);
            for (std::uint32_t node = 0; node < count; ++node) {
                const Point point = paths.node(path, node);
                waypoints_[first + node] = {
                    .position = {static_cast<float>(point.x), static_cast<float>(point.y)},
                    .distance_to_next = paths.segment_length(path, node),
                    .offset = node % 2 == 0 ? lateral_offset : -lateral_offset,
                    .next = &waypoints_[first + (node + 1) % count]};
            }
            first += count;
        }
    }

    [[nodiscard]] const tutorial::Waypoint* at(std::int32_t path, std::uint32_t node) const {
        return &waypoints_[first_[static_cast<std::size_t>(path)] + node];
    }

  private:
    std::vector<tutorial::Waypoint> waypoints_;
    std::vector<std::size_t> first_;
};

template <class Body>
class TutorialRun {
  public:
    TutorialRun(std::shared_ptr<const Input> input, tutorial::Frame<Body> frame)
        : input_(std::move(input)),
          frame_(frame),
          world_(make_world(input_->draws)),
          agents_(input_->agents) {
        if (input_->paths) paths_.emplace(*input_->paths);
        reset();
    }

    void reset() {
        random_.seed(static_cast<std::mt19937::result_type>(seed));
        for (std::size_t i = 0; i < agents_.size(); ++i) {
            agents_[i].position = {input_->population.position_x[i], input_->population.position_y[i]};
            fill(agents_[i], i);
        }
    }

    void run(std::uint64_t frames) {
        for (std::uint64_t frame = 0; frame < frames; ++frame) frame_(agents_, world_, random_);
    }

    [[nodiscard]] Positions positions() const {
        Positions all;
        for (const Body& agent : agents_) {
            all.x.push_back(agent.position.x);
            all.y.push_back(agent.position.y);
        }
        return all;
    }

  private:
    void fill(tutorial::Agent& agent, std::size_t i) const {
        const Population& from = input_->population;
        if (!from.velocity_x.empty()) agent.velocity = {from.velocity_x[i], from.velocity_y[i]};
        if (!from.wander_angle.empty()) agent.wander_angle = from.wander_angle[i];
        if (!from.target_x.empty()) agent.target = {from.target_x[i], from.target_y[i]};
        if (!from.seconds_left.empty()) agent.seconds_left = static_cast<float>(from.seconds_left[i]);
        if (from.path.empty()) return;
        agent.waypoint = paths_->at(from.path[i], from.node.empty() ? from.segment[i] : from.node[i]);
        agent.distance = static_cast<float>(from.segment_distance[i]);
        agent.speed = from.speed[i];
    }

    void fill(tutorial::Hunter& agent, std::size_t i) const {
        const Population& from = input_->population;
        agent.velocity = {from.velocity_x[i], from.velocity_y[i]};
        if (!from.target_x.empty()) {
            agent.target = {from.target_x[i], from.target_y[i]};
            agent.target_velocity = {from.target_velocity_x[i], from.target_velocity_y[i]};
        } else {
            agent.quarry = &agents_[static_cast<std::size_t>(from.target_agent[i])];
        }
    }

    void fill(tutorial::Walker& agent, std::size_t i) const {
        const Population& from = input_->population;
        agent.target = {from.target_x[i], from.target_y[i]};
        agent.walk_to = {from.walk_x[i], from.walk_y[i]};
        agent.speed = from.speed[i];
    }

    std::shared_ptr<const Input> input_;
    tutorial::Frame<Body> frame_;
    World world_;
    std::optional<LinkedPaths> paths_;
    std::vector<Body> agents_;
    std::mt19937 random_;
};

/// Calls `use` with a run of the kernel's agent type.
template <class Function>
auto with_run(const std::shared_ptr<const Input>& input, const tutorial::Loop& loop, const Function& use) {
    const tutorial::Row* const row = loop.row_of(input->kernel);
    if (row == nullptr) throw std::logic_error("a kernel without a loop of the tutorial");
    return std::visit(
        [&]<class Body>(tutorial::Frame<Body> frame) {
            return use(std::make_shared<TutorialRun<Body>>(input, frame));
        },
        row->frame);
}

}  // namespace

Run make_tutorial_run(std::shared_ptr<const Input> input, const tutorial::Loop& loop) {
    return with_run(input, loop, [](auto state) {
        return Run{.reset = [state] { state->reset(); },
                   .run = [state](std::uint64_t calls) { state->run(calls); },
                   .hash = [] { return std::uint64_t{0}; }};
    });
}

std::string disagreement(const Input& input, const tutorial::Loop& loop) {
    const auto calm = std::make_shared<const Input>(input.without_draws());
    const Positions rival = with_run(calm, loop, [](auto state) {
        state->run(hash_ticks);
        return state->positions();
    });

    return disagreement(*calm, rival, calm->population.target_agent.empty() ? tolerance : hunter_tolerance);
}

}  // namespace wend::bench
