// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

/// The command `wend`: each subcommand is a function over its own arguments (argv[0] is its name), in a file
/// of its own. All return the process's exit status.
namespace wend::command {

[[nodiscard]] int main_run(int argc, char** argv);
[[nodiscard]] int main_isa(int argc, char** argv);
[[nodiscard]] int main_paths(int argc, char** argv);
[[nodiscard]] int main_draw(int argc, char** argv);
[[nodiscard]] int main_verify(int argc, char** argv);
[[nodiscard]] int main_replay(int argc, char** argv);
/// Start wend-bench and wend-perf in place of this process.
[[nodiscard]] int main_bench(int argc, char** argv);
[[nodiscard]] int main_perf(int argc, char** argv);

}  // namespace wend::command
