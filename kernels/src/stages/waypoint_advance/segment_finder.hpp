// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "driver/stage_call.hpp"
#include "paths/path_data.hpp"
#include "simd/lanes.hpp"
#include "stages/waypoint_advance/segment_steps.hpp"

namespace wend::detail {
namespace {

/// Where a group's agents are.
struct FoundSegments {
    alignas(64) std::uint32_t quarter[group_size];  ///< the segment's record times 4, so that its address
                                                    ///< takes no shift; there are at most 2^28
    alignas(64) std::uint32_t left[group_size];     ///< segments of the path from this one on
};

/// A bit for each agent of a group that is not moved.
struct Unmoved {
    std::uint64_t absent = 0;  ///< without a path
    std::uint64_t faults = 0;
};

/// Finds the segments of a group's agents, and looks at everything that cannot go bad while the call lasts.
///
/// Has its own copy of the steps, as whoever works with them: what is behind a reference is read again after
/// every store (1 to 2 % on AVX2).
template <class A>
class SegmentFinder {
    using F = Floats<A>;

  public:
    explicit SegmentFinder(const SegmentSteps<A>& steps)
        : steps_(steps), call_(steps.call), data_(steps.data) {}

    /// The records that `quarter` counts in.
    [[nodiscard]] const SegmentRecord* records() const {
        static constexpr SegmentRecord
            none{};  // agents at fault need some record, which an empty set has not
        return data_.segments.empty() ? &none : data_.segments.data();
    }

    Unmoved find(std::size_t group, FoundSegments& found) const {
        return find_all(group, found) ? Unmoved{} : find_with_faults(group, found);
    }

  private:
    /// Each agent's record, while every agent of the group is beyond doubt; else false.
    [[nodiscard]] bool find_all(std::size_t group, FoundSegments& found) const {
        const Ints<A> path_count(static_cast<std::int32_t>(data_.paths.size()));
        const float* const paths =
            reinterpret_cast<const float*>((steps_.loops ? data_.loops : data_.open).data());
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = group * group_size + j;
            const Ints<A> path = load<A>(call_.input<Stream::path>() + at);
            const Ints<A> segment = as_ints(load<A>(call_.input<Stream::segment>() + at));
            if (any(greater(Ints<A>(0), path)) || !all(greater(path_count, path))) return false;
            F extent[2];  // a PathExtent
            gather_pairs(paths, reinterpret_cast<const std::uint32_t*>(call_.input<Stream::path>() + at),
                         extent);
            const Ints<A> count = as_ints(extent[1]);
            if (any(greater(Ints<A>(0), segment)) || !all(greater(count, segment))) return false;
            write(found.quarter + j, shift_left<2>(as_words<A>(as_ints(extent[0]) + segment)));
            write(found.left + j, as_words<A>(count - segment));

            // Well inside the limits of the exact test.
            const F speed = steps_.speed_of(at);
            Doubles<A> d[2];
            steps_.load_distances(at, d);
            const Ints<A> largest = max(max(magnitude_bits(speed), magnitude_bits(speed * F(call_.ticks.dt))),
                                        magnitude_bits(narrow(d)));
            if (any(greater(largest, Ints<A>(std::bit_cast<std::int32_t>(9e17f))))) return false;
            if (!steps_.turns) continue;
            const Ints<A> direction = load<A>(steps_.direction + at);
            if (!all((direction == Ints<A>(1)) || (direction == Ints<A>(-1)))) return false;
        }
        return true;
    }

    /// Agent by agent.
    Unmoved find_with_faults(std::size_t group, FoundSegments& found) const {
        const std::size_t start = group * group_size;
        const auto path_count = static_cast<std::uint32_t>(data_.paths.size());
        const std::int32_t* const path = call_.input<Stream::path>() + start;
        const std::uint32_t* const segment = call_.input<Stream::segment>() + start;
        Unmoved unmoved;
        for (std::size_t j = 0; j < group_size; ++j) {
            const auto p = static_cast<std::uint32_t>(path[j]);
            const bool known = p < path_count;
            const PathRecord record = known ? data_.paths[p] : PathRecord{};
            const std::uint32_t count = steps_.walk.segment_count(record);
            const bool on_path = known && segment[j] < count;
            found.quarter[j] = on_path ? (record.first + segment[j]) * 4 : 0;
            found.left[j] = on_path ? count - segment[j] : 0;
            unmoved.absent |= std::uint64_t{path[j] == -1} << j;
            unmoved.faults |= std::uint64_t{!on_path || !motion_is_good(start + j)} << j;
        }
        unmoved.faults &= ~unmoved.absent;
        return unmoved;
    }

    [[nodiscard]] bool motion_is_good(std::size_t at) const {
        constexpr double limit = 1e18;
        const double d = load_double(steps_.distance, at);
        const float speed = steps_.speed == nullptr ? steps_.parameters.speed : steps_.speed[at];
        const float step = speed * call_.ticks.dt;
        const bool finite = d <= limit && d >= -limit && speed <= component_limit &&
                            speed >= -component_limit && step - step == 0.0f;
        return finite && (!steps_.turns || steps_.direction[at] == 1 || steps_.direction[at] == -1);
    }

    const SegmentSteps<A> steps_;
    const StageCall& call_;
    const PathData& data_;
};

}  // namespace
}  // namespace wend::detail
