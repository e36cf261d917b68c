// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "bench/cases/registry.hpp"
#include "bench/ceilings/ceilings.hpp"
#include "tools/count/counts.hpp"

namespace wend::report {

/// Limits of a kernel's speed.
enum class Resource : std::uint8_t { compute, issue, divider, l1, streams };
inline constexpr std::size_t resource_count = 5;
inline constexpr std::array<std::string_view, resource_count> resource_names{"compute", "issue", "divider",
                                                                             "L1", "streams"};

/// A kernel's place under the machine's ceilings. Times are nanoseconds an agent and tick, one thread.
struct RooflinePoint {
    bench::Case which;
    count::Counts counts;  ///< of one call of `counted_agents`
    std::size_t counted_agents = 0;
    double measured = 0;
    std::array<double, resource_count> least{};     ///< times that each resource alone would take
    bench::Level streams_level = bench::Level::l1;  ///< where the population's streams lie

    [[nodiscard]] Resource binding() const;   ///< the resource that takes longest
    [[nodiscard]] double attainable() const;  ///< its time
    [[nodiscard]] double attained() const { return attainable() / measured; }
    [[nodiscard]] double operations() const;  ///< an agent and tick, counted
    [[nodiscard]] double bytes() const;       ///< loaded and stored by instructions, an agent and tick
    [[nodiscard]] double gigaflops() const { return operations() / measured; }
    [[nodiscard]] double intensity() const { return operations() / bytes(); }
};

/// Ceilings and kernels of one run.
struct Roofline {
    bench::CacheSizes caches;
    unsigned threads = 1;  ///< all
    std::vector<bench::Ceilings> one_thread;
    std::vector<bench::Ceilings> all_threads;
    std::vector<RooflinePoint> points;
};

/// Kernel, agents, ticks: one label a point, the same on every instruction set; each once.
[[nodiscard]] std::vector<std::string> labels_of(const Roofline& roofline);
/// The place of a point's label in them, from 1.
[[nodiscard]] std::size_t number_of(const RooflinePoint& point, const std::vector<std::string>& labels);
[[nodiscard]] std::string label_of(const RooflinePoint& point);

/// "compute", "issue", "divider", "L1", or the level that the streams come from.
[[nodiscard]] std::string_view name_of(Resource resource, bench::Level streams_level);

/// The times that the counts need under the ceilings of their instruction set.
void fill_least(RooflinePoint& point, const bench::Ceilings& ceilings, const bench::CacheSizes& caches);

}  // namespace wend::report
