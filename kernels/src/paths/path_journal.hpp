// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "columns/change_count.hpp"
#include "paths/path_data.hpp"
#include "wend/path.hpp"

namespace wend::detail {

/// A change of a pool, as its journal records it.
struct PathChange {
    enum Kind : std::uint16_t { added_first, added_again, replaced, released };

    std::uint32_t path = 0;
    std::uint32_t points = 0;  ///< of the path before the change; none of an added one
    Kind kind = added_first;
    bool closed = false;
    bool curved = false;         ///< the points have offsets
    std::uint32_t recorded = 0;  ///< entries of the ring
};
static_assert(sizeof(PathChange) == sizeof(Point));

/// The last changes of a pool, to be undone: a ring, in which each change's points, and then their offsets,
/// stand between two copies of the change. The oldest changes give way to new ones.
class PathJournal {
  public:
    void place(std::span<Point> ring) { ring_ = ring; }

    [[nodiscard]] const ChangeCount& count() const { return count_; }

    /// Records a change, before it is made.
    void record(PathChange change, const PathData& data) {
        count_.add();
        change.recorded = 2 + change.points * (change.curved ? 2u : 1u);
        if (change.recorded > ring_.size()) {
            count_.forget_all();
            begin_ = end_;
            return;
        }
        while (ring_.size() - (end_ - begin_) < change.recorded) {
            begin_ += std::bit_cast<PathChange>(at(begin_)).recorded;
            count_.forget_oldest();
        }
        at(end_++) = std::bit_cast<Point>(change);
        const std::uint32_t first = data.paths[change.path].first;
        const std::uint32_t first_point = data.points[change.path].first;
        for (std::uint32_t i = 0; i < change.points; ++i) {
            const PathNode node = data.nodes[first + data.node_of[first_point + i]];
            at(end_++) = {static_cast<double>(node.x), static_cast<double>(node.y)};
        }
        for (std::uint32_t i = 0; change.curved && i < change.points; ++i)
            at(end_++) = {static_cast<double>(data.segments[first + data.node_of[first_point + i]].offset),
                          0};
        at(end_++) = std::bit_cast<Point>(change);
    }

    /// Takes the last change back out, with its points and, where it is curved, its offsets.
    PathChange take(std::span<Point> points, std::span<float> offsets) {
        const auto change = std::bit_cast<PathChange>(at(end_ - 1));
        end_ -= change.recorded;
        count_.undo();
        for (std::uint32_t i = 0; i < change.points; ++i) {
            points[i] = at(end_ + 1 + i);
            if (change.curved) offsets[i] = static_cast<float>(at(end_ + 1 + change.points + i).x);
        }
        return change;
    }

  private:
    Point& at(std::uint64_t number) { return ring_[number % ring_.size()]; }

    std::span<Point> ring_;
    std::uint64_t begin_ = 0, end_ = 0;  ///< of the ring
    ChangeCount count_;
};

}  // namespace wend::detail
