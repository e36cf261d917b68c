// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/files/output_file.hpp"
#include "tools/pictures/svg_track.hpp"
#include "tools/run/scenario.hpp"

namespace wend::scenario {

/// Ticks between two samples when nobody says: one, or as many as keep the samples of a long run in bounds.
[[nodiscard]] std::uint64_t picture_interval(std::uint64_t ticks);

/// Draws a run as SVG: trajectories over paths, targets and what explains the stages. Of very many agents it
/// draws some hundred, spread over all slots.
class SvgPicture {
  public:
    /// Opens the file. `interval`: ticks between two samples.
    SvgPicture(const std::filesystem::path& file, const Scenario& scenario, std::string_view title,
               std::uint64_t interval);

    /// Takes the state; the initial one first, then that after each interval.
    void sample(const AgentView& agents);

    /// Draws everything, with the state at the end, and makes the file appear.
    void commit(const AgentView& agents);

  private:
    OutputFile output_;
    Program program_;
    std::string title_;
    std::string subtitle_;
    double sample_seconds_ = 0;
    std::vector<Track> tracks_;
};

}  // namespace wend::scenario
