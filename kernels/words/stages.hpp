// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "wend/obstacles.hpp"
#include "wend/path.hpp"
#include "wend/program.hpp"
#include "words/json.hpp"
#include "words/place.hpp"

namespace wend::words {

/// Values from outside the list of stages that a stage may need.
struct StageContext {
    std::optional<Rectangle> area{};  ///< m; for stages without one
    std::optional<PathSet> paths{};
    /// A stage of the kind being read: its parameters replace the defaults of those that the words leave out.
    const Stage* start = nullptr;
    /// The ends of messages about a missing path set and a missing area.
    std::string_view needed_paths = "the scenario's key \"paths\"";
    std::string_view other_area = ", here or in \"agents\"";
};

/// Whether a stage whose words name no obstacles has the paths for walls: one that is about obstacles.
template <class S>
inline constexpr bool takes_paths_as_obstacles = requires(S stage) {
    stage.obstacles;
}
&&!std::is_same_v<S, Locomotion> && !std::is_same_v<S, Orca> && !std::is_same_v<S, ResolveOverlaps>;

/// Reads [x, y].
[[nodiscard]] Point read_point(const Json& json, const Place& place);

/// Reads [[x, y], ...].
[[nodiscard]] std::vector<Point> read_points(const Json& json, const Place& place);

/// Reads {"circles": [[x, y, radius], ...], "walls": [[[x, y], ...], ...], "polygons": [[[x, y], ...], ...],
/// "paths": true}. Errors name the place.
[[nodiscard]] ObstacleSet read_obstacles(const Json& json, const Place& place, const StageContext& context);

/// Reads one stage, such as {"seek": {"weight": 2}}. Errors name the place.
[[nodiscard]] Stage read_stage(const Json& json, const Place& place, const StageContext& context);

/// Reads the list of stages. Errors name the place.
[[nodiscard]] std::vector<Stage> read_stages(const Json& stages, const Place& place,
                                             const StageContext& context);

/// The same, and builds the program; the library's refusals are errors, too.
[[nodiscard]] Program read_program(const Json& stages, const Place& place, const StageContext& context);

}  // namespace wend::words
