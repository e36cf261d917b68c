// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/ceilings/ceilings.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <barrier>
#include <thread>

#include "bench/cases/cpu_clock.hpp"
#include "bench/ceilings/ceiling_loops.hpp"
#include "bench/statistics/median.hpp"
#include "kernels/src/simd/built_isas.hpp"

namespace wend::bench {

const CeilingLoops* ceiling_loops(Isa isa) noexcept {
#if defined(__x86_64__)
    return detail::BuiltIsas::find<CeilingLoops>(isa);
#else
    static_cast<void>(isa);
    return nullptr;
#endif
}

namespace {

constexpr std::uint64_t iterations = 200'000;
constexpr std::uint64_t slow_iterations = iterations / 8;  // of divisions and roots
constexpr double bytes_a_slice = 64e6;
constexpr std::size_t granule = 256;  // floats: a whole number of every loop's steps

double thread_seconds() { return 1e-9 * static_cast<double>(cpu_nanoseconds()); }

/// Three arrays that fill a level, of one thread.
struct Arrays {
    explicit Arrays(double bytes)
        : count(std::max(granule, static_cast<std::size_t>(bytes / 3 / sizeof(float)) / granule * granule)),
          a(count, 1.0f),
          b(count, 1.0f),
          c(count, 1.0f) {}

    std::size_t count;
    std::vector<float> a, b, c;
};

/// Half of what the level holds; of the L3, which others share, four times the L2; of memory, four times the
/// L3 for all threads together.
std::vector<Arrays> make_levels(const CacheSizes& caches, unsigned threads) {
    const auto size = [&](std::size_t level) { return static_cast<double>(caches.bytes[level]); };
    std::vector<Arrays> levels;
    levels.emplace_back(size(0) / 2);
    levels.emplace_back(size(1) / 2);
    levels.emplace_back(std::max(2 * size(1), std::min(4 * size(1), size(2) / 2 / threads)));
    levels.emplace_back(4 * size(2) / threads);
    return levels;
}

enum Quantity : std::size_t {
    fused,
    sums,
    mixed,
    divisions,
    roots,
    copy_l1,
    triad_l1 = copy_l1 + level_count,
    quantities = triad_l1 + level_count
};

/// How much a second of this thread's time, in one slice.
double rate(const CeilingLoops& loops, std::size_t quantity, std::vector<Arrays>& levels) {
    const auto compute = [&](const ComputeLoop& loop, std::uint64_t count, double each) {
        if (loop.instructions == 0) return 0.0;
        const double start = thread_seconds();
        loop.run(count);
        return static_cast<double>(count) * loop.instructions * each / (thread_seconds() - start);
    };
    const double lanes = loops.lanes;
    switch (quantity) {
        case fused: return compute(loops.fused, iterations, 2 * lanes);
        case sums: return compute(loops.sums, iterations, lanes);
        case mixed: return compute(loops.mixed, iterations, 1);
        case divisions: return compute(loops.divides, slow_iterations, lanes);
        case roots: return compute(loops.roots, slow_iterations, lanes);
        default: break;
    }
    const bool triad = quantity >= triad_l1;
    Arrays& arrays = levels[quantity - (triad ? triad_l1 : copy_l1)];
    const double bytes = static_cast<double>(arrays.count * sizeof(float)) * (triad ? 3 : 2);
    const auto passes = static_cast<std::size_t>(std::max(1.0, bytes_a_slice / bytes));
    const double start = thread_seconds();
    for (std::size_t i = 0; i < passes; ++i)
        (triad ? loops.triad : loops.copy)(arrays.a.data(), arrays.b.data(), arrays.c.data(), arrays.count);
    return bytes * static_cast<double>(passes) / (thread_seconds() - start);
}

}  // namespace

// By sysfs, as the benchmark library reads it: sysconf asks the processor, which in a virtual machine
// reports the host's whole L3.
CacheSizes CacheSizes::of_this_machine() {
    CacheSizes sizes{{32u << 10, 1u << 20, 32u << 20}};
    std::array<bool, 3> told{};
    for (const benchmark::CPUInfo::CacheInfo& cache : benchmark::CPUInfo::Get().caches)
        if (cache.type != "Instruction" && cache.level >= 1 && cache.level <= 3 && cache.size > 0) {
            const auto level = static_cast<std::size_t>(cache.level - 1);
            sizes.bytes[level] = static_cast<std::size_t>(cache.size);
            told[level] = true;
        }
    sizes.assumed = std::ranges::find(told, false) != told.end();
    return sizes;
}

Level CacheSizes::level_of(double footprint) const {
    for (std::size_t level = 0; level < bytes.size(); ++level)
        if (footprint <= static_cast<double>(bytes[level])) return static_cast<Level>(level);
    return Level::memory;
}

void Ceilings::raise_to(const Ceilings& other) {
    for (double Ceilings::*const rate :
         {&Ceilings::fused, &Ceilings::sums, &Ceilings::mixed, &Ceilings::divisions, &Ceilings::roots})
        this->*rate = std::max(this->*rate, other.*rate);
    for (std::size_t level = 0; level < level_count; ++level)
        bandwidth[level] = std::max(bandwidth[level], other.bandwidth[level]);
}

bool is_below_narrower(const std::vector<Ceilings>& ceilings, std::size_t index, std::size_t level) {
    constexpr double equal = 0.95;
    return std::any_of(ceilings.begin(), ceilings.begin() + static_cast<std::ptrdiff_t>(index),
                       [&](const Ceilings& narrower) {
                           return ceilings[index].bandwidth[level] < equal * narrower.bandwidth[level];
                       });
}

std::vector<Ceilings> measure_ceilings(unsigned threads, const CeilingEffort& effort,
                                       const std::function<void(std::size_t)>& on_round) {
    std::vector<Isa> isas;
    for (const Isa isa : supported_isas())
        if (ceiling_loops(isa) != nullptr) isas.push_back(isa);

    const CacheSizes caches = CacheSizes::of_this_machine();
    // rates[thread][isa][quantity][round]
    using Rates = std::vector<std::array<std::vector<double>, quantities>>;
    std::vector<Rates> rates(threads, Rates(isas.size()));
    std::barrier start(static_cast<std::ptrdiff_t>(threads));
    const auto work = [&](unsigned thread) {
        // Made by the thread itself, so that its memory is near its core.
        std::vector<Arrays> levels = make_levels(caches, threads);
        for (std::size_t round = 0; round < effort.rounds; ++round) {
            for (std::size_t quantity = 0; quantity < quantities; ++quantity)
                for (std::size_t i = 0; i < isas.size(); ++i) {
                    start.arrive_and_wait();
                    rates[thread][i][quantity].push_back(rate(*ceiling_loops(isas[i]), quantity, levels));
                }
            if (thread == 0) on_round(round + 1);
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
        work(0);
    }

    std::vector<Ceilings> ceilings;
    for (std::size_t i = 0; i < isas.size(); ++i) {
        const auto all = [&](std::size_t quantity) {
            double sum = 0;
            for (const Rates& one : rates) sum += median(one[i][quantity]);
            return sum;
        };
        Ceilings& one = ceilings.emplace_back();
        one.isa = isas[i];
        one.fused = all(fused);
        one.sums = all(sums);
        one.mixed = all(mixed);
        one.divisions = all(divisions);
        one.roots = all(roots);
        for (std::size_t level = 0; level < level_count; ++level)
            one.bandwidth[level] = std::max(all(copy_l1 + level), all(triad_l1 + level));
    }
    return ceilings;
}

}  // namespace wend::bench
