// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/other_program.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "bench/support/command_line.hpp"
#include "tools/perf/options.hpp"

namespace wend::perf {

std::filesystem::path OtherProgram::file_in(const Repository& repository) const {
    const std::filesystem::path file = google.empty() ? "." : google;
    if (!file.is_absolute()) return file;
    const std::filesystem::path root = std::filesystem::weakly_canonical(repository.root());
    std::filesystem::path inside = std::filesystem::weakly_canonical(file).lexically_relative(root);
    if (inside.empty() || *inside.begin() == "..")
        throw command::MisuseError(
            fmt::format("--google {}: not in the repository {}", file.string(), root.string()));
    return inside;
}

SideBuild OtherProgram::here(const Repository& repository) const {
    const std::filesystem::path file = repository.root() / file_in(repository);
    if (!std::filesystem::exists(file))
        throw command::MisuseError(
            fmt::format("{}: no such file: build the working tree first, or give --head HEAD, which does",
                        file.string()));
    return {file, std::nullopt, {}};
}

SideBuild OtherProgram::at(const Repository& repository, const std::string& commit) const {
    return {repository.build_with(commit, build, file_in(repository)),
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
