// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/needs.hpp"

#include <gtest/gtest.h>

#include "support/scratch_folder.hpp"
#include "tools/scenario/scenario.hpp"

namespace wend::test {
namespace {

constexpr const char* flock =
    R"({ "dt": 0.1, "ticks": 9, "agents": { "count": 4000000000, "area": [0, 0, 9e4, 9e4] },
    "stages": [ { "separation": { "radius": 2 } }, { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ] })";

TEST(Needs, AreKnownBeforeTheAgentsAreMade) {
    const ScratchFolder folder;
    const scenario::Needs needs = scenario::needs_of(folder.write("s.json", flock), {});
    EXPECT_EQ(needs.agents, 4'000'000'000u);
    EXPECT_EQ(needs.stream_bytes, 5u * 4) << "id, position, velocity";
    EXPECT_GE(needs.workspace_bytes, 10u * 4);
    EXPECT_LE(needs.workspace_bytes, 14u * 4);
    EXPECT_EQ(needs.bytes(), needs.agents * (needs.stream_bytes + needs.workspace_bytes));
}

/// Those of a small scenario are the sizes of its arrays.
TEST(Needs, AreThoseOfTheArrays) {
    const ScratchFolder folder;
    std::string text = flock;
    text.replace(text.find("4000000000"), 10, "5000");
    const std::filesystem::path file = folder.write("s.json", text);
    scenario::Scenario loaded = scenario::load_scenario(file);
    const auto floats = static_cast<double>(workspace_size(loaded.program, loaded.agents.view()));
    EXPECT_NEAR(static_cast<double>(scenario::needs_of(file, {}).workspace_bytes), floats * 4 / 5000, 1);
}

TEST(Needs, OfSeveralProcesses) {
    const scenario::Needs needs{.agents = 1000, .stream_bytes = 20, .workspace_bytes = 50};
    EXPECT_EQ(needs.ranks(70'000), 1u);
    EXPECT_EQ(needs.ranks(69'999), 2u);
    EXPECT_EQ(needs.ranks(9'900), 10u);
    EXPECT_EQ(needs.ranks(1), 1000u) << "one agent each, at least";
}

}  // namespace
}  // namespace wend::test
