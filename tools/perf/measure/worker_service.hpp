// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "tools/perf/measure/allocation_count.hpp"

namespace wend::perf {

using CountAllocations = std::function<Allocations(const std::function<void()>&)>;

/// Answers requests (worker_protocol.hpp) on stdin until it ends. Without `count_allocations`, `exact` leaves
/// memory out.
void serve_requests(const CountAllocations& count_allocations);

}  // namespace wend::perf
