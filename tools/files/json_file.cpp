// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/json_file.hpp"

#include <nlohmann/json.hpp>

#include "tools/support/input_file.hpp"

namespace wend::files {

words::Json read_json(const std::filesystem::path& file) {
    return words::parse_json(support::read_text(file, most_json_bytes), file);
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
