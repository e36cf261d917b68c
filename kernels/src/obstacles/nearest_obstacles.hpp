// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "obstacles/obstacle_pairs.hpp"

namespace wend::detail {
namespace {

/// The nearest obstacle of each of a few agents, by pairs.
template <class A>
class NearestObstacles {
    using F = Floats<A>;
    using Pairs = ObstaclePairs<A>;

  public:
    explicit NearestObstacles(const ObstacleIndex& index) : index_(index), pairs_(index) {}

    /// Forgets what was found, and sets vector w: places, and two numbers more.
    void set(int w, const F& x, const F& y, const F& more_x, const F& more_y) {
        const F agent[4] = {x, y, more_x, more_y};
        write_rows(&agent_[first_of(w)].x, 4, agent);
        write(x_ + first_of(w), x);
        write(y_ + first_of(w), y);
        write(squared_ + first_of(w), F(std::numeric_limits<float>::infinity()));
    }

    /// Searches for the nearest obstacles of the agents in `looking` within `radius`, and takes those that
    /// have found theirs out of it. Of equally near ones the first counts. measure(agents, obstacles,
    /// records) gives squared distances, NaN where an obstacle does not count; those within the radius have a
    /// point within `reach` of the agent's place and their own radius.
    template <class Measure>
    void search(std::uint32_t (&looking)[batch_vectors], float radius, float reach, const Measure& measure) {
        constexpr float most = std::numeric_limits<float>::max();
        const F farthest(radius * radius < most ? radius * radius : most);
        const auto take = [&](const std::uint32_t* agents, const std::uint32_t* records) {
            F agent[4];
            gather_rows(&agent_[0].x, agents, agent);
            const auto obstacles = ObstacleLanes<A>::from_records(index_.records.data(), records);
            this->take(agents, records, measure(agent, obstacles, records), farthest);
        };
        for (int w = 0; w < batch_vectors; ++w) {
            if (looking[w] == 0) continue;
            const BoxLanes<A> box =
                box_of_circle<A>(load<A>(x_ + first_of(w)), load<A>(y_ + first_of(w)), F(reach));
            pairs_.add(first_of(w), records_of(w), pairs_.overlap(looking[w], box), box, take);
        }
        pairs_.finish(take);
        for (int w = 0; w < batch_vectors; ++w)
            looking[w] &= ~bits(load<A>(squared_ + first_of(w)) <= farthest);
    }

    /// The obstacles that the agents of vector w found; NaN for the others.
    [[nodiscard]] ObstacleLanes<A> found(int w) const {
        alignas(64) std::uint32_t records[lanes<A>];
        read_found(w, records);
        return ObstacleLanes<A>::from_records(index_.records.data(), records);
    }
    void write_velocities(int w, float* x, float* y) const {
        alignas(64) std::uint32_t records[lanes<A>];
        read_found(w, records);
        F velocity[2];
        ObstacleLanes<A>::load_velocities(index_.records.data(), records, velocity);
        write(x, velocity[0]);
        write(y, velocity[1]);
    }

  private:
    void read_found(int w, std::uint32_t (&records)[lanes<A>]) const {
        for (std::size_t lane = 0; lane < lanes<A>; ++lane) {
            const std::size_t agent = first_of(w) + lane;
            records[lane] =
                squared_[agent] <= std::numeric_limits<float>::max() ? record_[agent] : index_.no_record;
        }
    }

    struct Record {
        float x, y, more_x, more_y;
    };

    static std::size_t first_of(int w) { return static_cast<std::size_t>(w) * lanes<A>; }
    static Ints<A> records_of(int w) {
        const Words<A> agent = iota<A>() + Words<A>(static_cast<std::uint32_t>(first_of(w)));
        return as_ints(shift_left<1>(agent));
    }

    void take(const std::uint32_t* agents, const std::uint32_t* records, const F& squared,
              const F& farthest) {
        alignas(64) float distances[lanes<A>];
        write(distances, squared);
        for (std::uint32_t left = bits(squared <= farthest); left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            const std::size_t agent = agents[lane] / 2;
            const float distance = distances[lane];
            if (!(distance < squared_[agent] ||
                  (distance == squared_[agent] && precedes(index_, records[lane], record_[agent]))))
                continue;
            squared_[agent] = distance;
            record_[agent] = records[lane];
        }
    }

    const ObstacleIndex& index_;
    Pairs pairs_;
    alignas(64) Record agent_[Pairs::agents];
    alignas(64) float x_[Pairs::agents], y_[Pairs::agents];
    /// Of the nearest so far; where it is infinite, there is no record.
    alignas(64) float squared_[Pairs::agents];
    alignas(64) std::uint32_t record_[Pairs::agents];
};

}  // namespace
}  // namespace wend::detail
