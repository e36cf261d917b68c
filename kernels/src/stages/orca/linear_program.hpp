// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "constants/orca_constants.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "wend/neighbours.hpp"

/// The linear program of ORCA, an agent a lane (kernels/docs/math.md, "ORCA"). Lanes take the half-planes in
/// step: a half-plane that one lane needs is computed for all, one that none needs is left out.
namespace wend::detail {
namespace {

template <class A>
struct PlaneVector {
    Floats<A> x, y;
};

template <class A>
inline Floats<A> cross(const PlaneVector<A>& a, const PlaneVector<A>& b) {
    return a.x * b.y - a.y * b.x;
}
template <class A>
inline PlaneVector<A> difference(const PlaneVector<A>& a, const PlaneVector<A>& b) {
    return {a.x - b.x, a.y - b.y};
}
template <class A>
inline PlaneVector<A> select(const FloatMask<A>& mask, const PlaneVector<A>& yes, const PlaneVector<A>& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y)};
}

/// A half plane, to the left of a line: through a point, along a unit vector.
template <class A>
struct HalfPlane {
    PlaneVector<A> point, along;

    /// How far a velocity is outside.
    [[nodiscard]] Floats<A> violation(const PlaneVector<A>& velocity) const {
        return cross(along, difference(point, velocity));
    }

    /// Where only_where and clear_lane left one.
    [[nodiscard]] FloatMask<A> is_there() const {
        return !((along.x == Floats<A>(0)) && (along.y == Floats<A>(0)));
    }

    /// The line all the same, and in the other lanes one without a direction: nothing is outside it, and it
    /// bounds no other line.
    [[nodiscard]] HalfPlane only_where(const FloatMask<A>& mask) const {
        const PlaneVector<A> none{Floats<A>(0), Floats<A>(0)};
        return {select<A>(mask, point, none), select<A>(mask, along, none)};
    }
};

/// One half-plane a neighbour.
template <class A>
class HalfPlanes {
  public:
    [[nodiscard]] HalfPlane<A> operator[](std::uint32_t i) const {
        const auto at = [&](Field field) { return load<A>(value_[i][field]); };
        return {{at(point_x), at(point_y)}, {at(along_x), at(along_y)}};
    }
    void set(std::uint32_t i, const HalfPlane<A>& plane) {
        write(value_[i][point_x], plane.point.x);
        write(value_[i][point_y], plane.point.y);
        write(value_[i][along_x], plane.along.x);
        write(value_[i][along_y], plane.along.y);
    }
    /// One agent's.
    void copy_lane(std::uint32_t i, std::size_t lane, const HalfPlanes& from, std::size_t from_lane) {
        for (int field = 0; field < fields; ++field)
            value_[i][field][lane] = from.value_[i][field][from_lane];
    }
    void clear_lane(std::uint32_t i, std::size_t lane) {
        for (int field = 0; field < fields; ++field) value_[i][field][lane] = 0;
    }

  private:
    enum Field { point_x, point_y, along_x, along_y, fields };
    alignas(64) float value_[static_cast<std::size_t>(some_neighbours.high)][fields][lanes<A>];
};

/// The aim of a linear program: the velocity nearest to one, or the farthest along a unit vector.
enum class Goal { nearest, farthest };

/// The best velocity on the line of half-plane `i` that the half-planes before it and max_speed allow.
/// Returns the lanes that have one.
template <Goal goal, class A>
inline FloatMask<A> best_on_line(const HalfPlanes<A>& planes, std::uint32_t i, const PlaneVector<A>& aim,
                                 const Floats<A>& max_speed, const FloatMask<A>& wanted,
                                 PlaneVector<A>& best) {
    using F = Floats<A>;
    const HalfPlane<A> line = planes[i];
    best = aim;
    const F distance = cross(line.along, line.point);
    const F discriminant = max_speed * max_speed - distance * distance;
    FloatMask<A> found = wanted && (discriminant >= F(0));
    const F half = sqrt(discriminant);
    const F middle = F(0) - (line.point.x * line.along.x + line.point.y * line.along.y);
    F low = middle - half;
    F high = middle + half;
    for (std::uint32_t j = 0; j < i; ++j) {
        const HalfPlane<A> other = planes[j];
        const F denominator = cross(line.along, other.along);
        const F numerator = cross(other.along, difference(line.point, other.point));
        const FloatMask<A> crossed = !(as_floats(magnitude_bits(denominator)) <= F(parallel_lines));
        found = found && (crossed || !(numerator < F(0)));
        const F t = numerator / denominator;
        const FloatMask<A> from_above = denominator >= F(0);
        high = select(crossed && from_above && (t < high), t, high);
        low = select(crossed && !from_above && (t > low), t, low);
        if (j % 4 == 3 && !any<A>(found)) return found;
    }
    found = found && (low <= high);
    F t;
    if constexpr (goal == Goal::farthest) {
        t = select(aim.x * line.along.x + aim.y * line.along.y > F(0), high, low);
    } else {
        const PlaneVector<A> way = difference(aim, line.point);
        t = way.x * line.along.x + way.y * line.along.y;
        t = select(t < low, low, select(t > high, high, t));
    }
    best = {line.point.x + line.along.x * t, line.point.y + line.along.y * t};
    return found;
}

/// The best velocity that the first `count` half-planes allow; it starts from the best one without them. In
/// lanes without one, the best of the half-planes before `failed`; in the others `failed` is `count`.
template <Goal goal, class A>
inline PlaneVector<A> best_allowed(const HalfPlanes<A>& planes, std::uint32_t count,
                                   const PlaneVector<A>& aim, const PlaneVector<A>& first,
                                   const Floats<A>& max_speed, FloatMask<A> wanted, Floats<A>& failed) {
    using F = Floats<A>;
    PlaneVector<A> velocity = first;
    failed = F(static_cast<float>(count));
    for (std::uint32_t i = 0; i < count; ++i) {
        const FloatMask<A> outside = wanted && (planes[i].violation(velocity) > F(0));
        if (!any<A>(outside)) continue;
        PlaneVector<A> best;
        const FloatMask<A> found = best_on_line<goal>(planes, i, aim, max_speed, outside, best);
        velocity = select<A>(found, best, velocity);
        const FloatMask<A> fails = outside && !found;
        failed = select(fails, F(static_cast<float>(i)), failed);
        wanted = wanted && !fails;
    }
    return velocity;
}

/// Where half-plane `j` is no farther away than half-plane `i`: that these are violated alike is a line.
template <class A>
inline HalfPlane<A> equally_violated(const HalfPlane<A>& i, const HalfPlane<A>& j) {
    using F = Floats<A>;
    const F determinant = cross(i.along, j.along);
    const FloatMask<A> crossed = !(as_floats(magnitude_bits(determinant)) <= F(parallel_lines));
    const F t = cross(j.along, difference(i.point, j.point)) / determinant;
    const PlaneVector<A> meeting{i.point.x + i.along.x * t, i.point.y + i.along.y * t};
    const PlaneVector<A> middle{(i.point.x + j.point.x) * F(0.5f), (i.point.y + j.point.y) * F(0.5f)};
    const PlaneVector<A> turn = difference(j.along, i.along);
    const F k = scale_to(F(1), squared_length(turn.x, turn.y), F(squared_length_floor));
    const FloatMask<A> against = !(i.along.x * j.along.x + i.along.y * j.along.y > F(0));
    return HalfPlane<A>{select<A>(crossed, meeting, middle), {turn.x * k, turn.y * k}}.only_where(crossed ||
                                                                                                  against);
}

/// Where the half-planes together allow nothing: the velocity that is least outside, from the best of those
/// before the half-plane in `failed`.
template <class A>
[[gnu::noinline]] PlaneVector<A> least_violating(const HalfPlanes<A>& planes, std::uint32_t count,
                                                 PlaneVector<A> velocity, const Floats<A>& max_speed,
                                                 const FloatMask<A>& wanted, const Floats<A>& failed) {
    using F = Floats<A>;
    HalfPlanes<A> lines;
    F violation(0);
    for (std::uint32_t i = 0; i < count; ++i) {
        const HalfPlane<A> plane = planes[i];
        // A line that is not there is violated by 0, which is more than a violation that roundings made
        // negative.
        const FloatMask<A> worse = wanted && plane.is_there() && (failed <= F(static_cast<float>(i))) &&
                                   (plane.violation(velocity) > violation);
        if (!any<A>(worse)) continue;
        for (std::uint32_t j = 0; j < i; ++j) lines.set(j, equally_violated(plane, planes[j]));
        const PlaneVector<A> inwards{plane.along.y * F(-1), plane.along.x};
        const PlaneVector<A> farthest{inwards.x * max_speed, inwards.y * max_speed};
        F stopped;
        const PlaneVector<A> best =
            best_allowed<Goal::farthest>(lines, i, inwards, farthest, max_speed, worse, stopped);
        const FloatMask<A> done = stopped >= F(static_cast<float>(i));
        velocity = select<A>(worse && done, best, velocity);
        violation = select(worse, plane.violation(velocity), violation);
    }
    return velocity;
}

}  // namespace
}  // namespace wend::detail
