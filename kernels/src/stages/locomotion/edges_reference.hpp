// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <optional>

#include "obstacles/obstacle_data.hpp"
#include "reference/reference.hpp"
#include "wend/locomotion.hpp"

/// The bounds, and steps that obstacles hold (kernels/docs/math.md, "Bounds" and "Walls").
namespace wend::detail::reference {

/// One component of an agent's motion.
struct Axis {
    float position;
    float velocity;
};

inline void wrap(Axis& axis, float min, float max) {
    if (!(axis.position < min || axis.position >= max)) return;
    const float size = max - min;
    const float offset = axis.position - min;
    const float n = std::floor(offset / size);
    const float whole = n * size;
    float q = axis.position - whole;
    if (q >= max) q = min;
    if (q < min) q = min;
    axis.position = q;
}

inline void bounce(Axis& axis, float min, float max) {
    if (!(axis.position < min || axis.position > max)) return;
    const float size = max - min;
    const float period = 2.0f * size;
    const float offset = axis.position - min;
    const float t = offset / period;
    const float fraction = t - std::floor(t);
    const float m = fraction * 2.0f;
    if (m > 1) {
        const float back = (m - 1.0f) * size;
        axis.position = max - back;
        axis.velocity = -axis.velocity;
    } else {
        const float ahead = m * size;
        axis.position = min + ahead;
    }
    if (axis.position < min) axis.position = min;
    if (axis.position > max) axis.position = max;
}

inline void apply(Bounds bounds, Axis& axis, float min, float max) {
    if (bounds == Bounds::wrap) wrap(axis, min, max);
    if (bounds == Bounds::bounce) bounce(axis, min, max);
}

// ---- walls (kernels/docs/math.md, "Walls"), in double

struct Exact {
    double x, y;
};
inline Exact exact(float x, float y) { return {static_cast<double>(x), static_cast<double>(y)}; }
inline Exact between(Exact from, Exact to) { return {to.x - from.x, to.y - from.y}; }
inline double along(Exact a, Exact b) {
    const double x = a.x * b.x;
    const double y = a.y * b.y;
    return x + y;
}
inline Exact far_by(Exact from, Exact direction, double k) {
    const double x = direction.x * k;
    const double y = direction.y * k;
    return {from.x + x, from.y + y};
}

struct Determinant {
    double value;
    double uncertain;
};
inline Determinant determinant(Exact a, Exact b) {
    const double xy = a.x * b.y;
    const double yx = a.y * b.x;
    return {xy - yx, (magnitude(xy) + magnitude(yx)) * 0x1p-45};
}
inline bool surely_left(Exact a, Exact b) {
    const Determinant d = determinant(a, b);
    return d.value > d.uncertain;
}
inline bool surely_right(Exact a, Exact b) {
    const Determinant d = determinant(a, b);
    return d.value < -d.uncertain;
}

enum class Start { may_be_left, counts };

/// Whether a way from a to b may meet the obstacle.
inline bool may_meet(Exact a, Exact b, const Obstacle& one, Start start) {
    const Exact from = exact(one.from_x, one.from_y);
    const Exact to = exact(one.to_x, one.to_y);
    const Exact way = between(a, b);
    if (from.x == to.x && from.y == to.y) {
        const double radius = static_cast<double>(one.radius);
        const double limit = radius * radius * (1 + 0x1p-44);
        const Exact c = between(a, from);
        const double s = along(c, way);
        const double length = along(way, way);
        if (along(c, c) <= limit) return start == Start::counts;
        if (s <= 0) return false;
        if (s >= length) {
            const Exact end = between(b, from);
            return along(end, end) <= limit;
        }
        const Determinant d = determinant(c, way);
        return !(magnitude(d.value) - d.uncertain > radius * (1 + 0x1p-44) * std::sqrt(length));
    }
    const double low_x = std::fmin(from.x, to.x), high_x = std::fmax(from.x, to.x);
    const double low_y = std::fmin(from.y, to.y), high_y = std::fmax(from.y, to.y);
    if (std::fmax(a.x, b.x) < low_x || std::fmin(a.x, b.x) > high_x) return false;
    if (std::fmax(a.y, b.y) < low_y || std::fmin(a.y, b.y) > high_y) return false;
    const Exact wall = between(from, to);
    const Exact to_a = between(from, a);
    const Exact to_b = between(from, b);
    const bool inside = a.x >= low_x && a.x <= high_x && a.y >= low_y && a.y <= high_y;
    const bool on_line = !surely_left(wall, to_a) && !surely_right(wall, to_a);
    if (start == Start::may_be_left && on_line && inside) return false;
    if (surely_left(wall, to_a) && surely_left(wall, to_b)) return false;
    if (surely_right(wall, to_a) && surely_right(wall, to_b)) return false;
    const Exact to_from = between(a, from);
    const Exact to_to = between(a, to);
    if (surely_left(way, to_from) && surely_left(way, to_to)) return false;
    return !(surely_right(way, to_from) && surely_right(way, to_to));
}

struct HalfPlane {
    Exact normal{};
    double room = 0;
    double gap = 0;
    double time = 0;
    double closing = 0;

    [[nodiscard]] Exact allow(Exact d) const {
        const double depth = along(normal, d);
        return depth < room ? far_by(d, normal, room - depth) : d;
    }
    [[nodiscard]] Exact rest(Exact u) const {
        const double inwards = along(normal, u);
        return inwards < 0 ? far_by(u, normal, -inwards) : u;
    }
};

/// The place and the velocity of an agent that obstacles may hold. `inside`: applies the bounds.
class Held {
  public:
    Held(const Locomotion& stage, Vector p, Vector wanted, Vector velocity)
        : obstacles_(ObstacleDataAccess::data(stage.obstacles)),
          bounds_(stage.bounds),
          area_(stage.area),
          p_(exact(p.x, p.y)),
          wish_(exact(wanted.x, wanted.y)),
          velocity_(exact(velocity.x, velocity.y)) {
        size_ = magnitude(p_.x) + magnitude(p_.y) + magnitude(wish_.x) + magnitude(wish_.y);
        choose(wanted, velocity);
    }

    Vector end{};       ///< before the bounds
    Axis x{}, y{};      ///< behind them
    bool held = false;  ///< the end is another one

  private:
    void choose(Vector wanted, Vector velocity) {
        if (may_end(wanted)) return put(wanted, velocity);
        held = true;
        const Vector start = rounded(p_);
        const std::optional<HalfPlane> a = first(wish_);
        if (!a) return stand(start, {0, 0});
        const Exact w = between(p_, wish_);
        const Vector q1 = rounded(far_by(p_, a->allow(w), 1));
        Exact left = a->rest(velocity_);
        if (may_end(q1)) return put(q1, rounded(left));
        if (const std::optional<HalfPlane> b = first(exact(q1.x, q1.y))) {
            if (along(b->normal, left) < 0)
                left = along(a->normal, b->normal) > 0 ? b->rest(left) : Exact{0, 0};
            Exact d = b->allow(w);
            if (along(a->normal, d) < a->room) {
                const double k = determinant(a->normal, b->normal).value;
                const double xx = a->room * b->normal.y, xy = b->room * a->normal.y;
                const double yy = b->room * a->normal.x, yx = a->room * b->normal.x;
                d = {(xx - xy) / k, (yy - yx) / k};
            }
            if (along(d, d) <= along(w, w) + a->gap * a->gap) {
                const Vector q = rounded(far_by(p_, d, 1));
                if (may_end(q)) return put(q, rounded(left));
            }
        }
        const Vector before = rounded(far_by(p_, w, a->time));
        if (may_end(before)) return put(before, rounded(left));
        stand(start, rounded(left));
    }

    static Vector rounded(Exact q) {
        return {store(static_cast<float>(q.x)), store(static_cast<float>(q.y))};
    }

    void stand(Vector at, Vector velocity) {
        end = at;
        x = {at.x, velocity.x};
        y = {at.y, velocity.y};
    }

    void put(Vector at, Vector velocity) {
        end = at;
        x = {at.x, velocity.x};
        y = {at.y, velocity.y};
        bring_inside(x, y);
    }

    void bring_inside(Axis& along_x, Axis& along_y) const {
        apply(bounds_, along_x, area_.min_x, area_.max_x);
        apply(bounds_, along_y, area_.min_y, area_.max_y);
        along_x.position = store(along_x.position);
        along_y.position = store(along_y.position);
    }

    [[nodiscard]] bool meets_any(Exact from, Exact to, Start start) const {
        for (const Obstacle& one : obstacles_.obstacles)
            if (exists(one) && may_meet(from, to, one, start)) return true;
        return false;
    }

    [[nodiscard]] bool may_end(Vector q) const {
        const Exact to = exact(q.x, q.y);
        if (meets_any(p_, to, Start::may_be_left)) return false;
        Axis ax{q.x, 1}, ay{q.y, 1};
        bring_inside(ax, ay);
        const bool across_x = ax.position != q.x, across_y = ay.position != q.y;
        const Exact step = between(p_, to);
        const auto most = [](float min, float max) {
            return (static_cast<double>(max) - static_cast<double>(min)) * (1 - 0x1p-20);
        };
        if (across_x && !(magnitude(step.x) <= most(area_.min_x, area_.max_x))) return false;
        if (across_y && !(magnitude(step.y) <= most(area_.min_y, area_.max_y))) return false;
        const Exact q2 = exact(ax.position, ay.position);
        const Exact p2{ax.velocity < 0 ? q2.x + step.x : q2.x - step.x,
                       ay.velocity < 0 ? q2.y + step.y : q2.y - step.y};
        if (across_x && meets_any({p2.x, p_.y}, {q2.x, to.y}, Start::counts)) return false;
        if (across_y && meets_any({p_.x, p2.y}, {to.x, q2.y}, Start::counts)) return false;
        return !(across_x && across_y && meets_any(p2, q2, Start::counts));
    }

    [[nodiscard]] HalfPlane half_plane(const Obstacle& one, Exact to) const {
        const Exact from = exact(one.from_x, one.from_y);
        const Exact a = between(from, p_);
        const Exact b = between(exact(one.to_x, one.to_y), p_);
        const Exact e = between(from, exact(one.to_x, one.to_y));
        HalfPlane plane;
        plane.gap = size_ * 0x1p-22 +
                    (magnitude(a.x) + magnitude(a.y) + magnitude(b.x) + magnitude(b.y)) * 0x1p-40 + 0x1p-56;
        double h = 0;
        const auto about = [&](Exact corner) {
            const double length = std::sqrt(along(corner, corner));
            plane.normal = {corner.x / length, corner.y / length};
            h = length - static_cast<double>(one.radius);
        };
        if (along(a, e) <= 0) {
            about(a);
        } else if (along(b, e) >= 0) {
            about(b);
        } else {
            const double length = std::sqrt(along(e, e));
            const double d = determinant(e, a).value;
            plane.normal = d < 0 ? Exact{e.y / length, -e.x / length} : Exact{-e.y / length, e.x / length};
            h = magnitude(d) / length;
        }
        plane.room = plane.gap - h;
        plane.closing = along(plane.normal, between(p_, to));
        if (plane.closing < 0) {
            const double t = plane.room / plane.closing;
            plane.time = t < 0 ? 0 : t > 1 ? 1 : t;
        }
        return plane;
    }

    [[nodiscard]] std::optional<HalfPlane> first(Exact to) const {
        std::optional<HalfPlane> found;
        const Obstacle* met = nullptr;
        for (const Obstacle& one : obstacles_.obstacles) {
            if (!exists(one) || !may_meet(p_, to, one, Start::may_be_left)) continue;
            const HalfPlane plane = half_plane(one, to);
            const bool same_time = found && plane.time == found->time;
            const bool before =
                !found || plane.time < found->time || (same_time && plane.closing < found->closing);
            const bool equal = same_time && plane.closing == found->closing;
            if (!before && !(equal && obstacles_.precedes(one, *met))) continue;
            found = plane;
            met = &one;
        }
        return found;
    }

    /// Numbers of a pool may have none.
    static bool exists(const Obstacle& one) { return one.from_x == one.from_x; }

    const ObstacleData& obstacles_;
    Bounds bounds_;
    const Rectangle& area_;
    Exact p_, wish_, velocity_;
    double size_ = 0;
};

/// The end of a step from p to `wanted`, behind the bounds, and its velocity.
struct StepEnd {
    Axis x, y;
    Vector way{};       ///< before the bounds
    bool held = false;  ///< by an obstacle
};
inline StepEnd end_of_step(const Locomotion& edges, Vector p, Vector wanted, Vector velocity) {
    StepEnd end{{wanted.x, velocity.x}, {wanted.y, velocity.y}};
    if (ObstacleDataAccess::data(edges.obstacles).count != 0 && finite(wanted)) {
        const Held step(edges, p, {store(wanted.x), store(wanted.y)}, velocity);
        end = {step.x, step.y, {step.end.x - p.x, step.end.y - p.y}, step.held};
    } else {
        apply(edges.bounds, end.x, edges.area.min_x, edges.area.max_x);
        apply(edges.bounds, end.y, edges.area.min_y, edges.area.max_y);
    }
    return end;
}

}  // namespace wend::detail::reference
