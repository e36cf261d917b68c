// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/count/case_count.hpp"

#include <stdexcept>

namespace wend::bench {

namespace {

/// The case with its first call behind it.
Run second_call(const Case& which) {
    if (which.threads != 1)
        throw std::invalid_argument(which.name + ": only a case with one thread can be counted");
    Run run = which.make();
    run.run(1);
    return run;
}

}  // namespace

Counts count(const Case& which) {
    const Run run = second_call(which);
    return count_steps([&run] { run.run(1); });
}

FunctionCounts count_functions(const Case& which) {
    const Run run = second_call(which);
    return count_functions([&run] { run.run(1); });
}

}  // namespace wend::bench
