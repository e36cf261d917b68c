// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "tools/scenario/event.hpp"
#include "words/stages.hpp"

namespace wend::scenario {

/// Reads the key "events". `program` is that of the stages, which `place` and errors name, and `context` what
/// it was read with.
[[nodiscard]] std::vector<Event> read_events(const words::Json& events, const words::Place& place,
                                             const words::Json& stages, const words::Place& stages_place,
                                             const Program& program, const words::StageContext& context);

}  // namespace wend::scenario
