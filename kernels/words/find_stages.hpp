// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "wend/path.hpp"
#include "words/json.hpp"
#include "words/place.hpp"
#include "words/stages.hpp"

namespace wend::words {

/// Of a text whose paths its reader was given.
[[nodiscard]] StageContext context_with(const std::optional<PathSet>& paths);

/// The stages of a JSON text, unread.
struct StageList {
    const Json* stages;
    Place place;
};

/// Finds the stages in a text that is a list of them, or an object with the key "stages", such as a whole
/// scenario. Writes the area in "agents" into `context`. Errors name the place.
[[nodiscard]] StageList find_stages(const Json& text, const Place& root, StageContext& context);

}  // namespace wend::words
