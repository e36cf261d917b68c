// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/oracle.hpp"
#include "support/program_cases.hpp"
#include "support/tally.hpp"
#include "wend/corridor_follow.hpp"

namespace wend::test {
namespace {

/// A segment's point that is nearest to another one.
struct Foot {
    std::uint32_t segment = 0;
    double t = 0;  ///< before the clamp to the segment
    double length = 0;
    Point tangent;
    double distance = 0;

    [[nodiscard]] double place() const { return std::clamp(t, 0.0, length); }
};

/// One agent's tick. `close`: some comparison is too close to decide.
struct Corridor {
    OracleVector force;
    std::uint32_t segment = 0;
    std::int32_t direction = 1;
    bool steers = true;
    bool close = false;
};

/// The formula in double precision.
class CorridorOracle {
  public:
    CorridorOracle(const CorridorFollow& stage, const OracleAgent& agent)
        : stage_(stage),
          agent_(agent),
          path_(static_cast<std::size_t>(agent.population.get<Stream::path>(agent.slot))),
          count_(stage.paths.segment_count(path_, stage.mode)),
          direction_(agent.population.get<Stream::direction>(agent.slot)),
          future_(sum(agent.position(), times(agent.velocity(), static_cast<double>(stage.prediction)))) {}

    [[nodiscard]] Corridor judge() {
        const std::uint32_t from = agent_.population.get<Stream::segment>(agent_.slot);
        Foot foot = descend(foot_on(from), direction_);
        if (foot.segment == from) foot = descend(foot, -direction_);
        Corridor result;
        result.segment = foot.segment;
        result.direction = turned(foot);
        const OracleVector velocity = agent_.velocity();
        const double along = (foot.tangent.x * velocity.x + foot.tangent.y * velocity.y) * direction_;
        const double radius = static_cast<double>(stage_.radius);
        const bool inside = foot.distance <= radius;
        close_ |= near(foot.distance, radius);
        close_ |=
            inside && along != 0 && std::abs(along) <= branch_margin * std::hypot(velocity.x, velocity.y);
        result.steers = !inside || along < 0;
        if (result.steers) result.force = oracle_seek(agent_, aim_from(foot));
        result.close = close_;
        return result;
    }

  private:
    /// Distances that floats do not distinguish.
    [[nodiscard]] bool near(double a, double b) const {
        return std::abs(a - b) <= 16 * error_unit * std::max({scale_, future_.scale, a, b});
    }

    [[nodiscard]] Foot foot_on(std::uint32_t i) {
        const Point from = stage_.paths.node(path_, i);
        const Point to = stage_.paths.node(path_, (i + 1) % stage_.paths.node_count(path_));
        const double length = std::hypot(to.x - from.x, to.y - from.y);
        const Point tangent{(to.x - from.x) / length, (to.y - from.y) / length};
        for (const double coordinate : {from.x, from.y, to.x, to.y})
            scale_ = std::max(scale_, std::abs(coordinate));
        Foot foot{i, (future_.x - from.x) * tangent.x + (future_.y - from.y) * tangent.y, length, tangent};
        const Point nearest = foot.t <= 0 ? from
                              : foot.t >= length
                                  ? to
                                  : Point{from.x + tangent.x * foot.t, from.y + tangent.y * foot.t};
        foot.distance = std::hypot(future_.x - nearest.x, future_.y - nearest.y);
        return foot;
    }

    [[nodiscard]] bool next_to(std::uint32_t i, int way, std::uint32_t& next) const {
        const bool at_end = i == (way == 1 ? count_ - 1 : 0);
        next = at_end ? count_ - 1 - i : i + static_cast<std::uint32_t>(way);
        return !at_end || stage_.mode == PathMode::loop;
    }

    /// Both points are the shared node, by a margin that floats resolve.
    [[nodiscard]] bool share_a_node(const Foot& a, const Foot& b, int way) const {
        const auto behind = [&](const Foot& foot) { return foot.t <= 0 && !near(foot.t, 0); };
        const auto beyond = [&](const Foot& foot) {
            return foot.t >= foot.length && !near(foot.t, foot.length);
        };
        return way == 1 ? beyond(a) && behind(b) : behind(a) && beyond(b);
    }

    [[nodiscard]] Foot descend(Foot foot, int way) {
        for (int walked = 0; walked < 8; ++walked) {
            std::uint32_t next = 0;
            if (!next_to(foot.segment, way, next)) break;
            const Foot other = foot_on(next);
            if (share_a_node(foot, other, way)) break;
            close_ |= near(foot.distance, other.distance);
            if (other.distance >= foot.distance) break;
            foot = other;
        }
        return foot;
    }

    [[nodiscard]] std::int32_t turned(const Foot& foot) {
        if (stage_.mode != PathMode::ping_pong) return direction_;
        const bool last = foot.segment == (direction_ == 1 ? count_ - 1 : 0);
        if (!last) return direction_;
        const double beyond = direction_ == 1 ? foot.t - foot.length : -foot.t;
        close_ |= near(beyond, 0);
        return beyond >= 0 ? -direction_ : direction_;
    }

    [[nodiscard]] OracleVector aim_from(Foot foot) {
        double s = foot.place() + static_cast<double>(stage_.ahead) * direction_;
        const double terms = std::max({scale_, future_.scale, std::abs(s), foot.length});
        for (int walked = 0; walked < 8 && (s < 0 || s > foot.length); ++walked) {
            const int way = s < 0 ? -1 : 1;
            std::uint32_t next = 0;
            if (!next_to(foot.segment, way, next)) break;
            const double length = foot.length;
            foot = foot_on(next);
            s += way == 1 ? -length : foot.length;
        }
        s = std::clamp(s, 0.0, foot.length);
        const Point from = stage_.paths.node(path_, foot.segment);
        return of_terms(from.x + foot.tangent.x * s, from.y + foot.tangent.y * s, std::max(terms, scale_));
    }

    const CorridorFollow& stage_;
    const OracleAgent& agent_;
    std::size_t path_;
    std::uint32_t count_;
    std::int32_t direction_;
    OracleVector future_;
    double scale_ = 0;  ///< the largest coordinate in use
    bool close_ = false;
};

/// The oracle sees only the start of a tick, not the kernel's branch: where a comparison is too close to
/// decide, it accepts any force, by a scale that no error exceeds. ProgressIsTheOracles counts these.
const OracleOf<CorridorFollow> oracle(
    [](const CorridorFollow& stage, const OracleAgent& agent) -> OracleVector {
        if (agent.population.get<Stream::path>(agent.slot) == -1)
            return stage.brake_without_path ? times(agent.velocity(), -1) : OracleVector{};
        Corridor judged = CorridorOracle(stage, agent).judge();
        if (judged.close) judged.force.scale = 1e30;
        return judged.force;
    },
    8);

std::vector<const ProgramCase*> corridor_cases() {
    std::vector<const ProgramCase*> cases;
    for (const ProgramCase& test : program_cases())
        if (std::holds_alternative<CorridorFollow>(test.program.stages()[0])) cases.push_back(&test);
    return cases;
}

class CorridorProgress : public ::testing::TestWithParam<const ProgramCase*> {};

TEST_P(CorridorProgress, IsTheOracles) {
    const ProgramCase& test = *GetParam();
    const auto& stage = std::get<CorridorFollow>(test.program.stages().front());
    const auto& locomotion = std::get<Locomotion>(test.program.stages().back());
    // Segments of a micrometre among agents that are hundreds of metres away are all equally near.
    const bool told_apart = test.name != "corridor_follow_many_nodes";
    constexpr std::size_t agents = 4000;
    Tally progress;
    std::size_t moved = 0, turned = 0, steered = 0, several = 0;
    Population before = test.population(agents, 86, Values::ordinary);
    for (std::uint64_t tick = 0; tick < 40; ++tick) {
        const Ticks ticks{.dt = test.dt, .first_tick = tick, .seed = 5};
        Population after = before;
        ASSERT_TRUE(faultless(run(test.program, after.view(), ticks, {.threading = Threading::serial})));
        for (std::size_t slot = 0; slot < agents; ++slot) {
            const OracleAgent agent{before, slot, locomotion, static_cast<std::uint32_t>(slot), ticks};
            const Corridor expected = CorridorOracle(stage, agent).judge();
            progress.add(0, "progress", slot);
            progress.close_calls += expected.close;
            if (expected.close) continue;
            const std::uint32_t was = before.get<Stream::segment>(slot);
            ASSERT_EQ(after.get<Stream::segment>(slot), expected.segment)
                << "agent " << slot << ", tick " << tick << ", from " << was;
            ASSERT_EQ(after.get<Stream::direction>(slot), expected.direction)
                << "agent " << slot << ", tick " << tick;
            moved += expected.segment != was;
            several += expected.segment > was + 1 || expected.segment + 1 < was;
            turned += expected.direction != before.get<Stream::direction>(slot);
            steered += expected.steers;
        }
        before = after;
    }
    EXPECT_GT(moved, 500u);
    EXPECT_GT(several, 50u);
    EXPECT_GT(steered, 1000u);
    EXPECT_LT(steered, progress.compared);
    if (stage.mode == PathMode::ping_pong) {
        EXPECT_GT(turned, 100u);
    }
    if (told_apart) expect_within(progress, 0, "progress");
    RecordProperty("close_calls", std::to_string(progress.close_calls));
    RecordProperty("compared", std::to_string(progress.compared));
}

INSTANTIATE_TEST_SUITE_P(Programs, CorridorProgress, ::testing::ValuesIn(corridor_cases()),
                         [](const ::testing::TestParamInfo<const ProgramCase*>& parameter) {
                             return parameter.param->name;
                         });

PathSet line_through(std::initializer_list<Point> points) {
    return *PathSetBuilder().add(std::vector<Point>(points)).build();
}

Locomotion vehicle() { return {.max_force = 20.0f, .max_speed = 5.0f, .mass = 1.0f}; }

/// One agent on path 0.
Population agent_at(const Program& program, Point position, Point velocity, std::int32_t direction = 1) {
    Population population(1, streams_of(program));
    population.set<Stream::position_x>(0, static_cast<float>(position.x));
    population.set<Stream::position_y>(0, static_cast<float>(position.y));
    population.set<Stream::velocity_x>(0, static_cast<float>(velocity.x));
    population.set<Stream::velocity_y>(0, static_cast<float>(velocity.y));
    population.set<Stream::path>(0, 0);
    population.set<Stream::segment>(0, 0);
    population.set<Stream::direction>(0, direction);
    return population;
}

TEST(CorridorFollow, InsideTheCorridorAnAgentKeepsItsVelocity) {
    const Program program =
        build({CorridorFollow{.paths = line_through({{0, 0}, {100, 0}}), .radius = 5}, vehicle()});
    Population population = agent_at(program, {10, 2}, {3, 0.5});
    ASSERT_TRUE(run(program, population.view(), {.dt = 0.125f, .count = 8, .first_tick = 0}).status.ok());
    EXPECT_EQ(population.get<Stream::velocity_x>(0), 3);
    EXPECT_EQ(population.get<Stream::velocity_y>(0), 0.5f);
}

TEST(CorridorFollow, AgainstTheDirectionItIsTurned) {
    const Program program =
        build({CorridorFollow{.paths = line_through({{0, 0}, {100, 0}}), .radius = 5}, vehicle()});
    Population population = agent_at(program, {50, 1}, {-3, 0});
    ASSERT_TRUE(
        run(program, population.view(), {.dt = 1.0f / 60, .count = 120, .first_tick = 0}).status.ok());
    EXPECT_GE(population.get<Stream::velocity_x>(0), 0.0f);
}

TEST(CorridorFollow, AnAgentComesBackAndStaysInsideAllRound) {
    std::vector<Point> ring;
    for (int i = 0; i < 40; ++i)
        ring.push_back(
            {100 * std::cos(i * std::numbers::pi / 20), 100 * std::sin(i * std::numbers::pi / 20)});
    const PathSet paths = *PathSetBuilder().add(ring, true).build();
    const Program program =
        build({CorridorFollow{.paths = paths, .mode = PathMode::loop, .radius = 6}, vehicle()});
    Population population = agent_at(program, {130, -5}, {0, 4});
    std::uint32_t laps = 0;
    for (std::uint64_t tick = 0; tick < 60 * 300; ++tick) {
        const std::uint32_t was = population.get<Stream::segment>(0);
        ASSERT_TRUE(
            run(program, population.view(), {.dt = 1.0f / 60, .count = 1, .first_tick = tick}).status.ok());
        laps += was == 39 && population.get<Stream::segment>(0) == 0;
        if (tick < 60 * 15) continue;
        const double radius = std::hypot(static_cast<double>(population.get<Stream::position_x>(0)),
                                         static_cast<double>(population.get<Stream::position_y>(0)));
        ASSERT_NEAR(radius, 100, 6) << "tick " << tick;
    }
    EXPECT_GE(laps, 2u);
}

TEST(CorridorFollow, PingPongTurnsAtBothEnds) {
    const Program program = build(
        {CorridorFollow{
             .paths = line_through({{0, 0}, {30, 10}, {60, 0}}), .mode = PathMode::ping_pong, .radius = 4},
         vehicle()});
    Population population = agent_at(program, {0, 0}, {3, 0});
    int turns = 0;
    for (std::uint64_t tick = 0; tick < 60 * 120; ++tick) {
        const std::int32_t was = population.get<Stream::direction>(0);
        ASSERT_TRUE(
            run(program, population.view(), {.dt = 1.0f / 60, .count = 1, .first_tick = tick}).status.ok());
        turns += population.get<Stream::direction>(0) != was;
        ASSERT_GT(population.get<Stream::position_x>(0), -12);
        ASSERT_LT(population.get<Stream::position_x>(0), 72);
    }
    EXPECT_GE(turns, 2);
}

/// Two legs 4 m apart: the nearer one is 40 segments on.
TEST(CorridorFollow, APathThatComesBackBesideItselfIsNotCutShort) {
    std::vector<Point> points;
    for (int i = 0; i <= 20; ++i) points.push_back({i * 10.0, 0});
    for (int i = 20; i >= 0; --i) points.push_back({i * 10.0, 4});
    const Program program =
        build({CorridorFollow{.paths = *PathSetBuilder().add(points).build(), .radius = 1}, vehicle()});
    Population population = agent_at(program, {5, 3}, {1, 0});
    ASSERT_TRUE(run(program, population.view(), {.dt = 1.0f / 60, .count = 60, .first_tick = 0}).status.ok());
    EXPECT_LT(population.get<Stream::segment>(0), 2u);
}

TEST(CorridorFollow, WithoutAPathNothingIsSteeredAndNothingIsAFault) {
    const Program program = build({CorridorFollow{.paths = line_through({{0, 0}, {100, 0}})}, vehicle()});
    for (const Isa isa : supported_isas()) {
        Population population = agent_at(program, {0, 500}, {1, 2});
        population.set<Stream::path>(0, -1);
        population.set<Stream::segment>(0, 77);
        population.set<Stream::direction>(0, 5);
        const Result result =
            run(program, population.view(), {.dt = 1, .count = 3, .first_tick = 0}, serial_on(isa));
        EXPECT_TRUE(faultless(result));
        EXPECT_EQ(population.get<Stream::velocity_y>(0), 2);
        EXPECT_EQ(population.get<Stream::segment>(0), 77u);
        EXPECT_EQ(population.get<Stream::direction>(0), 5);
    }
}

TEST(CorridorFollow, WithoutAPathAnAgentBrakesOnRequest) {
    const Program program = build(
        {CorridorFollow{.paths = line_through({{0, 0}, {100, 0}}), .brake_without_path = true}, vehicle()});
    for (const Isa isa : supported_isas()) {
        Population population = agent_at(program, {0, 500}, {1, 2});
        population.set<Stream::path>(0, -1);
        const Result result =
            run(program, population.view(), {.dt = 0.5, .count = 3, .first_tick = 0}, serial_on(isa));
        EXPECT_TRUE(faultless(result));
        EXPECT_EQ(population.get<Stream::velocity_x>(0), 0.125f);
        EXPECT_EQ(population.get<Stream::velocity_y>(0), 0.25f);
    }
}

TEST(CorridorFollow, APlaceThatIsNotOnThePathIsAFault) {
    const Program program = build(
        {CorridorFollow{.paths = line_through({{0, 0}, {100, 0}, {200, 0}}), .mode = PathMode::ping_pong},
         vehicle()});
    const auto faults = [&](Isa isa, std::int32_t path, std::uint32_t segment, std::int32_t direction) {
        Population population = agent_at(program, {0, 0}, {1, 0}, direction);
        population.set<Stream::path>(0, path);
        population.set<Stream::segment>(0, segment);
        return run(program, population.view(), {.dt = 1, .count = 1, .first_tick = 0}, serial_on(isa)).faults;
    };
    for (const Isa isa : supported_isas()) {
        EXPECT_EQ(faults(isa, 0, 1, -1), 0u);
        EXPECT_EQ(faults(isa, 0, 2, 1), 1u);  // the closing segment exists in mode loop only
        EXPECT_EQ(faults(isa, 0, 0xffffffffu, 1), 1u);
        EXPECT_EQ(faults(isa, 0, 0, 0), 1u);
        EXPECT_EQ(faults(isa, 0, 0, -2), 1u);
        EXPECT_EQ(faults(isa, 1, 0, 1), 1u);
        EXPECT_EQ(faults(isa, -2, 0, 1), 1u);
    }
}

TEST(CorridorFollow, APathOfOneNodeIsRefused) {
    const std::array line{Point{0, 0}, Point{1, 0}};
    const std::array dot{Point{3, 3}};
    const auto program =
        Program::build({CorridorFollow{.paths = *PathSetBuilder().add(line).add(dot).build()}, vehicle()});
    ASSERT_FALSE(program.ok());
    EXPECT_EQ(program.status().code, Code::too_few_points);
    EXPECT_EQ(program.status().sub_index, 1u);
}

}  // namespace
}  // namespace wend::test
