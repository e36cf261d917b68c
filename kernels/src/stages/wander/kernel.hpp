// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "constants/angle_constants.hpp"
#include "simd/angle.hpp"
#include "simd/batch.hpp"
#include "simd/draws.hpp"
#include "simd/lanes.hpp"
#include "simd/sine.hpp"
#include "stage/contract.hpp"
#include "wend/random.hpp"

namespace wend::detail {
namespace {

/// Wander's force and angle (kernels/docs/math.md, "Wander").
template <class A>
class Kernel<A, Wander> {
    using F = Floats<A>;

  public:
    using Prepared = NothingPrepared;
    struct NewState {
        F angle[batch_vectors];
    };
    static constexpr bool pipelined = true;

    Kernel(const StageInput& in, StageOutput&)
        : key_(in.ticks.seed, in.ticks.first, purpose(Purpose::wander, in.ordinal)) {
        const Wander& wander = in.stage<Wander>();
        float change = wander.angle_change;
        if (wander.reference_dt) {
            const float scaled = change * std::sqrt(in.ticks.dt / *wander.reference_dt);
            change = scaled < most_change ? scaled : most_change;
        }
        heading_ = wander.frame == WanderFrame::heading;
        wide_ = change > two_pi_f;
        circle_distance_ = F(wander.circle_distance);
        circle_radius_ = F(wander.circle_radius);
        circle_diameter_ = F(2 * wander.circle_radius);
        change_ = F(change * 0x1p-24f);
    }

    void enter_group(const StageInput& in, StageOutput&, std::size_t group) { ids_ = GroupIds<A>(in, group); }

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&, NewState& state) {
        const std::size_t h = slot % group_size / lanes<A>;
        if (ids_.share_blocks()) [[likely]]
            force<true>(in, reader, slot, q, ids_.begin_block(key_, h), state);
        else
            force<false>(in, reader, slot, q, ids_.draw_each(key_, h), state);
    }

    static void store_state(const StageInput&, StageOutput& out, std::size_t slot, const NewState& state,
                            std::uint64_t faults) {
        store_batch<A>(out.get<Stream::wander_angle>(), slot, state.angle, faults);
    }

  private:
    static constexpr float most_change = 1000;
    static_assert(block_parts == batch_vectors);

    /// `shared`: the rounds of the draws are still to be made.
    template <bool shared, Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               Block<A> draws, NewState& state) const {
        F angle[batch_vectors];
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            if constexpr (shared) key_.advance(draws, w);
            const F a = reader.read(in.get<Stream::wander_angle>(), vector_slot(slot, w), w);
            if constexpr (reading == Reading::scanned)
                reader.suspect(greater(magnitude_bits(a), Ints<A>(std::bit_cast<std::int32_t>(pi_f))));

            const F squared = squared_length(q.velocity_x[w], q.velocity_y[w]);
            const F k = scale_to(circle_distance_, squared, F(squared_length_floor));
            const auto [s, c] = sine_cosine<A>(a * F(0.5f));
            F circle_x = circle_radius_ * ((c - s) * (c + s));
            F circle_y = (circle_diameter_ * s) * c;
            if (heading_) rotate_to_heading(q.velocity_x[w], q.velocity_y[w], squared, circle_x, circle_y);
            q.force_x[w] = q.velocity_x[w] * k + circle_x;
            q.force_y[w] = q.velocity_y[w] * k + circle_y;
            angle[w] = a;
        }
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w)
            state.angle[w] = flushed(changed_angle(angle[w], draws.word[w]));
    }

    static void rotate_to_heading(const F& vx, const F& vy, const F& squared, F& circle_x, F& circle_y) {
        const F inverse = scale_to(F(1), squared, F(squared_length_floor));
        const FloatMask<A> rest = squared == F(0);
        const F hx = select(rest, F(1), vx * inverse);
        const F hy = vy * inverse;
        const F x = circle_x * hx - circle_y * hy;
        circle_y = circle_x * hy + circle_y * hx;
        circle_x = x;
    }

    /// a + (u - 1/2) * angle_change, in [-pi, pi). The draw with its top bit flipped, as a signed integer, is
    /// 2^24 (u - 1/2) after the shift.
    F changed_angle(const F& a, const Words<A>& draw) const {
        const Ints<A> centred = as_ints(draw ^ Words<A>(0x80000000u));
        F delta = to_floats(shift_right<8>(centred)) * change_;
        if (wide_) {
            const F n = (delta * F(inverse_turn_f) + F(round_f)) - F(round_f);
            delta = (delta - n * F(turn_high_f)) - n * F(turn_low_f);
            delta = select(delta < F(-pi_f), F(-pi_f), select(delta > F(pi_f), F(pi_f), delta));
        }
        return within_turn<A>(a + delta);
    }

    DrawKey<A> key_;
    GroupIds<A> ids_;
    bool heading_, wide_;
    F circle_distance_, circle_radius_, circle_diameter_, change_;
};

}  // namespace
}  // namespace wend::detail
