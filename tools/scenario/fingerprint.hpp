// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "tools/files/json_file.hpp"
#include "wend/agents.hpp"
#include "words/stages.hpp"

namespace wend::scenario {

/// Identifies a scenario, apart from its seed and number of ticks: checksums of the loaded parts, so that
/// names and layout of the files do not matter.
struct Fingerprint {
    float dt = 0;
    std::uint64_t stages = 0;  ///< the lists of stages and events, the key after_tick, and the area of bounds
    std::uint64_t paths = 0;   ///< every node of every path, after projection; 0 without paths
    std::uint64_t agents = 0;  ///< all streams before the first tick, of the loaded agents
};

/// `others`: the scenario's other keys that change its course; null: not there.
[[nodiscard]] std::uint64_t fingerprint(const words::Json& stages,
                                        std::initializer_list<const words::Json*> others,
                                        const words::StageContext& context);
[[nodiscard]] std::uint64_t fingerprint(const std::optional<PathSet>& paths);
/// Of agents from that slot on; those of all parts of a population are to be added.
[[nodiscard]] std::uint64_t fingerprint(const AgentView& agents, std::uint64_t first_slot);

}  // namespace wend::scenario
