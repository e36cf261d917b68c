// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/rivals/grid_run.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "bench/cases/rival_state.hpp"
#include "wend/wend.hpp"

namespace wend::bench {

GridRun::GridRun(const Population& start, float side, float radius, const Locomotion& vehicle, float tick)
    : floats_(10 * (start.size() + grid_padding)), words_(3 * start.size()) {
    const std::size_t count = start.size();
    const auto columns =
        static_cast<std::uint32_t>(side / radius * columns_a_radius) + 1 + 2 * columns_a_radius;
    const auto rows = static_cast<std::uint32_t>(side / radius) + 3;
    starts_.resize(std::size_t{columns} * rows + 2);
    const auto floats = [&](std::size_t i) { return floats_.data() + i * (count + grid_padding); };
    const auto words = [&](std::size_t i) { return words_.data() + i * count; };
    flock = {.count = count,
             .radius = radius,
             .separation_weight = Separation{}.weight,
             .alignment_weight = Alignment{}.weight,
             .cohesion_weight = Cohesion{}.weight,
             .horizon = AvoidNeighbours{}.horizon,
             .orca_horizon = Orca{}.horizon,
             .clearance = 2 * AvoidNeighbours{}.body_radius,
             .max_force = *vehicle.max_force,
             .max_speed = *vehicle.max_speed,
             .dt = tick,
             .x = floats(0),
             .y = floats(1),
             .velocity_x = floats(2),
             .velocity_y = floats(3),
             .other_x = floats(4),
             .other_y = floats(5),
             .other_velocity_x = floats(6),
             .other_velocity_y = floats(7),
             .heading_x = floats(8),
             .heading_y = floats(9),
             .id = words(0),
             .other_id = words(1),
             .cells = words(2),
             .starts = starts_.data(),
             .columns = columns,
             .rows = rows};
    reset(start);
}

void GridRun::reset(const Population& start) {
    std::ranges::copy(start.all<Stream::position_x>(), flock.x);
    std::ranges::copy(start.all<Stream::position_y>(), flock.y);
    std::ranges::copy(start.all<Stream::velocity_x>(), flock.velocity_x);
    std::ranges::copy(start.all<Stream::velocity_y>(), flock.velocity_y);
    std::iota(flock.id, flock.id + flock.count, 0u);
}

namespace {

const Locomotion flock_vehicle{.max_force = max_force, .max_speed = max_speed, .mass = mass};

class GridState final : public RivalState {
  public:
    GridState(std::shared_ptr<const Input> input, GridTick tick)
        : input_(std::move(input)),
          tick_(tick),
          grid_(input_->population, area.max_x, flock_radius_of(input_->kernel), flock_vehicle, dt) {}

    void reset() override { grid_.reset(input_->population); }

    void run(std::uint64_t ticks) override {
        for (std::uint64_t i = 0; i < ticks; ++i) tick_(grid_.flock);
    }

    /// The loop's agents are in another order after every tick.
    [[nodiscard]] Motion motion() const override {
        const auto by_id = [&](const float* values) {
            std::vector<float> all(input_->agents);
            for (std::size_t i = 0; i < input_->agents; ++i) all[grid_.flock.id[i]] = values[i];
            return all;
        };
        return {by_id(grid_.flock.x), by_id(grid_.flock.y), by_id(grid_.flock.velocity_x),
                by_id(grid_.flock.velocity_y)};
    }

  private:
    std::shared_ptr<const Input> input_;
    GridTick tick_;
    GridRun grid_;
};

}  // namespace

std::shared_ptr<RivalState> make_grid_state(std::shared_ptr<const Input> input, GridTick tick) {
    return std::make_shared<GridState>(std::move(input), tick);
}

}  // namespace wend::bench
