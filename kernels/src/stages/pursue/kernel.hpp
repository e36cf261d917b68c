// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "driver/stage_call.hpp"
#include "simd/lanes.hpp"
#include "simd/quad.hpp"
#include "stages/seek/kernel.hpp"

namespace wend::detail {
namespace {

/// Pursue and evade (kernels/docs/math.md, "Flee, arrive, pursue, evade").
template <class A, OneOf<Pursue, Evade> S>
class Kernel<A, S> {
    using F = Floats<A>;

  public:
    using Prepared = ScaledQuad<A>;
    static constexpr bool pipelined = true;

    explicit Kernel(const StageCall& call) : other_agents_(call.stage<S>().quarry == Quarry::agent) {}

    void enter_group(const StageCall&, std::size_t group) { inactive_mask_[group] = 0; }

    template <bool checked>
    void prepare(const StageCall& call, Reader<A, checked>& reader, std::size_t slot, const Quad<A>& q,
                 ScaledQuad<A>& desired) {
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F max_speed = read_max_speed<A>(call, reader, at, w);
            if (call.input<Stream::max_speed>() != nullptr) reader.fault(max_speed <= F(0), w);
            Seen seen;
            if (other_agents_) {
                seen = look(call, reader, at, w);
            } else {
                seen.position = read_target<A>(call, reader, at, w);
                seen.velocity = {reader.read(call.input<Stream::target_velocity_x>(), at, w),
                                 reader.read(call.input<Stream::target_velocity_y>(), at, w)};
            }
            const F ex = seen.position.x - q.position_x[w];
            const F ey = seen.position.y - q.position_y[w];
            const F e = sqrt(floored(squared_length(ex, ey), F(squared_length_floor))) / max_speed;
            const Aim<A> aim{seen.position.x + seen.velocity.x * e, seen.position.y + seen.velocity.y * e};
            if constexpr (std::is_same_v<S, Evade>)
                flee_aim(desired, q, w, aim, max_speed);
            else
                seek_aim(desired, q, w, aim, max_speed, F(squared_length_floor));
            inactive_mask_[at / group_size] |= std::uint64_t{seen.inactive_mask} << (at % group_size);
        }
    }

    template <bool checked>
    void force(const StageCall&, Reader<A, checked>&, std::size_t slot, Quad<A>& q,
               const ScaledQuad<A>& desired) {
        steer_to(desired, q, slot, inactive_mask_[slot / group_size]);
    }

    void store_state(const StageCall&, std::size_t, std::uint64_t) const {}

  private:
    struct Seen {
        Aim<A> position, velocity;
        std::uint32_t inactive_mask = 0;  ///< lanes without a quarry
    };

    /// Position and velocity of other agents at the tick's start: four random reads an agent, lane by lane.
    /// They are looked at for faults in every tick, because others change.
    template <bool checked>
    static Seen look(const StageCall& call, Reader<A, checked>& reader, std::size_t at, int w) {
        const std::int32_t* const target = call.input<Stream::target_agent>() + at;
        alignas(64) float lane[4][lanes<A>];
        const auto fetch = [&](std::size_t j, std::uint32_t other) {
            lane[0][j] = call.input<Stream::start_position_x>()[other];
            lane[1][j] = call.input<Stream::start_position_y>()[other];
            lane[2][j] = call.input<Stream::start_velocity_x>()[other];
            lane[3][j] = call.input<Stream::start_velocity_y>()[other];
        };
        std::uint32_t unknown = 0;
        Seen seen;
        // Who is known is asked for a whole vector: lane by lane, the kernel takes 3.1 (AVX-512) and 5.2 ns
        // an agent instead of 2.2 and 2.8; with the hardware's gathers 2.3 and 3.6.
        const Ints<A> quarry = load<A>(target);
        const Ints<A> count(static_cast<std::int32_t>(
            std::min<std::size_t>(call.tile.view_size, std::numeric_limits<std::int32_t>::max())));
        if (!any(greater(Ints<A>(0), quarry)) && all(greater(count, quarry))) [[likely]] {
            for (std::size_t j = 0; j < lanes<A>; ++j) fetch(j, static_cast<std::uint32_t>(target[j]));
        } else {
            for (std::size_t j = 0; j < lanes<A>; ++j) {
                const bool known =
                    target[j] >= 0 && static_cast<std::uint32_t>(target[j]) < call.tile.view_size;
                if (known) {
                    fetch(j, static_cast<std::uint32_t>(target[j]));
                } else {
                    lane[0][j] = lane[1][j] = lane[2][j] = lane[3][j] = 0;
                    (target[j] == -1 ? seen.inactive_mask : unknown) |= 1u << j;
                }
            }
        }
        reader.fault_lanes(unknown, w);
        seen.position = {reader.read(lane[0], 0, w), reader.read(lane[1], 0, w)};
        seen.velocity = {reader.read(lane[2], 0, w), reader.read(lane[3], 0, w)};
        return seen;
    }

    bool other_agents_;
    std::uint64_t inactive_mask_[tile_groups];  ///< agents without a quarry
};

}  // namespace
}  // namespace wend::detail
