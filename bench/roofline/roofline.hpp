// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "bench/cases/registry.hpp"
#include "bench/count/counts.hpp"
#include "bench/roofline/ceilings.hpp"

namespace wend::bench {

/// What a kernel can be bound by.
enum class Resource : std::uint8_t { compute, issue, divider, l1, streams };
inline constexpr std::size_t resource_count = 5;

/// A kernel's place under the machine's ceilings. Times are nanoseconds an agent and tick, one thread.
struct RooflinePoint {
    Case which;
    Counts counts;  ///< of one call of `counted_agents`
    std::size_t counted_agents = 0;
    double measured = 0;
    std::array<double, resource_count> least{};  ///< what each resource alone would take
    Level streams_level = Level::l1;             ///< where the population's streams lie

    [[nodiscard]] Resource binding() const;   ///< the resource that takes longest
    [[nodiscard]] double attainable() const;  ///< its time
    [[nodiscard]] double attained() const { return attainable() / measured; }
    [[nodiscard]] double operations() const;  ///< an agent and tick, counted
    [[nodiscard]] double bytes() const;       ///< loaded and stored by instructions, an agent and tick
    [[nodiscard]] double gigaflops() const { return operations() / measured; }
    [[nodiscard]] double intensity() const { return operations() / bytes(); }
};

/// "compute", "issue", "divider", "L1", or the level that the streams come from.
[[nodiscard]] std::string_view name_of(Resource resource, Level streams_level);

/// The times that the counts need under the ceilings of their instruction set.
void fill_least(RooflinePoint& point, const Ceilings& ceilings, const CacheSizes& caches);

}  // namespace wend::bench
