// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "obstacles/obstacle_data.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/counted_neighbours.hpp"
#include "stages/neighbours/integer_sums.hpp"
#include "stages/resolve_overlaps/near_bodies.hpp"

namespace wend::detail {
namespace {

/// Bodies that overlap (kernels/docs/math.md, "Resolution of overlaps"), on a group.
template <class A>
class Kernel<A, ResolveOverlaps> {
    using F = Floats<A>;
    using I = Ints<A>;
    enum Sum { sum_x, sum_y, contacts, sum_count };

  public:
    Kernel(const StageInput& in, StageOutput& out)
        : in_(in),
          out_(out),
          bodies_(in.stage<ResolveOverlaps>()),
          scale_(0x1p19f / bodies_.radius),
          neighbours_(in, bodies_, unlimited_) {}

    [[nodiscard]] StageResult run() {
        neighbours_.for_each_row([&](std::size_t start, const F& x, const NearRuns& near) {
            sums_.add_all(near, start,
                          [&](std::size_t begin, std::size_t end) { add(start, x, begin, end); });
        });
        alignas(64) float nothing[group_size];
        neighbours_.write_nothing(nothing);
        const double unit = static_cast<double>(bodies_.radius) * 0x1p-19;
        sums_.finish([&](const auto& sums) {
            write_sum(change_x_, sums[sum_x], nothing, unit);
            write_sum(change_y_, sums[sum_y], nothing, unit);
            for (std::size_t i = 0; i < group_size; ++i) count_[i] = static_cast<float>(sums[contacts][i]);
        });
        out_.faults[0] |= neighbours_.faults();
        move_all();
        return {};
    }

  private:
    void add(std::size_t start, const F& px, std::size_t begin, std::size_t end) {
        const LookingGroup<A>& group = neighbours_.group;
        I sx = load<A>(sums_.narrow(sum_x) + start);
        I sy = load<A>(sums_.narrow(sum_y) + start);
        I count = load<A>(sums_.narrow(contacts) + start);
        neighbours_.for_each(start, px, begin, end, [&](const auto& pair, std::size_t at) {
            F reach(bodies_.radius), share(0.5f);
            if constexpr (std::remove_cvref_t<decltype(pair)>::general) {
                reach = group.clearance(start, at, bodies_.body_radius);
                share = group.share_of(start, at);
            }
            const F length = sqrt(max_keep_nan(pair.squared_distance, F(squared_length_floor)));
            const F depth = reach - length;
            const FloatMask<A> touches = pair.counts && (depth > F(0)) && (share > F(0));
            if (!any<A>(touches)) return;
            const F k = F(1) / length;
            F along_x = pair.dx * k, along_y = pair.dy * k;
            const FloatMask<A> same = touches && (pair.squared_distance < F(squared_length_floor));
            if (any<A>(same)) part(start, at, same, along_x, along_y);
            const F way = depth * share * F(scale_);
            sx = add_where(touches, sx, truncate(along_x * way));
            sy = add_where(touches, sy, truncate(along_y * way));
            count = add_where(touches, count, I(1));
        });
        write(sums_.narrow(sum_x) + start, sx);
        write(sums_.narrow(sum_y) + start, sy);
        write(sums_.narrow(contacts) + start, count);
    }

    /// The directions to a neighbour on the same spot.
    [[gnu::noinline]] void part(std::size_t start, std::size_t at, const FloatMask<A>& same, F& x,
                                F& y) const {
        static constexpr float a = 0x1.d906bcp-1f, b = 0x1.6a09e6p-1f, c = 0x1.87de2ap-2f;
        static constexpr float cosines[16] = {1, a, b, c, 0, -c, -b, -a, -1, -a, -b, -c, 0, c, b, a};
        alignas(64) float to_x[lanes<A>], to_y[lanes<A>];
        const std::uint32_t other = neighbours_.seen.key[at] + neighbours_.seen.key_base;
        for (std::size_t lane = 0; lane < lanes<A>; ++lane) {
            const auto own =
                static_cast<std::uint32_t>(neighbours_.group.key[start + lane]) + neighbours_.seen.key_base;
            const std::uint32_t sixteenth = ((own ^ other) * 0x9e3779b1u >> 28) + (own < other ? 0 : 8);
            to_x[lane] = cosines[sixteenth % 16];
            to_y[lane] = cosines[(sixteenth + 12) % 16];
        }
        x = select(same, load<A>(to_x), x);
        y = select(same, load<A>(to_y), y);
    }

    [[nodiscard]] bool has_edges() const {
        return in_.locomotion->bounds != Bounds::none ||
               ObstacleDataAccess::data(in_.locomotion->obstacles).count != 0;
    }

    void move_all() {
        if (!has_edges()) return move_all(nullptr);
        StageInput flushed_input = in_;
        flushed_input.streams[static_cast<std::size_t>(Stream::position_x)] = neighbours_.group.x;
        flushed_input.streams[static_cast<std::size_t>(Stream::position_y)] = neighbours_.group.y;
        move_all(&flushed_input);
    }

    /// `edges`: the input of steps that bounds or obstacles may hold; null: there are none.
    void move_all(const StageInput* edges) {
        for (std::size_t h = 0; h < batches_in_group<A>; ++h) move(edges, batch_slot<A>(0, h));
    }

    void move(const StageInput* edges, std::size_t slot) {
        EdgeBatch batch;
        F count[batch_vectors];
        std::uint64_t moved = 0;
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            count[w] = load<A>(count_ + at);
            moved |= bits(count[w] > F(0));
            const F root = sqrt(max_keep_nan(count[w], F(1)));
            const F zero(0);
            write(batch.x[w], load<A>(neighbours_.group.x + at) + load<A>(change_x_ + at) / root);
            write(batch.y[w], load<A>(neighbours_.group.y + at) + load<A>(change_y_ + at) / root);
            write(batch.velocity_x[w], zero);
            write(batch.velocity_y[w], zero);
        }
        if (moved != 0 && edges != nullptr) in_.step_at_edge(*edges, out_, slot, batch);
        F x[batch_vectors], y[batch_vectors];
        std::uint64_t beyond = 0;
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const FloatMask<A> moves = count[w] > F(0);
            x[w] = flushed(select(moves, load<A>(batch.x[w]), load<A>(neighbours_.group.x + at)));
            y[w] = flushed(select(moves, load<A>(batch.y[w]), load<A>(neighbours_.group.y + at)));
            beyond |= std::uint64_t{bits(
                          greater(max(magnitude_bits(x[w]), magnitude_bits(y[w])), I(infinity_bits - 1)))}
                      << (at % group_size);
        }
        out_.faults[0] |= beyond;
        store_batch<A>(out_.get<Stream::position_x>(), slot, x, out_.faults[0]);
        store_batch<A>(out_.get<Stream::position_y>(), slot, y, out_.faults[0]);
    }

    const StageInput& in_;
    StageOutput& out_;
    const NearBodies bodies_;
    const float scale_;  ///< a length to units of 2^-19 of the reach of two bodies
    std::uint64_t unlimited_ = 0;
    CountedNeighbours<A> neighbours_;
    IntegerSums<A, sum_count> sums_;
    alignas(64) float change_x_[group_size];
    alignas(64) float change_y_[group_size];
    alignas(64) float count_[group_size];
};

}  // namespace
}  // namespace wend::detail
