// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// `wend perf count`: its table, its file, and its verdict on a change.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "bench/count/step_counter.hpp"
#include "support/command.hpp"
#include "tools/files/json_file.hpp"
#include "tools/perf/count_file.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using perf::compare_counts;
using perf::CountComparison;
using perf::CountTable;

CountTable table_of(const std::string& name, const bench::Counts& counts) {
    return {{name, {.agents = 64, .ticks = 1, .counts = counts}}};
}

const bench::Counts some{.instructions = 1000,
                         .operations = 400,
                         .double_operations = 3,
                         .divisions = 0,
                         .roots = 7,
                         .bytes_loaded = 2000,
                         .bytes_stored = 1000,
                         .vector_arithmetic = 90,
                         .scalar_float = 5,
                         .vector_128 = 1,
                         .vector_256 = 2,
                         .vector_512 = 30};

TEST(CountFile, ReadsWhatItWrote) {
    const CountTable table = table_of("seek/avx2/agents:64/threads:1", some);
    const CountTable read = perf::read_counts(perf::to_json(table, {{"cpu", "any"}}), "x.json");
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read.begin()->first, table.begin()->first);
    EXPECT_EQ(read.begin()->second.agents, 64u);
    EXPECT_EQ(read.begin()->second.ticks, 1u);
    EXPECT_EQ(read.begin()->second.counts, some);
}

TEST(CountFile, MoreThanHalfAPerCentMoreWorkIsARegression) {
    const CountTable before = table_of("a", some);
    const auto grown = [&](std::uint64_t bench::Counts::*field, std::uint64_t value) {
        bench::Counts counts = some;
        counts.*field = value;
        return compare_counts(before, table_of("a", counts));
    };
    EXPECT_TRUE(grown(&bench::Counts::instructions, 1005).grown.empty());
    const CountComparison more = grown(&bench::Counts::instructions, 1006);
    ASSERT_EQ(more.grown.size(), 1u);
    EXPECT_EQ(more.grown[0].name, "a");
    EXPECT_EQ(more.grown[0].count, "instructions");
    EXPECT_DOUBLE_EQ(more.grown[0].growth(), 0.006);
    EXPECT_EQ(grown(&bench::Counts::divisions, 1).grown.size(), 1u);
    EXPECT_EQ(grown(&bench::Counts::bytes_stored, 1100).grown.size(), 1u);
    EXPECT_EQ(grown(&bench::Counts::bytes_loaded, 1000).shrunk.size(), 1u);
    EXPECT_TRUE(grown(&bench::Counts::vector_512, 60).grown.empty());
}

TEST(CountFile, NamesInOneTableAloneAreReported) {
    const CountComparison comparison = compare_counts(table_of("a", some), table_of("b", some));
    EXPECT_EQ(comparison.compared, 0u);
    ASSERT_EQ(comparison.missing.size(), 1u);
    EXPECT_EQ(comparison.missing[0], "a");
    ASSERT_EQ(comparison.added.size(), 1u);
    EXPECT_EQ(comparison.added[0], "b");
}

TEST(CountFile, AForeignFileIsRefusedWithThePlace) {
    const auto refusal = [](const std::string& text) {
        try {
            (void)perf::read_counts(text, "x.json");
        } catch (const scenario::FileError& error) {
            return std::string(error.what());
        }
        return std::string("none");
    };
    EXPECT_NE(refusal("{").find("x.json:1:"), std::string::npos) << refusal("{");
    EXPECT_NE(refusal("[]").find("x.json"), std::string::npos);
    EXPECT_NE(refusal(R"({"format": "other"})").find("/format"), std::string::npos);
    EXPECT_NE(refusal(R"({"format": "wend counts", "version": 2})").find("/version"), std::string::npos);
    EXPECT_NE(refusal(R"({"format": "wend counts", "version": 1})").find("cases"), std::string::npos);
    EXPECT_NE(refusal(R"({"format": "wend counts", "version": 1, "cases": {"a/b": {"agents": -1}}})")
                  .find("/cases/a~1b/agents"),
              std::string::npos);
}

class PerfCount : public Command {
  protected:
    void SetUp() override {
        if (!bench::can_count()) GTEST_SKIP() << "the trap flag does not trap here";
    }
    static constexpr const char* small = "perf count --filter seek --isa sse2 --agents 64 --ticks 1 ";
};

TEST_F(PerfCount, PrintsATableAndWritesWhatComparesEqual) {
    const Outcome first = wend(fmt::format("{} --out counts.json", small));
    EXPECT_EQ(first.status, 0) << first.err;
    EXPECT_NE(first.out.find("seek+locomotion"), std::string::npos);
    const Outcome second = wend(fmt::format("{} --against counts.json", small));
    EXPECT_EQ(second.status, 0) << second.out << second.err;
    EXPECT_NE(second.out.find("1 cases compared, 0 counts grew"), std::string::npos) << second.out;
}

TEST_F(PerfCount, MoreWorkThanBeforeIsStatusOneAndNamed) {
    ASSERT_EQ(wend(fmt::format("{} --out counts.json", small)).status, 0);
    scenario::Json json = scenario::read_json(folder_ / "counts.json");
    scenario::Json& instructions =
        json["cases"]["seek+locomotion/sse2/agents:64/threads:1/ticks:1"]["instructions"];
    instructions = instructions.get<std::uint64_t>() * 9 / 10;
    json["cases"]["gone/sse2/seek"] = json["cases"].begin().value();
    folder_.write("fewer.json", json.dump());
    const Outcome outcome = wend(fmt::format("{} --against fewer.json", small));
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("MORE seek+locomotion/sse2/agents:64/threads:1/ticks:1: "), std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("instructions (+1"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.err.find("gone/sse2/seek is in fewer.json, and not here"), std::string::npos)
        << outcome.err;
}

TEST_F(PerfCount, MisuseIsStatusTwo) {
    expect_refused("perf count --filter nothing_of_this_name", "matches no case");
    expect_refused("perf count --filter '('", "no regular expression");
    expect_refused("perf count --isa no_such_isa", "unknown ISA");
    expect_refused("perf count --agents 0", "--agents");
    expect_refused(fmt::format("{} --against not_there.json", small), "not_there.json");
    expect_refused(fmt::format("{} --out no_such_folder/counts.json", small), "no_such_folder");
    ASSERT_EQ(wend(fmt::format("{} --out counts.json", small)).status, 0);
    const Outcome other =
        wend("perf count --filter seek --isa sse2 --agents 128 --ticks 1 --against counts.json");
    EXPECT_EQ(other.status, 2) << other.out;
    EXPECT_NE(other.err.find("none of these cases"), std::string::npos) << other.err;
}

}  // namespace
}  // namespace wend::test
