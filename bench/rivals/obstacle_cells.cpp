// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/rivals/obstacle_cells.hpp"

#include <algorithm>
#include <cmath>

namespace wend::bench::rivals {
namespace {

/// The best of 1/4 to 8, for circles.
constexpr float cells_an_obstacle = 1;

Box box_of(const Capsule& one) {
    return {std::min(one.from_x, one.to_x) - one.reach, std::min(one.from_y, one.to_y) - one.reach,
            std::max(one.from_x, one.to_x) + one.reach, std::max(one.from_y, one.to_y) + one.reach};
}

}  // namespace

ObstacleCells::ObstacleCells(const ObstacleSet& set, float body_radius, float horizon) {
    std::vector<Capsule> all;
    Box bounds{INFINITY, INFINITY, -INFINITY, -INFINITY};
    grid_.are_circles = true;
    for (std::size_t i = 0; i < set.size(); ++i) {
        const Obstacle one = set.obstacle(i);
        all.push_back({one.from_x, one.from_y, one.to_x, one.to_y, one.radius + body_radius});
        grid_.are_circles = grid_.are_circles && one.from_x == one.to_x && one.from_y == one.to_y;
        const Box box = box_of(all.back());
        bounds = {std::min(bounds.min_x, box.min_x), std::min(bounds.min_y, box.min_y),
                  std::max(bounds.max_x, box.max_x), std::max(bounds.max_y, box.max_y)};
    }
    const float width = bounds.max_x - bounds.min_x, height = bounds.max_y - bounds.min_y;
    const float edge = std::sqrt(width * height / static_cast<float>(all.size()) / cells_an_obstacle);
    grid_.min_x = bounds.min_x;
    grid_.min_y = bounds.min_y;
    grid_.per_cell = 1 / edge;
    grid_.columns = static_cast<std::int32_t>(width / edge) + 1;
    grid_.rows = static_cast<std::int32_t>(height / edge) + 1;
    grid_.horizon = horizon;
    const auto for_cells = [&](const Capsule& one, const auto& use) {
        const Box box = box_of(one);
        const auto column = [&](float x) {
            return static_cast<std::int32_t>((x - grid_.min_x) * grid_.per_cell);
        };
        const auto row = [&](float y) {
            return static_cast<std::int32_t>((y - grid_.min_y) * grid_.per_cell);
        };
        for (std::int32_t r = row(box.min_y); r <= std::min(row(box.max_y), grid_.rows - 1); ++r)
            for (std::int32_t c = column(box.min_x); c <= std::min(column(box.max_x), grid_.columns - 1); ++c)
                use(static_cast<std::size_t>(r * grid_.columns + c));
    };
    first_.resize(static_cast<std::size_t>(grid_.columns * grid_.rows) + 1);
    for (const Capsule& one : all) for_cells(one, [&](std::size_t cell) { ++first_[cell + 1]; });
    for (std::size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
    capsules_.resize(first_.back());
    boxes_.resize(first_.back());
    std::vector<std::uint32_t> next = first_;
    for (const Capsule& one : all)
        for_cells(one, [&](std::size_t cell) {
            capsules_[next[cell]] = one;
            boxes_[next[cell]++] = box_of(one);
        });
    grid_.first = first_.data();
    grid_.capsules = capsules_.data();
    grid_.boxes = boxes_.data();
}

}  // namespace wend::bench::rivals
