// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "constants/angle_constants.hpp"
#include "simd/angle.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "simd/motion_pass.hpp"
#include "stage/contract.hpp"
#include "stages/quarry/quarry.hpp"

namespace wend::detail {
namespace {

/// The turn of an agent towards its goal (kernels/docs/math.md, "Orient").
template <class A>
class Kernel<A, Orient> {
    using F = Floats<A>;

  public:
    Kernel(const StageInput& in, StageOutput& out)
        : in_(in),
          out_(out),
          stage_(in.stage<Orient>()),
          dt_(in.ticks.dt),
          change_(stage_.max_angular_acceleration * dt_) {
        const float half_turn = pi_f / dt_;
        most_ = half_turn < stage_.max_angular_speed ? half_turn : stage_.max_angular_speed;
        const float unit = change_ * dt_;
        ways_per_angle_ = 1 / (unit < 0x1p-60f ? 0x1p-60f : unit);
        const float min_speed = as_read(stage_.min_speed);
        squared_min_speed_ = min_speed * min_speed;
    }

    [[nodiscard]] StageResult run() const {
        return in_.check_inputs ? turn_all<Reading::scanned>() : turn_all<Reading::clean>();
    }

  private:
    struct Turned {
        F orientation[batch_vectors], rate[batch_vectors];
    };

    template <Reading reading>
    [[nodiscard]] StageResult turn_all() const {
        switch (stage_.toward) {
            case Toward::velocity: return turn_all<reading, Toward::velocity>();
            case Toward::target: return turn_all<reading, Toward::target>();
            case Toward::agent: return turn_all<reading, Toward::agent>();
            case Toward::angle: break;
        }
        return turn_all<reading, Toward::angle>();
    }

    template <Reading reading, Toward toward>
    [[nodiscard]] StageResult turn_all() const {
        Batches<A> batches(in_);
        for (std::size_t i = 0; i < batches.size(); ++i) {
            const std::size_t group = i / batches_in_group<A>;
            const std::size_t slot = batch_slot<A>(group, i % batches_in_group<A>);
            Reader<A, reading> reader;
            Turned turned;
#pragma GCC unroll 4
            for (int w = 0; w < batch_vectors; ++w) turn<toward>(reader, vector_slot(slot, w), w, turned);
            if (batches.leave(i, reader.finish(out_.faults[group], slot % group_size))) break;
            store_batch<A>(out_.get<Stream::orientation>(), slot, turned.orientation, out_.faults[group]);
            store_batch<A>(out_.get<Stream::angular_velocity>(), slot, turned.rate, out_.faults[group]);
        }
        return batches.result(out_, false);
    }

    template <Toward toward, Reading reading>
    void turn(Reader<A, reading>& reader, std::size_t at, int w, Turned& turned) const {
        const F x = reader.read(in_.get<Stream::position_x>(), at, w);
        const F y = reader.read(in_.get<Stream::position_y>(), at, w);
        const F orientation = read_angle(reader, in_.get<Stream::orientation>(), at, w);
        const F rate = reader.read(in_.get<Stream::angular_velocity>(), at, w);
        F error(0);
        if constexpr (toward == Toward::angle) {
            const float* const goal = in_.get<Stream::target_orientation>();
            error = within_turn<A>(
                (goal == nullptr ? F(as_read(*stage_.target_orientation)) : read_angle(reader, goal, at, w)) -
                orientation);
        } else if constexpr (toward == Toward::velocity) {
            const F vx = reader.read(in_.get<Stream::velocity_x>(), at, w);
            const F vy = reader.read(in_.get<Stream::velocity_y>(), at, w);
            error = error_to(vx, vy, F(squared_min_speed_), orientation);
        } else if constexpr (toward == Toward::target) {
            const Aim<A> target = read_target<A>(in_, reader, at, w);
            error = error_to(target.x - x, target.y - y, F(0), orientation);
        } else {
            // Its own velocity is read like that of the agent that it sees, which may be itself.
            reader.read(in_.get<Stream::velocity_x>(), at, w);
            reader.read(in_.get<Stream::velocity_y>(), at, w);
            const Seen<A> seen = see_agent<Stream::target_agent>(in_, reader, at, w);
            error = error_to(seen.position.x - x, seen.position.y - y, F(0), orientation);
            if (seen.inactive_mask != 0) error = select(mask_of<A>(seen.inactive_mask), F(0), error);
        }
        const F next = next_rate(error, rate);
        turned.rate[w] = flushed(next);
        turned.orientation[w] = flushed(within_turn<A>(orientation + next * F(dt_)));
    }

    template <Reading reading>
    static F read_angle(Reader<A, reading>& reader, const float* stream, std::size_t at, int w) {
        const F angle = reader.read(stream, at, w);
        if constexpr (reading == Reading::scanned)
            reader.suspect(greater(magnitude_bits(angle), Ints<A>(std::bit_cast<std::int32_t>(pi_f))));
        return angle;
    }

    /// The angle from the orientation to the vector; 0 where its squared length is no more than `least`.
    static F error_to(const F& x, const F& y, const F& least, const F& orientation) {
        const FloatMask<A> none = squared_length(x, y) <= least;
        return select(none, F(0), within_turn<A>(angle_of<A>(x, y) - orientation));
    }

    [[nodiscard]] F next_rate(const F& error, const F& rate) const {
        const F change(change_), most(most_);
        const F way = as_floats<A>(magnitude_bits(error)) * F(ways_per_angle_);
        const F ticks = floor((sqrt(F(1) + F(8) * way) - F(1)) * F(0.5f));
        const F speed = (way / (ticks + F(1)) + ticks * F(0.5f)) * change;
        const F limited = select(speed < most, speed, most);
        const F wanted = select(error < F(0), F(0) - limited, limited);
        const F start = clamped(rate, F(0) - most, most);
        return clamped(wanted, start - change, start + change);
    }

    static F clamped(const F& x, const F& low, const F& high) {
        return select(x < low, low, select(x > high, high, x));
    }

    const StageInput& in_;
    StageOutput& out_;
    const Orient& stage_;
    const float dt_;
    const float change_;       ///< of the rate in a tick
    float most_;               ///< of the rate
    float ways_per_angle_;     ///< by the way that a change of the rate makes in a tick
    float squared_min_speed_;  ///< below, toward velocity, there is no goal
};

}  // namespace
}  // namespace wend::detail
