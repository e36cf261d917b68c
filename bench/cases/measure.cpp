// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <random>

#include "bench/cases/cpu_clock.hpp"
#include "bench/statistics/median.hpp"

namespace wend::bench {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Calls longer than this bring their own data into the caches in a small part of the slice.
constexpr double warm_up_below = 5e-3;

/// A case in the middle of being measured.
struct Runner {
    Row* row;
    Run run;
    bool warm_up = false;

    void calibrate(double slice_seconds) {
        run.reset();
        double seconds = 0;
        std::uint64_t calls = 1;
        for (;; calls *= 4) {
            const Clock::time_point start = Clock::now();
            run.run(calls);
            seconds = seconds_since(start);
            if (seconds >= slice_seconds / 8) break;
        }
        // Once more, with everything warm.
        const Clock::time_point start = Clock::now();
        if (seconds < slice_seconds) run.run(calls);
        if (seconds < slice_seconds) seconds = seconds_since(start);
        const double per_call = seconds / static_cast<double>(calls);
        if (row->calls == 0)
            row->calls = static_cast<std::uint64_t>(std::max(1.0, std::round(slice_seconds / per_call)));
        warm_up = per_call < warm_up_below;
    }

    void take_slice() {
        const clockid_t whose = row->what.threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID;
        Slice slice{};
        // Not by CPU time: the system adds that of running threads only every few milliseconds.
        const double waited = row->what.threads == 1 ? 0 : waited_seconds();
        const Clock::time_point began = Clock::now();
        for (std::uint64_t left = row->calls; left > 0;) {
            const std::uint64_t calls = std::min(left, calls_before_reset());
            run.reset();
            if (warm_up) run.run(1);
            const std::int64_t cpu = cpu_nanoseconds(whose);
            const Clock::time_point start = Clock::now();
            run.run(calls);
            slice.real_seconds += seconds_since(start);
            slice.cpu_seconds += 1e-9 * static_cast<double>(cpu_nanoseconds(whose) - cpu);
            left -= calls;
        }
        const double threads = row->what.threads;
        slice.cpus = threads;
        if (threads != 1) {
            // A wait is added when it ends, even what of it lay before the slice.
            const double waiting = (waited_seconds() - waited) / seconds_since(began);
            slice.cpus -= std::clamp(waiting, 0.0, threads);
        }
        row->slices.push_back(slice);
    }

    [[nodiscard]] std::uint64_t calls_before_reset() const {
        return std::max<std::uint64_t>(1, ticks_before_reset(row->what.agents) / row->what.ticks);
    }
};

/// Within each round.
std::vector<double> ratios(const Row& row, const Row& base) {
    std::vector<double> all(std::min(row.slices.size(), base.slices.size()));
    for (std::size_t round = 0; round < all.size(); ++round)
        all[round] = base.nanoseconds(round) / row.nanoseconds(round);
    return all;
}

}  // namespace

double Row::nanoseconds(std::size_t round) const {
    const double agent_ticks =
        static_cast<double>(calls) * static_cast<double>(what.ticks) * static_cast<double>(what.agents);
    const Slice& slice = slices[round];
    return (what.threads == 1 ? slice.cpu_seconds : slice.real_seconds) * 1e9 / agent_ticks;
}

std::vector<double> Row::all_nanoseconds() const {
    std::vector<double> values(slices.size());
    for (std::size_t round = 0; round < slices.size(); ++round) values[round] = nanoseconds(round);
    return values;
}

double Row::median_nanoseconds() const { return median(all_nanoseconds()); }

std::optional<double> Row::cpus_at_work() const {
    double sum = 0;
    for (const Slice& slice : slices) sum += slice.cpus;
    if (slices.empty() || std::isnan(sum)) return std::nullopt;
    return sum / static_cast<double>(slices.size());
}

const Row* Group::reference(Start start) const {
    for (const Row& row : rows)
        if (row.what.wend_isa == Isa::reference && row.what.threads == 1 && row.what.start == start &&
            !row.slices.empty())
            return &row;
    return nullptr;
}

const Row* Group::fastest(const std::function<bool(const Case&)>& eligible) const {
    const Row* best = nullptr;
    for (const Row& row : rows)
        if (eligible(row.what) && !row.slices.empty() &&
            (best == nullptr || row.median_nanoseconds() < best->median_nanoseconds()))
            best = &row;
    return best;
}

const Row* Group::tutorial(Start start) const {
    return fastest([&](const Case& which) { return which.side == Side::tutorial && which.start == start; });
}

const Row* Group::rival(const Row& row, bool any_arithmetic) const {
    const unsigned bits = std::max(row.what.vector_bits, 256u);
    return fastest([&](const Case& which) {
        return which.side == Side::plain && which.start == row.what.start && which.vector_bits <= bits &&
               (any_arithmetic || which.ieee);
    });
}

const Row* Group::rival(const Row& row) const { return rival(row, true); }

const Row* Group::ieee_rival(const Row& row) const { return rival(row, false); }

SpeedUp speed_up(const Row& row, const Row& base) { return speed_up_of_ratios(ratios(row, base)); }

std::uint64_t Checker::expected(const Case& which) {
    const auto [entry, is_new] = expected_.try_emplace({which.kernel, which.agents, which.start});
    if (is_new)
        entry->second = hash_of(registry_.make_case(which.kernel, Isa::reference, which.agents, all_threads(),
                                                    hash_ticks_of(which.kernel), which.start));
    return entry->second;
}

void Checker::check(Group& group) {
    for (Row& row : group.rows) {
        const Case& what = row.what;
        if (what.is_rival()) {
            row.problem = what.disagreement();
            continue;
        }
        const std::uint64_t right = expected(what);
        const bool too_slow = what.wend_isa == Isa::reference && what.agents >= memory_size;
        row.hash = too_slow ? right : hash_of(what);
        if (row.hash != right)
            row.problem =
                fmt::format("the state after {} ticks has the hash {:016x}, and the reference's has {:016x}",
                            hash_ticks_of(what.kernel), row.hash, right);
    }
}

void measure(Group& group, const Effort& effort, const std::function<void(std::size_t)>& on_round) {
    std::minstd_rand random(static_cast<std::minstd_rand::result_type>(seed));
    std::vector<std::vector<std::byte>> spacers;
    std::size_t done = 0;
    for (std::size_t placement = 0; placement < effort.placements; ++placement) {
        if (placement != 0) spacers.emplace_back(64 * (1 + random() % 16'384));
        std::vector<Runner> runners;
        for (Row& row : group.rows) {
            if (!row.problem.empty()) continue;
            runners.push_back({&row, row.what.make()});
            runners.back().calibrate(effort.slice_seconds);
        }
        const Clock::time_point start = Clock::now();
        for (std::size_t round = 1; round <= effort.max_rounds; ++round) {
            std::shuffle(runners.begin(), runners.end(), random);
            for (Runner& runner : runners) runner.take_slice();
            on_round(++done);
            if (round >= effort.min_rounds && seconds_since(start) >= effort.seconds) break;
        }
    }
}

}  // namespace wend::bench
