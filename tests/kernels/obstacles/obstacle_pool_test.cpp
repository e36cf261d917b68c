// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Obstacle pools: obstacles that come, move and go, against sets that are built anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/guarded_memory.hpp"
#include "support/isas.hpp"
#include "support/obstacle_pools.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr ObstaclePoolSize room{
    .area = {-40, -30, 40, 30}, .cell_size = 4, .obstacles = 60, .entries = 1'200, .undone = 120};

/// Random obstacles in and about the pool's area, and random changes of a pool and its model.
class Changes {
  public:
    explicit Changes(unsigned seed, bool moving = false)
        : random_(seed), moving_(moving), snaps_(seed % 2 == 0), wide_(seed % 3 == 0 ? 150 : 70) {}

    [[nodiscard]] std::uint32_t pick(std::uint32_t below) {
        return static_cast<std::uint32_t>(random_()) % below;
    }
    [[nodiscard]] double draw(double size) {
        const double value = size * (static_cast<double>(random_() >> 8) * 0x1p-24 - 0.5);
        return snaps_ ? std::round(value / 4) * 4 : value;
    }
    [[nodiscard]] Point place() {
        const double x = draw(wide_), y = draw(wide_);
        return {x, y};
    }

    [[nodiscard]] Obstacle obstacle() {
        Obstacle one = obstacle_at_rest();
        if (!moving_ || pick(3) == 0) return one;
        one.velocity_x = static_cast<float>(draw(pick(8) == 0 ? 60 : 8));
        one.velocity_y = static_cast<float>(draw(8));
        return one;
    }

    void change(ObstaclePool& pool, ObstacleModel& model) {
        const Obstacle one = obstacle();
        const std::uint32_t choice = pick(5);
        if (model.empty() || choice < 2) {
            const Expected<std::uint32_t> number = pool.add(one);
            if (!number) {
                ASSERT_EQ(number.status().code, Code::full_pool) << message(number.status());
                return;
            }
            ASSERT_EQ(model.count(*number), 0u);
            model[*number] = one;
            return;
        }
        const std::uint32_t number =
            std::next(model.begin(), pick(static_cast<std::uint32_t>(model.size())))->first;
        if (choice == 2) {
            ASSERT_TRUE(pool.remove(number).ok());
            model.erase(number);
        } else if (const Status status = pool.move(number, one)) {
            model[number] = one;
        } else {
            ASSERT_EQ(status.code, Code::full_pool) << message(status);
        }
    }

  private:
    [[nodiscard]] Obstacle obstacle_at_rest() {
        const Point from = place();
        const double size = pick(10) == 0 ? 60 : 8;
        const auto x = static_cast<float>(from.x), y = static_cast<float>(from.y);
        if (pick(2) == 0) return circle(x, y, pick(8) == 0 ? 0 : static_cast<float>(std::abs(draw(size))));
        const auto to_x = static_cast<float>(from.x + draw(size));
        return wall(x, y, to_x, static_cast<float>(from.y + draw(size)));
    }

    std::mt19937 random_;
    bool moving_, snaps_;
    double wide_;
};

constexpr std::size_t agents = 200;

void fill(Population& population, Changes& changes) {
    const auto fill_stream = [&]<Stream S>(double size) {
        for (std::size_t slot = 0; slot < population.size() && population.has(S); ++slot)
            population.set<S>(slot, static_cast<float>(changes.draw(size)));
    };
    fill_stream.operator()<Stream::position_x>(90);
    fill_stream.operator()<Stream::position_y>(70);
    fill_stream.operator()<Stream::velocity_x>(12);
    fill_stream.operator()<Stream::velocity_y>(12);
    fill_stream.operator()<Stream::target_x>(90);
    fill_stream.operator()<Stream::target_y>(90);
}

Population agents_of(const Program& program, Changes& changes, std::size_t count = agents) {
    Population population = blank(program, count);
    fill(population, changes);
    return population;
}

/// The same obstacles: a set at rest, or a pool that is filled in another order, with other cells and another
/// horizon.
ObstacleSet built_anew(const ObstacleModel& model, bool moving) {
    if (!moving) return set_of(model);
    ObstaclePool pool = pool_of(
        {.area = {-10, -30, 60, 30}, .cell_size = 7, .horizon = 0.25f, .obstacles = 60, .entries = 40'000});
    for (auto one = model.rbegin(); one != model.rend(); ++one) EXPECT_TRUE(pool.add(one->second).ok());
    return pool.obstacles();
}

class PoolAgents : public ::testing::TestWithParam<Isa> {};

/// WEND_OBSTACLE_POOLS: how many programs of changes. Now and then one goes back to a tick before.
TEST_P(PoolAgents, MoveAsAmongASetOfTheSameObstacles) {
    const char* const wish = std::getenv("WEND_OBSTACLE_POOLS");
    const unsigned pools = wish == nullptr ? 4 : static_cast<unsigned>(std::strtoul(wish, nullptr, 10));
    for (unsigned seed = 1; seed <= pools && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        const bool moving = seed % 4 == 2 || seed % 4 == 3;
        Changes changes(seed, moving);
        const bool wraps = changes.pick(2) == 0, holds = changes.pick(3) != 0;
        const auto program_among = [&](const ObstacleSet& obstacles) {
            Locomotion locomotion{.max_force = 40.0f, .max_speed = 8.0f, .mass = 1.0f};
            if (holds) locomotion.obstacles = obstacles;
            if (wraps) {
                locomotion.bounds = Bounds::wrap;
                locomotion.area = {-45, -35, 45, 35};
            }
            Hide hide{.obstacles = obstacles};
            hide.radius = seed % 2 == 0 ? 15 : 60;
            return build({AvoidObstacles{.obstacles = obstacles, .horizon = 2}, hide, locomotion});
        };
        ObstaclePool pool = pool_of(room);
        ObstacleModel model;
        const Program program = program_among(pool.obstacles());
        Population actual = agents_of(program, changes);
        const Ticks ticks{.dt = 1.0f / 16};
        std::vector<std::pair<std::uint64_t, ObstacleModel>> marks;
        for (int tick = 0; tick < 40 && !HasFailure(); ++tick) {
            marks.emplace_back(pool.mark(), model);
            for (int i = 0; i < (tick == 0 ? 100 : tick % 6); ++i)
                ASSERT_NO_FATAL_FAILURE(changes.change(pool, model));
            if (tick % 4 == 1) {
                const auto& [mark, model_then] = marks[marks.size() - 1 - changes.pick(2)];
                ASSERT_TRUE(pool.restore(mark).ok());
                model = model_then;
            }
            ASSERT_EQ(pool.count(), model.size());
            const Program rebuilt = program_among(built_anew(model, moving));
            Population expected = actual, reference = actual;
            const Result a = run(rebuilt, expected.view(), ticks, serial_on(Isa::reference));
            const Result b = run(program, reference.view(), ticks, serial_on(Isa::reference));
            const Result c = run(program, actual.view(), ticks, serial_on(GetParam()));
            ASSERT_TRUE(a.status.ok()) << message(a.status);
            ASSERT_TRUE(same_result(a, b)) << tick;
            ASSERT_TRUE(same_result(a, c)) << tick;
            ASSERT_TRUE(same_bits(expected, reference)) << "the reference, tick " << tick;
            ASSERT_TRUE(same_bits(expected, actual)) << "tick " << tick;
        }
    }
}

/// The order of changes does not matter, nor does what was there before.
TEST_P(PoolAgents, MoveAlikeWhateverTheOrderOfChanges) {
    Changes changes(4);
    std::vector<Obstacle> obstacles;
    for (int i = 0; i < 40; ++i) obstacles.push_back(changes.obstacle());
    obstacles.push_back(obstacles.front());
    std::vector<Population> results;
    for (int order = 0; order < 3; ++order) {
        ObstaclePool pool = pool_of(room);
        const std::size_t count = obstacles.size();
        for (std::size_t i = 0; i < count; ++i)
            ASSERT_TRUE(pool.add(obstacles[order == 0 ? i : count - 1 - i]).ok());
        if (order == 2) {
            for (std::uint32_t i = 0; i < count; ++i) ASSERT_TRUE(pool.move(i, changes.obstacle()).ok());
            for (std::uint32_t i = 0; i < count; i += 2) ASSERT_TRUE(pool.remove(i).ok());
            for (std::uint32_t i = 1; i < count; i += 2) ASSERT_TRUE(pool.move(i, obstacles[i]).ok());
            for (std::uint32_t i = 0; i < count; i += 2) ASSERT_TRUE(pool.add(obstacles[i]).ok());
        }
        const Program program = build(
            {AvoidObstacles{.obstacles = pool.obstacles(), .horizon = 2},
             Locomotion{.max_force = 40.0f, .max_speed = 8.0f, .mass = 1.0f, .obstacles = pool.obstacles()}});
        Changes draws(6);
        Population buffer = agents_of(program, draws);
        for (int i = 0; i < 4; ++i)
            ASSERT_TRUE(
                run(program, buffer.view(), Ticks{.dt = 0.125f, .count = 4}, serial_on(GetParam())).status);
        results.push_back(buffer);
        ASSERT_TRUE(same_bits(results[0], buffer)) << order;
    }
}

/// Most obstacles lie beyond the area, and agents look across many rows of cells.
TEST_P(PoolAgents, AvoidWhatLiesBeyondTheArea) {
    for (unsigned seed = 1; seed <= 8; ++seed) {
        Changes changes(seed);
        ObstaclePool pool =
            pool_of({.area = {-8, -6, 8, 6}, .cell_size = 1, .obstacles = room.obstacles, .entries = 20'000});
        for (std::uint32_t i = 0; i < room.obstacles; ++i) ASSERT_TRUE(pool.add(changes.obstacle()).ok());
        const Program program = build({AvoidObstacles{.obstacles = pool.obstacles(), .horizon = 6},
                                       Locomotion{.max_force = 40.0f, .max_speed = 8.0f, .mass = 1.0f}});
        Population actual = agents_of(program, changes, 500);
        Population expected = actual;
        const Ticks ticks{.dt = 0.125f};
        ASSERT_TRUE(run(program, expected.view(), ticks, serial_on(Isa::reference)).status);
        ASSERT_TRUE(run(program, actual.view(), ticks, serial_on(GetParam())).status);
        ASSERT_TRUE(same_bits(expected, actual)) << seed;
    }
}

/// Forces depend on velocities relative to the obstacles alone.
TEST_P(PoolAgents, AvoidMovingObstaclesAsOnesAtRest) {
    constexpr float ux = 1.25f, uy = -2.5f;
    Changes changes(6);
    ObstaclePool resting = pool_of(room), moving = pool_of({.area = room.area,
                                                            .cell_size = 4,
                                                            .horizon = 1,
                                                            .obstacles = room.obstacles,
                                                            .entries = 20'000});
    for (int i = 0; i < 40; ++i) {
        Obstacle one = changes.obstacle();
        ASSERT_TRUE(resting.add(one).ok());
        one.velocity_x = ux;
        one.velocity_y = uy;
        ASSERT_TRUE(moving.add(one).ok());
    }
    const auto program_among = [](const ObstacleSet& obstacles, bool hides) {
        const Locomotion locomotion{.max_force = 40.0f, .max_speed = 8.0f, .mass = 1.0f};
        if (hides) return build({Hide{.obstacles = obstacles}, locomotion});
        return build({AvoidObstacles{.obstacles = obstacles, .horizon = 2}, locomotion});
    };
    for (const bool hides : {false, true}) {
        const Program beside_resting = program_among(resting.obstacles(), hides);
        std::vector<Stream> streams{Stream::position_x, Stream::position_y, Stream::velocity_x,
                                    Stream::velocity_y, Stream::force_x,    Stream::force_y};
        if (hides) streams.insert(streams.end(), {Stream::target_x, Stream::target_y});
        Population at_rest(2'000, streams);
        fill(at_rest, changes);
        Population drifting = at_rest;
        std::size_t pushed = 0;
        for (std::size_t slot = 0; slot < drifting.size(); ++slot) {
            drifting.set<Stream::velocity_x>(slot, at_rest.get<Stream::velocity_x>(slot) + ux);
            drifting.set<Stream::velocity_y>(slot, at_rest.get<Stream::velocity_y>(slot) + uy);
        }
        const Ticks ticks{.dt = 0.125f};
        ASSERT_TRUE(run(beside_resting, at_rest.view(), ticks, serial_on(GetParam())).status);
        ASSERT_TRUE(
            run(program_among(moving.obstacles(), hides), drifting.view(), ticks, serial_on(GetParam()))
                .status);
        for (std::size_t slot = 0; slot < drifting.size(); ++slot) {
            const float force = at_rest.get<Stream::force_x>(slot);
            pushed += force != 0 ? 1 : 0;
            ASSERT_EQ(force, drifting.get<Stream::force_x>(slot)) << slot;
            ASSERT_EQ(at_rest.get<Stream::force_y>(slot), drifting.get<Stream::force_y>(slot)) << slot;
        }
        EXPECT_GT(pushed, 100u);
    }
}

TEST(ObstaclePool, ThreadsGiveTheSameBits) {
    Changes changes(3);
    ObstaclePool pool = pool_of(room);
    ObstacleModel model;
    for (int i = 0; i < 100; ++i) ASSERT_NO_FATAL_FAILURE(changes.change(pool, model));
    const Program program = build(
        {AvoidObstacles{.obstacles = pool.obstacles(), .horizon = 2},
         Locomotion{.max_force = 40.0f, .max_speed = 8.0f, .mass = 1.0f, .obstacles = pool.obstacles()}});
    Population serial = agents_of(program, changes, 2'000);
    const Population start = serial;
    const Ticks ticks{.dt = 0.125f, .count = 3};
    ASSERT_TRUE(run(program, serial.view(), ticks, {.threading = Threading::serial}).status);
    for (const std::uint32_t threads : {2u, 3u}) {
        Population many = start;
        ASSERT_TRUE(run(program, many.view(), ticks,
                        {.threading = Threading::tbb, .max_threads = threads, .block = 64})
                        .status);
        ASSERT_TRUE(same_bits(serial, many)) << threads;
    }
}

TEST(ObstaclePool, KeepsNumbersAndGenerations) {
    ObstaclePool pool = pool_of(room);
    const std::uint32_t first = *pool.add(circle(1, 2, 3));
    const std::uint32_t second = *pool.add(wall(1, 2, 3, 4));
    EXPECT_NE(first, second);
    EXPECT_EQ(pool.count(), 2u);
    EXPECT_EQ(pool.generation(first), 1u);
    ASSERT_TRUE(pool.move(first, wall(5, 5, 6, 6)).ok());
    EXPECT_EQ(pool.generation(first), 1u);
    EXPECT_EQ(pool.obstacles().obstacle(first).to_x, 6);
    ASSERT_TRUE(pool.remove(first).ok());
    EXPECT_FALSE(pool.holds(first));
    EXPECT_EQ(pool.generation(first), 0u);
    EXPECT_TRUE(std::isnan(pool.obstacles().obstacle(first).from_x));
    EXPECT_EQ(*pool.add(circle(1, 2, 3)), first);
    EXPECT_EQ(pool.generation(first), 2u);
    EXPECT_EQ(pool.obstacles().size(), room.obstacles);
}

TEST(ObstaclePool, GivesTheSameNumbersAfterAMark) {
    ObstaclePoolSize size = room;
    size.undone = 12;
    ObstaclePool pool = pool_of(size);
    const std::uint64_t empty = pool.mark();
    for (int i = 0; i < 5; ++i) (void)*pool.add(circle(static_cast<float>(i), 2, 3));
    ASSERT_TRUE(pool.remove(3).ok());
    ASSERT_TRUE(pool.remove(1).ok());
    const std::uint64_t mark = pool.mark();
    const auto play = [&] {
        std::vector<std::uint32_t> seen;
        for (int i = 0; i < 4; ++i) {
            seen.push_back(*pool.add(wall(0, 0, 1, static_cast<float>(i))));
            seen.push_back(pool.generation(seen.back()));
            if (i == 1) {
                EXPECT_TRUE(pool.remove(0).ok());
                EXPECT_TRUE(pool.move(2, circle(9, 9, 1)).ok());
            }
        }
        return seen;
    };
    const std::vector<std::uint32_t> first = play();
    ASSERT_TRUE(pool.restore(mark).ok());
    EXPECT_EQ(pool.count(), 3u);
    EXPECT_EQ(pool.obstacles().obstacle(2).to_x, 2);
    EXPECT_EQ(play(), first);
    EXPECT_EQ(message(pool.restore(pool.mark() + 1)), "the mark is later than the pool's last change");
    EXPECT_EQ(message(pool.restore(empty)), "the pool has no record of the changes since the mark");
    EXPECT_EQ(pool.count(), 6u);
}

TEST(ObstaclePool, RefusesWithNothingChanged) {
    ObstaclePool pool = pool_of({.area = {0, 0, 10, 10}, .cell_size = 1, .obstacles = 2, .entries = 40});
    ASSERT_EQ(*pool.add(circle(5, 5, 0.25f)), 0u);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(pool.add(circle(nan, 1, 1)).status().code, Code::bad_point);
    EXPECT_EQ(pool.add(circle(1, 1, -1)).status().code, Code::parameter_out_of_range);
    EXPECT_EQ(pool.add(circle(1, 1, nan)).status().code, Code::parameter_out_of_range);
    EXPECT_EQ(pool.add(wall(0, 0, 2e18f, 1)).status().code, Code::bad_point);
    EXPECT_EQ(pool.add(wall(0, 0, 9e17f, 1)).status().code, Code::full_pool);
    EXPECT_EQ(pool.add({0, 0, 1, 1, 1}).status().code, Code::parameter_out_of_range);
    EXPECT_EQ(pool.move(0, wall(0, 0, 50, 0)).code, Code::full_pool);
    EXPECT_EQ(pool.move(0, circle(0, nan, 1)).code, Code::bad_point);
    EXPECT_EQ(pool.move(1, circle(0, 0, 1)).code, Code::unknown_obstacle);
    EXPECT_EQ(message(pool.remove(7)), "the pool has no obstacle 7");
    ASSERT_EQ(*pool.add(circle(5, 5, 0.25f)), 1u);
    EXPECT_EQ(message(pool.add(circle(5, 5, 0.25f)).status()),
              "the pool's obstacles: 3 do not fit, it has room for 2");
    EXPECT_EQ(pool.count(), 2u);
    EXPECT_EQ(pool.obstacles().obstacle(0).from_x, 5);
    EXPECT_EQ(pool.obstacles().obstacle(0).radius, 0.25f);
    const PolygonContainment stage{.obstacles = pool.obstacles()};
    EXPECT_EQ(
        Program::build({stage, Locomotion{.max_force = 1.0f, .max_speed = 1.0f, .mass = 1.0f}}).status().code,
        Code::invalid_program);
}

TEST(ObstaclePool, RefusesSizes) {
    const auto code = [](const auto& change) {
        ObstaclePoolSize size = room;
        change(size);
        EXPECT_EQ(ObstaclePool::memory_size(size), 0u);
        return ObstaclePool::create(size).status().code;
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(code([](auto& size) { size.area.max_x = size.area.min_x; }), Code::empty_rectangle);
    EXPECT_EQ(code([&](auto& size) { size.area.max_y = nan; }), Code::empty_rectangle);
    EXPECT_EQ(code([](auto& size) { size.cell_size = 0; }), Code::parameter_out_of_range);
    EXPECT_EQ(code([&](auto& size) { size.cell_size = nan; }), Code::parameter_out_of_range);
    EXPECT_EQ(code([](auto& size) { size.cell_size = 0.01f; }), Code::parameter_out_of_range);
    EXPECT_EQ(code([](auto& size) { size.obstacles = 0; }), Code::parameter_out_of_range);
    EXPECT_EQ(code([](auto& size) { size.entries = 1u << 29; }), Code::parameter_out_of_range);
    std::vector<std::byte> memory(ObstaclePool::memory_size(room) - 1);
    EXPECT_EQ(ObstaclePool::create(room, memory).status().code, Code::full_pool);
}

/// All obstacles in one cell, or each in its own: whatever is within the limits fits.
TEST(ObstaclePool, FitsAnyObstaclesWithinItsLimits) {
    const std::size_t size = ObstaclePool::memory_size(room);
    for (std::size_t offset = 0; offset < 9; ++offset) {
        std::vector<std::byte> memory(size + 128, std::byte{0x5a});
        const ObstaclePoolSize small{.area = room.area, .cell_size = 4, .obstacles = 60, .entries = 60 * 4};
        const std::size_t needed = ObstaclePool::memory_size(small);
        ASSERT_LE(needed, size);
        ObstaclePool pool = *ObstaclePool::create(small, std::span(memory).subspan(offset, needed));
        const std::uint64_t before = allocations();
        for (int wave = 0; wave < 6; ++wave) {
            for (std::uint32_t i = 0; i < 60; ++i) {
                // One cell has all; a fifth of the cells have five each; all alone.
                const float x = wave % 3 == 0   ? 1
                                : wave % 3 == 1 ? static_cast<float>(i / 5) * 6 - 36
                                                : static_cast<float>(i) * 1.3f - 38;
                ASSERT_TRUE(wave == 0 ? pool.add(circle(x, 2, 0.5f)).ok()
                                      : pool.move(i, circle(x, 2, 0.5f)).ok());
            }
        }
        for (std::uint32_t i = 0; i < 60; ++i) ASSERT_TRUE(pool.remove((i * 7) % 60).ok());
        EXPECT_EQ(allocations(), before);
        for (std::size_t i = 0; i < memory.size(); ++i)
            if (i < offset || i >= offset + needed) {
                ASSERT_EQ(memory[i], std::byte{0x5a}) << i;
            }
    }
}

/// All entries in few cells: as many as the pool has room for, to the last one.
TEST(ObstaclePool, FitsAsManyEntriesInACellAsInThePool) {
    for (std::uint32_t entries = 1; entries < 80; ++entries) {
        const ObstaclePoolSize small{.area = room.area, .cell_size = 4, .obstacles = 80, .entries = entries};
        ObstaclePool pool = *ObstaclePool::create(small);
        const auto place = [](std::uint32_t i) {
            return circle(1, 2 + static_cast<float>(i) * 0x1p-10f, 0.5f);
        };
        std::uint32_t count = 0;
        while (pool.add(place(count)).ok()) ++count;
        for (std::uint32_t i = 0; i < count; ++i) {
            const Obstacle one = pool.obstacles().obstacle(i), wanted = place(i);
            ASSERT_TRUE(one.from_x == wanted.from_x && one.from_y == wanted.from_y && one.radius == 0.5f)
                << i << " of " << count << ", " << entries << " entries";
        }
        for (std::uint32_t i = 0; i < count; ++i) ASSERT_TRUE(pool.remove(i).ok());
        EXPECT_EQ(pool.count(), 0u);
    }
}

/// Kernels read nothing beyond the pool's memory.
TEST_P(PoolAgents, ReadNothingBeyondThePool) {
    for (const Flush flush : {Flush::front, Flush::back}) {
        const std::size_t bytes = (ObstaclePool::memory_size(room) + 63) / 64 * 64;
        const GuardedMemory memory(bytes, flush);
        ObstaclePool pool = *ObstaclePool::create(room, std::span(memory.data(), bytes));
        Changes changes(3, true);
        ObstacleModel model;
        for (int i = 0; i < 300; ++i) ASSERT_NO_FATAL_FAILURE(changes.change(pool, model));
        Locomotion locomotion{.max_force = 40.0f, .max_speed = 8.0f, .mass = 1.0f};
        locomotion.obstacles = pool.obstacles();
        const Program program = build(
            {AvoidObstacles{.obstacles = pool.obstacles()}, Hide{.obstacles = pool.obstacles()}, locomotion});
        Population population = agents_of(program, changes, 1'000);
        const Result result = run(program, population.view(), Ticks{.dt = 0.125f}, serial_on(GetParam()));
        ASSERT_TRUE(result.status.ok());
        EXPECT_EQ(result.faults, 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, PoolAgents, each_isa(), isa_name);

TEST(FindCovered, NamesTheAgentsInCircles) {
    for (const unsigned seed : {3u, 4u, 5u}) {
        Changes changes(seed);
        ObstaclePool pool = pool_of(room);
        ObstacleModel model;
        for (int i = 0; i < 100; ++i) ASSERT_NO_FATAL_FAILURE(changes.change(pool, model));
        Population population(3'000, std::vector{Stream::position_x, Stream::position_y});
        fill(population, changes);
        population.set<Stream::position_x>(7, std::numeric_limits<float>::quiet_NaN());
        std::vector<std::uint32_t> expected;
        for (std::uint32_t slot = 0; slot < population.size(); ++slot) {
            const double x = static_cast<double>(population.get<Stream::position_x>(slot));
            const double y = static_cast<double>(population.get<Stream::position_y>(slot));
            bool covered = false;
            for (const auto& [number, one] : model)
                covered |= one.from_x == one.to_x && one.from_y == one.to_y &&
                           std::pow(x - static_cast<double>(one.from_x), 2) +
                                   std::pow(y - static_cast<double>(one.from_y), 2) <=
                               static_cast<double>(one.radius) * static_cast<double>(one.radius);
            if (covered) expected.push_back(slot);
        }
        EXPECT_GT(expected.size(), 10u);
        for (const ObstacleSet& obstacles : {pool.obstacles(), set_of(model)}) {
            std::vector<std::uint32_t> slots(population.size());
            const std::size_t count = *find_covered(population.view(), obstacles, slots);
            slots.resize(count);
            EXPECT_EQ(slots, expected);
            std::vector<std::uint32_t> few(5);
            EXPECT_EQ(*find_covered(population.view(), obstacles, few), expected.size());
            EXPECT_EQ(few, std::vector<std::uint32_t>(expected.begin(), expected.begin() + 5));
        }
    }
    EXPECT_EQ(find_covered(AgentView(1), ObstacleSet(), {}).status().code, Code::missing_stream);
}

/// Agents on which a building lands stay, and leave it by their forces; other obstacles hold them.
TEST(ObstaclePool, HoldsNoAgentOnWhichItLands) {
    ObstaclePool pool = pool_of(room);
    (void)*pool.add(wall(4, -10, 4, 10));
    const Program program = build(
        {ExternalForce{},
         Locomotion{.max_force = 100.0f, .max_speed = 2.0f, .mass = 1.0f, .obstacles = pool.obstacles()}});
    Population agents_inside = blank(program, 2);
    const std::uint32_t building = *pool.add(circle(0, 0, 3));
    agents_inside.set<Stream::position_x>(1, 0.5f);
    const auto tick = [&](float force) {
        for (std::size_t slot = 0; slot < 2; ++slot) agents_inside.set<Stream::external_force_x>(slot, force);
        ASSERT_TRUE(run(program, agents_inside.view(), Ticks{.dt = 0.25f}).status);
    };
    for (int i = 0; i < 4; ++i) tick(0);
    EXPECT_EQ(agents_inside.get<Stream::position_x>(0), 0);
    std::vector<std::uint32_t> slots(2);
    EXPECT_EQ(*find_covered(agents_inside.view(), pool.obstacles(), slots), 2u);
    for (int i = 0; i < 40; ++i) tick(10);
    EXPECT_EQ(*find_covered(agents_inside.view(), pool.obstacles(), slots), 0u);
    EXPECT_GT(agents_inside.get<Stream::position_x>(0), 3.9f);
    EXPECT_LT(agents_inside.get<Stream::position_x>(0), 4);
    // The wall passes over them: they are on its other side.
    ASSERT_TRUE(pool.remove(building).ok());
    ASSERT_TRUE(pool.move(0, wall(2, -10, 2, 10)).ok());
    for (int i = 0; i < 40; ++i) tick(-10);
    EXPECT_GT(agents_inside.get<Stream::position_x>(0), 2);
}

/// Walls about agents hold them. A circle about the building names them.
TEST(ObstaclePool, EnclosesTheAgentsInABuildingOfWalls) {
    ObstaclePool pool = pool_of(room);
    const Program program = build(
        {ExternalForce{},
         Locomotion{.max_force = 100.0f, .max_speed = 8.0f, .mass = 1.0f, .obstacles = pool.obstacles()}});
    Population population = blank(program, 3);
    population.set<Stream::position_x>(1, 2.5f);
    population.set<Stream::position_x>(2, 9);
    for (const Obstacle& side :
         {wall(-3, -3, 3, -3), wall(3, -3, 3, 3), wall(3, 3, -3, 3), wall(-3, 3, -3, -3)})
        (void)*pool.add(side);
    std::vector<std::uint32_t> slots(3);
    const ObstacleSet about = *ObstacleSetBuilder().add_circle({0, 0}, 4.5).build();
    EXPECT_EQ(*find_covered(population.view(), pool.obstacles(), slots), 0u);
    EXPECT_EQ(*find_covered(population.view(), about, slots), 2u);
    for (std::size_t slot = 0; slot < 3; ++slot) population.set<Stream::external_force_x>(slot, 10);
    for (int i = 0; i < 40; ++i) ASSERT_TRUE(run(program, population.view(), Ticks{.dt = 0.25f}).status);
    EXPECT_LT(population.get<Stream::position_x>(0), 3);
    EXPECT_LT(population.get<Stream::position_x>(1), 3);
    EXPECT_GT(population.get<Stream::position_x>(2), 20);
}

/// An obstacle has no more entries than the header says.
TEST(ObstaclePool, ObstaclesHaveNoMoreEntriesThanDocumented) {
    for (unsigned seed = 1; seed < 3'000; ++seed) {
        Changes changes(seed % 2 == 0 ? 3 * seed : seed, true);
        ObstaclePoolSize size = room;
        size.obstacles = 1;
        const Obstacle one = changes.obstacle();
        const auto cells = [&](float x, float y) {
            return std::hypot(static_cast<double>(x), static_cast<double>(y)) /
                   static_cast<double>(size.cell_size);
        };
        const double length = cells(one.to_x - one.from_x, one.to_y - one.from_y);
        const double width = cells(2 * one.radius, 0);
        const double way = cells(one.velocity_x, one.velocity_y) * static_cast<double>(size.horizon);
        const double at_rest = length > 0 ? 4 * (1 + length) : (4 + width) * (1 + std::min(width, 8.0));
        size.entries = static_cast<std::uint32_t>(way > 0 ? at_rest * 2 * (1 + way) : at_rest);
        ObstaclePool pool = pool_of(size);
        ASSERT_TRUE(pool.add(one).ok()) << seed << ": " << message(pool.add(one).status());
    }
}

TEST(ObstaclePool, RefusesChangesDuringACall) {
    ObstaclePool pool = pool_of(room);
    (void)*pool.add(circle(1, 1, 1));
    std::vector<Code> seen;
    struct Context {
        ObstaclePool& pool;
        std::vector<Code>& seen;
    } context{pool, seen};
    const CustomForce custom{.function =
                                 [](void* given, const CustomCall&) {
                                     auto& [of, codes] = *static_cast<Context*>(given);
                                     codes = {of.add(circle(1, 1, 1)).status().code,
                                              of.move(0, circle(1, 1, 1)).code, of.remove(0).code};
                                     return true;
                                 },
                             .context = &context};
    const Locomotion plain{.max_force = 1.0f, .max_speed = 1.0f, .mass = 1.0f};
    Locomotion held = plain;
    held.obstacles = pool.obstacles();
    for (const std::vector<Stage>& stages :
         {std::vector<Stage>{AvoidObstacles{.obstacles = pool.obstacles()}, custom, plain},
          std::vector<Stage>{custom, held},
          std::vector<Stage>{AvoidNeighbours{.occluders = pool.obstacles()}, custom, plain},
          std::vector<Stage>{Hide{.obstacles = pool.obstacles()}, custom, plain}}) {
        const Program program = build(stages);
        AgentBuffer buffer(program);
        buffer.spawn(1);
        seen.clear();
        AgentView view = buffer.view();
        std::vector<float> workspace(workspace_size(program, view));
        view.workspace(workspace);
        const Result result = run(program, view, Ticks{.dt = 1.0f});
        ASSERT_TRUE(result.status.ok()) << message(result.status);
        EXPECT_EQ(seen, (std::vector<Code>{Code::pool_in_use, Code::pool_in_use, Code::pool_in_use}));
        EXPECT_EQ(pool.count(), 1u);
    }
    EXPECT_TRUE(pool.remove(0).ok());
}

}  // namespace
}  // namespace wend::test
