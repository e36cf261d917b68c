// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace wend::perf {

/// The rounds of a case in a pair of processes, and their value.
class PairRounds {
  public:
    /// `ratio`: ln(time of head / time of base). `disturbed`: another process ran in the middle of the round.
    void add(double ratio, bool disturbed);

    [[nodiscard]] std::size_t count() const noexcept { return all_.size(); }
    [[nodiscard]] std::size_t disturbed() const noexcept { return all_.size() - undisturbed_.size(); }
    [[nodiscard]] bool mostly_disturbed() const noexcept { return 2 * disturbed() > all_.size(); }

    /// The median of the undisturbed rounds, or of all where most are disturbed: a rule that does not depend
    /// on which side was faster. Of at least one round.
    [[nodiscard]] double value() const;
    /// Its standard error, were the rounds normal.
    [[nodiscard]] double error() const;

  private:
    [[nodiscard]] const std::vector<double>& kept() const noexcept {
        return mostly_disturbed() ? all_ : undisturbed_;
    }

    std::vector<double> all_;
    std::vector<double> undisturbed_;
};

}  // namespace wend::perf
