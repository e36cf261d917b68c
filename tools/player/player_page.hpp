// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/player/recording.hpp"
#include "tools/scenario/scenario.hpp"
#include "tools/support/output_file.hpp"

namespace wend::player {

/// A page that plays a run: agents with heading and trail, paths, obstacles and targets, and of an agent that
/// is chosen the numbers and forces. One file, without a server or a network.
class PlayerPage {
  public:
    /// Opens the file. `interval`: ticks between two frames. `scenario` must outlive the page.
    PlayerPage(const std::filesystem::path& file, const scenario::Scenario& scenario, std::string_view title,
               std::uint64_t interval);

    /// Appends the state before tick `tick`: first the initial one, then that after each interval.
    void sample(std::uint64_t tick, const AgentView& agents);

    /// Writes the file.
    void commit(const AgentView& agents);

  private:
    /// The ground below the agents from the frame of a tick on.
    struct Ground {
        std::uint64_t tick = 0;
        const Program* program = nullptr;
        std::vector<Point> targets{};
    };

    support::OutputFile output_;
    const scenario::Scenario& scenario_;
    std::string title_;
    Recording recording_;
    std::vector<Ground> grounds_;  ///< in the order of their ticks
};

}  // namespace wend::player
