// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "support/scratch_folder.hpp"
#include "tools/support/interruption.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using support::OutputFile;
using support::write_file;

class OutputFileTest : public ::testing::Test {
  protected:
    [[nodiscard]] mode_t mode_of(const std::string& name) const {
        struct stat status {};
        EXPECT_EQ(stat((folder_ / name).c_str(), &status), 0) << name;
        return status.st_mode & 07777;
    }

    ScratchFolder folder_;
};

TEST_F(OutputFileTest, AppearsWholeOrNotAtAll) {
    folder_.write("o", "from before");
    {
        OutputFile file(folder_ / "o");
        file.write("half");
        EXPECT_EQ(folder_.size(), 2u);
    }
    EXPECT_EQ(folder_.read("o"), "from before");
    EXPECT_EQ(folder_.size(), 1u);
    write_file(folder_ / "o", "new");
    EXPECT_EQ(folder_.read("o"), "new");
    EXPECT_EQ(folder_.size(), 1u);
}

TEST_F(OutputFileTest, KeepsThePermissionsOfWhatItReplaces) {
    folder_.write("o", "from before");
    for (const mode_t mode : {0600u, 0644u, 0755u, 0666u}) {
        ASSERT_EQ(chmod((folder_ / "o").c_str(), mode), 0);
        write_file(folder_ / "o", "new");
        EXPECT_EQ(mode_of("o"), mode);
    }
    const mode_t mask = umask(027);
    write_file(folder_ / "fresh", "");
    umask(mask);
    EXPECT_EQ(mode_of("fresh"), 0640u);
}

TEST_F(OutputFileTest, FollowsLinksWhetherTheirEndExistsOrNot) {
    std::filesystem::create_directory(folder_ / "there");
    std::filesystem::create_symlink("second", folder_ / "first");
    std::filesystem::create_symlink("there/end", folder_ / "second");
    for (const char* text : {"made", "replaced"}) {
        write_file(folder_ / "first", text);
        EXPECT_EQ(folder_.read("there/end"), text);
        EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "first"));
        EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "second"));
    }
    std::filesystem::create_symlink("loop", folder_ / "loop");
    EXPECT_THROW(write_file(folder_ / "loop", ""), words::FileError);
}

TEST_F(OutputFileTest, RemovesWhatADeadProcessLeft) {
    const std::string own = fmt::format("o.{}.partial", getpid());
    for (const std::string& name : {own, std::string("o.1.partial")}) folder_.write(name, "left over");
    for (const char* name : {"o.x.partial", "o..partial", "oo.1.partial", "o.1.partial.txt"})
        folder_.write(name, "of others");
    write_file(folder_ / "o", "new");
    EXPECT_FALSE(folder_.has(own));
    EXPECT_FALSE(folder_.has("o.1.partial"));
    EXPECT_EQ(folder_.size(), 5u);
}

TEST_F(OutputFileTest, LeavesWhatALivingProcessWrites) {
    const std::string own = fmt::format("o.{}.partial", getpid());
    folder_.write(own, "being written");
    const int lock = open((folder_ / own).c_str(), O_RDONLY | O_CLOEXEC);
    ASSERT_EQ(flock(lock, LOCK_EX | LOCK_NB), 0);
    write_file(folder_ / "o", "new");
    EXPECT_EQ(folder_.read("o"), "new");
    EXPECT_EQ(folder_.read(own), "being written");
    close(lock);

    OutputFile first(folder_ / "p");
    first.write("first");
    write_file(folder_ / "p", "second");
    first.commit();
    EXPECT_EQ(folder_.read("p"), "first");
}

TEST_F(OutputFileTest, ANameMayBeAsLongAsAFileSystemAllows) {
    const std::string name(255, 'n');
    folder_.write(name, "from before");
    write_file(folder_ / name, "new");
    EXPECT_EQ(folder_.read(name), "new");
    EXPECT_EQ(folder_.size(), 1u);
}

TEST_F(OutputFileTest, WritesStraightIntoWhatIsNoRegularFile) {
    write_file("/dev/null", "gone");
    const int opened = open((folder_ / "o").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    ASSERT_GE(opened, 0);
    write_file(fmt::format("/dev/fd/{}", opened), "one ");
    write_file(fmt::format("/proc/self/fd/{}", opened), "two");
    close(opened);
    EXPECT_EQ(folder_.read("o"), "one two");
    EXPECT_THROW(write_file(folder_.path(), ""), words::FileError);
    EXPECT_THROW(write_file("", ""), words::FileError);
}

TEST_F(OutputFileTest, ASignalEndsItAndLeavesNothing) {
    OutputFile file(folder_ / "o");
    file.write("half");
    raise(SIGTERM);
    EXPECT_EQ(support::pending_signal(), SIGTERM);
    EXPECT_THROW(file.write("the rest"), support::Interrupted);
    EXPECT_EQ(support::pending_signal(), 0);
    raise(SIGTERM);  // the same again, as from a terminal and a parent
    EXPECT_EQ(support::pending_signal(), 0);
    file.write("what the interrupted command wants to save");
    file.commit();
    EXPECT_EQ(folder_.size(), 1u);
}

TEST_F(OutputFileTest, TellsNamesOfOneFileFromOthers) {
    using support::is_same_file;
    folder_.write("a", "");
    std::filesystem::create_directory(folder_ / "there");
    std::filesystem::create_symlink("a", folder_ / "link");
    std::filesystem::create_symlink("not_yet", folder_ / "dangling");
    EXPECT_TRUE(is_same_file(folder_ / "a", folder_ / "a"));
    EXPECT_TRUE(is_same_file(folder_ / "a", folder_ / "there/../a"));
    EXPECT_TRUE(is_same_file(folder_ / "a", folder_ / "link"));
    EXPECT_TRUE(is_same_file(folder_ / "not_yet", folder_ / "there/../not_yet"));
    EXPECT_TRUE(is_same_file(folder_ / "not_yet", folder_ / "dangling"));
    EXPECT_TRUE(
        is_same_file("not_here", "../" + std::filesystem::current_path().filename().string() + "/not_here"));
    EXPECT_FALSE(is_same_file(folder_ / "a", folder_ / "b"));
    EXPECT_FALSE(is_same_file(folder_ / "b", folder_ / "c"));
    EXPECT_TRUE(is_same_file("-", "/dev/stdout"));
    EXPECT_FALSE(is_same_file("/dev/null", "/dev/null"));
}

}  // namespace
}  // namespace wend::test
