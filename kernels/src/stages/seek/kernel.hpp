// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"

/// Seek and its relatives (kernels/docs/math.md, from "Seek" on): one desired
/// velocity with another sign, floor or aim.
namespace wend::detail {
namespace {

template <class A>
struct Aim {
    Floats<A> x, y;
};

/// max_speed of a vector of agents: a stream or the call's.
template <class A, Reading reading>
inline Floats<A> read_max_speed(const StageInput& in, Reader<A, reading>& reader, std::size_t at, int w) {
    const float* stream = in.get<Stream::max_speed>();
    if (stream == nullptr) return Floats<A>(in.limits.max_speed);
    const Floats<A> max_speed = reader.read(stream, at, w);
    reader.fault(max_speed < Floats<A>(0), w);
    return max_speed;
}

template <class A, Reading reading>
inline Aim<A> read_target(const StageInput& in, Reader<A, reading>& reader, std::size_t at, int w) {
    return {reader.read(in.get<Stream::target_x>(), at, w), reader.read(in.get<Stream::target_y>(), at, w)};
}

/// The desired velocity towards an aim; `floor` is a squared length below which the desired speed falls
/// linearly.
template <class A>
inline void seek_aim(ScaledDirections<A>& desired, const AgentBatch<A>& q, int w, const Aim<A>& aim,
                     const Floats<A>& max_speed, const Floats<A>& floor) {
    const Floats<A> dx = aim.x - q.position_x[w];
    const Floats<A> dy = aim.y - q.position_y[w];
    desired.vector[w] = {dx, dy, scale_to(max_speed, squared_length(dx, dy), floor)};
}

/// The one away from it.
template <class A>
inline void flee_aim(ScaledDirections<A>& desired, const AgentBatch<A>& q, int w, const Aim<A>& aim,
                     const Floats<A>& max_speed) {
    const Floats<A> dx = q.position_x[w] - aim.x;
    const Floats<A> dy = q.position_y[w] - aim.y;
    desired.vector[w] = {dx, dy,
                         scale_to(max_speed, squared_length(dx, dy), Floats<A>(squared_length_floor))};
}

template <class A, OneOf<Seek, Flee, Arrive> S>
class Kernel<A, S> {
  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    Kernel(const StageInput& in, StageOutput&) : floor_(squared_length_floor) {
        if constexpr (std::is_same_v<S, Arrive>) {
            const Floats<A> radius(in.stage<Arrive>().slowing_radius);
            floor_ = max_keep_nan(radius * radius, floor_);
            const Floats<A> arrival_radius(in.stage<Arrive>().arrival_radius);
            arrival_squared_ = arrival_radius * arrival_radius;
        }
    }

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void prepare(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, const AgentBatch<A>& q,
                 ScaledDirections<A>& desired) {
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const Aim<A> target = read_target<A>(in, reader, at, w);
            const Floats<A> max_speed = read_max_speed<A>(in, reader, at, w);
            if constexpr (std::is_same_v<S, Flee>)
                flee_aim(desired, q, w, target, max_speed);
            else if constexpr (std::is_same_v<S, Arrive>)
                seek_aim(desired, q, w, target, max_speed, floor_);
            else
                seek_aim(desired, q, w, target, max_speed, Floats<A>(squared_length_floor));
        }
    }

    template <Reading reading>
    void force(const StageInput&, Reader<A, reading>&, std::size_t, AgentBatch<A>& q,
               const ScaledDirections<A>& desired) {
        steer_to(desired, q);
    }

    void store_state(const StageInput& in, StageOutput& out, std::size_t slot, std::uint64_t faults) const {
        if constexpr (std::is_same_v<S, Arrive>)
            if (out.get<Stream::arrived>() != nullptr) store_arrived(in, out, slot, faults);
    }

  private:
    /// From the streams once more: kept beside the desired velocity, it would cost the calls that bind no
    /// `arrived`.
    [[gnu::noinline]] void store_arrived(const StageInput& in, StageOutput& out, std::size_t slot,
                                         std::uint64_t faults) const {
        const auto offset = [&](const float* target, const float* position, std::size_t at) {
            return flushed(load<A>(target + at)) - flushed(load<A>(position + at));
        };
        Words<A> arrived[batch_vectors];
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const Floats<A> squared =
                squared_length(offset(in.get<Stream::target_x>(), in.get<Stream::position_x>(), at),
                               offset(in.get<Stream::target_y>(), in.get<Stream::position_y>(), at));
            arrived[w] = select(squared <= arrival_squared_, Words<A>(1), Words<A>(0));
        }
        store_batch<A>(out.get<Stream::arrived>(), slot, arrived, faults);
    }

    Floats<A> floor_;  ///< below this squared length the desired speed falls linearly
    Floats<A> arrival_squared_{};
};

}  // namespace
}  // namespace wend::detail
