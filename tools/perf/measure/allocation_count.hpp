// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

/// Memory that code takes by operator new.
namespace wend::perf {

struct Allocations {
    std::uint64_t bytes = 0;  ///< in sum
    std::uint64_t peak = 0;   ///< most bytes at one time, beyond those held before
};

/// The memory that `function` takes, in one thread. Linking it in replaces the executable's operator new.
[[nodiscard]] Allocations count_allocations(const std::function<void()>& function);

}  // namespace wend::perf
