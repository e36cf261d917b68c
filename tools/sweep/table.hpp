// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace wend::sweep {

enum class Kind : std::uint8_t {
    number,  ///< a double; NaN is an empty field in CSV
    count,   ///< a whole number
    hash,    ///< the same, in CSV as 16 hexadecimal digits
};

struct Column {
    std::string name;
    Kind kind;
};

/// For each column a whole number, or the bits of a double.
using Row = std::vector<std::uint64_t>;

struct Table {
    std::vector<Column> columns;
    std::vector<Row> rows;
};

/// The message for a file with other columns.
[[nodiscard]] std::string not_of_sweep(const std::vector<Column>& columns);

/// Whether this build can write a table of that name: .csv, or .h5 with HDF5; `-`, and other names that stand
/// for stdout, are CSV.
[[nodiscard]] bool is_table(const std::filesystem::path& file);

/// Writes the whole table, in place of an older one. In HDF5 it is a dataset `sweep` of rows.
void write_table(const std::filesystem::path& file, const Table& table);

/// The rows of a table with these columns, in the order of the file. Fails for any other file.
[[nodiscard]] std::vector<Row> read_rows(const std::filesystem::path& file,
                                         const std::vector<Column>& columns);

}  // namespace wend::sweep
