// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/pictures/svg_track.hpp"
#include "tools/scenario/scenario.hpp"
#include "tools/support/output_file.hpp"

namespace wend::pictures {

/// The default number of ticks between two samples: one, or more in long runs to limit the samples.
[[nodiscard]] std::uint64_t picture_interval(std::uint64_t ticks);

/// Whether a picture shows all times at once, or one after the other in a loop.
enum class Motion : unsigned char { still, moving };

/// Draws a run as SVG: ways (in a moving picture those of the last seconds), paths, targets, and explanations
/// of the stages. Of very many agents it draws some hundred, spread over all slots.
class SvgPicture {
  public:
    /// Opens the file. `interval`: ticks between two samples. `scenario` must outlive the picture.
    SvgPicture(const std::filesystem::path& file, const scenario::Scenario& scenario, std::string_view title,
               std::uint64_t interval, Motion motion = Motion::still);

    /// Samples the state before tick `tick`: first the initial one, then that after each interval.
    void sample(std::uint64_t tick, const AgentView& agents);

    /// Draws everything, including the final state, and writes the file.
    void commit(const AgentView& agents);

  private:
    support::OutputFile output_;
    const scenario::Scenario& scenario_;
    std::string title_;
    double sample_seconds_ = 0;
    Motion motion_;
    std::vector<Track> tracks_;
    std::size_t samples_ = 0;
    std::vector<Ground> grounds_;
};

}  // namespace wend::pictures
