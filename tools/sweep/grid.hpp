// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "words/json.hpp"

/// `wend run --sweep`: a scenario is run for a grid of values and seeds.
namespace wend::sweep {

/// A number of the scenario, and its values in turn.
struct Axis {
    std::string key;  ///< the name of a parameter, or the keys to a number: agents/count
    std::vector<double> values;
};

/// `KEY=FROM:TO:N`: N values at equal distances, both ends among them. Throws MisuseError.
[[nodiscard]] Axis parse_axis(const std::string& text);

/// All values of all axes with each other, each with so many seeds.
struct Grid {
    std::vector<Axis> axes;
    std::uint64_t first_seed = 0;
    std::uint64_t seeds = 1;

    static constexpr std::uint64_t most_runs = 1'000'000;

    /// The number of runs. Throws MisuseError for more than most_runs.
    [[nodiscard]] std::uint64_t size() const;
    /// A run's values, one an axis; the last axis changes first, but for the seed.
    [[nodiscard]] std::vector<double> values(std::uint64_t run) const;
    [[nodiscard]] std::uint64_t seed(std::uint64_t run) const noexcept { return first_seed + run % seeds; }
};

/// The scenario with a run's values; the file is for messages. Throws MisuseError where it has no such
/// number.
[[nodiscard]] words::Json with_values(const words::Json& scenario, const std::filesystem::path& file,
                                      const std::vector<Axis>& axes, const std::vector<double>& values);

}  // namespace wend::sweep
