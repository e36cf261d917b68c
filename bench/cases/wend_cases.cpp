// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/wend_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "bench/loops/wend_run.hpp"
#include "bench/usable_threads.hpp"

namespace wend::bench {

namespace {

/// In an L1 (20 to 28 KB of streams), in an L2, in an L3 (5 to 7 MB) and in memory (84 to 117 MB).
constexpr std::array<std::size_t, 4> sizes{1'024, in_cache_size, beyond_size, 4'194'304};

/// The default: a game that simulates a little ahead, or at a higher rate than it renders.
constexpr std::uint32_t default_ticks = 8;

/// Of calls of a single tick, as a game makes them once a frame: every kernel at in_cache_size, and these
/// too; with all rows, as many as a curve needs.
std::vector<std::size_t> more_single_tick_sizes(Rows rows) {
    if (rows == Rows::all) return {few_agents, 1'024, curve_size, beyond_size, million, 4'194'304};
    return {few_agents, beyond_size};
}

/// Cases with another population than the ordinary one. Wander has no case at rest.
struct OtherStart {
    KernelId kernel;
    Start start;
    std::uint32_t ticks = default_ticks;
};
constexpr std::array other_starts{
    OtherStart{KernelId::seek, Start::at_rest},
    OtherStart{KernelId::arrive, Start::at_rest},
    OtherStart{KernelId::approach, Start::at_rest},
    OtherStart{KernelId::waypoint_advance, Start::at_rest},
    OtherStart{KernelId::wander, Start::denormal},
    OtherStart{KernelId::seek, Start::denormal},
    OtherStart{KernelId::arrive, Start::denormal},
    OtherStart{KernelId::approach, Start::denormal},
    OtherStart{KernelId::waypoint_advance, Start::denormal},
    OtherStart{KernelId::waypoint_advance, Start::unequal_paths},
    OtherStart{KernelId::waypoint_advance, Start::longest_path},
    OtherStart{KernelId::waypoint_advance, Start::one_node},
    OtherStart{KernelId::waypoint_advance, Start::crossing},
    OtherStart{KernelId::waypoint_advance, Start::crossing_spread},
    OtherStart{KernelId::waypoint_advance, Start::segments},
    OtherStart{KernelId::waypoint_advance, Start::one_lap},
    OtherStart{KernelId::waypoint_advance, Start::many_laps},
    OtherStart{KernelId::path_follow, Start::on_node},
    OtherStart{KernelId::wander, Start::wide_limits, 1},
    OtherStart{KernelId::seek, Start::wide_limits, 1},
    OtherStart{KernelId::path_follow, Start::wide_limits, 1},
};

/// Also measured without the records that are on by default.
constexpr std::array kernels_with_records{KernelId::path_follow, KernelId::waypoint_advance};

double bytes_of(const Program& program) {
    double bytes = 0;
    for (const StreamUse& use : program.streams())
        bytes += static_cast<double>(size_of(wend::info(use.stream).element)) *
                 (use.use == wend::Use::input ? 1 : 2);
    return bytes;
}

}  // namespace

std::string name_of(KernelId kernel, std::string_view isa, std::size_t agents, unsigned threads,
                    std::uint32_t ticks, Start start) {
    return fmt::format("{}/{}/agents:{}/threads:{}{}{}{}", info(kernel).name, isa, agents, threads,
                       info(kernel).suffix, ticks == default_ticks ? "" : fmt::format("/ticks:{}", ticks),
                       info(start).suffix);
}

double bytes_of(KernelId kernel) {
    static std::map<KernelId, double> known;
    const auto [entry, is_new] = known.try_emplace(kernel);
    if (is_new) entry->second = bytes_of(any_program(kernel));
    return entry->second;
}

unsigned all_threads() noexcept {
    static const unsigned count = usable_threads();
    return count;
}

std::vector<unsigned> thread_counts() {
    if (all_threads() == 1) return {1};
    return {1, all_threads()};
}

std::vector<std::size_t> sizes_of(KernelId kernel) {
    std::vector<std::size_t> all;
    switch (info(kernel).rows) {
        case Rows::in_cache: return {in_cache_size};
        case Rows::in_cache_and_beyond: all = {in_cache_size, beyond_size}; break;
        case Rows::all: all.assign(sizes.begin(), sizes.end()); break;
    }
    return all;
}

Case WendCases::make_case(KernelId kernel, Isa isa, std::size_t agents, unsigned threads, std::uint32_t ticks,
                          Start start, Inputs inputs, bool records) const {
    Calls calls = make_calls(isa, threads, ticks, inputs);
    calls.records = records;
    return {.name = name_of(kernel, name(isa), agents, threads, ticks, start) +
                    (inputs == Inputs::trusted ? "/inputs:trusted" : "") + (records ? "" : "/records:none"),
            .kernel = kernel,
            .isa = std::string(name(isa)),
            .wend_isa = isa,
            .side = Side::wend,
            .vector_bits = isa == Isa::reference ? 0 : 32 * lane_count(isa),
            .agents = agents,
            .threads = threads,
            .ticks = ticks,
            .start = start,
            .inputs = inputs,
            .bytes = bytes_of(kernel),
            .operations = info(kernel).operations,
            .make = [store = inputs_, kernel, agents, calls,
                     start] { return make_wend_run(store->get(kernel, agents, start), calls); },
            .disagreement = nullptr};
}

WendCases::WendCases() : inputs_(std::make_shared<InputStore>()) {
    const auto add_isas = [&](KernelId kernel, std::size_t agents, std::uint32_t ticks,
                              const std::vector<unsigned>& threads) {
        for (const Isa isa : supported_isas())
            for (const unsigned count : threads)
                if (isa != Isa::reference || !info(kernel).all_pairs)
                    cases_.push_back(make_case(kernel, isa, agents, count, ticks));
    };
    for (std::size_t k = 0; k < kernel_count(); ++k) {
        const auto kernel = static_cast<KernelId>(k);
        const Rows rows = info(kernel).rows;
        const bool is_long = kernel == KernelId::waypoint_advance_long;
        const std::vector<unsigned> threads =
            rows == Rows::in_cache ? std::vector<unsigned>{1} : thread_counts();
        add_isas(kernel, in_cache_size, 1, threads);
        if (info(kernel).all_pairs) continue;
        if (rows != Rows::in_cache && !is_long)
            for (const Isa isa : supported_isas())
                cases_.push_back(
                    make_case(kernel, isa, in_cache_size, 1, 1, Start::ordinary, Inputs::trusted));
        for (const std::size_t agents : sizes_of(kernel)) add_isas(kernel, agents, default_ticks, threads);
        if (rows == Rows::in_cache || is_long) continue;
        for (const std::size_t agents : more_single_tick_sizes(rows))
            add_isas(kernel, agents, 1, agents < in_cache_size ? std::vector<unsigned>{1} : threads);
    }
    for (const KernelId kernel : kernels_with_records)
        for (const std::size_t agents : {in_cache_size, beyond_size})
            for (const Isa isa : supported_isas())
                cases_.push_back(
                    make_case(kernel, isa, agents, 1, 1, Start::ordinary, Inputs::checked, false));
    for (const KernelId kernel : million_kernels) add_isas(kernel, million, default_ticks, {1});
    for (const OtherStart& other : other_starts)
        for (const Isa isa : supported_isas())
            cases_.push_back(make_case(other.kernel, isa, in_cache_size, 1, other.ticks, other.start));
}

std::uint32_t hash_ticks_of(KernelId kernel) noexcept { return info(kernel).all_pairs ? 2 : hash_ticks; }

std::uint64_t hash_of(const Case& which) {
    const Run run = which.make();
    run.run(hash_ticks_of(which.kernel) / which.ticks);
    return run.hash();
}

}  // namespace wend::bench
