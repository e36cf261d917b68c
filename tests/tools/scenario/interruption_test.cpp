// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// `wend run`, signals, and its progress on a terminal.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>

#include "support/command.hpp"

namespace wend::test {
namespace {

/// Longer than any test takes.
constexpr const char* endless = R"({ "seed": 7, "dt": 0.0166667, "ticks": 1000000000000,
    "agents": { "count": 1500, "area": [0, 0, 100, 100] },
    "stages": [ { "wander": {} }, { "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1, "bounds": "wrap" } } ] })";

class Interruption : public Command {
  protected:
    /// Runs the endless scenario until a signal ends it.
    Outcome run_until(const std::string& signal, const std::string& arguments, double seconds = 1) {
        folder_.write("s.json", endless);
        return wend("run s.json " + arguments,
                    fmt::format("timeout --preserve-status -k 20 -s {} {}", signal, seconds));
    }
};

TEST_F(Interruption, ASignalLeavesNoPartialFile) {
    for (const auto& [signal, status] :
         {std::pair("INT", 130), std::pair("TERM", 143), std::pair("HUP", 129)}) {
        folder_.write("o.csv", "from before");
        const Outcome outcome = run_until(signal, "--out o.csv --every 10");
        EXPECT_EQ(outcome.status, status) << signal << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find(fmt::format("of 1000000000000 by SIG{};", signal)), std::string::npos)
            << outcome.err;
        EXPECT_NE(outcome.err.find("o.csv is not written"), std::string::npos) << outcome.err;
        EXPECT_EQ(folder_.read("o.csv"), "from before");
        EXPECT_EQ(folder_.size(), 2u) << signal;
    }
}

TEST_F(Interruption, TheStateIsSavedOnRequestAndGoesOn) {
    const Outcome outcome = run_until("INT", "--save a.dump");
    EXPECT_EQ(outcome.status, 130);
    EXPECT_NE(outcome.err.find("its state is in a.dump: --resume a.dump goes on"), std::string::npos)
        << outcome.err;
    const std::string after = "ended after tick ";
    const std::size_t at = outcome.err.find(after);
    ASSERT_NE(at, std::string::npos) << outcome.err;
    const unsigned long long tick = std::stoull(outcome.err.substr(at + after.size()));
    ASSERT_GT(tick, 0u);
    const Outcome resumed = wend(fmt::format("run s.json --resume a.dump --ticks {} --hash", tick + 7));
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_EQ(resumed.out, wend(fmt::format("run s.json --ticks {} --hash", tick + 7)).out);
}

/// Killed at any moment, also while a dump is written, with ticks or seconds between dumps.
TEST_F(Interruption, AKilledRunGoesOnFromItsLastDump) {
    folder_.write("s.json", endless);
    std::size_t resumed = 0;
    for (int kill = 0; kill < 20; ++kill) {
        const std::string every = kill % 10 == 9 ? "1s" : fmt::format("{}", 1 + kill % 3);
        // In the foreground timeout outlives the run: a run that is still dying holds the lock of its part.
        wend("run s.json --save a.dump --save-every " + every,
             fmt::format("timeout --foreground -s KILL {}", every == "1s" ? 1.3 : 0.02 + 0.013 * kill));
        if (!folder_.has("a.dump")) continue;
        ++resumed;
        std::uint64_t tick = 0;
        std::memcpy(&tick, folder_.read("a.dump").data() + 16, sizeof tick);
        ASSERT_GT(tick, 0u);
        const std::string end = fmt::format("--ticks {} --hash", tick + 5);
        const Outcome outcome = wend("run s.json --resume a.dump --save a.dump " + end);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.out, wend("run s.json " + end).out);
        EXPECT_EQ(folder_.size(), 2u) << "a part of a dump is left";
        std::filesystem::remove(folder_ / "a.dump");
    }
    EXPECT_GT(resumed, 5u);
}

TEST_F(Interruption, DumpsMeanwhileNeedAFile) {
    folder_.write("s.json", wander_scenario);
    expect_refused("run s.json --save-every 10", "--save");
    expect_refused("run s.json --save a.dump --save-every 0",
                   "--save-every: 0 is neither a number of ticks nor of seconds");
    expect_refused("run s.json --save a.dump --save-every 1.5s", "--save-every: 1.5s is neither");
    expect_refused("run s.json --save - --save-every 10", "--save - with --save-every: is no file");
    expect_refused("run s.json --save /dev/null --save-every 10",
                   "--save /dev/null with --save-every: is no file");
}

TEST_F(Interruption, AnIgnoredSignalStaysIgnored) {
    folder_.write("s.json", wander_scenario);
    const Outcome outcome =
        wend("run s.json --ticks 60000 --hash >hash & run=$!; sleep 0.1; kill $run; wait $run; cat hash",
             "trap '' TERM;");
    EXPECT_EQ(outcome.out.substr(0, 5), "hash ") << outcome.err;
}

TEST_F(Interruption, AFileSizeLimitIsAnErrorAndLeavesNothing) {
    folder_.write("s.json", wander_scenario);
    const Outcome outcome = wend("run s.json --out o.csv --every 1", "ulimit -f 64;");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("o.csv: cannot be written: File too large"), std::string::npos) << outcome.err;
    EXPECT_EQ(folder_.size(), 1u);
}

TEST_F(Interruption, AReaderThatHasGoneEndsTheRun) {
    folder_.write("s.json", endless);
    const Outcome outcome = wend("run s.json --out - --every 1 --save a.dump 2>said | head -n 2");
    EXPECT_EQ(outcome.out.substr(0, 8), "tick,id,") << outcome.out;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 2) << outcome.out;
    EXPECT_EQ(folder_.read("said"), "");
    EXPECT_EQ(folder_.size(), 3u) << "scenario, message and state dump";
}

TEST_F(Interruption, BenchLeavesNoPartialFileEither) {
    const Outcome outcome =
        wend("bench --quick --filter 'agents:8192/' --out o.json", "timeout --preserve-status -s TERM 2");
    if (outcome.err.find("unknown subcommand") != std::string::npos)
        GTEST_SKIP() << "the command was built without `bench`";
    EXPECT_EQ(outcome.status, 143) << outcome.err;
    EXPECT_EQ(folder_.size(), 0u);
}

TEST_F(Interruption, ATerminalShowsProgressAndAPipeNone) {
    folder_.write("s.json", endless);
    if (std::system("command -v script >/dev/null") != 0) GTEST_SKIP() << "there is no script(1)";
    wend("",
         fmt::format("script -qec \"timeout -s INT 2 '{}' run s.json\" /dev/null >terminal;", WEND_COMMAND));
    const std::string terminal = folder_.read("terminal");
    for (const char* part :
         {"\r\033[Ktick ", " of 1000000000000, ", " million agent-ticks a second, ", " left"})
        EXPECT_NE(terminal.find(part), std::string::npos) << part << "\n" << terminal;
    EXPECT_NE(terminal.find("\r\033[Kwend run: ended"), std::string::npos) << terminal;
    EXPECT_EQ(run_until("INT", "").err.find("left"), std::string::npos);
}

}  // namespace
}  // namespace wend::test
