// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/path_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "bench/support/file_error.hpp"
#include "bench/support/printable.hpp"
#include "tools/files/gdal_lines.hpp"
#include "tools/files/geojson.hpp"
#include "tools/files/input_file.hpp"
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
void drop_single_points(const PathSet& set, PathLines& read, Projected& projected) {
    PathLines kept;
    const bool placed_one_by_one = projected.placements.size() == set.size();
    std::vector<Placement> placements;
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (set.node_count(i) < 2) {
            read.skipped.push_back({read.places[i], "fewer than two distinct points"});
            continue;
        }
        kept.add(std::move(read.lines[i]), read.closed[i], std::move(read.places[i]));
        if (placed_one_by_one) placements.push_back(projected.placements[i]);
    }
    if (placed_one_by_one && !placements.empty()) projected.placements = std::move(placements);
    read.lines = std::move(kept.lines);
    read.closed = std::move(kept.closed);
    read.places = std::move(kept.places);
}

/// The beginning of a regular file; nothing of a pipe, which could not be read again.
std::string head_of(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return "";
    std::string head(4096, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    return head;
}

/// By the first character; a file that has neither's is what its name says.
bool is_json(std::string_view text, const std::filesystem::path& file) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && (text[first] == '{' || text[first] == '[')) return true;
    return file.extension() == ".geojson" || file.extension() == ".json";
}

PathLines read_lines(const std::filesystem::path& file, const ProjectionChoice& projection) {
    if (const std::string_view format = gdal_format(head_of(file)); !format.empty())
        return read_with_gdal(file, format, projection);
    std::string text = read_file(file);
    if (is_json(text, file)) return read_geojson(text, file, projection);
    CsvReader reader(std::move(text), file);
    return read_path_csv(reader, projection);
}

/// A conformal conic projection about an extent: lengths are off by little where it is not too high. None for
/// an extent over the equator or at a pole.
std::string conic_for(const Extent& extent) {
    const double height = extent.high.y - extent.low.y;
    if (extent.low.y * extent.high.y <= 0 || std::abs(extent.centre().y) < 15 || height > 70 ||
        std::max(-extent.low.y, extent.high.y) > 88 || extent.high.x - extent.low.x > 200)
        return "";
    return fmt::format("+proj=lcc +lat_1={:.4g} +lat_2={:.4g} +lat_0={:.4g} +lon_0={:.4g}",
                       extent.low.y + height / 6, extent.high.y - height / 6, extent.centre().y,
                       extent.centre().x);
}

}  // namespace

PathFile make_path_file(PathLines read, const std::filesystem::path& file,
                        const ProjectionChoice& projection) {
    Projected projected = project(read.lines, projection);
    PathSet set = build(file, read);
    const std::size_t before = read.lines.size();
    drop_single_points(set, read, projected);
    if (read.lines.size() != before) set = build(file, read);
    if (read.lines.empty()) {
        if (read.skipped.empty()) fail(file, "no paths");
        const Skipped& first = read.skipped.front();
        fail(file,
             fmt::format("no path of two distinct points among {} features; the first, {}: {}", read.features,
                         first.place.empty() ? "the whole file" : first.place, first.reason));
    }
    return {std::move(set), read.features, read.parts, std::move(read.skipped), std::move(projected)};
}

PathFile read_path_file(const std::filesystem::path& file, const ProjectionChoice& projection) {
    return make_path_file(read_lines(file, projection), file, projection);
}

std::string scale_warning(const Projected& projected) {
    if (projected.scale_error <= 0.01) return "";
    const bool crs = projected.projection.kind == Projection::crs;
    std::string text =
        fmt::format("warning: {}lengths, and with them speeds, are off by up to {:.3g} %: above 1 %",
                    crs ? "" : "east-west ", projected.scale_error * 100);
    const bool per_path_is_better = projected.per_path_error < projected.scale_error / 2;
    if (projected.projection.kind == Projection::geographic && per_path_is_better)
        text += fmt::format(
            "; `--projection per-path` takes each path's own latitude: {:.2g} % along it, but not "
            "between paths",
            projected.per_path_error * 100);
    if (const std::string conic = conic_for(projected.extent); !conic.empty() && !crs)
        text += fmt::format("; `--projection \"{}\"` keeps places too, through PROJ", conic);
    return text;
}

std::vector<std::string> notes_on(const PathFile& paths, const std::filesystem::path& file) {
    const Projection projection = paths.projected.projection.kind;
    constexpr std::size_t most = 20;
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < std::min(paths.skipped.size(), most); ++i)
        notes.push_back(printable(fmt::format("{}: {}: skipped: {}", file.string(), paths.skipped[i].place,
                                              paths.skipped[i].reason)));
    if (paths.skipped.size() > most)
        notes.push_back(fmt::format("{}: {} more skipped; `wend paths` lists all", file.string(),
                                    paths.skipped.size() - most));
    std::string line = fmt::format("{}: {} paths of {} nodes from {} features", file.string(),
                                   paths.set.size(), paths.set.total_node_count(), paths.features);
    if (is_geographic(projection))
        line +=
            fmt::format("; {}lengths are off by up to {:.3g} %",
                        projection == Projection::crs ? "" : "east-west ", paths.projected.scale_error * 100);
    notes.push_back(std::move(line));
    if (const std::string warning = scale_warning(paths.projected); !warning.empty())
        notes.push_back(fmt::format("{}: {}", file.string(), warning));
    return notes;
}

}  // namespace wend::scenario
