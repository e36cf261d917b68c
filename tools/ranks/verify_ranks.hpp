// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>

#include "tools/ranks/shared_agents.hpp"
#include "tools/verify/golden_hashes.hpp"

namespace wend::ranks {

/// Changes the agents after a tick, for a test that errs on purpose.
using Disturb = std::function<void(SharedAgents& agents, std::uint64_t tick)>;

/// Runs every golden program case and scenario (NAME.json in `scenarios`) on all ranks together, and compares
/// with the golden hashes. Where one differs, finds the first tick, agent and stream that do, and the agent's
/// rank. Rank 0 writes. Returns the exit status.
[[nodiscard]] int verify_ranks(const verify::GoldenHashes& golden, const std::filesystem::path& scenarios,
                               std::ostream& out, std::ostream& err, const Disturb& disturb = nullptr);

}  // namespace wend::ranks
