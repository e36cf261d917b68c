// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tools/perf/run.hpp"

/// Any two executables of Google Benchmark's, unchanged, whole processes taking turns: coarser and slower
/// than workers.
namespace wend::perf {

/// What `--benchmark_list_tests` says.
[[nodiscard]] std::vector<std::string> google_names(const std::filesystem::path& executable);

/// As PairedMeasuring, but for what a pair is: each case in a process of its own, in the order ABBA or BAAB.
class GoogleMeasuring {
  public:
    GoogleMeasuring(std::filesystem::path base, std::filesystem::path head, std::vector<std::string> cases,
                    std::uint64_t seed);

    std::vector<std::vector<double>> measure(std::span<const std::size_t> cases, std::size_t pairs,
                                             const std::function<void()>& on_case);

    [[nodiscard]] const std::vector<Sample>& samples(std::size_t which) const { return samples_[which]; }
    [[nodiscard]] std::size_t rounds() const noexcept { return pair_; }
    [[nodiscard]] static std::size_t disturbed_rounds() noexcept { return 0; }  ///< not known

  private:
    std::filesystem::path base_;
    std::filesystem::path head_;
    std::vector<std::string> cases_;
    std::vector<std::vector<Sample>> samples_;
    std::mt19937_64 random_;
    std::uint32_t pair_ = 0;
};

}  // namespace wend::perf
