// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "bench/cases/rival_state.hpp"

namespace wend::bench {

namespace {

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
class TutorialState final : public RivalState {
  public:
    TutorialState(std::shared_ptr<const Input> input, tutorial::Frame<Body> frame)
        : input_(std::move(input)), frame_(frame), world_(make_world(*input_)), agents_(input_->agents) {
        if (input_->paths) paths_.emplace(*input_->paths);
        reset();
    }

    void reset() override {
        random_.seed(static_cast<std::mt19937::result_type>(seed));
        for (std::size_t i = 0; i < agents_.size(); ++i) {
            agents_[i].position = pair<Stream::position_x, Stream::position_y>(i);
            fill(agents_[i], i);
        }
    }

    void run(std::uint64_t frames) override {
        for (std::uint64_t frame = 0; frame < frames; ++frame) frame_(agents_, world_, random_);
    }

    [[nodiscard]] Motion motion() const override {
        Motion all;
        for (const Body& agent : agents_) {
            all.x.push_back(agent.position.x);
            all.y.push_back(agent.position.y);
            if constexpr (requires { agent.velocity; }) {
                all.velocity_x.push_back(agent.velocity.x);
                all.velocity_y.push_back(agent.velocity.y);
            }
        }
        return all;
    }

  private:
    /// 0 of streams that the input has not.
    template <Stream S>
    [[nodiscard]] element_t<S> value(std::size_t i) const {
        return input_->population.has(S) ? input_->population.get<S>(i) : 0;
    }
    template <Stream X, Stream Y>
    [[nodiscard]] Vector2 pair(std::size_t i) const {
        return {value<X>(i), value<Y>(i)};
    }

    void fill(tutorial::Agent& agent, std::size_t i) const {
        const bool seeks_nodes = input_->population.has(Stream::node);
        agent.velocity = pair<Stream::velocity_x, Stream::velocity_y>(i);
        agent.wander_angle = value<Stream::wander_angle>(i);
        agent.target = pair<Stream::target_x, Stream::target_y>(i);
        agent.seconds_left = static_cast<float>(value<Stream::seconds_left>(i));
        if (paths_)
            agent.waypoint = paths_->at(value<Stream::path>(i),
                                        seeks_nodes ? value<Stream::node>(i) : value<Stream::segment>(i));
        agent.distance = static_cast<float>(value<Stream::segment_distance>(i));
        agent.speed = value<Stream::speed>(i);
    }

    void fill(tutorial::Hunter& agent, std::size_t i) const {
        agent.velocity = pair<Stream::velocity_x, Stream::velocity_y>(i);
        agent.target = pair<Stream::target_x, Stream::target_y>(i);
        agent.target_velocity = pair<Stream::target_velocity_x, Stream::target_velocity_y>(i);
        if (input_->population.has(Stream::target_agent))
            agent.quarry = &agents_[static_cast<std::size_t>(value<Stream::target_agent>(i))];
    }

    void fill(tutorial::Walker& agent, std::size_t i) const {
        agent.target = pair<Stream::target_x, Stream::target_y>(i);
        agent.walk_to = pair<Stream::walk_x, Stream::walk_y>(i);
        agent.speed = value<Stream::speed>(i);
    }

    std::shared_ptr<const Input> input_;
    tutorial::Frame<Body> frame_;
    World world_;
    std::optional<LinkedPaths> paths_;
    std::vector<Body> agents_;
    std::mt19937 random_;
};

}  // namespace

std::shared_ptr<RivalState> make_state(std::shared_ptr<const Input> input, const tutorial::Loop& loop) {
    const tutorial::TutorialFrame* const row = loop.row_of(input->kernel);
    if (row == nullptr) throw std::logic_error("a kernel without a loop of the tutorial");
    return std::visit(
        [&]<class Body>(tutorial::Frame<Body> frame) -> std::shared_ptr<RivalState> {
            return std::make_shared<TutorialState<Body>>(input, frame);
        },
        row->frame);
}

}  // namespace wend::bench
