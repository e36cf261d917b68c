// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The JSON and the Markdown of `wend bench`.
#include "tools/report/result_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "support/command.hpp"
#include "tools/report/report_page.hpp"
#include "tools/report/some_results.hpp"

namespace wend::report {
namespace {

using test::has;
using Json = nlohmann::json;

class Results : public test::Command {
  protected:
    const bench::Registry registry_;
    Groups groups_ = test::some_groups(registry_);
    const Roofline roofline_ = test::some_roofline(registry_);
};

TEST_F(Results, TheJsonHasEveryRound) {
    const Json json = Json::parse(result_json(groups_, &roofline_));
    const Json& entries = json["benchmarks"];
    std::size_t at = 0;
    for (std::size_t family = 0; family < groups_.size(); ++family)
        for (const bench::Row& row : groups_[family].rows)
            for (std::size_t round = 0; round < row.slices.size(); ++round, ++at) {
                const Json& entry = entries.at(at);
                EXPECT_EQ(entry["name"], row.what.name);
                EXPECT_EQ(entry["family_index"], family);
                EXPECT_EQ(entry["repetition_index"], round);
                EXPECT_DOUBLE_EQ(entry["ns_per_agent"], row.nanoseconds(round));
                EXPECT_EQ(entry.contains("label"), !row.what.is_rival());
            }
    EXPECT_EQ(at, entries.size());
    EXPECT_EQ(json["wend"]["instruction_sets"].size(), supported_isas().size());
    EXPECT_EQ(json["wend"]["roofline"]["kernels"].size(), 1u);
    EXPECT_TRUE(json["context"].contains("cpu"));
#ifdef NDEBUG
    EXPECT_EQ(json["context"]["library_build_type"], "release") << "whatever Google Benchmark is";
#else
    EXPECT_EQ(json["context"]["library_build_type"], "debug");
#endif
}

TEST_F(Results, WrongRowsHaveAnErrorAndNoTime) {
    groups_[0].rows[1].problem = "another state";
    groups_[0].rows[1].slices.clear();
    const Json json = Json::parse(result_json(groups_));
    std::size_t wrong = 0;
    for (const Json& entry : json["benchmarks"])
        if (entry.value("error_occurred", false)) {
            ++wrong;
            EXPECT_EQ(entry["error_message"], "another state");
        }
    EXPECT_EQ(wrong, 1u);
    EXPECT_TRUE(has(report_markdown(groups_, nullptr), "**DIFFER**"));
}

TEST_F(Results, TheMarkdownFitsIntoAComment) {
    const std::string text = report_markdown(groups_, &roofline_);
    EXPECT_TRUE(has(text, "times as fast as the textbook's loop."));
    EXPECT_TRUE(has(text, "| seek |"));
    EXPECT_TRUE(has(text, "<details><summary>Roofline: the kernels</summary>"));
    EXPECT_LT(text.size(), 65'536u);
}

TEST_F(Results, MisuseIsRefusedBeforeAnythingIsMeasured) {
    if (!has_bench()) GTEST_SKIP() << "built without the benchmarks";
    expect_refused("bench --out a.json --html a.json", "are the same file");
    expect_refused("bench --frame --quick", "--quick");
    expect_refused("bench --results none", "there is no folder none");
    expect_refused("bench --from a.json", "unknown option --from");
    EXPECT_EQ(folder_.size(), 0u);
}

}  // namespace
}  // namespace wend::report
