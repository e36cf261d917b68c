// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

#include "tools/scenario/overrides.hpp"

namespace wend::scenario {

/// The memory that a scenario's agents need.
struct Needs {
    std::uint64_t agents = 0;
    std::uint64_t stream_bytes = 0;     ///< an agent
    std::uint64_t workspace_bytes = 0;  ///< an agent; 0 where agents do not look at others

    /// Of one process with all agents.
    [[nodiscard]] std::uint64_t bytes() const { return agents * (stream_bytes + workspace_bytes); }

    /// How many processes suffice, each with so much memory. Of several, each holds its agents twice while it
    /// writes a dump, whose order is not that of the agents in the plane, and a tenth for messages and
    /// copies.
    [[nodiscard]] std::uint64_t ranks(std::uint64_t memory_bytes) const;
};

/// Reads the scenario with a few of its agents.
[[nodiscard]] Needs needs_of(const std::filesystem::path& file, Overrides overrides);

}  // namespace wend::scenario
