// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

/// Whether a case executes the same machine code of the library in two builds, by their object files.
namespace wend::perf {

/// XXH64 of an ELF object's contribution to memory: code, constants and tables, and the targets of its
/// relocations by name; not where it was built, nor what debuggers read. Throws support::MisuseError if the
/// file is no such object.
[[nodiscard]] std::string object_hash(const std::filesystem::path& object);

/// Hashes of the library's objects in a build folder. Empty if that holds none.
struct LibraryCode {
    explicit LibraryCode(const std::filesystem::path& build);

    std::string shared;                         ///< of the objects that all instruction sets use
    std::map<std::string, std::string> of_isa;  ///< of an instruction set's own objects
};

/// In doubt false. Cases of no single instruction set, such as the first call, need all objects to be the
/// same.
[[nodiscard]] bool is_same_code(const LibraryCode& base, const LibraryCode& head, std::string_view case_name);

}  // namespace wend::perf
