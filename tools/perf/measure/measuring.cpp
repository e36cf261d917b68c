// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/measuring.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <sstream>
#include <utility>

#include "bench/statistics/median.hpp"
#include "tools/perf/history/gbench_json.hpp"
#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/measure/pair_rounds.hpp"
#include "tools/perf/measure/processes.hpp"
#include "tools/perf/measure/worker_process.hpp"
#include "tools/support/command_line.hpp"
#include "words/file_error.hpp"

namespace wend::perf {
namespace {

/// How a case is measured in a pair of processes.
struct PairLimits {
    /// Short, so that both sides of a ratio see the same machine; a longer call is a slice by itself.
    double slice_nanoseconds;
    double most_nanoseconds;  ///< of all slices of a side
    std::size_t most_rounds;
};
constexpr PairLimits one_thread{50'000, 30'000'000, 60};
/// Threads have to wake up, and the wall clock includes every interruption of the machine.
constexpr PairLimits all_threads{1'000'000, 30'000'000, 30};

/// Fewer rounds where a slice is a call of milliseconds.
constexpr double long_slice = 2'000'000;
std::size_t least_rounds(double slice) { return slice < long_slice ? 6 : 3; }

/// The standard error at which a pair ends: pairs of one build differ by more than this.
constexpr double enough_error = 0.003;

/// Slices in a round: A B A B, the faster slice of a side counts. An interrupt of a virtual machine takes 20
/// microseconds of the thread's own time, and hits one call of 200 in four or five. With the sum of a side's
/// slices, medians of pairs of one build scattered by 2.1 % on such a machine (AMD Zen 3), with the faster
/// one by 1.4.
///
/// In alternation, so that each slice follows one of the other side. In the order A B B A the second B finds
/// its paths in the L3: 1.6 ms instead of 2.4.
constexpr std::uint32_t slices_a_round = 4;

/// A larger difference between wall clock and the thread's own time: another process ran during the slice.
constexpr double disturbed_nanoseconds = 10'000;
/// With several threads: the system took a core away more often than once in this time. Its own threads do so
/// for some microseconds, once in 10 ms or more; another process that computes, for milliseconds.
constexpr double switch_nanoseconds = 4'000'000;

/// The start of heap and stack is random in any process: here it is drawn anew for each. So are, by copies,
/// the pages that hold its code.
constexpr std::size_t most_offset = 4096;

double time_of(const SliceTime& time, bool by_wall) { return by_wall ? time.wall : time.cpu; }

/// Keeps this process, and the processes that it starts meanwhile, on one core: the process that waits for an
/// answer leaves it to the one that computes the answer.
class OnOneCore {
  public:
    OnOneCore() {
        cpu_set_t allowed;
        if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return;
        cpu_set_t one;
        CPU_ZERO(&one);
        // The last one: interrupts tend to go to the first.
        for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu)
            if (CPU_ISSET(cpu, &allowed)) {
                CPU_SET(cpu, &one);
                break;
            }
        if (sched_setaffinity(0, sizeof(one), &one) == 0) before_ = allowed;
    }

    ~OnOneCore() {
        if (before_) sched_setaffinity(0, sizeof(*before_), &*before_);
    }
    OnOneCore(const OnOneCore&) = delete;
    OnOneCore& operator=(const OnOneCore&) = delete;

  private:
    std::optional<cpu_set_t> before_;
};

class WorkerPair {
  public:
    WorkerPair(const std::filesystem::path& base, const std::filesystem::path& head,
               std::mt19937_64& random) {
        const bool head_first = random() % 2 == 1;
        for (const bool is_head : {head_first, !head_first}) {
            const std::filesystem::path& executable = is_head ? head : base;
            const ExecutableCopy copy(executable);
            workers_[is_head ? 1 : 0] =
                std::make_unique<WorkerProcess>(executable, copy.path(), random() % most_offset);
        }
    }

    WorkerProcess& operator[](Side side) { return *workers_[static_cast<std::size_t>(side)]; }

  private:
    std::array<std::unique_ptr<WorkerProcess>, 2> workers_;
};

/// All slices of a case in one pair, nanoseconds a call, by side.
using SliceTimes = std::array<std::vector<double>, 2>;

class WorkerMeasuring final : public Measuring {
  public:
    WorkerMeasuring(std::filesystem::path base, std::filesystem::path head, std::vector<PairedCase> cases,
                    std::uint64_t seed)
        : base_(std::move(base)),
          head_(std::move(head)),
          cases_(std::move(cases)),
          calls_(cases_.size()),
          random_(seed) {
        samples_.resize(cases_.size());
        crowded_.resize(cases_.size());
    }

    std::vector<std::vector<double>> measure(std::span<const std::size_t> cases, std::size_t pairs,
                                             const std::function<void()>& on_case) override;

  private:
    struct Round {
        double ratio;  ///< ln(time of head / time of base)
        bool disturbed;
        double nanoseconds;  ///< of both sides
    };
    [[nodiscard]] double measure_case(WorkerPair& pair, std::size_t which);
    [[nodiscard]] Round measure_round(WorkerPair& pair, std::size_t which, Side early, SliceTimes& slices);

    std::filesystem::path base_;
    std::filesystem::path head_;
    std::vector<PairedCase> cases_;
    std::vector<std::uint64_t> calls_;  ///< a slice, the same on both sides; 0: not yet known
    std::mt19937_64 random_;
    std::uint32_t pair_ = 0;
};

std::vector<std::vector<double>> WorkerMeasuring::measure(std::span<const std::size_t> cases,
                                                          std::size_t pairs,
                                                          const std::function<void()>& on_case) {
    std::vector<std::size_t> order(cases.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto threads = [&](std::size_t i) { return has_threads(cases_[cases[i]].name); };
    std::vector<std::vector<double>> values(cases.size());
    const auto measure_with_one_pair = [&](std::span<const std::size_t> part) {
        if (part.empty()) return;
        WorkerPair pair(base_, head_, random_);
        for (const std::size_t i : part) {
            values[i].push_back(measure_case(pair, cases[i]));
            on_case();
        }
    };
    for (std::size_t done = 0; done < pairs; ++done, ++pair_) {
        // Another order in each pair, but a kernel's cases together, and those of one size: they share paths
        // and populations, which take long to make.
        std::shuffle(order.begin(), order.end(), random_);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const auto key = [&](std::size_t i) {
                const std::string& name = cases_[cases[i]].name;
                return std::pair(kernel_of(name), number_in(name, "agents"));
            };
            return key(a) < key(b);
        });
        const auto threaded =
            std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return !threads(i); });
        {
            const OnOneCore on_one_core;
            measure_with_one_pair({order.begin(), threaded});
        }
        measure_with_one_pair({threaded, order.end()});
    }
    return values;
}

double WorkerMeasuring::measure_case(WorkerPair& pair, std::size_t which) {
    const PairedCase& one = cases_[which];
    // The side that gets its memory last has the warmer caches: on paths beyond the L2, 2 % were seen.
    const Side first = random_() % 2 == 0 ? Side::a : Side::b;
    for (const Side side : {first, other_side(first)})
        pair[side].open(one.name, one.agents, random_() % most_offset);
    const bool by_wall = has_threads(one.name);
    const PairLimits& limits = by_wall ? all_threads : one_thread;
    std::uint64_t& calls = calls_[which];
    if (calls == 0) {
        const double call = one.calls(Side::a) * (pair[Side::a].pilot() + pair[Side::b].pilot()) / 2;
        calls = static_cast<std::uint64_t>(std::max(1.0, std::round(limits.slice_nanoseconds / call)));
    }
    const double cold =  // not kept
        (time_of(pair[Side::a].slice(calls * one.calls(Side::a)), by_wall) +
         time_of(pair[Side::b].slice(calls * one.calls(Side::b)), by_wall)) /
        2;

    PairRounds rounds;
    SliceTimes slices;
    double spent = 0;
    const Side early = random_() % 2 == 0 ? Side::a : Side::b;
    do {
        const Round round = measure_round(pair, which, early, slices);
        rounds.add(round.ratio, round.disturbed);
        spent += round.nanoseconds / 2;
    } while (rounds.count() < least_rounds(cold) ||
             (rounds.count() < limits.most_rounds && spent < limits.most_nanoseconds &&
              rounds.error() > enough_error));
    rounds_ += rounds.count();
    disturbed_ += rounds.disturbed();
    if (by_wall && rounds.mostly_disturbed()) ++crowded_[which];
    for (const Side side : {Side::a, Side::b}) {
        std::vector<double>& times = slices[static_cast<std::size_t>(side)];
        const std::uint64_t iterations = times.size() * calls;
        samples_[which].push_back({.side = side,
                                   .pair = pair_,
                                   .iterations = iterations,
                                   .nanoseconds = bench::median(std::move(times))});
    }
    return rounds.value();
}

WorkerMeasuring::Round WorkerMeasuring::measure_round(WorkerPair& pair, std::size_t which, Side early,
                                                      SliceTimes& slices) {
    const bool by_wall = has_threads(cases_[which].name);
    const std::uint64_t calls = calls_[which];
    constexpr double never = std::numeric_limits<double>::infinity();
    std::array<double, 2> fastest{never, never};
    Round round{};
    for (std::uint32_t position = 0; position < slices_a_round; ++position) {
        const Side side = position % 2 == 0 ? early : other_side(early);
        const SliceTime time = pair[side].slice(calls * cases_[which].calls(side));
        const double nanoseconds = time_of(time, by_wall);
        double& best = fastest[static_cast<std::size_t>(side)];
        best = std::min(best, nanoseconds);
        round.nanoseconds += nanoseconds;
        round.disturbed |= by_wall ? static_cast<double>(time.switches) * switch_nanoseconds > time.wall
                                   : time.wall - time.cpu > disturbed_nanoseconds;
        slices[static_cast<std::size_t>(side)].push_back(nanoseconds / static_cast<double>(calls));
    }
    round.ratio = std::log(fastest[1] / fastest[0]);
    return round;
}

/// Google Benchmark's own unit, seconds: version 1.7 takes a number alone, later ones still do.
constexpr const char* least_time = "--benchmark_min_time=0.02";

/// UseRealTime and UseManualTime leave their mark on the name; the others are measured by cpu_time.
bool is_by_real_time(std::string_view name) {
    return name.find("/real_time") != std::string_view::npos ||
           name.find("/manual_time") != std::string_view::npos;
}

/// A case of one executable that gives no time; the others can be measured all the same.
class CaseFailure : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One benchmark, run alone in a process. Several of one name are one case: the mean of their times.
Sample run_google(const std::filesystem::path& executable, const std::string& name) {
    const ChildOutcome outcome = run_child(
        {executable.string(), "--benchmark_filter=" + exactly(name), least_time, "--benchmark_format=json"});
    const auto fail = [&](const std::string& problem) {
        return CaseFailure(fmt::format("{}: {}", executable.string(), problem));
    };
    if (outcome.status != 0) throw fail(outcome.how_it_ended);
    std::vector<BenchResult> results;
    try {
        results = read_gbench(outcome.out, "its output").run.results;
    } catch (const words::FileError& error) {
        throw fail(error.what());
    }
    Sample mean{};
    std::vector<double> times;
    for (const BenchResult& result : results) {
        if (!result.notes.empty() && result.samples.empty()) throw fail(result.notes.back().text);
        for (const Sample& sample : result.samples) {
            mean.iterations += sample.iterations;
            if (is_by_real_time(name)) times.push_back(sample.nanoseconds);
        }
        for (const Counter& counter : result.counters)
            if (!is_by_real_time(name) && counter.name == "cpu_time") times.push_back(counter.value);
    }
    if (times.empty() || !std::ranges::all_of(times, [](double time) { return time > 0; }))
        throw fail("reports no time");
    mean.nanoseconds = std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
    return mean;
}

class GoogleMeasuring final : public Measuring {
  public:
    GoogleMeasuring(std::filesystem::path base, std::filesystem::path head, std::vector<std::string> cases,
                    std::uint64_t seed)
        : executables_{std::move(base), std::move(head)}, cases_(std::move(cases)), random_(seed) {
        samples_.resize(cases_.size());
        crowded_.resize(cases_.size());
    }

    std::vector<std::vector<double>> measure(std::span<const std::size_t> cases, std::size_t pairs,
                                             const std::function<void()>& on_case) override {
        std::vector<std::vector<double>> values(cases.size());
        for (std::size_t done = 0; done < pairs; ++done, ++rounds_) {
            for (std::size_t i = 0; i < cases.size(); ++i) {
                measure_pair(cases[i], values[i]);
                on_case();
            }
        }
        return values;
    }

  private:
    void measure_pair(std::size_t which, std::vector<double>& values) {
        if (failures_.contains(which)) return;
        try {
            values.push_back(measure_pair(which));
        } catch (const CaseFailure& failure) {
            failures_.emplace(which, failure.what());
            values.clear();
            samples_[which].clear();
        }
    }

    double measure_pair(std::size_t which) {
        const Side outer = random_() % 2 == 0 ? Side::a : Side::b;
        const Side inner = other_side(outer);
        std::array<double, 2> spent{};
        std::uint32_t position = 0;
        for (const Side side : {outer, inner, inner, outer}) {
            Sample one = run_google(executables_[static_cast<std::size_t>(side)], cases_[which]);
            one.side = side;
            one.pair = static_cast<std::uint32_t>(rounds_);
            one.position = position++;
            spent[static_cast<std::size_t>(side)] += one.nanoseconds;
            samples_[which].push_back(one);
        }
        return std::log(spent[1] / spent[0]);
    }

    const OnOneCore on_one_core_;
    std::array<std::filesystem::path, 2> executables_;
    std::vector<std::string> cases_;
    std::mt19937_64 random_;
};

}  // namespace

std::unique_ptr<Measuring> measure_workers(std::filesystem::path base, std::filesystem::path head,
                                           std::vector<PairedCase> cases, std::uint64_t seed) {
    return std::make_unique<WorkerMeasuring>(std::move(base), std::move(head), std::move(cases), seed);
}

std::unique_ptr<Measuring> measure_google(std::filesystem::path base, std::filesystem::path head,
                                          std::vector<std::string> cases, std::uint64_t seed) {
    return std::make_unique<GoogleMeasuring>(std::move(base), std::move(head), std::move(cases), seed);
}

std::vector<std::string> google_names(const std::filesystem::path& executable) {
    const ChildOutcome outcome = run_child({executable.string(), "--benchmark_list_tests=true"});
    if (outcome.status != 0)
        throw support::MisuseError(fmt::format("{}: {}", executable.string(), outcome.how_it_ended));
    std::vector<std::string> names;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) names.push_back(line);
    return names;
}

}  // namespace wend::perf
