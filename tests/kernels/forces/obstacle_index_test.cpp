// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The stages that search obstacles by their index, against references that visit all of them: in random sets
// of any density and size.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/blank.hpp"
#include "support/isas.hpp"
#include "wend/avoid_obstacles.hpp"
#include "wend/hide.hpp"
#include "wend/polygon_containment.hpp"

namespace wend::test {
namespace {

/// Obstacles and agents in a square of `side` about (x, y).
class RandomWorld {
  public:
    explicit RandomWorld(unsigned seed) : random_(seed) {
        side_ = std::ldexp(draw() + 1, pick(std::array{-42, -8, 4, 7, 10, 20, 40, 54}));
        if (pick(3) == 0) {
            const double far = std::ldexp(side_, pick(12));
            x_ = std::min(far, 5e17);
            y_ = -std::min(far, 5e17) / 3;
        }
        snap_ = pick(3) == 0;
        build();
    }

    [[nodiscard]] const ObstacleSet& obstacles() const { return obstacles_; }
    [[nodiscard]] bool has_polygon() const {
        for (std::size_t i = 0; i < obstacles_.size(); ++i)
            if (obstacles_.obstacle(i).of_polygon) return true;
        return false;
    }

    /// A length of any size in the world, now and then 0.
    [[nodiscard]] float length() {
        return pick(8) == 0 ? 0 : static_cast<float>(side_ * std::ldexp(draw(), -pick(12)));
    }

    [[nodiscard]] Population agents(const Program& program, std::size_t count, float horizon) {
        Population agents = blank(program, count);
        const auto set = [&]<Stream S>(std::size_t slot, double value) {
            if (agents.has(S)) agents.set<S>(slot, static_cast<float>(value));
        };
        for (std::size_t slot = 0; slot < count; ++slot) {
            const Point at = place(1.5);
            set.operator()<Stream::position_x>(slot, at.x);
            set.operator()<Stream::position_y>(slot, at.y);
            // From agents at rest to those that cross the world in a horizon.
            const double speed = std::min(
                std::ldexp(side_, -pick(pick(4) == 0 ? 60 : 8)) / static_cast<double>(horizon), 1e17);
            set.operator()<Stream::velocity_x>(slot, pick(5) == 0 ? 0 : speed * (draw() * 2 - 1));
            set.operator()<Stream::velocity_y>(slot, pick(5) == 0 ? 0 : speed * (draw() * 2 - 1));
            const Point hunter = place(2);
            set.operator()<Stream::target_x>(slot, hunter.x);
            set.operator()<Stream::target_y>(slot, hunter.y);
        }
        return agents;
    }

    [[nodiscard]] int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
    template <std::size_t size>
    [[nodiscard]] int pick(const std::array<int, size>& values) {
        return values[static_cast<std::size_t>(pick(static_cast<int>(size)))];
    }
    [[nodiscard]] double draw() { return static_cast<double>(random_() >> 8) * 0x1p-24; }

  private:
    /// In the square times `wide`; often one of few places, among them the obstacles' ends.
    [[nodiscard]] Point place(double wide) {
        if (obstacles_.size() != 0 && pick(6) == 0) {
            const Obstacle end = obstacles_.obstacle(random_() % obstacles_.size());
            return {static_cast<double>(end.from_x), static_cast<double>(end.from_y)};
        }
        Point at{(draw() - 0.5) * wide, (draw() - 0.5) * wide};
        if (snap_ && pick(4) != 0) at = {std::round(at.x * 16) / 16, std::round(at.y * 16) / 16};
        return {x_ + at.x * side_, y_ + at.y * side_};
    }

    void build() {
        ObstacleSetBuilder builder;
        const int kinds = 1 + pick(7), count = 1 << pick(8);
        const double size = std::ldexp(side_, -pick(8));
        for (int i = 0; i < count; ++i) {
            const Point at = place(1);
            const double reach = size * std::ldexp(1, -pick(3)) * (pick(9) == 0 ? 8 : 1);
            const auto beside = [&] {
                Point end{at.x + (draw() - 0.5) * reach, at.y + (draw() - 0.5) * reach};
                if (pick(4) == 0) end.y = at.y;
                if (pick(8) == 0) end = at;
                return end;
            };
            if ((kinds & 1) != 0 && pick(2) == 0)
                builder.add_circle(at, pick(8) == 0 ? 0 : draw() * reach / 2);
            if ((kinds & 2) != 0 && pick(2) == 0) builder.add_wall(std::array{at, beside(), beside()});
            if ((kinds & 4) != 0 && pick(2) == 0) {
                const double w = draw() * reach, h = draw() * reach;
                if (pick(2) == 0)
                    builder.add_wall(std::array{at, Point{at.x + w, at.y}, Point{at.x + w, at.y + h},
                                                Point{at.x, at.y + h}},
                                     true);
                else
                    builder.add_wall(std::array{at, beside(), beside(), beside(), beside()}, true);
            }
        }
        obstacles_ = *builder.build();
    }

    std::mt19937 random_;
    double side_ = 1, x_ = 0, y_ = 0;
    bool snap_ = false;
    ObstacleSet obstacles_;
};

class ObstacleIndex : public ::testing::TestWithParam<Isa> {
  protected:
    void expect_reference(const std::vector<Stage>& stages, RandomWorld& world, float horizon) {
        const Program program = build(stages);
        const Population start = world.agents(program, 200, horizon);
        const Ticks ticks{.dt = 0.125f};
        Population expected = start;
        Population now = start;
        const Result reference = run(program, expected.view(), ticks, serial_on(Isa::reference));
        EXPECT_TRUE(same_result(reference, run(program, now.view(), ticks, serial_on(GetParam()))));
        EXPECT_TRUE(same_bits(expected, now));
    }
};

/// WEND_OBSTACLE_SETS: how many sets.
TEST_P(ObstacleIndex, FindsWhatAllObstaclesGiveInRandomSets) {
    const char* const wish = std::getenv("WEND_OBSTACLE_SETS");
    const unsigned sets = wish == nullptr ? 40 : static_cast<unsigned>(std::strtoul(wish, nullptr, 10));
    const Locomotion vehicle{.max_force = 1e18f, .max_speed = 1e17f, .mass = 1.0f};
    for (unsigned seed = 1; seed <= sets && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        RandomWorld world(seed);
        const float horizon = static_cast<float>(std::ldexp(1.0 + world.draw(), world.pick(40) - 20));
        expect_reference(
            {AvoidObstacles{
                 .obstacles = world.obstacles(), .horizon = horizon, .body_radius = world.length()},
             vehicle},
            world, horizon);
        const float prediction = world.pick(2) == 0 ? 0 : 0.5f;
        if (world.has_polygon())
            expect_reference({PolygonContainment{.obstacles = world.obstacles(),
                                                 .margin = std::max(world.length(), 0x1p-60f),
                                                 .prediction = prediction},
                              vehicle},
                             world, 1);
        Hide hide{.obstacles = world.obstacles()};
        hide.radius = std::max(world.length(), 0x1p-60f);
        hide.distance = world.length();
        expect_reference({hide, vehicle}, world, 1);
    }
}

/// Walls as they are traced, in one strip and in one column, and one that is far from all others.
TEST_P(ObstacleIndex, FindsLongRowsOfWallsAndOneFarAway) {
    for (const bool upright : {false, true}) {
        ObstacleSetBuilder builder;
        std::vector<Point> wall;
        for (int i = 0; i < 900; ++i) {
            const double along = i * 3.0, beside = 4 * std::sin(i * 0.1);
            wall.push_back(upright ? Point{beside, along} : Point{along, beside});
        }
        builder.add_wall(wall).add_circle({1e7, 1e7}, 1);
        const ObstacleSet obstacles = *builder.build();
        const Program program = build({AvoidObstacles{.obstacles = obstacles, .horizon = 8},
                                       Locomotion{.max_force = 12.0f, .max_speed = 6.0f, .mass = 1.0f}});
        Population start = blank(program, 400);
        for (std::size_t slot = 0; slot < start.size(); ++slot) {
            const auto along = static_cast<float>(slot) * 7;
            const auto beside = static_cast<float>(slot % 13) - 6;
            start.set<Stream::position_x>(slot, upright ? beside : along);
            start.set<Stream::position_y>(slot, upright ? along : beside);
            start.set<Stream::velocity_x>(slot, static_cast<float>(slot % 7) - 3);
            start.set<Stream::velocity_y>(slot, static_cast<float>(slot % 5) * 8 - 16);
        }
        Population expected = start;
        const Ticks ticks{.dt = 0.125f};
        ASSERT_TRUE(run(program, expected.view(), ticks, serial_on(Isa::reference)).status);
        ASSERT_TRUE(run(program, start.view(), ticks, serial_on(GetParam())).status);
        EXPECT_TRUE(same_bits(expected, start)) << upright;
    }
}

INSTANTIATE_TEST_SUITE_P(AllIsas, ObstacleIndex, each_vector_isa(), isa_name);

}  // namespace
}  // namespace wend::test
