// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/cases/measure.hpp"
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
    [[nodiscard]] bool is_above() const { return attained() > 1; }  ///< a ceiling was measured too low
    [[nodiscard]] double operations() const;                        ///< an agent and tick, counted
    [[nodiscard]] double bytes() const;  ///< loaded and stored by instructions, an agent and tick
    [[nodiscard]] double gigaflops() const { return operations() / measured; }
    [[nodiscard]] double intensity() const { return operations() / bytes(); }
};

/// The best instruction set's kernels at 8,192 agents and one tick a call, under the ceilings of one thread.
struct Roofline {
    bench::CacheSizes caches;
    std::vector<bench::Ceilings> ceilings;  ///< of each instruction set
    std::vector<RooflinePoint> points;

    /// Raises the ceilings to another measurement, and places the points, of an instruction set, below them.
    void take(const std::vector<bench::Ceilings>& more, Isa isa);
    /// A point is above its ceiling, or a bandwidth below that of a narrower instruction set.
    [[nodiscard]] bool is_doubtful() const;
};

/// By their measured rows and exact counts; the ceilings are measured, in some seconds, and up to twice more
/// while they are doubtful: the tables mark what stays so. Named kernels alone
/// (enum KernelId). Empty where instructions cannot be counted, or without such a row.
[[nodiscard]] std::optional<Roofline> roofline_of_rows(const std::vector<bench::Group>& groups,
                                                       const bench::Registry& registry);

/// "compute", "issue", "divider", "L1", or the level that the streams come from.
[[nodiscard]] std::string_view name_of(Resource resource, bench::Level streams_level);

/// For an SVG within a page.
[[nodiscard]] std::string picture_of(const Roofline& roofline);

/// The times that the counts need under the ceilings of their instruction set.
void fill_least(RooflinePoint& point, const bench::Ceilings& ceilings, const bench::CacheSizes& caches);

}  // namespace wend::report
