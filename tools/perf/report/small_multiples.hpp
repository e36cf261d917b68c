// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/support/html_page.hpp"
#include "tools/perf/history/trend.hpp"

namespace wend::perf {

/// The series of a trend of several builds, in a part that folds for each kernel: one picture a case, with a
/// line for each instruction set. The pictures of a kernel share both axes. Kernels with a change are open.
void add_small_multiples(scenario::HtmlPage& page, const Trend& trend);

}  // namespace wend::perf
