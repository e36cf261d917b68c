// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <thread>

#include "bench/loops/tutorial_run.hpp"
#include "bench/loops/wend_run.hpp"
#include "bench/rivals/rival_run.hpp"

namespace wend::bench {

namespace {

/// In an L1 (20 to 28 KB of streams), in an L2, in an L3 (5 to 7 MB) and in memory (84 to 117 MB).
constexpr std::array<std::size_t, 4> sizes{1'024, in_cache_size, beyond_size, 4'194'304};

/// Kernels whose rivals over separate arrays are also measured beyond the caches.
constexpr std::size_t million = 1'048'576;
constexpr std::array million_kernels{Kernel::seek, Kernel::path_follow, Kernel::waypoint_advance,
                                     Kernel::waypoint_advance_long};

/// The default: a game that simulates a little ahead, or at a higher rate than it renders.
constexpr std::uint32_t default_ticks = 8;

/// Calls of a single tick, as a game makes them once a frame: every kernel at in_cache_size, and these too.
constexpr std::array<std::size_t, 2> more_single_tick_sizes{beyond_size, 4'194'304};

/// Cases with agents at rest, denormal floats or an uneven population. Wander has no case at rest.
struct HardStart {
    Kernel kernel;
    Start start;
};
constexpr std::array hard_starts{
    HardStart{Kernel::seek, Start::at_rest},
    HardStart{Kernel::arrive, Start::at_rest},
    HardStart{Kernel::approach, Start::at_rest},
    HardStart{Kernel::waypoint_advance, Start::at_rest},
    HardStart{Kernel::wander, Start::denormal},
    HardStart{Kernel::seek, Start::denormal},
    HardStart{Kernel::arrive, Start::denormal},
    HardStart{Kernel::approach, Start::denormal},
    HardStart{Kernel::waypoint_advance, Start::denormal},
    HardStart{Kernel::waypoint_advance, Start::unequal_paths},
    HardStart{Kernel::waypoint_advance, Start::longest_path},
    HardStart{Kernel::waypoint_advance, Start::one_node},
    HardStart{Kernel::waypoint_advance, Start::crossing},
    HardStart{Kernel::waypoint_advance, Start::crossing_spread},
    HardStart{Kernel::waypoint_advance, Start::segments},
    HardStart{Kernel::waypoint_advance, Start::one_lap},
    HardStart{Kernel::waypoint_advance, Start::many_laps},
    HardStart{Kernel::path_follow, Start::on_node},
};

/// Agents that are compared with the reference: a rival treats all agents alike, so that these suffice.
constexpr std::size_t compared_agents = in_cache_size;

std::string name_of(Kernel kernel, std::string_view isa, std::size_t agents, unsigned threads,
                    std::uint32_t ticks, bool rival) {
    std::string name = fmt::format("{}/{}/agents:{}/threads:{}{}", info(kernel).name, isa, agents, threads,
                                   info(kernel).suffix);
    if (!rival && ticks != default_ticks) name += fmt::format("/ticks:{}", ticks);
    return name;
}

double bytes_of(const Program& program) {
    double bytes = 0;
    for (const StreamUse& use : program.streams())
        bytes += static_cast<double>(size_of(wend::info(use.stream).element)) *
                 (use.use == wend::Use::input ? 1 : 2);
    return bytes;
}

/// The streams of a program do not depend on the population or on the paths.
double bytes_of(Kernel kernel) {
    Input input{.kernel = kernel, .agents = 0, .paths = nullptr, .population = {}, .draws = true};
    if (follows_paths(kernel)) {
        constexpr std::array<Point, 2> points{{{0, 0}, {1, 0}}};
        input.paths = std::make_shared<const PathSet>(*PathSetBuilder().add(points).build());
    }
    return bytes_of(input.program());
}

}  // namespace

unsigned all_threads() noexcept { return std::max(1u, std::thread::hardware_concurrency()); }

std::vector<unsigned> thread_counts() {
    if (all_threads() == 1) return {1};
    return {1, all_threads()};
}

Case Registry::make_case(Kernel kernel, Isa isa, std::size_t agents, unsigned threads, std::uint32_t ticks,
                         Start start, Inputs inputs) const {
    return {.name = name_of(kernel, name(isa), agents, threads, ticks, false) +
                    std::string(info(start).suffix) + (inputs == Inputs::trusted ? "/inputs:trusted" : ""),
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
            .make = [store = inputs_, kernel, agents, calls = make_calls(isa, threads, ticks, inputs),
                     start] { return make_wend_run(store->get(kernel, agents, start), calls); },
            .disagreement = nullptr};
}

Case Registry::rival_case(Kernel kernel, std::string_view rival, std::size_t agents, Start start) {
    Case which;
    which.name = name_of(kernel, rival, agents, 1, 1, true) + std::string(info(start).suffix);
    which.kernel = kernel;
    which.isa = std::string(rival);
    which.agents = agents;
    which.threads = 1;
    which.ticks = 1;
    which.start = start;
    which.bytes = bytes_of(kernel);
    which.operations = info(kernel).operations;
    return which;
}

Case Registry::make_rival(Kernel kernel, const tutorial::Loop& loop, std::size_t agents, Start start) const {
    Case which = rival_case(kernel, loop.name, agents, start);
    which.side = Side::tutorial;
    which.make = [inputs = inputs_, kernel, agents, &loop, start] {
        return make_tutorial_run(inputs->get(kernel, agents, start), loop);
    };
    which.disagreement = [inputs = inputs_, kernel, agents, &loop, start] {
        return disagreement(*inputs->get(kernel, std::min(agents, compared_agents), start), loop);
    };
    return which;
}

Case Registry::make_rival(Kernel kernel, const rivals::Rival& rival, std::size_t agents, Start start) const {
    Case which = rival_case(kernel, rival.name, agents, start);
    which.side = rival.made == rivals::Made::by_compiler ? Side::vectorised : Side::other;
    which.vector_bits = rival.vector_bits;
    which.ieee = rival.arithmetic == rivals::Arithmetic::ieee;
    which.make = [inputs = inputs_, kernel, agents, rival, start] {
        return make_rival_run(inputs->get(kernel, agents, start), rival);
    };
    which.disagreement = [inputs = inputs_, kernel, agents, rival, start] {
        return disagreement(*inputs->get(kernel, std::min(agents, compared_agents), start), rival);
    };
    return which;
}

Registry::Registry() : inputs_(std::make_shared<InputStore>()) {
    const auto add_isas = [&](Kernel kernel, std::size_t agents, std::uint32_t ticks,
                              const std::vector<unsigned>& threads) {
        for (const Isa isa : supported_isas())
            for (const unsigned count : threads)
                cases_.push_back(make_case(kernel, isa, agents, count, ticks));
    };
    const auto add_rivals = [&](Kernel kernel, std::size_t agents, Start start = Start::ordinary) {
        for (const rivals::Rival& rival : rivals::all())
            if (rival.can_run() && rival.frame_of(kernel) != nullptr)
                cases_.push_back(make_rival(kernel, rival, agents, start));
    };
    const auto add_size = [&](Kernel kernel, std::size_t agents, const std::vector<unsigned>& threads) {
        add_isas(kernel, agents, default_ticks, threads);
        if (static_cast<std::size_t>(kernel) >= named_kernel_count) return;
        cases_.push_back(make_rival(kernel, tutorial::loop_o2, agents));
        cases_.push_back(make_rival(kernel, tutorial::loop_o3, agents));
        if (agents == in_cache_size || agents == million) add_rivals(kernel, agents);
    };
    for (std::size_t k = 0; k < kernel_count(); ++k) {
        const auto kernel = static_cast<Kernel>(k);
        const Rows rows = info(kernel).rows;
        add_isas(kernel, in_cache_size, 1,
                 rows == Rows::in_cache ? std::vector<unsigned>{1} : thread_counts());
        if (rows != Rows::in_cache && kernel != Kernel::waypoint_advance_long)
            for (const Isa isa : supported_isas())
                cases_.push_back(
                    make_case(kernel, isa, in_cache_size, 1, 1, Start::ordinary, Inputs::trusted));
        if (rows == Rows::in_cache) {
            add_size(kernel, in_cache_size, {1});
            continue;
        }
        if (rows == Rows::in_cache_and_beyond) {
            for (const std::size_t agents : {in_cache_size, beyond_size})
                add_size(kernel, agents, thread_counts());
            add_isas(kernel, beyond_size, 1, thread_counts());
            continue;
        }
        for (const std::size_t agents : sizes) add_size(kernel, agents, thread_counts());
        if (kernel == Kernel::waypoint_advance_long) continue;
        for (const std::size_t agents : more_single_tick_sizes) add_isas(kernel, agents, 1, thread_counts());
    }
    for (const Kernel kernel : million_kernels) add_size(kernel, million, {1});
    for (const HardStart& hard : hard_starts)
        for (const Isa isa : supported_isas())
            cases_.push_back(make_case(hard.kernel, isa, in_cache_size, 1, default_ticks, hard.start));
    for (const tutorial::Loop* loop : {&tutorial::loop_o2, &tutorial::loop_o3})
        cases_.push_back(make_rival(Kernel::waypoint_advance, *loop, in_cache_size, Start::segments));
    add_rivals(Kernel::waypoint_advance, in_cache_size, Start::segments);
}

std::uint64_t hash_of(const Case& which) {
    const Run run = which.make();
    run.run(hash_ticks / which.ticks);
    return run.hash();
}

}  // namespace wend::bench
