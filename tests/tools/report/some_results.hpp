// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/cases/measure.hpp"
#include "bench/cases/registry.hpp"
#include "tools/report/roofline.hpp"

/// Invented results of `wend bench`.
namespace wend::test {

inline bench::Row measured(bench::Case what, double milliseconds) {
    const std::uint64_t hash = what.is_rival() ? 0 : 0xabc;
    bench::Row row{.what = std::move(what), .hash = hash, .calls = 1};
    for (int round = 0; round < 15; ++round) {
        const double seconds = milliseconds * 1e-3 * (1 + 0.01 * round);
        row.slices.push_back({.real_seconds = seconds, .cpu_seconds = seconds});
    }
    return row;
}

/// Seek and arrive at one tick and at eight, and on more agents, on two threads, beside rivals.
inline std::vector<bench::Group> some_groups(const bench::Registry& registry) {
    std::vector<bench::Group> groups;
    const Isa best = supported_isas().back();
    for (const bench::KernelId kernel : {bench::KernelId::seek, bench::KernelId::arrive})
        for (const std::uint32_t ticks : {1u, 8u})
            for (const std::size_t agents : {bench::in_cache_size, bench::beyond_size}) {
                if (agents != bench::in_cache_size && ticks == 1) continue;
                bench::Group& group = groups.emplace_back();
                double time = 64;
                for (const Isa isa : supported_isas()) {
                    group.rows.push_back(measured(registry.make_case(kernel, isa, agents, 1, ticks), time));
                    time /= 2;
                }
                group.rows.push_back(
                    measured(registry.make_case(kernel, best, agents, 2, ticks), time * 1.25));
                group.rows.push_back(measured(registry.make_rival(kernel, bench::tutorial::loop_o2, agents,
                                                                  bench::Start::ordinary, ticks),
                                              128));
                for (const bench::rivals::RivalLoop& loop : bench::rivals::loops_of(kernel))
                    if (loop.rival->made == bench::rivals::Made::by_compiler)
                        group.rows.push_back(
                            measured(registry.make_rival(kernel, loop, agents, bench::Start::ordinary, ticks),
                                     time * 6));
            }
    return groups;
}

/// A roofline of one kernel.
inline report::Roofline some_roofline(const bench::Registry& registry) {
    report::Roofline roofline;
    roofline.caches = {{32'768, 1'048'576, 33'554'432}};
    bench::Ceilings& ceilings = roofline.ceilings.emplace_back();
    ceilings.isa = supported_isas().back();
    ceilings.sums = ceilings.mixed = ceilings.divisions = ceilings.roots = 1e9;
    ceilings.bandwidth = {4e9, 3e9, 2e9, 1e9};
    report::RooflinePoint& point = roofline.points.emplace_back();
    point.which = registry.make_case(bench::KernelId::seek, ceilings.isa, bench::in_cache_size, 1, 1);
    point.counted_agents = 10;
    point.counts = {.operations = 800, .bytes_loaded = 320};
    point.measured = 100;
    report::fill_least(point, ceilings, roofline.caches);
    return roofline;
}

inline bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace wend::test
