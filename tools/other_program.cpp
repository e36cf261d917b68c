// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>

#include "tools/subcommands.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/system.hpp"

namespace wend::command {
namespace {

/// Starts the program of that name beside this one in its place. `target` builds it.
int start(const char* file, const char* target, char** argv) {
    const std::filesystem::path folder = support::this_program().parent_path();
    const std::filesystem::path program = folder / file;
    std::string name = program.string();
    argv[0] = name.data();
    execv(program.c_str(), argv);
    const int error = errno;
    if (error != ENOENT) throw support::MisuseError(fmt::format("{}: {}", name, std::strerror(error)));
    const std::filesystem::path build = folder.parent_path();
    throw support::MisuseError(
        std::filesystem::exists(build / "CMakeCache.txt")
            ? fmt::format("not built yet: cmake --build {} --target {}", build.string(), target)
            : fmt::format("{} is not installed", name));
}

}  // namespace

int main_bench(int, char** argv) { return start("wend-bench", "wend_bench_command", argv); }
int main_perf(int, char** argv) { return start("wend-perf", "wend_perf", argv); }

}  // namespace wend::command
