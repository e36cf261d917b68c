// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// wend_perf_worker: `wend perf worker` without the rest of the command, which takes longer to build than the
// library does. What `wend perf gate` builds of a revision, and measures.
#include <cstdio>
#include <cstring>
#include <exception>

#include "bench/cases/setup_cases.hpp"
#include "tools/perf/measure/allocation_count.hpp"
#include "tools/perf/measure/worker_service.hpp"

int main(int argc, char** argv) {
    const auto is = [&](int which, const char* word) {
        return argc > which && std::strcmp(argv[which], word) == 0;
    };
    const bool serve = argc == 3;
    const bool first_call = argc == 4 && is(3, "--first-call");
    if (!is(1, "perf") || !is(2, "worker") || (!serve && !first_call)) {
        std::fprintf(stderr, "usage: wend_perf_worker perf worker [--first-call]\n");
        return 2;
    }
    try {
        if (first_call)
            std::printf("%lld\n", static_cast<long long>(wend::bench::time_first_call()));
        else
            wend::perf::serve_requests(wend::perf::count_allocations);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "wend_perf_worker: %s\n", error.what());
        return 2;
    }
    return 0;
}
