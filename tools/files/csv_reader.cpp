// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/csv_reader.hpp"

#include <csv.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>
#include <sstream>
#include <string_view>

#include "bench/support/file_error.hpp"

namespace wend::scenario {

struct CsvReader::Parser {
    Parser() {
        if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
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

CsvReader::CsvReader(std::filesystem::path file)
    : file_(std::move(file)), parser_(std::make_unique<Parser>()) {
    if (std::filesystem::is_directory(file_)) fail(file_, "is a folder, not a file");
    errno = 0;
    stream_ = std::make_unique<std::ifstream>(file_, std::ios::binary);
    if (!*stream_) fail(file_, fmt::format("cannot be read: {}", std::strerror(errno)));
}

CsvReader::CsvReader(std::string text, std::filesystem::path name)
    : file_(std::move(name)),
      stream_(std::make_unique<std::istringstream>(std::move(text))),
      parser_(std::make_unique<Parser>()) {}

CsvReader::~CsvReader() = default;

bool CsvReader::next(std::vector<std::string>& fields) {
    Parser& parser = *parser_;
    parser.fields.clear();
    parser.complete = false;
    std::string text;
    // Line by line, so that errors can name the line; a quoted field may span several.
    while (!parser.complete && std::getline(*stream_, text)) {
        ++line_;
        if (line_ == 1 && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
        text += '\n';
        if (csv_parse(&parser.parser, text.data(), text.size(), Parser::on_field, Parser::on_row, &parser) !=
            text.size())
            fail_at_line(file_, line_, csv_strerror(csv_error(&parser.parser)));
    }
    if (stream_->bad()) fail(file_, fmt::format("cannot be read: {}", std::strerror(errno)));
    if (!parser.complete && csv_fini(&parser.parser, Parser::on_field, Parser::on_row, &parser) != 0)
        fail_at_line(file_, line_, "the file ends inside a quoted field");
    fields.swap(parser.fields);
    return parser.complete;
}

}  // namespace wend::scenario
