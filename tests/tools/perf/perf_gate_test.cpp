// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "support/command.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/support/input_file.hpp"

/// `wend perf compare`, `gate` and `trend` with builds whose times the test sets: verdicts and error
/// messages.
namespace {

using namespace wend::perf;
namespace fs = std::filesystem;

class Perf : public wend::test::Command {
  protected:
    /// Copies a script of tests/tools/perf, with its variables.
    void put(const std::string& name, const std::string& script, const std::string& variables) const {
        fs::copy_file(fs::path(WEND_PERF_SCRIPTS) / script, folder_ / name);
        folder_.write(name + ".conf", variables);
    }

    void put_worker(const std::string& name, const std::string& variables = "") const {
        put(name, "fake_worker.sh", variables);
    }

    void shell(const std::string& line) const {
        ASSERT_EQ(
            std::system(fmt::format("cd '{}' && ({}) >.log 2>&1", folder_.path().string(), line).c_str()), 0)
            << folder_.read(".log");
    }

    static void expect_says(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << "no \"" << part << "\" in\n" << text;
    }

    [[nodiscard]] std::vector<RunSummary> runs(const std::string& database = "h.db") const {
        return History(folder_ / database, History::Access::read).runs();
    }
};

TEST_F(Perf, TheSameIsOk) {
    put_worker("base");
    put_worker("head");
    const auto outcome = wend("perf compare ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_says(outcome.out, "2 cases: 0 regressed, 0 unclear, 0 by layout, 2 ok");
    ASSERT_EQ(runs().size(), 1u);
    const wend::perf::StoredRun run = History(folder_ / "h.db", History::Access::read).load(runs()[0].key);
    ASSERT_EQ(run.results.size(), 2u);
    EXPECT_EQ(run.results[0].verdict->state, "ok");
    EXPECT_EQ(run.results[0].verdict->pairs, 8u);
    EXPECT_EQ(run.results[0].samples.size(), 8u * 2) << "a median a pair and side";
}

TEST_F(Perf, ASliceThatTookNoTimeIsMeasuredAgain) {
    put_worker("base", "no_time_every=7");
    put_worker("head", "no_time_every=3");
    const auto outcome = wend("perf compare ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_says(outcome.out, "2 cases: 0 regressed, 0 unclear, 0 by layout, 2 ok");
    const wend::perf::StoredRun run = History(folder_ / "h.db", History::Access::read).load(runs()[0].key);
    for (const wend::perf::Sample& sample : run.results[0].samples) EXPECT_GT(sample.nanoseconds, 0);

    put_worker("never", "no_time_every=1");
    expect_refused("perf compare ./base ./never --db h.db", "measures no time");
}

TEST_F(Perf, GooglesRealTimeAndBenchmarksOfOneNameCount) {
    put("base", "fake_google.sh", "wall=100 second=9");
    put("head", "fake_google.sh", "wall=300 second=27");
    const auto outcome = wend("perf compare --google ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, "4 cases: 2 regressed, 0 unclear, 0 by layout, 2 ok");
    expect_says(outcome.out, "regressed  +200.00 %");
    expect_says(outcome.out, "regressed  +100.00 %");
}

TEST_F(Perf, AnExecutableOfTheCurrentFolderNeedsNoSlash) {
    put_worker("base");
    put_worker("ls");  // before the one that PATH has
    EXPECT_EQ(wend("perf compare base ls --db h.db").status, 0);
    fs::create_directories(folder_ / "build/bin");
    put_worker("build/bin/wend_perf_worker");
    folder_.write("build/bin/wend", "no worker");
    EXPECT_EQ(wend("perf compare base build --db h.db").status, 0) << "a build's folder";
    EXPECT_EQ(wend("perf compare base build/bin/wend --db h.db").status, 0)
        << "a command has a worker beside it";
}

TEST_F(Perf, WhatOneSideAloneHasIsNamedInEveryReport) {
    put_worker("base");
    put_worker("head", "names='one/x/agents:8192/threads:1 new/x/agents:8192/threads:1'");
    EXPECT_EQ(wend("perf compare ./base ./head --db h.db --json r.json --markdown r.md").status, 0);
    EXPECT_EQ(nlohmann::json::parse(folder_.read("r.json"))["only_head"][0], "new/x/agents:8192/threads:1");
    expect_says(folder_.read("r.md"), "Only in base: `two/x/agents:8192/threads:1`\n");
    expect_says(folder_.read("r.md"), "Only in head: `new/x/agents:8192/threads:1`\n");
}

TEST_F(Perf, ASlowDownIsFoundAndNamed) {
    put_worker("base");
    put_worker("head", "slow_one=50");
    const auto outcome = wend("perf compare ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    expect_says(outcome.out, "regressed    +5.00 %");
    expect_says(outcome.out, "one/x/agents:8192");
    expect_says(outcome.out, "2 cases: 1 regressed, 0 unclear, 0 by layout, 1 ok");
    EXPECT_EQ(wend("perf compare ./head ./base --db h.db").status, 0) << "faster is ok";
    EXPECT_EQ(wend("perf compare ./base ./head --db h.db --tau 6").status, 0) << "too small to matter";
    EXPECT_EQ(wend("perf compare ./base ./head --db h.db --filter two").status, 0) << "another case";
    EXPECT_EQ(runs().size(), 4u);
}

TEST_F(Perf, NoiseIsNeitherOkNorRegressed) {
    // Processes differ by up to 6 %, which hides whether 1 % more is above tau.
    put_worker("base", "wobble=60");
    put_worker("head", "wobble=60 slow_one=10");
    const auto outcome = wend("perf compare ./base ./head --db h.db --filter one");
    EXPECT_EQ(outcome.status, 3) << outcome.out << outcome.err;
    expect_says(outcome.out, "  128  ");
}

TEST_F(Perf, NamesOfOneSideAreReported) {
    put_worker("base");
    put_worker("head", "names='one/x/agents:8192/threads:1 three/x/agents:8192/threads:1'");
    const auto outcome = wend("perf compare ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_says(outcome.out, "missing   in the head's build: two/x/agents:8192/threads:1");
    expect_says(outcome.out, "new       not in the base's build: three/x/agents:8192/threads:1");
}

TEST_F(Perf, TheSuiteIsComparedAndTheRestIsSaidNotToBeCovered) {
    put_worker("base", "suite=one/x/agents:8192/threads:1");
    put_worker("head", "suite=one/x/agents:8192/threads:1 slow_one=50 one='two*'");
    auto outcome = wend("perf compare ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    expect_says(outcome.out,
                "not covered: 1 more cases that both builds have (--filter . measures them all)\n");
    expect_says(outcome.out, "1 cases: 0 regressed");
    outcome = wend("perf compare ./base ./head --db h.db --filter .");
    EXPECT_EQ(outcome.status, 1) << "the other one is slower";
    EXPECT_EQ(outcome.out.find("not covered"), std::string::npos);
}

TEST_F(Perf, ExactNumbersAreComparedWithoutAClock) {
    put_worker("base", "exact='1000 0.005 instructions calls/a;0 0 bytes allocated/b;7 0.1 bytes gone'");
    put_worker("head", "exact='1004 0.005 instructions calls/a;0 0 bytes allocated/b;9 0.1 bytes new'");
    auto outcome = wend("perf compare ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    expect_says(outcome.out, "2 exact numbers: 0 grew, 0 shrank");
    expect_says(outcome.out, "gone");
    expect_says(outcome.out, "new");
    put_worker("twice", "exact='1 0 bytes a;1 0 bytes a'");
    expect_refused("perf compare ./base ./twice --db h.db", "answers \"1 0 bytes a\" when asked for exact");
    put_worker("less", "exact='-1 0 bytes a'");
    expect_refused("perf compare ./base ./less --db h.db", "answers \"-1 0 bytes a\" when asked for exact");
    put_worker("more", "exact='1006 0.005 instructions calls/a;16 0 bytes allocated/b'");
    outcome = wend("perf compare ./base ./more --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, "more         +0.60 %  1000 -> 1006 instructions, limit +0.5 %: calls/a");
    expect_says(outcome.out, "more          from 0  0 -> 16 bytes, limit +0.0 %: allocated/b");
    expect_says(outcome.out, "2 exact numbers: 2 grew, 0 shrank");
    EXPECT_EQ(wend("perf compare ./more ./base --db h.db").status, 0) << "less is no regression";
}

TEST_F(Perf, CasesOfSeveralThreadsGoByTheWallClockAndALargerTau) {
    const std::string names = "names='one/x/agents:8192/threads:2 two/x/agents:8192/threads:1' ";
    put_worker("base", names);
    put_worker("head", names + "slow_one=30");
    auto outcome = wend("perf compare ./base ./head --db h.db --all");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    expect_says(outcome.out, "5.0 %");
    put_worker("slow", names + "slow_one=100");
    outcome = wend("perf compare ./base ./slow --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, "regressed   +10.00 %");
}

TEST_F(Perf, ThreadsThatLackedCoresAreNotOk) {
    const std::string names = "switches=100 names='one/x/agents:8192/threads:2 two/x/agents:8192/threads:1' ";
    put_worker("base", names);
    put_worker("head", names);
    auto outcome = wend("perf compare ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 3) << outcome.out << outcome.err;
    expect_says(outcome.out,
                "1 case with several threads lacked cores in most pairs: other processes used them\n");
    expect_says(outcome.out, "2 cases: 0 regressed, 1 unclear, 0 by layout, 1 ok");
    put_worker("slow", names + "slow_one=100");
    outcome = wend("perf compare ./base ./slow --db h.db");
    EXPECT_EQ(outcome.status, 1) << "what is slower all the same";
    expect_says(outcome.out, "regressed   +10.00 %");
}

TEST_F(Perf, ReportsForOtherPrograms) {
    put_worker("base", "exact='1000 0.005 instructions calls/a'");
    put_worker("head", "slow_one=50 exact='1100 0.005 instructions calls/a'");
    const auto outcome =
        wend("perf compare ./base ./head --db h.db --json r.json --markdown r.md --html r.html");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    const auto json = nlohmann::json::parse(folder_.read("r.json"));
    EXPECT_EQ(json["format"], "wend perf comparison");
    EXPECT_EQ(json["exit_status"], 1);
    EXPECT_EQ(json["counts"]["regressed"], 1);
    EXPECT_EQ(json["counts"]["ok"], 1);
    ASSERT_EQ(json["cases"].size(), 2u);
    EXPECT_EQ(json["cases"][0]["name"], "one/x/agents:8192/threads:1");
    EXPECT_EQ(json["cases"][0]["state"], "regressed");
    EXPECT_NEAR(json["cases"][0]["ratio"], 1.05, 1e-9);
    EXPECT_GT(json["cases"][0]["low"], 1.01);
    EXPECT_EQ(json["exact"][0]["state"], "more");
    EXPECT_EQ(json["run"], runs()[0].key);
    // Every key is documented.
    const std::string page = wend::support::read_file(WEND_PERF_README);
    for (const auto& [key, value] : json.items()) expect_says(page, fmt::format("`{}`", key));
    for (const auto& [key, value] : json["cases"][0].items()) expect_says(page, fmt::format("`{}`", key));

    const std::string markdown = folder_.read("r.md");
    expect_says(markdown, "2 regressed, 1 ok; together");
    expect_says(markdown, "| regressed | +5.00 % | ");
    expect_says(markdown, "| regressed | +10.00 % | +10.00 to +10.00 % | calls/a | exact |");
    expect_says(folder_.read("r.html"), "<b>2 regressed, 1 ok</b>");
}

TEST_F(Perf, AWorkerThatDiesLeavesTheHistoryUnchanged) {
    put_worker("base");
    put_worker("head", "dies_at=20");
    EXPECT_EQ(wend("perf compare ./base ./base --db h.db").status, 0);
    expect_refused("perf compare ./base ./head --db h.db",
                   "./head (two/x/agents:8192/threads:1): died by signal 11");
    EXPECT_EQ(runs().size(), 1u);
}

TEST_F(Perf, AForeignExecutableIsRefused) {
    put_worker("base");
    expect_refused("perf compare ./base /bin/true --db h.db", "/bin/true (starting): ended with status 0");
    expect_refused("perf compare ./base ./nowhere --db h.db", "./nowhere: no such file");
    expect_refused("perf compare ./base ./base --db h.db --filter '('",
                   "--filter ( is no regular expression");
    const std::string deep = std::string(30'000, '(') + std::string(30'000, ')');
    expect_refused("perf compare ./base ./base --db h.db --filter '" + deep + "'", "--filter has more than");
    expect_refused("perf compare ./base ./base --db h.db --filter zzz",
                   "no case that both executables have matches zzz; they have ");
    for (const char* tau : {"nan", "0", "-1", "101", "1x", ""})
        expect_refused(fmt::format("perf compare ./base ./base --tau '{}'", tau), "--tau");
    expect_refused("perf compare ./base", "head is required");
    expect_refused("perf compare ./base ./base --db nowhere/h.db", "nowhere/h.db");
    folder_.write("hello", "#!/bin/sh\necho hello\n");
    folder_.write("mute", "#!/bin/sh\nexec sleep 1000 <&- >&-\n");
    shell("chmod +x hello mute");
    expect_refused("perf compare ./base ./mute --db h.db",
                   "./mute (starting): no longer listens or answers, and goes on");
    expect_refused("perf compare ./base ./hello --db h.db",
                   "does not answer as a worker of `wend perf`, but \"hello\"");
}

TEST_F(Perf, GoogleBenchmarksExecutables) {
    put("base", "fake_google.sh", "");
    put("same", "fake_google.sh", "time=1010");
    put("slow", "fake_google.sh", "time=1100");
    EXPECT_EQ(wend("perf compare --google ./base ./same --db h.db").status, 0);
    const auto outcome = wend("perf compare --google ./base ./slow --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    expect_says(outcome.out, "regressed   +10.00 %");
    expect_says(outcome.out, "BM_a");
    expect_refused("perf compare --google ./base /bin/false --db h.db", "/bin/false: ended with status 1");
}

TEST_F(Perf, ACaseOfGoogleBenchmarkThatFailsDoesNotEndTheComparison) {
    put("base", "fake_google.sh", "problem='no such device'");
    put("same", "fake_google.sh", "problem='no such device'");
    put("slow", "fake_google.sh", "problem='no such device' time=2000");
    const auto outcome =
        wend("perf compare --google ./base ./same --db h.db --json r.json --markdown r.md --html r.html");
    EXPECT_EQ(outcome.status, 3) << outcome.out << outcome.err;
    expect_says(outcome.out, "failed    BM_bad: ./");
    expect_says(outcome.out, ": no such device\n");
    expect_says(outcome.out, "2 cases: 0 regressed, 0 unclear, 0 by layout, 2 ok");
    EXPECT_NE(nlohmann::json::parse(folder_.read("r.json"))["failed"]["BM_bad"], nullptr);
    expect_says(folder_.read("r.md"), "Not measured: `BM_bad`: ./");
    EXPECT_EQ(runs()[0].benchmarks, 2u);
    EXPECT_EQ(wend("perf compare --google ./base ./slow --db h.db").status, 1);
    expect_refused("perf compare --google ./base ./same --db h.db --filter BM_bad",
                   "no case could be measured; BM_bad: ./");
    for (const char* time : {"'\"x'", "'\"x\"'", "-1", "0"}) {
        put("broken", "fake_google.sh", fmt::format("time={}", time));
        const auto broken = wend("perf compare --google ./base ./broken --db h.db");
        EXPECT_EQ(broken.status, 3) << time << broken.out << broken.err;
        expect_says(broken.out, "failed    BM_a: ./broken: ");
        expect_says(broken.out, "1 cases: 0 regressed, 0 unclear, 0 by layout, 1 ok");
        fs::remove(folder_ / "broken");
    }
}

TEST_F(Perf, ACaseOfGoogleBenchmarkThatReportsAggregatesAloneIsMeasured) {
    put("base", "fake_google.sh", "median=100");
    put("slow", "fake_google.sh", "median=200");
    EXPECT_EQ(wend("perf compare --google ./base ./base --db h.db").status, 0);
    const auto outcome = wend("perf compare --google ./base ./slow --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, "regressed  +100.00 %");
    expect_says(outcome.out, "BM_few/repeats:3\n");
}

/// A repository whose builds are fake workers; a revision sets `worker.sh.conf`.
class PerfGate : public Perf {
  protected:
    void SetUp() override {
        put_worker("worker.sh");
        fs::create_directory(folder_ / "repository");
        shell(
            "mv worker.sh worker.sh.conf repository && cd repository && git init -q . && git config "
            "user.name x && git config user.email x@localhost");
        folder_.write(
            "repository/CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.25)\nproject(fake NONE)\n"
            "set(copy ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/worker.sh)\n"
            "add_custom_target(wend_perf_worker COMMAND ${copy} bin/wend_perf_worker COMMAND ${copy}.conf "
            "bin/wend_perf_worker.conf)\n"
            "add_custom_target(wend_layout_1 COMMAND ${copy} bin/wend_layout_1 COMMAND "
            "${copy}.layout bin/wend_layout_1.conf)\n");
        commit("", "");
        shell("cd repository && git tag start");
    }

    /// Commits a revision with these times, and with others in its second link layout.
    void commit(const std::string& variables, const std::string& in_layout) const {
        static int number = 0;
        folder_.write("repository/worker.sh.conf", fmt::format("# {}\n{}\n", ++number, variables));
        folder_.write("repository/worker.sh.layout", in_layout + "\n");
        shell("cd repository && git add -A && git commit -q -m revision");
    }

    [[nodiscard]] wend::test::Outcome gate(const std::string& arguments) const {
        return wend("perf gate --repository repository --db h.db " + arguments);
    }

    void expect_gate_refused(const std::string& arguments, const std::string& part) const {
        const auto outcome = gate(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        expect_says(outcome.err, part);
    }
};

TEST_F(PerfGate, ASlowRevisionFailsInBothLayouts) {
    commit("slow_one=50", "slow_one=40");
    const auto outcome = gate("--base start --head HEAD");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, "suspect      +5.00 %");
    expect_says(outcome.out, "regressed    +5.00 %");
    expect_says(outcome.out, "+4.00 %    one/x/agents:8192/threads:1");  // linked in another order
    expect_says(outcome.out, "2 cases: 1 regressed, 0 unclear, 0 by layout, 1 ok");
    ASSERT_EQ(runs().size(), 1u) << "the second layout is a part of its gate";
    EXPECT_EQ(runs()[0].benchmarks, 2u);
    EXPECT_EQ(runs()[0].a.revision.size(), 40u);
    EXPECT_EQ(runs()[0].b->parent, runs()[0].a.revision);
    EXPECT_EQ(wend("perf report --db h.db --html page.html").status, 0);
    expect_says(folder_.read("page.html"), "<b>1 regressed, 1 ok</b>.</p><p class=soft>run " + runs()[0].key);

    EXPECT_EQ(gate("--base start --head start").status, 0);
    EXPECT_EQ(gate("--base HEAD --head start").status, 0) << "reversed, it is faster";
}

TEST_F(PerfGate, ItsPageNamesTheProjectAndItsCommits) {
    commit("slow_one=50", "slow_one=40");
    const auto write_rules = [&](const std::string& link, const char* file = "repository/.wend-perf.json") {
        folder_.write(file, R"({"format": "wend perf rules", "version": 1, "commit_link": ")" + link + "\"}");
    };
    write_rules("https://example.org/{}");
    EXPECT_EQ(gate("--base start --head HEAD --html gate.html").status, 1);
    const std::string page = folder_.read("gate.html");
    expect_says(page, "<h1>repository: performance</h1>");
    expect_says(page, "<a href=\"https://example.org/" + runs()[0].b->revision + "\">20");
    expect_says(page, " revision</a>");
    write_rules("https://example.com/{}", "other.json");
    EXPECT_EQ(gate("--base start --head HEAD --rules other.json --html gate.html").status, 1);
    expect_says(folder_.read("gate.html"), "<a href=\"https://example.com/");

    write_rules("https://example.org/");
    expect_gate_refused("--base start --head HEAD", "/commit_link: must be an address with {}");
}

TEST_F(PerfGate, ItsRepositoryHasTheHistory) {
    const auto outcome = wend("perf gate --repository repository --base start --head start");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_says(outcome.out, "stored in repository/.git/wend-perf/history.db as run ");
    EXPECT_EQ(runs("repository/.git/wend-perf/history.db").size(), 1u);
    EXPECT_FALSE(folder_.has("cache"));
}

TEST_F(PerfGate, ASlowDownInOneLayoutIsNotARegression) {
    commit("slow_one=50", "");
    const auto outcome = gate("--base start --head HEAD");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    expect_says(outcome.out, "2 cases: 0 regressed, 0 unclear, 1 by layout, 1 ok");
    const History history(folder_ / "h.db", History::Access::read);
    EXPECT_EQ(history.runs().size(), 1u);
    const StoredRun part =
        history.load(history.load(history.find("latest")).results[0].verdict->confirmed_by);
    EXPECT_EQ(part.results.size(), 1u) << "the suspect alone";
    EXPECT_EQ(part.a.layout_seed, 1u);
}

TEST_F(PerfGate, AnAcceptedSlowDownIsOnRecordAndFailsNoMore) {
    commit("slow_one=50", "slow_one=50");
    EXPECT_EQ(gate("--base start --head HEAD").status, 1);
    folder_.write("repository/.wend-perf.json",
                  R"({"format": "wend perf rules", "version": 1, "project": "an example"})");
    const auto accepted =
        wend("perf accept --db h.db --rules repository/.wend-perf.json --reason 'an exact sine'");
    EXPECT_EQ(accepted.status, 0) << accepted.err;
    expect_says(accepted.out, "% more than ");
    expect_says(accepted.out, ": one/x/agents:8192/threads:1\n1 entry in ");
    auto outcome = gate("--base start --head HEAD --html gate.html");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    expect_says(folder_.read("gate.html"), "<h1>an example: performance</h1>");
    expect_says(outcome.out, "accepted     +5.00 %");
    expect_says(outcome.out, "1 accepted");

    commit("slow_one=80", "slow_one=80");
    outcome = gate("--base start --head HEAD");
    EXPECT_EQ(outcome.status, 1) << "more than what was accepted";
    outcome = gate("--base HEAD~1 --head HEAD");
    EXPECT_EQ(outcome.status, 1) << "the entry is for older bases";
    EXPECT_EQ(wend("perf accept --db h.db --rules repository/.wend-perf.json --reason x --cases zzz").status,
              2);
    EXPECT_EQ(wend("perf accept --db h.db --rules repository/.wend-perf.json").status, 2) << "no reason";
}

TEST_F(PerfGate, ThresholdsOfSingleCases) {
    commit("slow_one=30", "slow_one=30");
    folder_.write("rules.json", R"({"format": "wend perf rules", "version": 1, "thresholds": [
        {"cases": "^one/", "tau_percent": 4, "reason": "noisy"}]})");
    EXPECT_EQ(gate("--base start --head HEAD --rules rules.json").status, 0);
    EXPECT_EQ(gate("--base start --head HEAD").status, 1);
    const auto refused = [&](const std::string& text, const std::string& part) {
        folder_.write("rules.json", text);
        expect_gate_refused("--base start --head HEAD --rules rules.json", part);
    };
    expect_gate_refused("--base start --head HEAD --rules nowhere.json", "nowhere.json");
    refused("{", "rules.json");
    refused(R"({"format": "x", "version": 1})", "/format: this is no file of rules");
    refused(R"({"format": "wend perf rules", "version": 1, "thresholds": [{"cases": "("}]})",
            "/thresholds/0/cases: is no regular expression");
    refused(R"({"format": "wend perf rules", "version": 1, "accepted": [{"case": "x", "percent": -1}]})",
            "/accepted/0/percent");
    refused(R"({"format": "wend perf rules", "version": 1, "acepted": []})", "acepted");
}

TEST_F(PerfGate, ABuildIsMadeOnce) {
    EXPECT_EQ(gate("--base start --head start").status, 0);
    shell("touch -d 2001-01-01 repository/.git/wend-perf/builds/*/log.txt");
    EXPECT_EQ(gate("--base start --head start").status, 0);
    shell("test -z \"$(find repository/.git/wend-perf/builds -name log.txt -newermt 2002-01-01)\"");
}

TEST_F(PerfGate, AnInterruptedBuildIsRepeated) {
    EXPECT_EQ(gate("--base start --head start").status, 0);
    shell("cd repository/.git/wend-perf/builds/*/ && rm built checked_out source/worker.sh source/.git");
    const auto outcome = gate("--base start --head start");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_F(PerfGate, AFailingBuildIsRefused) {
    expect_gate_refused("--base nowhere", "nowhere: no revision of ");
    expect_gate_refused("--base --help=1 --head start", "wend perf gate");
    folder_.write("repository/CMakeLists.txt", "message(FATAL_ERROR \"no way\")\n");
    commit("", "");
    expect_gate_refused("--base start --head HEAD", "cannot be configured; its log is ");
    expect_gate_refused("--base start --head HEAD", "no way");
    folder_.write(
        "repository/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.25)\nproject(fake NONE)\nadd_custom_target(wend_perf_worker "
        "COMMAND echo gone wrong COMMAND false)\n");
    commit("", "");
    expect_gate_refused("--base start --head HEAD", "does not build; its log is ");
    EXPECT_FALSE(folder_.has("h.db")) << "nothing was stored";
    EXPECT_EQ(wend("perf gate --repository / --base start --db h.db").status, 2);
}

TEST_F(PerfGate, AnyProjectsBenchmarkThatItsOwnCommandBuilds) {
    fs::copy_file(fs::path(WEND_PERF_SCRIPTS) / "fake_google.sh", folder_ / "repository/benchmark.sh");
    const auto commit_time = [&](int time) { commit(fmt::format("time={}", time), ""); };
    commit_time(1000);
    shell("cd repository && git tag -f start");
    commit_time(1100);
    const std::string make = "mkdir -p out && cp benchmark.sh out/bench && cp worker.sh.conf out/bench.conf";
    const std::string google = fmt::format("--google out/bench --build '{}' ", make);
    shell("cd repository && " + make);
    const auto slower = gate(google + "--base start");
    EXPECT_EQ(slower.status, 1) << slower.out << slower.err;
    expect_says(slower.out, "regressed   +10.00 %");
    ASSERT_EQ(runs().size(), 1u);
    EXPECT_EQ(runs()[0].a.revision.size(), 40u);
    EXPECT_EQ(runs()[0].b->revision, "") << "a file has no revision";
    EXPECT_EQ(gate(google + "--base HEAD").status, 0) << "the same";
    EXPECT_EQ(gate(google + "--base HEAD --head start").status, 0) << "faster";
    EXPECT_EQ(gate(google + "--base start --head HEAD").status, 1) << "both built";

    expect_gate_refused("--google out/bench --base start", "--build");
    expect_gate_refused("--google out/bench --build 'echo gone wrong; false' --base start", "gone wrong");
    expect_gate_refused("--google out/bench --build true --base start", "the command made no out/bench");
    EXPECT_EQ(runs().size(), 4u) << "nothing more was stored";
}

/// A history of times of nine revisions of another project, whose benchmark becomes slower at the fifth.
TEST_F(PerfGate, ACandidateOfATrendIsConfirmedByAGate) {
    constexpr std::size_t slow = 4;
    fs::copy_file(fs::path(WEND_PERF_SCRIPTS) / "fake_google.sh", folder_ / "repository/benchmark.sh");
    char host[256]{};
    ASSERT_EQ(gethostname(host, sizeof(host) - 1), 0);
    std::vector<std::string> names;
    std::string files;
    for (std::size_t i = 0; i < 9; ++i) {
        commit(i < slow ? "" : "time=1100", "");
        shell("cd repository && git rev-parse HEAD >../head");
        names.push_back(folder_.read("head").substr(0, 40));
        const double time = (i < slow ? 100 : 110) + 0.1 * static_cast<double>(i * i % 4);
        const std::string file = fmt::format("{}.json", i);
        folder_.write(
            file,
            fmt::format(
                R"({{"context": {{"date": "2026-01-0{}T00:00:00+00:00", "host_name": "{}", "num_cpus": {},
                "commit": "{}"}}, "benchmarks": [{{"name": "BM_a", "iterations": 9, "real_time": {}, "cpu_time": 1,
                "time_unit": "ns"}}]}})",
                i + 1, static_cast<const char*>(host), sysconf(_SC_NPROCESSORS_ONLN), names.back(), time));
        files += " " + file;
    }
    ASSERT_EQ(wend("perf record --db h.db" + files).status, 0);
    const std::string change =
        fmt::format("BM_a       {} to {}; ", names[slow - 1].substr(0, 12), names[slow].substr(0, 12));
    auto outcome = wend("perf trend --db h.db");
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    expect_says(outcome.out, change + "no direct comparison yet\n");
    expect_says(outcome.out, "wend perf gate --base BEFORE --head AFTER");

    const std::string google =
        "--google out/bench --build 'mkdir -p out && cp benchmark.sh out/bench && cp worker.sh.conf "
        "out/bench.conf' ";
    EXPECT_EQ(gate(google + fmt::format("--base {} --head {}", names[slow - 1], names[slow])).status, 1);
    outcome = wend("perf trend --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, change + "run " + runs().back().key);
}

TEST_F(PerfGate, GitBisectFindsTheSlowRevision) {
    commit("", "");
    commit("", "");
    shell("cd repository && git tag good");
    commit("slow_one=30", "slow_one=30");
    shell("cd repository && git tag culprit");
    folder_.write("repository/CMakeLists.txt", "message(FATAL_ERROR \"not this one\")\n");
    commit("slow_one=30", "slow_one=30");
    shell("cd repository && git checkout -q culprit -- CMakeLists.txt");
    commit("slow_one=30", "slow_one=30");
    commit("slow_one=30", "slow_one=30");
    ASSERT_EQ(gate("--base good --head good").status, 0);
    // The script of tools/perf/README.md, with its copy of the command.
    fs::copy_file(WEND_PERF, folder_ / "copy_of_wend");
    folder_.write("step.sh",
                  "../copy_of_wend gate --base good --head HEAD --db ../h.db --filter one 2>>../err\n"
                  "status=$?\n[ $status -ge 2 ] && exit 125\nexit $status\n");
    shell("cd repository && git bisect start HEAD good && git bisect run sh ../step.sh");
    shell("grep 'wend perf: building' err | sort >built && sort -u built | diff built -");
    shell("! grep \"building $(git -C repository rev-parse --short=12 good)\" built");
    shell("cd repository && test \"$(git rev-parse refs/bisect/bad)\" = \"$(git rev-parse culprit)\"");
}

}  // namespace
