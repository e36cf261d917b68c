// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>

#include "tools/perf/verdict/decision.hpp"

namespace wend::perf {

/// One line for a whole run of looks: how far it is, and when it ends. A unit is a case in one pair of
/// processes.
class MeasuringProgress {
  public:
    /// Cases, some of which will need more than the first look.
    MeasuringProgress(std::size_t cases, const Rule& rule);

    /// So many cases are measured in so many pairs now; `suspects` are those called regressed so far.
    void begin_look(std::size_t cases, std::size_t pairs, std::size_t suspects);
    void advance();

  private:
    using Clock = std::chrono::steady_clock;

    void show() const;

    Clock::time_point start_ = Clock::now();
    std::size_t done_ = 0;
    std::size_t expected_;  ///< units in all, as far as can be known
    std::size_t look_ = 0;
    std::size_t cases_ = 0;
    std::size_t suspects_ = 0;
};

}  // namespace wend::perf
