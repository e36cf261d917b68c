// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Trends: series of builds, their changes, and the confirmation of changes.
#include "tools/perf/history/trend.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "support/scratch_folder.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using perf::Build;
using perf::History;
using perf::RunKind;
using perf::Side;
using perf::Trend;

std::string commit(int number) { return fmt::format("{:040x}", 0x1000 + number); }

class TrendOf : public ::testing::Test {
  protected:
    /// The `when`th run of the history, of build `number`: "steady" at 100 ns, "slower" by 5 % from build 20.
    perf::StoredRun times(int number, int when) {
        perf::StoredRun run{.kind = RunKind::times,
                            .a = {.revision = commit(number), .parent = commit(number - 1)},
                            .started = stamp(when)};
        run.machine.cpu = "a CPU";
        for (const char* name : {"steady", "slower"})
            run.results.push_back(
                {.name = name, .samples = {{Side::a, 0, 0, 0, 10, 100 * level(name, number) * noise()}}});
        return run;
    }

    /// A comparison of build `number` with `base`.
    perf::StoredRun comparison(int base, int number, int when) {
        perf::StoredRun run{.kind = RunKind::compare,
                            .a = {.revision = commit(base)},
                            .b = Build{.revision = commit(number)},
                            .started = stamp(when)};
        run.machine.cpu = "a CPU";
        for (const char* name : {"steady", "slower"}) {
            const double ratio = level(name, number) / level(name, base) * noise();
            run.results.push_back({.name = name,
                                   .verdict = perf::Verdict{.ratio = ratio,
                                                            .low = ratio / 1.01,
                                                            .high = ratio * 1.01,
                                                            .p = 0.001,
                                                            .p_adjusted = 0.002,
                                                            .least_effect = 0.01,
                                                            .state = ratio > 1.02 ? "regressed" : "ok",
                                                            .pairs = 16}});
        }
        return run;
    }

    static double level(const std::string& name, int number) {
        return name == "slower" && number >= 20 ? 1.05 : 1;
    }
    static std::string stamp(int when) {
        return fmt::format("2026-11-{:02}T{:02}:00:00Z", 1 + when / 24, when % 24);
    }
    double noise() { return std::exp(0.004 * std::normal_distribution<double>()(random_)); }

    static const perf::TrendSeries& series(const Trend& trend, std::string_view name) {
        for (const perf::TrendSeries& one : trend.series)
            if (one.benchmark == name) return one;
        throw std::runtime_error("no such series");
    }

    std::mt19937_64 random_{20261121};
    ScratchFolder folder_;
    History history_{folder_ / "h.db", History::Access::write};
};

TEST_F(TrendOf, AChangeIsACandidateUntilADirectComparisonFindsIt) {
    for (int i = 0; i < 30; ++i) history_.add(comparison(0, i, i));
    const perf::TrendOptions options{.reference = commit(0)};
    Trend trend = perf::make_trend(history_, options);
    EXPECT_TRUE(trend.paired);
    EXPECT_EQ(trend.builds.size(), 30u);
    EXPECT_TRUE(series(trend, "steady").changes.empty());
    ASSERT_EQ(series(trend, "slower").changes.size(), 1u);
    EXPECT_EQ(series(trend, "slower").changes[0].at, 20u);
    EXPECT_NEAR(series(trend, "slower").changes[0].ratio, 1.05, 0.01);
    EXPECT_FALSE(series(trend, "slower").changes[0].is_confirmed());

    history_.add(comparison(3, 4, 40));    // elsewhere
    history_.add(comparison(10, 25, 41));  // too far apart: other changes may lie between
    perf::StoredRun layout = comparison(19, 20, 42);
    for (perf::BenchResult& result : layout.results) result.verdict->state = "layout";
    history_.add(layout);
    perf::StoredRun other_machine = comparison(19, 20, 43);
    other_machine.machine.cpu = "another CPU";
    history_.add(other_machine);
    trend = perf::make_trend(
        history_, {.reference = commit(0), .machine = perf::fingerprint(comparison(0, 0, 0).machine)});
    EXPECT_FALSE(series(trend, "slower").changes[0].is_confirmed());
    ASSERT_EQ(series(trend, "slower").changes[0].not_found_by.size(), 1u);
    EXPECT_TRUE(series(trend, "slower").changes[0].not_found_by[0].in_one_layout);
    EXPECT_EQ(series(trend, "slower").changes[0].not_found_by[0].before, commit(19));

    const std::string key = history_.add(comparison(19, 20, 44));
    trend = perf::make_trend(history_, {.reference = commit(0)});
    EXPECT_EQ(series(trend, "slower").changes[0].confirmation->run, key);
    EXPECT_EQ(series(trend, "slower").changes[0].confirmation->verdict.p_adjusted, 0.002);
}

TEST_F(TrendOf, BuildsComeInTheOrderOfTheirParents) {
    for (const int number : {0, 2, 1, 4, 3})
        history_.add(times(number, 10 - number));  // measured newest first
    EXPECT_EQ(perf::make_trend(history_, {}).builds,
              (std::vector{commit(0), commit(1), commit(2), commit(3), commit(4)}));
}

TEST_F(TrendOf, AComparisonThatMeasuredNothingIsNoBuild) {
    perf::StoredRun nothing = comparison(0, 9, 9);
    nothing.results.clear();
    nothing.parameters = R"({"same_code":["steady","slower"]})";
    history_.add(nothing);
    EXPECT_THROW((void)perf::make_trend(history_, {}), words::FileError);
    for (int i = 1; i < 4; ++i) history_.add(comparison(0, i, i));
    const Trend trend = perf::make_trend(history_, {});
    EXPECT_EQ(trend.builds, (std::vector{commit(1), commit(2), commit(3)}));
}

TEST_F(TrendOf, OtherMachinesAndUnnamedBuildsAreCountedAndLeftOut) {
    history_.add(times(0, 0));
    perf::StoredRun other = times(1, 1);
    other.machine.cores = 64;
    history_.add(other);
    perf::StoredRun unnamed = times(2, 2);
    unnamed.a = {};
    history_.add(unnamed);
    history_.add(times(3, 3));
    const Trend trend = perf::make_trend(history_, {});
    EXPECT_EQ(trend.builds, (std::vector{commit(0), commit(3)}));
    EXPECT_EQ(trend.other_machines, 1u);
    EXPECT_EQ(trend.unnamed, 1u);
    EXPECT_EQ(perf::make_trend(history_, {.machine = perf::fingerprint(other.machine)}).builds,
              std::vector{commit(1)});
}

TEST_F(TrendOf, AnExecutableIsNamedByTheRunWithItsRevision) {
    perf::StoredRun known = times(7, 0);
    known.a.executable_hash = "beef";
    history_.add(known);
    perf::StoredRun run = comparison(0, 7, 1);
    run.b = Build{.executable_hash = "beef"};
    history_.add(run);
    EXPECT_EQ(perf::make_trend(history_, {.reference = commit(0)}).builds, std::vector{commit(7)});
}

TEST_F(TrendOf, WithoutComparisonsTimesAreMultiplesOfTheReferences) {
    for (int i = 0; i < 3; ++i) history_.add(times(i, i));
    perf::StoredRun twice = times(3, 3);
    for (perf::BenchResult& result : twice.results) result.samples[0].nanoseconds = 250;
    twice.results.push_back({.name = "new", .samples = {{Side::a, 0, 0, 0, 1, 8}}});
    history_.add(twice);
    perf::StoredRun last = times(4, 4);
    last.results.push_back({.name = "new", .samples = {{Side::a, 0, 0, 0, 1, 6}}});
    last.a.revision = fmt::format("{:040x}", 1);  // alphabetically before the others
    history_.add(last);
    const Trend trend = perf::make_trend(history_, {.reference = commit(0)});
    EXPECT_DOUBLE_EQ(series(trend, "new").points[0].value, 1);
    EXPECT_DOUBLE_EQ(series(trend, "new").points[1].value, 0.75);
    EXPECT_FALSE(trend.paired);
    EXPECT_DOUBLE_EQ(series(trend, "steady").points[0].value, 1);
    EXPECT_NEAR(series(trend, "steady").points[3].value, 2.5, 0.1);
}

TEST_F(TrendOf, MissingBuildsAndMachinesAreRefused) {
    EXPECT_THROW((void)perf::make_trend(history_, {}), words::FileError);
    history_.add(times(0, 0));
    EXPECT_THROW((void)perf::make_trend(history_, {.reference = "ffff"}), words::FileError);
    EXPECT_THROW((void)perf::make_trend(history_, {.machine = "nonsense"}), words::FileError);
}

}  // namespace
}  // namespace wend::test
