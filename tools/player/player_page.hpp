// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/player/recording.hpp"
#include "tools/scenario/scenario.hpp"

namespace wend::player {

/// Where a page opens.
struct Opening {
    std::uint64_t tick = 0;
    std::optional<std::uint32_t> agent{};  ///< its id
    std::string text{};                    ///< is shown above the picture
};

/// A page that plays a run: agents with heading and trail, paths, obstacles and targets, and of an agent that
/// is chosen the numbers and forces. One file, without a server or a network.
class PlayerPage {
  public:
    /// `interval`: ticks between two frames. Has all numbers of the agent in `slot`. `scenario` must outlive
    /// the page.
    PlayerPage(const scenario::Scenario& scenario, std::string_view title, std::uint64_t interval,
               std::optional<std::size_t> slot = std::nullopt);

    /// Appends the state before tick `tick`: first the initial one, then that after each interval.
    void sample(std::uint64_t tick, const AgentView& agents);

    /// Opens the page there; without it the run plays from its start.
    void open_at(Opening opening) { opening_ = std::move(opening); }
    /// Shows another page's run over this one.
    void add_other(std::string html) { other_ = std::move(html); }

    /// The page.
    [[nodiscard]] std::string html(const AgentView& agents) const;

  private:
    /// The ground below the agents from the frame of a tick on.
    struct Ground {
        std::uint64_t tick = 0;
        const Program* program = nullptr;
        std::vector<Point> targets{};
    };

    const scenario::Scenario& scenario_;
    std::string title_;
    Recording recording_;
    std::optional<Opening> opening_;
    std::string other_;            ///< empty: none
    std::vector<Ground> grounds_;  ///< in the order of their ticks
};

}  // namespace wend::player
