// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Programs that are refused: each test breaks one thing and checks the status and its message.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "support/program_cases.hpp"
#include "support/refusal.hpp"
#include "tools/verify/drawn_stage.hpp"

namespace wend::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

const Locomotion vehicle{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f};

Status refusal(std::vector<Stage> stages) { return Program::build(std::move(stages)).status(); }

/// Of the smallest program with that stage.
template <class S>
Status refusal_of(const S& stage) {
    if constexpr (Force<S>)
        return refusal({stage, vehicle});
    else if constexpr (std::is_same_v<S, Locomotion> || std::is_same_v<S, ExternalLocomotion>)
        return refusal({Seek{}, stage});
    else
        return refusal({stage});
}

/// Calls `check` with a stage of every kind in the list, with parameters inside their ranges.
template <class Check>
void for_each_kind_of_stage(const Check& check) {
    const PathSet& paths = *program_case("waypoint_advance_once_value").paths.paths;
    verify::Dice dice(1);
    const auto drawn = [&]<class S>() {
        return verify::drawn_stage<S>(dice, {.paths = paths, .area = case_area});
    };
    [&]<std::size_t... kind>(std::index_sequence<kind...>) {
        (check(drawn.template operator()<std::variant_alternative_t<kind, Stage>>()), ...);
    }
    (std::make_index_sequence<stage_kind_count>());
}

TEST(ProgramValidity, WanderParameters) {
    const auto with = [](auto change) {
        Wander wander;
        change(wander);
        return refusal({wander, vehicle});
    };
    for (const float bad : {nan, infinity, -infinity, 1.1e18f, -1.1e18f}) {
        const double value = static_cast<double>(bad);
        EXPECT_TRUE(is(with([&](Wander& w) { w.circle_distance = bad; }), Code::parameter_out_of_range,
                       "circle_distance", value));
        EXPECT_TRUE(is(with([&](Wander& w) { w.circle_radius = bad; }), Code::parameter_out_of_range,
                       "circle_radius", value));
        EXPECT_TRUE(is(with([&](Wander& w) { w.angle_change = bad; }), Code::parameter_out_of_range,
                       "angle_change", value));
        EXPECT_TRUE(is(with([&](Wander& w) { w.reference_dt = bad; }), Code::parameter_out_of_range,
                       "reference_dt", value));
    }
    for (const float bad : {-1.0f, 1001.0f})
        EXPECT_TRUE(is(with([&](Wander& w) { w.angle_change = bad; }), Code::parameter_out_of_range,
                       "angle_change", static_cast<double>(bad)));
    for (const float bad : {0.0f, -1.0f})
        EXPECT_TRUE(is(with([&](Wander& w) { w.reference_dt = bad; }), Code::parameter_out_of_range,
                       "reference_dt", static_cast<double>(bad)));
    EXPECT_TRUE(with([](Wander& w) { w.angle_change = 0; }).ok());
    EXPECT_TRUE(with([](Wander& w) { w.angle_change = 1000; }).ok());
    EXPECT_TRUE(with([](Wander& w) { w.circle_distance = -1e18f; }).ok());
    EXPECT_TRUE(with([](Wander& w) { w.reference_dt = 1e18f; }).ok());
}

TEST(ProgramValidity, LocomotionParameters) {
    const auto with = [](auto change) {
        Locomotion locomotion = vehicle;
        change(locomotion);
        return refusal({Seek{}, locomotion});
    };
    for (const float bad : {nan, infinity, -1.0f, 1.1e18f}) {
        const double value = static_cast<double>(bad);
        EXPECT_TRUE(is(with([&](Locomotion& l) { l.max_force = bad; }), Code::parameter_out_of_range,
                       "max_force", value));
        EXPECT_TRUE(is(with([&](Locomotion& l) { l.max_speed = bad; }), Code::parameter_out_of_range,
                       "max_speed", value));
        EXPECT_TRUE(
            is(with([&](Locomotion& l) { l.mass = bad; }), Code::parameter_out_of_range, "mass", value));
    }
    for (const float bad : {0.0f, -0.0f, 1e-19f})
        EXPECT_TRUE(is(with([&](Locomotion& l) { l.mass = bad; }), Code::parameter_out_of_range, "mass",
                       static_cast<double>(bad)));
    EXPECT_TRUE(with([](Locomotion& l) { l.max_force = l.max_speed = 0.0f; }).ok());
    EXPECT_TRUE(with([](Locomotion& l) { l.mass = 1e-18f; }).ok());
    for (const float bad : {nan, infinity, 0.0f, -1.0f, 1.1e18f})
        EXPECT_TRUE(is(with([&](Locomotion& l) { l.max_turn_rate = bad; }), Code::parameter_out_of_range,
                       "max_turn_rate", static_cast<double>(bad)));
    for (const float bad : {nan, infinity, -1.0f, 1.1e18f, 3.1f})
        EXPECT_TRUE(is(with([&](Locomotion& l) { l.min_speed = bad; }), Code::parameter_out_of_range,
                       "min_speed", static_cast<double>(bad)));
    EXPECT_TRUE(with([](Locomotion& l) { l.max_turn_rate = 1e18f; }).ok());
    EXPECT_TRUE(with([](Locomotion& l) { l.min_speed = 3.0f; }).ok()) << "the vehicle's max_speed";
    EXPECT_TRUE(with([](Locomotion& l) { l.min_speed = 0.0f; }).ok());
    EXPECT_TRUE(refusal({Seek{}, Locomotion{.min_speed = 1e18f}}).ok()) << "max_speed is a stream";
    EXPECT_EQ(message(with([](Locomotion& l) { l.min_speed = 5.0f; })),
              "stage 1 (locomotion): min_speed is 5, must be in [0, 3]");
}

TEST(ProgramValidity, MessagesHaveAFloatsOwnDigitsAndNoSignOfANan) {
    EXPECT_EQ(message(refusal({Seek{.weight = 1e30f}, vehicle})),
              "stage 0 (seek): weight is 1e+30, must be in [-1e+18, 1e+18]");
    EXPECT_EQ(message(refusal({Seek{.weight = -nan}, vehicle})),
              "stage 0 (seek): weight is nan, must be in [-1e+18, 1e+18]");
    EXPECT_EQ(message({.code = Code::bad_point, .value = 1e300}),
              "path 0, point 0: coordinate is 1e+300, must be in [-1e18, 1e18]");
    EXPECT_EQ(message({.code = Code::bad_point, .value = 1.1e18}),
              "path 0, point 0: coordinate is 1.1e+18, must be in [-1e18, 1e18]");
}

TEST(ProgramValidity, MessagesHaveAllDigitsOfWholeNumbers) {
    const auto lengths = [](double value, double expected) {
        return message({.code = Code::length_mismatch,
                        .subject = "id",
                        .other = "position_x",
                        .value = value,
                        .expected = expected});
    };
    EXPECT_EQ(lengths(20'000, 19'999),
              "streams id and position_x differ in length: 20000 and 19999 elements");
    EXPECT_EQ(lengths(0x1p53, 0),
              "streams id and position_x differ in length: 9007199254740992 and 0 elements");
    EXPECT_EQ(message(refusal({Seek{}, Locomotion{.max_force = -100'000.0f}})),
              "stage 1 (locomotion): max_force is -100000, must be in [0, 1e+18]");
}

TEST(ProgramValidity, MessagesSayTheStageAndTheRange) {
    const auto text = [](std::vector<Stage> stages) { return message(refusal(std::move(stages))); };
    EXPECT_EQ(text({Seek{}, Seek{}, Wander{.angle_change = 1200}, vehicle}),
              "stage 2 (wander): angle_change is 1200, must be in [0, 1000]");
    EXPECT_EQ(text({Approach{.step_jitter = 1, .speed = 1.0f}}),
              "stage 0 (approach): step_jitter is 1, must be in [0, 1)");
    EXPECT_EQ(text({Approach{.min_step = 3, .max_step = 2, .speed = 1.0f}}),
              "stage 0 (approach): min_step is 3, must be in [8.6736174e-19, 2]");
    EXPECT_EQ(text({Seek{}}), "stage 0 (seek): a force must be followed by locomotion, the last stage");
    EXPECT_EQ(text({vehicle}), "stage 0 (locomotion): locomotion must follow at least one force");
    EXPECT_EQ(text({Seek{}, vehicle, Seek{}}), "stage 1 (locomotion): locomotion must be the last stage");
    EXPECT_EQ(text({}), "a program must have at least one stage");
}

TEST(ProgramValidity, EnumeratorsOutOfTheirRange) {
    for_each_kind_of_stage([]<class S>(const S& legal) {
        const auto check = [&]<class Value>(const char* parameter, Value S::*member) {
            if constexpr (std::is_enum_v<Value>) {
                const std::size_t beyond = words_of(Value{}).size();
                S stage = legal;
                stage.*member = static_cast<Value>(beyond);
                EXPECT_TRUE(is(refusal_of(stage), Code::parameter_out_of_range, parameter,
                               static_cast<double>(beyond)))
                    << S::name;
            }
        };
        std::apply([&](const auto&... one) { (check(one.name, one.member), ...); }, S::parameters());
    });
}

// The float next to 2 pi / 3 is above it.
TEST(ProgramValidity, TheConeIsBelowATurnsThird) {
    EXPECT_EQ(refusal({Approach{.max_fov = 0x1.0c1524p+1f, .speed = 1.0f}}).code,
              Code::parameter_out_of_range);
    EXPECT_TRUE(refusal({Approach{.max_fov = 0x1.0c1522p+1f, .speed = 1.0f}}).ok());
}

TEST(ProgramValidity, Rectangles) {
    for (const Bounds bounds : {Bounds::wrap, Bounds::bounce}) {
        const auto with = [&](Rectangle area) {
            Locomotion locomotion = vehicle;
            locomotion.bounds = bounds;
            locomotion.area = area;
            return refusal({Seek{}, locomotion});
        };
        EXPECT_TRUE(is(with({0, 0, 0, 1}), Code::empty_rectangle, "area", 0));
        EXPECT_TRUE(is(with({0, 5, 1, 5}), Code::empty_rectangle, "area", 0));
        EXPECT_TRUE(is(with({2, 0, 1, 1}), Code::empty_rectangle, "area", -1));
        EXPECT_TRUE(is(with({}), Code::empty_rectangle, "area"));
        EXPECT_TRUE(is(with({nan, 0, 1, 1}), Code::parameter_out_of_range, "area", static_cast<double>(nan)));
        EXPECT_TRUE(is(with({0, 0, infinity, 1}), Code::parameter_out_of_range, "area",
                       static_cast<double>(infinity)));
        EXPECT_TRUE(
            is(with({0, -2e18f, 1, 1}), Code::parameter_out_of_range, "area", static_cast<double>(-2e18f)));
        EXPECT_TRUE(with({-1e18f, -1, 1e18f, 1}).ok());
        EXPECT_TRUE(with({0, 0, 1000, 1000}).ok()) << "min_x, min_y, max_x, max_y";
    }
    EXPECT_TRUE(refusal({Seek{}, vehicle}).ok()) << "without bounds no rectangle is read";
}

TEST(ProgramValidity, Composition) {
    const PathSet& paths = *program_case("waypoint_advance_once_value").paths.paths;
    const WaypointAdvance advance{.paths = paths, .speed = 1.0f};
    const auto invalid = [](std::vector<Stage> stages, std::size_t stage) {
        const Status status = refusal(std::move(stages));
        return status.code == Code::invalid_program && status.index == stage && !message(status).empty();
    };
    EXPECT_TRUE(invalid({}, 0));
    EXPECT_TRUE(invalid({vehicle}, 0));
    EXPECT_TRUE(invalid({Seek{}}, 0));
    EXPECT_TRUE(invalid({Seek{}, vehicle, Seek{}}, 1));
    EXPECT_TRUE(invalid({Seek{}, vehicle, vehicle}, 1));
    EXPECT_TRUE(invalid({advance, vehicle}, 0));
    EXPECT_TRUE(invalid({Seek{}, advance}, 1));
    EXPECT_TRUE(invalid({advance, advance}, 0));
    std::vector<Stage> nine(9, Seek{});
    nine.emplace_back(vehicle);
    EXPECT_TRUE(invalid(nine, 8));
    EXPECT_TRUE(refusal({advance}).ok());
    std::vector<Stage> eight(8, Wander{});
    eight.emplace_back(vehicle);
    EXPECT_TRUE(refusal(eight).ok());
    const RetargetWander retarget{.interval = 1.0f, .area = {0, 0, 1, 1}};
    EXPECT_TRUE(refusal({retarget, vehicle}).ok());
    EXPECT_TRUE(is(refusal({retarget, retarget, vehicle}), Code::invalid_program,
                   "must not have the state of an earlier stage: "));
    EXPECT_TRUE(invalid({retarget, retarget, vehicle}, 1));
}

template <class S, class... Stages>
inline constexpr bool is_one_of = (std::is_same_v<S, Stages> || ...);

TEST(ProgramValidity, ForcesThatDivideByMaxSpeed) {
    Locomotion at_rest = vehicle;
    at_rest.max_speed = 0.0f;
    for_each_kind_of_stage([&]<class S>(const S& stage) {
        if constexpr (Force<S>) {
            EXPECT_TRUE(refusal({stage, vehicle}).ok()) << S::name;
            const Status status = refusal({stage, at_rest});
            if constexpr (is_one_of<S, Pursue, Evade, OffsetPursue, Interpose>) {
                EXPECT_TRUE(is(status, Code::parameter_out_of_range, "max_speed", 0)) << S::name;
                EXPECT_EQ(status.index, 1u) << S::name;
            } else {
                EXPECT_TRUE(status.ok()) << S::name << ": " << message(status);
            }
        }
    });
}

TEST(ProgramValidity, PathFollow) {
    const PathSet& paths = *program_case("path_follow_once").paths.paths;
    EXPECT_TRUE(refusal({PathFollow{.paths = paths, .radius = 1.0f, .slowing_radius = 1.0f}, vehicle}).ok());
    for (const float bad : {0.0f, -1.0f, nan, infinity, 1.1e18f}) {
        const double value = static_cast<double>(bad);
        EXPECT_TRUE(is(refusal({PathFollow{.paths = paths, .radius = bad}, vehicle}),
                       Code::parameter_out_of_range, "radius", value));
        EXPECT_TRUE(is(refusal({PathFollow{.paths = paths, .radius = 1.0f, .slowing_radius = bad}, vehicle}),
                       Code::parameter_out_of_range, "slowing_radius", value));
    }
}

TEST(ProgramValidity, TheStatusNamesTheStage) {
    Wander bad;
    bad.circle_radius = nan;
    EXPECT_EQ(refusal({Seek{}, bad, vehicle}).index, 1u);
}

TEST(ProgramValidity, WaypointAdvance) {
    const PathSet& paths = *program_case("waypoint_advance_once_value").paths.paths;
    for (const float bad : {nan, infinity, 1.1e18f, -1.1e18f})
        EXPECT_TRUE(is(refusal({WaypointAdvance{.paths = paths, .speed = bad}}), Code::parameter_out_of_range,
                       "speed", static_cast<double>(bad)));
    const std::array line{Point{0, 0}, Point{1, 0}};
    const std::array dot{Point{3, 3}, Point{3, 3}};
    auto with_dot = PathSetBuilder().add(line).add(line).add(dot).build();
    ASSERT_TRUE(with_dot.ok());
    const Status status = refusal({WaypointAdvance{.paths = *with_dot, .speed = 1.0f}});
    EXPECT_TRUE(is(status, Code::too_few_points, "path 2"));
    EXPECT_EQ(status.sub_index, 2u);
}

// The headers of a caller that was compiled with another version.
TEST(Headers, OfAnotherVersionAreRefused) {
    const std::vector<Stage> stages{Seek{}, vehicle};
    EXPECT_TRUE(Program::build(stages, detail::headers_number).ok());
    EXPECT_EQ(message(Program::build(stages, detail::headers_number + 1).status()),
              "the headers and the library of wend are of different versions");
}

TEST(ProgramFacts, StreamsAreListedWithTheirUse) {
    const auto uses = [](const Program& program) {
        std::string text;
        for (const StreamUse& use : program.streams())
            text += std::string(name(use.stream)) + (use.use == Use::state ? "! " : " ");
        return text;
    };
    EXPECT_EQ(uses(build({Wander{}, vehicle})),
              "position_x! position_y! velocity_x! velocity_y! wander_angle! ");
    EXPECT_EQ(uses(build({Seek{}, Locomotion{}})),
              "mass max_force max_speed position_x! position_y! target_x target_y velocity_x! velocity_y! ");
    EXPECT_EQ(uses(program_case("waypoint_advance_ping_pong_stream").program),
              "direction! path position_x! position_y! segment! segment_distance! speed ");
    EXPECT_EQ(uses(program_case("waypoint_advance_once_value").program),
              "path position_x! position_y! segment! segment_distance! ");
    EXPECT_EQ(build({Wander{}, Seek{}, vehicle}).stages().size(), 3u);
}

}  // namespace
}  // namespace wend::test
