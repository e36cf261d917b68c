// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "words/file_error.hpp"

namespace wend::files {

/// Reads CSV row by row (RFC 4180; blanks around a field are dropped, empty lines skipped). Fields are
/// separated by commas; by semicolons or tabs where the first line has these and no comma.
class CsvReader {
  public:
    explicit CsvReader(std::filesystem::path file);
    /// Reads a text in memory; errors call it `name`.
    CsvReader(std::string text, std::filesystem::path name);
    ~CsvReader();

    /// Reads the fields of the next row. Returns false at the end of the file.
    [[nodiscard]] bool next(std::vector<std::string>& fields);

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

    [[nodiscard]] char separator() const noexcept { return separator_; }

    /// Fails unless a row has as many fields as the header has columns.
    void require_fields(const std::vector<std::string>& row, std::size_t columns) const {
        if (row.size() == columns) return;
        const bool more = separator_ == ',' && row.size() > columns;
        words::fail_at_line(file_, line_,
                            std::to_string(row.size()) + " fields, but the header names " +
                                std::to_string(columns) + " columns" +
                                (more ? "; commas separate fields: decimals follow a point" : ""));
    }

    /// The line, counted from 1, on which the last row ended.
    [[nodiscard]] std::size_t line() const noexcept { return line_; }

  private:
    struct Parser;
    std::filesystem::path file_;
    std::string text_;
    std::size_t at_ = 0;
    char separator_;
    std::unique_ptr<Parser> parser_;
    std::size_t line_ = 0;
};

}  // namespace wend::files
