// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/csv_reader.hpp"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <string_view>

#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"

namespace wend::files {

namespace {

/// The separator of the first line that is not blank.
char separator_of(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return ',';
    const std::string_view line = text.substr(first, text.find_first_of("\r\n", first) - first);
    bool in_quotes = false;
    std::array<bool, 3> seen{};
    static constexpr std::string_view separators = ",;\t";
    for (const char c : line) {
        if (c == '"') in_quotes = !in_quotes;
        const std::size_t separator = separators.find(c);
        if (!in_quotes && separator != std::string_view::npos) seen[separator] = true;
    }
    const auto found = std::ranges::find(seen, true);
    return found == seen.end() ? ',' : separators[static_cast<std::size_t>(found - seen.begin())];
}

}  // namespace

struct CsvReader::Parser {
    explicit Parser(char separator) {
        if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
        csv_set_delim(&parser, static_cast<unsigned char>(separator));
    }
    ~Parser() { csv_free(&parser); }
    Parser(const Parser&) = delete;
    Parser& operator=(const Parser&) = delete;

    static void on_field(void* text, std::size_t size, void* self) {
        static_cast<Parser*>(self)->fields.emplace_back(static_cast<const char*>(text), size);
    }
    static void on_row(int, void* self) { static_cast<Parser*>(self)->complete = true; }

    csv_parser parser{};
    std::vector<std::string> fields;
    bool complete = false;
};

CsvReader::CsvReader(std::filesystem::path file) : CsvReader(support::read_text(file), file) {}

CsvReader::CsvReader(std::string text, std::filesystem::path name)
    : file_(std::move(name)),
      text_(std::move(text)),
      at_(text_.starts_with("\xEF\xBB\xBF") ? 3 : 0),
      separator_(separator_of(std::string_view(text_).substr(at_))),
      parser_(std::make_unique<Parser>(separator_)) {}

CsvReader::~CsvReader() = default;

bool CsvReader::next(std::vector<std::string>& fields) {
    Parser& parser = *parser_;
    parser.fields.clear();
    parser.complete = false;
    const auto parse = [&](std::string_view text) {
        if (csv_parse(&parser.parser, text.data(), text.size(), Parser::on_field, Parser::on_row, &parser) !=
            text.size())
            words::fail_at_line(file_, line_, csv_strerror(csv_error(&parser.parser)));
    };
    // Line by line, so that errors can name the line; a quoted field may span several.
    while (!parser.complete && at_ < text_.size()) {
        ++line_;
        const std::size_t end = text_.find('\n', at_);
        parse(std::string_view(text_).substr(at_, end == std::string::npos ? end : end + 1 - at_));
        if (end == std::string::npos) parse("\n");
        at_ = end == std::string::npos ? text_.size() : end + 1;
    }
    if (!parser.complete && csv_fini(&parser.parser, Parser::on_field, Parser::on_row, &parser) != 0)
        words::fail_at_line(file_, line_, "the file ends inside a quoted field");
    fields.swap(parser.fields);
    return parser.complete;
}

}  // namespace wend::files
