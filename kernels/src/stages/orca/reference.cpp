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

/// p + n t
Vector point_at(Vector p, Vector n, float t) {
    const float step_x = n.x * t;
    const float step_y = n.y * t;
    return {p.x + step_x, p.y + step_y};
}

/// A line through p along n; velocities on its left are allowed.
struct Line {
    Vector p, n;

    [[nodiscard]] float outside(Vector u) const { return cross(n, minus(p, u)); }
};

/// The allowed part of a line: from p + n low to p + n high.
struct Segment {
    float low, high;
};

std::optional<Segment> allowed_of(const Line& line, std::span<const Line> before, float max_speed) {
    const float c = cross(line.n, line.p);
    const float square = max_speed * max_speed;
    const float g = square - c * c;
    if (!(g >= 0)) return std::nullopt;
    const float s = std::sqrt(g);
    const float m = 0.0f - dot(line.p, line.n);
    Segment segment{m - s, m + s};
    for (const Line& other : before) {
        const float q = cross(line.n, other.n);
        const float a = cross(other.n, minus(line.p, other.p));
        if (magnitude(q) <= parallel_lines) {
            if (a < 0) return std::nullopt;
            continue;
        }
        const float t = a / q;
        if (q >= 0) {
            if (t < segment.high) segment.high = t;
        } else {
            if (t > segment.low) segment.low = t;
        }
    }
    if (!(segment.low <= segment.high)) return std::nullopt;
    return segment;
}

/// Applies the lines one by one to u; returns the line at which nothing is left. `place(line, segment)`: the
/// best point on a line.
template <class Place>
std::size_t take_lines(std::span<const Line> lines, float max_speed, Vector& u, const Place& place) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!(lines[i].outside(u) > 0)) continue;
        const std::optional<Segment> segment = allowed_of(lines[i], lines.first(i), max_speed);
        if (!segment) return i;
        u = point_at(lines[i].p, lines[i].n, place(lines[i], *segment));
    }
    return lines.size();
}

/// The allowed velocity nearest to the preferred one.
std::size_t take_nearest(std::span<const Line> lines, float max_speed, Vector preferred, Vector& u) {
    u = preferred;
    return take_lines(lines, max_speed, u, [&](const Line& line, const Segment& segment) {
        const float t = dot(minus(preferred, line.p), line.n);
        return t < segment.low ? segment.low : t > segment.high ? segment.high : t;
    });
}

/// The line on which two lines are violated equally; none if they are parallel in the same direction.
std::optional<Line> between(const Line& i, const Line& j) {
    const float q = cross(i.n, j.n);
    Vector p{};
    if (magnitude(q) <= parallel_lines) {
        if (dot(i.n, j.n) > 0) return std::nullopt;
        p = {(i.p.x + j.p.x) * 0.5f, (i.p.y + j.p.y) * 0.5f};
    } else {
        p = point_at(i.p, i.n, cross(j.n, minus(i.p, j.p)) / q);
    }
    const Vector turn = minus(j.n, i.n);
    const float k = 1.0f / std::sqrt(max_keep_nan(squared_length(turn.x, turn.y), squared_length_floor));
    return Line{p, {turn.x * k, turn.y * k}};
}

/// The least violation, if no velocity is allowed from line `first` on.
void take_least_violation(std::span<const Line> lines, std::size_t first, float max_speed, Vector& u) {
    float least = 0;
    for (std::size_t i = first; i < lines.size(); ++i) {
        if (!(lines[i].outside(u) > least)) continue;
        std::array<Line, most_neighbours> made;
        std::size_t count = 0;
        for (const Line& other : lines.first(i))
            if (const std::optional<Line> line = between(lines[i], other)) made[count++] = *line;
        const Vector inwards{-lines[i].n.y, lines[i].n.x};
        Vector best{inwards.x * max_speed, inwards.y * max_speed};
        const std::size_t taken = take_lines(std::span(made).first(count), max_speed, best,
                                             [&](const Line& line, const Segment& segment) {
                                                 return dot(inwards, line.n) > 0 ? segment.high : segment.low;
                                             });
        if (taken == count) u = best;
        least = lines[i].outside(u);
    }
}

/// The line of one neighbour, for an agent with that velocity and id.
Line line_of(const Neighbour& one, float clearance, Vector velocity, std::uint32_t id, float horizon,
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
    const float ahead = dot(w, d);
    Vector change{};
    Vector n{};
    if (apart && !(ahead < 0 && ahead * ahead > square * length)) {
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
        const float speed = std::sqrt(max_keep_nan(length, squared_length_floor));
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
    return {{velocity.x + half_x, velocity.y + half_y}, n};
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
    std::array<Line, most_neighbours> made;
    for (std::size_t i = 0; i < count; ++i)
        made[i] = line_of(nearest[i], body + nearest[i].body_radius, velocity, id_of(in, slot), stage.horizon,
                          in.ticks.dt);
    const std::span<const Line> lines = std::span(made).first(count);
    Vector u{};
    const std::size_t taken = take_nearest(lines, max_speed, *preferred, u);
    if (taken < count) take_least_violation(lines, taken, max_speed, u);
    out.picked_x[slot] = store(u.x);
    out.picked_y[slot] = store(u.y);
    return true;
}

}  // namespace

template <>
StageResult run<Orca>(const StageInput& in, StageOutput& out) {
    return for_each_agent(in, out, [&](std::size_t slot) { return pick(in, out, slot); });
}

}  // namespace wend::detail::reference
