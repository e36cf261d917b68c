// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tools/report/report_tables.hpp"
#include "tools/support/html_page.hpp"

namespace wend::report {

/// Times an agent at one tick and on one thread over the number of agents, a picture for each kernel that was
/// measured at four sizes or more: the widest set, the best plain loop, the textbook's loop. Nothing without
/// such a kernel.
void add_population_curves(support::HtmlPage& page, const Groups& groups);

}  // namespace wend::report
