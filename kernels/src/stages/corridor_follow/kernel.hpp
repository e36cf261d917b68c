// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/corridor_follow/corridor.hpp"
#include "stages/seek/kernel.hpp"

namespace wend::detail {
namespace {

/// Corridor following (kernels/docs/math.md, "Corridor following").
///
/// Most agents are nearest to the segment that they are on: that is decided in vectors, and so are whether
/// they need a force, and an aim on that segment or the next one. What is left, a search over as many
/// segments as the agent needs and an aim that is farther away, is done lane by lane: 6 % of the time. One
/// tick of 8,192 agents on Sapphire Rapids: 7.5 (AVX-512) and 9.0 ns (AVX2); with look-ups and aims lane by
/// lane 9.6 and 11.7.
template <class A>
class Kernel<A, CorridorFollow> {
    using F = Floats<A>;

  public:
    using Prepared = NothingPrepared;  // the search needs the velocity
    static constexpr bool pipelined = true;

    Kernel(const StageInput& in, StageOutput&)
        : corridor_(in.stage<CorridorFollow>()),
          prediction_(in.stage<CorridorFollow>().prediction),
          brakes_(in.stage<CorridorFollow>().brake_without_path) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t) {}

    template <Reading reading>
    void force(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, AgentBatch<A>& q,
               const Prepared&) {
        read_position(in, reader, slot, q);
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F max_speed = read_max_speed<A>(in, reader, at, w);
            const F future_x = q.position_x[w] + q.velocity_x[w] * prediction_;
            const F future_y = q.position_y[w] + q.velocity_y[w] * prediction_;
            Aim aim = look(in, at, future_x, future_y, q.velocity_x[w], q.velocity_y[w]);
            q.force_x[w] = q.force_y[w] = F(0);
            if ((aim.searching | aim.steering) == 0) continue;
            std::uint32_t absent = 0;
            if ((aim.searching | aim.far) != 0) {
                Search search;
                write(search.future_x, future_x);
                write(search.future_y, future_y);
                write(search.velocity_x, q.velocity_x[w]);
                write(search.velocity_y, q.velocity_y[w]);
                write(search.x, aim.x);
                write(search.y, aim.y);
                find(in, at, aim.searching, aim.far, search);
                reader.fault_lanes(search.faults, w);
                aim.x = load<A>(search.x);
                aim.y = load<A>(search.y);
                aim.steering |= search.steering;
                absent = search.absent;
            }
            const F dx = aim.x - q.position_x[w];
            const F dy = aim.y - q.position_y[w];
            const F factor = scale_to(max_speed, squared_length(dx, dy), F(squared_length_floor));
            const IntMask<A> steering = mask_of<A>(aim.steering);
            q.force_x[w] = keep(steering, dx * factor - q.velocity_x[w]);
            q.force_y[w] = keep(steering, dy * factor - q.velocity_y[w]);
            if (brakes_ && absent != 0) [[unlikely]]
                brake(q, w, absent);
        }
    }

    void store_state(const StageInput&, StageOutput& out, std::size_t slot, std::uint64_t faults) const {
        store_kept<A>(out.get<Stream::segment>(), slot, segment_, faults);
        if (corridor_.turns()) store_kept<A>(out.get<Stream::direction>(), slot, direction_, faults);
    }

  private:
    /// Where a vector's agents steer to. Sets of lanes as bits.
    struct Aim {
        std::uint32_t searching;     ///< may be nearest to another segment
        std::uint32_t steering = 0;  ///< of the others: those that need a force
        std::uint32_t far = 0;       ///< of these: the aim is beyond the next segment
        F x = F(0), y = F(0);        ///< of those that are in neither set
    };
    /// Inputs and results of what is done lane by lane.
    struct Search {
        alignas(64) float future_x[lanes<A>], future_y[lanes<A>];
        alignas(64) float velocity_x[lanes<A>], velocity_y[lanes<A>];
        alignas(64) float x[lanes<A>], y[lanes<A>];
        std::uint32_t steering = 0;  ///< lanes that have an aim
        std::uint32_t faults = 0;
        std::uint32_t absent = 0;  ///< lanes without a path
    };
    /// Segments, one a lane, and the nearest point of each: Corridor::project in vectors.
    struct Feet {
        F node_x, node_y, tangent_x, tangent_y, length;
        F along, squared_distance;

        Feet(const SegmentRecord* segments, const std::uint32_t (&index_x4)[lanes<A>]) {
            const float* const records = &segments->node_x;
            F start[4], rest[2];
            gather_rows(records, index_x4, start);
            gather_pairs(records + 4, index_x4, rest);
            node_x = start[0];
            node_y = start[1];
            tangent_x = start[2];
            tangent_y = start[3];
            length = rest[0];
        }

        void project(const F& x, const F& y, const F& end_x, const F& end_y) {
            const F t = (x - node_x) * tangent_x + (y - node_y) * tangent_y;
            const FloatMask<A> beyond = t >= length;
            const FloatMask<A> inside = t > F(0);
            along = select(beyond, length, select(inside, t, F(0)));
            const F near_x = select(beyond, end_x, select(inside, node_x + tangent_x * t, node_x));
            const F near_y = select(beyond, end_y, select(inside, node_y + tangent_y * t, node_y));
            squared_distance = squared_length(x - near_x, y - near_y);
        }
    };

    /// Takes over segments and directions as they are.
    Aim look(const StageInput& in, std::size_t at, const F& future_x, const F& future_y, const F& velocity_x,
             const F& velocity_y) {
        const Ints<A> ways = load<A>(in.get<Stream::direction>() + at);
        const Words<A> segment = load<A>(in.get<Stream::segment>() + at);
        write(segment_ + at, segment);
        write(direction_ + at, ways);
        alignas(64) std::uint32_t here_x4[lanes<A>], before_x4[lanes<A>], after_x4[lanes<A>],
            end_x4[lanes<A>];
        std::uint32_t searching = corridor_.template look_around<A>(
            load<A>(in.get<Stream::path>() + at), segment, ways, {here_x4, before_x4, after_x4, end_x4});
        if (searching == all_lanes<A>) return {searching};
        const SegmentRecord* const segments = corridor_.segments();
        Feet here(segments, here_x4), before(segments, before_x4), after(segments, after_x4);
        F end[2];
        gather_pairs(&segments->node_x, end_x4, end);
        here.project(future_x, future_y, after.node_x, after.node_y);
        before.project(future_x, future_y, here.node_x, here.node_y);
        after.project(future_x, future_y, end[0], end[1]);
        searching |=
            bits(min_skip_nan(before.squared_distance, after.squared_distance) < here.squared_distance);
        const F along = here.tangent_x * velocity_x + here.tangent_y * velocity_y;
        const IntMask<A> back = greater(Ints<A>(0), ways);
        const FloatMask<A> stays = here.squared_distance <= F(corridor_.squared_radius());
        const FloatMask<A> goes_on = select(back, F(0) - along, along) >= F(0);
        Aim aim{searching, ~(bits(stays) & bits(goes_on)) & ~searching & all_lanes<A>};
        if (aim.steering == 0) return aim;

        // Corridor::aim, as far as the segments on both sides.
        const F ahead = here.along + F(corridor_.ahead()) * to_floats(ways);
        const FloatMask<A> beyond = ahead > here.length;
        const FloatMask<A> under = ahead < F(0);
        const auto of_segment = [&](F Feet::*field) {
            return select(beyond, after.*field, select(under, before.*field, here.*field));
        };
        const F s = select(beyond, ahead - here.length, select(under, ahead + before.length, ahead));
        aim.far = (bits(s > of_segment(&Feet::length)) | bits(s < F(0))) & aim.steering;
        aim.x = of_segment(&Feet::node_x) + of_segment(&Feet::tangent_x) * s;
        aim.y = of_segment(&Feet::node_y) + of_segment(&Feet::tangent_y) * s;
        write(along_, here.along);
        write(squared_, here.squared_distance);
        return aim;
    }

    [[gnu::noinline]] void find(const StageInput& in, std::size_t at, std::uint32_t searching,
                                std::uint32_t far, Search& search) {
        const std::int32_t* const path = in.get<Stream::path>() + at;
        for (std::uint32_t left = searching | far; left != 0; left &= left - 1) {
            const auto j = static_cast<std::size_t>(std::countr_zero(left));
            const std::uint32_t bit = 1u << j;
            if (corridor_.is_none(path[j])) {
                search.absent |= bit;
                continue;
            }
            const std::uint32_t segment = segment_[at + j];
            const std::int32_t direction = direction_[at + j];
            if (!corridor_.has(path[j], segment, direction)) {
                search.faults |= bit;
                continue;
            }
            const Corridor::Track track = corridor_.track(path[j], direction);
            Corridor::Place place{segment, along_[j], squared_[j]};
            if ((searching & bit) != 0) {
                place = corridor_.nearest(track, segment, {search.future_x[j], search.future_y[j]});
                segment_[at + j] = place.segment;
                if (corridor_.turns_at(track, place)) direction_[at + j] = -direction;
                if (corridor_.contains(track, place, {search.velocity_x[j], search.velocity_y[j]})) continue;
            }
            const Corridor::Position aim = corridor_.aim(track, place);
            search.x[j] = aim.x;
            search.y[j] = aim.y;
            search.steering |= bit;
        }
    }

    Corridor corridor_;
    F prediction_;
    bool brakes_;
    alignas(64) float along_[lanes<A>], squared_[lanes<A>];
    alignas(64) std::uint32_t segment_[tile_size];
    alignas(64) std::int32_t direction_[tile_size];
};

}  // namespace
}  // namespace wend::detail
