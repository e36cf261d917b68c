// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/occluder_oracle.hpp"
#include "support/oracle.hpp"
#include "support/program_cases.hpp"

/// Shared by tests of stages with neighbours: their oracle's neighbours, and crowds.
namespace wend::test {

struct OracleNeighbours {
    std::vector<OracleVector> offsets;
    std::vector<OracleVector> headings;
    std::vector<OracleVector> velocities;
    std::vector<std::size_t> slots;
    bool ambiguous = false;  ///< one is so near an edge of the visible region that either answer is right
};

/// The margin about an edge in which rounding decides: one of a thousand neighbours is inside; with
/// `branch_margin` one of ten would be.
inline constexpr double edge_margin = 4 * 0x1p-24;

inline double nearest_image(double difference, float low, float high, Bounds bounds) {
    if (bounds != Bounds::wrap) return difference;
    const double width = static_cast<double>(high - low);
    return difference > width / 2    ? difference - width
           : difference < -width / 2 ? difference + width
                                     : difference;
}

/// The nearest `most` of them (0: all). Which those are is a matter of roundings where the next one is as
/// far.
inline OracleNeighbours nearest_of(const OracleNeighbours& all, std::size_t most, double blur) {
    if (most == 0 || all.offsets.size() <= most) return all;
    const auto distance = [&](std::size_t i) { return std::hypot(all.offsets[i].x, all.offsets[i].y); };
    std::vector<std::size_t> order(all.offsets.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, distance);
    OracleNeighbours nearest;
    nearest.ambiguous = all.ambiguous || distance(order[most]) - distance(order[most - 1]) <= blur;
    order.resize(most);
    for (const std::size_t i : order) {
        nearest.offsets.push_back(all.offsets[i]);
        nearest.headings.push_back(all.headings[i]);
        nearest.velocities.push_back(all.velocities[i]);
        nearest.slots.push_back(all.slots[i]);
    }
    return nearest;
}

/// The radius of an agent's body.
template <class S>
double body_of(const OracleAgent& agent, std::size_t slot, const S& stage) {
    if (agent.population.has(Stream::body_radius))
        return static_cast<double>(agent.population.get<Stream::body_radius>(slot));
    const std::optional<float> of_all = stage.body_radius;
    return static_cast<double>(*of_all);
}

/// The lesser of a stage's limit and the agent's own.
template <Stream S>
double limit_of(const OracleAgent& agent, float of_stage) {
    const auto limit = static_cast<double>(of_stage);
    return agent.population.has(S) ? std::min(agent.read<S>(), limit) : limit;
}

/// The part of the avoiding that the first of two agents does.
inline double share_of(const Population& agents, std::size_t slot, std::size_t other) {
    if (agents.has(Stream::priority)) {
        const float own = agents.get<Stream::priority>(slot), theirs = agents.get<Stream::priority>(other);
        if (own != theirs) return own > theirs ? 0 : 1;
    }
    if (!agents.has(Stream::responsibility)) return 0.5;
    const auto own = static_cast<double>(agents.get<Stream::responsibility>(slot));
    const auto theirs = static_cast<double>(agents.get<Stream::responsibility>(other));
    return own + theirs > 0 ? own / (own + theirs) : 0;
}

/// Those of a stage.
template <class S>
OracleNeighbours neighbours_of(const OracleAgent& agent, const S& stage) {
    const double radius = limit_of<Stream::neighbour_radius>(agent, stage.radius);
    const auto cosine = static_cast<double>(stage.cos_field_of_view);
    OracleNeighbours found;
    const Rectangle& area = agent.locomotion.area;
    const OracleVector own = unit(agent.velocity().x, agent.velocity().y);
    for (std::size_t slot = 0; slot < agent.population.size(); ++slot) {
        OracleAgent other = agent;
        other.slot = slot;
        if (slot == agent.slot) continue;
        const OracleVector there = other.position();
        const OracleVector moving = other.velocity();
        if (!(std::max({std::abs(there.x), std::abs(there.y), std::abs(moving.x), std::abs(moving.y)}) <=
              1e18))
            continue;
        std::uint32_t common = stage.seen_groups;
        if (agent.population.has(Stream::groups)) common &= agent.population.get<Stream::groups>(slot);
        if (agent.population.has(Stream::seen_groups))
            common &= agent.population.get<Stream::seen_groups>(agent.slot);
        if (common == 0) continue;
        if (stage.height_band) {
            const auto height_of = [&](std::size_t of) {
                return static_cast<double>(agent.population.get<Stream::position_z>(of));
            };
            const double height = std::abs(height_of(slot) - height_of(agent.slot));
            if (!(height <= static_cast<double>(*stage.height_band))) continue;
        }
        const double x =
            nearest_image(there.x - agent.position().x, area.min_x, area.max_x, agent.locomotion.bounds);
        const double y =
            nearest_image(there.y - agent.position().y, area.min_y, area.max_y, agent.locomotion.bounds);
        const double distance = std::hypot(x, y);
        const double blur = edge_margin * radius;
        if (distance > radius + blur) continue;
        const double along = x * own.x + y * own.y - cosine * distance;
        const bool judged = cosine > -1 && own.scale != 0;
        found.ambiguous |= distance > radius - blur || distance == 0 ||
                           (judged && std::abs(along) <= 2 * edge_margin * distance);
        if (judged && along < 0) continue;
        if constexpr (requires { stage.occluders; }) {
            const OracleVector own_place = agent.position();
            const auto line = [&](double from_x, double from_y) {
                return line_of_sight(stage.occluders, of_terms(from_x, from_y, 0),
                                     of_terms(from_x + x, from_y + y, 0), 0x1p-15 * radius);
            };
            const LineOfSight here = line(own_place.x, own_place.y), beyond = line(there.x - x, there.y - y);
            found.ambiguous |= (here.unclear || beyond.unclear) && !here.hidden && !beyond.hidden;
            if (here.hidden || beyond.hidden) continue;
        }
        found.offsets.push_back({x, y, 0});
        found.headings.push_back(unit(moving.x, moving.y));
        found.velocities.push_back(moving);
        found.slots.push_back(slot);
    }
    return nearest_of(found, stage.max_neighbours, 2 * edge_margin * radius);
}

inline OracleVector judged(OracleVector force, const OracleNeighbours& neighbours) {
    if (neighbours.ambiguous) force.scale = static_cast<double>(std::numeric_limits<float>::max());
    return force;
}

/// Of the centres of any two agents.
inline float least_distance(const Population& agents) {
    float least = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < agents.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            least = std::min(
                least, std::hypot(agents.get<Stream::position_x>(i) - agents.get<Stream::position_x>(j),
                                  agents.get<Stream::position_y>(i) - agents.get<Stream::position_y>(j)));
    return least;
}

inline const Locomotion vehicle{.max_force = 27.0f, .max_speed = 9.0f, .mass = 1.0f};

inline Locomotion wrapping(float width, float height) {
    Locomotion locomotion = vehicle;
    locomotion.bounds = Bounds::wrap;
    locomotion.area = {-width / 2, -height / 2, width / 2, height / 2};
    return locomotion;
}

/// Agents at random in a rectangle about (x, y), every tenth at rest.
inline Population crowd(const Program& program, std::size_t count, float width, float height, float x = 0,
                        float y = 0, std::vector<Stream> more = {}) {
    std::vector<Stream> streams = verify::streams_and_outputs_of(program);
    streams.push_back(Stream::id);
    streams.insert(streams.end(), more.begin(), more.end());
    Population agents(count, streams);
    std::mt19937 random(static_cast<unsigned>(count));
    const auto draw = [&](float scale) {
        return scale * (static_cast<float>(random() >> 8) * 0x1p-24f - 0.5f);
    };
    for (std::size_t slot = 0; slot < count; ++slot) {
        agents.set<Stream::id>(slot, static_cast<std::uint32_t>(slot * 2654435761u));
        agents.set<Stream::position_x>(slot, x + draw(width));
        agents.set<Stream::position_y>(slot, y + draw(height));
        agents.set<Stream::velocity_x>(slot, slot % 10 == 0 ? 0 : draw(8));
        agents.set<Stream::velocity_y>(slot, slot % 10 == 0 ? 0 : draw(8));
        if (agents.has(Stream::groups)) agents.set<Stream::groups>(slot, 1u << slot % 5);
        if (agents.has(Stream::seen_groups)) agents.set<Stream::seen_groups>(slot, 1u << slot % 3 | 2u);
    }
    return agents;
}

/// Crowds of all densities, in worlds of all shapes.
struct World {
    const char* what;
    std::size_t agents;
    float width, height, radius;
    float x = 0, y = 0;
};
inline constexpr World worlds[] = {
    {"few neighbours", 1500, 400, 300, 9},
    {"many", 700, 40, 30, 9},
    {"all of them", 700, 40, 30, 200},
    {"fewer cells than three", 300, 10, 10, 6},
    {"one row", 600, 900, 1, 7},
    {"one column", 600, 1, 900, 7},
    {"more cells than the table has", 900, 1e7f, 1e7f, 2},
    {"so many, and seen from afar", 900, 1e9f, 1e6f, 5e6f},
    {"1e6 from the origin", 900, 150, 150, 9, 1e6f, -1e6f},
    {"beyond what floats tell apart", 300, 10, 10, 3, 1e12f, 1e12f},
    {"one", 1, 10, 10, 3},
    {"two", 2, 10, 10, 30},
};

inline constexpr Ticks some_ticks{.dt = 1.0f / 30, .count = 3, .first_tick = 40, .seed = 9};

/// After some ticks, agents on that instruction set equal those of brute force.
inline void expect_brute_force(Isa isa, const Program& program, const Population& start) {
    Population expected = start;
    const Result reference = run(program, expected.view(), some_ticks, serial_on(Isa::reference));
    ASSERT_TRUE(reference.status.ok()) << message(reference.status);
    for (const bool threads : {false, true}) {
        Population now = start;
        Execution execution = serial_on(isa);
        execution.block = 64;
        if (threads) execution.threading = Threading::tbb;
        EXPECT_TRUE(same_result(reference, run(program, now.view(), some_ticks, execution)));
        EXPECT_TRUE(same_bits(expected, now)) << (threads ? "threads" : "serial");
    }
}

/// Agents in other slots get the same bits.
inline void expect_no_order(Isa isa, const Program& program, Population start) {
    std::vector<std::size_t> order(start.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    Population shuffled = start.permuted(order);
    ASSERT_TRUE(faultless(run(program, start.view(), some_ticks, serial_on(isa))));
    ASSERT_TRUE(faultless(run(program, shuffled.view(), some_ticks, serial_on(isa))));
    EXPECT_TRUE(same_bits(start.permuted(order), shuffled));
}

/// Parts that look at a copy of the whole have its bits.
inline void expect_parts(Isa isa, const Program& program, Population whole) {
    Population parts = whole;
    const Ticks one{.dt = 0.1f, .first_tick = 3, .seed = 9};
    ASSERT_TRUE(faultless(run(program, whole.view(), one, serial_on(isa))));
    AgentView view = parts.view();
    std::vector<float> start(4 * parts.size());
    const AgentView seen = keep_start(view, start);
    const std::size_t middle = parts.size() * 2 / 5;
    for (const std::size_t begin : {std::size_t{0}, middle}) {
        AgentView part = view.slice(begin, begin == 0 ? middle : parts.size() - middle);
        part.look_at(seen);
        std::vector<float> workspace(workspace_size(program, part));
        part.workspace(workspace);
        ASSERT_TRUE(faultless(run(program, part, one, serial_on(isa))));
    }
    EXPECT_TRUE(same_bits(whole, parts));
}

}  // namespace wend::test
