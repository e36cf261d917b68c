// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/path_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "tools/files/gdal_lines.hpp"
#include "tools/files/geojson.hpp"
#include "tools/files/path_csv.hpp"
#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"
#include "words/printable.hpp"

namespace wend::files {
namespace {

/// Gives back the lines' memory before the set takes its own.
PathSet build(const std::filesystem::path& file, PathLines& read) {
    PathSetBuilder builder;
    for (std::size_t i = 0; i < read.lines.size(); ++i) builder.add(read.lines[i], read.closed[i]);
    read.lines = {};
    Expected<PathSet> set = builder.build();
    if (set) return *set;
    const Status status = set.status();
    // Only from GeoJSON: the CSV reader checks ranges itself.
    if (status.code == Code::bad_point)
        throw words::FileError(fmt::format("{}: {}/{}: {}", file.string(), read.places[status.index],
                                           status.sub_index, message(status)));
    words::fail(file, message(status));
}

/// Whether a set gives the line two nodes. Points that are far from each other, as floats go, are not merged;
/// of other lines a set of their own knows. A line that is refused is kept: the set of all lines says why.
bool has_two_nodes(std::span<const Point> line) {
    const auto far = [](double a, double b) {
        return std::abs(a - b) > 1e-6 * (std::abs(a) + std::abs(b)) + 1e-17;
    };
    for (std::size_t i = 1; i < line.size(); ++i)
        if (far(line[i - 1].x, line[i].x) || far(line[i - 1].y, line[i].y)) return true;
    const Expected<PathSet> alone = PathSetBuilder().add(line).build();
    return !alone || alone->node_count(0) > 1;
}

/// Skips lines whose points are merged into one: waypoint advance refuses such paths.
void drop_single_points(PathLines& read, Projected& projected) {
    std::vector<bool> kept(read.lines.size());
    std::size_t kept_count = 0;
    const bool placed_one_by_one = projected.placements.size() == read.lines.size();
    for (std::size_t i = 0; i < kept.size(); ++i) {
        kept[i] = has_two_nodes(read.lines[i]);
        if (!kept[i]) {
            read.skipped.add([&] {
                return Skipped{std::string(read.places[i]), "fewer than two distinct points"};
            });
            continue;
        }
        read.closed[kept_count] = read.closed[i];
        if (placed_one_by_one) projected.placements[kept_count] = projected.placements[i];
        ++kept_count;
    }
    if (kept_count == kept.size()) return;
    read.lines.keep(kept);
    read.places.keep(kept);
    read.closed.resize(kept_count);
    if (placed_one_by_one && kept_count > 0) projected.placements.resize(kept_count);
}

double length_of(std::span<const Point> line, bool closed) {
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i)
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    if (closed) length += std::hypot(line.front().x - line.back().x, line.front().y - line.back().y);
    return length;
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

PathLines read_lines(const std::filesystem::path& file, const ProjectionChoice& projection,
                     const ReadText& read_text) {
    if (const std::string head = head_of(file); !gdal_format(head).empty())
        return read_with_gdal(file, head, projection);
    std::string text = read_text ? read_text(file) : support::read_text(file);
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
    drop_single_points(read, projected);
    if (read.lines.empty()) {
        if (read.skipped.count() == 0) words::fail(file, "no paths");
        const Skipped& first = read.skipped.listed().front();
        words::fail(file, fmt::format("no path of two distinct points among {} features; the first, {}: {}",
                                      read.features, first.place.empty() ? "the whole file" : first.place,
                                      first.reason));
    }
    std::vector<double> lengths;
    for (std::size_t i = 0; i < read.lines.size(); ++i)
        lengths.push_back(length_of(read.lines[i], read.closed[i]));
    PathSet set = build(file, read);
    return {std::move(set),          read.features,        read.parts,
            std::move(read.skipped), std::move(projected), std::move(lengths)};
}

PathFile read_path_file(const std::filesystem::path& file, const ProjectionChoice& projection,
                        const ReadText& read_text) {
    return make_path_file(read_lines(file, projection, read_text), file, projection);
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

std::string spacing_warning(const PathFile& paths) {
    double total = 0;
    double of_nodes = 0;
    for (std::size_t i = 0; i < paths.lengths.size(); ++i) {
        total += paths.lengths[i];
        of_nodes += paths.set.length(i, PathMode::once);
    }
    const double error = std::abs(of_nodes / total - 1);
    if (!(error > 0.01)) return "";
    return fmt::format(
        "warning: floats are up to {:.3g} apart there, which changes the lengths by {:.3g} % in all: above 1 "
        "%",
        paths.projected.spacing, error * 100);
}

std::vector<std::string> notes_on(const PathFile& paths, const std::filesystem::path& file) {
    const Projection projection = paths.projected.projection.kind;
    constexpr std::size_t most = 20;
    std::vector<std::string> notes;
    const std::vector<Skipped>& skipped = paths.skipped.listed();
    for (std::size_t i = 0; i < std::min(skipped.size(), most); ++i)
        notes.push_back(words::printable(
            fmt::format("{}: {}: skipped: {}", file.string(), skipped[i].place, skipped[i].reason)));
    if (paths.skipped.count() > most)
        notes.push_back(fmt::format("{}: {} more skipped; `wend paths` lists them", file.string(),
                                    paths.skipped.count() - most));
    std::string line = fmt::format("{}: {} paths of {} nodes from {} features", file.string(),
                                   paths.set.size(), paths.set.total_node_count(), paths.features);
    if (is_geographic(projection))
        line +=
            fmt::format("; {}lengths are off by up to {:.3g} %",
                        projection == Projection::crs ? "" : "east-west ", paths.projected.scale_error * 100);
    if (const Point origin = paths.projected.origin; origin.x != 0 || origin.y != 0)
        line += fmt::format(
            "; the origin is moved to ({}, {}), where floats are finer; files keep their coordinates",
            origin.x, origin.y);
    notes.push_back(std::move(line));
    for (const std::string& warning : {scale_warning(paths.projected), spacing_warning(paths)})
        if (!warning.empty()) notes.push_back(fmt::format("{}: {}", file.string(), warning));
    return notes;
}

}  // namespace wend::files
