// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/path_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "tools/files/csv_number.hpp"
#include "words/file_error.hpp"

namespace wend::files {
namespace {

using words::fail_at_line;

constexpr std::array<std::string_view, 3> columns{"path", "x", "y"};

/// Other names of the columns x and y.
constexpr std::array<std::pair<std::string_view, std::size_t>, 5> longer_names{
    {{"lon", 1}, {"lng", 1}, {"longitude", 1}, {"lat", 2}, {"latitude", 2}}};

/// A column's name in lower letters, and x or y for another name of these.
std::string plain_name(std::string column) {
    std::ranges::transform(column, column.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const auto& [longer, index] : longer_names)
        if (column == longer) return std::string(columns[index]);
    return column;
}

/// The field index of each column.
std::array<std::size_t, 3> read_header(const CsvReader& reader, const std::vector<std::string>& given) {
    std::vector<std::string> names;
    for (const std::string& column : given) names.push_back(plain_name(column));
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (std::find(columns.begin(), columns.end(), names[i]) == columns.end())
            fail_at_line(reader.file(), reader.line(),
                         fmt::format("column \"{}\" is none of path, x and y (or lon and lat)", given[i]));
        if (std::find(names.begin(), names.end(), names[i]) != names.begin() + static_cast<std::ptrdiff_t>(i))
            fail_at_line(reader.file(), reader.line(), fmt::format("column \"{}\" appears twice", given[i]));
    }
    std::array<std::size_t, 3> fields{};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto found = std::find(names.begin(), names.end(), columns[i]);
        if (found == names.end())
            fail_at_line(
                reader.file(), reader.line(),
                fmt::format("column \"{}\" is missing: a path file has the columns path, x and y, and a "
                            "row for each point",
                            columns[i]));
        fields[i] = static_cast<std::size_t>(found - names.begin());
    }
    return fields;
}

double read_coordinate(const CsvReader& reader, const std::string& text, std::size_t axis,
                       const ProjectionChoice& projection) {
    constexpr double largest = 1e18;  // the limit of a path set
    const std::optional<double> value = parse_number<double>(text);
    if (!value || std::abs(*value) > largest)
        fail_at_line(reader.file(), reader.line(),
                     fmt::format("{}: \"{}\" is not a number of at most 1e18{}", columns[axis + 1], text,
                                 why_no_number(text)));
    if (is_geographic(projection.kind) && !is_degrees(axis, *value))
        fail_at_line(reader.file(), reader.line(), no_degrees(axis, *value));
    return *value;
}

}  // namespace

PathLines read_path_csv(CsvReader& reader, const ProjectionChoice& projection) {
    const std::filesystem::path& file = reader.file();
    std::vector<std::string> row;
    if (!reader.next(row)) words::fail(file, "is empty: the first line must name the columns path, x and y");
    const auto [path, x, y] = read_header(reader, row);

    PathLines result;
    std::unordered_set<std::string> names;
    std::string name;
    while (reader.next(row)) {
        reader.require_fields(row, columns.size());
        if (result.lines.empty() || row[path] != name) {
            name = row[path];
            if (!names.insert(name).second)
                fail_at_line(file, reader.line(),
                             fmt::format("the rows of path \"{}\" are not contiguous", name));
            result.begin_line(false, fmt::format("line {}, path \"{}\"", reader.line(), name));
        }
        result.lines.push_back(
            {read_coordinate(reader, row[x], 0, projection), read_coordinate(reader, row[y], 1, projection)});
    }
    result.features = result.parts = result.lines.size();
    return result;
}

PathLines read_path_csv(const std::filesystem::path& file, const ProjectionChoice& projection) {
    CsvReader reader(file);
    return read_path_csv(reader, projection);
}

}  // namespace wend::files
