// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/verify/program_cases.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "bench/cases/stage_kinds.hpp"
#include "tools/support/outputs.hpp"
#include "tools/verify/drawn_stage.hpp"

namespace wend::verify {
namespace {

// Locomotions that most programs end with: limits as values, or in streams.
const Locomotion by_values{
    .max_force = 20.0f, .max_speed = 3.0f, .mass = 1.5f, .bounds = Bounds::bounce, .area = case_area};
const Locomotion by_streams{.bounds = Bounds::wrap, .area = case_area};
const Locomotion prioritised_by_streams{
    .composition = Composition::prioritised, .bounds = Bounds::wrap, .area = case_area};

constexpr float frame = 1.0f / 60;  // s

using Stages = std::vector<Stage>;

Stages then(Stages forces, Stage last) {
    forces.push_back(std::move(last));
    return forces;
}

/// Three forces, and a locomotion.
Stages several_then(Locomotion last) {
    return {Flee{.weight = 0.5f}, Wander{.frame = WanderFrame::heading, .weight = 2},
            Arrive{.slowing_radius = 90, .weight = -0.25f}, last};
}

/// Of the last stage that has paths; the program keeps them.
PathsInUse paths_of(const Program& program) {
    PathsInUse in_use;
    for (const Stage& stage : program.stages())
        std::visit(
            [&](const auto& one) {
                if constexpr (requires { one.mode, one.paths; })
                    in_use = {&one.paths, one.mode};
                else if constexpr (requires { one.paths; })
                    in_use = {.paths = &one.paths, .corridors = true};
            },
            stage);
    return in_use;
}

/// Collects the list.
struct Cases {
    std::vector<ProgramCase> all;

    /// With the streams that the program needs, its ordinary outputs, and `more` where a case binds them.
    void add(std::string name, float dt, Stages stages, std::initializer_list<Stream> more = {}) {
        ProgramCase& added =
            all.emplace_back(ProgramCase{std::move(name), build(std::move(stages)), {}, {}, dt});
        added.streams = streams_and_outputs_of(added.program);
        added.streams.insert(added.streams.end(), more);
        added.paths = paths_of(added.program);
    }
};

/// Forces (wander in both frames, with reference_dt, with the largest change; seek; sums) x bounds x limits
/// as values or streams.
void add_first_forces(Cases& cases) {
    constexpr std::array bounds_names{"_none", "_wrap", "_bounce"};
    const Wander world{};
    const Wander heading{
        .circle_distance = 6, .circle_radius = 9, .angle_change = 2.5f, .frame = WanderFrame::heading};
    const Wander timed{
        .circle_distance = -3, .circle_radius = 4, .angle_change = 0.75f, .reference_dt = 0.125f};
    const Wander wild{
        .circle_distance = 0, .circle_radius = -7, .angle_change = 1000, .frame = WanderFrame::heading};
    const std::pair<const char*, Stages> named[]{{"wander_world", {world}},
                                                 {"wander_heading", {heading}},
                                                 {"wander_reference_dt", {timed}},
                                                 {"wander_wild", {wild}},
                                                 {"seek", {Seek{}}},
                                                 {"wander_seek", {world, Seek{}}},
                                                 {"seek_wander_wander", {Seek{}, heading, timed}}};
    for (const auto& [name, forces] : named)
        for (const Bounds bounds : {Bounds::none, Bounds::wrap, Bounds::bounce})
            for (Locomotion locomotion : {by_values, by_streams}) {
                const char* const limits = locomotion.mass ? "_values" : "_streams";
                locomotion.bounds = bounds;
                cases.add(std::string(name) + bounds_names[static_cast<std::size_t>(bounds)] + limits, frame,
                          then(forces, locomotion));
            }
}

/// Waypoint advance in every mode with the speed as a value or a stream, without its outputs.
void add_waypoints(Cases& cases, const PathSet& paths) {
    constexpr std::array mode_names{"once_", "loop_", "ping_pong_"};
    const std::pair<const char*, std::optional<float>> speeds[]{
        {"stream", {}}, {"value", 1.5f}, {"negative", -20.0f}, {"huge", 2e9f}, {"tiny", 1e-19f}};
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong})
        for (const auto& [name, speed] : speeds) {
            cases.add(std::string("waypoint_advance_") + mode_names[static_cast<std::size_t>(mode)] + name,
                      0.5f, {WaypointAdvance{.paths = paths, .mode = mode, .speed = speed}});
            cases.all.back().streams = streams_of(cases.all.back().program);
        }
}

void add_later_forces(Cases& cases) {
    const PathSet paths = make_short_paths(1);
    const Locomotion fast{.max_force = 60.0f, .max_speed = 24.0f, .mass = 0.5f};
    const Locomotion prioritised{
        .composition = Composition::prioritised, .max_force = 6.0f, .max_speed = 3.0f, .mass = 1.5f};
    cases.add("flee", frame, {Flee{}, by_streams});
    cases.add("flee_values", frame, {Flee{}, by_values});
    cases.add("arrive", frame, {Arrive{.slowing_radius = 300}, by_streams});
    cases.add("arrive_values", frame, {Arrive{.slowing_radius = 300}, by_values});
    cases.add("pursue_point", frame, {Pursue{}, by_streams});
    cases.add("evade_point", frame, {Evade{}, by_values});
    cases.add("pursue_agent", frame, {Pursue{.quarry = Quarry::agent}, by_streams});
    cases.add("evade_agent", frame, {Evade{.quarry = Quarry::agent}, by_values});
    cases.add("retarget_wander", 0.125f, {RetargetWander{.interval = 0.3f, .area = case_area}, by_streams});
    cases.add("retarget_wander_phase", 0.5f,
              {RetargetWander{.interval = 2, .area = {-7, -1, 1000, 0}, .random_phase = true}, by_values});

    const auto follow = [&](const char* name, float dt, const PathFollow& stage, const Locomotion& last) {
        cases.add(name, dt, {stage, last});
    };
    constexpr PathMode once = PathMode::once, loop = PathMode::loop, ping_pong = PathMode::ping_pong;
    follow("path_follow_once", 1, {.paths = paths, .mode = once, .radius = 100}, by_streams);
    follow("path_follow_loop", 1, {.paths = paths, .mode = loop, .radius = 100}, by_values);
    follow("path_follow_ping_pong", 1, {.paths = paths, .mode = ping_pong, .radius = 100}, by_streams);
    follow("path_follow_once_swept", 4, {.paths = paths, .mode = once, .radius = 40, .swept = true}, fast);
    follow("path_follow_loop_swept", 8, {.paths = paths, .mode = loop, .radius = 40, .swept = true},
           by_values);
    follow("path_follow_ping_pong_swept", 4,
           {.paths = paths, .mode = ping_pong, .radius = 300, .swept = true}, fast);
    follow("path_follow_slowing", 1, {.paths = paths, .mode = once, .radius = 100, .slowing_radius = 250.0f},
           by_streams);
    follow("path_follow_slowing_swept", 4,
           {.paths = paths, .mode = once, .radius = 60, .swept = true, .slowing_radius = 250.0f}, fast);
    follow("path_follow_line_once", 1, {.paths = paths, .mode = once, .radius = 10, .finish_line = true},
           by_streams);
    follow("path_follow_line_loop", 1, {.paths = paths, .mode = loop, .radius = 10, .finish_line = true},
           by_values);
    follow("path_follow_line_ping_pong", 1,
           {.paths = paths, .mode = ping_pong, .radius = 100, .finish_line = true}, by_streams);
    follow("path_follow_line_once_swept", 4,
           {.paths = paths, .mode = once, .radius = 10, .swept = true, .finish_line = true}, fast);
    follow("path_follow_line_loop_swept", 8,
           {.paths = paths, .mode = loop, .radius = 40, .swept = true, .finish_line = true}, by_values);
    follow("path_follow_brake", 0.25f,
           {.paths = paths, .mode = loop, .radius = 100, .brake_without_path = true}, by_values);

    const PathSet corridors = make_short_paths(3, 3);
    const auto keep_inside = [&](const char* name, const PathSet& set, PathMode mode, float radius,
                                 float prediction, float ahead, const Locomotion& last) {
        cases.add(
            name, 1,
            {CorridorFollow{
                 .paths = set, .mode = mode, .radius = radius, .prediction = prediction, .ahead = ahead},
             last});
    };
    keep_inside("corridor_follow_once", corridors, PathMode::once, 150, 8, 100, by_streams);
    keep_inside("corridor_follow_loop", corridors, PathMode::loop, 60, 16, 2000, fast);
    keep_inside("corridor_follow_ping_pong", corridors, PathMode::ping_pong, 200, 4, 30, fast);
    keep_inside("corridor_follow_many_nodes", make_paths(3), PathMode::loop, 20, 2, 40, by_streams);
    cases.add("corridor_follow_brake", 0.25f,
              {CorridorFollow{.paths = corridors, .radius = 20, .brake_without_path = true}, fast});

    const PathSet portals = make_corridors(1);
    const auto steer_through = [&](const char* name, float body_radius, std::optional<float> slowing_radius,
                                   const Locomotion& last, std::initializer_list<Stream> more = {}) {
        cases.add(name, 1,
                  {PortalFollow{.paths = portals,
                                .body_radius = body_radius,
                                .arrival_radius = 100,
                                .slowing_radius = slowing_radius},
                   last},
                  more);
    };
    steer_through("portal_follow", 2, {}, by_streams);
    steer_through("portal_follow_points", 0, 60.0f, fast);
    steer_through("portal_follow_wide", 6, 60.0f, by_values);
    steer_through("portal_follow_bodies", 8, {}, fast, {Stream::body_radius});

    cases.add("weighted", frame, several_then(by_streams));
    cases.add("prioritised", frame, several_then(prioritised));
    cases.add("prioritised_streams", frame, several_then(prioritised_by_streams));
    const Stages others{Evade{.quarry = Quarry::agent, .weight = 0.125f}, Pursue{.weight = 3},
                        Seek{.weight = 1.5f}};
    cases.add("weighted_agents", frame, then(others, by_values));
    cases.add("prioritised_agents", frame, then(others, prioritised_by_streams));
    cases.add(
        "prioritised_path_follow", 4,
        {PathFollow{.paths = paths, .mode = PathMode::loop, .radius = 40, .swept = true, .weight = 0.5f},
         Seek{}, Wander{}, prioritised});
}

/// How a case of waypoint advance differs from the defaults; a power makes the ease or the bell a sigmoid.
struct Shape {
    PathMode mode;
    std::optional<float> speed{}, ease_power{}, offset{}, bell_power{};
    OffsetSign sign = OffsetSign{};
};

void add_shaped_waypoints(Cases& cases, const PathSet& paths) {
    const PathSet lanes = make_paths(2, true);
    const auto add = [&](const char* name, const PathSet& set, const Shape& shape) {
        WaypointAdvance stage{.paths = set, .mode = shape.mode, .speed = shape.speed, .offset = shape.offset};
        stage.offset_sign = shape.sign;
        if (shape.ease_power) stage.ease = Ease::sigmoid, stage.ease_power = *shape.ease_power;
        if (shape.bell_power) stage.bell = Bell::sigmoid, stage.bell_power = *shape.bell_power;
        cases.add(name, 0.5f, {stage});
    };
    constexpr auto once = PathMode::once, loop = PathMode::loop, ping_pong = PathMode::ping_pong;
    constexpr OffsetSign alternating = OffsetSign::alternating;
    add("waypoint_outputs", paths, {.mode = ping_pong});
    add("waypoint_own_offsets", lanes, {.mode = loop});
    add("waypoint_own_offsets_bell", lanes, {.mode = once, .ease_power = 2, .bell_power = 3});
    add("waypoint_ease", paths, {.mode = once, .ease_power = 2.5f});
    add("waypoint_ease_below_one", paths, {.mode = loop, .speed = -3.0f, .ease_power = 0.0625f});
    add("waypoint_parabola", paths, {.mode = ping_pong, .offset = 3.0f});
    add("waypoint_alternating", paths, {.mode = loop, .offset = -2.0f, .sign = alternating});
    add("waypoint_bell", paths, {.mode = once, .offset = 5.0f, .bell_power = 16});
    add("waypoint_bell_below_one", paths,
        {.mode = ping_pong, .speed = 4.0f, .offset = 5.0f, .bell_power = 0.5f});
    add("waypoint_ease_bell", paths,
        {.mode = loop, .ease_power = 1, .offset = 1.0f, .bell_power = 1, .sign = alternating});
    add("waypoint_ease_parabola_huge", paths,
        {.mode = ping_pong, .speed = 2e9f, .ease_power = 16, .offset = 64.0f});
}

void add_approaches(Cases& cases) {
    cases.add("approach", 0.5f, {Approach{}});
    cases.add("approach_value", 0.5f,
              {Approach{.step_fraction = 0.2f,
                        .min_step = 0.25f,
                        .max_step = 40,
                        .max_fov = 2.09f,
                        .aggro_radius = 200,
                        .speed = 6.0f}});
    cases.add("approach_jitter", 0.5f,
              {Approach{.min_step = 0.5f, .aggro_radius = 400, .step_jitter = 0.75f}});
    cases.add("approach_repick", 0.5f,
              {Approach{.max_step = 60, .aggro_radius = 500, .repick_interval = 1.25f}});
    cases.add("approach_jitter_repick", 0.5f,
              {Approach{.max_fov = 0, .step_jitter = 0.99f, .repick_interval = 0x1p-60f, .speed = 3.0f}});
}

/// Turns towards each kind of goal, at ticks from none to long ones, with limits that bind and that do not.
void add_turns(Cases& cases) {
    const auto add = [&](const char* name, float dt, const Orient& stage,
                         std::initializer_list<Stream> more = {}) { cases.add(name, dt, {stage}, more); };
    add("orient_velocity", frame, {});
    add("orient_velocity_slow", 0.125f,
        {.max_angular_speed = 0.75f, .max_angular_acceleration = 0.25f, .min_speed = 2});
    add("orient_target", frame, {.toward = Toward::target, .max_angular_acceleration = 6});
    add("orient_point", 0.0625f, {.toward = Toward::target, .target = {case_target.x, case_target.y}},
        {Stream::stages});
    add("orient_other_target", 0, {.toward = Toward::target, .target = TargetStreams::other_target});
    add("orient_agent", frame, {.toward = Toward::agent}, {Stream::stages});
    add("orient_third_agent", 0.125f,
        {.toward = Toward::agent,
         .target = TargetStreams::third_target,
         .max_angular_speed = 100,
         .max_angular_acceleration = 1e18f});
    add("orient_angle", frame, {.toward = Toward::angle});
    add("orient_angle_value", 0.5f, {.toward = Toward::angle, .target_orientation = -3.0f});
    // Ways in 2^62 steps.
    add("orient_weak", 0.001f, {.toward = Toward::angle, .max_angular_acceleration = 1e-12f});
}

/// Whether stages of that kind need paths that have segments, and rings whose segments lie apart.
bool has_segments(std::size_t kind) {
    return bench::with_kind(
        kind, []<class S>() { return (all_streams<S>().written & stream_set(Stream::segment)) != 0; });
}

/// Two programs of each force, with parameters that are drawn: a new force has its first cases by its row in
/// the list.
void add_drawn_forces(Cases& cases) {
    const PathSet node_paths = make_short_paths(2);
    const PathSet segment_paths = make_short_paths(2, 3);
    Locomotion faster = by_values;
    faster.max_speed = 6.0f;
    for (std::size_t kind = 0; kind < stage_kind_count; ++kind) {
        if (!is_force_kind(kind)) continue;
        const PathSet& paths = has_segments(kind) ? segment_paths : node_paths;
        const std::string name = "drawn_" + std::string(stage_names[kind]);
        Dice dice(std::accumulate(name.begin(), name.end(), std::uint64_t{0}, [](std::uint64_t sum, char c) {
            return sum * 131 + static_cast<unsigned char>(c);
        }));
        const auto add = [&](const std::string& case_name, PathMode mode, const Locomotion& locomotion) {
            cases.add(case_name, 0.125f, {drawn_stage(kind, dice, {paths, mode, case_area}), locomotion});
        };
        add(name, PathMode::once, faster);
        add(name + "_streams", PathMode::ping_pong, prioritised_by_streams);
    }
}

/// The locomotion's options: that bind often, that never do, both, over streams, bounds and a swept path.
void add_limited_motion(Cases& cases) {
    const PathSet paths = make_short_paths(3);
    const auto add = [&](const char* name, Stages forces, Locomotion locomotion,
                         std::optional<float> max_turn_rate, std::optional<float> min_speed, float dt) {
        locomotion.max_turn_rate = max_turn_rate;
        locomotion.min_speed = min_speed;
        cases.add(name, dt, then(std::move(forces), locomotion));
    };
    const Wander wander{.circle_distance = 3, .circle_radius = 5};
    add("turn_rate", {Seek{}}, by_values, 0.75f, {}, 0.125f);
    add("turn_rate_streams", {Flee{}}, by_streams, 2.0f, {}, 1);
    add("turn_rate_small", {Seek{}}, by_values, 0.001f, {}, 1.0f / 60);
    add("turn_rate_never", {Seek{}}, by_values, 3.0f, {}, 2);
    add("min_speed", {Arrive{.slowing_radius = 300}}, by_values, {}, 2.5f, 0.125f);
    add("min_speed_streams", {wander, Seek{.weight = 0.5f}}, by_streams, {}, 6.0f, 1.0f / 60);
    add("turn_rate_min_speed", {wander}, by_values, 1.5f, 3.0f, 1.0f / 60);
    add("turn_rate_min_speed_streams", {Evade{.quarry = Quarry::agent}, wander}, prioritised_by_streams,
        25.0f, 0.5f, 0.125f);
    add("turn_rate_min_speed_swept",
        {PathFollow{.paths = paths, .mode = PathMode::loop, .radius = 40, .swept = true}}, by_streams, 0.5f,
        2.0f, 4);
}

/// Shared by a program and its caller: other targets, forces that are given, outputs, stages by agent.
void add_open_programs(Cases& cases) {
    const PathSet paths = make_short_paths(4, 3);
    Locomotion limited = by_values;
    limited.max_turn_rate = 1.5f;
    limited.min_speed = 0.5f;
    const auto add = [&](const char* name, Stages stages, std::initializer_list<Stream> more = {}) {
        cases.add(name, 0.125f, std::move(stages), more);
    };
    const TargetStreams other = TargetStreams::other_target;
    const TargetStreams third = TargetStreams::third_target;
    add("seek_other_target", {Seek{.target = other}, by_values});
    add("flee_point", {Flee{.target = {12.5f, -40}}, by_streams});
    add("arrive_third_target",
        {Arrive{.target = third, .slowing_radius = 300, .arrival_radius = 100}, by_values});
    add("pursue_third_target", {Pursue{.target = third}, by_streams});
    add("evade_one_point", {Evade{.target = {0, 3}}, by_values});
    add("pursue_third_agent", {Pursue{.quarry = Quarry::agent, .target = third}, by_streams});
    add("three_targets",
        {Seek{}, Flee{.target = other, .weight = 0.5f}, Evade{.target = {8, 8}, .weight = 2}, by_values});
    add("many_points",
        {Seek{.target = {1, 2}}, Flee{.target = {3, 4}}, Seek{.target = {1, 2}}, prioritised_by_streams});
    add("external_and_seek", {ExternalForce{.weight = 0.75f}, Seek{}, prioritised_by_streams});
    const std::initializer_list<Stream> forces_out{Stream::force_x, Stream::force_y, Stream::steering_force_x,
                                                   Stream::steering_force_y};
    const std::initializer_list<Stream> heading{Stream::heading_x, Stream::heading_y};
    add("forces_out", {Seek{}, Wander{}, by_values}, forces_out);
    add("one_force_out", {Seek{}, by_streams}, {Stream::steering_force_y});
    add("heading_out", {Seek{}, by_values}, heading);
    add("heading_out_limited", {Flee{}, limited}, heading);
    add("stages_by_agent", several_then(by_streams), {Stream::stages});
    add("stages_by_agent_prioritised", several_then(prioritised_by_streams),
        {Stream::stages, Stream::force_x, Stream::heading_y});
    add("stages_by_agent_swept",
        {PathFollow{.paths = paths, .mode = PathMode::loop, .radius = 40, .swept = true},
         RetargetWander{.area = case_area}, by_values},
        {Stream::stages});
    add("custom_locomotion", {Seek{}, sample_stage(CustomLocomotion{})});
    add("custom_locomotion_alone", {sample_stage(CustomLocomotion{})}, {Stream::stages});
    add("custom_force_by_agent", {sample_stage(CustomForce{}), Wander{}, by_values}, {Stream::stages});
    add("flock", {Separation{.radius = 40}, Alignment{.radius = 60, .weight = 0.5f}, Cohesion{.radius = 72},
                  Seek{}, by_values});
    add("flock_all_around", {Separation{.radius = 64, .cos_field_of_view = -1, .falloff = Falloff::inverse},
                             Alignment{.radius = 64, .cos_field_of_view = -1},
                             Cohesion{.radius = 64, .cos_field_of_view = -1}, by_streams});
    add("flock_groups_by_agent",
        {Cohesion{.radius = 200}, Separation{.radius = 50}, Wander{}, Separation{.radius = 300},
         prioritised_by_streams},
        {Stream::groups, Stream::seen_groups, Stream::stages});
    add("flock_and_hunt",
        {Pursue{.quarry = Quarry::agent}, Alignment{.radius = 1e5f}, Separation{.radius = 1e-3f}, by_values},
        {Stream::groups});
    add("containment", {Containment{.area = case_area, .margin = 200, .prediction = 4}, Seek{}, by_values});
    const ObstacleSet walls =
        *ObstacleSetBuilder().add_walls(paths).add_circle({-100, 60}, 90).add_circle({300, -200}, 12).build();
    add("avoid_obstacles",
        {AvoidObstacles{.obstacles = walls, .horizon = 20, .body_radius = 5}, Seek{}, by_values});
    add("avoid_obstacles_prioritised",
        {AvoidObstacles{.obstacles = walls, .horizon = 60, .body_radius = 0, .weight = 2}, Wander{},
         AvoidObstacles{.obstacles = walls, .horizon = 0.5f, .body_radius = 30}, prioritised_by_streams},
        {Stream::stages});
    add("flow_follow", {FlowFollow{.field = sample_field(case_area)}, Seek{.weight = 0.5f}, by_streams});
    const std::array goals{Point{200, 100}, Point{-300, -50}};
    const FlowField to_goals = *make_flow_to(
        {{-500, -400, 500, 420}, 60, 41}, {.goals = goals, .obstacles = walls, .clearance = 4, .speed = 9});
    add("flow_follow_prioritised",
        {FlowFollow{.field = to_goals, .prediction = 3}, Wander{}, prioritised_by_streams}, {Stream::stages});
    add("avoid_nearest",
        {AvoidNeighbours{.radius = 150, .horizon = 8, .body_radius = 10}, Seek{}, by_values});
    add("avoid_all", {AvoidNeighbours{.radius = 200,
                                      .cos_field_of_view = -0.2f,
                                      .horizon = 6,
                                      .body_radius = 12,
                                      .method = Avoidance::power_law},
                      Separation{.radius = 40}, Seek{}, by_values});
    add("avoid_groups_by_agent",
        {AvoidNeighbours{.radius = 90, .cos_field_of_view = 0.1f, .horizon = 5, .body_radius = 15},
         Alignment{.radius = 60},
         AvoidNeighbours{.radius = 300, .horizon = 9, .body_radius = 8, .method = Avoidance::power_law},
         prioritised_by_streams},
        {Stream::groups, Stream::seen_groups, Stream::stages});
    add("flock_of_the_nearest",
        {Separation{.radius = 90, .max_neighbours = 3},
         Alignment{.radius = 200, .cos_field_of_view = -0.5f, .max_neighbours = 7},
         Cohesion{.radius = 150, .max_neighbours = 32}, Seek{}, by_values},
        {Stream::groups});
    add("avoid_the_nearest",
        {AvoidNeighbours{.radius = 200, .max_neighbours = 2, .horizon = 8, .body_radius = 10},
         AvoidNeighbours{.radius = 300,
                         .cos_field_of_view = 0,
                         .max_neighbours = 5,
                         .horizon = 9,
                         .body_radius = 8,
                         .method = Avoidance::power_law},
         Seek{}, prioritised_by_streams},
        {Stream::stages});
    add("flock_on_several_floors",
        {Separation{.radius = 90, .cos_field_of_view = -1, .height_band = 0}, Alignment{.radius = 200},
         Cohesion{.radius = 150, .max_neighbours = 9, .height_band = 30}, Seek{}, by_values});
    add("avoid_on_several_floors",
        {AvoidNeighbours{.radius = 150, .height_band = 20, .horizon = 8, .body_radius = 10},
         AvoidNeighbours{.radius = 180,
                         .height_band = 50,
                         .horizon = 9,
                         .body_radius = 8,
                         .method = Avoidance::power_law},
         Seek{}, by_values},
        {Stream::groups});
    add("flock_by_groups",
        {Separation{.radius = 120, .seen_groups = 1}, Alignment{.radius = 200},
         Cohesion{.radius = 150, .max_neighbours = 5, .seen_groups = 2},
         Cohesion{.radius = 90, .seen_groups = 3}, Seek{}, by_values},
        {Stream::groups, Stream::seen_groups});
    add("avoid_by_groups",
        {AvoidNeighbours{.radius = 150, .seen_groups = 2, .horizon = 8, .body_radius = 10}, Seek{},
         Orca{.radius = 120, .seen_groups = 1, .horizon = 4, .body_radius = 12}, by_values},
        {Stream::groups});
    add("avoid_by_body",
        {AvoidObstacles{.obstacles = walls, .horizon = 20, .body_radius = 9},
         AvoidNeighbours{.radius = 150, .horizon = 8, .body_radius = 8},
         AvoidNeighbours{.radius = 120,
                         .max_neighbours = 6,
                         .horizon = 9,
                         .body_radius = 12,
                         .method = Avoidance::power_law},
         Seek{}, by_values},
        {Stream::body_radius});
    add("orca", {Seek{}, Orca{.radius = 150, .horizon = 8, .body_radius = 10}, by_values});
    add("orca_limited_by_agent",
        {Arrive{.slowing_radius = 60}, Wander{},
         Orca{.radius = 120,
              .cos_field_of_view = 0.1f,
              .max_neighbours = 4,
              .height_band = 50,
              .horizon = 4,
              .body_radius = 12},
         limited},
        {Stream::groups, Stream::seen_groups, Stream::stages, Stream::body_radius, Stream::force_x,
         Stream::heading_y});
    // Bodies that overlap, so that few velocities are allowed.
    add("orca_dense",
        {Separation{.radius = 40}, Seek{}, Orca{.radius = 400, .max_neighbours = 32, .body_radius = 90},
         prioritised_by_streams},
        {Stream::stages});
    add("orca_among_obstacles",
        {Seek{},
         Orca{.radius = 150, .horizon = 8, .body_radius = 10, .obstacles = walls, .obstacle_horizon = 6},
         by_values});
    add("orca_among_obstacles_by_agent",
        {Wander{},
         Orca{.radius = 120,
              .max_neighbours = 16,
              .horizon = 4,
              .body_radius = 12,
              .obstacles = walls,
              .obstacle_horizon = 40,
              .side_bias = 0x1p-5f},
         limited},
        {Stream::stages, Stream::body_radius, Stream::priority});
    add("orca_right_of_way",
        {Seek{}, Orca{.radius = 150, .horizon = 8, .body_radius = 10, .side_bias = 0x1p-6f}, by_values},
        {Stream::responsibility});
    add("avoid_right_of_way",
        {AvoidNeighbours{.radius = 150, .horizon = 8, .body_radius = 10},
         AvoidNeighbours{.radius = 120,
                         .max_neighbours = 6,
                         .horizon = 9,
                         .body_radius = 12,
                         .method = Avoidance::power_law},
         Seek{}, by_values},
        {Stream::priority, Stream::responsibility});
    add("match_velocity", {MatchVelocity{.weight = 2}, Seek{}, by_values});
    add("settle", {Settle{.target = {case_target.x, case_target.y},
                          .radius = 90,
                          .slowing_radius = 60,
                          .arrival_radius = 40},
                   Separation{.radius = 40}, by_values});
    add("settle_by_agent",
        {Wander{}, Settle{.radius = 200, .arrival_radius = 120, .height_band = 50, .weight = 2},
         prioritised_by_streams},
        {Stream::groups, Stream::seen_groups, Stream::stages, Stream::body_radius});
    add("queue",
        {Queue{
             .target = {case_target.x, case_target.y}, .radius = 90, .lane_width = 60, .slowing_radius = 40},
         Separation{.radius = 40}, by_values});
    add("queue_by_agent",
        {Wander{},
         Queue{.radius = 150,
               .lane_width = 100,
               .gap = 4,
               .body_radius = 12,
               .slowing_radius = 60,
               .height_band = 50,
               .weight = 2},
         prioritised_by_streams},
        {Stream::groups, Stream::seen_groups, Stream::stages, Stream::body_radius});
    add("social_force", {SocialForce{.radius = 120, .range = 20}, Seek{}, by_values});
    add("social_force_ahead",
        {SocialForce{.radius = 150,
                     .cos_field_of_view = -0.5f,
                     .max_neighbours = 7,
                     .height_band = 60,
                     .strength = 300,
                     .range = 40,
                     .step_time = 0.5f,
                     .rear_weight = 0.25f,
                     .weight = 1.5f},
         Wander{}, prioritised_by_streams},
        {Stream::groups, Stream::seen_groups, Stream::stages});
    add("flock_by_own_limits",
        {Separation{.radius = 90, .body_radius = 8},
         Alignment{.radius = 200, .cos_field_of_view = -0.5f, .max_neighbours = 7}, Cohesion{.radius = 150},
         Seek{}, by_values},
        {Stream::neighbour_radius, Stream::neighbour_weight, Stream::body_radius, Stream::stages});
    add("avoid_by_own_limits",
        {AvoidNeighbours{.radius = 150, .horizon = 8, .body_radius = 10},
         AvoidNeighbours{.radius = 120,
                         .max_neighbours = 6,
                         .horizon = 9,
                         .body_radius = 12,
                         .method = Avoidance::power_law},
         Seek{}, prioritised_by_streams},
        {Stream::neighbour_horizon, Stream::neighbour_radius, Stream::neighbour_weight});
    add("orca_by_own_limits", {Seek{}, Orca{.radius = 150, .horizon = 8, .body_radius = 10}, by_values},
        {Stream::neighbour_horizon, Stream::neighbour_radius});
    add("crowd_by_own_limits",
        {SocialForce{.radius = 120, .range = 20}, Settle{.radius = 200, .arrival_radius = 120},
         Queue{.radius = 150, .lane_width = 100, .body_radius = 12, .slowing_radius = 60}, by_values},
        {Stream::neighbour_radius, Stream::neighbour_weight, Stream::groups});
    add("separation_of_bodies",
        {Separation{.radius = 40, .cos_field_of_view = -1, .body_radius = 8},
         Separation{.radius = 60,
                    .cos_field_of_view = -1,
                    .max_neighbours = 5,
                    .falloff = Falloff::inverse,
                    .body_radius = 30},
         Seek{}, by_values},
        {Stream::body_radius});
    add("resolve_overlaps", {ResolveOverlaps{.body_radius = 24}}, {Stream::body_radius});
    add("resolve_overlaps_bounce",
        {ResolveOverlaps{.body_radius = 40, .bounds = Bounds::bounce, .area = case_area}}, {Stream::stages});
    add("resolve_overlaps_by_agent",
        {ResolveOverlaps{.body_radius = 40,
                         .height_band = 50,
                         .bounds = Bounds::wrap,
                         .area = case_area,
                         .obstacles = walls}},
        {Stream::groups, Stream::seen_groups, Stream::stages, Stream::body_radius, Stream::priority,
         Stream::responsibility});
    add("match_velocity_of_agents",
        {Wander{}, MatchVelocity{.quarry = Quarry::agent}, prioritised_by_streams}, {Stream::stages});
    add("target_speed", {TargetSpeed{}, Wander{}, by_streams});
    add("target_speed_by_value", {Seek{.weight = 0.5f}, TargetSpeed{.speed = 2.5f, .weight = -3}, limited});
    const auto holding = [&](Locomotion locomotion) {
        locomotion.obstacles = walls;
        return locomotion;
    };
    add("held", {Seek{}, holding(by_values)});
    add("held_by_agent",
        {AvoidObstacles{.obstacles = walls, .horizon = 20, .body_radius = 5}, Seek{},
         holding(prioritised_by_streams)},
        {Stream::stages});
    add("held_limited",
        {Wander{}, Orca{.radius = 120, .max_neighbours = 4, .horizon = 4, .body_radius = 12},
         holding(limited)},
        heading);
    add("flock_behind_walls",
        {Separation{.radius = 90, .cos_field_of_view = -1, .occluders = walls},
         Alignment{.radius = 200, .cos_field_of_view = -0.5f}, Cohesion{.radius = 150, .max_neighbours = 9},
         SocialForce{.radius = 120, .occluders = walls, .range = 20}, Seek{}, by_values},
        {Stream::groups});
    add("avoid_behind_walls",
        {AvoidNeighbours{.radius = 200, .occluders = walls, .horizon = 8, .body_radius = 10},
         AvoidNeighbours{.radius = 150,
                         .cos_field_of_view = -0.2f,
                         .occluders = walls,
                         .horizon = 9,
                         .body_radius = 12,
                         .method = Avoidance::power_law},
         Seek{}, prioritised_by_streams},
        {Stream::stages, Stream::body_radius});
    add("nearest_in_sight",
        {Separation{.radius = 150, .max_neighbours = 3, .occluders = walls, .falloff = Falloff::inverse},
         AvoidNeighbours{.radius = 180,
                         .max_neighbours = 4,
                         .height_band = 50,
                         .occluders = walls,
                         .horizon = 8,
                         .body_radius = 10},
         Wander{}, by_streams},
        {Stream::seen_groups, Stream::priority});
    cases.add("held_swept", 8,
              {PathFollow{.paths = paths, .mode = PathMode::loop, .radius = 40, .swept = true},
               holding(by_values)});
    cases.add("waypoint_by_agent", 0.5f, {WaypointAdvance{.paths = paths, .mode = PathMode::loop}},
              {Stream::stages});
}

/// Agents that something else moves.
void add_external(Cases& cases) {
    const PathSet paths = make_short_paths(2);
    const ExternalLocomotion values{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.5f};
    const ExternalLocomotion streams{};
    const ExternalLocomotion prioritised{.composition = Composition::prioritised, .mass = 2.0f};
    const auto add = [&](const char* name, Stages forces, const ExternalLocomotion& last,
                         std::initializer_list<Stream> more = {}) {
        cases.add(name, 0.125f, then(std::move(forces), last), more);
    };
    const auto swept = [&](PathMode mode, float radius) {
        return PathFollow{.paths = paths, .mode = mode, .radius = radius, .swept = true};
    };
    const Wander heading{.circle_distance = 6, .circle_radius = 9, .frame = WanderFrame::heading};
    add("external_wander", {heading, Separation{.radius = 40}}, values);
    add("external_streams", {RetargetWander{.interval = 0.3f, .area = case_area}, Wander{}}, streams);
    add("external_prioritised", {Arrive{.slowing_radius = 90}, Wander{}, Flee{.weight = 0.5f}}, prioritised);
    add("external_swept", {swept(PathMode::once, 40)}, values);
    add("external_swept_by_agent", {swept(PathMode::ping_pong, 100), sample_stage(CustomForce{})}, streams,
        {Stream::stages});
    add("external_orca", {Seek{}, Orca{.radius = 150, .horizon = 8, .body_radius = 10}}, values);
}

std::vector<ProgramCase> make_cases() {
    Cases cases;
    const PathSet paths = make_paths(1);
    add_first_forces(cases);
    add_waypoints(cases, paths);
    add_later_forces(cases);
    add_shaped_waypoints(cases, paths);
    add_approaches(cases);
    add_drawn_forces(cases);
    add_limited_motion(cases);
    add_open_programs(cases);
    add_external(cases);
    add_turns(cases);
    return std::move(cases.all);
}

}  // namespace

std::size_t ProgramCase::agents(std::size_t wanted) const {
    const bool sees = std::ranges::any_of(program.stages(), [](const Stage& stage) {
        return std::visit(
            [](const auto& one) {
                return (one.streams().where_bound & stream_set(Stream::seen_groups)) != 0;
            },
            stage);
    });
    return sees ? std::min<std::size_t>(wanted, 200) : wanted;
}

Population ProgramCase::population(std::size_t size, std::uint64_t seed, Values values, std::size_t offset,
                                   bool with_ids) const {
    std::vector<Stream> held = streams;
    if (with_ids) held.push_back(Stream::id);
    Population population(size, held, offset);
    fill(population, seed, values, paths);
    return population;
}

Subject golden_subject(const ProgramCase& program_case) {
    return {.name = program_case.name,
            .program = program_case.program,
            .start = program_case.population(program_case.agents(1000), 1, Values::faulty),
            .first_id = 5,  // so that the first group of draws is incomplete
            .dt = program_case.dt,
            .seed = 20261121,
            .ticks = 64};
}

void PrintTo(const ProgramCase* program_case, std::ostream* out) { *out << program_case->name; }

const std::vector<ProgramCase>& program_cases() {
    static const std::vector<ProgramCase> cases = make_cases();
    return cases;
}

const ProgramCase& program_case(std::string_view name) {
    const auto& cases = program_cases();
    const auto found = std::ranges::find(cases, name, &ProgramCase::name);
    if (found == cases.end()) throw std::invalid_argument("no program case " + std::string(name));
    return *found;
}

std::vector<Stream> streams_and_outputs_of(const Program& program) {
    std::vector<Stream> streams = streams_of(program);
    for (const Stream output : support::ordinary_outputs(program)) streams.push_back(output);
    return streams;
}

}  // namespace wend::verify
