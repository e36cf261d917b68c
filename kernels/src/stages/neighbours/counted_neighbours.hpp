// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/looking_group.hpp"
#include "stages/neighbours/nearest_neighbours.hpp"

namespace wend::detail {
namespace {

/// The neighbours of a group's agents that count for one stage: within its radius, field of view and height
/// band, and among its max_neighbours nearest.
template <class A>
class CountedNeighbours {
    using F = Floats<A>;

  public:
    /// A neighbour as the agents of a vector see it. `general`: groups, own radii, heights, bodies, right of
    /// way, images, occluders or a limited number play a part.
    template <bool is_general>
    struct Pair {
        static constexpr bool general = is_general;
        F dx, dy;             ///< from the agent to the neighbour
        F squared_distance;   ///< NaN where the neighbour is not seen
        FloatMask<A> counts;  ///< the agents for which the neighbour counts
    };

    /// `capped`: gets the bits of the agents with more neighbours than count.
    template <class S>
    CountedNeighbours(const StageInput& in, const S& stage, std::uint64_t& capped)
        : seen(*in.neighbours->seen),
          occluders_(&stage),
          reach_(stage, occluders_),
          nearest_(seen, reach_, stage.max_neighbours),
          capped_(capped),
          group(in, reach_.view > -2, reach_.has_height(), reach_.largest_body, reach_.right_of_way) {}

    /// Calls row(start, x, near) as LookingGroup does.
    template <class Row>
    void for_each_row(const Row& row) {
        group.for_each_row(false, [&](std::size_t start, const F& x, const NearRuns& near) {
            if (occluders_.exist()) occluders_.find<A>(x, load<A>(group.y + start));
            if (nearest_.limited()) {
                nearest_.find(group, start, x, near);
                capped_ |= std::uint64_t{nearest_.capped(reach_.squared_radius)} << start;
            }
            row(start, x, near);
        });
    }

    /// Calls use(pair, neighbour) for the neighbours [begin, end) of a row's vector of agents.
    template <class Use>
    void for_each(std::size_t start, const F& x, std::size_t begin, std::size_t end, const Use& use) const {
        if (group.images || group.groups || group.radii || group.heights || group.bodies || group.shares ||
            nearest_.limited() || occluders_.exist())
            for_each_pair<true>(start, x, begin, end, use);
        else
            for_each_pair<false>(start, x, begin, end, use);
    }

    /// 0, and NaN for an agent at fault: to be added to its force.
    void write_nothing(float (&nothing)[group_size]) const { group.write_nothing(nothing, reach_); }

    /// Bit i: agent i is at fault.
    [[nodiscard]] std::uint64_t faults() const { return group.faults(reach_); }

    const SortedAgents& seen;

  private:
    template <bool general, class Use>
    void for_each_pair(std::size_t start, const F& x, std::size_t begin, std::size_t end,
                       const Use& use) const {
        const F y = load<A>(group.y + start);
        F heading_x, heading_y, view;
        group.load_view(start, reach_.view, heading_x, heading_y, view);
        for (std::size_t at = begin; at < end; ++at) {
            Pair<general> pair;
            pair.squared_distance = group.template offset<general>(start, at, x, y, pair.dx, pair.dy);
            pair.counts = pair.squared_distance <= F(reach_.squared_radius);
            if constexpr (general)
                pair.counts = nearest_.counting(pair.counts, group, start, pair.squared_distance, at);
            if (reach_.view > -2) {
                const F ahead = pair.dx * heading_x + pair.dy * heading_y;
                pair.counts =
                    pair.counts && (ahead * as_floats(magnitude_bits(ahead)) >= view * pair.squared_distance);
            }
            use(pair, at);
        }
    }

    NearOccluders occluders_;
    const Reach reach_;
    NearestNeighbours<A> nearest_;
    std::uint64_t& capped_;

  public:
    LookingGroup<A> group;
};

}  // namespace
}  // namespace wend::detail
