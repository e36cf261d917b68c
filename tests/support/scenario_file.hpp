// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "support/scratch_folder.hpp"
#include "tools/scenario/scenario.hpp"
#include "words/place.hpp"

namespace wend::test {

/// A last stage for tests of other stages.
inline constexpr const char* vehicle = R"({ "locomotion": { "max_force": 20, "max_speed": 3, "mass": 1 } })";

/// Tests that write scenarios to a folder and load them.
class ScenarioFile : public ::testing::Test {
  protected:
    scenario::Scenario load(std::string_view text, const scenario::Overrides& overrides = {}) {
        return scenario::load_scenario(folder_.write("s.json", text), overrides);
    }

    /// The message of the refusal, without the folder's name.
    std::string refusal(std::string_view text) {
        try {
            load(text);
        } catch (const words::FileError& error) {
            std::string what = error.what();
            const std::string prefix = folder_.path().string() + "/";
            for (std::size_t at = 0; (at = what.find(prefix)) != std::string::npos;)
                what.erase(at, prefix.size());
            return what;
        }
        return "accepted";
    }

    static std::string with_agents(std::string_view agents,
                                   std::string_view first_stage = R"({ "wander": {} })") {
        return fmt::format(R"({{ "seed": 7, "dt": 0.5, "ticks": 3, "agents": {}, "stages": [ {}, {} ] }})",
                           agents, first_stage, vehicle);
    }
    static std::string with_stages(std::string_view stages) {
        return fmt::format(
            R"({{ "dt": 0.5, "ticks": 3, "agents": {{ "count": 5, "area": [0, 0, 8, 8] }}, "stages": {} }})",
            stages);
    }
    static std::string on_paths(std::string_view paths, std::string_view mode = "once") {
        return fmt::format(R"({{ "seed": 7, "dt": 0.5, "ticks": 3, "agents": {{ "count": 600, "speed": 1 }},
                                 "paths": {}, "stages": [ {{ "waypoint_advance": {{ "mode": "{}" }} }} ] }})",
                           paths, mode);
    }

    ScratchFolder folder_;
};

}  // namespace wend::test
