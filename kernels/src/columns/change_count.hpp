// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "wend/status.hpp"

namespace wend::detail {

/// Numbers the changes of a pool, of which the last ones are recorded and can be undone.
class ChangeCount {
  public:
    /// Undone changes do not count.
    [[nodiscard]] std::uint64_t made() const { return made_; }

    void add() {
        ++made_;
        ++recorded_;
    }
    void forget_oldest() { --recorded_; }
    void forget_all() { recorded_ = 0; }
    void undo() {
        --made_;
        --recorded_;
    }

    /// Refuses marks to which the recorded changes do not lead back.
    [[nodiscard]] Status check(std::uint64_t mark) const {
        if (mark > made_)
            return {.code = Code::bad_snapshot, .subject = "the mark is later than the pool's last change"};
        if (made_ - mark > recorded_)
            return {.code = Code::bad_snapshot,
                    .subject = "the pool has no record of the changes since the mark"};
        return {};
    }

  private:
    std::uint64_t made_ = 0, recorded_ = 0;
};

}  // namespace wend::detail
