// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>

#include "bench/cases/setup_cases.hpp"
#include "bench/support/command_line.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/measure/worker_service.hpp"

namespace wend::perf {

int main_worker(int argc, char** argv) {
    bool first_call = false;
    CLI::App app(
        "Measures slices of benchmark cases on request, by lines on stdin: what `ab` and `gate` run "
        "of each build.",
        "wend perf worker");
    app.add_flag("--first-call", first_call,
                 "make one call, the first of this process; print its nanoseconds");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    if (first_call)
        fmt::print("{}\n", bench::time_first_call());
    else
        serve_requests(nullptr);
    return 0;
}

}  // namespace wend::perf
