// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/count/case_count.hpp"

#include <stdexcept>

namespace wend::bench {

Counts count(const Case& which) {
    if (which.threads != 1)
        throw std::invalid_argument(which.name + ": only a case with one thread can be counted");
    const Run run = which.make();
    run.run(1);
    return count_steps([&run] { run.run(1); });
}

}  // namespace wend::bench
