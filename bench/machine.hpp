// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace wend::bench {

/// What a result depends on: (what, how it is) in the order to show: CPU, caches, threads, load, compiler,
/// flags, revision, date, rivals.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> describe_setting();

/// Gives it to Google Benchmark's reporters, but for what they say themselves under the same keys.
void add_benchmark_context();

}  // namespace wend::bench
