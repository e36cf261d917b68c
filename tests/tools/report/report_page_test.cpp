// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The pages of `wend bench --html`, opened in Chromium: text, drawings, sorting and filters.
#include "tools/report/report_page.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/browser.hpp"
#include "support/scratch_folder.hpp"
#include "tools/report/implementations.hpp"
#include "tools/report/some_results.hpp"

namespace wend::report {
namespace {

using test::has;
using test::some_groups;

class ReportPage : public test::PageTest {
  protected:
    std::string opened(const std::string& page, const std::string& fragment = "", int width = 1280) {
        folder_.write("page.html", page);
        return document(folder_ / "page.html", fragment, width);
    }

    test::ScratchFolder folder_;
    const bench::Registry registry_;
    const Groups groups_ = some_groups(registry_);
    const Roofline roofline_ = test::some_roofline(registry_);
};

TEST_F(ReportPage, SaysWhatCameOutAndDrawsIt) {
    const std::string shown = opened(report_page(groups_, &roofline_, {"wend bench --quick", "rounds.json"}));
    for (const char* const part :
         {"<title>wend ", "command: wend bench --quick<br>", "load: the timed loops had 100 % of a core",
          "times as fast as the textbook's loop (", "states that were checked have the reference's bits.",
          "<h2>Kernels by implementations</h2>", "agents a millisecond", "against the best plain loop</h2>",
          "<h2>Threads</h2>", "<summary>Rivals: the fastest of each kernel (",
          "<h2>Roofline: the kernels</h2>", "aria-label=\"Roofline of ", "href=\"rounds.json\""})
        EXPECT_TRUE(has(shown, part)) << part;
    const std::string filter = fmt::format("--filter 'seek+locomotion/{}/agents:8192/threads:1/ticks:1'",
                                           name(supported_isas().back()));
    EXPECT_TRUE(has(shown, "<title>round 15: ") && has(shown, filter) && has(shown, "href=\"#bench/rivals/"))
        << "a kernel has its rounds, its command and its loop";
}

TEST_F(ReportPage, EachKernelLinksToItsOwnLoop) {
    const std::string page = report_page(groups_, nullptr, {"wend bench"});
    for (const auto& [kernel, file] :
         {std::pair(bench::KernelId::seek, "soa_loop"), std::pair(bench::KernelId::flock, "grid_loop"),
          std::pair(bench::KernelId::flock_of_8, "grid_loop"),
          std::pair(bench::KernelId::flock_of_32, "grid_loop"),
          std::pair(bench::KernelId::avoid_obstacles, "obstacle_loop")}) {
        EXPECT_TRUE(has(page, fmt::format("<details id='bench/rivals/{}.cpp'>", file))) << file;
        for (const bench::rivals::RivalLoop& loop : bench::rivals::loops_of(kernel)) {
            if (loop.rival->made != bench::rivals::Made::by_compiler) continue;
            const bench::Case rival =
                registry_.make_rival(kernel, loop, bench::in_cache_size, bench::Start::ordinary, 1);
            EXPECT_EQ(loop_link(rival),
                      fmt::format("<a href='#bench/rivals/{0}.cpp'>bench/rivals/{0}.cpp</a>", file))
                << rival.name;
        }
    }
}

TEST_F(ReportPage, SaysWhatTheWidestSetIsWorth) {
    const auto isas = supported_isas();
    if (isas.size() < 3) GTEST_SKIP() << "no two instruction sets run here";
    EXPECT_TRUE(has(report_page(groups_, nullptr, {"wend bench"}),
                    fmt::format("{} is 2.00 times as fast as {} (median of 2 kernels; ", name(isas.back()),
                                name(isas[isas.size() - 2]))));
}

TEST_F(ReportPage, SaysWhatItsDrawingsCompare) {
    EXPECT_TRUE(has(report_page(groups_, nullptr, {"wend bench"}),
                    "The loop has vectors as wide, or of 256 bits where wend's are narrower."));
    Roofline assumed = roofline_;
    const std::string_view note = "and memory, for usual sizes where this machine tells none.";
    EXPECT_FALSE(has(report_page(groups_, &assumed, {"wend bench"}), note));
    assumed.caches.assumed = true;
    EXPECT_TRUE(has(report_page(groups_, &assumed, {"wend bench"}), note));
}

TEST_F(ReportPage, IsFilteredAndSortedByItsAddress) {
    const std::string shown =
        opened(report_page(groups_, nullptr, {"wend bench"}), "filter=arrive reference&sort=5", 390);
    std::size_t rows = 0;
    for (const bench::Group& group : groups_) rows += group.rows.size();
    EXPECT_TRUE(has(shown, fmt::format("3 of {} rows", rows)));
    EXPECT_TRUE(has(shown, "aria-sort=\"ascending\""));
    EXPECT_FALSE(has(shown, "<p>Every round")) << "there is no file to link to";
}

TEST_F(ReportPage, SaysWhereAStateDiffers) {
    Groups groups = groups_;
    groups[0].rows[1].problem = "its state differs & <is> wrong";
    groups[0].rows[1].slices.clear();
    const std::string shown = opened(report_page(groups, nullptr, {"wend bench"}));
    EXPECT_TRUE(has(shown, "states differ from the reference's: seek"));
    EXPECT_TRUE(has(shown, "its state differs &amp; &lt;is&gt; wrong"));
}

}  // namespace
}  // namespace wend::report
