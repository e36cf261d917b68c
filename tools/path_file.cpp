// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/path_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/geojson.hpp"
#include "tools/scenario_error.hpp"

namespace wend::scenario {
namespace {

PathSet build(const std::filesystem::path& file, const GeoLines& geo) {
    PathSetBuilder builder;
    for (const Line& line : geo.lines) builder.add(line);
    Expected<PathSet> set = builder.build();
    if (set) return *set;
    const Status status = set.status();
    if (status.code == Code::bad_point)
        throw ScenarioError(fmt::format("{}: {}/{}: {}", file.string(), geo.pointers[status.index],
                                        status.sub_index, message(status)));
    fail(file, message(status));
}

/// Waypoint advance refuses a path that is one point only. Which points are one, the set decides: it merges
/// neighbours.
void drop_single_points(const PathSet& set, GeoLines& geo) {
    std::vector<Line> lines;
    std::vector<std::string> pointers;
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (set.node_count(i) < 2) {
            geo.skipped.push_back({geo.pointers[i], "fewer than two distinct points"});
            continue;
        }
        lines.push_back(std::move(geo.lines[i]));
        pointers.push_back(std::move(geo.pointers[i]));
    }
    geo.lines = std::move(lines);
    geo.pointers = std::move(pointers);
}

void report_skipped(const std::filesystem::path& file, const GeoLines& geo, std::vector<std::string>& notes) {
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(geo.skipped.size(), most); ++i)
        notes.push_back(
            fmt::format("{}: {}: skipped: {}", file.string(), geo.skipped[i].pointer, geo.skipped[i].reason));
    if (geo.skipped.size() > most)
        notes.push_back(fmt::format("{}: {} more skipped", file.string(), geo.skipped.size() - most));
}

}  // namespace

PathSet read_path_file(const std::filesystem::path& file, Projection projection,
                       std::vector<std::string>& notes) {
    GeoLines geo = read_geojson(file, projection);
    const bool geographic = projection == Projection::geographic;
    Projected projected;
    if (geographic) projected = project(geo.lines);
    PathSet set = build(file, geo);
    const std::size_t before = geo.lines.size();
    drop_single_points(set, geo);
    if (geo.lines.size() != before) set = build(file, geo);

    report_skipped(file, geo, notes);
    if (geo.lines.empty()) {
        const Skipped first = geo.skipped.empty() ? Skipped{"", "nothing in it"} : geo.skipped.front();
        fail(file, fmt::format("no path of two distinct points among {} features; the first, {}: {}",
                               geo.features, first.pointer, first.reason));
    }
    std::string line = fmt::format("{}: {} paths of {} nodes from {} features", file.string(), set.size(),
                                   set.total_node_count(), geo.features);
    if (geographic)
        line += fmt::format("; east-west lengths are off by up to {:.2g} %{}", projected.scale_error * 100,
                            projected.scale_error > 0.01 ? " (above 1 %: the extent is large)" : "");
    notes.push_back(std::move(line));
    return set;
}

}  // namespace wend::scenario
