// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/processes.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <string>

#include "support/scratch_folder.hpp"
#include "tools/support/input_file.hpp"

namespace {

using wend::perf::ExecutableCopy;
namespace fs = std::filesystem;

TEST(ExecutableCopyOf, AnExecutableRunsAndIsGoneAfterwards) {
    fs::path file;
    {
        const ExecutableCopy copy(WEND_COMMAND);
        file = copy.path();
        EXPECT_NE(file, fs::path(WEND_COMMAND));
        EXPECT_EQ(wend::support::read_file(file), wend::support::read_file(WEND_COMMAND));
        EXPECT_EQ(std::system((file.string() + " isa >/dev/null").c_str()), 0);
    }
    EXPECT_FALSE(fs::exists(file));
    EXPECT_TRUE(fs::exists(WEND_COMMAND));
}

TEST(ExecutableCopyOf, AScriptAFileThatIsCutOffAndOneThatIsNotThereIsTheFileItself) {
    const wend::test::ScratchFolder folder;
    folder.write("script", "#!/bin/sh\n");
    folder.write("cut", wend::support::read_file(WEND_COMMAND).substr(0, 5000));
    for (const char* const name : {"script", "cut", "nowhere"}) {
        const fs::path file = folder.path() / name;
        EXPECT_EQ(ExecutableCopy(file).path(), file);
    }
    EXPECT_TRUE(fs::exists(folder.path() / "script"));
}

/// As libraries beside an executable are found: a copy elsewhere would not find them.
TEST(ExecutableCopyOf, AnExecutableWithLibrariesBesideItIsTheFileItself) {
    const wend::test::ScratchFolder folder;
    folder.write("one.cpp", "int main() {}\n");
    const std::string build = std::string(WEND_CXX) + " '" + (folder.path() / "one.cpp").string() +
                              "' -Wl,-rpath,'$ORIGIN/../lib' -o '" + (folder.path() / "one").string() + "'";
    ASSERT_EQ(std::system(build.c_str()), 0);
    EXPECT_EQ(ExecutableCopy(folder.path() / "one").path(), folder.path() / "one");
}

TEST(ExecutableCopyOf, AnExecutableWhereNoCopyCanBeMadeIsTheFileItself) {
    setenv("TMPDIR", "/nowhere", 1);
    EXPECT_EQ(ExecutableCopy(WEND_COMMAND).path(), fs::path(WEND_COMMAND));
    unsetenv("TMPDIR");
}

}  // namespace
