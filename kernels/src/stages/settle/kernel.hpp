// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/counted_neighbours.hpp"
#include "stages/neighbours/ways_to_targets.hpp"
#include "wend/settle.hpp"

namespace wend::detail {
namespace {

/// Arrival of a crowd (kernels/docs/math.md, "Settle"), on a group.
template <class A>
class SettlingGroup {
    using F = Floats<A>;
    using I = Ints<A>;
    using W = Words<A>;

  public:
    SettlingGroup(const StageInput& in, const PassStage& place, const Settle& stage)
        : in_(in),
          place_(place),
          stage_(stage),
          neighbours_(in, stage, *place.capped),
          ways_(in, place, neighbours_.group) {}

    void run() {
        for (std::size_t start = 0; start < group_size; start += lanes<A>) find_key(start);
        if (neighbours_.seen.settled != nullptr)
            neighbours_.for_each_row([&](std::size_t start, const F& x, const NearRuns& near) {
                if (vector_bits<A>(rests_, start, 0) == all_lanes<A>) return;
                for (std::size_t i = 0; i < near.count; ++i)
                    look(start, x, near.run[i].begin, near.run[i].end);
            });
        alignas(64) float nothing[group_size];
        neighbours_.write_nothing(nothing);
        for (std::size_t start = 0; start < group_size; start += lanes<A>) write_agents(start, nothing);
    }

  private:
    void find_key(std::size_t start) {
        const I x = as_ints(load<A>(ways_.target_x + start)), y = as_ints(load<A>(ways_.target_y + start));
        const F squared = squared_length(load<A>(ways_.x + start), load<A>(ways_.y + start));
        const W key = as_words(x) ^ rotate_left<16>(as_words(y));
        const W named = select(as_ints(key) == I(0), W(1), key);
        write(key_ + start, named);
        const I before = as_ints(load<A>(in_.get<Stream::settled>() + start));
        rests_ |= std::uint64_t{bits(before == as_ints(named)) |
                                bits(squared <= F(stage_.arrival_radius * stage_.arrival_radius))}
                  << start;
    }

    /// Only neighbours that have settled count: agents on their way see none, and settled ones do not look.
    void look(std::size_t start, const F& px, std::size_t begin, std::size_t end) {
        const std::uint32_t* const settled = neighbours_.seen.settled;
        for (std::size_t at = begin; at < end; ++at) {
            if (settled[at] == 0) continue;
            const std::size_t first = at;
            while (at < end && settled[at] != 0) ++at;
            look_at_settled(start, px, first, at);
        }
    }

    void look_at_settled(std::size_t start, const F& px, std::size_t begin, std::size_t end) {
        const F along_x = load<A>(ways_.along_x + start), along_y = load<A>(ways_.along_y + start);
        const I key = as_ints(load<A>(key_ + start));
        std::uint32_t stopped = 0;
        neighbours_.for_each(start, px, begin, end, [&](const auto& pair, std::size_t at) {
            const F ahead = pair.dx * along_x + pair.dy * along_y;
            const auto settled = static_cast<std::int32_t>(neighbours_.seen.settled[at]);
            stopped |= bits(pair.counts && float_mask<A>(I(settled) == key) &&
                            (ahead * as_floats(magnitude_bits(ahead)) >= F(0.25f) * pair.squared_distance));
        });
        rests_ |= std::uint64_t{stopped} << start;
    }

    void write_agents(std::size_t start, const float* nothing) const {
        const F dx = load<A>(ways_.x + start), dy = load<A>(ways_.y + start);
        const F squared = squared_length(dx, dy);
        const W key = load<A>(key_ + start), before = load<A>(in_.get<Stream::settled>() + start);
        const IntMask<A> rests = mask_of<A>(vector_bits<A>(rests_, start, 0));
        const IntMask<A> acts = mask_of<A>(vector_bits<A>(in_.neighbours->agents, start, 0));
        write(place_.settled + start, select(acts, select(rests, key, W(0)), before));

        const F vx = flushed(load<A>(in_.get<Stream::velocity_x>() + start));
        const F vy = flushed(load<A>(in_.get<Stream::velocity_y>() + start));
        const F floor =
            max_keep_nan(F(stage_.slowing_radius * stage_.slowing_radius), F(squared_length_floor));
        const F scale = scale_to(ways_.max_speed(start), squared, floor);
        const F none = load<A>(nothing + start);
        write(place_.force_x + start, select(rests, F(0), dx * scale) - vx + none);
        write(place_.force_y + start, select(rests, F(0), dy * scale) - vy + none);
    }

    const StageInput& in_;
    const PassStage& place_;
    const Settle& stage_;
    CountedNeighbours<A> neighbours_;
    const WaysToTargets<A> ways_;
    std::uint64_t rests_ = 0;  ///< bit i: agent i has settled, or does so in this tick
    alignas(64) std::uint32_t key_[group_size];
};

template <class A>
class Kernel<A, Settle> {
  public:
    static void run(const StageInput& in, const NeighbourPass& pass) {
        const PassStage& place = pass.stages[0];
        SettlingGroup<A>(in, place, *static_cast<const Settle*>(place.parameters)).run();
    }
};

}  // namespace
}  // namespace wend::detail
