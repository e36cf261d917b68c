// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "float_environment.hpp"
#include "threads/parallel.hpp"

namespace wend::detail {

/// The threads of an execution; where there are none, this one, which works in the same order.
[[nodiscard]] inline Execution usable_threads(const Execution& execution) noexcept {
    const bool lacks_jobs =
        threading_of(execution) == Threading::callback && execution.jobs.parallel_for == nullptr;
    if (lacks_jobs || threads_stayed_behind(execution))
        return {.threading = Threading::tbb, .max_threads = 1};
    return execution;
}

/// Calls body(first, count) for parts of [0, all), on the threads of the execution. If these fail, again for
/// all of them on this one.
template <class Body>
void for_parts(const Execution& execution, std::size_t all, std::size_t part, const Body& body) noexcept {
    const auto parts = static_cast<std::uint32_t>((all + part - 1) / part);
    const auto run = [&](std::uint32_t begin, std::uint32_t end) {
        in_default_float_environment([&] { body(begin * part, std::min(end * part, all) - begin * part); });
    };
    if (parts < 2 || !for_blocks(execution, parts, run)) run(0, parts);
}

}  // namespace wend::detail
