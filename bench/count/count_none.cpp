// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The counter of processors without x86's trap flag: it throws.
#include <stdexcept>

#include "bench/count/step_counter.hpp"

namespace wend::bench {

bool can_count() noexcept { return false; }

Counts count_steps(const std::function<void()>&) {
    throw std::runtime_error("counts need an x86-64 processor: they are taken by its trap flag");
}

}  // namespace wend::bench
