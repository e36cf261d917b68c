// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "lanes.hpp"
#include "locomotion_kernel.hpp"
#include "quad.hpp"
#include "stage_call.hpp"

/// Loops over a tile's quads: a force by itself, the locomotion by itself, or both in one pass, from the same kernels.
namespace wend::detail {
namespace {

/// Where nothing is computed: the sum of forces that earlier stages left in the scratch.
template <class A>
class SummedForces {
  public:
    static constexpr bool needs_position = false;
    static constexpr bool reads_velocity = false;
    explicit SummedForces(const StageCall&) {}
    void enter_group(const StageCall&, std::size_t) {}
    template <bool checked>
    void apply(const StageCall& call, Reader<A, checked>&, std::size_t slot, Quad<A>& q) {
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) {
            q.force_x[w] = load<A>(call.force_x + vector_slot(slot, w));
            q.force_y[w] = load<A>(call.force_y + vector_slot(slot, w));
        }
    }
    void store_state(const StageCall&, std::size_t, std::uint64_t) const {}
};

/// A weight of 1 changes no bit, so that skipping it is no second definition.
template <class A>
inline void weigh(const StageCall& call, Quad<A>& q) {
    if (call.stages->weight == 1) return;
    const Floats<A> weight(call.stages->weight);
#pragma GCC unroll 4
    for (int w = 0; w < quad; ++w) {
        q.force_x[w] = q.force_x[w] * weight;
        q.force_y[w] = q.force_y[w] * weight;
    }
}

/// Prioritised composition: the force as far as the rest of max_force goes.
template <class A, bool checked>
inline void take_what_fits(const StageCall& call, Reader<A, checked>& reader, std::size_t slot, Quad<A>& q) {
    using F = Floats<A>;
    const float* const max_force = call.input<Stream::max_force>();
#pragma GCC unroll 4
    for (int w = 0; w < quad; ++w) {
        const std::size_t at = vector_slot(slot, w);
        F rest(call.max_force);
        if (!call.first_force) {
            rest = load<A>(call.rest + at);
        } else if (max_force != nullptr) {
            rest = reader.read(max_force, at, w);
            reader.fault(rest < F(0), w);
        }
        const F squared = squared_length(q.force_x[w], q.force_y[w]);
        const F length = sqrt(squared);
        const FloatMask<A> fits = length <= rest;
        const F k = scale_to(rest, squared, floored(rest * rest, F(squared_length_floor)));
        q.force_x[w] = select(fits, q.force_x[w], q.force_x[w] * k);
        q.force_y[w] = select(fits, q.force_y[w], q.force_y[w] * k);
        write(call.rest + at, select(fits, rest - length, F(0)));
    }
}

template <class A, class Force, bool uniform, bool checked>
void move_tile(const StageCall& call, const LocomotionParameters& parameters) {
    Force force(call);
    const LocomotionKernel<A, uniform> locomotion(call, parameters);
    constexpr bool staged = std::is_same_v<Force, SummedForces<A>>;
    bool look_again = staged && locomotion.keeps_long_steps(call);
    for (std::size_t group = 0; group < call.groups; ++group) {
        force.enter_group(call, group);
        for (std::size_t h = 0; h < quads_in_group<A>; ++h) {
            const std::size_t slot = quad_slot<A>(group, h);
            Quad<A> q;
            Reader<A, checked> reader;
            if constexpr (Force::needs_position) read_position(call, reader, slot, q);
            if constexpr (!Force::reads_velocity) read_velocity(call, reader, slot, q);
            force.template apply<checked>(call, reader, slot, q);
            if constexpr (!staged) weigh(call, q);
            if constexpr (!Force::needs_position) read_position(call, reader, slot, q);
            locomotion.template apply<checked, staged>(call, reader, slot, q);
            std::uint64_t& faults = call.faults[group];
            look_again |= reader.finish(faults, slot % group_size);
            look_again |= locomotion.finish(q, faults, slot);
            force.store_state(call, slot, faults);
            locomotion.store_state(call, slot, q, faults);
        }
    }
    if (look_again) *call.check_next = true;
}

template <class A, class Force, bool checked>
void add_force_to_tile(const StageCall& call) {
    Force force(call);
    bool look_again = false;
    for (std::size_t group = 0; group < call.groups; ++group) {
        force.enter_group(call, group);
        for (std::size_t h = 0; h < quads_in_group<A>; ++h) {
            const std::size_t slot = quad_slot<A>(group, h);
            Quad<A> q;
            Reader<A, checked> reader;
            if constexpr (Force::needs_position) read_position(call, reader, slot, q);
            if constexpr (!Force::reads_velocity) read_velocity(call, reader, slot, q);
            force.template apply<checked>(call, reader, slot, q);
            weigh(call, q);
            if (call.prioritised) take_what_fits(call, reader, slot, q);
            std::uint64_t& faults = call.faults[group];
            look_again |= reader.finish(faults, slot % group_size);
#pragma GCC unroll 4
            for (int w = 0; w < quad; ++w) {
                float* const x = call.force_x + vector_slot(slot, w);
                float* const y = call.force_y + vector_slot(slot, w);
                write(x, call.first_force ? q.force_x[w] : load<A>(x) + q.force_x[w]);
                write(y, call.first_force ? q.force_y[w] : load<A>(y) + q.force_y[w]);
            }
            force.store_state(call, slot, faults);
        }
    }
    if (look_again) *call.check_next = true;
}

template <class A, class Force>
void force_stage(const StageCall& call) {
    if (call.check)
        add_force_to_tile<A, Force, true>(call);
    else
        add_force_to_tile<A, Force, false>(call);
}

template <class A, class Force>
void move_with(const StageCall& call, const LocomotionParameters& parameters) {
    const bool uniform = call.input<Stream::max_force>() == nullptr && call.input<Stream::max_speed>() == nullptr &&
                         call.input<Stream::mass>() == nullptr;
    if (uniform && call.check)
        move_tile<A, Force, true, true>(call, parameters);
    else if (uniform)
        move_tile<A, Force, true, false>(call, parameters);
    else if (call.check)
        move_tile<A, Force, false, true>(call, parameters);
    else
        move_tile<A, Force, false, false>(call, parameters);
}

template <class A>
void locomotion_stage(const StageCall& call) {
    move_with<A, SummedForces<A>>(call, call.stages[0].locomotion);
}

template <class A, class Force>
void force_and_locomotion(const StageCall& call) {
    move_with<A, Force>(call, call.stages[1].locomotion);
}

}  // namespace
}  // namespace wend::detail
