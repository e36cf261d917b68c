// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver/stage_call.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/corridor_follow/corridor.hpp"
#include "stages/seek/kernel.hpp"

namespace wend::detail {
namespace {

/// Corridor following (kernels/docs/math.md, "Corridor following"). Each agent looks at segments of its own,
/// and at as many as it needs: that is done lane by lane, the future point and the force in vectors. With the
/// locomotion 15.9 (AVX-512), 19.5 (AVX2) and 21.0 ns (SSE2) an agent and tick, the reference 64.0, at 8,192
/// agents on a loaded machine.
template <class A>
class Kernel<A, CorridorFollow> {
    using F = Floats<A>;

  public:
    using Prepared = NothingPrepared;  // the search needs the velocity
    static constexpr bool pipelined = true;

    explicit Kernel(const StageCall& call)
        : corridor_(call.stage<CorridorFollow>()), prediction_(call.stage<CorridorFollow>().prediction) {}

    void enter_group(const StageCall&, std::size_t) {}

    template <Reading reading>
    void force(const StageCall& call, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        read_position(call, reader, slot, q);
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F max_speed = read_max_speed<A>(call, reader, at, w);
            Aims aims;
            write(aims.future_x, q.position_x[w] + q.velocity_x[w] * prediction_);
            write(aims.future_y, q.position_y[w] + q.velocity_y[w] * prediction_);
            write(aims.velocity_x, q.velocity_x[w]);
            write(aims.velocity_y, q.velocity_y[w]);
            find(call, at, aims);
            reader.fault_lanes(aims.faults, w);
            const F dx = load<A>(aims.x) - q.position_x[w];
            const F dy = load<A>(aims.y) - q.position_y[w];
            const F factor = scale_to(max_speed, squared_length(dx, dy), F(squared_length_floor));
            const IntMask<A> steering = mask_of<A>(aims.steering);
            q.force_x[w] = keep(steering, dx * factor - q.velocity_x[w]);
            q.force_y[w] = keep(steering, dy * factor - q.velocity_y[w]);
        }
    }

    void store_state(const StageCall& call, std::size_t slot, std::uint64_t faults) const {
        store_kept<A>(call.output<Stream::segment>(), slot, segment_, faults);
        if (corridor_.turns()) store_kept<A>(call.output<Stream::direction>(), slot, direction_, faults);
    }

  private:
    /// What the search reads and finds, a lane each.
    struct Aims {
        alignas(64) float future_x[lanes<A>], future_y[lanes<A>];
        alignas(64) float velocity_x[lanes<A>], velocity_y[lanes<A>];
        alignas(64) float x[lanes<A>], y[lanes<A>];
        std::uint32_t steering = 0;  ///< lanes that have an aim
        std::uint32_t faults = 0;
    };

    [[gnu::noinline]] void find(const StageCall& call, std::size_t at, Aims& aims) {
        const std::int32_t* const path = call.input<Stream::path>() + at;
        const std::uint32_t* const segment = call.input<Stream::segment>() + at;
        const std::int32_t* const direction = call.input<Stream::direction>() + at;
        for (std::size_t j = 0; j < lanes<A>; ++j) {
            aims.x[j] = aims.y[j] = 0;
            segment_[at + j] = segment[j];
            direction_[at + j] = direction[j];
            if (path[j] == -1) continue;
            if (!corridor_.has(path[j], segment[j], direction[j])) {
                aims.faults |= 1u << j;
                continue;
            }
            const Corridor::Track track = corridor_.track(path[j], direction[j]);
            const Corridor::Place place =
                corridor_.nearest(track, segment[j], {aims.future_x[j], aims.future_y[j]});
            segment_[at + j] = place.segment;
            if (corridor_.turns_at(track, place)) direction_[at + j] = -direction[j];
            if (corridor_.contains(track, place, {aims.velocity_x[j], aims.velocity_y[j]})) continue;
            const Corridor::Position aim = corridor_.aim(track, place);
            aims.x[j] = aim.x;
            aims.y[j] = aim.y;
            aims.steering |= 1u << j;
        }
    }

    Corridor corridor_;
    F prediction_;
    alignas(64) std::uint32_t segment_[tile_size];
    alignas(64) std::int32_t direction_[tile_size];
};

}  // namespace
}  // namespace wend::detail
