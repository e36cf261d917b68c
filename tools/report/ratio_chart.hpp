// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/statistics/speed_up.hpp"
#include "tools/support/html_page.hpp"

namespace wend::report {

/// A kernel's ratio, drawn as a mark with its interval; none was measured where it is empty.
struct RatioLine {
    std::string kernel;
    std::optional<bench::SpeedUp> ratio{};
    std::string details{};  ///< HTML that a click opens
};

/// Kernels below each other on one logarithmic axis of ratios. As wide as the page; on narrow screens the
/// names stand above the lines. `name`: what a screen reader calls it.
void add_ratio_chart(support::HtmlPage& page, const std::vector<RatioLine>& lines, std::string_view name);

}  // namespace wend::report
