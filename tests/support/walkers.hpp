// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "support/faultless.hpp"
#include "support/program_cases.hpp"

/// Shared by tests of whole crowds: walkers, and what is recorded of them; --gtest_output=xml shows it.
namespace wend::test {

inline void record(const std::string& what, double value) {
    ::testing::Test::RecordProperty(what, std::to_string(value));
}

struct Walker {
    float x, y;
    float target_x = 0, target_y = 0;
};

/// At rest, with the program's streams and these.
inline Population make_crowd(const Program& program, const std::vector<Walker>& walkers,
                             const std::vector<Stream>& others = {}) {
    std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    streams.insert(streams.end(), others.begin(), others.end());
    Population agents(walkers.size(), streams);
    for (std::size_t i = 0; i < walkers.size(); ++i) {
        agents.set<Stream::position_x>(i, walkers[i].x);
        agents.set<Stream::position_y>(i, walkers[i].y);
        agents.set<Stream::velocity_x>(i, 0);
        agents.set<Stream::velocity_y>(i, 0);
        if (!agents.has(Stream::target_x)) continue;
        agents.set<Stream::target_x>(i, walkers[i].target_x);
        agents.set<Stream::target_y>(i, walkers[i].target_y);
    }
    return agents;
}

/// In [0, 1), of agent i.
inline float draw(std::uint64_t seed, std::size_t i, std::uint32_t number) {
    return random_unit(random_bits(seed, static_cast<std::uint32_t>(i), number, 1));
}

struct Place {
    float x, y;
};
inline Place place_of(const Population& agents, std::size_t i) {
    return {agents.get<Stream::position_x>(i), agents.get<Stream::position_y>(i)};
}
inline float speed_of(const Population& agents, std::size_t i) {
    return std::hypot(agents.get<Stream::velocity_x>(i), agents.get<Stream::velocity_y>(i));
}

struct Passage {
    std::size_t ticks = 0;  ///< until all have arrived
    std::size_t arrived = 0;
    float least_distance = std::numeric_limits<float>::max();  ///< of two centres that are on their way, ever
    double walked = 0;                                         ///< metres, of all

    void record_as(const std::string& name) const {
        record(name + "_ticks", static_cast<double>(ticks));
        record(name + "_least_distance", static_cast<double>(least_distance));
    }
};

/// Far from all others.
inline void take_away(Population& agents, std::size_t i) {
    agents.set<Stream::position_x>(i, -2000 - 10 * static_cast<float>(i));
}

/// A program, and one that runs behind each of its ticks.
struct WalkingProgram {
    Program walk;
    std::optional<Program> behind{};
    std::uint32_t iterations = 2;  ///< ticks of it

    [[nodiscard]] Result run(const AgentView& agents, const Ticks& tick) const {
        const Result result = wend::run(walk, agents, tick);
        if (!behind || !faultless(result)) return result;
        return wend::run(*behind, agents, {.dt = tick.dt, .count = iterations});
    }
};

/// All walk until each has arrived once, for a limited number of ticks; `leave`: arrived agents are removed.
template <class Arrived>
Passage walk(const WalkingProgram& program, Population& agents, float dt, std::size_t most, bool leave,
             const Arrived& arrived) {
    Passage passage;
    Clock clock{.dt = dt, .seed = 1};
    std::vector<std::uint8_t> there(agents.size());
    while (passage.ticks < most && passage.arrived < agents.size()) {
        EXPECT_TRUE(faultless(program.run(agents.view(), clock.next())));
        ++passage.ticks;
        for (std::size_t i = 0; i < agents.size(); ++i) {
            if (there[i] != 0) continue;
            const Place at = place_of(agents, i);
            passage.walked += static_cast<double>(speed_of(agents, i) * dt);
            for (std::size_t j = 0; j < i; ++j) {
                if (there[j] != 0) continue;
                const Place other = place_of(agents, j);
                passage.least_distance =
                    std::min(passage.least_distance, std::hypot(other.x - at.x, other.y - at.y));
            }
            if (arrived(i, at)) {
                there[i] = 1;
                ++passage.arrived;
                if (leave) take_away(agents, i);
            }
        }
    }
    return passage;
}

inline std::vector<Walker> lattice(float from_x, float from_y, std::size_t columns, std::size_t rows,
                                   float apart) {
    std::vector<Walker> walkers;
    for (std::size_t i = 0; i < columns * rows; ++i)
        walkers.push_back({from_x + apart * static_cast<float>(i % columns),
                           from_y + apart * static_cast<float>(i / columns)});
    return walkers;
}

/// Of a point from the nearest obstacle; none: infinity.
inline float distance_from(const ObstacleSet& obstacles, const Place& at) {
    float least = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        const Obstacle one = obstacles.obstacle(i);
        const float x = one.to_x - one.from_x, y = one.to_y - one.from_y;
        const float square = x * x + y * y;
        const float t =
            square > 0 ? std::clamp(((at.x - one.from_x) * x + (at.y - one.from_y) * y) / square, 0.0f, 1.0f)
                       : 0;
        least =
            std::min(least, std::hypot(one.from_x + t * x - at.x, one.from_y + t * y - at.y) - one.radius);
    }
    return least;
}

inline constexpr std::array methods{Avoidance::nearest_approach, Avoidance::power_law};

inline std::string name_of(Avoidance method) {
    return words_of(method)[static_cast<std::size_t>(method)].name;
}

}  // namespace wend::test
