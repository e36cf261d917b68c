// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "bench/cases/machine.hpp"

namespace wend::bench {

/// Machine and build, then how each rival was built.
[[nodiscard]] Lines describe_setting();

/// Its lines for every reader: processor, caches, threads, compiler, revision, date.
[[nodiscard]] Lines short_setting();

/// The whole, as lines above a table.
[[nodiscard]] std::string setting_text();

/// Compiler and flags of a rival, or of the tutorial's loop; empty for another name.
[[nodiscard]] std::string build_of_rival(std::string_view name);

/// Adds the setting to Google Benchmark's context, but for the keys that its reporters write themselves; and
/// commit, parent, dirty (yes or no).
void add_benchmark_context();

}  // namespace wend::bench
