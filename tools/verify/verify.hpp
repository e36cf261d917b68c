// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "tools/scenario/advance.hpp"
#include "tools/scenario/scenario.hpp"
#include "tools/scenario/state_dump.hpp"
#include "tools/verify/golden_hashes.hpp"
#include "tools/verify/program_cases.hpp"

namespace wend::verify {

inline constexpr int exit_same = 0;
inline constexpr int exit_differs = 1;

/// Half of a scenario's ticks: at the end of some scenarios all agents are at rest.
[[nodiscard]] Subject golden_subject(std::string name, scenario::Scenario& scenario);

/// Runs every program case and every golden scenario (NAME.json in `scenarios`) on each instruction set of
/// this machine, in its ways(), and compares them with the golden hashes. Writes a table to `out` and the
/// first difference to `err`. Returns the exit status.
[[nodiscard]] int verify_golden(const GoldenHashes& golden, const std::filesystem::path& scenarios,
                                const scenario::Runner& runner, std::ostream& out, std::ostream& err);

/// Runs a scenario from its start to the dump's tick on each instruction set of this machine, and compares
/// all streams. The dump must be the scenario's.
[[nodiscard]] int verify_against(const scenario::StateDump& dump, scenario::Scenario& scenario,
                                 const scenario::Runner& runner, std::ostream& out, std::ostream& err);

/// Compares two dumps, of any runs: all streams.
[[nodiscard]] int verify_dumps(const scenario::StateDump& dump, const scenario::StateDump& against,
                               std::ostream& out, std::ostream& err);

}  // namespace wend::verify
