// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The JSON and the Markdown of `wend bench`.
#include "tools/report/result_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/command.hpp"
#include "tools/report/implementations.hpp"
#include "tools/report/report_page.hpp"
#include "tools/report/sentences.hpp"
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
    std::set<std::pair<std::string, std::size_t>> names;
    std::size_t at = 0;
    for (std::size_t family = 0; family < groups_.size(); ++family)
        for (const bench::Row& row : groups_[family].rows)
            for (std::size_t round = 0; round < row.slices.size(); ++round, ++at) {
                const Json& entry = entries.at(at);
                EXPECT_EQ(entry["name"], row.what.name);
                EXPECT_TRUE(names.emplace(entry["name"], round).second) << entry["name"];
                EXPECT_EQ(entry["kernel"], bench::info(row.what.kernel).name);
                EXPECT_EQ(entry["isa"], row.what.isa);
                EXPECT_EQ(entry["agents"], row.what.agents);
                EXPECT_EQ(entry["ticks"], row.what.ticks);
                EXPECT_EQ(entry["start"], "ordinary");
                EXPECT_EQ(entry["inputs"], "checked");
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

TEST_F(Results, AWrongRivalIsSaidToBeWrongAndNotWend) {
    bench::Row& rival = groups_[0].rows.back();
    if (!rival.what.is_rival()) GTEST_SKIP() << "no rival runs here";
    rival.problem = "after 64 ticks this rival has 9 of 8192 agents elsewhere";
    rival.slices.clear();
    const Sentence sentence = state_sentence(groups_);
    EXPECT_TRUE(sentence.is_bad);
    EXPECT_TRUE(sentence.text.starts_with("All ")) << sentence.text;
    EXPECT_TRUE(sentence.text.ends_with(" Wrong rivals, which were not timed: " + rival.what.name + "."))
        << sentence.text;
    EXPECT_FALSE(has(report_markdown(groups_, nullptr), "DIFFER"));
}

TEST_F(Results, TheCsvHasARowForEachCase) {
    groups_[0].rows[1].problem = "differs, as \"they\" say";
    const std::string text = csv_of(named_row_table(groups_));
    EXPECT_TRUE(text.starts_with("name,kernel,")) << text;
    std::size_t rows = 1;
    for (const bench::Group& group : groups_) rows += group.rows.size();
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(text, '\n')), rows);
    EXPECT_TRUE(has(text, "\n" + groups_[0].rows[0].what.name + ",seek,reference,8192,1,1,")) << text;
    EXPECT_TRUE(has(text, ",\"differs, as \"\"they\"\" say\"\n")) << text;
}

/// A rival of seek at one tick, whose rounds took so long.
bench::Row rival_row(const bench::Registry& registry, std::string name, double milliseconds) {
    bench::Case what = registry.make_case(bench::KernelId::seek, Isa::reference, bench::in_cache_size, 1, 1);
    what.isa = std::move(name);
    what.wend_isa = std::nullopt;
    return test::measured(std::move(what), milliseconds);
}

TEST_F(Results, ImplementationsHaveTheFastestBuildOfEachKindAndWhatIsWrong) {
    bench::Group group;
    for (const auto& [name, time] : {std::pair("tutorial_O2", 9), std::pair("tutorial_O3", 8),
                                     std::pair("soa_gcc_scalar", 4), std::pair("soa_gcc_ieee_256", 3),
                                     std::pair("soa_gcc_fast_256", 2), std::pair("soa_clang19_fast_512", 1)})
        group.rows.push_back(rival_row(registry_, name, time));
    group.rows.push_back(rival_row(registry_, "mine_gcc_ieee_256", 0.5));
    group.rows.back().slices.clear();
    group.rows.back().problem = "another place";
    for (const Isa isa : supported_isas())
        if (isa != Isa::reference)
            group.rows.push_back(test::measured(
                registry_.make_case(bench::KernelId::seek, isa, bench::in_cache_size, 1, 1), 6));
    const KernelImplementations kernel{bench::KernelId::seek, pick_implementations(group)};
    std::vector<std::string> names;
    for (const Implementation& one : kernel.all) names.push_back(one.what.isa);
    std::vector<std::string> expected{"tutorial_O3", "soa_gcc_scalar", "soa_gcc_fast_256",
                                      "soa_clang19_fast_512", "mine_gcc_ieee_256"};
    for (const Isa isa : supported_isas())
        if (isa != Isa::reference) expected.emplace_back(wend::name(isa));
    EXPECT_EQ(names, expected);
    const std::string text = text_of(implementation_table(kernel));
    EXPECT_TRUE(has(text, "textbook (tutorial_O3)")) << text;
    EXPECT_TRUE(has(text, "WRONG  bench/rivals/own/mine.cpp")) << text;
    EXPECT_TRUE(has(text, "same   kernels/src/stages/seek/kernel.hpp")) << text;
    const std::string page = implementation_page({kernel});
    EXPECT_TRUE(has(page, "<summary>bench/rivals/soa_loop.cpp</summary><pre>// SPDX")) << "the loops' texts";
    EXPECT_TRUE(
        csv_of(implementation_table(std::vector{kernel})).starts_with("kernel,implementation,1024_agents"));
}

TEST_F(Results, TheMarkdownFitsIntoAComment) {
    const std::string text = report_markdown(groups_, &roofline_);
    EXPECT_TRUE(has(text, "times as fast as the textbook's loop ("));
    EXPECT_TRUE(has(text, "| seek |"));
    EXPECT_TRUE(has(text, "<details><summary>Roofline: the kernels</summary>"));
    EXPECT_LT(text.size(), 65'536u);
}

TEST_F(Results, MisuseIsRefusedBeforeAnythingIsMeasured) {
    if (!has_bench()) GTEST_SKIP() << "built without the benchmarks";
    expect_refused("bench --out a.json --html a.json", "are the same file");
    expect_refused("bench --frame --quick", "--quick");
    expect_refused("bench --implementations --filter no_such_kernel", "matches no kernel");
    expect_refused("bench --results none", "there is no folder none");
    expect_refused("bench --from a.json", "unknown option --from");
    EXPECT_EQ(folder_.size(), 0u);
}

/// Of one row and those that it is compared with.
constexpr const char* short_bench =
    "bench --quick --filter '^seek.locomotion/reference/agents:8192/threads:1/ticks:1$'";

TEST_F(Results, SaysWhatItWroteAndHowLongItTook) {
    if (!has_bench()) GTEST_SKIP() << "built without the benchmarks";
    const test::Outcome outcome =
        wend(fmt::format("{} --out r.json --csv r.csv --html r.html --markdown r.md", short_bench));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const char* file : {"r.json", "r.csv", "r.html", "r.md"})
        EXPECT_TRUE(has(outcome.out, fmt::format("\nwrote    {}, ", file))) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "\ntime     ") && outcome.out.ends_with(" s\n")) << outcome.out;
}

TEST_F(Results, ColoursAreForTerminalsWithoutNoColor) {
    if (!has_bench()) GTEST_SKIP() << "built without the benchmarks";
    if (!has_terminal()) GTEST_SKIP() << "no script of util-linux here";
    constexpr std::string_view colour = "\x1b[3";
    const test::Outcome coloured = wend_on_terminal(short_bench, 120);
    ASSERT_EQ(coloured.status, 0) << coloured.out;
    EXPECT_TRUE(has(coloured.out, colour)) << coloured.out;
    EXPECT_TRUE(has(wend_on_terminal(short_bench, 120, "NO_COLOR=").out, colour)) << "empty: not set";
    const test::Outcome plain = wend_on_terminal(short_bench, 120, "NO_COLOR=1");
    ASSERT_EQ(plain.status, 0) << plain.out;
    EXPECT_FALSE(has(plain.out, colour)) << plain.out;
    EXPECT_FALSE(has(wend(short_bench).out, colour)) << "a pipe";
}

}  // namespace
}  // namespace wend::report
