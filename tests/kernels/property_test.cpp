// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Random programs over random agents give the same results in a world that is turned, mirrored or scaled, in
// another order of agents, and split into calls. README.md lists the exact cases and the bounds.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/cases/stage_kinds.hpp"
#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/scene.hpp"

namespace wend::test {
namespace {

using Ingredients = std::vector<Ingredient>;

[[nodiscard]] bool draws(std::size_t kind) {
    static const PathSet paths = make_short_paths(1, 2);
    Dice dice(1);
    Locomotion locomotion{.max_force = 1, .max_speed = 1, .mass = 1};
    return build({verify::drawn_stage(kind, dice, {paths, PathMode::once, case_area}), locomotion}).draws();
}

template <class S>
const Ingredient drawn_of = drawn(stage_kind<S>);

/// Forces without a direction of their own: they turn along with the scene. Offset pursuit is
/// none of them: about a quarry at rest its offset is in the world's frame. Neither is a flow field, whose
/// cells are counted from its left and lower sides; nor corridors, which the cases do not turn.
[[nodiscard]] const Ingredients& turning_along() {
    static const Ingredients forces = [] {
        Ingredients all;
        for (std::size_t kind = 0; kind < stage_kind_count; ++kind)
            if (is_force_kind(kind) && !draws(kind) && kind != stage_kind<OffsetPursue> &&
                kind != stage_kind<FlowFollow> && kind != stage_kind<PortalFollow>)
                all.push_back(drawn(kind));
        return all;
    }();
    return forces;
}

[[nodiscard]] Ingredients with(Ingredients forces, std::initializer_list<Ingredient> more) {
    forces.insert(forces.end(), more);
    return forces;
}

/// Those, and forces relative to the heading of a moving agent.
[[nodiscard]] Ingredients turning_along_headings() {
    return with(turning_along(), {Ingredient::wander_heading, drawn_of<OffsetPursue>});
}

/// Whatever its parameters.
[[nodiscard]] StreamSet state_of(std::size_t kind) {
    return bench::with_kind(kind, []<class S>() { return all_streams<S>().written; });
}

/// No two stages have the same state, except wanders, which may share an angle.
[[nodiscard]] bool composes(const Ingredients& forces) {
    StreamSet written = 0;
    for (const Ingredient force : forces) {
        const StreamSet state = state_of(kind_of(force)) & ~stream_set(Stream::wander_angle);
        if ((written & state) != 0) return false;
        written |= state;
    }
    return true;
}

[[nodiscard]] Recipe recipe_of(const Ingredients& from, std::initializer_list<Values> values,
                               std::initializer_list<Bounds> bounds = {Bounds::none}) {
    Recipe recipe;
    recipe.seed = *rc::gen::arbitrary<std::uint64_t>();
    recipe.agents = *rc::gen::inRange<std::size_t>(1, 150);
    recipe.forces = *rc::gen::suchThat(
        rc::gen::resize(4, rc::gen::container<Ingredients>(rc::gen::elementOf(from))), composes);
    recipe.approach = *rc::gen::arbitrary<bool>();
    recipe.values = *rc::gen::elementOf(values);
    recipe.bounds = *rc::gen::elementOf(bounds);
    recipe.ticks = *rc::gen::inRange<std::uint32_t>(1, 8);
    return recipe;
}

[[nodiscard]] Execution any_execution() {
    const std::span<const Isa> isas = supported_isas();
    return serial_on(*rc::gen::elementOf(std::vector<Isa>(isas.begin(), isas.end())));
}

void require(const ::testing::AssertionResult& holds, const Recipe& recipe) {
    if (!holds) RC_FAIL((::testing::Message() << recipe << '\n' << holds.message()).GetString());
}

/// -0 and +0 are the same place; a turned world has the other one. Values below the floor are flushed to 0.
void forget_zeros(Population& agents, float floor) {
    for (const Stream stream : agents.streams()) {
        if (info(stream).element != ElementType::f32) continue;
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            float value;
            std::memcpy(&value, agents.data(stream) + slot * sizeof value, sizeof value);
            if (value == 0 || std::abs(value) < floor) value = 0;
            agents.set_bytes(stream, slot, &value);
        }
    }
}

/// Moving and then mapping is mapping and then moving, bit by bit.
void check_exact(const Recipe& recipe, const Symmetry& symmetry) {
    const Execution execution = any_execution();
    Scene scene(recipe);
    Scene mapped = scene.under(symmetry);
    const Result expected = scene.run(execution);
    const Result actual = mapped.run(execution);
    require(same_result(expected, actual), recipe);
    Population expected_agents = under(symmetry, scene.agents);
    // An agent that brakes to rest may keep a velocity that is below the floor in one of the units alone.
    const float floor =
        symmetry.exponent == 0 ? 0 : std::ldexp(component_floor, std::max(symmetry.exponent, 0));
    forget_zeros(expected_agents, floor);
    forget_zeros(mapped.agents, floor);
    require(same_bits(expected_agents, mapped.agents), recipe);
}

RC_GTEST_PROP(Symmetries, AQuarterTurnIsExactWhereNothingIsDrawnInTheWorldsFrame, ()) {
    check_exact(recipe_of(turning_along(), {Values::ordinary, Values::adversarial, Values::faulty}),
                {.quarter_turn = true});
}

// Ordinary values: an agent at rest has no heading, and its circle or offset is in the world's frame.
RC_GTEST_PROP(Symmetries, AQuarterTurnIsExactForWanderAndOffsetsRelativeToAHeading, ()) {
    check_exact(recipe_of(turning_along_headings(), {Values::ordinary}), {.quarter_turn = true});
}

RC_GTEST_PROP(Symmetries, MirroringIsExactWhereNothingDrawsLeftOrRight, ()) {
    Ingredients even_handed = turning_along_headings();
    std::erase(even_handed, drawn_of<AvoidNeighbours>);  // keeps to the right
    Recipe recipe = recipe_of(even_handed, {Values::ordinary});
    recipe.random_turns = false;
    check_exact(recipe, {.quarter_turn = *rc::gen::arbitrary<bool>(), .mirror = true});
}

// Between floors (2^-60) and limits (1e18) nothing is absolute: all of it, draws and bounds included. The
// time to contact squares the product of a reach and a speed, which must stay below the greatest float; the
// strength of the social force is a square of a speed, which must stay within its limit.
RC_GTEST_PROP(Symmetries, UnitsThatArePowersOfTwoAreExact, ()) {
    Ingredients everything = with(turning_along_headings(),
                                  {Ingredient::wander_world, drawn_of<RetargetWander>, drawn_of<FlowFollow>});
    std::erase(everything, drawn_of<Alignment>);  // a difference of directions, which have no unit
    std::erase(everything, drawn_of<Settle>);     // names a target that RetargetWander has moved since
    const Recipe recipe =
        recipe_of(everything, {Values::ordinary}, {Bounds::none, Bounds::wrap, Bounds::bounce});
    const bool has_squares = std::ranges::any_of(recipe.forces, [](Ingredient force) {
        return force == drawn_of<AvoidObstacles> || force == drawn_of<AvoidNeighbours> ||
               force == drawn_of<SocialForce>;
    });
    check_exact(recipe, {.exponent = *rc::gen::inRange(-8, has_squares ? 22 : 33)});
}

// The rectangle of a turned world counts from its other corner: the fold rounds differently, and a wall
// belongs to the other side.
RC_GTEST_PROP(Symmetries, AQuarterTurnChangesAgentsThatCrossTheBoundsByRoundingAlone, ()) {
    Recipe recipe = recipe_of(turning_along(), {Values::ordinary}, {Bounds::wrap, Bounds::bounce});
    if (recipe.forces.empty()) recipe.forces = {drawn_of<Seek>};
    recipe.ticks = 1;
    const Symmetry symmetry{.quarter_turn = true};
    const Execution execution = any_execution();
    Scene scene(recipe);
    Scene mapped = scene.under(symmetry);
    require(same_result(scene.run(execution), mapped.run(execution)), recipe);
    const Population expected = under(symmetry, scene.agents);
    const Rectangle area = symmetry(case_area);
    // Largest: an agent 512 from the origin, 1,024 from a wall, 64 a second.
    constexpr double bound = 4 * 0x1p-24 * 1024;
    const auto near = [&](double a, double b, double side) {
        const double difference = std::abs(a - b);
        return difference <= bound || (recipe.bounds == Bounds::wrap && std::abs(difference - side) <= bound);
    };
    for (std::size_t slot = 0; slot < expected.size(); ++slot) {
        RC_ASSERT(near(static_cast<double>(expected.get<Stream::position_x>(slot)),
                       static_cast<double>(mapped.agents.get<Stream::position_x>(slot)),
                       static_cast<double>(area.max_x - area.min_x)));
        RC_ASSERT(near(static_cast<double>(expected.get<Stream::position_y>(slot)),
                       static_cast<double>(mapped.agents.get<Stream::position_y>(slot)),
                       static_cast<double>(area.max_y - area.min_y)));
        RC_ASSERT(std::abs(expected.get<Stream::velocity_x>(slot)) ==
                  std::abs(mapped.agents.get<Stream::velocity_x>(slot)));
        RC_ASSERT(std::abs(expected.get<Stream::velocity_y>(slot)) ==
                  std::abs(mapped.agents.get<Stream::velocity_y>(slot)));
    }
}

// In the world's frame the circle's angle turns along by a quarter, which is no float: the force is off by
// the angle's rounding (8 units) and twice wander's own bound (8 units each).
RC_GTEST_PROP(Symmetries, AQuarterTurnOfWanderInTheWorldsFrameHasABound, ()) {
    Recipe recipe = recipe_of({Ingredient::wander_world}, {Values::ordinary});
    recipe.forces = {Ingredient::wander_world};
    recipe.ticks = 1;
    const Symmetry symmetry{.quarter_turn = true};
    const Execution execution = any_execution();
    Scene scene(recipe);
    Scene mapped = scene.under(symmetry);
    constexpr double quarter = std::numbers::pi / 2;
    for (std::size_t slot = 0; slot < mapped.agents.size(); ++slot)
        mapped.agents.set<Stream::wander_angle>(
            slot,
            static_cast<float>(static_cast<double>(mapped.agents.get<Stream::wander_angle>(slot)) + quarter));
    require(same_result(scene.run(execution), mapped.run(execution)), recipe);
    const Population expected = under(symmetry, scene.agents);
    const auto differ = [&]<Stream S>(std::size_t slot) {
        return std::abs(static_cast<double>(expected.get<S>(slot)) -
                        static_cast<double>(mapped.agents.get<S>(slot)));
    };
    // A force of at most 2 (16 + 8), over a mass of at least 1/4, for at most 1 s; then the sums' own
    // roundings.
    constexpr double force = 48 * 4;
    for (std::size_t slot = 0; slot < expected.size(); ++slot) {
        RC_ASSERT(differ.operator()<Stream::velocity_x>(slot) <= 32 * 0x1p-24 * force);
        RC_ASSERT(differ.operator()<Stream::velocity_y>(slot) <= 32 * 0x1p-24 * force);
        RC_ASSERT(differ.operator()<Stream::position_x>(slot) <= 32 * 0x1p-24 * (force + 512));
        RC_ASSERT(differ.operator()<Stream::position_y>(slot) <= 32 * 0x1p-24 * (force + 512));
        const double turned = static_cast<double>(mapped.agents.get<Stream::wander_angle>(slot)) -
                              static_cast<double>(scene.agents.get<Stream::wander_angle>(slot)) - quarter;
        RC_ASSERT(std::abs(std::remainder(turned, 2 * std::numbers::pi)) <= 16 * 0x1p-24 * 4);
    }
}

const Ingredients& all_forces() {
    static const Ingredients all = with(
        turning_along_headings(), {Ingredient::wander_world, drawn_of<RetargetWander>, drawn_of<FlowFollow>});
    return all;
}

[[nodiscard]] Recipe any_recipe() {
    return recipe_of(all_forces(), {Values::ordinary, Values::adversarial, Values::faulty},
                     {Bounds::none, Bounds::wrap, Bounds::bounce});
}

RC_GTEST_PROP(Order, PermutedAgentsKeepTheirBits, ()) {
    const Recipe recipe = any_recipe();
    const Execution execution = any_execution();
    Scene scene(recipe);
    Scene permuted = scene;
    const std::vector<std::size_t> order = shuffled(recipe.agents, *rc::gen::arbitrary<std::uint64_t>());
    permuted.agents = scene.agents.permuted(order);
    const Result expected = scene.run(execution);
    const Result actual = permuted.run(execution);
    RC_ASSERT(expected.faults == actual.faults);
    RC_ASSERT(state_hash(scene.program(), scene.agents.view()) ==
              state_hash(scene.program(), permuted.agents.view()));
    require(same_bits(scene.agents.permuted(order), permuted.agents), recipe);
}

RC_GTEST_PROP(Order, AnyCutsIntoCallsGiveTheSameBits, ()) {
    const Recipe recipe = any_recipe();
    const Execution execution = any_execution();
    Scene scene(recipe);
    RC_PRE(!scene.program().looks_at_others());
    Scene cut = scene;
    const Result expected = scene.run(execution);
    const AgentView whole = cut.agents.view();
    std::uint64_t faults = 0;
    for (std::size_t begin = 0; begin < recipe.agents;) {
        const std::size_t count = *rc::gen::inRange<std::size_t>(1, recipe.agents - begin + 1);
        faults += run(scene.program(), whole.slice(begin, count), scene.ticks(), execution).faults;
        begin += count;
    }
    RC_ASSERT(faults == expected.faults);
    require(same_bits(scene.agents, cut.agents), recipe);
}

}  // namespace
}  // namespace wend::test
