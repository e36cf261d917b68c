// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/other_program.hpp"

#include <optional>

#include "bench/support/command_line.hpp"
#include "tools/perf/options.hpp"

namespace wend::perf {

SideBuild OtherProgram::here(const Repository& repository) const {
    return {repository.root() / google, std::nullopt, {}};
}

SideBuild OtherProgram::at(const Repository& repository, const std::string& commit) const {
    return {repository.build_with(commit, build, google.empty() ? "." : google),
            std::nullopt,
            {.revision = commit, .parent = repository.parent(commit)}};
}

Plan OtherProgram::plan() const {
    Plan plan{.base = {}, .head = {}, .filter = "", .google = !google.empty(), .tau = 0.05};
    if (!command.empty()) plan.commands = {.name = case_name(), .base = command, .head = command};
    return plan;
}

CLI::Option* add_other_program(CLI::App& app, OtherProgram& other) {
    CLI::Option* const google =
        app.add_option("--google", other.google,
                       "measure this executable of Google Benchmark's: its file in the repository")
            ->type_name("FILE");
    CLI::Option* const command =
        app.add_option(
               "--command", other.command,
               "measure this command by wall clock, as it runs in the top folder of the repository and "
               "of a revision's work tree")
            ->type_name("COMMAND")
            ->excludes(google);
    add_command_name(app, other.name, command);
    CLI::Option* const build =
        app.add_option(
               "--build", other.build,
               "the shell command that makes what --google or --command runs, in a work tree of a revision")
            ->type_name("COMMAND");
    google->needs(build);
    command->needs(build);
    return command;
}

void check(const OtherProgram& other) {
    if (!other.build.empty() && !other.is_given())
        throw command::MisuseError("--build is for --google or --command");
}

}  // namespace wend::perf
