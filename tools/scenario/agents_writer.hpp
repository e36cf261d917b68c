// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "tools/scenario/scenario.hpp"
#include "tools/support/output_file.hpp"
#include "wend/agents.hpp"

namespace wend::scenario {

enum class AgentsFormat : unsigned char {
    csv,          ///< a row for each agent and sampled tick
    csv_degrees,  ///< with the columns longitude and latitude after the id
    geojson,      ///< a Point in longitude and latitude for each, its streams as properties
};

/// Writes samples of the streams that a scenario's program reads and writes, outputs included.
class AgentsWriter {
  public:
    /// Longitude and latitude are those of the scenario's path file: without one in longitude and latitude it
    /// fails. `scenario` must outlive the writer.
    AgentsWriter(const std::filesystem::path& file, const Scenario& scenario, AgentsFormat format);

    void sample(std::uint64_t tick, const AgentView& agents);
    void commit();

  private:
    template <class End>
    void write_row(End end, std::uint64_t tick, std::size_t slot, const AgentView& agents) const;
    template <class End>
    void write_feature(End end, std::uint64_t tick, std::size_t slot, const AgentView& agents) const;
    [[nodiscard]] Point degrees(std::size_t slot, const AgentView& agents) const;

    support::OutputFile output_;
    const files::Projected& projected_;
    AgentsFormat format_;
    std::vector<Stream> streams_;
    bool first_ = true;
};

}  // namespace wend::scenario
