// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/seek/kernel.hpp"

/// Shared by the kernels with a quarry: the look-up of a point with a velocity or of another agent.
namespace wend::detail {
namespace {

template <class A>
struct Seen {
    Aim<A> position, velocity;
    std::uint32_t inactive_mask = 0;  ///< lanes without a quarry
};

/// Flushes components of other agents, which no copy holds; returns the lanes at fault.
template <class A>
[[gnu::noinline]] std::uint32_t clean_lanes(float (&lane)[4][lanes<A>]) {
    std::uint32_t faults = 0;
    for (auto& component : lane)
        for (std::size_t j = 0; j < lanes<A>; ++j) {
            component[j] = as_read(component[j]);
            if (!(component[j] <= component_limit && component[j] >= -component_limit)) faults |= 1u << j;
        }
    return faults;
}

/// Lane j = base[index[j]]. In one expression: Clang stores the lanes of a loop to memory one by one, and the
/// load behind them waits (pursuit of agents 1.5 times as long as by GCC).
template <class A, std::size_t... j>
inline Floats<A> gather(const float* base, const std::int32_t* index, std::index_sequence<j...>) {
    return Floats<A>{base[index[j]]...};
}

/// Position and velocity at the tick's start of the agents whose slots stand in stream `Index`: four random
/// reads an agent, lane by lane. They are checked for faults in every tick, because others change.
template <Stream Index, class A, Reading reading>
[[gnu::always_inline]] inline Seen<A> see_agent(const StageInput& in, Reader<A, reading>& reader,
                                                std::size_t at, int w) {
    const std::int32_t* const target = in.get<Index>() + at;
    const Others& others = in.others;
    std::uint32_t unknown = 0;
    Seen<A> seen;
    Floats<A> value[4];
    // Slots are checked a whole vector at once: lane by lane, pursuit takes 3.1 (AVX-512) and 5.2 ns an agent
    // instead of 2.2 and 2.8; with the hardware's gathers 2.3 and 3.6.
    const Ints<A> quarry = load<A>(target);
    const Ints<A> count(static_cast<std::int32_t>(
        std::min<std::size_t>(others.count, std::numeric_limits<std::int32_t>::max())));
    if (others.contiguous && !in.clean_copies && !any(greater(Ints<A>(0), quarry)) &&
        all(greater(count, quarry))) [[likely]] {
        constexpr std::make_index_sequence<lanes<A>> each_lane;
        value[0] = gather<A>(others.position_x, target, each_lane);
        value[1] = gather<A>(others.position_y, target, each_lane);
        value[2] = gather<A>(others.velocity_x, target, each_lane);
        value[3] = gather<A>(others.velocity_y, target, each_lane);
    } else {
        alignas(64) float lane[4][lanes<A>] = {};
        for (std::size_t j = 0; j < lanes<A>; ++j) {
            const auto other = static_cast<std::uint32_t>(target[j]);
            if (target[j] < 0 || other >= others.count) {
                (target[j] == -1 ? seen.inactive_mask : unknown) |= 1u << j;
                continue;
            }
            lane[0][j] = others.position_x[other * others.step[0]];
            lane[1][j] = others.position_y[other * others.step[1]];
            lane[2][j] = others.velocity_x[other * others.step[2]];
            lane[3][j] = others.velocity_y[other * others.step[3]];
        }
        if (in.clean_copies) [[unlikely]]
            unknown |= clean_lanes<A>(lane);
        for (int k = 0; k < 4; ++k) value[k] = load<A>(lane[k]);
    }
    reader.fault_lanes(unknown, w);
    seen.position = {reader.look_at(value[0]), reader.look_at(value[1])};
    seen.velocity = {reader.look_at(value[2]), reader.look_at(value[3])};
    return seen;
}

/// The quarry of a stage that has one; the first of a stage that has two.
template <class A, Reading reading>
[[gnu::always_inline]] inline Seen<A> see_quarry(const StageInput& in, Reader<A, reading>& reader,
                                                 std::size_t at, int w, bool other_agents) {
    Seen<A> seen;
    if (other_agents) {
        seen = see_agent<Stream::target_agent>(in, reader, at, w);
    } else {
        seen.position = read_target<A>(in, reader, at, w);
        seen.velocity = {reader.read(in.get<Stream::target_velocity_x>(), at, w),
                         reader.read(in.get<Stream::target_velocity_y>(), at, w)};
    }
    return seen;
}

/// max_speed of a vector of agents that divide by it: 0 in the stream is a fault.
template <class A, Reading reading>
inline Floats<A> read_positive_max_speed(const StageInput& in, Reader<A, reading>& reader, std::size_t at,
                                         int w) {
    const Floats<A> max_speed = read_max_speed<A>(in, reader, at, w);
    if (in.get<Stream::max_speed>() != nullptr) reader.fault(max_speed <= Floats<A>(0), w);
    return max_speed;
}

/// The time that the way from the batch's vector w to `to` takes at max_speed.
template <class A>
inline Floats<A> time_to(const AgentBatch<A>& q, int w, const Aim<A>& to, const Floats<A>& max_speed) {
    const Floats<A> ex = to.x - q.position_x[w];
    const Floats<A> ey = to.y - q.position_y[w];
    return sqrt(max_keep_nan(squared_length(ex, ey), Floats<A>(squared_length_floor))) / max_speed;
}

/// The squared length below which the desired speed falls linearly: that of the slowing radius where it is
/// set.
template <class A>
inline Floats<A> arrival_floor(const std::optional<float>& slowing_radius) {
    const Floats<A> radius(slowing_radius.value_or(0));
    return max_keep_nan(radius * radius, Floats<A>(squared_length_floor));
}

/// The position after that time of an agent at `from`.
template <class A>
inline Aim<A> moved(const Aim<A>& from, const Aim<A>& velocity, const Floats<A>& time) {
    return {from.x + velocity.x * time, from.y + velocity.y * time};
}

}  // namespace
}  // namespace wend::detail
