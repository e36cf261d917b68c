// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

#include "words/json.hpp"

namespace wend::scenario {

/// The largest file that is parsed as a whole: its values take several times its size.
inline constexpr std::size_t most_json_bytes = std::size_t{64} << 20;
[[nodiscard]] Json read_json(const std::filesystem::path& file);

}  // namespace wend::scenario
