// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bench/cases/registry.hpp"
#include "bench/statistics/speed_up.hpp"

/// Interleaved measuring: all cases of a group take turns in short slices, so that what disturbs the machine
/// disturbs all.
namespace wend::bench {

/// One slice of one case.
struct Slice {
    double real_seconds;
    double cpu_seconds;  ///< of the calling thread where the case has one thread, of all threads otherwise
    /// The threads less those that waited for a core, on average; NaN where the system does not say.
    double cpus = std::numeric_limits<double>::quiet_NaN();
};

/// A case, checked and measured.
struct Row {
    Case what;
    std::uint64_t hash = 0;
    std::string problem{};        ///< empty, or why the case was not timed
    std::uint64_t calls = 0;      ///< a slice
    std::vector<Slice> slices{};  ///< one a round: equal indices were measured next to each other

    [[nodiscard]] bool is_timed() const { return !slices.empty(); }
    /// An agent and tick: CPU time where the case has one thread, so that other processes' turns do not
    /// count; wall clock otherwise.
    [[nodiscard]] double nanoseconds(std::size_t round) const;
    [[nodiscard]] std::vector<double> all_nanoseconds() const;  ///< one a round
    [[nodiscard]] double median_nanoseconds() const;
    /// Below `threads` when other processes took cores from them; empty where the system does not say.
    [[nodiscard]] std::optional<double> cpus_at_work() const;
};

/// Streams of so many agents lie in memory. A call is longer than a slice then, and the reference takes
/// seconds for its hash.
inline constexpr std::size_t memory_size = 4'194'304;

/// Cases that are compared with each other.
struct Group {
    std::vector<Row> rows;

    /// The row that others are compared with; null when there is none, or it has a problem.
    [[nodiscard]] const Row* reference(Start start) const;
    [[nodiscard]] const Row* tutorial(Start start = Start::ordinary) const;  ///< the faster of the two
    /// The fastest of the plain loops over separate arrays whose instruction set has vectors at most as wide
    /// as those of `row`, or of 256 bits where those are narrower.
    [[nodiscard]] const Row* rival(const Row& row) const;
    /// The fastest of those without -ffast-math.
    [[nodiscard]] const Row* ieee_rival(const Row& row) const;

  private:
    [[nodiscard]] const Row* rival(const Row& row, bool any_arithmetic) const;
    /// The fastest row for which `eligible` is true.
    [[nodiscard]] const Row* fastest(const std::function<bool(const Case&)>& eligible) const;
};

/// The speed of `row` as a multiple of that of `base`: of the ratios within each round.
[[nodiscard]] SpeedUp speed_up(const Row& row, const Row& base);

/// Duration and repetitions of a measurement.
struct Effort {
    std::size_t min_rounds;
    std::size_t max_rounds;
    double seconds;        ///< a group's time, once min_rounds are done
    double slice_seconds;  ///< a slice is as many calls as fill that, at least one
    /// Repetitions, each in other memory: the streams' place in pages and caches makes a difference of up
    /// to 1.4 times (flee, one tick: 0.56 and 0.78 ns).
    std::size_t placements = 1;
};

/// Compares states with the reference's before anything is timed.
class Checker {
  public:
    explicit Checker(const Registry& registry) : registry_(registry) {}

    /// Fills in the hashes, and the problem of each row that differs from the reference.
    void check(Group& group);

  private:
    [[nodiscard]] std::uint64_t expected(const Case& which);

    const Registry& registry_;
    std::map<std::tuple<KernelId, std::size_t, Start>, std::uint64_t> expected_;
};

/// Measures all rows without a problem. Every slice starts from the initial state, and returns to it after
/// ticks_before_reset; its order within the round is random. `on_round` gets the number of rounds done, after
/// each; all placements have the same calls a slice.
void measure(Group& group, const Effort& effort, const std::function<void(std::size_t)>& on_round);

}  // namespace wend::bench
