// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "tools/support/outputs.hpp"

namespace wend::test {
namespace {

Stage make_force(Ingredient kind, bool random_turns, Dice& dice, const verify::DrawnFrom& from) {
    const float weight = dice.coin() ? 1.0f : dice.between(-2, 2);
    switch (kind) {
        case Ingredient::wander_world:
        case Ingredient::wander_heading:
            return Wander{
                .circle_distance = dice.between(0, 16),
                .circle_radius = dice.between(0, 8),
                .angle_change = random_turns ? dice.between(0, 3) : 0.0f,
                .frame = kind == Ingredient::wander_world ? WanderFrame::world : WanderFrame::heading,
                .weight = weight};
        case Ingredient::first_kind: break;
    }
    return verify::drawn_stage(kind_of(kind), dice, from);
}

Stage make_mover(const Recipe& recipe, Dice& dice, const PathSet& paths, PathMode mode) {
    if (recipe.approach) {
        Approach approach{.step_fraction = dice.between(0.125f, 1),
                          .min_step = dice.between(0.25f, 1),
                          .max_step = dice.between(1, 40),
                          .max_fov = recipe.random_turns ? dice.between(0, 2) : 0.0f,
                          .aggro_radius = dice.between(1, 400),
                          .step_jitter = dice.coin() ? dice.between(0, 0.9f) : 0.0f};
        if (dice.coin()) approach.repick_interval = dice.between(0.125f, 4);
        return approach;
    }
    WaypointAdvance advance{.paths = paths, .mode = mode};
    if (dice.coin()) {
        advance.ease = Ease::sigmoid;
        advance.ease_power = dice.between(0.125f, 8);
    }
    if (dice.coin()) advance.offset = dice.between(-8, 8);
    if (dice.coin()) advance.offset_sign = OffsetSign::alternating;
    if (dice.coin()) {
        advance.bell = Bell::sigmoid;
        advance.bell_power = dice.between(0.125f, 8);
    }
    return advance;
}

Locomotion make_locomotion(const Recipe& recipe, Dice& dice) {
    Locomotion locomotion{.composition = dice.coin() ? Composition::sum : Composition::prioritised,
                          .bounds = recipe.bounds,
                          .area = case_area};
    if (dice.coin()) locomotion.max_force = dice.between(0.5f, 64);
    if (dice.coin()) locomotion.max_speed = dice.between(0.5f, 64);
    if (dice.coin()) locomotion.mass = dice.between(0.5f, 4);
    return locomotion;
}

/// Applies a symmetry to a stage's lengths and areas; `paths` are those that it maps to.
struct StageUnder {
    const Symmetry& symmetry;
    const PathSet& paths;

    void scale(float& length) const { length = symmetry.scaled(length); }
    void scale(std::optional<float>& length) const {
        if (length) scale(*length);
    }

    /// By the unit of each parameter: lengths, speeds and forces are scaled, areas and paths mapped.
    template <class S>
    void operator()(S& stage) const {
        std::apply([&](const auto&... parameter) { (map(stage.*parameter.member, parameter.unit), ...); },
                   S::parameters());
        if constexpr (std::is_same_v<S, WaypointAdvance>)
            if (symmetry.mirror && stage.offset) stage.offset = -*stage.offset;
        if constexpr (std::is_same_v<S, SocialForce>)
            stage.strength = symmetry.scaled(symmetry.scaled(stage.strength));  // a square of lengths
        if constexpr (std::is_same_v<S, OffsetPursue>)
            if (symmetry.mirror && stage.offset_y) stage.offset_y = -*stage.offset_y;
    }

    template <class T>
    void map(T& value, Unit unit) const {
        if constexpr (std::is_same_v<T, PathSet>) {
            value = paths;
        } else if constexpr (std::is_same_v<T, ObstacleSet>) {
            if (value.size() != 0) value = *ObstacleSetBuilder().add_walls(paths).build();
        } else if constexpr (std::is_same_v<T, FlowField>) {
            value = verify::sample_field(symmetry(value.grid().area));
        } else if constexpr (std::is_same_v<T, Target>) {
            if (!value.point) return;
            const Point at =
                symmetry(Point{static_cast<double>(value.point->x), static_cast<double>(value.point->y)});
            value.point = TargetPoint{static_cast<float>(at.x), static_cast<float>(at.y)};
        } else if constexpr (std::is_same_v<T, Rectangle>) {
            value = symmetry(value);
        } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, std::optional<float>>) {
            if (unit == Unit::metre || unit == Unit::metre_per_second || unit == Unit::newton) scale(value);
        }
    }
};

/// Turns the vectors of a stream and of the next one, which has their y.
void turn(const Symmetry& symmetry, Population& agents, Stream stream_x) {
    const auto stream_y = static_cast<Stream>(static_cast<std::size_t>(stream_x) + 1);
    auto* const x = reinterpret_cast<float*>(agents.data(stream_x));
    auto* const y = reinterpret_cast<float*>(agents.data(stream_y));
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        const Point turned = symmetry(Point{static_cast<double>(x[slot]), static_cast<double>(y[slot])});
        x[slot] = static_cast<float>(turned.x);
        y[slot] = static_cast<float>(turned.y);
    }
}

/// `settled` names a target: that of the agent's streams, or any.
void map_settled(const Population& agents, Population& mapped) {
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        if (agents.get<Stream::settled>(slot) ==
            settled_at(agents.get<Stream::target_x>(slot), agents.get<Stream::target_y>(slot)))
            mapped.set<Stream::settled>(
                slot, settled_at(mapped.get<Stream::target_x>(slot), mapped.get<Stream::target_y>(slot)));
}

template <Stream S>
void multiply(Population& agents, element_t<S> factor) {
    for (std::size_t slot = 0; agents.has(S) && slot < agents.size(); ++slot)
        agents.set<S>(slot, agents.get<S>(slot) * factor);
}

}  // namespace

float Symmetry::scaled(float length) const noexcept { return std::ldexp(length, exponent); }

Point Symmetry::operator()(Point point) const noexcept {
    if (quarter_turn) point = {-point.y, point.x};
    if (mirror) point.x = -point.x;
    return {std::ldexp(point.x, exponent), std::ldexp(point.y, exponent)};
}

Rectangle Symmetry::operator()(const Rectangle& area) const noexcept {
    const Point low = (*this)(Point{static_cast<double>(area.min_x), static_cast<double>(area.min_y)});
    const Point high = (*this)(Point{static_cast<double>(area.max_x), static_cast<double>(area.max_y)});
    const auto [min_x, max_x] = std::minmax({static_cast<float>(low.x), static_cast<float>(high.x)});
    const auto [min_y, max_y] = std::minmax({static_cast<float>(low.y), static_cast<float>(high.y)});
    return {min_x, min_y, max_x, max_y};
}

std::ostream& operator<<(std::ostream& out, const Recipe& recipe) {
    out << "seed " << recipe.seed << ", " << recipe.agents << " agents, " << recipe.ticks << " ticks, values "
        << static_cast<int>(recipe.values) << ", bounds " << static_cast<int>(recipe.bounds) << ", forces";
    for (const Ingredient force : recipe.forces) out << ' ' << static_cast<int>(force);
    if (recipe.forces.empty()) out << (recipe.approach ? " none: approach" : " none: waypoint advance");
    return out;
}

PathSet Scene::build_paths(const std::vector<Line>& lines) {
    PathSetBuilder builder;
    for (const Line& line : lines) builder.add(line.points, line.closed, line.offsets);
    const Expected<PathSet> paths = builder.build();
    if (!paths) throw std::runtime_error(message(paths.status()));
    return *paths;
}

Scene::Parts Scene::make_parts(const Recipe& recipe) {
    Dice dice(recipe.seed);
    std::vector<Line> lines(1 + dice.below(5));
    for (Line& line : lines) {
        line.points.resize(2 + dice.below(5));
        line.closed = dice.coin();
        for (Point& point : line.points) {
            point = {dice.coordinate(), dice.coordinate()};
            line.offsets.push_back(dice.coin() ? dice.between(-4, 4) : 0.0f);
        }
    }
    PathSet paths = build_paths(lines);
    const auto mode = static_cast<PathMode>(dice.below(3));
    std::vector<Stage> stages;
    for (const Ingredient force : recipe.forces)
        stages.push_back(make_force(force, recipe.random_turns, dice, {paths, mode, case_area}));
    if (stages.empty())
        stages.push_back(make_mover(recipe, dice, paths, mode));
    else
        stages.emplace_back(make_locomotion(recipe, dice));
    const Ticks ticks{.dt = dice.between(0.0078125f, 1),
                      .count = recipe.ticks,
                      .first_tick = dice.bits(),
                      .seed = dice.bits()};
    return {std::move(lines), std::move(paths), mode, std::move(stages), ticks};
}

Population Scene::make_agents(const Recipe& recipe, const Parts& parts) {
    const Program program = build(parts.stages);
    std::vector<Stream> streams = streams_of(program, true);
    for (const Stream output : support::ordinary_outputs(program)) streams.push_back(output);
    Population agents(recipe.agents, streams);
    fill(agents, recipe.seed, recipe.values, {&parts.paths, parts.mode});
    return agents;
}

Scene::Scene(const Recipe& recipe)
    : agents(1, std::array{Stream::id}),
      parts_(make_parts(recipe)),
      program_(build(parts_.stages)),
      ticks_(parts_.ticks) {
    agents = make_agents(recipe, parts_);
}

Scene::Scene(Parts parts, Population population)
    : agents(std::move(population)),
      parts_(std::move(parts)),
      program_(build(parts_.stages)),
      ticks_(parts_.ticks) {}

Scene Scene::under(const Symmetry& symmetry) const {
    Parts parts = parts_;
    for (Line& line : parts.lines) {
        for (Point& point : line.points) point = symmetry(point);
        for (float& offset : line.offsets) offset = symmetry.scaled(symmetry.mirror ? -offset : offset);
    }
    parts.paths = build_paths(parts.lines);
    for (Stage& stage : parts.stages) std::visit(StageUnder{symmetry, parts.paths}, stage);
    return {std::move(parts), test::under(symmetry, agents)};
}

Result Scene::run(const Execution& execution) {
    return wend::run(program_, agents.view(), ticks_, execution);
}

Population under(const Symmetry& symmetry, const Population& agents) {
    Population mapped = agents;
    // Headings have no length, and offsets of pursuit are in the quarry's frame.
    const Symmetry unscaled{symmetry.quarter_turn, symmetry.mirror, 0};
    for (const Stream stream : agents.streams())
        if (name(stream).ends_with("_x") && stream != Stream::offset_x)
            turn(stream == Stream::heading_x ? unscaled : symmetry, mapped, stream);
    const float factor = symmetry.scaled(1);
    multiply<Stream::max_force>(mapped, factor);
    multiply<Stream::max_speed>(mapped, factor);
    multiply<Stream::neighbour_radius>(mapped, factor);
    multiply<Stream::speed>(mapped, factor);
    multiply<Stream::offset_x>(mapped, factor);
    multiply<Stream::offset_y>(mapped, symmetry.mirror ? -factor : factor);
    multiply<Stream::segment_distance>(mapped, static_cast<double>(factor));
    multiply<Stream::path_distance>(mapped, static_cast<double>(factor));
    if (symmetry.mirror) multiply<Stream::wander_angle>(mapped, -1);
    if (agents.has(Stream::settled) && agents.has(Stream::target_x)) map_settled(agents, mapped);
    return mapped;
}

}  // namespace wend::test
