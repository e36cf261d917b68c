// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "tools/perf/verdict/decision.hpp"

namespace wend::perf {

/// The progress of all looks of a run. A unit is a case in one pair of processes.
class LookProgress {
  public:
    /// The run before its first look.
    LookProgress(std::span<const Evidence> run, const Rule& rule);

    /// A look begins: so many more pairs of so many cases of the run, of which `suspects` are regressed.
    void begin_look(std::span<const Evidence> run, std::size_t cases, std::size_t pairs,
                    std::size_t suspects);
    void advance() { ++done_; }

    /// After so many seconds: "25 %, some 8 s left, at most 141 s; 3 cases in look 1". At most: if no case is
    /// decided before its last look.
    [[nodiscard]] std::string text(double seconds) const;

  private:
    std::size_t last_pairs_;
    std::size_t done_ = 0;
    std::size_t expected_;  ///< units in all, where most cases are decided by the first look
    std::size_t most_ = 0;  ///< units in all, if every open case takes all of its pairs
    std::size_t look_ = 0;
    std::size_t cases_ = 0;
    std::size_t suspects_ = 0;
};

}  // namespace wend::perf
