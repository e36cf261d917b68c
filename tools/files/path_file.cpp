// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/path_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/support/file_error.hpp"
#include "tools/files/geojson.hpp"
#include "tools/files/path_csv.hpp"

namespace wend::scenario {
namespace {

PathSet build(const std::filesystem::path& file, const PathLines& read) {
    PathSetBuilder builder;
    for (std::size_t i = 0; i < read.lines.size(); ++i) builder.add(read.lines[i], read.closed[i]);
    Expected<PathSet> set = builder.build();
    if (set) return *set;
    const Status status = set.status();
    // Only from GeoJSON: the CSV reader checks ranges itself.
    if (status.code == Code::bad_point)
        throw FileError(fmt::format("{}: {}/{}: {}", file.string(), read.places[status.index],
                                    status.sub_index, message(status)));
    fail(file, message(status));
}

/// Skips paths that the set merges into a single point: waypoint advance refuses them.
void drop_single_points(const PathSet& set, PathLines& read) {
    PathLines kept;
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (set.node_count(i) < 2)
            read.skipped.push_back({read.places[i], "fewer than two distinct points"});
        else
            kept.add(std::move(read.lines[i]), read.closed[i], std::move(read.places[i]));
    }
    read.lines = std::move(kept.lines);
    read.closed = std::move(kept.closed);
    read.places = std::move(kept.places);
}

}  // namespace

PathFile make_path_file(PathLines read, const std::filesystem::path& file, Projection projection) {
    const Projected projected = project(read.lines, projection);
    PathSet set = build(file, read);
    const std::size_t before = read.lines.size();
    drop_single_points(set, read);
    if (read.lines.size() != before) set = build(file, read);
    if (read.lines.empty()) {
        if (read.skipped.empty()) fail(file, "no paths");
        const Skipped& first = read.skipped.front();
        fail(file,
             fmt::format("no path of two distinct points among {} features; the first, {}: {}", read.features,
                         first.place.empty() ? "the whole file" : first.place, first.reason));
    }
    return {std::move(set), read.features, read.parts, std::move(read.skipped), projected};
}

PathFile read_path_file(const std::filesystem::path& file, Projection projection) {
    return make_path_file(
        file.extension() == ".csv" ? read_path_csv(file, projection) : read_geojson(file, projection), file,
        projection);
}

std::string scale_warning(const Projected& projected, Projection projection) {
    if (projected.scale_error <= 0.01) return "";
    return fmt::format(
        "warning: east-west lengths, and with them speeds, are off by up to {:.3g} %: above 1 %{}",
        projected.scale_error * 100,
        projection == Projection::per_path ? ""
                                           : "; the projection \"per-path\" takes each path's own latitude");
}

std::vector<std::string> notes_on(const PathFile& paths, const std::filesystem::path& file,
                                  Projection projection) {
    constexpr std::size_t most = 20;
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < std::min(paths.skipped.size(), most); ++i)
        notes.push_back(fmt::format("{}: {}: skipped: {}", file.string(), paths.skipped[i].place,
                                    paths.skipped[i].reason));
    if (paths.skipped.size() > most)
        notes.push_back(fmt::format("{}: {} more skipped; `wend paths` lists all", file.string(),
                                    paths.skipped.size() - most));
    std::string line = fmt::format("{}: {} paths of {} nodes from {} features", file.string(),
                                   paths.set.size(), paths.set.total_node_count(), paths.features);
    if (is_geographic(projection))
        line +=
            fmt::format("; east-west lengths are off by up to {:.3g} %", paths.projected.scale_error * 100);
    notes.push_back(std::move(line));
    if (const std::string warning = scale_warning(paths.projected, projection); !warning.empty())
        notes.push_back(fmt::format("{}: {}", file.string(), warning));
    return notes;
}

}  // namespace wend::scenario
