// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/counted_neighbours.hpp"
#include "stages/neighbours/integer_sums.hpp"
#include "wend/skeleton.hpp"

namespace wend::detail {
namespace {

/// Springs between neighbours (kernels/docs/math.md, "Skeleton"), on a group.
template <class A>
class SkeletonSums {
    using F = Floats<A>;
    using I = Ints<A>;
    enum Sum { sum_x, sum_y, sum_count };

  public:
    SkeletonSums(const StageInput& in, const PassStage& place, const Skeleton& stage)
        : place_(place),
          stage_(stage),
          scale_(0x1p20f / stage.radius),
          neighbours_(in, stage, *place.capped) {}

    void run() {
        neighbours_.for_each_row([&](std::size_t start, const F& x, const NearRuns& near) {
            sums_.add_all(near, start,
                          [&](std::size_t begin, std::size_t end) { add(start, x, begin, end); });
        });
        alignas(64) float nothing[group_size];
        neighbours_.write_nothing(nothing);
        const double unit =
            static_cast<double>(stage_.radius) * 0x1p-20 * static_cast<double>(stage_.stiffness);
        sums_.finish([&](const auto& sums) {
            // The minus of the formula is in write_sum.
            write_sum(place_.force_x, sums[sum_x], nothing, unit);
            write_sum(place_.force_y, sums[sum_y], nothing, unit);
        });
    }

  private:
    /// Integers, because their sum does not depend on the order of the neighbours.
    void add(std::size_t start, const F& x, std::size_t begin, std::size_t end) {
        I sx = load<A>(sums_.narrow(sum_x) + start);
        I sy = load<A>(sums_.narrow(sum_y) + start);
        neighbours_.for_each(start, x, begin, end, [&](const auto& pair, std::size_t) {
            sx = add_where(pair.counts, sx, truncate(pair.dx * F(scale_)));
            sy = add_where(pair.counts, sy, truncate(pair.dy * F(scale_)));
        });
        write(sums_.narrow(sum_x) + start, sx);
        write(sums_.narrow(sum_y) + start, sy);
    }

    const PassStage& place_;
    const Skeleton& stage_;
    const float scale_;  ///< a length to units of 2^-20 of the radius
    CountedNeighbours<A> neighbours_;
    IntegerSums<A, sum_count> sums_;
};

template <class A>
class Kernel<A, Skeleton> {
  public:
    static void run(const StageInput& in, const NeighbourPass& pass) {
        const PassStage& place = pass.stages[0];
        SkeletonSums<A>(in, place, *static_cast<const Skeleton*>(place.parameters)).run();
    }
};

}  // namespace
}  // namespace wend::detail
