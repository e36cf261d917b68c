// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/scenario/scenario.hpp"
#include "wend/agents.hpp"
#include "wend/path.hpp"

namespace wend::player {

/// The ticks between two frames of a recording, where the user names none.
[[nodiscard]] std::uint64_t recording_interval(std::uint64_t ticks, std::size_t agents);

/// A recorded run: frames with the places of agents, and of some of them all numbers.
class Recording {
  public:
    /// `interval`: ticks between two frames. Always has all numbers of the agent in `slot`. `scenario` must
    /// outlive the recording.
    Recording(const scenario::Scenario& scenario, std::uint64_t interval,
              std::optional<std::size_t> slot = std::nullopt);

    /// Appends a frame: the state before tick `tick`, and the forces of that tick.
    void sample(std::uint64_t tick, const AgentView& agents);

    [[nodiscard]] const std::vector<std::uint64_t>& ticks() const { return ticks_; }  ///< one a frame
    [[nodiscard]] const std::vector<std::size_t>& slots() const { return slots_; }    ///< of the agents
    [[nodiscard]] const std::vector<Point>& places() const { return places_; }        ///< frames of agents
    /// Frames of agents, as pack_angle packs them; empty where the scenario has no orientation.
    [[nodiscard]] const std::vector<std::uint8_t>& orientations() const { return orientations_; }
    /// Of which agents the numbers are kept: indices of slots().
    [[nodiscard]] const std::vector<std::size_t>& detailed() const { return detailed_; }
    /// The names of the numbers: streams; then the force of each stage and the steering force, x and y.
    [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
    [[nodiscard]] const std::vector<float>& numbers() const { return numbers_; }  ///< frames of agents

  private:
    struct Force {
        Program program;        ///< the stage alone, and the locomotion
        std::size_t stage = 0;  ///< of the whole program
        std::vector<float> x{}, y{};
        std::vector<std::uint32_t> stages{};  ///< whether it acts, where the scenario says so
    };

    void make_forces(const Program& program);
    static void bind_stages(Force& force, AgentView& view);
    void compute_forces(std::uint64_t tick, const AgentView& agents);

    const scenario::Scenario& scenario_;
    std::vector<std::size_t> slots_;
    std::vector<std::size_t> detailed_;
    std::vector<Stream> streams_;
    bool has_orientations_ = false;
    const Program* program_ = nullptr;  ///< of the last frame
    std::vector<Force> forces_;         ///< its forces: each alone, and the whole program's last
    std::vector<std::string> columns_;
    std::vector<std::uint64_t> ticks_;
    std::vector<Point> places_;
    std::vector<std::uint8_t> orientations_;
    std::vector<float> numbers_;
};

}  // namespace wend::player
