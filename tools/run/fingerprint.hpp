// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "tools/files/json_file.hpp"
#include "tools/run/stages.hpp"
#include "wend/agents.hpp"

namespace wend::scenario {

/// What tells scenarios apart, but for seed and number of ticks: XXH64 of what each part came to, not of the
/// files, whose layout and names are nobody's matter.
struct Fingerprint {
    float dt = 0;
    std::uint64_t stages = 0;  ///< the list of stages, and the area that their bounds may take
    std::uint64_t paths = 0;   ///< every node of every path, after projection; 0 without paths
    std::uint64_t agents = 0;  ///< who there is, and all their streams before the first tick
};

[[nodiscard]] std::uint64_t fingerprint(const Json& stages, const StageContext& context);
[[nodiscard]] std::uint64_t fingerprint(const std::optional<PathSet>& paths);
[[nodiscard]] std::uint64_t fingerprint(const AgentView& agents);

}  // namespace wend::scenario
