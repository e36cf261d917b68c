// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/neighbour_scenes.hpp"
#include "support/tally.hpp"
#include "wend/orca.hpp"

namespace wend::test {
namespace {

// ---- the oracle: all corners of the allowed region, one by one

struct Corner {
    double x, y;
};
struct OracleLine {
    Corner point, along;

    [[nodiscard]] double outside(const Corner& u) const {
        return along.x * (point.y - u.y) - along.y * (point.x - u.x);
    }
    [[nodiscard]] Corner at(double t) const { return {point.x + along.x * t, point.y + along.y * t}; }
    [[nodiscard]] OracleLine moved_inwards(double by) const {
        return {{point.x - along.y * by, point.y + along.x * by}, along};
    }
};

/// a x + b y = c and d x + e y = f.
bool solve(double a, double b, double c, double d, double e, double f, Corner& found) {
    const double determinant = a * e - b * d;
    if (std::abs(determinant) < 1e-12) return false;
    found = {(c * e - b * f) / determinant, (a * f - c * d) / determinant};
    return true;
}

class OracleProgram {
  public:
    OracleProgram(std::vector<OracleLine> lines, double max_speed)
        : lines_(std::move(lines)), max_speed_(max_speed) {}

    [[nodiscard]] double violation(const Corner& u) const {
        double most = -std::numeric_limits<double>::infinity();
        for (const OracleLine& line : lines_) most = std::max(most, line.outside(u));
        return most;
    }

    /// The least violation of any velocity below max_speed.
    [[nodiscard]] double least_violation() const {
        double least = std::numeric_limits<double>::infinity();
        const auto try_corner = [&](const Corner& u) {
            if (std::hypot(u.x, u.y) <= max_speed_ * (1 + 1e-9)) least = std::min(least, violation(u));
        };
        // out(u) = a - b . u
        const auto offset = [](const OracleLine& l) { return l.along.x * l.point.y - l.along.y * l.point.x; };
        for (const OracleLine& i : lines_) {
            try_corner({-i.along.y * max_speed_, i.along.x * max_speed_});
            for (const OracleLine& j : lines_) {
                const double a = j.along.y - i.along.y;
                const double b = i.along.x - j.along.x;
                const double c = offset(i) - offset(j);
                // a x + b y = -c on the circle
                const double square = a * a + b * b;
                const double rest = max_speed_ * max_speed_ * square - c * c;
                if (square > 1e-18 && rest >= 0)
                    for (const double sign : {-1.0, 1.0})
                        try_corner({(-c * a - sign * b * std::sqrt(rest)) / square,
                                    (-c * b + sign * a * std::sqrt(rest)) / square});
                for (const OracleLine& k : lines_) {
                    Corner u{};
                    if (solve(a, b, -c, k.along.y - i.along.y, i.along.x - k.along.x,
                              -(offset(i) - offset(k)), u))
                        try_corner(u);
                }
            }
        }
        return least;
    }

    /// The distance from the preferred velocity to the nearest allowed one; infinity: there is none.
    [[nodiscard]] double least_distance(const Corner& preferred) const {
        double least = std::numeric_limits<double>::infinity();
        const auto try_corner = [&](const Corner& u) {
            if (std::hypot(u.x, u.y) <= max_speed_ * (1 + 1e-12) && violation(u) <= 1e-12 * max_speed_)
                least = std::min(least, std::hypot(u.x - preferred.x, u.y - preferred.y));
        };
        try_corner(preferred);
        for (const OracleLine& i : lines_) {
            const double along = i.point.x * i.along.x + i.point.y * i.along.y;
            try_corner(i.at((preferred.x * i.along.x + preferred.y * i.along.y) - along));
            const double aside = i.along.x * i.point.y - i.along.y * i.point.x;
            const double chord = max_speed_ * max_speed_ - aside * aside;
            if (chord >= 0)
                for (const double sign : {-1.0, 1.0}) try_corner(i.at(-along + sign * std::sqrt(chord)));
            for (const OracleLine& j : lines_) {
                Corner u{};
                if (solve(i.along.y, -i.along.x, i.along.y * i.point.x - i.along.x * i.point.y, j.along.y,
                          -j.along.x, j.along.y * j.point.x - j.along.x * j.point.y, u))
                    try_corner(u);
            }
        }
        return least;
    }

  private:
    std::vector<OracleLine> lines_;
    double max_speed_;
};

/// To the left, by the angle of that sine.
Corner turned(const Corner& d, double sine) {
    const double cosine = std::sqrt(1 - sine * sine);
    return {d.x * cosine - d.y * sine, d.y * cosine + d.x * sine};
}

/// The disc about d / t with radius r / t and the tangents to it forbid relative velocities. An agent makes
/// its share of the shortest change that leaves them.
OracleLine oracle_line(const Corner& d, const Corner& relative, const Corner& own, double radius, double time,
                       double share) {
    const double distance = std::hypot(d.x, d.y);
    const Corner w{relative.x - d.x / time, relative.y - d.y / time};
    const double length = std::hypot(w.x, w.y);
    const double ahead = w.x * d.x + w.y * d.y;
    Corner change{};
    Corner along{};
    if (distance > radius && !(ahead < 0 && -ahead > radius * length)) {
        const double left = d.x * w.y - d.y * w.x > 0 ? 1 : -1;
        const double angle = std::atan2(d.y, d.x) + left * std::asin(radius / distance);
        along = {left * std::cos(angle), left * std::sin(angle)};
        const double t = relative.x * along.x + relative.y * along.y;
        change = {along.x * t - relative.x, along.y * t - relative.y};
    } else {
        const Corner out{w.x / length, w.y / length};
        change = {out.x * (radius / time - length), out.y * (radius / time - length)};
        along = {out.y, -out.x};
    }
    return {{own.x + change.x * share, own.y + change.y * share}, along};
}

constexpr double bound = 16;  // of which orca.hpp proves the fourfold

/// The stage of a program, which precedes the locomotion.
const Orca& stage_of(const Program& program) {
    return std::get<Orca>(program.stages()[program.stages().size() - 2]);
}

/// The result of one tick, against the half-planes.
struct Picks {
    Tally violation, distance;
    std::size_t outside_disc = 0;
    std::size_t infeasible = 0;
    std::size_t ambiguous = 0;

    void add(const Program& program, const Population& before, const Population& after, const Ticks& ticks) {
        const Orca& stage = stage_of(program);
        const auto& locomotion = std::get<Locomotion>(program.stages().back());
        for (std::size_t slot = 0; slot < before.size(); ++slot) {
            const OracleAgent agent{before, slot, locomotion, before.get<Stream::id>(slot), ticks};
            const OracleNeighbours neighbours = neighbours_of(agent, stage);
            if (neighbours.ambiguous) {
                ++ambiguous;
                continue;
            }
            const Corner own{agent.velocity().x, agent.velocity().y};
            const OracleMotion motion = oracle_motion(program, before, slot, agent.id, ticks);
            const Corner preferred{motion.velocity.x, motion.velocity.y};
            double scale = std::max({agent.max_speed(), std::hypot(own.x, own.y), motion.velocity.scale});
            std::vector<OracleLine> lines;
            bool undecided = false;
            for (std::size_t i = 0; i < neighbours.offsets.size(); ++i) {
                const Corner d{neighbours.offsets[i].x, neighbours.offsets[i].y};
                const Corner relative{own.x - neighbours.velocities[i].x, own.y - neighbours.velocities[i].y};
                const double radius =
                    body_of(agent, slot, stage) + body_of(agent, neighbours.slots[i], stage);
                const double apart = std::hypot(d.x, d.y);
                undecided |= std::abs(apart - radius) <= 64 * error_unit * radius;
                const double time = apart > radius ? limit_of<Stream::neighbour_horizon>(agent, stage.horizon)
                                                   : static_cast<double>(ticks.dt);
                undecided |= relative.x == d.x / time && relative.y == d.y / time;  // the disc's centre
                const double share = share_of(before, slot, neighbours.slots[i]);
                if (share == 0) continue;
                lines.push_back(oracle_line(turned(d, static_cast<double>(stage.side_bias)), relative, own,
                                            radius, time, share));
                scale = std::max({scale, std::hypot(lines.back().point.x, lines.back().point.y), apart / time,
                                  radius / time});
            }
            if (undecided) {
                ++ambiguous;
                continue;
            }
            const Corner picked{static_cast<double>(after.get<Stream::velocity_x>(slot)),
                                static_cast<double>(after.get<Stream::velocity_y>(slot))};
            const double unit = scale * error_unit;
            outside_disc += picked.x * picked.x + picked.y * picked.y > agent.max_speed() * agent.max_speed();
            if (lines.empty()) {
                distance.add(std::hypot(picked.x - preferred.x, picked.y - preferred.y) / unit, "velocity",
                             slot);
                continue;
            }
            const OracleProgram best(lines, agent.max_speed());
            const double least = best.least_violation();
            violation.add(std::max(best.violation(picked) - std::max(least, 0.0), 0.0) / unit, "violation",
                          slot);
            if (least > 0) {
                ++infeasible;
                continue;
            }
            for (OracleLine& line : lines) line = line.moved_inwards(bound * unit);
            const double nearest = OracleProgram(lines, agent.max_speed()).least_distance(preferred);
            if (std::isinf(nearest)) continue;
            const double off = std::hypot(picked.x - preferred.x, picked.y - preferred.y) - nearest;
            distance.add(std::max(off, 0.0) / unit, "distance", slot);
        }
    }
};

TEST(OrcaOracle, PicksTheBestOfAllCorners) {
    struct Crowd {
        const char* what;
        Orca stage;
        float side;
        std::vector<Stream> streams{};
    };
    const std::vector<Crowd> crowds{
        {"sparse", {.radius = 12, .max_neighbours = 6, .horizon = 2}, 120},
        {"usual", {.radius = 12, .horizon = 3, .body_radius = 0.5f}, 60},
        {"overlapping", {.radius = 9, .max_neighbours = 8, .body_radius = 1.5f}, 30},
        {"ahead", {.radius = 15, .cos_field_of_view = 0.5f, .horizon = 4}, 60},
        {"of_groups_and_sizes_on_floors",
         {.radius = 12, .height_band = 4, .horizon = 3},
         40,
         {Stream::groups, Stream::seen_groups, Stream::body_radius}},
        {"of_priorities", {.radius = 12, .horizon = 3}, 60, {Stream::priority}},
        {"of_responsibilities",
         {.radius = 12, .horizon = 3, .body_radius = 0.75f},
         50,
         {Stream::priority, Stream::responsibility}},
        {"of_own_limits",
         {.radius = 12, .horizon = 3, .body_radius = 0.5f},
         50,
         {Stream::neighbour_horizon, Stream::neighbour_radius}}};
    for (const Crowd& one : crowds) {
        SCOPED_TRACE(one.what);
        const Program program = build({Seek{.target = {3, 2}}, one.stage, vehicle});
        Population before = crowd(program, 400, one.side, one.side, 0, 0, one.streams);
        for (std::size_t slot = 0; slot < before.size(); ++slot) {
            if (before.has(Stream::body_radius))
                before.set<Stream::body_radius>(slot, static_cast<float>(slot % 6) * 0.1f);
            if (before.has(Stream::priority))
                before.set<Stream::priority>(slot, static_cast<float>(slot % 3));
            if (before.has(Stream::responsibility))
                before.set<Stream::responsibility>(slot, static_cast<float>(slot % 5) * 0.25f);
            if (before.has(Stream::position_z))
                before.set<Stream::position_z>(slot, static_cast<float>(slot % 4) * 3);
            if (before.has(Stream::neighbour_horizon)) {
                before.set<Stream::neighbour_horizon>(slot, 0.5f + static_cast<float>(slot % 7) * 0.5f);
                before.set<Stream::neighbour_radius>(slot, static_cast<float>(slot % 6) * 3);
            }
        }
        Picks picks;
        for (std::uint64_t tick = 0; tick < 6; ++tick) {
            const Ticks ticks{.dt = 0.125f, .first_tick = tick, .seed = 5};
            Population after = before;
            ASSERT_TRUE(faultless(run(program, after.view(), ticks, {.threading = Threading::serial})));
            picks.add(program, before, after, ticks);
            before = after;
        }
        EXPECT_EQ(picks.outside_disc, 0u);
        expect_within(picks.violation, bound, (std::string(one.what) + "_violation").c_str());
        expect_within(picks.distance, bound, (std::string(one.what) + "_distance").c_str());
        ::testing::Test::RecordProperty(std::string(one.what) + "_infeasible",
                                        std::to_string(picks.infeasible));
        EXPECT_GT(picks.infeasible, 100u);
        EXPECT_GT(picks.distance.compared, 50u);
        EXPECT_LT(picks.ambiguous, 24u);
    }
}

/// Small crowds far from each other. Places and velocities have few digits, so that half-planes are exact but
/// for a few units, and whole agents overlap, stand in line or hold another between them.
class DenseSetUps {
  public:
    explicit DenseSetUps(const Program& program) : agents_(crowd(program, groups * group, 1, 1)) {}

    [[nodiscard]] const Population& draw(std::mt19937& random) {
        const auto between = [&](int low, int high) {
            return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
        };
        const auto fraction = [](int sixty_fourths) { return static_cast<float>(sixty_fourths) / 64; };
        for (std::size_t one = 0; one < groups; ++one) {
            const int wide = between(2, 160);
            const int high = between(0, 2) == 0 ? between(0, 3) : wide;
            const int speed = between(0, 4) == 0 ? 0 : between(1, 128);
            const auto x = static_cast<float>(one % 4 * 64);
            const auto y = static_cast<float>(one / 4 * 64);
            const std::size_t size = static_cast<std::size_t>(between(2, group));
            for (std::size_t i = 0; i < group; ++i) {
                const std::size_t slot = one * group + i;
                const bool away = i >= size;  // alone
                agents_.set<Stream::position_x>(slot, x + fraction(between(-wide, wide)));
                agents_.set<Stream::position_y>(
                    slot, away ? -2048 - 64 * static_cast<float>(slot) : y + fraction(between(-high, high)));
                agents_.set<Stream::velocity_x>(slot, fraction(between(-speed, speed)));
                agents_.set<Stream::velocity_y>(slot, fraction(between(-speed, speed)));
                agents_.set<Stream::external_force_x>(slot, fraction(between(-256, 256)));
                agents_.set<Stream::external_force_y>(slot, fraction(between(-256, 256)));
            }
        }
        return agents_;
    }

    static constexpr int group = 9;
    static constexpr std::size_t groups = 16;

  private:
    Population agents_;
};

/// WEND_ORCA_AGENTS: how many agents pick.
TEST(OrcaOracle, KeepsTheDiscAndItsBoundInDenseSetUps) {
    const char* const wish = std::getenv("WEND_ORCA_AGENTS");
    const std::size_t wanted = wish == nullptr ? 8000 : std::strtoull(wish, nullptr, 10);
    std::mt19937 random(39);
    Picks picks;
    for (std::size_t picked = 0; picked < wanted;) {
        const float body = 0.25f * static_cast<float>(1 + random() % 4);
        const Program program = build(
            {ExternalForce{}, Orca{.radius = 16, .max_neighbours = 8, .horizon = 4, .body_radius = body},
             Locomotion{.max_force = 8, .max_speed = 1.4f, .mass = 1}});
        DenseSetUps scenes(program);
        for (int i = 0; i < 64 && picked < wanted; ++i) {
            const Population& before = scenes.draw(random);
            const Ticks ticks{.dt = 0.125f, .first_tick = 0};
            Population after = before;
            ASSERT_TRUE(faultless(run(program, after.view(), ticks, {.threading = Threading::serial})));
            picks.add(program, before, after, ticks);
            picked += before.size();
        }
    }
    EXPECT_EQ(picks.outside_disc, 0u);
    expect_within(picks.violation, bound, "violation");
    expect_within(picks.distance, bound, "distance");
    EXPECT_GT(picks.infeasible, wanted / 8);
    EXPECT_GT(picks.distance.compared, wanted / 8);
}

// ---- the same bits

std::vector<Stage> meeting(const Orca& stage, const Locomotion& locomotion = vehicle) {
    return {Seek{.target = {1, -2}}, Wander{}, stage, locomotion};
}

class Reciprocal : public ::testing::TestWithParam<Isa> {
  protected:
    static void expect_brute_force(const Program& program, const Population& start) {
        test::expect_brute_force(GetParam(), program, start);
    }
};

TEST_P(Reciprocal, TheGridSeesWhatBruteForceSees) {
    for (const World& world : worlds)
        for (const std::uint32_t most : {1u, 7u, 32u})
            for (const float body : {0.5f, 2.5f}) {
                SCOPED_TRACE(::testing::Message() << world.what << ' ' << most << ' ' << body);
                const Program program =
                    build(meeting({.radius = world.radius, .max_neighbours = most, .body_radius = body}));
                ASSERT_NO_FATAL_FAILURE(expect_brute_force(
                    program, crowd(program, world.agents, world.width, world.height, world.x, world.y)));
            }
}

TEST_P(Reciprocal, GroupsFaultsAndWorldsThatWrap) {
    const Program program = build(
        meeting({.radius = 9, .cos_field_of_view = -0.5f, .horizon = 4, .body_radius = 1}, wrapping(60, 45)));
    Population start = crowd(program, 500, 90, 60, 0, 0,
                             {Stream::groups, Stream::seen_groups, Stream::body_radius, Stream::force_x,
                              Stream::heading_x, Stream::stages});
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t slot = 0; slot < start.size(); ++slot) {
        start.set<Stream::body_radius>(slot, static_cast<float>(slot % 9) * 0.125f);
        start.set<Stream::stages>(slot, slot % 8 == 5 ? 11u : slot % 8 == 6 ? 7u : 15u);
    }
    for (std::size_t slot = 3; slot < start.size(); slot += 50) start.set<Stream::position_x>(slot, nan);
    for (std::size_t slot = 7; slot < start.size(); slot += 90) start.set<Stream::velocity_y>(slot, 2e18f);
    for (std::size_t slot = 9; slot < start.size(); slot += 80) start.set<Stream::body_radius>(slot, 1.5f);
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
}

TEST_P(Reciprocal, LimitsFromStreamsAndOptions) {
    Locomotion options{.max_turn_rate = 2, .min_speed = 0.5f};
    const Program program = build(meeting({.radius = 9, .height_band = 2, .body_radius = 1}, options));
    Population start = crowd(program, 500, 50, 50);
    for (std::size_t slot = 0; slot < start.size(); ++slot) {
        const auto some = static_cast<float>(slot % 7);
        start.set<Stream::max_speed>(slot, some);
        start.set<Stream::max_force>(slot, 4 * some);
        start.set<Stream::mass>(slot, slot % 40 == 1 ? 0 : 0.5f + some);
        start.set<Stream::position_z>(slot, some);
    }
    start.set<Stream::max_speed>(12, -1);
    start.set<Stream::max_force>(13, std::numeric_limits<float>::infinity());
    ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    EXPECT_EQ(run(program, start.view(), {.dt = 0.1f, .first_tick = 0}, serial_on(GetParam())).faults, 15u);
}

/// Speeds at which rounding makes a violation negative: an agent with fewer neighbours than others of its
/// vector.
TEST_P(Reciprocal, FastAgentsDoNotDependOnThoseOfTheirVector) {
    const Program program =
        build({ExternalForce{},
               Orca{.radius = 5, .max_neighbours = 10, .horizon = 5, .body_radius = 0.5f, .side_bias = 0},
               Locomotion{.max_force = 1e6f, .max_speed = 1e5f, .mass = 0.1f}});
    constexpr float near[3][4] = {{0x1p-1f, -0.0f, -0x1.8815d6p-2f, -0x1.32e26p-2f},
                                  {-0x1p+0f, 0x1p+1f, 0x1.252bfp-1f, 0x1.d1d12ap-2f},
                                  {-0x0p+0f, 0x1.8p+0f, 0x1.578246p-2f, 0x1.f6b694p-2f}};
    Population start = crowd(program, 14, 0.8f, 0.8f, 1000, 0);
    for (std::size_t slot = 0; slot < start.size(); ++slot) {
        start.set<Stream::external_force_x>(slot, slot == 0 ? 0x1.d87d74p+12f - near[0][2] : 0);
        start.set<Stream::external_force_y>(slot, slot == 0 ? 0x1.e0f7d8p+15f - near[0][3] : 0);
        if (slot >= 3) continue;
        start.set<Stream::position_x>(slot, near[slot][0]);
        start.set<Stream::position_y>(slot, near[slot][1]);
        start.set<Stream::velocity_x>(slot, near[slot][2]);
        start.set<Stream::velocity_y>(slot, near[slot][3]);
    }
    const Ticks one{.dt = 0.1f, .first_tick = 0};
    Population expected = start;
    ASSERT_TRUE(faultless(run(program, expected.view(), one, serial_on(Isa::reference))));
    ASSERT_NEAR(expected.get<Stream::velocity_x>(0), -20'693.1, 0.2);
    ASSERT_NEAR(expected.get<Stream::velocity_y>(0), 11'732.5, 0.2);
    ASSERT_TRUE(faultless(run(program, start.view(), one, serial_on(GetParam()))));
    EXPECT_TRUE(same_bits(expected, start));
}

/// Values at the ends of their ranges, and ticks of no length.
TEST_P(Reciprocal, ExtremesHaveTheReferencesBits) {
    for (const float radius : {0x1p-60f, 1.0f, 1e9f, 1e18f})
        for (const float body : {0x1p-60f, 0.5f, 1e8f, 1e18f})
            for (const float horizon : {0x1p-20f, 1.0f, 0x1p20f})
                for (const float dt : {0.0f, 1e-30f, 0.1f, 1e6f}) {
                    SCOPED_TRACE(::testing::Message()
                                 << radius << ' ' << body << ' ' << horizon << ' ' << dt);
                    const Program program =
                        build(meeting({.radius = radius, .horizon = horizon, .body_radius = body}));
                    Population start = crowd(program, 150, 8, 8);
                    for (std::size_t slot = 0; slot < start.size(); slot += 3) {
                        const float far = std::ldexp(1.0f, static_cast<int>(slot % 120) - 60);
                        start.set<Stream::position_x>(slot, slot % 2 == 0 ? far : -far);
                        start.set<Stream::velocity_x>(slot, slot % 2 == 0 ? -far : far * 0.75f);
                    }
                    const Ticks ticks{.dt = dt, .count = 2, .first_tick = 4, .seed = 3};
                    Population now = start;
                    const Result expected = run(program, start.view(), ticks, serial_on(Isa::reference));
                    EXPECT_TRUE(
                        same_result(expected, run(program, now.view(), ticks, serial_on(GetParam()))));
                    ASSERT_TRUE(same_bits(start, now));
                }
}

/// In a world whose lengths are multiplied by a power of two, so are velocities, to the bit.
TEST_P(Reciprocal, LengthsOfAnyOrderOfMagnitude) {
    const auto moved = [&](int exponent) {
        const auto length = [&](float x) { return std::ldexp(x, exponent); };
        const Program program =
            build({ExternalForce{}, Orca{.radius = length(12), .horizon = 4, .body_radius = length(0.5f)},
                   Locomotion{.max_force = length(8), .max_speed = length(1.5f), .mass = 1}});
        Population agents = crowd(program, 60, 8, 8);
        std::mt19937 random(5);
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            const auto draw = [&] { return length(static_cast<float>(random() % 1024) / 64 - 7.75f); };
            agents.set<Stream::position_x>(slot, draw());
            agents.set<Stream::position_y>(slot, draw());
            agents.set<Stream::velocity_x>(slot, 0.125f * draw());
            agents.set<Stream::velocity_y>(slot, 0.125f * draw());
            agents.set<Stream::external_force_x>(slot, draw());
            agents.set<Stream::external_force_y>(slot, draw());
        }
        EXPECT_TRUE(faultless(run(program, agents.view(), {.dt = 0.125f}, serial_on(GetParam()))));
        std::vector<float> velocities;
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            velocities.push_back(agents.get<Stream::velocity_x>(slot));
            velocities.push_back(agents.get<Stream::velocity_y>(slot));
        }
        return velocities;
    };
    const std::vector<float> once = moved(0);
    for (const int exponent : {-46, -38, -30, -10, 10, 24, 30, 40, 54}) {
        SCOPED_TRACE(exponent);
        const std::vector<float> scaled = moved(exponent);
        for (std::size_t i = 0; i < once.size(); ++i) {
            const float expected = std::ldexp(once[i], exponent);
            if (std::abs(expected) >= component_floor) {
                EXPECT_EQ(scaled[i], expected);
            }
        }
    }
}

/// On few spots, at few velocities: ties that ids decide, lines that are one, directions of nothing.
TEST_P(Reciprocal, OnOneSpotAndInLine) {
    const Program program = build(meeting({.radius = 30, .max_neighbours = 12, .body_radius = 1}));
    for (const std::size_t spots : {1u, 3u, 40u}) {
        Population start = crowd(program, 300, 1, 1);
        for (std::size_t slot = 0; slot < start.size(); ++slot) {
            start.set<Stream::position_x>(slot, static_cast<float>(slot % spots));
            start.set<Stream::position_y>(slot, 0);
            start.set<Stream::velocity_x>(slot, static_cast<float>(slot % 3) - 1);
            start.set<Stream::velocity_y>(slot, 0);
        }
        ASSERT_NO_FATAL_FAILURE(expect_brute_force(program, start));
    }
}

TEST_P(Reciprocal, NoOrderOfSlotsNorParts) {
    const Program program = build(meeting({.radius = 9, .body_radius = 1}));
    const Population start = crowd(program, 700, 60, 60);
    ASSERT_NO_FATAL_FAILURE(expect_no_order(GetParam(), program, start));
    ASSERT_NO_FATAL_FAILURE(expect_parts(GetParam(), program, start));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Reciprocal, each_vector_isa(), isa_name);

// ---- behaviour

/// Two agents with these places and velocities, after some ticks.
Population of_two(const Orca& stage, const std::vector<float>& x, const std::vector<float>& velocity,
                  int ticks, const std::function<void(const Population&)>& look) {
    const Program program = build({ExternalForce{}, stage, vehicle});
    Population agents = crowd(program, 2, 0, 0);
    for (std::size_t slot = 0; slot < 2; ++slot) {
        agents.set<Stream::position_x>(slot, x[slot]);
        agents.set<Stream::position_y>(slot, 0);
        agents.set<Stream::velocity_x>(slot, velocity[slot]);
        agents.set<Stream::velocity_y>(slot, 0);
        agents.set<Stream::external_force_x>(slot, velocity[slot]);
        agents.set<Stream::external_force_y>(slot, 0);
    }
    Clock clock{.dt = 0.05f};
    for (int i = 0; i < ticks; ++i) {
        EXPECT_TRUE(faultless(run(program, agents.view(), clock.next())));
        look(agents);
    }
    return agents;
}

float distance_of(const Population& two) {
    return std::hypot(two.get<Stream::position_x>(1) - two.get<Stream::position_x>(0),
                      two.get<Stream::position_y>(1) - two.get<Stream::position_y>(0));
}

TEST(Orca, HeadOnBothTurnToTheirRightAndPass) {
    float least = 100;
    const Population two =
        of_two({.radius = 20, .body_radius = 0.5f}, {-8, 8}, {2, -2}, 200, [&](const Population& now) {
            least = std::min(least, distance_of(now));
            EXPECT_EQ(now.get<Stream::position_x>(0), -now.get<Stream::position_x>(1));
            EXPECT_EQ(now.get<Stream::position_y>(0), -now.get<Stream::position_y>(1));
        });
    EXPECT_LT(two.get<Stream::position_y>(0), 0);
    EXPECT_GT(two.get<Stream::position_x>(0), 8);
    EXPECT_GT(least, 0.999f);
}

/// From rest, exactly opposite each other they stop; with an offset of 1e-6 m they pass.
TEST(Orca, FromRestExactlyOppositeTheyStop) {
    const Program program =
        build({Seek{}, Orca{.radius = 10, .horizon = 5, .body_radius = 0.3f, .side_bias = 0},
               Locomotion{.max_force = 20, .max_speed = 1.4f, .mass = 1}});
    for (const float offset : {0.0f, 1e-6f}) {
        Population agents = crowd(program, 2, 0, 0);
        for (std::size_t slot = 0; slot < 2; ++slot) {
            agents.set<Stream::position_x>(slot, slot == 0 ? -2 : 2);
            agents.set<Stream::position_y>(slot, slot == 0 ? 0 : offset);
            agents.set<Stream::velocity_x>(slot, 0);
            agents.set<Stream::velocity_y>(slot, 0);
            agents.set<Stream::target_x>(slot, slot == 0 ? 2 : -2);
            agents.set<Stream::target_y>(slot, 0);
        }
        Clock clock{.dt = 1.0f / 60};
        for (int i = 0; i < 3000; ++i) ASSERT_TRUE(faultless(run(program, agents.view(), clock.next())));
        if (offset == 0) {
            EXPECT_NEAR(agents.get<Stream::position_x>(0), -0.3f, 1e-3);
            EXPECT_NEAR(distance_of(agents), 0.6f, 1e-3);
        } else {
            EXPECT_GT(agents.get<Stream::position_x>(0), 1);
            EXPECT_LT(agents.get<Stream::position_x>(1), -1);
        }
    }
}

TEST(Orca, OnOneSpotTheyPart) {
    const Population two =
        of_two({.radius = 20, .body_radius = 0.5f}, {1, 1}, {0, 0}, 1, [](const Population&) {});
    const std::size_t first = two.get<Stream::id>(0) < two.get<Stream::id>(1) ? 0 : 1;
    EXPECT_GT(two.get<Stream::position_x>(first), 1);
    EXPECT_LT(two.get<Stream::position_x>(1 - first), 1);
    EXPECT_GE(distance_of(two), 0.8f) << "at 9 m/s each, in a twentieth of a second";
}

/// Without a neighbour in the way the locomotion's own velocity stays, to the bit where it is within the
/// disc.
TEST(Orca, WithoutThreatsNothingChanges) {
    const Program without = build({Seek{.target = {500, 0}}, vehicle});
    const Program with = build({Seek{.target = {500, 0}}, Orca{.radius = 3, .body_radius = 0.25f}, vehicle});
    Population expected = crowd(without, 60, 1, 1);
    for (std::size_t slot = 0; slot < expected.size(); ++slot)
        expected.set<Stream::position_y>(slot, 12 * static_cast<float>(slot));
    Population now = expected;
    const Ticks ticks{.dt = 0.1f, .count = 6, .first_tick = 0};
    ASSERT_TRUE(faultless(run(without, expected.view(), ticks)));
    ASSERT_TRUE(faultless(run(with, now.view(), ticks)));
    EXPECT_TRUE(same_bits(expected, now));
}

/// The forces are the composition's, independent of the picked velocity.
TEST(Orca, ForcesAreThoseOfTheForces) {
    const Program without = build({Seek{.target = {5, 0}}, vehicle});
    const Program with = build({Seek{.target = {5, 0}}, Orca{.radius = 9, .body_radius = 2}, vehicle});
    const std::vector<Stream> forces_out{Stream::force_x, Stream::force_y, Stream::steering_force_x,
                                         Stream::steering_force_y};
    Population expected = crowd(without, 200, 20, 20, 0, 0, forces_out);
    Population now = expected;
    const Ticks ticks{.dt = 0.1f, .first_tick = 0};
    ASSERT_TRUE(faultless(run(without, expected.view(), ticks)));
    ASSERT_TRUE(faultless(run(with, now.view(), ticks)));
    std::size_t picked = 0;
    for (std::size_t slot = 0; slot < now.size(); ++slot) {
        EXPECT_EQ(now.get<Stream::force_x>(slot), expected.get<Stream::force_x>(slot));
        EXPECT_EQ(now.get<Stream::steering_force_y>(slot), expected.get<Stream::steering_force_y>(slot));
        picked += now.get<Stream::velocity_x>(slot) != expected.get<Stream::velocity_x>(slot) ? 1 : 0;
    }
    EXPECT_GT(picked, 150u);
}

TEST(Orca, WhatIsWrongIsRefused) {
    const auto refusal = [](std::vector<Stage> stages) {
        return message(Program::build(std::move(stages)).status());
    };
    EXPECT_EQ(refusal({Seek{}, Orca{.max_neighbours = 0}, vehicle}),
              "stage 1 (orca): max_neighbours is 0, must be in [1, 32]");
    EXPECT_EQ(refusal({Seek{}, Orca{.horizon = 0}, vehicle}),
              "stage 1 (orca): horizon is 0, must be in [9.536743e-07, 1048576]");
    EXPECT_EQ(refusal({Seek{}, Orca{}}), "stage 1 (orca): orca must be right before locomotion");
    EXPECT_EQ(refusal({Orca{}, Seek{}, vehicle}), "stage 0 (orca): orca must be right before locomotion");
    EXPECT_EQ(refusal({Seek{}, Orca{}, Orca{}, vehicle}),
              "stage 1 (orca): orca must be right before locomotion");
    EXPECT_EQ(refusal({Orca{}, vehicle}), "stage 0 (orca): orca must follow at least one force");
    const CustomLocomotion custom{.function = [](void*, const CustomCall&) {}};
    EXPECT_EQ(refusal({Seek{}, Orca{}, custom}), "stage 1 (orca): orca must be right before locomotion");
    std::vector<Stage> most(8, Seek{});
    most.insert(most.end(), {Orca{}, vehicle});
    EXPECT_EQ(refusal(most), "ok");
    most.insert(most.begin(), Flee{});
    EXPECT_EQ(refusal(most), "stage 8 (seek): a program must not have more than 8 forces");
}

}  // namespace
}  // namespace wend::test
