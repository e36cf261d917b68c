// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "paths/path_data.hpp"
#include "paths/path_records.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/waypoint_advance/agent_group.hpp"
#include "stages/waypoint_advance/motion.hpp"
#include "stages/waypoint_advance/placement.hpp"

namespace wend::detail {
namespace {

/// One tick of agents that stay on their segments, from the records beside them, without a look-up in the
/// path set. Records of mode loop are of another kind, because in the other modes the end of a last segment
/// belongs to it.
///
/// `record_length` is the greatest distance on the segment: the float below its length, or on a last segment
/// the length itself, negated as a mark.
template <class A>
class RecordAdvance {
    using F = Floats<A>;
    using D = Doubles<A>;

  public:
    RecordAdvance(const Motion<A>& motion, const StageInput& in, const StageOutput& out)
        : records_(out, *motion.data, motion.loops() ? RecordKind::segment_of_loop : RecordKind::segment),
          position_(out),
          fastest_(longest / std::max(motion.dt, 1.0f)),
          usable_(motion.ticks == 1 && StraightPlacement<A>::suffices(in, out) &&
                  all_bound(out, record_streams) && !motion.data->paths.empty()) {}

    [[nodiscard]] bool usable() const { return usable_; }

    /// Moves the agents of a tile that have a valid record and stay on its segment. `others`: a group's
    /// other agents, all of them where its word in `faults` is not 0. A value that may be at fault is left to
    /// them.
    void run(const Motion<A>& motion, std::uint32_t groups, const std::uint64_t* faults,
             std::uint64_t* others) const {
        switch (motion.mode) {
            case PathMode::once: return advance<PathMode::once>(motion, groups, faults, others);
            case PathMode::loop: return advance<PathMode::loop>(motion, groups, faults, others);
            case PathMode::ping_pong: return advance<PathMode::ping_pong>(motion, groups, faults, others);
        }
    }

    /// Stores the records of agents that were looked up, and are on their segments still.
    [[gnu::noinline]] void store(const Motion<A> motion, const AgentGroup& group,
                                 std::uint64_t agents) const {
        const auto* const records = reinterpret_cast<const float*>(motion.records());
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            auto here = static_cast<std::uint32_t>(agents >> j & all_lanes<A>);
            if (here == 0) continue;
            const std::size_t at = group.start + j;
            F first[4], second[4];
            gather_rows(records, group.record_index_x4 + j, first);
            gather_rows(records + 4, group.record_index_x4 + j, second);
            const F length = second[0];
            here &= ~bits(length > F(longest));
            const IntMask<A> last = as_ints(load<A>(group.segments_left + j)) == Ints<A>(1);
            const F below = as_floats<A>(as_ints(length) - Ints<A>(1));
            const bool marks = !motion.loops();
            const F greatest = marks ? select(last, F(0) - length, below) : below;
            const auto put = [&](auto* stream, const auto& value) {
                using T = std::remove_pointer_t<decltype(stream)>;
                store_lanes<A, T, 1>(stream, at, ~here, {value});
            };
            put(records_.path_key, records_.key_of_path(load<A>(motion.path + at)));
            put(records_.place_key, records_.key_of_place(load<A>(motion.segment + at)));
            put(records_.x, first[0]);
            put(records_.y, first[1]);
            put(records_.tangent_x, first[2]);
            put(records_.tangent_y, first[3]);
            put(records_.length, greatest);
        }
    }

    /// The same for agents that were moved one by one.
    void store(const Motion<A>& motion, const DeferredAgents& agents) const {
        for (std::size_t i = 0; i < agents.count; ++i) {
            const std::uint32_t path = agents.path[i];
            const std::uint32_t segment = motion.segment[agents.slot[i]];
            const SegmentRecord& record = motion.records()[agents.record_index_x4[i] / 4];
            if (record.length > longest) continue;
            const bool last = !motion.loops() && segment + 1 == motion.data->segment_count(path, motion.mode);
            const std::size_t at = agents.slot[i];
            records_.store_key(at, path, segment);
            records_.x[at] = record.node_x;
            records_.y[at] = record.node_y;
            records_.tangent_x[at] = record.tangent_x;
            records_.tangent_y[at] = record.tangent_y;
            records_.length[at] =
                last ? -record.length : std::bit_cast<float>(std::bit_cast<std::uint32_t>(record.length) - 1);
        }
    }

  private:
    /// Of a segment and of a step. A distance on a segment that long, less such a step, is legal.
    static constexpr float longest = 4e17f;

    /// A vector of agents after the tick.
    struct Moved {
        D d[2];
        F x, y;
        std::uint32_t others;  ///< lanes of which this is not so
    };

    template <PathMode mode>
    [[nodiscard]] Moved moved(const Motion<A>& motion, std::size_t at) const {
        const Words<A> segment = load<A>(motion.segment + at);
        const Ints<A> difference = as_ints(records_.difference(at, load<A>(motion.path + at), segment));
        // Negative in the lanes in which something is not so.
        Ints<A> wrong = difference | (Ints<A>(0) - difference);

        const F speed = motion.speed_of(at);
        wrong = wrong | (Ints<A>(std::bit_cast<std::int32_t>(fastest_)) - magnitude_bits(speed));
        F step = speed * F(motion.dt);
        if constexpr (mode == PathMode::ping_pong) {
            const Ints<A> direction = load<A>(motion.direction + at);
            step = step * to_floats(direction);
            wrong = wrong | is_no_direction(direction);
        }
        Moved to;
        D steps[2];
        motion.load_distances(at, to.d);
        widen(step, steps);
        to.d[0] = to.d[0] + steps[0];
        to.d[1] = to.d[1] + steps[1];
        F length = load<A>(records_.length + at);
        if constexpr (mode == PathMode::once) {
            wrong = wrong | (Ints<A>(std::bit_cast<std::int32_t>(longest)) - magnitude_bits(narrow(to.d)));
            clamp(length, segment, to.d);
        }
        if constexpr (mode != PathMode::loop) length = as_floats<A>(magnitude_bits(length));
        const F distance = narrow(to.d);
        wrong = wrong | (as_ints(distance) | (as_ints(length) - as_ints(distance)));
        to.x = flushed(load<A>(records_.x + at) + load<A>(records_.tangent_x + at) * distance);
        to.y = flushed(load<A>(records_.y + at) + load<A>(records_.tangent_y + at) * distance);
        to.others = bits(greater(Ints<A>(0), wrong));
        return to;
    }

    /// Out of line, once a tile: beside the kernel's other work it keeps less in registers.
    template <PathMode mode>
    [[gnu::noinline]] void advance(const Motion<A> motion, std::uint32_t groups, const std::uint64_t* faults,
                                   std::uint64_t* others) const {
        const RecordAdvance own = *this;  // members behind a pointer are read again after every store
        for (std::uint32_t group = 0; group < groups; ++group) {
            others[group] = ~std::uint64_t{0};
            if (faults[group] != 0) [[unlikely]]
                continue;
            std::uint64_t left = 0;
            for (std::size_t j = 0; j < group_size; j += lanes<A>) {
                const std::size_t at = group * group_size + j;
                const Moved to = own.moved<mode>(motion, at);
                if (to.others == 0) [[likely]] {
                    write(motion.distance + at, to.d);
                    write(own.position_.x + at, to.x);
                    write(own.position_.y + at, to.y);
                } else {
                    left |= std::uint64_t{own.store_some<mode>(motion, at)} << j;
                }
            }
            others[group] = left;
        }
    }

    /// Computes the vector again, so that its registers are not kept for this.
    template <PathMode mode>
    [[gnu::noinline]] std::uint32_t store_some(const Motion<A> motion, std::size_t at) const {
        const Moved to = moved<mode>(motion, at);
        const IntMask<A> stay = mask_of<A>(to.others);
        D d[2], moves[2];
        motion.load_distances(at, d);
        widen(select(stay, F(0), F(1)), moves);
        for (int h = 0; h < 2; ++h) d[h] = select(moves[h] > D(0), to.d[h], d[h]);
        write(motion.distance + at, d);
        write(position_.x + at, select(stay, load<A>(position_.x + at), to.x));
        write(position_.y + at, select(stay, load<A>(position_.y + at), to.y));
        return to.others;
    }

    /// Negative where the direction is neither 1 nor -1: one more is neither 2 nor 0.
    static Ints<A> is_no_direction(const Ints<A>& direction) {
        const Ints<A> wrong = (direction + Ints<A>(1)) & Ints<A>(~2);
        return wrong | (Ints<A>(0) - wrong);
    }

    /// In mode once agents stop at the start of the first segment and at the end of the last.
    static void clamp(const F& length, const Words<A>& segment, D (&d)[2]) {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const F high = select(greater(Ints<A>(0), as_ints(length)), F(0) - length, F(infinity));
        const F low = select(as_ints(segment) == Ints<A>(0), F(0), F(-infinity));
        Motion<A>::clamp({low, high, F(0)}, d);
    }

    PathRecords<A> records_;
    StraightPlacement<A> position_;
    float fastest_;
    bool usable_;
};

}  // namespace
}  // namespace wend::detail
