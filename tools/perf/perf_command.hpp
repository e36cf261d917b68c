// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

/// The command `wend perf`: as `wend` itself, a table of subcommands, each a function over its own arguments
/// (argv[0] is its name) in a file of its own.
namespace wend::perf {

inline constexpr int exit_none = 0;        ///< done; no regression
inline constexpr int exit_regression = 1;  ///< something became slower, or a check failed
inline constexpr int exit_misuse = 2;      ///< misuse, bad input, or nothing could be measured
inline constexpr int exit_unclear = 3;     ///< measured, and undecided

[[nodiscard]] int main_perf(int argc, char** argv);
[[nodiscard]] int main_ab(int argc, char** argv);
[[nodiscard]] int main_gate(int argc, char** argv);
[[nodiscard]] int main_accept(int argc, char** argv);
[[nodiscard]] int main_record(int argc, char** argv);
[[nodiscard]] int main_trend(int argc, char** argv);
[[nodiscard]] int main_report(int argc, char** argv);
[[nodiscard]] int main_list(int argc, char** argv);
[[nodiscard]] int main_compare(int argc, char** argv);
[[nodiscard]] int main_export(int argc, char** argv);
[[nodiscard]] int main_import(int argc, char** argv);
[[nodiscard]] int main_prune(int argc, char** argv);
[[nodiscard]] int main_calibrate(int argc, char** argv);
[[nodiscard]] int main_selftest(int argc, char** argv);
[[nodiscard]] int main_count(int argc, char** argv);
[[nodiscard]] int main_worker(int argc, char** argv);

}  // namespace wend::perf
