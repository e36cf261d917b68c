// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "tools/support/output_file.hpp"
#include "wend/execution.hpp"

namespace wend::replay {

/// The first difference of two journals.
struct Mark {
    std::uint64_t call = 0;
    std::optional<std::uint32_t> agent{};  ///< its id
    std::string text{};                    ///< the difference, in words
};

/// Writes a page that plays a journal (player/player_page.hpp), or those of two peers over each other; it
/// opens at the mark. Throws where a journal cannot run.
void write_page(support::OutputFile& page, std::span<const std::filesystem::path> journals,
                const Execution& execution, const std::optional<Mark>& mark);

}  // namespace wend::replay
