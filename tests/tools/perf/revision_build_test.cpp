// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/repository.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "support/scratch_repository.hpp"
#include "tools/perf/measure/built_with.hpp"
#include "tools/perf/measure/processes.hpp"
#include "tools/support/interruption.hpp"

/// Builds of revisions: targets, progress, folders, and the number that is kept.
namespace {

namespace fs = std::filesystem;
using wend::perf::Repository;
using wend::perf::RevisionFolder;

class RevisionBuild : public wend::test::ScratchRepository {
  protected:
    void SetUp() override {
        make_repository("repository");
        fs::copy_file(fs::path(WEND_PERF_SCRIPTS) / "fake_worker.sh", folder_ / "repository/worker.sh");
        commit_targets("");
    }

    /// A revision whose targets, "TARGET EXECUTABLE" each, copy the fake worker in two steps of half a
    /// second.
    void commit_targets(const std::string& targets) const {
        folder_.write(
            "repository/CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.25)\nproject(fake NONE)\n"
            "function(add_fake target executable)\n"
            "    add_custom_command(OUTPUT ${target}.slow COMMAND sleep 0.5 COMMAND ${CMAKE_COMMAND} -E "
            "touch ${target}.slow)\n"
            "    add_custom_target(${target} DEPENDS ${target}.slow COMMAND sleep 0.5 COMMAND "
            "${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/worker.sh bin/${executable})\n"
            "endfunction()\n" +
                targets);
        (void)commit("repository");
    }

    [[nodiscard]] wend::test::Outcome gate(const std::string& more = "") const {
        return wend("perf gate --repository repository --db h.db --base HEAD --head HEAD --filter one " +
                    more);
    }

    [[nodiscard]] std::string head() const { return output("git -C repository rev-parse --short=12 HEAD"); }

    [[nodiscard]] fs::path builds() const { return folder_ / "repository/.git/wend-perf/builds"; }
};

constexpr const char* worker = "add_fake(wend_command wend)\nadd_fake(wend_perf_worker wend_perf_worker)\n";

TEST_F(RevisionBuild, OnlyTheWorkerIsBuilt) {
    commit_targets(worker);
    const auto outcome = gate();
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(output(fmt::format("ls {}/{}-*/build/bin", builds().string(), head())), "wend_perf_worker");
}

TEST_F(RevisionBuild, APipeGetsTwoLinesAndATerminalTheSteps) {
    commit_targets(worker);
    const auto outcome = gate();
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::string folder = output(fmt::format("ls -d {}/*", builds().string()));
    EXPECT_EQ(outcome.err.find("[1/2]"), std::string::npos);
    expect_says(outcome.err, fmt::format("wend perf gate: HEAD is {0}\nwend perf: building {0}; the log is "
                                         "{1}/log.txt\nwend perf: built {0} in ",
                                         head(), folder));
    expect_says(output(fmt::format("cat {}/log.txt", folder)), "[1/2]");
    EXPECT_EQ(gate().err.find("wend perf: "), std::string::npos) << "what is there is taken";

    (void)commit("repository");
    shell(fmt::format(
        "script -q -e -c \"'{}' perf gate --repository repository --db h.db --base HEAD --head HEAD "
        "--filter one\" terminal",
        WEND_COMMAND));
    expect_says(folder_.read("terminal"), fmt::format("\r\033[Kbuilding {}: [1/2], ", head()));
}

TEST_F(RevisionBuild, AFailedBuildShowsTheEndOfItsLog) {
    commit_targets("add_custom_target(wend_perf_worker COMMAND echo gone wrong COMMAND false)\n");
    const auto outcome = gate();
    EXPECT_EQ(outcome.status, 2);
    expect_says(outcome.err, "\n    gone wrong\n");
    expect_says(outcome.err, fmt::format("\nwend perf: {} does not build; its log is {}", head(),
                                         output(fmt::format("ls {}/*/log.txt\n", builds().string()))));
}

TEST_F(RevisionBuild, ItIsFoundAgainByCopiesAndFromOtherWorkTrees) {
    commit_targets(worker);
    EXPECT_EQ(gate().status, 0);
    EXPECT_EQ(output("git -C repository status --porcelain --ignored"), "")
        << "nothing lies in the user's tree";
    fs::copy_file(WEND_PERF, folder_ / "copy");
    shell("git -C repository worktree add -q ../beside");
    shell("cd beside && ../copy gate --base HEAD --head HEAD --db ../h.db --filter one 2>../err");
    EXPECT_EQ(folder_.read("err").find("building"), std::string::npos) << folder_.read("err");
    const std::string way = output(fmt::format("cat {}/*/built", builds().string()));
    expect_says(way, fmt::format("\n{}\n-DCMAKE_BUILD_TYPE=", wend::perf::built_by()));
    for (const std::string& setting : wend::perf::built_with()) expect_says(way, setting);
}

TEST_F(RevisionBuild, TheNewestStayAndThoseInUse) {
    const Repository repository(folder_ / "repository");
    fs::create_directories(builds());
    // The older, the higher its number.
    for (int age = 1; age <= 12; ++age) {
        const std::string folder = fmt::format("{}/old{}", builds().string(), age);
        shell(
            fmt::format("git -C repository worktree add -q --detach {0}/source && touch -d '{1} days ago' "
                        "{0}/lock",
                        folder, age));
    }
    const int used = open((builds() / "old11/lock").c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_EQ(flock(used, LOCK_SH), 0);
    (void)repository.build_with(repository.commit("HEAD"), "echo >made", "made");
    std::size_t left = 0;
    for (int age = 1; age <= 12; ++age) {
        const bool stays = fs::exists(builds() / fmt::format("old{}", age));
        EXPECT_EQ(stays, age < static_cast<int>(RevisionFolder::most) || age == 11) << age;
        left += stays ? 1 : 0;
    }
    EXPECT_EQ(left, RevisionFolder::most);
    EXPECT_EQ(output("git -C repository worktree list | wc -l"), "10")
        << "the user's, the new one, what stays";
    close(used);
}

TEST_F(RevisionBuild, ABuildInUseStaysWhileItsProcessRuns) {
    const Repository repository(folder_ / "repository");
    const fs::path made = repository.build_with(repository.commit("HEAD"), "echo >made", "made");
    shell(fmt::format("touch -d '9 days ago' {}", (made.parent_path().parent_path() / "lock").string()));
    for (int newer = 1; newer <= 9; ++newer) {
        fs::create_directories(builds() / fmt::format("newer{}", newer));
        fs::copy_file(made, builds() / fmt::format("newer{}/lock", newer));
    }
    (void)repository.build_with(repository.commit("HEAD"), "echo again >made", "made");
    EXPECT_TRUE(fs::exists(made));
    EXPECT_FALSE(fs::exists(builds() / "newer1") && fs::exists(builds() / "newer2") &&
                 fs::exists(builds() / "newer3"))
        << "others were removed";
}

TEST_F(RevisionBuild, AWriterThatWaitedBuildsInAFolderThatIsThere) {
    // Two commands at once, of one revision: one builds, the other waits and uses that build.
    commit_targets(worker);
    const std::string gate_line = fmt::format(
        "'{}' perf gate --repository repository --base HEAD --head HEAD --filter one", WEND_COMMAND);
    shell(fmt::format(
        "({0} --db a.db 2>a & {0} --db b.db 2>b; wait) && cat a b | grep -c 'wend perf: built' >count",
        gate_line));
    EXPECT_EQ(folder_.read("count"), "1\n");
    expect_says(folder_.read("a") + folder_.read("b"),
                "wend perf: waiting for another process that builds in ");
}

TEST_F(RevisionBuild, RevisionsShareWhatCcacheKeeps) {
    if (std::system("command -v ccache >/dev/null") != 0) GTEST_SKIP() << "no ccache";
    folder_.write("repository/part.cpp", "int part() { return 1; }\n");
    folder_.write(
        "repository/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.25)\nproject(fake CXX)\n"
        "add_library(part STATIC ${CMAKE_SOURCE_DIR}/part.cpp)\n"
        "add_custom_target(wend_perf_worker COMMAND ${CMAKE_COMMAND} -E copy "
        "${CMAKE_SOURCE_DIR}/worker.sh bin/wend_perf_worker)\nadd_dependencies(wend_perf_worker part)\n");
    const std::string environment =
        fmt::format("CCACHE_DIR='{0}' CCACHE_STATSLOG='{0}/log'", (folder_ / "ccache").string());
    const auto build = [&] {
        (void)commit("repository");
        const auto outcome =
            wend("perf gate --repository repository --db h.db --base HEAD --head HEAD --filter one",
                 "env -u CMAKE_CXX_COMPILER_LAUNCHER -u CCACHE_DISABLE " + environment);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
    };
    build();
    EXPECT_EQ(folder_.read("ccache/log").find("direct_cache_hit"), std::string::npos);
    build();
    expect_says(folder_.read("ccache/log"), "direct_cache_hit");
}

/// A build is a program that starts others: here a shell, which starts a sleep.
TEST_F(RevisionBuild, ASignalEndsTheProgramAndWhatItStarted) {
    const fs::path started = folder_ / "started";
    const pid_t command = fork();
    if (command == 0) {
        int status = 1;
        try {
            (void)wend::perf::run_child(
                {"sh", "-c",
                 fmt::format("sleep 600 & echo $! > {0}.new; mv {0}.new {0}; wait", started.string())},
                folder_ / "log", [](const std::string&) {});
        } catch (const wend::support::Interrupted& interrupted) {
            status = wend::support::exit_interrupted(interrupted.signal());
        }
        _exit(status);
    }
    const auto wait_for = [](const auto& condition) {
        for (int i = 0; i < 600 && !condition(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        return condition();
    };
    ASSERT_TRUE(wait_for([&] { return fs::exists(started); }));
    const pid_t sleeps = std::stoi(folder_.read("started"));
    kill(command, SIGTERM);
    int status = 0;
    ASSERT_EQ(waitpid(command, &status, 0), command);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM);
    // Gone, or dead and not yet reaped by the process that took it over.
    const auto ended = [&] {
        std::ifstream file(fmt::format("/proc/{}/stat", sleeps));
        std::string id, name, state;
        return !(file >> id >> name >> state) || name != "(sleep)" || state == "Z";
    };
    EXPECT_TRUE(wait_for(ended)) << "the sleep goes on";
}

TEST_F(RevisionBuild, WhatFollowsALogMayEndTheProgram) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THROW((void)wend::perf::run_child({"sleep", "600"}, folder_ / "log",
                                             [](const std::string&) { throw std::runtime_error("enough"); }),
                 std::runtime_error);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::minutes(1));
    std::string last;
    EXPECT_EQ(wend::perf::run_child({"sh", "-c", "echo one; echo two; printf half; sleep 1"}, folder_ / "log",
                                    [&](const std::string& line) { last = line; })
                  .status,
              0);
    EXPECT_EQ(last, "two");
}

}  // namespace
