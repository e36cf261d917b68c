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
        const std::string line = fmt::format(
            "cd '{0}' && unset WEND_ISA GIT_DIR && export XDG_CACHE_HOME='{0}/cache' "
            "GIT_CEILING_DIRECTORIES='{1}' && {2} '{3}' {4} >.out 2>.err",
            folder_.path().string(), folder_.path().parent_path().string(), environment, WEND_COMMAND,
            arguments);
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
