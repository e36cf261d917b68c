// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "reference/reference.hpp"
#include "stages/neighbours/occluders_reference.hpp"
#include "wend/neighbours.hpp"
#include "wend/right_of_way.hpp"

// The neighbours of an agent (kernels/docs/math.md, "Neighbours"): every agent against every other one,
// without a grid.
namespace wend::detail::reference {

/// unit(velocity), 0 at rest.
inline Vector heading_of(Vector velocity) {
    const float squared = squared_length(velocity.x, velocity.y);
    const float k = 1.0f / std::sqrt(max_keep_nan(squared, squared_length_floor));
    return {velocity.x * k, velocity.y * k};
}

/// From one coordinate to the other; where the world of that width wraps to the nearest image, rounded once.
inline float difference(float from, float to, float width) {
    const float d = to - from;
    if (width == 0) return d;
    const float minus_from = d - to;
    const float of_to = to - (d - minus_from);
    const float of_from = from + minus_from;
    const float lost = of_to - of_from;
    const float half = width * 0.5f;
    if (d > half) return (d - width) + lost;
    if (d < -half) return (d + width) + lost;
    return d + lost;
}

/// An agent's part in the avoiding (wend/right_of_way.hpp).
struct RightOfWay {
    float priority = 0;
    float responsibility = 0.5f;

    [[nodiscard]] bool legal() const { return !bad(priority) && responsibility >= 0 && responsibility <= 1; }
    /// The part of this agent, against another one.
    [[nodiscard]] float share(const RightOfWay& other) const {
        if (priority > other.priority) return 0;
        if (priority < other.priority) return 1;
        const float both = responsibility + other.responsibility;
        return both > 0 ? responsibility / both : 0;
    }
};

struct Neighbour {
    Vector position;
    Vector offset;
    float squared;
    Vector velocity;
    std::uint32_t id;
    float body_radius;  ///< of stages that have one
    RightOfWay right_of_way;
    std::uint32_t settled;
};

/// The radius of stages whose agents have a body.
template <class S>
std::optional<float> radius_of_all(const S& stage) {
    if constexpr (requires { stage.body_radius; })
        return stage.body_radius;
    else
        return std::nullopt;
}
/// 0 in stages whose agents have none.
template <class S>
float body_radius_of(const StageInput& in, std::size_t slot, const S& stage) {
    const std::optional<float> of_all = radius_of_all(stage);
    return of_all ? read_or(in.get<Stream::body_radius>(), slot, *of_all) : 0;
}
template <class S>
bool legal_body(float radius, const S& stage) {
    const std::optional<float> of_all = radius_of_all(stage);
    return !of_all || (radius >= 0 && radius <= *of_all);
}

/// The farthest that an agent sees; none where its own radius is a fault.
template <class S>
std::optional<float> radius_of_sight(const StageInput& in, std::size_t slot, const S& stage) {
    const float own = read_or(in.get<Stream::neighbour_radius>(), slot, stage.radius);
    if (bad(own) || own < 0) return std::nullopt;
    return std::min(own, stage.radius);
}

/// Whether the agent's own horizon, if it has one, is no fault.
inline bool legal_horizon(const StageInput& in, std::size_t slot) {
    const float own = read_or(in.get<Stream::neighbour_horizon>(), slot, 1);
    return own >= avoidance_horizon.low && own <= avoidance_horizon.high;
}

template <class S>
constexpr bool has_right_of_way = (S::all_streams().where_bound & right_of_way_streams) != 0;
/// The agent's, as far as the stage reads it.
template <class S>
RightOfWay right_of_way_of(const StageInput& in, std::size_t slot, const S&) {
    if constexpr (!has_right_of_way<S>) return {};
    return {read_or(in.get<Stream::priority>(), slot, 0),
            read_or(in.get<Stream::responsibility>(), slot, 0.5f)};
}

/// Calls visit(neighbour) for all that the agent in `slot` sees; false where the agent is at fault.
template <class S, class Visit>
bool for_each_seen(const StageInput& in, std::size_t slot, const S& stage, const Visit& visit) {
    const std::optional<float> sight = radius_of_sight(in, slot, stage);
    if (!sight) return false;
    const float radius = *sight;
    const float cosine = stage.cos_field_of_view;
    const Vector position = read_vector<Stream::position_x, Stream::position_y>(in, slot);
    const Vector velocity = read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot);
    if (bad(position) || bad(velocity)) return false;
    float own_height = 0;
    if (stage.height_band) {
        own_height = read(in.get<Stream::position_z>()[slot]);
        if (bad(own_height)) return false;
    }
    const Vector heading = heading_of(velocity);
    const bool all_around = cosine <= -1 || (heading.x == 0 && heading.y == 0);
    float width = 0;
    float height = 0;
    if (in.locomotion != nullptr && in.locomotion->bounds == Bounds::wrap) {
        const Rectangle& area = in.locomotion->area;
        width = area.max_x - area.min_x;
        height = area.max_y - area.min_y;
    }
    if (!legal_body(body_radius_of(in, slot, stage), stage)) return false;
    if (!right_of_way_of(in, slot, stage).legal()) return false;
    const std::uint32_t* sees = in.get<Stream::seen_groups>();
    const Others& others = in.others;
    for (std::size_t other = 0; other < others.count; ++other) {
        const Vector there = {read(others.position_x[other * others.step[0]]),
                              read(others.position_y[other * others.step[1]])};
        const Vector moving = {read(others.velocity_x[other * others.step[2]]),
                               read(others.velocity_y[other * others.step[3]])};
        const std::uint32_t id = others.id_of(other);
        if (id == id_of(in, slot) || bad(there) || bad(moving)) continue;
        const std::uint32_t* groups = others.extra<Stream::groups>(other);
        const std::uint32_t member_of = groups == nullptr ? every_group : *groups;
        const std::uint32_t seen = sees == nullptr ? every_group : sees[slot];
        if ((member_of & seen & stage.seen_groups) == 0) continue;
        if (stage.height_band) {
            const float theirs = read(*others.extra<Stream::position_z>(other));
            if (bad(theirs) || !(magnitude(theirs - own_height) <= *stage.height_band)) continue;
        }
        const Vector offset = {difference(position.x, there.x, width),
                               difference(position.y, there.y, height)};
        const float squared = squared_length(offset.x, offset.y);
        if (!(squared <= radius * radius)) continue;
        if (!all_around) {
            const float along = offset.x * heading.x;
            const float across = offset.y * heading.y;
            const float dot = along + across;
            if (!(dot * magnitude(dot) >= cosine * magnitude(cosine) * squared)) continue;
        }
        if constexpr (requires { stage.occluders; })
            if (hidden(stage.occluders, position, there, width, height)) continue;
        const float* const bodies = others.extra<Stream::body_radius>(other);
        const float body = bodies == nullptr ? radius_of_all(stage).value_or(0) : read(*bodies);
        if (!legal_body(body, stage)) continue;
        RightOfWay right;
        if constexpr (has_right_of_way<S>) {
            if (const float* const rank = others.extra<Stream::priority>(other)) right.priority = read(*rank);
            if (const float* const share = others.extra<Stream::responsibility>(other))
                right.responsibility = read(*share);
            if (!right.legal()) continue;
        }
        const std::uint32_t* const settled = others.extra<Stream::settled>(other);
        visit(Neighbour{there, offset, squared, moving, id, body, right, settled == nullptr ? 0 : *settled});
    }
    return true;
}

/// Of so many neighbours the stage leaves out some.
inline void note_capped(const StageOutput& out, std::size_t slot) {
    out.capped[slot / group_size] |= std::uint64_t{1} << (slot % group_size);
}

/// Calls visit(neighbour) for those of them that count; false where the agent is at fault.
template <class S, class Visit>
bool for_each_neighbour(const StageInput& in, StageOutput& out, std::size_t slot, const S& stage,
                        const Visit& visit) {
    if (stage.max_neighbours == 0) return for_each_seen(in, slot, stage, visit);
    using Key = std::pair<float, std::uint32_t>;
    const auto key_of = [](const Neighbour& one) { return Key(one.squared, one.id); };
    std::array<Key, static_cast<std::size_t>(neighbour_count.high)> nearest;
    std::size_t found = 0;
    const bool fine = for_each_seen(in, slot, stage, [&](const Neighbour& one) {
        const Key key = key_of(one);
        if (found == stage.max_neighbours) note_capped(out, slot);
        std::size_t at = std::min<std::size_t>(found, stage.max_neighbours);
        found = std::min<std::size_t>(found + 1, stage.max_neighbours);
        for (; at > 0 && key < nearest[at - 1]; --at)
            if (at < found) nearest[at] = nearest[at - 1];
        if (at < found) nearest[at] = key;
    });
    if (!fine) return false;
    return for_each_seen(in, slot, stage, [&](const Neighbour& one) {
        if (!(nearest[found - 1] < key_of(one))) visit(one);
    });
}

/// Units of 2^-20, towards 0.
inline std::int64_t units(float share) { return static_cast<std::int32_t>(share); }

/// A force that is read as the force of a stream is.
inline bool add_read(const StageInput& in, StageOutput& out, std::size_t slot, Vector force) {
    force = {read(force.x), read(force.y)};
    return !bad(force) && add_force(in, out, slot, force);
}
/// The force of a sum of integers, times the agent's own weight.
inline bool add_sum(const StageInput& in, StageOutput& out, std::size_t slot, Vector force) {
    const float own = read_or(in.get<Stream::neighbour_weight>(), slot, 1);
    if (!(own >= 0 && own <= own_weight.high)) return false;
    return add_read(in, out, slot, {force.x * own, force.y * own});
}

}  // namespace wend::detail::reference
