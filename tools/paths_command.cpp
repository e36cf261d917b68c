// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/statistics/median.hpp"
#include "tools/arguments.hpp"
#include "tools/files/path_file.hpp"
#include "tools/subcommands.hpp"
#include "tools/support/command_line.hpp"
#include "words/printable.hpp"

namespace wend::command {
namespace {

using files::PathFile;
using files::Projection;

/// A line behind a first column, which a terminal may break.
template <class... Args>
void print_line(fmt::format_string<Args...> format, Args&&... args) {
    constexpr std::size_t first_column = 12;
    fmt::print("{}", support::for_terminal(fmt::format(format, std::forward<Args>(args)...), first_column));
}

void print_counts(const PathFile& paths) {
    std::size_t closed = 0;
    for (std::size_t i = 0; i < paths.set.size(); ++i) closed += paths.set.closed(i) ? 1 : 0;
    fmt::print("features    {}\n", paths.features);
    fmt::print("parts       {}\n", paths.parts);
    fmt::print("paths       {}, {} of them closed\n", paths.set.size(), closed);
    fmt::print("nodes       {}\n", paths.set.total_node_count());
}

void print_lengths(std::vector<double> lengths, std::string_view unit) {
    const double total = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    std::sort(lengths.begin(), lengths.end());
    print_line("lengths     min {:.6g}{}, median {:.6g}{}, max {:.6g}{}, total {:.6g}{}\n", lengths.front(),
               unit, bench::median_of_sorted(lengths), unit, lengths.back(), unit, total, unit);
}

void print_extent(const files::Projected& projected, Projection projection) {
    const auto& [low, high] = projected.extent;
    if (!files::is_geographic(projection)) {
        print_line("extent      x {:.10g} to {:.10g}, y {:.10g} to {:.10g}\n", low.x, high.x, low.y, high.y);
        if (projected.origin.x != 0 || projected.origin.y != 0)
            fmt::print("origin      moved to ({}, {})\n", projected.origin.x, projected.origin.y);
        return;
    }
    print_line("extent      longitude {:g} to {:g}, latitude {:g} to {:g} degrees\n", low.x, high.x, low.y,
               high.y);
    fmt::print("scale error {:.3g} % of {} length at worst\n", projected.scale_error * 100,
               projection == Projection::crs ? "a" : "an east-west");
}

}  // namespace

int main_paths(int argc, char** argv) {
    PathsArguments arguments;
    if (const std::optional<int> status = parse(arguments, argc, argv)) return *status;

    const PathFile paths =
        files::read_path_file(arguments.file, files::parse_projection(arguments.projection, "--projection"));
    const Projection projection = paths.projected.projection.kind;
    print_counts(paths);
    const std::string_view unit = files::is_geographic(projection) ? " m" : "";
    print_lengths(paths.lengths, unit);
    print_extent(paths.projected, projection);
    print_line("spacing     {:.3g}{} between floats at the edge of the extent\n", paths.projected.spacing,
               unit);
    fmt::print("skipped     {}\n", paths.skipped.count());
    for (const files::Skipped& skipped : paths.skipped.listed())
        fmt::print(
            "{}",
            support::for_terminal(
                fmt::format("  {}\n", words::printable(fmt::format("{}: {}", skipped.place, skipped.reason))),
                4));
    if (paths.skipped.count() > paths.skipped.listed().size())
        fmt::print("  and {} more\n", paths.skipped.count() - paths.skipped.listed().size());
    for (const std::string& warning : {files::scale_warning(paths.projected), files::spacing_warning(paths)})
        if (!warning.empty()) fmt::print(stderr, "{}: {}\n", arguments.file.string(), warning);
    return 0;
}

}  // namespace wend::command
