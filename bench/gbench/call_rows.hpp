// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/cases/registry.hpp"

namespace wend::bench {

/// Rows of Google Benchmark for the overhead of a call of a single tick: `call/KERNEL/agents:N`, on the best
/// instruction set.
void register_call_rows(const Registry& registry);

}  // namespace wend::bench
