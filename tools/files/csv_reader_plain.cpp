// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// tools/files/csv_reader.hpp without libcsv, which Emscripten lacks. Fields are as there; wrong quotes are
// refused in other words.
#include "tools/files/csv_reader.hpp"

#include <algorithm>
#include <string_view>

#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"

namespace wend::files {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// The separator of the first line that is not blank.
char separator_of(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return ',';
    const std::string_view line = text.substr(first, text.find_first_of("\r\n", first) - first);
    for (const char separator : {',', ';', '\t'}) {
        bool in_quotes = false;
        for (const char c : line) {
            if (c == '"') in_quotes = !in_quotes;
            if (c == separator && !in_quotes) return separator;
        }
    }
    return ',';
}

std::string_view trimmed(std::string_view field) {
    while (!field.empty() && is_blank(field.front())) field.remove_prefix(1);
    while (!field.empty() && is_blank(field.back())) field.remove_suffix(1);
    return field;
}

}  // namespace

struct CsvReader::Parser {};

CsvReader::CsvReader(std::filesystem::path file) : CsvReader(support::read_text(file), file) {}

CsvReader::CsvReader(std::string text, std::filesystem::path name)
    : file_(std::move(name)),
      text_(std::move(text)),
      at_(text_.starts_with("\xEF\xBB\xBF") ? 3 : 0),
      separator_(separator_of(std::string_view(text_).substr(at_))) {}

CsvReader::~CsvReader() = default;

bool CsvReader::next(std::vector<std::string>& fields) {
    fields.clear();
    // Empty lines.
    while (at_ < text_.size()) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view line = std::string_view(text_).substr(at_, end - at_);
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) break;
        ++line_;
        at_ = std::min(end + 1, text_.size());
    }
    if (at_ == text_.size()) return false;
    ++line_;
    for (;;) {
        while (at_ < text_.size() && is_blank(text_[at_]) && text_[at_] != separator_) ++at_;
        if (at_ < text_.size() && text_[at_] == '"') {
            std::string field;
            for (++at_;; ++at_) {
                if (at_ == text_.size())
                    words::fail_at_line(file_, line_, "the file ends inside a quoted field");
                if (text_[at_] == '\n') ++line_;
                if (text_[at_] == '"') {
                    ++at_;
                    if (at_ == text_.size() || text_[at_] != '"') break;
                }
                field += text_[at_];
            }
            while (at_ < text_.size() && is_blank(text_[at_]) && text_[at_] != separator_) ++at_;
            fields.push_back(std::move(field));
        } else {
            const std::size_t begin = at_;
            while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n' &&
                   text_[at_] != '\r') {
                if (text_[at_] == '"')
                    words::fail_at_line(file_, line_, "a quote inside a field without quotes");
                ++at_;
            }
            fields.emplace_back(trimmed(std::string_view(text_).substr(begin, at_ - begin)));
        }
        if (at_ < text_.size() && text_[at_] == separator_) {
            ++at_;
            continue;
        }
        if (at_ < text_.size() && text_[at_] == '\r') ++at_;
        if (at_ < text_.size() && text_[at_] != '\n')
            words::fail_at_line(file_, line_, "text behind a quoted field");
        if (at_ < text_.size()) ++at_;
        return true;
    }
}

}  // namespace wend::files
