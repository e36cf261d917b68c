// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/count/case_count.hpp"

#include <stdexcept>

namespace wend::count {

namespace {

/// The case with its first call behind it.
bench::Run second_call(const bench::Case& which) {
    if (which.threads != 1)
        throw std::invalid_argument(which.name + ": only a case with one thread can be counted");
    bench::Run run = which.make();
    run.run(1);
    return run;
}

}  // namespace

Counts count(const bench::Case& which) {
    const bench::Run run = second_call(which);
    return count_steps([&run] { run.run(1); });
}

FunctionCounts count_functions(const bench::Case& which, BusyFunction* busy) {
    const bench::Run run = second_call(which);
    return count_functions([&run] { run.run(1); }, busy);
}

}  // namespace wend::count
