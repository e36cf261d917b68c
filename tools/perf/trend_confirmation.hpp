// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "tools/perf/history.hpp"
#include "tools/perf/trend.hpp"

namespace wend::perf {

/// Builds and compares what stands on both sides of a trend's candidates, cases of this command's suite on
/// this machine, and returns the trend as the history then has it. First the builds next to the change, which
/// was perhaps found one too early or too late: where they do not show it, those two away. What was compared
/// before is not compared again. Candidates that nothing could be done for say why (TrendChange::obstacle).
[[nodiscard]] Trend confirm_candidates(History& history, const TrendOptions& options,
                                       const std::filesystem::path& repository);

}  // namespace wend::perf
