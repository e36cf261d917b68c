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
/// (.txt), JuPedSim's SQLite, version 2 (.sqlite), or HDF5 as its data archive (.h5), for large runs. Tick i
/// * every is frame i; other ticks are left out.
class TrajectoryWriter {
  public:
    TrajectoryWriter(const std::filesystem::path& file, const Scenario& scenario, std::uint64_t every);
    ~TrajectoryWriter();

    /// Agents at a tick, all at once or in parts.
    void sample(std::uint64_t tick, const AgentView& agents);
    void commit();

  private:
    struct Tables;
    struct Table;
    void write_text(std::uint64_t frame, const AgentView& agents);

    support::OutputFile output_;
    Point origin_;
    std::uint64_t every_;
    std::unique_ptr<Tables> tables_;  ///< of SQLite; null: none
    std::unique_ptr<Table> table_;    ///< of HDF5; null: none
};

}  // namespace wend::scenario
