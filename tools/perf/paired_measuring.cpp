// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/paired_measuring.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

#include "bench/support/median.hpp"
#include "tools/perf/worker_process.hpp"

namespace wend::perf {
namespace {

/// Short, so that both sides of a ratio see the same machine; a call that takes longer is a slice by itself.
constexpr double slice_nanoseconds = 50'000;
/// A side's slices in a pair of processes. More of them sharpen a pair's value alone, and pairs differ more
/// than rounds do.
constexpr double side_nanoseconds = 3'000'000;
constexpr double most_rounds = 30;
constexpr double least_rounds = 6;
/// So much wall clock beside the thread's own time means that something else ran in the middle of the slice.
constexpr double disturbed_nanoseconds = 10'000;

/// Where the heap and the stack begin is chance in any process: here it is drawn anew for each.
constexpr std::size_t most_offset = 4096;

std::string_view kernel_of(const std::string& name) {
    return std::string_view(name).substr(0, name.find('/'));
}

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
        for (const bool is_head : {head_first, !head_first})
            workers_[is_head ? 1 : 0] =
                std::make_unique<WorkerProcess>(is_head ? head : base, random() % most_offset);
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
      random_(seed) {}

std::vector<std::vector<double>> PairedMeasuring::measure(std::span<const std::size_t> cases,
                                                          std::size_t pairs,
                                                          const std::function<void(std::size_t)>& on_pair) {
    const OnOneCore on_one_core;
    std::vector<std::size_t> order(cases.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::vector<std::vector<double>> values(cases.size());
    for (std::size_t done = 0; done < pairs; ++done, ++pair_) {
        Pair pair(base_, head_, random_);
        // Another order in each pair, but a kernel's cases together: they share paths, which take long to
        // make.
        std::shuffle(order.begin(), order.end(), random_);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return kernel_of(cases_[cases[a]].name) < kernel_of(cases_[cases[b]].name);
        });
        for (const std::size_t i : order) values[i].push_back(measure_case(pair, cases[i]));
        on_pair(done + 1);
    }
    return values;
}

double PairedMeasuring::measure_case(Pair& pair, std::size_t which) {
    const PairedCase& what = cases_[which];
    // The side that gets its memory last has the warmer caches: on paths beyond the L2, 2 % were seen.
    const Side first = random_() % 2 == 0 ? Side::a : Side::b;
    for (const Side side : {first, first == Side::a ? Side::b : Side::a})
        pair[side].open(what.name, what.agents, side == Side::a ? what.base_ticks : what.head_ticks,
                        random_() % most_offset);
    std::uint64_t& calls = calls_[which];
    if (calls == 0) {
        const double call = (pair[Side::a].pilot() + pair[Side::b].pilot()) / 2;
        calls = static_cast<std::uint64_t>(std::max(1.0, std::round(slice_nanoseconds / call)));
    }
    const double cold = pair[Side::a].slice(calls).cpu + pair[Side::b].slice(calls).cpu;  // not kept
    const auto rounds =
        static_cast<std::uint32_t>(std::clamp(2 * side_nanoseconds / (2 * cold), least_rounds, most_rounds));

    struct Round {
        double ratio;
        bool disturbed;
    };
    std::vector<Round> seen(rounds);
    for (std::uint32_t round = 0; round < rounds; ++round) {
        const Side outer = random_() % 2 == 0 ? Side::a : Side::b;
        const Side inner = outer == Side::a ? Side::b : Side::a;
        std::array<double, 2> spent{};
        std::uint32_t position = 0;
        for (const Side side : {outer, inner, inner, outer}) {
            const SliceTime time = pair[side].slice(calls);
            spent[static_cast<std::size_t>(side)] += time.cpu;
            seen[round].disturbed |= time.wall - time.cpu > disturbed_nanoseconds;
            samples_[which].push_back({.side = side,
                                       .pair = pair_,
                                       .round = round,
                                       .position = position++,
                                       .iterations = calls,
                                       .nanoseconds = time.cpu / static_cast<double>(calls)});
        }
        seen[round].ratio = std::log(spent[1] / spent[0]);
    }
    // Left out by a rule that does not look at the ratio; kept all the same where hardly anything is
    // undisturbed.
    const auto disturbed = static_cast<std::size_t>(
        std::count_if(seen.begin(), seen.end(), [](const Round& round) { return round.disturbed; }));
    rounds_ += rounds;
    disturbed_ += disturbed;
    const bool leave_out = disturbed <= rounds / 2;
    std::vector<double> ratios;
    for (const Round& round : seen)
        if (!leave_out || !round.disturbed) ratios.push_back(round.ratio);
    return bench::median(std::move(ratios));
}

}  // namespace wend::perf
