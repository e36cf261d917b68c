// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Reports: complete, in one small file, for any names of benchmarks.
#include "tools/perf/report/report.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "support/scratch_folder.hpp"
#include "tools/perf/verdict/pooled.hpp"
#include "words/file_error.hpp"

namespace wend::test {
namespace {

using perf::Build;
using perf::History;
using perf::RunKind;
using perf::Side;

constexpr const char* hostile = "<script>alert(1)</script> '\"|`*";

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

class ReportOf : public ::testing::Test {
  protected:
    std::string commit(int number) const { return fmt::format("{:040x}", 0x1000 + number); }

    std::string name(int benchmark) const {
        return benchmark == 0
                   ? hostile
                   : fmt::format("a_kernel_with_a_long_name+locomotion/avx512/agents:8192/threads:1/case:{}",
                                 benchmark);
    }

    perf::StoredRun base(RunKind kind, int build, int hour) const {
        perf::StoredRun run{.kind = kind,
                            .a = {.revision = commit(build)},
                            .started = fmt::format("2026-11-{:02}T{:02}:00:00Z", 1 + hour / 24, hour % 24)};
        run.machine = {.cpu = "a CPU <b>", .cores = 2};
        return run;
    }

    perf::StoredRun times(int build, int benchmarks) {
        perf::StoredRun run = base(RunKind::times, build, build);
        for (int i = 0; i < benchmarks; ++i) {
            const double level = i == 1 && build >= 25 ? 1.2 : 1;
            run.results.push_back(
                {.name = name(i),
                 .samples = {{Side::a, 0, 0, 0, 10,
                              1e5 * level * std::exp(0.003 * std::normal_distribution<double>()(random_))}}});
        }
        return run;
    }

    perf::StoredRun comparison(int build, int benchmarks) const {
        perf::StoredRun run = base(RunKind::gate, 0, 1000);
        run.started = "2027-01-01T00:00:00Z";
        run.b = Build{.revision = commit(build), .dirty = true};
        for (int i = 0; i < benchmarks; ++i) {
            const double ratio = i == 1 ? 1.2 : 1;
            run.results.push_back({.name = name(i),
                                   .verdict = perf::Verdict{.ratio = ratio,
                                                            .low = ratio / 1.004,
                                                            .high = ratio * 1.004,
                                                            .p = 1e-5,
                                                            .p_adjusted = 1e-3,
                                                            .least_effect = 0.01,
                                                            .state = i == 1   ? "regressed"
                                                                     : i == 2 ? "unclear"
                                                                              : "ok",
                                                            .pairs = 16}});
        }
        return run;
    }

    void fill(int builds, int benchmarks) {
        for (int i = 0; i < builds; ++i) history_.add(times(i, benchmarks));
        history_.add(comparison(builds, benchmarks));
    }

    std::mt19937_64 random_{7};
    ScratchFolder folder_;
    History history_{folder_ / "h.db", History::Access::write};
};

TEST_F(ReportOf, ThePageIsSelfContainedAndSmall) {
    fill(50, 100);
    const std::string html = perf::to_html(perf::make_report(history_, {}));
    RecordProperty("bytes", static_cast<int>(html.size()));
    EXPECT_LE(html.size(), 300'000u);
    for (const char* outside : {"http:", "https:", "src=", "@import", "url(", "type=module"})
        EXPECT_EQ(html.find(outside), std::string::npos) << outside;
    EXPECT_EQ(count(html, "href="), count(html, "href=\"#search=")) << "links stay on the page";
    EXPECT_EQ(count(html, "<script"), 1u) << "names are text";
    EXPECT_EQ(html.find("CPU <b>"), std::string::npos);
    EXPECT_NE(html.find("1 regressed, 1 unclear, 98 ok"), std::string::npos);
    EXPECT_NE(html.find("<b>1 candidate</b>"), std::string::npos);
    EXPECT_NE(html.find("no direct comparison yet"), std::string::npos);
    EXPECT_NE(html.find("class='change slower maybe'"), std::string::npos);
}

TEST_F(ReportOf, VeryManyBenchmarksAndBuildsStaySmallToo) {
    fill(130, 300);
    const perf::Report report = perf::make_report(history_, {});
    const std::string html = perf::to_html(report);
    RecordProperty("bytes", static_cast<int>(html.size()));
    EXPECT_LE(html.size(), 1'000'000u);
    EXPECT_EQ(count(html, "<polyline"), 300u);
    const std::string markdown =
        support::markdown_of(perf::changed_table("All", perf::changed_rows(report.comparison->run)));
    RecordProperty("bytes_of_markdown", static_cast<int>(markdown.size()));
    EXPECT_LE(markdown.size(), 60'000u) << "ci/comment sends no more";
    EXPECT_NE(markdown.find("\nand 240 more, "), std::string::npos) << "omissions are reported";
}

TEST_F(ReportOf, MarkdownEscapesNames) {
    fill(50, 4);
    const perf::Report report = perf::make_report(history_, {});
    const std::string markdown =
        support::markdown_of(perf::changed_table("All", perf::changed_rows(report.comparison->run)));
    EXPECT_NE(markdown.find("\\<script>alert(1)\\</script> '\"\\|\\`\\* |"), std::string::npos) << markdown;
}

TEST_F(ReportOf, TheMostUrgentComesFirst) {
    const perf::StoredRun run = comparison(1, 4);
    const auto rows = perf::changed_rows(run);
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[0].state, "regressed");
    EXPECT_EQ(rows[1].state, "unclear");
    EXPECT_EQ(rows[3].state, "ok");
}

TEST_F(ReportOf, MissingPartsAreLeftOut) {
    EXPECT_THROW((void)perf::make_report(history_, {}), words::FileError);
    perf::StoredRun unnamed = times(0, 2);
    unnamed.a = {};
    history_.add(unnamed);
    const perf::Report report = perf::make_report(history_, {});
    EXPECT_FALSE(report.trend);
    EXPECT_FALSE(report.comparison);
    EXPECT_NE(perf::to_html(report).find(" us<td>"), std::string::npos) << perf::to_html(report);
    EXPECT_NE(perf::to_html(report).find("Times of unknown"), std::string::npos);
}

TEST_F(ReportOf, CasesWithTheSameMachineCodeAreASentence) {
    constexpr const char* sentence =
        "2 cases have the same machine code in both builds and were not measured";
    perf::StoredRun run = comparison(1, 0);
    run.parameters = R"({"same_code":["one","two"]})";
    history_.add(run);
    perf::Report report = perf::make_report(history_, {});
    EXPECT_FALSE(report.trend) << "nothing was measured";
    EXPECT_NE(perf::to_html(report).find(sentence), std::string::npos);
    EXPECT_EQ(perf::to_html(report).find("<table"), std::string::npos) << perf::to_html(report);

    run = comparison(1, 4);
    run.parameters = R"({"same_code":["one"]})";
    EXPECT_EQ(perf::tally(run),
              "1 regressed, 1 unclear, 2 ok; 1 case has the same machine code in both builds and was not "
              "measured");
    run = comparison(1, 0);
    EXPECT_EQ(perf::tally(run), "nothing was measured") << "runs of an earlier wend";
    perf::StoredRun other_machine = times(0, 2);
    other_machine.machine.cores = 3;
    history_.add(other_machine);
    report = perf::make_report(history_, {});
    EXPECT_FALSE(report.trend) << "that of another machine";
    EXPECT_TRUE(report.comparison);
}

TEST_F(ReportOf, OneBuildIsATableWithATimeEach) {
    history_.add(times(0, 5));
    const std::string html = perf::to_html(perf::make_report(history_, {}));
    EXPECT_EQ(count(html, "<svg"), 0u);
    EXPECT_EQ(count(html, "<table"), 1u);
    EXPECT_EQ(count(html, "<tr><td>"), 5u);

    history_.add(comparison(1, 3));
    const perf::TrendOptions options{.reference = commit(0)};
    EXPECT_FALSE(perf::trend_says_more(perf::make_report(history_, options))) << "than that comparison";
    perf::StoredRun newer = comparison(2, 3);
    newer.started = "2027-01-02T00:00:00Z";
    newer.a.revision = commit(1);
    history_.add(newer);
    const std::string compared = perf::to_html(perf::make_report(history_, options));
    EXPECT_EQ(count(compared, "<figure "), 0u);
    EXPECT_EQ(count(compared, "<h2>1 build, "), 1u) << compared;

    history_.add(times(1, 5));
    EXPECT_EQ(count(perf::to_html(perf::make_report(history_, {})), "<figure "), 5u);
}

TEST_F(ReportOf, TablesScrollInABoxOfTheirOwn) {
    fill(2, 3);
    const std::string html = perf::to_html(perf::make_report(history_, {}));
    for (std::size_t at = html.find("<table"); at != std::string::npos; at = html.find("<table", at + 1))
        EXPECT_TRUE(
            html.substr(html.rfind('<', at - 1)).starts_with("<div class=scroll tabindex=0 role=region "))
            << html.substr(at, 80);
}

TEST_F(ReportOf, WhatChangedComesFirstWithTheDirectComparison) {
    for (int i = 0; i < 50; ++i) history_.add(times(i, 3));
    perf::StoredRun direct = comparison(25, 3);
    direct.a.revision = commit(24);
    direct.b->dirty = false;
    direct.results[2].verdict = perf::Verdict{
        .ratio = 0.9, .low = 0.89, .high = 0.91, .least_effect = 0.01, .state = "ok", .pairs = 16};
    const std::string key = history_.add(direct);
    const perf::Report report = perf::make_report(history_, {});

    const auto changes = perf::changed_rows(*report.trend);
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].state, "regressed");
    EXPECT_EQ(changes[0].remark, "run " + key);
    ASSERT_TRUE(changes[0].direct);
    EXPECT_EQ(changes[0].direct->low, 1.2 / 1.004);

    const auto compared = perf::changed_rows(report.comparison->run);
    ASSERT_EQ(compared.size(), 3u);
    EXPECT_EQ(compared[0].state, "regressed");
    EXPECT_EQ(compared[1].state, "faster") << "the whole interval";
    EXPECT_EQ(compared[2].state, "ok");
    EXPECT_EQ(perf::tally(report.comparison->run), "1 regressed, 1 faster, 1 ok");

    const std::string html = perf::to_html(report);
    const std::size_t interval = html.find("+19.52 to +20.48 %");
    EXPECT_LT(html.find("1 regressed"), interval);
    EXPECT_LT(interval, html.find("3 series")) << html;
}

TEST_F(ReportOf, PairsOfTheSameTwoExecutablesArePooled) {
    const auto measured = [&](int hour, const std::string& head, double level) {
        perf::StoredRun run = base(RunKind::compare, 0, hour);
        run.a.executable_hash = "0a";
        run.b = Build{.revision = commit(1), .executable_hash = head};
        run.results = {{.name = "pooled"}, {.name = fmt::format("only in {}", hour)}};
        for (perf::BenchResult& result : run.results) {
            result.samples = {{Side::a, 0, 0, 0, 10, 1e5}, {Side::b, 0, 0, 1, 10, 1e5 * level}};
            for (std::uint32_t pair = 0; pair < 8; ++pair)
                result.counters.push_back({Side::b, pair, perf::pair_counter, std::log(level) + 1e-4 * pair});
            result.verdict =
                perf::Verdict{.ratio = level, .low = 1, .least_effect = 0.01, .state = "unclear", .pairs = 8};
        }
        return run;
    };
    const std::string first = history_.add(measured(1, "0b", 1.02));
    history_.add(measured(2, "0c", 1.5));
    perf::StoredRun elsewhere = measured(3, "0b", 1.5);
    elsewhere.machine.cores = 4;
    history_.add(elsewhere);
    perf::StoredRun without_pairs = measured(5, "0b", 1.5);  // of an earlier wend
    for (perf::BenchResult& result : without_pairs.results) result.counters.clear();
    without_pairs.started = "2026-11-01T03:30:00Z";
    history_.add(without_pairs);
    const std::string newest = history_.add(measured(4, "0b", 1.04));

    const perf::Report report = perf::make_report(history_, {});
    ASSERT_TRUE(report.comparison);
    EXPECT_EQ(report.comparison->key, newest);
    EXPECT_EQ(report.comparison->pooled, std::vector{first});
    const auto rows = perf::changed_rows(report.comparison->run);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].benchmark, "pooled");
    EXPECT_EQ(rows[0].state, "regressed") << "8 pairs alone cannot be";
    EXPECT_EQ(rows[0].direct->pairs, 16u);
    EXPECT_NEAR(rows[0].ratio, std::sqrt(1.02 * 1.04), 1e-3);
    EXPECT_GT(rows[0].direct->low, 1.01);
    EXPECT_EQ(rows[1].benchmark, "only in 4");
    EXPECT_EQ(rows[1].direct->pairs, 8u);
    EXPECT_EQ(rows[1].state, "unclear");
    const std::string html = perf::to_html(report);
    EXPECT_NE(html.find("pooled from 2 runs: " + first + " and " + newest + ";"), std::string::npos) << html;
}

TEST_F(ReportOf, ComparisonsAloneMakeATrend) {
    for (int i = 1; i < 8; ++i) {
        perf::StoredRun run = comparison(i, 3);
        run.started = fmt::format("2027-01-01T00:00:{:02}Z", i);
        run.b->dirty = false;
        history_.add(run);
    }
    const perf::Report report = perf::make_report(history_, {});
    ASSERT_TRUE(report.trend);
    EXPECT_TRUE(report.trend->paired);
    EXPECT_EQ(report.trend->reference, commit(0));
    EXPECT_EQ(report.trend->builds.size(), 7u);
}

}  // namespace
}  // namespace wend::test
