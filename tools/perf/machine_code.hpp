// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>

/// Whether a build's kernels are other machine code at all. Where they are not, they cannot have become
/// slower.
namespace wend::perf {

/// XXH64 of what an object file of ELF puts into memory: code, constants and tables, and what its relocations
/// refer to, by name; not where it was built, nor what debuggers read. Throws command::MisuseError when the
/// file is no such object.
[[nodiscard]] std::string object_hash(const std::filesystem::path& object);

/// One hash for each instruction set that the library in a build folder holds: of its own object and of those
/// that all share.
[[nodiscard]] std::map<std::string, std::string> library_code(const std::filesystem::path& build);

}  // namespace wend::perf
