// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>

#include "tools/count/counts.hpp"

namespace wend::count {

/// The counts of each function itself, without its callees. Functions whose short names are alike
/// (function_name.hpp), such as a function and its clones, are one.
using FunctionCounts = std::map<std::string, Counts>;

/// Throws as count_steps does. Run `body` once before: the first call also binds symbols.
[[nodiscard]] FunctionCounts count_functions(const std::function<void()>& body);

}  // namespace wend::count
