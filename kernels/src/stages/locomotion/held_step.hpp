// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "obstacles/obstacle_data.hpp"
#include "obstacles/obstacle_index.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"

/// Steps that obstacles hold (kernels/docs/math.md, "Walls").
namespace wend::detail {
namespace {

/// Bit i: agent i's way may meet an obstacle, by the map.
template <class A>
inline std::uint32_t may_meet(const Clearance& map, const Floats<A>& px, const Floats<A>& py,
                              const Floats<A>& ex, const Floats<A>& ey) {
    using F = Floats<A>;
    const auto cell = [&](const F& at, float origin, std::int32_t count) {
        const F exact = max_keep_nan((at - F(origin)) * F(map.cells_per_metre), F(0));
        return to_floats(truncate(min_skip_nan(exact, F(static_cast<float>(count - 1)))));
    };
    const F row = cell(py, map.origin_y, map.rows);
    const F column = cell(px, map.origin_x, map.columns);
    alignas(64) std::int32_t cells[lanes<A>];
    alignas(64) std::int32_t steps[lanes<A>];
    write(cells, truncate(row * F(static_cast<float>(map.columns)) + column));
    for (std::size_t lane = 0; lane < lanes<A>; ++lane)
        steps[lane] = map.steps[static_cast<std::size_t>(cells[lane])];
    const F free = (to_floats(load<A>(steps)) - F(1 - Clearance::least)) * F(map.edge);
    const F size = as_floats(max(magnitude_bits(ex - px), magnitude_bits(ey - py)));
    return ~bits(size < free) & all_lanes<A>;
}

/// The same among the obstacles of a pool.
template <class A>
inline bool has_near_of_pool(const ObstacleIndex& index, float px, float py, float low_x, float high_x,
                             float low_y, float high_y) {
    const float step_x = high_x - low_x, step_y = high_y - low_y;
    const auto meets_line = [&](std::uint32_t record) {
        const float* const one = index.records.data() + std::size_t{record} * 2;
        const float along_x = one[2] - one[0], along_y = one[3] - one[1];
        const float first_term = along_x * (py - one[1]), second_term = along_y * (px - one[0]);
        return std::fabs(first_term - second_term) <=
               std::fabs(along_x) * step_y + std::fabs(along_y) * step_x +
                   (std::fabs(first_term) + std::fabs(second_term)) * 0x1p-20f;
    };
    const float components[4] = {high_x, -low_x, high_y, -low_y};
    const FourBounds<A> bounds(components);
    return index.any_block(low_x, high_x, low_y, high_y, [&](std::uint32_t block) {
        std::uint32_t near = bounds.hold(index.boxes.data() + std::size_t{block} * 16) & 15;
        for (; near != 0; near &= near - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(near));
            if (meets_line(index.record[block * 4 + lane])) return true;
        }
        return false;
    });
}

/// Whether a way inside the bounds comes near an obstacle: neither their rectangles nor the way and the
/// obstacle's line are clearly apart. False: the way meets none.
template <class A>
inline bool has_near(const ObstacleData& data, float px, float py, float ex, float ey) {
    using F = Floats<A>;
    // More than the roundings here and those that make a way meet an obstacle beside it.
    const float blur = (std::fabs(px) + std::fabs(py) + std::fabs(ex) + std::fabs(ey)) * 0x1p-20f + 0x1p-60f;
    const float low_x = (px < ex ? px : ex) - blur, high_x = (px < ex ? ex : px) + blur;
    const float low_y = (py < ey ? py : ey) - blur, high_y = (py < ey ? ey : py) + blur;
    if (data.near->of_pool()) return has_near_of_pool<A>(*data.near, px, py, low_x, high_x, low_y, high_y);
    const F step_x(high_x - low_x), step_y(high_y - low_y);
    const auto abs = [](const F& x) { return as_floats(magnitude_bits(x)); };
    bool found = false;
    for_each_row_of_box(data.grid, low_x, low_y, high_x, high_y, [&](std::size_t first, std::size_t last) {
        // Obstacles of other cells, behind the last, do no harm.
        for (std::size_t at = data.first[first]; at < data.first[last + 1] && !found; at += lanes<A>) {
            const F from_x = load<A>(&data.from_x[at]), to_x = load<A>(&data.to_x[at]);
            const F from_y = load<A>(&data.from_y[at]), to_y = load<A>(&data.to_y[at]);
            const F reach = load<A>(&data.radius[at]) * F(1 + 0x1p-20f);
            const F along_x = to_x - from_x, along_y = to_y - from_y;
            const F first_term = along_x * (F(py) - from_y), second_term = along_y * (F(px) - from_x);
            const F turn = abs(first_term - second_term);
            const F most = abs(along_x) * step_y + abs(along_y) * step_x +
                           (abs(first_term) + abs(second_term)) * F(0x1p-20f);
            found = any((turn <= most) && (from_x - reach <= F(high_x) || to_x - reach <= F(high_x)) &&
                        (from_x + reach >= F(low_x) || to_x + reach >= F(low_x)) &&
                        (from_y - reach <= F(high_y) || to_y - reach <= F(high_y)) &&
                        (from_y + reach >= F(low_y) || to_y + reach >= F(low_y)));
        }
    });
    return found;
}

/// A component as it is stored.
inline float stored(float x) { return std::fabs(x) < component_floor ? 0.0f : x; }

/// A place, or a difference of two, in double.
struct Place {
    double x, y;

    Place(double at_x, double at_y) : x(at_x), y(at_y) {}
    Place(float at_x, float at_y) : x(static_cast<double>(at_x)), y(static_cast<double>(at_y)) {}
    friend Place operator+(const Place& a, const Place& b) { return {a.x + b.x, a.y + b.y}; }
    friend Place operator-(const Place& a, const Place& b) { return {a.x - b.x, a.y - b.y}; }
    friend Place operator*(const Place& a, double k) { return {a.x * k, a.y * k}; }
};
inline double dot(const Place& a, const Place& b) { return a.x * b.x + a.y * b.y; }
inline double squared_length(const Place& a) { return a.x * a.x + a.y * a.y; }

/// A determinant, and the bound of its error.
struct Turn {
    double value, blur;

    Turn(const Place& a, const Place& b) {
        const double first = a.x * b.y, second = a.y * b.x;
        value = first - second;
        blur = (std::fabs(first) + std::fabs(second)) * 0x1p-45;
    }
    /// 0: not known.
    [[nodiscard]] int sign() const { return value > blur ? 1 : value < -blur ? -1 : 0; }
};

/// An agent's way in one tick.
struct Way {
    Place from, to;
    bool leaves = true;  ///< an obstacle on which it starts does not hold it
};

inline bool meets_circle(const Way& way, const Place& center, float radius) {
    const double r = static_cast<double>(radius);
    const double square = r * r * (1 + 0x1p-44);
    const Place a = center - way.from, b = center - way.to;
    const Place w = way.to - way.from;
    const double along = dot(a, w), length = squared_length(w);
    if (squared_length(a) <= square) return !way.leaves;
    if (along <= 0) return false;
    if (along >= length) return squared_length(b) <= square;
    const Turn turn(a, w);
    return !(std::fabs(turn.value) - turn.blur > r * (1 + 0x1p-44) * std::sqrt(length));
}

inline bool meets_wall(const Way& way, const Place& from, const Place& to) {
    const auto apart = [](double a, double b, double c, double d) {  // [a, b] and [c, d], in any order
        return (a < c && a < d && b < c && b < d) || (a > c && a > d && b > c && b > d);
    };
    const auto between = [](double a, double c, double d) {
        return (a >= c || a >= d) && (a <= c || a <= d);
    };
    if (apart(way.from.x, way.to.x, from.x, to.x) || apart(way.from.y, way.to.y, from.y, to.y)) return false;
    const int side = Turn(to - from, way.from - from).sign();
    if (side == 0 && way.leaves && between(way.from.x, from.x, to.x) && between(way.from.y, from.y, to.y))
        return false;
    if (side != 0 && side == Turn(to - from, way.to - from).sign()) return false;
    const int turn = Turn(way.to - way.from, from - way.from).sign();
    return turn == 0 || turn != Turn(way.to - way.from, to - way.from).sign();
}

inline bool meets(const Way& way, const Obstacle& one) {
    const Place from(one.from_x, one.from_y), to(one.to_x, one.to_y);
    return from.x == to.x && from.y == to.y ? meets_circle(way, from, one.radius) : meets_wall(way, from, to);
}

/// An obstacle that an agent's way meets, as the half plane that it leaves to the agent.
struct Barrier {
    bool found = false;
    double normal_x = 0, normal_y = 0;
    double room = 0;     ///< the least part of a step along the normal
    double gap = 0;      ///< kept from the obstacle
    double time = 0;     ///< of the way, until it leaves the half plane
    double closing = 0;  ///< the way's part along the normal
    std::uint32_t index = 0;

    [[nodiscard]] Place normal() const { return {normal_x, normal_y}; }
    /// The step, shortened by what is too much of it.
    [[nodiscard]] Place allowed(const Place& step) const {
        const double along = dot(normal(), step);
        return along < room ? step + normal() * (room - along) : step;
    }
    /// The velocity, without its part towards the obstacle.
    [[nodiscard]] Place rest(const Place& velocity) const {
        const double along = dot(normal(), velocity);
        return along < 0 ? velocity - normal() * along : velocity;
    }

    Barrier() = default;
    /// `size`: of the coordinates at the tick's start and end.
    Barrier(const Way& way, double size, const Obstacle& one, std::uint32_t number)
        : found(true), index(number) {
        const Place from(one.from_x, one.from_y), to(one.to_x, one.to_y);
        const Place a = way.from - from, b = way.from - to, e = to - from;
        const double reach = std::fabs(a.x) + std::fabs(a.y) + std::fabs(b.x) + std::fabs(b.y);
        gap = size * 0x1p-22 + reach * 0x1p-40 + 0x1p-56;
        const bool beside_from = dot(a, e) <= 0;  // of a circle, too
        double distance;
        if (beside_from || dot(b, e) >= 0) {
            const Place& end = beside_from ? a : b;
            const double length = std::sqrt(squared_length(end));
            normal_x = end.x / length;
            normal_y = end.y / length;
            distance = length - static_cast<double>(one.radius);
        } else {
            const double length = std::sqrt(squared_length(e));
            const double side = e.x * a.y - e.y * a.x;
            normal_x = (side < 0 ? e.y : -e.y) / length;
            normal_y = (side < 0 ? -e.x : e.x) / length;
            distance = std::fabs(side) / length;
        }
        room = gap - distance;
        closing = dot(normal(), way.to - way.from);
        const double until = closing < 0 ? room / closing : 0;
        time = until > 0 ? (until < 1 ? until : 1) : 0;
    }

    [[nodiscard]] bool before(const Barrier& other, const ObstacleIndex& among) const {
        constexpr std::uint32_t pairs = floats_of_record / 2;
        if (!other.found || time != other.time) return !other.found || time < other.time;
        return closing < other.closing ||
               (closing == other.closing && precedes(among, index * pairs, other.index * pairs));
    }
};

/// The end of a step behind the bounds, and whether they turn the velocity's components.
struct BoundedEnd {
    float x, y;
    bool turns_x = false, turns_y = false;
};

/// One agent's step. `Bounds`: BoundedEnd bring_inside(x, y), and the longest steps across them.
template <class Area>
class HeldStep {
  public:
    HeldStep(const ObstacleData& data, const Area& area, float px, float py, float ex, float ey)
        : data_(data),
          area_(area),
          start_(px, py),
          step_(Place(ex, ey) - start_),
          size_(std::fabs(start_.x) + std::fabs(start_.y) + std::fabs(static_cast<double>(ex)) +
                std::fabs(static_cast<double>(ey))),
          x_(ex),
          y_(ey) {}

    /// Where the step ends before the bounds, and behind them.
    float x() const { return x_; }
    float y() const { return y_; }
    const BoundedEnd& bounded() const { return bounded_; }

    /// Holds the agent and its velocity; whether it had to.
    bool hold(float& vx, float& vy) {
        if (take(x_, y_)) return turn(vx, vy), false;
        const Place velocity = stop(Place(vx, vy));
        vx = stored(static_cast<float>(velocity.x));
        vy = stored(static_cast<float>(velocity.y));
        turn(vx, vy);
        return true;
    }

  private:
    /// Finds another end, and returns the velocity.
    Place stop(const Place& velocity) {
        const Barrier first = first_met({start_, Place(x_, y_)});
        if (!first.found) return stay(), Place(0.0, 0.0);
        Place left = first.rest(velocity);
        const float bx = stored(static_cast<float>(start_.x + first.allowed(step_).x));
        const float by = stored(static_cast<float>(start_.y + first.allowed(step_).y));
        if (take(bx, by)) return left;
        if (const Barrier second = first_met({start_, Place(bx, by)}); second.found) {
            const Place n = first.normal(), m = second.normal();
            if (dot(m, left) < 0) left = dot(n, m) > 0 ? second.rest(left) : Place(0.0, 0.0);
            Place step = second.allowed(step_);
            if (dot(n, step) < first.room) {
                const double turn = n.x * m.y - n.y * m.x;
                step = {(first.room * m.y - second.room * n.y) / turn,
                        (second.room * n.x - first.room * m.x) / turn};
            }
            if (squared_length(step) <= squared_length(step_) + first.gap * first.gap && take(step))
                return left;
        }
        if (!take(step_ * first.time)) stay();
        return left;
    }

    bool take(const Place& step) {
        return take(stored(static_cast<float>(start_.x + step.x)),
                    stored(static_cast<float>(start_.y + step.y)));
    }

    // Not inlined, as are meets_any and first_met: inlined into each other, the three took 90 KB an
    // instruction set.
    /// Ends the step there, if neither the way nor its continuation inside the bounds meets an obstacle.
    [[gnu::noinline]] bool take(float x, float y) {
        const Place to(x, y);
        if (meets_any({start_, to})) return false;
        const BoundedEnd end = area_.bring_inside(x, y);
        const bool moved_x = end.x != x, moved_y = end.y != y;
        if (moved_x || moved_y) {
            const Place step = to - start_;
            if ((moved_x && !(std::fabs(step.x) <= area_.longest_x)) ||
                (moved_y && !(std::fabs(step.y) <= area_.longest_y)))
                return false;
            const Place inside(end.x, end.y);
            const Place before(end.turns_x ? inside.x + step.x : inside.x - step.x,
                               end.turns_y ? inside.y + step.y : inside.y - step.y);
            const auto continues = [&](bool behind_x, bool behind_y) {
                return !meets_any({{behind_x ? before.x : start_.x, behind_y ? before.y : start_.y},
                                   {behind_x ? inside.x : to.x, behind_y ? inside.y : to.y},
                                   false});
            };
            if (moved_x && !continues(true, false)) return false;
            if (moved_y && !continues(false, true)) return false;
            if (moved_x && moved_y && !continues(true, true)) return false;
        }
        x_ = x;
        y_ = y;
        bounded_ = end;
        return true;
    }

    void stay() {
        x_ = stored(static_cast<float>(start_.x));
        y_ = stored(static_cast<float>(start_.y));
        bounded_ = {x_, y_};
    }

    void turn(float& vx, float& vy) const {
        if (bounded_.turns_x) vx = stored(-vx);
        if (bounded_.turns_y) vy = stored(-vy);
    }

    /// Calls visit(index) for the obstacles near a way, once for each cell, until it returns true.
    template <class Visit>
    bool any_near(const Way& way, const Visit& visit) const {
        if (data_.near->of_pool()) return any_near_of_pool(way, visit);
        bool found = false;
        for_each_row_of_cells(
            data_.grid, way.from.x, way.from.y, way.to.x, way.to.y, 0,
            [&](std::int64_t row, ObstacleColumns columns) {
                const auto cell = static_cast<std::size_t>(row * data_.grid.columns);
                const std::size_t end = data_.first[cell + static_cast<std::size_t>(columns.last) + 1];
                for (std::size_t at = data_.first[cell + static_cast<std::size_t>(columns.first)];
                     at < end && !found; ++at)
                    found = visit(data_.index[at]);
            });
        return found;
    }

    template <class Visit>
    bool any_near_of_pool(const Way& way, const Visit& visit) const {
        const double size =
            std::fabs(way.from.x) + std::fabs(way.from.y) + std::fabs(way.to.x) + std::fabs(way.to.y);
        // More than the roundings here and those that make a way meet an obstacle beside it.
        const double blur = size * 0x1p-20 + 0x1p-60;
        const auto low = [&](double a, double b) { return static_cast<float>((a < b ? a : b) - blur); };
        const auto high = [&](double a, double b) { return static_cast<float>((a < b ? b : a) + blur); };
        constexpr std::uint32_t pairs = floats_of_record / 2;
        return data_.near->any_overlaps(low(way.from.x, way.to.x), high(way.from.x, way.to.x),
                                        low(way.from.y, way.to.y), high(way.from.y, way.to.y),
                                        [&](std::uint32_t record) { return visit(record / pairs); });
    }

    [[nodiscard, gnu::noinline]] bool meets_any(const Way& way) const {
        return any_near(way, [&](std::uint32_t index) { return meets(way, data_.obstacles[index]); });
    }

    [[nodiscard, gnu::noinline]] Barrier first_met(const Way& way) const {
        Barrier first;
        any_near(way, [&](std::uint32_t index) {
            if (!meets(way, data_.obstacles[index])) return false;
            const Barrier barrier(way, size_, data_.obstacles[index], index);
            if (barrier.before(first, *data_.near)) first = barrier;
            return false;
        });
        return first;
    }

    const ObstacleData& data_;
    const Area& area_;
    const Place start_, step_;
    const double size_;
    float x_, y_;
    BoundedEnd bounded_{};
};

}  // namespace
}  // namespace wend::detail
