// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "bench/report/result.hpp"
#include "bench/support/html_page.hpp"

namespace wend::bench {

/// The section of nanoseconds an agent over the population, a picture a kernel, with the caches marked.
/// Nothing where no kernel was measured at two sizes.
void add_costs(scenario::HtmlPage& page, const Result& result);

/// Values for an axis: 1, 2 and 5 times powers of ten within [low, high]; the powers alone where those are
/// more than `most`, multiples in between where they are fewer than two.
[[nodiscard]] std::vector<double> ticks_within(double low, double high, std::size_t most);

}  // namespace wend::bench
