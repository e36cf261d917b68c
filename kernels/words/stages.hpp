// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "wend/path.hpp"
#include "wend/program.hpp"
#include "words/json.hpp"
#include "words/place.hpp"

namespace wend::scenario {

/// What a stage may need of what stands around the list of stages.
struct StageContext {
    std::optional<Rectangle> area{};  ///< for stages that name none
    std::optional<PathSet> paths{};
    /// Of the kind that is read: what parameters are that the words leave out, in place of their defaults.
    const Stage* start = nullptr;
    /// How messages go on that ask for a path set, and for an area.
    std::string_view needed_paths = "the scenario's key \"paths\"";
    std::string_view other_area = ", here or in \"agents\"";
};

/// Reads one stage, {"seek": {"weight": 2}} for one. Fails with the place of what is wrong.
[[nodiscard]] Stage read_stage(const Json& json, const Place& place, const StageContext& context);

/// Reads the list of stages. Fails with the place of what is wrong.
[[nodiscard]] std::vector<Stage> read_stages(const Json& stages, const Place& place,
                                             const StageContext& context);

/// The same, and builds the program: fails with the library's refusals too.
[[nodiscard]] Program read_program(const Json& stages, const Place& place, const StageContext& context);

}  // namespace wend::scenario
