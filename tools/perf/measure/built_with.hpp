// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// How this executable was built, known to every copy of it.
namespace wend::perf {

/// Settings that change machine code, as CMake's arguments: -DCMAKE_BUILD_TYPE=Release ...
[[nodiscard]] std::vector<std::string> built_with();

/// The compiler's name and version, which may change behind the path that built_with() gives.
[[nodiscard]] std::string built_by();

}  // namespace wend::perf
