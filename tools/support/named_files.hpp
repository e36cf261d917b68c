// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace wend::support {

/// A file as an option, or a word for an argument, gave it; empty where it did not.
struct NamedFile {
    std::string_view option;
    std::filesystem::path file;
};

/// Throws MisuseError where two of a command's files are one, whatever their names.
void refuse_same_files(std::span<const NamedFile> files);

}  // namespace wend::support
