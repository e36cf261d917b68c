// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/json_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"

namespace wend::files {

words::Json read_json(const std::filesystem::path& file) {
    const std::string text = support::read_text(file, most_json_bytes);
    std::string_view start = text;
    if (start.starts_with("\xEF\xBB\xBF")) start.remove_prefix(3);
    start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
    if (start.empty()) words::fail(file, "is empty: must be an object in JSON");
    if (start.front() != '{' && start.front() != '[') words::fail(file, "is no JSON: must begin with {");
    return words::parse_json(text, file);
}

void require_format(words::Fields& fields, std::string_view format, std::uint64_t version,
                    const std::string& otherwise) {
    std::string its_format;
    fields.require("format", its_format);
    if (its_format != format) fields.place("format").fail(otherwise);
    std::uint64_t its_version = 0;
    fields.require("version", its_version);
    if (its_version != version)
        fields.place("version").fail("a version of the format that this program does not know");
}

}  // namespace wend::files
