// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The processors that this process may use: affinity mask, and groups of both versions of cgroups.
#include "bench/usable_threads.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>
#include <string>

#include "support/scratch_folder.hpp"

namespace wend::test {
namespace {

class UsableThreads : public ::testing::Test {
  protected:
    void write(const std::string& file, const std::string& text) {
        std::filesystem::create_directories((folder_ / file).parent_path());
        folder_.write(file, text);
    }
    [[nodiscard]] double of(const std::string& membership) const {
        return bench::processors_of_groups(membership, folder_.path()).value_or(0);
    }

    ScratchFolder folder_;
};

TEST_F(UsableThreads, OfVersionTwoAreTheLeastOfTheGroupsAbove) {
    EXPECT_EQ(of("0::/a/b\n"), 0) << "no limit";
    write("a/b/cpu.max", "max 100000\n");
    EXPECT_EQ(of("0::/a/b\n"), 0);
    write("a/cpu.max", "250000 100000\n");
    EXPECT_EQ(of("0::/a/b\n"), 2.5);
    write("a/b/cpu.max", "800000 100000\n");
    EXPECT_EQ(of("0::/a/b\n"), 2.5);
    write("a/b/cpu.max", "50000 100000\n");
    EXPECT_EQ(of("0::/a/b\n"), 0.5);
    // In a container the path may be the host's, and the mount the group's own.
    write("cpu.max", "300000 100000\n");
    EXPECT_EQ(of("0::/docker/0123\n"), 3);
    EXPECT_EQ(of("0::/\n"), 3);
}

TEST_F(UsableThreads, OfVersionOneAreThoseOfTheCpuController) {
    write("cpu,cpuacct/a/cpu.cfs_quota_us", "-1\n");
    write("cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
    const std::string membership = "12:memory:/other\n4:cpu,cpuacct:/a\n1:name=systemd:/a\n0::/a\n";
    EXPECT_EQ(of(membership), 0);
    write("cpu,cpuacct/a/cpu.cfs_quota_us", "400000\n");
    EXPECT_EQ(of(membership), 4);
    write("memory/other/cpu.cfs_quota_us", "100000\n");
    write("memory/other/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(of(membership), 4);
    EXPECT_EQ(of("no such lines\n"), 0);
}

TEST_F(UsableThreads, AreThoseOfTheAffinityMask) {
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    EXPECT_GE(bench::usable_threads(), 1u);
    EXPECT_LE(bench::usable_threads(), static_cast<unsigned>(CPU_COUNT(&before)));
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
        if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(bench::usable_threads(), 1u);
    ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

}  // namespace
}  // namespace wend::test
