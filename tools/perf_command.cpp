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

namespace wend::command {

int main_perf(int, char** argv) {
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const std::filesystem::path program = folder / "wend-perf";
    std::string name = program.string();
    argv[0] = name.data();
    execv(program.c_str(), argv);
    const int error = errno;
    if (error != ENOENT) throw support::MisuseError(fmt::format("{}: {}", name, std::strerror(error)));
    const std::filesystem::path build = folder.parent_path();
    throw support::MisuseError(
        std::filesystem::exists(build / "CMakeCache.txt")
            ? fmt::format("not built yet: cmake --build {} --target wend_perf", build.string())
            : fmt::format("{} is not installed", name));
}

}  // namespace wend::command
