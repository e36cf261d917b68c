// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The C interface gives the results of the C++ one: the same bits on every instruction set and thread count,
// the same programs by JSON and by structs, the same lists.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tests/c/c_population.hpp"
#include "wend/wend.h"
#include "wend/wend.hpp"

namespace wend::test {
namespace {

constexpr const char* words =
    R"([{"seek": {"weight": 0.75}}, {"wander": {"angle_change": 3, "frame": "heading"}},
        {"locomotion": {"composition": "prioritised", "max_force": 20, "max_speed": 3, "mass": 1,
                        "bounds": "wrap", "area": [-50, -40, 60, 70]}}])";

Program same_program() {
    return *Program::build({Seek{.weight = 0.75f}, Wander{.angle_change = 3, .frame = WanderFrame::heading},
                            Locomotion{.composition = Composition::prioritised,
                                       .max_force = 20.0f,
                                       .max_speed = 3.0f,
                                       .mass = 1.0f,
                                       .bounds = Bounds::wrap,
                                       .area = {-50, -40, 60, 70}}});
}

ProgramHandle from_json(const std::string& text, const wend_paths* paths = nullptr) {
    wend_result result = WEND_RESULT_INIT;
    wend_program* program = nullptr;
    EXPECT_EQ(wend_program_from_json(text.data(), text.size(), paths, &program, &result), WEND_OK)
        << result.message;
    return ProgramHandle(program);
}

/// The hash that the C++ interface gives for the same agents.
std::uint64_t expected_hash(const Program& program, CPopulation agents, const Ticks& ticks) {
    AgentView view(agents.first_id);
    for (CPopulation::Row& row : agents.rows) {
        EXPECT_TRUE(view.bind(row.name, {row.memory.data(), row.memory.size(), ElementType::f32, true}));
    }
    EXPECT_TRUE(run(program, view, ticks, {.isa = Isa::reference, .threading = Threading::serial}).status);
    return state_hash(program, view);
}

std::uint64_t hash_of(const wend_program* program, const wend_view& view) {
    std::uint64_t hash = 0;
    EXPECT_EQ(wend_state_hash(program, &view, &hash, nullptr), WEND_OK);
    return hash;
}

// kernels/docs/c.md
TEST(CApi, ProgramOfThePage) {
    wend_program* program = nullptr;
    wend_result result = WEND_RESULT_INIT;

    // clang-format off
    static const char behaviours[] =
        "[ { \"seek\": { \"target\": [90, 60] } }, { \"wander\": { \"weight\": 0.3, \"frame\": \"heading\" } },"
        "  { \"locomotion\": { \"max_force\": 20, \"mass\": 1 } } ]";
    wend_program_from_json(behaviours, strlen(behaviours), NULL, &program, &result);
    // clang-format on

    EXPECT_EQ(result.code, WEND_OK) << result.message;
    const ProgramHandle freed(program);
}

TEST(CApi, GivesTheBitsOfCppOnEveryIsa) {
    const ProgramHandle program = from_json(words);
    const CPopulation start(1003, 5);
    const std::uint64_t expected =
        expected_hash(same_program(), start, {.dt = 0.03f, .count = 7, .first_tick = 11, .seed = 3});
    ASSERT_GE(wend_isa_count(), 2u);
    EXPECT_STREQ(wend_isa_name(0), "reference");
    EXPECT_EQ(wend_isa_name(wend_isa_count()), nullptr);
    for (std::uint32_t isa = 0; isa < wend_isa_count(); ++isa)
        for (const wend_threading threading : {WEND_THREADING_SERIAL, WEND_THREADING_TBB}) {
            CPopulation agents = start;
            const Columns columns(agents);
            wend_ticks ticks = WEND_TICKS_INIT;
            ticks.dt = 0.03f;
            ticks.count = 7;
            ticks.first_tick = 11;
            ticks.seed = 3;
            wend_execution execution = WEND_EXECUTION_INIT;
            execution.isa = wend_isa_name(isa);
            execution.threading = threading;
            execution.block = 128;
            wend_result result = WEND_RESULT_INIT;
            ASSERT_EQ(wend_run(program.get(), &columns.view, &ticks, &execution, &result), WEND_OK)
                << result.message;
            EXPECT_STREQ(result.message, "ok");
            EXPECT_EQ(result.faults, 0u);
            EXPECT_EQ(hash_of(program.get(), columns.view), expected) << wend_isa_name(isa);
        }
}

TEST(CApi, StructsMakeTheProgramOfTheWords) {
    const wend_parameter seek[] = {WEND_NUMBER("weight", 0.75)};
    const wend_parameter wander[] = {WEND_NUMBER("angle_change", 3), WEND_WORD("frame", "heading")};
    const wend_parameter locomotion[] = {WEND_WORD("composition", "prioritised"),
                                         WEND_NUMBER("max_force", 20),
                                         WEND_NUMBER("max_speed", 3),
                                         WEND_NUMBER("mass", 1),
                                         WEND_WORD("bounds", "wrap"),
                                         WEND_AREA("area", -50, -40, 60, 70)};
    const wend_stage stages[] = {WEND_STAGE("seek", seek, 1), WEND_STAGE("wander", wander, 2),
                                 WEND_STAGE("locomotion", locomotion, 6)};
    wend_result result = WEND_RESULT_INIT;
    wend_program* made = nullptr;
    ASSERT_EQ(wend_program_create(stages, 3, &made, &result), WEND_OK) << result.message;
    const ProgramHandle program(made);
    ASSERT_EQ(wend_program_stage_count(made), 3u);
    EXPECT_STREQ(wend_program_stage_kind(made, 1), "wander");
    EXPECT_EQ(wend_program_stage_kind(made, 3), nullptr);

    CPopulation agents(200, 0);
    const Columns columns(agents);
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 0.03f;
    ticks.first_tick = 0;
    const std::uint64_t expected = expected_hash(same_program(), agents, {.dt = 0.03f, .first_tick = 0});
    ASSERT_EQ(wend_run(made, &columns.view, &ticks, nullptr, nullptr), WEND_OK);
    EXPECT_EQ(hash_of(made, columns.view), expected);
}

// Every kind of stage and every parameter can be given, also those that are added to the list of kernels.
TEST(CApi, StructsReachEveryKindOfStage) {
    const wend_point points[] = {{0, 0}, {10, 0}, {10, 10}};
    wend_path path = WEND_PATH_INIT;
    path.points = points;
    path.point_count = 3;
    wend_paths* paths = nullptr;
    ASSERT_EQ(wend_paths_create(&path, 1, &paths, nullptr), WEND_OK);
    const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("max_speed", 3),
                                     WEND_NUMBER("mass", 1)};
    const wend_parameter area[] = {WEND_AREA("area", 0, 0, 10, 10)};
    const wend_parameter field[] = {
        WEND_WORD("field", R"({"area": [0, 0, 9, 9], "columns": 3, "rows": 3, "goals": [[1, 1]]})")};
    const wend_parameter polygon[] = {
        WEND_WORD("obstacles", R"({"polygons": [[[0, 0], [10, 0], [10, 10]]]})")};
    wend_custom custom = WEND_CUSTOM_INIT;
    custom.function = [](void*, const wend_custom_call*) -> std::int32_t { return 0; };
    for (std::size_t kind = 0; kind < stage_kind_count; ++kind) {
        const std::string name(stage_names[kind]);
        if (name == "locomotion" || name == "external_locomotion") continue;
        const bool force = is_force_kind(kind);
        const bool has_area = name == "retarget_wander" || name == "containment";
        const bool has_field = name == "flow_follow", has_polygon = name == "polygon_containment";
        wend_stage stage = WEND_STAGE(name.c_str(),
                                      has_field     ? field
                                      : has_polygon ? polygon
                                                    : area,
                                      has_area || has_field || has_polygon ? 1u : 0u);
        if (!has_polygon) stage.paths = paths;
        if (name.starts_with("custom_")) stage.custom = &custom;
        const wend_stage before = WEND_STAGE("seek", nullptr, 0);
        const wend_stage last = WEND_STAGE("locomotion", limits, 3);
        std::vector<wend_stage> stages{stage};
        if (name == "orca") stages.insert(stages.begin(), before);
        if (force || name == "orca") stages.push_back(last);
        wend_program* program = nullptr;
        wend_result result = WEND_RESULT_INIT;
        EXPECT_EQ(wend_program_create(stages.data(), stages.size(), &program, &result), WEND_OK)
            << name << ": " << result.message;
        wend_program_destroy(program);
    }
    wend_paths_destroy(paths);
}

/// Obstacles and flow fields are JSON text, with costs too.
TEST(CApi, AFlowFieldWithObstaclesAndCosts) {
    const wend_parameter field[] = {WEND_WORD(
        "field", R"({"area": [-20, -20, 20, 20], "columns": 4, "rows": 3, "goals": [[15, 15], [-15, 3]],
                               "obstacles": {"walls": [[[0, 0], [0, 9]]], "circles": [[9, 9, 2]],
                                             "polygons": [[[-9, -9], [-4, -9], [-6, -3]]]},
                               "clearance": 1.5, "speed": 2, "costs": [1, 2, 3, 4, 1, 5, 1, 6, 2, 1, 1, 1]})")};
    const wend_parameter within[] = {
        WEND_WORD("obstacles", R"({"polygons": [[[-30, -30], [30, -30], [0, 30]]]})"),
        WEND_NUMBER("margin", 4)};
    const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("max_speed", 3),
                                     WEND_NUMBER("mass", 1)};
    const wend_stage stages[] = {WEND_STAGE("flow_follow", field, 1),
                                 WEND_STAGE("polygon_containment", within, 2),
                                 WEND_STAGE("locomotion", limits, 3)};
    wend_result result = WEND_RESULT_INIT;
    wend_program* made = nullptr;
    ASSERT_EQ(wend_program_create(stages, 3, &made, &result), WEND_OK) << result.message;
    const ProgramHandle program(made);

    ObstacleSetBuilder walls;
    walls.add_circle({9, 9}, 2).add_wall(std::array{Point{0, 0}, Point{0, 9}});
    walls.add_wall(std::array{Point{-9, -9}, Point{-4, -9}, Point{-6, -3}}, true);
    ObstacleSetBuilder shore;
    shore.add_wall(std::array{Point{-30, -30}, Point{30, -30}, Point{0, 30}}, true);
    const std::array goals{Point{15, 15}, Point{-15, 3}};
    const std::array costs{1.0f, 2.0f, 3.0f, 4.0f, 1.0f, 5.0f, 1.0f, 6.0f, 2.0f, 1.0f, 1.0f, 1.0f};
    const FlowField ways = *make_flow_to(
        {{-20, -20, 20, 20}, 4, 3},
        {.goals = goals, .obstacles = *walls.build(), .clearance = 1.5f, .speed = 2, .costs = costs});
    const Program same = *Program::build({FlowFollow{.field = ways},
                                          PolygonContainment{.obstacles = *shore.build(), .margin = 4},
                                          Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    CPopulation agents(300, 0);
    const Columns columns(agents);
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 0.1f;
    ticks.count = 9;
    const std::uint64_t expected = expected_hash(same, agents, {.dt = 0.1f, .count = 9});
    ASSERT_EQ(wend_run(made, &columns.view, &ticks, nullptr, &result), WEND_OK) << result.message;
    EXPECT_EQ(hash_of(made, columns.view), expected);
}

/// The same bits as a copy, also of values written between the calls.
TEST(CApi, AFlowFieldInTheCallersMemory) {
    std::array<float, 24> velocities{};
    for (std::size_t i = 0; i < velocities.size(); ++i)
        velocities[i] = 0.25f * static_cast<float>(i * 7 % 11) - 1;
    wend_flow_field field = WEND_FLOW_FIELD_INIT;
    field.columns = 4;
    field.rows = 3;
    const double area[] = {-20, -10, 20, 10};
    std::ranges::copy(area, field.area);
    field.velocities = velocities.data();
    field.velocity_count = velocities.size();
    const wend_parameter weight[] = {WEND_NUMBER("weight", 0.5)};
    const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("max_speed", 3),
                                     WEND_NUMBER("mass", 1)};
    wend_stage stages[] = {WEND_STAGE("flow_follow", weight, 1), WEND_STAGE("locomotion", limits, 3)};
    stages[0].field = &field;
    wend_result result = WEND_RESULT_INIT;
    wend_program* made = nullptr;
    ASSERT_EQ(wend_program_create(stages, 2, &made, &result), WEND_OK) << result.message;
    const ProgramHandle program(made);
    field = WEND_FLOW_FIELD_INIT;  // read, and not kept

    CPopulation agents(300, 0);
    const Columns columns(agents);
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 0.1f;
    for (const float changed : {1.5f, -2.0f}) {
        velocities[9] = changed;
        std::array<float, 12> x{}, y{};
        for (std::size_t i = 0; i < 12; ++i) x[i] = velocities[2 * i], y[i] = velocities[2 * i + 1];
        const Program copied = *Program::build(
            {FlowFollow{.field = *make_flow_field({{-20, -10, 20, 10}, 4, 3}, x, y), .weight = 0.5f},
             Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
        const std::uint64_t expected = expected_hash(copied, agents, {.dt = 0.1f});
        ASSERT_EQ(wend_run(made, &columns.view, &ticks, nullptr, &result), WEND_OK) << result.message;
        EXPECT_EQ(hash_of(made, columns.view), expected);
    }
}

/// A program with a planner follows what changes in it, with the bits of a field that is made anew.
TEST(CApi, AFlowPlanner) {
    const wend_point goals[] = {{17, 3}};
    std::vector<float> costs(12 * 9, 1.0f);
    wend_flow_goals given = WEND_FLOW_GOALS_INIT;
    given.columns = 12;
    given.rows = 9;
    const double area[] = {-20, -10, 20, 10};
    std::ranges::copy(area, given.area);
    given.goals = goals;
    given.goal_count = 1;
    given.costs = costs.data();
    given.cost_count = costs.size();
    given.speed = 2;
    wend_result result = WEND_RESULT_INIT;
    wend_flow_planner* planner = nullptr;
    ASSERT_EQ(wend_flow_planner_create(&given, &planner, &result), WEND_OK) << result.message;
    const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("max_speed", 3),
                                     WEND_NUMBER("mass", 1)};
    wend_stage stages[] = {WEND_STAGE("flow_follow", nullptr, 0), WEND_STAGE("locomotion", limits, 3)};
    stages[0].planner = planner;
    wend_program* made = nullptr;
    ASSERT_EQ(wend_program_create(stages, 2, &made, &result), WEND_OK) << result.message;
    const ProgramHandle program(made);

    const float closed = std::numeric_limits<float>::infinity();
    ASSERT_EQ(wend_flow_planner_set_costs(planner, 5, 1, 1, 6, &closed, 1, &result), WEND_OK);
    for (std::size_t row = 1; row < 7; ++row) costs[row * 12 + 5] = closed;
    const wend_obstacle one{8, 4, 8, 4, 2, 0, 0}, other{-9, 4, -2, 5, 0, 0, 0};
    ASSERT_EQ(wend_flow_planner_add_obstacle(planner, &one, &result), WEND_OK);
    ASSERT_EQ(wend_flow_planner_add_obstacle(planner, &other, &result), WEND_OK);
    ASSERT_EQ(wend_flow_planner_remove_obstacle(planner, &one, &result), WEND_OK);
    EXPECT_EQ(wend_flow_planner_remove_obstacle(planner, &one, &result), WEND_PARAMETER_OUT_OF_RANGE);
    const wend_point moved[] = {{17, 3}, {-18, 8}};
    ASSERT_EQ(wend_flow_planner_set_goals(planner, moved, 2, &result), WEND_OK);
    float at[] = {0.5f, 0.5f, 1.5f};
    wend_column positions[] = {WEND_COLUMN("position_x", at, 3, WEND_F32),
                               WEND_COLUMN("position_y", at, 3, WEND_F32)};
    wend_view crowd = WEND_VIEW_INIT;
    crowd.columns = positions;
    crowd.column_count = 2;
    ASSERT_EQ(wend_flow_planner_set_crowd(planner, &crowd, 0.5, &result), WEND_OK) << result.message;
    EXPECT_EQ(wend_flow_planner_set_crowd(planner, &crowd, -1, &result), WEND_PARAMETER_OUT_OF_RANGE);
    ASSERT_EQ(wend_flow_planner_set_crowd(planner, &crowd, 0, &result), WEND_OK);
    EXPECT_EQ(wend_flow_planner_advance(planner, 10), 0);
    while (wend_flow_planner_advance(planner, 20) == 0) {
    }
    const std::vector<Point> places{{17, 3}, {-18, 8}};
    const FlowField expected_field = *make_flow_to(
        {{-20, -10, 20, 10}, 12, 9},
        {.goals = places,
         .obstacles = *ObstacleSetBuilder().add_wall(std::vector<Point>{{-9, 4}, {-2, 5}}).build(),
         .speed = 2,
         .costs = costs});
    EXPECT_EQ(wend_flow_planner_velocity(planner, 3, 4).x, expected_field.velocity(3, 4).x);
    EXPECT_EQ(wend_flow_planner_velocity(planner, 12, 4).x, 0);
    wend_flow_planner_destroy(planner);  // the program keeps its field

    CPopulation agents(300, 0);
    const Columns columns(agents);
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 0.1f;
    const Program same = *Program::build({FlowFollow{.field = expected_field},
                                          Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    const std::uint64_t expected = expected_hash(same, agents, {.dt = 0.1f});
    ASSERT_EQ(wend_run(made, &columns.view, &ticks, nullptr, &result), WEND_OK) << result.message;
    EXPECT_EQ(hash_of(made, columns.view), expected);

    EXPECT_EQ(wend_flow_planner_set_goals(nullptr, moved, 2, &result), WEND_BAD_ARGUMENT);
    given.goal_count = 0;
    EXPECT_EQ(wend_flow_planner_create(&given, &planner, &result), WEND_PARAMETER_OUT_OF_RANGE);
    EXPECT_EQ(planner, nullptr);
    EXPECT_EQ(wend_flow_planner_advance(nullptr, 1), 0);
}

TEST(CApi, TruthIsOneOrZero) {
    const wend_point points[] = {{0, 0}, {10, 0}};
    wend_path path = WEND_PATH_INIT;
    path.points = points;
    path.point_count = 2;
    wend_paths* paths = nullptr;
    ASSERT_EQ(wend_paths_create(&path, 1, &paths, nullptr), WEND_OK);
    for (const double swept : {0.0, 1.0, 2.0}) {
        const wend_parameter parameters[] = {WEND_NUMBER("swept", swept)};
        const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("max_speed", 3),
                                         WEND_NUMBER("mass", 1)};
        wend_stage stages[] = {WEND_STAGE("path_follow", parameters, 1), WEND_STAGE("locomotion", limits, 3)};
        stages[0].paths = paths;
        wend_program* program = nullptr;
        wend_result result = WEND_RESULT_INIT;
        wend_program_create(stages, 2, &program, &result);
        if (swept == 2) {
            EXPECT_EQ(result.code, WEND_BAD_WORDS);
            EXPECT_STREQ(result.message, "program: /0/path_follow/swept: expected true or false, found 2.0");
            continue;
        }
        ASSERT_EQ(result.code, WEND_OK) << result.message;
        bool has_step = false;
        for (std::size_t i = 0; i < wend_program_stream_count(program); ++i) {
            wend_stream_use use = WEND_STREAM_USE_INIT;
            ASSERT_EQ(wend_program_stream(program, i, &use, nullptr), WEND_OK);
            has_step |= std::string(use.name) == "step_x";
        }
        EXPECT_EQ(has_step, swept == 1);
        wend_program_destroy(program);
    }
    wend_paths_destroy(paths);
}

TEST(CApi, ReadsAWholeScenario) {
    const ProgramHandle program = from_json(
        R"({"seed": 7, "dt": 0.1, "ticks": 5, "agents": {"count": 3, "area": [0, 0, 10, 10]},
            "stages": [{"retarget_wander": {}}, {"locomotion": {"max_force": 1, "max_speed": 1, "mass": 1}}]})");
    EXPECT_EQ(wend_program_draws(program.get()), 1);
    EXPECT_EQ(wend_program_looks_at_others(program.get()), 0);
}

TEST(CApi, ListsTheStreamsOfCpp) {
    const ProgramHandle program = from_json(words);
    const Program same = same_program();
    ASSERT_EQ(wend_program_stream_count(program.get()),
              same.streams().size() + same.outputs().size() + same.records().size());
    const ProgramHandle avoiding = from_json(
        R"([{"avoid_neighbours": {}}, {"locomotion": {"max_force": 1, "max_speed": 1, "mass": 1}}])");
    std::vector<std::string> optional;
    for (std::size_t i = 0; i < wend_program_stream_count(avoiding.get()); ++i) {
        wend_stream_use use = WEND_STREAM_USE_INIT;
        ASSERT_EQ(wend_program_stream(avoiding.get(), i, &use, nullptr), WEND_OK);
        if (use.use == WEND_USE_OPTIONAL) optional.push_back(use.name);
    }
    EXPECT_EQ(optional,
              (std::vector<std::string>{"body_radius", "groups", "neighbour_horizon", "neighbour_radius",
                                        "neighbour_weight", "priority", "responsibility", "seen_groups"}));
    for (std::size_t i = 0; i < same.streams().size(); ++i) {
        wend_stream_use use = WEND_STREAM_USE_INIT;
        ASSERT_EQ(wend_program_stream(program.get(), i, &use, nullptr), WEND_OK);
        EXPECT_EQ(use.name, name(same.streams()[i].stream));
        EXPECT_EQ(use.stream, wend_find_stream(use.name));
        EXPECT_EQ(use.use, static_cast<wend_use>(same.streams()[i].use));
        EXPECT_EQ(use.element, wend_stream_element(use.stream));
    }
    for (std::uint32_t i = 0; i < wend_stream_count(); ++i) {
        EXPECT_EQ(wend_find_stream(wend_stream_name(i)), i);
        EXPECT_EQ(wend_stream_initial(i), info(static_cast<Stream>(i)).initial);
    }
    EXPECT_EQ(wend_stream_initial(wend_find_stream("direction")), 1);
    EXPECT_EQ(wend_stream_initial(wend_find_stream("target_agent")), -1);
    EXPECT_EQ(wend_stream_initial(wend_find_stream("stages")), 0xFFFFFFFF);
    EXPECT_EQ(wend_stream_initial(WEND_NO_STREAM), 0);
    EXPECT_EQ(wend_find_stream("positon_x"), WEND_NO_STREAM);
    EXPECT_EQ(wend_find_stream(nullptr), WEND_NO_STREAM);
    EXPECT_EQ(wend_stream_name(wend_stream_count()), nullptr);
    EXPECT_EQ(wend_stream_element(WEND_NO_STREAM), -1);
}

TEST(CApi, Paths) {
    const wend_point square[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    const float offsets[] = {1, 2};
    wend_path given[] = {WEND_PATH_INIT, WEND_PATH_INIT};
    given[0].points = square;
    given[0].point_count = 4;
    given[0].closed = 1;
    given[1].points = square;
    given[1].point_count = 3;
    given[1].offsets = offsets;
    given[1].offset_count = 2;
    wend_paths* paths = nullptr;
    wend_result result = WEND_RESULT_INIT;
    ASSERT_EQ(wend_paths_create(given, 2, &paths, &result), WEND_OK) << result.message;
    EXPECT_EQ(wend_paths_count(paths), 2u);
    EXPECT_EQ(wend_path_node_count(paths, 1), 3u);
    EXPECT_EQ(wend_path_node_count(paths, 2), 0u);
    EXPECT_EQ(wend_path_segment_count(paths, 0, WEND_PATH_ONCE), 4u);
    EXPECT_EQ(wend_path_segment_count(paths, 1, WEND_PATH_LOOP), 3u);
    EXPECT_EQ(wend_path_length(paths, 0, WEND_PATH_ONCE), 40);
    EXPECT_EQ(wend_path_length(paths, 0, 7), 0);
    EXPECT_EQ(wend_path_node(paths, 0, 2).y, 10);
    EXPECT_EQ(wend_path_node(paths, 0, 9).y, 0);

    const std::string follow = R"([{"waypoint_advance": {"speed": 3, "mode": "loop"}}])";
    const ProgramHandle program = from_json(follow, paths);
    wend_paths_destroy(paths);  // the program keeps its own copy

    PathSetBuilder builder;
    builder.add(std::array{Point{0, 0}, Point{10, 0}, Point{10, 10}, Point{0, 10}}, true);
    builder.add(std::array{Point{0, 0}, Point{10, 0}, Point{10, 10}}, false, offsets);
    const Program same =
        *Program::build({WaypointAdvance{.paths = *builder.build(), .mode = PathMode::loop, .speed = 3.0f}});
    std::array<float, 2> x{}, y{}, other_x{}, other_y{};
    std::array<double, 2> distance{}, other_distance{};
    std::array<std::uint32_t, 2> segment{}, other_segment{};
    const std::array<std::int32_t, 2> path{0, 1};
    wend_column columns[] = {WEND_COLUMN("position_x", x.data(), 2, WEND_F32),
                             WEND_COLUMN("position_y", y.data(), 2, WEND_F32),
                             WEND_COLUMN("segment", segment.data(), 2, WEND_U32),
                             WEND_COLUMN("segment_distance", distance.data(), 2, WEND_F64),
                             WEND_COLUMN("path", const_cast<std::int32_t*>(path.data()), 2, WEND_I32)};
    columns[4].read_only = 1;
    columns[3].stride = 8;  // its elements' size, as 0 means
    wend_view view = WEND_VIEW_INIT;
    view.columns = columns;
    view.column_count = 5;
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 0.25f;
    ticks.count = 9;
    ASSERT_EQ(wend_run(program.get(), &view, &ticks, nullptr, &result), WEND_OK) << result.message;
    AgentView same_view;
    same_view.bind<Stream::position_x>(other_x).bind<Stream::position_y>(other_y).bind<Stream::path>(path);
    same_view.bind<Stream::segment>(other_segment).bind<Stream::segment_distance>(other_distance);
    ASSERT_TRUE(run(same, same_view, {.dt = 0.25f, .count = 9}).status);
    EXPECT_EQ(x, other_x);
    EXPECT_EQ(distance, other_distance);
    EXPECT_EQ(hash_of(program.get(), view), state_hash(same, same_view));
}

/// A job system that runs the blocks backwards, and scratch memory for it.
struct Jobs {
    std::vector<unsigned char> scratch = std::vector<unsigned char>(WEND_SCRATCH_BYTES);
    int blocks = 0;
    int scratches = 0;

    static void parallel_for(void* context, uint32_t count, wend_blocks_function body, void* body_context) {
        for (uint32_t i = count; i > 0; --i) body(body_context, i - 1, i);
        static_cast<Jobs*>(context)->blocks += static_cast<int>(count);
    }
    static void* memory(void* context) {
        ++static_cast<Jobs*>(context)->scratches;
        return static_cast<Jobs*>(context)->scratch.data();
    }
};

TEST(CApi, CallersJobsAndScratch) {
    const ProgramHandle program = from_json(words);
    CPopulation agents(1003, 0);
    const std::uint64_t expected = expected_hash(same_program(), agents, {.dt = 0.03f, .first_tick = 0});
    const Columns columns(agents);
    Jobs jobs;
    wend_execution execution = WEND_EXECUTION_INIT;
    execution.threading = WEND_THREADING_CALLBACK;
    execution.block = 64;
    execution.parallel_for = Jobs::parallel_for;
    execution.parallel_for_context = &jobs;
    execution.scratch = Jobs::memory;
    execution.scratch_context = &jobs;
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 0.03f;
    ticks.first_tick = 0;
    wend_result result = WEND_RESULT_INIT;
    ASSERT_EQ(wend_run(program.get(), &columns.view, &ticks, &execution, &result), WEND_OK) << result.message;
    EXPECT_EQ(jobs.blocks, 16);
    EXPECT_EQ(jobs.scratches, 16);
    EXPECT_EQ(hash_of(program.get(), columns.view), expected);
}

TEST(CApi, CountsFaultsAndNotices) {
    const ProgramHandle program = from_json(
        R"([{"arrive": {"slowing_radius": 5}}, {"locomotion": {"max_force": 9, "max_speed": 3, "mass": 0.01}}])");
    CPopulation agents(100, 0);
    agents["velocity_x"][41] = NAN;
    agents["velocity_x"][77] = NAN;
    const Columns columns(agents);
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 0.5f;
    wend_result result = WEND_RESULT_INIT;
    EXPECT_EQ(wend_validate(program.get(), &columns.view, &ticks, nullptr, &result), WEND_OK);
    EXPECT_EQ(result.faults, 2u);
    EXPECT_EQ(result.first_fault, 41u);
    EXPECT_EQ(result.notice, WEND_UNSTABLE_STEP);
    EXPECT_NE(std::string(result.message).find("slowing_radius) is 115"), std::string::npos)
        << result.message;
    ticks.count = 3;
    EXPECT_EQ(wend_run(program.get(), &columns.view, &ticks, nullptr, &result), WEND_OK);
    EXPECT_EQ(result.faults, 6u);
    EXPECT_EQ(result.notice, WEND_OK);
    EXPECT_STREQ(result.message, "ok");
}

TEST(CApi, ClockNumbersTicks) {
    wend_clock clock = WEND_CLOCK_INIT;
    clock.dt = 0.5f;
    clock.seed = 9;
    clock.tick = 100;
    wend_ticks ticks = WEND_TICKS_INIT;
    EXPECT_EQ(wend_clock_next(&clock, 3, &ticks), WEND_OK);
    EXPECT_EQ(clock.tick, 103u);
    EXPECT_EQ(ticks.first_tick, 100u);
    EXPECT_EQ(ticks.count, 3u);
    EXPECT_EQ(ticks.dt, 0.5f);
    EXPECT_EQ(ticks.seed, 9u);
    EXPECT_EQ(wend_clock_next(nullptr, 3, &ticks), WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_clock_next(&clock, 3, nullptr), WEND_BAD_ARGUMENT);
    EXPECT_EQ(clock.tick, 103u);
}

TEST(CApi, Versions) {
    EXPECT_EQ(std::string(wend_version()), version);
    EXPECT_EQ(wend_bits_version(), bits_version);
    EXPECT_EQ(wend_default_isa(), name(*default_isa()));
}

// A caller compiled with a later header: members behind the known ones count while they are 0.
TEST(CApi, StructsGrow) {
    struct LaterTicks {
        wend_ticks known WEND_TICKS_INIT;
        std::uint64_t added = 0;
    } later;
    later.known.struct_size = sizeof later;
    later.known.dt = 0.03f;
    later.known.first_tick = 0;
    const ProgramHandle program = from_json(words);
    CPopulation agents(100, 0);
    const Columns columns(agents);
    struct LaterResult {
        wend_result known WEND_RESULT_INIT;
        std::uint64_t added = 77;
    } result;
    result.known.struct_size = sizeof result;
    EXPECT_EQ(wend_run(program.get(), &columns.view, &later.known, nullptr, &result.known), WEND_OK);
    EXPECT_EQ(result.added, 77u);
    const std::uint64_t before = hash_of(program.get(), columns.view);
    later.added = 1;
    EXPECT_EQ(wend_run(program.get(), &columns.view, &later.known, nullptr, &result.known),
              WEND_BAD_ARGUMENT);
    EXPECT_STREQ(
        result.known.message,
        "wend_ticks: a member behind the first 32 bytes is set, which version 0.1.0 of the library does "
        "not know");
    EXPECT_EQ(hash_of(program.get(), columns.view), before);
}

TEST(CApi, NullIsAnswered) {
    wend_program_destroy(nullptr);
    wend_paths_destroy(nullptr);
    EXPECT_EQ(wend_paths_count(nullptr), 0u);
    EXPECT_EQ(wend_path_node_count(nullptr, 0), 0u);
    EXPECT_EQ(wend_path_segment_count(nullptr, 0, WEND_PATH_LOOP), 0u);
    EXPECT_EQ(wend_path_length(nullptr, 0, WEND_PATH_LOOP), 0);
    EXPECT_EQ(wend_path_node(nullptr, 0, 0).x, 0);
    EXPECT_EQ(wend_program_stream_count(nullptr), 0u);
    EXPECT_EQ(wend_program_stage_count(nullptr), 0u);
    EXPECT_EQ(wend_program_stage_kind(nullptr, 0), nullptr);
    EXPECT_EQ(wend_program_draws(nullptr), 0);
    EXPECT_EQ(wend_program_looks_at_others(nullptr), 0);
}

TEST(CApi, ObstaclePool) {
    wend_obstacle_pool_size size = WEND_OBSTACLE_POOL_SIZE_INIT;
    size.obstacles = 2;
    size.entries = 40;
    size.undone = 1;
    size.area[2] = size.area[3] = 20;
    size.cell_size = 4;
    wend_result result = WEND_RESULT_INIT;
    wend_obstacle_pool* pool = nullptr;
    std::vector<std::uint64_t> memory(wend_obstacle_pool_memory_size(&size) / sizeof(std::uint64_t) + 1);
    ASSERT_EQ(wend_obstacle_pool_create(&size, memory.data(), memory.size() * sizeof(std::uint64_t), &pool,
                                        &result),
              WEND_OK)
        << result.message;
    wend_obstacle one = {5, 5, 5, 5, 1, 0, 0};
    std::uint32_t number = 9;
    ASSERT_EQ(wend_obstacle_pool_add(pool, &one, &number, &result), WEND_OK) << result.message;
    EXPECT_EQ(number, 0u);
    EXPECT_EQ(wend_obstacle_pool_generation(pool, 0), 1u);

    const wend_parameter limits[] = {WEND_NUMBER("max_force", 40), WEND_NUMBER("max_speed", 4),
                                     WEND_NUMBER("mass", 1)};
    wend_stage stages[] = {WEND_STAGE("avoid_obstacles", nullptr, 0), WEND_STAGE("locomotion", limits, 3)};
    stages[0].obstacles = stages[1].obstacles = pool;
    wend_program* program = nullptr;
    ASSERT_EQ(wend_program_create(stages, 2, &program, &result), WEND_OK) << result.message;
    const ProgramHandle handle(program);
    one = {2, -8, 2, 8, 0, 0, 0};
    ASSERT_EQ(wend_obstacle_pool_move(pool, 0, &one, &result), WEND_OK) << result.message;
    const ObstacleSet wall = *ObstacleSetBuilder().add_wall(std::vector<Point>{{2, -8}, {2, 8}}).build();
    const Program same =
        *Program::build({AvoidObstacles{.obstacles = wall},
                         Locomotion{.max_force = 40.0f, .max_speed = 4.0f, .mass = 1.0f, .obstacles = wall}});
    CPopulation agents(300, 0);
    const Columns columns(agents);
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 0.1f;
    const std::uint64_t expected = expected_hash(same, agents, {.dt = 0.1f});
    ASSERT_EQ(wend_run(program, &columns.view, &ticks, nullptr, &result), WEND_OK) << result.message;
    EXPECT_EQ(hash_of(program, columns.view), expected);
    stages[0].kind = "containment";
    wend_program* refused = nullptr;
    EXPECT_EQ(wend_program_create(stages, 2, &refused, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "obstacles is set in a stage of kind \"containment\"");
    wend_stage walkers[] = {WEND_STAGE("external_force", nullptr, 0), WEND_STAGE("orca", nullptr, 0),
                            WEND_STAGE("locomotion", limits, 3)};
    walkers[1].obstacles = pool;
    ASSERT_EQ(wend_program_create(walkers, 3, &refused, &result), WEND_OK) << result.message;
    const ProgramHandle walking(refused);
    for (const char* kind : {"separation", "avoid_neighbours", "social_force"}) {
        const wend_parameter occluders[] = {WEND_WORD("occluders", R"({"walls": [[[2, -8], [2, 8]]]})")};
        wend_stage pushing[] = {WEND_STAGE(kind, nullptr, 0), WEND_STAGE("locomotion", limits, 3)};
        pushing[0].obstacles = pool;
        wend_program* made = nullptr;
        EXPECT_EQ(wend_program_create(pushing, 2, &made, &result), WEND_OK) << result.message;
        const ProgramHandle made_handle(made);
        pushing[0].parameters = occluders;
        pushing[0].parameter_count = 1;
        EXPECT_EQ(wend_program_create(pushing, 2, &refused, &result), WEND_BAD_WORDS);
        EXPECT_EQ(std::string(result.message),
                  std::string("program: /0/") + kind +
                      "/occluders: is given as a parameter and as `obstacles` of the stage");
    }

    one = {10, 0, 10, 10, 0, -1, 0};
    const std::uint64_t mark = wend_obstacle_pool_mark(pool);
    ASSERT_EQ(wend_obstacle_pool_move(pool, 0, &one, &result), WEND_OK) << result.message;
    EXPECT_EQ(wend_obstacle_pool_restore(pool, mark, &result), WEND_OK) << result.message;
    EXPECT_EQ(wend_obstacle_pool_mark(pool), mark);
    EXPECT_EQ(wend_obstacle_pool_restore(pool, mark + 1, &result), WEND_BAD_SNAPSHOT);
    EXPECT_EQ(wend_obstacle_pool_restore(nullptr, mark, &result), WEND_BAD_ARGUMENT);
    one.radius = 2;
    EXPECT_EQ(wend_obstacle_pool_add(pool, &one, &number, &result), WEND_PARAMETER_OUT_OF_RANGE);
    EXPECT_EQ(wend_obstacle_pool_add(pool, nullptr, &number, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "obstacle is NULL");
    EXPECT_EQ(wend_obstacle_pool_remove(pool, 1, &result), WEND_UNKNOWN_OBSTACLE);
    EXPECT_EQ(wend_obstacle_pool_remove(pool, 0, &result), WEND_OK);
    EXPECT_EQ(wend_obstacle_pool_generation(pool, 0), 0u);
    wend_obstacle_pool_destroy(pool);

    EXPECT_EQ(wend_obstacle_pool_create(&size, memory.data(), 64, &pool, &result), WEND_FULL_POOL);
    EXPECT_EQ(pool, nullptr);
    size.cell_size = 0;
    EXPECT_EQ(wend_obstacle_pool_memory_size(&size), 0u);
    wend_obstacle_pool_destroy(nullptr);
    EXPECT_EQ(wend_obstacle_pool_generation(nullptr, 0), 0u);
}

TEST(CApi, AgentIndex) {
    CPopulation agents(300, 0);
    const Columns columns(agents);
    std::vector<std::uint64_t> memory(wend_agent_index_memory_size(300) / sizeof(std::uint64_t) + 1);
    const std::size_t bytes = memory.size() * sizeof(std::uint64_t);
    wend_agent_index* index = nullptr;
    wend_result result = WEND_RESULT_INIT;
    EXPECT_EQ(wend_agent_index_create(300, memory.data(), 64, &index, &result), WEND_FULL_POOL);
    EXPECT_EQ(index, nullptr);
    ASSERT_EQ(wend_agent_index_create(300, memory.data(), bytes, &index, &result), WEND_OK) << result.message;
    wend_index_options options = WEND_INDEX_OPTIONS_INIT;
    options.body_radius = 0.3f;
    std::size_t left_out = 9;
    ASSERT_EQ(wend_agent_index_build(index, &columns.view, &options, &left_out, &result), WEND_OK)
        << result.message;
    EXPECT_EQ(left_out, 0u);
    EXPECT_EQ(wend_agent_index_view_size(index), 300u);
    AgentIndex same = *AgentIndex::create(300);
    AgentView view;
    view.bind<Stream::position_x>(agents["position_x"]).bind<Stream::position_y>(agents["position_y"]);
    ASSERT_TRUE(same.build(view, {.body_radius = 0.3f}).ok());
    const auto equal = [](const auto& a, const auto& b) {
        return std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
    };

    const std::vector<float> x{3, 5}, y{4, -4};
    const std::vector<std::int32_t> ignored{5, -1};
    wend_query_points points = WEND_QUERY_POINTS_INIT;
    points.x = x.data();
    points.y = y.data();
    points.count = 2;
    points.ignored = ignored.data();
    std::vector<FoundAgent> expected(6);
    std::vector<wend_found_agent> found(6);
    ASSERT_TRUE(same.nearest({.x = x, .y = y, .ignored = ignored}, 3, expected).ok());
    ASSERT_EQ(wend_agent_index_nearest(index, &points, 3, found.data(), 6, nullptr, &result), WEND_OK)
        << result.message;
    EXPECT_TRUE(equal(found, expected));
    expected.resize(900), found.resize(900);
    ASSERT_TRUE(same.nearest(3, expected).ok());
    ASSERT_EQ(wend_agent_index_nearest(index, nullptr, 3, found.data(), 900, nullptr, &result), WEND_OK);
    EXPECT_TRUE(equal(found, expected));

    std::vector<std::uint64_t> offsets(301), ends(301);
    std::size_t count = 0;
    const std::size_t all = *same.within(0.5f, offsets, expected);
    ASSERT_EQ(wend_agent_index_within(index, nullptr, 0.5f, ends.data(), 301, found.data(), 900, &count,
                                      nullptr, &result),
              WEND_OK)
        << result.message;
    EXPECT_EQ(count, all);
    EXPECT_EQ(ends, offsets);
    const std::size_t written = std::min<std::size_t>(all, 900);
    EXPECT_TRUE(equal(std::span(found).first(written), std::span(expected).first(written)));
    EXPECT_EQ(wend_agent_index_within(index, &points, 0.5f, ends.data(), 3, found.data(), 900, &count,
                                      nullptr, &result),
              WEND_OK);
    EXPECT_EQ(count, ends[2]);

    wend_query_rays rays = WEND_QUERY_RAYS_INIT;
    rays.from_x = rays.to_y = x.data();
    rays.from_y = rays.to_x = y.data();
    rays.count = 2;
    rays.radius = 2;
    expected.resize(4), found.resize(4);
    ASSERT_TRUE(same.cast({.from_x = x, .from_y = y, .to_x = y, .to_y = x, .radius = 2}, 2, expected).ok());
    ASSERT_EQ(wend_agent_index_cast(index, &rays, 2, found.data(), 4, nullptr, &result), WEND_OK)
        << result.message;
    EXPECT_TRUE(equal(found, expected));

    std::vector<Contact> touching(500);
    std::vector<wend_contact> pairs(500);
    const std::size_t contacts = same.contacts(touching);
    ASSERT_EQ(wend_agent_index_contacts(index, pairs.data(), 500, &count, &result), WEND_OK);
    EXPECT_EQ(count, contacts);
    EXPECT_TRUE(equal(pairs, touching));

    EXPECT_EQ(wend_agent_index_nearest(index, &points, 3, found.data(), 4, nullptr, &result),
              WEND_LENGTH_MISMATCH);
    EXPECT_EQ(wend_agent_index_nearest(nullptr, &points, 2, found.data(), 4, nullptr, &result),
              WEND_BAD_ARGUMENT);
    points.x = nullptr;
    EXPECT_EQ(wend_agent_index_nearest(index, &points, 2, found.data(), 4, nullptr, &result),
              WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "x is NULL");
    options.wraps = 2;
    EXPECT_EQ(wend_agent_index_build(index, &columns.view, &options, nullptr, &result), WEND_BAD_ARGUMENT);
    wend_agent_index_destroy(index);
    wend_agent_index_destroy(nullptr);
    EXPECT_EQ(wend_agent_index_view_size(nullptr), 0u);
    EXPECT_EQ(wend_agent_index_memory_size(std::size_t{1} << 31), 0u);
}

TEST(CApi, PathPool) {
    wend_path_pool_size size = WEND_PATH_POOL_SIZE_INIT;
    size.paths = 2;
    size.points = 8;
    size.longest = 4;
    size.queued = 5;
    size.undone = 12;
    wend_result result = WEND_RESULT_INIT;
    wend_path_pool* pool = nullptr;
    std::vector<std::uint64_t> memory(wend_path_pool_memory_size(&size) / sizeof(std::uint64_t) + 1);
    ASSERT_EQ(
        wend_path_pool_create(&size, memory.data(), memory.size() * sizeof(std::uint64_t), &pool, &result),
        WEND_OK)
        << result.message;
    const wend_point points[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    wend_path path = WEND_PATH_INIT;
    path.points = points;
    path.point_count = 2;
    std::uint32_t number = 9;
    ASSERT_EQ(wend_path_pool_add(pool, &path, &number, &result), WEND_OK) << result.message;
    EXPECT_EQ(number, 0u);
    EXPECT_EQ(wend_path_pool_generation(pool, 0), 1u);

    const ProgramHandle program =
        from_json(R"([{"waypoint_advance": {"speed": 1}}])", wend_path_pool_paths(pool));
    path.points = points + 1;
    ASSERT_EQ(wend_path_pool_replace(pool, 0, &path, &result), WEND_OK) << result.message;
    EXPECT_EQ(wend_path_node(wend_path_pool_paths(pool), 0, 1).y, 10);
    const std::uint32_t numbers[] = {0}, ends[] = {4}, twice[] = {0, 0};
    ASSERT_EQ(wend_path_pool_replace_many(pool, numbers, ends, 1, points, 4, &result), WEND_OK);
    EXPECT_EQ(wend_path_node_count(wend_path_pool_paths(pool), 0), 4u);
    const std::uint32_t halves[] = {2, 4};
    EXPECT_EQ(wend_path_pool_replace_many(pool, twice, halves, 2, points, 4, &result), WEND_NAMED_TWICE);

    std::int32_t on[] = {0};
    std::uint32_t node[] = {7};
    float x[] = {10}, y[] = {4};
    wend_column columns[] = {WEND_COLUMN("path", on, 1, WEND_I32), WEND_COLUMN("node", node, 1, WEND_U32),
                             WEND_COLUMN("position_x", x, 1, WEND_F32),
                             WEND_COLUMN("position_y", y, 1, WEND_F32)};
    wend_view view = WEND_VIEW_INIT;
    view.columns = columns;
    view.column_count = 4;
    const auto start = [&](wend_path_mode mode, wend_path_start where) {
        return wend_start_on_paths(&view, wend_path_pool_paths(pool), mode, where, &result);
    };
    ASSERT_EQ(start(WEND_PATH_ONCE, WEND_PATH_START_NEAREST), WEND_OK) << result.message;
    EXPECT_EQ(node[0], 2u);
    ASSERT_EQ(start(WEND_PATH_ONCE, WEND_PATH_START_FIRST), WEND_OK);
    EXPECT_EQ(node[0], 0u);
    EXPECT_EQ(start(9, WEND_PATH_START_FIRST), WEND_BAD_ARGUMENT);
    node[0] = 3;
    ASSERT_EQ(start(WEND_PATH_ONCE, WEND_PATH_START_NODE), WEND_OK) << result.message;
    EXPECT_EQ(node[0], 3u);
    node[0] = 4;
    EXPECT_EQ(start(WEND_PATH_ONCE, WEND_PATH_START_NODE), WEND_PARAMETER_OUT_OF_RANGE);
    EXPECT_STREQ(result.message, "agent 0: node is 4, must be in [0, 4)");
    EXPECT_EQ(start(WEND_PATH_ONCE, 3), WEND_BAD_ARGUMENT);

    path.point_count = 1;
    EXPECT_EQ(wend_path_pool_add(pool, &path, &number, &result), WEND_TOO_FEW_POINTS);
    path.point_count = 0;
    EXPECT_EQ(wend_path_pool_add(pool, &path, &number, &result), WEND_EMPTY_PATH);
    EXPECT_EQ(wend_path_pool_add(pool, &path, nullptr, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "number is NULL");
    path.points = points;
    path.point_count = 3;
    ASSERT_EQ(wend_path_pool_queue(pool, 0, 1, &path, &result), WEND_OK) << result.message;
    EXPECT_EQ(wend_path_pool_queue(pool, 0, 1, &path, &result), WEND_FULL_POOL);
    std::uint32_t replaced[] = {9, 9};
    EXPECT_EQ(wend_path_pool_apply_queued(pool, replaced, 2), 1u);
    EXPECT_EQ(replaced[0], 0u);
    EXPECT_EQ(wend_path_node_count(wend_path_pool_paths(pool), 0), 3u);
    EXPECT_EQ(wend_path_pool_release(pool, 1, &result), WEND_UNKNOWN_PATH);
    const std::uint64_t mark = wend_path_pool_mark(pool);
    EXPECT_EQ(wend_path_pool_release(pool, 0, &result), WEND_OK);
    EXPECT_EQ(wend_path_pool_generation(pool, 0), 0u);
    ASSERT_EQ(wend_path_pool_restore(pool, mark, &result), WEND_OK) << result.message;
    EXPECT_EQ(wend_path_pool_generation(pool, 0), 1u);
    EXPECT_EQ(wend_path_pool_restore(pool, mark + 1, &result), WEND_BAD_SNAPSHOT);
    EXPECT_EQ(wend_path_pool_restore(nullptr, mark, &result), WEND_BAD_ARGUMENT);
    wend_path_pool_destroy(pool);

    EXPECT_EQ(wend_path_pool_create(&size, memory.data(), 64, &pool, &result), WEND_FULL_POOL);
    EXPECT_EQ(pool, nullptr);
    size.paths = 0;
    EXPECT_EQ(wend_path_pool_memory_size(&size), 0u);
    wend_path_pool_destroy(nullptr);
    EXPECT_EQ(wend_path_pool_paths(nullptr), nullptr);
}

TEST(CApi, Formation) {
    float x[] = {0, 9, 4, 5}, y[] = {0, 0, 4, 0}, vx[] = {0, 0, 0, 0}, vy[] = {0, 0, 0, 2}, offset_x[4] = {},
          offset_y[4] = {};
    std::int32_t target[] = {3, 3, 3, -1}, numbers[] = {7, 7, 7, 7};
    const auto column = [](const char* name, void* data, wend_element element) {
        wend_column made WEND_COLUMN(name, data, 4, element);
        return made;
    };
    wend_column columns[] = {column("position_x", x, WEND_F32),       column("position_y", y, WEND_F32),
                             column("velocity_x", vx, WEND_F32),      column("velocity_y", vy, WEND_F32),
                             column("offset_x", offset_x, WEND_F32),  column("offset_y", offset_y, WEND_F32),
                             column("target_agent", target, WEND_I32)};
    wend_view view = WEND_VIEW_INIT;
    view.columns = columns;
    view.column_count = 7;
    wend_result result = WEND_RESULT_INIT;
    // To the left of a leader that walks along +y is -x.
    const wend_point offsets[] = {{0, -4}, {0, 5}};
    ASSERT_EQ(wend_assign_formation(&view, 3, offsets, 2, numbers, &result), WEND_OK) << result.message;
    EXPECT_EQ(std::vector(numbers, numbers + 4), (std::vector<std::int32_t>{1, 0, -1, 7}));
    EXPECT_EQ(std::vector(target, target + 4), (std::vector<std::int32_t>{3, 3, -1, -1}));
    EXPECT_EQ(std::vector(offset_y, offset_y + 4), (std::vector<float>{5, -4, 0, 0}));
    EXPECT_EQ(wend_assign_formation(&view, 3, offsets, 2, nullptr, &result), WEND_OK);
    EXPECT_EQ(wend_assign_formation(&view, -1, offsets, 2, numbers, &result), WEND_PARAMETER_OUT_OF_RANGE);
    EXPECT_STREQ(result.message, "leader is -1, must be in [0, 4)");
    EXPECT_EQ(wend_assign_formation(&view, 3, nullptr, 2, numbers, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "offsets is NULL");
    EXPECT_EQ(wend_assign_formation(&view, 3, nullptr, 0, nullptr, &result), WEND_OK);
    EXPECT_EQ(target[0], -1);
}

TEST(CApi, Progress) {
    const wend_point points[] = {{0, 0}, {10, 0}, {10, 10}};
    wend_path path WEND_PATH_INIT;
    path.points = points;
    path.point_count = 3;
    wend_result result = WEND_RESULT_INIT;
    wend_paths* paths = nullptr;
    ASSERT_EQ(wend_paths_create(&path, 1, &paths, &result), WEND_OK) << result.message;
    std::int32_t on[] = {0, 0, -1};
    std::uint32_t node[] = {1, 2, 1};
    float x[] = {4, 7, 0}, y[] = {0.5f, 5, 0}, deviation[3], remaining[3], times[] = {2, 2, 2},
          still_x[] = {4, 0, 9}, still_y[3] = {};
    const auto column = [](const char* name, void* data, wend_element element) {
        wend_column made WEND_COLUMN(name, data, 3, element);
        return made;
    };
    wend_column columns[] = {column("path", on, WEND_I32),
                             column("node", node, WEND_U32),
                             column("position_x", x, WEND_F32),
                             column("position_y", y, WEND_F32),
                             column("path_deviation", deviation, WEND_F32),
                             column("path_remaining", remaining, WEND_F32),
                             column("still_time", times, WEND_F32),
                             column("still_x", still_x, WEND_F32),
                             column("still_y", still_y, WEND_F32)};
    wend_view view = WEND_VIEW_INIT;
    view.columns = columns;
    view.column_count = 9;
    wend_progress_rule rule = WEND_PROGRESS_RULE_INIT;
    wend_progress_counts counts = WEND_PROGRESS_COUNTS_INIT;
    const auto measure = [&](wend_path_mode mode, wend_path_place place, float dt) {
        return wend_measure_progress(&view, paths, mode, place, &rule, dt, &counts, &result);
    };
    rule.stuck_after = 3;
    ASSERT_EQ(measure(WEND_PATH_ONCE, WEND_PATH_PLACE_NODE, 1), WEND_OK) << result.message;
    EXPECT_EQ(counts.with_path, 2u);
    EXPECT_EQ(counts.off_path, 1u);
    EXPECT_EQ(counts.stuck, 1u);
    EXPECT_EQ(std::vector(deviation, deviation + 3), (std::vector<float>{0.5f, 3, 0}));
    EXPECT_EQ(std::vector(remaining, remaining + 3), (std::vector<float>{16, 5, 0}));
    EXPECT_EQ(std::vector(times, times + 3), (std::vector<float>{3, 0, 0}));
    EXPECT_EQ(wend_measure_progress(&view, paths, 0, 0, &rule, 1, nullptr, &result), WEND_OK);
    counts.struct_size -= 8;
    EXPECT_EQ(measure(WEND_PATH_ONCE, WEND_PATH_PLACE_NODE, 1), WEND_BAD_ARGUMENT);
    EXPECT_EQ(times[0], 4);
    counts.struct_size += 8;
    EXPECT_EQ(measure(9, WEND_PATH_PLACE_NODE, 1), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "mode is unknown");
    EXPECT_EQ(measure(WEND_PATH_ONCE, 3, 1), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "place is unknown");
    EXPECT_EQ(measure(WEND_PATH_ONCE, WEND_PATH_PLACE_SEGMENT, 1), WEND_MISSING_STREAM);
    EXPECT_STREQ(result.subject, "segment");
    EXPECT_EQ(measure(WEND_PATH_ONCE, WEND_PATH_PLACE_NODE, -1), WEND_PARAMETER_OUT_OF_RANGE);
    EXPECT_EQ(wend_measure_progress(&view, paths, 0, 0, nullptr, 1, nullptr, &result), WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_measure_progress(&view, nullptr, 0, 0, &rule, 1, nullptr, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "paths is NULL");
    wend_paths_destroy(paths);
}

/// Writes into an array with a capacity.
using CorridorFunction = std::function<wend_code(wend_point*, std::size_t, std::size_t*, wend_result*)>;

void expect_corridor(const CorridorFunction& write, const std::vector<Point>& expected) {
    wend_result result = WEND_RESULT_INIT;
    std::vector<wend_point> points(expected.size(), wend_point{7, 7});
    std::size_t count = 99;
    EXPECT_EQ(write(points.data(), points.size() - 1, &count, &result), WEND_BAD_ARGUMENT);
    EXPECT_EQ(std::string(result.message), "capacity is " + std::to_string(points.size() - 1) +
                                               ", the corridor has " + std::to_string(points.size()) +
                                               " points");
    EXPECT_EQ(points.front().x, 7);
    EXPECT_EQ(count, expected.size());
    EXPECT_EQ(write(nullptr, 0, &count, nullptr), WEND_BAD_ARGUMENT);
    EXPECT_EQ(count, expected.size());
    ASSERT_EQ(write(points.data(), points.size(), &count, &result), WEND_OK) << result.message;
    ASSERT_EQ(count, expected.size());
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(points[i].x, expected[i].x) << i;
        EXPECT_EQ(points[i].y, expected[i].y) << i;
    }
}

/// docs/navmesh.md
TEST(CApi, NewWay) {
    wend_path_pool_size size = WEND_PATH_POOL_SIZE_INIT;
    size.paths = 1;
    size.points = size.longest = 8;
    wend_path_pool* pool = nullptr;
    wend_result result = WEND_RESULT_INIT;
    ASSERT_EQ(wend_path_pool_create(&size, nullptr, 0, &pool, &result), WEND_OK) << result.message;
    const wend_point line[] = {{0, 0}, {1, 0}}, start = {0.5, 0.5}, goal = {1.5, 0.25};
    wend_path first = WEND_PATH_INIT;
    first.points = line;
    first.point_count = 2;
    std::uint32_t number = 0;
    ASSERT_EQ(wend_path_pool_add(pool, &first, &number, &result), WEND_OK);
    std::int32_t on[] = {0};
    std::uint32_t segment[] = {6};
    float x[] = {0.5f};
    wend_column columns[] = {WEND_COLUMN("path", on, 1, WEND_I32),
                             WEND_COLUMN("segment", segment, 1, WEND_U32),
                             WEND_COLUMN("position_x", x, 1, WEND_F32)};
    wend_view view = WEND_VIEW_INIT;
    view.columns = columns;
    view.column_count = 3;
    const wend_point vertices[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 0}, {2, 0}, {1, 1}};
    const std::uint32_t ends[] = {4, 7};
    wend_point points[8];

    wend_path way = WEND_PATH_INIT;
    way.points = points;
    wend_code code =
        wend_write_polygon_corridor(start, vertices, 7, ends, 2, goal, points, 8, &way.point_count, &result);
    if (code == WEND_OK) code = wend_path_pool_replace(pool, number, &way, &result);
    if (code == WEND_OK)
        code = wend_start_on_paths(&view, wend_path_pool_paths(pool), WEND_PATH_ONCE, WEND_PATH_START_FIRST,
                                   &result);

    EXPECT_EQ(code, WEND_OK) << result.message;
    EXPECT_EQ(wend_path_node_count(wend_path_pool_paths(pool), number), 4u);
    EXPECT_EQ(segment[0], 0u);
    wend_path_pool_destroy(pool);
}

TEST(CApi, Corridors) {
    std::vector<Point> expected;
    const Portal gaps[] = {{{0, 1}, {0, -1}}, {{4, 2}, {4, -2}}};
    const wend_portal portals[] = {{0, 1, 0, -1}, {4, 2, 4, -2}};
    ASSERT_TRUE(append_corridor(expected, {-5, 0}, gaps, {9, 0}).ok());
    expect_corridor(
        [&](auto... to) {
            return wend_write_corridor({-5, 0}, portals, 2, {9, 0}, to...);
        },
        expected);

    expected.clear();
    const Point corners[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 0}, {2, 0}, {1, 1}};
    const wend_point vertices[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 0}, {2, 0}, {1, 1}};
    const std::uint32_t ends[] = {4, 7};
    ASSERT_TRUE(append_polygon_corridor(expected, {0.5, 0.5}, corners, ends, {1.5, 0.25}).ok());
    expect_corridor(
        [&](auto... to) {
            return wend_write_polygon_corridor({0.5, 0.5}, vertices, 7, ends, 2, {1.5, 0.25}, to...);
        },
        expected);

    expected.clear();
    const std::uint32_t cells[] = {0, 1, 5};
    const double area[] = {0, 0, 8, 6};
    ASSERT_TRUE(append_cell_corridor(expected, {1, 1}, cells, {{0, 0, 8, 6}, 4, 3}, {3, 3}).ok());
    expect_corridor(
        [&](auto... to) {
            return wend_write_cell_corridor({1, 1}, cells, 3, 4, 3, area, {3, 3}, to...);
        },
        expected);

    expected.clear();
    ASSERT_TRUE(append_lane(expected, std::span(corners).first(3), 0.25).ok());
    expect_corridor([&](auto... to) { return wend_write_lane(vertices, 3, 0.25, to...); }, expected);
}

}  // namespace
}  // namespace wend::test
