// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// `wend perf count`: its table, its file, and its verdict on a change.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <string>

#include "support/command.hpp"
#include "tools/count/function_name.hpp"
#include "tools/count/step_counter.hpp"
#include "tools/files/json_file.hpp"
#include "tools/perf/measure/counts.hpp"
#include "tools/support/command_line.hpp"
#include "wend/isa.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using perf::CaseCounts;
using perf::compare_counts;
using perf::CountComparison;
using perf::CountTable;

CountTable table_of(const std::string& name, const count::Counts& counts) {
    return {{name, {.agents = 64, .ticks = 1, .counts = counts}}};
}

const count::Counts some{.instructions = 1000,
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

TEST(CountFile, ReadsTheFunctionsThatItWrote) {
    CountTable table = table_of("seek/avx2/agents:64/threads:1", some);
    count::Counts other = some;
    other.divisions = 17;
    table.begin()->second.functions = {{"run", some}, {"move<Kernel<Seek>, 0>", other}};
    const CountTable read = perf::read_counts(perf::to_json(table, {}), "x.json");
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read.begin()->second.functions, table.begin()->second.functions);
}

TEST(FunctionGrowth, TheGreatestGrowthComesFirstAndWhatStaysIsLeftOut) {
    const auto work = [](std::uint64_t instructions, std::uint64_t divisions = 0) {
        return count::Counts{.instructions = instructions, .divisions = divisions};
    };
    const auto growth = perf::compare_functions(
        {{"same", work(10)}, {"gone", work(50)}, {"grown", work(100)}, {"divides", work(7, 1)}},
        {{"same", work(10)}, {"new", work(20)}, {"grown", work(130)}, {"divides", work(7, 3)}});
    ASSERT_EQ(growth.size(), 4u);
    EXPECT_EQ(growth[0].name, "grown");
    EXPECT_EQ(growth[1].name, "new");
    EXPECT_EQ(growth[2].name, "divides");
    EXPECT_EQ(growth[3].name, "gone");
    const std::string text = perf::describe(growth);
    EXPECT_NE(text.find("       100        130        +30  grown\n"), std::string::npos) << text;
    EXPECT_NE(text.find("        50          0        -50  gone\n"), std::string::npos) << text;
    EXPECT_NE(text.find("+0  divides; divided, rooted 1 -> 3\n"), std::string::npos) << text;
    EXPECT_TRUE(perf::compare_functions({{"a", work(10'000)}, {"b", work(10)}},
                                        {{"a", work(10'000)}, {"b", work(30)}})
                    .empty())
        << "as the memory lies";
    EXPECT_NE(perf::describe({}).find("every function executes the same"), std::string::npos);
}

TEST(FunctionGrowth, TakesNoMoreLinesThanItIsGiven) {
    count::FunctionCounts before;
    count::FunctionCounts now;
    for (unsigned i = 0; i < 30; ++i) {
        before[fmt::format("f{}", i)].instructions = 1000;
        now[fmt::format("f{}", i)].instructions = i % 2 == 0 ? 1000 + 10 * (i + 1) : 1000 - 10 * (i + 1);
    }
    const std::string text = perf::describe(perf::compare_functions(before, now), 6);
    EXPECT_EQ(std::ranges::count(text, '\n'), 6) << text;
    // The largest changes, up or down.
    for (const char* const shown : {"f29\n", "f28\n", "f27\n", "f26\n", "and 20 functions that changed less"})
        EXPECT_NE(text.find(shown), std::string::npos) << shown << "\n" << text;
    EXPECT_LT(text.find("f28\n"), text.find("f29\n")) << "growth before what shrank";
}

TEST(FunctionName, IsWhatAPersonReads) {
    using count::function_name;
    EXPECT_EQ(function_name("memcpy"), "memcpy");
    EXPECT_EQ(function_name("_ZN4wend3runERKNS_7ProgramERKNS_9AgentViewERKNS_5TicksERKNS_9ExecutionE"),
              "run");
    EXPECT_EQ(function_name("_ZNK4wend6detail12_GLOBAL__N_117StraightPlacementIN5xsimd4avx2EE5placeENS1_"
                            "6MotionIS4_EERNS1_14DeferredAgentsE.isra.0"),
              "StraightPlacement::place");
    EXPECT_EQ(
        function_name("_ZN4wend6detail12_GLOBAL__N_19add_forceIN5xsimd4avx2ENS1_6KernelIS4_NS_4SeekEEELNS1_"
                      "7ReadingE0EKNS0_10StageInputEEENS0_11StageResultERSA_RT2_m.constprop.0.isra.0"),
        "add_force<Kernel<Seek>, 0, StageInput const>");
    EXPECT_EQ(function_name("_ZNK4wend6detail4PlanD2Ev.cold"), "Plan::~Plan");
    EXPECT_EQ(function_name("_ZNSt6vectorIfSaIfEEixEm"),
              "std::vector<float, std::allocator<float> >::operator[]");
}

TEST(CountFile, MoreThanHalfAPerCentMoreWorkIsARegression) {
    const CountTable before = table_of("a", some);
    const auto grown = [&](std::uint64_t count::Counts::*field, std::uint64_t value) {
        count::Counts counts = some;
        counts.*field = value;
        return compare_counts(before, table_of("a", counts));
    };
    EXPECT_TRUE(grown(&count::Counts::instructions, 1005).grown.empty());
    const CountComparison more = grown(&count::Counts::instructions, 1006);
    ASSERT_EQ(more.grown.size(), 1u);
    EXPECT_EQ(more.grown[0].name, "a");
    EXPECT_EQ(more.grown[0].count, "instructions");
    EXPECT_DOUBLE_EQ(more.grown[0].growth(), 0.006);
    EXPECT_EQ(grown(&count::Counts::divisions, 1).grown.size(), 1u);
    EXPECT_EQ(grown(&count::Counts::bytes_stored, 1100).grown.size(), 1u);
    EXPECT_EQ(grown(&count::Counts::bytes_loaded, 1000).shrunk.size(), 1u);
    EXPECT_TRUE(grown(&count::Counts::vector_512, 60).grown.empty());
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
        } catch (const words::FileError& error) {
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
        if (!count::can_count()) GTEST_SKIP() << "the trap flag does not trap here";
    }
    const std::string isa{name(supported_isas().back())};
    const std::string small = fmt::format("perf count --filter seek --isa {} --agents 64 --ticks 1 ", isa);
};

TEST_F(PerfCount, PrintsATableAndWritesWhatComparesEqual) {
    const Outcome first = wend(fmt::format("{} --out counts.json", small));
    EXPECT_EQ(first.status, 0) << first.err;
    EXPECT_NE(first.out.find("seek+locomotion"), std::string::npos);
    const Outcome second = wend(fmt::format("{} --against counts.json", small));
    EXPECT_EQ(second.status, 0) << second.out << second.err;
    EXPECT_NE(second.out.find("1 cases compared, 0 counts grew"), std::string::npos) << second.out;
}

TEST_F(PerfCount, ANameIsAFilter) {
    const std::string name = fmt::format("seek+locomotion/{}/agents:64/threads:1/ticks:1", isa);
    const std::string count = fmt::format("perf count --isa {} --agents 64 --ticks 1 --filter ", isa);
    for (const std::string& filter : {name, "'^" + name + "$'", std::string("'^(se+.*k)+loc'")})
        EXPECT_EQ(wend(count + filter).status, 0) << filter;
}

TEST_F(PerfCount, RivalsAreCountedToo) {
    const std::string count = "perf count --isa tutorial --agents 64 --ticks 1 --filter ^seek ";
    const Outcome first = wend(count + "--functions --assembly --out counts.json");
    EXPECT_EQ(first.status, 0) << first.err;
    EXPECT_NE(first.out.find("tutorial_O3"), std::string::npos) << first.out;
    EXPECT_EQ(first.out.find("  " + isa + " "), std::string::npos) << first.out;
    EXPECT_NE(first.out.find("# objdump -d -C -M intel --no-show-raw-insn --start-address=0x"),
              std::string::npos);
    EXPECT_TRUE(std::regex_search(first.out, std::regex("\\n +64 +[0-9a-f]+  sqrtss xmm"))) << first.out;
    EXPECT_NE(wend(count + "--against counts.json").out.find("2 cases compared, 0 counts grew"),
              std::string::npos);
}

TEST_F(PerfCount, MoreWorkThanBeforeIsStatusOneAndNamed) {
    ASSERT_EQ(wend(fmt::format("{} --out counts.json", small)).status, 0);
    words::Json json = files::read_json(folder_ / "counts.json");
    words::Json& instructions =
        json["cases"][fmt::format("seek+locomotion/{}/agents:64/threads:1/ticks:1", isa)]["instructions"];
    instructions = instructions.get<std::uint64_t>() * 9 / 10;
    json["cases"][fmt::format("gone/{}/seek", isa)] = json["cases"].begin().value();
    folder_.write("fewer.json", json.dump());
    const Outcome outcome = wend(fmt::format("{} --against fewer.json", small));
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find(fmt::format("MORE seek+locomotion/{}/agents:64/threads:1/ticks:1: ", isa)),
              std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("instructions (+1"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.err.find(fmt::format("gone/{}/seek is in fewer.json, and not here", isa)),
              std::string::npos)
        << outcome.err;
}

TEST_F(PerfCount, FunctionsAddUpToTheCall) {
    ASSERT_EQ(wend(fmt::format("{} --out whole.json", small)).status, 0);
    const Outcome outcome = wend(fmt::format("{} --functions --out counts.json", small));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("  force_and_locomotion<"), std::string::npos) << outcome.out;
    const CountTable whole = perf::read_counts(folder_.read("whole.json"), "whole.json");
    const CountTable counts = perf::read_counts(folder_.read("counts.json"), "counts.json");
    ASSERT_EQ(counts.size(), 1u);
    count::Counts sum;
    for (const auto& [name, one] : counts.begin()->second.functions) sum += one;
    EXPECT_EQ(sum, counts.begin()->second.counts);
    EXPECT_EQ(sum.operations, whole.begin()->second.counts.operations);
}

TEST_F(PerfCount, FunctionsThatGrewAreNamed) {
    ASSERT_EQ(wend(fmt::format("{} --functions --out counts.json", small)).status, 0);
    const Outcome same = wend(fmt::format("{} --functions --against counts.json", small));
    EXPECT_EQ(same.status, 0) << same.out << same.err;
    EXPECT_EQ(same.out.find("by function"), std::string::npos) << same.out;
    CountTable before = perf::read_counts(folder_.read("counts.json"), "counts.json");
    CaseCounts& one = before.begin()->second;
    auto largest = std::ranges::max_element(
        one.functions, {}, [](const auto& function) { return function.second.instructions; });
    largest->second.instructions -= 100;
    one.counts.instructions -= 100;
    folder_.write("fewer.json", perf::to_json(before, {}));
    const Outcome more = wend(fmt::format("{} --functions --against fewer.json", small));
    EXPECT_EQ(more.status, 1) << more.out << more.err;
    EXPECT_NE(more.out.find("ticks:1, by function:\n"), std::string::npos) << more.out;
    EXPECT_NE(more.out.find("+100  " + largest->first + "\n"), std::string::npos) << more.out;
    ASSERT_EQ(wend(fmt::format("{} --out whole.json", small)).status, 0);
    expect_refused(fmt::format("{} --functions --against whole.json", small), "has no counts by function");
}

TEST_F(PerfCount, TwoBuildsAreAskedForACasesFunctions) {
    const std::string name = fmt::format("seek+locomotion/{}/agents:8192/threads:1", isa);
    EXPECT_TRUE(perf::function_growth(WEND_WORKER, WEND_WORKER, name, 64).empty());
    folder_.write("old",
                  "#!/bin/sh\n"
                  "echo wend worker 1; read open; echo opened; read request; echo error no such request\n");
    std::filesystem::permissions(folder_ / "old", std::filesystem::perms::owner_all);
    try {
        (void)perf::function_growth(folder_ / "old", WEND_WORKER, name, 64);
        FAIL() << "an older build counted";
    } catch (const support::MisuseError& error) {
        EXPECT_NE(std::string(error.what()).find("no such request"), std::string::npos) << error.what();
    }
}

TEST_F(PerfCount, MisuseIsStatusTwo) {
    expect_refused("perf count --filter nothing_of_this_name", "matches no case");
    expect_refused("perf count --filter '('", "no regular expression");
    expect_refused("perf count --isa no_such_isa", "unknown ISA");
    expect_refused("perf count --agents 0", "--agents");
    expect_refused(fmt::format("{} --against not_there.json", small), "not_there.json");
    expect_refused(fmt::format("{} --out no_such_folder/counts.json", small), "no_such_folder");
    ASSERT_EQ(wend(fmt::format("{} --out counts.json", small)).status, 0);
    const Outcome other = wend(
        fmt::format("perf count --filter seek --isa {} --agents 128 --ticks 1 --against counts.json", isa));
    EXPECT_EQ(other.status, 2) << other.out;
    EXPECT_NE(other.err.find("none of these cases"), std::string::npos) << other.err;
}

}  // namespace
}  // namespace wend::test
