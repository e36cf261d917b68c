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
#include "stages/waypoint_advance/crossings.hpp"
#include "stages/waypoint_advance/motion.hpp"
#include "stages/waypoint_advance/placement.hpp"

namespace wend::detail {
namespace {

/// One tick of agents from the records beside them: those that stay on their segments need no look-up in the
/// path set, those that come to the next segment need it alone. Records of mode loop are of another kind,
/// because in the other modes the end of a last segment belongs to it.
///
/// `record_length` is the greatest distance on the segment: the float below its length, or on a last segment
/// the length itself, negated as a mark.
template <class A>
class RecordAdvance {
    using F = Floats<A>;
    using D = Doubles<A>;

  public:
    RecordAdvance(const Motion<A>& motion, const StageOutput& out)
        : records_(out, *motion.data, motion.loops() ? RecordKind::segment_of_loop : RecordKind::segment),
          position_(out),
          fastest_(longest / std::max(motion.dt, 1.0f)) {}

    [[nodiscard]] static bool suffices(const Motion<A>& motion, const StageInput& in,
                                       const StageOutput& out) {
        return motion.ticks == 1 && all_bound<record_streams>(out) &&
               StraightPlacement<A>::suffices(in, out) && !motion.data->paths.empty();
    }

    /// Moves the agents of a tile that have a valid record, and come no farther than to the next segment.
    /// `others`: a group's other agents, all of them where its word in `faults` is not 0. A value that may be
    /// at fault is left to them. Returns whether there are any.
    [[nodiscard]] bool run(const Motion<A>& motion, std::uint32_t groups, const std::uint64_t* faults,
                           std::uint64_t* others) const {
        find_invalid(motion, groups, faults, others);
        for (std::uint32_t group = 0; group < groups; ++group) {
            const std::uint32_t first = group;
            while (group < groups && others[group] == 0) ++group;
            if (group != first) advance(motion, first * group_size, group * group_size, others);
            if (group < groups && are_few(others[group]))
                advance(motion, group * group_size, (group + 1) * group_size, others);
        }
        bool any = false;
        for (std::uint32_t group = 0; group < groups; ++group) {
            if (others[group] == 0) [[likely]]
                continue;
            if (are_few(others[group])) others[group] = pass_nodes(motion, group * group_size, others[group]);
            any |= others[group] != 0;
        }
        return any;
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
            const bool last = !motion.loops() && segment + 1 == motion.data->segment_count(path, motion.mode);
            store(agents.slot[i], path, segment, motion.records()[agents.record_index_x4[i] / 4], last);
        }
    }

  private:
    /// Of a segment and of a step. A distance on a segment that long, less such a step, is legal.
    static constexpr float longest = 4e17f;

    void store(std::size_t at, std::uint32_t path, std::uint32_t segment, const SegmentRecord& record,
               bool last) const {
        if (record.length > longest) return;
        records_.store_key(at, path, segment);
        records_.x[at] = record.node_x;
        records_.y[at] = record.node_y;
        records_.tangent_x[at] = record.tangent_x;
        records_.tangent_y[at] = record.tangent_y;
        records_.length[at] =
            last ? -record.length : std::bit_cast<float>(std::bit_cast<std::uint32_t>(record.length) - 1);
    }

    /// Takes agents of a group forwards over one node, one by one; returns the mask of those for which that
    /// is not all.
    [[gnu::noinline]] std::uint64_t pass_nodes(const Motion<A> motion, std::size_t start,
                                               std::uint64_t agents) const {
        std::uint64_t others = 0;
        for (; agents != 0; agents &= agents - 1) {
            const auto j = static_cast<std::size_t>(std::countr_zero(agents));
            if (!pass_node(motion, start + j)) others |= std::uint64_t{1} << j;
        }
        return others;
    }

    [[nodiscard]] bool pass_node(const Motion<A>& motion, std::size_t at) const {
        const std::uint32_t path = motion.path[at];
        if (path == Motion<A>::no_path) return true;
        if (!is_active(motion, at)) return false;
        const std::uint32_t segment = motion.segment[at];
        const std::uint32_t count = motion.data->segment_count(path, motion.mode);
        const SegmentRecord* const segments = motion.records() + motion.data->paths[path].first;
        if (segment + 1 == count && !motion.loops()) return false;
        const std::uint32_t next = segment + 1 == count ? 0 : segment + 1;
        const SegmentRecord& record = segments[next];
        float step = motion.scalar_speed_of(at) * motion.dt;
        if (motion.turns()) step *= static_cast<float>(motion.direction[at]);
        const double end = load_double(motion.distance, at) + static_cast<double>(step);
        const double d = end - static_cast<double>(segments[segment].length);
        if (!(d >= 0 && d < static_cast<double>(record.length))) return false;
        motion.segment[at] = next;
        store_double(motion.distance, at, d);
        position_.place(at, record, static_cast<float>(d));
        store(at, path, next, record, next + 1 == count && !motion.loops());
        return true;
    }

    /// A vector of agents after the tick.
    struct Moved {
        D d[2];
        F x, y;
        std::uint32_t others;  ///< lanes of which this is not so
    };

    template <PathMode mode>
    [[nodiscard]] Moved moved(const Motion<A>& motion, std::size_t at) const {
        const F speed = motion.speed == nullptr ? F(motion.stage_speed) : load<A>(motion.speed + at);
        const Ints<A> magnitude = magnitude_bits(speed);
        // Negative in the lanes in which something is not so.
        Ints<A> wrong = Ints<A>(std::bit_cast<std::int32_t>(fastest_)) - magnitude;
        F step = keep(greater(magnitude, Ints<A>(floor_bits - 1)), speed) * F(motion.dt);
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
            clamp(length, load<A>(motion.segment + at), to.d);
        }
        if constexpr (mode != PathMode::loop) length = as_floats<A>(magnitude_bits(length));
        const F distance = narrow(to.d);
        wrong = wrong | (as_ints(distance) | (as_ints(length) - as_ints(distance)));
        to.x = flushed(load<A>(records_.x + at) + load<A>(records_.tangent_x + at) * distance);
        to.y = flushed(load<A>(records_.y + at) + load<A>(records_.tangent_y + at) * distance);
        to.others = bits(greater(Ints<A>(0), wrong));
        return to;
    }

    /// Agents of a group that are cheaper one by one than in vectors of the whole group.
    static bool are_few(std::uint64_t agents) {
        return !popcount_at_least(agents, GroupCrossing<A>::min_agents);
    }

    /// `others`: the agents of each group without a valid record; all of them where these are not few, or
    /// there are faults.
    [[gnu::noinline]] void find_invalid(const Motion<A> motion, std::uint32_t groups,
                                        const std::uint64_t* faults, std::uint64_t* others) const {
        const PathRecords<A> records = records_;
        for (std::uint32_t group = 0; group < groups; ++group) {
            const auto difference = [&](std::size_t j) {
                const std::size_t at = group * group_size + j;
                return records.difference(at, load<A>(motion.path + at), load<A>(motion.segment + at));
            };
            Words<A> some(0);
            for (std::size_t j = 0; j < group_size; j += lanes<A>) some = some | difference(j);
            std::uint64_t invalid = 0;
            if (!all(as_ints(some) == Ints<A>(0))) [[unlikely]]
                for (std::size_t j = 0; j < group_size; j += lanes<A>)
                    invalid |= std::uint64_t{~bits(as_ints(difference(j)) == Ints<A>(0)) & all_lanes<A>} << j;
            others[group] = faults[group] == 0 && are_few(invalid) ? invalid : ~std::uint64_t{0};
        }
    }

    void advance(const Motion<A>& motion, std::size_t begin, std::size_t end, std::uint64_t* others) const {
        switch (motion.mode) {
            case PathMode::once: return advance<PathMode::once>(motion, begin, end, others);
            case PathMode::loop: return advance<PathMode::loop>(motion, begin, end, others);
            case PathMode::ping_pong: return advance<PathMode::ping_pong>(motion, begin, end, others);
        }
    }

    /// Moves the agents of groups whose word in `others` is 0, or of one group those that are not in it; adds
    /// those that do not stay on their segments. Out of line: beside the kernel's other work it keeps less in
    /// registers.
    template <PathMode mode>
    [[gnu::noinline]] void advance(const Motion<A> motion, std::size_t begin, std::size_t end,
                                   std::uint64_t* others) const {
        if (others[begin / group_size] != 0) {
            for (std::size_t at = begin; at < end; at += lanes<A>) store_some<mode>(motion, at, others);
            return;
        }
        const RecordAdvance own = *this;  // members behind a pointer are read again after every store
        for (std::size_t at = begin; at < end; at += lanes<A>) {
            const Moved to = own.moved<mode>(motion, at);
            if (to.others == 0) [[likely]] {
                write(motion.distance + at, to.d);
                write(own.position_.x + at, to.x);
                write(own.position_.y + at, to.y);
            } else {
                store_some<mode>(motion, at, others);
            }
        }
    }

    /// Computes the vector again, so that its registers are not kept for this.
    template <PathMode mode>
    [[gnu::noinline]] void store_some(const Motion<A> motion, std::size_t at, std::uint64_t* others) const {
        const Moved to = moved<mode>(motion, at);
        std::uint64_t& all = others[at / group_size];
        all |= std::uint64_t{to.others} << (at % group_size);
        const IntMask<A> stay =
            mask_of<A>(static_cast<std::uint32_t>(all >> (at % group_size) & all_lanes<A>));
        D d[2], moves[2];
        motion.load_distances(at, d);
        widen(select(stay, F(0), F(1)), moves);
        for (int h = 0; h < 2; ++h) d[h] = select(moves[h] > D(0), to.d[h], d[h]);
        write(motion.distance + at, d);
        write(position_.x + at, select(stay, load<A>(position_.x + at), to.x));
        write(position_.y + at, select(stay, load<A>(position_.y + at), to.y));
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
};

}  // namespace
}  // namespace wend::detail
