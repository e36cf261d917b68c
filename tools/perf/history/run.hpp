// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Runs of the history, each of one or two builds on one machine. Plain values; history.hpp stores them.
namespace wend::perf {

/// The conditions of an absolute time besides the program. Two runs are of one machine if all are equal.
struct Machine {
    std::string host{};  ///< only of results that were recorded elsewhere
    std::string cpu{};   ///< model, and family
    std::string microcode{};
    std::string flags{};  ///< of the CPU, sorted
    std::uint32_t cores = 0;
    std::string caches{};
    std::string hypervisor{};  ///< empty: none seen
    std::string kernel{};      ///< of the operating system

    [[nodiscard]] bool operator==(const Machine&) const = default;
};

/// 16 hexadecimal digits, from all of it.
[[nodiscard]] std::string fingerprint(const Machine& machine);

/// "host, cpu, 2 cores": for people.
[[nodiscard]] std::string describe(const Machine& machine);

/// One executable. Unknown values are empty.
struct Build {
    std::string revision{};  ///< the commit's full name
    std::string parent{};    ///< its first parent's
    bool dirty = false;      ///< built from a working tree with changes
    std::string compiler{};
    std::string flags{};
    std::uint64_t layout_seed = 0;  ///< of the linker's order of functions; 0: its own order
    std::string executable_hash{};  ///< XXH64 of the file, 16 hexadecimal digits

    [[nodiscard]] bool operator==(const Build&) const = default;
};

/// The revision's first 12 digits, "+" when dirty; without one "file" and 8 digits of the hash, or "unknown".
[[nodiscard]] std::string short_name(const Build& build);

enum class Side : std::uint8_t { a, b };  ///< base and head; a run of one build has side a alone

[[nodiscard]] constexpr Side other_side(Side side) noexcept { return side == Side::a ? Side::b : Side::a; }

/// A time: of a pair of processes the median of its slices; or one repetition of a benchmark.
struct Sample {
    Side side = Side::a;
    std::uint32_t pair = 0;      ///< of processes
    std::uint32_t round = 0;     ///< the repetition of a Google Benchmark run
    std::uint32_t position = 0;  ///< of the process within the pair
    std::uint64_t iterations = 0;
    double nanoseconds = 0;  ///< an iteration, wall clock

    [[nodiscard]] bool operator==(const Sample&) const = default;
};

struct Counter {
    Side side = Side::a;
    std::uint32_t round = 0;  ///< as that of a sample; 0 when there is one value a run
    std::string name{};
    double value = 0;
    std::string unit{};

    [[nodiscard]] bool operator==(const Counter&) const = default;
};

/// The result of comparing the two sides. Ratios are of times, b to a: above 1 is slower.
struct Verdict {
    double ratio = 1;
    double low = 1;
    double high = 1;
    double p = 1;
    double p_adjusted = 1;    ///< over all benchmarks of the run
    double least_effect = 0;  ///< the smallest change that counts, as a fraction
    std::string state{};      ///< a name of decision.hpp's State
    std::uint32_t pairs = 0;
    std::string confirmed_by{};  ///< key of the run that measured it again; empty: none

    [[nodiscard]] bool operator==(const Verdict&) const = default;
};

/// Text about a benchmark: kind "label", "error", "skipped" ...
struct Note {
    std::string kind{};
    std::string text{};

    [[nodiscard]] bool operator==(const Note&) const = default;
};

/// All about one benchmark of a run.
struct BenchResult {
    std::string name;  ///< an interface: results are joined by it
    std::vector<Sample> samples{};
    std::vector<Counter> counters{};
    std::vector<Note> notes{};
    std::optional<Verdict> verdict{};

    [[nodiscard]] bool operator==(const BenchResult&) const = default;
};

enum class RunKind : std::uint8_t { times, compare, gate, calibrate };
inline constexpr std::array<std::string_view, 4> kind_names{"times", "compare", "gate", "calibrate"};

struct StoredRun {
    RunKind kind = RunKind::times;
    Build a{};
    std::optional<Build> b{};
    Machine machine{};
    std::string started{};  ///< UTC, as 2026-11-21T10:45:58Z
    double load = 0;        ///< load average when it started
    std::string tool{};     ///< the program that made it, with version
    std::uint64_t seed = 0;
    std::string parameters = "{}";  ///< a JSON object
    std::vector<BenchResult> results{};

    [[nodiscard]] bool operator==(const StoredRun&) const = default;
};

/// Whether a run with this kind and first build is a part of a gate: its suspects in another link layout. The
/// gate's verdicts name its key in `confirmed_by`; lists show the gate only.
[[nodiscard]] inline bool is_part(RunKind kind, const Build& a) {
    return kind == RunKind::gate && a.layout_seed != 0;
}

/// Now, as StoredRun::started has it.
[[nodiscard]] std::string utc_now();

/// The median of a side's times, in nanoseconds an iteration; none without samples.
[[nodiscard]] std::optional<double> median_time(const BenchResult& result, Side side = Side::a);

/// Puts benchmarks, samples, counters and notes in the order of the key.
void sort_run(StoredRun& run);

/// The reason why a history refuses a sorted run (an empty or repeated name, two samples at one place,
/// numbers that are not finite); empty if it does not.
[[nodiscard]] std::string problem(const StoredRun& run);

/// 16 hexadecimal digits, from the whole content of a sorted run: the same in every history.
[[nodiscard]] std::string key_of(const StoredRun& run);

}  // namespace wend::perf
