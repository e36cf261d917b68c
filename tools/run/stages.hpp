// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tools/files/json_file.hpp"
#include "tools/files/scenario_error.hpp"
#include "wend/path.hpp"
#include "wend/program.hpp"

namespace wend::scenario {

/// What a stage may need of the rest of the scenario.
struct StageContext {
    std::optional<Rectangle> area;  ///< the agents' area
    std::optional<PathSet> paths;
};

/// Reads the list of stages and builds the program. Fails with the place of what is wrong, the library's
/// refusals included.
[[nodiscard]] Program read_program(const Json& stages, const Place& place, const StageContext& context);

/// Fails with a refusal of `run` or `validate`, at the stage's or the agents' key that it speaks of.
[[noreturn]] void fail_with_status(const Status& status, const Json& scenario, const Place& root);

}  // namespace wend::scenario
