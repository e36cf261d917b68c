// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Bodies that Box2D moves and wend steers: they walk round a block on four paths, wander a little and keep
// apart. Box2D has the block and the walls as colliders, wend as obstacles to avoid.
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <box2d/b2_body.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>
#include <wend/wend.hpp>

using wend::Point;
using wend::Stream;

constexpr std::size_t count = 2000;
constexpr float dt = 1.0f / 60;      // s
constexpr float body_radius = 0.3f;  // m
constexpr int ticks = 20 * 60;

/// The corners of a rectangle about the origin.
std::array<Point, 4> rectangle(float half_width, float half_height) {
    const auto x = static_cast<double>(half_width), y = static_cast<double>(half_height);
    return {{{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
}

/// The same with points about every 10 m, as a path.
std::vector<Point> lane(float half_width, float half_height) {
    const std::array<Point, 4> corners = rectangle(half_width, half_height);
    constexpr int pieces = 8;
    std::vector<Point> points;
    for (std::size_t i = 0; i < 4; ++i)
        for (int piece = 0; piece < pieces; ++piece) {
            const Point a = corners[i], b = corners[(i + 1) % 4];
            points.push_back({a.x + (b.x - a.x) * piece / pieces, a.y + (b.y - a.y) * piece / pieces});
        }
    return points;
}

constexpr float block_x = 40, block_y = 20, room_x = 60, room_y = 40;  // m, halves

int fail(const wend::Status& status) {
    std::puts(wend::message(status).c_str());
    return 1;
}

/// The walls as Box2D's.
void add_walls(b2World& world, const std::array<Point, 4>& corners) {
    const auto at = [&](std::size_t i) {
        return b2Vec2(static_cast<float>(corners[i % 4].x), static_cast<float>(corners[i % 4].y));
    };
    b2BodyDef ground;
    b2Body* const body = world.CreateBody(&ground);
    for (std::size_t i = 0; i < 4; ++i) {
        b2EdgeShape edge;
        edge.SetTwoSided(at(i), at(i + 1));
        body->CreateFixture(&edge, 0);
    }
}

/// A body of 1 kg.
b2Body* add_body(b2World& world, b2Vec2 place) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position = place;
    definition.allowSleep = false;
    b2Body* const body = world.CreateBody(&definition);
    b2CircleShape circle;
    circle.m_radius = body_radius;
    b2FixtureDef fixture;
    fixture.shape = &circle;
    fixture.friction = 0;
    fixture.density = 1 / (b2_pi * body_radius * body_radius);
    body->CreateFixture(&fixture);
    return body;
}

int main() {
    // The world of both.
    const auto walls = wend::ObstacleSetBuilder()
                           .add_wall(rectangle(block_x, block_y), true)
                           .add_wall(rectangle(room_x, room_y), true)
                           .build();
    if (!walls) return fail(walls.status());
    b2World world({0, 0});
    add_walls(world, rectangle(block_x, block_y));
    add_walls(world, rectangle(room_x, room_y));

    wend::PathSetBuilder lanes;
    for (const float away : {4.0f, 8.0f, 12.0f, 16.0f}) lanes.add(lane(block_x + away, block_y + away), true);
    const auto paths = lanes.build();
    if (!paths) return fail(paths.status());

    const auto program = wend::Program::build(
        {wend::AvoidObstacles{.obstacles = *walls, .horizon = 1.5f, .body_radius = body_radius},
         wend::Separation{.radius = 1.2f, .cos_field_of_view = -1, .weight = 4},
         wend::PathFollow{
             .paths = *paths, .mode = wend::PathMode::loop, .radius = 3, .swept = true, .weight = 2},
         wend::Wander{.frame = wend::WanderFrame::heading, .weight = 0.2f},
         wend::ExternalLocomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    if (!program) return fail(program.status());

    // wend's streams: places and velocities are read, states are wend's, and the force is its answer.
    wend::AgentBuffer agents(*program, {Stream::steering_force_x, Stream::steering_force_y});
    agents.spawn(count);
    std::vector<b2Body*> bodies;
    for (std::size_t i = 0; i < count; ++i) {
        // Side by side on the lanes below the block and above it.
        const std::size_t number = i % 4, column = i / 8;
        const bool above = i / 4 % 2 != 0;
        const float away = block_y + 4 + 4 * static_cast<float>(number);
        const float along = -block_x + 2 * block_x * static_cast<float>(column) / (count / 8);
        bodies.push_back(add_body(world, above ? b2Vec2(-along, away) : b2Vec2(along, -away)));
        agents.get<Stream::path>()[i] = static_cast<std::int32_t>(number);
        agents.get<Stream::position_x>()[i] = bodies[i]->GetPosition().x;
        agents.get<Stream::position_y>()[i] = bodies[i]->GetPosition().y;
    }
    const wend::Status begun =
        wend::start_on_paths(agents.view(), *paths, wend::PathMode::loop, wend::PathStart::nearest);
    if (!begun) return fail(begun);

    using Clock = std::chrono::steady_clock;
    Clock::duration in_wend{}, in_box2d{};
    std::vector<std::uint32_t> nodes(agents.get<Stream::node>().begin(), agents.get<Stream::node>().end());
    std::vector<int> passed(count);
    std::size_t in_walls = 0, faults = 0;
    wend::Clock clock{.dt = dt, .seed = 7};
    for (int tick = 0; tick < ticks; ++tick) {
        const Clock::time_point start = Clock::now();
        {
            const auto x = agents.get<Stream::position_x>(), y = agents.get<Stream::position_y>();
            const auto vx = agents.get<Stream::velocity_x>(), vy = agents.get<Stream::velocity_y>();
            for (std::size_t i = 0; i < count; ++i) {
                const b2Vec2 place = bodies[i]->GetPosition(), velocity = bodies[i]->GetLinearVelocity();
                x[i] = place.x, y[i] = place.y, vx[i] = velocity.x, vy[i] = velocity.y;
            }
            const wend::Result result = wend::run(*program, agents.view(), clock.next());
            if (!result.status) return fail(result.status);
            faults += result.faults;
            const auto fx = agents.get<Stream::steering_force_x>(),
                       fy = agents.get<Stream::steering_force_y>();
            for (std::size_t i = 0; i < count; ++i) bodies[i]->ApplyForceToCenter({fx[i], fy[i]}, true);
        }
        const Clock::time_point between = Clock::now();
        world.Step(dt, 8, 3);
        in_wend += between - start;
        in_box2d += Clock::now() - between;

        for (std::size_t i = 0; i < count; ++i) {
            const b2Vec2 place = bodies[i]->GetPosition();
            const bool in_block = std::abs(place.x) < block_x && std::abs(place.y) < block_y;
            const bool in_room = std::abs(place.x) < room_x && std::abs(place.y) < room_y;
            in_walls += in_block || !in_room;
            const std::uint32_t node = agents.get<Stream::node>()[i];
            passed[i] += node != nodes[i];
            nodes[i] = node;
        }
    }

    const auto microseconds = [](Clock::duration time) {
        return std::chrono::duration<double, std::micro>(time).count() / ticks;
    };
    std::fprintf(stderr, "a tick: wend %.0f us (with the copies), Box2D %.0f us\n", microseconds(in_wend),
                 microseconds(in_box2d));
    std::size_t walkers = 0, sum = 0;
    for (const int nodes_of_one : passed) {
        walkers += nodes_of_one > 0;
        sum += static_cast<std::size_t>(nodes_of_one);
    }
    std::printf("%zu bodies, %d s: %zu passed nodes, %.1f on average\n", count, ticks / 60, walkers,
                static_cast<double>(sum) / static_cast<double>(count));
    std::printf("in a wall: %zu, invalid: %zu\n", in_walls, faults);
    return in_walls == 0 && faults == 0 ? 0 : 1;
}
