// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/assign_formation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "support/refusal.hpp"
#include "wend/wend.hpp"

namespace wend::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Members in slots 0 and up, and behind them a leader at (5, -3), which walks along +y.
struct Formation {
    AgentBuffer agents{{Stream::id, Stream::position_x, Stream::position_y, Stream::velocity_x,
                        Stream::velocity_y, Stream::offset_x, Stream::offset_y, Stream::target_agent}};
    std::vector<Point> offsets;
    std::vector<std::int32_t> numbers;

    explicit Formation(std::size_t members) {
        agents.spawn(members + 1);
        put(leader(), {5, -3});
        agents.get<Stream::velocity_y>()[leader()] = 2;
        numbers.assign(members + 1, 77);
    }
    Formation(const std::vector<Point>& members, std::vector<Point> places) : Formation(members.size()) {
        for (std::size_t i = 0; i < members.size(); ++i) put(i, members[i]);
        offsets = std::move(places);
    }

    [[nodiscard]] std::size_t leader() const { return agents.size() - 1; }
    void put(std::size_t slot, Point at) {
        agents.get<Stream::position_x>()[slot] = static_cast<float>(at.x);
        agents.get<Stream::position_y>()[slot] = static_cast<float>(at.y);
    }
    [[nodiscard]] Point position(std::size_t slot) const {
        return {static_cast<double>(agents.get<Stream::position_x>()[slot]),
                static_cast<double>(agents.get<Stream::position_y>()[slot])};
    }
    /// A place in the world: the leader looks along +y, and +x is to its right.
    [[nodiscard]] Point place(std::size_t number) const {
        return {5 - offsets[number].y, -3 + offsets[number].x};
    }
    Status assign() {
        return assign_formation(agents.view(), static_cast<std::int32_t>(leader()), offsets, numbers);
    }
    [[nodiscard]] double squared(std::size_t slot, std::size_t number) const {
        const Point from = position(slot), to = place(number);
        return (from.x - to.x) * (from.x - to.x) + (from.y - to.y) * (from.y - to.y);
    }
    /// The sum of the squared distances, behind a check that the streams say what `numbers` says.
    [[nodiscard]] double total() const {
        double sum = 0;
        std::vector<bool> taken(offsets.size());
        for (std::size_t slot = 0; slot < leader(); ++slot) {
            if (numbers[slot] < 0) {
                EXPECT_EQ(numbers[slot], -1);
                EXPECT_EQ(agents.get<Stream::target_agent>()[slot], -1);
                continue;
            }
            const auto number = static_cast<std::size_t>(numbers[slot]);
            EXPECT_FALSE(taken[number]) << number;
            taken[number] = true;
            EXPECT_EQ(agents.get<Stream::target_agent>()[slot], static_cast<std::int32_t>(leader()));
            EXPECT_EQ(agents.get<Stream::offset_x>()[slot], static_cast<float>(offsets[number].x));
            EXPECT_EQ(agents.get<Stream::offset_y>()[slot], static_cast<float>(offsets[number].y));
            sum += squared(slot, number);
        }
        const std::size_t filled = std::min(offsets.size(), leader());
        EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(taken, true)), filled);
        EXPECT_TRUE(std::all_of(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(filled),
                                [](bool is) { return is; }))
            << "the first places are filled";
        EXPECT_EQ(numbers[leader()], 77);
        return sum;
    }
};

/// The least sum that there is, by all orders.
double least_of_all(const Formation& formation) {
    const std::size_t members = formation.leader(), places = std::min(formation.offsets.size(), members);
    std::vector<std::size_t> order(members);
    std::iota(order.begin(), order.end(), std::size_t{0});
    double least = infinity;
    do {
        double sum = 0;
        for (std::size_t i = 0; i < places; ++i) sum += formation.squared(order[i], i);
        least = std::min(least, sum);
    } while (std::ranges::next_permutation(order).found);
    return least;
}

/// A sum that none falls below: that of prices u of places and v <= 0 of agents with u + v <= the squared
/// distance for each pair. They come from the Hungarian method in its plain form; that they are such prices
/// is the proof.
double lower_bound(const Formation& formation) {
    const std::size_t m = formation.leader(), n = std::min(formation.offsets.size(), m);
    std::vector<double> u(n + 1), v(m + 1);
    std::vector<std::size_t> row(m + 1), way(m + 1);
    for (std::size_t i = 1; i <= n; ++i) {
        row[0] = i;
        std::size_t column = 0;
        std::vector<double> least(m + 1, infinity);
        std::vector<bool> used(m + 1);
        do {
            used[column] = true;
            const std::size_t at = row[column];
            double step = infinity;
            std::size_t next = 0;
            for (std::size_t j = 1; j <= m; ++j) {
                if (used[j]) continue;
                const double cost = formation.squared(j - 1, at - 1) - u[at] - v[j];
                if (cost < least[j]) least[j] = cost, way[j] = column;
                if (least[j] < step) step = least[j], next = j;
            }
            for (std::size_t j = 0; j <= m; ++j) {
                if (used[j])
                    u[row[j]] += step, v[j] -= step;
                else
                    least[j] -= step;
            }
            column = next;
        } while (row[column] != 0);
        for (; column != 0; column = way[column]) row[column] = row[way[column]];
    }
    double sum = 0, largest = 0, violation = 0;
    for (std::size_t i = 1; i <= n; ++i) sum += u[i];
    for (std::size_t j = 1; j <= m; ++j) {
        sum += v[j];
        violation = std::max(violation, v[j]);
        for (std::size_t i = 1; i <= n; ++i) {
            const double squared = formation.squared(j - 1, i - 1);
            largest = std::max(largest, squared);
            violation = std::max(violation, u[i] + v[j] - squared);
        }
    }
    EXPECT_LE(violation, 1e-10 * largest);
    return sum;
}

/// Roundings of coordinates to 2^-18 of the extent: each of them moves a squared distance.
double allowed(const Formation& formation, double least) {
    double extent = 0;
    const std::size_t places = std::min(formation.offsets.size(), formation.leader());
    for (std::size_t i = 0; i < formation.leader(); ++i)
        for (std::size_t j = 0; j < places; ++j)
            extent = std::max(extent, std::sqrt(formation.squared(i, j)));
    const auto n = static_cast<double>(places);
    const double rounding = 2 * extent * 0x1p-18;
    return least + 2 * rounding * (std::sqrt(n * least) + n * rounding) + 1e-12 * least;
}

/// In ways walked straight and in the same time, no two agents come nearer than 0.7 of what they are at the
/// start or the end.
void expect_no_crossing(const Formation& formation) {
    for (std::size_t a = 0; a < formation.leader(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            if (formation.numbers[a] < 0 || formation.numbers[b] < 0) continue;
            const Point from_a = formation.position(a), from_b = formation.position(b);
            const Point to_a = formation.place(static_cast<std::size_t>(formation.numbers[a]));
            const Point to_b = formation.place(static_cast<std::size_t>(formation.numbers[b]));
            const double start = std::hypot(from_a.x - from_b.x, from_a.y - from_b.y);
            const double end = std::hypot(to_a.x - to_b.x, to_a.y - to_b.y);
            for (double t = 0; t <= 1; t += 0.0625) {
                const double x = (from_a.x - from_b.x) * (1 - t) + (to_a.x - to_b.x) * t;
                const double y = (from_a.y - from_b.y) * (1 - t) + (to_a.y - to_b.y) * t;
                ASSERT_GE(std::hypot(x, y), 0.7 * std::min(start, end)) << a << " and " << b << " at " << t;
            }
        }
}

class Draw {
  public:
    explicit Draw(unsigned seed) : random_(seed) {}
    double operator()(double low, double high) {
        return low + (high - low) * static_cast<double>(random_() >> 8) * 0x1p-24;
    }
    std::vector<Point> points(std::size_t count, double x, double y, double width) {
        std::vector<Point> all(count);
        for (Point& one : all) one = {x + (*this)(0, width), y + (*this)(0, width)};
        return all;
    }
    std::mt19937 random_;
};

std::vector<Point> grid(std::size_t count, std::size_t columns, double spacing) {
    std::vector<Point> places(count);
    for (std::size_t i = 0; i < count; ++i)
        places[i] = {-spacing * static_cast<double>(i / columns + 1),
                     spacing * (static_cast<double>(i % columns) - static_cast<double>(columns - 1) / 2)};
    return places;
}

TEST(AssignFormation, TheSumIsTheLeastOfAllOrders) {
    Draw draw(1);
    for (std::size_t members = 1; members <= 7; ++members)
        for (std::size_t places = 1; places <= 8; ++places)
            for (int round = 0; round < 20; ++round) {
                // Coarse coordinates: several orders have the least sum.
                const double coarse = round % 2 == 0 ? 0.001 : 2;
                auto near = draw.points(members, -8, -8, 20), offsets = draw.points(places, -8, -8, 20);
                for (auto* points : {&near, &offsets})
                    for (Point& one : *points)
                        one = {std::round(one.x / coarse) * coarse, std::round(one.y / coarse) * coarse};
                Formation formation(near, offsets);
                ASSERT_TRUE(formation.assign().ok());
                const double least = least_of_all(formation);
                ASSERT_LE(formation.total(), allowed(formation, least)) << members << " of " << places;
            }
}

struct Scene {
    const char* name;
    std::vector<Point> members, offsets;
};

std::vector<Scene> scenes() {
    Draw draw(2);
    std::vector<Scene> all;
    const auto add = [&](const char* name, std::vector<Point> members, std::vector<Point> offsets) {
        all.push_back({name, std::move(members), std::move(offsets)});
    };
    add("a crowd far away", draw.points(256, 300, 200, 40), grid(256, 16, 2));
    add("a crowd about the places", draw.points(256, -11, -37, 32), grid(256, 16, 2));
    add("more agents by one", draw.points(256, 80, 0, 40), grid(255, 15, 2));
    add("twice as many agents", draw.points(256, 80, 0, 40), grid(128, 16, 2));
    add("many agents, few places", draw.points(256, 80, 0, 40), grid(20, 5, 2));
    add("many places, few agents", draw.points(30, 80, 0, 40), grid(256, 16, 2));
    add("one", draw.points(1, 80, 0, 40), grid(1, 1, 2));
    add("a column becomes a line", grid(200, 1, 1), grid(200, 200, 1));
    add("a grid becomes a line", grid(256, 16, 2), grid(256, 256, 1));
    add("all on one spot", std::vector<Point>(256, {3, 3}), grid(256, 16, 2));
    add("one place for all", draw.points(256, 80, 0, 40), std::vector<Point>(256, {3, 3}));
    add("all the same", std::vector<Point>(256, {5, 0}), std::vector<Point>(256, {3, 0}));
    auto two = draw.points(100, 0, 0, 20), others = draw.points(156, 100, 0, 20);
    two.insert(two.end(), others.begin(), others.end());
    auto halves = draw.points(128, 0, 0, 20), more = draw.points(128, 0, 100, 20);
    halves.insert(halves.end(), more.begin(), more.end());
    add("two clusters", two, halves);
    return all;
}

TEST(AssignFormation, TheSumOfUpTo256IsTheLeast) {
    for (const Scene& scene : scenes()) {
        SCOPED_TRACE(scene.name);
        Formation formation(scene.members, scene.offsets);
        ASSERT_TRUE(formation.assign().ok());
        EXPECT_LE(formation.total(), allowed(formation, lower_bound(formation)));
        expect_no_crossing(formation);
    }
}

TEST(AssignFormation, AgentsAreLostAndTheRanksClose) {
    Draw draw(3);
    Formation formation(grid(256, 16, 2), grid(256, 16, 2));
    for (std::size_t slot = 0; slot < 256; ++slot) formation.put(slot, formation.place(slot));
    ASSERT_TRUE(formation.assign().ok());
    EXPECT_EQ(formation.total(), 0);
    // Every third one, also of the front.
    std::vector<Point> left;
    for (std::size_t slot = 0; slot < 256; ++slot)
        if (slot % 3 != 0) left.push_back(formation.place(slot));
    Formation after(left, formation.offsets);
    ASSERT_TRUE(after.assign().ok());
    EXPECT_LE(after.total(), allowed(after, lower_bound(after)));
    expect_no_crossing(after);
}

TEST(AssignFormation, NeitherOrderOfSlotsNorSelectionMatters) {
    Draw draw(4);
    // Whole numbers: many assignments have the least sum.
    auto members = draw.points(120, 0, 0, 12);
    for (Point& one : members) one = {std::round(one.x), std::round(one.y)};
    Formation formation(members, grid(100, 10, 1));
    ASSERT_TRUE(formation.assign().ok());
    EXPECT_GT(formation.total(), 0);
    std::vector<std::uint32_t> order(members.size());
    std::iota(order.begin(), order.end(), 0u);
    for (int round = 0; round < 5; ++round) {
        std::ranges::shuffle(order, draw.random_);
        Formation other(members, formation.offsets);
        for (std::size_t slot = 0; slot < order.size(); ++slot) {
            other.put(slot, members[order[slot]]);
            other.agents.get<Stream::id>()[slot] = formation.agents.get<Stream::id>()[order[slot]];
        }
        // A list of slots in an order of its own, with the leader, which gets none.
        std::vector<std::uint32_t> slots(members.size() + 1);
        std::iota(slots.begin(), slots.end(), 0u);
        std::ranges::shuffle(slots, draw.random_);
        AgentView view = other.agents.view();
        view.only_slots(slots);
        ASSERT_TRUE(
            assign_formation(view, static_cast<std::int32_t>(other.leader()), other.offsets, other.numbers)
                .ok());
        for (std::size_t slot = 0; slot < order.size(); ++slot)
            ASSERT_EQ(other.numbers[slot], formation.numbers[order[slot]]);
    }
}

TEST(AssignFormation, OthersKeepTheirPlaces) {
    Formation formation({{0, 0}, {9, 0}, {4, 4}}, {{1, 1}, {-2, 0}});
    formation.agents.get<Stream::offset_x>()[1] = 8;
    formation.agents.get<Stream::target_agent>()[1] = 2;
    const std::vector<std::uint8_t> active{1, 0, 1, 0};
    AgentView view = formation.agents.view();
    view.only(active);
    ASSERT_TRUE(assign_formation(view, 3, formation.offsets, formation.numbers).ok());
    EXPECT_EQ(formation.numbers[1], 77);
    EXPECT_EQ(formation.agents.get<Stream::offset_x>()[1], 8);
    EXPECT_EQ(formation.agents.get<Stream::target_agent>()[1], 2);
    EXPECT_EQ(formation.numbers[0] + formation.numbers[2], 1);
    // Without places none follows.
    ASSERT_TRUE(assign_formation(formation.agents.view(), 3, {}).ok());
    for (std::size_t slot = 0; slot < 3; ++slot)
        EXPECT_EQ(formation.agents.get<Stream::target_agent>()[slot], -1);
}

TEST(AssignFormation, ALeaderOfAnotherView) {
    std::vector<float> x{0, 100}, y{0, 50}, vx{0, 0}, vy{0, -1};
    AgentView leaders;
    leaders.bind<Stream::position_x>(x).bind<Stream::position_y>(y);
    leaders.bind<Stream::velocity_x>(vx).bind<Stream::velocity_y>(vy);
    // Leader 1 looks along -y: left of it is +x.
    Formation formation({{90, 50}, {110, 50}}, {{0, 5}, {0, -5}});
    AgentView view = formation.agents.view();
    view.look_at(leaders);
    const std::vector<std::uint8_t> active{1, 1, 0};
    view.only(active);
    ASSERT_TRUE(assign_formation(view, 1, formation.offsets, formation.numbers).ok());
    EXPECT_EQ(formation.numbers, (std::vector<std::int32_t>{1, 0, 77}));
    EXPECT_EQ(formation.agents.get<Stream::target_agent>()[0], 1);
    EXPECT_TRUE(is(assign_formation(view, 2, formation.offsets), Code::parameter_out_of_range, "leader", 2));
    vx[1] = nan;
    EXPECT_TRUE(is(assign_formation(view, 1, formation.offsets), Code::parameter_out_of_range, "velocity_x"));
    vx.resize(1);
    leaders.bind<Stream::velocity_x>(vx);
    view.look_at(leaders);
    EXPECT_TRUE(is(assign_formation(view, 1, formation.offsets), Code::length_mismatch, "velocity_x", 1));
}

TEST(AssignFormation, ALeaderAtRestLooksAlongX) {
    Formation formation({{0, 0}, {10, 0}}, {{3, 0}, {-3, 0}});
    formation.agents.get<Stream::velocity_y>()[2] = 1e-30f;
    ASSERT_TRUE(formation.assign().ok());
    EXPECT_EQ(formation.numbers, (std::vector<std::int32_t>{1, 0, 77}));
}

TEST(AssignFormation, NumbersOfAllSizes) {
    Draw draw(5);
    for (const double size : {1e-38, 1e-20, 1e-3, 1e9, 1e18}) {
        Formation formation(draw.points(60, -size / 2, -size / 2, size), {});
        formation.offsets = draw.points(60, -size / 2, -size / 2, size);
        ASSERT_TRUE(formation.assign().ok());
        if (size < 1e-3) continue;  // lost beside the leader's position
        EXPECT_LE(formation.total(), allowed(formation, lower_bound(formation))) << size;
    }
    Formation corners({{1e18, 1e18}, {-1e18, -1e18}, {1e18, -1e18}}, {{1e18, 1e18}, {-1e18, -1e18}, {0, 0}});
    ASSERT_TRUE(corners.assign().ok());
    EXPECT_LE(corners.total(), allowed(corners, least_of_all(corners)));
}

TEST(AssignFormation, BadInputIsRefusedBeforeTheFirstWrite) {
    const auto refused = [](auto&& spoil, Code code, const char* subject, double value = never_mind,
                            const char* words = "") {
        Formation formation({{0, 0}, {9, 0}, {4, 4}}, {{1, 1}, {-2, 0}});
        formation.agents.get<Stream::offset_x>()[0] = 8;
        std::int32_t leader = 3;
        spoil(formation, leader);
        const Status status =
            assign_formation(formation.agents.view(), leader, formation.offsets, formation.numbers);
        EXPECT_TRUE(is(status, code, subject, value));
        EXPECT_NE(message(status).find(words), std::string::npos) << message(status);
        EXPECT_EQ(formation.agents.get<Stream::offset_x>()[0], 8);
        EXPECT_EQ(formation.agents.get<Stream::target_agent>()[0], -1);
        EXPECT_EQ(formation.numbers[0], 77);
    };
    constexpr Code range = Code::parameter_out_of_range;
    refused([](Formation&, std::int32_t& leader) { leader = -1; }, range, "leader", -1,
            "leader is -1, must be in [0, 4)");
    refused([](Formation&, std::int32_t& leader) { leader = 4; }, range, "leader", 4);
    refused([](Formation& one, std::int32_t&) { one.agents.get<Stream::position_y>()[2] = nan; }, range,
            "position_y", never_mind, "agent 2: position_y is nan, must be in [-1e+18, 1e+18]");
    refused([](Formation& one, std::int32_t&) { one.agents.get<Stream::position_x>()[3] = 2e18f; }, range,
            "position_x", static_cast<double>(2e18f), "agent 3: ");
    refused([](Formation& one, std::int32_t&) { one.offsets[1].y = infinity; }, range, "y", infinity,
            "offset 1: y is inf");
    refused([](Formation& one, std::int32_t&) { one.numbers.pop_back(); }, Code::length_mismatch, "numbers",
            3);

    AgentBuffer crowd({Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y,
                       Stream::offset_x, Stream::offset_y, Stream::target_agent});
    crowd.spawn(258);
    EXPECT_TRUE(is(assign_formation(crowd.view(), 0, grid(9, 3, 1)), range, "the number of agents", 257));
    crowd.remove(1);
    EXPECT_TRUE(assign_formation(crowd.view(), 0, grid(300, 3, 1)).ok());
    EXPECT_TRUE(is(assign_formation(crowd.view().slice(0, 9), 0, grid(9, 3, 1)), Code::needs_whole_view,
                   "target_agent"));
    EXPECT_TRUE(is(assign_formation(AgentView(), 0, grid(9, 3, 1)), Code::missing_stream, "offset_x"));
}

/// A leader walks along a path, and its formation holds its places; after losses the ranks close.
TEST(AssignFormation, OffsetPursueHoldsThePlacesOnAPath) {
    PathSetBuilder paths;
    paths.add(std::vector<Point>{{0, 0}, {60, 0}, {60, 60}, {0, 60}});
    const PathSet set = *paths.build();
    const Program program =
        *Program::build({OffsetPursue{.quarry = Quarry::agent, .slowing_radius = 1, .weight = 4},
                         PathFollow{.paths = set, .radius = 3, .weight = 2},
                         Locomotion{.max_force = 30.0f, .mass = 1.0f, .max_turn_rate = 0.5f}});
    AgentBuffer agents(program);
    Draw draw(6);
    agents.spawn(25);
    for (std::size_t i = 0; i < 24; ++i) {
        agents.get<Stream::position_x>()[i] = static_cast<float>(draw(-20, -5));
        agents.get<Stream::position_y>()[i] = static_cast<float>(draw(-10, 10));
        agents.get<Stream::max_speed>()[i] = 4;
        agents.get<Stream::path>()[i] = -1;
    }
    agents.get<Stream::max_speed>()[24] = 1.5f;
    agents.get<Stream::path>()[24] = 0;
    const std::vector<Point> offsets = grid(24, 6, 1.5);
    const auto leader = [&] {
        std::int32_t slot = 0;
        while (agents.get<Stream::path>()[static_cast<std::size_t>(slot)] != 0) ++slot;
        return slot;
    };
    Clock clock{.dt = 1.0f / 60};
    const auto walk = [&](int seconds) {
        for (int tick = 0; tick < 60 * seconds; ++tick) {
            const Result result = run(program, agents.view(), clock.next());
            ASSERT_TRUE(result.status.ok() && result.faults == 0) << message(result.status);
        }
    };
    const auto farthest = [&] {
        const auto first = static_cast<std::size_t>(leader());
        const auto at = [&](std::span<const float> stream, std::size_t slot) {
            return static_cast<double>(stream[slot]);
        };
        const auto x = agents.get<Stream::position_x>(), y = agents.get<Stream::position_y>();
        const auto vx = agents.get<Stream::velocity_x>(), vy = agents.get<Stream::velocity_y>();
        const auto offset_x = agents.get<Stream::offset_x>(), offset_y = agents.get<Stream::offset_y>();
        const double speed = std::hypot(at(vx, first), at(vy, first));
        const double cx = at(vx, first) / speed, cy = at(vy, first) / speed;
        double most = 0;
        for (std::size_t i = 0; i < agents.size(); ++i) {
            if (i == first) continue;
            const double to_x = at(x, first) + at(offset_x, i) * cx - at(offset_y, i) * cy;
            const double to_y = at(y, first) + at(offset_x, i) * cy + at(offset_y, i) * cx;
            most = std::max(most, std::hypot(at(x, i) - to_x, at(y, i) - to_y));
        }
        return most;
    };
    ASSERT_TRUE(assign_formation(agents.view(), leader(), offsets).ok());
    walk(20);
    EXPECT_LT(farthest(), 0.3);
    for (const std::size_t lost : {20, 13, 9, 6, 2, 1, 0}) agents.remove(lost);
    ASSERT_TRUE(assign_formation(agents.view(), leader(), offsets).ok());
    EXPECT_GT(farthest(), 1);
    walk(10);
    EXPECT_LT(farthest(), 0.3);
}

}  // namespace
}  // namespace wend::test
