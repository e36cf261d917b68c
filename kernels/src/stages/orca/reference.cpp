// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>

#include "constants/orca_constants.hpp"
#include "obstacles/obstacle_data.hpp"
#include "stages/neighbours/neighbours_reference.hpp"
#include "wend/orca.hpp"

// Reciprocal collision avoidance: kernels/docs/math.md, "ORCA".
namespace wend::detail::reference {
namespace {

constexpr auto most_neighbours = static_cast<std::size_t>(some_neighbours.high);

Vector minus(Vector a, Vector b) { return {a.x - b.x, a.y - b.y}; }

// The linear program is in double.

struct Wide {
    double x, y;
};

Wide widened(Vector v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }

double dot(Wide a, Wide b) {
    const double along_x = a.x * b.x;
    const double along_y = a.y * b.y;
    return along_x + along_y;
}
double cross(Wide a, Wide b) {
    const double first = a.x * b.y;
    const double second = a.y * b.x;
    return first - second;
}
Wide times(Wide a, double k) { return {a.x * k, a.y * k}; }
Wide leftwards(Wide a) { return {-a.y, a.x}; }

/// Velocities u with det(n, u) >= c are allowed.
struct Bound {
    Wide n;
    double c;

    [[nodiscard]] double outside(Wide u) const { return c - cross(n, u); }
};

/// The best point on the last bound's line that the ones before it allow. `place(n, low, high)`: how far
/// along the line it is.
template <class Place>
std::optional<Wide> point_on_last(std::span<const Bound> bounds, double max_speed, double tolerance,
                                  const Place& place) {
    const Bound& last = bounds.back();
    const double k = 1.0 / std::sqrt(dot(last.n, last.n));
    const Wide n = times(last.n, k);
    const double c = last.c * k;
    const double reach = max_speed + tolerance;
    const double most = reach * reach;
    const double g = most - c * c;
    if (!(g >= 0)) return std::nullopt;
    double high = std::sqrt(g);
    double low = -high;
    for (const Bound& other : bounds.first(bounds.size() - 1)) {
        const double q = cross(n, other.n) + 0.0;
        const double a = dot(n, other.n) * c;
        const double t = (a - other.c + tolerance) / q;
        if (q >= 0) {
            if (t < high) high = t;
        } else if (t > low) {
            low = t;
        }
    }
    if (!(low <= high)) return std::nullopt;
    const double t = place(n, low, high);
    const Wide along = times(n, t);
    const Wide foot = times(leftwards(n), c);
    return Wide{along.x + foot.x, along.y + foot.y};
}

/// Applies the bounds one by one to u; returns the one at which nothing is left.
template <class Place>
std::size_t apply_bounds(std::span<const Bound> bounds, double max_speed, double rounding, Wide& u,
                         const Place& place) {
    double tolerance = rounding;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        if (!(bounds[i].outside(u) > rounding)) continue;
        tolerance += rounding;
        const std::optional<Wide> best = point_on_last(bounds.first(i + 1), max_speed, tolerance, place);
        if (!best) return i;
        u = *best;
    }
    return bounds.size();
}

/// The allowed velocity nearest to the preferred one.
std::size_t take_nearest(std::span<const Bound> bounds, double max_speed, Wide preferred, Wide& u) {
    u = preferred;
    return apply_bounds(bounds, max_speed, max_speed * program_rounding, u,
                        [&](Wide n, double low, double high) {
                            const double t = dot(preferred, n);
                            return t < low ? low : t > high ? high : t;
                        });
}

/// The least violation, if no velocity is allowed from bound `first` on. The first `kept` ones, which
/// allow something, are not relaxed.
void take_least_violation(std::span<const Bound> bounds, std::size_t kept, std::size_t first,
                          double max_speed, Wide& u) {
    double largest = max_speed;
    for (const Bound& bound : bounds) largest = std::max(largest, magnitude(bound.c));
    double least = 0;
    double slack = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const Bound& one = bounds[i];
        slack += largest * program_slack;
        if (i < first || !(one.outside(u) > least)) continue;
        std::array<Bound, most_neighbours> made;
        std::size_t count = 0;
        for (const Bound& other : bounds.first(std::min(i, kept))) made[count++] = {other.n, other.c - slack};
        for (const Bound& other : bounds.first(i).subspan(std::min(i, kept))) {
            const Wide n{other.n.x - one.n.x, other.n.y - one.n.y};
            if (!(dot(n, n) < square_of_one_direction)) made[count++] = {n, other.c - one.c - slack};
        }
        const Wide inwards = leftwards(one.n);
        const double k = max_speed / std::sqrt(dot(one.n, one.n));
        u = times(inwards, k);
        apply_bounds(std::span(made).first(count), max_speed, largest * program_rounding, u,
                     [&](Wide n, double low, double high) { return dot(inwards, n) > 0 ? high : low; });
        least = one.outside(u);
    }
}

/// As floats, within the disc of max_speed.
Vector rounded(Wide u, double max_speed) {
    const Vector v{static_cast<float>(u.x), static_cast<float>(u.y)};
    const double square = dot(widened(v), widened(v));
    if (!(square > max_speed * max_speed)) return v;
    const double k = max_speed * inside_disc / std::sqrt(square);
    const Wide inside = times(widened(v), k);
    return {static_cast<float>(inside.x), static_cast<float>(inside.y)};
}

/// The offset of a neighbour, turned to the left by the angle of that sine.
Vector turned(Vector d, float sine) {
    const float cosine = std::sqrt(1.0f - sine * sine);
    const float ahead_x = d.x * cosine;
    const float aside_x = d.y * sine;
    const float ahead_y = d.y * cosine;
    const float aside_y = d.x * sine;
    return {ahead_x - aside_x, ahead_y + aside_y};
}

/// The bound of one neighbour, for an agent with that velocity and id, which makes that share of the change.
Bound bound_of(const Neighbour& one, Vector d, float clearance, Vector velocity, std::uint32_t id,
               float share, float horizon, float dt) {
    const float square = clearance * clearance;
    const bool apart = one.squared > square;
    const float per_time = 1.0f / (apart ? horizon : max_keep_nan(dt, horizon * 0x1p-20f));
    const Vector r = minus(velocity, one.velocity);
    const float way_x = d.x * per_time;
    const float way_y = d.y * per_time;
    const Vector w{r.x - way_x, r.y - way_y};
    const float length = squared_length(w.x, w.y);
    const float speed = std::sqrt(max_keep_nan(length, squared_length_floor));
    const float behind = 0.0f - dot(w, d);
    Vector change{};
    Vector n{};
    if (apart && !(behind > clearance * speed)) {
        const float leg = std::sqrt(one.squared - square);
        const bool left = cross(d, w) > 0;
        const float sign = left ? 1.0f : -1.0f;
        const float across = left ? clearance : -clearance;
        const float x_leg = d.x * leg;
        const float y_leg = d.y * leg;
        const float x_across = d.x * across;
        const float y_across = d.y * across;
        n = {(x_leg - y_across) * sign / one.squared, (y_leg + x_across) * sign / one.squared};
        const float t = dot(r, n);
        const float along_x = n.x * t;
        const float along_y = n.y * t;
        change = {along_x - r.x, along_y - r.y};
    } else {
        const float k = 1.0f / speed;
        Vector out{w.x * k, w.y * k};
        if (length < squared_length_floor) out = {id < one.id ? 1.0f : -1.0f, 0};
        const float reach = clearance * per_time;
        const float gap = reach - speed;
        change = {out.x * gap, out.y * gap};
        n = {out.y, -out.x};
    }
    const float part_x = change.x * share;
    const float part_y = change.y * share;
    const Vector p{velocity.x + part_x, velocity.y + part_y};
    return {widened(n), cross(widened(n), widened(p))};
}

// Obstacles (kernels/docs/math.md, "ORCA", "Obstacles").

Vector right_of(Vector a) { return {a.y, -a.x}; }
Vector plus(Vector a, Vector b) { return {a.x + b.x, a.y + b.y}; }
Vector scaled(Vector a, float k) { return {a.x * k, a.y * k}; }

/// An obstacle from the agent's place: its ends, the first one on the left.
struct Wall {
    Vector from, to, along;
    float square;  ///< of its length; 0: a circle
    float across;  ///< the distance of its line, times the length
    float foot;    ///< how far along it the agent is, times the length
    float squared_distance;
};

Wall seen_wall(const Obstacle& one, Vector p) {
    Wall wall{.from = {one.from_x - p.x, one.from_y - p.y},
              .to = {one.to_x - p.x, one.to_y - p.y},
              .along = {one.to_x - one.from_x, one.to_y - one.from_y},
              .square = 0,
              .across = 0,
              .foot = 0,
              .squared_distance = 0};
    const float side = cross(wall.along, wall.from);
    if (side < 0) {
        std::swap(wall.from, wall.to);
        wall.along = {0.0f - wall.along.x, 0.0f - wall.along.y};
    }
    const float square = squared_length(wall.along.x, wall.along.y);
    if (square >= squared_length_floor) {
        wall.square = square;
        wall.across = magnitude(side);
        wall.foot = 0.0f - dot(wall.from, wall.along);
    }
    const Vector end = wall.foot > 0 ? wall.to : wall.from;
    const bool beside = wall.foot > 0 && wall.foot < wall.square;
    wall.squared_distance = beside ? wall.across * wall.across / wall.square : squared_length(end.x, end.y);
    return wall;
}

/// Of the velocities z that are allowed beside an obstacle: dot(z, n) >= c.
struct Tangent {
    Vector n;
    float c;
    float outside;  ///< by how much z is
};

/// The tangent to the velocity obstacle that z is farthest outside of.
Tangent best_tangent(const Wall& wall, float reach, Vector z, float per_time) {
    const float length = std::sqrt(wall.square);
    const bool oblique = wall.across <= reach * length;
    const bool before = !(wall.foot > 0);
    const bool behind = !before && wall.foot >= wall.square;
    const bool one_end = oblique && (before || behind);
    const Vector left = oblique && behind ? wall.to : wall.from;
    const Vector right = oblique && before ? wall.from : wall.to;
    const float left_square = squared_length(left.x, left.y);
    const float right_square = squared_length(right.x, right.y);
    const float reach_square = reach * reach;

    Tangent front{};
    const float distance = one_end ? std::sqrt(left_square) : wall.across / length;
    front.n = one_end ? Vector{(0.0f - left.x) / distance, (0.0f - left.y) / distance}
                      : Vector{wall.along.y / length, (0.0f - wall.along.x) / length};
    front.c = std::min((reach - distance) * per_time, 0.0f);
    front.outside = dot(z, front.n) - front.c;
    if (wall.squared_distance <= reach_square) return {front.n, 0, 0};

    Tangent best = front;
    const auto try_one = [&](Vector n, float c, float outside) {
        if (outside > best.outside) best = {n, c, outside};
    };
    const float left_leg = std::sqrt(max_keep_nan(left_square - reach_square, 0));
    const float right_leg = std::sqrt(max_keep_nan(right_square - reach_square, 0));
    const Vector left_n{(0.0f - (left.x * reach + left.y * left_leg)) / left_square,
                        (left.x * left_leg - left.y * reach) / left_square};
    const Vector right_n{(right.y * right_leg - right.x * reach) / right_square,
                         (0.0f - (right.x * right_leg + right.y * reach)) / right_square};
    try_one(left_n, 0, dot(z, left_n));
    try_one(right_n, 0, dot(z, right_n));
    const auto try_end = [&](Vector end, Vector first, Vector last) {
        const Vector centre = scaled(end, per_time);
        const Vector w = minus(z, centre);
        const float square = squared_length(w.x, w.y);
        if (!(square >= squared_length_floor)) return;
        if (!(cross(first, w) > 0 && cross(w, last) > 0 && dot(w, plus(first, last)) > 0)) return;
        const float speed = std::sqrt(square);
        const Vector n{w.x / speed, w.y / speed};
        const float c = dot(centre, n) + reach * per_time;
        try_one(n, c > 0 ? 0 : c, speed - reach * per_time);
    };
    try_end(left, left_n, one_end ? right_n : front.n);
    if (!one_end) try_end(right, front.n, right_n);
    return best;
}

/// The bounds of an agent: those of obstacles come first.
class Bounds {
  public:
    void add(const Bound& bound) { bound_[count_++] = bound; }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] std::span<const Bound> all() const { return std::span(bound_).first(count_); }

  private:
    std::array<Bound, most_neighbours> bound_;
    std::size_t count_ = 0;
};

/// The nearest obstacles that an agent could reach, the nearest one first.
class NearObstacles {
  public:
    NearObstacles(const ObstacleData& data, Vector place) : data_(data), place_(place) {}

    void add(const Obstacle& one) {
        std::size_t at = std::min<std::size_t>(count_, most_near_obstacles);
        count_ = std::min<std::size_t>(count_ + 1, most_near_obstacles);
        for (; at > 0 && comes_before(one, *near_[at - 1]); --at)
            if (at < count_) near_[at] = near_[at - 1];
        if (at < count_) near_[at] = &one;
    }
    [[nodiscard]] std::span<const Obstacle* const> all() const { return std::span(near_).first(count_); }

  private:
    /// If it has the greater number.
    [[nodiscard]] bool comes_before(const Obstacle& one, const Obstacle& other) const {
        const float distance = seen_wall(one, place_).squared_distance;
        const float farther = seen_wall(other, place_).squared_distance;
        return distance < farther || (distance == farther && data_.precedes(one, other));
    }

    const ObstacleData& data_;
    Vector place_;
    std::array<const Obstacle*, most_near_obstacles> near_{};
    std::size_t count_ = 0;
};

/// Adds those of obstacles at rest, then those of moving ones; returns how many rest.
std::size_t add_obstacles(Bounds& bounds, const Orca& stage, float dt, Vector p, Vector v, float body,
                          float max_speed) {
    const ObstacleData& data = ObstacleDataAccess::data(stage.obstacles);
    const float horizon = std::max(stage.obstacle_horizon, dt);
    const float per_time = 1.0f / horizon;
    NearObstacles near(data, p);
    for (const Obstacle& one : data.obstacles) {
        const float way = max_speed * horizon;
        const float own = std::sqrt(squared_length(one.velocity_x, one.velocity_y)) * horizon;
        const float range = one.radius + body + way + own;
        if (seen_wall(one, p).squared_distance <= range * range) near.add(one);
    }
    const auto add = [&](const Obstacle* one) {
        const Wall wall = seen_wall(*one, p);
        if (!(wall.squared_distance >= squared_length_floor)) return;
        const float reach = one->radius + body;
        const Vector moving{one->velocity_x, one->velocity_y};
        const Tangent tangent = best_tangent(wall, reach, minus(v, moving), per_time);
        const Wide u = widened(moving);
        const auto covers = [&](const Bound& bound) {
            const double most = bound.c + static_cast<double>(reach * per_time) * (covered_part - 1);
            const auto is_behind = [&](Vector end) {
                const Wide at = widened(scaled(end, per_time));
                return cross(bound.n, {at.x + u.x, at.y + u.y}) <= most;
            };
            return is_behind(wall.from) && is_behind(wall.to);
        };
        if (bounds.size() == Orca::most_obstacles || std::ranges::any_of(bounds.all(), covers)) return;
        bounds.add(
            {widened(right_of(tangent.n)), static_cast<double>(tangent.c) + dot(widened(tangent.n), u)});
    };
    const auto moves = [](const Obstacle* one) { return one->velocity_x != 0 || one->velocity_y != 0; };
    for (const Obstacle* one : near.all())
        if (!moves(one)) add(one);
    const std::size_t at_rest = bounds.size();
    for (const Obstacle* one : near.all())
        if (moves(one)) add(one);
    return at_rest;
}

/// The preferred velocity, from the locomotion; none if a limit is a fault.
std::optional<Vector> preferred_velocity(const StageInput& in, const ForceSum& sum, std::size_t slot,
                                         Vector velocity, float max_speed) {
    const float max_force = read_or(in.get<Stream::max_force>(), slot, in.limits.max_force);
    const float mass = read_or(in.get<Stream::mass>(), slot, in.limits.mass);
    if (bad(max_force) || bad(max_speed) || bad(mass) || max_force < 0 || max_speed < 0 || mass <= 0)
        return std::nullopt;
    return driven(in, sum, slot, velocity, max_force, max_speed, mass).velocity;
}

bool pick(const StageInput& in, StageOutput& out, std::size_t slot) {
    const Orca& stage = in.stage<Orca>();
    const Vector velocity = read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot);
    const float max_speed = read_or(in.get<Stream::max_speed>(), slot, in.limits.max_speed);
    std::array<Neighbour, most_neighbours> nearest;
    std::size_t count = 0;
    const auto before = [](const Neighbour& a, const Neighbour& b) {
        return std::tie(a.squared, a.id) < std::tie(b.squared, b.id);
    };
    const bool fine = for_each_seen(in, slot, stage, [&](const Neighbour& one) {
        if (count < stage.max_neighbours) {
            nearest[count++] = one;
        } else {
            note_capped(out, slot);
            if (!before(one, nearest[count - 1])) return;
            nearest[count - 1] = one;
        }
        for (std::size_t at = count - 1; at > 0 && before(nearest[at], nearest[at - 1]); --at)
            std::swap(nearest[at], nearest[at - 1]);
    });
    const std::optional<Vector> preferred = preferred_velocity(in, out.force, slot, velocity, max_speed);
    if (!fine || !preferred || !legal_horizon(in, slot)) return false;

    const float body = body_radius_of(in, slot, stage);
    const RightOfWay right = right_of_way_of(in, slot, stage);
    const float own_horizon = read_or(in.get<Stream::neighbour_horizon>(), slot, stage.horizon);
    const float horizon = std::min(own_horizon, stage.horizon);
    const std::uint32_t id = id_of(in, slot);
    const Vector position = read_vector<Stream::position_x, Stream::position_y>(in, slot);
    Bounds bounds;
    const std::size_t kept = add_obstacles(bounds, stage, in.ticks.dt, position, velocity, body, max_speed);
    for (const Neighbour& one : std::span(nearest).first(count)) {
        const float share = right.share(one.right_of_way);
        if (!(share > 0)) continue;
        const Vector offset = stage.side_bias > 0 ? turned(one.offset, stage.side_bias) : one.offset;
        bounds.add(bound_of(one, offset, body + one.body_radius, velocity, id, share, horizon, in.ticks.dt));
    }
    const auto limit = static_cast<double>(max_speed);
    Wide u{};
    const Vector aim = rounded(widened(*preferred), limit);
    const std::size_t taken = take_nearest(bounds.all(), limit, widened({store(aim.x), store(aim.y)}), u);
    if (taken < bounds.size()) take_least_violation(bounds.all(), kept, taken, limit, u);
    const Vector picked = rounded(u, limit);
    out.picked_x[slot] = store(picked.x);
    out.picked_y[slot] = store(picked.y);
    return true;
}

}  // namespace

template <>
StageResult run<Orca>(const StageInput& in, StageOutput& out) {
    return for_each_agent(in, out, [&](std::size_t slot) { return pick(in, out, slot); });
}

}  // namespace wend::detail::reference
