// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The page of `wend bench --html`, opened in Chromium: what it says, draws, sorts and filters.
#include "bench/report/report_page.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bench/cases/registry.hpp"
#include "support/browser.hpp"
#include "support/scratch_folder.hpp"

namespace wend::bench {
namespace {

Row measured(Case what, double milliseconds) {
    Row row{.what = std::move(what), .hash = 0xabc, .calls = 1};
    for (int round = 0; round < 15; ++round) {
        const double seconds = milliseconds * 1e-3 * (1 + 0.01 * round);
        row.slices.push_back({.real_seconds = seconds, .cpu_seconds = seconds});
    }
    return row;
}

/// Seek and arrive at one tick and at eight, and seek on more agents and on two threads.
std::vector<Group> some_groups(const Registry& registry) {
    std::vector<Group> groups;
    const Isa best = supported_isas().back();
    for (const Kernel kernel : {Kernel::seek, Kernel::arrive})
        for (const std::uint32_t ticks : {1u, 8u})
            for (const std::size_t agents : {in_cache_size, beyond_size}) {
                if (agents != in_cache_size && ticks == 1) continue;
                Group& group = groups.emplace_back();
                double time = 64;
                for (const Isa isa : supported_isas()) {
                    group.rows.push_back(measured(registry.make_case(kernel, isa, agents, 1, ticks), time));
                    time /= 2;
                }
                group.rows.push_back(
                    measured(registry.make_case(kernel, best, agents, 2, ticks), time * 1.25));
                for (const rivals::Rival& rival : rivals::all())
                    if (rival.made == rivals::Made::by_compiler && rival.can_run() &&
                        rival.frame_of(kernel) != nullptr)
                        group.rows.push_back(measured(registry.make_rival(kernel, rival, agents), time * 6));
            }
    return groups;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class ReportPage : public test::PageTest {
  protected:
    std::string opened(const std::string& page, const std::string& fragment = "", int width = 1280) {
        folder_.write("page.html", page);
        return document(folder_ / "page.html", fragment, width);
    }

    test::ScratchFolder folder_;
    const Registry registry_;
};

TEST_F(ReportPage, SaysWhatCameOutAndDrawsIt) {
    const std::string shown = opened(report_page(some_groups(registry_), "rounds.json"));
    EXPECT_TRUE(has(shown, "times as fast as the scalar reference: "));
    EXPECT_TRUE(has(shown, "states that were checked have the reference's bits."));
    EXPECT_TRUE(has(shown, "<h2>Threads</h2>"));
    EXPECT_TRUE(has(shown, "<h2>Nanoseconds an agent and tick, over the population</h2>"));
    EXPECT_TRUE(has(shown, "href=\"rounds.json\""));
    EXPECT_TRUE(has(shown, fmt::format("seek on {}, one tick a call: ", name(supported_isas().back()))))
        << "each mark has its numbers";
}

TEST_F(ReportPage, IsFilteredAndSortedByItsAddress) {
    const std::string page = report_page(some_groups(registry_), "");
    const std::string shown = opened(page, "filter=arrive reference&sort=5", 390);
    EXPECT_TRUE(has(shown, fmt::format("3 of {} rows", [&] {
                        std::size_t rows = 0;
                        for (const Group& group : some_groups(registry_)) rows += group.rows.size();
                        return rows;
                    }())));
    EXPECT_TRUE(has(shown, "aria-sort=\"ascending\""));
    EXPECT_FALSE(has(shown, "<p>Every round")) << "there is no file to link to";
}

TEST_F(ReportPage, SaysWhereAStateDiffers) {
    std::vector<Group> groups = some_groups(registry_);
    groups[0].rows[1].problem = "its state differs & <is> wrong";
    groups[0].rows[1].slices.clear();
    const std::string shown = opened(report_page(groups, ""));
    EXPECT_TRUE(has(shown, "states differ from the reference's."));
    EXPECT_TRUE(has(shown, "its state differs &amp; &lt;is&gt; wrong"));
}

TEST_F(ReportPage, NothingMeasuredIsAPageToo) {
    EXPECT_TRUE(has(opened(report_page({}, "")), "0 of 0 rows"));
}

}  // namespace
}  // namespace wend::bench
