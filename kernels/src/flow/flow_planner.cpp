// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/flow_planner.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "columns/selected_agents.hpp"
#include "float_environment.hpp"
#include "flow/arrival_times.hpp"
#include "flow/flow_data.hpp"
#include "out_of_range.hpp"
#include "threads/parts.hpp"
#include "wend/parameter.hpp"

namespace wend {
namespace detail {
namespace {

Status check_obstacle(const Obstacle& one) {
    for (const float coordinate : {one.from_x, one.from_y, one.to_x, one.to_y})
        if (!any_number.contains(coordinate))
            return out_of_range("obstacle", static_cast<double>(coordinate), -1e18, 1e18);
    if (!not_negative.contains(one.radius))
        return out_of_range("radius", static_cast<double>(one.radius), 0, 1e18);
    return {};
}

}  // namespace

/// The state and the work of a FlowPlanner, in phases.
class FlowPlan {
  public:
    FlowPlan(const FlowGrid& grid, const FlowGoals& goals, const Execution& execution)
        : data_(std::make_shared<FlowData>(make_flow_data(grid))),
          clearance_(goals.clearance),
          speed_(static_cast<double>(goals.speed)),
          times_(grid, true),
          wanted_(times_.size()) {
        data_->own.resize(4 * grid.size());
        data_->own_ways.resize(2 * grid.size());
        show(0);
        changed_.reserve(grid.size());
        for (std::size_t cell = 0; cell < grid.size(); ++cell) {
            const float cost = goals.costs.empty() ? 1.0f : goals.costs[cell];
            wanted_[times_.number(cell)].cost = cost;
            lowest_cost_ = std::min(lowest_cost_, cost);
        }
        for (std::size_t i = 0; i < goals.obstacles.size(); ++i)
            for_each_closed_number(goals.obstacles.obstacle(i),
                                   [&](std::size_t number) { ++wanted_[number].obstacles; });
        for (std::size_t cell = 0; cell < grid.size(); ++cell) {
            const std::size_t number = times_.number(cell);
            times_.set_cost(number, wanted_[number].now());
        }
        set_goals(goals.goals);
        for (const std::uint32_t goal : changed_) wanted_[goal].is_changed = false;
        changed_.clear();
        goals_ = wanted_goals_;
        begin_anew(execution);
        advance(std::numeric_limits<std::uint64_t>::max(), execution);
    }

    [[nodiscard]] FlowField field() const { return FlowDataAccess::share(data_); }
    [[nodiscard]] bool is_current() const { return phase_ == Phase::idle && changed_.empty(); }

    Status set_costs(const FlowCells& cells, std::span<const float> costs) {
        const FlowGrid& grid = data_->grid;
        const auto check = [](const char* name, std::uint32_t first, std::uint32_t count, std::uint32_t all) {
            if (count >= 1 && first < all && count <= all - first) return Status{};
            const double most = first < all ? all - first : 0;
            return out_of_range(name, count, 1, most);
        };
        if (Status s = check("columns", cells.column, cells.columns, grid.columns); !s) return s;
        if (Status s = check("rows", cells.row, cells.rows, grid.rows); !s) return s;
        if (costs.size() != 1 && costs.size() != cells.size())
            return {.code = Code::length_mismatch,
                    .subject = "costs",
                    .other = "cells",
                    .value = static_cast<double>(costs.size()),
                    .expected = static_cast<double>(cells.size())};
        for (std::size_t i = 0; i < costs.size(); ++i)
            if (Status s = check_cost(costs[i], i); !s) return s;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const float cost = costs[costs.size() == 1 ? 0 : i];
            const std::size_t number =
                times_.number(cells.column + i % cells.columns, cells.row + i / cells.columns);
            if (wanted_[number].cost == cost) continue;
            wanted_[number].cost = cost;
            lowest_cost_ = std::min(lowest_cost_, cost);
            note(number);
        }
        return {};
    }

    Status set_crowd(const AgentView& agents, float cost_per_agent) {
        constexpr Stream position[] = {Stream::position_x, Stream::position_y};
        if (!not_negative.contains(cost_per_agent))
            return out_of_range("cost_per_agent", static_cast<double>(cost_per_agent), 0, 1e18);
        if (Status s = check_streams(agents, stream_set(position[0], position[1]), 0); !s) return s;
        for (const std::uint32_t number : crowded_) {
            Wanted& wanted = wanted_[number];
            wanted.before = wanted.now();
            wanted.agents = 0;
        }
        for_each_selected(agents, [&](std::size_t slot) {
            count_agent(value_at<float>(agents.column(position[0]), slot),
                        value_at<float>(agents.column(position[1]), slot));
        });
        std::size_t still = 0;
        for (const std::uint32_t number : crowded_) {
            Wanted& wanted = wanted_[number];
            wanted.crowd_cost =
                static_cast<float>(static_cast<double>(cost_per_agent) * static_cast<double>(wanted.agents));
            if (wanted.now() != wanted.before) note(number);
            wanted.is_crowded = wanted.agents != 0;
            if (wanted.is_crowded) crowded_[still++] = number;
        }
        crowded_.resize(still);
        return {};
    }

    Status add_obstacle(const Obstacle& obstacle) {
        if (Status s = check_obstacle(obstacle); !s) return s;
        for_each_closed_number(obstacle, [&](std::size_t number) {
            if (wanted_[number].obstacles++ == 0) note(number);
        });
        return {};
    }

    Status remove_obstacle(const Obstacle& obstacle) {
        Status status = check_obstacle(obstacle);
        if (!status) return status;
        for_each_closed_number(obstacle, [&](std::size_t number) {
            if (status && wanted_[number].obstacles == 0)
                status = out_of_range("obstacle", 0, 1, 1e18, times_.cell_of(number));
        });
        if (!status) return status;
        for_each_closed_number(obstacle, [&](std::size_t number) {
            if (--wanted_[number].obstacles == 0) note(number);
        });
        return {};
    }

    Status set_goals(std::span<const Point> goals) {
        if (Status s = check_goals(goals); !s) return s;
        wanted_goals_.reserve(goals.size());
        goals_.reserve(goals.size());
        for (const std::uint32_t goal : wanted_goals_) {
            wanted_[goal].is_goal = false;
            note(goal);
        }
        wanted_goals_.clear();
        for (const Point& goal : goals) {
            const std::size_t number = times_.number(FlowData::cell_at(data_->grid, goal));
            if (wanted_[number].is_goal) continue;
            wanted_[number].is_goal = true;
            wanted_goals_.push_back(static_cast<std::uint32_t>(number));
            note(number);
        }
        return {};
    }

    bool advance(std::uint64_t cells, const Execution& execution) {
        const Execution threads = usable_threads(execution);
        left_ = cells;
        while (left_ > 0) {
            switch (phase_) {
                case Phase::idle:
                    if (changed_.empty()) return true;
                    begin();
                    break;
                case Phase::copy: copy(threads); break;
                case Phase::raise: raise(); break;
                case Phase::drop: drop(); break;
                case Phase::clear: clear(threads); break;
                case Phase::lower: lower(); break;
                case Phase::march: march(threads); break;
                case Phase::direct: direct(threads); break;
            }
        }
        return is_current();
    }

  private:
    /// Each follows the one before, except that `raise` leads to `lower`, or to `drop` if it finds that most
    /// cells change; `lower` and `clear` lead to `march`.
    enum class Phase : std::uint8_t {
        idle,
        copy,   ///< the field in use over the one that is written
        raise,  ///< takes the times of what depends on changed cells
        drop,   ///< forgets what was found so far
        clear,  ///< takes all times
        lower,  ///< gives touched cells times
        march,
        direct  ///< computes velocities
    };

    /// A cell as the caller wants it.
    struct Wanted {
        float cost = 1, crowd_cost = 0;
        float before = 0;                  ///< its cost without the crowd that is counted
        std::uint32_t agents = 0;          ///< in it and the eight about it
        std::uint32_t obstacles : 29 = 0;  ///< that close it
        std::uint32_t is_goal : 1 = 0;
        std::uint32_t is_changed : 1 = 0;  ///< in changed_
        std::uint32_t is_crowded : 1 = 0;  ///< in crowded_

        [[nodiscard]] float now() const { return obstacles == 0 ? cost + crowd_cost : ArrivalTimes::closed; }
    };

    template <class Visit>
    void for_each_closed_number(const Obstacle& obstacle, const Visit& visit) {
        for_each_closed_cell(data_->grid, obstacle, clearance_,
                             [&](std::size_t column, std::size_t row) { visit(times_.number(column, row)); });
    }

    void count_agent(float at_x, float at_y) {
        const FlowGrid& grid = data_->grid;
        const Rectangle& area = grid.area;
        if (!(at_x >= area.min_x && at_x <= area.max_x && at_y >= area.min_y && at_y <= area.max_y)) return;
        const std::size_t cell =
            FlowData::cell_at(grid, {static_cast<double>(at_x), static_cast<double>(at_y)});
        const std::size_t column = cell % grid.columns, row = cell / grid.columns;
        for (std::size_t y = row == 0 ? 0 : row - 1; y < std::min<std::size_t>(row + 2, grid.rows); ++y)
            for (std::size_t x = column == 0 ? 0 : column - 1;
                 x < std::min<std::size_t>(column + 2, grid.columns); ++x) {
                const std::size_t number = times_.number(x, y);
                Wanted& wanted = wanted_[number];
                ++wanted.agents;
                if (wanted.is_crowded) continue;
                wanted.is_crowded = true;
                wanted.before = wanted.now();
                crowded_.push_back(static_cast<std::uint32_t>(number));
            }
    }

    void note(std::size_t number) {
        if (wanted_[number].is_changed) return;
        wanted_[number].is_changed = true;
        changed_.push_back(static_cast<std::uint32_t>(number));
    }

    void enter(Phase phase) {
        phase_ = phase;
        position_ = 0;
    }
    /// The next cells of `all`, of which a visited one counts `share` times; takes them off the budget.
    std::size_t take(std::size_t all, std::size_t share) {
        const std::size_t count = std::min<std::uint64_t>(
            all - position_, left_ > all / share ? all : std::max<std::uint64_t>(left_ * share, 1));
        spend(count / share + 1);
        position_ += count;
        return count;
    }
    void spend(std::uint64_t cells) { left_ -= std::min(left_, cells); }

    /// Which of the two fields the agents follow.
    void show(std::size_t front) {
        front_ = front;
        ++data_->fields;
        const std::size_t cells = data_->grid.size();
        data_->velocities = data_->own.data() + 2 * cells * front;
        data_->ways = data_->own_ways.data() + cells * front;
    }
    [[nodiscard]] float* written_velocities() {
        return data_->own.data() + 2 * data_->grid.size() * (1 - front_);
    }
    [[nodiscard]] Way* written_ways() { return data_->own_ways.data() + data_->grid.size() * (1 - front_); }

    void begin() {
        if (stale_) {
            enter(Phase::copy);
            return;
        }
        // Without one of the old goals no time is left.
        const bool keeps_goals =
            std::ranges::any_of(goals_, [&](std::uint32_t goal) { return wanted_[goal].is_goal != 0; });
        times_.restart_queue(lowest_cost_);
        for (const std::uint32_t number : changed_) {
            Wanted& wanted = wanted_[number];
            wanted.is_changed = false;
            times_.change(number, wanted.now(), wanted.is_goal);
        }
        spend((changed_.size() + wanted_goals_.size()) / 8 + 1);
        changed_.clear();
        goals_ = wanted_goals_;
        enter(keeps_goals ? Phase::raise : Phase::drop);
    }

    void begin_anew(const Execution& threads) {
        anew_ = true;
        times_.set_tracking(false);
        times_.restart_queue(lowest_cost_, threads.threading != Threading::serial);
        for (const std::uint32_t number : goals_) times_.enqueue_goal(number);
        enter(Phase::march);
    }

    /// The other field was complete before this one: copies what differs.
    void copy(const Execution& threads) {
        const FlowGrid& grid = data_->grid;
        float* const velocities = written_velocities();
        Way* const ways = written_ways();
        if (anew_) {
            const std::size_t first = position_;
            for_parts(threads, take(grid.size(), 32), 16'384, [&](std::size_t from, std::size_t count) {
                from += first;
                std::copy_n(data_->velocities + 2 * from, 2 * count, velocities + 2 * from);
                std::copy_n(data_->ways + from, count, ways + from);
            });
            if (position_ < grid.size()) return;
            anew_ = false;
            times_.set_tracking(true);
        } else {
            const std::size_t first = position_;
            const std::size_t count = take(times_.touched().size(), 2);
            for (const std::uint32_t touched : times_.touched().subspan(first, count)) {
                times_.unmark_touched(touched);
                times_.for_each_about(touched, [&](std::size_t number) {
                    if (!times_.mark(number)) return;
                    times_.mark(number) = false;
                    const std::size_t cell = times_.cell_of(number);
                    velocities[2 * cell] = data_->velocities[2 * cell];
                    velocities[2 * cell + 1] = data_->velocities[2 * cell + 1];
                    ways[cell] = data_->ways[cell];
                });
            }
            if (position_ < times_.touched().size()) return;
            times_.forget_touched();
        }
        stale_ = false;
        enter(Phase::idle);
    }

    void raise() {
        const std::size_t most = static_cast<std::size_t>(std::min<std::uint64_t>(left_, 4096));
        const std::size_t visits = times_.raise(most);
        spend(visits + 1);
        if (times_.touched().size() > data_->grid.size() / 3)
            enter(Phase::drop);
        else if (visits < most)
            enter(Phase::lower);
    }

    void drop() {
        const std::size_t most = static_cast<std::size_t>(std::min<std::uint64_t>(left_, 4096)) * 8;
        const std::size_t visits = times_.drop(most);
        spend(visits / 8 + 1);
        if (visits < most) enter(Phase::clear);
    }

    void clear(const Execution& threads) {
        const std::size_t first = position_;
        for_parts(threads, take(times_.size(), 32), 16'384,
                  [&](std::size_t from, std::size_t count) { times_.clear(first + from, count); });
        if (position_ == times_.size()) begin_anew(threads);
    }

    void lower() {
        if (position_ == 0) to_lower_ = times_.touched().size();
        const std::size_t first = position_;
        times_.lower(first, take(to_lower_, 2));
        if (position_ == to_lower_) enter(Phase::march);
    }

    void march(const Execution& threads) {
        const std::size_t most =
            static_cast<std::size_t>(std::min<std::uint64_t>(left_, std::uint64_t{1} << 30));
        const std::size_t visits = times_.march(most, threads);
        spend(visits + 1);
        if (visits < most) enter(Phase::direct);
    }

    void direct(const Execution& threads) {
        std::size_t all = data_->grid.size();
        const std::size_t first = position_;
        if (anew_) {
            for_parts(threads, take(all, 4), 4096, [&](std::size_t from, std::size_t count) {
                times_.directions(first + from, count, speed_, written_velocities(), written_ways());
            });
        } else {
            std::array<std::uint32_t, ArrivalTimes::batch> numbers{};
            std::size_t count = 0;
            const auto write = [&] {
                times_.directions(std::span(numbers).first(count), speed_, written_velocities(),
                                  written_ways());
                count = 0;
            };
            all = times_.touched().size();
            for (const std::uint32_t touched : times_.touched().subspan(first, take(all, 2)))
                times_.for_each_about(touched, [&](std::size_t number) {
                    if (times_.mark(number) || times_.cell_of(number) == TimeBuckets::none) return;
                    times_.mark(number) = true;
                    numbers[count++] = static_cast<std::uint32_t>(number);
                    if (count == numbers.size()) write();
                });
            write();
        }
        if (position_ < all) return;
        stale_ = true;
        show(1 - front_);
        enter(Phase::idle);
    }

    std::shared_ptr<FlowData> data_;
    float clearance_;
    double speed_;
    ArrivalTimes times_;
    std::vector<Wanted> wanted_;          ///< by number
    std::vector<std::uint32_t> changed_;  ///< cells that differ from those of the computation, or did
    std::vector<std::uint32_t> crowded_;  ///< cells with agents in or about them
    std::vector<std::uint32_t> wanted_goals_;
    std::vector<std::uint32_t> goals_;  ///< of the computation
    float lowest_cost_ = ArrivalTimes::closed;
    std::size_t front_ = 0;
    Phase phase_ = Phase::idle;
    std::size_t position_ = 0;  ///< in the phase
    std::size_t to_lower_ = 0;
    std::uint64_t left_ = 0;  ///< of the call's budget
    bool anew_ = false;       ///< all cells are computed, and none is touched
    bool stale_ = false;      ///< the field to be written lacks what is new in the one in use
};

}  // namespace detail

FlowPlanner::FlowPlanner(std::unique_ptr<detail::FlowPlan> plan) noexcept : plan_(std::move(plan)) {}
FlowPlanner::FlowPlanner(FlowPlanner&&) noexcept = default;
FlowPlanner& FlowPlanner::operator=(FlowPlanner&&) noexcept = default;
FlowPlanner::~FlowPlanner() = default;

FlowField FlowPlanner::field() const noexcept { return plan_->field(); }
bool FlowPlanner::is_current() const noexcept { return plan_->is_current(); }

Status FlowPlanner::set_costs(const FlowCells& cells, std::span<const float> costs) {
    return detail::in_default_float_environment([&] { return plan_->set_costs(cells, costs); });
}
Status FlowPlanner::set_crowd(const AgentView& agents, float cost_per_agent) {
    return detail::in_default_float_environment([&] { return plan_->set_crowd(agents, cost_per_agent); });
}
Status FlowPlanner::add_obstacle(const Obstacle& obstacle) {
    return detail::in_default_float_environment([&] { return plan_->add_obstacle(obstacle); });
}
Status FlowPlanner::remove_obstacle(const Obstacle& obstacle) {
    return detail::in_default_float_environment([&] { return plan_->remove_obstacle(obstacle); });
}
Status FlowPlanner::set_goals(std::span<const Point> goals) {
    return detail::in_default_float_environment([&] { return plan_->set_goals(goals); });
}

bool FlowPlanner::advance(std::uint64_t cells, const Execution& execution) noexcept {
    return detail::in_default_float_environment([&] { return plan_->advance(cells, execution); });
}

Expected<FlowPlanner> make_flow_planner(const FlowGrid& grid, const FlowGoals& goals,
                                        const Execution& execution) {
    return detail::in_default_float_environment([&]() -> Expected<FlowPlanner> {
        if (Status s = detail::check_flow(grid, goals); !s) return s;
        return FlowPlanner(std::make_unique<detail::FlowPlan>(grid, goals, execution));
    });
}

}  // namespace wend
