// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/bench_command.hpp"
#include "tools/support/command_line.hpp"

/// wend-bench, which `wend bench` starts in its place.
int main(int argc, char** argv) {
    return wend::support::guarded("wend bench", [&] { return wend::report::main_bench(argc, argv); });
}
