// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// `wend bench --frame`: what is below a goal, and what its page and its JSON say.
#include "bench/command/frame.hpp"
#include "bench/command/core_speed.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace wend::bench {
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

FrameStep step(const FrameRow& only, double core = 50'000) {
    FrameStep made{.core_nanoseconds = core};
    made.rows.push_back(only);
    return made;
}

TEST(Frame, OnlyACertainMissIsBelow) {
    EXPECT_FALSE(row().is_below());
    FrameRow near = row();
    near.ieee = ratio(0.9, 1.0, 1.15, 1.1);
    EXPECT_FALSE(near.is_below());
    EXPECT_NE(frame_lines(step(near)).find("1.00 of 1.10 near"), std::string::npos);
    EXPECT_NE(frame_page({step(near)}, "").find("1.00 [0.90, 1.15] of 1.10 near"), std::string::npos);
    FrameRow below = row();
    below.any = ratio(0.7, 0.75, 0.79, 0.8);
    EXPECT_TRUE(below.is_below());
    EXPECT_NE(frame_lines(step(below)).find("0.75 of 0.80 BELOW"), std::string::npos);
    EXPECT_NE(frame_page({step(below)}, "").find("0.75 [0.70, 0.79] of 0.80 BELOW"), std::string::npos);
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
    EXPECT_EQ(core_note({}), "");
    EXPECT_EQ(core_note({step(row()), step(row(), 54'000)}), "");
    const std::vector<FrameStep> steps{step(row()), step(row(), 80'000)};
    EXPECT_TRUE(core_note(steps).starts_with("The core had 0.62 to 1.00 of its speed meanwhile"))
        << core_note(steps);
    const std::string page = frame_page(steps, "");
    EXPECT_NE(page.find(core_note(steps)), std::string::npos);
    EXPECT_NE(page.find("gcc_ieee_512 | 1.00 | 33416f30f47e8cbe |"), std::string::npos) << page;
    EXPECT_NE(page.find("gcc_ieee_512 | 0.62 | 33416f30f47e8cbe |"), std::string::npos);
    EXPECT_GT(core_nanoseconds(), 0);
}

TEST(Frame, APageAndItsJsonSayWhatWasMeasured) {
    FrameRow without_loop = row();
    without_loop.trusted = true;
    without_loop.any.reset();
    const std::string page = frame_page({step(row()), step(without_loop)}, "wend bench --frame");
    EXPECT_TRUE(page.starts_with("# One tick a call: ")) << page;
    EXPECT_NE(page.find("\n- wend: "), std::string::npos);
    EXPECT_NE(page.find("Made by `wend bench --frame`"), std::string::npos);
    EXPECT_NE(page.find("| seek+locomotion | 8192 | avx512 | checked | 0.56 | 0.43 | - |"),
              std::string::npos);
    EXPECT_NE(page.find("| 1.23 [1.21, 1.25] of 1.10 ok | 0.70 gcc_ieee_512 |"), std::string::npos);
    EXPECT_NE(page.find("no such loop"), std::string::npos);

    const auto json =
        nlohmann::json::parse(frame_json({step(row()), step(without_loop)}, "wend bench --frame"));
    EXPECT_EQ(json["format"], "wend-frame");
    EXPECT_TRUE(json["setting"].contains("cpu"));
    ASSERT_EQ(json["rows"].size(), 2u);
    EXPECT_EQ(json["rows"][0]["ieee"]["loop"], "soa_gcc_ieee_512");
    EXPECT_EQ(json["rows"][0]["ieee"]["times_as_fast"], 1.23);
    EXPECT_EQ(json["rows"][0]["hash"], "33416f30f47e8cbe");
    EXPECT_EQ(json["rows"][1]["inputs"], "trusted");
    EXPECT_TRUE(json["rows"][1]["any"].is_null());
    EXPECT_EQ(json["rows"][1]["core_nanoseconds"], 50'000);
}

}  // namespace
}  // namespace wend::bench
