// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <string>

namespace wend::perf {

/// Four digits and the unit that suits them.
[[nodiscard]] inline std::string time_text(double nanoseconds) {
    if (nanoseconds < 1e3) return fmt::format("{:.4g} ns", nanoseconds);
    if (nanoseconds < 1e6) return fmt::format("{:.4g} us", nanoseconds / 1e3);
    if (nanoseconds < 1e9) return fmt::format("{:.4g} ms", nanoseconds / 1e6);
    return fmt::format("{:.4g} s", nanoseconds / 1e9);
}

}  // namespace wend::perf
