// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "constants/orca_constants.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "wend/neighbours.hpp"

/// The linear program of ORCA in double, an agent a lane; kernels/docs/math.md, "ORCA", has the proof of its
/// bound. Lanes take the half-planes in step: a half-plane that one lane needs is computed for all, one that
/// none needs is left out.
namespace wend::detail {
namespace {

/// The vectors of doubles that hold one double for each lane of floats.
template <class A>
inline constexpr std::size_t halves = lanes<A> / double_lanes<A>;

template <class A>
struct PlaneVector {
    Doubles<A> x, y;
};

template <class A>
inline Doubles<A> cross(const PlaneVector<A>& a, const PlaneVector<A>& b) {
    return a.x * b.y - a.y * b.x;
}
template <class A>
inline Doubles<A> dot(const PlaneVector<A>& a, const PlaneVector<A>& b) {
    return a.x * b.x + a.y * b.y;
}
template <class A>
inline PlaneVector<A> select(const DoubleMask<A>& mask, const PlaneVector<A>& yes, const PlaneVector<A>& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y)};
}

/// The velocities u to the left of a line: cross(along, u) >= offset. With NaN as the offset it forbids
/// nothing.
template <class A>
struct HalfPlane {
    PlaneVector<A> along;
    Doubles<A> offset;

    /// How far a velocity is outside.
    [[nodiscard]] Doubles<A> violation(const PlaneVector<A>& velocity) const {
        return offset - cross(along, velocity);
    }
};

inline constexpr double no_offset = std::numeric_limits<double>::quiet_NaN();

/// One half-plane a neighbour.
template <class A>
class HalfPlanes {
  public:
    [[nodiscard]] HalfPlane<A> operator[](std::uint32_t i) const {
        return {{load<A>(value_[i][along_x]), load<A>(value_[i][along_y])}, load<A>(value_[i][offset])};
    }
    void set(std::uint32_t i, const HalfPlane<A>& plane) {
        write(value_[i][along_x], plane.along.x);
        write(value_[i][along_y], plane.along.y);
        write(value_[i][offset], plane.offset);
    }
    /// One agent's.
    void set_lane(std::uint32_t i, std::size_t lane, double x, double y, double at) {
        value_[i][along_x][lane] = x;
        value_[i][along_y][lane] = y;
        value_[i][offset][lane] = at;
    }
    void copy_lane(std::uint32_t i, std::size_t lane, const HalfPlanes& from, std::size_t from_lane) {
        for (int field = 0; field < fields; ++field)
            value_[i][field][lane] = from.value_[i][field][from_lane];
    }
    /// One agent's to a lower place.
    void move_lane(std::uint32_t to, std::uint32_t from, std::size_t lane) {
        for (int field = 0; field < fields; ++field) value_[to][field][lane] = value_[from][field][lane];
        clear_lane(from, lane);
    }
    [[nodiscard]] bool forbids(std::uint32_t i, std::size_t lane) const {
        return value_[i][offset][lane] == value_[i][offset][lane];
    }
    /// Forbids nothing.
    void clear_lane(std::uint32_t i, std::size_t lane) { set_lane(i, lane, 0, 0, no_offset); }

  private:
    enum Field { along_x, along_y, offset, fields };
    alignas(64) double value_[static_cast<std::size_t>(some_neighbours.high)][fields][double_lanes<A>];
};

/// The aim of a linear program: the velocity nearest to one, or the farthest along a vector.
enum class Goal { nearest, farthest };

/// The best velocity on the line of half-plane `i` that the half-planes before it and max_speed allow, each
/// but for the tolerance. Returns the lanes that have one.
template <Goal goal, class A>
inline DoubleMask<A> best_on_line(const HalfPlanes<A>& planes, std::uint32_t i, const PlaneVector<A>& aim,
                                  const Doubles<A>& max_speed, const Doubles<A>& tolerance,
                                  const DoubleMask<A>& wanted, PlaneVector<A>& best) {
    using D = Doubles<A>;
    const HalfPlane<A> line = planes[i];
    const D k = D(1) / sqrt(dot(line.along, line.along));
    const PlaneVector<A> along{line.along.x * k, line.along.y * k};
    const D offset = line.offset * k;
    const D reach = max_speed + tolerance;
    const D square = reach * reach - offset * offset;
    DoubleMask<A> found = wanted && (square >= D(0));
    D high = sqrt(square);
    D low = D(0) - high;
    for (std::uint32_t j = 0; j < i; ++j) {
        const HalfPlane<A> other = planes[j];
        const D turn = cross(along, other.along) + D(0);  // -0 would bound the wrong side
        const D t = (dot(along, other.along) * offset - other.offset + tolerance) / turn;
        const DoubleMask<A> from_above = turn >= D(0);
        high = select(from_above && (t < high), t, high);
        low = select(!from_above && (t > low), t, low);
        if (j % 4 == 3 && !any<A>(found && (low <= high))) break;
    }
    found = found && (low <= high);
    D t = dot(aim, along);
    if constexpr (goal == Goal::farthest)
        t = select(t > D(0), high, low);
    else
        t = select(t < low, low, select(t > high, high, t));
    best = {along.x * t - along.y * offset, along.y * t + along.x * offset};
    return found;
}

/// The best velocity that the first `count` half-planes allow; it starts from the best one without them. In
/// lanes without one, the best of the half-planes before `failed`; in the others `failed` is `count`.
template <Goal goal, class A>
inline PlaneVector<A> best_allowed(const HalfPlanes<A>& planes, std::uint32_t count,
                                   const PlaneVector<A>& aim, const PlaneVector<A>& first,
                                   const Doubles<A>& max_speed, const Doubles<A>& rounding,
                                   DoubleMask<A> wanted, Doubles<A>& failed) {
    using D = Doubles<A>;
    PlaneVector<A> velocity = first;
    D tolerance = rounding;
    failed = D(static_cast<double>(count));
    for (std::uint32_t i = 0; i < count; ++i) {
        const DoubleMask<A> outside = wanted && (planes[i].violation(velocity) > rounding);
        if (!any<A>(outside)) continue;
        tolerance = select(outside, tolerance + rounding, tolerance);
        PlaneVector<A> best;
        const DoubleMask<A> found = best_on_line<goal>(planes, i, aim, max_speed, tolerance, outside, best);
        velocity = select<A>(found, best, velocity);
        const DoubleMask<A> fails = outside && !found;
        failed = select(fails, D(static_cast<double>(i)), failed);
        wanted = wanted && !fails;
    }
    return velocity;
}

/// Where half-plane `j` is violated no more than half-plane `i`, but for the slack; everywhere if they have
/// one direction.
template <class A>
inline HalfPlane<A> violated_less(const HalfPlane<A>& j, const HalfPlane<A>& i, const Doubles<A>& slack) {
    using D = Doubles<A>;
    const PlaneVector<A> along{j.along.x - i.along.x, j.along.y - i.along.y};
    const D offset = j.offset - i.offset - slack;
    return {along, select(dot(along, along) < D(square_of_one_direction), D(no_offset), offset)};
}

/// Where the half-planes together allow nothing: the velocity that is least outside, from the best of those
/// before the half-plane in `failed`. The first `kept` ones, which together allow something, are not
/// violated.
template <class A>
[[gnu::noinline]] PlaneVector<A> least_violating(const HalfPlanes<A>& planes, std::uint32_t count,
                                                 PlaneVector<A> velocity, const Doubles<A>& max_speed,
                                                 const DoubleMask<A>& wanted, const Doubles<A>& failed,
                                                 const Doubles<A>& kept) {
    using D = Doubles<A>;
    D largest = max_speed;
    for (std::uint32_t i = 0; i < count; ++i) {
        const D offset = planes[i].offset;
        const D size = select(offset < D(0), D(0) - offset, offset);
        largest = select(size > largest, size, largest);
    }
    const D rounding = largest * D(program_rounding);
    HalfPlanes<A> lines;
    D violation(0);
    D slack(0);
    for (std::uint32_t i = 0; i < count; ++i) {
        const HalfPlane<A> plane = planes[i];
        slack = slack + select(plane.offset == plane.offset, largest * D(program_slack), D(0));
        const DoubleMask<A> worse =
            wanted && (failed <= D(static_cast<double>(i))) && (plane.violation(velocity) > violation);
        if (!any<A>(worse)) continue;
        for (std::uint32_t j = 0; j < i; ++j) {
            const HalfPlane<A> before = planes[j];
            const HalfPlane<A> less = violated_less(before, plane, slack);
            const DoubleMask<A> stays = D(static_cast<double>(j)) < kept;
            lines.set(j, {select<A>(stays, before.along, less.along),
                          select(stays, before.offset - slack, less.offset)});
        }
        const PlaneVector<A> inwards{D(0) - plane.along.y, plane.along.x};
        const D k = max_speed / sqrt(dot(inwards, inwards));
        const PlaneVector<A> farthest{inwards.x * k, inwards.y * k};
        D stopped;
        const PlaneVector<A> best =
            best_allowed<Goal::farthest>(lines, i, inwards, farthest, max_speed, rounding, worse, stopped);
        velocity = select<A>(worse, best, velocity);
        violation = select(worse, plane.violation(velocity), violation);
    }
    return velocity;
}

/// A velocity as floats whose squared length, in double, is no greater than that of max_speed.
template <class A>
inline void round_into_disc(const PlaneVector<A> (&velocity)[2], const Doubles<A> (&max_speed)[2],
                            Floats<A>& to_x, Floats<A>& to_y) {
    using D = Doubles<A>;
    D x[2] = {velocity[0].x, velocity[1].x};
    D y[2] = {velocity[0].y, velocity[1].y};
    widen(narrow(x), x);
    widen(narrow(y), y);
    for (int half = 0; half < 2; ++half) {
        const D square = x[half] * x[half] + y[half] * y[half];
        const DoubleMask<A> outside = square > max_speed[half] * max_speed[half];
        const D k = select(outside, max_speed[half] * D(inside_disc) / sqrt(square), D(1));
        x[half] = x[half] * k;
        y[half] = y[half] * k;
    }
    to_x = narrow(x);
    to_y = narrow(y);
}

}  // namespace
}  // namespace wend::detail
