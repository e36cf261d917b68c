// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "obstacles/obstacle_data.hpp"
#include "simd/lanes.hpp"

/// Shared by kernels that process many obstacles at a time.
namespace wend::detail {
namespace {

/// Obstacles, one a lane.
template <class A>
struct ObstacleLanes {
    Floats<A> from_x, from_y, to_x, to_y, radius;

    /// Loads them from the arrays of these names, from `at` on.
    template <class Arrays>
    static ObstacleLanes from(const Arrays& arrays, std::size_t at) {
        return {load<A>(&arrays.from_x[at]), load<A>(&arrays.from_y[at]), load<A>(&arrays.to_x[at]),
                load<A>(&arrays.to_y[at]), load<A>(&arrays.radius[at])};
    }
};

/// The obstacle chosen by each agent of a vector, set lane by lane.
template <class A>
struct ChosenObstacles {
    alignas(64) float from_x[lanes<A>];
    alignas(64) float from_y[lanes<A>];
    alignas(64) float to_x[lanes<A>];
    alignas(64) float to_y[lanes<A>];
    alignas(64) float radius[lanes<A>];

    void set(std::size_t lane, const Obstacle& one) {
        from_x[lane] = one.from_x;
        from_y[lane] = one.from_y;
        to_x[lane] = one.to_x;
        to_y[lane] = one.to_y;
        radius[lane] = one.radius;
    }
};

/// The first of some lanes (at least one) by an order. Few lanes find something: comparing all lanes took a
/// quarter of the search.
template <class Before>
inline std::size_t first_lane(std::uint32_t some, const Before& before) {
    auto first = static_cast<std::size_t>(std::countr_zero(some));
    for (some &= some - 1; some != 0; some &= some - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(some));
        if (before(lane, first)) first = lane;
    }
    return first;
}

/// The nearest of many obstacles, one vector of them at a time.
template <class A>
class NearestObstacle {
  public:
    /// Adds candidates by their squared distances (NaN is ignored) and their indices in the set.
    void add(const Floats<A>& squared, const Ints<A>& index) {
        const FloatMask<A> lower = float_mask<A>(greater(index_, index));
        const FloatMask<A> before = (squared < squared_) || ((squared == squared_) && lower);
        squared_ = select(before, squared, squared_);
        index_ = select(before, index, index_);
    }

    /// The index of the nearest, of equally near ones the lowest; -1 if none is within the squared distance.
    [[nodiscard]] std::int32_t index_within(float farthest) const {
        const std::uint32_t within = bits(squared_ <= Floats<A>(farthest));
        if (within == 0) return -1;
        alignas(64) float squared[lanes<A>];
        alignas(64) std::int32_t indices[lanes<A>];
        write(squared, squared_);
        write(indices, index_);
        return indices[first_lane(within, [&](std::size_t a, std::size_t b) {
            return squared[a] < squared[b] || (squared[a] == squared[b] && indices[a] < indices[b]);
        })];
    }

  private:
    Floats<A> squared_ = Floats<A>(std::numeric_limits<float>::infinity());
    Ints<A> index_ = Ints<A>(std::numeric_limits<std::int32_t>::max());
};

/// Whether a component of a position or velocity is legal; false for NaN.
template <class A>
inline FloatMask<A> is_legal(const Floats<A>& component) {
    return as_floats(magnitude_bits(component)) <= Floats<A>(component_limit);
}

/// Calls look(at) for each vector of the set's arrays that has obstacles near a disc's way. Elements past the
/// last of a cell are other obstacles, or padding.
template <class A, class Look>
inline void for_each_near_way(const ObstacleData& data, double from_x, double from_y, double to_x,
                              double to_y, double radius, const Look& look) {
    for_each_row_of_cells(
        data.grid, from_x, from_y, to_x, to_y, radius, [&](std::int64_t row, ObstacleColumns columns) {
            const std::size_t cell = static_cast<std::size_t>(row * data.grid.columns);
            const std::size_t end = data.first[cell + static_cast<std::size_t>(columns.last) + 1];
            for (std::size_t at = data.first[cell + static_cast<std::size_t>(columns.first)]; at < end;
                 at += lanes<A>)
                look(at);
        });
}

}  // namespace
}  // namespace wend::detail
