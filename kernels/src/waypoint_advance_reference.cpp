// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "path_data.hpp"
#include "reference.hpp"

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

}  // namespace

void waypoint_advance(const StageCall& call) {
    const WaypointAdvanceParameters& parameters = call.stages[0].waypoint_advance;
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

    for (std::size_t slot = 0; slot < agent_count(call); ++slot) {
        if (sits_out(call, slot)) continue;
        const std::int32_t path = paths[slot];
        if (path == -1) continue;
        if (path < -1 || static_cast<std::size_t>(path) >= data.paths.size()) {
            set_fault(call, slot);
            continue;
        }
        const PathRecord& record = data.paths[static_cast<std::size_t>(path)];
        const Track track{data.segments.data() + record.first, data.starts.data() + record.first,
                          data.segment_count(static_cast<std::size_t>(path), parameters.mode),
                          parameters.mode};

        Place place{segments[slot], load_double(distances, slot), ping_pong ? directions[slot] : 1};
        const float speed = read_or(speeds, slot, parameters.speed);
        float step = speed * call.dt;
        if (ping_pong) step = step * static_cast<float>(place.direction);
        // The distance is a double: its limit is 1e18 itself, not the float next to it.
        if (place.segment >= track.count || !(magnitude(place.distance) <= 1e18) || bad(speed) ||
            !finite(step) || (place.direction != 1 && place.direction != -1)) {
            set_fault(call, slot);
            continue;
        }

        place.distance = place.distance + static_cast<double>(step);
        repair(track, place);

        const SegmentRecord& segment = track.segments[place.segment];
        const float f = static_cast<float>(place.distance);
        const float way_x = segment.tangent_x * f;
        const float way_y = segment.tangent_y * f;
        new_position_x[slot] = store(segment.node_x + way_x);
        new_position_y[slot] = store(segment.node_y + way_y);
        new_segments[slot] = place.segment;
        store_double(new_distances, slot, place.distance);
        if (ping_pong) new_directions[slot] = place.direction;
    }
}

}  // namespace wend::detail::reference
