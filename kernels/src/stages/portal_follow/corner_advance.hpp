// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "paths/path_data.hpp"
#include "paths/path_records.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/portal_follow/funnel.hpp"
#include "wend/portal_follow.hpp"

namespace wend::detail {
namespace {

/// The ways of a tile's agents in this tick (Tangent), and their state after it.
struct CornerCache {
    alignas(64) float way_x[tile_size], way_y[tile_size];
    alignas(64) float square[tile_size], root[tile_size];
    alignas(64) std::uint32_t segment[tile_size], node[tile_size];
    std::uint64_t absent[tile_groups];   ///< agents without a path
    std::uint64_t changed[tile_groups];  ///< agents whose state changes
    std::uint64_t to_goal[tile_groups];  ///< agents that seek the goal
};

/// The vector from an agent to where it steers, as long as the square of the distance to its corner; within
/// the circle round the corner a little shorter.
template <class A>
struct Tangent {
    Floats<A> x, y;
    Floats<A> square;
    Floats<A> root;  ///< of `square` where `side` is 0

    Tangent(const Floats<A>& dx, const Floats<A>& dy, const Floats<A>& side, const Floats<A>& radius) {
        using F = Floats<A>;
        square = squared_length(dx, dy);
        const F reach = side * side;
        const FloatMask<A> inside = square < reach;
        root = sqrt(select(inside, square, square - reach));
        F ahead = root, aside = side;
        if (bits(inside) != 0) [[unlikely]] {
            const F share = square * (F(1) / (radius * radius));
            const F round = share * root;
            ahead = select(inside, (share - F(1)) * root, root);
            aside = select(inside, select(side < F(0), F(0) - round, round), side);
        }
        x = ahead * dx + aside * dy;
        y = ahead * dy - aside * dx;
    }
};

/// Finds the corner of each agent of a group: the one that it has, where the way there is still clear, in
/// whole vectors; otherwise agent by agent.
template <class A>
class CornerAdvance {
    using F = Floats<A>;

  public:
    CornerAdvance(const StageInput& in, const PortalFollow& stage, CornerCache& cache)
        : in_(in),
          data_(PathDataAccess::data(stage.paths)),
          cache_(cache),
          radii_(in.get<Stream::body_radius>()),
          radius_(stage.body_radius) {}

    /// Returns the agents at fault. Out of line: the forces keep their registers.
    [[gnu::noinline]] static std::uint64_t begin(const StageInput& in, const PortalFollow& stage,
                                                 CornerCache& cache, std::size_t group,
                                                 std::uint64_t skipped) {
        const CornerAdvance own(in, stage, cache);
        cache.absent[group] = cache.changed[group] = cache.to_goal[group] = 0;
        std::uint64_t faults = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>)
            faults |= std::uint64_t{own.find(group, j, static_cast<std::uint32_t>(skipped >> j))} << j;
        return faults;
    }

  private:
    /// A portal's ends relative to the agents.
    struct Ends {
        F left_x, left_y, right_x, right_y;
        F along_x, along_y;  ///< from left to right

        Ends(const F (&row)[4], const F& x, const F& y)
            : left_x(row[0] - x),
              left_y(row[1] - y),
              right_x(row[2] - x),
              right_y(row[3] - y),
              along_x(row[2] - row[0]),
              along_y(row[3] - row[1]) {}

        /// Above 0 before the portal, below it behind.
        [[nodiscard]] F turn() const { return along_x * left_y - along_y * left_x; }
    };

    /// One vector: returns the agents at fault.
    [[nodiscard]] std::uint32_t find(std::size_t group, std::size_t j, std::uint32_t skipped) const {
        using W = Words<A>;
        using I = Ints<A>;
        static constexpr PathExtent no_path{};  // for agents at fault, in an empty set of paths
        static constexpr PathNode no_nodes[2]{};
        const bool empty = data_.paths.empty();
        const auto* const extents = reinterpret_cast<const float*>(empty ? &no_path : data_.loops.data());
        const auto* const nodes = reinterpret_cast<const float*>(empty ? no_nodes : data_.nodes.data());
        const std::size_t at = group * group_size + j;
        const I path = load<A>(in_.get<Stream::path>() + at);
        const W segment = load<A>(in_.get<Stream::segment>() + at);
        const W node = load<A>(in_.get<Stream::node>() + at);
        write(cache_.segment + at, segment);
        write(cache_.node + at, node);

        // Of n portals, portal k has the nodes 2 k + 1 and 2 k + 2; the goal is node 2 n + 1.
        const I last_path(static_cast<std::int32_t>(data_.paths.size()) - 1);
        const std::uint32_t on_set = ~negative(path | (last_path - path)) & all_lanes<A>;
        F extent[2];
        gather_at<A>(extents, keep_words<A>(on_set, as_words<A>(path)), extent);
        W first = as_words<A>(as_ints(extent[0]));
        const I count = as_ints(extent[1]);
        I goal = count - I(1);
        I corner = as_ints(node & W(CornerCode::node_bits));
        I next = as_ints(segment & W(~1u)) + I(1);
        const std::uint32_t on_path =
            on_set & ~negative(((as_ints(segment) | (goal - as_ints(segment))) | (goal - corner)) |
                               as_ints(shift_left<31, A>(as_words<A>(count))));
        const std::uint32_t chosen = on_path & ~negative(as_ints(node ^ W(~0u)) | (corner - next));
        std::uint32_t active = all_lanes<A>, faults = 0;
        if ((chosen & ~skipped) != all_lanes<A>) [[unlikely]] {
            const std::uint32_t absent = bits(path == I(-1)) | (on_set & bits(count == I(0)));
            cache_.absent[group] |= std::uint64_t{absent} << j;
            active = on_path & ~absent & ~skipped;
            faults = ~(on_path | absent) & all_lanes<A>;
            if (active == 0) {
                for (float* const to : {cache_.way_x, cache_.way_y, cache_.square, cache_.root})
                    write(to + at, F(0));
                return faults;
            }
            // The others look at any nodes that are there.
            first = keep_words<A>(active, first);
            goal = choose_lanes(active, goal, 1);
            next = choose_lanes(active, next, 1);
            corner = choose_lanes(active & chosen, corner, 1);
        }
        const std::uint32_t has_next = bits(greater(goal, next)), has_previous = bits(greater(next, I(1)));
        const I last_row = goal - I(1);
        const I corner_row = min((corner - I(1)) | I(1), last_row);
        const auto row_of = [&](const I& left, F(&row)[4]) {
            gather_at<A>(nodes, first + as_words<A>(left), row);
        };

        const F x = flushed(load<A>(in_.get<Stream::position_x>() + at));
        const F y = flushed(load<A>(in_.get<Stream::position_y>() + at));
        const F radius = radii_ == nullptr ? F(radius_) : flushed(load<A>(radii_ + at));
        F row[4];
        row_of(max(next - I(2), I(0)), row);
        const F behind = Ends(row, x, y).turn();
        row_of(min(next, last_row), row);
        const Ends ends(row, x, y);
        row_of(corner_row, row);

        // Funnel::corner.
        const F ex = row[2] - row[0], ey = row[3] - row[1];
        const F width = radius + radius;
        const std::uint32_t is_goal = bits(corner == goal);
        const std::uint32_t is_middle =
            (bits(squared_length(ex, ey) <= width * width) | negative(as_ints(shift_left<1, A>(node)))) &
            ~is_goal;
        const IntMask<A> is_left = corner == corner_row;
        const std::uint32_t lefts = bits(is_left), straight = is_middle | is_goal;
        const IntMask<A> by_middle = mask_of<A>(is_middle);
        const F corner_x = select(by_middle, row[0] + ex * F(0.5f), select(is_left, row[0], row[2]));
        const F corner_y = select(by_middle, row[1] + ey * F(0.5f), select(is_left, row[1], row[3]));
        const F side = select(mask_of<A>(straight), F(0), select(is_left, radius, F(0) - radius));
        const Tangent<A> way(corner_x - x, corner_y - y, side, radius);
        write(cache_.way_x + at, way.x);
        write(cache_.way_y + at, way.y);
        write(cache_.square + at, way.square);
        write(cache_.root + at, way.root);

        // Whether the agent is between its portals, and its way clear of the next one's ends.
        const F clearance = radius * way.square * F(0.875f);
        const std::uint32_t own = bits(corner_row == next), turning = own & ~straight;
        const std::uint32_t left_unclear = ~bits(way.x * ends.left_y - way.y * ends.left_x >= clearance);
        const std::uint32_t right_unclear =
            ~bits(way.x * ends.right_y - way.y * ends.right_x <= F(0) - clearance);
        const std::uint32_t unclear =
            ((~own | (turning & ~lefts)) & left_unclear) | ((~own | (turning & lefts)) & right_unclear);
        const std::uint32_t crossed =
            (bits(ends.turn() < F(0)) & has_next) | (bits(behind > F(0)) & has_previous) | ~chosen;
        cache_.to_goal[group] |= std::uint64_t{active & chosen & is_goal} << j;
        const std::uint32_t changing = active & (crossed | (unclear & has_next));
        if (changing != 0) [[unlikely]] {
            Lanes lane;
            write(lane.x, x);
            write(lane.y, y);
            write(lane.radius, radius);
            advance(group, j, changing, crossed, lane);
        }
        return faults;
    }

    struct Lanes {
        alignas(64) float x[lanes<A>], y[lanes<A>], radius[lanes<A>];
    };

    /// The agents of a vector that may pass portals or need another corner. Those that have crossed no portal
    /// need one.
    [[gnu::noinline]] void advance(std::size_t group, std::size_t j, std::uint32_t changing,
                                   std::uint32_t crossed, const Lanes& lane) const {
        for (std::uint32_t left = changing; left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(left));
            const std::size_t at = group * group_size + j + i;
            const PathExtent& path = data_.loops[static_cast<std::size_t>(in_.get<Stream::path>()[at])];
            const Funnel funnel(data_.nodes.data() + path.first, path.count, {lane.x[i], lane.y[i]},
                                lane.radius[i]);
            std::uint32_t& code = cache_.node[at];
            std::uint32_t passed = cache_.segment[at] / 2;
            if ((crossed >> i & 1) == 0) {
                const std::uint32_t now = funnel.choose(passed);
                if (now == code) continue;
                code = now;
            } else {
                const std::uint32_t now = funnel.pass(passed);
                if (now != passed) cache_.segment[at] = 2 * now;
                const bool sees_on = now != passed && (code & CornerCode::middle) != 0;
                if (sees_on || !funnel.keeps(code, now)) code = funnel.choose(now);
            }
            const Funnel::Ray way = funnel.ray(code);
            cache_.way_x[at] = way.x;
            cache_.way_y[at] = way.y;
            cache_.square[at] = way.square;
            cache_.root[at] = way.root;
            const std::uint64_t bit = std::uint64_t{1} << (j + i);
            cache_.to_goal[group] &= ~bit;
            if ((code & CornerCode::node_bits) + 1 == path.count) cache_.to_goal[group] |= bit;
            cache_.changed[group] |= bit;
        }
    }

    static std::uint32_t negative(const Ints<A>& x) { return bits(greater(Ints<A>(0), x)); }
    static Ints<A> choose_lanes(std::uint32_t which, const Ints<A>& x, std::int32_t other) {
        return as_ints(select(mask_of<A>(which), as_words<A>(x), as_words<A>(Ints<A>(other))));
    }

    const StageInput& in_;
    const PathData& data_;
    CornerCache& cache_;
    const float* radii_;
    float radius_;
};

}  // namespace
}  // namespace wend::detail
