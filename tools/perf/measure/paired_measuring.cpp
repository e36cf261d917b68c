// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/paired_measuring.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/measure/executable_copy.hpp"
#include "tools/perf/measure/pair_rounds.hpp"
#include "tools/perf/measure/worker_process.hpp"

namespace wend::perf {
namespace {

/// How a case is measured: slices of so many nanoseconds, of a side in a pair of processes at most so many in
/// sum.
struct Pace {
    /// Short, so that both sides of a ratio see the same machine; a call that takes longer is a slice by
    /// itself.
    double slice_nanoseconds;
    double most_nanoseconds;
    std::size_t most_rounds;
};
constexpr Pace one_thread{50'000, 30'000'000, 60};
/// Threads have to wake up, and the wall clock has every interruption of the machine in it.
constexpr Pace all_threads{1'000'000, 30'000'000, 30};

/// Fewer rounds where a slice is a call of milliseconds.
constexpr double long_slice = 2'000'000;
std::size_t least_rounds(double slice) { return slice < long_slice ? 6 : 3; }

/// Further rounds sharpen a pair's value alone, and pairs of one build differ by more than this.
constexpr double enough_error = 0.003;

/// So many slices a round, the sides by turns, and the faster one of a side counts: an interrupt takes a
/// virtual machine 20 microseconds, of the thread's own time, and hits one call of 200 in four or five. With
/// their sum, medians of pairs of one build scattered by 2.1 % on such a machine (AMD Zen 3), with the faster
/// one by 1.4.
///
/// By turns, so that each slice comes after one of the other side. In the order A B B A it is the second B
/// that finds its paths in the L3: 1.6 ms in place of 2.4.
constexpr std::uint32_t slices_a_round = 4;

/// So much wall clock beside the thread's own time means that something else ran in the middle of the slice.
constexpr double disturbed_nanoseconds = 10'000;
/// Of several threads: that the system took a core away more often than so. Its own threads do so for some
/// microseconds, and once in a slice of 10 ms or more; another process that computes, for milliseconds.
constexpr double switch_nanoseconds = 4'000'000;

/// Where the heap and the stack begin is chance in any process: here it is drawn anew for each. So are, by
/// copies, the pages that hold its code.
constexpr std::size_t most_offset = 4096;

double time_of(const SliceTime& time, bool by_wall) { return by_wall ? time.wall : time.cpu; }

}  // namespace

OnOneCore::OnOneCore() {
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
    if (sched_setaffinity(0, sizeof(one), &one) != 0) return;
    before_.resize(sizeof(allowed));
    std::memcpy(before_.data(), &allowed, sizeof(allowed));
}

OnOneCore::~OnOneCore() {
    if (before_.empty()) return;
    cpu_set_t allowed;
    std::memcpy(&allowed, before_.data(), sizeof(allowed));
    sched_setaffinity(0, sizeof(allowed), &allowed);
}

class PairedMeasuring::Pair {
  public:
    Pair(const std::filesystem::path& base, const std::filesystem::path& head, std::mt19937_64& random) {
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

PairedMeasuring::PairedMeasuring(std::filesystem::path base, std::filesystem::path head,
                                 std::vector<PairedCase> cases, std::uint64_t seed)
    : base_(std::move(base)),
      head_(std::move(head)),
      cases_(std::move(cases)),
      calls_(cases_.size()),
      samples_(cases_.size()),
      crowded_(cases_.size()),
      random_(seed) {}

std::vector<std::vector<double>> PairedMeasuring::measure(std::span<const std::size_t> cases,
                                                          std::size_t pairs,
                                                          const std::function<void()>& on_case) {
    std::vector<std::size_t> order(cases.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto threads = [&](std::size_t i) { return has_threads(cases_[cases[i]].name); };
    std::vector<std::vector<double>> values(cases.size());
    const auto measure_with_one_pair = [&](std::span<const std::size_t> part) {
        if (part.empty()) return;
        Pair pair(base_, head_, random_);
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

double PairedMeasuring::measure_case(Pair& pair, std::size_t which) {
    const PairedCase& what = cases_[which];
    // The side that gets its memory last has the warmer caches: on paths beyond the L2, 2 % were seen.
    const Side first = random_() % 2 == 0 ? Side::a : Side::b;
    for (const Side side : {first, other_side(first)})
        pair[side].open(what.name, what.agents, random_() % most_offset);
    const bool by_wall = has_threads(what.name);
    const Pace& pace = by_wall ? all_threads : one_thread;
    std::uint64_t& calls = calls_[which];
    if (calls == 0) {
        const double call = what.calls(Side::a) * (pair[Side::a].pilot() + pair[Side::b].pilot()) / 2;
        calls = static_cast<std::uint64_t>(std::max(1.0, std::round(pace.slice_nanoseconds / call)));
    }
    const double cold =  // not kept
        (time_of(pair[Side::a].slice(calls * what.calls(Side::a)), by_wall) +
         time_of(pair[Side::b].slice(calls * what.calls(Side::b)), by_wall)) /
        2;

    PairRounds rounds;
    double spent = 0;
    const Side early = random_() % 2 == 0 ? Side::a : Side::b;
    do {
        const Round round = measure_round(pair, which, early, static_cast<std::uint32_t>(rounds.count()));
        rounds.add(round.ratio, round.disturbed);
        spent += round.nanoseconds / 2;
    } while (rounds.count() < least_rounds(cold) ||
             (rounds.count() < pace.most_rounds && spent < pace.most_nanoseconds &&
              rounds.error() > enough_error));
    rounds_ += rounds.count();
    disturbed_ += rounds.disturbed();
    if (by_wall && rounds.mostly_disturbed()) ++crowded_[which];
    return rounds.value();
}

PairedMeasuring::Round PairedMeasuring::measure_round(Pair& pair, std::size_t which, Side early,
                                                      std::uint32_t number) {
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
        samples_[which].push_back({.side = side,
                                   .pair = pair_,
                                   .round = number,
                                   .position = position,
                                   .iterations = calls,
                                   .nanoseconds = nanoseconds / static_cast<double>(calls)});
    }
    round.ratio = std::log(fastest[1] / fastest[0]);
    return round;
}

}  // namespace wend::perf
