// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/scratch_folder.hpp"

namespace wend::test {

/// 1,500 agents that wander for 40 ticks.
inline constexpr const char* wander_scenario =
    R"({ "seed": 7, "dt": 0.0166667, "ticks": 40, "agents": { "count": 1500, "area": [0, 0, 100, 100] },
    "stages": [ { "wander": {} }, { "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1, "bounds": "wrap" } } ] })";

struct Outcome {
    int status = -1;
    std::string out;
    std::string err;
};

/// Tests of the command line program. The test's target defines WEND_COMMAND, the path of the program.
class Command : public ::testing::Test {
  protected:
    /// Runs `wend ARGUMENTS` through the shell in the scratch folder, with WEND_ISA unset unless
    /// `environment` sets it. The user's cache is in the folder, and no repository is around it.
    Outcome wend(const std::string& arguments, const std::string& environment = "") const {
        return shell(fmt::format("{} '{}' {}", environment, WEND_COMMAND, arguments));
    }

    /// The same on a terminal of so many columns; its stderr is in `out` too. The test skips where
    /// has_terminal() is false.
    Outcome wend_on_terminal(const std::string& arguments, unsigned columns,
                             const std::string& environment = "") const {
        folder_.write(".command", fmt::format("stty cols {}; {} '{}' {}\n", columns, environment,
                                              WEND_COMMAND, arguments));
        Outcome outcome = shell("script -qec 'sh ./.command' /dev/null </dev/null");
        std::filesystem::remove(folder_ / ".command");
        std::erase(outcome.out, '\r');
        return outcome;
    }
    [[nodiscard]] static bool has_terminal() {
        return std::system("script -qec true /dev/null </dev/null >/dev/null 2>&1") == 0;
    }

    /// Runs a line of the shell as wend() does.
    Outcome shell(const std::string& command) const {
        const std::string line = fmt::format(
            "cd '{0}' && unset WEND_ISA GIT_DIR NO_COLOR && export XDG_CACHE_HOME='{0}/cache' "
            "GIT_CEILING_DIRECTORIES='{1}' && {2} >.out 2>.err",
            folder_.path().string(), folder_.path().parent_path().string(), command);
        const int raw = std::system(line.c_str());
        Outcome outcome{WIFEXITED(raw) ? WEXITSTATUS(raw) : -1, folder_.read(".out"), folder_.read(".err")};
        std::filesystem::remove(folder_ / ".out");
        std::filesystem::remove(folder_ / ".err");
        return outcome;
    }

    /// Expects misuse to be refused: status 2, nothing on stdout, and `part` in the message.
    void expect_refused(const std::string& arguments, const std::string& part,
                        const std::string& environment = "") const {
        const Outcome outcome = wend(arguments, environment);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_NE(outcome.err.find(part), std::string::npos) << arguments << "\nsays " << outcome.err;
    }

    /// Whether the command was built with the benchmarks, and so with `bench` and `perf`.
    [[nodiscard]] bool has_bench() const {
        return wend("--help").out.find("\n  bench ") != std::string::npos;
    }

    ScratchFolder folder_;
};

}  // namespace wend::test
