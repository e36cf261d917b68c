// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "tools/perf/history/run.hpp"

namespace wend::perf {

/// The one that this runs on.
[[nodiscard]] Machine this_machine();

/// Whether results of another program, which have a host's name and little else, are of this machine.
[[nodiscard]] bool is_this_host(const Machine& imported);

/// The executable that this is.
[[nodiscard]] Build this_build();

/// XXH64 of a file's bytes, 16 hexadecimal digits: Build::executable_hash.
[[nodiscard]] std::string file_hash(const std::filesystem::path& file);

/// "wend perf 0.1.0": StoredRun::tool.
[[nodiscard]] std::string tool_name();

/// Of the last minute; 0 where the system does not say.
[[nodiscard]] double load_average();

}  // namespace wend::perf
