// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The key "after_tick" of scenarios: a second program behind each tick.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/scenario_file.hpp"
#include "tools/scenario/advance.hpp"
#include "wend/isa.hpp"

namespace wend::test {
namespace {

using scenario::Scenario;

class AfterTick : public ScenarioFile {
  protected:
    /// A crowd that crosses a wandering one; `keys`: the scenario's last.
    static std::string with(std::string_view keys) {
        return fmt::format(R"({{ "seed": 7, "dt": 0.05, "ticks": 30,
            "agents": {{ "count": 200, "area": [0, 0, 20, 20], "target": [10, 10] }},
            "stages": [ {{ "seek": {{}} }}, {{ "wander": {{}} }},
                        {{ "locomotion": {{ "max_force": 20, "max_speed": 3, "mass": 1 }} }} ]{} }})",
                           keys);
    }
    static std::string resolving(int ticks) {
        return with(fmt::format(
            R"(, "after_tick": {{ "ticks": {}, "stages": [ {{ "resolve_overlaps": {{}} }} ] }})", ticks));
    }

    std::uint64_t hash(const std::string& text, std::uint64_t call, const Execution& execution) {
        Scenario loaded = load(text);
        for (std::uint64_t tick = 0; tick < loaded.ticks; tick += call) {
            const Result result =
                scenario::advance(loaded.program, loaded.agents.view(),
                                  loaded.ticks_from(tick, std::min(call, loaded.ticks - tick)), execution);
            EXPECT_TRUE(result.status.ok()) << message(result.status);
            EXPECT_EQ(result.faults, 0u);
        }
        return state_hash(loaded.program, loaded.agents.view());
    }
};

TEST_F(AfterTick, RunsBehindEachTickOfAnyCallOnAnyIsa) {
    Scenario loaded = load(with(""));
    const Program apart = *Program::build({ResolveOverlaps{}});
    loaded.agents.make_workspace(apart);
    for (std::uint64_t tick = 0; tick < loaded.ticks; ++tick) {
        const Ticks one{.dt = loaded.dt, .count = 1, .first_tick = tick, .seed = loaded.seed};
        ASSERT_TRUE(run(loaded.program, loaded.agents.view(), one).status.ok());
        ASSERT_TRUE(run(apart, loaded.agents.view(),
                        {.dt = loaded.dt, .count = 3, .first_tick = 3 * tick, .seed = loaded.seed})
                        .status.ok());
    }
    const std::uint64_t expected = state_hash(loaded.program, loaded.agents.view());
    EXPECT_NE(hash(with(""), 30, {}), expected);
    EXPECT_NE(hash(resolving(1), 30, {}), expected) << "three iterations are not one";
    for (const Isa isa : supported_isas())
        for (const std::uint64_t call : {1, 7, 30})
            EXPECT_EQ(hash(resolving(3), call, {.isa = isa, .threading = Threading::serial}), expected);
}

TEST_F(AfterTick, HasStreamsOfItsOwn) {
    Scenario loaded = load(with(R"(, "after_tick": { "stages": [ { "orient": {} } ] })"));
    EXPECT_EQ(std::ranges::count(loaded.streams(), Stream::orientation), 1);
    ASSERT_TRUE(loaded.agents.has(Stream::orientation));
    ASSERT_TRUE(
        scenario::advance(loaded.program, loaded.agents.view(), loaded.ticks_from(0, loaded.ticks), {})
            .status.ok());
    EXPECT_TRUE(
        std::ranges::all_of(loaded.agents.get<Stream::orientation>(), [](float a) { return a != 0; }));
}

TEST_F(AfterTick, ADumpOfAnotherOneIsAnother) {
    EXPECT_NE(load(resolving(1)).fingerprint.stages, load(resolving(2)).fingerprint.stages);
    EXPECT_NE(load(resolving(1)).fingerprint.stages, load(with("")).fingerprint.stages);
}

TEST_F(AfterTick, RefusalsNameTheirPlace) {
    const auto refused = [&](std::string_view value) {
        return refusal(with(fmt::format(R"(, "after_tick": {})", value)));
    };
    EXPECT_EQ(refused("{}"), R"(s.json: /after_tick: the key "stages" is missing)");
    for (const int ticks : {0, 65})
        EXPECT_EQ(
            refused(fmt::format(R"({{ "ticks": {}, "stages": [ {{ "resolve_overlaps": {{}} }} ] }})", ticks)),
            fmt::format("s.json: /after_tick/ticks: is {}, must be in [1, 64]", ticks));
    EXPECT_EQ(refused(R"({ "stages": [ { "resolve": {} } ] })").find("s.json: /after_tick/stages/0"), 0u);
    EXPECT_EQ(
        refused(
            R"({ "stages": [ { "arrive": {} }, { "locomotion": { "max_force": 1, "max_speed": 1 } } ] })"),
        "s.json: /after_tick: stage 1 (locomotion): stream mass is needed, and neither bound nor given as a "
        "value");
}

}  // namespace
}  // namespace wend::test
