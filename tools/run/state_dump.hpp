// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "tools/run/fingerprint.hpp"
#include "tools/run/scenario.hpp"

namespace wend::scenario {

/// One stream of all agents, where it lies in the dump.
struct SavedStream {
    Stream stream{};
    std::span<const std::byte> bytes;
};

/// A scenario's state after some ticks, as a view over the bytes of the file (tools/README.md describes it).
struct StateDump {
    std::uint64_t tick = 0;  ///< how many ticks have run
    std::uint64_t seed = 0;
    std::uint64_t agents = 0;
    Fingerprint scenario;
    std::vector<SavedStream> streams;
};

/// Writes all streams of the agents but scratch, after `tick` ticks. The file appears whole or not at all.
void save_state(const std::filesystem::path& file, Scenario& scenario, std::uint64_t tick);

/// Reads a dump, which errors call `file`. Fails on what is no dump, is truncated or damaged, or is of
/// another version of format or bits.
[[nodiscard]] StateDump read_state(std::span<const std::byte> bytes, const std::filesystem::path& file);

/// Fails unless the dump is of that very scenario, saying what differs.
void require_same_scenario(const StateDump& dump, Scenario& scenario, const std::filesystem::path& file);

/// Puts the dump's streams in place of the scenario's.
void restore_state(const StateDump& dump, Scenario& scenario);

}  // namespace wend::scenario
