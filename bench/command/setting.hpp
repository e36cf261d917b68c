// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/cases/machine.hpp"

namespace wend::bench {

/// What a comparison with rivals depends on: machine and build, then how each rival was built.
[[nodiscard]] Lines describe_setting();

/// Of it what every reader wants: processor, caches, compiler, revision, date.
[[nodiscard]] Lines short_setting();

/// Adds the setting to Google Benchmark's context, but for the keys that its reporters write themselves; and
/// commit, parent, dirty (yes or no).
void add_benchmark_context();

}  // namespace wend::bench
