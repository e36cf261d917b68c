// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "tools/perf/history/history.hpp"
#include "tools/perf/measure/other_program.hpp"
#include "tools/perf/history/trend.hpp"

namespace wend::perf {

/// Builds and compares the builds on both sides of a trend's candidates (cases of this command's suite, or of
/// the other program where one is given; on this machine), and returns the trend with what they showed. First
/// the two next to the change; where these do not show it, the two one further away. Nothing is compared
/// twice; TrendChange::obstacle says why one was not compared.
[[nodiscard]] Trend confirm_candidates(History& history, const TrendOptions& options,
                                       const std::filesystem::path& repository, const OtherProgram& other);

}  // namespace wend::perf
