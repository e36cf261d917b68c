// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/approach/tick.hpp"

namespace wend::detail {
namespace {

/// Approach for tiles without a fault or a component near the limits. Takes all ticks of the call at once.
///
/// An agent picks rarely: it walks for hundreds of ticks. So a tile takes up to `max_span` ticks without any
/// pick. An agent that has reached its walk-to point is deferred. After those ticks the deferred agents pick
/// together, in full vectors, and take the ticks that they missed. A pick is a chain of 200 cycles, and of
/// more instructions than a processor looks ahead. With picks in every tick the whole stage takes 1.2 times
/// as long, and with picks in the vectors of the slots 2 times (AVX-512, 3 agents in 1,000 picking a tick).
template <class A>
class ApproachFastPath {
    using F = Floats<A>;
    using Mask = FloatMask<A>;

  public:
    ApproachFastPath(const StageInput& in, StageOutput& out)
        : in_(in), out_(out), stage_(in.stage<Approach>()) {}

    /// Takes all ticks of the call; or changes nothing and returns false, where the fallback has to.
    [[nodiscard]] bool run() const {
        if (!in_.fill_caches || in_.inputs_change || stage_.repick_interval || stage_.max_step > limit ||
            in_.ticks.dt > 1)
            return false;
        CleanInputs clean;
        Distances distances;
        Streams streams = bound_streams(clean);
        // Trusted, a single tick leads beyond no limit. Later ones might, from points beyond `limit`.
        const bool looks = in_.check_inputs || in_.ticks.count != 1;
        const bool measured = looks && prescan(streams, distances);
        if (looks && !measured) {
            if (!sanitize_tile(streams, clean)) return false;
            distances.groups = 0;
        }
        advance(streams, distances, measured);
        return true;
    }

  private:
    /// Far enough below component_limit that no agent between such points passes it: every walk-to point is
    /// nearer to the target than the one before.
    static constexpr float limit = 0x1p50f;
    /// Ticks between picks: after more of them too many agents are deferred.
    static constexpr std::uint32_t max_span = 8;
    /// Roots and divisions of so many agents are in flight while earlier ones move: 8 vectors. 1.29 (AVX2)
    /// and 1.14 (AVX-512) times as fast as moving at once, since the processor holds about 5 vectors that
    /// wait for the divider. 1.17 and 1.09 with 4 vectors, 1.23 and 1.11 with 16.
    static constexpr std::size_t pipeline_depth = 8 * lanes<A>;

    struct Streams {
        float *position_x, *position_y, *walk_x, *walk_y;
        const float *target_x, *target_y, *speed;
    };

    /// Flushed copies, for the streams that are not the kernel's to write; and the speed of all where it is
    /// given as a value.
    struct CleanInputs {
        alignas(64) float target_x[tile_size], target_y[tile_size], speed[tile_size];
    };

    /// How a tick begins.
    struct Distances {
        alignas(64) float share[tile_size];   ///< of the way to the walk-to point that a tick covers
        std::uint64_t standing[tile_groups];  ///< agents on their walk-to points, but for those of at_target
        std::uint64_t at_target[tile_groups] = {};  ///< agents found to stay for the rest of the call
        std::uint32_t groups = 0;                   ///< a bit for each group with agents that stand

        void set_standing(std::size_t group, std::uint64_t on_walk_point) {
            standing[group] = on_walk_point & ~at_target[group];
            groups |= std::uint32_t{standing[group] != 0} << group;
        }
    };

    /// Agents that have reached their walk-to points but not their targets, as they were in that tick.
    struct alignas(sizeof(F)) DeferredVector {
        std::uint32_t slot[lanes<A>], id[lanes<A>], decision[lanes<A>];
        float position_x[lanes<A>], position_y[lanes<A>];
        float target_x[lanes<A>], target_y[lanes<A>];
        float speed[lanes<A>];
        float tick[lanes<A>];  ///< in the span; max_span in a lane without an agent
    };
    struct Deferred {
        std::size_t count;
        DeferredVector vector[tile_size / lanes<A>];
    };

    [[nodiscard]] std::size_t tile_end() const { return in_.groups * group_size; }

    [[nodiscard]] Streams bound_streams(CleanInputs& clean) const {
        const float* speed = in_.get<Stream::speed>();
        if (speed == nullptr) {
            const F same(as_read(*stage_.speed));
            for (std::size_t at = 0; at < tile_end(); at += lanes<A>) write(clean.speed + at, same);
            speed = clean.speed;
        }
        return {.position_x = out_.get<Stream::position_x>(),
                .position_y = out_.get<Stream::position_y>(),
                .walk_x = out_.get<Stream::walk_x>(),
                .walk_y = out_.get<Stream::walk_y>(),
                .target_x = in_.get<Stream::target_x>(),
                .target_y = in_.get<Stream::target_y>(),
                .speed = speed};
    }

    /// Measures the first tick's distances, and returns whether every component lies in WindowScan's window,
    /// and no speed is to be flushed, beyond `limit` or negative. Where not, sanitize_tile() may help.
    [[nodiscard]] bool prescan(const Streams& s, Distances& distances) const {
        const float* const components[] = {s.position_x, s.position_y, s.walk_x,
                                           s.walk_y,     s.target_x,   s.target_y};
        WindowScan<A> scan[2];
        WindowScan<A, Sign::positive> speeds;
        const F dt(in_.ticks.dt);
        for (std::size_t first = 0; first < tile_end(); first += group_size) {
            const std::uint64_t standing = for_each_vector([&](std::size_t j) {
                const std::size_t at = first + j;
                for (std::size_t i = 0; i < 6; ++i) scan[i % 2].add(load<A>(components[i] + at));
                speeds.add(load<A>(s.speed + at));
                return measure<true>(s, dt, at, distances);
            });
            distances.set_standing(first / group_size, standing);
            // These distances are measured again after sanitize_tile(): no more of them than needed.
            if (!scan[0].inside() || !scan[1].inside()) return false;
        }
        return speeds.inside() || are_clean_speeds(s.speed);
    }

    /// Apart from the others, since it lets zeros through: 1.08 times as long (AVX2).
    [[nodiscard]] bool are_clean_speeds(const float* speed) const {
        CleanScan<A> scan;
        Mask negative = F(0) < F(0);
        for (std::size_t at = 0; at < tile_end(); at += lanes<A>) {
            scan.add(load<A>(speed + at));
            negative = negative || (load<A>(speed + at) < F(0));
        }
        return scan.below(limit) && scan.above(component_floor) && !any(negative);
    }

    /// Flushes the state in place, since every tick stores it flushed, and the inputs into copies. Changes
    /// nothing and returns false where a component is a fault or beyond `limit`.
    [[nodiscard]] bool sanitize_tile(Streams& s, CleanInputs& clean) const {
        Ints<A> largest(0);
        Mask negative = F(0) < F(0);
        for (std::size_t at = 0; at < tile_end(); at += lanes<A>) {
            for (const float* stream : {s.position_x, s.position_y, s.walk_x, s.walk_y})
                largest = max(largest, magnitude_bits(load<A>(stream + at)));
            for (const float* stream : {s.target_x, s.target_y, s.speed})
                largest = max(largest, magnitude_bits(load<A>(stream + at)));
            negative = negative || (load<A>(s.speed + at) < F(0));
        }
        if (any(greater(largest, Ints<A>(std::bit_cast<std::int32_t>(limit)))) || any(negative)) return false;
        for (float* stream : {s.position_x, s.position_y, s.walk_x, s.walk_y}) flush(stream, stream);
        flush(s.target_x, clean.target_x);
        flush(s.target_y, clean.target_y);
        flush(s.speed, clean.speed);
        s.target_x = clean.target_x;
        s.target_y = clean.target_y;
        s.speed = clean.speed;
        return true;
    }

    void flush(const float* from, float* to) const {
        for (std::size_t at = 0; at < tile_end(); at += lanes<A>) write(to + at, flushed(load<A>(from + at)));
    }

    void advance(const Streams& streams, Distances& distances, bool measured) const {
        const bool writes_outputs = out_.get<Stream::velocity_x>() != nullptr ||
                                    out_.get<Stream::velocity_y>() != nullptr ||
                                    out_.get<Stream::arrived>() != nullptr;
        Deferred deferred;
        for (std::uint32_t left = in_.ticks.count; left != 0;) {
            const std::uint32_t span = std::min(left, max_span);
            left -= span;
            deferred.count = 0;
            for (std::uint32_t tick = 0; tick < span; ++tick) {
                if (writes_outputs && left == 0 && tick + 1 == span)
                    advance_tick<true>(streams, distances, measured);
                else
                    advance_tick<false>(streams, distances, measured);
                measured = false;
                defer_picks(streams, tick, distances, deferred);
            }
            if (deferred.count != 0) advance_deferred(deferred, span);
        }
    }

    /// One tick without picks.
    template <bool writes_outputs>
    void advance_tick(const Streams& streams, Distances& distances, bool measured) const {
        const Streams s = streams;  // to the compiler, storing a vector may change what a reference refers to
        const F dt(in_.ticks.dt);
        const std::size_t end = tile_end();
        const std::size_t ahead = measured ? end : std::min(pipeline_depth, end);
        if (!measured) {
            const std::size_t filled = std::min(std::max(pipeline_depth, group_size), end);
            for (std::size_t at = 0; at < filled; at += group_size) {
                const std::uint64_t standing = for_each_vector([&](std::size_t j) {
                    const std::uint32_t here = measure<false>(s, dt, at + j, distances);
                    if (pipeline_depth < group_size && j >= pipeline_depth)
                        move<writes_outputs>(s, distances, at + j - pipeline_depth);
                    return here;
                });
                distances.set_standing(at / group_size, standing);
            }
            for (std::size_t at = filled; at < end; at += group_size) {
                const std::uint64_t standing = for_each_vector([&](std::size_t j) {
                    const std::uint32_t here = measure<false>(s, dt, at + j, distances);
                    move<writes_outputs>(s, distances, at + j - pipeline_depth);
                    return here;
                });
                distances.set_standing(at / group_size, standing);
            }
        }
        for (std::size_t at = end - ahead; at < end; at += lanes<A>) move<writes_outputs>(s, distances, at);
    }

    /// The bits that `function` returns for each vector of a group, as a word. Unrolled four times: a
    /// whole group at once takes 1.04 to 1.06 times as long on sse2, 1.05 in a single tick on avx2.
    template <class Function>
    static std::uint64_t for_each_vector(Function&& function) {
        std::uint64_t word = 0;
#pragma GCC unroll 4
        for (std::size_t j = 0; j < group_size; j += lanes<A>) word |= std::uint64_t{function(j)} << j;
        return word;
    }

    /// How far a vector of agents moves in this tick. Returns which of them are on their walk-to points. In
    /// the window components are multiples of 2^-59, so that no square of a distance becomes 0.
    template <bool in_window>
    static std::uint32_t measure(const Streams& s, const F& dt, std::size_t at, Distances& distances) {
        const F x = load<A>(s.walk_x + at) - load<A>(s.position_x + at);
        const F y = load<A>(s.walk_y + at) - load<A>(s.position_y + at);
        write(distances.share + at, approach_share<A>(x, y, load<A>(s.speed + at), dt));
        if constexpr (in_window) return bits(squared_length(x, y) == F(0));
        return bits((x == F(0)) && (y == F(0)));
    }

    template <bool writes_outputs>
    void move(const Streams& s, const Distances& distances, std::size_t at) const {
        const F share = load<A>(distances.share + at);
        const F position_x = load<A>(s.position_x + at), position_y = load<A>(s.position_y + at);
        const F walk_x = load<A>(s.walk_x + at), walk_y = load<A>(s.walk_y + at);
        const F x = approach_move<A>(position_x, walk_x, share);
        const F y = approach_move<A>(position_y, walk_y, share);
        write(s.position_x + at, x);
        write(s.position_y + at, y);
        if constexpr (writes_outputs) {
            const Mask arrived = (x == load<A>(s.target_x + at)) && (y == load<A>(s.target_y + at));
            write_outputs(at, walk_x - position_x, walk_y - position_y, load<A>(s.speed + at), arrived);
        }
    }

    void write_outputs(std::size_t at, const F& x, const F& y, const F& speed, const Mask& arrived) const {
        const auto write_bound = [at](auto* stream, const auto& value) {
            if (stream != nullptr) write(stream + at, value);
        };
        float* const velocity_x = out_.get<Stream::velocity_x>();
        float* const velocity_y = out_.get<Stream::velocity_y>();
        if (velocity_x != nullptr || velocity_y != nullptr) {
            const ApproachVelocity<A> velocity = approach_velocity<A>(x, y, speed);
            write_bound(velocity_x, velocity.x);
            write_bound(velocity_y, velocity.y);
        }
        write_bound(out_.get<Stream::arrived>(), select(arrived, Words<A>(1), Words<A>(0)));
    }

    /// Of the agents that stood on their walk-to points in this tick, and so did not move, defers those that
    /// are not at their targets. Loops over set bits only: a branch for each group is often mispredicted.
    void defer_picks(const Streams& s, std::uint32_t tick, Distances& distances, Deferred& deferred) const {
        for (; distances.groups != 0; distances.groups &= distances.groups - 1) {
            const auto group = static_cast<std::size_t>(std::countr_zero(distances.groups));
            const std::size_t first = group * group_size;
            std::uint64_t picks = distances.standing[group];
            // Many at once are mostly agents that have arrived.
            if (popcount_at_least(picks, 8)) {
                const std::uint64_t home = for_each_vector([&](std::size_t j) {
                    const std::size_t at = first + j;
                    return bits((load<A>(s.position_x + at) == load<A>(s.target_x + at)) &&
                                (load<A>(s.position_y + at) == load<A>(s.target_y + at)));
                });
                distances.at_target[group] |= picks & home;
                picks &= ~home;
            }
            for (; picks != 0; picks &= picks - 1) {
                const std::size_t slot = first + static_cast<std::size_t>(std::countr_zero(picks));
                if (s.position_x[slot] == s.target_x[slot] && s.position_y[slot] == s.target_y[slot])
                    distances.at_target[group] |= picks & (0 - picks);
                else
                    defer_agent(s, slot, tick, deferred);
            }
        }
    }

    void defer_agent(const Streams& s, std::size_t slot, std::uint32_t tick, Deferred& deferred) const {
        DeferredVector& to = deferred.vector[deferred.count / lanes<A>];
        const std::size_t lane = deferred.count++ % lanes<A>;
        if (lane == 0) {
            // Lanes without an agent take no tick, and are 1 m from their targets: no denormals there.
            to = {};
            write(to.target_x, F(1));
            write(to.tick, F(max_span));
        }
        const std::uint32_t* const ids = in_.get<Stream::id>();
        to.slot[lane] = static_cast<std::uint32_t>(slot);
        to.id[lane] = ids == nullptr ? in_.first_id + to.slot[lane] : ids[slot];
        to.decision[lane] = in_.get<Stream::decision>()[slot];
        to.position_x[lane] = s.position_x[slot];
        to.position_y[lane] = s.position_y[slot];
        to.target_x[lane] = s.target_x[slot];
        to.target_y[lane] = s.target_y[slot];
        to.speed[lane] = s.speed[slot];
        to.tick[lane] = static_cast<float>(tick);
        // On no walk-to point, until it has picked the next one.
        s.walk_x[slot] = std::numeric_limits<float>::quiet_NaN();
    }

    /// The ticks that deferred agents missed in the span. The first of them begins with a pick.
    [[gnu::noinline]] void advance_deferred(const Deferred& deferred, std::uint32_t span) const {
        const ApproachTick<A> tick(in_, out_);
        for (std::size_t first = 0; first < deferred.count; first += lanes<A>) {
            const DeferredVector& from = deferred.vector[first / lanes<A>];
            const ApproachInputs<A> inputs{.id = load<A>(from.id),
                                           .target_x = load<A>(from.target_x),
                                           .target_y = load<A>(from.target_y),
                                           .speed = load<A>(from.speed)};
            ApproachAgents<A> agents{.position_x = load<A>(from.position_x),
                                     .position_y = load<A>(from.position_y),
                                     .walk_x = load<A>(from.position_x),
                                     .walk_y = load<A>(from.position_y),
                                     .decision = load<A>(from.decision)};
            for (F now = load<A>(from.tick);; now = now + F(1)) {
                const Mask moving = now < F(static_cast<float>(span));
                if (!any(moving)) break;
                tick.advance(inputs, moving, agents);
            }
            const std::size_t count = std::min(deferred.count - first, lanes<A>);
            tick.for_each_output(out_, inputs, agents, [&](auto* stream, const auto& value) {
                std::remove_reference_t<decltype(*stream)> lane[lanes<A>];
                write(lane, value);
                for (std::size_t i = 0; i < count; ++i) stream[from.slot[i]] = lane[i];
            });
        }
    }

    const StageInput& in_;
    StageOutput& out_;
    const Approach& stage_;
};

}  // namespace
}  // namespace wend::detail
