// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "support/scratch_folder.hpp"

namespace wend::test {

/// Tests of pages, in Chromium without a window. The test's target defines WEND_CHROMIUM, the path of the
/// program; where there is none, its tests are skipped.
class PageTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(WEND_CHROMIUM)) GTEST_SKIP() << "no Chromium here";
    }

    /// A page's text once its scripts are done. `fragment`: the part of its address behind #.
    /// Throws std::runtime_error when the browser fails.
    [[nodiscard]] std::string document(const std::filesystem::path& page, const std::string& fragment = "",
                                       int width = 1280) const {
        run(fmt::format("--dump-dom --window-size={},800", width), page, fragment);
        return folder_.read("out");
    }

  private:
    /// Time of its own, so that a slow machine draws as many frames as a fast one.
    void run(const std::string& options, const std::filesystem::path& page,
             const std::string& fragment) const {
        const std::string line = fmt::format(
            "cd '{0}' && timeout 120 '{1}' --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
            "--hide-scrollbars "
            "--user-data-dir='{0}/profile' --virtual-time-budget=3000 {2} 'file://{3}{4}' >out 2>err",
            folder_.path().string(), WEND_CHROMIUM, options, std::filesystem::absolute(page).string(),
            fragment.empty() ? "" : "#" + fragment);
        if (const int status = std::system(line.c_str()); !WIFEXITED(status) || WEXITSTATUS(status) != 0)
            throw std::runtime_error("the browser failed: " + folder_.read("err"));
    }

    ScratchFolder folder_;
};

}  // namespace wend::test
