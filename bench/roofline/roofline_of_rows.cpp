// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/roofline/roofline_of_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/count/case_count.hpp"

namespace wend::bench {
namespace {

constexpr CeilingEffort effort{.rounds = 5};
/// As many that what a call costs beyond its agents is some per cent.
constexpr std::size_t counted_agents = 1'024;

/// Kernels with neighbours execute thousands of instructions an agent: minutes of counting.
bool is_counted_soon(const Case& what) {
    return static_cast<std::size_t>(what.kernel) < named_kernel_count && !info(what.kernel).all_pairs;
}

std::vector<const Row*> rows_of(const std::vector<Group>& groups) {
    std::vector<const Row*> rows;
    for (const Group& group : groups)
        for (const Row& row : group.rows)
            if (const Case& what = row.what;
                what.wend_isa == supported_isas().back() && what.agents == in_cache_size &&
                what.threads == 1 && what.ticks == 1 && what.start == Start::ordinary &&
                what.inputs == Inputs::checked && !row.slices.empty() && is_counted_soon(what))
                rows.push_back(&row);
    return rows;
}

}  // namespace

std::optional<Roofline> roofline_of_rows(const std::vector<Group>& groups, const Registry& registry,
                                         const std::function<void(const std::string&)>& progress) {
    const std::vector<const Row*> rows = rows_of(groups);
    if (rows.empty() || supported_isas().back() == Isa::reference || !can_count()) return std::nullopt;
    Roofline roofline;
    roofline.caches = CacheSizes::of_this_machine();
    roofline.one_thread = measure_ceilings(1, effort, [&](std::size_t round) {
        progress(fmt::format("the machine's ceilings: round {}", round));
    });
    const auto own = std::ranges::find(roofline.one_thread, supported_isas().back(), &Ceilings::isa);
    if (own == roofline.one_thread.end()) return std::nullopt;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Case& what = rows[i]->what;
        progress(fmt::format("counting: {} of {}, {}", i + 1, rows.size(), info(what.kernel).name));
        RooflinePoint& point = roofline.points.emplace_back();
        point.which = what;
        point.measured = rows[i]->median_nanoseconds();
        point.counted_agents = counted_agents;
        point.counts = count(registry.make_case(what.kernel, *what.wend_isa, counted_agents, 1, what.ticks));
        fill_least(point, *own, roofline.caches);
    }
    progress("");
    return roofline;
}

}  // namespace wend::bench
