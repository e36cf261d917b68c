// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/files/json_file.hpp"
#include "tools/files/projection.hpp"
#include "tools/scenario/advance.hpp"
#include "tools/scenario/after_tick.hpp"
#include "tools/scenario/event.hpp"
#include "tools/scenario/fingerprint.hpp"
#include "tools/scenario/measurement_line.hpp"
#include "tools/scenario/overrides.hpp"
#include "wend/agents.hpp"
#include "wend/program.hpp"

namespace wend::scenario {

/// A scenario ready to run (bench/scenarios/README.md describes the file).
struct Scenario {
    Program program;  ///< before the first event
    AgentBuffer agents;
    float dt = 0;
    std::uint64_t ticks = 0;
    std::uint64_t seed = 0;
    std::vector<std::string> notes;  ///< for the user: skipped features, scale errors, agents that fault
    Fingerprint fingerprint;         ///< for state dumps
    files::Projected projected;      ///< of the path file; nothing without one
    std::vector<Event> events{};     ///< in the order of their ticks, none at tick 0
    std::optional<AfterTick> after_tick{};
    Share share{};                 ///< of the agents that were loaded
    std::uint64_t all_agents = 0;  ///< number of those of all shares
    std::optional<MeasurementLine> measurement_line{};

    /// So many of its ticks.
    [[nodiscard]] ManyTicks ticks_from(std::uint64_t first, std::uint64_t count) const {
        return {dt, count, first, seed, events, after_tick ? &*after_tick : nullptr};
    }

    /// That its programs need, in alphabetical order.
    [[nodiscard]] std::vector<Stream> streams() const;
};

/// Reads and checks a scenario and all files that it names. Throws FileError with file and place.
[[nodiscard]] Scenario load_scenario(words::Json json, const std::filesystem::path& file,
                                     const Overrides& overrides = {});
[[nodiscard]] Scenario load_scenario(const std::filesystem::path& file, const Overrides& overrides = {});

/// A line for pictures: stages, agents, ticks, seed. Without stages it is a trajectory.
[[nodiscard]] std::string summary_of(const Scenario& scenario);

}  // namespace wend::scenario
