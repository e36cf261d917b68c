// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/command/sweep.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "bench/command/measure.hpp"
#include "bench/loops/wend_run.hpp"

namespace wend::bench {

namespace {

constexpr Effort effort{.min_rounds = 15, .max_rounds = 15, .seconds = 0, .slice_seconds = 2e-3};

/// One setting's values at one population; the last value is the one that the others are compared with.
struct Curve {
    std::string_view setting;
    std::vector<std::uint32_t> values;
    std::size_t agents;
    std::uint32_t ticks;
    unsigned threads;  ///< of all rows but the base of `grain`, which is serial
    Calls (*calls)(Isa isa, std::uint32_t value, std::uint32_t ticks, unsigned threads);
};

/// A job system that has a single thread and takes one block at a time: a block that is smaller than a tile
/// is a tile of its own.
Calls by_tile(Isa isa, std::uint32_t tile, std::uint32_t ticks, unsigned /*threads*/) {
    Calls calls{.execution = {}, .ticks = ticks};
    calls.execution.isa = isa;
    calls.execution.threading = Threading::callback;
    calls.execution.block = tile;
    calls.execution.jobs.parallel_for = [](void* /*context*/, std::uint32_t count,
                                           void (*body)(void*, std::uint32_t, std::uint32_t),
                                           void* body_context) {
        for (std::uint32_t block = 0; block < count; ++block) body(body_context, block, block + 1);
    };
    return calls;
}

/// A grain of 0 stands for the caller's thread alone.
Calls by_grain(Isa isa, std::uint32_t grain, std::uint32_t ticks, unsigned threads) {
    Calls calls = make_calls(isa, grain == 0 ? 1 : threads, ticks);
    calls.execution.grain = grain;
    return calls;
}

Calls by_ticks_per_pass(Isa isa, std::uint32_t ticks_per_pass, std::uint32_t ticks, unsigned threads) {
    Calls calls = make_calls(isa, threads, ticks);
    calls.execution.ticks_per_pass = ticks_per_pass;
    return calls;
}

std::vector<Curve> curves() {
    std::vector<Curve> all;
    for (const std::size_t agents : {in_cache_size, beyond_size})
        all.push_back({"tile", {64, 128, 256, 384, 512}, agents, 8, 1, by_tile});
    if (all_threads() > 1)
        for (const std::uint32_t ticks : {1u, 8u, 32u})
            for (const std::size_t agents : {1'024, 4'096, 8'192, 16'384, 32'768, 65'536})
                all.push_back({"grain",
                               {2'048, 4'096, 8'192, 16'384, 32'768, 0},
                               agents,
                               ticks,
                               all_threads(),
                               by_grain});
    all.push_back({"ticks_per_pass", {1, 2, 4, 8, 16, 32}, memory_size / 4, 32, 1, by_ticks_per_pass});
    return all;
}

void measure_curve(const Registry& registry, Kernel kernel, const Curve& curve,
                   const std::function<void(const std::string&)>& on_line) {
    const Isa isa = supported_isas().back();
    const auto state =
        std::make_shared<WendRun>(registry.input(kernel, curve.agents), make_calls(isa, 1, curve.ticks));
    Group group;
    for (const std::uint32_t value : curve.values) {
        const unsigned threads = curve.values.back() == 0 ? curve.threads : 1;
        Row row{.what = registry.make_case(kernel, isa, curve.agents, threads, curve.ticks)};
        row.what.make = [state, calls = curve.calls(isa, value, curve.ticks, curve.threads)] {
            return make_wend_run(state, calls);
        };
        group.rows.push_back(std::move(row));
    }
    measure(group, effort, [](std::size_t) {});
    for (std::size_t i = 0; i < group.rows.size(); ++i)
        on_line(fmt::format("{},{},{},{},{},{},{},{:.3f},{:.2f}\n", info(kernel).name, name(isa),
                            curve.agents, curve.ticks, curve.threads, curve.setting, curve.values[i],
                            group.rows[i].median_nanoseconds(), speed_up(group.rows[i], group.rows.back())));
}

}  // namespace

void sweep(const Registry& registry, const std::regex& filter,
           const std::function<void(const std::string&)>& on_line,
           const std::function<void(const std::string&)>& show) {
    on_line("kernel,isa,agents,ticks,threads,setting,value,ns_per_agent,gain\n");
    constexpr std::array kernels{Kernel::wander,           Kernel::seek,
                                 Kernel::prioritised,      Kernel::path_follow,
                                 Kernel::waypoint_advance, Kernel::approach};
    for (const Kernel kernel : kernels)
        for (const Curve& curve : curves()) {
            const std::string place = fmt::format("{}/{}/agents:{}/ticks:{}", info(kernel).name,
                                                  curve.setting, curve.agents, curve.ticks);
            if (!std::regex_search(place, filter)) continue;
            show(place);
            measure_curve(registry, kernel, curve, on_line);
        }
}

}  // namespace wend::bench
