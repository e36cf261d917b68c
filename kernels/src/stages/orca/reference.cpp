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

/// The least violation, if no velocity is allowed from bound `first` on.
void take_least_violation(std::span<const Bound> bounds, std::size_t first, double max_speed, Wide& u) {
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
        for (const Bound& other : bounds.first(i)) {
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

/// The bound of one neighbour, for an agent with that velocity and id.
Bound bound_of(const Neighbour& one, float clearance, Vector velocity, std::uint32_t id, float horizon,
               float dt) {
    const Vector d = one.offset;
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
    const float half_x = change.x * 0.5f;
    const float half_y = change.y * 0.5f;
    const Vector p{velocity.x + half_x, velocity.y + half_y};
    return {widened(n), cross(widened(n), widened(p))};
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
    if (!fine || !preferred) return false;

    const float body = body_radius_of(in, slot, stage);
    std::array<Bound, most_neighbours> made;
    for (std::size_t i = 0; i < count; ++i)
        made[i] = bound_of(nearest[i], body + nearest[i].body_radius, velocity, id_of(in, slot),
                           stage.horizon, in.ticks.dt);
    const std::span<const Bound> bounds = std::span(made).first(count);
    const auto limit = static_cast<double>(max_speed);
    Wide u{};
    const Vector aim = rounded(widened(*preferred), limit);
    const std::size_t taken = take_nearest(bounds, limit, widened({store(aim.x), store(aim.y)}), u);
    if (taken < count) take_least_violation(bounds, taken, limit, u);
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
