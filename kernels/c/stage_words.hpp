// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/wend.h"
#include "words/json.hpp"
#include "words/place.hpp"
#include "words/stages.hpp"

namespace wend::c {

/// The name of the text in messages, in place of a file.
inline constexpr const char* text_name = "program";

/// Converts the stage to the words of scenario files, so that names, words and defaults have one reader.
[[nodiscard]] words::Json json_of(const wend_stage& stage, const words::Place& place);

[[nodiscard]] words::StageContext context_with(const wend_paths* paths);

}  // namespace wend::c
