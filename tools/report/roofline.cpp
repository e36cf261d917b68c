// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace wend::report {

namespace {

double per_agent(const RooflinePoint& point, double count) {
    return count / (static_cast<double>(point.counted_agents) * point.which.ticks);
}

}  // namespace

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

std::string label_of(const RooflinePoint& point) {
    const bench::KernelInfo& kernel = bench::info(point.which.kernel);
    return fmt::format("{}{}, {} agents, {} tick{}", kernel.name, kernel.suffix, point.which.agents,
                       point.which.ticks, point.which.ticks == 1 ? "" : "s");
}

std::vector<std::string> labels_of(const Roofline& roofline) {
    std::vector<std::string> labels;
    for (const RooflinePoint& point : roofline.points)
        if (std::string label = label_of(point); std::ranges::find(labels, label) == labels.end())
            labels.push_back(std::move(label));
    return labels;
}

std::size_t number_of(const RooflinePoint& point, const std::vector<std::string>& labels) {
    return static_cast<std::size_t>(std::ranges::find(labels, label_of(point)) - labels.begin()) + 1;
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
