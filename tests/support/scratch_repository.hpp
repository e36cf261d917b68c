// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/command.hpp"

namespace wend::test {

/// Repositories in a scratch folder, made by shell lines. The test's target defines WEND_PERF_SCRIPTS, the
/// folder of the fake builds.
class ScratchRepository : public Command {
  protected:
    /// Runs the line in the scratch folder, with no configuration of git but that of the test.
    void shell(const std::string& line) const {
        ASSERT_EQ(run(line), 0) << line << "\n" << folder_.read(".log");
    }

    /// The line's output on stdout, without the last end of line.
    [[nodiscard]] std::string output(const std::string& line) const {
        EXPECT_EQ(run(fmt::format("({}) >.output", line)), 0) << line << "\n" << folder_.read(".log");
        std::string text = folder_.read(".output");
        while (text.ends_with('\n')) text.pop_back();
        return text;
    }

    /// A repository with the branch main, whose first commit is tagged `start`.
    void make_repository(const std::string& name) const {
        shell(
            fmt::format("git init -q -b main {0} && git -C {0} config user.name x && git -C {0} config "
                        "user.email x@localhost",
                        name));
        commit(name);
        shell(fmt::format("git -C {} tag start", name));
    }

    /// Commits a file that no other commit has; returns the commit's name.
    std::string commit(const std::string& repository) const {
        static int number = 0;
        folder_.write(repository + "/number", fmt::format("{}\n", ++number));
        shell(fmt::format("cd {} && git add -A && git commit -q -m revision", repository));
        return output(fmt::format("git -C {} rev-parse HEAD", repository));
    }

    static void expect_says(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << "no \"" << part << "\" in\n" << text;
    }

  private:
    [[nodiscard]] int run(const std::string& line) const {
        return std::system(fmt::format("cd '{}' && export GIT_CONFIG_GLOBAL=/dev/null "
                                       "GIT_CONFIG_SYSTEM=/dev/null && ({}) >.log 2>&1",
                                       folder_.path().string(), line)
                               .c_str());
    }
};

}  // namespace wend::test
