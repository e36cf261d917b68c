// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <string_view>
#include <tuple>

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

/// Takes a row and its line, 0 where a file has no lines.
using TakeRow = std::function<void(std::size_t line, double frame, double id, double x, double y)>;
using WantedFrame = std::optional<std::uint64_t>;

/// Both return the frames a second; 0: the file does not say.
double read_text_rows(const std::filesystem::path& file, const TakeRow& take) {
    const std::string text = support::read_text(file);
    constexpr std::string_view framerate = "framerate:";
    double metres = 1, frames_a_second = 0;
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
            if (const std::size_t at = line.find(framerate); at != std::string_view::npos) {
                std::string_view behind = line.substr(at + framerate.size());
                frames_a_second = parse_number<double>(take_field(behind)).value_or(0);
            }
            continue;
        }
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
        take(number, numbers[1], numbers[0], metres * numbers[2], metres * numbers[3]);
    }
    return frames_a_second;
}

#ifdef WEND_HAS_SQLITE
double read_database_rows(const std::filesystem::path& file, WantedFrame frame, bool last_only,
                          const TakeRow& take) {
    if (!std::filesystem::exists(file)) fail(file, "cannot be read: No such file or directory");
    support::Database database(file, false);
    if (database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'trajectory_data'") == 0)
        fail(file, "has no table trajectory_data");
    const std::int64_t last = database.number("SELECT max(frame) FROM trajectory_data");
    if (last_only && !frame) frame = static_cast<std::uint64_t>(last);
    support::Statement select(
        database,
        "SELECT frame, id, pos_x, pos_y FROM trajectory_data WHERE frame BETWEEN ? AND ? "
        "ORDER BY frame, id");
    const std::int64_t from =
        frame ? static_cast<std::int64_t>(*frame) : std::numeric_limits<std::int64_t>::min();
    select.bind(from, frame ? from : last);
    bool has_rows = false;
    while (select.step()) {
        has_rows = true;
        take(0, static_cast<double>(select.integer(0)), static_cast<double>(select.integer(1)),
             select.real(2), select.real(3));
    }
    if (frame && !has_rows) fail(file, fmt::format("has no row of tick {}; its last is {}", *frame, last));
    if (database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'metadata'") == 0) return 0;
    support::Statement rate(database, "SELECT CAST(value AS REAL) FROM metadata WHERE key = 'fps'");
    return rate.step() ? rate.real(0) : 0;
}
#endif

/// The rows of a frame; without a frame those of the last one, or of all.
double read_rows(const std::filesystem::path& file, [[maybe_unused]] WantedFrame frame,
                 [[maybe_unused]] bool last_only, const TakeRow& take) {
    if (file.extension() == ".h5") {
#ifdef WEND_HAS_HDF5
        return read_trajectory_table(file, frame, last_only, [&](const TrajectoryRow& row) {
            take(0, row.frame, row.id, row.x, row.y);
        });
#else
        fail(file, "this build has no HDF5");
#endif
    }
    if (file.extension() == ".sqlite") {
#ifdef WEND_HAS_SQLITE
        return read_database_rows(file, frame, last_only, take);
#else
        fail(file, "this build has no SQLite");
#endif
    }
    return read_text_rows(file, take);
}

/// A number that counts frames or agents.
std::uint32_t whole(const std::filesystem::path& file, std::size_t line, const char* what, double value) {
    constexpr double most = std::numeric_limits<std::uint32_t>::max();
    if (value >= 0 && value <= most && value == std::trunc(value)) return static_cast<std::uint32_t>(value);
    const std::string message = fmt::format("{}: {} is not a whole number from 0 to 2^32 - 1", what, value);
    if (line == 0) fail(file, message);
    fail_at_line(file, line, message);
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
    std::string rows(header);
    // The header takes the place of a comment, so that errors of the CSV have the file's lines.
    std::size_t ends = 0, without_comment = 0;
    read_rows(file, frame, true, [&](std::size_t line, double of_row, double id, double x, double y) {
        if (line == 1) without_comment = 1;
        for (const std::size_t at = line == 0 ? ends + 1 : line - 1 + without_comment; ends < at; ++ends)
            rows += '\n';
        fmt::format_to(std::back_inserter(rows), "{},{},{},{}", of_row, id, x, y);
    });
    return rows + '\n';
}

Frames read_frames(const std::filesystem::path& file) {
    Frames frames;
    frames.a_second = read_rows(
        file, std::nullopt, false, [&](std::size_t line, double frame, double id, double x, double y) {
            frames.rows.push_back({whole(file, line, "id", id), whole(file, line, "frame", frame), x, y, 0});
        });
    if (frames.rows.empty()) fail(file, "has no rows");
    const auto key = [](const TrajectoryRow& row) { return std::tuple(row.frame, row.id, row.x, row.y); };
    std::sort(frames.rows.begin(), frames.rows.end(),  // libc++ 13 has no std::ranges::sort
              [&](const TrajectoryRow& a, const TrajectoryRow& b) { return key(a) < key(b); });
    return frames;
}

}  // namespace wend::files
