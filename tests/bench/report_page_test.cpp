// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The pages of `wend bench --html`, opened in Chromium: what they say, draw, sort and filter.
#include "bench/report/report_page.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "bench/report/comparison_page.hpp"
#include "bench/report/cost_chart.hpp"
#include "bench/some_results.hpp"
#include "support/browser.hpp"
#include "support/scratch_folder.hpp"

namespace wend::bench {
namespace {

using test::has;
using test::replaced;
using test::some_groups;

class ReportPage : public test::PageTest {
  protected:
    std::string opened(const std::string& page, const std::string& fragment = "", int width = 1280) {
        folder_.write("page.html", page);
        return document(folder_ / "page.html", fragment, width);
    }
    Result result() const { return read_result(text_, "rounds.json"); }

    test::ScratchFolder folder_;
    const Registry registry_;
    const std::string text_ = test::some_json(registry_);
};

TEST_F(ReportPage, SaysWhatCameOutAndDrawsIt) {
    const std::string shown = opened(report_page(result(), "rounds.json"));
    for (const char* const part :
         {"times as fast as the scalar reference.", "states that were checked have the reference's bits.",
          "<h2>Threads</h2>", "<h2>Nanoseconds an agent and tick, over the population</h2>",
          "<h2>Rivals: the fastest of each kernel</h2>", "<h2>Roofline: the kernels</h2>",
          "aria-label=\"Roofline of ", "href=\"rounds.json\""})
        EXPECT_TRUE(has(shown, part)) << part;
    EXPECT_TRUE(has(shown, fmt::format("seek on {}, one tick a call: ", name(supported_isas().back()))))
        << "each mark has its numbers";
}

TEST_F(ReportPage, DescribesTheMachineOfTheFile) {
    std::string other = text_;
    for (const Isa isa : supported_isas())
        if (isa != Isa::reference)
            other = replaced(other, std::string(name(isa)), fmt::format("other_{}", name(isa)));
    other = replaced(other, "\"cpu\": \"", "\"cpu\": \"Another processor, ");
    const std::string shown = opened(report_page(read_result(other, "other.json"), ""));
    EXPECT_TRUE(has(shown, "processor: Another processor, "));
    EXPECT_TRUE(
        has(shown, fmt::format("seek on other_{}, one tick a call: ", name(supported_isas().back()))));
}

TEST_F(ReportPage, IsFilteredAndSortedByItsAddress) {
    const std::string shown = opened(report_page(result(), ""), "filter=arrive reference&sort=5", 390);
    std::size_t rows = 0;
    for (const ResultGroup& group : result().groups) rows += group.rows.size();
    EXPECT_TRUE(has(shown, fmt::format("3 of {} rows", rows)));
    EXPECT_TRUE(has(shown, "aria-sort=\"ascending\""));
    EXPECT_FALSE(has(shown, "<p>Every round")) << "there is no file to link to";
}

TEST_F(ReportPage, SaysWhereAStateDiffers) {
    std::vector<Group> groups = some_groups(registry_);
    groups[0].rows[1].problem = "its state differs & <is> wrong";
    groups[0].rows[1].slices.clear();
    const Result wrong = read_result(result_json(groups), "wrong.json");
    EXPECT_EQ(wrong.wrong_rows(), 1u);
    const std::string shown = opened(report_page(wrong, ""));
    EXPECT_TRUE(has(shown, "states differ from the reference's: seek"));
    EXPECT_TRUE(has(shown, "its state differs &amp; &lt;is&gt; wrong"));
}

TEST_F(ReportPage, TwoResultsStandSideBySide) {
    Result other = read_result(replaced(text_, "hash 0000000000000abc", "hash 0000000000000def"), "b.json");
    for (ResultGroup& group : other.groups)
        for (ResultRow& row : group.rows)
            for (double& ns : row.nanoseconds) ns /= 2;
    other.groups.pop_back();
    const Comparison comparison = compare(result(), std::move(other));
    const std::string shown = opened(comparison_page(comparison, "a.json", "b.json"), "filter=only in A");
    for (const char* const part :
         {"B is 2.00 (", "states have another hash in B", "The two runs were not interleaved",
          "0000000000000abc and 0000000000000def", "seek on ", "href=\"a.json\"", "href=\"b.json\""})
        EXPECT_TRUE(has(shown, part)) << part;
    EXPECT_FALSE(has(shown, ">0 of ")) << "rows of one result alone are in the table";
}

TEST(CostChart, HasTicksWhateverTheRange) {
    for (const auto& [low, high] : {std::pair{0.0011, 0.0019}, {0.02, 0.9}, {3.1, 4.9}, {2e3, 9e7}}) {
        const std::vector<double> ticks = ticks_within(low, high, 7);
        EXPECT_GE(ticks.size(), 1u) << low;
        EXPECT_LE(ticks.size(), 8u) << low;
        for (const double tick : ticks) EXPECT_TRUE(tick >= low && tick <= high) << tick;
    }
}

}  // namespace
}  // namespace wend::bench
