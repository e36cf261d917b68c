// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "bench/ceilings/ceiling_loops.hpp"
#include "tools/count/case_count.hpp"
#include "tools/count/step_counter.hpp"
#include "tools/report/report_tables.hpp"
#include "tools/support/progress.hpp"

namespace wend::report {

namespace {

double per_agent(const RooflinePoint& point, double count) {
    return count / (static_cast<double>(point.counted_agents) * point.which.ticks);
}

/// Of ceilings that are below a kernel, or below those of a narrower instruction set.
constexpr int most_measurements = 3;

/// Enough agents that the overhead of a call is some per cent.
constexpr std::size_t counted_agents = 1'024;

/// Rows that are counted in seconds: kernels with neighbours execute thousands of instructions an agent.
bool is_countable(const bench::Row& row) {
    return is_plain(row) && row.what.wend_isa == supported_isas().back() &&
           row.what.agents == bench::in_cache_size && row.what.threads == 1 && row.what.ticks == 1 &&
           static_cast<std::size_t>(row.what.kernel) < bench::named_kernel_count &&
           !bench::info(row.what.kernel).all_pairs;
}

}  // namespace

std::optional<Roofline> roofline_of_rows(const std::vector<bench::Group>& groups,
                                         const bench::Registry& registry) {
    const Isa isa = supported_isas().back();
    if (bench::ceiling_loops(isa) == nullptr || !count::can_count()) return std::nullopt;
    Roofline roofline{.caches = bench::CacheSizes::of_this_machine(), .ceilings = {}, .points = {}};
    for (const bench::Group& group : groups)
        for (const bench::Row& row : group.rows)
            if (is_countable(row))
                roofline.points.push_back({.which = row.what,
                                           .counts = {},
                                           .counted_agents = counted_agents,
                                           .measured = row.median_nanoseconds()});
    if (roofline.points.empty()) return std::nullopt;
    for (std::size_t i = 0; i < roofline.points.size(); ++i) {
        RooflinePoint& point = roofline.points[i];
        const bench::KernelId kernel = point.which.kernel;
        support::show_progress(
            fmt::format("counting: {} of {}, {}", i + 1, roofline.points.size(), bench::info(kernel).name));
        point.counts = count::count(registry.make_case(kernel, isa, counted_agents, 1, point.which.ticks));
    }
    const auto measure = [](std::size_t round) {
        support::show_progress(fmt::format("the machine's ceilings: round {}", round));
    };
    for (int measurement = 0; measurement < most_measurements; ++measurement) {
        const std::vector<bench::Ceilings> ceilings = bench::measure_ceilings(1, {.rounds = 5}, measure);
        roofline.take(ceilings, isa);
        if (!roofline.is_doubtful()) break;
    }
    support::show_progress("");
    return roofline;
}

void Roofline::take(const std::vector<bench::Ceilings>& more, Isa isa) {
    if (ceilings.empty()) ceilings = more;
    for (std::size_t i = 0; i < ceilings.size(); ++i) ceilings[i].raise_to(more[i]);
    for (RooflinePoint& point : points)
        fill_least(point, *std::ranges::find(ceilings, isa, &bench::Ceilings::isa), caches);
}

bool Roofline::is_doubtful() const {
    for (std::size_t i = 0; i < ceilings.size(); ++i)
        for (std::size_t level = 0; level < bench::level_count; ++level)
            if (is_below_narrower(ceilings, i, level)) return true;
    return std::ranges::any_of(points, &RooflinePoint::is_above);
}

Resource RooflinePoint::binding() const {
    return static_cast<Resource>(std::distance(least.begin(), std::max_element(least.begin(), least.end())));
}

double RooflinePoint::attainable() const { return *std::max_element(least.begin(), least.end()); }

double RooflinePoint::operations() const { return per_agent(*this, static_cast<double>(counts.operations)); }

double RooflinePoint::bytes() const {
    return per_agent(*this, static_cast<double>(counts.bytes_loaded + counts.bytes_stored));
}

std::string_view name_of(Resource resource, bench::Level streams_level) {
    return resource == Resource::streams ? bench::level_names[static_cast<std::size_t>(streams_level)]
                                         : resource_names[static_cast<std::size_t>(resource)];
}

void fill_least(RooflinePoint& point, const bench::Ceilings& ceilings, const bench::CacheSizes& caches) {
    const auto each = [&](std::uint64_t count) { return per_agent(point, static_cast<double>(count)); };
    const count::Counts& counts = point.counts;
    const auto set = [&](Resource resource, double seconds) {
        point.least[static_cast<std::size_t>(resource)] = 1e9 * seconds;
    };
    // A vector has half as many doubles as floats.
    const std::uint64_t sums = counts.operations + counts.double_operations - counts.divisions - counts.roots;
    set(Resource::compute, each(sums) / ceilings.sums);
    set(Resource::issue, each(counts.vector_arithmetic) / ceilings.mixed);
    set(Resource::divider, each(counts.divisions) / ceilings.divisions + each(counts.roots) / ceilings.roots);
    set(Resource::l1, each(counts.bytes_loaded + counts.bytes_stored) / ceilings.bandwidth[0]);
    // Streams go in and out once a pass; most are read and written, so that about half of the traffic lies
    // there.
    point.streams_level = caches.level_of(point.which.bytes / 2 * static_cast<double>(point.which.agents));
    set(Resource::streams, point.which.bytes / point.which.ticks /
                               ceilings.bandwidth[static_cast<std::size_t>(point.streams_level)]);
}

}  // namespace wend::report
