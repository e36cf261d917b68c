// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "columns/elements.hpp"
#include "columns/selected_agents.hpp"
#include "float_environment.hpp"
#include "obstacles/obstacle_data.hpp"
#include "obstacles/obstacle_index.hpp"
#include "wend/obstacle_pool.hpp"

namespace wend {
namespace {

bool is_in_circle(const Obstacle& one, float x, float y) {
    if (one.from_x != one.to_x || one.from_y != one.to_y) return false;
    const double dx = static_cast<double>(x) - static_cast<double>(one.from_x);
    const double dy = static_cast<double>(y) - static_cast<double>(one.from_y);
    const auto radius = static_cast<double>(one.radius);
    return dx * dx + dy * dy <= radius * radius;
}

}  // namespace

Expected<std::size_t> find_covered(const AgentView& agents, const ObstacleSet& obstacles,
                                   std::span<std::uint32_t> slots) noexcept {
    if (Status s = detail::check_streams(agents, position_streams, 0); !s) return s;
    const detail::ObstacleData& data = detail::ObstacleDataAccess::data(obstacles);
    return detail::in_default_float_environment([&]() -> Expected<std::size_t> {
        std::size_t count = 0;
        detail::for_each_selected(agents, [&](std::size_t slot) {
            const auto x = detail::value_at<float>(agents.column(Stream::position_x), slot);
            const auto y = detail::value_at<float>(agents.column(Stream::position_y), slot);
            if (!detail::is_legal_position(x, y)) return;
            const bool covered = data.near->any_overlaps(x, x, y, y, [&](std::uint32_t record) {
                return is_in_circle(data.obstacles[record / (detail::floats_of_record / 2)], x, y);
            });
            if (!covered) return;
            if (count < slots.size()) slots[count] = static_cast<std::uint32_t>(slot);
            ++count;
        });
        return count;
    });
}

}  // namespace wend
