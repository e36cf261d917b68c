// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/assign_formation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "agents/assignment.hpp"
#include "columns/elements.hpp"
#include "columns/selected_agents.hpp"
#include "float_environment.hpp"
#include "program/plan.hpp"

namespace wend {
namespace {

constexpr StreamSet written = stream_set(Stream::offset_x, Stream::offset_y, Stream::target_agent);

double as_read(float x) { return std::fabs(x) < component_floor ? 0 : static_cast<double>(x); }

/// Whether element `index` of `owner`s is a number that wend reads.
Status check_number(const char* owner, std::size_t index, const char* what, double value) {
    constexpr double limit = 1e18;  // component_limit is the float next to it
    if (std::fabs(value) <= limit) return {};
    return {.code = Code::parameter_out_of_range,
            .subject = what,
            .other = owner,
            .value = value,
            .low = -limit,
            .high = limit,
            .index = index};
}

/// Position and velocity of the agents among which the leader is.
std::array<Column, 4> motion_of(const AgentView& agents) {
    if (agents.looks_elsewhere()) return agents.others();
    std::array<Column, 4> motion;
    for (std::size_t i = 0; i < motion.size(); ++i) motion[i] = agents.column(detail::seen_streams[i]);
    return motion;
}

Status check_columns(const AgentView& agents, std::int32_t leader, std::size_t numbers) {
    StreamSet needed = written | position_streams;
    if (!agents.looks_elsewhere()) needed |= velocity_streams;
    if (agents.is_slice() && !agents.looks_elsewhere())
        return {.code = Code::needs_whole_view, .subject = name(Stream::target_agent).data()};
    if (Status s = detail::check_streams(agents, needed, written); !s) return s;
    if (agents.looks_elsewhere())
        if (Status s = detail::check_others_motion(agents); !s) return s;
    if (numbers != 0 && numbers != agents.size())
        return {.code = Code::length_mismatch,
                .subject = "numbers",
                .other = name(Stream::position_x).data(),
                .value = static_cast<double>(numbers),
                .expected = static_cast<double>(agents.size())};
    const std::array<Column, 4> motion = motion_of(agents);
    if (leader < 0 || static_cast<std::size_t>(leader) >= motion[0].count)
        return {.code = Code::parameter_out_of_range,
                .subject = "leader",
                .value = static_cast<double>(leader),
                .high = static_cast<double>(motion[0].count),
                .high_excluded = true};
    for (std::size_t i = 0; i < motion.size(); ++i) {
        const auto value = detail::value_at<float>(motion[i], static_cast<std::size_t>(leader));
        if (Status s = check_number("agent", static_cast<std::size_t>(leader),
                                    name(detail::seen_streams[i]).data(), static_cast<double>(value));
            !s)
            return s;
    }
    return {};
}

/// The agents that get places, in the order of their ids.
struct Members {
    struct Member {
        std::uint32_t id;
        std::size_t slot;
    };
    std::array<Member, max_formation> member;
    std::size_t count = 0;

    /// All of the selection but the leader, if it is of the view; refuses more than there may be.
    Status find(const AgentView& agents, std::int32_t leader) {
        detail::for_each_selected(agents, [&](std::size_t slot) {
            if (!agents.looks_elsewhere() && slot == static_cast<std::size_t>(leader)) return;
            if (count < max_formation) member[count] = {detail::id_at(agents, slot), slot};
            ++count;
        });
        if (count > max_formation)
            return {.code = Code::parameter_out_of_range,
                    .subject = "the number of agents",
                    .value = static_cast<double>(count),
                    .high = static_cast<double>(max_formation)};
        std::sort(member.begin(), member.begin() + static_cast<std::ptrdiff_t>(count),
                  [](const Member& a, const Member& b) {
                      return std::pair(a.id, a.slot) < std::pair(b.id, b.slot);
                  });
        return {};
    }

    /// Their positions.
    Status read(const AgentView& agents, detail::AssignedPoints& points) const {
        for (std::size_t i = 0; i < count; ++i) {
            float position[2];
            for (std::size_t k = 0; k < 2; ++k) {
                const Stream stream = detail::seen_streams[k];
                position[k] = detail::value_at<float>(agents.column(stream), member[i].slot);
                if (Status s = check_number("agent", member[i].slot, name(stream).data(),
                                            static_cast<double>(position[k]));
                    !s)
                    return s;
            }
            points.add({as_read(position[0]), as_read(position[1])});
        }
        return {};
    }
};

/// Where the first places are in the world, as OffsetPursue turns them.
void find_places(const AgentView& agents, std::int32_t leader, std::span<const Point> offsets,
                 detail::AssignedPoints& places) {
    std::array<double, 4> of_leader;
    const std::array<Column, 4> motion = motion_of(agents);
    for (std::size_t i = 0; i < motion.size(); ++i)
        of_leader[i] = as_read(detail::value_at<float>(motion[i], static_cast<std::size_t>(leader)));
    const auto [x, y, vx, vy] = of_leader;
    const double length = std::sqrt(vx * vx + vy * vy);
    const double ahead_x = length > 0 ? vx / length : 1, ahead_y = length > 0 ? vy / length : 0;
    for (const Point& offset : offsets)
        places.add(
            {x + (offset.x * ahead_x - offset.y * ahead_y), y + (offset.x * ahead_y + offset.y * ahead_x)});
}

template <class T>
void put(const AgentView& agents, Stream stream, std::size_t slot, T value) {
    std::memcpy(detail::element_at(agents.column(stream), slot), &value, sizeof value);
}

Status assign(const AgentView& agents, std::int32_t leader, std::span<const Point> offsets,
              std::span<std::int32_t> numbers) {
    if (Status s = check_columns(agents, leader, numbers.size()); !s) return s;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (Status s = check_number("offset", i, "x", offsets[i].x); !s) return s;
        if (Status s = check_number("offset", i, "y", offsets[i].y); !s) return s;
    }
    Members members;
    if (Status s = members.find(agents, leader); !s) return s;
    detail::AssignedPoints points, places;
    if (Status s = members.read(agents, points); !s) return s;
    offsets = offsets.first(std::min(offsets.size(), members.count));
    find_places(agents, leader, offsets, places);

    for (std::size_t i = 0; i < members.count; ++i) {
        const std::size_t slot = members.member[i].slot;
        put<std::int32_t>(agents, Stream::target_agent, slot, -1);
        if (!numbers.empty()) numbers[slot] = -1;
    }
    if (offsets.empty()) return {};
    const detail::Assignment assignment(points, places);
    assignment.for_each([&](std::size_t member, std::size_t place) {
        const std::size_t slot = members.member[member].slot;
        put(agents, Stream::target_agent, slot, leader);
        put(agents, Stream::offset_x, slot, static_cast<float>(offsets[place].x));
        put(agents, Stream::offset_y, slot, static_cast<float>(offsets[place].y));
        if (!numbers.empty()) numbers[slot] = static_cast<std::int32_t>(place);
    });
    return {};
}

}  // namespace

Status assign_formation(const AgentView& agents, std::int32_t leader, std::span<const Point> offsets,
                        std::span<std::int32_t> numbers) noexcept {
    return detail::in_default_float_environment([&] { return assign(agents, leader, offsets, numbers); });
}

}  // namespace wend
