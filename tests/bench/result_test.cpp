// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Stored results of `wend bench`: writing, reading, what is refused, and the reports made from them.
#include "bench/report/result.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/report/comparison_page.hpp"
#include "bench/report/report_page.hpp"
#include "bench/report/result_tables.hpp"
#include "bench/some_results.hpp"
#include "bench/support/rank_sum.hpp"
#include "support/command.hpp"
#include "words/file_error.hpp"

namespace wend::bench {
namespace {

using test::has;
using test::replaced;

TEST(CaseName, SaysWhatItsPartsAre) {
    const auto name =
        parse_case_name("waypoint_advance/avx2/agents:8192/threads:2/ticks:1/start:one_lap/paths:10x5");
    ASSERT_TRUE(name);
    EXPECT_EQ(name->kernel, "waypoint_advance/paths:10x5");
    EXPECT_EQ(name->isa, "avx2");
    EXPECT_EQ(name->agents, 8'192u);
    EXPECT_EQ(name->threads, 2u);
    EXPECT_EQ(name->start, "/start:one_lap");
    EXPECT_FALSE(name->trusted);
    EXPECT_EQ(parse_case_name("seek+locomotion/sse2/agents:1/threads:1/inputs:trusted")->kernel, "seek");
    for (const char* const other : {"", "seek", "seek/avx2/agents:x/threads:1", "a/b/agents:1/agents:1"})
        EXPECT_FALSE(parse_case_name(other)) << other;
}

TEST(RankSum, IsTheMedianOfTheDifferences) {
    const std::vector<double> a{5, 6, 7, 8, 9, 10};
    const std::vector<double> b{1, 2, 3, 4, 5, 6};
    const perf::Estimate shift = perf::estimate_shift(a, b, 0.005);
    EXPECT_DOUBLE_EQ(shift.middle, 4);
    // The tables' critical value of U for 6 and 6 at 0.01 is 2.
    EXPECT_DOUBLE_EQ(shift.low, 0);
    EXPECT_DOUBLE_EQ(shift.high, 8);
    EXPECT_EQ(perf::estimate_shift(std::vector{1.0}, std::vector{2.0}, 0.005).low,
              -std::numeric_limits<double>::infinity());
}

class StoredResult : public test::Command {
  protected:
    static const std::string& text() {
        static const std::string json = test::some_json(Registry());
        return json;
    }
    static std::string without(std::size_t entry, const std::string& key) {
        nlohmann::ordered_json json = nlohmann::ordered_json::parse(text());
        json["benchmarks"][entry].erase(key);
        return json.dump(1);
    }
    static std::string error_of(const std::string& json) {
        try {
            (void)read_result(json, "r.json");
        } catch (const scenario::FileError& error) {
            return error.what();
        }
        return "none";
    }
};

TEST_F(StoredResult, IsWhatWasMeasured) {
    const Registry registry;
    const std::vector<Group> groups = test::some_groups(registry);
    const Result result = read_result(text(), "r.json");
    ASSERT_EQ(result.groups.size(), groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        ASSERT_EQ(result.groups[i].rows.size(), groups[i].rows.size());
        for (std::size_t j = 0; j < groups[i].rows.size(); ++j) {
            const Row& row = groups[i].rows[j];
            const ResultRow& stored = result.groups[i].rows[j];
            EXPECT_EQ(stored.name, row.what.name);
            EXPECT_EQ(stored.ticks, row.what.ticks);
            EXPECT_EQ(stored.maker == Maker::rival, row.what.is_rival());
            EXPECT_DOUBLE_EQ(stored.median_nanoseconds(), row.median_nanoseconds());
        }
    }
    EXPECT_EQ(result.isas.size(), supported_isas().size());
    EXPECT_EQ(result.best_isa(), name(supported_isas().back()));
    ASSERT_TRUE(result.roofline);
    EXPECT_EQ(result.roofline->points.size(), 1u);
}

TEST_F(StoredResult, KeepsRowsThatAreWrong) {
    const Registry registry;
    std::vector<Group> groups = test::some_groups(registry);
    groups[0].rows[1].problem = "another state";
    groups[0].rows[1].slices.clear();
    const std::string json = result_json(groups);
    EXPECT_TRUE(has(json, "\"error_occurred\": true"));
    const Result result = read_result(json, "r.json");
    EXPECT_EQ(result.groups[0].rows[1].problem, "another state");
    EXPECT_FALSE(result.groups[0].rows[1].is_timed());
    EXPECT_TRUE(has(report_markdown(result), "DIFFER"));
}

TEST_F(StoredResult, ErrorsNameLineOrKey) {
    const std::string half = text().substr(0, text().size() / 2);
    const auto line = std::count(half.begin(), half.end(), '\n') + 1;
    EXPECT_TRUE(has(error_of(half), fmt::format("r.json:{}:", line))) << error_of(half);
    EXPECT_TRUE(has(error_of(""), "r.json:1:1: unexpected end of input")) << error_of("");
    EXPECT_EQ(error_of(R"({"format": "wend-frame"})").find("r.json: is no result of wend bench --out"), 0u);
    EXPECT_EQ(error_of(R"([1, 2])").find("r.json: is no result of wend bench --out"), 0u);
    for (const char* const key : {"name", "family_index", "ns_per_agent"})
        EXPECT_EQ(error_of(without(3, key)),
                  fmt::format("r.json: /benchmarks/3: the key \"{}\" is missing", key));
    for (const char* const key : {"bytes_per_agent", "ticks"})  // of a row's first round
        EXPECT_EQ(error_of(without(0, key)),
                  fmt::format("r.json: /benchmarks/0: the key \"{}\" is missing", key));
    EXPECT_TRUE(has(error_of(replaced(text(), "\"benchmarks\": [", "\"benchmarks\": [], \"x\": [")),
                    "/benchmarks: is empty: nothing was measured"));
    EXPECT_TRUE(has(error_of(replaced(text(), "\"seek+locomotion/sse2/", "\"seek+locomotion/mmx/")),
                    "\"mmx\" is among neither"));
    // Some machines do not say what caches they have.
    const std::string caches = "\"caches\": [{\"type\": \"Data\", \"level\": 1, \"size\": 32768}]";
    const std::size_t begin = text().find("\"caches\": [");
    ASSERT_NE(begin, std::string::npos);
    const std::string given = text().substr(begin, text().find(']', begin) + 1 - begin);
    EXPECT_TRUE(has(error_of(replaced(text(), given, caches)),
                    "/context/caches/0: the key \"num_sharing\" is missing"));
}

TEST_F(StoredResult, TheCommandMakesReportsOfIt) {
    if (!has_bench()) GTEST_SKIP() << "built without the benchmarks";
    folder_.write("a.json", text());
    folder_.write("b.json", replaced(text(), "\"cpu\": \"", "\"cpu\": \"Another, "));
    EXPECT_EQ(wend("bench --from a.json --html a.html --markdown a.md").status, 0);
    EXPECT_TRUE(has(folder_.read("a.html"), "href='a.json'"));
    EXPECT_TRUE(has(folder_.read("a.md"), "| seek |"));
    folder_.write("50% #1.json", text());
    EXPECT_EQ(wend("bench --from '50% #1.json' --html c.html").status, 0);
    EXPECT_TRUE(has(folder_.read("c.html"), "href='50%25%20%231.json'"));
    EXPECT_EQ(wend("bench --from a.json --from b.json --html two.html --markdown two.md").status, 0);
    EXPECT_TRUE(has(folder_.read("two.html"), "Another, "));
    EXPECT_TRUE(has(folder_.read("two.md"), "not interleaved"));
    EXPECT_LT(folder_.read("two.md").size(), 65'536u);
}

TEST_F(StoredResult, BadFilesLeaveReportsAsTheyAre) {
    if (!has_bench()) GTEST_SKIP() << "built without the benchmarks";
    folder_.write("good.json", text());
    folder_.write("half.json", text().substr(0, text().size() / 2));
    folder_.write("other.json", R"({"format": "wend-frame"})");
    folder_.write("lacks.json", without(3, "ns_per_agent"));
    folder_.write("page.html", "as it was");
    const std::size_t files = folder_.size();
    const auto refused = [&](const std::string& file, const std::string& part) {
        expect_refused(fmt::format("bench --from {} --html page.html --markdown new.md", file), part);
        expect_refused(fmt::format("bench --from good.json --from {} --html page.html", file), part);
        EXPECT_EQ(folder_.read("page.html"), "as it was");
        EXPECT_EQ(folder_.size(), files);
    };
    refused("half.json", "wend bench: half.json:");
    refused("none.json", "wend bench: none.json: cannot be read: No such file or directory");
    refused("other.json", "wend bench: other.json: is no result of wend bench --out");
    refused("lacks.json", "wend bench: lacks.json: /benchmarks/3: the key \"ns_per_agent\" is missing");
    expect_refused("bench --from good.json", "--from needs --html or --markdown");
    expect_refused("bench --from good.json --html good.json", "are the same file");
    expect_refused("bench --from good.json --quick --html p", "--quick");
    expect_refused("bench --from good.json --from good.json --from good.json --html p", "given 3 times");
    EXPECT_EQ(folder_.size(), files);
}

}  // namespace
}  // namespace wend::bench
