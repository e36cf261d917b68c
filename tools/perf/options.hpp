// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

/// Options that several subcommands of `wend perf` have, declared once.
namespace wend::perf {

/// --db, for open_history(); `use` is what the subcommand takes the history for.
void add_history(CLI::App& app, std::string& database, const std::string& use = "the history");

/// --filter, a regular expression for names of cases.
CLI::Option* add_filter(CLI::App& app, std::string& filter);

/// --name, of the case that `command`, the option --command, makes.
void add_command_name(CLI::App& app, std::string& name, CLI::Option* command);

/// --seed, of a comparison.
void add_seed(CLI::App& app, std::uint64_t& seed);

/// --tau of a comparison: 1 %, or 5 % with --google and --command.
CLI::Option* add_tau(CLI::App& app, double& percent, const std::string& remark = "");

/// --tau, --machine and --db of a look at the history.
void add_trend_options(CLI::App& app, double& percent, std::string& machine, std::string& database);

}  // namespace wend::perf
