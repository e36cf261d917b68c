// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend::report {

/// The subcommand `wend bench`: argv[0] is its name. Returns the exit status: 0, 1 when a result is wrong, 2
/// on misuse.
[[nodiscard]] int main_bench(int argc, char** argv);

}  // namespace wend::report
