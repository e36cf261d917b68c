// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "paths/path_data.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "simd/power.hpp"
#include "stage/contract.hpp"
#include "stages/waypoint_advance/agent_group.hpp"
#include "stages/waypoint_advance/motion.hpp"

namespace wend::detail {
namespace {

/// Whether some offset is not 0.
inline bool is_curved(const WaypointAdvance& stage) {
    return stage.offset ? *stage.offset != 0 : PathDataAccess::data(stage.paths).curved;
}

/// Bare positions on straight segments.
template <class A>
struct StraightPlacement {
    using F = Floats<A>;

    explicit StraightPlacement(const StageOutput& out)
        : x(out.get<Stream::position_x>()), y(out.get<Stream::position_y>()) {}

    [[nodiscard]] static bool suffices(const StageInput& in, const StageOutput& out) {
        const auto& stage = in.stage<WaypointAdvance>();
        return stage.ease == Ease::none && !is_curved(stage) && out.get<Stream::path_distance>() == nullptr &&
               out.get<Stream::heading_x>() == nullptr && out.get<Stream::heading_y>() == nullptr;
    }

    void place(const Motion<A>& motion, const AgentGroup& group, std::uint64_t inactive_mask) const {
        const auto* const records = reinterpret_cast<const float*>(motion.records());
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            F line[4];  // the first half of the record
            gather_rows(records, group.record_index_x4 + j, line);
            const F d = load<A>(group.new_distance + j);
            store_lanes<A, float, 1>(x, group.start + j, inactive_mask >> j,
                                     {flushed(line[0] + line[2] * d)});
            store_lanes<A, float, 1>(y, group.start + j, inactive_mask >> j,
                                     {flushed(line[1] + line[3] * d)});
        }
    }

    [[gnu::noinline]] void place(const Motion<A> motion, DeferredAgents& agents) const {
        const SegmentRecord* const records = motion.records();
        for (std::size_t i = 0; i < agents.count; ++i)
            place(agents.slot[i], records[agents.record_index_x4[i] / 4],
                  static_cast<float>(agents.distance[i]));
    }

    void place(std::size_t at, const SegmentRecord& record, float d) const {
        x[at] = as_read(record.node_x + record.tangent_x * d);
        y[at] = as_read(record.node_y + record.tangent_y * d);
    }

    float *x, *y;
};

/// Positions with ease and offset, headings and distances along the path (kernels/docs/math.md, "Waypoint
/// advance": position and heading).
template <class A>
class ShapedPlacement {
    using F = Floats<A>;
    using D = Doubles<A>;
    static constexpr std::size_t half = lanes<A> / 2;

  public:
    ShapedPlacement(const StageInput& in, const StageOutput& out)
        : ShapedPlacement(out, in.stage<WaypointAdvance>()) {}

    void place(const Motion<A>& motion, const AgentGroup& group, std::uint64_t inactive_mask) const {
        std::uint64_t returning = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = group.start + j;
            const std::uint32_t* const index = group.record_index_x4 + j;
            F way = select(motion.speed_of(at) < F(0), F(-1), F(1));
            if (motion.turns()) way = way * to_floats(load<A>(motion.direction + at));
            D d[2];
            motion.load_distances(at, d);
            const F f = narrow(d);
            const Place place = place_on_segment(motion, index, load<A>(motion.segment + at),
                                                 load<A>(group.length + j), f, way);
            if (has_heading()) returning |= std::uint64_t{bits(f == F(0)) & bits(way < F(0))} << j;
            for_each_float(place, [&](float* stream, const F& value) {
                store_lanes<A, float, 1>(stream, at, inactive_mask >> j, {value});
            });
            if (path_distance_ == nullptr) continue;
            add_starts(*motion.data, index, motion.path + at, d);
            store_lanes<A>(path_distance_, at, inactive_mask >> j, d);
        }
        for (returning &= ~inactive_mask; returning != 0; returning &= returning - 1) {
            const std::size_t slot = group.start + static_cast<std::size_t>(std::countr_zero(returning));
            look_back(motion, slot, motion.path[slot]);
        }
    }

    [[gnu::noinline]] void place(const Motion<A> motion, DeferredAgents& agents) const {
        pad(agents);
        for (std::size_t i = 0; i < agents.count; i += lanes<A>) {
            const std::uint32_t* const slots = agents.slot + i;
            alignas(64) std::uint32_t segment[lanes<A>];
            alignas(64) float way[lanes<A>];
            for (std::size_t k = 0; k < lanes<A>; ++k) {
                segment[k] = motion.segment[slots[k]];
                way[k] = agents.speed[i + k] < 0 ? -1.0f : 1.0f;
                if (motion.turns()) way[k] *= static_cast<float>(motion.direction[slots[k]]);
            }
            const std::uint32_t* const index = agents.record_index_x4 + i;
            D d[2] = {load<A>(agents.distance + i), load<A>(agents.distance + i + half)};
            F rest[4];  // the second half of the record
            gather_rows(reinterpret_cast<const float*>(motion.records()) + 4, index, rest);
            const Place place =
                place_on_segment(motion, index, load<A>(segment), rest[0], narrow(d), load<A>(way));
            for_each_float(place, [&](float* stream, const F& value) {
                alignas(64) float lane[lanes<A>];
                write(lane, value);
                for (std::size_t k = 0; k < lanes<A>; ++k) stream[slots[k]] = lane[k];
            });
            for (std::size_t k = 0; k < lanes<A>; ++k)
                if (has_heading() && way[k] < 0) look_back(motion, slots[k], agents.path[i + k]);
            if (path_distance_ == nullptr) continue;
            add_starts(*motion.data, index, agents.path + i, d);
            alignas(64) double lane[lanes<A>];
            write(lane, d[0]);
            write(lane + half, d[1]);
            for (std::size_t k = 0; k < lanes<A>; ++k) store_double(path_distance_, slots[k], lane[k]);
        }
    }

  private:
    struct Place {
        F x, y, heading_x, heading_y;
    };
    struct Direction {
        F x, y;
    };

    ShapedPlacement(const StageOutput& out, const WaypointAdvance& stage)
        : x_(out.get<Stream::position_x>()),
          y_(out.get<Stream::position_y>()),
          heading_x_(out.get<Stream::heading_x>()),
          heading_y_(out.get<Stream::heading_y>()),
          path_distance_(out.get<Stream::path_distance>()),
          eased_(stage.ease == Ease::sigmoid),
          curved_(is_curved(stage)),
          parabola_(stage.bell == Bell::parabola),
          own_offset_(stage.offset.has_value()),
          even_offset_(stage.offset ? *stage.offset : 0),
          odd_offset_(stage.offset_sign == OffsetSign::alternating ? -even_offset_ : even_offset_),
          ease_power_(stage.ease_power),
          bell_power_(stage.bell_power),
          corner_slope_(stage.bell_power > 1    ? 0.0f
                        : stage.bell_power == 1 ? 1.0f
                                                : steepest_bell) {}

    /// Fills the last vector with copies of the first agent, which are stored where that one is.
    static void pad(DeferredAgents& agents) {
        for (std::size_t i = agents.count; i % lanes<A> != 0; ++i) {
            agents.slot[i] = agents.slot[0];
            agents.path[i] = agents.path[0];
            agents.speed[i] = agents.speed[0];
            agents.distance[i] = agents.distance[0];
            agents.record_index_x4[i] = agents.record_index_x4[0];
        }
    }

    [[nodiscard]] bool has_heading() const { return heading_x_ != nullptr || heading_y_ != nullptr; }

    template <class Store>
    void for_each_float(const Place& place, Store store) const {
        store(x_, place.x);
        store(y_, place.y);
        if (heading_x_ != nullptr) store(heading_x_, place.heading_x);
        if (heading_y_ != nullptr) store(heading_y_, place.heading_y);
    }

    /// `f`: the distance into the segment; `way`: 1 along the path, -1 back.
    [[nodiscard]] Place place_on_segment(const Motion<A>& motion, const std::uint32_t* record_index_x4,
                                         const Words<A>& segment, const F& length, const F& f,
                                         const F& way) const {
        const auto* const records = reinterpret_cast<const float*>(motion.records());
        F line[4];
        gather_rows(records, record_index_x4, line);
        const F node_x = line[0], node_y = line[1];
        const Direction tangent{line[2], line[3]};
        const Place straight{node_x, node_y, flushed(tangent.x * way), flushed(tangent.y * way)};
        if (!eased_ && !curved_) return moved(straight, tangent.x * f, tangent.y * f);

        const F e = eased(f / length);
        const F along = length * e;
        const F along_x = tangent.x * along;
        const F along_y = tangent.y * along;
        if (!curved_) return moved(straight, along_x, along_y);

        const F offset = own_offset_ ? own_offset(segment) : record_offset(motion, record_index_x4);
        const F tent = select(e < F(0.5f), F(2) * e, F(2) - F(2) * e);
        const F odds = parabola_ ? F(0) : power_of_odds(tent, bell_power_);
        const F bell = parabola_ ? F(4) * (e * (F(1) - e)) : sigmoid_of_odds(tent, odds);
        const F lateral = offset * bell;
        Place place = straight;
        place.x = flushed((node_x + along_x) - tangent.y * lateral);
        place.y = flushed((node_y + along_y) + tangent.x * lateral);
        if (!has_heading()) return place;

        const Direction bent =
            curve_direction(tangent, length, offset * bell_slope(e, tent, bell, odds), way);
        const FloatMask<A> flat = offset == F(0);
        place.heading_x = select(flat, straight.heading_x, bent.x);
        place.heading_y = select(flat, straight.heading_y, bent.y);
        return place;
    }

    [[nodiscard]] F own_offset(const Words<A>& segment) const {
        const IntMask<A> odd = as_ints(segment & Words<A>(1)) == Ints<A>(1);
        return select(odd, F(odd_offset_), F(even_offset_));
    }
    [[nodiscard]] static F record_offset(const Motion<A>& motion, const std::uint32_t* record_index_x4) {
        F rest[4];
        gather_rows(reinterpret_cast<const float*>(motion.records()) + 4, record_index_x4, rest);
        return rest[1];
    }

    static Place moved(const Place& from, const F& x, const F& y) {
        return {flushed(from.x + x), flushed(from.y + y), from.heading_x, from.heading_y};
    }

    /// The unit tangent of a curve whose lateral offset grows by `slope` over the segment's length.
    [[nodiscard]] static Direction curve_direction(const Direction& tangent, const F& length, const F& slope,
                                                   const F& way) {
        const F x = tangent.x * length - tangent.y * slope;
        const F y = tangent.y * length + tangent.x * slope;
        const F k = scale_to(way, squared_length(x, y), F(squared_length_floor));
        return {flushed(x * k), flushed(y * k)};
    }

    [[nodiscard]] F eased(const F& share) const {
        F u = select(share < F(0), F(0), share);
        u = select(u > F(1), F(1), u);
        return eased_ ? sigmoid(u, ease_power_) : u;
    }

    /// The bell's derivative by e. At the corners of a sigmoid bell it is the limit, but no steeper than
    /// `steepest_bell`, so that the heading stays finite. In a sigmoid bell, odds * bell is 1 - bell, which
    /// as a difference is all rounding near the middle: with a power of 1 it turned headings by up to a
    /// radian.
    [[nodiscard]] F bell_slope(const F& e, const F& tent, const F& bell, const F& odds) const {
        if (parabola_) return F(4) * (F(1) - F(2) * e);
        const F q = tent * (F(1) - tent);
        const F inside = bell_power_ * ((odds * bell) * bell) / q;
        const F by_tent =
            select(q <= F(0), F(corner_slope_), select(inside > F(steepest_bell), F(steepest_bell), inside));
        return by_tent * select(e < F(0.5f), F(2), F(-2));
    }

    /// An agent that comes back to a node, and is exactly there, looks along the segment before it.
    [[gnu::noinline]] void look_back(const Motion<A> motion, std::size_t slot, std::uint32_t path) const {
        const std::uint32_t segment = motion.segment[slot];
        if (load_double(motion.distance, slot) != 0 || (segment == 0 && !motion.loops())) return;
        const std::uint32_t before =
            (segment == 0 ? motion.data->segment_count(path, motion.mode) : segment) - 1;
        const SegmentRecord& record = motion.records()[motion.data->paths[path].first + before];
        const Direction back = back_from_end(record, before % 2 == 1);
        if (heading_x_ != nullptr) heading_x_[slot] = first_lane(back.x);
        if (heading_y_ != nullptr) heading_y_[slot] = first_lane(back.y);
    }

    /// The way back at a segment's end, in every lane.
    [[nodiscard]] Direction back_from_end(const SegmentRecord& record, bool odd) const {
        const F way(-1);
        const Direction tangent{F(record.tangent_x), F(record.tangent_y)};
        const float stage_offset = odd ? odd_offset_ : even_offset_;
        const float offset = !curved_ ? 0.0f : own_offset_ ? stage_offset : record.offset;
        if (offset == 0) return {flushed(tangent.x * way), flushed(tangent.y * way)};
        const F slope(parabola_ ? -4.0f : -2.0f * corner_slope_);
        return curve_direction(tangent, F(record.length), F(offset) * slope, way);
    }

    static float first_lane(const F& x) {
        alignas(64) float lane[lanes<A>];
        write(lane, x);
        return lane[0];
    }

    /// From distances into the segments to distances along the paths.
    static void add_starts(const PathData& data, const std::uint32_t* record_index_x4,
                           const std::uint32_t* path, D (&d)[2]) {
        alignas(64) double start[lanes<A>];
        for (std::size_t k = 0; k < lanes<A>; ++k)
            start[k] = path[k] < data.paths.size()
                           ? data.starts[record_index_x4[k] / 4 +
                                         PathData::starts_past_end * data.buckets[path[k]].block]
                           : 0;
        d[0] = load<A>(start) + d[0];
        d[1] = load<A>(start + half) + d[1];
    }

    float *x_, *y_, *heading_x_, *heading_y_;
    double* path_distance_;
    bool eased_, curved_, parabola_, own_offset_;
    float even_offset_, odd_offset_;  ///< of the stage, on even and odd segments
    F ease_power_, bell_power_;
    float corner_slope_;
};

}  // namespace
}  // namespace wend::detail
