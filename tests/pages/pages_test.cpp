// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// The C++ of pages: each fragment runs as it stands there (tests/build_rules/page_code.cmake).
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "wend/wend.hpp"

namespace {

using wend::Stream;

const std::array<wend::Point, 3> way{{{0, 0}, {10, 0}, {10, 10}}};

// embedding.md
TEST(Embedding, PathsThatChange) {
    const std::array<wend::Point, 2> new_way{{{5, 5}, {20, 5}}};
    const std::array<std::uint32_t, 1> slots{0};
    const auto own = *wend::Program::build(
        {wend::PathFollow{}, wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1}});
    wend::AgentBuffer buffer(own);
    buffer.spawn(1);
    buffer.get<Stream::node>()[0] = 2;  // beyond the new way

    wend::PathPool pool = *wend::PathPool::create({.paths = 10'000, .points = 80'000, .longest = 64});
    const wend::Program program =
        *wend::Program::build({wend::PathFollow{.paths = pool.paths()},
                               wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1}});
    const std::uint32_t number = *pool.add(way);  // for the stream path
    pool.replace(number, new_way);                // between calls
    const wend::Status status = wend::start_on_paths(buffer.view().only_slots(slots), pool.paths(),
                                                     wend::PathMode::once, wend::PathStart::nearest);
    pool.release(number);  // its agents have no path until they get another one

    EXPECT_TRUE(status.ok()) << wend::message(status);
    EXPECT_LT(buffer.get<Stream::node>()[0], 2u);
}

TEST(Embedding, ObstaclesThatChange) {
    wend::ObstaclePool pool = *wend::ObstaclePool::create(
        {.area = {0, 0, 800, 600}, .cell_size = 8, .obstacles = 1'000, .entries = 20'000});
    const wend::Program program = *wend::Program::build(
        {wend::AvoidObstacles{.obstacles = pool.obstacles()},
         wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1, .obstacles = pool.obstacles()}});
    wend::Obstacle door{.from_x = 10, .from_y = 0, .to_x = 10, .to_y = 4};
    const std::uint32_t number = *pool.add(door);
    door.from_y = 2, door.to_y = 6, door.velocity_y = 1;  // m/s, for agents that look ahead
    pool.move(number, door);                              // between calls
    pool.remove(number);

    EXPECT_EQ(pool.mark(), 3u);
}

TEST(Embedding, ParametersThatChange) {
    wend::Seek seek{.weight = 0.5f};
    wend::Program program =
        *wend::Program::build({seek, wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1}});

    seek.weight = 2;
    const wend::Status status = program.tune(0, seek);  // stage 0 of the program

    EXPECT_TRUE(status.ok()) << wend::message(status);
    const wend::Seek constant{.target = {1, 2}};
    EXPECT_EQ(program.tune(0, constant).code, wend::Code::not_tunable);
}

TEST(Embedding, SaveAndRestore) {
    const wend::Program program =
        *wend::Program::build({wend::Wander{}, wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1}});
    wend::AgentBuffer agents(program);
    agents.spawn(100);
    wend::Clock clock{.dt = 0.1f, .seed = 7};
    const auto two_ticks = [&] {
        EXPECT_EQ(wend::run(program, agents.view(), clock.next(2)).status.code, wend::Code::ok);
        return wend::state_hash(program, agents.view());
    };
    two_ticks();

    std::vector<std::byte> snapshot(wend::snapshot_bytes(program, agents.view()));
    const wend::Status saved = wend::save(program, agents.view(), snapshot);
    const std::uint64_t tick = clock.tick;  // a snapshot has neither the clock nor inputs

    const std::uint64_t ahead = two_ticks();

    clock.tick = tick;
    const wend::Status restored = wend::restore(program, agents.view(), snapshot);

    EXPECT_TRUE(saved.ok() && restored.ok());
    EXPECT_EQ(two_ticks(), ahead);
}

TEST(Embedding, QueriesOnAgents) {
    const wend::Program program =
        *wend::Program::build({wend::Seek{}, wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1}});
    wend::AgentBuffer buffer(program);
    buffer.spawn(300);  // on one spot
    buffer.get<Stream::position_x>()[0] = 100;
    const wend::TargetPoint blast{98, 0};

    wend::AgentIndex index = *wend::AgentIndex::create(100'000);
    index.build(buffer.view(), {.body_radius = 0.25f});  // in each frame

    std::vector<wend::FoundAgent> near(8 * buffer.size());
    index.nearest(8, near);  // of the agent in slot i: near[8 * i] and the seven behind it

    const float x[] = {blast.x}, y[] = {blast.y};
    std::uint64_t ends[2];
    std::vector<wend::FoundAgent> hit(256);
    const std::size_t all = *index.within({.x = x, .y = y}, 5, ends, hit);  // the first 256, and how many

    std::vector<wend::Contact> touching(1'000);
    const std::size_t pairs = index.contacts(touching);

    EXPECT_EQ(near[0].distance, 100);
    EXPECT_EQ(near[8].slot, 2);
    EXPECT_EQ(all, 1u);
    EXPECT_EQ(hit[0].slot, 0);
    EXPECT_EQ(pairs, 299u * 298 / 2);
}

// engines.md, with memory of the engines' layouts
const wend::Program to_one_target = *wend::Program::build(
    {wend::Seek{.target = {30, 40}}, wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1}});

TEST(Engines, BufferOfAMultiMesh) {
    const wend::Program& program = to_one_target;
    const std::size_t count = 3;
    wend::AgentBuffer agents(program);
    agents.spawn(count);
    wend::AgentView view = agents.view();
    wend::Clock clock{.dt = 0.1f, .seed = 7};
    std::vector<float> buffer(count * 12, 7.0f);
    float* data = buffer.data();
    for (std::size_t i = 0; i < count; ++i) data[12 * i + 3] = data[12 * i + 11] = 0;

    view.bind_strided<Stream::position_x, Stream::position_y>(data + 3, data + 11, count, 48);
    const wend::Result result = wend::run(program, view, clock.next());

    EXPECT_TRUE(result.status.ok()) << wend::message(result.status);
    for (std::size_t i = 0; i < buffer.size(); ++i)
        if (i % 12 == 3 || i % 12 == 11)
            EXPECT_GT(buffer[i], 0) << i;
        else
            EXPECT_EQ(buffer[i], 7) << i;
}

TEST(Engines, FragmentsOfMass) {
    struct FWendAgentFragment {
        float X = 0, Y = 0, VelocityX = 0, VelocityY = 0, TargetX = 0, TargetY = 0, HeadingX = 1,
              HeadingY = 0;
    };
    wend::Layout Layout;  // once
    Layout.bind<Stream::position_x, Stream::position_y>(0, &FWendAgentFragment::X, &FWendAgentFragment::Y);

    Layout.bind<Stream::velocity_x, Stream::velocity_y>(0, &FWendAgentFragment::VelocityX,
                                                        &FWendAgentFragment::VelocityY);
    std::array<FWendAgentFragment, 5> fragments;
    void* const arrays[] = {fragments.data()};
    const wend::ChunkView chunk{.layout = &Layout, .arrays = arrays, .count = fragments.size()};
    const wend::Result result = wend::run_chunks(to_one_target, {&chunk, 1}, {.dt = 0.1f});
    EXPECT_TRUE(result.status.ok()) << wend::message(result.status);
    EXPECT_GT(fragments[4].X, 0);
    EXPECT_GT(fragments[4].Y, fragments[4].X);
    EXPECT_EQ(fragments[4].HeadingX, 1);
}

// crowds.md
TEST(Crowds, ExitsAndSources) {
    const wend::Program program =
        *wend::Program::build({wend::Seek{}, wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1}});
    const wend::Rectangle exit{8, 0, 10, 2};
    const auto is_inside = [](const wend::Rectangle& area, float x, float y) {
        return area.min_x <= x && x < area.max_x && area.min_y <= y && y < area.max_y;
    };
    const float source_x[] = {1}, source_y[] = {1};
    wend::AgentBuffer agents(program);
    const auto place = [&](std::size_t slot) {
        agents.get<Stream::position_x>()[slot] = source_x[0];
        agents.get<Stream::position_y>()[slot] = source_y[0];
        agents.get<Stream::target_x>()[slot] = 9;
        agents.get<Stream::target_y>()[slot] = 1;
    };
    wend::AgentIndex index = *wend::AgentIndex::create(1'000);
    wend::Clock clock{.dt = 0.1f};
    std::vector<std::uint32_t> left;
    std::vector<std::uint64_t> offsets(2);
    for (int tick = 0; tick < 200; ++tick) {
        index.build(agents.view());
        if (*index.within({.x = source_x, .y = source_y}, 0.5f, offsets, {}) == 0) place(agents.spawn());
        ASSERT_EQ(wend::run(program, agents.view(), clock.next()).status.code, wend::Code::ok);
        const auto x = agents.get<Stream::position_x>();
        const auto y = agents.get<Stream::position_y>();
        const auto id = agents.get<Stream::id>();
        for (std::size_t slot = agents.size(); slot-- > 0;)
            if (is_inside(exit, x[slot], y[slot])) {
                left.push_back(id[slot]);  // the list of those that have left; its size is their number
                agents.remove(slot);
            }
    }
    EXPECT_GT(left.size(), 20u);
    for (std::size_t i = 0; i < left.size(); ++i)
        EXPECT_EQ(left[i], i) << "in the order in which they entered";
    EXPECT_EQ(agents.next_id(), left.size() + agents.size());
}

}  // namespace
