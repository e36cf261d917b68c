// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "driver/stage_call.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "simd/power.hpp"
#include "stages/waypoint_advance/parameters.hpp"
#include "stages/waypoint_advance/segment_cache.hpp"

namespace wend::detail {
namespace {

/// Where on its segment an agent is, and which way it looks there (kernels/docs/math.md, "Waypoint advance":
/// position and heading).
template <class A>
class SegmentShape {
    using F = Floats<A>;

  public:
    struct Place {
        F x, y;
        F heading_x, heading_y;
    };
    struct Direction {
        F x, y;
    };

    explicit SegmentShape(const WaypointAdvanceParameters& parameters)
        : eased_(parameters.ease == Ease::sigmoid),
          curved_(parameters.curved),
          parabola_(parameters.bell == Bell::parabola),
          ease_power_(parameters.ease_power),
          bell_power_(parameters.bell_power),
          corner_slope_(parameters.bell_power > 1    ? 0.0f
                        : parameters.bell_power == 1 ? 1.0f
                                                     : steepest_bell) {}

    /// `f`: the distance into the segment; `way`: 1 or -1, along the path or back; heading only where it is
    /// asked for.
    [[nodiscard]] Place at(const SegmentCache& cache, std::size_t slot, const F& f, const F& way,
                           bool heading) const {
        const F tangent_x = load<A>(cache.tangent_x + slot);
        const F tangent_y = load<A>(cache.tangent_y + slot);
        const F node_x = load<A>(cache.node_x + slot);
        const F node_y = load<A>(cache.node_y + slot);
        const Place straight{node_x, node_y, flushed(tangent_x * way), flushed(tangent_y * way)};
        if (!eased_ && !curved_) return moved(straight, tangent_x * f, tangent_y * f);

        const F length = load<A>(cache.length + slot);
        const F e = eased(f / length);
        const F along = length * e;
        const F along_x = tangent_x * along;
        const F along_y = tangent_y * along;
        if (!curved_) return moved(straight, along_x, along_y);

        const F offset = load<A>(cache.offset + slot);
        const F tent = select(e < F(0.5f), F(2) * e, F(2) - F(2) * e);
        const F bell = parabola_ ? F(4) * (e * (F(1) - e)) : sigmoid(tent, bell_power_);
        const F aside = offset * bell;
        Place place = straight;
        place.x = flushed((node_x + along_x) - tangent_y * aside);
        place.y = flushed((node_y + along_y) + tangent_x * aside);
        if (!heading) return place;

        const Direction bent = curved({tangent_x, tangent_y}, length, offset * slope(e, tent, bell), way);
        const FloatMask<A> flat = offset == F(0);
        place.heading_x = select(flat, straight.heading_x, bent.x);
        place.heading_y = select(flat, straight.heading_y, bent.y);
        return place;
    }

    /// The way back at a segment's end, in every lane.
    [[nodiscard]] Direction back_from_end(const SegmentRecord& segment, float offset) const {
        const F way(-1);
        const Direction tangent{F(segment.tangent_x), F(segment.tangent_y)};
        if (offset == 0) return {flushed(tangent.x * way), flushed(tangent.y * way)};
        const F slope(parabola_ ? -4.0f : -2.0f * corner_slope_);
        return curved(tangent, F(segment.length), F(offset) * slope, way);
    }

  private:
    static Place moved(const Place& from, const F& x, const F& y) {
        return {flushed(from.x + x), flushed(from.y + y), from.heading_x, from.heading_y};
    }

    /// The unit tangent of a curve that moves aside by `turning` for each length of the segment.
    [[nodiscard]] static Direction curved(const Direction& tangent, const F& length, const F& turning,
                                          const F& way) {
        const F x = tangent.x * length - tangent.y * turning;
        const F y = tangent.y * length + tangent.x * turning;
        const F k = scale_to(way, squared_length(x, y), F(squared_length_floor));
        return {flushed(x * k), flushed(y * k)};
    }

    [[nodiscard]] F eased(const F& share) const {
        F u = select(share < F(0), F(0), share);
        u = select(u > F(1), F(1), u);
        return eased_ ? sigmoid(u, ease_power_) : u;
    }

    /// The bell's derivative by e. At the corners of a sigmoid bell it is the limit, but nowhere steeper than
    /// `steepest_bell`, so that the heading stays finite.
    [[nodiscard]] F slope(const F& e, const F& tent, const F& bell) const {
        if (parabola_) return F(4) * (F(1) - F(2) * e);
        const F q = tent * (F(1) - tent);
        const F inside = bell_power_ * (bell * (F(1) - bell)) / q;
        const F by_tent =
            select(q <= F(0), F(corner_slope_), select(inside > F(steepest_bell), F(steepest_bell), inside));
        return by_tent * select(e < F(0.5f), F(2), F(-2));
    }

    bool eased_, curved_, parabola_;
    F ease_power_, bell_power_;
    float corner_slope_;
};

}  // namespace
}  // namespace wend::detail
