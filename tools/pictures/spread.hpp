// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace wend::pictures {

/// About `drawn` slots of `count`, in order, at multiples of the golden ratio. A fixed stride would repeat
/// the same few paths, because agents are assigned to paths by id.
[[nodiscard]] std::vector<std::size_t> spread(std::size_t count, std::size_t drawn);

}  // namespace wend::pictures
