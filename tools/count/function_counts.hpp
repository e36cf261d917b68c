// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tools/count/counts.hpp"

namespace wend::count {

/// The counts of each function itself, without its callees. Functions whose short names are alike
/// (function_name.hpp), such as a function and its clones, are one.
using FunctionCounts = std::map<std::string, Counts>;

/// The function that executes the most instructions. Addresses are those in the file, as objdump shows them.
struct BusyFunction {
    struct Executed {
        std::uint64_t address;
        std::uint64_t times;
        std::string text;
    };
    std::string file{};  ///< empty where no function has a symbol
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::vector<Executed> instructions{};  ///< that are executed at all
};

/// Throws as count_steps does. Run `body` once before: the first call also binds symbols.
[[nodiscard]] FunctionCounts count_functions(const std::function<void()>& body, BusyFunction* busy = nullptr);

}  // namespace wend::count
