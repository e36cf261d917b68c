// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/cases/registry.hpp"

namespace wend::bench {

/// Rows of Google Benchmark for what a call of a single tick costs beside its kernel: `call/KERNEL/agents:N`,
/// on the best instruction set.
void register_call_rows(const Registry& registry);

}  // namespace wend::bench
