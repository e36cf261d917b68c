// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the history keeps: runs, each of one or two builds on one machine. Plain values; history.hpp stores
/// them.
namespace wend::perf {

/// What an absolute time depends on beside the program. Two runs are of one machine when all of it is equal.
struct Machine {
    std::string host{};  ///< of imported runs alone, whose files have little else
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

/// One executable. Whatever is not known is empty.
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

/// One slice; of a pruned run the median of all slices of its side, and the sum of their iterations.
struct Sample {
    Side side = Side::a;
    std::uint32_t pair = 0;      ///< of processes
    std::uint32_t round = 0;     ///< within the pair; the repetition of a Google Benchmark run
    std::uint32_t position = 0;  ///< within the round: which slice ran first
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

/// What a comparison of the two sides came to. Ratios are of times, b to a: above 1 is slower.
struct Verdict {
    double ratio = 1;
    double low = 1;
    double high = 1;
    double p = 1;
    double p_adjusted = 1;    ///< over all benchmarks of the run
    double least_effect = 0;  ///< the smallest change that counts, as a fraction
    std::string state{};      ///< "regressed", "improved", "same", "unclear", "layout" ...
    std::uint32_t pairs = 0;
    std::string confirmed_by{};  ///< key of the run that measured it again; empty: none

    [[nodiscard]] bool operator==(const Verdict&) const = default;
};

/// What the machine code of one side is and does, a call.
struct Code {
    Side side = Side::a;
    std::string hash{};
    std::uint64_t instructions = 0;
    std::uint64_t flop = 0;
    std::uint64_t bytes = 0;

    [[nodiscard]] bool operator==(const Code&) const = default;
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
    std::vector<Code> code{};
    std::vector<Note> notes{};
    std::optional<Verdict> verdict{};

    [[nodiscard]] bool operator==(const BenchResult&) const = default;
};

enum class Kind : std::uint8_t { gbench, suite, ab, gate, count, ceiling, calibrate, nanobench, criterion };
inline constexpr std::array<std::string_view, 9> kind_names{
    "gbench", "suite", "ab", "gate", "count", "ceiling", "calibrate", "nanobench", "criterion"};

/// Whether runs of this kind are times of one build.
[[nodiscard]] constexpr bool holds_times(Kind kind) noexcept {
    return kind == Kind::gbench || kind == Kind::suite || kind == Kind::nanobench || kind == Kind::criterion;
}

struct Run {
    Kind kind = Kind::suite;
    Build a{};
    std::optional<Build> b{};
    Machine machine{};
    std::string started{};  ///< UTC, as 2026-11-21T10:45:58Z
    double load = 0;        ///< load average when it started
    std::string tool{};     ///< what made it, with version
    std::uint64_t seed = 0;
    std::string parameters = "{}";  ///< a JSON object
    std::vector<BenchResult> results{};
    std::string whole_key{};  ///< of a pruned run: the key that it had with all of its slices; else empty

    [[nodiscard]] bool operator==(const Run&) const = default;
};

/// Whether a run with this kind and first build is a part of a gate: its suspects in another link layout. The
/// gate's verdicts name the key in `confirmed_by`. A history keeps such a part, and lists the gate alone.
[[nodiscard]] inline bool is_part(Kind kind, const Build& a) {
    return kind == Kind::gate && a.layout_seed != 0;
}

/// Now, as Run::started has it.
[[nodiscard]] std::string utc_now();

/// The run with one sample for each benchmark and side, the median, and `key` as its own. A run that has no
/// more samples than that stays as it is.
[[nodiscard]] Run pruned(Run run, const std::string& key);

/// The median of a side's times, in nanoseconds an iteration; none without samples.
[[nodiscard]] std::optional<double> median_time(const BenchResult& result, Side side = Side::a);

}  // namespace wend::perf
