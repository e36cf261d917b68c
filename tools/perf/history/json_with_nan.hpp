// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "words/json.hpp"

namespace wend::perf {

/// Parses a text in which numbers that are none may be written as C++ and Google Benchmark do (nan, NaN, inf,
/// Infinity and their negatives), which JSON does not have: they become null.
[[nodiscard]] scenario::Json parse_json_with_nan(std::string_view text, const std::filesystem::path& file);

}  // namespace wend::perf
