// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "flow/flow_data.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/seek/kernel.hpp"
#include "wend/flow_follow.hpp"

namespace wend::detail {
namespace {

/// Flow field following (kernels/docs/math.md, "Flow following").
template <class A>
class Kernel<A, FlowFollow> {
    using F = Floats<A>;

  public:
    using Prepared = NothingPrepared;
    static constexpr bool pipelined = false;

    Kernel(const StageInput& in, StageOutput&)
        : data_(FlowDataAccess::data(in.stage<FlowFollow>().field)),
          prediction_(in.stage<FlowFollow>().prediction),
          columns_(static_cast<float>(data_.grid.columns)),
          x_(data_.first_x, data_.per_cell_x, data_.grid.columns),
          y_(data_.first_y, data_.per_cell_y, data_.grid.rows) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        read_position(in, reader, slot, q);
        for (int w = 0; w < batch_vectors; ++w) {
            const F max_speed = read_max_speed<A>(in, reader, vector_slot(slot, w), w);
            if (data_.velocities == nullptr) {
                q.force_x[w] = q.force_y[w] = F(0);
                continue;
            }
            F x, y;
            sample(q.position_x[w] + q.velocity_x[w] * prediction_,
                   q.position_y[w] + q.velocity_y[w] * prediction_, x, y);
            if (data_.own.empty()) reader.fault(is_bad(x, y), w);
            const F scale = scale_to(max_speed, squared_length(x, y),
                                     max_keep_nan(max_speed * max_speed, F(squared_length_floor)));
            q.force_x[w] = x * scale - q.velocity_x[w];
            q.force_y[w] = y * scale - q.velocity_y[w];
        }
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    /// Cells along an axis, counted from the first centre.
    struct Axis {
        F first, per_cell;
        F last, last_but_one;
        Axis(float begin, float per, std::uint32_t count)
            : first(begin),
              per_cell(per),
              last(static_cast<float>(count) - 1),
              last_but_one(static_cast<float>(count) - 2) {}

        /// The centre before the place, and how far behind it the place is.
        F cell(const F& at, F& share) const {
            const F cells = max_keep_nan(min_skip_nan((at - first) * per_cell, last), F(0));
            const F before = min_skip_nan(floor(cells), last_but_one);
            share = cells - before;
            return before;
        }
    };

    /// Mixed from the caller's cells.
    static FloatMask<A> is_bad(const F& x, const F& y) {
        constexpr auto limit = std::bit_cast<std::int32_t>(2 * component_limit);
        const Ints<A> largest = max(magnitude_bits(x), magnitude_bits(y));  // NaN is above infinity
        return float_mask<A>(greater(largest, Ints<A>(limit)));
    }

    static F between(const F& from, const F& to, const F& share) { return from + (to - from) * share; }

    void sample(const F& at_x, const F& at_y, F& x, F& y) const {
        F share_x, share_y;
        const F column = x_.cell(at_x, share_x);
        const F row = y_.cell(at_y, share_y);
        // Exact: a grid has no more than 2^24 cells.
        alignas(64) std::uint32_t cell[lanes<A>];
        write(cell, as_words(truncate(row * F(columns_) + column)));
        F below[4], above[4];  // x and y of the left and of the right centre
        gather_rows(data_.velocities, cell, below);
        gather_rows(data_.velocities + 2 * std::size_t{data_.grid.columns}, cell, above);
        x = between(between(below[0], below[2], share_x), between(above[0], above[2], share_x), share_y);
        y = between(between(below[1], below[3], share_x), between(above[1], above[3], share_x), share_y);
    }

    const FlowData& data_;
    F prediction_;
    float columns_;
    Axis x_, y_;
};

}  // namespace
}  // namespace wend::detail
