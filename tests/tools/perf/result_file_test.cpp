// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Results of nanobench and Criterion.rs as runs, and how a format is recognised. The files in results/ are
// written after the formats' sources, in each version's keys; gbench_json_test.cpp has Google Benchmark's.
#include "tools/perf/history/result_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <string>

#include "bench/support/input_file.hpp"
#include "support/replaced.hpp"
#include "support/scratch_folder.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/perf/history/run_text.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

namespace fs = std::filesystem;
using perf::BenchResult;
using perf::Counter;
using perf::ImportedRun;
using perf::Sample;
using perf::Side;

fs::path data(const char* name) { return fs::path(WEND_RESULT_DATA) / name; }

const BenchResult& result(const ImportedRun& read, std::string_view name) {
    const auto found = std::find_if(read.run.results.begin(), read.run.results.end(),
                                    [&](const BenchResult& one) { return one.name == name; });
    if (found == read.run.results.end()) throw std::runtime_error(fmt::format("no {}", name));
    return *found;
}

TEST(ResultFile, Nanobench) {
    for (const char* file : {"nanobench-4.1.json", "nanobench-4.3.json"}) {
        const ImportedRun read = perf::read_result(data(file));
        EXPECT_EQ(read.run.kind, perf::Kind::nanobench);
        EXPECT_FALSE(read.names_machine);
        const BenchResult& add = result(read, "x += x");
        ASSERT_EQ(add.samples.size(), 3u);
        EXPECT_EQ(add.samples[0].iterations, 17u);
        EXPECT_EQ(add.samples[1].round, 1u);
        EXPECT_NEAR(add.samples[0].nanoseconds, 31.2, 1e-9) << "seconds in the file";
        EXPECT_TRUE(add.counters.empty()) << "0 is written for what was not measured";
        EXPECT_TRUE(add.notes.empty());

        const BenchResult& hash = result(read, "hashes/fnv");
        EXPECT_NEAR(hash.samples.at(0).nanoseconds, 10, 1e-9) << "a byte, of the batch's 64";
        EXPECT_EQ(hash.notes, (std::vector<perf::Note>{{"unit", "byte"}}));
        EXPECT_EQ(hash.counters, (std::vector<Counter>{{Side::a, 0, "instructions", 203.5, ""},
                                                       {Side::a, 1, "instructions", 203.5, ""}}));
        EXPECT_NEAR(result(read, "sort/1000").samples.at(0).nanoseconds, 41'000, 1e-6);
    }
    const ImportedRun read = perf::read_result(data("nanobench-4.3.json"));
    EXPECT_EQ(read.run.results.size(), 5u);
    EXPECT_EQ(result(read, "sort/2000").samples.size(), 1u) << "a size of its own";
    EXPECT_EQ(result(read, "empty").samples.at(0).nanoseconds, 0) << "in an entry with nan";
}

TEST(ResultFile, MessagesOfCargoCriterion) {
    const ImportedRun read = perf::read_result(data("cargo-criterion-1.1.jsonl"));
    EXPECT_EQ(read.run.kind, perf::Kind::criterion);
    EXPECT_EQ(read.run.tool, "cargo-criterion");
    EXPECT_EQ(read.run.results.size(), 2u);
    EXPECT_EQ(result(read, "norm").samples,
              (std::vector<Sample>{
                  {Side::a, 0, 0, 0, 30, 4140}, {Side::a, 0, 1, 0, 60, 4130}, {Side::a, 0, 2, 0, 90, 4150}}));
    EXPECT_EQ(result(read, "parse/serde/1024").counters,
              (std::vector<Counter>{{Side::a, 0, "bytes_per_iteration", 1024, ""}}));
    EXPECT_EQ(read.skipped, (std::vector<std::string>{"parse/cycles: measured in cycles, which is no time"}));
}

TEST(ResultFile, FoldersOfCriterion) {
    const ImportedRun old = perf::read_result(data("criterion-0.3"));
    EXPECT_EQ(old.run.tool, "Criterion.rs");
    EXPECT_EQ(result(old, "fib 20").samples,
              (std::vector<Sample>{
                  {Side::a, 0, 0, 0, 2, 101}, {Side::a, 0, 1, 0, 4, 103}, {Side::a, 0, 2, 0, 6, 101}}));
    const ImportedRun read = perf::read_result(data("criterion-0.5"));
    EXPECT_EQ(read.run.results.size(), 2u);
    EXPECT_EQ(result(read, "copy/memcpy/4096").samples,
              (std::vector<Sample>{{Side::a, 0, 0, 0, 10, 100}, {Side::a, 0, 1, 0, 20, 110}}))
        << "of the folder new, not of base";
    EXPECT_EQ(result(read, "copy/memcpy/4096").counters,
              (std::vector<Counter>{{Side::a, 0, "bytes_per_iteration", 4096, ""}}));
    EXPECT_EQ(perf::read_result(data("criterion-0.5") / "copy/loop/4096/new").run.results.size(), 1u);
}

TEST(ResultFile, ItsAgeIsTheStart) {
    const ScratchFolder folder;
    const auto set_time = [&](const fs::path& file, std::time_t time) {
        const timespec times[2]{{time, 0}, {time, 0}};
        ASSERT_EQ(utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
    };
    fs::copy(data("nanobench-4.1.json"), folder / "n.json");
    set_time(folder / "n.json", 1'000'000'000);
    EXPECT_EQ(perf::read_result(folder / "n.json").run.started, "2001-09-09T01:46:40Z");
    fs::copy(data("criterion-0.5"), folder / "c", fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(folder / "c"))
        if (entry.is_regular_file()) set_time(entry.path(), 900'000'000);
    set_time(folder / "c/copy/loop/4096/new/sample.json", 1'000'000'000);
    EXPECT_EQ(perf::read_result(folder / "c").run.started, "2001-09-09T01:46:40Z");
}

TEST(ResultFile, EveryFormatGoesThroughTheHistory) {
    const ScratchFolder folder;
    perf::History history(folder / "h.db", perf::History::Access::write);
    for (const char* name : {"nanobench-4.1.json", "nanobench-4.3.json", "cargo-criterion-1.1.jsonl",
                             "criterion-0.3", "criterion-0.5"}) {
        perf::Run run = perf::read_result(data(name)).run;
        const std::string key = history.add(run);
        sort_run(run);
        EXPECT_EQ(history.load(key), run) << name;
    }
}

TEST(ResultFile, DamagedAndForeignFilesAreRefusedWithThePlace) {
    const ScratchFolder folder;
    const auto expect = [&](const fs::path& path, const std::string& part) {
        std::string message;
        try {
            (void)perf::read_result(path);
        } catch (const scenario::FileError& error) {
            message = error.what();
        }
        EXPECT_TRUE(message.starts_with(path.string())) << message;
        EXPECT_NE(message.find(part), std::string::npos) << "says: " << message;
    };
    const auto expect_of = [&](const std::string& text, const std::string& part) {
        folder.write("result", text);
        expect(folder / "result", part);
    };
    expect_of(R"({"results": [1, 2]})",
              "is of no known format: a folder of Criterion.rs, messages of cargo criterion, JSON of Google "
              "Benchmark, JSON of nanobench");
    expect_of("plain text", "result:1:1");
    expect(folder / "nowhere", "cannot be read");

    const std::string nano = scenario::read_file(data("nanobench-4.3.json"));
    expect_of(replaced(nano, "\"name\": \"x += x\"", "\"x\": 1"), "/results/0: ");
    expect_of(replaced(nano, "\"iterations\": 1500", "\"iterations\": 0"),
              "/results/1/measurements/0/iterations: is 0, must be in [1, 1e18)");
    expect_of(replaced(nano, "\"elapsed\": 7.04e-07", "\"elapsed\": nan"),
              "/results/1/measurements/1/elapsed");
    expect_of(replaced(nano, "\"elapsed\": 7.04e-07", "\"elapsed\": 1e303"), "/elapsed: is too large");
    expect_of(replaced(nano, "\"batch\": 64", "\"batch\": 0"), "/results/1/batch: is 0, must be above 0");

    const std::string messages = scenario::read_file(data("cargo-criterion-1.1.jsonl"));
    expect_of(replaced(messages, "[5,10]", "[5]"),
              "result:3: /measured_values: has 2 elements, iteration_count has 1");
    expect_of(replaced(messages, "[30,60,90]", "[30,0,90]"),
              "result:1: /iteration_count/1: is 0, must be in");
    expect_of(replaced(messages, "51200.5", "\"fast\""), "result:3: /measured_values/0");
    expect_of(messages.substr(0, 300), "result:1");
    expect_of(messages.substr(messages.find("{\"reason\":\"group")),
              "has no message of a benchmark with times");

    fs::create_directories(folder / "empty");
    expect(folder / "empty", "has no new/sample.json");
    fs::copy(data("criterion-0.5"), folder / "c", fs::copy_options::recursive);
    fs::remove(folder / "c/copy/loop/4096/new/benchmark.json");
    expect(folder / "c", "copy/loop/4096/new/benchmark.json: cannot be read");
    folder.write("c/copy/loop/4096/new/benchmark.json", R"({"full_id": ""})");
    expect(folder / "c", "copy/loop/4096/new/benchmark.json: /full_id: is empty");
}

}  // namespace
}  // namespace wend::test
