// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Results of Google Benchmark 1.7 to 1.9 as runs: no value is lost, none is invented.
#include "tools/perf/history/gbench_json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/replaced.hpp"
#include "support/scratch_folder.hpp"
#include "tools/perf/history/history.hpp"
#include "tools/support/input_file.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using perf::BenchResult;
using perf::ImportedRun;
using perf::Side;

std::string data(const char* version) {
    return support::read_file(fmt::format("{}/{}.json", WEND_GBENCH_DATA, version));
}

ImportedRun read(const char* version) { return perf::read_gbench(data(version), "bench.json"); }

const BenchResult& result(const ImportedRun& read, std::string_view name) {
    const auto found = std::find_if(read.run.results.begin(), read.run.results.end(),
                                    [&](const BenchResult& one) { return one.name == name; });
    if (found == read.run.results.end()) throw std::runtime_error(fmt::format("no {}", name));
    return *found;
}

double counter(const BenchResult& result, std::string_view name, std::uint32_t round = 0) {
    for (const perf::Counter& one : result.counters)
        if (one.name == name && one.round == round) return one.value;
    throw std::runtime_error(fmt::format("{} has no {}", result.name, name));
}

/// Version 1.7.1: a real file, with the names of host and program changed.
TEST(GbenchJson, Version1_7) {
    const ImportedRun read = test::read("1.7.1");
    const auto& [kind, a, b, machine, started, load, tool, seed, parameters, results] = read.run;
    EXPECT_EQ(kind, perf::RunKind::times);
    EXPECT_EQ(machine.host, "example");
    EXPECT_EQ(machine.cores, 2u);
    EXPECT_NE(machine.caches.find("L1 Data 48 KiB, "), std::string::npos) << machine.caches;
    EXPECT_NE(machine.caches.find("L3 Unified 32768 KiB (shared by 2)"), std::string::npos) << machine.caches;
    EXPECT_TRUE(started.starts_with("2026-11-21T11:")) << started;
    EXPECT_EQ(a.revision, std::string(40, '1'));
    EXPECT_EQ(a.parent, std::string(40, '2'));
    EXPECT_TRUE(a.dirty);
    EXPECT_EQ(tool, "Google Benchmark");
    EXPECT_EQ(read.aggregates, 10u);

    const BenchResult& copy = result(read, "BM_copy/64/repeats:3");
    ASSERT_EQ(copy.samples.size(), 3u);
    for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(copy.samples[i].round, i);
    EXPECT_EQ(copy.samples[0].nanoseconds, 3.7127386498923531);
    EXPECT_EQ(counter(copy, "cpu_time", 2), 1.4298601656339616);
    EXPECT_EQ(counter(copy, "bytes_per_second", 1), 4.4198083110962601e+10);
    EXPECT_EQ(copy.notes.at(0), (perf::Note{"label", "plain \"copy\""}));
    EXPECT_THROW((void)counter(copy, "not_a_number"), std::runtime_error) << "only numbers are stored";
    EXPECT_NE(std::find(read.skipped.begin(), read.skipped.end(),
                        "BM_copy/64/repeats:3: the counter minus_endless is no number"),
              read.skipped.end());

    EXPECT_EQ(result(read, "BM_sqrt/real_time/threads:2").samples.at(0).nanoseconds,
              1.8361006805462807e-02 * 1e3);

    EXPECT_EQ(result(read, "BM_fails").notes.at(0), (perf::Note{"error", "no input file"}));
    EXPECT_TRUE(result(read, "BM_fails").samples.empty());
}

TEST(GbenchJson, Version1_8) {
    const ImportedRun read = test::read("1.8.5");
    EXPECT_EQ(read.run.started, "2024-07-15T16:30:05Z") << "the file's time zone is two hours east";
    EXPECT_EQ(read.run.tool, "Google Benchmark v1.8.5");
    EXPECT_EQ(read.run.load, 0.25);
    EXPECT_EQ(read.run.a.revision, "");
    EXPECT_EQ(read.aggregates, 1u);
    EXPECT_EQ(result(read, "BM_copy/64").samples,
              (std::vector<perf::Sample>{{Side::a, 0, 0, 0, 1000, 2500}, {Side::a, 0, 1, 0, 1000, 3500}}));
    EXPECT_EQ(perf::median_time(result(read, "BM_copy/64")), 3000);
    EXPECT_EQ(result(read, "BM_gpu").notes, (std::vector<perf::Note>{{"skipped", "no such device"}}));
    EXPECT_EQ(read.skipped, (std::vector<std::string>{"BM_gpu: skipped: no such device"}));
}

TEST(GbenchJson, Version1_9) {
    const ImportedRun read = test::read("1.9.4");
    EXPECT_EQ(read.run.started, "2025-05-20T14:00:00Z");
    EXPECT_EQ(read.run.tool, "Google Benchmark v1.9.4");
    const BenchResult& sort = result(read, "BM_sort/1024/threads:2");
    EXPECT_EQ(sort.samples, (std::vector<perf::Sample>{{Side::a, 0, 0, 0, 400, 1.25e6}}));
    EXPECT_EQ(counter(sort, "cpu_time"), 2.5e6);
    EXPECT_EQ(counter(sort, "INSTRUCTIONS"), 123456);
    EXPECT_EQ(counter(sort, "max_bytes_used"), 8192) << "an unknown number is a counter";
    EXPECT_EQ(counter(sort, "allocs_per_iter"), 2);
    EXPECT_EQ(sort.counters.size(), 6u) << "fields of the run are not counters";
    EXPECT_EQ(result(read, "BM_broken").notes, (std::vector<perf::Note>{{"error", "out of memory"}}));
    EXPECT_NE(read.run.parameters.find("\"aslr_enabled\":true"), std::string::npos)
        << "the context is kept whole";
}

TEST(GbenchJson, EveryVersionGoesThroughTheHistory) {
    const ScratchFolder folder;
    perf::History history(folder / "h.db", perf::History::Access::write);
    for (const char* version : {"1.7.1", "1.8.5", "1.9.4"}) {
        perf::StoredRun run = test::read(version).run;
        const std::string key = history.add(run);
        perf::sort_run(run);
        EXPECT_EQ(history.load(key), run);
    }
}

TEST(GbenchJson, DamagedAndForeignFilesAreRefusedWithThePlace) {
    const std::string text = data("1.9.4");
    const auto expect = [](const std::string& damaged, const std::string& part) {
        std::string message;
        try {
            (void)perf::read_gbench(damaged, "bench.json");
        } catch (const words::FileError& error) {
            message = error.what();
        }
        EXPECT_TRUE(message.starts_with("bench.json:")) << message;
        EXPECT_NE(message.find(part), std::string::npos) << "says: " << message;
    };
    const auto with = [&](std::string_view from, std::string_view to) { return replaced(text, from, to); };
    expect("", "no result of Google Benchmark in JSON");
    expect("name,iterations,real_time,cpu_time,time_unit\n", "write it with --benchmark_out_format=json");
    expect("NaN", "no result of Google Benchmark");
    expect("[1, 2]", "no result of Google Benchmark");
    expect(R"({"results": []})", "no result of Google Benchmark");
    expect(R"({"context": {}, "benchmarks": []})", "/context: ");
    expect(text.substr(0, text.size() / 2), "bench.json:");  // of a crashed program
    expect(with("2025-05-20T09:00:00-05:00", "2016/08/02-18:12:31"), "/context/date");
    expect(with("\"time_unit\": \"s\"", "\"time_unit\": \"fortnight\""), "/benchmarks/0/time_unit");
    expect(with("1.2500000000000000e-03", "1e303"), "/benchmarks/0/real_time");
    expect(with("\"load_avg\": []", "\"x\": " + std::string(100'000, '[')), "nested too deeply");
    expect(with("1.2500000000000000e-03", "-1.25"), "/benchmarks/0/real_time: is -1.25, must be 0 or more");
    expect(with("\"cpu_time\": ", "\"cpu_time\": -"), "/benchmarks/0/cpu_time: is -");
    expect(with("\"iterations\": 400", "\"iterations\": -1"), "/benchmarks/0/iterations");
    expect(with("\"real_time\": 1.25", "\"real_time\": NaN, \"x\": 1.25"),
           "/benchmarks/0/real_time: is NaN, infinite or null, must be a number");
    expect(with("2025-05-20T09", "2026-02-30T09"), "is on a day that its month lacks");
    expect(with("\"INSTRUCTIONS\"", "\"iterations\""), "appears twice");
    expect(with("\"INSTRUCTIONS\": 1.2345600000000000e+05", "\"INSTRUCTIONS\": 1e999"), "bench.json:");
    expect(
        R"({"context": {"date": "2025-05-20T09:00:00-05:00", "num_cpus": 1}, "benchmarks": [{"name": "a", "run_type": "aggregate"}]})",
        "aggregates alone");
}

TEST(GbenchJson, TimesOfDatesMayHaveFractions) {
    for (const char* date : {"2025-05-20T09:00:00.123456-05:00", "2025-05-20T09:00:00,5-05:00",
                             "2025-05-20T14:00:00.999Z", "2025-05-20T14:00:00+00:00"})
        EXPECT_EQ(
            perf::read_gbench(replaced(data("1.9.4"), "2025-05-20T09:00:00-05:00", date), "f").run.started,
            "2025-05-20T14:00:00Z")
            << date;
}

TEST(GbenchJson, ABenchmarkWithAggregatesAloneCountsWithItsMedian) {
    const std::string aggregates = R"(, {"name": "BM_few/repeats:3_mean", "run_name": "BM_few/repeats:3",
        "run_type": "aggregate", "aggregate_name": "mean", "iterations": 3, "real_time": 9, "cpu_time": 8,
        "time_unit": "us"}, {"name": "BM_few/repeats:3_median", "run_name": "BM_few/repeats:3",
        "run_type": "aggregate", "aggregate_name": "median", "iterations": 3, "real_time": 5, "cpu_time": 4,
        "time_unit": "us", "items": 7})";
    std::string text = data("1.7.1");
    text.insert(text.rfind('}', text.rfind(']')) + 1, aggregates);
    const ImportedRun read = perf::read_gbench(text, "f");
    const BenchResult& few = result(read, "BM_few/repeats:3");
    EXPECT_EQ(few.samples, (std::vector<perf::Sample>{{Side::a, 0, 0, 0, 3, 5000}}));
    EXPECT_EQ(counter(few, "cpu_time"), 4000);
    EXPECT_EQ(counter(few, "items"), 7);
    EXPECT_EQ(read.aggregates, 11u) << "the mean, and those of benchmarks with times of their own";
    EXPECT_EQ(result(read, "BM_copy/64/repeats:3").samples.size(), 3u);
}

TEST(GbenchJson, WordsWithinTextsStay) {
    std::string text = data("1.9.4");
    text.replace(text.find("pdq"), 3, R"(NaN \" -Infinity \\)");
    EXPECT_EQ(result(perf::read_gbench(text, "f"), "BM_sort/1024/threads:2").notes.at(0).text,
              "NaN \" -Infinity \\");
}

}  // namespace
}  // namespace wend::test
