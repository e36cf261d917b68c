// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The commands of `wend perf` that use the history.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "support/command.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/support/input_file.hpp"

namespace wend::test {
namespace {

class PerfHistory : public Command {
  protected:
    static std::string data(const char* version) {
        return support::read_file(fmt::format("{}/{}.json", WEND_GBENCH_DATA, version));
    }

    Outcome done(const std::string& arguments) const {
        Outcome outcome = wend("perf " + arguments);
        EXPECT_EQ(outcome.status, 0) << arguments << "\n" << outcome.err;
        return outcome;
    }

    /// Records results of Google Benchmark and returns the list of runs.
    std::string filled() const {
        folder_.write("old.json", data("1.8.5"));
        std::string newer = data("1.8.5");
        newer.replace(newer.find("18:30:05"), 8, "19:30:05");
        newer.replace(newer.find("2.5000000000000000e+00"), 4, "7.50");
        newer.replace(newer.rfind("BM_gpu"), 6, "BM_fpga");
        newer.replace(newer.find("BM_gpu"), 6, "BM_fpga");
        folder_.write("new.json", newer);
        done("record old.json new.json --revision 4f6b26a");
        return done("list").out;
    }
};

TEST_F(PerfHistory, RecordsListsAndCompares) {
    const std::string list = filled();
    EXPECT_NE(list.find("2024-07-15T16:30:05Z  times  4f6b26a"), std::string::npos) << list;
    EXPECT_NE(list.find("example, 8 cores"), std::string::npos) << list;
    EXPECT_NE(done("record old.json --revision 4f6b26a").out.find("was there before"), std::string::npos);

    const std::string compared = done("compare latest~1 latest").out;
    EXPECT_NE(compared.find("3 us  5.5 us  1.833"), std::string::npos) << compared;
    for (const char* one_side_only : {"BM_gpu ", "BM_fpga "})
        EXPECT_NE(compared.find(one_side_only), std::string::npos) << compared;
    EXPECT_NE(compared.find("This is no test"), std::string::npos);
    EXPECT_EQ(done("compare old.json new.json").out, compared) << "files, without the history";
    done("compare old.json latest --html page.html --markdown page.md");
    EXPECT_NE(folder_.read("page.html").find("<td class='n'>1.833"), std::string::npos);
    EXPECT_NE(folder_.read("page.md").find("| 1.833 |"), std::string::npos);
}

TEST_F(PerfHistory, PagesOfResultsNameTheProject) {
    filled();
    const auto heading = [&](const char* folder) {
        const Outcome outcome = wend("perf compare ../old.json ../new.json --html page.html",
                                     fmt::format("mkdir -p {0} && cd {0} &&", folder));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        const std::string page = folder_.read(fmt::format("{}/page.html", folder));
        EXPECT_NE(page.find("<h2>../old.json and ../new.json</h2>"), std::string::npos) << page;
        const std::size_t begin = page.find("<h1>");
        return page.substr(begin, page.find("</h1>") - begin);
    };
    EXPECT_EQ(heading("outside"), "<h1>Performance");
    ASSERT_EQ(std::system(fmt::format("git init -q '{}/main'", folder_.path().string()).c_str()), 0);
    EXPECT_EQ(heading("main"), "<h1>main: performance");
    folder_.write("main/.wend-perf.json",
                  R"({"format": "wend perf rules", "version": 1, "project": "a <project>"})");
    EXPECT_EQ(heading("main"), "<h1>a &lt;project&gt;: performance");
}

TEST_F(PerfHistory, ItsTablesFitATerminal) {
    const std::string list = filled();
    EXPECT_GT(list.find('\n'), 80u) << "in a pipe a row is a line";
    if (!has_terminal()) GTEST_SKIP() << "no script of util-linux here";
    for (const char* arguments : {"perf list", "perf trend"}) {
        std::istringstream lines(wend_on_terminal(arguments, 60).out);
        for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 60u) << line;
    }
}

TEST_F(PerfHistory, SaysWhatItWrote) {
    filled();
    EXPECT_NE(done("report --html h.html").out.find("wrote    h.html, "), std::string::npos);
    const std::string compared = done("compare latest~1 latest --markdown c.md --html c.html").out;
    EXPECT_NE(compared.find("\nwrote    c.md, "), std::string::npos) << compared;
    EXPECT_NE(compared.find("\nwrote    c.html, "), std::string::npos) << compared;
}

TEST_F(PerfHistory, TimesOfDifferentMachinesAreRefused) {
    filled();
    folder_.write("other.json", data("1.9.4"));
    done("record other.json");
    expect_refused("perf compare latest~1 latest", "different machines");
    EXPECT_EQ(wend("perf compare latest~1 latest").err.find("\\x"), std::string::npos)
        << "a control character";
    expect_refused("perf compare old.json old.json --json x.json", "--json");
    expect_refused("perf compare old.json /bin/true", "the other an executable");
}

TEST_F(PerfHistory, BadInputIsRefusedAndTheHistoryStaysUnchanged) {
    const std::string list = filled();
    folder_.write("half.json", data("1.9.4").substr(0, 900));
    folder_.write("foreign.json", R"({"results": [1, 2]})");
    folder_.write("letter", "plain text");
    expect_refused("perf record half.json", "half.json:");
    expect_refused("perf record foreign.json", "foreign.json: ");
    expect_refused("perf record missing.json", "missing.json: cannot be read");
    expect_refused("perf record half.json --filter x", "--filter");
    folder_.write("bench.csv", "name,iterations,real_time,cpu_time,time_unit\n\"BM_a\",10,5,5,ns\n");
    expect_refused("perf record bench.csv", "bench.csv: is no result of Google Benchmark in JSON");
    expect_refused("perf compare bench.csv bench.csv",
                   "bench.csv: neither an executable nor a result of Google Benchmark in JSON");
    expect_refused("perf record /dev/zero", "/dev/zero: is no text in UTF-8: byte 0 is 0");
    folder_.write("err.json",
                  R"({"context": {"date": "2026-11-21T10:45:58+01:00", "num_cpus": 1}, "benchmarks": [
        {"name": "BM_a", "run_type": "iteration", "error_occurred": true, "error_message": "no file"}]})");
    expect_refused("perf record err.json", "err.json: BM_a: error: no file");
    expect_refused("perf record err.json", "err.json: 0 benchmarks have times: nothing is recorded");
    expect_refused("perf record", "files is required");
    expect_refused("perf record old.json --db letter", "no SQLite database");
    expect_refused("perf record old.json --db .", "folder");
    expect_refused("perf record old.json --db no/such/folder.db",
                   "no/such/folder.db: cannot be made: No such file or directory");
    expect_refused("perf record old.json missing.json --db new.db", "missing.json: cannot be read");
    expect_refused("perf compare ./nowhere ./nowhere --db new.db", "./nowhere: no such file");
    expect_refused("perf gate --base nowhere --db new.db", "not in a git repository");
    expect_refused("perf calibrate --filter nothing --db new.db", "matches nothing");
    EXPECT_FALSE(folder_.has("new.db"));
    expect_refused("perf list --db missing.db", "no such history");
    expect_refused("perf compare latest nonsense", "no run nonsense");
    expect_refused("perf compare latest~9 latest", "latest~9");
    expect_refused("perf nonsense", "unknown subcommand");
    EXPECT_EQ(done("list").out, list);
    EXPECT_FALSE(folder_.has("missing.db"));
}

TEST_F(PerfHistory, CalibrateKeepsTheFloorOfEachCase) {
    const auto outcome = wend("perf calibrate --filter '^program_build/' --db c.db");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("%  program_build/any/forces:2\n"), std::string::npos) << outcome.out;
    EXPECT_NE(done("list --db c.db").out.find("calibrate"), std::string::npos);
}

TEST_F(PerfHistory, ItLiesInTheGitFolderOrInTheUsersCache) {
    folder_.write("old.json", data("1.8.5"));
    done("record old.json");
    EXPECT_TRUE(folder_.has("cache/wend/perf.db"));
    const auto in_home = wend("perf record old.json", "env -u XDG_CACHE_HOME HOME=\"$PWD/home\"");
    EXPECT_EQ(in_home.status, 0) << in_home.err;
    EXPECT_TRUE(folder_.has("home/.cache/wend/perf.db"));
    expect_refused("perf record old.json", "--db names one", "env -u XDG_CACHE_HOME -u HOME");
    expect_refused("perf record old.json", "--db names one", "env -u HOME XDG_CACHE_HOME=relative");

    const auto repository = fmt::format(
        "cd '{}' && mkdir -p repo/below && cd repo && git init -q . && git -c user.name=x -c "
        "user.email=x@localhost commit -q --allow-empty -m first && git worktree add -q --detach ../tree",
        folder_.path().string());
    ASSERT_EQ(std::system(repository.c_str()), 0);
    const auto status_in = [&](const char* folder, const std::string& arguments) {
        return wend("perf " + arguments, fmt::format("cd {} &&", folder)).status;
    };
    EXPECT_EQ(status_in("repo", "list"), 2) << "the cache has another history";
    EXPECT_FALSE(folder_.has("repo/.git/wend-perf")) << "made when something is stored";
    EXPECT_EQ(status_in("repo/below", "record ../../old.json"), 0);
    EXPECT_TRUE(folder_.has("repo/.git/wend-perf/history.db"));
    for (const char* folder : {"repo", "repo/below", "repo/.git", "tree"})
        EXPECT_EQ(status_in(folder, "compare latest latest"), 0) << folder;
    for (const char* subcommand : {"gate", "record", "trend", "report", "list", "compare", "calibrate"})
        EXPECT_NE(done(fmt::format("{} --help", subcommand)).out.find("git folder"), std::string::npos)
            << subcommand;
}

TEST_F(PerfHistory, ResultsOfWendBenchAreRecorded) {
    const Outcome bench =
        wend("bench --quick --filter '^seek.locomotion/reference/agents:8192/threads:1$' --out r.json");
    ASSERT_EQ(bench.status, 0) << bench.err;
    done("record r.json");
    const perf::History history(folder_ / "cache/wend/perf.db", perf::History::Access::read);
    const perf::StoredRun run = history.load(history.find("latest"));
    const auto result = std::ranges::find(run.results, "seek+locomotion/reference/agents:8192/threads:1",
                                          &perf::BenchResult::name);
    ASSERT_NE(result, run.results.end());
    EXPECT_TRUE(std::ranges::any_of(
        result->counters, [](const perf::Counter& counter) { return counter.name == "ns_per_agent"; }));
    std::ifstream file("/proc/cpuinfo");  // which lacks it in some virtual machines
    const std::string cpuinfo{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(run.machine.microcode.empty(), cpuinfo.find("\nmicrocode") == std::string::npos);
}

}  // namespace
}  // namespace wend::test
