// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// tools/support/input_file.hpp where there is no file system.
#include "tools/support/given_files.hpp"

#include <fmt/format.h>

#include <map>

#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"

namespace wend::support {
namespace {

std::map<std::string, std::string>& files() {
    static std::map<std::string, std::string> given;
    return given;
}

}  // namespace

void give_file(std::string name, std::string bytes) {
    files().insert_or_assign(std::move(name), std::move(bytes));
}

std::string read_file(const std::filesystem::path& file, std::uint64_t most_bytes, std::string_view) {
    const auto found = files().find(file.string());
    if (found == files().end()) words::fail(file, "is not among the files given");
    if (found->second.size() > most_bytes)
        words::fail(file, fmt::format("has {} bytes; the limit is {}", found->second.size(), most_bytes));
    return found->second;
}

std::string read_text(const std::filesystem::path& file, std::uint64_t most_bytes) {
    return read_file(file, most_bytes);
}

}  // namespace wend::support
