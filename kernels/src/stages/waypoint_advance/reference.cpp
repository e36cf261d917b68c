// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "paths/path_data.hpp"
#include "reference/power_reference.hpp"
#include "reference/reference.hpp"
#include "stages/waypoint_advance/parameters.hpp"

namespace wend::detail::reference {

namespace {

/// A path as one mode sees it.
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

/// Not within its segment. The far end of the last one belongs to the track, unless that goes round.
bool astray(const Track& track, const Place& place) {
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

/// From anywhere to its place in one go: whole laps first, then a search.
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

    // The starts are rounded sums: s may lie before the next segment's start and yet a whole length behind
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
    for (int walked = 0; walked < 8 && astray(track, place); ++walked) {
        if (place.distance < 0)
            step_back(track, place);
        else
            step_on(track, place);
    }
    if (astray(track, place)) jump(track, place);
}

/// How far aside a stage leads its agents on that segment, along the left normal.
float offset_of(const WaypointAdvanceParameters& parameters, const SegmentRecord& segment,
                std::uint32_t index) {
    if (!parameters.own_offset) return segment.offset;
    const bool negated = parameters.offset_sign == OffsetSign::alternating && index % 2 != 0;
    return negated ? -parameters.offset : parameters.offset;
}

/// The share of the segment, paced.
float eased(const WaypointAdvanceParameters& parameters, float f, float length) {
    float u = f / length;
    if (u < 0) u = 0;
    if (u > 1) u = 1;
    return parameters.ease == Ease::sigmoid ? sigmoid(u, parameters.ease_power) : u;
}

float tent(float e) { return e < 0.5f ? 2.0f * e : 2.0f - 2.0f * e; }

float bell(const WaypointAdvanceParameters& parameters, float e) {
    if (parameters.bell == Bell::sigmoid) return sigmoid(tent(e), parameters.bell_power);
    return 4.0f * (e * (1.0f - e));
}

/// The sigmoid's slope at the tent's height, on the way up. Below power 1 it has no bound at the ends, but a
/// direction needs none: it is held to 2^20.
float sigmoid_slope(float height, float power) {
    constexpr float steepest = 0x1p20f;
    const float q = height * (1.0f - height);
    if (q <= 0) {
        if (power > 1) return 0;
        return power < 1 ? steepest : 1.0f;
    }
    const float s = sigmoid(height, power);
    const float slope = (power * (s * (1.0f - s))) / q;
    return slope > steepest ? steepest : slope;
}

float bell_slope(const WaypointAdvanceParameters& parameters, float e) {
    if (parameters.bell == Bell::parabola) return 4.0f * (1.0f - 2.0f * e);
    return sigmoid_slope(tent(e), parameters.bell_power) * (e < 0.5f ? 2.0f : -2.0f);
}

/// Where an agent is drawn: its place's segment, the share of it and the offset.
struct Spot {
    const SegmentRecord& segment;
    float f;
    float e;
    float offset;
};

Vector position_of(const WaypointAdvanceParameters& parameters, const Spot& spot) {
    const SegmentRecord& segment = spot.segment;
    const bool straight = parameters.ease == Ease::none && !parameters.curved;
    const float along = straight ? spot.f : segment.length * spot.e;
    const float way_x = segment.tangent_x * along;
    const float way_y = segment.tangent_y * along;
    Vector p{segment.node_x + way_x, segment.node_y + way_y};
    if (parameters.curved) {
        const float aside = spot.offset * bell(parameters, spot.e);
        const float aside_x = -segment.tangent_y * aside;
        const float aside_y = segment.tangent_x * aside;
        p = {p.x + aside_x, p.y + aside_y};
    }
    return {store(p.x), store(p.y)};
}

/// The unit tangent of the curve; `way` is 1, or -1 for an agent that runs along it backwards.
Vector heading_of(const WaypointAdvanceParameters& parameters, const Spot& spot, float way) {
    const SegmentRecord& segment = spot.segment;
    if (spot.offset == 0) return {store(segment.tangent_x * way), store(segment.tangent_y * way)};
    const float aside = spot.offset * bell_slope(parameters, spot.e);
    const float ahead_x = segment.tangent_x * segment.length;
    const float ahead_y = segment.tangent_y * segment.length;
    const float aside_x = -segment.tangent_y * aside;
    const float aside_y = segment.tangent_x * aside;
    const float hx = ahead_x + aside_x;
    const float hy = ahead_y + aside_y;
    const float scale = way / std::sqrt(max_keep_nan(squared_length(hx, hy), squared_length_floor));
    return {store(hx * scale), store(hy * scale)};
}

/// On its way back an agent at a node looks along what lies before the node, if anything does.
bool enters_segment_before(const Track& track, const Place& place, float way) {
    return way < 0 && place.distance == 0 && (track.mode == PathMode::loop || place.segment > 0);
}

Spot end_of_segment_before(const WaypointAdvanceParameters& parameters, const Track& track,
                           const Place& place) {
    const std::uint32_t before = place.segment == 0 ? track.count - 1 : place.segment - 1;
    const SegmentRecord& segment = track.segments[before];
    return {segment, segment.length, 1.0f, parameters.curved ? offset_of(parameters, segment, before) : 0.0f};
}

}  // namespace

StageResult waypoint_advance(const StageCall& call) {
    const WaypointAdvanceParameters parameters(call.stage<WaypointAdvance>());
    const PathData& data = *parameters.paths;
    const bool ping_pong = parameters.mode == PathMode::ping_pong;
    const std::int32_t* paths = call.input<Stream::path>();
    const std::uint32_t* segments = call.input<Stream::segment>();
    const double* distances = call.input<Stream::segment_distance>();
    const std::int32_t* directions = call.input<Stream::direction>();
    const float* speeds = call.input<Stream::speed>();
    float* new_position_x = call.output<Stream::position_x>();
    float* new_position_y = call.output<Stream::position_y>();
    std::uint32_t* new_segments = call.output<Stream::segment>();
    double* new_distances = call.output<Stream::segment_distance>();
    std::int32_t* new_directions = call.output<Stream::direction>();
    double* path_distances = call.output<Stream::path_distance>();
    float* heading_x = call.output<Stream::heading_x>();
    float* heading_y = call.output<Stream::heading_y>();

    return for_each_agent(call, [&](std::size_t slot) {
        const std::int32_t path = paths[slot];
        if (path == -1) return true;
        if (path < -1 || static_cast<std::size_t>(path) >= data.paths.size()) return false;
        const PathRecord& record = data.paths[static_cast<std::size_t>(path)];
        const Track track{data.segments.data() + record.first, data.starts_of(static_cast<std::size_t>(path)),
                          data.segment_count(static_cast<std::size_t>(path), parameters.mode),
                          parameters.mode};

        Place place{segments[slot], load_double(distances, slot), ping_pong ? directions[slot] : 1};
        const float speed = read_or(speeds, slot, parameters.speed);
        float step = speed * call.ticks.dt;
        if (ping_pong) step = step * static_cast<float>(place.direction);
        // The distance is a double: its limit is 1e18 itself, not the float next to it.
        if (place.segment >= track.count || !(magnitude(place.distance) <= 1e18) || bad(speed) ||
            !finite(step) || (place.direction != 1 && place.direction != -1))
            return false;

        place.distance = place.distance + static_cast<double>(step);
        repair(track, place);

        const SegmentRecord& segment = track.segments[place.segment];
        const float f = static_cast<float>(place.distance);
        const float offset = parameters.curved ? offset_of(parameters, segment, place.segment) : 0.0f;
        const Spot spot{segment, f, eased(parameters, f, segment.length), offset};
        const Vector p = position_of(parameters, spot);
        new_position_x[slot] = p.x;
        new_position_y[slot] = p.y;
        new_segments[slot] = place.segment;
        store_double(new_distances, slot, place.distance);
        if (ping_pong) new_directions[slot] = place.direction;

        if (path_distances != nullptr)
            store_double(path_distances, slot, track.starts[place.segment] + place.distance);
        if (heading_x == nullptr && heading_y == nullptr) return true;
        // From the speed, not the step: an agent that stands or a tick of no length turns nobody round.
        const float along = static_cast<float>(place.direction);
        const float way = speed < 0 ? -along : along;
        const Vector heading =
            enters_segment_before(track, place, way)
                ? heading_of(parameters, end_of_segment_before(parameters, track, place), way)
                : heading_of(parameters, spot, way);
        if (heading_x != nullptr) heading_x[slot] = heading.x;
        if (heading_y != nullptr) heading_y[slot] = heading.y;
        return true;
    });
}

}  // namespace wend::detail::reference
