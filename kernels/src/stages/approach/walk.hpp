// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>

#include "driver/stage_call.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/approach/leg.hpp"

namespace wend::detail {
namespace {

/// The usual way of approach, for tiles whose streams need no care, which one look at the start tells.
///
/// Agents choose rarely: they are on their way for hundreds of ticks. So a tile takes several ticks at once,
/// and walks with as few operations as the formula has. Who comes to stand on the walk-to point steps aside;
/// when the others are done, those who did choose together, in full vectors, and take the ticks that they
/// missed. A choice is a chain of 200 cycles, and of more instructions than a processor looks ahead: chosen
/// for tick by tick the whole walk takes 1.2 times as long, and in the vectors that agents stand in 2 times
/// (AVX-512, 3 agents in 1,000 choosing a tick).
template <class A>
class ApproachWalk {
    using F = Floats<A>;
    using U = Words<A>;
    using Mask = FloatMask<A>;
    using Leg = ApproachLeg<A>;

  public:
    ApproachWalk(const StageCall& call, const Leg& leg)
        : call_(call), leg_(leg), parameters_(leg.parameters) {}

    /// Takes all ticks; or none, and says so, where some agent needs care.
    [[nodiscard]] bool run() const {
        if (!call_.fill_caches || call_.tile.inputs_change || parameters_.repick_interval > 0 ||
            parameters_.max_step > tame_limit || call_.ticks.dt > 1)
            return false;
        Inputs inputs;
        Looks looks;
        inputs.target_x = call_.input<Stream::target_x>();
        inputs.target_y = call_.input<Stream::target_y>();
        inputs.speed = call_.input<Stream::speed>();
        const bool plain =
            inputs.speed != nullptr ? look_over<true>(inputs, looks) : look_over<false>(inputs, looks);
        if (!plain && !tame_tile(inputs)) return false;
        walk(inputs, looks, plain);
        return true;
    }

  private:
    /// Far enough below the limit that no walk between such points passes it: chains come nearer to their
    /// targets with every step.
    static constexpr float tame_limit = 0x1p50f;
    /// Ticks taken at once: after more of them, those who stepped aside are too many.
    static constexpr std::uint32_t stride = 8;

    /// What is read of the caller's streams, or of copies without what is to be flushed.
    struct Inputs {
        const float* target_x;
        const float* target_y;
        const float* speed;  ///< null: all have the parameter's
        alignas(64) float flushed[3][tile_size];
    };

    static constexpr std::size_t block = std::max<std::size_t>(lanes<A>, tile_size / 64);

    /// What a tick begins with.
    struct Looks {
        alignas(64) float share[tile_size];  ///< of the way to the walk-to point
        std::uint32_t
            standing[tile_size / block];  ///< a bit for each agent of a block that stands on that point
        std::uint64_t some;               ///< a bit for each block with such agents, the last one on top
    };

    /// Roots and divisions of agents so far ahead are on their way while the others walk: 1.29 (AVX2)
    /// and 1.14 times as fast as where each waits for its own, of which the processor holds about 5
    /// vectors. 1.17 and 1.09 with 4, 1.23 and 1.11 with 16 vectors.
    static constexpr std::size_t ahead = 8 * lanes<A>;

    /// Who stepped aside: where, and before which of the stride's ticks.
    struct Aside {
        std::uint32_t slot[tile_size];
        float x[tile_size], y[tile_size], tick[tile_size];
        std::size_t count;
    };

    /// The first tick's looks, and whether nobody of the tile needs care: all components between these
    /// limits, where a 0 takes the closer look of tame_tile().
    template <bool own_speeds>
    [[nodiscard]] bool look_over(const Inputs& inputs, Looks& looks) const {
        Look<own_speeds> look(*this, inputs, looks);
        const float* const streams[] = {call_.output<Stream::position_x>(),
                                        call_.output<Stream::position_y>(),
                                        call_.output<Stream::walk_x>(),
                                        call_.output<Stream::walk_y>(),
                                        inputs.target_x,
                                        inputs.target_y};
        constexpr std::int32_t least = std::bit_cast<std::int32_t>(component_floor),
                               most = std::bit_cast<std::int32_t>(tame_limit);
        // As integers, so that the least becomes the lowest and smaller ones wrap round to the greatest.
        constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
        constexpr auto to_lowest = static_cast<std::int32_t>(0x80000000u - static_cast<std::uint32_t>(least));
        Ints<A> largest[2] = {Ints<A>(lowest), Ints<A>(lowest)};
        CleanScan<A> speeds;
        Mask backwards = F(0) < F(0);
        const std::size_t end = call_.tile.groups * group_size;
        for (std::size_t at = 0; at < end; at += block) {
            look(at);
            for (std::size_t j = at; j < at + block; j += lanes<A>) {
                for (std::size_t i = 0; i < std::size(streams); ++i)
                    largest[i % 2] =
                        max(largest[i % 2], magnitude_bits(load<A>(streams[i] + j)) + Ints<A>(to_lowest));
                if constexpr (!own_speeds) continue;
                const F speed = load<A>(inputs.speed + j);
                speeds.add(speed);
                backwards = backwards || (speed < F(0));
            }
            // Where a tile is not plain, the rest of its looks would be made twice.
            const bool group_ends = (at + block) % group_size == 0;
            if (group_ends && any(greater(max(largest[0], largest[1]), Ints<A>(lowest + (most - least)))))
                return false;
        }
        looks.some = look.some;
        return speeds.below(tame_limit) && speeds.above(component_floor) && !any(backwards);
    }

    /// Where agents are in relation to their walk-to points, a block at a time.
    template <bool own_speeds>
    struct Look {
        Look(const ApproachWalk& walk, const Inputs& inputs, Looks& to)
            : leg(walk.leg_),
              same_speed(walk.parameters_.speed),
              position_x(walk.call_.template output<Stream::position_x>()),
              position_y(walk.call_.template output<Stream::position_y>()),
              walk_x(walk.call_.template output<Stream::walk_x>()),
              walk_y(walk.call_.template output<Stream::walk_y>()),
              speed(inputs.speed),
              looks(to) {}

        void operator()(std::size_t at) {
            std::uint32_t here = 0;
            for (std::size_t j = at; j < at + block; j += lanes<A>) {
                const F rx = load<A>(walk_x + j) - load<A>(position_x + j);
                const F ry = load<A>(walk_y + j) - load<A>(position_y + j);
                const F squared = squared_length(rx, ry);
                write(looks.share + j, leg.share(squared, own_speeds ? load<A>(speed + j) : same_speed));
                here |= bits((rx == F(0)) && (ry == F(0))) << (j - at);
            }
            looks.standing[at / block] = here;
            some = some >> 1 | std::uint64_t{here != 0} << 63;
        }

        Leg leg;
        F same_speed;
        const float *position_x, *position_y, *walk_x, *walk_y, *speed;
        Looks& looks;
        std::uint64_t some = 0;
    };

    /// Whether nobody of the tile needs care, once what is to be flushed has been: in the state where it is,
    /// since every tick stores it flushed, and in copies of the inputs.
    [[nodiscard]] bool tame_tile(Inputs& inputs) const {
        float* const state[] = {call_.output<Stream::position_x>(), call_.output<Stream::position_y>(),
                                call_.output<Stream::walk_x>(), call_.output<Stream::walk_y>()};
        const float** const read[] = {&inputs.target_x, &inputs.target_y, &inputs.speed};
        const std::size_t end = call_.tile.groups * group_size;
        CleanScan<A> all;
        Mask backwards = F(0) < F(0);
        // A walk-to point keeps its -0 while nobody stores it; wherever else -0 is read, it comes to the same
        // as 0.
        constexpr std::int32_t negative_zero = std::numeric_limits<std::int32_t>::min();
        IntMask<A> unlike_stored = Ints<A>(0) == Ints<A>(1);
        for (std::size_t at = 0; at < end; at += lanes<A>) {
            for (const float* stream : state) all.add(load<A>(stream + at));
            for (std::size_t i = 2; i < 4; ++i)
                unlike_stored = unlike_stored || (as_ints(load<A>(state[i] + at)) == Ints<A>(negative_zero));
            all.add(load<A>(inputs.target_x + at));
            all.add(load<A>(inputs.target_y + at));
            if (inputs.speed == nullptr) continue;
            const F speed = load<A>(inputs.speed + at);
            all.add(speed);
            backwards = backwards || (speed < F(0));
        }
        if (!all.below(tame_limit) || any(backwards)) return false;
        if (all.above(component_floor) && !any(unlike_stored)) return true;

        for (float* stream : state) flush(stream, stream, end);
        for (std::size_t i = 0; i < std::size(read); ++i) {
            if (*read[i] == nullptr) continue;
            flush(*read[i], inputs.flushed[i], end);
            *read[i] = inputs.flushed[i];
        }
        return true;
    }

    static void flush(const float* from, float* to, std::size_t end) {
        for (std::size_t at = 0; at < end; at += lanes<A>) write(to + at, flushed(load<A>(from + at)));
    }

    void walk(const Inputs& inputs, Looks& looks, bool looked) const {
        const bool tells = tells_velocity() || call_.output<Stream::arrived>() != nullptr;
        Aside aside;
        for (std::uint32_t done = 0; done < call_.ticks.count;) {
            const std::uint32_t ticks = std::min(call_.ticks.count - done, stride);
            done += ticks;
            const bool last = done == call_.ticks.count;
            aside.count = 0;
            for (std::uint32_t tick = 0; tick < ticks; ++tick) {
                walk_tile(inputs, looks, looked, tells && last && tick + 1 == ticks);
                looked = false;
                if (looks.some != 0) set_aside(inputs, looks, tick, aside);
            }
            for (std::size_t i = 0; i < aside.count; i += lanes<A>)
                catch_up(inputs, aside, i, std::min(aside.count - i, lanes<A>), ticks, tells && last);
        }
    }

    void walk_tile(const Inputs& inputs, Looks& looks, bool looked, bool tells) const {
        if (inputs.speed != nullptr)
            tells ? walk_tile<true, true>(inputs, looks, looked)
                  : walk_tile<true, false>(inputs, looks, looked);
        else
            tells ? walk_tile<false, true>(inputs, looks, looked)
                  : walk_tile<false, false>(inputs, looks, looked);
    }

    /// A tick. Pointers are copied, since the compiler must take a store of a vector for one that may change
    /// them.
    template <bool own_speeds, bool tells>
    void walk_tile(const Inputs& inputs, Looks& looks, bool looked) const {
        float* const position_x = call_.output<Stream::position_x>();
        float* const position_y = call_.output<Stream::position_y>();
        const float* const walk_xs = call_.output<Stream::walk_x>();
        const float* const walk_ys = call_.output<Stream::walk_y>();
        const std::size_t end = call_.tile.groups * group_size;
        const auto step = [&](std::size_t at) {
            for (std::size_t j = at; j < at + block; j += lanes<A>) {
                const F share = load<A>(looks.share + j);
                const F walk_x = load<A>(walk_xs + j), walk_y = load<A>(walk_ys + j);
                const F px = load<A>(position_x + j), py = load<A>(position_y + j);
                const F x = Leg::walked(px, walk_x, share);
                const F y = Leg::walked(py, walk_y, share);
                write(position_x + j, x);
                write(position_y + j, y);
                if constexpr (tells) {
                    const Mask arrived =
                        (x == load<A>(inputs.target_x + j)) && (y == load<A>(inputs.target_y + j));
                    tell(j, walk_x - px, walk_y - py,
                         own_speeds ? load<A>(inputs.speed + j) : F(parameters_.speed), arrived);
                }
            }
        };
        std::size_t lead = end;
        if (!looked) {
            Look<own_speeds> look(*this, inputs, looks);
            lead = std::min(ahead, end);
            for (std::size_t at = 0; at < lead; at += block) look(at);
            for (std::size_t at = lead; at < end; at += block) {
                look(at);
                step(at - lead);
            }
            looks.some = look.some;
        }
        for (std::size_t at = end - lead; at < end; at += block) step(at);
    }

    /// Those who stood on their walk-to points, but not on their targets.
    void set_aside(const Inputs& inputs, const Looks& looks, std::uint32_t tick, Aside& aside) const {
        const float* const position_x = call_.output<Stream::position_x>();
        const float* const position_y = call_.output<Stream::position_y>();
        for (std::uint64_t some = looks.some >> (64 - call_.tile.groups * group_size / block); some != 0;
             some &= some - 1) {
            const auto index = static_cast<std::size_t>(std::countr_zero(some));
            const std::size_t at = index * block;
            std::uint32_t home = 0;
            for (std::size_t j = at; j < at + block; j += lanes<A>)
                home |= bits((load<A>(position_x + j) == load<A>(inputs.target_x + j)) &&
                             (load<A>(position_y + j) == load<A>(inputs.target_y + j)))
                        << (j - at);
            for (std::uint32_t left = looks.standing[index] & ~home; left != 0; left &= left - 1) {
                const std::size_t slot = at + static_cast<std::size_t>(std::countr_zero(left));
                aside.slot[aside.count] = static_cast<std::uint32_t>(slot);
                aside.x[aside.count] = position_x[slot];
                aside.y[aside.count] = position_y[slot];
                aside.tick[aside.count] = static_cast<float>(tick);
                ++aside.count;
                // Stands nowhere, until it catches up.
                call_.output<Stream::walk_x>()[slot] = std::numeric_limits<float>::quiet_NaN();
            }
        }
    }

    [[nodiscard]] bool tells_velocity() const {
        return call_.output<Stream::velocity_x>() != nullptr || call_.output<Stream::velocity_y>() != nullptr;
    }

    void tell(std::size_t at, const F& rx, const F& ry, const F& speed, const Mask& arrived) const {
        if (tells_velocity()) {
            const auto velocity = Leg::velocity(rx, ry, speed);
            write_bound(call_.output<Stream::velocity_x>(), at, velocity.x);
            write_bound(call_.output<Stream::velocity_y>(), at, velocity.y);
        }
        write_bound(call_.output<Stream::arrived>(), at, select(arrived, U(1), U(0)));
    }
    template <class T>
    static void write_bound(T* stream, std::size_t at, const Vector<T, A>& value) {
        if (stream != nullptr) write(stream + at, value);
    }

    /// The ticks that `count` of those aside missed: the first begins with a choice.
    [[gnu::noinline]] void catch_up(const Inputs& inputs, const Aside& aside, std::size_t first,
                                    std::size_t count, std::uint32_t ticks, bool tells) const {
        const std::uint32_t* const slot = aside.slot + first;
        const std::uint32_t* const ids = call_.input<Stream::id>();
        // Lanes without an agent take no tick; what they compute is 1 m long, and so not in denormals.
        alignas(64) float px[lanes<A>]{}, py[lanes<A>]{}, tx[lanes<A>], ty[lanes<A>]{}, speeds[lanes<A>]{},
            tick[lanes<A>];
        alignas(64) std::uint32_t id[lanes<A>]{}, decisions[lanes<A>]{};
        write(tx, F(1));
        write(tick, F(stride));
        for (std::size_t i = 0; i < count; ++i) {
            px[i] = aside.x[first + i];
            py[i] = aside.y[first + i];
            tick[i] = aside.tick[first + i];
            tx[i] = inputs.target_x[slot[i]];
            ty[i] = inputs.target_y[slot[i]];
            speeds[i] = inputs.speed == nullptr ? parameters_.speed : inputs.speed[slot[i]];
            id[i] = ids == nullptr ? call_.tile.first_id + slot[i] : ids[slot[i]];
            decisions[i] = call_.input<Stream::decision>()[slot[i]];
        }
        typename Leg::Places p{load<A>(px),          load<A>(py), flushed(load<A>(tx)),
                               flushed(load<A>(ty)), F(0),        F(0)};
        const F speed = load<A>(speeds);
        U decision = load<A>(decisions);
        F walk_x = p.px, walk_y = p.py;
        F velocity_x(0), velocity_y(0);
        for (F now = load<A>(tick);; now = now + F(1)) {
            const Mask moves = now < F(static_cast<float>(ticks));
            if (!any(moves)) break;
            const Mask chooses =
                moves && (p.px == walk_x) && (p.py == walk_y) && !((p.px == p.tx) && (p.py == p.ty));
            if (any(chooses)) {
                p.dx = p.tx - p.px;
                p.dy = p.ty - p.py;
                F next_x, next_y;
                leg_.pick(load<A>(id), p, decision, next_x, next_y);
                walk_x = select(chooses, next_x, walk_x);
                walk_y = select(chooses, next_y, walk_y);
                decision = select(chooses, decision + U(1), decision);
            }
            const F rx = walk_x - p.px;
            const F ry = walk_y - p.py;
            const F share = leg_.share(squared_length(rx, ry), speed);
            p.px = select(moves, Leg::walked(p.px, walk_x, share), p.px);
            p.py = select(moves, Leg::walked(p.py, walk_y, share), p.py);
            if (!tells) continue;
            const auto velocity = Leg::velocity(rx, ry, speed);
            velocity_x = select(moves, velocity.x, velocity_x);
            velocity_y = select(moves, velocity.y, velocity_y);
        }
        scatter(call_.output<Stream::position_x>(), slot, count, p.px);
        scatter(call_.output<Stream::position_y>(), slot, count, p.py);
        scatter(call_.output<Stream::walk_x>(), slot, count, walk_x);
        scatter(call_.output<Stream::walk_y>(), slot, count, walk_y);
        scatter(call_.output<Stream::decision>(), slot, count, decision);
        if (!tells) return;
        scatter(call_.output<Stream::velocity_x>(), slot, count, velocity_x);
        scatter(call_.output<Stream::velocity_y>(), slot, count, velocity_y);
        scatter(call_.output<Stream::arrived>(), slot, count,
                select((p.px == p.tx) && (p.py == p.ty), U(1), U(0)));
    }
    template <class T>
    static void scatter(T* stream, const std::uint32_t* slot, std::size_t count, const Vector<T, A>& value) {
        if (stream == nullptr) return;
        alignas(64) T lane[lanes<A>];
        write(lane, value);
        for (std::size_t i = 0; i < count; ++i) stream[slot[i]] = lane[i];
    }

    const StageCall& call_;
    const Leg& leg_;
    const ApproachParameters& parameters_;
};

}  // namespace
}  // namespace wend::detail
