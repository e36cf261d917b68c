// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "tools/perf/history/run.hpp"

namespace wend::perf {

/// Two executables that take turns.
class Measuring {
  public:
    Measuring() = default;
    virtual ~Measuring() = default;
    Measuring(const Measuring&) = delete;
    Measuring& operator=(const Measuring&) = delete;

    /// Starts `pairs` fresh pairs of processes, which measure all of these cases, and returns what each pair
    /// gave: ln(time of head / time of base), a list for each of the cases. `on_case` is called after each
    /// case in each pair.
    virtual std::vector<std::vector<double>> measure(std::span<const std::size_t> cases, std::size_t pairs,
                                                     const std::function<void()>& on_case) = 0;

    /// Every slice of a case so far.
    [[nodiscard]] virtual const std::vector<Sample>& samples(std::size_t which) const = 0;

    /// Counters of a case: medians of its processes; none where nothing but time is known.
    [[nodiscard]] virtual std::vector<Counter> counters(std::size_t which) const = 0;

    /// Pairs of a case of several threads, most rounds of which other processes took a core from.
    [[nodiscard]] virtual std::size_t crowded_pairs(std::size_t which) const = 0;

    /// Rounds so far, and those among them that were left out because something else ran in the middle of a
    /// slice; none where that is not known.
    [[nodiscard]] virtual std::size_t rounds() const noexcept = 0;
    [[nodiscard]] virtual std::size_t disturbed_rounds() const noexcept = 0;
};

}  // namespace wend::perf
