// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/sweep/table.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "tools/files/csv_number.hpp"
#include "tools/files/csv_reader.hpp"
#include "tools/files/trajectory.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/output_file.hpp"
#ifdef WEND_HAS_HDF5
#include "tools/sweep/table_hdf5.hpp"
#endif

namespace wend::sweep {
namespace {

bool is_hdf5(const std::filesystem::path& file) { return file.extension() == ".h5"; }

std::string field(std::uint64_t value, Kind kind) {
    if (kind == Kind::count) return fmt::format("{}", value);
    if (kind == Kind::hash) return fmt::format("{:016x}", value);
    const auto number = std::bit_cast<double>(value);
    return std::isnan(number) ? std::string() : fmt::format("{}", number);
}

std::optional<std::uint64_t> value_of(std::string_view field, Kind kind) {
    if (kind == Kind::number) {
        if (field.empty()) return std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN());
        const std::optional<double> number = files::parse_number<double>(field);
        return number ? std::optional(std::bit_cast<std::uint64_t>(*number)) : std::nullopt;
    }
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(field.data(), field.data() + field.size(), value, kind == Kind::hash ? 16 : 10);
    if (error != std::errc() || end != field.data() + field.size()) return std::nullopt;
    return value;
}

std::vector<Row> read_csv(const std::filesystem::path& file, const std::vector<Column>& columns) {
    if (std::filesystem::is_empty(file)) return {};
    files::CsvReader reader(file);
    std::vector<std::string> fields;
    std::vector<std::string> names;
    for (const Column& column : columns) names.push_back(column.name);
    if (!reader.next(fields) || fields != names) words::fail(file, not_of_sweep(columns));
    std::vector<Row> rows;
    while (reader.next(fields)) {
        reader.require_fields(fields, columns.size());
        Row row;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::optional<std::uint64_t> value = value_of(fields[i], columns[i].kind);
            if (!value)
                words::fail_at_line(file, reader.line(),
                                    fmt::format("{}: \"{}\" is no number", columns[i].name, fields[i]));
            row.push_back(*value);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

std::string not_of_sweep(const std::vector<Column>& columns) {
    std::string names;
    for (const Column& column : columns) names += (names.empty() ? "" : ", ") + column.name;
    return fmt::format("is not a table of this sweep, whose columns are {}: give another --out", names);
}

bool is_table(const std::filesystem::path& file) {
    return file.extension() == ".csv" || support::is_stdout(file) || (is_hdf5(file) && files::has_hdf5());
}

void write_table(const std::filesystem::path& file, const Table& table) {
    support::OutputFile output(file);
#ifdef WEND_HAS_HDF5
    if (is_hdf5(file)) {
        if (output.partial().empty())
            throw support::MisuseError(fmt::format("--out {}: is no file", file.string()));
        write_hdf5(output.partial(), file, table);
        return output.commit();
    }
#endif
    std::string line;
    for (const Column& column : table.columns) line += (line.empty() ? "" : ",") + column.name;
    output.write(line + "\n");
    for (const Row& row : table.rows) {
        line.clear();
        for (std::size_t i = 0; i < row.size(); ++i)
            line += (i == 0 ? "" : ",") + field(row[i], table.columns[i].kind);
        output.write(line + "\n");
    }
    output.commit();
}

std::vector<Row> read_rows(const std::filesystem::path& file, const std::vector<Column>& columns) {
#ifdef WEND_HAS_HDF5
    if (is_hdf5(file)) return read_hdf5(file, columns);
#endif
    return read_csv(file, columns);
}

}  // namespace wend::sweep
