// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "simd/motion_pass.hpp"
#include "stage/contract.hpp"

namespace wend::detail {
namespace {

/// The commands for agents that something else moves (kernels/docs/math.md, "External locomotion").
template <class A>
class Kernel<A, ExternalLocomotion> {
    using F = Floats<A>;

  public:
    Kernel(const StageInput& in, StageOutput& out)
        : in_(in),
          out_(out),
          max_forces_(in.get<Stream::max_force>()),
          max_speeds_(in.get<Stream::max_speed>()),
          masses_(in.get<Stream::mass>()),
          dt_(in.ticks.dt),
          step_(F(in.ticks.dt) / F(in.limits.mass)) {}

    StageResult run() {
        return in_.check_inputs ? run_batches<Reading::scanned>() : run_batches<Reading::clean>();
    }

  private:
    /// A batch's outputs.
    struct Commands {
        F force_x[batch_vectors], force_y[batch_vectors];
        F steering_x[batch_vectors], steering_y[batch_vectors];
        F desired_x[batch_vectors], desired_y[batch_vectors];
    };

    template <Reading reading>
    StageResult run_batches() {
        Batches<A> batches(in_);
        for (std::size_t i = 0; i < batches.size(); ++i) {
            const std::size_t slot = batch_slot<A>(i / batches_in_group<A>, i % batches_in_group<A>);
            std::uint64_t& faults = out_.faults[slot / group_size];
            AgentBatch<A> q;
            Commands commands;
            Reader<A, reading> reader;
            read_position(in_, reader, slot, q);
            read_velocity(in_, reader, slot, q);
#pragma GCC unroll 4
            for (int w = 0; w < batch_vectors; ++w) drive(reader, slot, w, q, commands);
            if (batches.leave(i, reader.finish(faults, slot % group_size))) break;
            store(slot, q, commands, faults);
        }
        return batches.result(out_, false);
    }

    template <Reading reading>
    [[gnu::always_inline]] void drive(Reader<A, reading>& reader, std::size_t slot, int w,
                                      const AgentBatch<A>& q, Commands& to) const {
        const std::size_t at = vector_slot(slot, w);
        F max_force(in_.limits.max_force), max_speed(in_.limits.max_speed), step = step_;
        if (max_forces_ != nullptr) {
            max_force = reader.read(max_forces_, at, w);
            reader.fault(max_force < F(0), w);
        }
        if (max_speeds_ != nullptr) {
            max_speed = reader.read(max_speeds_, at, w);
            reader.fault(max_speed < F(0), w);
        }
        if (masses_ != nullptr) {
            const F mass = reader.read(masses_, at, w);
            reader.fault(mass <= F(0), w);
            step = dt_ / mass;
        }
        const F x = load<A>(out_.force.x + at);
        const F y = load<A>(out_.force.y + at);
        const F least(squared_length_floor);
        const F k = scale_to(max_force, squared_length(x, y), max_keep_nan(max_force * max_force, least));
        const F g = k * step;
        const F vx = q.velocity_x[w] + x * g;
        const F vy = q.velocity_y[w] + y * g;
        const F r = scale_to(max_speed, squared_length(vx, vy), max_keep_nan(max_speed * max_speed, least));
        to.force_x[w] = flushed(x);
        to.force_y[w] = flushed(y);
        to.steering_x[w] = flushed(x * k);
        to.steering_y[w] = flushed(y * k);
        to.desired_x[w] = flushed(vx * r);
        to.desired_y[w] = flushed(vy * r);
        if (in_.picked_x == nullptr) return;
        const F picked_x = load<A>(in_.picked_x + at);
        const F picked_y = load<A>(in_.picked_y + at);
        const FloatMask<A> picked = (picked_x == picked_x) && (picked_y == picked_y);
        to.desired_x[w] = select(picked, flushed(picked_x), to.desired_x[w]);
        to.desired_y[w] = select(picked, flushed(picked_y), to.desired_y[w]);
    }

    [[gnu::always_inline]] void store(std::size_t slot, const AgentBatch<A>& q, const Commands& from,
                                      std::uint64_t faults) const {
        put<Stream::force_x>(slot, from.force_x, faults);
        put<Stream::force_y>(slot, from.force_y, faults);
        put<Stream::steering_force_x>(slot, from.steering_x, faults);
        put<Stream::steering_force_y>(slot, from.steering_y, faults);
        put<Stream::desired_velocity_x>(slot, from.desired_x, faults);
        put<Stream::desired_velocity_y>(slot, from.desired_y, faults);
        put_heading(slot, from, faults);
        if (!in_.keep_step) return;
        F x[batch_vectors], y[batch_vectors];
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            x[w] = without_negative_zero(q.position_x[w]);
            y[w] = without_negative_zero(q.position_y[w]);
        }
        put<Stream::previous_x>(slot, x, faults);
        put<Stream::previous_y>(slot, y, faults);
    }

    /// Where the stream is bound.
    template <Stream S>
    void put(std::size_t slot, const F (&value)[batch_vectors], std::uint64_t faults) const {
        if (float* const to = out_.get<S>()) store_batch<A>(to, slot, value, faults);
    }

    /// Agents at rest keep theirs.
    [[gnu::always_inline]] void put_heading(std::size_t slot, const Commands& from,
                                            std::uint64_t faults) const {
        const float* const before_x = in_.get<Stream::heading_x>();
        const float* const before_y = in_.get<Stream::heading_y>();
        if (before_x == nullptr && before_y == nullptr) return;
        F x[batch_vectors], y[batch_vectors];
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F squared = squared_length(from.desired_x[w], from.desired_y[w]);
            const F k = scale_to(F(1), squared, F(squared_length_floor));
            const FloatMask<A> moves = squared > F(0);
            const auto component = [&](const F& velocity, const float* before) {
                return before == nullptr ? F(0) : select(moves, flushed(velocity * k), load<A>(before + at));
            };
            x[w] = component(from.desired_x[w], before_x);
            y[w] = component(from.desired_y[w], before_y);
        }
        put<Stream::heading_x>(slot, x, faults);
        put<Stream::heading_y>(slot, y, faults);
    }

    const StageInput& in_;
    StageOutput& out_;
    const float *max_forces_, *max_speeds_, *masses_;
    F dt_;
    F step_;
};

}  // namespace
}  // namespace wend::detail
