// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Bad input: each test breaks one thing and checks the status, its message, and that nothing was written.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "tools/verify/drawn_stage.hpp"

namespace wend {

void PrintTo(Code code, std::ostream* out) { *out << "Code " << static_cast<int>(code); }

}  // namespace wend

namespace wend::test {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr double never_mind = -12345;

/// Whether one of the words is a number, "nan" or "inf" that reads back to `value`, as a double or a float.
bool contains_value(const std::string& words, double value) {
    for (const char* at = words.c_str(); *at != '\0'; ++at) {
        char* end = nullptr;
        const double number = std::strtod(at, &end);
        const auto narrow = static_cast<double>(std::strtof(at, nullptr));
        if (end != at && (number == value || narrow == value || (std::isnan(number) && std::isnan(value))))
            return true;
    }
    return false;
}

AssertionResult is(const Status& status, Code code, const char* subject, double value = never_mind) {
    const std::string words = message(status);
    if (status.code != code)
        return AssertionFailure() << "code " << static_cast<int>(status.code) << " instead of "
                                  << static_cast<int>(code) << ": " << words;
    if (words.find(subject) == std::string::npos)
        return AssertionFailure() << "\"" << words << "\" does not name " << subject;
    if (value == never_mind) return AssertionSuccess();
    const bool same = status.value == value || (std::isnan(status.value) && std::isnan(value));
    if (!same) return AssertionFailure() << "value " << status.value << " instead of " << value;
    return contains_value(words, value)
               ? AssertionSuccess()
               : AssertionFailure() << "\"" << words << "\" does not contain the value " << value;
}

const Locomotion vehicle{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f};

Status refusal(std::vector<Stage> stages) { return Program::build(std::move(stages)).status(); }

/// Of the smallest program with that stage.
template <class S>
Status refusal_of(const S& stage) {
    if constexpr (Force<S>)
        return refusal({stage, vehicle});
    else if constexpr (std::is_same_v<S, Locomotion>)
        return refusal({Seek{}, stage});
    else
        return refusal({stage});
}

/// Calls `check` with a stage of every kind in the list, whose parameters lie in their ranges.
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

TEST(ProgramValidity, MessagesSayTheStageAndTheRange) {
    const auto text = [](std::vector<Stage> stages) { return message(refusal(std::move(stages))); };
    EXPECT_EQ(text({Seek{}, Seek{}, Wander{.angle_change = 1200}, vehicle}),
              "stage 2 (wander): angle_change is 1200, must be in [0, 1000]");
    EXPECT_EQ(text({Approach{.step_jitter = 1, .speed = 1.0f}}),
              "stage 0 (approach): step_jitter is 1, must be in [0, 1)");
    EXPECT_EQ(text({Approach{.min_step = 3, .max_step = 2, .speed = 1.0f}}),
              "stage 0 (approach): min_step is 3, must be in [8.6736174e-19, 2]");
    EXPECT_EQ(text({Seek{}}), "stage 0 (seek): forces end in one locomotion, the last stage");
    const Status status = [] {
        Population population(3, std::array{Stream::position_x});
        std::vector<float> y(2);
        AgentView view = population.view();
        view.bind<Stream::position_y>(y);
        return run(build({Seek{}, vehicle}), view, {.dt = 1, .first_tick = 0}).status;
    }();
    EXPECT_EQ(message(status), "stream position_y has 2 elements, position_x has 3");
}

TEST(ProgramValidity, EnumeratorsOutOfTheirRange) {
    for_each_kind_of_stage([]<class S>(const S& legal) {
        const auto check = [&]<class Value>(const char* parameter, Value S::*member) {
            if constexpr (std::is_enum_v<Value>) {
                const std::size_t beyond = words(Value{}).size();
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

// The float next to 2 pi / 3 lies above it.
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
        EXPECT_TRUE(is(with({0, 1, 5, 5}), Code::empty_rectangle, "area", 0));
        EXPECT_TRUE(is(with({2, 1, 0, 1}), Code::empty_rectangle, "area", -1));
        EXPECT_TRUE(is(with({}), Code::empty_rectangle, "area"));
        EXPECT_TRUE(is(with({nan, 1, 0, 1}), Code::parameter_out_of_range, "area", static_cast<double>(nan)));
        EXPECT_TRUE(is(with({0, infinity, 0, 1}), Code::parameter_out_of_range, "area",
                       static_cast<double>(infinity)));
        EXPECT_TRUE(
            is(with({0, 1, -2e18f, 1}), Code::parameter_out_of_range, "area", static_cast<double>(-2e18f)));
        EXPECT_TRUE(with({-1e18f, 1e18f, -1, 1}).ok());
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
    const RetargetWander retarget{.interval = 1.0f, .area = {0, 1, 0, 1}};
    EXPECT_TRUE(refusal({retarget, vehicle}).ok());
    EXPECT_TRUE(is(refusal({retarget, retarget, vehicle}), Code::invalid_program,
                   "two stages have the same state: "));
    EXPECT_TRUE(invalid({retarget, retarget, vehicle}, 1));
}

TEST(ProgramValidity, ForcesThatDivideByMaxSpeed) {
    Locomotion at_rest = vehicle;
    at_rest.max_speed = 0.0f;
    for_each_kind_of_stage([&]<class S>(const S& stage) {
        if constexpr (Force<S>) {
            EXPECT_TRUE(refusal({stage, vehicle}).ok()) << S::name;
            const Status status = refusal({stage, at_rest});
            if (stage.streams().positive_max_speed) {
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

/// A call with one error, on every instruction set.
class CallValidity : public ::testing::TestWithParam<Isa> {
  protected:
    /// Breaks a valid call with `break_it` and expects run and validate to refuse it and to write nothing.
    void refused(const char* case_name, const std::function<void(AgentView&, Ticks&, Execution&)>& break_it,
                 Code code, const char* subject, double value = never_mind) {
        const ProgramCase& test = program_case(case_name);
        const Population start = test.population(100, 1, Values::ordinary);
        Population population = start;
        AgentView view = population.view();
        Ticks ticks{.dt = test.dt, .first_tick = 0};
        Execution execution = serial_on(GetParam());
        ASSERT_TRUE(run(test.program, view, ticks, execution).status.ok());
        population = start;
        view = population.view();
        break_it(view, ticks, execution);
        EXPECT_TRUE(is(run(test.program, view, ticks, execution).status, code, subject, value));
        EXPECT_TRUE(is(validate(test.program, view, ticks, execution).status, code, subject, value));
        EXPECT_TRUE(same_bits(start, population)) << "a refused call wrote";
    }

    static void bind(AgentView& view, Stream stream, void* data, std::size_t count, bool writable = true) {
        ASSERT_TRUE(view.bind(stream, Column{data, count, info(stream).element, writable}).ok());
    }
};

AgentView without(const AgentView& whole, Stream missing) {
    AgentView view(whole.first_id());
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        if (stream == missing || !whole.has(stream)) continue;
        EXPECT_TRUE(view.bind(stream, whole.column(stream)).ok());
    }
    return view;
}

TEST_P(CallValidity, MissingStreams) {
    for (const ProgramCase& test : program_cases())
        for (const StreamUse& use : test.program.streams()) {
            const Stream stream = use.stream;
            if (stream == Stream::position_x) continue;  // its length is that of the view
            SCOPED_TRACE(test.name);
            refused(
                test.name.c_str(), [&](AgentView& view, Ticks&, Execution&) { view = without(view, stream); },
                Code::missing_stream, name(stream).data());
        }
}

TEST_P(CallValidity, AViewWithoutPositions) {
    const ProgramCase& test = program_case("seek_none_values");
    Population population = test.population(10, 1, Values::ordinary);
    AgentView view = population.view();
    bind(view, Stream::position_x, nullptr, 0);
    const Status status =
        run(test.program, view, {.dt = 0.1f, .first_tick = 0}, serial_on(GetParam())).status;
    EXPECT_FALSE(status.ok());
    EXPECT_FALSE(message(status).empty());
}

TEST_P(CallValidity, NullMemoryWithALength) {
    refused(
        "seek_none_values",
        [](AgentView& view, Ticks&, Execution&) { bind(view, Stream::target_y, nullptr, 100); },
        Code::missing_stream, "target_y");
}

TEST_P(CallValidity, LengthsThatDiffer) {
    for (const char* case_name : {"seek_wander_wander_none_streams", "waypoint_advance_ping_pong_stream"})
        for (const Stream stream : program_case(case_name).streams) {
            if (stream == Stream::position_x) continue;
            for (const std::size_t count : {99, 101, 1})
                refused(
                    case_name,
                    [&](AgentView& view, Ticks&, Execution&) {
                        bind(view, stream, view.column(stream).data, count);
                    },
                    Code::length_mismatch, name(stream).data(), static_cast<double>(count));
        }
}

TEST_P(CallValidity, LengthOfTheIdStream) {
    std::vector<std::uint32_t> ids(50);
    refused(
        "wander_world_none_values", [&](AgentView& view, Ticks&, Execution&) { view.bind<Stream::id>(ids); },
        Code::length_mismatch, "id", 50);
}

TEST_P(CallValidity, ReadOnlyState) {
    for (const ProgramCase& test : program_cases())
        for (const StreamUse& use : test.program.streams()) {
            if (use.use != Use::state) continue;
            SCOPED_TRACE(test.name);
            refused(
                test.name.c_str(),
                [&](AgentView& view, Ticks&, Execution&) {
                    bind(view, use.stream, view.column(use.stream).data, 100, false);
                },
                Code::read_only_stream, name(use.stream).data());
        }
}

TEST_P(CallValidity, ReadOnlyInputsAreFine) {
    const ProgramCase& test = program_case("seek_none_streams");
    Population population = test.population(100, 1, Values::ordinary);
    AgentView view = population.view();
    for (const StreamUse& use : test.program.streams())
        if (use.use != Use::state) bind(view, use.stream, view.column(use.stream).data, 100, false);
    EXPECT_TRUE(run(test.program, view, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam())).status.ok());
}

TEST_P(CallValidity, Overlap) {
    const auto overlapping = [&](Stream moved, Stream onto, std::ptrdiff_t elements) {
        SCOPED_TRACE(::testing::Message() << name(moved) << " on " << name(onto) << " + " << elements);
        refused(
            "seek_none_values",
            [&](AgentView& view, Ticks&, Execution&) {
                bind(view, moved, static_cast<float*>(view.column(onto).data) + elements, 100);
            },
            Code::streams_overlap, name(moved).data());
        refused(
            "seek_none_values",
            [&](AgentView& view, Ticks&, Execution&) {
                bind(view, moved, static_cast<float*>(view.column(onto).data) + elements, 100);
            },
            Code::streams_overlap, name(onto).data());
    };
    overlapping(Stream::position_y, Stream::position_x, 0);
    overlapping(Stream::velocity_x, Stream::position_x, 0);
    for (const std::ptrdiff_t elements : {1, -1, 16}) {
        overlapping(Stream::velocity_y, Stream::velocity_x, elements);
        overlapping(Stream::target_x, Stream::position_x, elements);
    }
}

TEST_P(CallValidity, AnInputInTheMemoryOfScratch) {
    const Program program = build({Evade{.quarry = Quarry::agent}, vehicle});
    Population population(5, streams_of(program));
    AgentView view = population.view();
    const auto bind_scratch = [&](Stream input) {
        view = population.view();
        return view.bind(Stream::start_position_x, view.column(input)).ok()
                   ? run(program, view, {.dt = 1, .first_tick = 0}, serial_on(GetParam())).status
                   : Status{};
    };
    // The run would overwrite it before it is read.
    EXPECT_EQ(bind_scratch(Stream::position_y).code, Code::streams_overlap);
    const Program heavy =
        build({Evade{.quarry = Quarry::agent}, Locomotion{.max_force = 1.0f, .max_speed = 1.0f}});
    Population weighed(5, streams_of(heavy));
    AgentView shared = weighed.view();
    ASSERT_TRUE(shared.bind(Stream::start_position_x, shared.column(Stream::mass)).ok());
    const Status status = validate(heavy, shared, {.dt = 1, .first_tick = 0}, serial_on(GetParam())).status;
    EXPECT_EQ(status.code, Code::streams_overlap);
    EXPECT_EQ(message(status), "streams start_position_x and mass share memory");
}

TEST_P(CallValidity, LegalSharing) {
    const ProgramCase& test = program_case("seek_none_values");
    Population population = test.population(100, 1, Values::ordinary);
    AgentView same_inputs = population.view();
    bind(same_inputs, Stream::target_x, same_inputs.column(Stream::target_y).data, 100);
    EXPECT_TRUE(
        run(test.program, same_inputs, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam())).status.ok());
    AgentView overlapping_inputs = population.view();
    std::vector<float> targets(101, 3.0f);
    bind(overlapping_inputs, Stream::target_x, targets.data(), 100);
    bind(overlapping_inputs, Stream::target_y, targets.data() + 1, 100);
    EXPECT_TRUE(run(test.program, overlapping_inputs, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam()))
                    .status.ok());
    AgentView input_is_state = population.view();
    bind(input_is_state, Stream::target_x, input_is_state.column(Stream::position_x).data, 100);
    EXPECT_TRUE(run(test.program, input_is_state, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam()))
                    .status.ok());
    // A stream that the program does not use may have any memory and length.
    AgentView unused = population.view();
    bind(unused, Stream::wander_angle, unused.column(Stream::position_x).data, 7);
    EXPECT_TRUE(
        run(test.program, unused, {.dt = test.dt, .first_tick = 0}, serial_on(GetParam())).status.ok());
}

TEST_P(CallValidity, GivenTwice) {
    std::vector<float> values(100, 1.0f);
    for (const Stream stream : {Stream::max_force, Stream::max_speed, Stream::mass})
        refused(
            "seek_none_values",
            [&](AgentView& view, Ticks&, Execution&) { bind(view, stream, values.data(), 100); },
            Code::given_twice, name(stream).data());
    refused(
        "waypoint_advance_loop_value",
        [&](AgentView& view, Ticks&, Execution&) { view.bind<Stream::speed>(values); }, Code::given_twice,
        "speed");
}

TEST_P(CallValidity, TimeStep) {
    for (const float bad : {nan, infinity, -infinity, -0.1f, 1.1e18f})
        refused(
            "seek_none_values", [&](AgentView&, Ticks& ticks, Execution&) { ticks.dt = bad; },
            Code::parameter_out_of_range, "dt", static_cast<double>(bad));
}

TEST_P(CallValidity, CallbackWithoutAFunction) {
    refused(
        "seek_none_values",
        [](AgentView&, Ticks&, Execution& execution) { execution.threading = Threading::callback; },
        Code::missing_callback, "parallel_for");
}

TEST_P(CallValidity, NoAgentsAndNoTicks) {
    for (const ProgramCase& test : program_cases()) {
        Population empty = test.population(0, 1, Values::ordinary);
        const Result result = run(test.program, empty.view(), {.dt = test.dt, .count = 5, .first_tick = 0},
                                  serial_on(GetParam()));
        EXPECT_TRUE(faultless(result));
        const Population start = test.population(70, 1, Values::faulty);
        Population still = start;
        EXPECT_TRUE(
            same_result({}, run(test.program, still.view(), {.dt = test.dt, .count = 0, .first_tick = 0},
                                serial_on(GetParam()))));
        EXPECT_TRUE(same_bits(start, still));
    }
}

TEST(BindValidity, ForeignElementTypesAndNames) {
    AgentView view;
    std::vector<double> doubles(3);
    const Column column{doubles.data(), 3, ElementType::f64, true};
    EXPECT_TRUE(is(view.bind(Stream::position_x, column), Code::element_type_mismatch, "position_x"));
    EXPECT_TRUE(is(view.bind("mass", column), Code::element_type_mismatch, "mass"));
    EXPECT_EQ(view.bind("positionx", column).code, Code::unknown_stream);
    EXPECT_EQ(view.bind("", column).code, Code::unknown_stream);
    EXPECT_FALSE(view.has(Stream::position_x));
    EXPECT_TRUE(view.bind("segment_distance", column).ok());
    EXPECT_EQ(view.column(Stream::segment_distance).count, 3u);
}

INSTANTIATE_TEST_SUITE_P(AllIsas, CallValidity, each_isa(), isa_name);

// At a target v' = (1 - weight * dt / mass) v.
TEST(Notices, TicksTooLongToArrive) {
    const auto notice = [](const Stage& force, float dt, std::optional<float> mass) {
        Locomotion locomotion{.max_force = 10.0f, .max_speed = 3.0f, .mass = mass};
        const Expected<Program> program = Program::build({force, locomotion});
        EXPECT_TRUE(program.ok());
        Population population = blank(*program, 3);
        if (!mass) population.set<Stream::mass>(1, 0.25f);
        const Result result = validate(*program, population.view(), {.dt = dt, .first_tick = 0});
        EXPECT_TRUE(result.status.ok()) << message(result.status);
        return result.notice;
    };
    EXPECT_TRUE(notice(Arrive{}, 2, 1.0f).ok());
    EXPECT_EQ(notice(Arrive{}, 2.5f, 1.0f).code, Code::unstable_step);
    EXPECT_EQ(notice(Arrive{.weight = 3}, 1, 1.0f).code, Code::unstable_step);
    EXPECT_EQ(notice(Arrive{}, 1, std::nullopt).code, Code::unstable_step) << "the lightest agent counts";
    EXPECT_TRUE(notice(Arrive{}, 0.5f, std::nullopt).ok());
    EXPECT_TRUE(notice(Seek{}, 2.5f, 1.0f).ok());
    EXPECT_EQ(
        message(notice(Arrive{}, 2.5f, 1.0f)),
        "stage 0 (arrive): weight * dt / mass is 2.5, must be in [0, 2]: above, agents swing about their "
        "target for ever");
}

// target_agent would name other agents there.
TEST(Views, ASliceIsRefusedWhereAgentsLookAtEachOther) {
    const Expected<Program> built = Program::build(
        {Evade{.quarry = Quarry::agent}, Locomotion{.max_force = 10.0f, .max_speed = 3.0f, .mass = 1.0f}});
    ASSERT_TRUE(built.ok());
    const Program& program = *built;
    Population population = blank(program, 5);
    const AgentView whole = population.view();
    EXPECT_TRUE(run(program, whole.slice(0, 5), {.dt = 0.1f}).status.ok());
    for (const AgentView& slice : {whole.slice(1, 4), whole.slice(0, 4), whole.slice(1, 4).slice(0, 4)}) {
        EXPECT_EQ(run(program, slice, {.dt = 0.1f}).status.code, Code::needs_whole_view);
        EXPECT_EQ(validate(program, slice, {.dt = 0.1f}).status.code, Code::needs_whole_view);
    }
    EXPECT_EQ(
        message(run(program, whole.slice(1, 4), {.dt = 0.1f}).status),
        "the agents look at each other, and target_agent names slots of the whole view, not of a slice");
}

}  // namespace
}  // namespace wend::test
