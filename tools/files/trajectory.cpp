// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "tools/files/csv_number.hpp"
#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"
#ifdef WEND_HAS_HDF5
#include "tools/files/trajectory_table.hpp"
#endif
#ifdef WEND_HAS_SQLITE
#include "tools/support/database.hpp"
#endif

namespace wend::files {
namespace {

using words::fail;
using words::fail_at_line;

constexpr std::string_view header = "tick,id,position_x,position_y";

/// The next field of a line, which loses it; empty: there is none.
std::string_view take_field(std::string_view& line) {
    constexpr std::string_view blanks = " \t\r;";
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view field = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(field.size());
    return field;
}

/// A row for each line, so that errors of the CSV have its number.
std::string read_text_trajectory(const std::filesystem::path& file) {
    const std::string text = support::read_text(file);
    std::string rows;
    double metres = 1;
    bool has_header = false;
    std::size_t number = 0;
    for (std::string_view rest = text; !rest.empty();) {
        ++number;
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        std::string_view fields = line;
        std::array<std::string_view, 4> values;
        for (std::string_view& value : values) value = take_field(fields);
        if (values[0].empty() || values[0].starts_with('#')) {
            if (line.find("x/cm") != std::string_view::npos) metres = 0.01;
            if (!std::exchange(has_header, true)) rows += header;
            rows += '\n';
            continue;
        }
        if (!std::exchange(has_header, true)) rows.append(header) += '\n';
        std::array<double, 4> numbers{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::optional<double> value = parse_number<double>(values[i]);
            if (!value)
                fail_at_line(file, number,
                             values[i].empty() ? "fewer than 4 numbers: id, frame, x and y"
                                               : fmt::format("\"{}\" is no finite number{}", values[i],
                                                             why_no_number(values[i])));
            numbers[i] = *value;
        }
        fmt::format_to(std::back_inserter(rows), "{},{},{},{}\n", numbers[1], numbers[0], metres * numbers[2],
                       metres * numbers[3]);
    }
    return rows;
}

#ifdef WEND_HAS_SQLITE
std::string read_database_trajectory(const std::filesystem::path& file, std::optional<std::uint64_t> frame) {
    if (!std::filesystem::exists(file)) fail(file, "cannot be read: No such file or directory");
    support::Database database(file, false);
    if (database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'trajectory_data'") == 0)
        fail(file, "has no table trajectory_data");
    const std::int64_t last = database.number("SELECT max(frame) FROM trajectory_data");
    support::Statement select(
        database, "SELECT frame, id, pos_x, pos_y FROM trajectory_data WHERE frame = ? ORDER BY id");
    select.bind(frame ? static_cast<std::int64_t>(*frame) : last);
    std::string rows(header);
    rows += '\n';
    bool has_rows = false;
    while (select.step()) {
        has_rows = true;
        fmt::format_to(std::back_inserter(rows), "{},{},{},{}\n", select.integer(0), select.integer(1),
                       select.real(2), select.real(3));
    }
    if (frame && !has_rows) fail(file, fmt::format("has no row of tick {}; its last is {}", *frame, last));
    return rows;
}
#else
std::string read_database_trajectory(const std::filesystem::path& file, std::optional<std::uint64_t>) {
    fail(file, "this build has no SQLite");
}
#endif

std::string read_table_trajectory(const std::filesystem::path& file, std::optional<std::uint64_t> frame) {
#ifdef WEND_HAS_HDF5
    std::string rows(header);
    rows += '\n';
    for (const TrajectoryRow& row : read_trajectory_table(file, frame))
        fmt::format_to(std::back_inserter(rows), "{},{},{},{}\n", row.frame, row.id, row.x, row.y);
    return rows;
#else
    static_cast<void>(frame);
    fail(file, "this build has no HDF5");
#endif
}

}  // namespace

bool is_trajectory(const std::filesystem::path& file) {
    return file.extension() == ".txt" || file.extension() == ".sqlite" || file.extension() == ".h5";
}

bool has_sqlite() {
#ifdef WEND_HAS_SQLITE
    return true;
#else
    return false;
#endif
}

bool has_hdf5() {
#ifdef WEND_HAS_HDF5
    return true;
#else
    return false;
#endif
}

std::string read_trajectory(const std::filesystem::path& file, std::optional<std::uint64_t> frame) {
    if (file.extension() == ".h5") return read_table_trajectory(file, frame);
    return file.extension() == ".sqlite" ? read_database_trajectory(file, frame) : read_text_trajectory(file);
}

}  // namespace wend::files
