// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "paths/path_data.hpp"
#include "reference/power_reference.hpp"
#include "reference/reference.hpp"
#include "wend/waypoint_advance.hpp"

namespace wend::detail::reference {

namespace {

/// A path in one mode.
struct Track {
    const SegmentRecord* segments;
    const double* starts;
    std::uint32_t count;
    PathMode mode;

    [[nodiscard]] double length(std::uint32_t segment) const {
        return static_cast<double>(segments[segment].length);
    }
};

/// The state of an agent on its track.
struct Place {
    std::uint32_t segment;
    double distance;
    std::int32_t direction;
};

/// Whether a place is outside its segment. The far end of the last one belongs to the track, except in mode
/// loop.
bool is_outside_segment(const Track& track, const Place& place) {
    const double length = track.length(place.segment);
    const bool may_end_here = track.mode != PathMode::loop && place.segment + 1 == track.count;
    if (place.distance == length && may_end_here) return false;
    return place.distance < 0 || place.distance >= length;
}

void step_back(const Track& track, Place& place) {
    if (track.mode == PathMode::loop || place.segment > 0) {
        place.segment = (place.segment == 0 ? track.count : place.segment) - 1;
        place.distance = place.distance + track.length(place.segment);
    } else if (track.mode == PathMode::once) {
        place.distance = 0;
    } else {
        place.distance = -place.distance;
        place.direction = -place.direction;
    }
}

void step_on(const Track& track, Place& place) {
    const double length = track.length(place.segment);
    if (track.mode == PathMode::loop || place.segment + 1 < track.count) {
        place.distance = place.distance - length;
        place.segment = place.segment + 1 == track.count ? 0 : place.segment + 1;
    } else if (track.mode == PathMode::once) {
        place.distance = length;
    } else {
        const double beyond = place.distance - length;
        place.distance = length - beyond;
        place.direction = -place.direction;
    }
}

/// Finds the segment of any distance: whole laps first, then a search.
void jump(const Track& track, Place& place) {
    const double total = track.starts[track.count - 1] + track.length(track.count - 1);
    double s = track.starts[place.segment] + place.distance;
    if (track.mode == PathMode::once) {
        if (s < 0) s = 0;
        if (s > total) s = total;
    } else {
        const double laps = std::floor(s / total);
        const double travelled = laps * total;
        s = s - travelled;
        if (s < 0) s = 0;
        if (track.mode == PathMode::loop) {
            if (s >= total) s = 0;
        } else {
            if (s > total) s = total;
            const double even = 2.0 * std::floor(laps / 2.0);
            if (laps - even == 1) {
                s = total - s;
                place.direction = -place.direction;
            }
        }
    }

    const double* after = std::upper_bound(track.starts, track.starts + track.count, s);
    place.segment = static_cast<std::uint32_t>(after - track.starts) - 1;
    place.distance = s - track.starts[place.segment];

    // The starts are rounded sums: s may lie before the next segment's start and still a whole length behind
    // this one's.
    const double length = track.length(place.segment);
    if (place.distance >= length) {
        place.distance = length;
        if (track.mode == PathMode::loop || place.segment + 1 < track.count) {
            place.segment = place.segment + 1 == track.count ? 0 : place.segment + 1;
            place.distance = 0;
        }
    }
}

void repair(const Track& track, Place& place) {
    for (int passed = 0; passed < 8 && is_outside_segment(track, place); ++passed) {
        if (place.distance < 0)
            step_back(track, place);
        else
            step_on(track, place);
    }
    if (is_outside_segment(track, place)) jump(track, place);
}

/// Whether some offset is not 0.
bool is_curved(const WaypointAdvance& stage) {
    return stage.offset ? *stage.offset != 0 : PathDataAccess::data(stage.paths).curved;
}

/// The lateral offset on a segment, along the left normal.
float offset_of(const WaypointAdvance& stage, const SegmentRecord& segment, std::uint32_t index) {
    if (!is_curved(stage)) return 0;
    if (!stage.offset) return segment.offset;
    const bool negated = stage.offset_sign == OffsetSign::alternating && index % 2 != 0;
    return negated ? -*stage.offset : *stage.offset;
}

/// The share of the segment after ease.
float eased(const WaypointAdvance& stage, float f, float length) {
    float u = f / length;
    if (u < 0) u = 0;
    if (u > 1) u = 1;
    return stage.ease == Ease::sigmoid ? sigmoid(u, stage.ease_power) : u;
}

float tent(float e) { return e < 0.5f ? 2.0f * e : 2.0f - 2.0f * e; }

float bell(const WaypointAdvance& stage, float e) {
    if (stage.bell == Bell::sigmoid) return sigmoid(tent(e), stage.bell_power);
    return 4.0f * (e * (1.0f - e));
}

/// The sigmoid's slope at the tent's height, on the way up: p s (1 - s) / (h (1 - h)), where 1 - s is the
/// product x s with the power x of the odds. Below power 1 it has no bound at the ends, but a direction needs
/// none: it is limited to 2^20.
float sigmoid_slope(float height, float power) {
    constexpr float steepest = 0x1p20f;
    const float q = height * (1.0f - height);
    if (q <= 0) {
        if (power > 1) return 0;
        return power < 1 ? steepest : 1.0f;
    }
    const float x = power_of_odds(height, power);
    const float s = 1.0f / (1.0f + x);
    const float rest = x * s;
    const float slope = (power * (rest * s)) / q;
    return slope > steepest ? steepest : slope;
}

float bell_slope(const WaypointAdvance& stage, float e) {
    if (stage.bell == Bell::parabola) return 4.0f * (1.0f - 2.0f * e);
    return sigmoid_slope(tent(e), stage.bell_power) * (e < 0.5f ? 2.0f : -2.0f);
}

/// The values behind an agent's position and heading.
struct Spot {
    const SegmentRecord& segment;
    float f;  ///< distance into the segment
    float e;  ///< share of the segment
    float offset;
};

Vector position_of(const WaypointAdvance& stage, const Spot& spot) {
    const SegmentRecord& segment = spot.segment;
    const bool straight = stage.ease == Ease::none && !is_curved(stage);
    const float along = straight ? spot.f : segment.length * spot.e;
    const float way_x = segment.tangent_x * along;
    const float way_y = segment.tangent_y * along;
    Vector p{segment.node_x + way_x, segment.node_y + way_y};
    if (is_curved(stage)) {
        const float lateral = spot.offset * bell(stage, spot.e);
        const float lateral_x = -segment.tangent_y * lateral;
        const float lateral_y = segment.tangent_x * lateral;
        p = {p.x + lateral_x, p.y + lateral_y};
    }
    return {store(p.x), store(p.y)};
}

/// The unit tangent of the curve; `way` is 1, or -1 for an agent that runs along it backwards.
Vector heading_of(const WaypointAdvance& stage, const Spot& spot, float way) {
    const SegmentRecord& segment = spot.segment;
    if (spot.offset == 0) return {store(segment.tangent_x * way), store(segment.tangent_y * way)};
    const float lateral = spot.offset * bell_slope(stage, spot.e);
    const float forward_x = segment.tangent_x * segment.length;
    const float forward_y = segment.tangent_y * segment.length;
    const float lateral_x = -segment.tangent_y * lateral;
    const float lateral_y = segment.tangent_x * lateral;
    const float hx = forward_x + lateral_x;
    const float hy = forward_y + lateral_y;
    const float scale = way / std::sqrt(max_keep_nan(squared_length(hx, hy), squared_length_floor));
    return {store(hx * scale), store(hy * scale)};
}

/// Whether an agent that moves backwards to a node has the heading of the segment before it.
bool enters_segment_before(const Track& track, const Place& place, float way) {
    return way < 0 && place.distance == 0 && (track.mode == PathMode::loop || place.segment > 0);
}

Spot end_of_segment_before(const WaypointAdvance& stage, const Track& track, const Place& place) {
    const std::uint32_t before = place.segment == 0 ? track.count - 1 : place.segment - 1;
    const SegmentRecord& segment = track.segments[before];
    return {segment, segment.length, 1.0f, offset_of(stage, segment, before)};
}

}  // namespace

template <>
StageResult run<WaypointAdvance>(const StageInput& in, StageOutput& out) {
    const WaypointAdvance& stage = in.stage<WaypointAdvance>();
    const PathData& data = PathDataAccess::data(stage.paths);
    const float stage_speed = stage.speed ? as_read(*stage.speed) : 0;
    const bool ping_pong = stage.mode == PathMode::ping_pong;
    const std::int32_t* paths = in.get<Stream::path>();
    const std::uint32_t* segments = in.get<Stream::segment>();
    const double* distances = in.get<Stream::segment_distance>();
    const std::int32_t* directions = in.get<Stream::direction>();
    const float* speeds = in.get<Stream::speed>();
    float* new_position_x = out.get<Stream::position_x>();
    float* new_position_y = out.get<Stream::position_y>();
    std::uint32_t* new_segments = out.get<Stream::segment>();
    double* new_distances = out.get<Stream::segment_distance>();
    std::int32_t* new_directions = out.get<Stream::direction>();
    double* path_distances = out.get<Stream::path_distance>();
    float* heading_x = out.get<Stream::heading_x>();
    float* heading_y = out.get<Stream::heading_y>();

    return for_each_agent(in, out, [&](std::size_t slot) {
        const std::int32_t path = paths[slot];
        if (path == -1) return true;
        if (path < -1 || static_cast<std::size_t>(path) >= data.paths.size()) return false;
        const PathRecord& record = data.paths[static_cast<std::size_t>(path)];
        if (record.node_count == 0) return true;
        const Track track{data.segments.data() + record.first, data.starts_of(static_cast<std::size_t>(path)),
                          data.segment_count(static_cast<std::size_t>(path), stage.mode), stage.mode};

        Place place{segments[slot], load_double(distances, slot), ping_pong ? directions[slot] : 1};
        const float speed = read_or(speeds, slot, stage_speed);
        float step = speed * in.ticks.dt;
        if (ping_pong) step = step * static_cast<float>(place.direction);
        if (place.segment >= track.count || bad(place.distance) || bad(speed) || !finite(step) ||
            (place.direction != 1 && place.direction != -1))
            return false;

        place.distance = place.distance + static_cast<double>(step);
        repair(track, place);

        const SegmentRecord& segment = track.segments[place.segment];
        const float f = static_cast<float>(place.distance);
        const float offset = offset_of(stage, segment, place.segment);
        const Spot spot{segment, f, eased(stage, f, segment.length), offset};
        const Vector p = position_of(stage, spot);
        new_position_x[slot] = p.x;
        new_position_y[slot] = p.y;
        new_segments[slot] = place.segment;
        store_double(new_distances, slot, place.distance);
        if (ping_pong) new_directions[slot] = place.direction;

        if (path_distances != nullptr)
            store_double(path_distances, slot, track.starts[place.segment] + place.distance);
        if (heading_x == nullptr && heading_y == nullptr) return true;
        // From the speed, not the step: a step of 0 changes no direction.
        const float along = static_cast<float>(place.direction);
        const float way = speed < 0 ? -along : along;
        const Vector heading = enters_segment_before(track, place, way)
                                   ? heading_of(stage, end_of_segment_before(stage, track, place), way)
                                   : heading_of(stage, spot, way);
        if (heading_x != nullptr) heading_x[slot] = heading.x;
        if (heading_y != nullptr) heading_y[slot] = heading.y;
        return true;
    });
}

}  // namespace wend::detail::reference
