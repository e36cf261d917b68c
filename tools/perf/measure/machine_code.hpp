// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

/// The machine code in a build's objects, as a whole: what case_code.hpp does by function.
namespace wend::perf {

/// XXH64 of what an object file of ELF puts into memory: code, constants and tables, and what its relocations
/// refer to, by name; not where it was built, nor what debuggers read. Throws command::MisuseError when the
/// file is no such object.
[[nodiscard]] std::string object_hash(const std::filesystem::path& object);

/// The object files under a folder, by their paths; none where it is no folder.
[[nodiscard]] std::vector<std::filesystem::path> objects_under(const std::filesystem::path& folder);

/// The folder of an instruction set's objects, or of those that all share: CMake's own for the targets wend,
/// wend_sse2 ... (kernels/CMakeLists.txt).
[[nodiscard]] std::filesystem::path library_objects(const std::filesystem::path& build,
                                                    const std::string& isa = "");

/// One hash for each instruction set that the library in a build folder holds: of its own object and of those
/// that all share.
[[nodiscard]] std::map<std::string, std::string> library_code(const std::filesystem::path& build);

}  // namespace wend::perf
