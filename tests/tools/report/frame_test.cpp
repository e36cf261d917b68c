// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// `wend bench --frame`: rows below a goal, its JSON and its pages.
#include "tools/report/frame_page.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bench/cases/cpu_clock.hpp"
#include "support/scratch_folder.hpp"
#include "words/file_error.hpp"

namespace wend::report {
namespace {

FrameRatio ratio(double low, double middle, double high, double goal) {
    return {.rival = "soa_gcc_ieee_512",
            .rival_nanoseconds = 0.7,
            .middle = middle,
            .low = low,
            .high = high,
            .goal = goal};
}

FrameRow row() {
    return {.kernel = "seek+locomotion",
            .isa = "avx512",
            .agents = 8'192,
            .trusted = false,
            .one_tick = 0.56,
            .eight_ticks = 0.43,
            .streams = std::nullopt,
            .ieee = ratio(1.21, 1.23, 1.25, 1.1),
            .any = ratio(1.2, 1.22, 1.24, 0.8),
            .hash = 0x33416f30f47e8cbe};
}

FrameStep step(FrameRow only, double core = 50'000) {
    only.core_nanoseconds = core;
    FrameStep made{.core_nanoseconds = core};
    made.rows.push_back(std::move(only));
    return made;
}

std::string table_of(const FrameResult& result) { return markdown_of(frame_table(result, 8'192)); }
std::string table_of(const FrameRow& only) { return table_of(frame_result({step(only)}, "")); }

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Frame, OnlyACertainMissIsBelow) {
    EXPECT_FALSE(row().is_below());
    FrameRow near = row();
    near.ieee = ratio(0.9, 1.0, 1.15, 1.1);
    EXPECT_FALSE(near.is_below());
    EXPECT_TRUE(has(table_of(near), "| 1.00 \\[0.90, 1.15] |")) << table_of(near);
    FrameRow below = row();
    below.any = ratio(0.7, 0.75, 0.79, 0.8);
    EXPECT_TRUE(below.is_below());
    const FrameResult result = frame_result({step(below)}, "");
    EXPECT_TRUE(has(text_of(frame_table(result, 8'192)), "0.75 [0.70, 0.79] of 0.80"));
    EXPECT_TRUE(has(table_of(below), "| **0.75 \\[0.70, 0.79] of 0.80** |")) << table_of(below);
    FrameRow among_obstacles = row();
    among_obstacles.other = ratio(1.7, 1.8, 1.9, 2);
    EXPECT_TRUE(among_obstacles.is_below());
    EXPECT_TRUE(has(table_of(among_obstacles), "| **1.80 \\[1.70, 1.90] of 2.00** |"));
    among_obstacles.other->goal = 0;
    EXPECT_FALSE(among_obstacles.is_below()) << "0 is no goal";
}

TEST(Frame, NothingIsBelowAtTheMemorysLimit) {
    FrameRow limited = row();
    limited.any = ratio(0.5, 0.6, 0.7, 0.8);
    limited.streams = 0.51;
    EXPECT_FALSE(limited.is_below());
    limited.streams = 0.4;
    EXPECT_TRUE(limited.is_below());
}

TEST(Frame, ACoreThatWasSlowIsNamed) {
    const auto note = [](const std::vector<FrameStep>& steps) { return core_note(frame_result(steps, "")); };
    EXPECT_EQ(note({}), "");
    EXPECT_EQ(note({step(row()), step(row(), 54'000)}), "");
    const std::vector<FrameStep> steps{step(row()), step(row(), 80'000)};
    EXPECT_TRUE(note(steps).starts_with("The core had 0.62 to 1.00 of its speed meanwhile")) << note(steps);
    EXPECT_GT(bench::core_nanoseconds(), 0);
}

TEST(Frame, AStoredResultIsTheSame) {
    FrameRow trusted = row();
    trusted.trusted = true;
    trusted.any.reset();
    FrameRow measured = row();
    measured.one_tick_low = 0.55;
    measured.one_tick_high = 0.58;
    const FrameResult result = frame_result({step(measured), step(trusted)}, "wend bench --frame");
    const FrameResult stored = read_frame(frame_json(result), "cpu.json");
    EXPECT_EQ(frame_json(read_frame(frame_json(stored), "cpu.json")), frame_json(stored));
    EXPECT_EQ(table_of(stored), table_of(result));
    EXPECT_EQ(stored.rows[0].hash, 0x33416f30f47e8cbe);
    const std::string table = table_of(stored);
    EXPECT_TRUE(
        has(table,
            "| seek | avx512 | 0.56 \\[0.55, 0.58] | 0.56 | 0.43 | 1.23 \\[1.21, 1.25] | 1.22 \\[1.20, "
            "1.24] | gcc\\_ieee\\_512 |"))
        << table;
}

TEST(Frame, AFolderOfResultsHasAPageForAll) {
    const test::ScratchFolder folder;
    FrameResult result = frame_result({step(row())}, "wend bench --frame");
    store_frame(result, folder.path());
    for (auto& [what, how] : result.setting)
        if (what == "cpu") how = "Another processor";
    result.rows[0].ieee = ratio(0.9, 0.95, 1.0, 1.1);
    store_frame(result, folder.path());
    EXPECT_EQ(write_frame_page(folder.path()), 2u);
    const std::string all = folder.read("README.md");
    EXPECT_TRUE(has(all, "[Another processor](another_processor.json)")) << all;
    EXPECT_TRUE(has(all, "| **0.56 (0.95, 1.22)** |")) << all;
    EXPECT_TRUE(has(all, "| 0.56 (1.23, 1.22) |")) << all;
    folder.write("other.json", "{}");
    EXPECT_THROW((void)write_frame_page(folder.path()), words::FileError);
}

}  // namespace
}  // namespace wend::report
