// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bench/statistics/speed_up.hpp"
#include "tools/support/html_page.hpp"

namespace wend::report {

/// A ratio, drawn as a mark with its interval.
struct RatioDot {
    std::size_t isa;  ///< its place in supported_isas()
    bool is_grouped;  ///< several ticks a call: hollow
    std::string text;
    bench::SpeedUp ratio;
};

struct RatioLine {
    std::string kernel;
    std::vector<RatioDot> dots;
};

/// A legend, and kernels below each other on one logarithmic axis of ratios. As wide as the page; on narrow
/// screens the names stand above the lines. `name`: what a screen reader calls it.
void add_ratio_chart(support::HtmlPage& page, const std::vector<RatioLine>& lines, std::string_view name);

/// The line of a kernel, which is added where there is none.
[[nodiscard]] RatioLine& line_of(std::vector<RatioLine>& lines, std::string_view kernel);

}  // namespace wend::report
