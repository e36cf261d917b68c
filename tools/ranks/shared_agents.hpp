// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/scenario/advance.hpp"
#include "tools/scenario/scenario.hpp"
#include "tools/support/output_file.hpp"
#include "wend/execution.hpp"

namespace wend::ranks {

/// The agents of a scenario whose shares the ranks have loaded. All members are called by all ranks together.
class SharedAgents {
  public:
    /// Takes the agents of `scenario`, which must outlive this.
    explicit SharedAgents(scenario::Scenario& scenario);
    ~SharedAgents();
    SharedAgents(const SharedAgents&) = delete;
    SharedAgents& operator=(const SharedAgents&) = delete;

    /// As scenario::advance over all agents. `first_fault` is an agent's id.
    [[nodiscard]] Result advance(const scenario::ManyTicks& ticks, const Execution& execution);

    [[nodiscard]] std::uint64_t state_hash();

    /// All agents in the order of their slots, on rank 0, until the next call; none on the others.
    [[nodiscard]] AgentView whole();

    /// Rank 0 takes all agents in the order of their slots, a part after the other: ids, places and
    /// velocities alone. What it throws ends all ranks.
    void for_each_part(const std::function<void(const AgentView&)>& take);

    /// This rank's agents of now, until the next call.
    [[nodiscard]] AgentView own();

    /// The rank that has the agent of each slot, on rank 0; none on the others.
    [[nodiscard]] std::vector<std::uint32_t> ranks_of_slots();

    /// Writes a state dump; only rank 0 has an output. Each rank writes its part: all need one file system.
    void save(support::OutputFile* output, std::uint64_t tick);

    /// A line for each rank: its agents, and what it did. Rank 0 gets all of them.
    [[nodiscard]] std::string report();

  private:
    struct Shared;
    scenario::Scenario& scenario_;
    std::unique_ptr<Shared> shared_;  ///< null: one process
};

}  // namespace wend::ranks
