// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/report/table.hpp"

namespace wend::perf {

std::string percent(double ratio) { return fmt::format("{:+.2f} %", 100 * (ratio - 1)); }

std::string interval_text(double low, double high) {
    const auto end = [](double ratio) { return fmt::format("{:+.2f}", 100 * (ratio - 1)); };
    return fmt::format("{} to {} %", low > 0 ? end(low) : "..", std::isfinite(high) ? end(high) : "..");
}

std::string time_text(double nanoseconds) {
    if (nanoseconds < 1e3) return fmt::format("{:.4g} ns", nanoseconds);
    if (nanoseconds < 1e6) return fmt::format("{:.4g} us", nanoseconds / 1e3);
    if (nanoseconds < 1e9) return fmt::format("{:.4g} ms", nanoseconds / 1e6);
    return fmt::format("{:.4g} s", nanoseconds / 1e9);
}

std::string counted(std::size_t count, const std::string& noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace wend::perf
