// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The trials of `wend perf selftest`: written trials are read again, and the committed ones give their
// verdicts again.
#include "tools/perf/verdict/trials.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "support/scratch_folder.hpp"
#include "tools/perf/report/comparison_report.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/verdict/rules.hpp"
#include "tools/perf/verdict/selftest.hpp"
#include "tools/support/command_line.hpp"

namespace wend::test {
namespace {

using perf::State;
using perf::Trial;
using perf::TrialFile;

class Trials : public ::testing::Test {
  protected:
    [[nodiscard]] TrialFile recorded() const { return {folder_ / "t.jsonl", "", ""}; }

    ScratchFolder folder_;
};

Trial make_trial(const char* name, State state, std::vector<double> pairs) {
    Trial trial;
    trial.batch = "same";
    trial.run = 3;
    trial.name = name;
    trial.seconds = 0.25;
    trial.evidence.state = state;
    trial.evidence.pairs = std::move(pairs);
    return trial;
}

TEST_F(Trials, WhatIsWrittenIsReadAgain) {
    std::mt19937_64 random(1);
    std::vector<double> pairs{0, -0.0001, 0.0001, 0.0015, 0.0016, -0.0511, 0.0512, -1.6384, 123.4567};
    for (int i = 0; i < 1000; ++i)
        pairs.push_back(perf::rounded_pair(std::normal_distribution<double>(0, 0.04)(random)));
    const std::vector<Trial> run{make_trial("one", State::ok, pairs),
                                 make_trial("two", State::unclear, {-0.5})};
    {
        TrialFile file(folder_ / "t.jsonl", "abc", "a machine");
        file.add(run);
        file.add(std::vector<Trial>{make_trial("two", State::layout, {}),
                                    make_trial("three", State::regressed, {1})});
    }
    const TrialFile again = recorded();
    EXPECT_EQ(again.executable(), "abc");
    EXPECT_EQ(again.machine(), "a machine");
    ASSERT_EQ(again.trials().size(), 4u);
    EXPECT_EQ(again.trials()[0].name, "one");
    EXPECT_EQ(again.trials()[0].run, 3u);
    EXPECT_EQ(again.trials()[0].seconds, 0.25);
    ASSERT_EQ(again.trials()[0].evidence.pairs.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
        EXPECT_EQ(again.trials()[0].evidence.pairs[i], perf::rounded_pair(pairs[i])) << i;
    EXPECT_EQ(again.trials()[1].evidence.state, State::unclear);
    EXPECT_EQ(again.trials()[2].name, "two");
    EXPECT_EQ(again.trials()[2].evidence.state, State::layout);
    EXPECT_TRUE(again.trials()[2].evidence.pairs.empty());
    EXPECT_EQ(again.trials()[3].name, "three");
}

TEST_F(Trials, WhatIsNoTrialIsRefusedWithItsLine) {
    TrialFile(folder_ / "t.jsonl", "abc", "a machine")
        .add(std::vector<Trial>{make_trial("one", State::ok, {0.1})});
    for (const char* line : {R"({"batch":"same","run":0,"seconds":1,"trials":[[0,"ok","gg"]]})",
                             R"({"batch":"same","run":0,"seconds":1,"trials":[[0,"ok","A-"]]})",
                             R"({"batch":"same","run":0,"seconds":1,"trials":[[0,"ok","ggggggggggggA"]]})",
                             R"({"batch":"same","run":0,"seconds":1,"trials":[[1,"ok","A"]]})",
                             R"({"batch":"same","run":0,"seconds":1,"trials":[[0,"fine","A"]]})", "{"}) {
        folder_.write("damaged.jsonl", folder_.read("t.jsonl") + line + "\n");
        try {
            TrialFile(folder_ / "damaged.jsonl", "", "");
            ADD_FAILURE() << line;
        } catch (const support::MisuseError& error) {
            EXPECT_NE(std::string(error.what()).find("damaged.jsonl:4: "), std::string::npos) << error.what();
        }
    }
    EXPECT_THROW(TrialFile(folder_ / "nowhere.jsonl", "", ""), support::MisuseError);
    EXPECT_THROW(TrialFile(folder_ / "t.jsonl", "another", "a machine"), support::MisuseError);
}

TEST(JudgedTrials, SeveralThreadsThatLackedCoresStayUnclear) {
    const perf::Batch& batch = *std::ranges::find(perf::batches, "same_threads", &perf::Batch::name);
    Trial trial = make_trial("seek+locomotion/avx2/agents:262144/threads:2/ticks:1", State::unclear,
                             {0.3, -0.3, 0.2, -0.2, 0.1, -0.1, 0.25, -0.25});
    EXPECT_EQ(perf::judged(trial, batch), State::unclear);
    trial.name = "seek+locomotion/avx2/agents:262144/threads:1/ticks:1";
    EXPECT_EQ(perf::judged(trial, batch), std::nullopt) << "cut short";
}

TEST(Overall, IsTheMeanOfAllPairs) {
    perf::Comparison comparison;
    comparison.evidence.resize(2);
    comparison.evidence[0].pairs.assign(8, 0.02);
    comparison.evidence[1].pairs.assign(8, -0.5);
    comparison.evidence[1].pairs.resize(16, 0);
    EXPECT_NEAR(std::log(perf::overall(comparison).middle), (0.02 - 0.25) / 2, 1e-9)
        << "not of the first eight alone";
}

TEST(Unclear, NamesTheTauThatWouldDecide) {
    perf::Comparison comparison;
    comparison.names = {"x"};
    comparison.evidence.resize(1);
    perf::Evidence& one = comparison.evidence[0];
    one.low = 1.0043;
    one.high = 1.0172;
    EXPECT_NE(perf::describe(comparison, false)
                  .find("straddles 1.0 %: --tau 1.8 would call it ok, --tau 0.4 regressed\n"),
              std::string::npos);
    one.low = 0.99;
    EXPECT_NE(perf::describe(comparison, false).find("--tau 1.8 would call it ok\n"), std::string::npos);
    one.state = State::ok;
    EXPECT_EQ(perf::describe(comparison, true).find("--tau"), std::string::npos);
}

TEST(Accepted, HoldsUpToItsSize) {
    const std::vector<perf::AcceptedChange> accepted{
        {.name = "x", .percent = 14, .base = "", .date = "", .reason = ""}};
    const auto state_of = [&](double ratio) {
        perf::Comparison comparison;
        comparison.names = {"x"};
        comparison.evidence.resize(1);
        comparison.evidence[0].state = State::regressed;
        comparison.evidence[0].ratio = ratio;
        comparison.evidence[0].low = 1.06;
        perf::accept(comparison, accepted);
        return comparison.evidence[0].state;
    };
    EXPECT_EQ(state_of(1.12), State::accepted);
    EXPECT_EQ(state_of(1.24), State::regressed) << "whatever its interval's lower end";
}

TEST(CommittedTrials, GiveTheirVerdictsAgain) {
    TrialFile file(WEND_PROOF "/trials.jsonl", "", "");
    EXPECT_GT(file.trials().size(), 2'000u);
    bool judged = false;
    for (const perf::Criterion& one : perf::judge_trials(file, 1)) {
        if (one.trials == 1) continue;  // drawn again: once is too few
        EXPECT_TRUE(one.holds()) << one.text << ": " << one.events << " of " << one.trials;
        judged = judged || one.text == "the same, both: false alarms";
    }
    EXPECT_TRUE(judged);
}

}  // namespace
}  // namespace wend::test
