// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/measure/revision_build.hpp"
#include "tools/perf/verdict/side_comparison.hpp"

namespace wend::perf {

/// Another project's benchmark or command, which its own command builds: what `gate` and `trend --confirm`
/// have in common.
struct OtherProgram {
    std::string google{};   ///< an executable of Google Benchmark's, its file in the repository
    std::string command{};  ///< or a command that runs in the top folder of the repository
    std::string name{};     ///< what the command's case is called; empty: as the command
    std::string build{};    ///< the shell command that makes either

    [[nodiscard]] bool is_given() const { return !google.empty() || !command.empty(); }
    [[nodiscard]] const std::string& case_name() const { return name.empty() ? command : name; }

    /// Of an absolute path, the rest of it within the repository.
    [[nodiscard]] std::filesystem::path file_in(const Repository& repository) const;

    /// As it lies in the repository, and as it is built at a commit, by its full name. A command's executable
    /// is the folder to run it in.
    [[nodiscard]] SideBuild here(const Repository& repository) const;
    [[nodiscard]] SideBuild at(const Repository& repository, const std::string& commit) const;

    /// How its builds are compared: every case, and slow-downs up to 5 % do not matter.
    [[nodiscard]] Plan plan() const;
};

/// --google, --command, --name and --build; returns --command.
CLI::Option* add_other_program(CLI::App& app, OtherProgram& other);

/// What the options cannot say by themselves. Throws command::MisuseError.
void check(const OtherProgram& other);

}  // namespace wend::perf
