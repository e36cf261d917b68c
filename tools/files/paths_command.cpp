// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "bench/support/command_line.hpp"
#include "bench/support/median.hpp"
#include "bench/support/nearest_word.hpp"
#include "tools/files/path_file.hpp"
#include "tools/subcommands.hpp"

namespace wend::command {
namespace {

using scenario::PathFile;
using scenario::Projection;

Projection parse_projection(const std::string& text) {
    std::string words;
    std::vector<std::string_view> names;
    for (const auto& [word, projection] : scenario::projection_words) {
        if (word == text) return projection;
        names.push_back(word);
        words += fmt::format("{}{}", words.empty() ? "" : ", ", word);
    }
    throw MisuseError(
        fmt::format("--projection: \"{}\" is none of {}{}", text, words, suggestion(text, names)));
}

void print_counts(const PathFile& paths) {
    std::size_t closed = 0;
    for (std::size_t i = 0; i < paths.set.size(); ++i) closed += paths.set.closed(i) ? 1 : 0;
    fmt::print("features    {}\n", paths.features);
    fmt::print("parts       {}\n", paths.parts);
    fmt::print("paths       {}, {} of them closed\n", paths.set.size(), closed);
    fmt::print("nodes       {}\n", paths.set.total_node_count());
}

void print_lengths(const PathSet& set, std::string_view unit) {
    std::vector<double> lengths;
    double total = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
        lengths.push_back(set.length(i, PathMode::once));
        total += lengths.back();
    }
    std::sort(lengths.begin(), lengths.end());
    fmt::print("lengths     min {:.6g}{}, median {:.6g}{}, max {:.6g}{}, total {:.6g}{}\n", lengths.front(),
               unit, bench::median_of_sorted(lengths), unit, lengths.back(), unit, total, unit);
}

void print_extent(const scenario::Projected& projected, Projection projection) {
    const auto& [low, high] = projected.extent;
    if (!scenario::is_geographic(projection)) {
        fmt::print("extent      x {:g} to {:g}, y {:g} to {:g}\n", low.x, high.x, low.y, high.y);
        return;
    }
    fmt::print("extent      longitude {:g} to {:g}, latitude {:g} to {:g} degrees\n", low.x, high.x, low.y,
               high.y);
    fmt::print("scale error {:.3g} % of an east-west length at worst\n", projected.scale_error * 100);
}

}  // namespace

int main_paths(int argc, char** argv) {
    CLI::App app("Lists the contents of a path file, as a scenario reads it.", "wend paths");
    std::string file;
    std::string word = "geographic";
    app.add_option("file", file, "GeoJSON; or CSV with the columns path, x and y, if the name ends in .csv")
        ->type_name("FILE")
        ->required();
    app.add_option(
           "--projection", word,
           "geographic: longitude and latitude, projected about the file's centre; per-path: each path "
           "about its own; none: plane coordinates")
        ->type_name("WORD")
        ->capture_default_str();
    if (const std::optional<int> status = parse(app, argc, argv)) return *status;

    const Projection projection = parse_projection(word);
    const PathFile paths = scenario::read_path_file(file, projection);
    print_counts(paths);
    print_lengths(paths.set, scenario::is_geographic(projection) ? " m" : "");
    print_extent(paths.projected, projection);
    fmt::print("skipped     {}\n", paths.skipped.size());
    for (const scenario::Skipped& skipped : paths.skipped)
        fmt::print("  {}: {}\n", skipped.place, skipped.reason);
    if (const std::string warning = scenario::scale_warning(paths.projected, projection); !warning.empty())
        fmt::print(stderr, "{}: {}\n", file, warning);
    return 0;
}

}  // namespace wend::command
