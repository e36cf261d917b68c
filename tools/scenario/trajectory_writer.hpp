// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "tools/scenario/scenario.hpp"
#include "tools/support/output_file.hpp"

namespace wend::scenario {

/// The ticks between frames, of which an experiment has about 16 a second.
[[nodiscard]] std::uint64_t frame_interval(float dt);

/// Writes trajectories as pedestrian research keeps them: plain text as that of the experiments of Juelich
/// (.txt), or JuPedSim's SQLite, version 2 (.sqlite). Tick i * every is frame i; other ticks are left out.
class TrajectoryWriter {
  public:
    TrajectoryWriter(const std::filesystem::path& file, const Scenario& scenario, std::uint64_t every);
    ~TrajectoryWriter();

    void sample(std::uint64_t tick, const AgentView& agents);
    void commit();

  private:
    struct Tables;
    void write_text(std::uint64_t frame, const AgentView& agents);

    support::OutputFile output_;
    Point origin_;
    std::uint64_t every_;
    std::unique_ptr<Tables> tables_;  ///< null: text
};

}  // namespace wend::scenario
