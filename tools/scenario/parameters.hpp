// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "tools/files/json_file.hpp"

namespace wend::scenario {

/// The scenario without its key "parameters", whose values stand wherever the rest, or another parameter,
/// names them: "$NAME" is the value itself, and { "parameter": "NAME", "times": a, "plus": b } the number
/// a * value + b. Fails at an unknown name, a parameter that is not used or contains itself, and values that
/// take gigabytes. A file without the key stays as it is.
[[nodiscard]] words::Json with_parameters(words::Json scenario, const std::filesystem::path& file);

}  // namespace wend::scenario
