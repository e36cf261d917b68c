// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>

#include "bench/support/input_file.hpp"
#include "support/command.hpp"
#include "tools/perf/history/history.hpp"

/// `wend perf ab`, `gate` and `trend` with builds whose times the test sets: verdicts and error messages.
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
    const auto outcome = wend("perf ab ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_says(outcome.out, "2 cases: 0 regressed, 0 unclear, 0 by layout, 2 ok");
    ASSERT_EQ(runs().size(), 1u);
    const wend::perf::Run run = History(folder_ / "h.db", History::Access::read).load(runs()[0].key);
    ASSERT_EQ(run.results.size(), 2u);
    EXPECT_EQ(run.results[0].verdict->state, "ok");
    EXPECT_EQ(run.results[0].verdict->pairs, 8u);
    EXPECT_EQ(run.results[0].samples.size() % (8 * 4), 0u) << "every slice is kept";
    EXPECT_FALSE(run.results[0].samples.empty());
}

TEST_F(Perf, ASliceThatTookNoTimeIsMeasuredAgain) {
    put_worker("base", "no_time_every=7");
    put_worker("head", "no_time_every=3");
    const auto outcome = wend("perf ab ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_says(outcome.out, "2 cases: 0 regressed, 0 unclear, 0 by layout, 2 ok");
    const wend::perf::Run run = History(folder_ / "h.db", History::Access::read).load(runs()[0].key);
    for (const wend::perf::Sample& sample : run.results[0].samples) EXPECT_GT(sample.nanoseconds, 0);

    put_worker("never", "no_time_every=1");
    expect_refused("perf ab ./base ./never --db h.db", "measures no time");
}

TEST_F(Perf, GooglesRealTimeAndBenchmarksOfOneNameCount) {
    put("base", "fake_google.sh", "wall=100 second=9");
    put("head", "fake_google.sh", "wall=300 second=27");
    const auto outcome = wend("perf ab --google ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, "4 cases: 2 regressed, 0 unclear, 0 by layout, 2 ok");
    expect_says(outcome.out, "regressed  +200.00 %");
    expect_says(outcome.out, "regressed  +100.00 %");
}

TEST_F(Perf, AnExecutableOfTheCurrentFolderNeedsNoSlash) {
    put_worker("base");
    put_worker("ls");  // before the one that PATH has
    EXPECT_EQ(wend("perf ab base ls --db h.db").status, 0);
}

TEST_F(Perf, WhatOneSideAloneHasIsNamedInEveryReport) {
    put_worker("base");
    put_worker("head", "names='one/x/agents:8192/threads:1 new/x/agents:8192/threads:1'");
    EXPECT_EQ(wend("perf ab ./base ./head --db h.db --json r.json --junit r.xml --markdown r.md").status, 0);
    EXPECT_EQ(nlohmann::json::parse(folder_.read("r.json"))["only_head"][0], "new/x/agents:8192/threads:1");
    expect_says(folder_.read("r.md"), "Only in base: `two/x/agents:8192/threads:1`\n");
    expect_says(folder_.read("r.md"), "Only in head: `new/x/agents:8192/threads:1`\n");
    pugi::xml_document xml;
    ASSERT_TRUE(xml.load_string(folder_.read("r.xml").c_str()));
    const pugi::xml_node suite = xml.child("testsuite");
    EXPECT_EQ(suite.attribute("tests").as_int(), 3);
    EXPECT_EQ(suite.attribute("skipped").as_int(), 2);
    EXPECT_EQ(std::distance(suite.begin(), suite.end()), 3);
}

TEST_F(Perf, ASlowDownIsFoundAndNamed) {
    put_worker("base");
    put_worker("head", "slow_one=50");
    const auto outcome = wend("perf ab ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    expect_says(outcome.out, "regressed    +5.00 %");
    expect_says(outcome.out, "one/x/agents:8192");
    expect_says(outcome.out, "2 cases: 1 regressed, 0 unclear, 0 by layout, 1 ok");
    EXPECT_EQ(wend("perf ab ./head ./base --db h.db").status, 0) << "faster is ok";
    EXPECT_EQ(wend("perf ab ./base ./head --db h.db --tau 6").status, 0) << "too small to matter";
    EXPECT_EQ(wend("perf ab ./base ./head --db h.db --filter two").status, 0) << "another case";
    EXPECT_EQ(runs().size(), 4u);
}

TEST_F(Perf, NoiseIsNeitherOkNorRegressed) {
    // Processes differ by up to 6 %, which hides whether 1 % more is above tau.
    put_worker("base", "wobble=60");
    put_worker("head", "wobble=60 slow_one=10");
    const auto outcome = wend("perf ab ./base ./head --db h.db --filter one");
    EXPECT_EQ(outcome.status, 3) << outcome.out << outcome.err;
    expect_says(outcome.out, "  128  ");
}

TEST_F(Perf, NamesOfOneSideAreReported) {
    put_worker("base");
    put_worker("head", "names='one/x/agents:8192/threads:1 three/x/agents:8192/threads:1'");
    const auto outcome = wend("perf ab ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_says(outcome.out, "missing   in the head's build: two/x/agents:8192/threads:1");
    expect_says(outcome.out, "new       not in the base's build: three/x/agents:8192/threads:1");
}

TEST_F(Perf, TheSuiteIsComparedAndTheRestIsSaidNotToBeCovered) {
    put_worker("base", "suite=one/x/agents:8192/threads:1");
    put_worker("head", "suite=one/x/agents:8192/threads:1 slow_one=50 one='two*'");
    auto outcome = wend("perf ab ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    expect_says(outcome.out,
                "not covered: 1 more cases that both builds have (--filter . measures them all); nothing of "
                "two (1 case)\n");
    expect_says(outcome.out, "1 cases: 0 regressed");
    outcome = wend("perf ab ./base ./head --db h.db --filter .");
    EXPECT_EQ(outcome.status, 1) << "the other one is slower";
    EXPECT_EQ(outcome.out.find("not covered"), std::string::npos);
}

TEST_F(Perf, SeveralBuildsAreComparedWithOne) {
    put_worker("base");
    put_worker("a", "slow_one=50");
    put_worker("b");
    put_worker("c", "slow_one=30 one='two*'");
    const auto outcome =
        wend("perf ab ./base ./a ./b ./c --db h.db --json r.json --junit r.xml --markdown r.md");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, "suspect 1    +5.00 %");
    expect_says(outcome.out, "suspect 3    +3.00 %");
    expect_says(outcome.out, "\n2: ./b\n");
    expect_says(
        outcome.out,
        "       1                     2                     3              case\n"
        "   +5.00 % regressed     +0.00 % ok            +0.00 % ok         one/x/agents:8192/threads:1\n"
        "   +0.00 % ok            +0.00 % ok            +3.00 % regressed  two/x/agents:8192/threads:1\n"
        "       1  ./a: together +2.47 % (+2.47 % to +2.47 %); 1 regressed, 0 unclear\n"
        "       2  ./b: together +0.00 % (+0.00 % to +0.00 %); 0 regressed, 0 unclear\n");
    ASSERT_EQ(runs().size(), 3u) << "a comparison of two builds each";
    const auto json = nlohmann::json::parse(folder_.read("r.json"));
    EXPECT_EQ(json["format"], "wend perf comparisons");
    ASSERT_EQ(json["comparisons"].size(), 3u);
    EXPECT_EQ(json["comparisons"][2]["cases"][1]["state"], "regressed");
    EXPECT_EQ(json["comparisons"][2]["format"], "wend perf comparison");
    pugi::xml_document xml;
    ASSERT_TRUE(xml.load_string(folder_.read("r.xml").c_str()));
    const pugi::xml_node suites = xml.child("testsuites");
    EXPECT_EQ(std::distance(suites.begin(), suites.end()), 3);
    EXPECT_EQ(suites.first_child().attribute("failures").as_int(), 1);
    expect_says(folder_.read("r.md"), "| regressed | +3.00 % | ");
    EXPECT_EQ(wend("perf ab ./base ./b ./b --db h.db").status, 0);
    expect_refused("perf ab ./base ./b ./nowhere --db h.db", "./nowhere: cannot be run: No such file");
}

TEST_F(Perf, ExactNumbersAreComparedWithoutAClock) {
    put_worker("base", "exact='1000 0.005 instructions calls/a;0 0 bytes allocated/b;7 0.1 bytes gone'");
    put_worker("head", "exact='1004 0.005 instructions calls/a;0 0 bytes allocated/b;9 0.1 bytes new'");
    auto outcome = wend("perf ab ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    expect_says(outcome.out, "2 exact numbers: 0 grew, 0 shrank");
    expect_says(outcome.out, "gone");
    expect_says(outcome.out, "new");
    put_worker("twice", "exact='1 0 bytes a;1 0 bytes a'");
    expect_refused("perf ab ./base ./twice --db h.db", "answers \"1 0 bytes a\" when asked for exact");
    put_worker("less", "exact='-1 0 bytes a'");
    expect_refused("perf ab ./base ./less --db h.db", "answers \"-1 0 bytes a\" when asked for exact");
    put_worker("more", "exact='1006 0.005 instructions calls/a;16 0 bytes allocated/b'");
    outcome = wend("perf ab ./base ./more --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, "more         +0.60 %  1000 -> 1006 instructions, limit +0.5 %: calls/a");
    expect_says(outcome.out, "more          from 0  0 -> 16 bytes, limit +0.0 %: allocated/b");
    expect_says(outcome.out, "2 exact numbers: 2 grew, 0 shrank");
    EXPECT_EQ(wend("perf ab ./more ./base --db h.db").status, 0) << "less is no regression";
}

TEST_F(Perf, CasesOfSeveralThreadsGoByTheWallClockAndALargerTau) {
    const std::string names = "names='one/x/agents:8192/threads:2 two/x/agents:8192/threads:1' ";
    put_worker("base", names);
    put_worker("head", names + "slow_one=30");
    auto outcome = wend("perf ab ./base ./head --db h.db --all");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    expect_says(outcome.out, "5.0 %");
    put_worker("slow", names + "slow_one=100");
    outcome = wend("perf ab ./base ./slow --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, "regressed   +10.00 %");
}

TEST_F(Perf, ThreadsThatLackedCoresAreNotOk) {
    const std::string names = "switches=100 names='one/x/agents:8192/threads:2 two/x/agents:8192/threads:1' ";
    put_worker("base", names);
    put_worker("head", names);
    auto outcome = wend("perf ab ./base ./head --db h.db");
    EXPECT_EQ(outcome.status, 3) << outcome.out << outcome.err;
    expect_says(outcome.out,
                "1 case of several threads lacked cores in most pairs: other processes had them\n");
    expect_says(outcome.out, "2 cases: 0 regressed, 1 unclear, 0 by layout, 1 ok");
    put_worker("slow", names + "slow_one=100");
    outcome = wend("perf ab ./base ./slow --db h.db");
    EXPECT_EQ(outcome.status, 1) << "what is slower all the same";
    expect_says(outcome.out, "regressed   +10.00 %");
}

TEST_F(Perf, ReportsForOtherPrograms) {
    put_worker("base", "exact='1000 0.005 instructions calls/a'");
    put_worker("head", "slow_one=50 exact='1100 0.005 instructions calls/a'");
    const auto outcome = wend("perf ab ./base ./head --db h.db --json r.json --junit r.xml --markdown r.md");
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
    const std::string page = wend::scenario::read_file(WEND_PERF_README);
    for (const auto& [key, value] : json.items()) expect_says(page, fmt::format("`{}`", key));
    for (const auto& [key, value] : json["cases"][0].items()) expect_says(page, fmt::format("`{}`", key));

    pugi::xml_document xml;
    ASSERT_TRUE(xml.load_string(folder_.read("r.xml").c_str()));
    const pugi::xml_node suite = xml.child("testsuite");
    EXPECT_EQ(suite.attribute("tests").as_int(), 3);
    EXPECT_EQ(suite.attribute("failures").as_int(), 2);
    EXPECT_EQ(std::distance(suite.begin(), suite.end()), 3);
    EXPECT_TRUE(suite.first_child().child("failure"));

    const std::string markdown = folder_.read("r.md");
    expect_says(markdown, "1 regressed, 1 ok, 1 exact number grew; together");
    expect_says(markdown, "| regressed | +5.00 % | ");
    expect_says(markdown, "| more | 1000 -> 1100 instructions (+10.00 %) | exact | `calls/a` |");
}

TEST_F(Perf, AWorkerThatDiesLeavesTheHistoryUnchanged) {
    put_worker("base");
    put_worker("head", "dies_at=20");
    EXPECT_EQ(wend("perf ab ./base ./base --db h.db").status, 0);
    expect_refused("perf ab ./base ./head --db h.db",
                   "./head (two/x/agents:8192/threads:1): died by signal 11");
    EXPECT_EQ(runs().size(), 1u);
}

TEST_F(Perf, AForeignExecutableIsRefused) {
    put_worker("base");
    expect_refused("perf ab ./base /bin/true --db h.db", "/bin/true (starting): ended with status 0");
    expect_refused("perf ab ./base ./nowhere --db h.db", "./nowhere: cannot be run: No such file");
    expect_refused("perf ab ./base ./base --db h.db --filter '('", "--filter ( is no regular expression");
    const std::string deep = std::string(30'000, '(') + std::string(30'000, ')');
    expect_refused("perf ab ./base ./base --db h.db --filter '" + deep + "'", "--filter has more than");
    expect_refused("perf ab ./base ./base --db h.db --filter zzz",
                   "no case that both executables have matches zzz; they have ");
    for (const char* tau : {"nan", "0", "-1", "101", "1x", ""})
        expect_refused(fmt::format("perf ab ./base ./base --tau '{}'", tau), "--tau");
    expect_refused("perf ab ./base", "head is required");
    expect_refused("perf ab ./base ./base --db nowhere/h.db", "nowhere/h.db");
    folder_.write("hello", "#!/bin/sh\necho hello\n");
    folder_.write("mute", "#!/bin/sh\nexec sleep 1000 <&- >&-\n");
    shell("chmod +x hello mute");
    expect_refused("perf ab ./base ./mute --db h.db",
                   "./mute (starting): no longer listens or answers, and goes on");
    expect_refused("perf ab ./base ./hello --db h.db",
                   "does not answer as a worker of `wend perf` does, but \"hello\"");
}

TEST_F(Perf, GoogleBenchmarksExecutables) {
    put("base", "fake_google.sh", "");
    put("same", "fake_google.sh", "time=1010");
    put("slow", "fake_google.sh", "time=1100");
    EXPECT_EQ(wend("perf ab --google ./base ./same --db h.db").status, 0);
    const auto outcome = wend("perf ab --google ./base ./slow --db h.db");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    expect_says(outcome.out, "regressed   +10.00 %");
    expect_says(outcome.out, "BM_a");
    expect_refused("perf ab --google ./base /bin/false --db h.db", "/bin/false: ended with status 1");
    put("broken", "fake_google.sh", "time='\"x'");
    expect_refused("perf ab --google ./base ./broken --db h.db",
                   "./broken (BM_a): its output is no JSON report");
    put("word", "fake_google.sh", "time='\"x\"'");
    expect_refused("perf ab --google ./base ./word --db h.db", "./word (BM_a): ");
}

/// A shell that sleeps gives times without using the processor, whatever else runs.
TEST_F(Perf, AnyTwoCommandsByWallClock) {
    const auto slower = wend("perf ab --command 'sleep 0.02' 'sleep 0.03' --db h.db");
    EXPECT_EQ(slower.status, 1) << slower.out << slower.err;
    expect_says(slower.out, "regressed");
    expect_says(slower.out, "  sleep 0.03\n");
    expect_says(slower.out, " of the CPUs: sleep 0.02\n");
    ASSERT_EQ(runs().size(), 1u);
    const wend::perf::Run run = History(folder_ / "h.db", History::Access::read).load(runs()[0].key);
    ASSERT_EQ(run.results.size(), 1u);
    EXPECT_EQ(run.results[0].name, "sleep 0.03") << "the head's command names the case";
    ASSERT_EQ(run.results[0].samples.size(), 4 * run.results[0].verdict->pairs) << "a pair is four processes";
    EXPECT_GT(run.results[0].samples[0].nanoseconds, 2e7) << "from start to end";
    ASSERT_EQ(run.results[0].counters.size(), 2u);
    EXPECT_EQ(run.results[0].counters[0].name, "cpu_time");
    EXPECT_LT(run.results[0].counters[0].value, run.results[0].samples[0].nanoseconds) << "it sleeps";
    expect_says(run.parameters, R"("commands":["sleep 0.02","sleep 0.03"])");

    const auto named =
        wend("perf ab --command 'sleep 0.2' 'sleep \"$(echo 0.02)\"' --name nap --all --db h.db");
    EXPECT_EQ(named.status, 0) << "through a shell, and faster: " << named.out << named.err;
    expect_says(named.out, "  nap\n");
}

TEST_F(Perf, CommandsThatCannotBeMeasuredAreRefused) {
    folder_.write("fails", "#!/bin/sh\necho not this; seq 9 >&2; echo gone wrong >&2; exit 3\n");
    folder_.write("later",
                  "#!/bin/sh\n[ -e was_here ] && { echo the second time >&2; exit 4; }\n>was_here\n");
    shell("chmod +x fails later");
    expect_refused("perf ab --command true ./fails --db h.db",
                   "./fails: ended with status 3; the end of its stderr: 8 / 9 / gone wrong\n");
    expect_refused("perf ab --command './later 1' true --db h.db",
                   "./later 1: ended with status 4; the end of its stderr: the second time\n");
    expect_refused("perf ab --command 'kill -SEGV $$' true --db h.db",
                   "kill -SEGV $$: died by signal 11 (Segmentation fault)");
    expect_refused("perf ab --command true ./nowhere --db h.db", "./nowhere: cannot be run in ");
    expect_refused("perf ab --command true ' ' --db h.db", "blank");
    expect_refused("perf ab --command true true --google --db h.db", "--google");
    expect_refused("perf ab --command true true --filter x --db h.db", "--filter");
    expect_refused("perf ab ./base ./base --name x --db h.db", "--command");
    EXPECT_FALSE(folder_.has("h.db"));
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
        folder_.write("repository/CMakeLists.txt",
                      "cmake_minimum_required(VERSION 3.25)\nproject(fake NONE)\n"
                      "set(copy ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/worker.sh)\n"
                      "add_custom_target(wend_command ALL COMMAND ${copy} bin/wend COMMAND ${copy}.conf "
                      "bin/wend.conf)\n"
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
    expect_says(wend("perf report --db h.db").out, "1 regressed, 1 ok (run " + runs()[0].key);

    ASSERT_EQ(wend("perf export latest --db h.db --out gate.jsonl").status, 0);
    expect_says(folder_.read("gate.jsonl"), "\"layout_seed\":1");
    EXPECT_EQ(wend("perf import gate.jsonl --db other.db").out, "1 new runs, 0 that were there\n");
    EXPECT_EQ(wend("perf import gate.jsonl --db other.db").out, "0 new runs, 1 that were there\n");
    EXPECT_EQ(wend("perf export --db other.db").out, folder_.read("gate.jsonl"));
    EXPECT_EQ(gate("--base start --head start").status, 0);
    EXPECT_EQ(gate("--base HEAD --head start").status, 0) << "reversed, it is faster";
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
    const std::vector<std::string> parts = history.parts_of(history.find("latest"));
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(history.load(parts[0]).results.size(), 1u) << "the suspect alone";
}

TEST_F(PerfGate, AnAcceptedSlowDownIsOnRecordAndFailsNoMore) {
    commit("slow_one=50", "slow_one=50");
    EXPECT_EQ(gate("--base start --head HEAD").status, 1);
    const auto accepted =
        wend("perf accept --db h.db --rules repository/.wend-perf.json --reason 'an exact sine'");
    EXPECT_EQ(accepted.status, 0) << accepted.err;
    expect_says(accepted.out, "% more than ");
    expect_says(accepted.out, ": one/x/agents:8192/threads:1\n1 entry in ");
    auto outcome = gate("--base start --head HEAD");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
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
    folder_.write("repository/CMakeLists.txt",
                  "cmake_minimum_required(VERSION 3.25)\nproject(fake NONE)\nadd_custom_target(wend_command "
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

TEST_F(PerfGate, AnyProjectsCommandThatItsOwnCommandBuilds) {
    const auto commit_time = [&](const char* time) { commit(fmt::format("time={}", time), ""); };
    folder_.write("repository/tool.sh", "#!/bin/sh\n. ./out/time\nexec sleep $time\n");
    shell("chmod +x repository/tool.sh");
    commit_time("0.02");
    shell("cd repository && git tag -f start");
    commit_time("0.03");
    const std::string make = "mkdir -p out && cp tool.sh out/tool && cp worker.sh.conf out/time";
    const std::string command = fmt::format("--command 'out/tool --fast' --build '{}' ", make);
    shell("cd repository && " + make);
    const auto slower = gate(command + "--base start");
    EXPECT_EQ(slower.status, 1) << slower.out << slower.err;
    expect_says(slower.out, "  out/tool --fast\n");
    ASSERT_EQ(runs().size(), 1u);
    EXPECT_EQ(runs()[0].a.revision.size(), 40u);
    EXPECT_EQ(runs()[0].b->revision, "") << "a work tree has no revision";
    EXPECT_EQ(gate(command + "--base HEAD --head start --name tool").status, 0) << "both built, and faster";

    expect_gate_refused("--command out/tool --base start", "--build");
    expect_gate_refused("--build true --base start", "--build is for --google or --command");
    expect_gate_refused("--command out/tool --google out/tool --build true --base start", "--google");
    expect_gate_refused("--command out/tool --filter x --build true --base start", "--filter");
    expect_gate_refused("--command out/tool --build true --base start", "out/tool: cannot be run in ");
    EXPECT_EQ(runs().size(), 2u) << "nothing more was stored";
}

/// A history of times of nine revisions, in which two cases of the suite become slower by 5 % at the fifth.
/// The test sets the times of the revisions' builds.
class PerfTrend : public PerfGate {
  protected:
    static constexpr const char* seek = "seek+locomotion/reference/agents:8192/threads:1";
    static constexpr const char* wander = "wander+locomotion/reference/agents:8192/threads:1";
    static constexpr std::size_t slow = 4;

    void SetUp() override {
        PerfGate::SetUp();
        ASSERT_EQ(wend("perf ab ./repository/worker.sh ./repository/worker.sh --db here.db").status, 0);
        machine_ = runs("here.db")[0].machine;
    }

    /// Commits a revision and returns its hash.
    std::string commit_of(const std::string& variables, const std::string& in_layout) {
        const std::string names = fmt::format("names='{} {}' one='seek*' ", seek, wander);
        commit(names + variables, names + in_layout);
        shell("cd repository && git rev-parse HEAD >../head");
        return folder_.read("head").substr(0, 40);
    }

    void record(const std::vector<std::string>& names) const {
        History history(folder_ / "h.db", History::Access::write);
        for (std::size_t i = 0; i < names.size(); ++i) {
            const bool is_dirty = names[i].ends_with('+');
            wend::perf::Run run{.kind = Kind::suite,
                                .a = {.revision = names[i].substr(0, 40), .dirty = is_dirty},
                                .machine = machine_};
            run.started = fmt::format("2026-01-0{}T00:00:00Z", i + 1);
            const double time = (i < slow ? 100 : 105) + 0.1 * static_cast<double>(i * i % 4);
            for (const char* name : {seek, wander, "BM_foreign"})
                run.results.push_back({.name = name, .samples = {{Side::a, 0, 0, 0, 10, time}}});
            history.add(run);
        }
    }

    [[nodiscard]] wend::test::Outcome trend(
        const std::string& arguments = "--confirm --repository repository") const {
        return wend("perf trend --db h.db " + arguments);
    }

    Machine machine_;
};

TEST_F(PerfTrend, CandidatesAreBuiltAndCompared) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < 9; ++i)
        names.push_back(commit_of(i < slow ? "" : "slow_one=50", i < slow ? "" : "slow_one=50"));
    record(names);
    const std::string change =
        fmt::format("+5.0 % from {} to {}, ", names[slow - 1].substr(0, 12), names[slow].substr(0, 12));
    auto outcome = trend("");
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    expect_says(outcome.out, fmt::format("{}: {}candidate, not confirmed\n", seek, change));
    expect_says(outcome.out, "--confirm");

    outcome = trend();
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    ASSERT_EQ(runs().size(), 11u) << "both cases next to the change, and one of them two builds away";
    const auto changes = History(folder_ / "h.db", History::Access::read).changes();
    ASSERT_EQ(changes.size(), 1u);
    expect_says(outcome.out,
                fmt::format("{}: {}confirmed by run {}\n", seek, change, changes[0].confirmed_by));
    expect_says(outcome.out, fmt::format("{}: {}candidate, not confirmed: run ", wander, change));
    expect_says(outcome.out, ": +0.0 % (");
    expect_says(outcome.out, fmt::format("BM_foreign: {}candidate, not confirmed: no case of this command's "
                                         "suite (other projects: --google "
                                         "or --command, with --build)\n",
                                         change));

    EXPECT_EQ(trend().status, 1);
    EXPECT_EQ(runs().size(), 11u) << "nothing is compared twice";
}

TEST_F(PerfTrend, ASlowDownInOneLayoutIsNotConfirmed) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < 9; ++i) names.push_back(commit_of(i < slow ? "" : "slow_one=50", ""));
    record(names);
    const auto outcome = trend();
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    expect_says(outcome.out, "found it in one link layout alone");
}

TEST_F(PerfTrend, ACandidateThatCannotBeComparedStaysWithTheReason) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < 9; ++i) names.push_back(fmt::format("{:040x}", i + 1));
    record(names);
    const auto stays = [&](const std::string& why) {
        const auto outcome = trend();
        EXPECT_EQ(outcome.status, 3) << outcome.out << outcome.err;
        expect_says(outcome.out, fmt::format("{}: +5.0 % from ", seek));
        expect_says(outcome.out, "candidate, not confirmed: " + why);
        EXPECT_EQ(runs().size(), 9u);
        fs::remove(folder_ / "h.db");
    };
    stays(fmt::format("{}: no revision of ", names[slow - 2]));

    for (std::string& name : names) name = commit_of("", "") + "+";
    record(names);
    stays(fmt::format("{}+ was built from a working tree with changes", names[slow - 2].substr(0, 12)));

    machine_.cores += 1;
    record(names);
    stays("its times are not of this machine");
    machine_.cores -= 1;

    folder_.write("repository/CMakeLists.txt", "message(FATAL_ERROR \"no way\")\n");
    for (std::string& name : names) name = commit_of("", "");
    record(names);
    stays(fmt::format("{} cannot be configured; its log is ", names[slow - 2].substr(0, 12)));

    record(names);
    fs::rename(folder_ / "repository/.git", folder_ / "repository/git");
    stays(fmt::format("{}: not in a git repository", (folder_ / "repository").string()));
    expect_refused("perf trend --db h.db --repository repository", "--confirm");
}

/// The history of another project: results of Google Benchmark, as `record` stores them, and a command's.
class PerfTrendOfOthers : public PerfTrend {
  protected:
    static constexpr const char* make =
        "mkdir -p out && cp benchmark.sh out/bench && cp worker.sh.conf out/bench.conf";

    void SetUp() override {
        PerfTrend::SetUp();
        fs::copy_file(fs::path(WEND_PERF_SCRIPTS) / "fake_google.sh", folder_ / "repository/benchmark.sh");
        for (std::size_t i = 0; i < 9; ++i) commits_.push_back(commit_of(i < slow ? "" : "time=1100", ""));
    }

    void record_as(Kind kind, const Machine& machine, const std::vector<std::string>& benchmarks) const {
        History history(folder_ / "h.db", History::Access::write);
        for (std::size_t i = 0; i < commits_.size(); ++i) {
            wend::perf::Run run{.kind = kind, .a = {.revision = commits_[i]}, .machine = machine};
            run.started = fmt::format("2026-01-0{}T00:00:00Z", i + 1);
            const double time = (i < slow ? 100 : 110) + 0.1 * static_cast<double>(i * i % 4);
            for (const std::string& name : benchmarks)
                run.results.push_back({.name = name, .samples = {{Side::a, 0, 0, 0, 10, time}}});
            history.add(run);
        }
    }

    [[nodiscard]] wend::test::Outcome confirm(const std::string& program) const {
        return trend(fmt::format("--confirm --repository repository {} --build '{}'", program, make));
    }

    /// This one, as Google Benchmark's results name it.
    [[nodiscard]] Machine imported() const {
        char host[256]{};
        EXPECT_EQ(gethostname(host, sizeof(host) - 1), 0);
        return {.host = host, .cores = machine_.cores};
    }

    std::vector<std::string> commits_;
};

TEST_F(PerfTrendOfOthers, BenchmarksAreBuiltByTheirOwnCommandAndCompared) {
    record_as(Kind::gbench, imported(), {"BM_a", "BM_b/8", "BM_gone"});
    const std::string change = fmt::format("+10.0 % from {} to {}, ", commits_[slow - 1].substr(0, 12),
                                           commits_[slow].substr(0, 12));
    const auto outcome = confirm("--google out/bench");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    const auto changes = History(folder_ / "h.db", History::Access::read).changes();
    ASSERT_EQ(changes.size(), 1u) << outcome.out;
    expect_says(outcome.out, fmt::format("BM_a: {}confirmed by run {}\n", change, changes[0].confirmed_by));
    expect_says(outcome.out, fmt::format("BM_b/8: {}candidate, not confirmed: run ", change));
    expect_says(outcome.out,
                fmt::format("BM_gone: {}candidate, not confirmed: {} and {} do not both have it\n", change,
                            commits_[slow - 2].substr(0, 12), commits_[slow + 1].substr(0, 12)));
    const std::size_t stored = runs().size();
    EXPECT_EQ(confirm("--google out/bench").status, 1);
    EXPECT_EQ(runs().size(), stored) << "nothing is compared twice";
}

TEST_F(PerfTrendOfOthers, ACommandIsBuiltAndTimed) {
    folder_.write("repository/benchmark.sh", "#!/bin/sh\n. ./out/bench.conf\nexec sleep ${time:-0.02}\n");
    for (std::size_t i = 0; i < commits_.size(); ++i)
        commits_[i] = commit_of(i < slow ? "time=0.02" : "time=0.03", "");
    record_as(Kind::nanobench, machine_, {"nap", "BM_a"});
    const auto outcome = confirm("--command 'out/bench --fast' --name nap");
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    expect_says(outcome.out, ", confirmed by run ");
    expect_says(outcome.out, "candidate, not confirmed: the command's case is called nap (--name)\n");
}

TEST_F(PerfTrendOfOthers, WhatCannotBeComparedStaysWithTheReason) {
    Machine other = imported();
    other.host += "x";
    record_as(Kind::gbench, other, {"BM_a"});
    auto outcome = confirm("--google out/bench");
    EXPECT_EQ(outcome.status, 3) << outcome.out << outcome.err;
    expect_says(outcome.out, "candidate, not confirmed: its times are not of this machine\n");
    outcome = trend("--confirm --repository repository --google out/bench --build 'echo gone wrong; false'");
    EXPECT_EQ(outcome.status, 3) << outcome.out << outcome.err;
    expect_refused("perf trend --db h.db --google out/bench --build true", "--confirm");
    expect_refused("perf trend --db h.db --confirm --google out/bench", "--build");
    expect_refused("perf trend --db h.db --confirm --build true", "--build is for --google or --command");
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
    fs::copy_file(WEND_COMMAND, folder_ / "copy_of_wend");
    folder_.write("step.sh",
                  "../copy_of_wend perf gate --base good --head HEAD --db ../h.db --filter one 2>>../err\n"
                  "status=$?\n[ $status -ge 2 ] && exit 125\nexit $status\n");
    shell("cd repository && git bisect start HEAD good && git bisect run sh ../step.sh");
    shell("grep 'wend perf: building' err | sort >built && sort -u built | diff built -");
    shell("! grep \"building $(git -C repository rev-parse --short=12 good)\" built");
    shell("cd repository && test \"$(git rev-parse refs/bisect/bad)\" = \"$(git rev-parse culprit)\"");
}

}  // namespace
