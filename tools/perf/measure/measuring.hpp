// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tools/perf/history/run.hpp"

/// Two executables measured in alternation, so that a disturbance of the machine affects both.
namespace wend::perf {

class Measuring {
  public:
    Measuring() = default;
    virtual ~Measuring() = default;
    Measuring(const Measuring&) = delete;
    Measuring& operator=(const Measuring&) = delete;

    /// Starts `pairs` fresh pairs of processes, which measure all of these cases, and returns the value of
    /// each pair, ln(time of head / time of base): a list for each of the cases. `on_case` is called after
    /// each case in each pair.
    virtual std::vector<std::vector<double>> measure(std::span<const std::size_t> cases, std::size_t pairs,
                                                     const std::function<void()>& on_case) = 0;

    /// Cases that could not be measured, and why: they have no values and no times. Only executables of
    /// Google Benchmark have any.
    [[nodiscard]] const std::map<std::size_t, std::string>& failures() const { return failures_; }

    /// The times of a case so far: for each pair and side the median of its slices, or of its processes.
    [[nodiscard]] const std::vector<Sample>& samples(std::size_t which) const { return samples_[which]; }

    /// Pairs of a case with several threads in which other processes took a core from most rounds.
    [[nodiscard]] std::size_t crowded_pairs(std::size_t which) const { return crowded_[which]; }

    /// Rounds so far, and the number of those that were left out because another process ran in the middle of
    /// a slice. Only workers report that.
    [[nodiscard]] std::size_t rounds() const noexcept { return rounds_; }
    [[nodiscard]] std::size_t disturbed_rounds() const noexcept { return disturbed_; }

  protected:
    std::vector<std::vector<Sample>> samples_;
    std::vector<std::size_t> crowded_;
    std::map<std::size_t, std::string> failures_;
    std::size_t rounds_ = 0;
    std::size_t disturbed_ = 0;
};

/// A case of wend by its name. The time of so many calls counts as that of one: more calls for the head are a
/// slow-down of known size.
struct PairedCase {
    std::string name;
    std::size_t agents = 0;  ///< other than 0: replaces the number in the name
    std::uint32_t base_calls = 1;
    std::uint32_t head_calls = 1;

    [[nodiscard]] std::uint32_t calls(Side side) const noexcept {
        return side == Side::a ? base_calls : head_calls;
    }
};

/// Two builds of wend by their workers, in short slices on one core. All cases of a pair share its processes;
/// those with several threads have processes of their own, on every core. Times are those of the thread; with
/// several threads, of the wall clock.
[[nodiscard]] std::unique_ptr<Measuring> measure_workers(std::filesystem::path base,
                                                         std::filesystem::path head,
                                                         std::vector<PairedCase> cases, std::uint64_t seed);

/// Two executables of Google Benchmark, unchanged. A pair is four processes for each case, in the order A B B
/// A or B A A B: coarser and slower than workers.
[[nodiscard]] std::unique_ptr<Measuring> measure_google(std::filesystem::path base,
                                                        std::filesystem::path head,
                                                        std::vector<std::string> cases, std::uint64_t seed);

/// The benchmarks that `--benchmark_list_tests` lists. Throws support::MisuseError.
[[nodiscard]] std::vector<std::string> google_names(const std::filesystem::path& executable);

}  // namespace wend::perf
