// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The C interface has the same reader: its tests have every word (tests/c/c_refusal_test.cpp).
#include <gtest/gtest.h>

#include <string>

#include "wend/program_from_json.hpp"
#include "wend/wend.hpp"

namespace wend::test {
namespace {

TEST(ProgramFromJson, IsTheProgramOfItsStages) {
    const ProgramFromJson read = program_from_json(
        R"([{"seek": {"weight": 2}}, {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1}}])");
    ASSERT_TRUE(read) << read.message;
    EXPECT_EQ(read.message, "");
    ASSERT_EQ(read.program->stages().size(), 2u);
    EXPECT_EQ(std::get<Seek>(read.program->stages()[0]).weight, 2.0f);
    EXPECT_EQ(std::get<Locomotion>(read.program->stages()[1]).max_speed, 3.0f);
}

TEST(ProgramFromJson, HasTheAreaOfAScenario) {
    const ProgramFromJson read = program_from_json(
        R"({"seed": 1, "dt": 0.1, "ticks": 1, "agents": {"count": 1, "area": [0, 0, 7, 8]},
            "stages": [{"retarget_wander": {}}, {"locomotion": {"max_force": 1, "max_speed": 1, "mass": 1}}]})");
    ASSERT_TRUE(read) << read.message;
    EXPECT_EQ(std::get<RetargetWander>(read.program->stages()[0]).area.max_y, 8.0f);
}

TEST(ProgramFromJson, TakesThePaths) {
    const std::string words = R"([{"waypoint_advance": {}}])";
    EXPECT_EQ(program_from_json(words).message, "program: /0/waypoint_advance: needs a path set (`paths`)");
    PathSetBuilder builder;
    const Point points[] = {{0, 0}, {10, 0}};
    builder.add(points);
    const auto paths = builder.build();
    ASSERT_TRUE(paths);
    EXPECT_TRUE(program_from_json(words, *paths));
}

// Syntax, a word, and a value that the library refuses.
TEST(ProgramFromJson, SaysWhere) {
    EXPECT_EQ(program_from_json("[{\"seek\": {}}", {}, "crowd.json").message.rfind("crowd.json:1:14: ", 0),
              0u);
    EXPECT_EQ(program_from_json(R"([{"seek": {"wait": 1}}])", {}, "crowd.json").message,
              "crowd.json: /0/seek/wait: unknown key; known here: target, weight");
    const ProgramFromJson refused = program_from_json(
        R"({"stages": [{"wander": {"angle_change": 1200}}, {"locomotion": {"max_force": 1, "mass": 1}}]})");
    EXPECT_FALSE(refused);
    EXPECT_EQ(refused.message,
              "program: /stages/0/wander/angle_change: angle_change is 1200, must be in [0, 1000]");
}

}  // namespace
}  // namespace wend::test
