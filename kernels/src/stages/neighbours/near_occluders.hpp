// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "obstacles/obstacle_data.hpp"
#include "obstacles/obstacle_index.hpp"
#include "obstacles/obstacle_pairs.hpp"
#include "obstacles/search_box.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"

namespace wend::detail {
namespace {

/// The segments from a vector of agents to a neighbour.
template <class A>
struct SightLines {
    using F = Floats<A>;

    F x, y, to_x, to_y;
    F low_x = smaller(x, to_x), high_x = larger(x, to_x);
    F low_y = smaller(y, to_y), high_y = larger(y, to_y);

    SightLines(const F& agent_x, const F& agent_y, const F& neighbour_x, const F& neighbour_y)
        : x(agent_x), y(agent_y), to_x(neighbour_x), to_y(neighbour_y) {}

  private:
    static F smaller(const F& a, const F& b) { return select(a < b, a, b); }
    static F larger(const F& a, const F& b) { return select(a < b, b, a); }
};

/// The lines that a record of an ObstacleIndex breaks (kernels/docs/math.md, "Neighbours").
template <class A>
inline FloatMask<A> hides(const float* record, const SightLines<A>& line) {
    using F = Floats<A>;
    const auto det = [](const F& ax, const F& ay, const F& bx, const F& by) { return ax * by - ay * bx; };
    const auto dot = [](const F& ax, const F& ay, const F& bx, const F& by) { return ax * bx + ay * by; };
    const F from_x(record[0]), from_y(record[1]);
    if (const float radius = record[4]; radius > 0) {
        const F px = line.x - from_x, py = line.y - from_y;
        const F qx = line.to_x - from_x, qy = line.to_y - from_y;
        const F way_x = line.to_x - line.x, way_y = line.to_y - line.y;
        const F square(radius * radius);
        const F bound = F(radius) * sqrt(squared_length(way_x, way_y));
        const auto beside = [&](const F& x, const F& y) {
            return as_floats(magnitude_bits(det(x, y, way_x, way_y))) < bound;
        };
        return (squared_length(px, py) < square) || (squared_length(qx, qy) < square) ||
               ((dot(px, py, way_x, way_y) < F(0)) && (dot(qx, qy, way_x, way_y) > F(0)) && beside(px, py) &&
                beside(qx, qy));
    }
    const F to_x(record[2]), to_y(record[3]);
    const auto low = [](float a, float b) { return F(a < b ? a : b); };
    const auto high = [](float a, float b) { return F(a < b ? b : a); };
    const FloatMask<A> near =
        (high(record[0], record[2]) >= line.low_x) && (low(record[0], record[2]) <= line.high_x) &&
        (high(record[1], record[3]) >= line.low_y) && (low(record[1], record[3]) <= line.high_y);
    if (!any<A>(near)) return near;
    const F ax = from_x - line.x, ay = from_y - line.y, bx = to_x - line.x, by = to_y - line.y;
    const F cx = from_x - line.to_x, cy = from_y - line.to_y, dx = to_x - line.to_x, dy = to_y - line.to_y;
    const F of_from = det(ax, ay, cx, cy), of_to = det(bx, by, dx, dy);
    const F of_agent = det(ax, ay, bx, by), of_other = det(cx, cy, dx, dy);
    const F zero(0);
    return near && (((of_from <= zero) && (of_to >= zero)) || ((of_from >= zero) && (of_to <= zero))) &&
           (((of_agent < zero) && (of_other > zero)) || ((of_agent > zero) && (of_other < zero)));
}

/// The occluders of a stage, of which those are listed that are near a vector of agents: for each neighbour
/// only those are tested whose boxes meet that about its lines.
///
/// No line is longer than the stage's radius. A record that hides has a point no farther from the box about
/// the line than `box_margin` of the line's length and of the obstacle's, by which boxes are wider: a wall's
/// box meets the line's without roundings, and roundings of the determinants decide only where a wall's line
/// passes an end of the other segment within 2^-20 of the lengths.
class NearOccluders {
  public:
    /// `stage`: null, or one without occluders: none.
    template <class S>
    explicit NearOccluders(const S* stage) {
        if constexpr (requires { stage->occluders; }) {
            if (stage == nullptr) return;
            const ObstacleData& data = ObstacleDataAccess::data(stage->occluders);
            if (data.count == 0) return;
            index_ = data.near.get();
            radius_ = stage->radius;
        }
    }
    NearOccluders(const NearOccluders&) = delete;
    NearOccluders& operator=(const NearOccluders&) = delete;
    ~NearOccluders() = default;

    [[nodiscard]] bool exist() const { return index_ != nullptr; }

    /// Lists those that are near the agents of a vector; x is NaN in lanes that are not meant.
    template <class A>
    [[gnu::noinline]] void find(const Floats<A>& x, const Floats<A>& y) {
        SearchBox box;
        box.extend<A>(box_of_circle<A>(x, y, Floats<A>(radius_)), all_lanes<A>);
        count_ = 0;
        box.search(*index_, [&](std::uint32_t record) {
            for (std::uint32_t i = 0; i < count_; ++i)
                if (record_[i] == record) return false;
            if (count_ == capacity) {
                ++count_;
                return true;
            }
            add(record);
            return false;
        });
        for (std::uint32_t i = count_; i < count_ + lanes<A> && i < capacity; ++i)
            low_x_[i] = std::numeric_limits<float>::infinity();
    }

    /// Those of a mask whose lines, from the agents of that vector, nothing breaks.
    template <class A>
    [[nodiscard]] FloatMask<A> unbroken(FloatMask<A> mask, const SightLines<A>& line) const {
        using F = Floats<A>;
        if (count_ == 0) return mask;
        if (count_ > capacity) return mask && !broken(mask, line);
        const F none(0);
        SearchBox box;
        box.extend<A>({line.low_x, line.high_x, line.low_y, line.high_y, none, none < none}, bits(mask));
        for (std::uint32_t first = 0; first < count_; first += lanes<A>) {
            const FloatMask<A> meet =
                (load<A>(low_x_ + first) <= F(box.high_x)) && (load<A>(high_x_ + first) >= F(box.low_x)) &&
                (load<A>(low_y_ + first) <= F(box.high_y)) && (load<A>(high_y_ + first) >= F(box.low_y));
            for (std::uint32_t left = bits(meet); left != 0; left &= left - 1) {
                const std::uint32_t at = first + static_cast<std::uint32_t>(std::countr_zero(left));
                mask = mask && !hides<A>(record_at(record_[at]), line);
            }
        }
        return mask;
    }

    /// Those of a mask whose lines are broken, wherever they are: more than the list has are searched for.
    template <class A>
    [[nodiscard]] FloatMask<A> broken(const FloatMask<A>& mask, const SightLines<A>& line) const {
        using F = Floats<A>;
        const F margin =
            ((line.high_x - line.low_x) + (line.high_y - line.low_y)) * F(box_margin) +
            (as_floats(magnitude_bits(line.x)) + as_floats(magnitude_bits(line.y))) * F(box_margin_of_place) +
            F(box_margin_at_least);
        SearchBox box;
        box.extend<A>({line.low_x - margin, line.high_x + margin, line.low_y - margin, line.high_y + margin,
                       margin, margin < F(0)},
                      bits(mask));
        FloatMask<A> found = line.x < line.x;
        box.search(*index_, [&](std::uint32_t record) {
            found = found || hides<A>(record_at(record), line);
            return false;
        });
        return found;
    }

  private:
    /// Exact boxes of walls, as `hides` asks for; those of circles are wider, for its roundings.
    void add(std::uint32_t record) {
        const float* const at = record_at(record);
        const float beside = at[4] > 0 ? at[4] + (at[4] + radius_) * box_margin + box_margin_at_least : 0;
        low_x_[count_] = (at[0] < at[2] ? at[0] : at[2]) - beside;
        high_x_[count_] = (at[0] < at[2] ? at[2] : at[0]) + beside;
        low_y_[count_] = (at[1] < at[3] ? at[1] : at[3]) - beside;
        high_y_[count_] = (at[1] < at[3] ? at[3] : at[1]) + beside;
        record_[count_++] = record;
    }

    [[nodiscard]] const float* record_at(std::uint32_t record) const {
        return index_->records.data() + std::size_t{record} * 2;
    }

    static constexpr std::uint32_t capacity = 128;

    const ObstacleIndex* index_ = nullptr;  ///< null: there are none
    float radius_ = 0;
    std::uint32_t count_ = 0;  ///< above `capacity`: there are more near ones
    std::uint32_t record_[capacity];
    alignas(64) float low_x_[capacity], high_x_[capacity], low_y_[capacity], high_y_[capacity];
};

}  // namespace
}  // namespace wend::detail
