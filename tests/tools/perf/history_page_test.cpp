// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The page of `wend perf report --html`, opened in Chromium: drawing, groups, folding and search.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/browser.hpp"
#include "support/scratch_folder.hpp"
#include "tools/perf/report/report.hpp"
#include "tools/perf/report/series_pictures.hpp"

namespace wend::test {
namespace {

using perf::History;
using perf::RunKind;
using perf::Side;

const std::vector<std::string> suite{"seek+locomotion/reference/agents:8192/threads:1",
                                     "seek+locomotion/avx2/agents:8192/threads:1",
                                     "seek+locomotion/avx2/agents:64/threads:1",
                                     "seek+locomotion/soa_gcc_256/agents:8192/threads:1",
                                     "seek+locomotion/avx2/agents:8192/threads:1/start:rest",
                                     "wander+locomotion/avx2/agents:8192/threads:1",
                                     "path_set_build/any/paths:10"};
const std::vector<std::string> google{"BM_sort/64", "BM_sort/8", "BM_hash/avx2/8", "BM_hash/sse2/8",
                                      "BM_one"};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class HistoryPage : public PageTest {
  protected:
    /// The second of `names` becomes slower by a tenth from the eleventh build on.
    void record(const std::vector<std::string>& names, int builds) {
        for (int build = 0; build < builds; ++build) {
            perf::StoredRun run{.kind = RunKind::times,
                                .a = {.revision = fmt::format("{:012x}{:028x}", 0xabc000 + build, 0)},
                                .started = fmt::format("2026-11-{:02}T00:00:00Z", 1 + build)};
            run.machine.cpu = "a CPU";
            for (std::size_t i = 0; i < names.size(); ++i) {
                const double level = i == 1 && build >= 10 ? 1.1 : 1;
                const double wobble = 1 + 0.002 * ((build * 7 + static_cast<int>(i)) % 5 - 2);
                run.results.push_back(
                    {.name = names[i], .samples = {{Side::a, 0, 0, 0, 10, 1e5 * level * wobble}}});
            }
            history_.add(run);
        }
    }

    std::string opened(const std::string& fragment = "", int width = 1280) {
        folder_.write("page.html", perf::to_html(perf::make_report(history_, {})));
        return document(folder_ / "page.html", fragment, width);
    }

    /// A page's width, the part of it beyond the window, and its messages, as it tells a page around it. A
    /// window of Chromium is at least 500 pixels wide, a frame is not.
    std::string seen(std::string html, int width) {
        html.insert(html.find("<title>"), R"(<script>
            const messages = [];
            for (const name of ["log", "info", "warn", "error"])
                console[name] = (...words) => messages.push(words.join(" "));
            for (const name of ["error", "unhandledrejection"])
                addEventListener(name, event => messages.push(event.message ?? String(event.reason)));
            addEventListener("load", () => setTimeout(() => {
                const wider = document.documentElement.scrollWidth - innerWidth;
                parent.postMessage(`${innerWidth} pixels, ${wider} beyond, says [${messages}]`, "*");
            }));
        </script>)");
        folder_.write("inner.html", html);
        folder_.write("outer.html", fmt::format(R"(<!doctype html><p>
            <script>onmessage = event => (document.querySelector("p").textContent = event.data)</script>
            <iframe src=inner.html width={} height=800 style="border:0">)",
                                                width));
        const std::string shown = document(folder_ / "outer.html");
        const std::size_t begin = shown.find("<p>") + 3;
        return shown.substr(begin, shown.find("</p>", begin) - begin);
    }

    /// The start tag of the element that begins with `part`.
    static std::string tag(const std::string& shown, const std::string& part) {
        const std::size_t at = shown.find(part);
        return at == std::string::npos ? "" : shown.substr(at, shown.find('>', at) - at);
    }
    static std::string group(const std::string& shown, const std::string& kernel) {
        const std::size_t head = shown.find(fmt::format("<h3>{}</h3>", kernel));
        return head == std::string::npos ? "" : tag(shown.substr(shown.rfind("<details", head)), "<details");
    }

    ScratchFolder folder_;
    History history_{folder_ / "h.db", History::Access::write};
};

TEST_F(HistoryPage, WhatChangedIsFirstAndItsKernelIsOpen) {
    record(suite, 20);
    for (const int width : {1280, 390}) {
        const std::string shown = opened("", width);
        EXPECT_LT(shown.find("<h2>What changed</h2>"), shown.find("<h2>20 builds, "));
        EXPECT_TRUE(has(shown, "href=\"#search=seek%2Blocomotion/avx2/agents:8192/threads:1\""));
        EXPECT_TRUE(has(group(shown, "seek+locomotion"), "open"));
        EXPECT_FALSE(has(group(shown, "wander+locomotion"), "open"));
        EXPECT_FALSE(has(tag(shown, "<details class=\"folded"), "open")) << "rivals and uneven starts";
        EXPECT_TRUE(has(shown, "2 pictures of rivals and uneven starts"));
        EXPECT_TRUE(has(shown, "6 of 6 pictures"));
    }
}

TEST_F(HistoryPage, PicturesHaveAxesKeysAndNames) {
    record(suite, 20);
    const std::string shown = opened();
    const std::string of_case = tag(shown, "aria-label=\"seek+locomotion, agents:8192/threads:1:");
    EXPECT_TRUE(has(of_case, "change of time in percent over 20 builds; avx2 +10.")) << of_case;
    EXPECT_TRUE(has(of_case, " at 000000abc00a, candidate")) << of_case;
    for (const char* part :
         {"change of time, %", ">builds</text>", ">000000abc000</text>", ">000000abc013</text>",
          ">+10</text>", "</svg>reference <b>100", "</svg>avx2 <b>110"})
        EXPECT_TRUE(has(shown, part)) << part;
}

TEST_F(HistoryPage, IsSearchedByItsAddress) {
    record(suite, 20);
    std::string shown = opened("search=WANDER avx2");
    EXPECT_TRUE(has(shown, "1 of 6 pictures"));
    EXPECT_TRUE(has(group(shown, "wander+locomotion"), "open"));
    EXPECT_TRUE(has(group(shown, "seek+locomotion"), "hidden"));
    shown = opened("search=soa_");
    EXPECT_TRUE(has(shown, "1 of 6 pictures"));
    EXPECT_TRUE(has(tag(shown, "<details class=\"folded"), "open")) << "what is searched is shown";
    shown = opened("search=avx2 soa_");
    EXPECT_TRUE(has(shown, "0 of 6 pictures")) << "all words in one name";
}

TEST_F(HistoryPage, AComparisonFitsItsWindowWithoutMessages) {
    record(suite, 20);
    perf::StoredRun run{.kind = RunKind::gate,
                        .a = {.revision = std::string(40, 'a')},
                        .b = perf::Build{.revision = std::string(40, 'b'), .dirty = true},
                        .started = "2026-12-01T00:00:00Z"};
    run.machine.cpu = "a CPU";
    for (const std::string& name : suite)
        run.results.push_back({.name = name,
                               .verdict = perf::Verdict{.ratio = name == suite[1] ? 1.2 : 0.9,
                                                        .low = name == suite[1] ? 1.19 : 0.89,
                                                        .high = name == suite[1] ? 1.21 : 0.91,
                                                        .least_effect = 0.01,
                                                        .state = name == suite[1] ? "regressed" : "ok",
                                                        .pairs = 128}});
    history_.add(run);
    const std::string html = perf::to_html(perf::make_report(history_, {}));
    ASSERT_TRUE(has(html, "1 regressed, 6 faster"));
    for (const int width : {1280, 390})
        EXPECT_EQ(seen(html, width), fmt::format("{} pixels, 0 beyond, says []", width));
    EXPECT_TRUE(has(seen(html + "<script>console.warn('a word')</script>", 390), "says [a word]"));
    std::string wide = html;
    wide.insert(wide.find("<h1>"), "<p style=width:500px>wide</p>");
    EXPECT_FALSE(has(seen(wide, 390), " 0 beyond"));
}

TEST_F(HistoryPage, OneBuildIsATable) {
    record(suite, 1);
    const std::string shown = opened();
    EXPECT_FALSE(has(shown, "<figure"));
    EXPECT_FALSE(has(shown, "What changed"));
    EXPECT_TRUE(has(shown, "<td>wander+locomotion/avx2/agents:8192/threads:1</td><td class=\"n\">99.6"));
}

TEST_F(HistoryPage, AnyProjectsNamesMakeGroups) {
    record(google, 20);
    const std::string shown = opened();
    for (const char* kernel : {"BM_sort", "BM_hash", "BM_one"}) EXPECT_NE(group(shown, kernel), "") << kernel;
    EXPECT_FALSE(has(shown, "class=\"folded\""));
    EXPECT_LT(shown.find("<figcaption>BM_sort/8<"), shown.find("<figcaption>BM_sort/64<")) << "by number";
    EXPECT_TRUE(has(shown, "4 of 4 pictures")) << "instruction sets share one";
}

TEST_F(HistoryPage, SeriesOfAGroupGoByKernelAndInstructionSet) {
    record(suite, 3);
    const perf::Trend trend = perf::make_trend(history_, {});
    const auto groups = perf::group_series(trend);
    ASSERT_EQ(groups.size(), 3u);
    EXPECT_EQ(groups[1].kernel, "seek+locomotion");
    ASSERT_EQ(groups[1].cases.size(), 2u);
    EXPECT_EQ(groups[1].cases[0].name, "agents:64/threads:1");
    ASSERT_EQ(groups[1].cases[1].series.size(), 2u);
    EXPECT_EQ(groups[1].cases[1].series[0]->benchmark, suite[0]) << "the reference first";
    ASSERT_EQ(groups[1].folded.size(), 2u);
    EXPECT_FALSE(groups[1].has_change());
}

}  // namespace
}  // namespace wend::test
