// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "columns/change_count.hpp"
#include "wend/obstacles.hpp"

namespace wend::detail {

/// A change of a pool: a number's obstacle before it, with coordinates of NaN if there was none. Whether it
/// added, moved or removed the obstacle follows from that and from what the number has now.
struct ObstacleChange {
    std::uint32_t number;
    Obstacle before;
};

/// The last changes of a pool, to be undone: a ring. The oldest changes give way to new ones.
class ObstacleJournal {
  public:
    void place(std::span<ObstacleChange> ring) { ring_ = ring; }
    [[nodiscard]] const ChangeCount& count() const { return count_; }

    /// Records a change, before it is made.
    void record(const ObstacleChange& change) {
        count_.add();
        if (ring_.empty()) return count_.forget_all();
        if (used_ == ring_.size())
            count_.forget_oldest();
        else
            ++used_;
        ring_[next_] = change;
        next_ = next_ + 1 == ring_.size() ? 0 : next_ + 1;
    }

    /// Takes the last change back out.
    ObstacleChange take() {
        count_.undo();
        --used_;
        next_ = (next_ == 0 ? ring_.size() : next_) - 1;
        return ring_[next_];
    }

  private:
    std::span<ObstacleChange> ring_;
    std::size_t next_ = 0, used_ = 0;
    ChangeCount count_;
};

}  // namespace wend::detail
