// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>

#include "wend/agents.hpp"

namespace wend::detail {

/// Whether the column's bytes can be counted as addresses are. A larger length is a mistake (size() - 1 of an
/// empty array, say), and products with it would wrap around.
[[nodiscard]] constexpr bool fits_memory(const Column& column) noexcept {
    constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
    return column.count <= most / column.step();
}

}  // namespace wend::detail
