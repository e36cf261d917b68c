// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/command/measure.hpp"
#include "bench/roofline/roofline_report.hpp"

namespace wend::bench {

/// The ceilings of one thread, measured in some seconds, and under them the best instruction set's kernels at
/// 8,192 agents and one tick a call, by their measured rows and exact counts: those of enum Kernel. Empty
/// where instructions cannot be counted, or without such a row.
[[nodiscard]] std::optional<Roofline> roofline_of_rows(
    const std::vector<Group>& groups, const Registry& registry,
    const std::function<void(const std::string&)>& progress);

}  // namespace wend::bench
