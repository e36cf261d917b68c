// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <set>

#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/oracle.hpp"
#include "support/program_cases.hpp"
#include "wend/corridor.hpp"
#include "wend/path_pool.hpp"
#include "wend/portal_follow.hpp"
#include "wend/start_on_paths.hpp"

namespace wend::test {
namespace {

// ---- the oracle: the funnel by angles, in double

constexpr std::uint32_t chosen = 1u << 31, of_middle = 1u << 30;

struct Way {
    double x = 0, y = 0;   ///< the desired direction; shorter than 1 within the circle
    double distance = 0;   ///< to the corner
    double condition = 1;  ///< by how much it multiplies rounding errors
    double corner_x = 0, corner_y = 0, side = 0;
    std::uint32_t node = 0;
};

/// One agent's corridor. `close`: some comparison is too close to decide.
class FunnelOracle {
  public:
    FunnelOracle(const PortalFollow& stage, const OracleAgent& agent)
        : paths_(stage.paths),
          path_(static_cast<std::size_t>(agent.population.get<Stream::path>(agent.slot))),
          portals_(static_cast<int>(paths_.node_count(path_)) / 2 - 1),
          position_(agent.position()),
          radius_(agent.population.has(Stream::body_radius) ? agent.read<Stream::body_radius>()
                                                            : static_cast<double>(stage.body_radius)),
          segment_(agent.population.get<Stream::segment>(agent.slot)),
          code_(agent.population.get<Stream::node>(agent.slot)) {}

    bool close = false;

    [[nodiscard]] bool is_corridor() const {
        return paths_.node_count(path_) % 2 == 0 && segment_ < paths_.node_count(path_);
    }

    [[nodiscard]] Way seek() {
        const int before = static_cast<int>(segment_ / 2);
        int passed = before;
        bool ahead = before < portals_ && is_behind(before);
        const bool back = before > 0 && !is_behind(before - 1);
        if (ahead && back) {
            const double next = distance_to(before), last = distance_to(before - 1);
            close |= std::abs(next - last) < 1e-5 * next;
            ahead = next <= last;
        }
        if (ahead)
            while (passed < portals_ && passed < before + 16 && is_behind(passed)) ++passed;
        else
            while (passed > 0 && passed > before - 16 && !is_behind(passed - 1)) --passed;
        const bool sees_on = passed != before && (code_ & of_middle) != 0;
        if (!sees_on && is_kept(passed)) return way(code_ & ~chosen);
        return way(choose(passed));
    }

    [[nodiscard]] bool is_goal(std::uint32_t node) const { return node + 1 == paths_.node_count(path_); }

  private:
    [[nodiscard]] Point point(std::uint32_t node) const { return paths_.node(path_, node); }

    [[nodiscard]] bool is_behind(int portal) {
        const Point left = point(static_cast<std::uint32_t>(2 * portal + 1));
        const Point right = point(static_cast<std::uint32_t>(2 * portal + 2));
        const double to_left = std::atan2(left.y - position_.y, left.x - position_.x);
        const double across = std::atan2(right.y - left.y, right.x - left.x);
        const double turn = std::sin(to_left - across);
        const double distance = std::hypot(left.x - position_.x, left.y - position_.y);
        close |= std::abs(turn) < 1e-5 || distance < 1e-6;
        return turn < 0;
    }

    [[nodiscard]] double distance_to(int portal) const {
        const Point left = point(static_cast<std::uint32_t>(2 * portal + 1));
        const Point right = point(static_cast<std::uint32_t>(2 * portal + 2));
        const double x = right.x - left.x, y = right.y - left.y;
        const double along = ((position_.x - left.x) * x + (position_.y - left.y) * y) / (x * x + y * y);
        const double t = std::clamp(along, 0.0, 1.0);
        return std::hypot(position_.x - left.x - x * t, position_.y - left.y - y * t);
    }

    Way way(std::uint32_t code) {
        const std::uint32_t node = code & ~of_middle;
        const bool left = node % 2 == 1;
        Point corner = point(node);
        double side = left ? radius_ : -radius_;
        bool middle = false;
        if (is_goal(node)) {
            side = 0;
        } else {
            const Point other = point(left ? node + 1 : node - 1);
            const double width = std::hypot(other.x - corner.x, other.y - corner.y);
            close |= code < of_middle && std::abs(width - 2 * radius_) < 1e-5 * width;
            if (code >= of_middle || width <= 2 * radius_) {
                corner = {(corner.x + other.x) / 2, (corner.y + other.y) / 2};
                side = 0;
                middle = true;
            }
        }
        const double dx = corner.x - position_.x, dy = corner.y - position_.y;
        Way result{.distance = std::hypot(dx, dy),
                   .corner_x = corner.x,
                   .corner_y = corner.y,
                   .side = side,
                   .node = code};
        const double sine = std::abs(side) / result.distance;
        close |= std::abs(sine - 1) < 1e-4 || result.distance < 1e-6;
        double ahead = std::sqrt(1 - sine * sine), aside = sine;
        if (sine > 1) {
            ahead = 1 / (sine * sine) - 1;
            aside = 1 / (sine * sine);
        } else {
            result.condition = 1 / ahead;
        }
        // A middle is rounded at its coordinates.
        if (middle) result.condition += std::max(std::abs(corner.x), std::abs(corner.y)) / result.distance;
        if (side < 0) aside = -aside;
        result.x = (ahead * dx + aside * dy) / result.distance;
        result.y = (ahead * dy - aside * dx) / result.distance;
        return result;
    }

    /// The sine of the angle from one way to the other; equal corners are equal in any arithmetic.
    double turn(const Way& from, const Way& to) {
        if (from.corner_x == to.corner_x && from.corner_y == to.corner_y && from.side == to.side) return 0;
        const double sine = std::sin(std::atan2(to.y, to.x) - std::atan2(from.y, from.x));
        close |= std::abs(sine) < 1e-5 * std::max(from.condition, to.condition);
        return sine;
    }

    std::uint32_t nearer(const Way& left, const Way& right) {
        close |= std::abs(left.distance - right.distance) < 1e-5 * left.distance;
        return left.distance <= right.distance ? left.node : right.node;
    }

    std::uint32_t choose(int passed) {
        Way left, right;
        const int end = std::min(passed + 16, portals_);
        for (int portal = passed; portal < end; ++portal) {
            const Way new_left = way(static_cast<std::uint32_t>(2 * portal + 1));
            const Way new_right = way(static_cast<std::uint32_t>(2 * portal + 2));
            if (portal == passed) {
                if (turn(new_right, new_left) < 0) return nearer(new_left, new_right);
                left = new_left;
                right = new_right;
                continue;
            }
            if (turn(left, new_left) <= 0) {
                if (turn(right, new_left) < 0) return right.node;
                left = new_left;
            }
            if (turn(right, new_right) >= 0) {
                if (turn(left, new_right) > 0)
                    return left.node == new_left.node ? nearer(new_left, new_right) : left.node;
                right = new_right;
            }
        }
        const std::uint32_t last = end == portals_ ? static_cast<std::uint32_t>(2 * portals_ + 1)
                                                   : static_cast<std::uint32_t>(2 * end - 1) | of_middle;
        if (end == passed) return last;
        const Way aim = way(last);
        if (turn(left, aim) > 0) return left.node;
        if (turn(right, aim) < 0) return right.node;
        return last;
    }

    /// The signed distance of a node from the way, less what must be clear.
    bool is_clear(const Way& along, int node, double sign) {
        const Point end = point(static_cast<std::uint32_t>(node));
        const double away =
            sign * (along.x * (end.y - position_.y) - along.y * (end.x - position_.x)) - 0.875 * radius_;
        const double terms = std::hypot(end.x - position_.x, end.y - position_.y) + radius_;
        close |= std::abs(away) < 1e-5 * terms * along.condition;
        return away >= 0;
    }

    bool is_kept(int passed) {
        const std::uint32_t node = code_ & ~(chosen | of_middle);
        const int next = 2 * passed + 1;
        if (code_ < chosen || static_cast<int>(node) < next) return false;
        if (passed == portals_) return true;
        const Way along = way(code_ & ~chosen);
        const bool own = static_cast<int>(node) <= next + 1;
        if (own && along.side == 0) return true;
        // Within the circle the way is shorter, in the kernels not, and the bound is another one.
        close |= along.distance < std::abs(along.side);
        const bool left = (own && along.side > 0) || is_clear(along, next, 1);
        const bool right = (own && along.side < 0) || is_clear(along, next + 1, -1);
        return left && right;
    }

    const PathSet& paths_;
    std::size_t path_;
    int portals_;
    OracleVector position_;
    double radius_;
    std::uint32_t segment_, code_;
};

const OracleOf<PortalFollow> oracle(
    [](const PortalFollow& stage, const OracleAgent& agent) -> OracleVector {
        if (agent.population.get<Stream::path>(agent.slot) == -1)
            return stage.brake_without_path ? times(agent.velocity(), -1) : OracleVector{};
        FunnelOracle funnel(stage, agent);
        if (!funnel.is_corridor()) return {};
        const Way way = funnel.seek();
        const bool slows = funnel.is_goal(way.node & ~of_middle) && stage.slowing_radius;
        const double slowing = slows ? static_cast<double>(*stage.slowing_radius) : 0;
        const double speed = agent.max_speed() * std::min(1.0, slows ? way.distance / slowing : 1.0);
        const OracleVector velocity = agent.velocity();
        const double scale = funnel.close ? 1e30 : way.condition * speed;
        return of_terms(way.x * speed - velocity.x, way.y * speed - velocity.y,
                        std::max(scale, std::max(std::abs(velocity.x), std::abs(velocity.y))));
    },
    16);

// ---- agents in worlds

constexpr float body = 0.3f;

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

using Polygon = std::vector<Point>;

/// Convex, in either sense.
bool contains(const Polygon& polygon, Point place) {
    bool left = true, right = true;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        const double side = (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x);
        left = left && side >= -1e-4;
        right = right && side <= 1e-4;
    }
    return left || right;
}

/// A corridor, and its floor.
struct Room {
    std::vector<Point> points;  ///< of the path
    std::vector<Polygon> floor;
    double length = 0;  ///< m, of some way

    [[nodiscard]] bool contains(Point place) const {
        return std::ranges::any_of(floor, [&](const Polygon& one) { return test::contains(one, place); });
    }
    /// Whether something may be pushed from one place to the other, and has room there.
    [[nodiscard]] bool is_open(Point from, Point to) const {
        for (int part = 0; part <= 16; ++part)
            if (!contains({from.x + (to.x - from.x) * part / 16, from.y + (to.y - from.y) * part / 16}))
                return false;
        return std::ranges::all_of(
            std::array{Point{0.05, 0}, Point{0, 0.05}, Point{-0.05, 0}, Point{0, -0.05}}, [&](Point off) {
                return contains({to.x + off.x, to.y + off.y});
            });
    }
    /// The least distance from an end of the portals about segment `at`; elsewhere a way may cross itself.
    [[nodiscard]] double clearance(Point place, std::size_t at) const {
        double least = 1e9;
        for (std::size_t i = at < 3 ? 1 : at - 3; i < std::min(at + 5, points.size() - 1); ++i)
            least = std::min(least, distance(points[i], place));
        return least;
    }
};

constexpr std::uint32_t side = 40;

/// A way through a grid that crosses no cell twice, and whose neighbours are on it only one after the other.
std::vector<std::uint32_t> random_cells(std::mt19937& dice, std::size_t most) {
    std::vector<std::uint32_t> cells{(side / 2) * side + side / 2};
    std::set<std::uint32_t> taken{cells.back()};
    const auto beside = [](std::uint32_t cell) {
        std::vector<std::uint32_t> all;
        if (cell % side > 1) all.push_back(cell - 1);
        if (cell % side < side - 2) all.push_back(cell + 1);
        if (cell / side > 1) all.push_back(cell - side);
        if (cell / side < side - 2) all.push_back(cell + side);
        return all;
    };
    while (cells.size() < most) {
        std::vector<std::uint32_t> ahead;
        for (const std::uint32_t next : beside(cells.back())) {
            const auto near = beside(next);
            const auto touched =
                std::ranges::count_if(near, [&](std::uint32_t c) { return taken.contains(c); });
            if (!taken.contains(next) && touched == 1) ahead.push_back(next);
        }
        if (ahead.empty()) break;
        cells.push_back(ahead[dice() % ahead.size()]);
        taken.insert(cells.back());
    }
    return cells;
}

Point middle_of(const Polygon& polygon) {
    Point sum;
    for (const Point& one : polygon) sum = {sum.x + one.x, sum.y + one.y};
    const auto count = static_cast<double>(polygon.size());
    return {sum.x / count, sum.y / count};
}

/// Cells of a grid whose lines cross at shifted places: as polygons where `shift` is not 0.
Room make_cells(std::mt19937& dice, double shift) {
    const FlowGrid grid{{0, 0, side, side}, side, side};
    const std::vector<std::uint32_t> cells = random_cells(dice, 60);
    std::vector<Point> crossings((side + 1) * (side + 1));
    std::uniform_real_distribution<double> random(-shift, shift);
    for (std::uint32_t i = 0; i < crossings.size(); ++i)
        crossings[i] = {i % (side + 1) + random(dice), i / (side + 1) + random(dice)};
    Room room;
    std::vector<Point> vertices;
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t cell : cells) {
        const std::uint32_t low = cell / side * (side + 1) + cell % side, high = low + side + 1;
        Polygon polygon{crossings[low], crossings[low + 1], crossings[high + 1], crossings[high]};
        if (dice() % 2 == 0) std::ranges::reverse(polygon);
        vertices.insert(vertices.end(), polygon.begin(), polygon.end());
        ends.push_back(static_cast<std::uint32_t>(vertices.size()));
        room.floor.push_back(std::move(polygon));
    }
    const Point start = middle_of(room.floor.front()), goal = middle_of(room.floor.back());
    const Status made = shift == 0 ? append_cell_corridor(room.points, start, cells, grid, goal)
                                   : append_polygon_corridor(room.points, start, vertices, ends, goal);
    EXPECT_TRUE(made.ok()) << message(made);
    room.length = static_cast<double>(cells.size());
    return room;
}

Room make_lane(std::mt19937& dice, double width) {
    std::uniform_real_distribution<double> random(-1, 1);
    std::vector<Point> line{{0, 0}};
    double heading = 0;
    Room room;
    for (int i = 0; i < 20; ++i) {
        heading += random(dice) * 0.55 * std::numbers::pi;
        const double length = 6 + 3 * random(dice);
        const Point from = line.back();
        const Point to{from.x + length * std::cos(heading), from.y + length * std::sin(heading)};
        const double x = -std::sin(heading) * width / 2, y = std::cos(heading) * width / 2;
        room.floor.push_back(
            {{from.x + x, from.y + y}, {to.x + x, to.y + y}, {to.x - x, to.y - y}, {from.x - x, from.y - y}});
        line.push_back(to);
        room.length += length;
    }
    const Status made = append_lane(room.points, line, width);
    EXPECT_TRUE(made.ok()) << message(made);
    for (std::size_t i = 1; i + 3 < room.points.size(); i += 2)  // round the outer ends of bends
        room.floor.push_back({room.points[i], room.points[i + 1], room.points[i + 3], room.points[i + 2]});
    return room;
}

const Locomotion walker{.max_force = 100.0f, .max_speed = 1.4f, .mass = 1.0f};

/// Walks one agent in each room to its goal; now and then some are put elsewhere in their corridors, where
/// `pushed`. Returns the least distance of an agent from a corner.
double walk(const std::vector<Room>& rooms, bool pushed, std::mt19937& dice, float radius = body) {
    PathSetBuilder builder;
    double longest = 0;
    for (const Room& room : rooms) {
        builder.add(room.points);
        longest = std::max(longest, room.length);
    }
    const Program program = build({PortalFollow{.paths = *builder.build(),
                                                .body_radius = radius,
                                                .arrival_radius = 0.25f,
                                                .slowing_radius = 0.5f,
                                                .weight = 15},
                                   walker});
    Population agents(rooms.size(), verify::streams_and_outputs_of(program));
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        agents.set<Stream::position_x>(i, static_cast<float>(rooms[i].points.front().x));
        agents.set<Stream::position_y>(i, static_cast<float>(rooms[i].points.front().y));
        for (const Stream stream : {Stream::velocity_x, Stream::velocity_y}) agents.set_number(stream, i, 0);
        agents.set<Stream::path>(i, static_cast<std::int32_t>(i));
        agents.set<Stream::segment>(i, 0);
        agents.set<Stream::node>(i, 0);
        agents.set<Stream::finished>(i, 0);
    }
    const auto place = [&](std::size_t i) -> Point {
        return {static_cast<double>(agents.get<Stream::position_x>(i)),
                static_cast<double>(agents.get<Stream::position_y>(i))};
    };
    double clearance = 1e9;
    const auto ticks = static_cast<std::uint64_t>(longest / 1.4 * 60 * (pushed ? 4 : 2));
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        EXPECT_TRUE(faultless(run(program, agents.view(), {.dt = 1.0f / 60, .count = 1, .first_tick = tick},
                                  {.threading = Threading::serial})));
        for (std::size_t i = 0; i < rooms.size(); ++i) {
            if (!rooms[i].contains(place(i))) {
                ADD_FAILURE() << "agent " << i << " leaves its corridor at " << place(i).x << ", "
                              << place(i).y << ", tick " << tick;
                return 0;
            }
            clearance = std::min(clearance, rooms[i].clearance(place(i), agents.get<Stream::segment>(i)));
            if (!pushed || agents.get<Stream::finished>(i) != 0 || dice() % 100 != 0) continue;
            // Stopped, and pushed straight to some place in the corridor.
            std::uniform_real_distribution<double> random(-0.7, 0.7);
            const Point from = place(i), to{from.x + random(dice), from.y + random(dice)};
            if (!rooms[i].is_open(from, to)) continue;
            agents.set<Stream::position_x>(i, static_cast<float>(to.x));
            agents.set<Stream::position_y>(i, static_cast<float>(to.y));
            agents.set<Stream::velocity_x>(i, 0);
            agents.set<Stream::velocity_y>(i, 0);
        }
    }
    for (std::size_t i = 0; i < rooms.size(); ++i)
        EXPECT_EQ(agents.get<Stream::finished>(i), 1u)
            << "agent " << i << " stays at " << place(i).x << ", " << place(i).y << ", segment "
            << agents.get<Stream::segment>(i) << ", node " << agents.get<Stream::node>(i);
    return clearance;
}

std::vector<Room> make_rooms(std::size_t count, const std::function<Room()>& make) {
    std::vector<Room> rooms;
    for (std::size_t i = 0; i < count; ++i) rooms.push_back(make());
    return rooms;
}

TEST(PortalFollow, AgentsKeepTheirRadiusFromCornersAndArrive) {
    std::mt19937 dice(1);
    EXPECT_GT(walk(make_rooms(20, [&] { return make_cells(dice, 0); }), false, dice), 0.85 * 0.3);
    EXPECT_GT(walk(make_rooms(20, [&] { return make_cells(dice, 0.09); }), false, dice), 0.85 * 0.3);
    EXPECT_GT(walk(make_rooms(20, [&] { return make_lane(dice, 2); }), false, dice), 0.85 * 0.3);
}

TEST(PortalFollow, PushedAgentsStayInsideAndArrive) {
    std::mt19937 dice(2);
    walk(make_rooms(20, [&] { return make_cells(dice, 0); }), true, dice);
    walk(make_rooms(20, [&] { return make_cells(dice, 0.2); }), true, dice);
    walk(make_rooms(20, [&] { return make_lane(dice, 2); }), true, dice);
}

TEST(PortalFollow, NarrowCorridorsArePassedInTheMiddle) {
    std::mt19937 dice(3);
    walk(make_rooms(20, [&] { return make_lane(dice, 0.5); }), false, dice);
    walk(make_rooms(20, [&] { return make_cells(dice, 0.1); }), true, dice, 0.6f);
}

}  // namespace
}  // namespace wend::test
